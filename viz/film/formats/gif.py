"""GIF: moves everywhere, in slides and mails; 256 colours, 50 pictures a second at most."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

import av
from av.filter import Graph
from av.video.format import VideoFormat

from viz.film.lossless import Shelf, kept
from viz.film.packed_pixels import Packed
from viz.film.segments import packets_in

if TYPE_CHECKING:
    from av import VideoFrame

    from viz.film.job import FilmJob

ABOUT: Final = "GIF, 256 colours, 50 pictures a second at most, plays over and over"
ENDINGS: Final = (".gif",)
ENCODER: Final = "gif"
ALPHA: Final = False
BYTES_PER_PIXEL: Final = 0.1
_LEAST_DELAY: Final = 2  # hundredths of a second; browsers take less for ten


def fitting(size: tuple[int, int]) -> tuple[int, int]:
    """The size that this format can hold: any."""
    return size


def rate(fps: Fraction) -> Fraction:
    """The nearest rate that this format can play: delays are whole hundredths of a second."""
    return Fraction(100, max(_LEAST_DELAY, round(100 / fps)))


def planes(_job: FilmJob) -> Packed:
    """What turns painted pictures into the encoder's."""
    return Packed("argb", alpha=False)


def encode(job: FilmJob, frames: Iterable[VideoFrame]) -> bytes:
    """The frames of one segment, without loss: the palette is made when all are known."""
    return kept(job, frames)


class Gif:
    """A GIF being written: segments in order, then `close`."""

    __slots__ = ("_job", "_path", "_shelf")

    def __init__(self, path: Path, job: FilmJob) -> None:
        self._path = path
        self._job = job
        self._shelf = Shelf()

    def write(self, segment: bytes) -> None:
        """Keep a segment."""
        self._shelf.add(segment)

    def close(self) -> None:
        """Choose 256 colours for the whole film, and write it. Raises OSError."""
        options = {"loop": "0", "final_delay": str(_delay(self._job.fps))}
        with av.open(f"file:{self._path}", "w", format="gif", container_options=options) as film:
            stream = film.add_stream("gif", rate=self._job.fps)
            stream.width, stream.height, stream.pix_fmt = self._job.width, self._job.height, "pal8"
            stream.codec_context.time_base = Fraction(1, 100)
            for number, frame in enumerate(_coloured(self._job, self._shelf)):
                frame.pts = number * _delay(self._job.fps)
                frame.time_base = Fraction(1, 100)
                film.mux(stream.encode(frame))
            film.mux(stream.encode(None))
        self._shelf.close()

    def abandon(self) -> None:
        """Let go of what waits."""
        self._shelf.close()


def _delay(fps: Fraction) -> int:
    return round(100 / fps)


def _coloured(job: FilmJob, shelf: Shelf) -> Iterator[VideoFrame]:
    """All pictures in one palette, so that what stands still stays the same from first to last."""
    argb = VideoFormat("argb")
    counting = Graph()
    source = counting.add_buffer(
        width=job.width, height=job.height, format=argb, time_base=1 / job.fps
    )
    chosen = counting.add("palettegen", "max_colors=256:reserve_transparent=0:stats_mode=full")
    counting.link_nodes(source, chosen, counting.add("buffersink")).configure()
    for frame in shelf.frames():
        source.push(frame)
    source.push(None)
    palette = _pulled(counting)

    graph = Graph()
    pictures = graph.add_buffer(
        width=job.width, height=job.height, format=argb, time_base=1 / job.fps
    )
    colours = graph.add_buffer(
        width=palette.width,
        height=palette.height,
        format=palette.format,
        time_base=1 / job.fps,
    )
    # An ordered pattern stays where it is from picture to picture, so still parts cost nothing.
    use = graph.add("paletteuse", "dither=bayer:bayer_scale=5:diff_mode=rectangle")
    sink = graph.add("buffersink")
    pictures.link_to(use, 0, 0)
    colours.link_to(use, 0, 1)
    use.link_to(sink)
    graph.configure()
    palette.pts = 0
    colours.push(palette)
    colours.push(None)
    for frame in shelf.frames():
        pictures.push(frame)
        yield _pulled(graph)


def _pulled(graph: Graph) -> VideoFrame:
    frame = graph.pull()
    assert isinstance(frame, av.VideoFrame)  # noqa: S101  for mypy
    return frame


def open_film(path: Path, job: FilmJob) -> Gif:
    """A new film under a temporary name."""
    return Gif(path, job)


def frames_in(path: Path, _fps: Fraction) -> int:
    """The number of frames in a finished file; 0 where it cannot be read."""
    return packets_in(path)
