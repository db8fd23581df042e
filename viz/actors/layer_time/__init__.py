"""One layer of each machine on one scale, then the word that is 80 of them, then a ruler of words."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

from viz.actors.layer_time import bar_words, layer_bars
from viz.actors.layer_time.layer_time_places import Plan, places, plan
from viz.physics.layer_time import LayerTime
from viz.stage.area import Area
from viz.stage.layer_phase import time_of
from viz.stage.marks import Line, Mark, Marks
from viz.stage.parameters import parameter
from viz.stage.style import Kit
from viz.stage.view import MachineView, StageView

STAGES = ("layer", "word", "ruler")
LEAST_SQUARE = 1e6  # bytes


@dataclass(frozen=True, slots=True)
class Parameters:
    """How far the picture has come: a layer, then the word too, then the ruler too."""

    stage: str = parameter("word", "what is there so far", "ruler", choices=STAGES)


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """Nothing lies still."""
    return ()


def draw(stage: StageView, world: Area, p: Parameters) -> Marks:
    """The bars, in units of the world."""
    kit, made, seen = stage.kit, plan(world, stage.kit), machines(stage)
    if not seen:
        return ()
    scales = scales_of(made, seen)
    square = stage.scene.square or LEAST_SQUARE
    marks: list[Mark] = []
    for view, time in seen:
        rows = made.of(view.side)
        if p.stage != "layer":
            marks += layer_bars.lens(kit, view, time, rows, scales)
        marks += layer_bars.layer(kit, view, time, rows, scales[0], square)
        if p.stage != "layer":
            marks += layer_bars.word(kit, view, time, rows, scales[1])
            marks.append(layer_bars.frame(kit, view, time, rows, scales[1]))
    if len(seen) > 1:
        marks.append(_between(kit, made))
    if p.stage == "ruler":
        marks += _ruler(kit, made, seen, scales[1])
    return tuple(marks)


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Their words, before the lens."""
    made, seen = plan(world, stage.kit), machines(stage)
    if not seen:
        return ()
    return bar_words.draw(stage, made, seen, scales_of(made, seen), p.stage)


def machines(stage: StageView) -> list[tuple[MachineView, LayerTime]]:
    """The machines that run a model, each with how its layer divides."""
    found = ((view, time_of(stage, view)) for view in stage.machines)
    return [(view, time) for view, time in found if time is not None]


def scales_of(made: Plan, seen: list[tuple[MachineView, LayerTime]]) -> tuple[float, float]:
    """Units of the world a second: of all layers, and of all words. The longest fills its line."""
    wide = made.left.layer.w
    layer = max(time.seconds for _, time in seen)
    word = max(time.seconds * view.run.step.layers for view, time in seen)
    return wide / layer, wide / word


def _between(kit: Kit, made: Plan) -> Mark:
    y = (made.left.foot.bottom + made.right.area.y) / 2
    ends = ((made.left.area.x, y), (made.head.right, y))
    return Line(ends, 1.5, kit.palette.edge, key="layers/between")


def _ruler(
    kit: Kit, made: Plan, seen: list[tuple[MachineView, LayerTime]], scale: float
) -> list[Mark]:
    """So many of the shorter words, one after the other, as the longer one lasts."""
    words = sorted(time.seconds * view.run.step.layers * scale for view, time in seen)
    if len(words) < 2 or words[0] <= 0:
        return []
    short, long = words
    count = floor(long / short + 1e-9)
    x, y = made.ruler.x, made.ruler.y + 0.3 * made.ruler.h
    tick = 0.11 * made.ruler.h
    ink = kit.palette.muted
    marks: list[Mark] = []
    shown = min(count, 60)
    for i in range(shown):
        ends = ((x + i * short + 2, y), (x + (i + 1) * short - 2, y))
        light = kit.palette.ink if i == 0 else ink
        marks.append(Line(ends, 3, light, (), 1.0 if i == 0 else 0.55, key=f"ruler/word:{i}"))
    for i in range(shown + 1):
        at = x + i * short
        marks.append(Line(((at, y - tick), (at, y + tick)), 2, ink, key=f"ruler/tick:{i}"))
    end = x + long
    marks.append(Line(((end, y - tick), (end, y + tick)), 2, ink, key="ruler/end"))
    return marks


__all__ = ["Parameters", "draw", "over", "panel", "places"]
