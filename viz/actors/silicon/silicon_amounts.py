"""What the same area holds, counted: dies that fly onto the wafer, squares of memory that rain into
both, blocks of tiles, and a piece of the wafer as large as a die, laid beside it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import ceil, floor
from typing import TYPE_CHECKING, Final

from viz.actors.silicon.silicon_places import Block, Silicon, ratios
from viz.stage.amounts import HERE, NOTHING, shades
from viz.stage.area import Area
from viz.stage.marks import Box, Field, Line, Mark, Marks, Ribbon, Shade
from viz.stage.quantity import resolve
from viz.stage.style import Kit
from viz.stage.theme import mix
from viz.stage.view import StageView, chance

if TYPE_CHECKING:
    from viz.actors.silicon import Parameters

DIES: Final = 12.0  # a second of the clock
FLIGHT: Final = 0.7  # seconds that one is on its way
ARC: Final = 0.16  # height of its way, of its length
DROPS: Final = 280.0  # squares a second
FALL: Final = 1600.0  # units of the world a second
DRAWN: Final = 3  # of so many falling squares one is drawn, as a streak
COUNTS: Final = 3.5  # seconds of the clock in which a block grows, and a piece is filled
MEASURES: Final = 2.5  # seconds of the clock until a ruler is drawn
CUTS: Final = (0.9, 0.5)  # seconds of the clock until the wafer is cut, and while it is
HEROES: Final = {"blocks": "sram", "reading": "reading"}
COLOURS: Final = {"one": "silicon", "area": "silicon", "sram": "weight", "reading": "weight"}


def flown(stage: StageView) -> float:
    """Dies that have left so far: a second of the clock sends DIES of them."""
    return max(0.0, (stage.hw - stage.since) * DIES)


def landed(chip: Silicon, sent: float) -> int:
    """Whole dies that lie on the wafer."""
    return min(floor(chip.count), max(0, floor(sent - FLIGHT * DIES)))


def all_landed(chip: Silicon, sent: float) -> bool:
    """Whether the last one lies, and the strip that is cut from one more."""
    return sent - FLIGHT * DIES >= floor(chip.count) + 1


def dies(kit: Kit, chip: Silicon, sent: float, *, quiet: bool) -> list[Mark]:
    """Dies on the square and on their way there, each the same from start to place."""
    palette, whole = kit.palette, floor(chip.count)
    lying = whole if quiet else landed(chip, sent)
    fill = palette.core if not quiet else ""
    edge = palette.ink if not quiet else palette.waiting
    marks: list[Mark] = [
        _tile(chip.tile(i), fill, edge, f"silicon/die:{i}", quiet=quiet) for i in range(lying)
    ]
    if quiet or all_landed(chip, sent):
        row = whole // chip.columns
        for i in range(whole, (row + 1) * chip.columns):
            area = chip.tile(i)
            if area.h > 0:
                marks.append(_tile(area, fill, edge, f"silicon/die:{i}", quiet=quiet))
    if not quiet:
        for i in range(lying, min(whole, ceil(sent))):
            share = (sent - i) / (FLIGHT * DIES)
            if 0.0 <= share < 1.0:
                marks.append(_flying(kit, chip, i, share))
    return marks


def _tile(area: Area, fill: str, edge: str, key: str, *, quiet: bool) -> Box:
    inner = area.inset(0.02 * area.w, min(0.02 * area.w, 0.1 * area.h))
    r = min(0.03 * area.w, inner.h / 2)
    return Box(*inner, fill, r, edge, 1.5, 0.5 if quiet else 1.0, of="silicon.dies", key=key)


def _flying(kit: Kit, chip: Silicon, i: int, share: float) -> Box:
    end = chip.tile(i)
    x = chip.die.x + (end.x - chip.die.x) * share
    y = chip.die.y + (end.y - chip.die.y) * share
    y -= ARC * abs(end.x - chip.die.x) * 4 * share * (1 - share)
    area = Area(x, y, chip.die.w, chip.die.h)
    lying = _tile(area, kit.palette.core, kit.palette.ink, f"silicon/die:{i}", quiet=False)
    return replace(lying, of="silicon.flying")


def rained(stage: StageView, p: Parameters) -> tuple[int, int]:
    """Squares that lie in the large one so far, and all of them."""
    count = round(ratios(stage.scene, p)["sram"])
    return min(count, max(0, floor((stage.hw - stage.since) * DROPS))), count


def rain(stage: StageView, chip: Silicon, p: Parameters) -> list[Mark]:
    """Squares at rest in both, and those that fall as streaks."""
    palette = stage.kit.palette
    lying, count = rained(stage, p)
    columns = ceil(count**0.5)
    rows = ceil(count / columns)
    pitch = chip.square.w * 0.965 / columns
    size = pitch * 0.64
    left = chip.square.cx - pitch * columns / 2 + (pitch - size) / 2
    top = chip.square.cy - pitch * rows / 2 + (pitch - size) / 2
    order = _order(columns, rows, count, stage.scene.seed)
    cells = bytearray(columns * rows)
    for place in order[:lying]:
        cells[place] = HERE
    looks, of = shades(palette, palette.weight), "silicon.sram"
    shape = (columns, rows, pitch, pitch, size)
    field = Field(left, top, *shape, bytes(cells), looks, size * 0.14, of=of, key="silicon/sram")
    marks: list[Mark] = [field]
    now = (stage.hw - stage.since) * DROPS
    for k in range(lying + (-lying) % DRAWN, count, DRAWN):
        above = (k + 1 - now) / DROPS * FALL
        row, column = divmod(order[k], columns)
        x, y = left + column * pitch + size / 2, top + row * pitch + size / 2 - above
        tail = 3.4 * pitch
        if y - tail < chip.square.y or now <= 0:
            break
        points = ((x, y), (x, y - tail))
        marks.append(
            Ribbon(
                points, (size * 0.8, size * 0.3), palette.weight, (1.0, 0.0), of=of, key=f"drop:{k}"
            )
        )
    if stage.hw > stage.since + 0.25:
        box = (chip.die.cx - size / 2, chip.die.cy - size / 2, size, size)
        marks.append(Box(*box, palette.weight, size * 0.14, of=of, key="silicon/sram/one"))
    return marks


@lru_cache(maxsize=16)
def _order(columns: int, rows: int, count: int, seed: int) -> tuple[int, ...]:
    """Places from the lowest row up, each row in an order of its own."""
    found: list[int] = []
    for row in range(rows - 1, -1, -1):
        places = [row * columns + column for column in range(columns)]
        found += sorted(places, key=lambda place: chance(seed, "rain", place))
    left = count - (rows - 1) * columns
    last = [rows and column for column in range(min(left, columns))]
    return (*found[: (rows - 1) * columns], *last)


def counted(stage: StageView) -> float:
    """How much of what a picture counts is there, 0 to 1: it begins as its actor enters."""
    return min(1.0, max(0.0, (stage.hw - stage.since) / COUNTS))


def measured(stage: StageView, p: Parameters) -> float:
    """How much of the ruler is drawn, 0 to 1: it is there once the die was measured."""
    return min(1.0, (stage.hw - stage.since) / MEASURES) if p.stage == "die" else 1.0


def cut(stage: StageView, p: Parameters) -> float:
    """How far the edges of the wafer have stepped back, 0 to 1."""
    if p.stage == "die":
        return 0.0
    since = stage.hw - stage.since - CUTS[0]
    return min(1.0, max(0.0, since / CUTS[1])) if p.stage == "wafer" else 1.0


def grown(stage: StageView, block: Block, name: str, p: Parameters) -> Block:
    """A block as it has grown so far, if it is what the picture counts."""
    if name != HEROES.get(p.stage):
        return block
    amount = block.amount * counted(stage)
    rows = ceil(amount / block.columns - 1e-9)
    tall = rows * block.tile
    area = Area(block.area.x, block.area.bottom - tall, block.area.w, tall)
    return replace(block, area=area, amount=amount)


def blocks(stage: StageView, shown: dict[str, Block], p: Parameters) -> Marks:
    """Blocks of tiles on one scale, each with a frame that is the area of the wafer."""
    palette = stage.kit.palette
    marks: list[Mark] = []
    names = ("one", "area", "sram") + (("reading",) if p.stage == "reading" else ())
    for name in names:
        block = grown(stage, shown[name], name, p)
        colour = getattr(palette, COLOURS[name])
        level = 0.62 if (p.stage == "reading" and name == "sram") else 1.0
        marks += _tiles(block, mix(colour, palette.ground, level), name)
        if name != "one":
            marks += _frames(palette.ink, block, name, palette.ground)
    return tuple(marks)


def _tiles(block: Block, colour: str, name: str) -> list[Mark]:
    """Whole tiles, and what is left of one."""
    pitch, whole = block.tile, floor(block.amount + 1e-9)
    size = pitch * 0.84
    rows = ceil(block.amount / block.columns - 1e-9)
    cells = bytearray(block.columns * rows)
    for i in range(whole):
        row, column = divmod(i, block.columns)
        cells[(rows - 1 - row) * block.columns + column] = HERE
    x, y = block.area.x + (pitch - size) / 2, block.area.y + (pitch - size) / 2
    looks = (Shade(), Shade(), Shade(colour))
    key, of = f"tiles/{name}", f"silicon.{name}"
    grid = (block.columns, rows, pitch, pitch, size)
    marks: list[Mark] = [Field(x, y, *grid, bytes(cells), looks, size * 0.1, of=of, key=key)]
    rest = block.amount - whole
    if rest > 0.02:
        row, column = divmod(whole, block.columns)
        at = Area(x + column * pitch, block.area.bottom - row * pitch - pitch, size * rest, size)
        marks.append(
            Box(at.x, at.y + (pitch - size) / 2, at.w, at.h, colour, of=of, key=f"{key}/rest")
        )
    return marks


def _frames(ink: str, block: Block, name: str, ground: str) -> list[Mark]:
    """The first frame in white, and how often it lies in the block."""
    frame, area = block.frame, block.area
    marks: list[Mark] = []
    line = mix(ink, ground, 0.9)
    across, down = round(area.w / frame.w), (block.amount / block.columns * block.tile) / frame.h
    top = area.bottom - block.amount / block.columns * block.tile
    for i in range(1, across if area.h > 0 else 0):
        x = area.x + i * frame.w
        ends = ((x, top), (x, area.bottom))
        marks.append(Line(ends, 3.0, ground, of=f"silicon.{name}", key=f"frames/{name}/x:{i}"))
    for i in range(1, ceil(down - 1e-9)):
        y = area.bottom - i * frame.h
        ends = ((area.x, y), (area.right, y))
        marks.append(Line(ends, 3.0, ground, of=f"silicon.{name}", key=f"frames/{name}/y:{i}"))
    marks.append(Box(*frame, "", 3, line, 3.5, key=f"frames/{name}"))
    return marks


def piece(stage: StageView, chip: Silicon, p: Parameters) -> list[Mark]:
    """The die with its memory outside, and as much of the wafer beside it: the same squares, the
    same cells."""
    palette, mm, scene = stage.kit.palette, chip.mm, stage.scene
    found = ratios(scene, p)
    cells = round(resolve(stage, p.cells).value)
    large, small = resolve(stage, p.large_flops).value, resolve(stage, p.small_flops).value
    beside = cells * large / small / found["area"]
    square = 0.115 * chip.die.w
    marks: list[Mark] = [
        Box(*chip.package, palette.panel, 1.2 * mm, palette.edge, 2, key="silicon/package"),
        Box(*chip.die, palette.chip, 0.8 * mm, palette.ink, 2.5, key="silicon/die"),
    ]
    for i, stack in enumerate(chip.stacks):
        marks += _stack(stage.kit, chip, stack, i)
    inner = chip.die.inset(1.2 * mm)
    side = ceil(cells**0.5)
    pitch_x, pitch_y = inner.w / side, inner.h / side
    cell = 0.56 * min(pitch_x, pitch_y)
    free = side * side - cells
    wide = max((w for w in (4, 6, 2, 3) if free % w == 0), default=1)
    tall = free // wide if free else 0
    state = bytearray([HERE]) * (side * side)
    left, top = (side - wide) // 2, (side - tall) // 2
    for row in range(top, top + tall):
        for column in range(left, left + wide):
            state[row * side + column] = NOTHING
    x, y = inner.x + (pitch_x - cell) / 2, inner.y + (pitch_y - cell) / 2
    green = shades(palette, palette.computing)
    grid = (side, side, pitch_x, pitch_y, cell)
    marks.append(Field(x, y, *grid, bytes(state), green, cell * 0.14, key="silicon/cells"))
    cx, cy = chip.die.cx - square / 2, chip.die.cy - square / 2
    marks.append(Box(cx, cy, square, square, palette.weight, square * 0.1, key="silicon/sram/one"))
    amounts = (found["sram"] / found["area"], beside, counted(stage))
    marks += _cut_out(stage.kit, chip, amounts, (square, cell))
    return marks


def _stack(kit: Kit, chip: Silicon, area: Area, i: int) -> list[Mark]:
    """A stack of memory beside the die, and its way in: schematic."""
    palette, mm = kit.palette, chip.mm
    dim = mix(palette.weight, palette.panel, 0.3)
    left = area.x < chip.die.x
    ends = (area.right, chip.die.x) if left else (area.x, chip.die.right)
    marks: list[Mark] = [
        Line(((ends[0], area.cy), (ends[1], area.cy)), 3.0, palette.weight, key=f"stack:{i}/way"),
        Box(*area, palette.chip, 0.6 * mm, dim, 2, key=f"stack:{i}"),
    ]
    for k, row in enumerate(area.inset(0.9 * mm).rows(*[1.0] * 8, gap=0.35 * mm)):
        marks.append(Box(*row, dim, 1, key=f"stack:{i}/layer:{k}"))
    return marks


def _cut_out(
    kit: Kit, chip: Silicon, amounts: tuple[float, float, float], sizes: tuple[float, float]
) -> list[Mark]:
    """As much of the wafer as a die is large: squares of memory, each with its cells beside it."""
    palette, area, mm = kit.palette, chip.piece, chip.mm
    square, cell = sizes
    squares, cells, share = amounts
    marks: list[Mark] = [
        Box(*area, palette.chip, 0.8 * mm, palette.ink, 2.5, key="silicon/piece"),
    ]
    across = ceil(squares**0.5)
    spots = area.inset(1.0 * mm).grid(across, ceil(squares / across))
    used = 0.0
    for i in range(ceil(squares)):
        spot, part = spots[i], min(1.0, squares - i)
        if i >= squares * share:
            break
        x, y = spot.x + 0.08 * spot.w, spot.cy - square / 2
        marks.append(
            Box(
                x,
                y,
                square * part,
                square,
                palette.weight,
                square * 0.1,
                of="silicon.piece",
                key=f"piece/sram:{i}",
            )
        )
        mine = round(cells * (i + 1) / ceil(squares)) - round(used)
        used = cells * (i + 1) / ceil(squares)
        for k in range(mine):
            cy = spot.cy + (k - (mine - 1) / 2) * cell * 1.25 - cell / 2
            at = (x + square + 0.09 * spot.w, cy, cell, cell)
            marks.append(
                Box(
                    *at,
                    palette.computing,
                    cell * 0.14,
                    of="silicon.piece",
                    key=f"piece/cell:{i}.{k}",
                )
            )
    return marks
