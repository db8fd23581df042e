"""Where the row of words stands: under the chip that writes them, in the hall's world."""

from __future__ import annotations

from typing import Any, Final

from viz.scene.types import Scene
from viz.stage.area import Area
from viz.stage.style import Kit

SLOTS: Final = 4  # words that stand side by side
UP: Final = 70.0  # of the world's lower edge, which no chip reaches
ASIDE: Final = 0.17  # of the width, for what was asked


def row_of(world: Area, kit: Kit) -> Area:
    """The whole row."""
    # As wide as words may be when the camera has stepped back for it.
    more, tall = {"wide": (1.12, 0.3), "narrow": (1.12, 0.3), "square": (1.38, 0.52)}.get(
        kit.layout.form, (1.06, 0.52)
    )
    return Area(world.cx - more * world.w / 2, world.bottom - UP, more * world.w, tall * world.h)


def slots_of(world: Area, kit: Kit) -> tuple[Area, ...]:
    """The place of each word with its block."""
    row = row_of(world, kit)
    if kit.layout.form in ("wide", "narrow"):
        gap = 0.02 * row.w
        return row.cut(left=ASIDE * row.w).columns(*([1.0] * SLOTS), gap=gap)
    return row.cut(top=0.12 * row.h, bottom=0.1 * row.h).grid(2, SLOTS // 2, gap=0.03 * row.w)


def places(_: Scene, world: Area, __: Any, kit: Kit) -> dict[str, Area]:
    """The one part that `look:` may name."""
    return {"carried": row_of(world, kit)}
