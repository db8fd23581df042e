"""MOV with QuickTime Animation and alpha: every pixel as painted, read by old programs too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from viz.film.container import timescale
from viz.film.pieces import Recipe, any_rate, any_size, encode, frames_in, open_film
from viz.film.straight import Straight

if TYPE_CHECKING:
    from viz.film.job import FilmJob

__all__ = [
    "ABOUT",
    "ALPHA",
    "BYTES_PER_PIXEL",
    "ENCODER",
    "ENDINGS",
    "WRITTEN",
    "encode",
    "fitting",
    "frames_in",
    "open_film",
    "planes",
    "rate",
    "recipe",
]

ABOUT: Final = "MOV, QuickTime Animation with straight alpha, no loss"
ENDINGS: Final[tuple[str, ...]] = ()
WRITTEN: Final = (".mov",)
ENCODER: Final = "qtrle"
ALPHA: Final = True
BYTES_PER_PIXEL: Final = 1.0
fitting = any_size
rate = any_rate


def planes(job: FilmJob) -> Straight:
    """What turns painted pictures into the encoder's."""
    return Straight("argb", alpha=job.alpha)


def recipe(job: FilmJob) -> Recipe:
    """How the codec is used."""
    muxing = {"movflags": "+faststart", "video_track_timescale": timescale(job.fps)}
    return Recipe(ENCODER, "argb", _options, "mov", piece="mov", muxing=muxing, captions="mov_text")


def _options(job: FilmJob) -> dict[str, str]:
    return {"g": str(max(1, round(job.fps)))}
