"""A field of megawatts, each full of wafers: where one wafer is, one megawatt, and all of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor
from typing import TYPE_CHECKING

from viz.scene.quantities import resolved
from viz.stage.area import Area

if TYPE_CHECKING:
    from viz.actors.megawatts import Parameters
    from viz.scene.types import Scene
    from viz.stage.style import Kit


@dataclass(frozen=True, slots=True)
class Plan:
    """`count` megawatts in `columns`; in each `inside` wafers in `side` columns and rows. The cells
    of wafers go on without a break from one megawatt to the next, and one cell is left between."""

    first: Area  # the upper left megawatt
    count: int
    columns: int
    inside: int
    side: int

    @property
    def rows(self) -> int:
        """Rows of megawatts."""
        return ceil(self.count / self.columns)

    @property
    def cell(self) -> float:
        """From wafer to wafer."""
        return self.first.w / (self.side + 1)

    def wafer(self, column: int, row: int) -> Area:
        """The cell of a wafer in the first megawatt."""
        return Area(
            self.first.x + (column + 0.5) * self.cell,
            self.first.y + (row + 0.5) * self.cell,
            self.cell,
            self.cell,
        )


@lru_cache(maxsize=32)
def plan(world: Area, kit: Kit, count: int, inside: int) -> Plan:
    """The places of so many megawatts with so many wafers each."""
    label = kit.layout.sizes.label
    if kit.layout.form not in ("wide", "narrow"):
        world = Area(kit.layout.safe[0], world.y, kit.layout.safe[2], world.h)
    wide = kit.layout.form in ("wide", "narrow")
    area = world.cut(top=(3.0 if wide else 4.6) * label, bottom=1.6 * label)
    columns = min(range(1, count + 1), key=lambda c: -min(area.w / c, area.h / ceil(count / c)))
    pitch = min(area.w / columns, area.h / ceil(count / columns))
    left = area.cx - columns * pitch / 2
    return Plan(Area(left, area.y, pitch, pitch), count, columns, inside, ceil(inside**0.5))


def made_for(scene: Scene, world: Area, kit: Kit, p: Parameters) -> Plan:
    """The plan of a scene: as many wafers as fit in a megawatt, and as many megawatts."""
    one = resolved(scene, p.wafer).value
    return plan(world, kit, round(resolved(scene, p.all).value / 1e6), floor(1e6 / one))


def places(scene: Scene, world: Area, p: Parameters, kit: Kit) -> dict[str, Area]:
    """What `look:` may name: one wafer, one megawatt."""
    made = made_for(scene, world, kit, p)
    wafer = made.wafer(made.side // 2, made.side // 2)
    # Beside them stands what they are: as much room as they have themselves.
    return {
        "power.wafer": Area(wafer.x, wafer.y, wafer.w, wafer.h),
        "power.megawatt": made.first,
    }
