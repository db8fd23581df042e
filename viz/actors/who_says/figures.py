"""What a card shows of the scene that its number comes from: a few strokes, in any size."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from math import cos, pi, sin
from typing import Final

from viz.stage.amounts import DONE, HERE, NEVER, NOW, shades
from viz.stage.area import Area
from viz.stage.marks import Box, Disc, Field, Hatch, Line, Mark, Marks
from viz.stage.theme import Palette, mix

Figure = Callable[[Area, Palette], list[Mark]]
OF: Final = "cards"


@lru_cache(maxsize=256)
def figure(name: str, area: Area, palette: Palette, key: str) -> Marks:
    """A card's picture; nothing for a name that there is not."""
    if name not in FIGURES or area.w < 8 or area.h < 8:
        return ()
    found = FIGURES[name](area, palette)
    return tuple(replace(mark, of=OF, key=f"{key}/figure:{i}") for i, mark in enumerate(found))


def _grid(
    area: Area, columns: int, rows: int, cells: bytes, palette: Palette, colour: str, round_: float
) -> Field:
    """Equal cells that fill an area as well as they can; `round_` is a share of a cell's side."""
    pitch = min(area.w / columns, area.h / rows)
    place = Area(area.cx - pitch * columns / 2, area.cy - pitch * rows / 2, 0, 0)
    size = 0.72 * pitch
    return Field(
        place.x + 0.14 * pitch,
        place.y + 0.14 * pitch,
        columns,
        rows,
        pitch,
        pitch,
        size,
        cells,
        shades(palette, colour),
        round_ * size,
    )


def _lines(area: Area, count: int, palette: Palette) -> list[Mark]:
    """So many written lines in three columns of five, the last with its token."""
    ink = mix(palette.ink, palette.panel, 0.75)
    marks: list[Mark] = []
    cells = [
        cell for column in area.columns(1, 1, 1, gap=0.05 * area.w) for cell in column.grid(1, 5)
    ]
    for i, cell in enumerate(cells[:count]):
        long = cell.w * (0.96, 0.88, 0.98, 0.8, 0.92)[i % 5]
        marks.append(Box(cell.x, cell.cy - 0.13 * cell.h, long, 0.26 * cell.h, ink, 2))
    last = cells[count - 1]
    marks.append(Disc(last.right, last.cy, 0.3 * last.h, palette.token))
    return marks


def _fast_page(area: Area, palette: Palette) -> list[Mark]:
    return _lines(area, 15, palette)


def _slow_page(area: Area, palette: Palette) -> list[Mark]:
    return _lines(area, 1, palette)


def _pages(area: Area, palette: Palette) -> list[Mark]:
    """Fourteen pages of one machine over one page of the other."""
    ink = mix(palette.ink, palette.panel, 0.6)
    upper, lower = area.rows(1, 1, gap=0.14 * area.h)
    marks: list[Mark] = []
    for row, count in ((upper, 14), (lower, 1)):
        for cell in row.grid(14, 1)[:count]:
            sheet = cell.inset(0.12 * cell.w, 0)
            marks.append(Box(*sheet, "", 2, ink, 1.5))
            marks += [
                Box(sheet.x + 0.2 * sheet.w, line.cy - 1, 0.6 * sheet.w, 2, ink)
                for line in sheet.grid(1, 5)
            ]
    return marks


def _silicon(area: Area, palette: Palette) -> list[Mark]:
    """A wafer full of weights, a row of it at work."""
    plate = area.fit(1.0)
    states = b"".join(bytes([NOW if row == 5 else HERE]) * 12 for row in range(12))
    inner = plate.inset(0.05 * plate.w)
    return [
        Box(*plate, palette.chip, 0.06 * plate.w, palette.edge, 2),
        _grid(inner, 12, 12, states, palette, palette.weight, 0.2),
    ]


def _measure(area: Area, palette: Palette) -> list[Mark]:
    """A die with a ruler beside it."""
    plate = area.fit(0.9)
    x = plate.x - 0.16 * plate.w
    ruler = ((x, plate.y), (x, plate.bottom))
    ends = [((x - 6, y), (x + 6, y)) for y in (plate.y, plate.bottom)]
    states = bytes([HERE]) * 56
    return [
        Box(*plate, palette.chip, 4, palette.edge, 2),
        _grid(plate.inset(0.08 * plate.w), 7, 8, states, palette, palette.silicon, 0.2),
        *(Line(one, 2.0, palette.muted) for one in (ruler, *ends)),
    ]


def _tile(area: Area, palette: Palette) -> list[Mark]:
    """57 tiles of which one is a chip."""
    plate = area.fit(1.0)
    states = bytes([NOW]) + bytes([NEVER]) * 63
    inner = plate.inset(0.04 * plate.w)
    return [
        Box(*plate, palette.chip, 4, palette.edge, 2),
        _grid(inner, 8, 8, states, palette, palette.muted, 0.1),
    ]


