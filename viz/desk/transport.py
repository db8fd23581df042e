"""What plays: a position on the screen clock, moved by a monotonic clock that is handed in.

Pure and frozen: every function takes a `Transport` and gives back another, so that the window,
the presenter and a kiosk can share it and a test can drive it with any clock. `now` is always
seconds of one monotonic clock; positions are screen seconds.

The position is computed from an anchor (`anchor` seconds of the show at `since` on the clock),
never summed up frame by frame: a slow machine drops frames and loses no time. Only a gap longer
than `SUSPENDED` is taken for a computer that slept; it then counts as `CLAMP` and no more.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import Final, Literal

SUSPENDED: Final = 2.0  # s without a tick: the computer slept, nobody was watching
CLAMP: Final = 0.25  # s that such a gap counts
GRACE: Final = 0.6  # s of clock after a beat's start in which "back" still means the one before
FRAMES: Final = 60  # frames per second of the one-frame keys: those of a film
SPEEDS: Final = (1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0, 2.0, 4.0, 8.0)
NEAR: Final = 1e-6  # s; two positions closer than this are one

End = Literal["hold", "loop"]


@dataclass(frozen=True, slots=True)
class Transport:
    """`starts` are the beats' first moments, rising from 0; `seconds` is the show's length.

    `stops` are moments at which the show waits for a key (a question, a step of a talk).
    `held` says that a hand is on the progress line.
    """

    starts: tuple[float, ...]
    seconds: float
    anchor: float = 0.0
    since: float = 0.0
    seen: float = 0.0
    playing: bool = True
    speed: float = 1.0
    end: End = "hold"
    stops: tuple[float, ...] = ()
    held: bool = False

    @property
    def at(self) -> float:
        """The position when the clock was last seen, screen seconds, 0 ... seconds."""
        if not self.running:
            return self.anchor
        return min(self.anchor + (self.seen - self.since) * self.speed, self.seconds)

    @property
    def ended(self) -> bool:
        """At the last picture, with nothing to come."""
        return self.end == "hold" and self.anchor >= self.seconds

    @property
    def running(self) -> bool:
        """Whether the picture moves on by itself."""
        return self.playing and not self.held and not self.ended

    @property
    def beat(self) -> int:
        """The beat at the position, counted from 0."""
        return max(0, bisect_right(self.starts, self.at + NEAR) - 1)


def start(
    starts: tuple[float, ...],
    seconds: float,
    at: float = 0.0,
    now: float = 0.0,
    *,
    end: End = "hold",
    stops: tuple[float, ...] = (),
) -> Transport:
    """A transport that plays from `at`; `begin` sets it going where `now` is not known yet."""
    there = min(max(at, 0.0), seconds)
    return Transport(starts, seconds, there, now, now, end=end, stops=stops)


def begin(transport: Transport, now: float) -> Transport:
    """The clock reads `now`, and nothing has passed: the first picture has just been seen."""
    return replace(transport, anchor=transport.at, since=now, seen=now)


def tick(transport: Transport, now: float) -> Transport:
    """The clock reads `now`. Any clock is survived: one that stands, jumps ahead or goes back."""
    gap = now - transport.seen
    if not transport.running:
        return replace(transport, since=now, seen=now)
    before = transport.at
    if gap < 0 or gap > SUSPENDED:
        after = before + (0.0 if gap < 0 else CLAMP) * transport.speed
        transport = replace(transport, anchor=after, since=now, seen=now)
    else:
        after = transport.anchor + (now - transport.since) * transport.speed
        transport = replace(transport, seen=now)
    stop = next((s for s in transport.stops if before + NEAR < s <= after), None)
    if stop is not None:
        return replace(transport, anchor=stop, since=now, playing=False)
    if after < transport.seconds:
        return transport
    if transport.end == "loop" and transport.seconds > 0:
        return replace(transport, anchor=math.fmod(after, transport.seconds), since=now)
    return replace(transport, anchor=transport.seconds, since=now)


def seek(transport: Transport, at: float) -> Transport:
    """Go to a moment; playing stays playing and a pause stays a pause."""
    there = min(max(at, 0.0), transport.seconds)
    return replace(transport, anchor=there, since=transport.seen)


def pause(transport: Transport) -> Transport:
    return replace(seek(transport, transport.at), playing=False)


def play(transport: Transport) -> Transport:
    """Go on; from the last picture, start again."""
    again = 0.0 if transport.ended else transport.at
    return replace(seek(transport, again), playing=True)


def toggle(transport: Transport) -> Transport:
    """The space bar."""
    return pause(transport) if transport.running else play(transport)


def next_beat(transport: Transport) -> Transport:
    """To the start of the next beat; from the last one, to the end."""
    after = transport.beat + 1
    starts = transport.starts
    return seek(transport, starts[after] if after < len(starts) else transport.seconds)


def previous_beat(transport: Transport) -> Transport:
    """To the start of this beat, or of the one before when at its start.

    While the show runs, "at its start" lasts `GRACE` seconds, or nobody could go back twice.
    """
    if not transport.starts:
        return seek(transport, 0.0)
    beat = transport.beat
    grace = GRACE * transport.speed if transport.running else NEAR
    if transport.at - transport.starts[beat] <= grace:
        beat = max(0, beat - 1)
    return seek(transport, transport.starts[beat])


def step_frames(transport: Transport, frames: int, rate: int = FRAMES) -> Transport:
    """Pause, and go on or back by whole frames, landing on the moments that a film would show."""
    here = transport.at * rate
    whole = math.floor(here + NEAR) if frames > 0 else math.ceil(here - NEAR)
    return pause(seek(transport, (whole + frames) / rate))


def faster(transport: Transport) -> Transport:
    return with_speed(transport, next((s for s in SPEEDS if s > transport.speed), SPEEDS[-1]))


def slower(transport: Transport) -> Transport:
    down = reversed(SPEEDS)
    return with_speed(transport, next((s for s in down if s < transport.speed), SPEEDS[0]))


def with_speed(transport: Transport, speed: float) -> Transport:
    """Screen seconds per second of the clock, from now on."""
    return replace(seek(transport, transport.at), speed=speed)


def grab(transport: Transport) -> Transport:
    """A hand on the progress line: the show stands still under it."""
    return replace(seek(transport, transport.at), held=True)


def release(transport: Transport) -> Transport:
    """The hand is gone; what was playing goes on from here."""
    return replace(seek(transport, transport.anchor), held=False)
