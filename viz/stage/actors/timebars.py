"""Bars on one time axis: repeated work in parts, before and after, with the limit as a bar too."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from viz.catalog.types import Text
from viz.scene.arithmetic import Ref
from viz.stage.figures import plain_seconds
from viz.stage.kit import Focus, Kit, dimmed
from viz.stage.marks import Area, Box, Hatch, Label, Line, Mark, Marks
from viz.stage.panel import ground
from viz.stage.parameters import parameter
from viz.stage.plot import Scale
from viz.stage.refs import resolve, resolve_all
from viz.stage.since import running
from viz.stage.type import width
from viz.stage.view import StageView
from viz.stage.words import said

WEIGHT = 0.8
PLACE = "below"


@dataclass(frozen=True, slots=True)
class Parameters:
    """Rows of work: each has a part that a faster model shortens, and one that it does not."""

    title: Text = parameter("text", "what the bars show")
    names: tuple[Text, ...] = parameter("texts", "a name for each row")
    working: tuple[Ref, ...] = parameter("refs", "time of the part that gets faster, a row each")
    waiting: tuple[Ref, ...] = parameter("refs", "time of the part that stays, a row each")
    repeats: Ref = parameter("ref", "how often both parts follow each other", "1")
    parts: tuple[Text, ...] = parameter("texts", "names of the two parts", ())
    limit: bool = parameter("yes", "a last row: the first part takes no time at all", True)


@dataclass(frozen=True, slots=True)
class Row:
    """One bar, in seconds. `raw` is how much faster its first part is than the first row's."""

    name: str
    working: float
    waiting: float
    repeats: int
    factor: float
    raw: float
    limit: bool = False

    @property
    def total(self) -> float:
        """Time of the whole task."""
        return self.repeats * (self.working + self.waiting)


def panel(area: Area, kit: Kit, _: Parameters) -> Marks:
    """The panel."""
    return ground(area, kit)


def draw(stage: StageView, area: Area, p: Parameters) -> Marks:
    """The bars, the axis, and the moment that the task's clock has reached."""
    kit = stage.kit
    rows = rows_of(stage, p)
    lang = kit.look.lang
    default = (kit.word("timebars_working"), kit.word("timebars_waiting"))
    names = tuple(said(part, lang) for part in p.parts) if len(p.parts) == 2 else default
    place = _place(kit, area, rows)
    now = min(running(stage, (*p.working, *p.waiting, p.repeats)), place.scale.high)
    level = stage.focus.level("bars.clock")
    return (
        *_still(kit, stage.focus, place, rows, (said(p.title, lang), *names)),
        *_axis(kit, place, now if stage.hw > 0 else None),
        *dimmed(_cursor(kit, place, now, rows), level, kit.palette),
    )


def rows_of(stage: StageView, p: Parameters) -> tuple[Row, ...]:
    """The rows as the knobs stand; factors are to the first row."""
    working = [max(0.0, one.value) for one in resolve_all(stage, p.working)]
    waiting = [max(0.0, one.value) for one in resolve_all(stage, p.waiting)]
    repeats = max(1, round(resolve(stage, p.repeats).value))
    rows: list[Row] = []
    first = working[0] + waiting[0]
    for i, (work, wait) in enumerate(zip(working, waiting, strict=False)):
        name = said(p.names[i], stage.kit.look.lang) if i < len(p.names) else str(i + 1)
        raw = working[0] / work if work else float("inf")
        whole = work + wait
        rows.append(Row(name, work, wait, repeats, first / whole if whole else 1.0, raw))
    if p.limit:
        rest = waiting[-1]
        factor = first / rest if rest else float("inf")
        name = stage.kit.word("timebars_limit")
        rows.append(Row(name, 0.0, rest, repeats, factor, float("inf"), limit=True))
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class Place:
    """Where the bars stand: head's baseline, tops and height of bars, and the time axis."""

    x: float
    w: float
    head: float
    tops: tuple[float, ...]
    bar: float
    scale: Scale
    axis: float


