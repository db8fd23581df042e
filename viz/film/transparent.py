"""Pictures without a ground: straight alpha, found by painting each on black and on white.

Where a pixel is black on black and white on white nothing stands; where both are equal it is
opaque; between, the difference is how much of the ground is seen. So every painter of opaque
pictures paints transparent ones, and alpha is exact to one step of 255.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from viz.film.pixels import array_of

if TYPE_CHECKING:
    from viz.film.job import Rect
    from viz.film.pictures import Paints
    from viz.stage.marks import Frame

BLACK: Final = "#000000"
WHITE: Final = "#FFFFFF"


class Canvas:
    """Pixels of our own: blue, green, red and alpha; as a painted surface gives them."""

    __slots__ = ("array",)

    def __init__(self, width: int, height: int) -> None:
        self.array = np.zeros((height, width, 4), np.uint8)

    def get_size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.array.shape[1], self.array.shape[0]

    def get_view(self, _kind: Any, /) -> Any:
        """The bytes, as a buffer."""
        return self.array.data


class ClearPainter:
    """Paints frames without their ground. What it gives is always the same canvas.

    `painters` are two of one size, and paint for it alone.
    """

    def __init__(self, painters: tuple[Paints, Paints], width: int, height: int) -> None:
        self._painters = painters
        self._canvas = Canvas(width, height)
        self._empty = True
        self.changed: Iterable[Rect] = ()

    def paint(self, frame: Frame, /) -> Canvas:
        """Paint a frame; `changed` then lists where it differs from the last one."""
        black, white = (
            array_of(painter.paint(replace(frame, ground=ground)))
            for painter, ground in zip(self._painters, (BLACK, WHITE), strict=True)
        )
        width, height = self._canvas.get_size()
        found = tuple((x, y, w, h) for x, y, w, h in self._painters[0].changed)
        self.changed = ((0, 0, width, height),) if self._empty else found
        self._empty = False
        for x, y, w, h in self.changed:
            part = np.s_[y : y + h, x : x + w]
            self._canvas.array[part] = straight(black[part], white[part])
        del black, white  # the surfaces are locked while somebody looks at them
        return self._canvas


def straight(black: npt.NDArray[np.uint8], white: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Straight alpha of the same marks on black and on white."""
    on_black = black[:, :, :3].astype(np.int32)
    seen = white[:, :, :3].astype(np.int32) - on_black  # of the ground; the same in each colour
    alpha = 255 - np.clip(np.rint(seen.mean(axis=2)), 0, 255).astype(np.int32)
    out = np.empty((*alpha.shape, 4), np.uint8)
    half = alpha[:, :, None] // 2
    own = (on_black * 255 + half) // np.maximum(alpha, 1)[:, :, None]
    out[:, :, :3] = np.minimum(own, 255)
    out[:, :, 3] = alpha
    return out
