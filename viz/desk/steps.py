"""The steps of a talk: one a beat, over all scenes of a program, on the clock of the whole.

Pure: a deck knows when each step begins, where inside it the show waits for the speaker, and
which picture that is. A moment is seconds of the whole show, as `Reel.frame` takes it.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from viz.picture.furniture.question import BEFORE, pause_of
from viz.picture.playlist import Reel
from viz.picture.replay import Replay
from viz.timeline.compile import compile_scene
from viz.timeline.take import run_at


@dataclass(frozen=True, slots=True)
class Step:
    """One beat of one scene. `start` is its moment of the whole, the rest is seconds inside it.

    `lead` is how long a chapter's card stands before the beat, or the scene before becomes this
    one (`Reel.lead`). The show waits at each of `holds`:
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

    @property
    def seconds(self) -> float:
        """How long the whole is on screen."""
        return self.steps[-1].start + self.steps[-1].seconds

    def at(self, moment: float) -> int:
        """The step that a moment of the whole is in."""
        starts = [step.start for step in self.steps]
        return max(0, bisect_right(starts, moment + 1e-9) - 1)

    def count(self, scene: int) -> int:
        """How many steps a scene has."""
        return sum(step.scene == scene for step in self.steps)

    def numbered(self, step: int) -> str:
        """A step as people call it: "3.4" is the fourth step of the third scene; in a show of one
        scene, "4"."""
        there = self.steps[step]
        first = self.find(there.scene, 0)
        number = step - first + 1
        return f"{there.scene + 1}.{number}" if self.steps[-1].scene else f"{number}"

    def called(self, text: str) -> int | None:
        """The step that is called so: "3.4", "3" for the first of the third scene (in a show of
        one scene, its third step); None where there is none."""
        scene, dot, number = text.partition(".")
        if not scene.isdigit() or (dot and number and not number.isdigit()):
            return None
        if not self.steps[-1].scene:
            step = int(number or 0) - 1 if dot else int(scene) - 1
            fits = 0 <= step < len(self.steps) and (not dot or scene == "1")
            return step if fits else None
        which, nth = int(scene) - 1, int(number or 1) - 1
        if not (0 <= which <= self.steps[-1].scene and 0 <= nth < self.count(which)):
            return None
        return self.find(which, 0) + nth

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
            lead = reel.lead(index) if span.index == 0 else 0.0
            begins = start + (0.0 if span.index == 0 else reel.lead(index) + span.start)
            end = lead + span.end - span.start
            pause = lead + pause_of(span.beat)
            asks = span.beat.ask is not None and pause < end
            steps.append(Step(index, span.index, begins, lead, (pause, end) if asks else (end,)))
    return Deck(tuple(steps))


def deck_of_replay(replay: Replay) -> Deck:
    """The steps of a recorded run: where it first came to each beat. It waits nowhere."""
    beats = compile_scene(replay.scene).beats
    starts = sorted({0.0, *(run_at(replay.take, float(span.start)) for span in beats)})
    starts = [start for start in starts if start < replay.seconds] or [0.0]
    ends = [*starts[1:], replay.seconds]
    return Deck(
        tuple(
            Step(0, i, start, 0.0, (end - start,))
            for i, (start, end) in enumerate(zip(starts, ends, strict=True))
        )
    )
