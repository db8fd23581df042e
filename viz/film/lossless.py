"""Films that need all their pictures at once: kept without loss on the disk until the last came."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

import av

from viz.film.segments import Recipe, encode_piece

if TYPE_CHECKING:
    from av import VideoFrame

    from viz.film.job import FilmJob

_IN_MEMORY: Final = 32 << 20  # bytes; more go to the disk
_KEPT: Final = Recipe("qtrle", "argb", lambda job: {"g": str(round(job.fps))}, "mov", piece="mov")


def kept(job: FilmJob, frames: Iterable[VideoFrame]) -> bytes:
    """The frames (argb) of one segment, every pixel as painted."""
    return encode_piece(_KEPT, job, frames)


class Shelf:
    """Segments that wait; `frames` gives all their pictures, as often as it is asked."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115  closed by close
        self._lengths: list[int] = []

    def add(self, segment: bytes) -> None:
        """Keep a segment. Raises OSError where the disk of temporary files refuses."""
        self._file.seek(0, io.SEEK_END)
        self._file.write(segment)
        self._lengths.append(len(segment))

    def frames(self) -> Iterator[VideoFrame]:
        """Every picture, in order; `pts` counts them."""
        at = number = 0
        for length in self._lengths:
            self._file.seek(at)
            with av.open(io.BytesIO(self._file.read(length)), "r", format="mov") as piece:
                for frame in piece.decode(video=0):
                    frame.pts = number
                    number += 1
                    yield frame
            at += length

    def close(self) -> None:
        """Forget them."""
        self._file.close()