@lru_cache(maxsize=128)
def _place(kit: Kit, area: Area, rows: tuple[Row, ...]) -> Place:
    x, y, w, h = area
    sizes = kit.layout.sizes
    pad = 28.0 if kit.layout.form in ("wide", "tall") else 20.0
    head = y + sizes.label * 1.6
    axis = y + h - sizes.small * 2.0
    free = axis - 8 - (head + sizes.label * 0.6)
    pitch = free / len(rows)
    bar = min(46.0, pitch * 0.74)
    names = max(width(row.name, sizes.label, 600) for row in rows) + 28
    longest = max(rows, key=lambda row: row.total)
    beyond = width(plain_seconds(longest.total), _number(kit, bar), 700) + 22
    start = x + pad + names
    top = head + sizes.label * 0.6 + (pitch - bar) / 2
    return Place(
        x=x + pad,
        w=w - 2 * pad,
        head=head,
        tops=tuple(top + i * pitch for i in range(len(rows))),
        bar=bar,
        scale=Scale(0.0, max(longest.total, 1e-9), start, x + w - pad - beyond),
        axis=axis,
    )


def _number(kit: Kit, bar: float) -> float:
    return max(min(kit.layout.sizes.numeral, bar * 1.05), kit.layout.sizes.label)


@lru_cache(maxsize=64)
def _still(
    kit: Kit, focus: Focus, place: Place, rows: tuple[Row, ...], texts: tuple[str, str, str]
) -> Marks:
    """What stays while the knobs stay: head, bars, totals, the line of the limit."""
    sizes, palette = kit.layout.sizes, kit.palette
    title, *parts = texts
    head = kit.label(title, place.x, place.head, sizes.label, palette.ink, weight=600, room=place.w)
    legend = _legend(kit, place, (parts[0], parts[1]), width(title, sizes.label, 600))
    marks = list(dimmed((head, *legend), focus.level("bars.head"), palette))
    for i, row in enumerate(rows):
        name = "bars.limit" if row.limit else f"bars.{i + 1}"
        bar = _bar(kit, place, place.tops[i], row, parts[1])
        marks += dimmed(bar, focus.level(name), palette)
    last = rows[-1]
    if last.limit and last.total > 0 and len(rows) > 1:
        x = place.scale.at(last.total)
        line = ((x, place.tops[0] - 6), (x, place.tops[-1] - (place.bar * 0.1)))
        marks += dimmed((Line(line, 3.0, palette.ink, (8, 7)),), focus.level("bars.limit"), palette)
    return tuple(marks)


def _legend(kit: Kit, place: Place, names: tuple[str, str], taken: float) -> Marks:
    """The two parts at the right of the head, if there is room beside the title."""
    size, palette = kit.layout.sizes.label, kit.palette
    swatch = size * 0.72
    wide = [swatch * 1.6 + width(name, size) for name in names]
    if taken + sum(wide) + size * 2.2 > place.w:
        return ()
    at = place.x + place.w - sum(wide) - size * 1.2
    top = place.head - swatch * 0.96
    working = Box(at, top, swatch, swatch, palette.token, 3)
    first = kit.label(names[0], at + swatch * 1.6, place.head, size)
    at += wide[0] + size * 1.2
    waiting = Hatch(at, top, swatch, swatch, palette.waiting_ground, palette.waiting, 3, 9)
    return (working, first, waiting, kit.label(names[1], at + swatch * 1.6, place.head, size))


def _bar(kit: Kit, place: Place, top: float, row: Row, waiting: str) -> Marks:
    """Name, parts in turn, and the total with its factor at the end."""
    palette, sizes, scale = kit.palette, kit.layout.sizes, place.scale
    base = top + place.bar / 2 + sizes.label * 0.36
    marks: list[Mark] = [kit.label(row.name, place.x, base, None, palette.ink, weight=600)]
    at = 0.0
    for _ in range(row.repeats):
        for seconds, solid in ((row.working, True), (row.waiting, False)):
            left, right = scale.at(at), scale.at(at + seconds)
            at += seconds
            if seconds <= 0:
                continue
            gap = 3.0 if right - left > 6 else (right - left) * 0.3
            wide = max(1.0, right - left - gap)
            if solid:
                box = Box(left, top, wide, place.bar, palette.token, min(3.0, wide / 2), of="parts")
                marks.append(box)
            else:
                ground, ink = palette.waiting_ground, palette.waiting
                marks.append(Hatch(left, top, wide, place.bar, ground, ink, 2, of="parts"))
    return (*marks, *_total(kit, place, top, row, waiting))


