"""One performance of a scene: the knobs that were turned, the hands that were counted, the steps.

A performance has two clocks. `run` is seconds since it began, as the room's clock goes on; `at` is
a moment of the show, in screen seconds. Steps tell how the show followed the run: it stood, it
went on, it was taken back. `moment` gives what was on screen at a second of the run.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import Final

from viz.scene.types import KnobValue
from viz.timeline.clocks import ScreenSeconds

AS_MADE: Final = ""  # the value of a turn that leaves a knob as the show was made


@dataclass(frozen=True, slots=True)
class Turn:
    """One knob, set to a value at a moment of the show; `run` is when that was done."""

    at: ScreenSeconds
    knob: str
    value: KnobValue
    run: float = 0.0


@dataclass(frozen=True, slots=True)
class Vote:
    """Hands counted for each choice of the question in a beat, from second `run` on.

    `round` is 1 when it is asked for the first time, and one more each time that it is asked again;
    `closed` says that no hand of this round is to come: it is talked about, or answered.
    """

    beat: int
    counts: tuple[int, ...]
    run: float = 0.0
    round: int = 1
    closed: bool = False

    @property
    def total(self) -> int:
        """All hands."""
        return sum(self.counts)


@dataclass(frozen=True, slots=True)
class Step:
    """From second `run` on the show is at `at` and goes on by `speed` seconds a second; 0 stands."""

    run: float
    at: ScreenSeconds
    speed: float


@dataclass(frozen=True, slots=True)
class HandView:
    """A view of the world made by hand, in words that hold for every form of the stage: the point
    at shares (x, y) of a part is in the middle, and the stage is `span` times as large as the part.
    """

    part: str
    x: float = 0.5
    y: float = 0.5
    span: float = 1.0


@dataclass(frozen=True, slots=True)
class Sight:
    """What is open beside the show, from second `run` on.

    `asked` names the number whose explanation is open, `focus` what the keyboard is on; "" for
    none. `theme` and `lang` are "" where the run began with them. `calm` shows stills instead of
    motion, `large` larger type. `sources` is their panel, `shade` "black" or "white" instead of the
    picture, `state` the word of the playback's pill, "" for none, and `rate` how many times as fast
    the viewer plays as the show was made. `view` is where he moved the camera by hand. `hands` tells
    each choice's hands before the answer: the speaker sees them, the audience only how many there
    are. `pointing` is how the speaker points, "pointer" or "spotlight", and `spot` where: shares of
    the stage's width and height.
    """

    run: float = 0.0
    knobs: bool = False
    asked: str = ""
    focus: str = ""
    theme: str = ""
    lang: str = ""
    calm: bool = False
    large: bool = False
    sources: bool = False
    shade: str = ""
    state: str = ""
    rate: float = 1.0
    view: HandView | None = None
    hands: bool = False
    pointing: str = ""
    spot: tuple[float, float] = (0.5, 0.5)

    @property
    def aside(self) -> bool:
        """Whether the stage makes room for a column."""
        return self.knobs or bool(self.asked)


@dataclass(frozen=True, slots=True)
class Take:
    """One performance, each part in order of time; `seconds` is how long it ran, 0 if unknown.

    `questions` says whether the scene was played with the beats that ask for a guess. `text` is a
    fingerprint of the scene's file then, and `beats` the seconds of its beats; empty if unknown.
    """

    turns: tuple[Turn, ...] = ()
    votes: tuple[Vote, ...] = ()
    steps: tuple[Step, ...] = ()
    sights: tuple[Sight, ...] = ()
    seconds: float = 0.0
    questions: bool = True
    text: str = ""
    beats: tuple[float, ...] = ()

    def vote(self, beat: int) -> Vote | None:
        """The last count of a beat's question."""
        return next((vote for vote in reversed(self.votes) if vote.beat == beat), None)

    def rounds(self, beat: int) -> tuple[Vote, ...]:
        """The last count of each round of a beat's question in which hands were counted."""
        found = {vote.round: vote for vote in self.votes if vote.beat == beat}
        return tuple(found[number] for number in sorted(found) if found[number].total)


@dataclass(frozen=True, slots=True)
class Moment:
    """What was on screen at a second of a run: the moment of the show, what had been done by
    then, what was open, and whether it moved."""

    at: ScreenSeconds
    take: Take
    sight: Sight
    runs: bool = True


def turned_on(turns: tuple[Turn, ...], turn: Turn) -> tuple[Turn, ...]:
    """The turns after one more: it counts from its moment of the show on.

    What was turned before that moment stays as it was shown; later turns of the same knob, made
    before the show was taken back, are gone. A turn to `AS_MADE` takes them away alone.
    """
    kept = [one for one in turns if one.knob != turn.knob or one.at < turn.at]
    if turn.value == AS_MADE:
        return tuple(kept)
    return tuple(sorted([*kept, turn], key=lambda one: one.at))


def moment(take: Take, run: float) -> Moment:
    """What was on screen at second `run`; before the start and after the end, those."""
    run = min(max(run, 0.0), take.seconds) if take.seconds else max(run, 0.0)
    turns: tuple[Turn, ...] = ()
    for turn in take.turns[: _count(take.turns, run)]:
        turns = turned_on(turns, turn)
    votes = take.votes[: _count(take.votes, run)]
    steps = _count(take.steps, run)
    step = take.steps[steps - 1] if steps else Step(0.0, ScreenSeconds(0.0), 1.0)
    sights = _count(take.sights, run)
    return Moment(
        at=ScreenSeconds(step.at + (run - step.run) * step.speed),
        take=Take(turns, votes, seconds=take.seconds),
        sight=take.sights[sights - 1] if sights else Sight(),
        runs=step.speed > 0,
    )


def _count(
    things: tuple[Turn, ...] | tuple[Vote, ...] | tuple[Step, ...] | tuple[Sight, ...], run: float
) -> int:
    """How many of them had happened."""
    return bisect_right(things, run, key=lambda thing: thing.run)


def run_at(take: Take, at: float) -> float:
    """The first second of the run at which the show came to a moment of it."""
    ends = [*(step.run for step in take.steps[1:]), take.seconds]
    for step, end in zip(take.steps, ends, strict=False):
        if step.speed <= 0:
            if step.at == at:
                return step.run
            continue
        run = step.run + (at - step.at) / step.speed
        if step.run <= run <= end:
            return run
    return take.seconds
