"""Where the bars of a layer and of a word stand, of each machine, and the scales of their lengths."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from viz.stage.area import Area

if TYPE_CHECKING:
    from viz.actors.layer_time import Parameters
    from viz.scene.types import Scene, Side
    from viz.stage.style import Kit

NAMES: Final = 0.118  # of the width: names at the left, where the stage is wide


@dataclass(frozen=True, slots=True)
class Rows:
    """The lines of one machine, from top to bottom; all as wide as the longest bar may be."""

    name: Area
    parts: Area  # words over the parts of a layer
    layer: Area
    lens: Area  # between a layer and the word that it is in
    word: Area
    foot: Area

    @property
    def area(self) -> Area:
        """All of them."""
        return self.parts.around(self.name, self.foot)


@dataclass(frozen=True, slots=True)
class Plan:
    """The lines of both machines, the line over them, and the ruler under them."""

    head: Area
    left: Rows
    right: Rows
    ruler: Area

    def of(self, side: Side) -> Rows:
        """The lines of one machine."""
        return self.left if side == "left" else self.right


@lru_cache(maxsize=64)
def plan(world: Area, kit: Kit) -> Plan:
    """The lines of both machines."""
    if kit.layout.form in ("wide", "narrow"):
        bars = world.cut(left=NAMES * world.w + 12, right=12)
        head, one, _, other, ruler = bars.rows(36, 366, 14, 290, 86)
        return Plan(
            head,
            _beside(one, world, (46, 140, 62, 54, 64)),
            _beside(other, world, (8, 132, 44, 54, 52)),
            ruler,
        )
    if kit.layout.form == "tall":  # the world is wider there than what no phone covers
        world = Area(kit.layout.safe[0], world.y, kit.layout.safe[2], world.h)
    head, one, _, other, ruler = world.rows(40, 440, 20, 390, 110)
    return Plan(
        head, _below(one, (96, 150, 60, 60, 74)), _below(other, (52, 140, 60, 60, 78)), ruler
    )


def _beside(block: Area, world: Area, shares: tuple[float, ...]) -> Rows:
    parts, layer, lens, word, foot = block.rows(*shares)
    name = Area(world.x, layer.y, block.x - world.x - 12, word.bottom - layer.y)
    return Rows(name, parts, layer, lens, word, foot)


def _below(block: Area, shares: tuple[float, ...]) -> Rows:
    parts, layer, lens, word, foot = block.rows(*shares)
    return Rows(
        parts.cut(bottom=0.5 * parts.h), parts.cut(top=0.5 * parts.h), layer, lens, word, foot
    )


def places(scene: Scene, world: Area, _: Parameters, kit: Kit) -> dict[str, Area]:
    """Both machines' bars, by the names that `look:` may say: "left.layers", "right.layers"."""
    made = plan(world, kit)
    found: dict[str, Area] = {}
    if scene.left is not None:
        found["left.layers"] = made.left.area
    if scene.right is not None:
        found["right.layers"] = made.right.area
    return found
