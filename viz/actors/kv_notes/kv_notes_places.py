"""Where the notes of a text stand: a row for each layer, a column for each token, the new one last."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from viz.stage.area import Area

if TYPE_CHECKING:
    from viz.actors.kv_notes import Parameters
    from viz.scene.types import Scene
    from viz.stage.style import Kit

DRAWN: Final = {"wide": 32, "narrow": 24, "square": 20, "tall": 20}  # tokens whose notes are drawn


@dataclass(frozen=True, slots=True)
class Plan:
    """The weights' column, the notes' columns, the column of the new token, and where words stand."""

    book: Area  # all of it, with a margin
    weights: Area
    notes: Area
    new: Area
    names: Area  # of layers, left of it
    words: Area

    def row(self, layers: int, i: float) -> Area:
        """The row of a layer, counted from 0."""
        tall = self.notes.h / layers
        return Area(self.notes.x, self.notes.y + i * tall, self.notes.w, tall)


@lru_cache(maxsize=32)
def plan(world: Area, kit: Kit) -> Plan:
    """The parts for a form of the stage."""
    form = kit.layout.form
    if form in ("wide", "narrow"):
        names, book, _, words = world.cut(top=0.06 * world.h, bottom=0.02 * world.h).columns(
            0.09, 0.6, 0.02, 0.29
        )
    else:
        left, _, wide, _ = kit.layout.safe
        upper, _, words = Area(left, world.y, wide, world.h).cut(top=0.06 * world.h).rows(72, 2, 26)
        names, book = upper.columns(0.14, 0.86)
    inner = book.inset(0.02 * book.w, 0.025 * book.h)
    weights, _, notes, _, new = inner.columns(0.04, 0.02, 0.82, 0.05, 0.07)
    return Plan(book, weights, notes, new, names, words)


def places(_: Scene, world: Area, __: Parameters, kit: Kit) -> dict[str, Area]:
    """What `look:` may name."""
    return {"left.notes": plan(world, kit).book}
