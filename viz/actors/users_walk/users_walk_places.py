"""Where the plot of users stands, and beside it the rows of time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from viz.stage.area import Area

if TYPE_CHECKING:
    from viz.actors.users_walk import Parameters
    from viz.scene.types import Scene
    from viz.stage.style import Kit

ROWS: Final = 3


@dataclass(frozen=True, slots=True)
class Plan:
    """The plot, and a row of time for each number of users, the first at the bottom."""

    plot: Area
    rows: tuple[Area, ...]
    desks: tuple[Area, ...]
    ruler: Area


@lru_cache(maxsize=64)
def plan(world: Area, kit: Kit, *, alone: bool) -> Plan:
    """The plan; `alone`: the plot has all of the stage."""
    form = kit.layout.form
    label = kit.layout.sizes.label
    if form == "tall":
        left, _, wide, _ = kit.layout.safe
        world = Area(left, world.y, wide, world.h)
    inner = world.cut(top=2.6 * label)
    if alone:
        plot = inner.cut(left=4.4 * label, top=1.6 * label, right=2 * label, bottom=3.2 * label)
        return Plan(plot, (), (), plot)
    if form in ("wide", "narrow"):
        one, other = inner.columns(0.36, 0.64, gap=3 * label)
    else:
        one, other = inner.rows(0.4, 0.6, gap=1.2 * label)
    plot = one.cut(left=4.4 * label, top=1.6 * label, right=0.5 * label, bottom=3.2 * label)
    bars, desks = other.cut(left=3.6 * label).columns(0.8, 0.2, gap=0.8 * label)
    rows = bars.cut(bottom=2 * label).rows(*([1.0] * ROWS), gap=0.8 * label)
    places = desks.cut(bottom=2 * label).rows(*([1.0] * ROWS), gap=0.8 * label)
    ruler = Area(bars.x, bars.bottom - 1.6 * label, bars.w, 1.6 * label)
    return Plan(plot, rows[::-1], places[::-1], ruler)


def places(scene: Scene, world: Area, _: Parameters, __: Kit) -> dict[str, Area]:
    """What `look:` may name: the plot with its rows."""
    return {"left.users": world} if scene.left is not None else {}
