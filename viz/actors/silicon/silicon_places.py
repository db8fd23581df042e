"""Where a die, a ruler, a wafer and a phone stand, all to one scale; and beside them blocks of
tiles, and a piece of the wafer beside the die. In units of the world, lengths in mm."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, sqrt
from typing import TYPE_CHECKING, Final

from viz.scene.quantities import resolved
from viz.stage.area import Area

if TYPE_CHECKING:
    from viz.actors.silicon import Parameters
    from viz.scene.types import Scene
    from viz.stage.style import Kit

RULER: Final = 100.0  # mm
BETWEEN: Final = 22.0  # mm between what stands side by side
STACK: Final = (8.0, 12.0)  # mm: about a stack of memory, schematic
ACROSS: Final = {"sram": 4, "reading": 10}  # frames beside each other in a block
GAP: Final = 7.0  # tiles between blocks
LABELS: Final = 13.0  # tiles below blocks, and above the one tile: room for words
STACKS: Final = 5


@dataclass(frozen=True, slots=True)
class Silicon:
    """The parts of the picture; `mm` is the length of a millimetre. `columns` dies lie beside each
    other on the wafer's square, `count` have its area."""

    mm: float
    die: Area
    ruler: Area
    disc: Area
    square: Area
    phone: Area
    ground: float
    coin: Area
    columns: int
    count: float
    piece: Area
    package: Area
    stacks: tuple[Area, ...]

    def tile(self, index: int) -> Area:
        """Where a die lies on the square, from the lower right corner, which is the farthest; what
        does not fit is cut."""
        row, column = divmod(index, self.columns)
        column = self.columns - 1 - column
        bottom = self.square.bottom - row * self.die.h
        top = max(self.square.y, bottom - self.die.h)
        return Area(self.square.x + column * self.die.w, top, self.die.w, bottom - top)


@dataclass(frozen=True, slots=True)
class Block:
    """So many tiles, `columns` beside each other, from the lower left corner; `frame` is an area
    as large as the wafer's in tiles."""

    area: Area
    columns: int
    tile: float
    amount: float
    frame: Area


def ratios(scene: Scene, p: Parameters) -> dict[str, float]:
    """How many times the wafer has what the small chip has: area, SRAM, reading."""

    def value(name: str) -> float:
        return resolved(scene, getattr(p, name)).value

    return {
        "area": value("large") / value("small"),
        "sram": value("large_sram") / value("small_sram"),
        "reading": value("large_reading") / value("small_reading"),
    }


def silicon_of(scene: Scene, world: Area, p: Parameters, kit: Kit) -> Silicon:
    """The picture for the areas as the knobs stand."""
    large, small = resolved(scene, p.large).value * 1e6, resolved(scene, p.small).value * 1e6
    return _silicon(large, small, p.wafer, p.phone_w, p.phone_h, p.coin, world, kit.layout.form)


@lru_cache(maxsize=64)
def _silicon(
    large: float,
    small: float,
    wafer: float,
    phone_w: float,
    phone_h: float,
    coin: float,
    world: Area,
    form: str,
) -> Silicon:
    side = sqrt(large)
    columns = max(1, round(side / sqrt(small)))
    wide = side / columns
    high = small / wide
    beside = form in ("wide", "narrow")
    if beside:
        w, h = RULER + wafer + phone_w + 2 * BETWEEN, wafer
    else:
        w, h = max(wafer, RULER + phone_h + BETWEEN), wafer + BETWEEN + max(phone_w, high + 24)
    mm = min(world.w / w, world.h / (h * 1.02))
    area = world.fit(w / h, y=0.5)
    left, top = area.cx - w * mm / 2, area.cy - h * mm / 2
    if beside:
        disc = Area(left + (RULER + BETWEEN) * mm, top, wafer * mm, wafer * mm)
        ground = disc.cy + side * mm / 2
        ruler_x, phone = left, (disc.right + BETWEEN * mm, ground, phone_w * mm, phone_h * mm)
    else:  # the wafer above; below it the die, and the phone lies on its side
        disc = Area(area.cx - wafer * mm / 2, top, wafer * mm, wafer * mm)
        ground = top + (h - 20) * mm
        ruler_x = left + (w - RULER - BETWEEN - phone_h) * mm / 2
        phone = (ruler_x + (RULER + BETWEEN) * mm, ground, phone_h * mm, phone_w * mm)
    square = Area(disc.cx - side * mm / 2, disc.cy - side * mm / 2, side * mm, side * mm)
    die = Area(ruler_x + (RULER - wide) * mm / 2, ground - high * mm, wide * mm, high * mm)
    package, stacks = _package(die, mm)
    return Silicon(
        mm,
        die,
        Area(ruler_x, ground + 8 * mm, RULER * mm, 3 * mm),
        disc,
        square,
        Area(phone[0], phone[1] - phone[3], phone[2], phone[3]),
        ground,
        Area(die.right + 9 * mm, ground - coin * mm, coin * mm, coin * mm),
        columns,
        large / small,
        Area(package.right + 0.3 * die.w, die.y, die.w, die.h)
        if beside
        else Area(package.x, package.bottom + 0.3 * die.h, die.w, die.h),
        package,
        stacks,
    )


