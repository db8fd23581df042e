"""A worker process: what `viz.film.workers` starts. It reads an order and then numbers of segments
from its input, and answers each with a part; it leaves when its input ends, as it does when the
one who started it dies. Every second it tells that it lives, and how much it has computed.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import sys
import threading
import time
from dataclasses import dataclass
from typing import IO, Final

from viz.errors import VizError
from viz.film.segment import Made, Order, maker

BEAT: Final = 1.0  # seconds


@dataclass(frozen=True, slots=True)
class Beat:
    """A worker lives, and has computed for so many seconds of its processor."""

    computed: float


def send(line: IO[bytes], thing: object) -> None:
    """A thing with its length before it. Raises OSError where nobody listens."""
    data = pickle.dumps(thing)
    line.write(len(data).to_bytes(8, "big"))
    line.write(data)
    line.flush()


def receive(line: IO[bytes]) -> object:
    """The next thing; None when the other side is gone. Both are processes of one run."""
    head = line.read(8)
    if len(head) < 8:
        return None
    length = int.from_bytes(head, "big")
    data = line.read(length)
    return pickle.loads(data) if len(data) == length else None  # noqa: S301  our own process


def main() -> int:
    """Work until there is no more to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the one's who started us
    told: queue.Queue[object] = queue.Queue()
    line, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # whatever a library prints must not be taken for an answer
    threading.Thread(target=_listen, args=(line, told), daemon=True).start()
    lock = threading.Lock()
    threading.Thread(target=_beat, args=(answers, lock), daemon=True).start()

    def answer(made: Made) -> None:
        with lock:
            send(answers, made)

    order = told.get()
    if not isinstance(order, Order):
        return 1
    try:
        make = maker(order)
    except VizError as error:
        answer(Made(-1, faults=error.faults, code=error.code))
        return 0
    while isinstance(index := told.get(), int):
        answer(make(index))
    return 0


def _beat(line: IO[bytes], lock: threading.Lock) -> None:
    while True:
        with lock:
            try:
                send(line, Beat(time.process_time()))
            except OSError:  # nobody listens
                return
        time.sleep(BEAT)


def _listen(line: IO[bytes], told: queue.Queue[object]) -> None:
    """Leave at once when the one who started us is gone, in the middle of a part as well."""
    while (thing := receive(line)) is not None:
        told.put(thing)
    os._exit(0)
