"""What a turned knob does to the time of a word: a bar for each setting, in parts, on one scale.

A bar grows with the word that the machine writes: all at one rate, and the faster stops earlier.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from viz.actors.what_if.settings import Setting, settings
from viz.actors.what_if.what_if_places import Row, head, places, row
from viz.catalog.types import Text
from viz.errors import Fault, VizError
from viz.stage.area import Area
from viz.stage.i18n import said
from viz.stage.marks import PAST, Box, Disc, Line, Mark, Marks
from viz.stage.number_text import duration, speed
from viz.stage.parameters import parameter
from viz.stage.style import Kit
from viz.stage.text_metrics import width
from viz.stage.theme import mix
from viz.stage.view import StageView
from viz.stage.words_line import Words, placed

SHORTER: Final = 0.97  # of the first bar's weights: what is below that has become shorter
PAST_LEVEL: Final = 0.55  # how bright a bar is that was measured before


@dataclass(frozen=True, slots=True)
class Parameters:
    """How the settings are called."""

    names: tuple[Text, ...] = parameter(
        "texts", "the knobs as they are, then what each of them does alone, in their order"
    )


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """No panel: the bars stand in the world."""
    return ()


def draw(stage: StageView, world: Area, _: Parameters) -> Marks:
    """All bars. Raises VizError where the scene has no machine at left."""
    bars = settings(stage)
    if not bars:
        raise VizError(Fault("what_if needs a machine at left", write="left: 1 x h100"))
    scale = _scale(stage, world, bars)
    marks: list[Mark] = []
    for i, one in enumerate(bars):
        marks += _bar(stage, row(world, stage.kit, i).bar, one, bars[0], scale)
    return tuple(marks)


def _scale(stage: StageView, world: Area, bars: tuple[Setting, ...]) -> float:
    """Units of the world for a second: the longest bar of those on stage has the whole width."""
    return row(world, stage.kit, 0).bar.w / max(one.times.seconds for one in bars)


def _bar(stage: StageView, area: Area, one: Setting, first: Setting, scale: float) -> list[Mark]:
    """What is waited for: to be called, the text so far, the weights; and what is no longer."""
    palette = stage.kit.palette
    times, key = one.times, f"what_if/{one.told}"
    light = 1.0 if one.current else PAST_LEVEL
    at, left = area.x, one.grown * times.seconds
    gap = min(3.0, 0.1 * area.h)
    marks: list[Mark] = []
    starts = Area(at, area.y, min(left, times.starts) * scale, area.h)
    if starts.w > gap:
        ground = mix(palette.waiting_ground, palette.ground, light)
        edge = mix(palette.waiting, palette.ground, light)
        box = starts.cut(right=gap)
        marks.append(Box(*box, ground, 3, edge, 1.5, of="starts", key=f"{key}/starts"))
        marks += _calls(stage, box, times.starts * scale - gap, light, key)
    at, left = at + times.starts * scale, left - times.starts
    text = Area(at, area.y, max(0.0, min(left, times.text)) * scale, area.h)
    if text.w > gap:
        fill = mix(palette.token, palette.ground, 0.35 * light)
        edge = mix(palette.token, palette.ground, light)
        box = text.cut(right=gap)
        marks.append(Box(*box, fill, 3, edge, 1.5, of="text", key=f"{key}/text"))
        r = 0.15 * box.h
        for i in range(int(box.w / (3 * r))):
            x = box.x + (i + 0.5) * box.w / max(1, int(box.w / (3 * r)))
            marks.append(
                Disc(x, box.cy, r, palette.panel, edge, 1.5, of="text", key=f"{key}/ring:{i}")
            )
    at, left = at + times.text * scale, left - times.text
    weights = Area(at, area.y, max(0.0, min(left, times.weights)) * scale, area.h)
    if weights.w > 0.5:
        fill = mix(palette.weight, palette.ground, light)
        marks.append(Box(*weights, fill, 3, of="reading", key=f"{key}/weights"))
        hair = min(weights.w, max(2.5, times.work * scale))
        green = mix(palette.computing, palette.ground, max(light, 0.8))
        marks.append(
            Box(
                weights.x,
                weights.y,
                hair,
                weights.h,
                green,
                of="computing",
                key=f"{key}/work",
                ref="left.arithmetic",
            )
        )
    saved = (first.times.weights - times.weights) * scale
    if one.grown >= 1.0 and times.weights < SHORTER * first.times.weights:
        x0 = area.x + times.seconds * scale + gap
        box = Area(x0, area.y, saved - gap, area.h).inset(0, 1)
        corners = (
            (box.x, box.y),
            (box.right, box.y),
            (box.right, box.bottom),
            (box.x, box.bottom),
            (box.x, box.y),
        )
        edge = mix(palette.weight, palette.ground, 0.7 if one.current else 0.4)
        marks.append(Line(corners, 1.5, edge, (6, 5), of="saved", key=f"{key}/saved"))
    return marks


def _calls(stage: StageView, box: Area, full: float, light: float, key: str) -> list[Mark]:
    """The picture of a start, small: the host, its call, an empty hand."""
    palette = stage.kit.palette
    count = 3 if full > 4.5 * box.h else 2 if full > 3 * box.h else 1
    each, r = full / count, 0.17 * box.h
    ink = mix(palette.ink, palette.ground, 0.8 * light)
    hand = mix(palette.weight, palette.ground, 0.9 * light)
    marks: list[Mark] = []
    for i in range(count):
        x, y, reach = box.x + (i + 0.5) * each, box.cy, 0.3 * each
        if x + reach + r > box.right:
            break
        who = f"{key}/call:{i}"
        marks += [
            Line(((x - reach, y), (x + reach, y)), 1.5, ink, of="starts", key=f"{who}/line"),
            Box(
                x - reach - r,
                y - r,
                2 * r,
                2 * r,
                palette.panel,
                2,
                ink,
                1.5,
                of="starts",
                key=f"{who}/host",
            ),
            Disc(x, y, r * 0.7, ink, of="starts", key=f"{who}/call"),
            Box(
                x + reach - r,
                y - r,
                2 * r,
                2 * r,
                palette.panel,
                1,
                hand,
                1.5,
                of="starts",
                key=f"{who}/hand",
            ),
        ]
    return marks


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Names, times and speeds; what the parts are, and which of them did not shrink."""
    kit, bars = stage.kit, settings(stage)
    scale = _scale(stage, world, bars)
    lines: list[Words] = []
    marks: list[Mark] = []
    for i, one in enumerate(bars):
        place = row(world, kit, i)
        lines += _row(stage, place, one, bars[0], p)
    if bars:
        lines += _parts(stage, world, bars[0], scale)
    last = bars[-1]
    shorter = last.times.weights < SHORTER * bars[0].times.weights
    if last.current and last.told > 0 and last.grown >= 1.0 and shorter:
        more, words = _same(stage, row(world, kit, len(bars) - 1).bar, last, scale)
        marks += more
        lines.append(words)
        lines += _saved(stage, row(world, kit, len(bars) - 1).bar, last, bars[0], scale)
    wide = kit.layout.form in ("wide", "narrow")
    if wide and (told := next((one for one in bars if one.current), None)) and told.told:
        lines.insert(0, _pill(stage, world, _name(told, p, kit)))
    safe = Area(*kit.layout.safe)
    for line in placed(lines, safe, []):
        marks += line.marks(kit)
        if line.key == "what_if/pill":
            box = line.box.inset(-22, -9)
            ring = kit.palette.ink
            marks.append(Box(*box, "", box.h / 2, ring, 2, key="what_if/pill/ring"))
    return tuple(marks)


