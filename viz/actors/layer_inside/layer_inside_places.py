"""Where the three pictures stand: a start above a meeting, and beside them a layer on the wafer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from viz.stage.area import Area

if TYPE_CHECKING:
    from viz.actors.layer_inside import Parameters
    from viz.scene.types import Scene
    from viz.stage.style import Kit

PARTS: Final = ("start", "meeting", "wafer")
LOOKED: Final = {"start": "start", "meeting": "meeting", "wafer": "layer"}  # as `look:` says it


class Panel(NamedTuple):
    """One picture: a line of words, the picture, and below it where in the layer it is."""

    area: Area
    head: Area
    picture: Area
    foot: Area


def panels(world: Area, kit: Kit, part: str) -> dict[str, Panel]:
    """Those that are shown, by name; one alone has all of the world."""
    if kit.layout.form == "tall":  # the world is wider there than what no phone covers
        world = Area(kit.layout.safe[0], world.y, kit.layout.safe[2], world.h)
    if part != "all":
        return {part: _panel(world)}
    if kit.layout.form in ("wide", "narrow"):
        gpu, wafer = world.columns(1, 2, gap=44)
        ratio = world.w / world.h  # one alone fills the stage as the camera stands before it
        first, second = (
            cell.fit(ratio, y=y) for cell, y in zip(gpu.rows(1, 1, gap=32), (1, 0), strict=True)
        )
        wafer = wafer.fit(ratio)
    else:
        gpu, wafer = world.rows(1, 1.25, gap=28)
        first, second = gpu.columns(1, 1, gap=28)
    return dict(zip(PARTS, (_panel(first), _panel(second), _panel(wafer)), strict=True))


def _panel(area: Area) -> Panel:
    inner = area.inset(0.03 * area.w, 0.0)
    head, picture, foot = inner.rows(0.16, 0.64, 0.2)
    return Panel(area, head, picture.inset(0, 0.02 * area.h), foot)


def places(scene: Scene, world: Area, p: Parameters, kit: Kit) -> dict[str, Area]:
    """The pictures, by the names that `look:` may say: "left.start", "left.meeting", "right.layer"."""
    found: dict[str, Area] = {}
    for side, rig in (("left", scene.left), ("right", scene.right)):
        if rig is None:
            continue
        mine = ("wafer",) if rig.chip.kind == "wafer" else ("start", "meeting")
        for name, panel in panels(world, kit, p.part).items():
            if name in mine:
                found[f"{side}.{LOOKED[name]}"] = panel.area
    return found
