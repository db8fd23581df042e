"""From painted pixels to the planes that an encoder takes, in BT.709."""

from __future__ import annotations

from collections.abc import Iterable
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
    from viz.film.job import Painted, Pixels, Rect

# FFmpeg's numbers for the four tags, and for the matrix as a tag (its own numbering).
PRIMARIES: Final = ColorPrimaries.BT709.value
TRANSFER: Final = ColorTrc.BT709.value
RANGE: Final = ColorRange.MPEG.value
MATRIX_TAG: Final = 1

Region = tuple[int, int, int, int]  # left, top, right, bottom in pixels, all even
_GRID: Final = 8
_APRON: Final = 4  # pixels around a region that swscale's filters may look at; 2 are enough
_STEPS: Final = (32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144)


def array_of(picture: Pixels) -> npt.NDArray[np.uint8]:
    """A view of a painted picture: rows, columns, and blue, green, red and an unused channel.

    The surface is locked while the view lives: drop it before the painter draws again.
    """
    width, height = picture.get_size()
    return np.frombuffer(picture.get_view("0"), dtype=np.uint8).reshape(height, width, 4)


class Planes:
    """Turns painted pictures into yuv420p, and converts only what changed since the last one.

    What comes out does not depend on what was converted before: a test compares. The surface is
    locked only within `convert`, so that the painter may draw at once afterwards.
    """

    def __init__(self, width: int, height: int) -> None:
        self._size = width, height
        self._all = np.zeros(width * height * 3 // 2, np.uint8)
        self._planes = _views(self._all, width, height)
        self._reformatters: dict[tuple[int, int], VideoReformatter] = {}
        self._empty = True

    def convert(self, painted: Painted) -> VideoFrame:
        """The picture as a frame of its own, with all four colour tags."""
        width, height = self._size
        regions = [(0, 0, width, height)]
        if painted.changed is not None and not self._empty:
            regions = _regions(painted.changed, width, height)
        if regions:
            array = array_of(painted.pixels)
            for region in regions:
                self._convert(array, region)
            del array
        self._empty = False
        planes = self._all.copy().reshape(height * 3 // 2, width)
        return tagged(VideoFrame.from_numpy_buffer(planes, format="yuv420p"))

    def _convert(self, array: npt.NDArray[np.uint8], region: Region) -> None:
        """Convert a region by way of a window a little larger, whose edges are not used."""
        left, top, right, bottom = region
        x, wide = _window(left, right, self._size[0])
        y, high = _window(top, bottom, self._size[1])
        window = array[y : y + high, x : x + wide]
        found = self._reformatter(wide, high).reformat(
            # pygame's 32 bits are FFmpeg's bgra: no channel is moved.
            VideoFrame.from_numpy_buffer(window, format="bgra"),
            format="yuv420p",
            interpolation=Interpolation.BILINEAR,
            dst_colorspace=Colorspace.ITU709,
            src_color_range=ColorRange.JPEG,
            dst_color_range=ColorRange.MPEG,
            threads=1,
        )
        for part, whole, half in zip(found.planes, self._planes, (1, 2, 2), strict=True):
            rows = np.frombuffer(memoryview(part), np.uint8).reshape(-1, part.line_size)
            whole[top // half : bottom // half, left // half : right // half] = rows[
                (top - y) // half : (bottom - y) // half,
                (left - x) // half : (right - x) // half,
            ]

    def _reformatter(self, width: int, height: int) -> VideoReformatter:
        """One for each size of window: making their tables costs more than a small window."""
        found = self._reformatters.get((width, height))
        if found is None:
            found = self._reformatters[width, height] = VideoReformatter()
        return found


def _window(first: int, last: int, limit: int) -> tuple[int, int]:
    """Start and length of a window around first..last: of few lengths, and within the picture."""
    room = last - first + 2 * _APRON
    length = min(next((step for step in _STEPS if step >= room), limit), limit)
    return max(0, min(first - _APRON, limit - length)), length


def _views(
    flat: npt.NDArray[np.uint8], width: int, height: int
) -> tuple[npt.NDArray[np.uint8], ...]:
    luma, quarter = width * height, width * height // 4
    half = height // 2, width // 2
    return (
        flat[:luma].reshape(height, width),
        flat[luma : luma + quarter].reshape(half),
        flat[luma + quarter :].reshape(half),
    )


def _regions(changed: Iterable[Rect], width: int, height: int) -> list[Region]:
    """What to convert: left, top, right, bottom in steps of a grid, few and without overlap.

    A changed pixel reaches the colour of a row beyond its own, hence the two more all around.
    """
    done: list[Region] = []
    left = [
        (
            max(0, x - 2) // _GRID * _GRID,
            max(0, y - 2) // _GRID * _GRID,
            min(width, -(-(x + w + 2) // _GRID) * _GRID),
            min(height, -(-(y + h + 2) // _GRID) * _GRID),
        )
        for x, y, w, h in changed
        if w > 0 and h > 0
    ]
    while left:
        one = left.pop()
        hit = next((other for other in done if _overlap(one, other)), None)
        if hit is None:
            done.append(one)
        else:
            done.remove(hit)
            left.append((*map(min, one[:2], hit[:2]), *map(max, one[2:], hit[2:])))  # type: ignore[arg-type]
    if sum((right - x) * (bottom - y) for x, y, right, bottom in done) > width * height // 2:
        return [(0, 0, width, height)]
    return done


def _overlap(one: Region, other: Region) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def tagged(frame: VideoFrame) -> VideoFrame:
    """The frame, marked as BT.709 with the range of television."""
    frame.colorspace = MATRIX_TAG
    frame.color_range = RANGE
    frame.color_primaries = PRIMARIES
    frame.color_trc = TRANSFER
    return frame
