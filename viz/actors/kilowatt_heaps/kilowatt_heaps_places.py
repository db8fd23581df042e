"""Where the two heaps stand, and over each the machine whose kilowatts they come from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from viz.scene.types import Scene, Side
from viz.stage.area import Area
from viz.stage.style import Kit


@dataclass(frozen=True, slots=True)
class Heap:
    """One machine: its chips, a square for each kilowatt, the box of one of them, its words."""

    name: Area
    chips: Area
    kilowatts: Area
    box: Area
    words: Area


@lru_cache(maxsize=64)
def heaps(world: Area, kit: Kit) -> dict[Side, Heap]:
    """Both, on one scale, side by side; on a tall stage their words stand below."""
    label = kit.layout.sizes.label
    tall = kit.layout.form in ("tall", "square")
    if kit.layout.form == "tall":
        left, _, wide, _ = kit.layout.safe
        world = Area(left, world.y, wide, world.h)
    inner = world.cut(top=2.4 * label)
    parts = inner.columns(1, 1, gap=label if tall else 2.4 * label)
    found: dict[Side, Heap] = {}
    for side, part in zip(("left", "right"), parts, strict=True):
        own: Side = "left" if side == "left" else "right"
        if tall:
            heights = (3.2 * label, 2.9 * label, 2.6 * label, label)
            name, chips, kilowatts, _, rest = part.rows(*heights, part.h - sum(heights))
            box, words = rest.rows(rest.h - 10.2 * label, 10.2 * label)
        else:
            heights = (1.9 * label, 2.9 * label, 2.6 * label, 1.4 * label)
            name, chips, kilowatts, _, rest = part.rows(*heights, part.h - sum(heights))
            box, words = rest.columns(0.62, 0.38, gap=label)
        box = box.cut(bottom=2.2 * label)
        found[own] = Heap(name, chips.cut(bottom=0.5 * label), kilowatts, box, words)
    return found


def places(scene: Scene, world: Area, _: Any, kit: Kit) -> dict[str, Area]:
    """What `look:` may name: a machine's heap."""
    made = heaps(world, kit)
    found: dict[str, Area] = {}
    for side, rig in (("left", scene.left), ("right", scene.right)):
        if rig is not None:
            heap = made["left" if side == "left" else "right"]
            found[f"{side}.heap"] = heap.name.around(heap.box, heap.words)
    return found
