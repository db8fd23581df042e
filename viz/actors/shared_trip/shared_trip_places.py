"""Where the trip of the weights stands: memory, road, the core that they arrive in, the users."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Any, Final

from viz.scene.types import Scene
from viz.stage import amounts
from viz.stage.area import Area
from viz.stage.marks import Points
from viz.stage.style import Kit

SPOKEN: Final = 32  # users up to whom each one's word is written out
CURVE: Final = 16  # pieces of a way from the core to a user


@dataclass(frozen=True, slots=True)
class Block:
    """Users `first` to `first + count - 1` in a grid of squares, read row by row."""

    x: float
    y: float
    columns: int
    rows: int
    pitch: tuple[float, float]
    size: float
    first: int
    count: int

    def at(self, user: int) -> Area:
        """The square of one user, counted from 0 among all."""
        row, column = divmod(user - self.first, self.columns)
        x, y = self.x + column * self.pitch[0], self.y + row * self.pitch[1]
        return Area(x, y, self.size, self.size)


@dataclass(frozen=True, slots=True)
class Plan:
    """`memory` holds a square for each layer; `road` is the way from it to the `gate`, the core."""

    memory: Area
    columns: int
    rows: int
    cell: float
    road: Area
    gate: Area
    blocks: tuple[Block, ...]
    ways: tuple[Points, ...]  # from the gate to the users, those in a row sharing one
    totals: Area
    upright: bool

    def layer(self, index: int) -> tuple[float, float]:
        """The middle of a layer's square, counted from 0."""
        row, column = divmod(index, self.columns)
        pitch = self.memory.w / self.columns, self.memory.h / self.rows
        return self.memory.x + (column + 0.5) * pitch[0], self.memory.y + (row + 0.5) * pitch[1]

    @property
    def door(self) -> tuple[float, float]:
        """Where the road begins."""
        if self.upright:
            return self.road.cx, self.road.y
        return self.road.x, self.road.cy


@lru_cache(maxsize=64)
def plan(world: Area, kit: Kit, layers: int, users: int) -> Plan:
    """The plan for so many layers and users."""
    upright = kit.layout.form == "tall"
    if upright:
        left, _, wide, _ = kit.layout.safe
        safe = Area(left, world.y, wide, world.h)
        _, memory, road, fan, nodes = safe.rows(0.11, 0.22, 0.2, 0.1, 0.37)
        columns = 16
        totals = Area(safe.x, road.y, safe.w, road.h)
        road = Area(road.cx - 42, road.y, 84, road.h)
        side = 92.0
        gate = Area(road.cx - side / 2, fan.y - side / 2, side, side)
    else:
        inner = world.cut(top=76, bottom=52)
        wide = kit.layout.form == "wide"
        room = (0.13, 0.19, 0.15, 0.39, 0.14) if wide else (0.2, 0.22, 0.16, 0.24, 0.18)
        memory, road, fan, nodes, totals = inner.columns(*room)
        columns = 5
        road = Area(road.x, road.cy - 42, road.w, 84)
        side = 96.0
        gate = Area(fan.x - side / 2, fan.cy - side / 2, side, side)
    rows = ceil(layers / columns)
    cell = 0.8 * min(memory.w / columns, memory.h / rows)
    blocks = _blocks(nodes, users, upright=upright)
    ways = _ways(gate, blocks, upright=upright)
    return Plan(memory, columns, rows, cell, road, gate, blocks, ways, totals, upright)


def _blocks(nodes: Area, users: int, *, upright: bool) -> tuple[Block, ...]:
    if upright and users <= SPOKEN:
        found, first = [], 0
        across = min(4, users)
        rows = ceil(users / across)
        side = min(nodes.h / rows, 64.0 if users > across else 150.0)
        for k in range(across):
            count = min(rows, users - first)
            at = nodes.x + k * nodes.w / 4
            size = 0.78 * side
            found.append(Block(at, nodes.y, 1, max(0, count), (side, side), size, first, count))
            first += count
        return tuple(block for block in found if block.count > 0)
    if users > SPOKEN:
        columns, rows = amounts.grid(users, nodes.w / nodes.h)
        side = min(nodes.w / columns, nodes.h / rows)
        y = nodes.y if upright else nodes.cy - rows * side / 2
        return (Block(nodes.x, y, columns, rows, (side, side), 0.82 * side, 0, users),)
    rows = min(users, 16)
    side = min(nodes.h / (rows + 0.5), 150.0)  # as large as there is room
    found, first = [], 0
    for k in range(ceil(users / 16)):
        count = min(rows, users - first)
        shift = side * (k / 2 - 0.25) if users > 16 else 0.0  # ways pass between those in front
        y = nodes.cy - rows * side / 2 + shift
        x = nodes.x + k * nodes.w / 2
        found.append(Block(x, y, 1, count, (side, side), 0.84 * side, first, count))
        first += count
    return tuple(found)


def _ways(gate: Area, blocks: tuple[Block, ...], *, upright: bool) -> tuple[Points, ...]:
    found: list[Points] = []
    for block in blocks:
        if upright:
            ends = [block.at(block.first + i) for i in range(min(block.columns, block.count))]
            found += [_bent((gate.cx, gate.bottom), (e.cx, e.y), upright=True) for e in ends]
        else:
            ends = [block.at(block.first + row * block.columns) for row in range(block.rows)]
            first = blocks[0].x
            for end in ends:
                curve = _bent((gate.right, gate.cy), (min(first, end.x), end.cy), upright=False)
                found.append((*curve, (end.x, end.cy)) if end.x > first else curve)
    return tuple(found)


def _bent(start: tuple[float, float], end: tuple[float, float], *, upright: bool) -> Points:
    """A way that is level at both ends."""
    (ax, ay), (bx, by) = start, end
    found = []
    for k in range(CURVE + 1):
        s = k / CURVE
        b = 3 * s * s - 2 * s**3
        along, across = (b, s) if upright else (s, b)
        found.append((ax + (bx - ax) * along, ay + (by - ay) * across))
    return tuple(found)


def plan_for(scene: Scene, world: Area, kit: Kit) -> Plan | None:
    """The plan of a scene; None where it has no model or no machine at left."""
    if scene.model is None or scene.left is None:
        return None
    return plan(world, kit, round(scene.model.layers.value), max(1, round(scene.batch)))


def places(scene: Scene, world: Area, _: Any, kit: Kit) -> dict[str, Area]:
    """What `look:` may name: all of the trip, and one weight within a core."""
    made = plan_for(scene, world, kit)
    if made is None:
        return {}
    return {"left.trip": world, "left.weight": within(made, world)}


def within(made: Plan, world: Area) -> Area:
    """The middle of the core, as wide over high as the stage."""
    return made.gate.inset(0.04 * made.gate.w).fit(world.w / world.h)
