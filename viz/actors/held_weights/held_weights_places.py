"""Where the weights of two models stand, in squares of one size, and the time of a word of each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING, Final

from viz.stage.area import Area

if TYPE_CHECKING:
    from viz.actors.held_weights import Parameters
    from viz.scene.types import Scene
    from viz.stage.style import Kit

ROWS: Final = 11  # of squares, where the models stand side by side
COLUMNS: Final = {"square": 36, "tall": 28}  # of squares, where one stands above the other


@dataclass(frozen=True, slots=True)
class Block:
    """One model: its name's line, the cores that its weights go to, the way there, its squares."""

    head: Area
    die: Area
    way: Area
    squares: Area
    columns: int
    rows: int
    pitch: float

    def at(self, i: int) -> tuple[float, float]:
        """The middle of square i; they are read column by column."""
        column, row = divmod(i, self.rows)
        return self.squares.x + (column + 0.5) * self.pitch, self.squares.y + (
            row + 0.5
        ) * self.pitch


@dataclass(frozen=True, slots=True)
class Plan:
    """Both models, and a line for the time of a word of each."""

    dense: Block
    mixture: Block
    bars: tuple[Area, Area]


@lru_cache(maxsize=32)
def plan(world: Area, kit: Kit, dense: int, mixture: int) -> Plan:
    """The places of so many squares of each model."""
    form, label = kit.layout.form, kit.layout.sizes.label
    wide = form in ("wide", "narrow")
    if not wide:
        world = Area(kit.layout.safe[0], world.y, kit.layout.safe[2], world.h)
    body, foot = world.cut(top=1.5 * label).rows(0.82, 0.18)
    one, other = foot.rows(0.5, 0.5, gap=0.02 * world.h)
    name = 6.5 * label
    bars = (one.cut(left=name, right=5 * label), other.cut(left=name, right=5 * label))
    head, die = 3.3 * label, 0.055 * world.h
    if wide:
        columns = (ceil(dense / ROWS), ceil(mixture / ROWS))
        gap = 3.0
        pitch = min(body.w / (sum(columns) + gap), (body.h - head - die) / (ROWS + 2.5))
        left = Area(body.x, body.y, columns[0] * pitch, body.h)
        right = Area(left.right + gap * pitch, body.y, columns[1] * pitch, body.h)
        blocks = (
            _block(left, head, die, columns[0], ROWS, pitch),
            _block(right, head, die, columns[1], ROWS, pitch),
        )
    else:
        count = COLUMNS[form]
        rows = (ceil(dense / count), ceil(mixture / count))
        fixed = 2 * (head + die)
        pitch = min(body.w / count, (body.h - fixed) / (sum(rows) + 5.0))
        tall = head + die + (rows[0] + 2.0) * pitch
        upper = Area(body.x, body.y, count * pitch, tall)
        lower = Area(body.x, upper.bottom, count * pitch, body.h - tall)
        blocks = (
            _block(upper, head, die, count, rows[0], pitch),
            _block(lower, head, die, count, rows[1], pitch),
        )
    return Plan(*blocks, bars)


def _block(area: Area, head: float, die: float, columns: int, rows: int, pitch: float) -> Block:
    top = Area(area.x, area.y, area.w, head)
    cores = Area(area.x, top.bottom, max(area.w * 0.5, 7 * pitch), die)
    squares = Area(area.x, cores.bottom + 1.5 * pitch, columns * pitch, rows * pitch)
    way = Area(cores.x, cores.bottom, cores.w, squares.y - cores.bottom)
    return Block(top, cores, way, squares, columns, rows, pitch)


def places(scene: Scene, world: Area, p: Parameters, kit: Kit) -> dict[str, Area]:
    """What `look:` may name: each model's weights."""
    from viz.actors.held_weights import counts_of

    if scene.model is None:
        return {}
    made = plan(world, kit, counts_of(scene, p).dense.held, counts_of(scene, p).mixture.held)
    found = {}
    for name, block in (("dense", made.dense), ("mixture", made.mixture)):
        found[f"left.{name}"] = block.head.around(block.die, block.squares)
    return found
