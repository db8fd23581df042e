"""How far a film is, for people who read a log: a line for each part, with an estimate."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viz.film.job import Progress


def part_lines(
    tell: Callable[[str], None],
    segments: Sequence[range],
    clock: Callable[[], float] = time.monotonic,
) -> Progress:
    """A progress that tells each of the segments that is done, and about how long the rest will
    take.

    The estimate goes by what this run has done, not by parts that were kept before it.
    """
    started, ends = clock(), [one.stop for one in segments]
    first: int | None = None  # what was there before this run
    told = 0

    def progress(done: int, total: int) -> None:
        nonlocal first, told
        if first is None:
            first = done
            told = bisect_right(ends, done)
        parts, part = len(ends), bisect_right(ends, done)
        part = parts if done == total else part
        if part <= told and done < total:
            return
        told = part
        left = (clock() - started) / max(1, done - first) * (total - done)
        rest = f", about {_spoken(left)} left" if done < total else ""
        tell(f"{part} of {parts} parts{rest}")

    return progress


def _spoken(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"
