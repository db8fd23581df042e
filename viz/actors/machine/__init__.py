"""A machine in its panel: what it is, what it does, the time of one token, what it has written."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from viz.actors.machine import gpu, odometer, wafers, writing
from viz.scene.types import Side
from viz.stage.knob_words import fitting, reference_in, what_if
from viz.stage.machine_layout import Plan, plan
from viz.stage.marks import Area, Box, Label, Marks
from viz.stage.panel import ground
from viz.stage.parameters import parameter
from viz.stage.plot import step_bar
from viz.stage.style import Kit, dimmed
from viz.stage.text_metrics import fitted, width
from viz.stage.view import Fixed, StageView


@dataclass(frozen=True, slots=True)
class Parameters:
    """Which of the scene's two machines."""

    side: Side = parameter("word", "which machine of the scene", "left", choices=("left", "right"))


def panel(area: Area, kit: Kit, p: Parameters) -> Marks:
    """What of a machine never changes: its panel."""
    return ground(plan(area, kit.layout).panel, kit, ref=f"{p.side}.token")


def draw(stage: StageView, area: Area, which: Parameters) -> Marks:
    """A machine in `area`; nothing where the scene has none at that side."""
    view = stage.machine(which.side)
    if view is None:
        return ()
    place = plan(area, view.kit.layout)
    picture = gpu.draw if view.run.rig.chip.kind == "gpu" else wafers.draw
    return (
        *_title(view.fixed, place),
        *picture(view, place),
        *step_bar.draw(view, place, stage.longest),
        *odometer.draw(view, place),
        *writing.draw(view, place),
    )


@lru_cache(maxsize=64)
def _title(view: Fixed, place: Plan) -> Marks:
    kit, palette, sizes = view.kit, view.kit.palette, view.kit.layout.sizes
    rig = view.run.rig
    x, y, room = place.title
    name = f"{rig.count} × {rig.chip.title}"
    ref = f"{view.side}.count"
    marks: list[Label | Box] = [
        kit.label(name, x, y, sizes.machine, palette.ink, weight=700, room=room, ref=ref)
    ]
    taken = width(name, sizes.machine, 700)
    if place.subtitle:
        marks += _subtitle(view, *place.subtitle)
    elif room - taken > 200 and (note := _note(view, room - taken - 24, 400)):
        free, ref = room - taken - 24, reference_in(view.turned)
        noted = kit.label(note, x + taken + 24, y, sizes.small, room=free, ref=ref)
        marks.append(noted)
        taken += 24 + width(note, noted.size)
    if rig.chip.kind == "gpu" and rig.count > 1 and place.siblings:
        marks += _siblings(view, place, taken)
    return dimmed(tuple(marks), view.level("title"), palette)


def _siblings(view: Fixed, place: Plan, taken: float) -> list[Label | Box]:
    """The group as little boxes, the one that is shown in the token's colour; `taken` is how much
    of the line words have taken."""
    kit, palette = view.kit, view.kit.palette
    right, middle = place.siblings or (0.0, 0.0)
    count = view.run.rig.count
    size, pitch = 24.0, 32.0
    shown = min(count, 8)
    left = right - (shown - 1) * pitch - size
    boxes: list[Label | Box] = [
        Box(
            left + i * pitch,
            middle - size / 2,
            size,
            size,
            palette.token if i == 0 else palette.core,
            6,
            ref=f"{view.side}.count",
        )
        for i in range(shown)
    ]
    text = kit.word("one_of", count=count)
    if left - 16 - width(text, 22) > place.title[0] + taken + 20:
        ref = f"{view.side}.count"
        boxes.append(kit.label(text, left - 16, middle + 8, 22, anchor="end", ref=ref))
    return boxes


def _subtitle(view: Fixed, x: float, y: float, room: float) -> list[Label | Box]:
    kit, palette = view.kit, view.kit.palette
    if note := _note(view, room - 32, 600):
        size = fitted(note, room - 32, kit.layout.sizes.small, 600, kit.layout.sizes.least)
        wide = min(width(note, size, 600), room - 32)
        return [
            Box(x, y - 26, wide + 32, 36, "", 18, palette.waiting, 2),
            kit.label(
                note,
                x + 16,
                y,
                size,
                palette.ink,
                weight=600,
                room=room - 32,
                ref=reference_in(view.turned),
            ),
        ]
    name = "gpu" if view.run.rig.chip.kind == "gpu" else "wafer"
    choices = (kit.word(f"{name}_subtitle"), kit.word(f"{name}_subtitle_short"))
    text, size = kit.first_that_fits(room, kit.layout.sizes.label, choices)
    return [kit.label(text, x, y, size)]


def _note(view: Fixed, room: float, weight: int) -> str:
    """What is not as published: an imagined chip, or the knobs that were turned."""
    kit = view.kit
    if view.turned:
        return fitting(kit, what_if(kit, view.turned), room, weight)
    return kit.word("imagined") if view.run.rig.chip.like else ""
