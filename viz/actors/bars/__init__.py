"""Stacked bars of latency on one time axis, with marks of what people feel across them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from viz.actors.bars import stacked_bars
from viz.actors.bars.stacked_bars import Bar, Place
from viz.catalog.types import Text
from viz.scene.arithmetic import Ref
from viz.scene.types import Scene
from viz.stage.badge import Badge
from viz.stage.i18n import said
from viz.stage.marks import Area, Box, Disc, Label, Line, Mark, Marks
from viz.stage.number_text import clock, plain_seconds
from viz.stage.panel import flagged, flagged_width, ground, heading
from viz.stage.parameters import parameter
from viz.stage.plot.time_rows import LOOKS, part
from viz.stage.quantity import reckoned, resolve_all, resolved
from viz.stage.style import Focus, Kit, Part, dimmed
from viz.stage.task_clock import running
from viz.stage.template import filled, filled_in, reference_in
from viz.stage.text_metrics import label_box, width
from viz.stage.theme import Palette
from viz.stage.view import FRAME, StageView

WEIGHT = 1.35
SLOWEST = 1.5  # screen seconds: a quicker sweep of the clock is not drawn
REST = 1.2  # of a turn: after it the next one begins


@dataclass(frozen=True, slots=True, eq=False)
class Parameters:
    """Rows of parts that follow each other, and times that people feel."""

    title: Text = parameter("text", "what the bars show; {value:NAME} in it is a number")
    names: tuple[Text, ...] = parameter("texts", "a name for each bar; {value:NAME} is a number")
    parts: tuple[Text, ...] = parameter("texts", "a name for each part of a bar")
    times: tuple[Ref, ...] = parameter("refs", "all parts of the first bar, then of the next")
    looks: tuple[str, ...] = parameter(
        "words", "the meaning of each part; else they wait", (), choices=LOOKS
    )
    marks: tuple[Ref, ...] = parameter("refs", "times that people feel, lines across the bars", ())
    mark_names: tuple[Text, ...] = parameter("texts", "a name for each of these times", ())
    clock: bool = parameter("yes", "the clock runs along the bars, turn after turn", True)


def panel(area: Area, kit: Kit, _: Parameters) -> Marks:
    """The panel."""
    return ground(area, kit)


def draw(stage: StageView, area: Area, p: Parameters) -> Marks:
    """Bars with their parts' names, totals, marks across them, and the clock."""
    kit, focus, lang = stage.kit, stage.focus, stage.kit.look.lang
    bars = bars_of(stage, p)
    marks = tuple(
        stacked_bars.Mark(
            said(p.mark_names[i], lang) if i < len(p.mark_names) else "",
            one.value,
            one.says,
            one.ref,
        )
        for i, one in enumerate(resolve_all(stage, p.marks))
    )
    words = tuple(said(word, lang) for word in p.parts)
    place = stacked_bars.place_in(kit, area, bars, words, marks)
    looks = tuple(p.looks[i] if i < len(p.looks) else "waiting" for i in range(len(words)))
    title = (filled(stage, p.title), reference_in(p.title))
    still = _still(kit, focus, place, bars, looks, marks, title)
    now = _now(stage, p, bars)
    return (*still, *(_cursor(kit, place, bars, now) if now is not None else ()))


def badge(stage: StageView, _: Area, p: Parameters) -> Badge | None:
    """The clock of a turn, where it can be followed; else the hardware clock stays."""
    now = _now(stage, p, bars_of(stage, p)) if p.clock else None
    if now is None:
        return None
    return Badge(stage.kit.word("bars_clock"), clock(now), lens=True, of="hw")


def bars_of(stage: StageView, p: Parameters) -> tuple[Bar, ...]:
    """The bars as the knobs stand."""
    return _bars(stage.scene, stage.kit, p)


@lru_cache(maxsize=64)
def _bars(scene: Scene, kit: Kit, p: Parameters) -> tuple[Bar, ...]:
    found = [resolved(scene, ref) for ref in p.times]
    times, refs = [max(0.0, one.value) for one in found], [one.ref for one in found]
    each = max(1, len(p.parts))
    slices = [slice(i * each, (i + 1) * each) for i in range(len(p.names))]
    return tuple(
        Bar(filled_in(scene, kit, name), tuple(times[part]), tuple(refs[part]), reference_in(name))
        for name, part in zip(p.names, slices, strict=True)
    )


