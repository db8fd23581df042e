"""WebM with VP9 and alpha: laid over a face or a page, in editors and browsers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from viz.film.formats.webm import options
from viz.film.job import even
from viz.film.pieces import Recipe, any_rate, encode, frames_in, open_film
from viz.film.straight import Straight

if TYPE_CHECKING:
    from viz.film.job import FilmJob

__all__ = [
    "ABOUT",
    "ALPHA",
    "BYTES_PER_PIXEL",
    "ENCODER",
    "ENDINGS",
    "ONLY_ALPHA",
    "encode",
    "fitting",
    "frames_in",
    "open_film",
    "planes",
    "rate",
    "recipe",
]

ABOUT: Final = "WebM, VP9 with straight alpha, to be laid over a picture"
ENDINGS: Final = (".webm",)
ENCODER: Final = "libvpx-vp9"
ALPHA: Final = True
ONLY_ALPHA: Final = True  # chosen by the ending only for transparent pictures
BYTES_PER_PIXEL: Final = 0.03
fitting = even
rate = any_rate


def planes(job: FilmJob) -> Straight:
    """What turns painted pictures into the encoder's."""
    return Straight("yuva420p", alpha=job.alpha)


def recipe(_job: FilmJob) -> Recipe:
    """How the codec is used."""
    return Recipe(ENCODER, "yuva420p", options, "webm", captions="webvtt")
