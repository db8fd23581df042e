"""One word of the cards as a strip of its parts; under it the wafers' words, laid end to end."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Final

from viz.actors.word_strips.word_parts import Parts, Row, rows_of
from viz.actors.word_strips.word_strips_places import UPRIGHT, Strip, places, strips
from viz.catalog.types import Text
from viz.errors import Fault, VizError
from viz.stage.area import Area
from viz.stage.i18n import said
from viz.stage.marks import PAST, Box, Disc, Mark, Marks
from viz.stage.number_text import duration
from viz.stage.parameters import parameter
from viz.stage.plot import layer_pictures as pictures
from viz.stage.style import Kit
from viz.stage.text_metrics import width
from viz.stage.theme import mix
from viz.stage.view import StageView
from viz.stage.words_line import Words, placed

PAST_LEVEL: Final = 0.5  # how bright a strip is that was measured before
SIGN: Final = 2.2  # width over height of a sign in a bar
ON_ITS_WAY: Final = 0.62  # of a start: the moment that its sign shows
NEARLY: Final = 0.84  # of a meeting: all are there but the last
LITTLE: Final = 0.02  # of a word: a part so short has no name
R: Final = 9.0  # of a word's circle, where there is room


@dataclass(frozen=True, slots=True)
class Parameters:
    """How the settings are called."""

    names: tuple[Text, ...] = parameter(
        "texts", "what the knobs as they are come to, then as each beat sets them, in order"
    )
    height: float = parameter("number", "the share of the world's height that it takes", 0.5)


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """No panel: the strips stand in the world."""
    return ()


def draw(stage: StageView, world: Area, p: Parameters) -> Marks:
    """All strips, on one scale. Raises VizError where the scene has no two machines."""
    rows = _rows(stage)
    if not rows:
        raise VizError(Fault("word_strips needs two machines", write="left: 8 x h100"))
    marks: list[Mark] = []
    scale = _scale(stage, world, p, rows)
    for strip, row in zip(_strips(stage, world, p, rows), rows, strict=True):
        marks += _strip(stage.kit, strip, row, scale)
    return tuple(marks)


def _rows(stage: StageView) -> tuple[Row, ...]:
    """The settings that have room: all, or the last where the stage is not wide."""
    rows = rows_of(stage)
    return rows if stage.kit.layout.form in ("wide", "narrow") else rows[-UPRIGHT:]


def _scale(stage: StageView, world: Area, p: Parameters, rows: tuple[Row, ...]) -> float:
    """Units for a second: the longest word has the whole width."""
    bar = _strips(stage, world, p, rows)[0].one
    return bar.w / max(row.parts.one for row in rows)


def _strips(
    stage: StageView, world: Area, p: Parameters, rows: tuple[Row, ...]
) -> tuple[Strip, ...]:
    current = next((i for i, row in enumerate(rows) if row.told.current), 0)
    return strips(world, stage.kit, p.height, len(rows), current)


def pieces(parts: Parts) -> tuple[tuple[str, float], ...]:
    """The cards' word as the hall shows it: starts, then meetings, then reading, in turn where the
    cards take turns. (In truth these lie between the layers: a schematic.)"""
    reads = tuple((f"reading:{i}", parts.reading / parts.turns) for i in range(parts.turns))
    rest = (("starts", parts.starts), ("meetings", parts.meetings), ("far", parts.far))
    return (*(one for one in rest if one[1] > 0), *reads)


@lru_cache(maxsize=64)  # all but the current one stay as they are
def _strip(kit: Kit, strip: Strip, row: Row, scale: float) -> tuple[Mark, ...]:
    return (*_one(kit, strip, row, scale), *_many(kit, strip, row, scale))


def _one(kit: Kit, strip: Strip, row: Row, scale: float) -> list[Mark]:
    """The cards' word, as far as it has come."""
    palette = kit.palette
    light = 1.0 if row.told.current else PAST_LEVEL
    key = f"strip:{row.told.number}/one"
    area, left = strip.one, row.grown * row.parts.one
    looks = {
        "reading": (palette.weight, ""),
        "starts": (palette.waiting_ground, palette.waiting),
        "meetings": (palette.link, ""),
        "far": (mix(palette.link, palette.ground, 0.45), palette.link),
    }
    whole = Area(area.x, area.y, row.parts.one * scale, area.h)
    marks: list[Mark] = []
    if row.grown < 1.0:
        marks.append(Box(*whole, "", 4, palette.edge, 1.5, of="left.step", key=f"{key}/outline"))
    x = area.x
    for name, seconds in pieces(row.parts):
        wide = min(max(left, 0.0), seconds) * scale
        left -= seconds
        fill, edge = looks[name.partition(":")[0]]
        gap = min(3.0, 0.2 * wide)
        if wide > 0.4:
            marks.append(
                Box(
                    x,
                    area.y,
                    wide - gap,
                    area.h,
                    mix(fill, palette.ground, light),
                    min(4.0, wide / 3),
                    mix(edge, palette.ground, light) if edge else "",
                    2.0 if edge else 0.0,
                    of="left.step",
                    key=f"{key}/{name}",
                    ref={"reading": "left.reading", "starts": "left.overhead"}.get(
                        name.partition(":")[0], "left.links"
                    )
                    if row.told.current
                    else "",
                )
            )
            box = Area(x, area.y, wide - gap, area.h)
            if row.told.current and box.w > SIGN * box.h and wide >= seconds * scale - 0.5:
                marks += _sign(kit, name, box, row, f"{key}/{name}/sign")
        x += seconds * scale
    return marks


