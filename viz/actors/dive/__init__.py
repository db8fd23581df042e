"""One dive through both machines at once: from racks and a person down to one multiply-add each,
always to one scale.

The world of this actor is the depth alone (dive_places.py). What is seen stands before the lens, in
two windows, each with its own view of its machine in millimetres.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from viz.actors.dive import dive_words, gpu_side, maps, wafer_side
from viz.actors.dive.dive_places import (
    DENSITY,
    NEAR,
    PERSON,
    Dive,
    Sight,
    dive_of,
    places,
)
from viz.actors.dive.dive_places import gpu_side as gpus
from viz.actors.dive.dive_places import wafer_side as wafers
from viz.actors.dive.racks import person
from viz.stage.area import Area
from viz.stage.camera import through
from viz.stage.marks import Box, Clip, Label, Line, Mark, Marks
from viz.stage.parameters import parameter
from viz.stage.style import Kit, dimmed
from viz.stage.view import StageView, fade

CORNER: Final = 0.24  # share of a side that a bracket's arm has
LEAST: Final = 30.0  # stage units: brackets are never smaller


@dataclass(frozen=True, slots=True)
class Parameters:
    """How far a weight goes; both are said to be what they are under `notes:` of the scene."""

    far: float = parameter("number", "millimetres from a stack to a core, assumed", 20.0)
    near: float = parameter("number", "millimetres within a core of the wafer, derived", 0.1)


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """Nothing lies under the dive."""
    return ()


def draw(_: StageView, __: Area, ___: Parameters) -> Marks:
    """The world is depth, and nothing stands in it: what is seen at a depth stands before the
    lens, in two windows."""
    return ()


def over(stage: StageView, _: Area, p: Parameters) -> Marks:
    """Both machines at the depth of the camera, with their words."""
    left, right = stage.machine("left"), stage.machine("right")
    model = stage.scene.model
    if left is None or right is None or model is None:
        return ()
    dive = dive_of(stage.scene, stage.kit, stage.lens, stage.window)
    one = gpus(left.run.rig)
    other = wafers(right.run.rig, round(model.layers.value))
    marks: list[Mark] = []
    for name, sight, drawn in (
        ("left", dive.left, gpu_side.draw(stage, left, dive, one)),
        ("right", dive.right, wafer_side.draw(stage, right, dive, other)),
    ):
        level = 1.0 - 0.6 * stage.focus.elsewhere("left" if name == "left" else "right")
        seen = through(dimmed(drawn, level, stage.kit.palette), sight.view, sight.window)
        marks += _window(stage.kit, dive, sight, seen, name)
    marks += _person(stage, dive, one.rack.bottom)
    if dive.depth > 0.4:
        marks += maps.draw(stage.kit, stage.window, dive)
    marks += dive_words.draw(stage, dive, one, other, p.far, p.near)
    return tuple(marks)


def _window(kit: Kit, dive: Dive, sight: Sight, seen: Marks, name: str) -> list[Mark]:
    """A side seen through its opening, its frame, and brackets around what is shown next."""
    palette = kit.palette
    opened = fade(dive.depth, 0.3, 0.62)
    r = 16.0 * opened
    window = sight.window
    picture = tuple(mark for mark in seen if not isinstance(mark, Label))
    marks: list[Mark] = [Clip(*window, picture, r, of="hw", key=f"{name}/window")]
    marks += [m for m in seen if isinstance(m, Label) and window.holds(m.x, m.y)]
    if opened > 0:
        marks.append(Box(*window, "", r, palette.edge, 2.0, opened, key=f"{name}/window/frame"))
    if sight.following is not None:
        marks += _brackets(kit, sight, dive, name)
    return marks


def _brackets(kit: Kit, sight: Sight, dive: Dive, name: str) -> list[Mark]:
    """The next window, projected: the brackets grow into the window and fade as they reach it."""
    window = sight.window
    area = sight.view.area(sight.following or window)
    here = dive.depth + NEAR - int(dive.depth + NEAR)
    alpha = (1.0 - fade(here, 0.72, 0.97)) * 0.95
    side = max(LEAST, min(area.w, area.h))
    frame = Area(area.cx - side / 2, area.cy - side / 2, side, side)
    if alpha <= 0 or not window.holds(frame.cx, frame.cy):
        return []
    arm = CORNER * side
    marks: list[Mark] = []
    for i, (cx, cy, dx, dy) in enumerate(
        (
            (frame.x, frame.y, 1, 1),
            (frame.right, frame.y, -1, 1),
            (frame.x, frame.bottom, 1, -1),
            (frame.right, frame.bottom, -1, -1),
        )
    ):
        corner = ((cx + dx * arm, cy), (cx, cy), (cx, cy + dy * arm))
        marks.append(Line(corner, 4.0, kit.palette.ink, (), alpha, key=f"{name}/next:{i}"))
    return marks


def _person(stage: StageView, dive: Dive, floor: float) -> Marks:
    """Somebody between both machines, for size; gone before the windows open."""
    seen = 1.0 - fade(dive.density, 0.36, 0.55)
    if seen <= 0:
        return ()
    kit = stage.kit
    drawn: list[Mark] = []
    wide = kit.layout.form in ("wide", "narrow")
    for sight in (dive.left,) if wide else (dive.left, dive.right):
        x = sight.window.right if wide else sight.window.x + 0.86 * sight.window.w
        _, y = sight.view.point(0.0, floor if sight is dive.left else 1000.0)
        tall = PERSON * dive.density
        drawn += person(x, y, tall, kit.palette)
    return tuple(
        replace(mark, alpha=mark.alpha * seen, key=f"{mark.key}:{i // 2}")
        for i, mark in enumerate(drawn)
    )


__all__ = ["DENSITY", "Parameters", "draw", "over", "panel", "places"]
