"""Tanks in rows, read like text, with what is in them and the links from each to the next."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor
from typing import Final

from viz.stage.marks import Area, Box, Dots, Line, Mark, Marks
from viz.stage.style import Focus, Kit, dimmed
from viz.stage.theme import mix

MOST: Final = 500  # tanks that are drawn; the number is always the true one
LARGE: Final = 64.0  # a tank at least this wide shows its weights as squares


@dataclass(frozen=True, slots=True)
class Grid:
    """Tanks in rows, read like text; `size` is one tank's side, `pitch` the step to the next."""

    x: float
    y: float
    columns: int
    size: float
    pitch: float

    def at(self, index: int) -> tuple[float, float]:
        """The upper left corner of a tank."""
        row, column = divmod(index, self.columns)
        return self.x + column * self.pitch, self.y + row * self.pitch


@lru_cache(maxsize=256)
def grid_in(inner: Area, kit: Kit, count: int) -> Grid:
    x, y, w, h = inner
    count = min(count, MOST)
    foot = kit.layout.sizes.numeral * 1.5
    h -= foot
    best = (0.0, 1)
    for columns in range(1, count + 1):
        rows = ceil(count / columns)
        best = max(best, (min(w / columns, h / rows), columns))
    pitch, columns = best
    pitch = min(pitch, 190.0)
    rows = ceil(count / columns)
    pitch = floor(pitch * 2) / 2
    gap = max(4.0, round(pitch * 0.16))
    size = pitch - gap
    left = round(x + (w - (columns * pitch - gap)) / 2)
    return Grid(left, round(y + (h - (rows * pitch - gap)) / 2), columns, size, pitch)


@lru_cache(maxsize=256)
def still(kit: Kit, focus: Focus, grid: Grid, count: int, full: int) -> Marks:
    """Links, tanks, and the weights in those that are full."""
    palette, count = kit.palette, min(count, MOST)
    links = _links(kit, grid, count, focus.lit("tanks.links"))
    links = dimmed(links, focus.level("tanks.links"), palette)
    level = focus.level("tanks.level")
    if grid.size >= LARGE:
        return (*links, *dimmed(_large(kit, grid, count, full), level, palette))
    # Small tanks are grids of squares in layers, mixed opaque so that no link shines through.
    inset = _inset(grid.size)
    edge, chip, weight = (
        mix(colour, palette.panel, level)
        for colour in (palette.waiting, palette.chip, palette.weight)
    )
    return (
        *links,
        *_layer(grid, count, 0.0, edge, min(6.0, grid.size * 0.16)),
        *_layer(grid, count, 1.5, chip, min(5.0, grid.size * 0.12)),
        *_layer(grid, full, inset, weight, 2.0, "tanks.poured"),
    )


def _large(kit: Kit, grid: Grid, count: int, full: int) -> Marks:
    """Tanks in which each weight is seen."""
    palette = kit.palette
    marks: list[Mark] = []
    for i in range(count):
        x, y = grid.at(i)
        marks.append(Box(x, y, grid.size, grid.size, palette.chip, 8, palette.waiting, 2.0))
        if i < full:
            marks.append(_weights(kit, (x, y), grid.size, 1.0))
    return tuple(marks)


def _layer(grid: Grid, count: int, inset: float, colour: str, radius: float, of: str = "") -> Marks:
    """Squares in the first `count` places: whole rows, and what is left of one."""
    rows, rest = divmod(count, grid.columns)
    size, x = grid.size - 2 * inset, grid.x + inset
    parts = ((grid.columns, rows, 0), (rest, 1, rows))
    return tuple(
        Dots(
            x,
            grid.y + inset + first * grid.pitch,
            columns,
            lines,
            grid.pitch,
            grid.pitch,
            size,
            colour,
            radius,
            of=of,
        )
        for columns, lines, first in parts
        if columns and lines
    )


def _inset(size: float) -> float:
    """From a tank's edge to its weights."""
    return max(2.5, size * 0.08)


def _links(kit: Kit, grid: Grid, count: int, lit: float) -> Marks:
    """Dashes from each tank to the next, and a dotted line around to the row below."""
    palette, half, gap = kit.palette, grid.size / 2, grid.pitch - grid.size
    if grid.size >= LARGE:
        dash = (max(2.0, gap * 0.22), max(3.0, gap * 0.3))
        pairs = ((grid.at(i), grid.at(i + 1)) for i in range(count - 1))
        return tuple(
            Line(
                ((x + grid.size, y + half), (right, y + half)), 2.5 + 1.5 * lit, palette.link, dash
            )
            for (x, y), (right, below) in pairs
            if below == y
        )
    thick = min(gap - 1, 3.0 + 1.5 * lit)
    rows = -(-count // grid.columns)
    marks: list[Mark] = []
    for row in range(rows):
        linked = min(grid.columns, count - row * grid.columns)
        y = grid.y + row * grid.pitch
        if linked > 1:
            left = grid.x + grid.size + (gap - thick) / 2
            top = y + half - thick / 2
            across = (linked - 1, 1, grid.pitch, grid.pitch)
            marks.append(Dots(left, top, *across, thick, palette.link, 1))
        if row + 1 < rows:
            step = 8.0
            long = int((grid.columns - 1) * grid.pitch / step)
            top = y + grid.size + (gap - 2.0) / 2
            marks.append(Dots(grid.x + half, top, long, 1, step, step, 2.0, palette.link, 1))
    return tuple(marks)


def filling(kit: Kit, grid: Grid, index: int, share: float) -> Marks:
    """The tank that is being filled."""
    if share <= 0 or index >= MOST:
        return ()
    return (_weights(kit, grid.at(index), grid.size, share),)


def _weights(kit: Kit, corner: tuple[float, float], size: float, share: float) -> Mark:
    """What is in a tank, from its bottom: squares where they can be seen, else one surface."""
    x, y = corner
    inset = _inset(size)
    inner = size - 2 * inset
    colour, of = kit.palette.weight, "tanks.poured"
    top = y + inset + inner * (1 - share)
    if size < LARGE:
        return Box(x + inset, top, inner, inner * share, colour, min(2.0, inset), of=of)
    count = 8
    pitch = inner / count
    square = pitch * 0.62
    offset = inset + (pitch - square) / 2
    clip = (x, top, size, y + size - top) if share < 1 else None
    return Dots(x + offset, y + offset, count, count, pitch, pitch, square, colour, 2, clip, of=of)
