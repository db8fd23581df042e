"""MOV with ProRes 4444 and alpha: for cutting programs; large, no loss to be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from viz.film import segments as pieces
from viz.film.container import timescale
from viz.film.job import even
from viz.film.straight_alpha import Straight

if TYPE_CHECKING:
    from viz.film.job import FilmJob

ABOUT: Final = "MOV, ProRes 4444 with straight alpha, for cutting"
ENDINGS: Final = (".mov",)
ENCODER: Final = "prores_ks"
ALPHA: Final = True
BYTES_PER_PIXEL: Final = 0.4
fitting = even
rate = pieces.any_rate
encode = pieces.encode
frames_in = pieces.frames_in
open_film = pieces.open_film


def planes(job: FilmJob) -> Straight:
    """What turns painted pictures into the encoder's."""
    return Straight("yuva444p10le", alpha=job.alpha)


def recipe(job: FilmJob) -> pieces.Recipe:
    """How the codec is used."""
    muxing = {"movflags": "+faststart+write_colr", "video_track_timescale": timescale(job.fps)}
    return pieces.Recipe(
        ENCODER,
        "yuva444p10le",
        _options,
        "mov",
        piece="mov",
        muxing=muxing,
        captions="mov_text",
        tag="ap4h",
    )


def _options(_job: FilmJob) -> dict[str, str]:
    # Four slices' threads, fixed; the vendor's name is what cutting programs look for.
    return {"profile": "4444", "vendor": "apl0", "alpha_bits": "16", "threads": "4"}
