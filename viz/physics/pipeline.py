"""Many streams in a pipeline of wafers (equation 7): how many work, how fast each and all are.

A stage is one layer: a layer works on its own cores, so that each layer of a wafer may hold a
token of another stream. Between wafers the link is a stage too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from viz.catalog.types import Model
from viz.physics.predict import tokens_kept
from viz.physics.serving import pipeline_throughput
from viz.physics.step import step_times
from viz.physics.types import Basis, Load, Rig


@dataclass(frozen=True, slots=True)
class Pipeline:
    """A pipeline of wafers. `token` is the seconds of one pass alone, `layer` and `hop` those of
    one layer and of one step to the next wafer, `accepted` the tokens that a pass leaves."""

    token: float
    layer: float
    hop: float
    layers: int
    wafers: int
    accepted: float = 1.0

    @property
    def slowest(self) -> float:
        """Seconds of the slowest stage: passes enter no closer together than this."""
        return max(self.layer, self.hop)

    @property
    def knee(self) -> float:
        """Streams that fit in flight; beyond them they queue."""
        return self.token / self.slowest

    def period(self, users: float) -> float:
        """Seconds from one pass of a stream to its next: the pass itself, or everybody's turn."""
        return users / pipeline_throughput(self.token, self.slowest, users)

    def each(self, users: float) -> float:
        """Tokens per second of one of `users` streams."""
        return self.accepted / self.period(users)

    def total(self, users: float) -> float:
        """Tokens per second of all `users` streams."""
        return users * self.each(users)

    def busy(self, users: float) -> float:
        """The share of layers at work, in the mean; 0 to 1."""
        return users / self.period(users) * self.layer

    def working(self, flying: int) -> float:
        """The share of layers at work while so many passes are in flight, in the mean; 0 to 1."""
        return min(flying / self.token, 1 / self.slowest) * self.layer

    @property
    def full(self) -> float:
        """Tokens per second that no number of streams exceeds."""
        return self.accepted / self.slowest


def pipeline_of(rig: Rig, model: Model, load: Load, basis: Basis = "published") -> Pipeline:
    """The pipeline that a rig of wafers is for a model; `load.batch` does not matter here."""
    times = step_times(rig, model, replace(load, batch=1), basis)
    layers = int(model.layers.value)
    return Pipeline(
        token=times.seconds,
        layer=(times.seconds - times.links) / layers,
        hop=times.links / (rig.count - 1) if rig.count > 1 else 0.0,
        layers=layers,
        wafers=rig.count,
        accepted=tokens_kept(rig, load, basis),
    )
