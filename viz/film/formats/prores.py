"""MOV with ProRes 4444 and alpha: for cutting programs; large, no loss to be seen."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

from viz.film.job import even
from viz.film.pieces import Joined, Recipe, encode_piece, packets_in, timescale
from viz.film.straight import Straight

if TYPE_CHECKING:
    from av import VideoFrame

    from viz.film.job import FilmJob

ABOUT: Final = "MOV, ProRes 4444 with straight alpha, for cutting"
ENDINGS: Final = (".mov",)
ENCODER: Final = "prores_ks"
ALPHA: Final = True
BYTES_PER_PIXEL: Final = 0.4


def fitting(size: tuple[int, int]) -> tuple[int, int]:
    """The size that this format can hold: even sides."""
    return even(size)


def rate(fps: Fraction) -> Fraction:
    """The rate that this format can play: any."""
    return fps


def planes(job: FilmJob) -> Straight:
    """What turns painted pictures into the encoder's."""
    return Straight("yuva444p10le", alpha=job.alpha)


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
    muxing = {"movflags": "+faststart+write_colr", "video_track_timescale": timescale(job.fps)}
    return Recipe(
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
