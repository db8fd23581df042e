"""Where crates stand: one for the slower speed, several for the faster, all of one size."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor
from typing import TYPE_CHECKING, Final

from viz.scene.quantities import resolved
from viz.stage.area import Area

if TYPE_CHECKING:
    from viz.actors.crates import Parameters
    from viz.scene.types import Scene
    from viz.stage.style import Kit

ACROSS: Final = 10  # circles side by side in a crate
DEEP: Final = 10  # and one above the other
MOST: Final = 9  # crates of the faster one that are drawn


@dataclass(frozen=True, slots=True)
class Line:
    """The crates of one speed, in the order in which they are filled, and what stands around them."""

    crates: tuple[Area, ...]
    head: Area  # its speed, over the spout
    foot: Area  # what has come in
    pitch: float
    pile: bool  # one stands on the other, or alone beside such a pile

    def slot(self, n: int) -> tuple[float, float]:
        """Where circle n lies, counted from 0: crates fill from the bottom, row by row."""
        crate = self.crates[min(n // (ACROSS * DEEP), len(self.crates) - 1)]
        k = n % (ACROSS * DEEP)
        x = crate.cx + (k % ACROSS - (ACROSS - 1) / 2) * self.pitch
        return x, crate.bottom - (0.75 + k // ACROSS) * self.pitch


@dataclass(frozen=True, slots=True)
class Plan:
    """Both speeds."""

    slow: Line
    fast: Line


def circles(scene: Scene, p: Parameters) -> tuple[float, float, int, int]:
    """Circles a second of both speeds, and how many of each land in the time that is shown."""
    each = resolved(scene, p.circle).value
    time = resolved(scene, p.time).value
    slow, fast = (resolved(scene, ref).value / each for ref in (p.slow, p.fast))
    return slow, fast, floor(slow * time + 1e-9), floor(fast * time + 1e-9)


@lru_cache(maxsize=64)
def plan(world: Area, kit: Kit, several: int) -> Plan:
    """The places of one crate and of several."""
    label, form = kit.layout.sizes.label, kit.layout.form
    several = min(max(several, 1), MOST)
    if form in ("wide", "narrow"):
        top, _, foot = world.cut(top=0.02 * world.h).rows(0.26, 0.62, 0.12)
        body = world.cut(top=top.bottom - world.y, bottom=foot.h)
        shares = (1.0, 0.3, *([1.0, 0.06] * several)[:-1])
        cells = [
            cell for cell, share in zip(body.columns(*shares), shares, strict=True) if share == 1
        ]
        side = min(cells[0].w, body.h)
        boxes = [Area(c.cx - side / 2, body.bottom - side, side, side) for c in cells]
        first, rest = boxes[0], tuple(boxes[1:])
        heads = (
            Area(first.x, top.y, first.w, body.bottom - side - top.y),
            Area(rest[0].x, top.y, rest[-1].right - rest[0].x, body.bottom - side - top.y),
        )
        feet = (
            Area(first.x, foot.y, first.w, foot.h),
            Area(rest[0].x, foot.y, rest[-1].right - rest[0].x, foot.h),
        )
    else:
        left, _, wide, _ = kit.layout.safe
        area = Area(left, world.y, wide, world.h).cut(top=1.2 * label, bottom=0.4 * label)
        one, _, other = area.columns(0.44, 0.06, 0.5)
        side = min(0.72 * other.w, area.h / (several + 0.35))
        gap = 0.02 * side
        rest = tuple(
            Area(other.x, area.bottom - (i + 1) * side - i * gap, side, side - gap)
            for i in range(several)
        )
        first = Area(one.x, area.bottom - side, min(side, one.w), side - gap)
        heads = (
            Area(one.x, first.y - 9.4 * label, one.w, 3.0 * label),
            Area(one.x, area.y + 0.5 * label, one.w, 3.0 * label),
        )
        feet = (
            Area(one.x, first.y - 6.0 * label, one.w, 3.0 * label),
            Area(one.x, area.y + 4.0 * label, one.w, 3.0 * label),
        )
    pitch = side / (ACROSS + 1)
    pile = form not in ("wide", "narrow")
    return Plan(
        Line((first,), heads[0], feet[0], pitch, pile), Line(rest, heads[1], feet[1], pitch, pile)
    )


def made_for(scene: Scene, world: Area, kit: Kit, p: Parameters) -> Plan:
    """The plan for what a scene fills."""
    *_, many = circles(scene, p)
    return plan(world, kit, ceil(many / (ACROSS * DEEP)))


def places(scene: Scene, world: Area, p: Parameters, kit: Kit) -> dict[str, Area]:
    """What `look:` may name: the crates of each speed."""
    made = made_for(scene, world, kit, p)
    found = {}
    for side, line in (("left", made.slow), ("right", made.fast)):
        found[f"{side}.crates"] = line.head.around(line.foot, *line.crates)
    first = made.slow.crates[0]
    around = first.inset(-0.5 * first.w, -0.2 * first.h)
    if made.slow.pile:  # its name stands above it, its price at its right
        around = Area(
            first.x - 0.2 * first.w, first.y - 0.4 * first.h, 1.9 * first.w, 1.5 * first.h
        )
    found["left.crates:1"] = around
    return found
