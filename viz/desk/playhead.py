"""Where a show is, and how it is moved: one playhead for window, talk, kiosk and replay.

A show is a row of steps. A playhead stands in one of them, so many seconds inside; while it plays,
a monotonic clock that is handed in moves it. What tells its users apart is where it waits: a talk
at the end of each step, a lesson that is watched at questions alone, a kiosk nowhere.

Pure and frozen. `now` is seconds of the clock. The position is reckoned from where it was at
`since`, never summed up picture by picture: a slow machine drops pictures and loses no time. Only
a gap longer than `SUSPENDED` is taken for a computer that slept; it then counts as `CLAMP`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final, Literal

from viz.desk.steps import Deck, Step

SUSPENDED: Final = 2.0  # s without a tick: the computer slept, nobody was watching
CLAMP: Final = 0.25  # s that such a gap counts
GRACE: Final = 0.6  # s after a step's start in which "back" still means the one before
FRAMES: Final = 60  # a second, for the keys that go by one: those of a film
SPEEDS: Final = (1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0, 2.0, 4.0, 8.0)
NEAR: Final = 1e-6  # s; two positions closer than this are one
PASSES: Final = 10_000  # steps that one tick may go through

Waits = Literal["steps", "questions", "nowhere"]


@dataclass(frozen=True, slots=True)
class Playhead:
    """`inside` is seconds in the step at `since`; `seen` is when the clock was last read; `speed` is
    seconds of the show for one of the clock. `held`: a hand is on the progress line. `loops`: after
    the last step comes the first."""

    deck: Deck
    step: int = 0
    inside: float = 0.0
    since: float = 0.0
    seen: float = 0.0
    playing: bool = False
    speed: float = 1.0
    held: bool = False
    waits: Waits = "steps"
    loops: bool = False

    @property
    def now(self) -> Step:
        """The step that is on."""
        return self.deck.steps[self.step]

    @property
    def last(self) -> bool:
        """Whether there is no step after this one."""
        return self.step == len(self.deck.steps) - 1

    @property
    def running(self) -> bool:
        """Whether the picture moves on by itself."""
        return self.playing and not self.held and not self.ended

    @property
    def at(self) -> float:
        """Seconds inside the step when the clock was last read."""
        if not self.running:
            return self.inside
        inside = self.inside + (self.seen - self.since) * self.speed
        return min(inside, self.now.next_hold(self.inside))

    @property
    def whole(self) -> float:
        """Seconds of the whole show."""
        return self.now.start + self.at

    @property
    def moment(self) -> float:
        """The moment of the whole that is shown."""
        return self.now.moment(self.at)

    @property
    def finished(self) -> bool:
        """In the still of its step."""
        return (not self.playing or self.ended) and self.inside >= self.now.seconds

    @property
    def ended(self) -> bool:
        """At the last picture, with nothing to come."""
        return self.last and self.inside >= self.now.seconds and not self.loops

    @property
    def asking(self) -> bool:
        """Waiting at a question, before its answer."""
        stands = not self.playing and self.inside in self.now.holds[:-1]
        return stands and self.waits != "nowhere"


def tick(head: Playhead, now: float) -> Playhead:
    """The clock reads `now`. Any clock is survived: one that stands, jumps ahead or goes back."""
    if not head.running:
        return replace(head, since=now, seen=now)
    gap = now - head.seen
    if gap < 0 or gap > SUSPENDED:  # nobody was watching
        inside = head.at + (0.0 if gap < 0 else CLAMP) * head.speed
        head = replace(head, inside=inside, since=now)
    head = replace(head, seen=now)
    for _ in range(PASSES):
        hold = head.now.next_hold(head.inside)
        beyond = head.inside + (now - head.since) * head.speed - hold
        if beyond < 0:
            return head
        head = _passed(head, hold, beyond, now)
        if not head.running:
            return head
    return replace(head, since=now)


def _passed(head: Playhead, hold: float, beyond: float, now: float) -> Playhead:
    """The show came to a hold, and would be `beyond` it: it waits there, or goes on."""
    ends = hold >= head.now.seconds
    stops = head.waits == "steps" or (head.waits == "questions" and not ends)
    if stops or (ends and head.last and not (head.loops and head.deck.seconds > NEAR)):
        return replace(head, inside=hold, since=now, playing=ends and not stops)
    since = now - beyond / head.speed
    if not ends:
        return replace(head, inside=hold, since=since)
    return replace(head, step=(head.step + 1) % len(head.deck.steps), inside=0.0, since=since)


def begun(head: Playhead, now: float) -> Playhead:
    """The clock reads `now`, and nothing has passed: the first picture has just been seen."""
    return replace(head, inside=head.at, since=now, seen=now)


def go(head: Playhead, step: int, inside: float = 0.0, *, playing: bool = False) -> Playhead:
    """To a place in a step, the nearest there is."""
    step = min(max(step, 0), len(head.deck.steps) - 1)
    inside = min(max(inside, 0.0), head.deck.steps[step].seconds)
    return replace(head, step=step, inside=inside, since=head.seen, playing=playing)


def seek(head: Playhead, moment: float) -> Playhead:
    """To a moment of the whole; playing stays playing and a pause stays a pause."""
    moment = min(max(moment, 0.0), head.deck.seconds)
    step = head.deck.at(moment)
    return go(head, step, moment - head.deck.steps[step].start, playing=head.playing)


def still(head: Playhead, step: int) -> Playhead:
    """To the picture in which a step ends; before the first step, to its beginning."""
    if step < 0:
        return go(head, 0)
    step = min(step, len(head.deck.steps) - 1)
    return go(head, step, head.deck.steps[step].seconds)


def opened(head: Playhead, step: int) -> Playhead:
    """To a step's still; of a question, to the one before its answer, which is not given away."""
    if step >= len(head.deck.steps):
        return still(head, step)
    return go(head, step, head.deck.steps[max(step, 0)].holds[0])


