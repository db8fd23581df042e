"""MOV with QuickTime Animation and alpha: every pixel as painted, read by old programs too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from viz.film import segments as pieces
from viz.film.container import timescale
from viz.film.packed_pixels import Packed

if TYPE_CHECKING:
    from viz.film.job import FilmJob

ABOUT: Final = "MOV, QuickTime Animation with straight alpha, no loss"
ENDINGS: Final[tuple[str, ...]] = ()
WRITTEN: Final = (".mov",)
ENCODER: Final = "qtrle"
ALPHA: Final = True
BYTES_PER_PIXEL: Final = 1.0
fitting = pieces.any_size
rate = pieces.any_rate
encode = pieces.encode
frames_in = pieces.frames_in
open_film = pieces.open_film


def planes(job: FilmJob) -> Packed:
    """What turns painted pictures into the encoder's."""
    return Packed("argb", alpha=job.alpha)


def recipe(job: FilmJob) -> pieces.Recipe:
    """How the codec is used."""
    muxing = {"movflags": "+faststart", "video_track_timescale": timescale(job.fps)}
    return pieces.Recipe(
        ENCODER, "argb", _options, "mov", piece="mov", muxing=muxing, captions="mov_text"
    )


def _options(job: FilmJob) -> dict[str, str]:
    return {"g": str(max(1, round(job.fps)))}
