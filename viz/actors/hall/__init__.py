"""Both machines in one hall, from all their chips down to one multiply-add, at every moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from viz.actors.hall import gpu_world, hall_labels, hall_places, wafer_world
from viz.actors.hall.hall_places import GpuHall, WaferHall, hall_of
from viz.catalog.types import Text
from viz.scene.types import Scene
from viz.stage.area import Area
from viz.stage.marks import Marks
from viz.stage.parameters import parameter
from viz.stage.style import Kit, dimmed
from viz.stage.view import MachineView, StageView

LANDMARKS: Final = ("gpu", "wafer")
OTHER: Final = 0.6  # how much the machine is dimmed that a beat does not look at


@dataclass(frozen=True, slots=True)
class Parameters:
    """What is asked, and what both machines answer."""

    prompt: Text | None = parameter("text", "what both are asked, in quotes", None)
    text: Text | None = parameter("text", "what they write: tokens parted by |", None)
    starts: str = parameter(
        "word",
        "calls of a GPU's kernels: among the reading, as they are, or a word's all before it",
        "spread",
        choices=("spread", "first"),
    )
    squares: str = parameter(
        "word",
        "of a GPU's weights: all, or those that a word reads",
        "held",
        choices=("held", "read"),
    )
    height: float = parameter("number", "the share of the world's height that it takes", 1.0)


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """The hall has no panel: the ground is the world that it stands in."""
    return ()


def draw(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Both machines, in units of the world."""
    marks: list[Marks] = []
    for view, hall in _halls(stage, _part(world, p)):
        if isinstance(hall, GpuHall):
            first, read = p.starts == "first", p.squares == "read"
            drawn = gpu_world.draw(stage, view, hall, first=first, read=read)
        else:
            drawn = wafer_world.draw(stage, view, hall)
        other = 1.0 - OTHER * stage.focus.elsewhere(view.side)
        marks.append(dimmed(drawn, other, stage.kit.palette))
    return tuple(mark for group in marks for mark in group)


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Their words, before the lens."""
    halls, first = _halls(stage, _part(world, p)), p.starts == "first"
    return hall_labels.draw(stage, halls, p.text or {}, p.prompt or {}, first=first)


def places(scene: Scene, world: Area, p: Parameters, kit: Kit) -> dict[str, Area]:
    """The parts of the hall that `look:` may name."""
    return hall_places.places(scene, _part(world, p), p, kit)


def _part(world: Area, p: Parameters) -> Area:
    return world.cut(bottom=(1.0 - p.height) * world.h)


def _halls(stage: StageView, world: Area) -> list[tuple[MachineView, GpuHall | WaferHall]]:
    found: list[tuple[MachineView, GpuHall | WaferHall]] = []
    for view in stage.machines:
        hall = hall_of(stage.scene, view.side, world, stage.kit)
        if hall is not None:
            found.append((view, hall))
    return found


__all__ = ["Parameters", "draw", "over", "panel", "places"]
