"""WebM with VP9 and alpha: laid over a face or a page, in editors and browsers."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

from viz.film.formats.webm import options
from viz.film.job import even
from viz.film.pieces import Joined, Recipe, encode_piece, packets_in
from viz.film.straight import Straight

if TYPE_CHECKING:
    from av import VideoFrame

    from viz.film.job import FilmJob

ABOUT: Final = "WebM, VP9 with straight alpha, to be laid over a picture"
ENDINGS: Final = (".webm",)
ENCODER: Final = "libvpx-vp9"
ALPHA: Final = True
ONLY_ALPHA: Final = True  # chosen by the ending only for transparent pictures
BYTES_PER_PIXEL: Final = 0.03


def fitting(size: tuple[int, int]) -> tuple[int, int]:
    """The size that this format can hold: even sides."""
    return even(size)


def rate(fps: Fraction) -> Fraction:
    """The rate that this format can play: any."""
    return fps


def planes(job: FilmJob) -> Straight:
    """What turns painted pictures into the encoder's."""
    return Straight("yuva420p", alpha=job.alpha)


def encode(job: FilmJob, frames: Iterable[VideoFrame]) -> bytes:
    """The frames of one segment as a small file of their own."""
    return encode_piece(_recipe(job), job, frames)


def open_film(path: Path, job: FilmJob) -> Joined:
    """A new film under a temporary name."""
    return Joined(path, job, _recipe(job))


def frames_in(path: Path, _fps: Fraction) -> int:
    """The number of frames in a finished file; 0 where it cannot be read."""
    return packets_in(path)


def _recipe(_job: FilmJob) -> Recipe:
    return Recipe(ENCODER, "yuva420p", options, "webm", captions="webvtt")
