"""Where in a layer a machine is at a moment of the hardware clock, by the order of the pictures."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import Literal

from viz.physics.layer_time import LayerTime, layer_time
from viz.stage.amounts import FILM, flickers
from viz.stage.view import MachineView, StageView
from viz.timeline.compile import load_of

Name = Literal["start", "reading", "meeting", "mesh", "rest"]
MEAN = 0.55  # of a part: what it looks like where layers come too fast to be told apart


@dataclass(frozen=True, slots=True)
class Phase:
    """The part of the layer under way, how much of it is done, which meeting it is (from 0), the
    share of the whole layer, and the share of a layer that passes from picture to picture."""

    name: Name
    share: float
    index: int
    inside: float
    smear: float
    steady: bool


def time_of(stage: StageView, view: MachineView) -> LayerTime | None:
    """How one layer of a machine divides; None where the scene has no model."""
    model = stage.scene.model
    if model is None:
        return None
    return layer_time(view.run.rig, model, load_of(stage.scene), view.run.step)


def parts_of(time: LayerTime) -> tuple[tuple[Name, float], ...]:
    """The parts of a layer in the order in which they are shown, in seconds; two meetings."""
    if time.mesh > 0 or time.starts + time.meetings <= 0:
        rest = time.waiting + time.computing + time.unexplained
        return (("reading", time.reading), ("mesh", time.mesh), ("rest", rest))
    half = time.meetings / 2
    return (
        ("start", time.starts),
        ("reading", time.reading + time.computing),
        ("meeting", half),
        ("meeting", half),
        ("rest", time.waiting + time.unexplained),
    )


def phase_of(view: MachineView, time: LayerTime) -> Phase:
    """Where a machine is in its layer."""
    run, doing = view.run, view.doing
    whole = time.seconds
    if run.rig.chip.kind == "wafer":
        inside = doing.part_fraction if doing.part == "layer" else 1.0
    else:
        position = doing.step_fraction * run.step.layers
        inside = position - floor(position)
    smear = view.pace * FILM / whole if whole > 0 else 0.0
    steady = flickers(view.pace / whole) if whole > 0 else False
    at, meetings = inside * whole, 0
    parts = parts_of(time)
    for name, seconds in parts:
        if at < seconds and seconds > 0:
            share = MEAN if steady else at / seconds
            return Phase(name, share, meetings, inside, smear * whole / seconds, steady)
        at -= seconds
        meetings += name == "meeting"
    return Phase(parts[-1][0], 1.0, meetings, inside, smear, steady)
