"""From a scene's frames to painted pictures, without painting what did not change."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from viz.film.job import Picture, Pixels
    from viz.stage.marks import Frame

FrameOf = Callable[[Fraction], "Frame"]


class Paints(Protocol):
    """A painter: gives its one surface, repainted."""

    def paint(self, frame: Frame, /) -> Pixels: ...


def pictures(frame_of: FrameOf, painter: Paints) -> Picture:
    """A picture for each time asked, in any order; None where the frame equals the last one."""
    last: Frame | None = None

    def picture(t: Fraction) -> Pixels | None:
        nonlocal last
        frame = frame_of(t)
        if frame == last:
            return None
        last = frame
        return painter.paint(frame)

    return picture
