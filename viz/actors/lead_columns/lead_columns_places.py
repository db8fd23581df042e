"""Where models stand side by side, by size: a column of words above the ground, weights below."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, sqrt
from typing import TYPE_CHECKING, Any, Final

from viz.stage.area import Area

if TYPE_CHECKING:
    from viz.scene.types import Scene
    from viz.stage.style import Kit

GROUND: Final = 0.6  # of the height: above it words, below it weights
MOST: Final = 26.0  # words that a column has room for
BLOCK: Final = 21  # squares beside each other, of the largest model


@dataclass(frozen=True, slots=True)
class Place:
    """One model's place: a slot from top to bottom, the ground's height, and both sizes."""

    slot: Area
    ground: float
    pitch: float  # from word to word
    cell: float  # from square to square

    def word(self, index: float) -> float:
        """The middle of a word in a column, from 0."""
        return self.ground - (index + 0.5) * self.pitch - 4

    def columns(self, squares: int) -> int:
        """How many squares stand beside each other."""
        return max(1, min(BLOCK, ceil(sqrt(squares))))


def slots(world: Area, kit: Kit, count: int) -> tuple[Place, ...]:
    """A place for each model."""
    tall = kit.layout.form == "tall"
    inner = world
    if tall:  # a caption may have two lines there
        inner = Area(kit.layout.safe[0], world.y, kit.layout.safe[2], world.h - 70)
    ground = world.y + GROUND * world.h
    each = inner.columns(*([1.0] * count))
    top = 70.0 if tall else 56.0  # for the number over a column
    pitch = (ground - world.y - top) / MOST
    cell = min(6.2, (each[0].w - 20) / BLOCK)
    return tuple(Place(slot, ground, pitch, cell) for slot in each)


def places(_: Scene, world: Area, p: Any, kit: Kit) -> dict[str, Area]:
    """Each model: "leads.model:1"."""
    every = slots(world, kit, len(p.weights))
    found = {f"leads.model:{i}": place.slot for i, place in enumerate(every, 1)}
    return {"leads": world, **found}
