"""From painted pixels to the planes that an encoder takes, in BT.709."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt
from av import VideoFrame
from av.video.reformatter import (
    ColorPrimaries,
    ColorRange,
    Colorspace,
    ColorTrc,
    Interpolation,
    VideoReformatter,
)

if TYPE_CHECKING:
    from viz.film.job import Pixels

# FFmpeg's numbers for the four tags, and for the matrix as a tag (its own numbering).
PRIMARIES: Final = ColorPrimaries.BT709.value
TRANSFER: Final = ColorTrc.BT709.value
RANGE: Final = ColorRange.MPEG.value
MATRIX_TAG: Final = 1


def array_of(picture: Pixels) -> npt.NDArray[np.uint8]:
    """A view of a painted picture: rows, columns, and blue, green, red and an unused channel.

    The surface is locked while the view lives: drop it before the painter draws again.
    """
    width, height = picture.get_size()
    return np.frombuffer(picture.get_view("0"), dtype=np.uint8).reshape(height, width, 4)


def to_planes() -> Callable[[Pixels], VideoFrame]:
    """A converter of painted pictures to yuv420p; it keeps its tables from call to call.

    The surface is locked only within a call, so that the painter may draw at once afterwards.
    """
    reformatter = VideoReformatter()

    def convert(picture: Pixels) -> VideoFrame:
        # pygame's 32 bits are FFmpeg's bgra: no channel is moved, and nothing is copied.
        frame = reformatter.reformat(
            VideoFrame.from_numpy_buffer(array_of(picture), format="bgra"),
            format="yuv420p",
            interpolation=Interpolation.BILINEAR,
            dst_colorspace=Colorspace.ITU709,
            src_color_range=ColorRange.JPEG,
            dst_color_range=ColorRange.MPEG,
            threads=1,
        )
        frame.colorspace = MATRIX_TAG
        frame.color_range = RANGE
        frame.color_primaries = PRIMARIES
        frame.color_trc = TRANSFER
        return frame

    return convert
