"""What a speaker points at: a ring, or a window of light with the rest of the stage dimmed.

The point is told as shares of the stage's width and height, so that it is the same point in every
window and in a film of the take.
"""

from __future__ import annotations

from typing import Final

from viz.stage.look import Look
from viz.stage.marks import Arc, Box, Marks
from viz.stage.theme import palette

RING: Final = 30.0  # stage units
WINDOW: Final = (560.0, 320.0)
DIMMED: Final = 0.72


def draw(look: Look, manner: str, spot: tuple[float, float]) -> Marks:
    """The marks of a manner, "pointer" or "spotlight", at a point; nothing for ""."""
    colours, (w, h) = palette(look.theme), look.stage
    x, y = spot[0] * w, spot[1] * h
    if manner == "pointer":  # dark within light: it is seen on any ground
        return (
            Arc(x, y, RING, 14, 0, 1, colours.ground),
            Arc(x, y, RING, 7, 0, 1, colours.ink),
        )
    if manner != "spotlight":
        return ()
    wide, high = WINDOW
    left, right = max(0.0, x - wide / 2), min(w, x + wide / 2)
    top, bottom = max(0.0, y - high / 2), min(h, y + high / 2)
    rest = (
        (0.0, 0.0, w, top),
        (0.0, bottom, w, h - bottom),
        (0.0, top, left, bottom - top),
        (right, top, w - right, bottom - top),
    )
    return (
        *(Box(*area, colours.ground, alpha=DIMMED) for area in rest if min(area[2:]) > 0),
        Box(left, top, right - left, bottom - top, r=4, edge=colours.ink, edge_w=4),
    )
