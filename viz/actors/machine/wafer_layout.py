"""Where wafers, their weights and their links stand, and the closed way of a token."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, cos, pi, sin

from viz.stage.marks import Area, Dots, Points
from viz.timeline.machine import Run

LARGE = 8  # up to so many wafers stand in one row and show their layers


LOOP = 26.0  # room above the wafers for the way back


@dataclass(frozen=True, slots=True)
class Geometry:
    """Where wafers and weights stand, and the closed way of a token: points and seconds.

    `way` holds (x, y, seconds after the token's start); the way back from the last wafer to the
    first takes no time of its own in the model (equation 6) and has the same seconds throughout.
    """

    wafers: tuple[Area, ...]
    grids: tuple[Dots, ...]
    links: tuple[Points, ...]
    back: Points
    way: tuple[tuple[float, float, float], ...]
    token_r: float
    corner: float


@lru_cache(maxsize=32)
def _geometry(
    count: int,
    starts: tuple[float, ...],
    bounds: tuple[float, ...],
    layer_seconds: float,
    box: Area,
    colour: str,
) -> Geometry:
    areas, across = _areas(count, box)
    grids = tuple(
        _grid(area, bounds[i + 1] - bounds[i], count, colour) for i, area in enumerate(areas)
    )
    way: list[tuple[float, float, float]] = []
    links: list[Points] = []
    for i, area in enumerate(areas):
        entry, leave = _through(area, i, count, across)
        if way:
            links.append(_between(areas[i - 1], area, (way[-1][0], way[-1][1]), entry))
        busy = (bounds[i + 1] - bounds[i]) * layer_seconds
        way += [(*entry, starts[i]), (*leave, starts[i] + busy)]
    back = _back(areas, (way[-1][0], way[-1][1]), (way[0][0], way[0][1]), box, count)
    return Geometry(
        areas,
        grids,
        tuple(links),
        back,
        tuple(way),
        *((13.0, 9.0) if count <= LARGE else (8.0, 5.0)),
    )


def geometry(run: Run, box: Area, colour: str) -> Geometry:
    """The geometry of a pipeline in a box."""
    return _geometry(
        run.rig.count, run.wafer_starts, run.layer_bounds, run.layer_seconds, box, colour
    )


def _areas(count: int, box: Area) -> tuple[tuple[Area, ...], int]:
    """The wafers' places, and how many stand in a row; rows run to and fro, like an ox ploughs."""
    x, y, w, h = box
    y, h = y + LOOP, h - LOOP
    if count <= LARGE:
        gap = 21.0 if count <= 5 else 14.0
        each = min((w - gap * (count - 1)) / count, h * 1.7)
        left = x + (w - count * each - (count - 1) * gap) / 2
        return tuple((left + i * (each + gap), y, each, h) for i in range(count)), count
    across = min(count, max(8, ceil((count * w / h) ** 0.5 * 0.95)))
    rows = ceil(count / across)
    cell_w, cell_h = w / across, h / rows
    each_w, each_h = cell_w * 0.76, cell_h * 0.72
    areas = []
    for i in range(count):
        row, column = divmod(i, across)
        column = column if row % 2 == 0 else across - 1 - column
        areas.append(
            (
                x + column * cell_w + (cell_w - each_w) / 2,
                y + row * cell_h + (cell_h - each_h) / 2,
                each_w,
                each_h,
            )
        )
    return tuple(areas), across


def _grid(area: Area, layers: float, count: int, colour: str) -> Dots:
    """The weights of a wafer: a row a layer where they can be told apart."""
    x, y, w, h = area
    if count <= LARGE:
        pad = 14.0 if w > 90 else 9.0
        rows = max(1, min(ceil(layers), int((h - 2 * pad) / 9)))
        pitch_y = (h - 2 * pad) / rows
        size = min(pitch_y * 0.66, 11.0)
        columns = max(2, int((w - 2 * pad + 4) / max(size * 1.45, 8.0)))
    else:
        pad = w * 0.1
        columns, rows = (5, 4) if w > 30 else (3, 3)
        pitch_y = (h - 2 * pad) / rows
        size = min((w - 2 * pad) / columns, pitch_y) * 0.66
    pitch_x = (w - 2 * pad - size) / max(1, columns - 1)
    return Dots(
        x + pad, y + pad + (pitch_y - size) / 2, columns, rows, pitch_x, pitch_y, size, colour, 1.5
    )


def _through(
    area: Area, i: int, count: int, across: int
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where a token enters and leaves a wafer: down and up in turn, or along the row."""
    x, y, w, h = area
    if count <= LARGE:
        top, bottom = (x + w / 2, y + 22), (x + w / 2, y + h - 22)
        return (top, bottom) if i % 2 == 0 else (bottom, top)
    left, right = (x + 4, y + h / 2), (x + w - 4, y + h / 2)
    return (left, right) if (i // across) % 2 == 0 else (right, left)


def _between(a: Area, b: Area, leave: tuple[float, float], entry: tuple[float, float]) -> Points:
    """The part of a link that is seen: from edge to edge of two wafers."""
    if abs(a[1] - b[1]) < 1:
        left, right = (a, b) if a[0] < b[0] else (b, a)
        return ((left[0] + left[2] + 2, leave[1]), (right[0] - 2, entry[1]))
    x = a[0] + a[2] / 2
    return ((x, a[1] + a[3] + 2), (x, b[1] - 2))


def _back(
    areas: tuple[Area, ...],
    last: tuple[float, float],
    first: tuple[float, float],
    box: Area,
    count: int,
) -> Points:
    """The way back of the chosen token, above all wafers."""
    if count == 1:
        return ()
    top = box[1] + 8
    lift = 26.0
    start_x, end_x = last[0], first[0]
    start_y = areas[-1][1] - 3 if count <= LARGE else last[1]
    end_y = areas[0][1] - 3
    if count > LARGE:  # round the outside
        left = box[0] - 6
        return (
            (end_x, end_y),
            (end_x, top),
            (left, top),
            (left, start_y),
            (areas[-1][0], start_y),
        )[::-1]
    return (
        *_quarter((start_x, start_y), (start_x - lift, top)),
        *_quarter((end_x, end_y), (end_x + lift, top))[::-1],
    )


def _quarter(foot: tuple[float, float], top: tuple[float, float]) -> Points:
    """A quarter of an ellipse, from a foot that stands upright to a top that lies flat."""
    turns = (i / 8 * pi / 2 for i in range(9))
    return tuple(
        (foot[0] + (top[0] - foot[0]) * (1 - cos(a)), foot[1] + (top[1] - foot[1]) * sin(a))
        for a in turns
    )
