"""MOV with ProRes 4444 and alpha: for cutting programs; large, no loss to be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from viz.film import segments as pieces
from viz.film.container import timescale
from viz.film.job import even
from viz.film.pixels import YUVA444_10, Planes

if TYPE_CHECKING:
    from viz.film.job import FilmJob

ABOUT: Final = "MOV, ProRes 4444 with straight alpha, for cutting"
ENDINGS: Final = (".mov",)
ENCODER: Final = "prores_ks"
ALPHA: Final = True
BYTES_PER_PIXEL: Final = 0.8
_LAMBDA: Final = 118  # FFmpeg's unit of quality
_QUALITY: Final = 4  # of prores_ks: the mean colour error of our pictures is below 0.3 of 255
fitting = even
rate = pieces.any_rate
encode = pieces.encode
frames_in = pieces.frames_in
open_film = pieces.open_film


def planes(job: FilmJob) -> Planes:
    """What turns painted pictures into the encoder's."""
    return Planes(job.width, job.height, YUVA444_10, alpha=job.alpha)


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
    # Four slices' threads, fixed; the vendor's name is what cutting programs look for. A quality
    # that is fixed is written three times as quickly as a bit rate that is sought for.
    return {
        "profile": "4444",
        "vendor": "apl0",
        "alpha_bits": "16",
        "threads": "4",
        "flags": "+qscale",
        "global_quality": str(_LAMBDA * _QUALITY),
    }
