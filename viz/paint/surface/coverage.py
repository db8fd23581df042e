"""How much of each pixel a shape covers, computed exactly enough to look smooth at any offset.

Each function gives an array (height, width) of float32 from 0 to 1. Distances are in pixels; a
pixel is covered by half where the outline passes through its centre.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Coverage = NDArray[Any]  # float32; numpy types the results of its functions loosely


SLANT: Final = 24  # pixels by which one piece of a slanted line may rise


def grid(width: int, height: int) -> tuple[Coverage, Coverage]:
    """Coordinates of pixel centres, as a row and a column that broadcast."""
    xs = np.arange(width, dtype=np.float32)[None, :] + np.float32(0.5)
    ys = np.arange(height, dtype=np.float32)[:, None] + np.float32(0.5)
    return xs, ys


def box(xs: Coverage, ys: Coverage, x: float, y: float, w: float, h: float, r: float) -> Coverage:
    """A rounded rectangle with its top left corner at x, y."""
    r = min(r, w / 2, h / 2)
    qx = np.abs(xs - np.float32(x + w / 2)) - np.float32(w / 2 - r)
    qy = np.abs(ys - np.float32(y + h / 2)) - np.float32(h / 2 - r)
    if r <= 0.01:  # a sharp box covers edge pixels by area
        sharp: Coverage = np.clip(0.5 - qx, 0, 1) * np.clip(0.5 - qy, 0, 1)
        return sharp
    corner = np.hypot(np.maximum(qx, 0), np.maximum(qy, 0))
    distance = corner + np.minimum(np.maximum(qx, qy), 0) - np.float32(r)
    covered: Coverage = np.clip(0.5 - distance, 0, 1)
    return covered


def disc(xs: Coverage, ys: Coverage, x: float, y: float, r: float) -> Coverage:
    """A circle."""
    return np.clip(0.5 + r - np.hypot(xs - np.float32(x), ys - np.float32(y)), 0, 1)


def discs(xs: Coverage, ys: Coverage, x: Coverage, y: Coverage, r: Coverage) -> Coverage:
    """Several circles at once, one a layer: x, y and r are columns of layers."""
    covered: Coverage = np.clip(0.5 + r - np.hypot(xs - x, ys - y), 0, 1)
    return covered


def arc(
    xs: Coverage, ys: Coverage, x: float, y: float, r: float, width: float, start: float, end: float
) -> Coverage:
    """A part of a circle's outline, from `start` to `end` turns clockwise from the top."""
    band, turns, around = _ring(xs.shape[1], ys.shape[0], x, y, r, width)
    if end - start >= 1.0:
        return band
    turn = (turns - start) % 1.0
    # The two straight ends, smoothed over one pixel along the outline.
    inside = np.clip(0.5 + (end - start - turn) * around, 0, 1)
    before = np.clip(0.5 - (1.0 - turn) * around, 0, 1)
    return band * np.maximum(inside, before) * (1.0 if end > start else 0.0)


KEPT: Final = 1 << 16  # pixels: a larger ring is seen while the camera glides, and never again


def _ring(
    columns: int, rows: int, x: float, y: float, r: float, width: float
) -> tuple[Coverage, Coverage, Coverage]:
    if columns * rows > KEPT:
        return _made_ring(columns, rows, x, y, r, width)
    return _kept_ring(columns, rows, x, y, r, width)


@lru_cache(maxsize=32)  # an arc that grows is of one ring all the while
def _kept_ring(
    columns: int, rows: int, x: float, y: float, r: float, width: float
) -> tuple[Coverage, Coverage, Coverage]:
    return _made_ring(columns, rows, x, y, r, width)


