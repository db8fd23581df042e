"""Leave in good order when the system asks, so that no half-written file stays behind."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NoReturn

from viz.system import stop_signals

EXIT_TERMINATED: Final = 143


@contextmanager
def stoppable() -> Iterator[None]:
    """Within the block, being told to stop raises SystemExit(143), so that `finally` runs.

    Ctrl-C raises KeyboardInterrupt. A second word to stop, of either kind, is heard only after
    the cleaning up, which is short: else it would be cut off in the middle.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = stop_signals()
    before = {number: signal.getsignal(number) for number in numbers}

    def leave(heard: int, _frame: object) -> NoReturn:
        for number in numbers:
            signal.signal(number, signal.SIG_IGN)
        if heard == signal.SIGINT:
            raise KeyboardInterrupt
        raise SystemExit(EXIT_TERMINATED)

    for number in numbers:
        if before[number] is not signal.SIG_IGN:  # nohup asked for that
            signal.signal(number, leave)
    try:
        yield
    finally:
        for number, handler in before.items():
            if handler is not None:
                signal.signal(number, handler)
