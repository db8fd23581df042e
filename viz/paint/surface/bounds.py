"""The pixels that a mark may touch: (left, top, width, height), never too small."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor

from viz.stage.marks import Arc, Box, Disc, Dots, Glow, Hatch, Label, Line, Mark, Points
from viz.stage.text_metrics import label_box

Cells = tuple[int, int, int, int]


def bounds(mark: Mark, s: float) -> Cells:
    """The cells of a mark at s pixels a stage unit."""
    match mark:
        case Box() | Hatch():
            x, y, right, bottom = mark.x, mark.y, mark.x + mark.w, mark.y + mark.h
        case Dots(clip=(cx, cy, cw, ch)):
            x, y, right, bottom = cx, cy, cx + cw, cy + ch
        case Dots():
            x, y = mark.x, mark.y
            right = x + (mark.columns - 1) * mark.pitch_x + mark.size
            bottom = y + (mark.rows - 1) * mark.pitch_y + mark.size
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
            edge = mark.edge_w if hasattr(mark, "edge_w") else mark.width
            x, y, right, bottom = _around(mark.points, edge)
            x, y, right, bottom = x + mark.x, y + mark.y, right + mark.x, bottom + mark.y
    left, top = floor(x * s) - 3, floor(y * s) - 3
    return left, top, ceil(right * s) + 3 - left, ceil(bottom * s) + 3 - top


@lru_cache(maxsize=1024)
def _around(points: Points, edge: float) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of a polyline or polygon with its edge."""
    xs, ys = zip(*points, strict=True)
    return min(xs) - edge, min(ys) - edge, max(xs) + edge, max(ys) + edge
