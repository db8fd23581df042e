"""Where everything in the hall stands: packages with their stacks, buses and dies; wafers and the
way of a token through them. In units of the world, the same for every zoom."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil
from typing import Any, Final

from viz.physics.step import in_box
from viz.physics.types import Rig
from viz.scene.knob_targets import bits_of
from viz.scene.types import Scene, Side
from viz.stage.amounts import grid, whole
from viz.stage.area import Area
from viz.stage.style import Kit

PACKAGE: Final = 2.8  # width over height
STACK: Final = 0.175  # of a package's width
BUS: Final = 0.115
SPINE: Final = 0.23  # of a die's width, between both blocks of cores
BETWEEN: Final = 0.1  # of a package's height, between packages
APART: Final = 0.11  # of a wafer's side, between wafers
HEAD: Final = 52.0  # for the name tag above a machine
FOOT: Final = 96.0  # for what is counted and written below
DOOR: Final = 0.3  # of a stack's height: how wide the bus of a lone chip is, as it is published
NAME: Final = 0.2  # of a stack's height: the strip of a lone chip's stack that bears its name
UPRIGHT: Final = 0.8  # height over width of a place from which on a lone chip stands upright
LEAST_SQUARE: Final = 1e6  # bytes


@dataclass(frozen=True, slots=True)
class Package:
    """One GPU: its die, its cores in two blocks, its stacks of memory, and a bus for each."""

    area: Area
    die: Area
    stacks: tuple[Area, ...]
    buses: tuple[Area, ...]
    spare: Area | None  # a place that holds no memory
    blocks: tuple[Area, Area]  # cores, left and right of the middle
    columns: int
    rows: int
    middle: Area
    lanes: int = 3  # of squares on a bus
    cores: int = 0  # both blocks together
    name: float = 0.0  # how wide a strip of each stack bears its name
    alone: bool = False
    upright: bool = False  # places have their axes exchanged: what is drawn is turned as a whole
    large: Area | None = None  # the core that is drawn from near, where it is no square

    def seen(self, area: Area) -> Area:
        """Where an area of this package is in the world."""
        return area.turned() if self.upright else area

    @property
    def near(self) -> Area:
        """The core that is drawn from near."""
        return self.large or self.core(unit_of(self))

    def from_left(self, stack: int) -> bool:
        """Whether a stack stands left of the die."""
        return self.stacks[stack].x < self.die.x

    def core(self, index: int) -> Area:
        """Where a core is, counted block by block, row by row."""
        block, inside = divmod(index, self.columns * self.rows)
        area = self.blocks[min(block, 1)]
        row, column = divmod(inside, self.columns)
        pitch_x, pitch_y = area.w / self.columns, area.h / self.rows
        side = self.side
        return Area(
            area.x + column * pitch_x, area.y + row * pitch_y, side, side * (2 if self.slim else 1)
        )

    @property
    def slim(self) -> bool:
        """Whether cores are so narrow that their value stands above their weight."""
        return self.pitch[0] < 0.62 * self.pitch[1]

    @property
    def pitch(self) -> tuple[float, float]:
        """Between cores, across and down."""
        return self.blocks[0].w / self.columns, self.blocks[0].h / self.rows

    @property
    def side(self) -> float:
        """Of a core: a square, or half of a slim one."""
        across, down = self.pitch
        return 0.84 * (min(across, down / 2) if self.slim else min(across, down))


@dataclass(frozen=True, slots=True)
class GpuHall:
    """A group of GPUs, the link between them: a trunk with a stub to each; and the boxes in which
    they stand, where those are several."""

    area: Area
    packages: tuple[Package, ...]
    trunk: tuple[tuple[tuple[float, float], tuple[float, float]], ...]
    boxes: tuple[Area, ...] = ()


@dataclass(frozen=True, slots=True)
class Wafer:
    """One wafer: rows are layers in the order in which the token meets them."""

    area: Area
    cells: Area  # the grid of squares
    columns: int
    rows: int
    extra: int  # squares that belong to no layer
    up: bool  # whether the token goes from the bottom to the top

    @property
    def pitch(self) -> tuple[float, float]:
        """Between squares, across and down."""
        return self.cells.w / self.columns, self.cells.h / self.rows

    def row_y(self, layer: float) -> float:
        """The middle of a layer's row; layers count from 0 within the wafer."""
        share = (layer + 0.5) / self.rows
        return (
            self.cells.bottom - share * self.cells.h
            if self.up
            else self.cells.y + share * self.cells.h
        )


