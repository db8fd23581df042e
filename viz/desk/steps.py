"""The steps of a talk: one a beat, over all scenes of a program, on the clock of the whole.

Pure: a deck knows when each step begins, where inside it the show waits for the speaker, and
which picture that is. A moment is seconds of the whole show, as `Reel.frame` takes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from viz.picture.furniture.question import pause_of
from viz.picture.playlist import Reel

BEFORE: Final = 1e-6  # s: at its very end a beat's picture would already be the next beat's


@dataclass(frozen=True, slots=True)
class Step:
    """One beat of one scene. `start` is its moment of the whole, the rest is seconds inside it.

    `lead` is how long a chapter's card stands before the beat. The show waits at each of `holds`:
    before the answer of a question, and at the step's end, which is its still.
    """

    scene: int
    beat: int
    start: float
    lead: float
    holds: tuple[float, ...]

    @property
    def seconds(self) -> float:
        return self.holds[-1]

    def moment(self, inside: float) -> float:
        """The moment of the whole whose picture is shown `inside` seconds after the start."""
        inside = min(max(inside, 0.0), self.seconds)
        return self.start + (inside - BEFORE if inside in self.holds else inside)

    @property
    def still(self) -> float:
        """The moment of the picture in which the step ends."""
        return self.moment(self.seconds)

    def next_hold(self, inside: float) -> float:
        """Where the show waits next; at the end, the end."""
        return next((hold for hold in self.holds if hold > inside), self.seconds)


@dataclass(frozen=True, slots=True)
class Deck:
    """All steps in order; never empty."""

    steps: tuple[Step, ...]

    @property
    def changes(self) -> tuple[float, ...]:
        """Moments of the whole at which what is on stage changes: where a card, a step or an answer
        begins."""
        return tuple(
            step.start + inside
            for step in self.steps
            for inside in (0.0, step.lead, *step.holds[:-1])
        )

    def find(self, scene: int, beat: int) -> int:
        """The number of the step of a beat, or of the nearest that there is."""
        last = len(self.steps) - 1
        keys = [(step.scene, step.beat) for step in self.steps]
        return next((i for i, key in enumerate(keys) if key >= (scene, beat)), last)


def deck_of(reel: Reel) -> Deck:
    """The steps of a program, or of a scene alone."""
    steps: list[Step] = []
    for index, (timeline, start) in enumerate(zip(reel.timelines, reel.starts, strict=True)):
        for span in timeline.beats:
            lead = reel.cards if span.index == 0 else 0.0
            begins = start + (0.0 if span.index == 0 else reel.cards + span.start)
            end = lead + span.end - span.start
            pause = lead + pause_of(span.beat)
            asks = span.beat.ask is not None and pause < end
            steps.append(Step(index, span.index, begins, lead, (pause, end) if asks else (end,)))
    return Deck(tuple(steps))
