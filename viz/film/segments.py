"""Films other than H.264, in segments: each is a small file of its own, in memory.

So whatever a codec needs beside its packets (alpha of VP9, the header of AV1) travels with them,
and a segment is plain bytes: it may come from another process or a disk. The film is put
together by copying packets. Nothing in it tells the machine or the moment: the bytes are equal.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

import av

from viz.errors import EXIT_OUTPUT, VizError
from viz.film.container import Waiting, carry, carry_captions, timecode_of
from viz.film.formats import format_of, missing
from viz.film.pixels import MATRIX_TAG, PRIMARIES, RANGE, TRANSFER

if TYPE_CHECKING:
    from av import VideoFrame
    from av.container import InputContainer, OutputContainer
    from av.video.stream import VideoStream

    from viz.film.job import FilmJob

Options = dict[str, str]


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a codec is used. `options` are the encoder's for a job; `piece` holds one segment.

    `holder` is FFmpeg's name of the film's own container, `muxing` its options, `captions` the
    codec of caption tracks in it or "". `reordered` is how many pictures decoding runs ahead of
    showing. `tag` is the codec's name within the container where it has more than one.
    `template`: the film's stream is described by a piece; else by the encoder itself. `told` is
    what the track's header says beside that.
    """

    encoder: str
    pixels: str
    options: Callable[[FilmJob], Options]
    holder: str
    piece: str = "matroska"
    muxing: Options = field(default_factory=dict)
    captions: str = ""
    reordered: int = 0
    tag: str = ""
    template: bool = True
    told: Options = field(default_factory=dict)


class Cooks(Protocol):
    """A format made of pieces: what it adds to the functions below."""

    def recipe(self, job: FilmJob, /) -> Recipe: ...


def any_size(size: tuple[int, int]) -> tuple[int, int]:
    """The size that a format can hold: any."""
    return size


def any_rate(fps: Fraction) -> Fraction:
    """The rate that a format can play: any."""
    return fps


def encode(job: FilmJob, frames: Iterable[VideoFrame]) -> bytes:
    """The frames of one segment as a small file of their own."""
    return encode_piece(_recipe_of(job), job, frames)


def open_film(path: Path, job: FilmJob) -> Joined:
    """A new film under a temporary name."""
    return Joined(path, job, _recipe_of(job))


def frames_in(path: Path, _fps: Fraction) -> int:
    """The number of frames in a finished file; 0 where it cannot be read."""
    return packets_in(path)


def _recipe_of(job: FilmJob) -> Recipe:
    return cast("Cooks", format_of(job)).recipe(job)


def encode_piece(recipe: Recipe, job: FilmJob, frames: Iterable[VideoFrame]) -> bytes:
    """The frames of one segment as a small file. Blocks; the work is done without the GIL."""
    file = io.BytesIO()
    options = {"fflags": "+bitexact"}
    with av.open(file, "w", format=recipe.piece, container_options=options) as piece:
        stream = _stream(piece, recipe, job)
        for number, frame in enumerate(frames):
            frame.pts = number
            frame.time_base = 1 / job.fps
            piece.mux(stream.encode(frame))
        piece.mux(stream.encode(None))
    return file.getvalue()


def _stream(container: OutputContainer, recipe: Recipe, job: FilmJob) -> VideoStream:
    try:
        made = container.add_stream(recipe.encoder, rate=job.fps, options=recipe.options(job))
    except ValueError as error:
        raise VizError(missing(recipe.encoder), EXIT_OUTPUT) from error
    assert isinstance(made, av.VideoStream)  # noqa: S101  for mypy
    made.width, made.height = job.width, job.height
    made.pix_fmt = recipe.pixels
    context = made.codec_context
    context.time_base = 1 / job.fps
    if recipe.pixels.startswith("yuv"):
        context.colorspace, context.color_range = MATRIX_TAG, RANGE
        context.color_primaries, context.color_trc = PRIMARIES, TRANSFER
    return made


class Joined:
    """A film being put together from pieces: segments in order, then `close`."""

    __slots__ = ("_captions", "_container", "_done", "_job", "_path", "_recipe", "_stream")

    def __init__(self, path: Path, job: FilmJob, recipe: Recipe) -> None:
        self._path = path
        self._job = job
        self._recipe = recipe
        self._container: OutputContainer | None = None
        self._stream: Any = None
        self._captions: Waiting = []
        self._done = 0

    def write(self, segment: bytes) -> None:
        """Append a segment by copying its packets. Raises OSError where the disk refuses."""
        fps = self._job.fps
        with av.open(io.BytesIO(segment), "r", format=_reader(self._recipe.piece)) as piece:
            if self._container is None:
                self._open(piece)
            assert self._container is not None  # noqa: S101  for mypy
            count = 0
            for packet in piece.demux(piece.streams.video[0]):
                if not packet.size or packet.pts is None or packet.time_base is None:
                    continue
                # Matroska counts milliseconds: the nearest frame is the one that was meant.
                shown = round(packet.pts * packet.time_base * fps)
                packet.stream = self._stream
                packet.time_base = 1 / fps
                packet.pts = self._done + shown
                packet.dts = self._done + count - self._recipe.reordered
                packet.duration = 1
                self._container.mux_one(packet)
                count += 1
        self._done += count
        carry_captions(self._container, self._captions, self._done / fps)

    def _open(self, piece: InputContainer) -> None:
        # "file:" keeps a name like concat:x.webm from being a protocol of FFmpeg.
        options = {"fflags": "+bitexact", **self._recipe.muxing}
        if self._recipe.holder in ("mov", "mp4") and self._job.timecode is not None:
            options["write_tmcd"] = "1"
        self._container = av.open(
            f"file:{self._path}", "w", format=self._recipe.holder, container_options=options
        )
        if self._recipe.template:
            self._stream = self._container.add_stream_from_template(piece.streams.video[0])
            if self._recipe.tag:
                self._stream.codec_context.codec_tag = self._recipe.tag
        else:
            self._stream = _stream(self._container, self._recipe, self._job)
        self._stream.time_base = 1 / self._job.fps
        self._stream.metadata.update(self._recipe.told)
        self._stream.metadata.update(timecode_of(self._job))
        # So the file says its rate: without it no timecode is written, and short films are guessed at.
        self._stream.codec_context.framerate = self._job.fps
        self._captions = carry(self._container, self._job, self._recipe.captions)

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


def _reader(piece: str) -> str:
    """FFmpeg reads MOV and MP4 with one reader."""
    return "mov" if piece in ("mov", "mp4") else piece


def packets_in(path: Path) -> int:
    """The number of pictures in a finished file, counted without decoding; 0 where it is broken."""
    try:
        with av.open(f"file:{path}") as film:
            return sum(1 for packet in film.demux(film.streams.video[0]) if packet.size)
    except (OSError, ValueError, IndexError):
        return 0
