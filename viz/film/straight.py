"""Pictures with straight alpha, and opaque ones in RGB: from painted pixels to what encoders take.

Straight: the colour of a half transparent pixel is its own, not darkened by its alpha. Encoders
that halve colour mix a clear pixel's colour into its neighbours', so clear pixels are given the
colour of what stands beside them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from av import VideoFrame
from av.video.reformatter import ColorRange, Colorspace, Interpolation, VideoReformatter

from viz.film.pixels import array_of, tagged

if TYPE_CHECKING:
    from viz.film.job import Painted

Bgra = npt.NDArray[np.uint8]


class Straight:
    """Turns painted pictures into `pixels`, an FFmpeg pixel format, alpha as it is.

    `alpha`: the fourth channel says how opaque a pixel is; else it is not looked at.
    """

    def __init__(self, pixels: str, *, alpha: bool) -> None:
        self._pixels = pixels
        self._alpha = alpha
        self._reformatter = VideoReformatter()

    def convert(self, painted: Painted) -> VideoFrame:
        """The picture as a frame of its own."""
        array = bgra_of(painted, alpha=self._alpha)
        if self._pixels == "bgra":
            return VideoFrame.from_numpy_buffer(array, format="bgra")
        if self._pixels in ("argb", "rgba"):
            order = [3, 2, 1, 0] if self._pixels == "argb" else [2, 1, 0, 3]
            moved = np.ascontiguousarray(array[:, :, order])
            return VideoFrame.from_numpy_buffer(moved, format=self._pixels)
        if self._alpha:
            array = bled(array)
        frame = VideoFrame.from_numpy_buffer(array, format="bgra")
        yuv = self._reformatter.reformat(
            frame,
            format=self._pixels,
            interpolation=Interpolation.BILINEAR,
            dst_colorspace=Colorspace.ITU709,
            src_color_range=ColorRange.JPEG,
            dst_color_range=ColorRange.MPEG,
            threads=1,
        )
        return tagged(yuv)


def bgra_of(painted: Painted, *, alpha: bool) -> Bgra:
    """A copy of a painted picture; opaque unless `alpha`."""
    array = array_of(painted.pixels).copy()
    if not alpha:
        array[:, :, 3] = 255
    return array


def bled(array: Bgra) -> Bgra:
    """The same picture, its clear pixels in the colour of what is opaque within four pixels."""
    height, width = array.shape[:2]
    out = array.copy()
    for block in (2, 8):
        high, wide = -(-height // block), -(-width // block)
        padded = np.zeros((high * block, wide * block, 4), np.uint32)
        padded[:height, :width] = out
        weighted = padded[:, :, :3] * padded[:, :, 3:]
        blocks = weighted.reshape(high, block, wide, block, 3).sum(axis=(1, 3))
        weight = padded[:, :, 3].reshape(high, block, wide, block).sum(axis=(1, 3))
        mean = (blocks // np.maximum(weight, 1)[:, :, None]).astype(np.uint8)
        spread = mean.repeat(block, axis=0).repeat(block, axis=1)[:height, :width]
        known = weight.repeat(block, axis=0).repeat(block, axis=1)[:height, :width] > 0
        clear = (array[:, :, 3] == 0) & known & ~out[:, :, :3].any(axis=2)
        out[clear, :3] = spread[clear]
    return out
