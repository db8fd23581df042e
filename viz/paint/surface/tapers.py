"""Sprites of what changes along its way: gradients, and ribbons that taper."""

from __future__ import annotations

import itertools
from math import ceil, floor, hypot
from typing import TYPE_CHECKING

import numpy as np

from viz.paint.surface import coverage as cover
from viz.paint.surface.sprites import Sprite, from_coverage, rgb, surface_of
from viz.stage.marks import Gradient, Ribbon

if TYPE_CHECKING:
    from numpy.typing import NDArray


def gradient_sprite(mark: Gradient, s: float, fx: float, fy: float) -> Sprite:
    """A box whose colour and opacity change along one side: one line of it is mixed and repeated,
    and only its outline is computed pixel by pixel."""
    w, h = mark.w * s, mark.h * s
    wide, high = ceil(fx + w) + 1, ceil(fy + h) + 1
    line = _mixed(mark, h if mark.down else w, fy if mark.down else fx, high if mark.down else wide)
    pixels = np.empty((high, wide, 4), dtype=np.uint8)
    pixels[:] = np.rint(line).astype(np.uint8)[:, None] if mark.down else np.rint(line)
    alpha = line[:, None, 3] if mark.down else line[None, :, 3]
    alpha = np.broadcast_to(alpha, (high, wide))
    xs, ys = cover.grid(wide, high)
    r = min(mark.r * s, w / 2, h / 2)
    rim = ceil(r) + 2
    for rows, columns in _rim(wide, high, rim):
        part = cover.box(xs[:, columns], ys[rows], fx, fy, w, h, r)
        pixels[rows, columns, 3] = np.rint(alpha[rows, columns] * part)
    return Sprite(surface_of(pixels), 0, 0)


def _mixed(mark: Gradient, length: float, lead: float, count: int) -> NDArray[np.float32]:
    """Blue, green, red and alpha, 0 to 255, of each pixel of a line through a gradient."""
    places = [share for share, _, _ in mark.stops]
    at = (np.arange(count) + 0.5 - lead) / max(length, 1e-9)
    values = np.array([(*rgb(colour)[::-1], 255 * alpha) for _, colour, alpha in mark.stops])
    mixed = [np.interp(at, places, values[:, i]) for i in range(4)]
    return np.stack(mixed, axis=1).astype(np.float32)


def _rim(wide: int, high: int, rim: int) -> list[tuple[slice, slice]]:
    """The parts of a picture that are near its outline: rows and columns, none twice."""
    if 2 * rim >= min(wide, high):
        return [(slice(0, high), slice(0, wide))]
    across, middle = slice(0, wide), slice(rim, high - rim)
    return [
        (slice(0, rim), across),
        (slice(high - rim, high), across),
        (middle, slice(0, rim)),
        (middle, slice(wide - rim, wide)),
    ]


def opening_rims(
    w: float, h: float, r: float, fx: float, fy: float, *, faint: bool
) -> list[tuple[int, int, int, int]]:
    """The parts of an opening through which not all is seen: (left, top, width, height)."""
    wide, high = ceil(fx + w), ceil(fy + h)
    if faint:
        return [(0, 0, wide, high)]
    if r <= 0 and wide == fx + w and high == fy + h and fx == fy == 0:
        return []
    return [
        (columns.start, rows.start, columns.stop - columns.start, rows.stop - rows.start)
        for rows, columns in _rim(wide, high, ceil(min(r, w / 2, h / 2)) + 2)
    ]


def shutter_sprite(
    opening: tuple[float, float, float, float, float],
    part: tuple[int, int, int, int],
    alpha: float,
) -> Sprite:
    """What a part of an opening (w, h, r, fx, fy, in pixels) keeps of what lies behind it."""
    w, h, r, fx, fy = opening
    x, y, wide, high = part
    xs, ys = cover.grid(wide, high)
    seen = cover.box(xs + np.float32(x), ys + np.float32(y), fx, fy, w, h, r)
    return Sprite(from_coverage(1 - seen * np.float32(alpha), "#FFFFFF"), x, y)


def ribbon_sprite(mark: Ribbon, s: float, fx: float, fy: float) -> Sprite:
    """A band that tapers; its place is that from which its points count."""
    points = [(x * s + fx, y * s + fy) for x, y in mark.points]
    reach = max(mark.widths) * s / 2 + 2
    left, top = (floor(min(axis) - reach) for axis in zip(*points, strict=True))
    right, bottom = (ceil(max(axis) + reach) for axis in zip(*points, strict=True))
    alpha = np.zeros((bottom - top, right - left), dtype=np.float32)
    nearest = np.full_like(alpha, np.inf)  # how far a pixel is from the piece that it belongs to
    xs, ys = cover.grid(right - left, bottom - top)
    moved = [(x - left, y - top) for x, y in points]
    total = sum(hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in itertools.pairwise(moved))
    done = 0.0
    for (ax, ay), (bx, by) in itertools.pairwise(moved):
        length = hypot(bx - ax, by - ay)
        if length <= 0:
            continue
        dx, dy = (bx - ax) / length, (by - ay) / length
        for x0, y0, x1, y1 in cover.windows((ax, ay), (bx, by), reach):
            px, py = xs[:, x0:x1] - np.float32(ax), ys[y0:y1] - np.float32(ay)
            along = np.clip(px * np.float32(dx) + py * np.float32(dy), 0, length)
            away = np.hypot(px - along * np.float32(dx), py - along * np.float32(dy))
            share = (along + np.float32(done)) / np.float32(total)
            half = _between(mark.widths, share) * np.float32(s / 2)
            # What is thinner than a pixel covers a part of it.
            seen = np.clip(np.minimum(0.5 + half - away, 2 * half), 0, 1)
            there = away < nearest[y0:y1, x0:x1]
            np.copyto(nearest[y0:y1, x0:x1], away, where=there)
            np.copyto(alpha[y0:y1, x0:x1], seen * _between(mark.lights, share), where=there)
        done += length
    return Sprite(from_coverage(alpha, mark.fill), left, top)


def _between(ends: tuple[float, float], share: NDArray[np.float32]) -> NDArray[np.float32]:
    head, tail = ends
    mixed: NDArray[np.float32] = np.float32(head) + np.float32(tail - head) * share
    return mixed