def _package(die: Area, mm: float) -> tuple[Area, tuple[Area, ...]]:
    """What stands around the die: stacks of memory, three at left, two at right; schematic."""
    w = STACK[0] * mm
    each = min(STACK[1] * mm, die.h / 3 - 0.8 * mm)
    gap = (die.h - 3 * each) / 2
    stacks = tuple(
        Area(
            die.x - w - 1.6 * mm if i < 3 else die.right + 1.6 * mm,
            die.y + (i % 3) * (each + gap),
            w,
            each,
        )
        for i in range(STACKS)
    )
    return die.around(*stacks).inset(-1.6 * mm), stacks


def blocks_of(scene: Scene, world: Area, p: Parameters, kit: Kit) -> dict[str, Block]:
    """Blocks of tiles on one line, each tile as wide as the die: they stand right of all else."""
    chip = silicon_of(scene, world, p, kit)
    return _blocks(tuple(ratios(scene, p).items()), chip, world, kit.layout.form)


@lru_cache(maxsize=64)
def _blocks(
    amounts: tuple[tuple[str, float], ...], chip: Silicon, world: Area, form: str
) -> dict[str, Block]:
    tile = chip.die.w
    base = world.bottom
    x = world.right + 60 * tile
    area = dict(amounts)["area"]
    found = {"one": _block(x, base, tile, 1.0, 1, area, chip.columns)}
    x += (1 + GAP) * tile
    for name, amount in amounts:
        columns = chip.columns * ACROSS.get(name, 1)
        if form not in ("wide", "narrow") and name == "reading":  # below the others
            x = found["one"].area.x
            base += (amount / columns + 2 * LABELS) * tile
        found[name] = _block(x, base, tile, amount, columns, area, chip.columns)
        x += (columns + GAP) * tile
    return found


def _block(
    x: float, base: float, tile: float, amount: float, columns: int, area: float, across: int
) -> Block:
    rows = ceil(amount / columns - 1e-9)
    frame = area / across * tile
    return Block(
        Area(x, base - rows * tile, columns * tile, rows * tile),
        columns,
        tile,
        amount,
        Area(x, base - frame, across * tile, frame),
    )


def places(scene: Scene, world: Area, p: Parameters, kit: Kit) -> dict[str, Area]:
    """The parts that `look:` may name."""
    chip, blocks = silicon_of(scene, world, p, kit), blocks_of(scene, world, p, kit)
    die = chip.die.around(chip.ruler).inset(-0.1 * chip.die.w, -0.55 * chip.die.h)
    near = blocks["one"].area.around(blocks["area"].area, blocks["sram"].area)
    far = near.around(blocks["reading"].area)
    tile = chip.die.w
    room = LABELS * tile
    beside = kit.layout.form in ("wide", "narrow")
    side = 0.55 * chip.die.w if beside else 0.0
    return {
        "silicon.die": die,
        "silicon.wafer": chip.disc.around(chip.square),
        "silicon.pair": chip.square.around(chip.die, chip.ruler).cut(
            left=-0.08 * chip.square.w,
            right=-0.08 * chip.square.w,
            top=-0.1 * chip.square.h,
            bottom=-(0.05 if beside else 0.12) * chip.square.h,
        ),
        "silicon.blocks": near.cut(
            left=-9 * tile, top=-2 * tile, right=-2 * tile, bottom=-5.4 * tile
        ),
        "silicon.reading": far.cut(left=-17 * tile, top=-6 * tile, right=-4 * tile, bottom=-room),
        "silicon.piece": chip.package.around(chip.piece).cut(
            top=-0.16 * chip.die.h, bottom=-0.2 * chip.die.h, right=-side
        ),
    }