def _name(one: Setting, p: Parameters, kit: Kit) -> str:
    number = 0 if one.told == 0 else one.knob + 1
    if one.told == 0 or (one.told > 0 and 0 < number < len(p.names)):
        return said(p.names[number], kit.look.lang)
    return kit.word("what_if_own")


def _row(stage: StageView, place: Row, one: Setting, first: Setting, p: Parameters) -> list[Words]:
    kit, palette = stage.kit, stage.kit.palette
    label = kit.layout.sizes.label
    name, bar, numbers = (stage.lens.area(area) for area in place)
    wide = kit.layout.form in ("wide", "narrow")
    key = f"what_if/{one.told}"
    ink = palette.ink if one.current else palette.muted
    weight = 600 if one.current else 400
    y = (bar.cy if wide else name.cy) + label * 0.36
    x, anchor = (name.right - label * 0.7, "end") if wide else (name.x, "start")
    found = [Words(x, y, ((_name(one, p, kit), label * 1.04, ink, weight),), anchor, f"{key}/name")]
    if one.grown < 1.0:
        return found
    light = palette.token_text
    unit = kit.word("speed_unit")
    times, speeds = ("left.step", "left.speed") if one.current else (PAST, PAST)
    parts: tuple[tuple[str, float, str, int], ...] = (
        (duration(one.times.seconds), label * 1.08, ink, 700),
        ("   ", label, ink, 400),
        (f"{speed(one.times.speed)} {unit}", label * 1.04, light, 600 if one.current else 400),
    )
    end = min(numbers.right, kit.layout.safe[0] + kit.layout.safe[2])
    x, anchor = (numbers.x + label * 0.7, "start") if wide else (end, "end")
    ratio = f"{first.times.seconds / one.times.seconds:.1f}×"
    times_part = (ratio, label * 1.3, ink, 700)
    compared = one.told != 0
    if not wide and compared:
        parts += (("   ", label, ink, 400), times_part)
    found.append(
        Words(
            x, y, parts, anchor, f"{key}/time", of="left.step", refs=(times, "", speeds, "", PAST)
        )
    )
    if wide and compared:
        found.append(
            Words(end, y, (times_part,), "end", f"{key}/ratio", of="left.step", refs=(PAST,))
        )
    return found


