"""What only a chip that has the stage for itself shows: the host that calls it, its text so far on
the way, and the way of a weight inside of the die."""

from __future__ import annotations

from math import hypot
from typing import Final

from viz.actors.hall.hall_places import Package
from viz.stage.amounts import DONE, HERE, shades
from viz.stage.area import Area
from viz.stage.marks import Box, Disc, Line, Mark, Points, Ribbon
from viz.stage.style import Kit
from viz.stage.theme import mix
from viz.stage.view import StageView

FADES: Final = (1.0, 0.42, 0.2)  # of the last ways: the one in use, and two that were
STRIDE: Final = 61  # from core to core in the order of their use; no multiple of a row


def host_of(package: Package) -> Area:
    """Where the host stands: in the place that holds no memory, else beside the middle."""
    place = package.spare or Area(
        package.area.right - package.stacks[0].w, package.die.cy, package.stacks[0].w, 0.0
    ).inset(0, -package.stacks[0].h / 4)
    return place.fit(2.4) if not package.upright else place.fit(1 / 2.4)


def host(kit: Kit, package: Package, starts: float, side: str) -> list[Mark]:
    """The host, its line to the die, and the calls on it while `starts` is under way (0 to 1)."""
    palette, box = kit.palette, host_of(package)
    y, far, near = box.cy, box.x, package.die.right
    marks: list[Mark] = [
        Line(
            ((far, y), (near, y)),
            2.0,
            palette.waiting,
            (7, 6),
            0.8,
            of="starts",
            key=f"{side}/host/line",
        ),
        Box(*box, palette.panel, 0.12 * min(box.w, box.h), palette.waiting, 2, key=f"{side}/host"),
    ]
    if 0.0 < starts < 1.0:  # dozens of calls a second: a streak
        wide = 0.05 * box.h if not package.upright else 0.05 * box.w
        marks.append(
            Ribbon(
                ((near, y), (far, y)),
                (wide * 2, wide),
                palette.ink,
                (0.95, 0.25),
                of="starts",
                key=f"{side}/host/calls",
            )
        )
    return marks


def text_so_far(
    stage: StageView, package: Package, k: int, share: float, side: str, *, brief: bool
) -> list[Mark]:
    """The KV cache of a stack: a ring that crosses before the weights do; `brief`: in no time."""
    palette, stack, bus = stage.kit.palette, package.stacks[k], package.buses[k]
    left = package.from_left(k)
    r = 0.3 * package.name
    light = mix(palette.token, palette.ground, 0.3)
    if not 0.0 < share < 1.0:
        return []
    key = f"{side}/text:{k}"
    if brief:  # too short to be followed: a flash of the whole way
        ends = ((bus.x, bus.cy), (bus.right, bus.cy))
        lights = (0.7, 0.7)
        return [Ribbon(ends, (r, r), palette.token, lights, of="text", key=f"{key}/tail")]
    start, end = (stack.right - r, package.die.x) if left else (stack.x + r, package.die.right)
    x = start + (end - start) * share
    tail = x - (end - start) * min(share, 0.4)
    return [
        Ribbon(
            ((x, bus.cy), (tail, bus.cy)),
            (r * 1.3, r * 0.2),
            palette.token,
            (0.8, 0.0),
            of="text",
            key=f"{key}/tail",
        ),
        Disc(x, bus.cy, r, light, palette.token, 3, of="text", key=key),
    ]


def ring_of(package: Package, k: int) -> tuple[float, float, float]:
    """Where a stack keeps its part of the text so far: middle and radius, in the strip of its
    name, at the end next to the die."""
    stack, left = package.stacks[k], package.from_left(k)
    r = 0.26 * package.name
    if package.upright:  # the strip lies at the outer end, the ring at one end of it
        return stack.x + 0.62 * package.name, stack.bottom - 2.2 * r, r
    x = stack.right - 2.2 * r if left else stack.x + 2.2 * r
    return x, stack.y + 0.62 * package.name, r


def kept_text(kit: Kit, package: Package, k: int, share: float, who: str) -> Mark:
    """The text so far in its stack: here, or done for this word."""
    x, y, r = ring_of(package, k)
    fill = shades(kit.palette, kit.palette.token)[DONE if share > 0.0 else HERE].fill
    return Disc(x, y, r, mix(fill, kit.palette.panel, 0.25), fill, 2.5, key=f"{who}/text")


def ways(kit: Kit, package: Package, core: int, who: str) -> list[Mark]:
    """The way of the weight that is in use, from its bus to its core, and fading those before."""
    palette, count = kit.palette, package.cores
    marks: list[Mark] = []
    for back, light in enumerate(FADES):
        one = (core - STRIDE * back) % count
        area = package.core(one)
        left = area.cx < package.middle.cx
        mine = [k for k in range(len(package.buses)) if package.from_left(k) == left]
        bus = package.buses[min(mine, key=lambda k: abs(package.buses[k].cy - area.cy))]
        points = _way(package, area, bus, left=left)
        marks.append(
            Ribbon(
                points,
                (area.w * 0.16, area.w * 0.1),
                palette.weight,
                (light, light * 0.15),
                of="used",
                key=f"{who}/way:{one}",
            )
        )
        if back:
            edge = mix(palette.computing, palette.chip, light)
            marks.append(Box(*area, "", area.w * 0.12, edge, 2, of="used", key=f"{who}/was:{one}"))
    return marks


def _way(package: Package, core: Area, bus: Area, *, left: bool) -> Points:
    """From a core back to the edge of the die: along the gap below its row."""
    gap = (package.pitch[1] - core.h) / 2
    low = core.bottom + gap if core.cy < bus.cy else core.y - gap
    edge = package.die.x if left else package.die.right
    inside = edge + (bus.w * 0.12 if left else -bus.w * 0.12)
    corners = (
        (core.cx, core.cy),
        (core.cx, low),
        (inside, low),
        (inside, min(max(low, bus.y), bus.bottom)),
        (edge, min(max(low, bus.y), bus.bottom)),
    )
    return tuple(p for i, p in enumerate(corners) if not i or hypot(*_less(p, corners[i - 1])) > 1)


def _less(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return one[0] - other[0], one[1] - other[1]
