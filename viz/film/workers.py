"""Parts of a film from processes of this machine. A worker that dies, or that is dead to the
world, is replaced; its part is made again, no other.

A slow worker is not a dead one: each tells every second that it lives and how long its processor
has worked for it. One that has been stopped tells nothing more; one that waits for something that
never comes computes nothing more.
"""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import viz
from viz.errors import EXIT_OUTPUT, Fault, VizError
from viz.film.segment import Made, Order
from viz.film.worker import Beat, receive, send
from viz.system import out_of_our_group

MOST_JOBS: Final = 256
_START: Final = "from viz.film.worker import main; raise SystemExit(main())"
_TRIES: Final = 3  # as often may workers die over one part
_SILENT: Final = 60.0  # seconds without a word, after which a worker is taken for dead
_STARTING: Final = 300.0  # the same for its first: libraries may come from a slow disk
_IDLE: Final = 300.0  # seconds in which even a worker of a busy machine has computed something
_SOMETHING: Final = 0.1  # seconds of a processor; telling that it lives takes far less


@dataclass(slots=True)
class _Floor:
    """Where the workers' threads meet: what is to do, what is done, who is at work."""

    order: Order
    todo: queue.SimpleQueue[int | None]
    done: queue.Queue[Made]
    closed: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)
    running: set[subprocess.Popen[bytes]] = field(default_factory=set)


@dataclass(slots=True)
class _Worker:
    """A process, and what it has said: answers, beats, and None when it is gone."""

    process: subprocess.Popen[bytes]
    said: queue.SimpleQueue[object] = field(default_factory=queue.SimpleQueue)
    computed: float = -1.0  # as it last told; -1 before its first word
    moved: float = 0.0  # when that had last grown


def made_here(order: Order, wanted: Sequence[int], jobs: int) -> Generator[Made]:
    """The wanted parts as they get ready, from `jobs` processes, which end with the iteration.

    A part that a worker could not make comes with its faults.
    """
    todo: queue.SimpleQueue[int | None] = queue.SimpleQueue()
    jobs = min(jobs, len(wanted))
    floor = _Floor(order, todo, queue.Queue(jobs))
    for index in (*wanted, *[None] * jobs):
        todo.put(index)
    keepers = [threading.Thread(target=_keep, args=(floor,), daemon=True) for _ in range(jobs)]
    try:
        for keeper in keepers:
            keeper.start()
        for _ in wanted:
            yield floor.done.get()
    finally:
        _close(floor, keepers)


def _close(floor: _Floor, keepers: list[threading.Thread]) -> None:
    with floor.lock:
        floor.closed.set()
        for process in floor.running:
            process.kill()
    for keeper in keepers:
        while keeper.is_alive():
            with suppress(queue.Empty):  # it may wait for room to put its answer
                floor.done.get_nowait()
            keeper.join(0.05)


def _keep(floor: _Floor) -> None:
    """Keep one worker at work, and a new one where it dies. Runs in a thread of its own."""
    worker: _Worker | None = None
    try:
        while (index := floor.todo.get()) is not None and not floor.closed.is_set():
            for _ in range(_TRIES):
                if worker is None:
                    worker = _started(floor)
                if worker is None or floor.closed.is_set():
                    return
                made = _asked(worker, index)
                if made is not None:
                    break
                _end(floor, worker.process)
                worker = None
            else:
                what = f"part {index + 1} is lost: its worker died or hung {_TRIES} times"
                made = Made(
                    index,
                    faults=(Fault(what, write="fewer --jobs, if memory is short"),),
                    code=EXIT_OUTPUT,
                )
            floor.done.put(made)
    except Exception as error:  # noqa: BLE001  else the one who waits would wait for ever
        floor.done.put(
            Made(-1, faults=(Fault(f"no worker can be started: {error}"),), code=EXIT_OUTPUT)
        )
    finally:
        if worker is not None:
            _end(floor, worker.process)


def _asked(worker: _Worker, index: int) -> Made | None:
    """A worker's answer, or None where it has died or hangs."""
    assert worker.process.stdin is not None  # noqa: S101  for mypy
    try:
        send(worker.process.stdin, index)
    except OSError:
        return None
    worker.moved = time.monotonic()
    while True:
        try:
            word = worker.said.get(timeout=_STARTING if worker.computed < 0 else _SILENT)
        except queue.Empty:
            return None
        if not isinstance(word, Beat):
            return word if isinstance(word, Made) else None
        now = time.monotonic()
        if word.computed > worker.computed + _SOMETHING:
            worker.computed, worker.moved = word.computed, now
        elif now - worker.moved > _IDLE:
            return None


def _hear(worker: _Worker) -> None:
    """Keep what a worker says. Runs in a thread of its own, which ends when the worker does."""
    assert worker.process.stdout is not None  # noqa: S101  for mypy
    word: object = None
    with suppress(OSError, ValueError):  # its end was closed
        while (word := receive(worker.process.stdout)) is not None:
            worker.said.put(word)
    worker.said.put(None)


def _started(floor: _Floor) -> _Worker | None:
    """A new worker that has its order; None where the work is over."""
    root = str(Path(viz.__file__).parent.parent)
    paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(paths),
        "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    }
    with floor.lock:
        if floor.closed.is_set():
            return None
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", _START],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            **out_of_our_group(),
        )
        floor.running.add(process)
    assert process.stdin is not None  # noqa: S101  for mypy
    with suppress(OSError):  # it has died already: the first question will tell
        send(process.stdin, floor.order)
    worker = _Worker(process)
    threading.Thread(target=_hear, args=(worker,), daemon=True).start()
    return worker


def _end(floor: _Floor, process: subprocess.Popen[bytes]) -> None:
    with floor.lock:
        floor.running.discard(process)
    process.kill()
    with suppress(OSError):
        if process.stdin is not None:
            process.stdin.close()
    if process.stdout is not None:
        process.stdout.close()
    process.wait()


def demand_jobs(jobs: int) -> int:
    """A number of processes that makes sense. Raises VizError."""
    if not 1 <= jobs <= MOST_JOBS:
        raise VizError(Fault(f"{jobs} is no number of jobs", write=f"--jobs 1 to {MOST_JOBS}"))
    return jobs
