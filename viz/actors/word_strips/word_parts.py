"""The parts of one word's time on both machines, for one setting of the knobs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import floor

from viz.physics.shape import shape_of
from viz.physics.step import INFINITE, group, machine_of, step_times, times_of
from viz.scene.types import Scene
from viz.stage.told_settings import Told, told_settings
from viz.stage.view import StageView
from viz.timeline.compile import load_of

SOON = 1e-6  # of a word: it ends now


@dataclass(frozen=True, slots=True)
class Parts:
    """Seconds of a word. Of the cards: `turns` readings, one after the other, `starts`, `meetings`
    in a box and `far` ones between boxes. Of the wafers: reading in place, layers, hops."""

    reading: float
    turns: int
    starts: float
    meetings: float
    far: float
    wafer_reading: float
    layers: float
    hops: float

    @property
    def one(self) -> float:
        """The cards' word."""
        return self.reading + self.starts + self.meetings + self.far

    @property
    def other(self) -> float:
        """The wafers' word."""
        return self.wafer_reading + self.layers + self.hops

    @property
    def lead(self) -> float:
        """How many words the wafers write while the cards write one."""
        return self.one / self.other if self.other else 0.0


@dataclass(frozen=True, slots=True)
class Row:
    """A setting with its parts; `grown` is how far the cards have come with their word."""

    told: Told
    parts: Parts
    grown: float


def rows_of(stage: StageView) -> tuple[Row, ...]:
    """The settings so far; the current one grows with the word that the cards write."""
    view = stage.machine("left")
    if view is None or stage.machine("right") is None:
        return ()
    grown = min(1.0, view.steps - floor(view.run.steps_before + SOON))
    return tuple(
        Row(one, parts_of(one.scene), grown if one.current else 1.0) for one in told_settings(stage)
    )


@lru_cache(maxsize=128)
def parts_of(scene: Scene) -> Parts:
    """The parts, as the model has them with the knobs of a scene."""
    left, right, model = scene.left, scene.right, scene.model
    if left is None or right is None or model is None:
        return Parts(0.0, 1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    load = load_of(scene)
    cards = step_times(left, model, load, scene.basis)
    wafers = step_times(right, model, load, scene.basis)
    machine = replace(machine_of(left, load, scene.basis), net_meet=0.0, net=INFINITE)
    near = times_of(machine, shape_of(model), load).links
    return Parts(
        reading=cards.reading + cards.computing,
        turns=max(1, round(group(left)[1])),
        starts=cards.overhead,
        meetings=near,
        far=max(0.0, cards.links - near),
        wafer_reading=wafers.reading + wafers.computing,
        layers=wafers.overhead,
        hops=wafers.links,
    )
