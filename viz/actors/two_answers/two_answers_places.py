"""Where the answers stand: above the hall, in its world, over the whole width that the camera shows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from viz.scene.types import Scene
from viz.stage.area import Area
from viz.stage.style import Kit

WIDE: Final = ("wide", "narrow")
SHARE: Final = {"wide": 0.455, "narrow": 0.455}  # of what is seen, above the machines; else UPRIGHT
UPRIGHT: Final = 0.62


@dataclass(frozen=True, slots=True)
class Plan:
    """All that is seen, the panel of each machine, and a place for each of three questions: one place
    for all of them where it is not wide, and then `lines` for all three as words alone."""

    seen: Area
    panels: tuple[Area, Area]
    questions: tuple[Area, ...]
    lines: tuple[Area, ...]


@lru_cache(maxsize=16)
def plan(world: Area, kit: Kit) -> Plan:
    """The places over a hall that fills `world`."""
    share = SHARE.get(kit.layout.form, UPRIGHT)
    w, h = world.w / (1 - share), world.h / (1 - share)
    seen = Area(world.cx - w / 2, world.bottom - h, w, h)
    upper = seen.cut(bottom=(1 - share) * h + 0.055 * h)
    safe = kit.layout.safe
    left, right = (safe[0] - world.x) / world.w, (world.right - safe[0] - safe[2]) / world.w
    upper = upper.cut(left=max(0.0, left) * w, right=max(0.0, right) * w)
    if kit.layout.form in WIDE:
        one, other = upper.columns(1.0, 1.0, gap=0.02 * w)
        return Plan(seen, (one, other), upper.columns(1.0, 1.0, 1.0, gap=0.03 * w), ())
    upper = upper.cut(
        top=2.6 * kit.layout.sizes.label / (1 - share)
    )  # what a square is stands there
    one, other = upper.rows(1.0, 1.0, gap=0.02 * h)
    return Plan(seen, (one, other), (upper, upper, upper), upper.rows(1.0, 1.0, 1.0))


def places(_: Scene, world: Area, __: Any, kit: Kit) -> dict[str, Area]:
    """The part that `look:` may name: the answers with the machines below them."""
    return {"answers": plan(world, kit).seen}