def _now(stage: StageView, p: Parameters, bars: tuple[Bar, ...]) -> float | None:
    """Seconds of the turn under way; None where no clock can be followed."""
    longest = max(bar.total for bar in bars)
    if not p.clock or longest <= 0 or longest < SLOWEST * max(stage.pace, FRAME / 60):
        return None
    return min(running(stage, p.times) % (longest * REST), longest)


@lru_cache(maxsize=64)
def _still(
    kit: Kit,
    focus: Focus,
    place: Place,
    bars: tuple[Bar, ...],
    looks: tuple[str, ...],
    marks: tuple[stacked_bars.Mark, ...],
    title: Part,
) -> Marks:
    """What stays while the knobs stay."""
    palette, size = kit.palette, kit.layout.sizes.small
    drawn: list[Mark] = [
        *dimmed(
            heading(place.panel, kit, title[0], ref=title[1]), focus.level("bars.head"), palette
        )
    ]
    drawn.append(
        Line(((place.scale.start, place.axis), (place.scale.end, place.axis)), 1.5, palette.edge)
    )
    drawn += stacked_bars.ticks(kit, place)
    lines = tuple(place.scale.at(mark.seconds) for mark in marks)
    rows = [_bar(kit, place, i, bar, (bars[0], lines), looks) for i, bar in enumerate(bars)]
    levels = [focus.level(f"bars.{i + 1}") for i in range(len(bars))]
    for (shapes, gaps, _), level in zip(rows, levels, strict=True):
        drawn += (*dimmed(shapes, level, palette), *gaps)
    for i, mark in enumerate(marks):
        line = _mark(kit, focus, place, mark, place.marks[i])
        drawn += dimmed(line, focus.level("bars.mark"), palette)
    names = tuple(
        kit.label(word, middle, base, size, anchor="middle", of="bars.part")
        for middle, base, word in place.names
    )
    drawn += masked(names, palette.panel, levels[0], palette)
    for (_, _, words), level in zip(rows, levels, strict=True):
        drawn += masked(words, palette.panel, level, palette)
    return tuple(drawn)


def masked(words: Marks, ground: str, level: float, palette: Palette) -> Marks:
    """Words on a piece of ground of their own, so that no line runs through them."""
    labels = (word for word in words if isinstance(word, Label))
    grounds = (Box(*label_box(label, 5, 1), ground, 4, of="bars.part") for label in labels)
    return (*grounds, *dimmed(words, level, palette))


def _bar(
    kit: Kit,
    place: Place,
    index: int,
    bar: Bar,
    beside: tuple[Bar, tuple[float, ...]],
    looks: tuple[str, ...],
) -> tuple[Marks, Marks, Marks]:
    """The parts, the gaps between them, with the times that fit into them; and words: name, total
    with its factor. `beside` is the first bar, and where upright lines stand."""
    sizes, palette, scale = kit.layout.sizes, kit.palette, place.scale
    top, high = place.tops[index], place.high
    base = top + high / 2 + sizes.label * 0.36
    foot = top - sizes.label * 0.5 if place.above else base
    name = kit.label(bar.name, place.x, foot, None, palette.ink, weight=600, ref=bar.name_ref)
    words: list[Label] = [name]
    spans: list[tuple[str, float, float]] = []  # parts of one look that touch are drawn as one
    cuts: list[float] = []
    at = 0.0
    for seconds, look, ref in zip(bar.parts, looks, bar.refs, strict=False):
        left, right = scale.at(at), scale.at(at + seconds)
        at += seconds
        if seconds <= 0:
            continue
        if spans and spans[-1][0] == look:
            cuts.append(left)
            spans[-1] = (look, spans[-1][1], right)
        else:
            spans.append((look, left, right))
        if seconds < bar.total * 0.999:  # else the total says it
            words += _inside(kit, seconds, ref, (left, base, right - left - 3.0, high))
    marks = tuple(
        part(kit, look, (left, top, max(right - left - 3.0, 2.0), high))
        for look, left, right in spans
    )
    gaps = tuple(Box(cut - 3.0, top, 3.0, high, palette.panel, of="parts.gap") for cut in cuts)
    return marks, gaps, (*words, *_total(kit, place, index, bar, beside))


