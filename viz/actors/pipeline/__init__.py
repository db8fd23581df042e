"""Many users' tokens in a row of wafers: the pipe fills, and beyond the knee they queue."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from viz.actors.pipeline import pipe_meters
from viz.actors.pipeline import wafer_pipe as pipe
from viz.errors import Fault, VizError
from viz.physics.pipeline import Pipeline
from viz.scene.types import Side
from viz.stage.layout import rows
from viz.stage.marks import Area, Marks
from viz.stage.panel import ground
from viz.stage.parameters import parameter
from viz.stage.style import Focus, Kit, dimmed
from viz.stage.view import StageView
from viz.timeline.streams import Crowd

GAP = 16.0


@dataclass(frozen=True, slots=True)
class Parameters:
    """Which of the scene's machines, and what is told about it."""

    side: Side = parameter("word", "which machine of the scene", "right", choices=("left", "right"))
    meters: bool = parameter("yes", "whether busy wafers and speeds are told below", True)


def panel(area: Area, kit: Kit, p: Parameters) -> Marks:
    """The grounds of the picture and of the meters."""
    picture, meters = _parts(area, kit, p.meters)
    cells = pipe_meters.cells(meters, kit) if meters else ()
    ref = f"{p.side}.token"
    grounds = (ground(one, kit, ref) for one in (picture, *cells))
    return tuple(mark for marks in grounds for mark in marks)


def draw(stage: StageView, area: Area, p: Parameters) -> Marks:
    """The pipeline and its meters. Raises VizError where that machine is not of wafers."""
    view = stage.machine(p.side)
    if view is None or view.streams is None:
        what = f"pipeline shows wafers that hand a token on, and there are none at {p.side}"
        raise VizError(Fault(what, write=f"{p.side}: 80 x wse-3"))
    picture, meters = _parts(area, stage.kit, p.meters)
    stretch = view.streams.stretch(view.hw)
    crowd = stretch.at(view.hw)
    told: Marks = ()
    if meters:
        told = _told(meters, stage.kit, stage.focus, p.side, stretch.pipe, crowd)
    return (*pipe.draw(view, crowd, stretch.users, picture), *told)


def _told(area: Area, kit: Kit, focus: Focus, side: Side, of: Pipeline, crowd: Crowd) -> Marks:
    return _meters(area, kit, focus, side, of, crowd.here, len(crowd.flying))


@lru_cache(maxsize=64)
def _meters(
    area: Area, kit: Kit, focus: Focus, side: Side, of: Pipeline, users: int, flying: int
) -> Marks:
    parts = pipe_meters.draw(area, kit, side, of, max(1, users), flying)
    marks: list[Marks] = []
    for name, cell, part in parts:
        lit = focus.lit(f"pipeline.{name}")
        marks.append(dimmed(part, focus.level(f"pipeline.{name}"), kit.palette))
        if lit > 0:
            marks.append(pipe_meters.edge(cell, kit, name, lit))
    return tuple(mark for group in marks for mark in group)


def _parts(area: Area, kit: Kit, meters: bool) -> tuple[Area, Area | None]:
    """The picture's area, and that of the meters below it."""
    if not meters:
        return area, None
    x, y, w, h = area
    tall = pipe_meters.height(kit)
    upper, _ = rows((x, y, w, h), (h - tall - GAP, tall), GAP)
    return upper, (x, y + h - tall, w, tall)
