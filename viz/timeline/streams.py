"""Many streams in one pipeline: where each of them is at any moment of the hardware clock.

A gate lets passes in, one after the other, no closer together than the slowest stage; a stream
asks for its next pass when its last has left; who asked first goes first. With T the time of a
pass, s that of the slowest stage and m streams, the j-th pass enters at

    enter(j) = max(enter(j - 1) + s, enter(j - m) + T)

for the order in which streams ask never changes. From the second round on this repeats with the
period max(T, m s): two rounds are kept, and any moment costs the same, in any order.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import floor
from typing import Final

from viz.physics.pipeline import Pipeline
from viz.timeline.clocks import HwSeconds

SPREAD: Final = 0.9  # new users come within this share of the time of a pass


@dataclass(frozen=True, slots=True)
class Seat:
    """One stream of a stretch: who it is, the pass under way as the stretch began (None if there
    was none), when it asks first, and when its first two passes of the stretch enter."""

    user: int
    before: float | None
    asks: float
    first: float
    second: float


@dataclass(frozen=True, slots=True)
class Crowd:
    """All streams at one moment. `flying` holds (user, seconds since its pass entered), `waiting`
    the users in the queue, who goes first first. `here` counts those who came so far,
    `words` the passes that were completed since the start, `done` those of each user who is here.
    """

    pipe: Pipeline
    flying: tuple[tuple[int, float], ...]
    waiting: tuple[int, ...]
    here: int
    words: int


@dataclass(frozen=True, eq=False)
class Stretch:
    """From `start` on, one pipeline and one number of users. `leaving` are passes of users who
    went: they end what they began. `words_before` were completed before."""

    start: HwSeconds
    pipe: Pipeline
    seats: tuple[Seat, ...]
    leaving: tuple[tuple[int, float], ...]
    words_before: int

    @property
    def users(self) -> int:
        """Users of this stretch, whether or not they are here yet."""
        return len(self.seats)

    def at(self, hw: HwSeconds) -> Crowd:
        """All streams at `hw`, which is not before the start."""
        token, period = self.pipe.token, self.pipe.period(max(1, self.users))
        flying: list[tuple[int, float]] = []
        waiting: list[tuple[float, int, int]] = []
        words, here = self.words_before, 0
        for user, entered in self.leaving:
            if hw < entered + token:
                flying.append((user, hw - entered))
            else:
                words += 1
        for place, seat in enumerate(self.seats):
            entry, asked, done = _entered(seat, hw, token, period)
            words += done
            if entry is not None and hw < entry + token:
                flying.append((seat.user, hw - entry))
            elif hw >= asked:
                waiting.append((asked, place, seat.user))
            else:
                continue
            here += 1
        waiting.sort()
        return Crowd(self.pipe, tuple(flying), tuple(user for *_, user in waiting), here, words)


def _entered(seat: Seat, hw: float, token: float, period: float) -> tuple[float | None, float, int]:
    """When the latest pass of a stream entered, when it asked for the next, and how many passes
    it has completed in this stretch."""
    old = seat.before is not None and hw >= seat.before + token
    if hw < seat.first:
        return seat.before, seat.asks, int(old)
    if hw < seat.second:
        ends = seat.first + token
        return seat.first, ends, int(old) + int(hw >= ends)
    rounds = floor((hw - seat.second) / period)
    entered = seat.second + rounds * period
    ends = entered + token
    return entered, ends, int(old) + 1 + rounds + int(hw >= ends)


@dataclass(frozen=True, slots=True, eq=False)
class Streams:
    """The streams of a show: from each moment on, a pipeline and a number of users.

    A stretch is worked out when it is first asked for, from the one before it.
    """

    settings: tuple[tuple[HwSeconds, Pipeline, int], ...]
    seed: int = 0
    made: list[Stretch] = field(default_factory=list)

    def stretch(self, hw: HwSeconds) -> Stretch:
        """The stretch under way at `hw`; the last of those that start at the same moment."""
        index = max(0, bisect_right(self.settings, hw, key=lambda setting: setting[0]) - 1)
        while len(self.made) <= index:
            start, pipe, users = self.settings[len(self.made)]
            if self.made and start > self.settings[0][0]:
                self.made.append(_following(self.made[-1], start, pipe, users, self.seed))
            else:  # a knob that is turned before the clock runs was always turned
                self.made.append(_opening(start, pipe, users, self.seed))
        return self.made[index]

    def at(self, hw: HwSeconds) -> Crowd:
        """All streams at `hw`. Any moment, any order, the same cost."""
        return self.stretch(hw).at(hw)


@lru_cache(maxsize=256)
def _opening(start: HwSeconds, pipe: Pipeline, users: int, seed: int) -> Stretch:
    """As if it had always run: in flight are as many as there is room for, the others wait. The
    first user enters just now."""
    room = min(users, floor(pipe.knee * (1 + 1e-9)))
    slack = max(0.0, pipe.token - room * pipe.slowest) * (1 - 1e-9)
    chances = [0.0, *sorted(chance(seed, user) for user in range(1, room))]
    ages = [user * pipe.slowest + slack * chances[user] for user in range(room)]
    inside = [(user, start - age) for user, age in enumerate(ages)]
    queue = [(user, start) for user in range(room, users)]
    return stretch_of(start, pipe, inside, queue, (), 0)


@lru_cache(maxsize=1024)
def _following(before: Stretch, start: HwSeconds, pipe: Pipeline, users: int, seed: int) -> Stretch:
    """From a turn on: passes in flight keep their share of the way, the queue its order; new
    users come one by one, users who go end the word they are at."""
    crowd = before.at(start)
    scale = pipe.token / before.pipe.token
    inside = [(user, start - since * scale) for user, since in crowd.flying if user < users]
    leaving = tuple((user, start - since * scale) for user, since in crowd.flying if user >= users)
    queue = [(user, float(start)) for user in crowd.waiting if user < users]
    known = {user for user, _ in (*inside, *queue)}
    reach = SPREAD * pipe.token
    come = sorted(chance(seed, user) for user in range(users) if user not in known)
    late = [user for user in range(users) if user not in known]
    first = come[0] if come else 0.0  # the first of them comes at once: a turn is seen at once
    queue += [(user, start + reach * (at - first)) for user, at in zip(late, come, strict=True)]
    return stretch_of(start, pipe, inside, queue, leaving, crowd.words)


def stretch_of(
    start: HwSeconds,
    pipe: Pipeline,
    inside: Sequence[tuple[int, float]],
    queue: Sequence[tuple[int, float]],
    leaving: tuple[tuple[int, float], ...],
    words: int,
) -> Stretch:
    """The order of streams and their first two rounds. `inside` holds users with the moment at
    which their pass entered, `queue` users with the moment at which they ask or asked."""
    asking: list[tuple[float, int, int, float | None]] = [
        (asked, place, user, None) for place, (user, asked) in enumerate(queue)
    ]
    asking += [(entered + pipe.token, len(queue) + user, user, entered) for user, entered in inside]
    asking.sort(key=lambda one: one[:2])
    gap = pipe.slowest
    last = max((entered for _, entered in (*inside, *leaving)), default=start - gap)
    first: list[float] = []
    for asked, _, _, _ in asking:
        last = max(asked, last + gap)
        first.append(last)
    seats: list[Seat] = []
    for (asked, _, user, entered), one in zip(asking, first, strict=True):
        last = max(last + gap, one + pipe.token)
        seats.append(Seat(user, entered, asked, one, last))
    return Stretch(start, pipe, tuple(seats), leaving, words)


def chance(seed: int, user: int) -> float:
    """A number from 0 to 1 that looks random and depends on its arguments alone."""
    value = (seed * 0x9E3779B1 + user * 0x85EBCA77 + 0x165667B1) & 0xFFFFFFFF
    value ^= value >> 15
    value = value * 0x2C1B3C6D & 0xFFFFFFFF
    value ^= value >> 12
    value = value * 0x297A2D39 & 0xFFFFFFFF
    return (value ^ value >> 15) / 2**32
