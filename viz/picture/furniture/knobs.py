"""The knobs of a scene as a column: name, value, unit, range, and the mark of the first value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from functools import lru_cache
from typing import Final

from viz.scene.slider import share_of, stands, value_at
from viz.scene.types import Knob, KnobValue, Scene
from viz.stage.i18n import on_stage, said
from viz.stage.icons import flag
from viz.stage.marks import Area, Box, Disc, Mark, Marks
from viz.stage.plot import slider_track as track
from viz.stage.style import Kit
from viz.stage.text_metrics import width

PAD: Final = 24.0
GAP: Final = 8.0
HEAD: Final = 58.0  # the title's line
FOOT: Final = 10.0
RING: Final = 4.0  # the outline of what the keyboard is on
REACH: Final = 34.0  # stage units above and below a track that still catch a finger
CELL: Final = 12.0  # room at each side of the words of a choice
FLAG: Final = 22.0  # what the mark of the published choice takes
LOCKED: Final = 0.45  # how opaque a knob is that cannot be turned now
BETWEEN: Final = 16.0  # two columns of knobs
TWO: Final = 640.0  # a part as wide as this can hold two columns


class Manner(IntEnum):
    """How closely the knobs are written, from the roomiest; each is tried before the next."""

    ROOMY = 0
    CELLS = 1  # choices stand side by side
    CLOSE = 2  # a name never has a line of its own, and the first value is a mark without words
    CLOSEST = 3  # no ticks


@dataclass(frozen=True, slots=True)
class Block:
    """Where one knob stands: a track, or a row or a cell for each choice."""

    knob: Knob
    area: Area
    value: tuple[float, float, float]  # right end, baseline, size
    name: tuple[float, float]  # baseline, room
    track: track.Place | None
    rows: tuple[Area, ...] = ()
    cells: bool = False


@dataclass(frozen=True, slots=True)
class _Fitted:
    area: Area
    blocks: tuple[Block, ...]


def blocks(kit: Kit, scene: Scene) -> tuple[Block, ...]:
    """Where each knob stands in the column; nothing where the look has no column."""
    return _fitted(kit, scene.knobs).blocks if kit.layout.aside else ()


def area_of(kit: Kit, scene: Scene) -> Area:
    """Where the knobs stand: in the column, or on a stage without one over the lower part of the
    body, as much of it as they need, so that nothing is half covered."""
    return _fitted(kit, scene.knobs).area


def height(kit: Kit, scene: Scene) -> float:
    """How high the knobs' part of the column is."""
    return area_of(kit, scene)[3]


@lru_cache(maxsize=64)
def _fitted(kit: Kit, knobs: tuple[Knob, ...]) -> _Fitted:
    """The roomiest manner that keeps the knobs inside the column, or inside the body."""
    layout = kit.layout
    x, y, w, h = layout.aside or layout.body
    over = layout.aside is not None and w >= layout.body[2]  # it lies over the body
    counts = (1, 2) if w >= TWO and len(knobs) > 1 else (1,)
    tries = [(manner, count) for manner in Manner for count in counts]
    placed = [_placed(kit, knobs, (x, y, w), manner, count) for manner, count in tries]
    rooms = (h, layout.body[3]) if over else (h,)
    fits = (n for room in rooms for n, (_, needs) in enumerate(placed) if needs <= room)
    best = next(fits, len(tries) - 1)
    (manner, count), (made, needs) = tries[best], placed[best]
    if not over:
        return _Fitted((x, y, w, needs), made)
    high = max(h, needs)
    made, _ = _placed(kit, knobs, (x, y + h - high, w), manner, count)
    return _Fitted((x, y + h - high, w, high), made)


