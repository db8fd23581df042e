"""Where a reader's eye and page stand, and the two lines of time of a spoken reply."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from viz.scene.types import Scene
from viz.stage.area import Area
from viz.stage.style import Kit

WIDE: Final = ("wide", "narrow")


@dataclass(frozen=True, slots=True)
class Plan:
    """The eye, the page that it reads, what is said of the text that waits; and both lines."""

    eye: Area
    page: Area
    waits: Area
    fast: Area
    slow: Area


@lru_cache(maxsize=16)
def plan(world: Area, kit: Kit) -> Plan:
    """The places in the world, for each form of stage."""
    label, safe = kit.layout.sizes.label, kit.layout.safe
    x, w = max(world.x, safe[0]), min(world.right, safe[0] + safe[2]) - max(world.x, safe[0])
    room = Area(x, world.y, w, world.h)
    lines = room.cut(top=3.4 * label, bottom=2.6 * label).rows(0.42, 0.3, 0.28)
    fast, slow = lines[0], lines[2]
    if kit.layout.form in WIDE:
        eye, page, waits = room.columns(0.3, 0.47, 0.23, gap=0.02 * w)
    else:
        top, page = room.rows(0.27, 0.73, gap=label)
        eye, waits = top.columns(0.5, 0.5)
    return Plan(eye, page, waits, fast, slow)


def places(_: Scene, world: Area, __: Any, kit: Kit) -> dict[str, Area]:
    """The parts that `look:` may name besides all."""
    made = plan(world, kit)
    return {"reply.page": made.page, "reply.lines": made.fast.around(made.slow)}
