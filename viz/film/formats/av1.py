"""MKV, WebM or MP4 with AV1 (SVT): the smallest; for new browsers and upload sites."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from viz.film import segments as pieces
from viz.film.container import timescale
from viz.film.job import even
from viz.film.pixels import Planes
from viz.film.quiet_libav import quiet_svt

if TYPE_CHECKING:
    from viz.film.job import FilmJob

ABOUT: Final = "MKV (or with --format av1 WebM, MP4), AV1 by SVT, BT.709, smallest"
ENDINGS: Final = (".mkv",)
ENCODER: Final = "libsvtav1"
ALPHA: Final = False
BYTES_PER_PIXEL: Final = 0.015
fitting = even
rate = pieces.any_rate
encode = pieces.encode
frames_in = pieces.frames_in
open_film = pieces.open_film


def planes(job: FilmJob) -> Planes:
    """What turns painted pictures into the encoder's."""
    return Planes(job.width, job.height)


def recipe(job: FilmJob) -> pieces.Recipe:
    """How the codec is used."""
    quiet_svt()
    ending = job.path.suffix.casefold()
    if ending in (".mp4", ".m4v", ".mov"):
        muxing = {"movflags": "+faststart", "video_track_timescale": timescale(job.fps)}
        holder, captions = "mp4", "mov_text"
    else:
        muxing = {}
        holder, captions = ("webm" if ending == ".webm" else "matroska"), "webvtt"
    return pieces.Recipe(
        ENCODER, "yuv420p", _options, holder, muxing=muxing, captions=captions, template=False
    )


def _options(job: FilmJob) -> dict[str, str]:
    # Two threads, fixed: the number must not follow the machine. Looking less far ahead takes a
    # third off the memory, for a film that is not larger.
    settings = f"keyint={max(1, round(job.fps * 2))}:lp=2:scd=0:lookahead=0:hierarchical-levels=3"
    return {"preset": "9", "crf": "30", "svtav1-params": settings}
