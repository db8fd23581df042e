"""Which settings of the knobs have a bar, and how far each has grown."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import floor

from viz.physics.decode import decode_step
from viz.physics.step import step_times
from viz.scene.types import KnobValue, Scene
from viz.stage.told_settings import knobs_of, told_by, told_settings
from viz.stage.view import StageView
from viz.stage.word_reading import SOON
from viz.timeline.compile import load_of


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds of a word: calls and links, the text so far, weights, and arithmetic within them."""

    starts: float
    text: float
    weights: float
    work: float
    speed: float  # tokens a second

    @property
    def seconds(self) -> float:
        """All of it."""
        return self.starts + self.text + self.weights


@dataclass(frozen=True, slots=True)
class Setting:
    """One bar. `told` is the number of the setting among those that the beats make, -1 for one of
    the viewer's own; `knob` which of the scene's knobs alone makes it, -1 where none or several do;
    `grown` is the share of its word that the machine has gone through."""

    told: int
    knob: int
    times: Times
    grown: float
    current: bool


def settings(stage: StageView) -> tuple[Setting, ...]:
    """The bars at this moment, in order: those of beats so far, then the viewer's own.

    A bar that a beat makes grows with the word under way; the others were measured before, and
    stand at their length.
    """
    view = stage.machine("left")
    if view is None:
        return ()
    first = told_by(stage)[0]
    grown = min(1.0, view.steps - floor(view.run.steps_before + SOON))
    found = []
    for one in told_settings(stage):
        times = times_of(one.scene)
        if one.number < 0:
            found.append(Setting(-1, -1, times, 1.0, one.current))
            continue
        share = 1.0 if one.number == 0 or not one.current else grown
        knob = _only(first, knobs_of(one.scene))
        found.append(Setting(one.number, knob, times, share, one.current))
    return tuple(found)


def _only(before: tuple[KnobValue, ...], now: tuple[KnobValue, ...]) -> int:
    """The one knob that stands otherwise than before, as its number; -1 where it is not one."""
    pairs = enumerate(zip(before, now, strict=True))
    changed = [i for i, (one, other) in pairs if one != other]
    return changed[0] if len(changed) == 1 else -1


@lru_cache(maxsize=256)
def times_of(scene: Scene) -> Times:
    """The parts of a word's time with the knobs as they stand in a scene."""
    rig, model = scene.left, scene.model
    if rig is None or model is None:
        return Times(0.0, 0.0, 0.0, 0.0, 0.0)
    times = step_times(rig, model, load_of(scene), scene.basis)
    step = decode_step(rig, model, load_of(scene), scene.basis)
    weights = times.reading - times.cache + times.computing
    return Times(times.overhead + times.links, times.cache, weights, times.work, step.speed)