@dataclass(frozen=True, slots=True)
class WaferHall:
    """Wafers in the order of the token, which goes up one column and down the next."""

    area: Area
    wafers: tuple[Wafer, ...]
    gap: float

    def hop(self, index: int) -> tuple[tuple[float, float], tuple[float, float]]:
        """Where the token leaves a wafer (from 0), and where it enters the next."""
        one, other = self.wafers[index], self.wafers[index + 1]
        return (one.area.cx, one.row_y(one.rows - 1)), (other.area.cx, other.row_y(0))


def square_of(scene: Scene) -> float:
    """The bytes that a square stands for: as the scene says, or so that there are some hundred."""
    if scene.square:
        return scene.square * thinner(scene)
    held = held_bytes(scene)
    step = LEAST_SQUARE
    while held / step > 2000:
        step *= 10 if held / step > 20_000 else 2.5 if held / step > 5000 else 2
    return step


@lru_cache(maxsize=256)
def thinner(scene: Scene) -> float:
    """How many times the bits of a weight are those that the scene has without its knobs: a square
    is the same weights, and as much smaller."""
    published = next((knob.published for knob in scene.knobs if knob.turns == "bits"), scene.bits)
    return scene.bits / (bits_of(published) if isinstance(published, str) else published)


def held_bytes(scene: Scene) -> float:
    """All weights, as they are held: bytes."""
    return scene.model.parameters.value * scene.bits / 8 if scene.model else 0.0


@lru_cache(maxsize=128)
def art(scene: Scene, side: Side, world: Area, kit: Kit) -> Area:
    """The part of the world that one machine has."""
    inner = world.cut(top=HEAD, bottom=FOOT)
    if scene.left is None or scene.right is None:
        return inner
    if kit.layout.form in ("wide", "narrow"):
        left, right = inner.columns(0.54, 0.46, gap=inner.w * 0.06)
    else:
        left, right = world.rows(0.54, 0.46, gap=12)
        left, right = left.cut(top=HEAD, bottom=FOOT), right.cut(top=HEAD, bottom=FOOT)
    return left if side == "left" else right


def best_grid(
    count: int, ratio: float, area: Area, gap: float, *, even: bool = False, box: int = 0
) -> tuple[int, float]:
    """Columns, and the height of a cell, of so many cells as large as they can be in an area.

    `gap` is a share of a cell's height. `even`: columns in pairs where there is more than one.
    `box`: so many cells stand together, in rows of their own.
    """
    best = (1, 0.0)
    for columns in range(1, count + 1):
        if even and columns > 1 and columns % 2 and count > 2:
            continue
        if box and box % columns and columns % box:
            continue
        rows = ceil(count / columns)
        h = min(
            area.h / (rows + gap * (rows - 1)),
            area.w / (columns * ratio + gap * (columns - 1)),
        )
        if count <= 16:  # a row that is not full looks as if one were gone
            h *= (count / (columns * rows)) ** 3
        if h > best[1] * 1.001:
            best = (columns, h)
    columns = best[0]
    rows = ceil(count / columns)
    tall = area.h / (rows + gap * (rows - 1))
    return columns, min(tall, area.w / (columns * ratio + gap * (columns - 1)))


