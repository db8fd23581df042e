"""Parts of a film from processes of this machine. A worker that dies is replaced; its part is
made again, no other.
"""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import viz
from viz.errors import EXIT_OUTPUT, Fault, VizError
from viz.film.segment import Made, Order
from viz.film.worker import receive, send

MOST_JOBS: Final = 256
_START: Final = "from viz.film.worker import main; raise SystemExit(main())"
_TRIES: Final = 3  # as often may workers die over one part


@dataclass(slots=True)
class _Floor:
    """Where the workers' threads meet: what is to do, what is done, who is at work."""

    order: Order
    todo: queue.SimpleQueue[int | None]
    done: queue.Queue[Made]
    closed: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)
    running: set[subprocess.Popen[bytes]] = field(default_factory=set)


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
    process: subprocess.Popen[bytes] | None = None
    try:
        while (index := floor.todo.get()) is not None and not floor.closed.is_set():
            for _ in range(_TRIES):
                if process is None:
                    process = _started(floor)
                if process is None or floor.closed.is_set():
                    return
                made = _asked(process, index)
                if made is not None:
                    break
                _end(floor, process)
                process = None
            else:
                what = f"part {index + 1} is lost: its worker died {_TRIES} times"
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
        if process is not None:
            _end(floor, process)


def _asked(process: subprocess.Popen[bytes], index: int) -> Made | None:
    """A worker's answer, or None where it has died."""
    assert process.stdin is not None  # noqa: S101  for mypy
    assert process.stdout is not None  # noqa: S101
    try:
        send(process.stdin, index)
        answer = receive(process.stdout)
    except OSError:
        return None
    return answer if isinstance(answer, Made) else None


def _started(floor: _Floor) -> subprocess.Popen[bytes] | None:
    """A new worker that has its order; None where the work is over."""
    root = str(Path(viz.__file__).parent.parent)
    paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(paths),
        "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    }
    more: dict[str, Any] = {"start_new_session": True}  # Ctrl-C in the terminal is ours alone
    if sys.platform == "win32":
        more = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    with floor.lock:
        if floor.closed.is_set():
            return None
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", _START],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            **more,
        )
        floor.running.add(process)
    assert process.stdin is not None  # noqa: S101  for mypy
    with suppress(OSError):  # it has died already: the first question will tell
        send(process.stdin, floor.order)
    return process


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
