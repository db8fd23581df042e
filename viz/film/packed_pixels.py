"""From painted pixels to frames whose four channels lie side by side: RGB, opaque or with alpha."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from av import VideoFrame

from viz.film.pixels import array_of
from viz.film.still import BT709, SRGB

if TYPE_CHECKING:
    from viz.film.job import Painted

_ORDER: Final = {"argb": [3, 2, 1, 0], "rgba": [2, 1, 0, 3]}  # of what is painted: blue first


class Packed:
    """Turns painted pictures into `pixels`, "argb" or "rgba", alpha straight, as it is.

    `alpha`: the fourth channel says how opaque a pixel is; else all are, and it is not looked at.
    """

    def __init__(self, pixels: str, *, alpha: bool) -> None:
        self._pixels = pixels
        self._alpha = alpha

    def convert(self, painted: Painted) -> VideoFrame:
        """The picture as a frame of its own."""
        order = _ORDER[self._pixels]
        moved = np.ascontiguousarray(array_of(painted.pixels)[:, :, order])
        if not self._alpha:
            moved[:, :, order.index(3)] = 255
        frame = VideoFrame.from_numpy_buffer(moved, format=self._pixels)
        if self._pixels == "rgba":  # PNG files then say that they are in sRGB
            frame.color_primaries, frame.color_trc = BT709, SRGB
        return frame
