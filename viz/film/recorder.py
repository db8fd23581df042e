"""Records a film: one thread paints, another encodes, and at most four frames wait between them.

x264 and the conversion of colours run without the GIL, so painting hides behind encoding.

A signal may raise anywhere in the main thread, also between the taking of a lock by one of
Python's own classes and the `with` that gives it back (`Queue`, `Future`, `Event`), and the encoder
would wait for that lock for ever. So the threads meet only in `SimpleQueue`s, each of whose steps
is one call into C.
"""

from __future__ import annotations

import queue
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from viz.errors import EXIT_OUTPUT, Fault, VizError
from viz.film.formats import Format, format_of
from viz.film.output import claimed_film

if TYPE_CHECKING:
    from av import VideoFrame

    from viz.film.job import FilmJob, Picture, Progress

WAITING_FRAMES: Final = 4
_PATIENCE: Final = 0.1  # seconds between looks at whether the other thread still lives


class _StoppedError(Exception):
    """The painting thread gave up; the encoding thread leaves too."""


class Kept(Protocol):
    """Segments that are kept beside the film while it is made: viz.film.parts."""

    def has(self, index: int, /) -> bool: ...

    def read(self, index: int, /) -> Any: ...

    def write(self, index: int, segment: Any, /) -> None: ...


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
    form = format_of(job)
    with claimed_film(job, expected_bytes(job)) as partial:
        write_film(job, partial, frames, progress)
        verify(job, form, partial)
    return job.path


def expected_bytes(job: FilmJob) -> int:
    """About how large the film will be."""
    pixels = job.width * job.height * job.frames
    return 100_000 + round(pixels * format_of(job).BYTES_PER_PIXEL)


def missing(job: FilmJob, kept: Kept | None) -> tuple[int, ...]:
    """The numbers of the segments that are still to be made."""
    numbers = range(len(job.segments()))
    return tuple(n for n in numbers if kept is None or not kept.has(n))


def converted(
    job: FilmJob, picture: Picture, segments: Iterable[int] | None = None
) -> Iterator[VideoFrame]:
    """The frames of the film, or of some of its segments, in the encoder's planes; one that did
    not change is given again."""
    ranges = job.segments()
    wanted = ranges if segments is None else [ranges[index] for index in segments]
    planes = format_of(job).planes(job)
    frame: VideoFrame | None = None
    for number in chain.from_iterable(wanted):
        painted = picture(job.at(number))
        if frame is None or painted.changed != ():
            frame = planes.convert(painted)
        yield frame


@dataclass(frozen=True, slots=True)
class _Table:
    """Where the two threads meet: free seats, frames that wait, the word to stop, how it ended."""

    seats: queue.SimpleQueue[None]
    waiting: queue.SimpleQueue[VideoFrame]
    stop: queue.SimpleQueue[None]
    ended: queue.SimpleQueue[BaseException | None]
    progress: Progress | None
    kept: Kept | None


def _table(progress: Progress | None, kept: Kept | None) -> _Table:
    seats: queue.SimpleQueue[None] = queue.SimpleQueue()
    for _ in range(WAITING_FRAMES):
        seats.put(None)
    waiting, stop, ended = (
        queue.SimpleQueue[Any](),
        queue.SimpleQueue[Any](),
        queue.SimpleQueue[Any](),
    )
    return _Table(seats, waiting, stop, ended, progress, kept)


def write_film(
    job: FilmJob,
    partial: Path,
    frames: Iterable[VideoFrame],
    progress: Progress | None = None,
    kept: Kept | None = None,
) -> None:
    """Write a film under a temporary name: `frames` are those of the segments that `missing`
    names, in order; the others are taken from `kept`, where each new one is put as well."""
    form = format_of(job)
    table = _table(progress, kept)
    encoder = threading.Thread(
        target=_encode_and_tell, args=(job, form, partial, table), name="encoder"
    )
    with _quick_turns():
        encoder.start()
        try:
            for frame in frames:
                if not _hand_over(frame, table):
                    break
            failure = table.ended.get()
        finally:
            table.stop.put(None)
            encoder.join()
    if failure is not None:
        raise failure


def _hand_over(frame: VideoFrame, table: _Table) -> bool:
    """Put a frame where the encoder finds it; False when the encoder has failed."""
    while table.ended.empty():
        try:
            table.seats.get(timeout=_PATIENCE)
        except queue.Empty:
            continue
        table.waiting.put(frame)
        return True
    return False


def _encode_and_tell(job: FilmJob, form: Format, partial: Path, table: _Table) -> None:
    try:
        _encode(job, form, partial, table)
    except BaseException as error:  # noqa: BLE001 - raised again where the film is waited for
        table.ended.put(error)
    else:
        table.ended.put(None)


def _encode(job: FilmJob, form: Format, partial: Path, table: _Table) -> None:
    film = form.open_film(partial, job)
    todo = set(missing(job, table.kept))
    try:
        for index, numbers in enumerate(job.segments()):
            if index in todo:
                segment = form.encode(job, _waiting_frames(job, numbers, table))
                if table.kept is not None:
                    table.kept.write(index, segment)
            else:
                assert table.kept is not None  # noqa: S101  else all of them are to be made
                _leave_if_stopped(table)
                segment = table.kept.read(index)
            film.write(segment)
            del segment
            _give_back()
        film.close()
    except _StoppedError:
        film.abandon()
    except BaseException:
        film.abandon()
        raise


def _leave_if_stopped(table: _Table) -> None:
    if not table.stop.empty():
        raise _StoppedError


def _waiting_frames(job: FilmJob, numbers: range, table: _Table) -> Iterator[VideoFrame]:
    for number in numbers:
        while True:
            _leave_if_stopped(table)
            try:
                frame = table.waiting.get(timeout=_PATIENCE)
            except queue.Empty:
                continue
            break
        table.seats.put(None)
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


def verify(job: FilmJob, form: Format, partial: Path) -> None:
    """Read the file back: a film that a full disk has cut must not get its final name."""
    found = form.frames_in(partial, job.fps)
    if found != job.frames:
        what = f"{job.path.name} has {found} of {job.frames} frames: the disk lost some"
        raise VizError(Fault(what), EXIT_OUTPUT)