def forward(head: Playhead, *, calm: bool = False) -> Playhead:
    """Next. Where it waits at each step: the still of what moves, else what comes, which is a still
    where nothing is to move (`calm`). Where it flows on: the next step, or the answer that is
    waited for."""
    if head.asking:
        return _on(head, calm=calm)
    if head.at < head.now.lead and (head.playing or head.waits != "steps"):
        return go(head, head.step, head.now.lead, playing=head.playing)
    if head.waits != "steps":
        if head.last:
            return go(head, head.step, head.now.seconds, playing=head.playing)
        return go(head, head.step + 1, playing=head.playing)
    if head.playing:
        return go(head, head.step, head.now.next_hold(head.at))
    if head.ended:
        return head
    return _on(go(head, head.step + 1) if head.finished else head, calm=calm)


def _on(head: Playhead, *, calm: bool) -> Playhead:
    """What comes in this step: played, or its still."""
    if calm and head.waits == "steps":
        return go(head, head.step, head.now.next_hold(head.inside))
    return go(head, head.step, head.inside, playing=True)


def back(head: Playhead) -> Playhead:
    """Back. Where it waits at each step: from an answer to its question, else to the still of the
    step before. Where it flows on: to the start of this step, or of the one before when at it,
    which lasts `GRACE` seconds, or nobody could go back twice."""
    here = head.now
    if head.waits == "steps":
        answers = head.playing and head.inside == here.holds[0]
        if len(here.holds) > 1 and (head.at > here.holds[0] or answers):
            return go(head, head.step, here.holds[0])
        return still(head, head.step - 1)
    grace = GRACE * head.speed if head.running else NEAR
    to = head.step if head.at - here.lead > grace or head.step == 0 else head.step - 1
    return go(head, to, head.deck.steps[to].lead, playing=head.playing)


def skip(head: Playhead) -> Playhead:
    """The next step's still, without its motion; the answer of a question that waits."""
    if head.asking:
        return still(head, head.step)
    return opened(head, head.step + 1)


def toggle(head: Playhead) -> Playhead:
    """Halt what moves, go on with what stands; from the last picture, begin again."""
    if head.running:
        return replace(head, inside=head.at, since=head.seen, playing=False)
    if head.ended:
        return go(head, 0, playing=True) if head.waits != "steps" else head
    if head.finished and head.waits == "steps":
        return head
    return replace(head, since=head.seen, playing=True)


def by_frames(head: Playhead, frames: int, rate: int = FRAMES) -> Playhead:
    """Halt, and go on or back by whole frames, landing on the moments that a film would show."""
    here = head.moment * rate
    whole = math.floor(here + 1e-3) if frames > 0 else math.ceil(here - 1e-3)
    return replace(seek(head, (whole + frames) / rate), playing=False)


def faster(head: Playhead) -> Playhead:
    return with_speed(head, next((s for s in SPEEDS if s > head.speed), SPEEDS[-1]))


def slower(head: Playhead) -> Playhead:
    down = reversed(SPEEDS)
    return with_speed(head, next((s for s in down if s < head.speed), SPEEDS[0]))


def with_speed(head: Playhead, speed: float) -> Playhead:
    """Seconds of the show for one of the clock, from now on."""
    return replace(head, inside=head.at, since=head.seen, speed=speed)


def grab(head: Playhead) -> Playhead:
    """A hand on the progress line: the show stands still under it."""
    return replace(head, inside=head.at, since=head.seen, held=True)


def release(head: Playhead) -> Playhead:
    """The hand is gone; what was playing goes on from here."""
    return replace(head, since=head.seen, held=False)


def moved_to(head: Playhead, deck: Deck, step: int) -> Playhead:
    """The same place in a show that was written anew: as far into this step of its deck."""
    there = deck.steps[step]
    inside = there.seconds if head.finished else min(head.at, there.seconds)
    playing = head.playing and inside < there.seconds
    return go(replace(head, deck=deck), step, inside, playing=playing)