def _placed(
    kit: Kit, knobs: tuple[Knob, ...], where: tuple[float, float, float], manner: Manner, count: int
) -> tuple[tuple[Block, ...], float]:
    """The blocks in as many columns, and the height that they need with the title."""
    x, y, w = where
    each = (w - PAD - BETWEEN * (count - 1)) / count
    many = -(-len(knobs) // count)
    made: list[Block] = []
    lowest = y + HEAD
    for n, knob in enumerate(knobs):
        column, row = divmod(n, many)
        top = y + HEAD if row == 0 else made[-1].area[1] + made[-1].area[3] + GAP
        made.append(_block(kit, knob, x + PAD / 2 + column * (each + BETWEEN), top, each, manner))
        lowest = max(lowest, top + made[-1].area[3] + GAP)
    return tuple(made), lowest + FOOT - y


def _block(kit: Kit, knob: Knob, x: float, y: float, w: float, manner: Manner) -> Block:
    sizes, lang = kit.layout.sizes, kit.look.lang
    inner, left = w - PAD, x + PAD / 2
    if knob.choices:
        return _choice_block(kit, knob, (x, y, w), manner)
    size = sizes.numeral
    name = width(said(knob.title, lang), sizes.label)
    widest = max(width(track.shown(knob, v, lang), 1.0, 700) for v in _ends(knob))
    beside = name + 16 + widest * size <= inner
    if manner < Manner.CLOSE:
        base = y + size * (1.1 if beside else 2.1)
        line = base + sizes.small * 2.2
        under = line + sizes.small * 1.6
        end = under + 12
    else:
        least = sizes.least / sizes.label  # the name may be written as small as that
        if not beside:
            size = max(sizes.label, min(size, (inner - name * least - 16) / widest))
            beside = name * least + 16 + widest * size <= inner
        base = y + sizes.numeral * (1.06 if beside else 1.9)
        line = base + (31 if manner is Manner.CLOSE else 28)
        under = line + sizes.small * 1.5
        end = under + 6 if manner is Manner.CLOSE else line + 30
    place = track.Place(
        left + 4,
        left + inner - 4,
        line,
        line - (16 if manner < Manner.CLOSE else 11),
        under,
        sizes.small,
        words=manner < Manner.CLOSE,
        ticks=manner < Manner.CLOSEST,
    )
    room = inner - widest * size - 16 if beside else inner
    named = y + sizes.numeral * 1.02
    return Block(knob, (x, y, w, end - y), (left + inner, base, size), (named, room), place)


def _choice_block(kit: Kit, knob: Knob, where: tuple[float, float, float], manner: Manner) -> Block:
    x, y, w = where
    sizes = kit.layout.sizes
    inner, left = w - PAD, x + PAD / 2
    high = sizes.small * (1.75 if manner < Manner.CLOSE else 1.6)
    first = y + sizes.label * (1.75 if manner < Manner.CLOSE else 1.6)
    cells = manner >= Manner.CELLS
    if cells:
        rows = _cells(kit, knob, (left, first, inner), high)
    else:
        rows = tuple((left, first + i * high, inner, high) for i in range(len(knob.choices)))
    end = rows[-1][1] + rows[-1][3] + 8
    area, value = (x, y, w, end - y), (left + inner, y, sizes.label)
    return Block(knob, area, value, (y + sizes.label * 1.3, inner), None, rows, cells)


def _cells(
    kit: Kit, knob: Knob, where: tuple[float, float, float], high: float
) -> tuple[Area, ...]:
    """The choices side by side, in as many lines as they need."""
    x, y, room = where
    size = kit.layout.sizes.small
    found: list[Area] = []
    at = x
    for choice in knob.choices:
        mark = FLAG if choice == knob.published else 0.0
        wide = min(room, width(on_stage(choice, kit.look.lang), size, 600) + 2 * CELL + mark)
        if at > x and at + wide > x + room:
            at, y = x, y + high + 6
        found.append((at, y, wide, high))
        at += wide + 6
    return tuple(found)


def _ends(knob: Knob) -> tuple[KnobValue, ...]:
    return (knob.low, knob.high, value_at(knob, 0.37), value_at(knob, 0.71), knob.published)


@lru_cache(maxsize=256)
def draw(kit: Kit, scene: Scene, focus: str = "", locked: tuple[str, ...] = ()) -> Marks:
    """The knobs as they stand; `focus` is the name of the one that the keyboard is on, `locked`
    those that cannot be turned now."""
    if kit.layout.aside is None or not scene.knobs:
        return ()
    x, y, w, high = area_of(kit, scene)
    palette, sizes = kit.palette, kit.layout.sizes
    title, hint = kit.word("knobs"), kit.word("knobs_hint")
    room = w - 2 * PAD - width(title, sizes.label * 1.1, 700) - 16
    if width(hint, sizes.small) > room:
        hint = kit.word("knobs_hint_short")
    if locked:
        hint = kit.word("knobs_locked")
    base = y + sizes.label * 1.55
    marks: list[Mark] = [
        Box(x, y, w, high, palette.panel, 14, palette.edge, 2),
        kit.label(title, x + PAD, base, sizes.label * 1.1, palette.ink, weight=700),
        kit.label(hint, x + w - PAD, base, sizes.small, palette.small, anchor="end", room=room),
    ]
    for block in blocks(kit, scene):
        name = block.knob.name
        own = _knob(kit, block, stands(scene, block.knob), ring=name == focus)
        marks += (
            [replace(mark, alpha=LOCKED * mark.alpha) for mark in own] if name in locked else own
        )
    return tuple(marks)


def _knob(kit: Kit, block: Block, value: KnobValue, *, ring: bool) -> list[Mark]:
    sizes, palette, knob = kit.layout.sizes, kit.palette, block.knob
    marks: list[Mark] = []
    if ring:
        marks.append(Box(*block.area, palette.panel, 10, palette.ink, RING))
    left = block.area[0] + PAD / 2
    name = said(knob.title, kit.look.lang)
    base, room = block.name
    marks.append(kit.label(name, left, base, sizes.label, palette.ink, room=room))
    if block.track is None:
        draw_choices = _in_cells if block.cells else _choices
        return marks + draw_choices(kit, block, value)
    right, base, size = block.value
    text = track.shown(knob, value, kit.look.lang)
    marks.append(
        kit.label(text, right, base, size, palette.ink, weight=700, anchor="end", of="knob")
    )
    marks += track.slider(kit, block.track, track.Told(knob, value, "", 0, first=True))
    return marks


def _in_cells(kit: Kit, block: Block, value: KnobValue) -> list[Mark]:
    palette, size = kit.palette, kit.layout.sizes.small
    marks: list[Mark] = []
    for (x, y, w, h), choice in zip(block.rows, block.knob.choices, strict=True):
        chosen = choice == value
        edge = palette.token if chosen else palette.edge
        marks.append(Box(x, y, w, h, palette.panel, 8, edge, 2.5 if chosen else 1.5, of="knob"))
        published = choice == block.knob.published
        if published:
            marks += flag(x + w - CELL - 13, y + h / 2 + 8, 16, palette.ink)
        ink, weight = (palette.ink, 600) if chosen else (palette.muted, 400)
        room = w - 2 * CELL - (FLAG if published else 0.0)
        text, base = on_stage(choice, kit.look.lang), y + h / 2 + size * 0.36
        marks.append(
            kit.label(text, x + CELL, base, size, ink, weight=weight, room=room, of="knob")
        )
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
        text, base = on_stage(choice, kit.look.lang), middle + size * 0.36
        marks.append(kit.label(text, x + 40, base, size, ink, weight=weight, room=room, of="knob"))
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