def _inside(kit: Kit, seconds: float, ref: str, place: Area) -> tuple[Label, ...]:
    """The time of a part inside it, if it fits."""
    size = kit.layout.sizes.small
    left, base, long, high = place
    text = plain_seconds(seconds)
    if width(text, size, 600) + 16 > long or high < size * 1.7:
        return ()
    middle, ink, of = left + long / 2, kit.palette.ink, "bars.part"
    return (kit.label(text, middle, base, size, ink, weight=600, anchor="middle", of=of, ref=ref),)


def _total(
    kit: Kit, place: Place, index: int, bar: Bar, beside: tuple[Bar, tuple[float, ...]]
) -> Marks:
    """The total after the bar, and how many times as quick as the first it is: past a line that
    would run through it."""
    first, lines = beside
    sizes, palette = kit.layout.sizes, kit.palette
    size = sizes.numeral
    x = place.scale.at(bar.total) + 16
    base = place.tops[index] + place.high / 2 + size * 0.36
    text = plain_seconds(bar.total)
    ink = palette.ink
    marks = [kit.label(text, x, base, size, ink, weight=700, of="bars.total", ref=bar.ref)]
    if index and bar.total > 0:
        times = f"{first.total / bar.total:.3g}×"
        x += width(text, size, 700) + size * 0.6
        end = place.x + place.w
        word = kit.word("timebars_faster", times=times)
        for line in sorted(lines):
            if (
                x - 8 < line < x + width(word, size, 700)
                and line + 14 + width(word, size, 700) <= end
            ):
                x = line + 14
        shown = next((one for one in (word, times) if x + width(one, size, 700) <= end), "")
        y = base
        if not shown:  # the bar is too long: over it, at the right
            shown, x, y = word, end - width(word, size, 700), place.tops[index] - size * 0.4
        if shown and (y == base or place.above):
            marks.append(
                kit.label(
                    shown,
                    x,
                    y,
                    size,
                    palette.token_text,
                    weight=700,
                    of="bars.ratio",
                    ref=reckoned("{} / {}", first.ref, bar.ref),
                )
            )
    return tuple(marks)


def _mark(kit: Kit, focus: Focus, place: Place, mark: stacked_bars.Mark, base: float) -> Marks:
    """A line across all bars with its name above them."""
    size, palette = kit.layout.sizes.small, kit.palette
    x = place.scale.at(mark.seconds)
    lit = focus.lit("bars.mark")
    line = Line(
        ((x, base + size * 0.4), (x, place.axis)), 3.0 + lit, palette.link, (9, 7), of="bars.mark"
    )
    text = f"{mark.name} {plain_seconds(mark.seconds)}".strip()
    wide = width(text, size, 600)
    at = max(place.x, min(x - size * 0.5, place.x + place.w - wide))
    label = kit.label(text, at, base, size, palette.link_text, weight=600, ref=mark.ref)
    marks: list[Mark] = [line, label]
    after = at + wide + 14
    if after + flagged_width(kit, mark.says) <= place.x + place.w:
        marks += flagged(kit, mark.says, after, base)
    return tuple(marks)


def _cursor(kit: Kit, place: Place, bars: tuple[Bar, ...], now: float) -> Marks:
    """The clock of this turn: a line in each bar that is not done, and a disc on the axis."""
    palette = kit.palette
    x = place.scale.at(now)
    marks: list[Mark] = [Disc(x, place.axis, 7, palette.clock_text, of="hw")]
    for top, bar in zip(place.tops, bars, strict=True):
        if now <= bar.total:
            ends = ((x, top - 5), (x, top + place.high + 5))
            marks.append(Line(ends, 3.0, palette.clock_text, of="hw"))
    return tuple(marks)