def _parts(stage: StageView, world: Area, first: Setting, scale: float) -> list[Words]:
    """The names of the parts, above the first bar."""
    kit, palette = stage.kit, stage.kit.palette
    size = kit.layout.sizes.label
    bar = stage.lens.area(row(world, kit, 0).bar)
    line = stage.lens.area(head(world, kit))
    wide = kit.layout.form in ("wide", "narrow")
    y = line.bottom - size * 0.1 if wide else line.y + size * 0.9
    scale *= stage.lens.scale
    begin, middle = first.times.starts * scale, first.times.text * scale
    starts, text = kit.word("what_if_starts"), kit.word("what_if_text")
    weights = kit.word("what_if_weights")
    after = bar.x + begin + middle
    found = [
        Words(bar.x, y, ((starts, size, palette.muted, 400),), "start", "what_if/starts"),
        Words(after, y, ((weights, size, palette.weight_text, 400),), "start", "what_if/weights"),
    ]
    if width(starts, size) + width(text, size) + 1.1 * size < begin + middle:
        part = ((text, size, palette.token_text, 400),)
        found.append(Words(after - size * 0.5, y, part, "end", "what_if/text"))
    return found


def _same(stage: StageView, bar: Area, one: Setting, scale: float) -> tuple[list[Mark], Words]:
    """A bracket below what the knob left as it was."""
    kit, palette = stage.kit, stage.kit.palette
    size = kit.layout.sizes.label
    seen = stage.lens.area(bar)
    long = one.times.starts * scale * stage.lens.scale
    y = seen.bottom + size * 0.3
    ends = ((seen.x, y), (seen.x, y + 8), (seen.x + long, y + 8), (seen.x + long, y))
    words = Words(
        seen.x,
        y + 8 + size * 1.05,
        ((kit.word("what_if_same"), size, palette.ink, 600),),
        "start",
        "what_if/same",
        of="starts",
    )
    return [Line(ends, 2.0, palette.ink, of="starts", key="what_if/same/bracket")], words


def _saved(stage: StageView, bar: Area, one: Setting, first: Setting, scale: float) -> list[Words]:
    """In the outline of what is gone: that nobody waits for it any more."""
    kit, palette = stage.kit, stage.kit.palette
    size = kit.layout.sizes.label
    seen = stage.lens.area(bar)
    scale *= stage.lens.scale
    x = seen.x + one.times.seconds * scale
    room = (first.times.weights - one.times.weights) * scale
    text = kit.word("what_if_saved")
    if width(text, size) + size > room:
        return []
    part = ((text, size, palette.weight_text, 400),)
    return [Words(x + room / 2, seen.cy + size * 0.36, part, "middle", "what_if/saved", of="saved")]


def _pill(stage: StageView, world: Area, change: str) -> Words:
    """Above the machine: it is not as it is."""
    kit = stage.kit
    size = kit.layout.sizes.label * 1.05
    x, y = stage.lens.point(world.right, world.y)
    text = kit.word("what_if", change=change)
    part = ((text, size, kit.palette.ink, 600),)
    return Words(x - size, y + size * 0.9, part, "end", "what_if/pill")


__all__ = ["Parameters", "draw", "over", "panel", "places"]
