"""The left side of the dive: racks, a box, eight packages; inside of one what the hall draws too."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from viz.actors.dive.dive_places import Dive, GpuSide
from viz.actors.dive.racks import draw_rack, ground
from viz.actors.hall import gpu_world
from viz.actors.hall.hall_places import Package, held_bytes, square_of
from viz.stage import amounts
from viz.stage.amounts import HERE, shades, whole
from viz.stage.marks import Box, Clip, Disc, Field, Line, Mark, Marks
from viz.stage.theme import Palette, mix
from viz.stage.view import MachineView, StageView, fade
from viz.stage.word_reading import Reading
from viz.stage.word_reading import reading as reading_of

FINER: Final = (
    (0.5, 1.0),
    (1.6, 100.0),
    (9.0, 1000.0),
)  # to this depth: squares on a bus, how fine
PARTS: Final = 2000  # of a word's reading, told apart: less than a tenth of a pixel in a stack
FAR: Final = 1.2  # stage units a millimetre: from so far a package is its die and its stacks
BRIDGE: Final = 8.0  # from here on the way from a stack to the die is wide enough to be seen
LENGTHS: Final = (3, 2, 4, 2, 4, 3, 3, 4)  # of roads over the die, in cores


def reading(
    stage: StageView, view: MachineView, dive: Dive, stacks: int, count: int
) -> tuple[int, Reading]:
    """How far the word is read, with squares on the bus as fine as this depth shows them."""
    squares = whole(held_bytes(stage.scene) / count, square_of(stage.scene))
    now = reading_of(view, squares / stacks, stage.scene)
    finer = next(by for depth, by in FINER if dive.depth < depth)
    share = round(now.share * PARTS) / PARTS
    return squares, replace(now, share=share, cells=now.cells * finer, rate=now.rate * finer)


def draw(stage: StageView, view: MachineView, dive: Dive, side: GpuSide) -> Marks:
    """All of it, in millimetres."""
    palette = view.kit.palette
    stage = replace(stage, lens=dive.left.view)
    marks: list[Mark] = []
    if dive.density < 2:
        marks.append(ground(palette, side.rack.bottom, "left"))
        for k in range(-4, 2):
            marks += draw_rack(palette, side.rack, k * 603.0, lit=k == 0, who=f"left/rack:{k}")
    if dive.density < 4:
        marks.append(Box(*side.box, palette.chip, 8.0, palette.waiting, 2.0, 1.0, key="left/box"))
    marks += _links(view, side)
    first = side.packages[0]
    squares, now = reading(stage, view, dive, len(first.stacks), len(side.packages))
    near = dive.left.view.behind(dive.left.window)
    for i, package in enumerate(side.packages):
        if not near.meets(package.area):
            continue
        who = f"left/gpu:{i + 1}"
        marks.append(Box(*package.area, palette.panel, 1.2, palette.edge, 2, key=f"{who}/card"))
        carrier = package.stacks[0].around(*package.stacks, package.die).inset(-1.5)
        marks.append(Box(*carrier, palette.channel, 0.6, palette.edge, 1.5, key=f"{who}/carrier"))
        if dive.density < FAR:
            marks += _from_far(palette, package, who)
            continue
        wide = dive.density >= BRIDGE
        marks += gpu_world.one_package(stage, view, package, i, squares, now, buses=wide)
    if now.reads:
        marks += _roads(view, dive, side, now)
        marks += _one_weight(view, dive, side)
    return tuple(marks)


def _from_far(palette: Palette, package: Package, who: str) -> list[Mark]:
    """A package of a few pixels: its die, and its stacks full of weights."""
    marks: list[Mark] = [Box(*package.die, palette.core, 0.0, key=f"{who}/die")]
    for k, stack in enumerate(package.stacks, 1):
        marks.append(Box(*stack, palette.weight, 0.0, key=f"{who}/stack:{k}"))
    return marks


def _links(view: MachineView, side: GpuSide) -> list[Mark]:
    """What joins the packages: a trunk between both rows."""
    link = view.kit.palette.link
    if len(side.packages) < 2:
        return []
    marks: list[Mark] = []
    for i, package in enumerate(side.packages):
        area = package.area
        end = area.bottom if area.cy < 0 else area.y
        marks.append(
            Line(
                ((area.cx, end), (area.cx, 0.0)),
                2.5,
                link,
                (8, 7),
                0.8,
                "links",
                key=f"left/stub:{i}",
            )
        )
    ends = (side.packages[0].area.cx, side.packages[-1].area.cx)
    marks.append(
        Line(((ends[0], 0.0), (ends[1], 0.0)), 2.5, link, (8, 7), 0.8, "links", key="left/trunk")
    )
    return marks


def _roads(view: MachineView, dive: Dive, side: GpuSide, now: Reading) -> list[Mark]:
    """From near, the way of squares over the die to rows of its cores: which, is a schematic."""
    seen = fade(dive.depth, 1.35, 1.8) * (1.0 - fade(dive.depth, 2.25, 2.6))
    if seen <= 0:
        return []
    palette = view.kit.palette
    package = side.packages[side.chosen]
    down = package.die.h / (2 * package.rows)
    across = package.die.w / package.columns
    size = 0.5 * across * 0.9
    pitch = size * 1.55
    steady = now.steady or amounts.streaks(pitch, now.rate / gpu_world.LANES * pitch)
    marks: list[Mark] = []
    for k, stack in enumerate(package.stacks):
        left = package.from_left(k)
        middle = round((stack.cy - package.die.y) / down - 0.5)
        for j in range(gpu_world.LANES):
            y = package.die.y + (middle + j - 0.5) * down - 0.08 * down
            into = (LENGTHS[(k * gpu_world.LANES + j) % len(LENGTHS)] + 0.1) * across
            x = stack.right if left else package.die.right - into
            long = (package.die.x - stack.right + into) if left else stack.x - x
            phase = 0.0 if steady else (now.cells / gpu_world.LANES + j / gpu_world.LANES) % 1.0
            columns = int(long / pitch) + 2
            start = x - pitch + phase * pitch if left else x - phase * pitch
            who = f"left/road:{k}.{j}"
            road = mix(palette.weight, palette.chip, 0.7 if steady else 0.24)
            inner: list[Mark] = [
                Box(x, y - size * 0.68, long, size * 1.36, road, 0.0, key=f"{who}/ground")
            ]
            if not steady:
                inner.append(
                    Field(
                        start,
                        y - size / 2,
                        columns,
                        1,
                        pitch,
                        pitch,
                        size,
                        bytes([HERE]) * columns,
                        shades(palette, palette.weight),
                        size * 0.14,
                        of="left.carried",
                        key=f"{who}/squares",
                    )
                )
            marks.append(
                Clip(x, y - size * 0.68, long, size * 1.36, tuple(inner), 0.0, seen, key=who)
            )
    return marks


def way_of(side: GpuSide) -> tuple[tuple[float, float], tuple[float, float]]:
    """From the middle of a stack to the core that is drawn from near."""
    package = side.packages[side.chosen]
    stack = package.stacks[min(2, len(package.stacks) - 1)]
    return (stack.cx, stack.cy), (side.sm.cx, side.sm.cy)


def _one_weight(view: MachineView, dive: Dive, side: GpuSide) -> list[Mark]:
    """The way of one weight, from its stack to the core where it is used."""
    seen = fade(dive.depth, 1.7, 1.95) * (1.0 - fade(dive.depth, 2.15, 2.5))
    if seen <= 0:
        return []
    ink = view.kit.palette.ink
    (ax, ay), (bx, by) = way_of(side)
    return [
        Line(((ax, ay), (bx, by)), 3.0, ink, (4, 8), seen, key="left/way"),
        Disc(ax, ay, 0.35, ink, view.kit.palette.token_edge, 2, seen, key="left/way/start"),
    ]
