"""From painted pixels to the planes that an encoder takes, in BT.709."""

from __future__ import annotations

import weakref
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

from viz.film.regions import APRON, Region, laid, regions

if TYPE_CHECKING:
    from viz.film.job import Painted, Pixels

# FFmpeg's numbers for the four tags, and for the matrix as a tag (its own numbering).
PRIMARIES: Final = ColorPrimaries.BT709.value
TRANSFER: Final = ColorTrc.BT709.value
RANGE: Final = ColorRange.MPEG.value
MATRIX_TAG: Final = 1
SHEETS: Final = (320, 512, 768, 1024)  # pixels; how wide sheets are on which regions are laid
KEPT: Final = 64  # converters: each has tables of its size

_STEPS: Final = tuple(
    sorted(size << n for size in (32, 40, 48, 56) for n in range(8))  # 32, 40, ... 7168
)


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
        self._sheet = np.zeros(0, np.uint8)
        self._spare: list[npt.NDArray[np.uint8]] = []

    def convert(self, painted: Painted) -> VideoFrame:
        """The picture as a frame of its own, with all four colour tags."""
        width, height = self._size
        found = [(0, 0, width, height)]
        if painted.changed is not None and not self._empty:
            found = regions(painted.changed, width, height)
        if found:
            array = array_of(painted.pixels)
            inside = [region for region in found if self._inside(region)]
            for region in found if len(inside) < 2 else set(found).difference(inside):
                self._convert(array, region)
            if len(inside) > 1:
                self._convert_all(array, inside)
            del array
        self._empty = False
        return tagged(VideoFrame.from_numpy_buffer(self._copy(), format="yuv420p"))

    def _copy(self) -> npt.NDArray[np.uint8]:
        """The planes as they are, in memory that an earlier frame used, once nobody has that any
        more: fresh memory takes four times as long."""
        width, height = self._size
        flat = self._spare.pop() if self._spare else np.empty_like(self._all)
        np.copyto(flat, self._all)
        planes = flat.reshape(height * 3 // 2, width)
        weakref.finalize(planes, self._spare.append, flat).atexit = False
        return planes

    def _inside(self, region: Region) -> bool:
        """Whether a region has its apron within the picture, and fits a sheet."""
        left, top, right, bottom = region
        width, height = self._size
        fits = right - left + 2 * APRON <= SHEETS[-1]
        return (
            fits
            and left >= APRON
            and top >= APRON
            and right + APRON <= width
            and (bottom + APRON <= height)
        )

    def _convert_all(self, array: npt.NDArray[np.uint8], found: list[Region]) -> None:
        """Convert several regions at once, laid side by side: each call costs as much as 25,000
        pixels."""
        least = max(right - left for left, _, right, _ in found) + 2 * APRON
        pixels, places, wide = min(
            (wide * _step(high), places, wide)
            for wide in SHEETS
            if wide >= least
            for places, high in (laid(found, wide),)
        )
        if len(self._sheet) < 4 * pixels:
            self._sheet = np.zeros(4 * pixels, np.uint8)
        sheet = self._sheet[: 4 * pixels].reshape(-1, wide, 4)
        for (left, top, right, bottom), (x, y) in zip(found, places, strict=True):
            window = array[top - APRON : bottom + APRON, left - APRON : right + APRON]
            sheet[y : y + window.shape[0], x : x + window.shape[1]] = window
        converted = self._reformatted(sheet)
        for region, (x, y) in zip(found, places, strict=True):
            self._put(converted, region, x + APRON, y + APRON)

    def _convert(self, array: npt.NDArray[np.uint8], region: Region) -> None:
        """Convert a region by way of a window a little larger, whose edges are not used."""
        left, top, right, bottom = region
        x, wide = _window(left, right, self._size[0])
        y, high = _window(top, bottom, self._size[1])
        window = array[y : y + high, x : x + wide]
        self._put(self._reformatted(window), region, left - x, top - y)

    def _reformatted(self, window: npt.NDArray[np.uint8]) -> list[npt.NDArray[np.uint8]]:
        """The planes of a window, with whatever their rows are padded with."""
        found = self._reformatter(window.shape[1], window.shape[0]).reformat(
            # pygame's 32 bits are FFmpeg's bgra: no channel is moved.
            VideoFrame.from_numpy_buffer(window, format="bgra"),
            format="yuv420p",
            interpolation=Interpolation.BILINEAR,
            dst_colorspace=Colorspace.ITU709,
            src_color_range=ColorRange.JPEG,
            dst_color_range=ColorRange.MPEG,
            threads=1,
        )
        return [
            np.frombuffer(memoryview(part), np.uint8).reshape(-1, part.line_size)
            for part in found.planes
        ]

    def _put(self, planes: list[npt.NDArray[np.uint8]], region: Region, x: int, y: int) -> None:
        """Take a region from where it stands on converted planes."""
        left, top, right, bottom = region
        for part, whole, half in zip(planes, self._planes, (1, 2, 2), strict=True):
            whole[top // half : bottom // half, left // half : right // half] = part[
                y // half : (y + bottom - top) // half,
                x // half : (x + right - left) // half,
            ]

    def _reformatter(self, width: int, height: int) -> VideoReformatter:
        """One for each size of window: making their tables costs more than a small window."""
        found = self._reformatters.pop((width, height), None) or VideoReformatter()
        self._reformatters[width, height] = found  # the last used stands last
        if len(self._reformatters) > KEPT:
            del self._reformatters[next(iter(self._reformatters))]
        return found


def _window(first: int, last: int, limit: int) -> tuple[int, int]:
    """Start and length of a window around first..last: of few lengths, and within the picture."""
    length = min(_step(last - first + 2 * APRON), limit)
    return max(0, min(first - APRON, limit - length)), length


def _step(length: int) -> int:
    """The next of few lengths: a converter is kept for each."""
    return next((step for step in _STEPS if step >= length), length)


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


def tagged(frame: VideoFrame) -> VideoFrame:
    """The frame, marked as BT.709 with the range of television."""
    frame.colorspace = MATRIX_TAG
    frame.color_range = RANGE
    frame.color_primaries = PRIMARIES
    frame.color_trc = TRANSFER
    return frame