@lru_cache(maxsize=64)
def gpu_hall(scene: Scene, rig: Rig, area: Area, across: float) -> GpuHall:
    """Packages in a grid; `across` is where it stands in the area, from 0 at the left to 1."""
    chip = rig.chip
    if rig.count == 1 and (scene.left is None or scene.right is None):
        package = _lone(scene, rig, area)
        return GpuHall(package.seen(package.area), (package,), ())
    boxed, boxes = in_box(rig, rig.count)
    box = round(boxed) if boxes > 1 else 0
    columns, h = best_grid(rig.count, PACKAGE, area, BETWEEN, box=box)
    rows = ceil(rig.count / columns)
    gap, w = BETWEEN * h, h * PACKAGE
    wide = gap if columns == 1 else max(gap, 0.24 * h)
    whole_w, whole_h = columns * w + (columns - 1) * wide, rows * h + (rows - 1) * gap
    alone = scene.left is None or scene.right is None
    x0 = area.x + (area.w - whole_w) * across
    y0 = area.y + (area.h - whole_h) * (0.5 if alone else 0.0)
    stacks = round(chip.memory_parts.value) if chip.memory_parts else 4
    cores = round(chip.cores.value) if chip.cores else 128
    packages = tuple(
        _package(
            Area(x0 + (i % columns) * (w + wide), y0 + (i // columns) * (h + gap), w, h),
            stacks,
            cores,
        )
        for i in range(rig.count)
    )
    found = Area(x0, y0, whole_w, whole_h)
    return GpuHall(
        found, packages, _trunk(packages, columns, wide, gap), _boxes(packages, box, 0.45 * gap)
    )


def _boxes(packages: tuple[Package, ...], each: int, room: float) -> tuple[Area, ...]:
    """Around the cards of each box; none where one box holds them all."""
    found = []
    for first in range(0, len(packages) if each else 0, max(1, each)):
        inside = packages[first : first + each]
        found.append(inside[0].area.around(*(one.area for one in inside)).inset(-room))
    return tuple(found)


def _lone(scene: Scene, rig: Rig, area: Area) -> Package:
    """A chip that has the stage for itself: as large as the stage lets it, upright on a tall one.

    Its bus is as wide as its rate, its cores as many, against those that are published.
    """
    chip = rig.chip
    published = scene.catalog.chips.get(chip.name, chip)
    rate = chip.bandwidth.value / published.bandwidth.value
    upright = area.h > UPRIGHT * area.w
    lying = area.turned() if upright else area
    ratio = min(max(lying.w / lying.h, UPRIGHT), PACKAGE)
    stacks = round(chip.memory_parts.value) if chip.memory_parts else 4
    base = round(published.cores.value) if published.cores else 128
    shares = (STACK, 0.08, SPINE) if ratio > 2.4 else (0.16, 0.1, 0.3)  # room for words
    shares = (0.19, 0.1, 0.36) if upright else shares
    plain = _package(lying.fit(ratio), stacks, base, shares)
    tall = plain.stacks[0].h
    lanes = max(1, round(3 * rate / thinner(scene) ** 0.5))  # smaller squares, more lanes
    door = min(DOOR * rate, 0.92) * tall
    cores = round(chip.cores.value) if chip.cores else base
    half = ceil(cores / 2)
    rows = even_rows(ceil(base / 2), plain.blocks[0])
    return replace(
        plain,
        buses=tuple(Area(bus.x, bus.cy - door / 2, bus.w, door) for bus in plain.buses),
        lanes=lanes,
        cores=cores,
        columns=ceil(half / rows),
        rows=rows,
        name=0.32 * plain.stacks[0].w if upright else NAME * tall,
        alone=True,
        upright=upright,
    )


def even_rows(count: int, area: Area) -> int:
    """Rows of so many cells in an area that are as square as they can be, with no place empty."""

    def off(rows: int) -> float:
        ratio = area.w * rows * rows / (area.h * count)
        return max(ratio, 1 / ratio)

    return min((rows for rows in range(1, count + 1) if count % rows == 0), key=off)


def _trunk(
    packages: tuple[Package, ...], columns: int, wide: float, gap: float
) -> tuple[tuple[tuple[float, float], tuple[float, float]], ...]:
    if len(packages) < 2:
        return ()
    lines = []
    pairs = max(1, columns // 2)
    for pair in range(pairs):
        mine = [p for i, p in enumerate(packages) if (i % columns) // 2 == pair]
        first = packages[min(2 * pair, columns - 1)].area
        x = first.right + (wide / 2 if columns > 1 else gap / 2)
        ys = [p.area.cy for p in mine]
        lines.append(((x, min(ys)), (x, max(ys))))
        lines += [
            ((p.area.right if p.area.right <= x else p.area.x, p.area.cy), (x, p.area.cy))
            for p in mine
        ]
    if pairs > 1:
        y = packages[0].area.y - gap / 2
        xs = [line[0][0] for line in lines if line[0][0] == line[1][0]]
        lines.append(((min(xs), y), (max(xs), y)))
    return tuple(lines)


def _package(
    area: Area, stacks: int, cores: int, shares: tuple[float, float, float] = (STACK, BUS, SPINE)
) -> Package:
    """`shares`: how wide a stack and a bus are, of the package, and the middle, of its die."""
    w, h = area.w, area.h
    stack, bus, middle_share = shares
    left_count = ceil(stacks / 2)
    die = Area(area.x + (stack + bus) * w, area.y, (1 - 2 * (stack + bus)) * w, h)
    tall = max(left_count, 3)
    gap = 0.035 * h
    each = (h - gap * (tall - 1)) / tall
    memory: list[Area] = []
    buses: list[Area] = []
    spare: Area | None = None
    for column, count in ((0, left_count), (1, stacks - left_count)):
        x = area.x if column == 0 else area.right - stack * w
        slots = list(range(tall)) if count == tall else _spread(count, tall)
        for slot in slots:
            memory.append(Area(x, area.y + slot * (each + gap), stack * w, each))
            bus_x = x + stack * w if column == 0 else x - bus * w
            buses.append(
                Area(bus_x, area.y + slot * (each + gap) + each * 0.2, bus * w, each * 0.6)
            )
        if count < tall and column == 1 and stacks % 2:
            free = next(slot for slot in range(tall) if slot not in slots)
            spare = Area(x, area.y + free * (each + gap), stack * w, each)
    inner = die.inset(0.03 * h)
    spine = middle_share * inner.w
    side = (inner.w - spine) / 2
    half = ceil(cores / 2)
    columns, rows = grid(half, side / inner.h * 1.18)
    blocks = (
        Area(inner.x, inner.y, side, inner.h),
        Area(inner.right - side, inner.y, side, inner.h),
    )
    middle = Area(inner.x + side, inner.y, spine, inner.h)
    return Package(
        area, die, tuple(memory), tuple(buses), spare, blocks, columns, rows, middle, cores=cores
    )


def _spread(count: int, tall: int) -> list[int]:
    """Places of fewer stacks than there is room for: at the ends first."""
    if count == 1:
        return [tall // 2]
    return [round(i * (tall - 1) / (count - 1)) for i in range(count)]


@lru_cache(maxsize=64)
def wafer_hall(scene: Scene, rig: Rig, layers: int, area: Area, across: float) -> WaferHall:
    """Wafers in columns; the token goes up the first and down the second."""
    count = rig.count
    columns, side = best_grid(count, 1.0, area, APART, even=True)
    rows = ceil(count / columns)
    gap = APART * side
    whole_w, whole_h = columns * side + (columns - 1) * gap, rows * side + (rows - 1) * gap
    alone = scene.left is None or scene.right is None
    x0 = area.x + (area.w - whole_w) * across
    y0 = area.y + (area.h - whole_h) * (0.5 if alone else 0.0)
    each = square_of(scene)
    held = whole(held_bytes(scene), each) / count
    made = []
    for i in range(count):
        column, down = divmod(i, rows)
        up = column % 2 == 0
        row = rows - 1 - down if up else down
        first, last = (round(k * layers / count) for k in (i, i + 1))
        lines = max(1, last - first)
        across = max(1, int(held / lines))
        extra = max(0, round(held) - across * lines)
        box = Area(x0 + column * (side + gap), y0 + row * (side + gap), side, side)
        inner = box.inset(0.055 * side)
        foot = inner.h / (lines + 1) if extra else 0.0
        cells = inner.cut(top=0.0 if up else foot * 0, bottom=foot)
        made.append(Wafer(box, cells, across, lines, extra, up))
    return WaferHall(Area(x0, y0, whole_w, whole_h), tuple(made), gap)


def _size(scene: Scene, side: Side, area: Area) -> float:
    """How high one side's machine is in an area."""
    rig = scene.left if side == "left" else scene.right
    if rig is None:
        return 0.0
    wafer = rig.chip.kind == "wafer"
    gap = APART if wafer else BETWEEN
    columns, h = best_grid(rig.count, 1.0 if wafer else PACKAGE, area, gap, even=wafer)
    rows = ceil(rig.count / columns)
    return rows * h + (rows - 1) * gap * h


def _level(scene: Scene, side: Side, world: Area, kit: Kit) -> Area:
    """One side's part of the world; side by side, both machines begin at one height."""
    area = art(scene, side, world, kit)
    if scene.left is None or scene.right is None:
        return area
    if kit.layout.form in ("wide", "narrow"):
        both: tuple[Side, Side] = ("left", "right")
        tallest = max(_size(scene, one, art(scene, one, world, kit)) for one in both)
    else:
        tallest = _size(scene, side, area)
    return area.cut(top=(area.h - tallest) / 2)


def hall_of(scene: Scene, side: Side, world: Area, kit: Kit) -> GpuHall | WaferHall | None:
    """Where one side's machine stands; None where the scene has none."""
    rig = scene.left if side == "left" else scene.right
    if rig is None or scene.model is None:
        return None
    area = _level(scene, side, world, kit)
    beside = scene.left and scene.right and kit.layout.form in ("wide", "narrow")
    across = 0.5 if not beside else 0.0 if side == "left" else 1.0
    if rig.chip.kind == "wafer":
        return wafer_hall(scene, rig, round(scene.model.layers.value), area, across)
    return gpu_hall(scene, rig, area, across)


def places(scene: Scene, world: Area, _: Any, kit: Kit) -> dict[str, Area]:
    """The parts of the hall that `look:` may name."""
    found: dict[str, Area] = {}
    sides: tuple[Side, Side] = ("left", "right")
    for side in sides:
        hall = hall_of(scene, side, world, kit)
        if hall is None:
            continue
        found[side] = hall.area.cut(top=-HEAD, bottom=-FOOT)
        if isinstance(hall, GpuHall):
            found |= _gpu_parts(side, hall)
        else:
            found |= _wafer_parts(side, hall, world.w / world.h)
    return found


def _gpu_parts(side: str, hall: GpuHall) -> dict[str, Area]:
    found: dict[str, Area] = {}
    for i, package in enumerate(hall.packages, 1):
        found[f"{side}.gpu:{i}"] = package.seen(package.area)
        found[f"{side}.gpu:{i}.die"] = package.seen(package.die)
        for k, stack in enumerate(package.stacks, 1):
            found[f"{side}.gpu:{i}.stack:{k}"] = package.seen(stack)
    first = hall.packages[0]
    found[f"{side}.gpu"] = first.seen(first.area)
    memory = first.stacks[0].around(*first.stacks, first.buses[0])
    found[f"{side}.memory"] = first.seen(memory)
    found[f"{side}.cores"] = first.seen(first.die)
    sm = first.near
    found[f"{side}.sm"] = first.seen(sm)
    found[f"{side}.lane"] = first.seen(lane_of(sm))
    return found


def _wafer_parts(side: str, hall: WaferHall, ratio: float) -> dict[str, Area]:
    found: dict[str, Area] = {}
    for i, wafer in enumerate(hall.wafers, 1):
        found[f"{side}.wafer:{i}"] = wafer.area
    for i in range(len(hall.wafers) - 1):
        (ax, ay), (bx, by) = hall.hop(i)
        wide = hall.gap * (7.6 if ratio > 1.2 else 4.6)
        tall = wide / ratio
        cx, cy = (ax + bx) / 2, (ay + by) / 2
        # Most of the picture is the wafers' side of a link that runs along their edge.
        above = 0.5
        if abs(ax - bx) > abs(ay - by):
            above = 0.32 if cy < hall.wafers[i].area.cy else 0.68
        found[f"{side}.link:{i + 1}"] = Area(cx - wide / 2, cy - tall * above, wide, tall)
    first = hall.wafers[0]
    found[f"{side}.wafer"] = first.area
    found[f"{side}.block"] = block_of(first)
    found[f"{side}.core"] = core_of(first)
    found[f"{side}.unit"] = unit_in(core_of(first))
    return found


def unit_of(package: Package) -> int:
    """The core that is drawn from near: one in the middle of the second block."""
    return (
        package.columns * package.rows
        + package.columns * (package.rows // 3)
        + package.columns // 2
    )


def shared_of(sm: Area) -> Area:
    """The memory of an SM that weights pass through: schematic."""
    inner = sm.inset(0.018 * sm.w)
    return Area(inner.x, inner.y, 0.16 * sm.w, inner.h)


def parts_of(sm: Area) -> tuple[Area, ...]:
    """The four parts of an SM: schematic."""
    inner = sm.inset(0.018 * sm.w).cut(left=0.2 * sm.w)
    return inner.rows(1, 1, 1, 1, gap=0.012 * sm.h)


def lanes_in(part: Area) -> Area:
    """Where the multiply-adds of a part are, 32 in each of 16 rows."""
    return part.cut(left=0.22 * part.w).inset(0.0105 * part.w)


def lane_of(sm: Area) -> Area:
    """One multiply-add of an SM: schematic, the sixth of a row in the lowest of four parts."""
    place = lanes_in(parts_of(sm)[3]).grid(32, 16)[32 * 6 + 6]
    tall = min(place.h * 0.86, place.w * 0.46)
    return Area(place.x, place.cy - tall / 2, place.w * 0.86, tall)


SM_DOOR: Final = 0.11  # height of an SM's door, of its own


def door_of(sm: Area) -> Area:
    """Where weights come into an SM: at the height of the row that is at work."""
    tall = SM_DOOR * sm.h
    y = lane_of(sm).cy - tall / 2
    return Area(sm.x - 0.09 * sm.w, y, 0.09 * sm.w + (shared_of(sm).x - sm.x), tall)


CORES_ACROSS: Final = 45  # a square of 100 MB is about 2,045 cores of 48.9 kB


def block_of(wafer: Wafer) -> Area:
    """The place of one square, with the cores that hold it."""
    pitch_x, pitch_y = wafer.pitch
    column, row = wafer.columns // 2, wafer.rows // 2
    return Area(wafer.cells.x + column * pitch_x, wafer.cells.y + row * pitch_y, pitch_x, pitch_y)


def core_of(wafer: Wafer) -> Area:
    """One core of that place."""
    block = block_of(wafer)
    side = min(block.w, block.h) / CORES_ACROSS
    at = CORES_ACROSS // 2
    return Area(block.x + at * side, block.y + at * side, side, side)


def memory_in(core: Area) -> Area:
    """The places of a core's memory, 6 in each of 8 rows: schematic."""
    box = core.inset(0.07 * core.w)
    memory = Area(box.x + 0.07 * box.w, box.y + 0.28 * box.h, 0.5 * box.w, 0.62 * box.h)
    return memory.inset(0.03 * box.w)


def unit_in(core: Area, index: int = 0) -> Area:
    """One of the eight multiply-adds of a core, each beside a row of its memory: schematic."""
    row = memory_in(core).rows(*([1.0] * 8))[index]
    tall = core.h * 0.058
    return Area(core.x + core.w * 0.72, row.cy - tall / 2, core.w * 0.2, tall)