def _made_ring(
    columns: int, rows: int, x: float, y: float, r: float, width: float
) -> tuple[Coverage, Coverage, Coverage]:
    """A whole ring, how many turns from the top each pixel is, and how many pixels a turn is."""
    xs, ys = grid(columns, rows)
    dx, dy = xs - np.float32(x), ys - np.float32(y)
    distance = np.hypot(dx, dy)
    band = np.clip(0.5 + width / 2 - np.abs(distance - r), 0, 1)
    turns = np.arctan2(dx, -dy) / np.float32(2 * np.pi)
    around = np.float32(2 * np.pi) * np.maximum(distance, 1)
    for array in (band, turns, around):
        array.flags.writeable = False  # they are given to all
    return band, turns, around


def glow(xs: Coverage, ys: Coverage, x: float, y: float, r: float) -> Coverage:
    """Light that falls off with the square of what is left of the radius."""
    return np.clip(1 - np.hypot(xs - np.float32(x), ys - np.float32(y)) / r, 0, 1) ** 2


def stripes(xs: Coverage, ys: Coverage, pitch: float) -> Coverage:
    """Diagonal stripes of half the pitch, from bottom left to top right."""
    across = ((xs + ys) / np.float32(pitch)) % 1.0
    distance = (np.abs(across - 0.5) - 0.25) * np.float32(pitch / 2**0.5)
    return np.clip(0.5 - distance, 0, 1)


def line(
    xs: Coverage, ys: Coverage, points: tuple[tuple[float, float], ...], width: float
) -> Coverage:
    """A polyline with round ends; consecutive points are joined."""
    covered: Coverage = np.zeros((ys.shape[0], xs.shape[1]), dtype=np.float32)
    add_line(covered, xs, ys, points, width)
    return covered


def add_line(
    covered: Coverage,
    xs: Coverage,
    ys: Coverage,
    points: tuple[tuple[float, float], ...],
    width: float,
) -> None:
    """A polyline on what is covered already; only the pixels about each piece are looked at."""
    reach = width / 2 + 1.5
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        dx, dy = bx - ax, by - ay
        for left, top, right, bottom in windows((ax, ay), (bx, by), reach):
            px, py = xs[:, left:right] - np.float32(ax), ys[top:bottom] - np.float32(ay)
            along = np.clip((px * dx + py * dy) / max(dx * dx + dy * dy, 1e-9), 0, 1)
            part = covered[top:bottom, left:right]
            distance = np.hypot(px - along * dx, py - along * dy)
            np.maximum(part, np.clip(0.5 + width / 2 - distance, 0, 1), out=part)


def windows(
    start: tuple[float, float], end: tuple[float, float], reach: float
) -> Iterator[tuple[int, int, int, int]]:
    """The pixels about a straight line, as few that are far from it: left, top, right, bottom. A
    slanted one is looked at in pieces, for its bounds hold far more than the line."""
    (ax, ay), (bx, by) = start, end
    slant = min(abs(bx - ax), abs(by - ay))
    count = 1 + int(slant / max(SLANT, 2 * reach))
    for i in range(count):
        x0, x1 = ax + (bx - ax) * i / count, ax + (bx - ax) * (i + 1) / count
        y0, y1 = ay + (by - ay) * i / count, ay + (by - ay) * (i + 1) / count
        yield (
            int(max(0, min(x0, x1) - reach)),
            int(max(0, min(y0, y1) - reach)),
            int(max(x0, x1, 0) + reach + 1),
            int(max(y0, y1, 0) + reach + 1),
        )


def dots(
    xs: Coverage,
    ys: Coverage,
    first: tuple[float, float],
    pitch: tuple[float, float],
    count: tuple[int, int],
    size: float,
    r: float,
) -> Coverage:
    """A grid of rounded squares; `first` is the top left corner of the first."""
    columns, rows = count
    across, down = xs - np.float32(first[0]), ys - np.float32(first[1])
    column = np.clip(np.floor((across + (pitch[0] - size) / 2) / pitch[0]), 0, columns - 1)
    row = np.clip(np.floor((down + (pitch[1] - size) / 2) / pitch[1]), 0, rows - 1)
    return box(
        across - column * np.float32(pitch[0]),
        down - row * np.float32(pitch[1]),
        0,
        0,
        size,
        size,
        r,
    )
