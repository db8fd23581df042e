"""From a scene's frames to painted pictures, without painting what did not change."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

from viz.film.job import Painted, Picture, Pixels

if TYPE_CHECKING:
    from viz.stage.marks import Frame

FrameOf = Callable[[Fraction], "Frame"]


class Paints(Protocol):
    """A painter: gives its one surface, and `changed` lists where it differs from before."""

    @property
    def changed(self) -> Iterable[Any]: ...

    def paint(self, frame: Frame, /) -> Pixels: ...


def pictures(frame_of: FrameOf, painter: Paints) -> Picture:
    """A picture for each time asked, in any order; the painter must not be used otherwise."""

    def picture(t: Fraction) -> Painted:
        pixels = painter.paint(frame_of(t))
        return Painted(pixels, tuple((x, y, w, h) for x, y, w, h in painter.changed))

    return picture
