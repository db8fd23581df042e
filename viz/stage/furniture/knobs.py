"""The knobs of a scene as a column: name, value, unit, range, and the mark of the first value."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from viz.scene.slide import share_of, stands, value_at
from viz.scene.types import Knob, KnobValue, Scene
from viz.stage.icons import flag
from viz.stage.kit import Kit
from viz.stage.marks import Area, Box, Disc, Mark, Marks
from viz.stage.parts import track
from viz.stage.type import width
from viz.stage.words import said

PAD: Final = 24.0
GAP: Final = 8.0
HEAD: Final = 58.0  # the title's line
RING: Final = 4.0  # the outline of what the keyboard is on
REACH: Final = 34.0  # stage units above and below a track that still catch a finger


@dataclass(frozen=True, slots=True)
class Block:
    """Where one knob stands: a track, or a row for each choice."""

    knob: Knob
    area: Area
    value: tuple[float, float]  # right end and baseline
    name_room: float
    track: track.Place | None
    rows: tuple[Area, ...] = ()


@lru_cache(maxsize=64)
def blocks(kit: Kit, scene: Scene) -> tuple[Block, ...]:
    """Where each knob stands in the column; nothing where the look has no column."""
    if kit.layout.aside is None:
        return ()
    x, _, w, _ = kit.layout.aside
    y = area_of(kit, scene)[1] + HEAD
    found = []
    for knob in scene.knobs:
        block = _block(kit, knob, x + PAD / 2, y, w - PAD)
        found.append(block)
        y += block.area[3] + GAP
    return tuple(found)


@lru_cache(maxsize=64)
def area_of(kit: Kit, scene: Scene) -> Area:
    """Where the knobs stand: in the column, or on a stage without one over the lower part of the
    body, as much of it as they need, so that nothing is half covered."""
    layout = kit.layout
    x, y, w, h = layout.aside or layout.body
    needs = HEAD + 10 + sum(_block(kit, knob, x, y, w - PAD).area[3] + GAP for knob in scene.knobs)
    if w < layout.body[2] or layout.aside is None:
        return x, y, w, needs
    high = max(h, needs)
    return x, y + h - high, w, high


def height(kit: Kit, scene: Scene) -> float:
    """How high the knobs' part of the column is."""
    return area_of(kit, scene)[3]


def _block(kit: Kit, knob: Knob, x: float, y: float, w: float) -> Block:
    sizes = kit.layout.sizes
    inner, left = w - PAD, x + PAD / 2
    name = width(said(knob.title, kit.look.lang), sizes.label)
    if knob.choices:
        high = sizes.small * 1.75
        first = y + sizes.label * 1.75
        rows = tuple((left, first + i * high, inner, high) for i in range(len(knob.choices)))
        tall = sizes.label * 1.75 + len(rows) * high + 8
        return Block(knob, (x, y, w, tall), (left + inner, y), inner, None, rows)
    widest = max(width(track.shown(knob, v), sizes.numeral, 700) for v in _ends(knob))
    beside = name + 16 + widest <= inner
    base = y + sizes.numeral * (1.1 if beside else 2.1)
    line = base + sizes.small * 2.2
    under = line + sizes.small * 1.6
    place = track.Place(left + 4, left + inner - 4, line, line - 16, under, sizes.small)
    room = inner - widest - 16 if beside else inner
    return Block(knob, (x, y, w, under + 12 - y), (left + inner, base), room, place)


def _ends(knob: Knob) -> tuple[KnobValue, ...]:
    return (knob.low, knob.high, value_at(knob, 0.37), value_at(knob, 0.71), knob.published)


def draw(kit: Kit, scene: Scene, focus: str = "") -> Marks:
    """The knobs as they stand; `focus` is the name of the one that the keyboard is on."""
    return _draw(kit, scene, focus)


