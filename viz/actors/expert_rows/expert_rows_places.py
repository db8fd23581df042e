"""Where the experts of a mixture stand: a row for each layer that has some, all of them in it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from viz.physics.shape import shape_of
from viz.stage.area import Area

if TYPE_CHECKING:
    from viz.actors.expert_rows import Parameters
    from viz.catalog.types import Model
    from viz.scene.types import Scene
    from viz.stage.style import Kit


@dataclass(frozen=True, slots=True)
class Plan:
    """`rows` layers of `count` experts each; before them the weights that every token needs, in
    squares as large as an expert: `always` of them in a row. On a tall stage rows stand upright."""

    experts: Area
    always: Area
    names: Area
    rows: int
    count: int
    pitch: float  # from expert to expert
    upright: bool

    @property
    def step(self) -> float:
        """From row to row."""
        return (self.experts.w if self.upright else self.experts.h) / self.rows

    def at(self, row: float, expert: float) -> tuple[float, float]:
        """The middle of an expert, both counted from 0."""
        along, across = (expert + 0.5) * self.pitch, (row + 0.5) * self.step
        if self.upright:
            return self.experts.x + across, self.experts.y + along
        return self.experts.x + along, self.experts.y + across

    def line(self, row: int) -> Area:
        """The ground of one row, with what is always needed."""
        whole = self.always.around(self.experts)
        if self.upright:
            return Area(self.experts.x + row * self.step, whole.y, self.step, whole.h)
        return Area(whole.x, self.experts.y + row * self.step, whole.w, self.step)

    @property
    def square(self) -> float:
        """The side of one expert's square."""
        return 0.84 * self.pitch


def rows_of(model: Model) -> tuple[int, int, float]:
    """Layers that have experts, experts in each, and what every token needs, in experts a row."""
    if model.experts is None:
        return 0, 0, 0.0
    shape = shape_of(model)
    rows = round(model.layers.value) - model.experts.dense_layers
    return rows, model.experts.count, shape.fixed / model.experts.parameters


@lru_cache(maxsize=32)
def plan(world: Area, kit: Kit, model: Model) -> Plan:
    """The rows for a form of the stage. Raises ZeroDivisionError for a model without experts."""
    rows, count, _ = rows_of(model)
    upright = kit.layout.form == "tall"
    if upright:
        left, _, wide, _ = kit.layout.safe
        area = Area(left, world.y, wide, world.h).cut(top=2.4 * kit.layout.sizes.label)
        names, always, _, experts, _ = area.rows(0.055, 0.06, 0.02, 0.815, 0.05)
        return Plan(experts, always, names, rows, count, experts.h / count, upright=True)
    area = world.cut(top=0.11 * world.h, bottom=0.02 * world.h)
    names, always, _, experts = area.columns(0.07, 0.06, 0.015, 0.855)
    return Plan(experts, always, names, rows, count, experts.w / count, upright=False)


def places(scene: Scene, world: Area, _: Parameters, kit: Kit) -> dict[str, Area]:
    """What `look:` may name: all rows, and each of them."""
    if scene.model is None or scene.model.experts is None:
        return {}
    made = plan(world, kit, scene.model)
    found = {"left.experts": made.names.around(made.always, made.experts)}
    return found | {f"left.experts:{row + 1}": made.line(row) for row in range(made.rows)}
