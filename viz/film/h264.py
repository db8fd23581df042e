"""H.264 in segments. Each is encoded by its own encoder, so any order and any number of workers
gives the same bytes; a segment is plain bytes, so it may come from another process or a disk.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import av
from av import VideoFrame

from viz.errors import EXIT_OUTPUT, Fault, VizError
from viz.film.pixels import MATRIX_TAG, PRIMARIES, RANGE, TRANSFER

if TYPE_CHECKING:
    from av.video.codeccontext import VideoCodecContext

    from viz.film.job import FilmJob

ENCODER: Final = "libx264"
# B-frames wait for one later picture, and none is a reference: decoding runs one frame ahead.
DELAY: Final = 1
# The number of threads changes x264's bytes a little, so it is fixed, not the machine's.
THREADS: Final = 3
# Frames looked at before one is coded. Each holds 8 MB at 1080p; ten give no smaller file here.
LOOKAHEAD: Final = 3


@dataclass(frozen=True, slots=True)
class Coded:
    """One coded picture; `pts` and `dts` count frames from the start of its segment."""

    data: bytes
    pts: int
    dts: int
    key: bool


Segment = tuple[Coded, ...]


def encode(job: FilmJob, frames: Iterable[VideoFrame]) -> Segment:
    """The frames of one segment, in decoding order. Blocks; the work is done without the GIL."""
    encoder = _encoder(job)
    coded: list[Coded] = []
    for number, frame in enumerate(frames):
        frame.pts = number
        frame.time_base = 1 / job.fps
        _collect(encoder.encode(frame), coded)
    _collect(encoder.encode(None), coded)
    return tuple(coded)


def _collect(packets: list[av.Packet[Any]], coded: list[Coded]) -> None:
    for packet in packets:
        # x264 guesses the first dts of very short segments otherwise; the n-th picture to be
        # decoded is always due DELAY frames before the n-th to be shown.
        dts = len(coded) - DELAY
        coded.append(Coded(bytes(packet), packet.pts or 0, dts, packet.is_keyframe))


def _encoder(job: FilmJob) -> VideoCodecContext:
    try:
        encoder = av.CodecContext.create(ENCODER, "w")
    except ValueError as error:
        what = f"this PyAV has no H.264 encoder ({ENCODER})"
        write = "pip install --force-reinstall av; 'viz doctor' shows what there is"
        raise VizError(Fault(what, write=write), EXIT_OUTPUT) from error
    assert isinstance(encoder, av.VideoCodecContext)  # noqa: S101  the name says it; for mypy
    group = max(1, round(job.fps / 2))  # half a second, as upload sites ask
    encoder.width, encoder.height = job.width, job.height
    encoder.pix_fmt = "yuv420p"
    encoder.framerate = job.fps
    encoder.time_base = Fraction(1) / job.fps
    encoder.colorspace, encoder.color_range = MATRIX_TAG, RANGE
    encoder.color_primaries, encoder.color_trc = PRIMARIES, TRANSFER
    encoder.profile = "High"
    settings: dict[str, int | str] = {
        "keyint": group,
        "min-keyint": group,
        "scenecut": 0,
        "open-gop": 0,
        "bframes": 2,
        "b-pyramid": "none",  # a third less memory, and the same size of film
        "threads": THREADS,
        "lookahead-threads": 1,
        "rc-lookahead": LOOKAHEAD,
        "sync-lookahead": 0,
        "sliced-threads": 0,
    }
    encoder.options = {
        "preset": "ultrafast" if job.draft else "veryfast",
        "crf": "23" if job.draft else "18",
        "x264-params": ":".join(f"{name}={value}" for name, value in settings.items()),
    }
    return encoder
