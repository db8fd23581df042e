"""MOV with QuickTime Animation and alpha: every pixel as painted, read by old programs too."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

from viz.film.pieces import Joined, Recipe, encode_piece, packets_in, timescale
from viz.film.straight import Straight

if TYPE_CHECKING:
    from av import VideoFrame

    from viz.film.job import FilmJob

ABOUT: Final = "MOV, QuickTime Animation with straight alpha, no loss"
ENDINGS: Final[tuple[str, ...]] = ()
WRITTEN: Final = (".mov",)
ENCODER: Final = "qtrle"
ALPHA: Final = True
BYTES_PER_PIXEL: Final = 1.0


def fitting(size: tuple[int, int]) -> tuple[int, int]:
    """The size that this format can hold: any."""
    return size


def rate(fps: Fraction) -> Fraction:
    """The rate that this format can play: any."""
    return fps


def planes(job: FilmJob) -> Straight:
    """What turns painted pictures into the encoder's."""
    return Straight("argb", alpha=job.alpha)


def encode(job: FilmJob, frames: Iterable[VideoFrame]) -> bytes:
    """The frames of one segment as a small file of their own."""
    return encode_piece(_recipe(job), job, frames)


def open_film(path: Path, job: FilmJob) -> Joined:
    """A new film under a temporary name."""
    return Joined(path, job, _recipe(job))


def frames_in(path: Path, _fps: Fraction) -> int:
    """The number of frames in a finished file; 0 where it cannot be read."""
    return packets_in(path)


def _recipe(job: FilmJob) -> Recipe:
    muxing = {"movflags": "+faststart", "video_track_timescale": timescale(job.fps)}
    return Recipe(ENCODER, "argb", _options, "mov", piece="mov", muxing=muxing, captions="mov_text")


def _options(job: FilmJob) -> dict[str, str]:
    return {"g": str(max(1, round(job.fps)))}
