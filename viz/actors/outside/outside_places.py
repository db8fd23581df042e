"""Where a wafer, the lane to it and what nobody has confirmed stand; and below them the bars."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from viz.stage.area import Area

if TYPE_CHECKING:
    from viz.actors.outside import Parameters
    from viz.scene.types import Scene
    from viz.stage.style import Kit

LANE: Final = 0.13  # of the wafer's height


@dataclass(frozen=True, slots=True)
class Outside:
    """The parts; `bars` are one below the other on one scale of time."""

    wafer: Area
    lane: Area
    fog: Area
    store: Area  # of squares, in the fog
    bars: tuple[Area, ...]


@lru_cache(maxsize=32)
def outside_of(world: Area, form: str) -> Outside:
    """The places in a world."""
    if form in ("wide", "narrow"):
        upper, lower = world.cut(top=0.05 * world.h, bottom=0.02 * world.h).rows(0.6, 0.4)
        left, lane, right = upper.columns(0.3, 0.28, 0.42)
        side = min(left.w, left.h)
        wafer = left.fit(1.0, x=0.0)
        lane = Area(wafer.right, wafer.cy - LANE * side / 2, right.x - wafer.right, LANE * side)
        fog = Area(right.x, wafer.y, right.w, wafer.h)
    else:
        upper, lower = world.cut(top=0.06 * world.h).rows(0.66, 0.34)
        over, lane, under = upper.rows(0.4, 0.16, 0.44)
        fog = over.inset(0.08 * over.w, 0.0)
        wafer = under.fit(1.0)
        wide = LANE * wafer.w
        lane = Area(wafer.cx - wide / 2, fog.bottom, wide, wafer.y - fog.bottom)
    lines = lower.cut(top=0.3 * lower.h, bottom=0.22 * lower.h).rows(1, 1, gap=0.2 * lower.h)
    bars = tuple(row.cut(right=0.04 * row.w) for row in lines)
    store = fog.cut(top=0.28 * fog.h).inset(0.05 * fog.w, 0.06 * fog.h)
    return Outside(wafer, lane, fog, store, bars)


def places(_: Scene, world: Area, __: Parameters, kit: Kit) -> dict[str, Area]:
    """The parts that `look:` may name."""
    found = outside_of(world, kit.layout.form)
    return {"wafers.fed": found.wafer, "wafers.outside": found.fog}
