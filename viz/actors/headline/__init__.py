"""Two large lines beside the world, and below them how fast each machine is, as bars on one scale."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from viz.catalog.types import Text
from viz.stage.area import Area as Rectangle
from viz.stage.i18n import said
from viz.stage.marks import SCALE, Area, Box, Gradient, Label, Mark, Marks
from viz.stage.name_tag import name_of, tag_parts
from viz.stage.number_text import speed
from viz.stage.parameters import parameter
from viz.stage.style import Kit
from viz.stage.text_metrics import width
from viz.stage.view import MachineView, StageView

BESIDE: Final = (
    0.46  # of the hero's part of the stage, left of the world; above it where it is tall
)
LARGEST: Final = 132.0
TURN: Final = 1.16  # from line to line, of their size


@dataclass(frozen=True, slots=True)
class Parameters:
    """What the scene comes to."""

    lines: tuple[Text, ...] = parameter("texts", "two short lines")


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """No ground of its own."""
    return ()


def draw(stage: StageView, area: Area, p: Parameters) -> Marks:
    """The lines, what is run, and the bars; the fastest machine first."""
    kit, room = stage.kit, Rectangle(*area)
    if kit.layout.form == "tall":  # the world is wider there than what no phone covers
        room = Rectangle(kit.layout.safe[0], room.y, kit.layout.safe[2], room.h)
    lines = [said(text, kit.look.lang) for text in p.lines]
    machines = sorted(stage.machines, key=lambda view: -view.run.step.speed)
    label = kit.layout.sizes.label * 1.15
    numeral = label * 1.45
    row = label * 1.35 + numeral * 1.36
    below = label * 2.2 + len(machines) * row
    size = min(
        LARGEST,
        *(0.97 * room.w / width(text, 1.0, 700) for text in lines if text),
        room.h / 5,
    )
    if kit.look.large:  # the bars end in their room, and the lines are larger than their numbers
        size = min(size, max(1.6 * label, (room.h - below) / (TURN * max(1, len(lines)))))
    tall = len(lines) * size * TURN + below
    y = room.y + max(0.0, (room.h - tall) / 2)
    marks: list[Mark] = [_ground(kit, room)]
    for i, text in enumerate(lines):
        y += size * (0.86 if i == 0 else TURN)
        one = kit.label(text, room.x, y, size, kit.palette.ink, weight=700)
        marks.append(replace(one, key=f"headline/{i}"))
    y += size * 0.3 + label * 1.3
    rest = " · ".join(part for part in tag_parts(stage.scene, kit) if part)
    marks.append(
        replace(kit.label(rest, room.x, y, label, room=room.w, ref=SCALE), key="headline/tag")
    )
    y += label * 0.9
    for view in machines:
        marks += _row(stage, view, Rectangle(room.x, y, room.w, row), machines, (label, numeral))
        y += row
    return tuple(marks)


def _ground(kit: Kit, room: Rectangle) -> Gradient:
    """What of the world would lie under the words goes into the ground."""
    ground, down = kit.palette.ground, kit.layout.form not in ("wide", "narrow")
    stops = ((0.0, ground, 1.0), (0.98, ground, 1.0), (1.0, ground, 0.0))
    if down:
        return Gradient(
            0, 0, kit.layout.width, room.bottom + 24, stops, True, key="headline/ground"
        )
    return Gradient(0, 0, room.right + 40, kit.layout.height, stops, key="headline/ground")


def _row(
    stage: StageView,
    view: MachineView,
    area: Rectangle,
    machines: list[MachineView],
    sizes: tuple[float, float],
) -> list[Label | Box]:
    """The name of a machine, and a bar as long as it is fast with the number at its end."""
    kit, palette = stage.kit, stage.kit.palette
    label, numeral = sizes
    unit = kit.word("speed_unit")
    written = [f"{speed(one.run.step.speed)} {unit}" for one in machines]
    space = area.w - max(width(text, numeral, 700) for text in written) - 0.5 * numeral
    fastest = max(one.run.step.speed for one in machines)
    long = max(2.0, space * view.run.step.speed / fastest)
    key, of = f"headline/{view.side}", f"{view.side}.speed"
    thick = 0.46 * numeral
    y = area.y + label * 1.35 + 0.26 * numeral
    name = kit.label(
        name_of(view.run.rig),
        area.x,
        area.y + label,
        label,
        palette.ink,
        weight=600,
        ref=f"{view.side}.count",
    )
    number = kit.label(
        f"{speed(view.run.step.speed)} {unit}",
        area.x + long + 0.5 * numeral,
        y + numeral * 0.62,
        numeral,
        palette.token_text,
        weight=700,
        of=of,
        ref=f"{view.side}.speed",
    )
    return [
        replace(name, key=f"{key}/name"),
        Box(area.x, y + numeral * 0.04, long, thick, palette.token, 3, of=of, key=f"{key}/bar"),
        replace(number, key=f"{key}/speed"),
    ]


__all__ = ["Parameters", "draw", "panel"]
