"""The pixels that a mark may touch: (left, top, width, height), never too small."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import ceil, floor

from viz.paint.surface.field_rows import field_extent
from viz.stage.marks import (
    Arc,
    Box,
    Clip,
    Disc,
    Dots,
    Field,
    Glow,
    Gradient,
    Hatch,
    Label,
    Line,
    Mark,
    Points,
    Ribbon,
    Shape,
    Trail,
)
from viz.stage.text_metrics import label_box

Cells = tuple[int, int, int, int]
Bar = Box | Hatch | Gradient | Clip


def bounds(mark: Mark, s: float) -> Cells:
    """The cells of a mark at s pixels a stage unit."""
    match mark:
        case Box() | Hatch() | Gradient() | Clip():
            x, y, right, bottom = mark.x, mark.y, mark.x + mark.w, mark.y + mark.h
        case Dots(clip=(cx, cy, cw, ch)):
            x, y, right, bottom = cx, cy, cx + cw, cy + ch
        case Dots():
            x, y = mark.x, mark.y
            right = x + (mark.columns - 1) * mark.pitch_x + mark.size
            bottom = y + (mark.rows - 1) * mark.pitch_y + mark.size
        case Field():
            x, y, right, bottom = field_extent(mark, 0, mark.columns - 1, 0, mark.rows - 1)
        case Disc() | Glow():
            x, y, right, bottom = mark.x - mark.r, mark.y - mark.r, mark.x + mark.r, mark.y + mark.r
        case Arc():
            reach = mark.r + mark.width / 2
            x, y, right, bottom = mark.x - reach, mark.y - reach, mark.x + reach, mark.y + reach
        case Label():
            x, y, w, h = label_box(mark, 0.25 * mark.size, 0.4 * mark.size)
            right, bottom = x + w, y + h
        case Line():
            x, y, right, bottom = _around(mark.points, mark.width)
        case _:
            edge = max(mark.widths) if isinstance(mark, Ribbon) else _edge(mark)
            x, y, right, bottom = _around(mark.points, edge)
            x, y, right, bottom = x + mark.x, y + mark.y, right + mark.x, bottom + mark.y
    left, top = floor(x * s) - 3, floor(y * s) - 3
    return left, top, ceil(right * s) + 3 - left, ceil(bottom * s) + 3 - top


def _edge(mark: Shape | Trail) -> float:
    return mark.edge_w if isinstance(mark, Shape) else mark.width


@lru_cache(maxsize=1024)
def _around(points: Points, edge: float) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of a polyline or polygon with its edge."""
    xs, ys = zip(*points, strict=True)
    return min(xs) - edge, min(ys) - edge, max(xs) + edge, max(ys) + edge


def trimmed(mark: Bar, width: float, height: float) -> Bar:
    """A box that reaches far out of a stage of this size, cut where nobody sees it: a camera that is
    close makes of a machine a box of a million pixels."""
    step = mark.pitch if isinstance(mark, Hatch) else 0.0
    edge = mark.edge_w if isinstance(mark, Box) else 0.0
    room = 2 * mark.r + edge + step + 16
    if mark.w <= width + 2 * room and mark.h <= height + 2 * room:
        return mark
    left, right = _cut(mark.x, mark.w, width, room, step)
    top, bottom = _cut(mark.y, mark.h, height, room, step)
    w, h = mark.w - left - right, mark.h - top - bottom
    if isinstance(mark, Gradient):
        lost, whole, now = (top, mark.h, h) if mark.down else (left, mark.w, w)
        stops = tuple(
            ((share * whole - lost) / now, colour, alpha) for share, colour, alpha in mark.stops
        )
        return replace(mark, x=mark.x + left, y=mark.y + top, w=w, h=h, stops=stops)
    return replace(mark, x=mark.x + left, y=mark.y + top, w=w, h=h)


def _cut(
    start: float, length: float, limit: float, room: float, step: float
) -> tuple[float, float]:
    """How much of a side lies further out than `room`, before 0 and after `limit`."""
    before, after = max(0.0, -room - start), max(0.0, start + length - limit - room)
    if step > 0:  # stripes stay where they are
        before = floor(before / step) * step
    return (before, after) if before + after < length else (0.0, max(0.0, length - 1))
