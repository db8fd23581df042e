"""Where one GPU stands that reads a prompt and then writes: memory, die, the tokens before and
after it, and the time of both on one line."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from viz.actors.hall.hall_places import even_rows
from viz.stage.area import Area

if TYPE_CHECKING:
    from viz.actors.read_write import Parameters
    from viz.scene.types import Scene
    from viz.stage.style import Kit

SLOTS: Final = 4  # words that stand side by side


@dataclass(frozen=True, slots=True)
class Plan:
    """All parts, in units of the world. Tokens go from `before` through `die` to `after`; weights
    come from `memory` through `door`. Where the stage is tall, tokens go down."""

    memory: Area
    door: Area
    before: Area
    die: Area
    after: Area
    bar: Area
    down: bool

    def grid(self, cores: int) -> tuple[int, int]:
        """Columns and rows of the die's cores."""
        rows = even_rows(cores, self.die)
        return cores // rows, rows

    def core(self, cores: int, i: int) -> Area:
        """Where a core is, counted from 0, row by row."""
        columns, rows = self.grid(cores)
        inner = self.die.inset(0.03 * min(self.die.w, self.die.h))
        w, h = inner.w / columns, inner.h / rows
        return Area(inner.x + i % columns * w, inner.y + i // columns * h, w, h)

    @property
    def slots(self) -> tuple[Area, ...]:
        """The place of each word that is written."""
        if self.down:
            left, right = self.after.inset(0.04 * self.after.w, 0.12 * self.after.h).columns(1, 1)
            return (*left.rows(1, 1), *right.rows(1, 1))
        return (
            self.after.cut(left=0.2 * self.after.w).inset(0, 0.08 * self.after.h).rows(1, 1, 1, 1)
        )


@lru_cache(maxsize=32)
def plan(world: Area, kit: Kit) -> Plan:
    """The parts for a form of the stage."""
    down = kit.layout.form == "tall"
    flow, _, bar, _ = world.cut(top=0.06 * world.h).rows(0.8, 0.1, 0.06, 0.025)
    if down:
        left, _, wide, _ = kit.layout.safe  # the bar has words: no phone lays its signs over it
        bar = Area(left, bar.y, wide, bar.h)
        flow = Area(left, flow.y, wide, flow.h).turned()
    memory, door, main = flow.rows(0.13, 0.1, 0.77)
    before, _, die, _, after = main.columns(0.3, 0.02, 0.36, 0.02, 0.3)
    memory = Area(die.x, memory.y, die.w, memory.h).fit(5.0, 0.5, 1.0)
    door = Area(die.cx - 0.16 * die.w, door.y, 0.32 * die.w, door.h)
    parts = (memory, door, before, die, after)
    if down:
        parts = tuple(part.turned() for part in parts)  # type: ignore[assignment]  # five of them
    return Plan(*parts, bar, down)


def places(_: Scene, world: Area, __: Parameters, kit: Kit) -> dict[str, Area]:
    """What `look:` may name: the GPU with what goes in and comes out."""
    made = plan(world, kit)
    return {"left.gpu": made.memory.around(made.before, made.after, made.bar)}
