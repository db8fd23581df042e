"""How deep the dive is, and where everything stands: both machines in millimetres.

The world of this actor is depth alone: its places lie within each other, and how large the camera
shows it says how many pixels a millimetre has, on both sides. Where each side looks at a depth
follows from that. Sizes of dies, wafers, SMs and cores come from areas and counts of the catalog;
those of racks, boxes and packages, and the sides of a die, are assumed.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from math import log, sqrt
from typing import Any, Final

from viz.actors.hall.hall_places import (
    Package,
    Wafer,
    WaferHall,
    lane_of,
    parts_of,
    unit_in,
)
from viz.actors.hall.wafer_world import NUMBERED
from viz.physics.types import Rig
from viz.scene.types import Scene, Side
from viz.stage.area import Area
from viz.stage.camera import View
from viz.stage.style import Kit
from viz.stage.view import fade

LEVELS: Final = ("racks", "packages", "package", "sm", "inside", "multiply")
DENSITY: Final = (0.3, 3.06, 13.24, 251.0, 2295.0, 14_100.0)  # stage units a millimetre, at 16:9
FULL: Final = 683.0  # the side of a window there
NEAR: Final = 1e-3  # of a level: so near, the camera has reached it
MARGIN: Final = 1.08  # the camera keeps a margin around what it looks at

# Assumed, in millimetres.
RACK: Final = (600.0, 2000.0)
UNIT: Final = 44.45  # of a rack's height
BOX: Final = 483.0  # width of a box, 19 inches
PERSON: Final = 1750.0
PACKAGE: Final = (51.0, 47.0)
PITCH: Final = (54.5, 124.0)  # between packages
STACK: Final = 11.0
STACK_AT: Final = (19.0, 11.5)  # of a stack's middle, from that of the die
DIE_WIDTH: Final = 25.0
SM_COLUMNS: Final = 11
WAFER_BOXES: Final = (603.0, 845.0)  # between boxes of wafers, across and down
EDGE: Final = 4.0  # of a wafer around its cores


@dataclass(frozen=True, slots=True)
class GpuSide:
    """The left machine in millimetres, around the middle of its packages."""

    rack: Area
    box: Area
    packages: tuple[Package, ...]
    chosen: int
    sm: Area
    lane: Area


@dataclass(frozen=True, slots=True)
class WaferSide:
    """The right machine in millimetres, around the middle of its boxes."""

    racks: tuple[Area, ...]
    boxes: tuple[Area, ...]
    hall: WaferHall
    chosen: int  # the wafer, from 0
    row: int  # its layer, from 0
    core: Area
    pitch: float  # from core to core
    lane: Area


@lru_cache(maxsize=16)
def gpu_side(rig: Rig) -> GpuSide:
    """Packages in two rows, in a box of eight units, in a rack."""
    columns = (rig.count + 1) // 2
    found = []
    for i in range(rig.count):
        row, column = divmod(i, columns)
        x = (column - (columns - 1) / 2) * PITCH[0]
        y = (row - 0.5) * PITCH[1] if rig.count > 1 else 0.0
        found.append(_package(rig, x, y))
    chosen = min(rig.count - 1, columns + (columns - 1) // 2)
    sm = found[chosen].near
    rack = Area(-RACK[0] / 2, -RACK[1] / 2 - 150.0, *RACK)
    box = Area(-BOX / 2, -4 * UNIT, BOX, 8 * UNIT)
    return GpuSide(rack, box, tuple(found), chosen, sm, lane_of(sm))


def _package(rig: Rig, x: float, y: float) -> Package:
    """A die, its stacks at both sides, and as many SMs as it has, in equal shares of it."""
    chip = rig.chip
    area = chip.area.value * 1e6 if chip.area else 800.0
    cores = round(chip.cores.value) if chip.cores else 132
    stacks = round(chip.memory_parts.value) if chip.memory_parts else 5
    tall = area / DIE_WIDTH
    die = Area(x - DIE_WIDTH / 2, y - tall / 2, DIE_WIDTH, tall)
    rows = -(-cores // (2 * SM_COLUMNS))
    left = (stacks + 1) // 2
    places = [
        Area(
            x + side * STACK_AT[0] - STACK / 2,
            y + (k - 1) * STACK_AT[1] - STACK / 2,
            STACK,
            STACK,
        )
        for side, count in ((-1, left), (1, max(stacks - left, left)))
        for k in range(count)
    ]
    buses = tuple(
        Area(s.right, s.y + 0.22 * STACK, die.x - s.right, 0.56 * STACK)
        if s.x < die.x
        else Area(die.right, s.y + 0.22 * STACK, s.x - die.right, 0.56 * STACK)
        for s in places[:stacks]
    )
    upper, lower = die.rows(1, 1)
    middle = Area(die.x, die.cy - 0.1 * die.h, die.w, 0.2 * die.h)
    seen = lower.grid(SM_COLUMNS, rows)[SM_COLUMNS * (rows // 3) + SM_COLUMNS // 2]
    return Package(
        Area(x - PACKAGE[0] / 2, y - PACKAGE[1] / 2, *PACKAGE),
        die,
        tuple(places[:stacks]),
        buses,
        places[stacks] if len(places) > stacks else None,
        (upper, lower),
        SM_COLUMNS,
        rows,
        middle,
        cores=cores,
        large=seen.inset(0.02 * seen.w),
    )


@lru_cache(maxsize=16)
def wafer_side(rig: Rig, layers: int) -> WaferSide:
    """Wafers in boxes of fifteen units, two in a rack; the token goes down one rack, up the next."""
    area = rig.chip.area.value * 1e6 if rig.chip.area else 46_225.0
    side = sqrt(area)
    cores = rig.chip.cores.value if rig.chip.cores else 900_000.0
    racks = -(-rig.count // 2)
    boxes, wafers = [], []
    for i in range(rig.count):
        column, down = divmod(i, 2)
        up = column % 2 == 1
        x = (column - (racks - 1) / 2) * WAFER_BOXES[0]
        y = ((1 - down if up else down) - 0.5) * WAFER_BOXES[1]
        boxes.append(Area(x - BOX / 2, y - 7.5 * UNIT, BOX, 15 * UNIT))
        first, last = (round(k * layers / rig.count) for k in (i, i + 1))
        rows = max(1, last - first)
        cells = Area(x - side / 2, y - side / 2, side, side)
        wafers.append(Wafer(cells.inset(-EDGE), cells, 17, rows, 0, up))
    hall = WaferHall(boxes[0].around(*boxes), tuple(wafers), WAFER_BOXES[1] - side)
    tops = tuple(
        Area((c - (racks - 1) / 2) * WAFER_BOXES[0] - RACK[0] / 2, -RACK[1] / 2, *RACK)
        for c in range(racks)
    )
    chosen = min(2, rig.count - 1)
    wafer = wafers[chosen]
    row = min(7, wafer.rows - 1)
    pitch = side / sqrt(cores)
    column = round((0.5 + 0.065) * side / pitch)
    down = round((wafer.row_y(row) - wafer.cells.y) / pitch)
    core = Area(wafer.cells.x + column * pitch, wafer.cells.y + down * pitch, pitch, pitch)
    return WaferSide(tops, tuple(boxes), hall, chosen, row, core, pitch, unit_in(core, NUMBERED))


@lru_cache(maxsize=16)
def _left_centres(rig: Rig) -> tuple[tuple[float, float], ...]:
    side = gpu_side(rig)
    package = side.packages[side.chosen].area
    part = parts_of(side.sm)[3]
    return (
        (0.0, side.rack.cy),
        (0.0, 0.0),
        (package.cx, package.cy),
        (side.sm.cx - 0.05 * side.sm.w, side.sm.cy),
        (side.lane.x + 3.7 * side.lane.w, min(side.lane.cy, part.cy)),
        (side.lane.cx, side.lane.cy),
    )


@lru_cache(maxsize=16)
def _right_centres(rig: Rig, layers: int) -> tuple[tuple[float, float], ...]:
    side = wafer_side(rig, layers)
    wafer = side.hall.wafers[side.chosen]
    core = side.core
    return (
        (0.0, side.racks[0].cy),
        (wafer.cells.cx, wafer.cells.cy),
        (core.cx - 13.0, wafer.row_y(side.row)),
        (core.x, core.y),
        (core.cx, core.cy),
        (side.lane.cx, side.lane.cy),
    )


def depth_of(scale: float) -> float:
    """How deep the camera is: 0 at the racks, 1 at the packages, and between in equal ratios."""
    at = scale * DENSITY[0]
    if at <= DENSITY[0]:
        return 0.0
    i = min(bisect_right(DENSITY, at) - 1, len(DENSITY) - 2)
    return i + log(at / DENSITY[i]) / log(DENSITY[i + 1] / DENSITY[i])


def standing(depth: float) -> float:
    """How much of the words of the nearest level are there: all of them where the camera rests."""
    off = abs(depth - round(depth))
    return 1.0 - fade(off, 0.12, 0.3)


def windows(place: Area, kit: Kit, opened: float, deep: float = 0.0) -> tuple[Area, Area]:
    """What of the stage each side has. `opened` is 0 in the hall, where both are one picture;
    `deep` is 1 at the end, where there is room for two bars below."""
    label = kit.layout.sizes.label
    head, foot = 2.0 * label, 1.9 * label
    if beside(place, kit):
        maps = map_room(place, kit)
        gap = 66.0 if maps else 40.0
        side = min((place.w - 2 * maps - gap) / 2, place.h - head - foot)
        top = place.y + head + (place.h - head - foot - side) / 2
        tall = side - (0.36 * side) * deep
        left = Area(place.cx - gap / 2 - side, top, side, tall)
        right = Area(place.cx + gap / 2, top, side, tall)
        if opened >= 1.0 or not maps:
            return left, right
        bottom = place.bottom - foot
        middle = kit.layout.width / 2
        halves = (
            Area(0.0, place.y, middle, bottom - place.y),
            Area(middle, place.y, middle, bottom - place.y),
        )
        return _toward(halves[0], left, opened), _toward(halves[1], right, opened)
    upper, lower = place.cut(bottom=foot + (1.3 + deep * 6.9) * label).rows(1, 1, gap=0)
    return upper.cut(top=head), lower.cut(top=head)


def beside(place: Area, kit: Kit) -> bool:
    """Whether both windows stand side by side, and not one above the other."""
    return kit.layout.form in ("wide", "narrow") or place.h < 0.6 * place.w


def map_room(place: Area, kit: Kit) -> float:
    """The width of the chain of maps at each side; none where there is no room."""
    return 142.0 if kit.layout.form == "wide" and place.w > 1400 else 0.0


def _toward(one: Area, other: Area, share: float) -> Area:
    return Area(*(a + (b - a) * share for a, b in zip(one, other, strict=True)))


@dataclass(frozen=True, slots=True)
class Sight:
    """What one side shows: its window of the stage, and its millimetres in it."""

    window: Area
    view: View
    following: Area | None  # the next window, in millimetres


@dataclass(frozen=True, slots=True)
class Dive:
    """Both sights at one depth."""

    depth: float
    density: float  # stage units a millimetre
    left: Sight
    right: Sight


def dive_of(scene: Scene, kit: Kit, lens: View, place: Area) -> Dive:
    """How both sides are seen, as deep as the camera of the world is. Where it stands aside makes no
    difference: each level has its middle."""
    depth = depth_of(lens.scale)
    density = lens.scale * DENSITY[0] * windows(place, kit, 1.0)[0].h / FULL
    opened = _smooth(fade(depth, 0.08, 0.62))
    deep = _smooth(fade(depth, 4.4, 4.9))
    both = windows(place, kit, opened, deep)
    left = _sight(both[0], density, depth, _centres(scene, "left"))
    right = _sight(both[1], density, depth, _centres(scene, "right"))
    return Dive(depth, density, left, right)


def _smooth(share: float) -> float:
    return share * share * (3 - 2 * share)


def _centres(scene: Scene, side: Side) -> tuple[tuple[float, float], ...]:
    rig = scene.left if side == "left" else scene.right
    if rig is None or scene.model is None:
        return ((0.0, 0.0),) * len(LEVELS)
    if side == "left":
        return _left_centres(rig)
    return _right_centres(rig, round(scene.model.layers.value))


def _sight(
    window: Area,
    density: float,
    depth: float,
    centres: tuple[tuple[float, float], ...],
) -> Sight:
    """Between two levels the window shrinks about one point: what it shows next lies in it."""
    i = min(int(depth + NEAR), len(LEVELS) - 2)
    w0, w1 = 1 / DENSITY[i], 1 / DENSITY[i + 1]
    width = w0 * (w1 / w0) ** (depth - i)
    share = (w0 - width) / (w0 - w1)
    (ax, ay), (bx, by) = centres[i], centres[i + 1]
    cx, cy = ax + (bx - ax) * share, ay + (by - ay) * share
    view = View(density, window.cx - cx * density, window.cy - cy * density)
    if depth + NEAR >= len(LEVELS) - 1:
        return Sight(window, view, None)
    j = i + 1
    side = FULL / DENSITY[j]
    x, y = centres[j]
    return Sight(window, view, Area(x - side / 2, y - side / 2, side, side))


def places(_: Scene, world: Area, __: Any, ___: Kit) -> dict[str, Area]:
    """The levels that `look:` may name, each within the one before."""
    found = {}
    for name, density in zip(LEVELS, DENSITY, strict=True):
        by = density / DENSITY[0] * MARGIN
        w, h = world.w / by, world.h / by
        found[f"dive.{name}"] = Area(world.cx - w / 2, world.cy - h / 2, w, h)
    return found
