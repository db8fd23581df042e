"""WebM with VP9: for web pages, free of patents, smaller than H.264."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

from viz.film.job import even
from viz.film.pieces import Joined, Recipe, encode_piece, packets_in
from viz.film.pixels import Planes

if TYPE_CHECKING:
    from av import VideoFrame

    from viz.film.job import FilmJob

ABOUT: Final = "WebM, VP9, BT.709, for web pages"
ENDINGS: Final = (".webm",)
ENCODER: Final = "libvpx-vp9"
ALPHA: Final = False
BYTES_PER_PIXEL: Final = 0.02


def fitting(size: tuple[int, int]) -> tuple[int, int]:
    """The size that this format can hold: even sides."""
    return even(size)


def rate(fps: Fraction) -> Fraction:
    """The rate that this format can play: any."""
    return fps


def planes(job: FilmJob) -> Planes:
    """What turns painted pictures into the encoder's."""
    return Planes(job.width, job.height)


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
    return Recipe(ENCODER, "yuv420p", options, "webm", captions="webvtt")


def options(job: FilmJob) -> dict[str, str]:
    """libvpx's settings: good quality at a speed that keeps up with the painter."""
    return {
        "crf": "24",
        "b": "0",
        "deadline": "good",
        "cpu-used": "4",
        "row-mt": "1",
        "threads": "4",  # fixed: the number must not follow the machine
        "tile-columns": "1",
        "g": str(max(1, round(job.fps * 2))),
        "auto-alt-ref": "0",
        "lag-in-frames": "0",
    }