def _unknown(area: Area, palette: Palette) -> list[Mark]:
    """Weights of which nobody outside knows how many there are."""
    wide = max(4, round(area.w / area.h * 5))
    states = bytes(
        [HERE if i % 7 in (0, 3) and i % wide < wide // 2 else NEVER for i in range(wide * 5)]
    )
    return [_grid(area, wide, 5, states, palette, palette.weight, 0.15)]


def _dial(area: Area, palette: Palette) -> list[Mark]:
    """A grid of questions, all done, and the clock that stopped."""
    left, right = area.columns(3, 1, gap=0.05 * area.w)
    r = 0.42 * min(right.w, right.h)
    marks: list[Mark] = [
        _grid(left, 25, 8, bytes([DONE]) * 200, palette, palette.ink, 0.5),
        Disc(right.cx, right.cy, r, palette.panel, palette.clock_text, 3),
    ]
    for turn, long in ((11.2 / 12, 0.5), (11 / 60, 0.75)):
        tip = (
            right.cx + r * long * sin(2 * pi * turn),
            right.cy - r * long * cos(2 * pi * turn),
        )
        marks.append(Line(((right.cx, right.cy), tip), 3, palette.clock_text))
    return marks


def _stream(area: Area, palette: Palette) -> list[Mark]:
    """Weights that would come to a wafer from a box outside."""
    box, road, wafer = area.columns(1, 1.2, 1, gap=0.04 * area.w)
    store = box.fit(1.0)
    corners = (
        (store.x, store.y),
        (store.right, store.y),
        (store.right, store.bottom),
        (store.x, store.bottom),
        (store.x, store.y),
    )
    return [
        Line(corners, 2.0, palette.muted, (3, 6)),
        _grid(store.inset(0.1 * store.w), 4, 4, bytes([HERE]) * 16, palette, palette.weight, 0.2),
        _grid(road, 9, 1, bytes([HERE]) * 9, palette, palette.weight, 0.2),
        *_silicon(wafer, palette),
    ]


def _share(area: Area, palette: Palette) -> list[Mark]:
    """A task's writing, before and after; the rest of it, hatched, stays as long."""
    upper, lower = area.inset(0, 0.06 * area.h).rows(1, 1, gap=0.2 * area.h)
    rest = 0.12 * area.w
    marks: list[Mark] = []
    for row, writing in ((upper, 0.88 * area.w), (lower, 0.88 * area.w / 14)):
        marks.append(Box(row.x, row.y, writing, row.h, palette.token, 3))
        marks.append(
            Hatch(
                row.x + writing, row.y, rest, row.h, palette.waiting_ground, palette.waiting, 3, 9
            )
        )
    return marks


def _dots(area: Area, count: int, palette: Palette) -> list[Mark]:
    """A machine's tokens on a road: the more a second, the closer."""
    plate = Area(area.x, area.y, 0.16 * area.w, area.h).fit(1.0)
    x, long = plate.right + 0.06 * area.w, area.right - plate.right - 0.08 * area.w
    r = min(0.13 * area.h, 0.4 * long / 10)
    ways = [x + long * (i + 0.5) / count for i in range(count)]
    return [
        *_silicon(plate, palette),
        *(Disc(at, area.cy, r, palette.token, palette.token_edge, 1.5) for at in ways),
    ]


def _many(area: Area, palette: Palette) -> list[Mark]:
    return _dots(area, 25, palette)


def _some(area: Area, palette: Palette) -> list[Mark]:
    """The same road, with the tokens of eight GPUs."""
    marks = _dots(area, 10, palette)[2:]
    plate = Area(area.x, area.y, 0.16 * area.w, area.h).fit(0.8)
    chips: list[Mark] = []
    for cell in plate.grid(2, 4, 0.06 * plate.w):
        chips.append(Box(*cell, palette.chip, 2, palette.edge, 1.5))
        chips += [
            Box(*side.inset(0.1 * side.w, 0.16 * side.h), palette.weight, 1)
            for side in (cell.columns(1, 2, 1)[0], cell.columns(1, 2, 1)[2])
        ]
    return [*chips, *marks]


FIGURES: Final[Mapping[str, Figure]] = {
    "fast_page": _fast_page,
    "slow_page": _slow_page,
    "pages": _pages,
    "wafer": _silicon,
    "die": _measure,
    "tile": _tile,
    "unknown": _unknown,
    "clock": _dial,
    "stream": _stream,
    "share": _share,
    "many": _many,
    "some": _some,
}


def strike(
    x: float, base: float, wide: float, size: float, share: float, ink: str, key: str
) -> Line:
    """A line through a number, drawn from the left."""
    y, beyond = base - 0.34 * size, 0.16 * size
    ends = ((x - beyond, y), (x - beyond + (wide + 2 * beyond) * share, y))
    return Line(ends, max(3.0, 0.09 * size), ink, of=OF, key=f"{key}/struck")
