"""MP4 with H.264: plays everywhere, may be put up as it is, does not shift in an editor."""

from __future__ import annotations

import io
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

import av

from viz.film.container import Waiting, carry, carry_captions, timecode_of, timescale
from viz.film.h264 import Segment, encode
from viz.film.job import even
from viz.film.pixels import Planes

if TYPE_CHECKING:
    from av.container import OutputContainer
    from av.video.stream import VideoStream

    from viz.film.job import FilmJob

__all__ = [
    "ABOUT",
    "ALPHA",
    "BYTES_PER_PIXEL",
    "CAPTIONS",
    "ENCODER",
    "ENDINGS",
    "Mp4",
    "encode",
    "fitting",
    "frames_in",
    "open_film",
    "planes",
    "rate",
]

ABOUT: Final = "MP4, H.264 High, BT.709, ready to be put up"
ENDINGS: Final = (".mp4", ".m4v")
ENCODER: Final = "libx264"
ALPHA: Final = False
CAPTIONS: Final = "mov_text"
BYTES_PER_PIXEL: Final = 0.02  # a frame of the flagship takes about 0.01

_OPTIONS: Final = {
    # The index comes first, so that a film plays while it loads; times of showing begin at 0
    # without an edit list, which editors are known to ignore.
    "movflags": "+faststart+negative_cts_offsets",
    "use_editlist": "0",
}


def fitting(size: tuple[int, int]) -> tuple[int, int]:
    """The size that this format can hold: even sides."""
    return even(size)


def rate(fps: Fraction) -> Fraction:
    """The rate that this format can play: any."""
    return fps


def planes(job: FilmJob) -> Planes:
    """What turns painted pictures into the encoder's."""
    return Planes(job.width, job.height)


class Mp4:
    """An MP4 file being written: segments in order, then `close`."""

    __slots__ = ("_captions", "_container", "_done", "_job", "_path", "_stream")

    def __init__(self, path: Path, job: FilmJob) -> None:
        self._path = path
        self._job = job
        self._container: OutputContainer | None = None
        self._stream: VideoStream | None = None
        self._captions: Waiting = []
        self._done = 0

    def write(self, segment: Segment) -> None:
        """Append a segment by copying its packets. Raises OSError where the disk refuses."""
        if self._container is None or self._stream is None:
            self._open(segment)
        assert self._container is not None  # noqa: S101  for mypy
        assert self._stream is not None  # noqa: S101
        for coded in segment:
            packet = av.Packet(coded.data)
            packet.stream = self._stream
            packet.time_base = 1 / self._job.fps
            packet.pts = self._done + coded.pts
            packet.dts = self._done + coded.dts
            packet.duration = 1
            packet.is_keyframe = coded.key
            self._container.mux(packet)
        self._done += len(segment)
        carry_captions(self._container, self._captions, self._done / self._job.fps)

    def _open(self, segment: Segment) -> None:
        # The parameters of the stream, colours included, are read from its first picture: so
        # the muxer needs no encoder, and the segments may come from anywhere.
        with av.open(io.BytesIO(segment[0].data), format="h264") as probe:
            options = {**_OPTIONS, "video_track_timescale": timescale(self._job.fps)}
            if self._job.timecode is not None:
                options["write_tmcd"] = "1"
            # "file:" keeps a name like concat:x.mp4 from being a protocol of FFmpeg.
            self._container = av.open(
                f"file:{self._path}", "w", format="mp4", container_options=options
            )
            self._stream = self._container.add_stream_from_template(probe.streams.video[0])
            self._stream.time_base = 1 / self._job.fps
            self._stream.metadata.update(timecode_of(self._job))
            self._captions = carry(self._container, self._job, CAPTIONS)

    def close(self) -> None:
        """Write the index. Raises OSError where the disk refuses."""
        container, self._container, self._stream = self._container, None, None
        if container is not None:
            carry_captions(container, self._captions, None)
            container.close()

    def abandon(self) -> None:
        """Let go of a file that will be removed: the disk may well refuse its index too."""
        with suppress(OSError, ValueError):
            self.close()


def open_film(path: Path, job: FilmJob) -> Mp4:
    """A new film under a temporary name."""
    return Mp4(path, job)


def frames_in(path: Path, _fps: Fraction) -> int:
    """The number of frames that a finished file's index lists; 0 where it cannot be read."""
    try:
        with av.open(f"file:{path}") as film:
            return film.streams.video[0].frames
    except (OSError, ValueError, IndexError):
        return 0