def _sign(kit: Kit, name: str, box: Area, row: Row, key: str) -> Marks:
    """What happens in a part, small: a call on its way, partial sums that meet, here or of boxes."""
    inner = box.inset(0.1 * box.h).fit(SIGN)
    if name == "starts":
        return pictures.start(kit, inner, ON_ITS_WAY, key, "left.step", small=True)
    if name in ("meetings", "far"):
        rig = row.told.scene.left
        count = rig.count if rig else 2
        chips = 2 if name == "far" else min(8, count)
        return pictures.meeting(kit, inner, NEARLY, key, "left.step", chips=chips, small=True)
    return ()


def _many(kit: Kit, strip: Strip, row: Row, scale: float) -> list[Mark]:
    """The wafers' words end to end, as many as were written meanwhile; a circle for each."""
    palette = kit.palette
    light = 1.0 if row.told.current else PAST_LEVEL
    parts, key = row.parts, f"strip:{row.told.number}/many"
    area = strip.many
    bar = area.cut(bottom=0.52 * area.h)
    each = parts.other * scale
    done = row.grown * parts.lead
    r = min(R, 0.4 * each, 0.25 * area.h)
    orange = mix(palette.weight, palette.ground, light)
    layers = mix(palette.token, palette.ground, 0.4 * light)
    hop = mix(palette.link, palette.ground, light)
    token = mix(palette.token, palette.ground, light)
    marks: list[Mark] = []
    for i in range(ceil(done - 1e-6)):
        share = min(1.0, done - i)
        x, wide = area.x + i * each, share * each - min(2.0, 0.15 * each)
        if wide < 0.5:
            break
        read = min(wide, parts.wafer_reading * scale)
        marks.append(Box(x, bar.y, wide, bar.h, layers, 2, of="right.step", key=f"{key}/word:{i}"))
        marks.append(
            Box(x, bar.y, read, bar.h, orange, 1, of="right.step", key=f"{key}/reading:{i}")
        )
        if share >= 1.0 and parts.hops * scale > 1.0:
            long = parts.hops * scale
            box = (x + wide - long, bar.y, long, bar.h)
            marks.append(Box(*box, hop, 1, of="right.step", key=f"{key}/hops:{i}"))
        if share >= 1.0:
            x, y = area.x + (i + 1) * each - r, area.bottom - r
            marks.append(Disc(x, y, r, token, of="right.tokens", key=f"{key}/circle:{i}"))
    return marks


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Names, the parts of the current word, and how many the wafers write meanwhile."""
    rows = _rows(stage)
    scale = _scale(stage, world, p, rows) if rows else 0.0
    lines: list[Words] = []
    for strip, row in zip(_strips(stage, world, p, rows), rows, strict=True):
        lines += _labels(stage, strip, row, p, scale)
        if row.told.current:
            lines += _parts(stage, strip, row, scale)
    shown = placed(lines, Area(*stage.kit.layout.safe), [])
    return tuple(mark for line in shown for mark in line.marks(stage.kit))


def _labels(stage: StageView, strip: Strip, row: Row, p: Parameters, scale: float) -> list[Words]:
    kit, palette, sizes = stage.kit, stage.kit.palette, stage.kit.layout.sizes
    wide = kit.layout.form in ("wide", "narrow")
    ink = palette.ink if row.told.current else palette.muted
    weight = 600 if row.told.current else 400
    key = f"strip:{row.told.number}"
    name, one, many, lead = (stage.lens.area(area) for area in strip)
    number = row.told.number
    text = said(p.names[number], kit.look.lang) if 0 <= number < len(p.names) else ""
    text = text or kit.word("what_if_own")
    size = sizes.label * 1.04
    y = (one.y + many.bottom) / 2 if wide else name.cy
    found: list[Words] = []
    for i, piece in enumerate(text.split("|")):
        part = ((piece, size, ink if i == 0 else palette.muted, weight if i == 0 else 400),)
        if wide:
            at = y + 0.36 * size + (i - (text.count("|")) / 2) * 1.2 * size
            found.append(Words(name.right - 22, at, part, "end", f"{key}/name:{i}"))
        else:
            x = name.x if i == 0 else found[-1].box.right + 16
            found.append(Words(x, y + 0.36 * size, part, "start", f"{key}/name:{i}"))
    if row.grown < 1.0:
        return found
    big = sizes.numeral * (1.5 if row.told.current else 1.0)
    times = (f"{row.parts.lead:.2g}×", big, ink, 700)
    ref = "= left.step / right.step" if row.told.current else PAST
    end = one.x + row.parts.one * scale * stage.lens.scale
    x, anchor = (end + 20, "start") if wide else (lead.right, "end")
    at = (y if wide else lead.cy) + 0.36 * big
    found.append(Words(x, at, (times,), anchor, f"{key}/lead", refs=(ref,), of="left.step"))
    return found


def _parts(stage: StageView, strip: Strip, row: Row, scale: float) -> list[Words]:
    """Over the current word: what its parts are, and how long."""
    kit, palette, sizes = stage.kit, stage.kit.palette, stage.kit.layout.sizes
    area = stage.lens.area(strip.one)
    scale *= stage.lens.scale
    colours = {
        "reading": palette.weight_text,
        "starts": palette.muted,
        "meetings": palette.link_text,
        "far": palette.link_text,
    }
    sums: dict[str, tuple[float, float]] = {}
    at = 0.0
    for name, seconds in pieces(row.parts):
        kind = name.partition(":")[0]
        begin, long = sums.get(kind, (at, 0.0))
        sums[kind] = (begin, long + seconds)
        at += seconds
    size, y = sizes.label, area.y - 0.45 * sizes.label
    lines: list[Words] = []
    end = 0.0
    come = row.grown * row.parts.one
    for kind, (begin, long) in sums.items():
        if come < begin + 0.5 * long or long < LITTLE * row.parts.one:
            continue
        word = kit.word(f"strips_{kind}", turns=row.parts.turns)
        time = duration(long, 2)
        ref = {"reading": "left.reading", "starts": "left.overhead"}.get(kind, "")
        alone = "far" not in sums
        ref = ref or ("left.links" if alone else PAST)
        x = max(area.x + begin * scale, end)
        parts = ((f"{word} ", size, colours[kind], 400), (time, size, colours[kind], 700))
        wide = width(parts[0][0], size) + width(time, size, 700)
        lines.append(
            Words(x, y, parts, "start", f"strip/part:{kind}", refs=("", ref), of="left.step")
        )
        end = x + wide + 0.8 * size
    return lines


__all__ = ["Parameters", "draw", "over", "panel", "places"]
