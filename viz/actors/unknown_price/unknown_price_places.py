"""Where people wait, the gate, the machine behind it, and the tag without a price."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from viz.stage.area import Area

if TYPE_CHECKING:
    from viz.actors.unknown_price import Parameters
    from viz.scene.types import Scene
    from viz.stage.style import Kit

WAFERS: Final = {"wide": (10, 8), "narrow": (8, 8), "square": (10, 6), "tall": (10, 6)}


@dataclass(frozen=True, slots=True)
class Plan:
    """From the left to the right; from the top down on a stage that is not wide."""

    people: Area
    gate: Area
    machine: Area
    tag: Area
    grid: tuple[int, int]

    def wafer(self, i: int) -> Area:
        """Wafer i, counted along the way of a token: there and back, row after row."""
        columns, rows = self.grid
        pitch = min(self.machine.w / columns, self.machine.h / rows)
        row, column = divmod(i % (columns * rows), columns)
        if row % 2:
            column = columns - 1 - column
        left = self.machine.cx - columns * pitch / 2
        top = self.machine.cy - rows * pitch / 2
        return Area(left + column * pitch, top + row * pitch, pitch, pitch).inset(0.08 * pitch)


@lru_cache(maxsize=32)
def plan(world: Area, kit: Kit) -> Plan:
    """The places for a form of the stage."""
    form, label = kit.layout.form, kit.layout.sizes.label
    grid = WAFERS[form]
    if form in ("wide", "narrow"):
        area = world.cut(top=4.0 * label, bottom=1.0 * label)
        people, gate, machine, _, tag = area.columns(0.2, 0.04, 0.42, 0.04, 0.26)
        return Plan(people, gate, machine, tag.fit(1.3), grid)
    left, _, wide, _ = kit.layout.safe
    area = Area(left, world.y, wide, world.h).cut(top=1.4 * label)
    people, gate, machine, _, tag = area.rows(0.2, 0.05, 0.42, 0.1, 0.23)
    people, machine = people.cut(top=1.6 * label), machine.cut(top=1.6 * label)
    return Plan(people, gate, machine, tag.fit(2.2, 0.0), grid)


def places(_: Scene, world: Area, __: Parameters, kit: Kit) -> dict[str, Area]:
    """What `look:` may name: the machine that is shared."""
    return {"right.shared": plan(world, kit).machine}
