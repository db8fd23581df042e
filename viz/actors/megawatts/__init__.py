"""What power means: one wafer, as many as a megawatt feeds, and as many megawatts as are bought."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import floor
from typing import Final

from viz.actors.megawatts.megawatts_places import Plan, made_for, places
from viz.stage.area import Area
from viz.stage.marks import COUNT, Box, Field, Line, Mark, Marks, Points, Shade, Shape
from viz.stage.panel import flagged, flagged_width
from viz.stage.parameters import parameter
from viz.stage.quantity import Ref, reckoned, resolve
from viz.stage.style import Kit
from viz.stage.theme import mix
from viz.stage.view import StageView, fade
from viz.stage.words_line import Words, placed, room_for

GRID: Final = 20  # squares of weights along a wafer that is seen close
NEAR: Final = 200.0  # units of the stage at which a wafer's squares are seen


@dataclass(frozen=True, slots=True)
class Parameters:
    """The power of one wafer, of a kettle beside it, and of all."""

    wafer: Ref = parameter("ref", "power of one wafer's system", "chip:wse-3.power")
    all: Ref = parameter("ref", "power that is bought", "claim:contracted-capacity")
    kettle: Ref = parameter("ref", "power of a kettle, for comparison", "2.3 kW")


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """No panel: megawatts stand in the world."""
    return ()


def draw(stage: StageView, world: Area, p: Parameters) -> Marks:
    """All megawatts with all their wafers; those that are near with their squares."""
    kit, lens = stage.kit, stage.lens
    made = made_for(stage.scene, world, kit, p)
    palette, cell, first = kit.palette, made.cell, made.first
    pitch = first.w
    marks: list[Mark] = [
        Field(
            first.x + 0.03 * pitch, first.y + 0.03 * pitch, made.columns, made.rows, pitch, pitch,
            0.94 * pitch, _cells(made.columns * made.rows, made.count),
            (Shade(), Shade(palette.panel, palette.edge, 1.5)), 0.05 * pitch, key="power/megawatts",
        )
    ]  # fmt: skip
    size = 0.78 * cell
    near = fade(size * lens.scale, 0.5 * NEAR, NEAR)
    whole = Shade(mix(palette.weight, palette.panel, 0.8))
    x, y = first.x + 0.5 * cell + (cell - size) / 2, first.y + 0.5 * cell + (cell - size) / 2
    # A wafer's cells go on from megawatt to megawatt; one of them is the gap between two.
    across, down = made.columns * (made.side + 1), made.rows * (made.side + 1)
    if near < 1.0:
        marks.append(
            Field(
                x, y, across, down, cell, cell, size, _wafers(made), (Shade(), whole), 0.08 * size,
                1.0 - near, key="power/wafers",
            )
        )  # fmt: skip
    if near > 0.0:
        middle = made.wafer(made.side // 2, made.side // 2)
        marks += _close(stage, made, middle, near)
    return tuple(marks)


@lru_cache(maxsize=16)
def _cells(places_: int, count: int) -> bytes:
    return bytes([1]) * count + bytes(places_ - count)


@lru_cache(maxsize=16)
def _wafers(made: Plan) -> bytes:
    """Cell by cell, row by row, over all megawatts: a wafer or nothing."""
    step = made.side + 1
    inside = [
        bytes(
            int(c < made.side and r < made.side and r * made.side + c < made.inside)
            for c in range(step)
        )
        for r in range(step)
    ]
    rows = []
    for row in range(made.rows):
        filled = min(made.columns, made.count - row * made.columns)
        rest = bytes(step * (made.columns - filled))
        rows += [inside[r] * filled + rest for r in range(step)]
    return b"".join(rows)


def _close(stage: StageView, made: Plan, middle: Area, near: float) -> list[Mark]:
    """The wafers around the one that is looked at: their edges, their squares, all to scale."""
    palette, seen = stage.kit.palette, stage.seen
    marks: list[Mark] = []
    for k in range(made.inside):
        area = made.wafer(k % made.side, k // made.side).inset(0.11 * made.cell)
        if not area.meets(seen):
            continue
        mine = (
            abs(area.cx - middle.cx) < 0.5 * made.cell
            and abs(area.cy - middle.cy) < 0.5 * made.cell
        )
        edge = palette.ink if mine else palette.edge
        marks.append(
            Box(
                *area,
                palette.chip,
                0.05 * area.w,
                edge,
                2,
                near if mine else 0.35 * near,
                key=f"power/wafer:{k}",
            )
        )
        pitch = area.w / (GRID + 1)
        marks.append(
            Field(
                area.x + 0.65 * pitch, area.y + 0.65 * pitch, GRID, GRID, pitch, pitch, 0.7 * pitch,
                bytes([0]) * (GRID * GRID), (Shade(palette.weight),), 0.1 * pitch,
                near if mine else 0.35 * near,
                key=f"power/wafer:{k}/weights",
            )
        )  # fmt: skip
    return marks


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """What is seen, by how close the camera stands."""
    kit, palette, lens = stage.kit, stage.kit.palette, stage.lens
    label, scene = kit.layout.sizes.label, stage.scene
    made = made_for(scene, world, kit, p)
    one, all_of_them = resolve(stage, p.wafer), resolve(stage, p.all)
    megawatt = lens.area(made.first)
    wafer = lens.area(made.wafer(made.side // 2, made.side // 2))
    marks: list[Mark] = []
    left, head = max(kit.layout.safe[0], stage.window.x), stage.window.y + 1.4 * label
    if wafer.w > 0.5 * min(stage.window.w, stage.window.h):
        number, says, ref, word = kit.written(one), str(one.says), one.ref, kit.word("power_wafer")
        marks += _kettles(stage, p, one.value)
    elif megawatt.w > 0.5 * min(stage.window.w, stage.window.h):
        number, says, ref = f"{made.inside}", "", reckoned("floor(1 MW / {})", one)
        word = kit.word("power_megawatt")
    else:
        number, says, ref = kit.written(all_of_them), all_of_them.says, all_of_them.ref
        wafers = f"{made.inside * made.count:,}"
        word = kit.word("power_all", count=made.count, wafers=wafers)
    big, small = (number, label * 2.2, palette.ink, 700), (word, label * 1.15, palette.ink, 400)
    y = head + 0.6 * label
    both = (big, ("  " + word, *small[1:]))
    line = Words(left, y, both, key="power/what", plate=True, refs=(ref, COUNT))
    lines = [line]
    if line.box.right > kit.layout.safe[0] + kit.layout.safe[2]:
        line = Words(left, y, (big,), key="power/what", plate=True, refs=(ref,))
        below = Words(left, y + 1.6 * label, (small,), key="power/word", plate=True, refs=(COUNT,))
        lines = [line, below]
    for words in placed(lines, room_for(kit, stage.window), []):
        marks += words.marks(kit)
    if says:
        marks += _flag(stage, says, line)
    return tuple(marks)


def _flag(stage: StageView, says: str, words: Words) -> Marks:
    """Who says it: behind the line, or below it where there is no room."""
    kit, label = stage.kit, stage.kit.layout.sizes.label
    right = kit.layout.safe[0] + kit.layout.safe[2]
    x, y = words.box.right + label, words.y
    if x + flagged_width(kit, says, label) > right:
        x, y = words.x, y + 1.5 * label
    return flagged(kit, says, x, y, label)


def _kettles(stage: StageView, p: Parameters, power: float) -> list[Mark]:
    """As many kettles as boil with a wafer's power."""
    kit, palette, label = stage.kit, stage.kit.palette, stage.kit.layout.sizes.label
    each = resolve(stage, p.kettle)
    count = floor(power / each.value + 1e-9)
    if not 1 <= count <= 40:
        return []
    size = 2.1 * label
    columns = 5 if kit.layout.form in ("wide", "narrow") else 10
    right = min(stage.window.right, kit.layout.safe[0] + kit.layout.safe[2])
    width = min(columns, count) * 1.35 * size
    rows = -(-count // columns)
    wide = kit.layout.form in ("wide", "narrow")
    x0 = right - width if wide else kit.layout.safe[0]
    y0 = stage.window.cy - rows * size / 2 if wide else stage.window.bottom - (rows + 1) * size
    marks: list[Mark] = []
    if not wide:
        marks.append(
            Box(
                x0 - 12,
                y0 - 12,
                width + 24,
                rows * size + 2.6 * label,
                palette.ground,
                10,
                alpha=0.9,
            )
        )
    else:
        marks.append(
            Box(
                x0 - 20,
                y0 - 30,
                width + 40,
                rows * size + 3.4 * label,
                palette.ground,
                10,
                alpha=0.9,
            )
        )
    for k in range(count):
        x, y = x0 + k % columns * 1.35 * size, y0 + k // columns * size
        marks += _kettle(
            x, y, 0.8 * size, mix(palette.ink, palette.ground, 0.8), f"power/kettle:{k}"
        )
    text = kit.word("power_kettles", count=count)
    ref = reckoned("floor({} / {})", p.wafer, p.kettle)
    marks.append(kit.label(text, x0, y0 + rows * size + 1.3 * label, label, palette.ink, ref=ref))
    return marks


def _kettle(x: float, y: float, size: float, fill: str, key: str) -> list[Mark]:
    """A kettle: a body that widens, a spout, a handle, a lid."""
    body: Points = ((0.25, 0.3), (0.7, 0.3), (0.82, 0.9), (0.13, 0.9))
    spout: Points = ((0.2, 0.55), (0.0, 0.34), (0.08, 0.28), (0.24, 0.42))
    handle: Points = ((0.74, 0.36), (0.98, 0.36), (1.0, 0.7), (0.82, 0.76))

    def at(points: Points) -> Points:
        return tuple((px * size, py * size) for px, py in points)

    grip = tuple((x + px, y + py) for px, py in at(handle))
    return [
        Shape(at(body), fill, x=x, y=y, key=f"{key}/body"),
        Shape(at(spout), fill, x=x, y=y, key=f"{key}/spout"),
        Line(grip, max(2.0, 0.07 * size), fill, key=f"{key}/handle"),
        Box(x + 0.4 * size, y + 0.18 * size, 0.16 * size, 0.1 * size, fill, 2, key=f"{key}/lid"),
    ]


__all__ = ["Parameters", "draw", "over", "panel", "places"]
