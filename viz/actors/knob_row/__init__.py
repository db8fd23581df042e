"""A knob of the scene as a row: its name and value, its range, and where users begin to queue."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import floor

from viz.catalog.types import Text
from viz.errors import Fault, VizError, nearest
from viz.scene.slider import reference_of, stands
from viz.scene.types import Knob, KnobValue, Scene
from viz.stage.i18n import said
from viz.stage.marks import Area, Marks
from viz.stage.panel import ground
from viz.stage.parameters import parameter
from viz.stage.plot import slider_track
from viz.stage.plot.slider_track import Refs
from viz.stage.style import Kit, dimmed
from viz.stage.view import StageView


@dataclass(frozen=True, slots=True, eq=False)
class Parameters:
    """Which knob, and what its number counts."""

    knob: str = parameter("word", "the name of a knob of the scene")
    unit: Text | None = parameter("text", "what the number counts: users", None)
    one: Text | None = parameter("text", "the same where it is 1: user", None)
    queue: str = parameter(
        "word",
        "the side whose wafers queue beyond their knee",
        "",
        choices=("left", "right"),
    )


def below(kit: Kit, _: Parameters) -> float:
    """The row's height: it stands under the other actors."""
    return {"wide": 94.0, "narrow": 94.0, "square": 94.0, "tall": 152.0}[kit.layout.form]


def panel(area: Area, kit: Kit, _: Parameters) -> Marks:
    """The ground of the row."""
    return ground(area, kit)


def draw(stage: StageView, area: Area, p: Parameters) -> Marks:
    """The knob as it stands. Raises VizError where the scene has no such knob."""
    knob = _knob(stage.scene, p.knob)
    knee = _knee(stage, p.queue) if p.queue else 0
    row = _row(stage.kit, area, p, knob, stands(stage.scene, knob), knee)
    return dimmed(row, stage.focus.level("knob"), stage.kit.palette)


@lru_cache(maxsize=256)
def _row(kit: Kit, area: Area, p: Parameters, knob: Knob, value: KnobValue, knee: int) -> Marks:
    ref = Refs(reference_of(knob), f"= floor({p.queue}.knee)")
    word = p.one if p.one and value == 1 else p.unit
    unit = said(word, kit.look.lang) if word else ""
    return slider_track.draw(kit, area, slider_track.Told(knob, value, unit, knee, refs=ref))


@lru_cache(maxsize=256)
def _knob(scene: Scene, name: str) -> Knob:
    found = next((knob for knob in scene.knobs if knob.name == name), None)
    if found is None:
        names = [knob.name for knob in scene.knobs]
        meant = nearest(name, names)
        write = "" if meant else f"one of {', '.join(names) or '(the scene has no knobs)'}"
        raise VizError(Fault(f"knob_row: there is no knob '{name}'", meant=meant, write=write))
    return found


def value_of(scene: Scene, knob: Knob) -> KnobValue:
    """How a knob stands: SI, or the choice as it is written."""
    return stands(scene, knob)


def _knee(stage: StageView, side: str) -> int:
    machine = stage.machine("left" if side == "left" else "right")
    if machine is None or machine.streams is None:
        return 0
    return floor(machine.streams.stretch(machine.hw).pipe.knee)
