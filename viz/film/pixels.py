"""From painted pixels to the planes that an encoder takes, in BT.709: opaque, or with straight alpha.

Straight: the colour of a half transparent pixel is its own, not darkened by its alpha. Encoders
that halve colour mix a clear pixel's colour into its neighbours', so clear pixels are given the
colour of what stands beside them.
"""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

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
    from collections.abc import Iterable

    from viz.film.job import Painted, Pixels, Rect

# FFmpeg's numbers for the four tags, and for the matrix as a tag (its own numbering).
PRIMARIES: Final = ColorPrimaries.BT709.value
TRANSFER: Final = ColorTrc.BT709.value
RANGE: Final = ColorRange.MPEG.value
MATRIX_TAG: Final = 1
SHEETS: Final = (320, 512, 768, 1024)  # pixels; how wide sheets are on which regions are laid
KEPT: Final = 64  # converters: each has tables of its size

_BLOCK: Final = 8  # pixels, as encoders transform them


@dataclass(frozen=True, slots=True)
class Planar:
    """A pixel format of planes: FFmpeg's name, by what the sides of each plane are divided, and
    the bits of its numbers. A fourth plane is alpha."""

    name: str
    divided: tuple[int, ...]
    bits: int = 8


YUV420: Final = Planar("yuv420p", (1, 2, 2))
YUVA420: Final = Planar("yuva420p", (1, 2, 2, 1))
YUVA444_10: Final = Planar("yuva444p10le", (1, 1, 1, 1), 10)

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
    """Turns painted pictures into planes, and converts only what changed since the last one.

    `alpha`: the painted fourth channel says how opaque a pixel is; else all are, and it is not
    looked at. What comes out does not depend on what was converted before: a test compares. The
    surface is locked only within `convert`, so that the painter may draw at once afterwards.
    """

    def __init__(
        self, width: int, height: int, planar: Planar = YUV420, *, alpha: bool = False
    ) -> None:
        self._size = width, height
        self._planar = planar
        number: Any = np.uint8 if planar.bits == 8 else np.uint16
        shapes = [(height // by, width // by) for by in planar.divided]
        self._all = np.zeros(sum(high * wide for high, wide in shapes), number)
        self._planes = _views(self._all, shapes)
        if len(shapes) == 4 and not alpha:
            self._planes[3][:] = (1 << planar.bits) - 1  # and no region is put there
        self._put_planes = 4 if alpha else 3
        self._bled = np.zeros((height, width, 4) if alpha else (0, 0, 4), np.uint8)
        self._alpha = alpha
        self._reformatters: dict[tuple[int, int], VideoReformatter] = {}
        self._empty = True
        self._sheet = np.zeros(0, np.uint8)
        self._spare: list[npt.NDArray[Any]] = []

    def convert(self, painted: Painted) -> VideoFrame:
        """The picture as a frame of its own, with all four colour tags."""
        width, height = self._size
        found = [(0, 0, width, height)]
        if painted.changed is not None and not self._empty:
            changed = painted.changed
            if self._alpha and max(self._planar.divided) > 1:
                changed = _blocks(changed)
            found = regions(changed, width, height)
        if found:
            array = array_of(painted.pixels)
            if self._alpha:
                for left, top, right, bottom in found:
                    self._bled[top:bottom, left:right] = bled(array[top:bottom, left:right])
                array = self._bled
            inside = [region for region in found if self._inside(region)]
            for region in found if len(inside) < 2 else set(found).difference(inside):
                self._convert(array, region)
            if len(inside) > 1:
                self._convert_all(array, inside)
            del array
        self._empty = False
        return tagged(self._frame())

    def _frame(self) -> VideoFrame:
        """The planes as they are, as a frame of its own."""
        width, height = self._size
        if self._planar == YUV420:
            return VideoFrame.from_numpy_buffer(self._copy(), format="yuv420p")
        frame = VideoFrame(width, height, self._planar.name)
        for part, ours in zip(frame.planes, self._planes, strict=True):
            rows = np.frombuffer(memoryview(part), ours.dtype).reshape(part.height, -1)
            np.copyto(rows[:, : ours.shape[1]], ours)
        return frame

    def _copy(self) -> npt.NDArray[Any]:
        """The planes as they are, in memory that an earlier frame used, once nobody has that any
        more: fresh memory takes four times as long."""
        width, height = self._size
        flat: Any = self._spare.pop() if self._spare else np.empty_like(self._all)
        np.copyto(flat, self._all)
        planes: npt.NDArray[Any] = flat.reshape(height * 3 // 2, width)
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

    def _reformatted(self, window: npt.NDArray[np.uint8]) -> list[npt.NDArray[Any]]:
        """The planes of a window, with whatever their rows are padded with."""
        found = self._reformatter(window.shape[1], window.shape[0]).reformat(
            # pygame's 32 bits are FFmpeg's bgra: no channel is moved.
            VideoFrame.from_numpy_buffer(window, format="bgra"),
            format=self._planar.name,
            interpolation=Interpolation.BILINEAR,
            dst_colorspace=Colorspace.ITU709,
            src_color_range=ColorRange.JPEG,
            dst_color_range=ColorRange.MPEG,
            threads=1,
        )
        return [
            np.frombuffer(memoryview(part), self._all.dtype).reshape(part.height, -1)
            for part in found.planes
        ]

    def _put(self, planes: list[npt.NDArray[Any]], region: Region, x: int, y: int) -> None:
        """Take a region from where it stands on converted planes."""
        left, top, right, bottom = region
        for part, whole, half in list(zip(planes, self._planes, self._planar.divided, strict=True))[
            : self._put_planes
        ]:
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


def _views(flat: npt.NDArray[Any], shapes: list[tuple[int, int]]) -> tuple[npt.NDArray[Any], ...]:
    """The planes within one piece of memory."""
    found, at = [], 0
    for high, wide in shapes:
        found.append(flat[at : at + high * wide].reshape(high, wide))
        at += high * wide
    return tuple(found)


def bled(array: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
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


def _blocks(changed: Iterable[Rect]) -> tuple[Rect, ...]:
    """The blocks that have a part of what changed: in all of each, clear pixels change colour."""
    found = []
    for x, y, w, h in changed:
        left, top = x // _BLOCK * _BLOCK, y // _BLOCK * _BLOCK
        wide, high = -(-(x + w) // _BLOCK) * _BLOCK, -(-(y + h) // _BLOCK) * _BLOCK
        found.append((left, top, wide - left, high - top))
    return tuple(found)


def _grown(blocks: npt.NDArray[np.bool_], size: int) -> npt.NDArray[np.bool_]:
    """Each entry as a block of pixels."""
    return blocks.repeat(size, axis=0).repeat(size, axis=1)


def tagged(frame: VideoFrame) -> VideoFrame:
    """The frame, marked as BT.709 with the range of television."""
    frame.colorspace = MATRIX_TAG
    frame.color_range = RANGE
    frame.color_primaries = PRIMARIES
    frame.color_trc = TRANSFER
    return frame
