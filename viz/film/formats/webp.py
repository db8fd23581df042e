"""Animated WebP: as GIF, but in all colours, with soft alpha, and many times smaller."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

import av

from viz.film.lossless import Shelf, kept
from viz.film.packed_pixels import Packed

if TYPE_CHECKING:
    from av import VideoFrame

    from viz.film.job import FilmJob

ABOUT: Final = "animated WebP, all colours, straight alpha, plays over and over"
ENDINGS: Final = (".webp",)
ENCODER: Final = "libwebp_anim"
ALPHA: Final = True
BYTES_PER_PIXEL: Final = 0.1
_HEADER: Final = 8  # bytes of a chunk's name and length
_ANIMATED: Final = 0x02
_ALPHA: Final = 0x10


def fitting(size: tuple[int, int]) -> tuple[int, int]:
    """The size that this format can hold: any."""
    return size


def rate(fps: Fraction) -> Fraction:
    """The rate that this format can play: any, to the millisecond."""
    return fps


def planes(job: FilmJob) -> Packed:
    """What turns painted pictures into the encoder's."""
    return Packed("argb", alpha=job.alpha)


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
        if not delays(self._path):
            self._path.write_bytes(_standing(self._path.read_bytes(), self._job))

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


def _standing(still: bytes, job: FilmJob) -> bytes:
    """A film in which nothing moves: the encoder makes a mere picture of it, which has no length."""
    size = b"".join((side - 1).to_bytes(3, "little") for side in (job.width, job.height))
    pictures = b"".join(
        _chunk(name, data) for name, data in _chunks(still) if name in (b"ALPH", b"VP8 ", b"VP8L")
    )
    duration = round(job.seconds * 1000).to_bytes(3, "little")
    flags = bytes([_ANIMATED | (_ALPHA if job.alpha else 0), 0, 0, 0])
    body = (
        b"WEBP"
        + _chunk(b"VP8X", flags + size)
        + _chunk(b"ANIM", bytes(6))  # a clear ground; over and over
        + _chunk(b"ANMF", bytes(6) + size + duration + bytes(1) + pictures)
    )
    return b"RIFF" + len(body).to_bytes(4, "little") + body


def _chunk(name: bytes, data: bytes) -> bytes:
    return name + len(data).to_bytes(4, "little") + data + bytes(len(data) % 2)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The name and the data of each part of a WebP file."""
    at = 12
    while at + _HEADER <= len(data):
        size = int.from_bytes(data[at + 4 : at + 8], "little")
        yield data[at : at + 4], data[at + _HEADER : at + _HEADER + size]
        at += _HEADER + size + size % 2


def delays(path: Path) -> list[int]:
    """How long each picture of a WebP stands, in milliseconds; none for a broken file."""
    data = path.read_bytes()
    if len(data) < 12 or int.from_bytes(data[4:8], "little") + _HEADER > len(data) + 1:
        return []
    # Of a moving picture's head: 3 bytes each for x, y, width, height and duration.
    return [
        int.from_bytes(head[12:15], "little") for name, head in _chunks(data) if name == b"ANMF"
    ]
