"""Where a token's layers stand: a row for each speed, or a column where the stage is tall."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from viz.stage.area import Area

if TYPE_CHECKING:
    from viz.scene.types import Scene
    from viz.stage.style import Kit

NAMES: Final = 0.17  # of the width, where names stand at the left
ENDS: Final = {"wide": 0.12, "narrow": 0.16, "square": 0.2}  # for the time at the end of a bar


class Lane(NamedTuple):
    """The place of one token's way: its machine, its words, its bar at full length."""

    machine: Area
    words: Area
    bar: Area


def lanes(world: Area, kit: Kit, count: int) -> tuple[Lane, ...]:
    """A lane for each."""
    if kit.layout.form == "tall":
        safe = Area(kit.layout.safe[0], world.y, kit.layout.safe[2], world.h).inset(0, 20)
        found = []
        for column in safe.columns(*([1.0] * count), gap=60):
            head, bar = column.cut(bottom=70).rows(0.36, 0.64)
            words, machine = head.rows(0.52, 0.48)
            found.append(Lane(machine.inset(0, 14), words, bar))
        return tuple(found)
    found = []
    inner = world.cut(top=40, bottom=70)
    for row in inner.rows(*([1.0] * count), gap=60):
        machine, rest = row.columns(NAMES, 1 - NAMES, gap=40)
        words, bar = rest.rows(0.34, 0.66)
        found.append(
            Lane(machine, words, bar.cut(right=ENDS[kit.layout.form] * bar.w, bottom=0.1 * bar.h))
        )
    return tuple(found)


def places(_: Scene, world: Area, p: Any, kit: Kit) -> dict[str, Area]:
    """Each token's way: "speeds.way:1"."""
    found = lanes(world, kit, len(p.speeds))
    return {
        f"speeds.way:{i + 1}": lane.bar.around(lane.machine, lane.words)
        for i, lane in enumerate(found)
    }
