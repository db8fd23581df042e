"""A field as pictures of its rows: a row is drawn once for all that look alike.

To paint a row whole costs about as much as to paint one of its cells.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor
from typing import Final

import numpy as np
import pygame

from viz.paint.field_runs import runs
from viz.paint.surface.sprites import Sprite, box_pixels, surface_of
from viz.stage.marks import Box, Field, Shade

Cells = tuple[int, int, int, int]
Drawn = dict[tuple[int, int, int], Sprite | None]  # by shade, and parts of a pixel
LARGE: Final = 40.0  # pixels: larger cells are drawn one by one
MOST_AREAS: Final = 24  # of one field that are looked after one by one


@dataclass(frozen=True, slots=True)
class Form:
    """What all rows of a field have in common, in pixels. Places are in parts of a pixel, counted
    from the field's own."""

    columns: tuple[int, ...]
    shades: tuple[Shade, ...]
    size: float
    r: float
    scale: float
    phases: int


def form_of(mark: Field, s: float, phases: int, fine: float) -> Form:
    """The form of a field's rows at s pixels a stage unit. Sizes are rounded to `fine` pixels, 0 for
    no rounding."""
    size, r = mark.size * s, mark.r * s
    if fine:
        size, r = max(fine, round(size / fine) * fine), round(r / fine) * fine
    columns = _steps(mark.columns, mark.pitch_x * s * phases)
    return Form(columns, mark.shades, size, r, s, phases)


@lru_cache(maxsize=64)  # many fields have the same pitch
def _steps(count: int, step: float) -> tuple[int, ...]:
    return tuple(round(i * step) for i in range(count))


def row_sprite(form: Form, row: bytes, fx: int, fy: int, drawn: Drawn) -> Sprite:
    """A row of cells; fx and fy are the parts of a pixel by which its place is off. `drawn` keeps
    the cells of this form."""
    ready: list[tuple[pygame.Surface, tuple[int, int]]] = []
    lead = ceil(form.size * max(0.0, max(shade.size for shade in form.shades) - 1) / 2) + 1
    for column, kind in zip(form.columns, row, strict=True):
        x, part = divmod(column + fx, form.phases)
        key = kind, part, fy
        if key not in drawn:
            drawn[key] = _cell(form, form.shades[kind], part / form.phases, fy / form.phases)
        cell = drawn[key]
        if cell is not None:
            ready.append((cell.surface, (lead + x + cell.dx, lead + cell.dy)))
    last = (form.columns[-1] + fx) // form.phases
    high = ceil(form.size) + 2 + 2 * lead
    surface = pygame.Surface((last + high, high), pygame.SRCALPHA, 32)
    surface.fblits(ready)
    return Sprite(surface, -lead, -lead)


def _cell(form: Form, shade: Shade, fx: float, fy: float) -> Sprite | None:
    """One cell in the middle of its place, or None for an empty one."""
    own = form.size * shade.size
    edge_w = shade.edge_w * form.scale if shade.edge else 0.0
    if own <= 0 or shade.alpha <= 0 or not (shade.fill or edge_w > 0):
        return None
    x, y = fx + (form.size - own) / 2, fy + (form.size - own) / 2
    dx, dy = floor(x), floor(y)
    box = Box(0, 0, own, own, shade.fill, 0, shade.edge)
    pixels = box_pixels(box, own, own, form.r * shade.size, edge_w, x - dx, y - dy)
    if shade.alpha < 1:
        pixels[..., 3] = np.rint(pixels[..., 3] * np.float32(shade.alpha))
    return Sprite(surface_of(pixels), dx, dy)


