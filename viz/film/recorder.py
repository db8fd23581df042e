"""Records a film: one thread paints, another encodes, and at most four frames wait between them.

x264 and the conversion of colours run without the GIL, so painting hides behind encoding.
"""

from __future__ import annotations

import queue
import sys
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from viz.errors import EXIT_OUTPUT, Fault, VizError
from viz.film.formats import Format, format_for
from viz.film.output import claimed

if TYPE_CHECKING:
    from av import VideoFrame

    from viz.film.job import FilmJob, Picture, Progress

WAITING_FRAMES: Final = 4
_PATIENCE: Final = 0.1  # seconds between looks at whether the other thread still lives


class _StoppedError(Exception):
    """The painting thread gave up; the encoding thread leaves too."""


def record(job: FilmJob, picture: Picture, progress: Progress | None = None) -> Path:
    """Write the film that `picture` gives frame by frame; `job.path` is whole or absent.

    `picture` is called in this thread, with exact screen times in rising order.
    Raises VizError: 2 unknown ending, 5 the disk or folder refuses, 6 another run writes it.
    """
    return record_frames(job, converted(job, picture), progress)


def record_frames(
    job: FilmJob, frames: Iterable[VideoFrame], progress: Progress | None = None
) -> Path:
    """Write a film of frames that are in the encoder's planes already; else as `record`."""
    form = format_for(job.path)
    pixels = job.width * job.height * job.frames
    expected = 100_000 + round(pixels * form.BYTES_PER_PIXEL)
    with claimed(job.path, overwrite=job.overwrite, expected=expected) as partial:
        _record(job, form, partial, frames, progress)
        _verify(job, form, partial)
    return job.path


def converted(job: FilmJob, picture: Picture) -> Iterator[VideoFrame]:
    """Every frame of the film in the encoder's planes; one that did not change is given again."""
    from viz.film.pixels import Planes

    planes = Planes(job.width, job.height)
    frame: VideoFrame | None = None
    for number in range(job.frames):
        painted = picture(job.at(number))
        if frame is None or painted.changed != ():
            frame = planes.convert(painted)
        yield frame


@dataclass(frozen=True, slots=True)
class _Table:
    """Where the two threads meet: the frames that wait, and the word to stop."""

    waiting: queue.Queue[VideoFrame]
    stop: threading.Event
    progress: Progress | None


def _record(
    job: FilmJob,
    form: Format,
    partial: Path,
    frames: Iterable[VideoFrame],
    progress: Progress | None,
) -> None:
    table = _Table(queue.Queue(WAITING_FRAMES), threading.Event(), progress)
    with _quick_turns(), ThreadPoolExecutor(1, thread_name_prefix="encoder") as executor:
        encoding = executor.submit(_encode, job, form, partial, table)
        try:
            for frame in frames:
                if not _hand_over(frame, table, encoding):
                    break
            encoding.result()
        finally:
            table.stop.set()


def _hand_over(frame: VideoFrame, table: _Table, encoding: Future[None]) -> bool:
    """Put a frame where the encoder finds it; False when the encoder has failed."""
    while not encoding.done():
        try:
            table.waiting.put(frame, timeout=_PATIENCE)
        except queue.Full:
            continue
        return True
    return False


def _encode(job: FilmJob, form: Format, partial: Path, table: _Table) -> None:
    frames = _waiting_frames(job, table)
    film = form.open_film(partial, job)
    try:
        for segment in job.segments():
            film.write(form.encode(job, islice(frames, len(segment))))
            _give_back()
        film.close()
    except _StoppedError:
        film.abandon()
    except BaseException:
        film.abandon()
        raise


def _waiting_frames(job: FilmJob, table: _Table) -> Iterator[VideoFrame]:
    for number in range(job.frames):
        while True:
            if table.stop.is_set():
                raise _StoppedError
            try:
                frame = table.waiting.get(timeout=_PATIENCE)
            except queue.Empty:
                continue
            break
        if table.progress is not None:
            table.progress(number + 1, job.frames)
        yield frame


@contextmanager
def _quick_turns() -> Iterator[None]:
    """Let the encoding thread have the GIL within half a millisecond when it asks for it."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.0005)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def _give_back() -> None:
    """Give the memory of a closed encoder back to the system.

    glibc keeps it, in as many heaps as the encoder had threads, and the next encoder gets other
    heaps: without this, memory grows with the length of a film. Other systems need no telling.
    """
    if sys.platform == "linux":
        import ctypes

        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # musl has none
        if trim is not None:
            trim(0)


def _verify(job: FilmJob, form: Format, partial: Path) -> None:
    """Read the file back: a film that a full disk has cut must not get its final name."""
    found = form.frames_in(partial)
    if found != job.frames:
        what = f"{job.path.name} has {found} of {job.frames} frames: the disk lost some"
        raise VizError(Fault(what), EXIT_OUTPUT)