@lru_cache(maxsize=256)
def _draw(kit: Kit, scene: Scene, focus: str) -> Marks:
    if kit.layout.aside is None or not scene.knobs:
        return ()
    x, y, w, high = area_of(kit, scene)
    palette, sizes = kit.palette, kit.layout.sizes
    title, hint = kit.word("knobs"), kit.word("knobs_hint")
    room = w - 2 * PAD - width(title, sizes.label * 1.1, 700) - 16
    if width(hint, sizes.small) > room:
        hint = kit.word("knobs_hint_short")
    base = y + sizes.label * 1.55
    marks: list[Mark] = [
        Box(x, y, w, high, palette.panel, 14, palette.edge, 2),
        kit.label(title, x + PAD, base, sizes.label * 1.1, palette.ink, weight=700),
        kit.label(hint, x + w - PAD, base, sizes.small, palette.small, anchor="end", room=room),
    ]
    for block in blocks(kit, scene):
        marks += _knob(kit, block, stands(scene, block.knob), ring=block.knob.name == focus)
    return tuple(marks)


def _knob(kit: Kit, block: Block, value: KnobValue, *, ring: bool) -> list[Mark]:
    sizes, palette, knob = kit.layout.sizes, kit.palette, block.knob
    marks: list[Mark] = []
    if ring:
        marks.append(Box(*block.area, palette.panel, 10, palette.ink, RING))
    left = block.area[0] + PAD / 2
    name = said(knob.title, kit.look.lang)
    base = (
        block.area[1] + sizes.numeral * 1.02 if block.track else block.area[1] + sizes.label * 1.3
    )
    marks.append(kit.label(name, left, base, sizes.label, palette.ink, room=block.name_room))
    if block.track is None:
        return marks + _choices(kit, block, value)
    right, base = block.value
    text = track.shown(knob, value)
    marks.append(
        kit.label(
            text, right, base, sizes.numeral, palette.ink, weight=700, anchor="end", of="knob"
        )
    )
    marks += track.slider(kit, block.track, track.Told(knob, value, "", 0, first=True))
    return marks


def _choices(kit: Kit, block: Block, value: KnobValue) -> list[Mark]:
    palette, size = kit.palette, kit.layout.sizes.small
    marks: list[Mark] = []
    for (x, y, w, h), choice in zip(block.rows, block.knob.choices, strict=True):
        middle = y + h / 2
        marks.append(Disc(x + 14, middle, 11, palette.panel, palette.waiting, 2.5))
        chosen = choice == value
        if chosen:
            marks.append(Disc(x + 14, middle, 6, palette.token, of="knob"))
        room = w - 40
        if choice == block.knob.published:
            room -= 30
            marks += flag(x + w - 22, middle + 9, 18, palette.ink)
        ink, weight = (palette.ink, 600) if chosen else (palette.muted, 400)
        base = middle + size * 0.36
        marks.append(
            kit.label(
                choice.replace("mm2", "mm²"),
                x + 40,
                base,
                size,
                ink,
                weight=weight,
                room=room,
                of="knob",
            )
        )
    return marks


def hit(kit: Kit, scene: Scene, x: float, y: float) -> tuple[Knob, KnobValue] | None:
    """The knob under a point, and the value that a press there turns it to."""
    for block in blocks(kit, scene):
        for area, choice in zip(block.rows, block.knob.choices, strict=False):
            if _within(area, x, y):
                return block.knob, choice
        line = block.track
        if line and abs(y - line.y) <= REACH and line.start - 24 <= x <= line.end + 24:
            return block.knob, dragged(block, x)
    return None


def dragged(block: Block, x: float) -> KnobValue:
    """The value of a slider whose handle is held at x."""
    line = block.track
    if line is None:
        return block.knob.published
    value = value_at(block.knob, (x - line.start) / (line.end - line.start))
    first = block.knob.published  # the handle is caught by the mark of the first value
    near = (
        isinstance(first, float | int)
        and abs(line.start + share_of(block.knob, first) * (line.end - line.start) - x) <= 5
    )
    return float(first) if near else value


def _within(area: Area, x: float, y: float) -> bool:
    left, top, w, h = area
    return left <= x <= left + w and top <= y <= top + h
