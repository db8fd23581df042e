"""Where wafers stand in rows that run to and fro, and the way of a token through them.

A few stand large, with a hopper above them; many fill the stage. In units of the world.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, cos, hypot, pi, sin
from typing import TYPE_CHECKING, Final

from viz.scene.quantities import resolved
from viz.stage.area import Area
from viz.stage.marks import Points

if TYPE_CHECKING:
    from viz.actors.serpentine import Parameters
    from viz.scene.types import Scene
    from viz.stage.style import Kit

FEW: Final = 8  # up to so many stand large below a hopper
ACROSS: Final = 1.28  # from wafer to wafer, of their size
DOWN: Final = 1.44
APART: Final = 1.16  # of few
STEP: Final = 0.56  # of their size: how much lower the next of few stands, where it is to and fro
HOPPER: Final = 0.3  # of the height
TURN: Final = 9  # points of a turn from row to row
SQUARES: Final = 10  # beside each other in a wafer


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of the way: from when to when, along which points; through which wafer, counted from
    0, or none on a link."""

    start: float
    end: float
    points: Points
    wafer: int

    def at(self, time: float) -> tuple[float, float]:
        """Where a token is."""
        share = (time - self.start) / (self.end - self.start) if self.end > self.start else 1.0
        return along(self.points, min(1.0, max(0.0, share)))


