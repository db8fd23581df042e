"""A wafer in a row of many: its outline, and its squares by state; and the links between them."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from viz.actors.serpentine.serpentine_places import Serpentine
from viz.stage.amounts import NOTHING, shades
from viz.stage.area import Area
from viz.stage.marks import Box, Dots, Field, Line, Mark, Marks, Shade
from viz.stage.theme import Palette, mix

PAD: Final = 0.07  # of a wafer's side


@lru_cache(maxsize=16)
def looks(palette: Palette) -> tuple[Shade, ...]:
    """States of squares; an empty place is a shade of the chip."""
    found = list(shades(palette, palette.weight))
    found[NOTHING] = Shade(mix(palette.core, palette.chip, 0.5))
    return tuple(found)


def pitch_of(area: Area, columns: int, rows: int) -> float:
    """From square to square in a wafer."""
    return min(area.w * (1 - 2 * PAD) / columns, area.h * (1 - 2 * PAD) / rows)


def place_in(area: Area, columns: int, rows: int, index: int) -> tuple[float, float, float]:
    """Where a square lies, counted from the lower left corner: its corner, and its size."""
    pitch = pitch_of(area, columns, rows)
    size = pitch * 0.8
    row, column = divmod(index, columns)
    x = area.cx - pitch * columns / 2 + column * pitch + (pitch - size) / 2
    y = area.cy + pitch * rows / 2 - (row + 1) * pitch + (pitch - size) / 2
    return x, y, size


@lru_cache(maxsize=4096)
def wafer(
    area: Area,
    palette: Palette,
    cells: bytes,
    columns: int,
    edge: str,
    fill: str,
    key: str,
    ref: str = "",
) -> Marks:
    """One wafer; cells are read row by row from the top."""
    rows = len(cells) // columns
    x, y, size = place_in(area, columns, rows, columns * (rows - 1))
    pitch = pitch_of(area, columns, rows)
    return (
        Box(*area, fill, 0.06 * area.w, edge, 2.0, of="wafers", key=key, ref=ref),
        Field(
            x,
            y,
            columns,
            rows,
            pitch,
            pitch,
            size,
            cells,
            looks(palette),
            size * 0.14,
            of="wafers",
            key=f"{key}/cells",
            ref=ref,
        ),
    )


@lru_cache(maxsize=4096)
def layer(
    area: Area,
    palette: Palette,
    grid: tuple[int, int, int],
    edge: str,
    fill: str,
    key: str,
    ref: str = "",
) -> Marks:
    """One wafer with weights that stay, all of them in use: so many squares, columns and rows."""
    count, columns, rows = grid
    pitch, full = pitch_of(area, columns, rows), count // columns
    found: list[Mark] = [Box(*area, fill, 0.06 * area.w, edge, 2.0, of="wafers", key=key, ref=ref)]
    for name, first, wide, tall in (("rows", 0, columns, full), ("rest", full, count % columns, 1)):
        if wide and tall:
            x, y, size = place_in(area, columns, rows, columns * (first + tall - 1))
            r, weights = size * 0.14, f"{key}/{name}"
            shape = (wide, tall, pitch, pitch, size)
            dots = Dots(x, y, *shape, palette.weight, r, of="wafers", key=weights, ref=ref)
            found.append(dots)
    return tuple(found)


@lru_cache(maxsize=64)
def links(row: Serpentine, palette: Palette, who: str, back: bool, ref: str = "") -> Marks:
    """Dashed, from each wafer to the next; and the way back from the last."""
    found = [
        Line(points, 2.5, palette.link, (6, 5), 0.8, "links", f"{who}/link:{i}", ref)
        for i, points in enumerate(row.links, 1)
    ]
    if back and row.back:
        way = Line(row.back, 3.0, palette.link, (6, 5), 0.8, "links", f"{who}/back", ref)
        found.append(replace(way))
    return tuple(found)
