"""Animated WebP: as GIF, but in all colours, with soft alpha, and many times smaller."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

import av

from viz.film.lossless import Shelf, kept
from viz.film.straight import Straight

if TYPE_CHECKING:
    from av import VideoFrame

    from viz.film.job import FilmJob

ABOUT: Final = "animated WebP, all colours, straight alpha, plays over and over"
ENDINGS: Final = (".webp",)
ENCODER: Final = "libwebp_anim"
ALPHA: Final = True
BYTES_PER_PIXEL: Final = 0.1
_HEADER: Final = 8  # bytes of a chunk's name and length


def fitting(size: tuple[int, int]) -> tuple[int, int]:
    """The size that this format can hold: any."""
    return size


def rate(fps: Fraction) -> Fraction:
    """The rate that this format can play: any, to the millisecond."""
    return fps


def planes(job: FilmJob) -> Straight:
    """What turns painted pictures into the encoder's."""
    return Straight("argb", alpha=job.alpha)


def encode(job: FilmJob, frames: Iterable[VideoFrame]) -> bytes:
    """The frames of one segment, without loss: WebP is written when all are known."""
    return kept(job, frames)


class Webp:
    """An animated WebP being written: segments in order, then `close`."""

    __slots__ = ("_job", "_path", "_shelf")

    def __init__(self, path: Path, job: FilmJob) -> None:
        self._path = path
        self._job = job
        self._shelf = Shelf()

    def write(self, segment: bytes) -> None:
        """Keep a segment."""
        self._shelf.add(segment)

    def close(self) -> None:
        """Write the film. Raises OSError where the disk refuses."""
        options = {"loop": "0"}
        with av.open(f"file:{self._path}", "w", format="webp", container_options=options) as film:
            settings = {"quality": "85", "compression_level": "2", "loop": "0"}
            stream = film.add_stream(ENCODER, rate=self._job.fps, options=settings)
            stream.width, stream.height, stream.pix_fmt = self._job.width, self._job.height, "bgra"
            stream.codec_context.time_base = 1 / self._job.fps
            for number, frame in enumerate(self._shelf.frames()):
                picture = frame.reformat(format="bgra")
                picture.pts, picture.time_base = number, 1 / self._job.fps
                film.mux(stream.encode(picture))
            film.mux(stream.encode(None))
        self._shelf.close()

    def abandon(self) -> None:
        """Let go of what waits."""
        self._shelf.close()


def open_film(path: Path, job: FilmJob) -> Webp:
    """A new film under a temporary name."""
    return Webp(path, job)


def frames_in(path: Path, fps: Fraction) -> int:
    """The number of frames in a finished file; 0 where it cannot be read.

    WebP puts pictures that are alike together, so time is what is counted: in milliseconds.
    """
    return round(Fraction(sum(delays(path)), 1000) * fps)


def delays(path: Path) -> list[int]:
    """How long each picture of a WebP stands, in milliseconds; none for a broken file."""
    data = path.read_bytes()
    if len(data) < 12 or int.from_bytes(data[4:8], "little") + _HEADER > len(data) + 1:
        return []
    at, found = 12, []
    while at + _HEADER <= len(data):
        size = int.from_bytes(data[at + 4 : at + 8], "little")
        if data[at : at + 4] == b"ANMF":  # 3 bytes each: x, y, width, height, duration
            found.append(int.from_bytes(data[at + 20 : at + 23], "little"))
        at += _HEADER + size + size % 2
    return found
