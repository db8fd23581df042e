"""Pictures with straight alpha, and opaque ones in RGB: from painted pixels to what encoders take.

Straight: the colour of a half transparent pixel is its own, not darkened by its alpha. Encoders
that halve colour mix a clear pixel's colour into its neighbours', so clear pixels are given the
colour of what stands beside them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt
from av import VideoFrame
from av.video.reformatter import ColorRange, Colorspace, Interpolation, VideoReformatter

from viz.film.pixels import array_of, tagged

if TYPE_CHECKING:
    from viz.film.job import Painted

_BLOCK: Final = 8  # pixels, as encoders transform them
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
    """The same picture, its clear pixels in the colour of what is opaque in their block of eight."""
    clear = array[:, :, 3] == 0
    if not clear.any():
        return array
    height, width = array.shape[:2]
    sums = np.zeros((-(-height // _BLOCK) * _BLOCK, -(-width // _BLOCK) * _BLOCK, 4), np.uint32)
    alpha = array[:, :, 3].astype(np.uint32)
    np.multiply(array[:, :, :3], alpha[:, :, None], out=sums[:height, :width, :3])
    sums[:height, :width, 3] = alpha
    out = array.copy()
    for size in (2, 4, _BLOCK):
        sums = sums[0::2, 0::2] + sums[0::2, 1::2] + sums[1::2, 0::2] + sums[1::2, 1::2]
        if size == 4:
            continue
        mean = (sums[:, :, :3] // np.maximum(sums[:, :, 3:], 1)).astype(np.uint8)
        known = sums[:, :, 3] > 0
        rows, columns = np.nonzero(clear & _grown(known, size)[:height, :width])
        out[rows, columns, :3] = mean[rows // size, columns // size]
        clear[rows, columns] = False
    return out


def _grown(blocks: npt.NDArray[np.bool_], size: int) -> npt.NDArray[np.bool_]:
    """Each entry as a block of pixels."""
    return blocks.repeat(size, axis=0).repeat(size, axis=1)
