"""How far a film is, for people who read a log: a line for each part, with an estimate."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from viz.film.job import SEGMENT_FRAMES

if TYPE_CHECKING:
    from viz.film.job import Progress


def part_lines(
    tell: Callable[[str], None], clock: Callable[[], float] = time.monotonic
) -> Progress:
    """A progress that tells each part that is done, and about how long the rest will take.

    The estimate goes by what this run has done, not by parts that were kept before it.
    """
    started = clock()
    first: int | None = None  # what was there before this run
    told = 0

    def progress(done: int, total: int) -> None:
        nonlocal first, told
        if first is None:
            first = done
            told = done // SEGMENT_FRAMES
        parts, part = -(-total // SEGMENT_FRAMES), done // SEGMENT_FRAMES
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
