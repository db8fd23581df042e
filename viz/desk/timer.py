"""The speaker's time: how much has passed, how much is left, and how urgent that is. Pure.

`now` is always seconds of one monotonic clock.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

LATE: Final = 0.8  # share of the time after which the speaker is warned
OVER: Final = 1.0
GONE: Final = 600.0  # s; a talk that was dead for longer is over, and its clock stood still

Urgency = Literal["", "late", "over"]


@dataclass(frozen=True, slots=True)
class Timer:
    """`total` is the time there is, in seconds (0: nobody said). It runs from `since`, if that is
    known, and `kept` is what had passed by then. In question time, which began at `asked`, it
    stands; `apart` is what had passed of such time before."""

    total: float = 0.0
    kept: float = 0.0
    since: float | None = None
    apart: float = 0.0
    asked: float | None = None

    @property
    def running(self) -> bool:
        return self.since is not None

    def elapsed(self, now: float) -> float:
        """Seconds that have passed."""
        return self.kept + (max(0.0, now - self.since) if self.since is not None else 0.0)

    def questions(self, now: float) -> float:
        """Seconds of question time."""
        return self.apart + (max(0.0, now - self.asked) if self.asked is not None else 0.0)

    def remaining(self, now: float) -> float:
        """Seconds that are left; below 0 when the time is over."""
        return self.total - self.elapsed(now)

    def share(self, now: float) -> float:
        """Which part of the time has passed; 0 where there is no total."""
        return self.elapsed(now) / self.total if self.total > 0 else 0.0

    def urgency(self, now: float) -> Urgency:
        """Nothing, "late" from 80 % on, "over" from 100 % on."""
        share = self.share(now)
        return "over" if share >= OVER else "late" if share >= LATE else ""


def begun(timer: Timer, now: float) -> Timer:
    """Running; one that runs already goes on, and question time is over."""
    if timer.running:
        return timer
    return replace(timer, since=now, apart=timer.questions(now), asked=None)


def question_time(timer: Timer, now: float) -> Timer:
    """The timer halts while the audience asks, and that time is counted apart; again: it goes on."""
    if timer.asked is not None:
        return begun(timer, now)
    return replace(timer, kept=timer.elapsed(now), since=None, asked=now)


def reset(timer: Timer, now: float) -> Timer:
    """Nothing has passed yet; one that ran still runs."""
    return Timer(timer.total, since=now if timer.running else None)


def resumed(total: float, elapsed: float, away: float, now: float, *, running: bool) -> Timer:
    """The timer of a talk whose program ended and is back after `away` seconds.

    The audience did not stop waiting: what passed meanwhile counts, unless it is so long that
    this must be another occasion, or the clock of the computer was set back.
    """
    counts = away if running and 0 <= away <= GONE else 0.0
    return Timer(total, max(0.0, elapsed) + counts, now if running else None)


def clock(seconds: float) -> str:
    """Whole seconds as a speaker reads them: 4:06, 1:02:03; with a minus when time is over."""
    whole = int(seconds) if seconds >= 0 else -int(-seconds)
    minutes, rest = divmod(abs(whole), 60)
    hours, minutes = divmod(minutes, 60)
    sign = "\N{MINUS SIGN}" if seconds < 0 and whole else ""
    return f"{sign}{hours}:{minutes:02d}:{rest:02d}" if hours else f"{sign}{minutes}:{rest:02d}"
