"""Where the memories of both machines stand, as boxes of equal places."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING, Final

from viz.physics.capacity import reserve
from viz.physics.rig import parse_rig
from viz.stage.amounts import grid, whole
from viz.stage.area import Area

if TYPE_CHECKING:
    from viz.actors.kv_room import Parameters
    from viz.physics.types import Rig
    from viz.scene.types import Scene
    from viz.stage.style import Kit

EACH: Final = 1e9  # bytes of a place where the scene does not say
PAD: Final = 0.35  # of a place's pitch, around all places of a box


@dataclass(frozen=True, slots=True)
class Boxes:
    """The memories of one machine: `places` in each, in `columns`, `pitch` apart."""

    boxes: tuple[Area, ...]
    places: int
    columns: int
    pitch: float

    @property
    def area(self) -> Area:
        """All of them."""
        return self.boxes[0].around(*self.boxes[1:])

    @property
    def rows(self) -> int:
        """Rows of a box."""
        return ceil(self.places / self.columns)

    def first(self, box: int) -> tuple[float, float]:
        """The top left corner of a box's first place."""
        area = self.boxes[box]
        return area.cx - self.columns * self.pitch / 2, area.cy - self.rows * self.pitch / 2


def each_of(scene: Scene) -> float:
    """Bytes of one place."""
    return scene.square or EACH


@lru_cache(maxsize=64)
def plan(
    world: Area, kit: Kit, left: Rig | None, right: Rig | None, each: float
) -> dict[str, Boxes]:
    """The boxes of each machine. All places are equally large."""
    wide = kit.layout.form in ("wide", "narrow")
    if not wide:
        world = Area(kit.layout.safe[0], world.y, kit.layout.safe[2], world.h)
    world = world.cut(top=3.4 * kit.layout.sizes.label, bottom=2.4 * kit.layout.sizes.label)
    if right is None:
        areas = {"left": world}
    elif wide:
        one, _, other = world.columns(0.66, 0.05, 0.29)
        areas = {"left": one, "right": other.cut(right=0.2 * other.w)}
    else:
        one, _, other = world.rows(0.6, 0.13, 0.27)
        areas = {"left": one, "right": other.cut(right=0.12 * other.w)}
    rigs = {"left": left, "right": right}
    grids = {
        side: grid_of(rig, area, each, 4 if side == "left" else 1 if wide else 2)
        for side, area in areas.items()
        if (rig := rigs[side]) is not None
    }
    pitch = min(
        min(cells[0].w / (columns + 2 * PAD), cells[0].h / (ceil(count / columns) + 2 * PAD))
        for cells, count, columns in grids.values()
    )
    made = {}
    for side, (cells, count, columns) in grids.items():
        w, h = (columns + 2 * PAD) * pitch, (ceil(count / columns) + 2 * PAD) * pitch
        boxes = tuple(Area(c.cx - w / 2, c.cy - h / 2, w, h) for c in cells)
        made[side] = Boxes(boxes, count, columns, pitch)
    return made


def grid_of(rig: Rig, area: Area, each: float, across: int) -> tuple[tuple[Area, ...], int, int]:
    """A cell for each chip's memory, how many places it has, and in how many columns."""
    across = min(across, rig.count)
    count = whole(rig.chip.capacity.value * (1 - reserve(rig)), each)
    gap = (0.03 if across != 2 else 0.13) * area.w  # what does not fit lies beside its box
    cells = area.grid(across, ceil(rig.count / across), gap)[: rig.count]
    _, rows = grid(count, cells[0].w / cells[0].h)
    return cells, count, ceil(count / rows)


def made_for(scene: Scene, world: Area, kit: Kit, p: Parameters) -> dict[str, Boxes]:
    """The boxes of those machines that are on stage."""
    return plan(world, kit, scene.left, other_of(scene, p.beside), each_of(scene))


@lru_cache(maxsize=32)
def other_of(scene: Scene, text: str) -> Rig | None:
    """The machine that a scene's words name, if any. Raises VizError."""
    return parse_rig(text, scene.catalog) if text else None


def places(scene: Scene, world: Area, p: Parameters, kit: Kit) -> dict[str, Area]:
    """Each machine's memory, as `look:` names it."""
    made = made_for(scene, world, kit, p)
    found = {}
    for side, boxes in made.items():
        area, pitch = boxes.area, boxes.pitch
        head = 2.2 * kit.layout.sizes.label
        beyond = 3 * pitch if side == "right" else 0.0
        found[f"{side}.memory"] = Area(area.x, area.y - head, area.w + beyond, area.h + head)
    return found