def changed_areas(mark: Field, before: bytes, s: float) -> list[Cells]:
    """The pixels of the cells that differ from those of before: (left, top, width, height)."""
    spans: list[tuple[int, int, int, int]] = []  # first and last column, first and last row
    for begin, end in runs(before, mark.cells):
        for row in range(begin // mark.columns, (end - 1) // mark.columns + 1):
            first = max(0, begin - row * mark.columns)
            last = min(mark.columns, end - row * mark.columns) - 1
            above = spans[-1] if spans else (-1, -1, -1, -1)
            if above[0] == first and above[1] == last and above[3] == row - 1:
                spans[-1] = first, last, above[2], row
            else:
                spans.append((first, last, row, row))
    if len(spans) > MOST_AREAS:
        firsts, lasts, tops, ends = zip(*spans, strict=True)
        spans = [(min(firsts), max(lasts), min(tops), max(ends))]
    return [_area(mark, span, s) for span in spans]


def _area(mark: Field, span: tuple[int, int, int, int], s: float) -> Cells:
    first, last, top, end = span
    x, y, right, bottom = field_extent(mark, first, last, top, end)
    left, above = floor(x * s) - 2, floor(y * s) - 2
    return left, above, ceil(right * s) + 2 - left, ceil(bottom * s) + 2 - above


def field_extent(
    mark: Field, first: int, last: int, top: int, end: int
) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of some columns and rows, in stage units."""
    largest = max((shade.size for shade in mark.shades), default=1.0)
    over = mark.size * max(0.0, largest - 1) / 2
    return (
        mark.x + first * mark.pitch_x - over,
        mark.y + top * mark.pitch_y - over,
        mark.x + last * mark.pitch_x + mark.size + over,
        mark.y + end * mark.pitch_y + mark.size + over,
    )


def rows_of(
    mark: Field,
    s: float,
    form: Form,
    clip: pygame.Rect,
    find: Callable[[bytes, int, int], Sprite],
) -> list[tuple[pygame.Surface, tuple[int, int]]]:
    """The rows of a field that may be seen in a part of the surface, and where they stand."""
    phases, columns = form.phases, mark.columns
    left, fx = divmod(round(mark.x * s * phases), phases)
    top = round(mark.y * s * phases)
    room = ceil(form.size * max(1.0, *(shade.size for shade in form.shades))) + 3
    low, high = clip.top - room, clip.bottom + room
    known: dict[tuple[bytes, int], Sprite] = {}
    ready = []
    for i, step in enumerate(_steps(mark.rows, mark.pitch_y * s * phases)):
        y, fy = divmod(top + step, phases)
        if not low <= y <= high:
            continue
        row = mark.cells[i * columns : (i + 1) * columns]
        key = row, fy
        sprite = known.get(key)
        if sprite is None:
            known[key] = sprite = find(row, fx, fy)
        ready.append((sprite.surface, (left + sprite.dx, y + sprite.dy)))
    return ready


def large_cells(mark: Field, s: float, clip: pygame.Rect) -> Iterator[Box]:
    """Those cells of a field that may be seen in a part of the surface, as boxes: where they are
    large few are seen, and a row of them would be too long to be kept."""
    room = mark.size * max(1.0, *(shade.size for shade in mark.shades)) + 3 / s
    columns = _near(mark.x, mark.pitch_x, mark.columns, clip.left / s, clip.right / s, room)
    rows = _near(mark.y, mark.pitch_y, mark.rows, clip.top / s, clip.bottom / s, room)
    for row, column in itertools.product(rows, columns):
        shade = mark.shades[mark.cells[row * mark.columns + column]]
        wide, edge = mark.size * shade.size, shade.edge if shade.edge_w > 0 else ""
        if wide <= 0 or not (shade.fill or edge):
            continue
        lead = (mark.size - wide) / 2
        yield Box(
            mark.x + column * mark.pitch_x + lead,
            mark.y + row * mark.pitch_y + lead,
            wide,
            wide,
            shade.fill,
            mark.r * shade.size,
            edge,
            shade.edge_w if edge else 0.0,
            mark.alpha * shade.alpha,
        )


def _near(start: float, pitch: float, count: int, low: float, high: float, room: float) -> range:
    """Which of some cells in a line may reach into a stretch."""
    if pitch <= 0:
        return range(count)
    first, last = floor((low - room - start) / pitch), ceil((high + room - start) / pitch)
    return range(max(0, first), max(0, min(count, last + 1)))
