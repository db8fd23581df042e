"""What comes next is made ready in the time that the pictures before it leave over.

The first pictures of a beat need words and shapes that were not on stage before; to make them all
at once takes as long as several pictures. So they are made earlier, a few at a time. Nothing of it
is shown, and every picture is the same with it and without: it only fills caches.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Final

from viz.stage.look import Look, Theme
from viz.stage.marks import Frame
from viz.timeline.clocks import ScreenSeconds

RATE: Final = 60  # pictures a second
FADES: Final = 0.5  # s after a change in which what is shown fades in
RESERVE: Final = 0.003  # s before the next picture is due in which no piece of work may end
FORGET: Final = 0.9  # a long piece of work is counted with, and forgotten picture by picture

Make = Callable[[Look], Frame]


@dataclass
class Ahead:
    """Work for the time that is left. `of` is what it is for: something else begins anew.

    `takes` is how long a piece of it has taken of late, in seconds: none begins with less left.
    """

    of: object = None
    work: Iterator[None] = field(default_factory=lambda: iter(()))
    takes: float = 0.0


def moments(changes: tuple[float, ...], at: float, seconds: float) -> tuple[ScreenSeconds, ...]:
    """The pictures that follow the next of the changes after `at`, up to the end."""
    start = next((change for change in sorted(changes) if change > at), None)
    if start is None:
        return ()
    count = round(FADES * RATE)
    found = (start + n / RATE for n in range(count + 1))
    return tuple(ScreenSeconds(t) for t in found if t <= seconds)


def all_of(
    prepare: Callable[[Make, Theme, str], Iterator[None]],
    makes: tuple[Make, ...],
    theme: Theme,
    lang: str,
) -> Iterator[None]:
    """The work for several pictures, one after the other."""
    return chain.from_iterable(prepare(make, theme, lang) for make in makes)


def work(ahead: Ahead, of: object, begin: Callable[[], Iterator[None]], until: float) -> None:
    """Go on until a moment of the clock, or until all is done; begin anew for something else."""
    if ahead.of != of:
        ahead.of, ahead.work = of, begin()
    ahead.takes *= FORGET
    try:
        while (now := time.perf_counter()) + ahead.takes < until:
            if next(ahead.work, ahead) is ahead:  # nothing is left
                return
            ahead.takes = max(ahead.takes, time.perf_counter() - now)
    except Exception:  # noqa: BLE001  # the picture itself will tell, when it is its turn
        ahead.work = iter(())
