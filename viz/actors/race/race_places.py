"""Where the pages of a race stand: that of the slow machine, those of the fast one; and the two
lines of time that take their place while both wait for a first token."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from viz.scene.types import Scene
from viz.stage.area import Area
from viz.stage.style import Kit

WIDE: Final = ("wide", "narrow")
PAGES: Final = 15  # places for pages of the fast machine, where nobody says more


@dataclass(frozen=True, slots=True)
class Plan:
    """`slow` is the slow machine's page, `pages` are places for those of the fast one."""

    slow: Area
    pages: tuple[Area, ...]
    near: Area  # what the camera shows while words are read
    head: Area  # over the pages of the fast machine: its name, and the ratio
    numbers: float  # how high the line of numbers below a page is
    wait: Area  # where the wait is pictured
    fast_line: Area  # the lines of time
    slow_line: Area


@lru_cache(maxsize=64)
def plan(world: Area, kit: Kit, count: int = PAGES) -> Plan:
    """The places of `count` pages, and of all else."""
    top = kit.layout.sizes.label
    if kit.layout.form in WIDE:
        numbers = top * 1.7
        body = world.cut(top=5.4 * top, bottom=numbers + 3.4 * top)
        first = 0.068 * world.w
        row = body.cut(left=first)
        pages = row.columns(*([1.0] * count), gap=0.1 * row.w / count)
        slow = Area(
            body.x, body.y, row.columns(*([1.0] * PAGES), gap=0.1 * row.w / PAGES)[0].w, body.h
        )
        both = slow.around(Area(row.x, row.y, slow.w, row.h))
        scale = world.w / both.w
        near = Area(both.x, both.y - 3.6 * top / scale, both.w, world.h / scale)
        head = Area(row.x, world.y, row.w, body.y - world.y)
        wait, _, fast, _, other, _ = world.rows(35, 10, 24, 7, 13, 2)
    else:
        columns = 3 if kit.layout.form == "tall" else 4
        lines = -(-count // columns)
        numbers = 0.0
        gap, strip = 10.0, 2.7 * top
        high = (world.h - 2 * strip - gap * (lines - 1)) / (lines + 1)
        grid = Area(
            world.x, world.bottom - lines * (high + gap) + gap, world.w, lines * (high + gap) - gap
        )
        pages = grid.grid(columns, lines, gap=gap)[:count]
        slow = Area(world.x, world.y + strip, pages[0].w, high)
        both = slow.around(pages[0])
        names = 3.4 * top / world.h  # share of what is seen
        near = both.cut(top=-both.h * names / (1 - names))
        head = Area(slow.right + gap, slow.y, world.right - slow.right - gap, high)
        wait, _, fast, _, other, _ = world.rows(50, 9, 18, 8, 12, 3)
    return Plan(slow, pages, near, head, numbers, wait, fast, other)


def places(_: Scene, world: Area, __: Any, kit: Kit) -> dict[str, Area]:
    """The part that `look:` may name besides all: both first pages, so near that one can read."""
    return {"race.pages": plan(world, kit).near}