def _total(kit: Kit, place: Place, top: float, row: Row, waiting: str) -> Marks:
    palette, sizes = kit.palette, kit.layout.sizes
    size = _number(kit, place.bar)
    x = place.scale.at(row.total) + 16
    end = place.x + place.w
    base = top + place.bar / 2 + size * 0.36
    total = plain_seconds(row.total)
    marks: list[Label] = [kit.label(total, x, base, size, palette.ink, weight=700, of="total")]
    x += width(total, size, 700) + size * 0.6
    endless = row.factor == float("inf")
    if row.factor == 1.0:
        return tuple(marks)
    times = f"{row.factor:.3g}×"
    if row.limit:
        choices = [kit.word("timebars_bound", times=times), times]
        choices = [kit.word("timebars_no_limit")] if endless else choices
        colour = palette.ink
    else:
        choices, colour = [kit.word("timebars_faster", times=times), times], palette.token_text
    word = next((text for text in choices if x + width(text, size, 700) <= end), "")
    if not word:
        return tuple(marks)
    marks.append(kit.label(word, x, base, size, colour, weight=700, of="factor"))
    x += width(word, size, 700) + size * 0.6
    note = _note(kit, row, waiting)
    if note and x + width(note, sizes.small) <= end:
        marks.append(kit.label(note, x, base, sizes.small, of="factor"))
    return tuple(marks)


def _note(kit: Kit, row: Row, waiting: str) -> str:
    if row.limit:
        whole = row.factor * row.waiting
        share = f"{plain_seconds(whole - row.waiting)} / {plain_seconds(whole)}"
        return kit.word("timebars_limit_note", share=share) if row.waiting > 0 else ""
    if abs(row.raw / row.factor - 1) < 0.01:
        return ""
    stays = plain_seconds(row.waiting * row.repeats)
    return kit.word("timebars_note", raw=f"{row.raw:.3g}", time=stays, part=waiting)


def _axis(kit: Kit, place: Place, now: float | None) -> Marks:
    """The time axis; a tick's word gives way to the clock's."""
    palette, size, scale = kit.palette, kit.layout.sizes.small, place.scale
    ends = ((scale.start, place.axis), (scale.end, place.axis))
    marks: list[Mark] = [Line(ends, 1.5, palette.edge)]
    taken = (0.0, 0.0)
    if now is not None:
        half = width(plain_seconds(1000.0), size, 700) / 2
        taken = (scale.at(now) - half, scale.at(now) + half)
    for value in scale.ticks(5 if kit.layout.form == "wide" else 4):
        x = scale.at(value)
        marks.append(Line(((x, place.axis - 5), (x, place.axis + 1)), 1.5, palette.waiting))
        text = plain_seconds(value) if value else "0"
        half = width(text, size) / 2 + 8
        if x + half < taken[0] or x - half > taken[1]:
            marks.append(
                kit.label(text, x, place.axis + size * 1.3, size, anchor="middle", of="hw")
            )
    return tuple(marks)


def _cursor(kit: Kit, place: Place, now: float, rows: tuple[Row, ...]) -> Marks:
    """The task's clock: a line through all bars, and its seconds at the axis."""
    if now <= 0:
        return ()
    palette, size = kit.palette, kit.layout.sizes.small
    x = round(place.scale.at(now) * 4) / 4
    marks: list[Mark] = [
        Line(((x, place.axis - 8), (x, place.axis)), 3.0, palette.clock_text, of="hw")
    ]
    for top, row in zip(place.tops, rows, strict=True):
        if now <= row.total:  # what is done already has no clock any more, and its words are free
            ends = ((x, top - 6), (x, top + place.bar + 6))
            marks.append(Line(ends, 3.0, palette.clock_text, of="hw"))
    text = f"{now:.0f} s" if place.scale.high >= 20 else f"{now:.1f} s"
    label = kit.label(
        text,
        x,
        place.axis + size * 1.3,
        size,
        palette.clock_text,
        weight=700,
        anchor="middle",
        of="hw",
    )
    return (*marks, label)
