"""Where the bars stand: under the chip, in the hall's world."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from viz.scene.types import Scene
from viz.stage.area import Area
from viz.stage.style import Kit

ROWS: Final = 5  # what a beat sets, and one for the viewer's own
UP: Final = 70.0  # of the world's lower edge, which no chip reaches


class Row(NamedTuple):
    """One setting's place: its name, its bar at full length, its numbers."""

    name: Area
    bar: Area
    numbers: Area


def all_rows(world: Area, kit: Kit) -> Area:
    """The place of all bars and of the names above them."""
    # As wide as words may be when the camera has stepped back for it.
    more, tall = {"wide": (1.2, 0.42), "narrow": (1.26, 0.42), "square": (1.45, 0.62)}.get(
        kit.layout.form, (1.14, 0.62)
    )
    return Area(world.cx - more * world.w / 2, world.bottom - UP, more * world.w, tall * world.h)


def head(world: Area, kit: Kit) -> Area:
    """The line above the first bar, in which the parts are named."""
    return all_rows(world, kit).rows(0.8, *([1.0] * ROWS))[0]


def row(world: Area, kit: Kit, index: int) -> Row:
    """The place of one setting, from 0."""
    area = all_rows(world, kit).rows(0.8, *([1.0] * ROWS))[min(index, ROWS - 1) + 1]
    if kit.layout.form in ("wide", "narrow"):
        numerals = 0.27 if kit.layout.form == "wide" else 0.31
        name, bar, numbers = area.columns(0.165, 0.835 - numerals, numerals)
        return Row(name, bar.inset(0, 0.2 * area.h), numbers)
    above, below = area.rows(0.46, 0.54)
    return Row(
        above.columns(0.5, 0.5)[0], below.inset(0, 0.1 * below.h), above.columns(0.4, 0.6)[1]
    )


def places(_: Scene, world: Area, __: Any, kit: Kit) -> dict[str, Area]:
    """The one part that `look:` may name."""
    return {"what_if": all_rows(world, kit)}
