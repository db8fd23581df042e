"""One layer of a step, in the parts that a picture of it shows one after the other."""

from __future__ import annotations

from dataclasses import dataclass

from viz.catalog.types import Model
from viz.physics.step import step_times
from viz.physics.types import Load, PartName, Rig, StepTime


@dataclass(frozen=True, slots=True)
class LayerTime:
    """Seconds of one layer; the parts add up to it, and layers to the step without its hops.

    Chips whose weights travel: `starts` until calls have reached the cores (with a layer's share
    of what the host does between steps), `reading`, what `computing` adds to it, and `meetings`,
    both all-reduces together. A wafer: `reading` in place, then `mesh`, in which values spread,
    cores multiply and sums gather. `waiting` is for other streams; `unexplained` is what published
    speeds leave over.
    """

    starts: float
    reading: float
    computing: float
    meetings: float
    mesh: float
    waiting: float
    unexplained: float

    @property
    def seconds(self) -> float:
        """The time of the layer."""
        return (
            self.starts
            + self.reading
            + self.computing
            + self.meetings
            + self.mesh
            + self.waiting
            + self.unexplained
        )


def layer_time(rig: Rig, model: Model, load: Load, step: StepTime) -> LayerTime:
    """The time of one layer of `step`, in seconds: a layer's share of each of its parts.

    Where chips share each layer, its all-reduces (their latency and their bytes) are its links.
    Hops from wafer to wafer lie between layers and are left out.
    """
    layers = step.layers
    times = step_times(rig, model, load, step.basis)

    def each(name: PartName) -> float:
        return sum(part.seconds for part in step.parts if part.name == name) / layers

    wafer = rig.chip.kind == "wafer"
    waiting = times.waiting / layers
    fixed = each("overhead") - waiting
    named = ("reading", "computing", "links", "overhead")
    rest = sum(part.seconds for part in step.parts if part.name not in named) / layers
    return LayerTime(
        starts=0.0 if wafer else fixed,
        reading=each("reading"),
        computing=each("computing"),
        meetings=0.0 if wafer else each("links"),
        mesh=fixed if wafer else 0.0,
        waiting=waiting,
        unexplained=rest,
    )
