"""Published speeds on one linear ruler, each with its machine; under it, their tokens at one pace."""

from __future__ import annotations

from dataclasses import dataclass

from viz.actors.speed_ruler import speed_labels, speed_machines, speed_streams
from viz.actors.speed_ruler.speed_ruler_places import entries, places, plan
from viz.catalog.types import Text
from viz.scene.arithmetic import Ref
from viz.stage.area import Area
from viz.stage.marks import Line, Mark, Marks
from viz.stage.parameters import parameter
from viz.stage.style import Kit
from viz.stage.view import StageView


@dataclass(frozen=True, slots=True)
class Parameters:
    """Speeds in the order in which they come. Lists go together: first name, first speed, ..."""

    names: tuple[Text, ...] = parameter("texts", "a name for each speed")
    speeds: tuple[Ref, ...] = parameter("refs", "tokens a second, for each")
    conditions: tuple[Text, ...] = parameter("texts", "under which conditions, for each", ())
    machines: tuple[str, ...] = parameter(
        "words", "what it runs on, for each", (), choices=("none", "gpu", "wafer")
    )
    chips: tuple[float, ...] = parameter("numbers", "how many chips, for each; 0: not said", ())
    weights: tuple[Ref, ...] = parameter("refs", "weights of its model, for each; 0: not drawn", ())
    reads: tuple[Ref, ...] = parameter("refs", "of these, read for a token, for each", ())
    always: tuple[Ref, ...] = parameter("refs", "of these, the same for every token, for each", ())
    square: Ref = parameter("ref", "weights that one square stands for", "1 billion")
    shown: Ref = parameter("ref", "how many of them are on stage", "1000")
    new: Ref = parameter("ref", "how many of those have just come", "1000")
    who: Ref | None = parameter("ref", "a word: all, or third-party alone", None)


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """No panel: the ruler stands in the world."""
    return ()


def draw(stage: StageView, world: Area, p: Parameters) -> Marks:
    """The ruler, the machines above it, and the tokens that leave it."""
    kit, palette = stage.kit, stage.kit.palette
    made = plan(world, kit, entries(stage.scene, p, kit))
    marks: list[Mark] = [
        Line((made.at(0.0), made.at(made.most)), 3.0, palette.waiting, key="ruler/line")
    ]
    out = (0.0, 10.0) if not made.upright else (10.0, 0.0)
    for value in made.ticks:
        x, y = made.at(value)
        ends = ((x - out[0], y - out[1]), (x + out[0], y + out[1]))
        marks.append(Line(ends, 2.0, palette.waiting, key=f"ruler/tick:{value:g}"))
    for one in made.shown:
        marks += speed_streams.draw(stage, made, one)
        marks += speed_machines.draw(stage, made, one)
    return tuple(marks)


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Names, speeds, who says them; from near, which of the weights are read."""
    made = plan(world, stage.kit, entries(stage.scene, p, stage.kit))
    return speed_labels.draw(stage, made)


__all__ = ["Parameters", "draw", "over", "panel", "places"]
