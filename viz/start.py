"""The first lines that run: so that Ctrl-C is quiet while the rest is still being imported."""

from __future__ import annotations

import os
import signal

INTERRUPTED = 130


def main() -> int:
    """The command `viz`; gives back its exit code."""
    return _quietly("viz")


def first_show() -> int:
    """`python3 viz` without words; gives back its exit code."""
    return _quietly("show")


def _quietly(what: str) -> int:
    before = signal.getsignal(signal.SIGINT)
    listens = before is signal.default_int_handler  # else somebody wants it ignored
    if listens:
        signal.signal(signal.SIGINT, leave)
    from viz.cli import main as command
    from viz.first_show import show

    if listens:
        signal.signal(signal.SIGINT, before)
    try:
        return command() if what == "viz" else show()
    except KeyboardInterrupt:  # between two lines of ours
        return INTERRUPTED
    finally:
        if listens:  # nothing is left to be cleaned up
            signal.signal(signal.SIGINT, signal.SIG_DFL)


def leave(_number: int, _frame: object) -> None:
    """Nothing has been begun: no word, no traceback."""
    os._exit(INTERRUPTED)