@dataclass(frozen=True, slots=True)
class Serpentine:
    """Wafers in the order of the token; `links` lead from each to the next, `back` from the last to
    the first. `foot` is the room below them, `head` the one above."""

    wafers: tuple[Area, ...]
    size: float
    rows: int
    per_row: int
    links: tuple[Points, ...]
    back: Points
    entry: tuple[float, float]
    head: Area
    foot: Area

    def forward(self, index: int) -> bool:
        """Whether a token crosses a wafer from left to right."""
        return (index // self.per_row) % 2 == 0

    def through(self, index: int) -> Points:
        """A token's way through a wafer."""
        area = self.wafers[index]
        ends = ((area.x, area.cy), (area.right, area.cy))
        return ends if self.forward(index) else ends[::-1]


def serpentine(count: int, world: Area, form: str, stage: str) -> Serpentine:
    """Rows of wafers as large as they can be; a few in one row, or to and fro below each other."""
    return _serpentine(max(1, count), world, form, stage)


@lru_cache(maxsize=64)
def _serpentine(count: int, world: Area, form: str, stage: str) -> Serpentine:
    label = 34.0 if form == "tall" else 25.0
    if stage == "pour" and count <= FEW:
        hopper, below = (HOPPER, 0.1) if form in ("wide", "narrow") else (0.2, 0.02)
        head, room, foot = world.cut(top=label * 2.3).rows(hopper, 1 - hopper - below, below)
        aside = 0.14 * room.w if form == "tall" else 0.0  # words stand at both sides
        return _few(count, room.cut(top=label * 2.2, right=aside), head, foot, form)
    if stage == "users":
        below = 3.6 if form == "wide" else 5.2
        room = world.cut(top=label * 2.2, bottom=label * below)
        side = 0.055 * world.w
        room = room.cut(left=side, right=side * 1.15)
    else:
        room = world.cut(top=label * 1.5, bottom=label * 7.4)
        side = 0.03 * world.w
        room = room.cut(left=side, right=side)
    rows, per_row, size = _rows(count, room)
    pitch_x, pitch_y = room.w / per_row, room.h / rows
    wafers = []
    for i in range(count):
        row, column = divmod(i, per_row)
        column = column if row % 2 == 0 else per_row - 1 - column
        left = room.x + column * pitch_x + (pitch_x - size) / 2
        wafers.append(Area(left, room.y + row * pitch_y + (pitch_y - size) / 2, size, size))
    head = Area(room.x, world.y, room.w, room.y - world.y)
    foot = Area(room.x, room.bottom, room.w, world.bottom - room.bottom)
    made = Serpentine(tuple(wafers), size, rows, per_row, (), (), (0.0, 0.0), head, foot)
    links = tuple(_link(made, i) for i in range(count - 1))
    lane = head.y + (0.55 * head.h)
    entry = (wafers[0].x - 0.45 * pitch_x, wafers[0].cy)
    back = _back(made, room, lane, entry, side)
    return Serpentine(tuple(wafers), size, rows, per_row, links, back, entry, head, foot)


def _rows(count: int, room: Area) -> tuple[int, int, float]:
    best = (1, count, 0.0)
    for rows in range(1, count + 1):
        per_row = ceil(count / rows)
        if per_row * (rows - 1) >= count:
            continue
        size = min(room.w / per_row / ACROSS, room.h / rows / DOWN)
        size *= 1.0 if per_row * rows == count else 0.8
        if size > best[2]:
            best = (rows, per_row, size)
    rows, per_row, _ = best
    return rows, per_row, min(room.w / per_row / ACROSS, room.h / rows / DOWN)


def _few(count: int, room: Area, head: Area, foot: Area, form: str) -> Serpentine:
    if form in ("wide", "narrow"):
        size = min(room.h, room.w / (count + (count - 1) * (APART - 1)))
        left = room.cx - size * (count + (count - 1) * (APART - 1)) / 2
        spots = [(left + i * size * APART, room.y) for i in range(count)]
    else:
        size = min(room.h / (1 + STEP * (count - 1)), room.w / (1 + APART))
        left = room.cx - size * (1 + APART) / 2
        spots = [(left + (i % 2) * size * APART, room.y + i * STEP * size) for i in range(count)]
    wafers = tuple(Area(x, y, size, size) for x, y in spots)
    first = wafers[0]
    return Serpentine(wafers, size, 1, count, (), (), (first.cx, first.y), head, foot)


def _link(row: Serpentine, i: int) -> Points:
    """From a wafer to the next: straight, or around to the row below."""
    one, other = row.through(i)[-1], row.through(i + 1)[0]
    if one[1] == other[1]:
        return (one, other)
    way = 1.0 if row.forward(i) else -1.0
    r = (other[1] - one[1]) / 2
    x = one[0] if (one[0] - other[0]) * way >= 0 else other[0]
    bulge = min(r, 0.75 * row.size)
    turn = [
        (x + way * bulge * sin(pi * k / (TURN - 1)), one[1] + r - r * cos(pi * k / (TURN - 1)))
        for k in range(TURN)
    ]
    return (one, *turn, other)


def _back(
    row: Serpentine, room: Area, lane: float, entry: tuple[float, float], side: float
) -> Points:
    """From the last wafer outside of all others, along the lane above them, to the first."""
    forward = row.forward(len(row.wafers) - 1)
    leave = row.through(len(row.wafers) - 1)[-1]
    rail = room.right + side * 0.86 if forward else room.x - side * 0.8
    begin = room.x - side * 0.55
    points = [leave, (rail, leave[1]), (rail, lane)]
    if forward:
        points += [(begin, lane), (begin, entry[1]), row.through(0)[0]]
    else:
        points += [(room.x - side * 0.3, lane), (room.x - side * 0.3, entry[1]), row.through(0)[0]]
    return tuple(points)


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """The stretches of a token's way in the order of time."""

    stretches: tuple[Stretch, ...]
    starts: tuple[float, ...]
    total: float

    def at(self, time: float) -> Stretch:
        """Where on its way a token is `time` after it set out."""
        index = bisect_right(self.starts, time) - 1
        return self.stretches[min(max(index, 0), len(self.stretches) - 1)]

    def behind(self, time: float, reach: float) -> Points:
        """From the token back the way it came, so far."""
        index = min(max(bisect_right(self.starts, time) - 1, 0), len(self.stretches) - 1)
        here = self.stretches[index]
        found = [here.at(time)]
        left = reach
        share = (time - here.start) / (here.end - here.start) if here.end > here.start else 1.0
        points = _part(here.points, min(1.0, max(0.0, share)))
        while True:
            for point in reversed(points):
                step = hypot(point[0] - found[-1][0], point[1] - found[-1][1])
                if step >= left:
                    found.append(along((found[-1], point), left / step if step else 1.0))
                    return tuple(found)
                if step > 0:
                    found.append(point)
                    left -= step
            index -= 1
            if index < 0:
                return tuple(found) if len(found) > 1 else (found[0], found[0])
            points = self.stretches[index].points


@lru_cache(maxsize=64)
def way_of(row: Serpentine, enters: tuple[float, ...], leaves: tuple[float, ...]) -> Way:
    """The way of a token that enters and leaves each wafer at these times."""
    found: list[Stretch] = []
    for i, (enter, leave) in enumerate(zip(enters, leaves, strict=True)):
        if i:
            found.append(Stretch(leaves[i - 1], enter, row.links[i - 1], -1))
        found.append(Stretch(enter, leave, row.through(i), i))
    return Way(tuple(found), tuple(one.start for one in found), leaves[-1])


def along(points: Points, share: float) -> tuple[float, float]:
    """The point at a share of a polyline's length."""
    ways = [hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in itertools.pairwise(points)]
    left = share * sum(ways)
    for way, ((ax, ay), (bx, by)) in zip(ways, itertools.pairwise(points), strict=True):
        if left <= way and way > 0:
            return ax + (bx - ax) * left / way, ay + (by - ay) * left / way
        left -= way
    return points[-1]


def _part(points: Points, share: float) -> Points:
    """The points of a polyline that come before a share of its length."""
    ways = [hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in itertools.pairwise(points)]
    limit, done = share * sum(ways), 0.0
    found = [points[0]]
    for way, point in zip(ways, points[1:], strict=True):
        done += way
        if done >= limit:
            break
        found.append(point)
    return tuple(found)


def count_of(scene: Scene, p: Parameters) -> int:
    """How many wafers: those of a machine, or as many as hold what is poured."""
    rig = scene.right if p.side == "right" else scene.left
    if p.stage == "users" and rig is not None:
        return rig.count
    if p.content is None:
        return 1
    content, capacity = resolved(scene, p.content).value, resolved(scene, p.capacity).value
    return max(1, ceil(content / max(capacity, 1.0) - 1e-9))


def row_of(scene: Scene, world: Area, p: Parameters, kit: Kit) -> Serpentine:
    """The wafers of a scene as its knobs stand."""
    return serpentine(count_of(scene, p), world, kit.layout.form, p.stage)


def places(scene: Scene, world: Area, p: Parameters, kit: Kit) -> dict[str, Area]:
    """The parts that `look:` may name: each wafer, and the first link."""
    row = row_of(scene, world, p, kit)
    who = f"{p.side}." if p.stage == "users" else "wafers."
    found = {f"{who}wafer:{i}": area for i, area in enumerate(row.wafers, 1)}
    for i, points in enumerate(row.links, 1):
        (ax, ay), (bx, by) = points[0], points[-1]
        pad = 0.6 * row.size
        found[f"{who}link:{i}"] = Area(
            min(ax, bx) - pad, min(ay, by) - pad, abs(ax - bx) + 2 * pad, abs(ay - by) + 2 * pad
        )
    return found
