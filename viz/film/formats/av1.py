"""MKV, WebM or MP4 with AV1 (SVT): the smallest; for new browsers and upload sites."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

from viz.film.job import even
from viz.film.pieces import Joined, Recipe, encode_piece, packets_in, timescale
from viz.film.pixels import Planes
from viz.film.quiet import quiet_svt

if TYPE_CHECKING:
    from av import VideoFrame

    from viz.film.job import FilmJob

ABOUT: Final = "MKV (or with --format av1 WebM, MP4), AV1 by SVT, BT.709, smallest"
ENDINGS: Final = (".mkv",)
ENCODER: Final = "libsvtav1"
ALPHA: Final = False
BYTES_PER_PIXEL: Final = 0.015


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


def _recipe(job: FilmJob) -> Recipe:
    quiet_svt()
    ending = job.path.suffix.casefold()
    if ending in (".mp4", ".m4v", ".mov"):
        muxing = {"movflags": "+faststart", "video_track_timescale": timescale(job.fps)}
        holder, captions = "mp4", "mov_text"
    else:
        muxing = {}
        holder, captions = ("webm" if ending == ".webm" else "matroska"), "webvtt"
    return Recipe(
        ENCODER, "yuv420p", _options, holder, muxing=muxing, captions=captions, template=False
    )


def _options(job: FilmJob) -> dict[str, str]:
    # Two threads, fixed: the number must not follow the machine. Looking less far ahead takes a
    # third off the memory, for a film that is not larger.
    settings = f"keyint={max(1, round(job.fps * 2))}:lp=2:scd=0:lookahead=0:hierarchical-levels=3"
    return {"preset": "9", "crf": "30", "svtav1-params": settings}
