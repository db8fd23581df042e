"""The right side of the dive: boxes of wafers, a wafer of layers, cores with their own memory.

No weight moves at any depth. How a core is laid out, and how values travel in it, is a schematic.
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil, floor
from typing import Final

from viz.actors.dive.dive_places import Dive, WaferSide
from viz.actors.dive.racks import draw_rack, ground
from viz.actors.hall import wafer_world
from viz.actors.hall.hall_places import memory_in, unit_in
from viz.actors.hall.wafer_world import Passing, passing, place_of, trail
from viz.stage import amounts
from viz.stage.amounts import DONE, HERE, NOTHING, NOW, shades
from viz.stage.area import Area
from viz.stage.marks import Box, Disc, Field, Glow, Label, Line, Mark, Marks, Ribbon, Shade
from viz.stage.theme import Palette, mix
from viz.stage.view import MachineView, StageView, fade

TILE: Final = 10  # parts of a core's side: 5 x 8 of memory, a column of eight multiply-adds
TILE_ROW: Final = b"\x00\x02\x02\x02\x02\x02\x00\x06\x00\x00"
JAMB_ROW: Final = b"\x00\x02\x02\x02\x02\x02\x07\x06\x00\x00"  # beside the door
DOOR_ROW: Final = b"\x00\x02\x02\x02\x02\x02\x03\x06\x00\x00"
BLOCK_GAP: Final = 1.3  # millimetres between blocks of cores, as they are drawn from far
TRAIL: Final = 7.0  # layers


def draw(stage: StageView, view: MachineView, dive: Dive, side: WaferSide) -> Marks:
    """All of it, in millimetres."""
    palette = view.kit.palette
    stage = replace(stage, lens=dive.right.view)
    now = passing(view)
    near = dive.right.view.behind(dive.right.window)
    marks: list[Mark] = []
    if dive.density < 2:
        first = side.racks[0]
        marks.append(ground(palette, first.bottom, "right"))
        for k in range(-1, len(side.racks) + 3):
            lit = 0 <= k < len(side.racks)
            marks += draw_rack(palette, first, k * 603.0, lit=lit, who=f"right/rack:{k}")
    if dive.density < 4:
        marks += _boxes(view, dive, side)
    for i, wafer in enumerate(side.hall.wafers):
        if near.meets(wafer.area):
            marks += _wafer(view, dive, side, i, now, near)
    marks += _token(view, dive, side, now)
    pitch = side.pitch * dive.density
    if pitch > 14.0 and side.chosen < len(side.hall.wafers):
        marks += _cores(view, dive, side, now, near)
    if pitch > wafer_world.CORE * 0.6:
        marks += wafer_world.core(stage, view, side.core, now, "right")
        marks += _pulses(view, side, now)
    return tuple(marks)


def _boxes(view: MachineView, dive: Dive, side: WaferSide) -> list[Mark]:
    palette = view.kit.palette
    marks: list[Mark] = []
    for i, box in enumerate(side.boxes):
        marks.append(Box(*box, palette.chip, 10.0, palette.waiting, 2.0, 1.0, key=f"right/box:{i}"))
        size = 0.16 * box.h * dive.density
        if size < view.kit.layout.sizes.least:
            continue
        marks.append(
            Label(
                f"{i + 1}",
                box.x + 0.09 * box.w,
                box.y + 0.17 * box.h,
                min(size, 26.0),
                palette.muted,
                600,
                alpha=1.0 - fade(dive.depth, 0.3, 0.6),
                key=f"right/box:{i}/number",
                ref="count",
            )
        )
    for i in range(len(side.boxes) - 1):
        (ax, ay), (bx, by) = _joint(side, i), _joint(side, i + 1)
        marks.append(
            Line(((ax, ay), (bx, by)), 2.5, palette.link, (8, 7), 0.8, "links", f"right/link:{i}")
        )
    return marks


def _joint(side: WaferSide, index: int) -> tuple[float, float]:
    wafer = side.hall.wafers[index]
    return wafer.area.cx, wafer.area.cy


def states(rows: int, index: int, now: Passing) -> list[int]:
    """Of each layer of a wafer: done for this word, at work, or still to come."""
    if now.steady or not now.runs:
        return [HERE] * rows
    done = rows if index < now.wafer else 0 if index > now.wafer else min(rows, floor(now.layers))
    works = index == now.wafer and now.hop < 0 and done < rows
    return ([DONE] * done + [NOW] * works + [HERE] * rows)[:rows]


def _wafer(
    view: MachineView, dive: Dive, side: WaferSide, index: int, now: Passing, near: Area
) -> list[Mark]:
    """Rows of a wafer are its layers; from far each is in blocks, whose gaps close."""
    palette = view.kit.palette
    wafer = side.hall.wafers[index]
    who = f"right/wafer:{index + 1}"
    core = side.pitch * dive.density
    marks: list[Mark] = [
        Box(*wafer.area, palette.panel, 4.0, palette.edge, 2, key=who),
    ]
    lit = shades(palette, palette.weight)
    _, tall = wafer.pitch
    line = 0.09 * tall
    solid = 1.0 - fade(core, 18.0, 26.0)
    for row, state in enumerate(states(wafer.rows, index, now)):
        area = Area(wafer.cells.x, wafer.row_y(row) - tall / 2, wafer.cells.w, tall).inset(
            0.0, line / 2
        )
        if not near.meets(area):
            continue
        at_work = state == NOW
        fill = (
            mix(lit[state].fill, palette.weight, 0.55)
            if at_work
            else mix(lit[state].fill, palette.ground, 0.72)
        )
        marks.append(
            Box(
                *area,
                fill,
                0.0,
                palette.computing if at_work else "",
                3.0 if at_work else 0.0,
                solid,
                "right.weights",
                f"{who}/layer:{row}",
            )
        )
    gap = BLOCK_GAP * (1.0 - fade(dive.depth, 1.3, 1.9))
    if gap * dive.density > 1.0:
        step = wafer.cells.w / wafer.columns
        for i in range(1, wafer.columns):
            x = wafer.cells.x + i * step
            if near.x - gap < x < near.right + gap:
                area = Area(x - gap / 2, wafer.cells.y, gap, wafer.cells.h)
                marks.append(Box(*area, palette.panel, 0.0, key=f"{who}/gap:{i}"))
        for row in range(wafer.rows):
            y = wafer.row_y(row) - tall / 2
            area = Area(wafer.cells.x, y - gap / 2, wafer.cells.w, gap)
            marks.append(Box(*area, palette.panel, 0.0, key=f"{who}/seam:{row}"))
    weave = 0.5 * fade(core, 4.0, 8.0) * (1.0 - fade(core, 18.0, 26.0))
    if weave > 0.01 and index == side.chosen:
        marks += _weave(palette, side, near, 1.2 / dive.density, weave)
    return marks


def _weave(
    palette: Palette, side: WaferSide, near: Area, thin: float, strength: float
) -> list[Mark]:
    """The grid of cores where one is a few pixels wide: the lines between them."""
    cells = side.hall.wafers[side.chosen].cells
    room = Area(
        max(near.x, cells.x),
        max(near.y, cells.y),
        min(near.right, cells.right) - max(near.x, cells.x),
        min(near.bottom, cells.bottom) - max(near.y, cells.y),
    )
    if room.w <= 0 or room.h <= 0:
        return []
    marks: list[Mark] = []
    for i in range(
        ceil((room.x - cells.x) / side.pitch), floor((room.right - cells.x) / side.pitch)
    ):
        area = (cells.x + i * side.pitch, room.y, thin, room.h)
        marks.append(Box(*area, palette.ground, 0.0, alpha=strength, key=f"right/weave:{i}"))
    for i in range(
        ceil((room.y - cells.y) / side.pitch), floor((room.bottom - cells.y) / side.pitch)
    ):
        area = (room.x, cells.y + i * side.pitch, room.w, thin)
        marks.append(Box(*area, palette.ground, 0.0, alpha=strength, key=f"right/warp:{i}"))
    return marks


def _cores(view: MachineView, dive: Dive, side: WaferSide, now: Passing, near: Area) -> list[Mark]:
    """Cores one by one: in each its own memory, full of weights, and its multiply-adds."""
    palette = view.kit.palette
    wafer = side.hall.wafers[side.chosen]
    pitch, shown = side.pitch, side.pitch * dive.density
    seen = fade(shown, 14.0, 26.0)
    x0 = floor((near.x - wafer.cells.x) / pitch)
    y0 = floor((near.y - wafer.cells.y) / pitch)
    across = ceil(near.w / pitch) + 1
    down = ceil(near.h / pitch) + 1
    x, y = wafer.cells.x + x0 * pitch, wafer.cells.y + y0 * pitch
    detail = fade(shown, 26.0, 34.0)
    inside = fade(shown, wafer_world.CORE * 0.6, wafer_world.CORE)
    box = pitch * 0.9
    works = now.runs
    lit = shades(palette, palette.weight)
    green = Shade(palette.computing if works else palette.waiting)
    marks: list[Mark] = [
        Box(*near, palette.ground, 0.0, alpha=seen, key="right/cores/ground"),
        Field(
            x + (pitch - box) / 2,
            y + (pitch - box) / 2,
            across,
            down,
            pitch,
            pitch,
            box,
            bytes(across * down),
            (Shade(palette.chip, palette.edge, 1.5),),
            box * 0.06,
            seen,
            key="right/cores",
        ),
    ]
    if detail < 1.0:
        size = pitch * 0.56
        marks.append(
            Field(
                x + 0.1 * pitch,
                y + (pitch - size) / 2,
                across,
                down,
                pitch,
                pitch,
                size,
                bytes([HERE]) * (across * down),
                lit,
                0.0,
                seen * (1.0 - detail),
                "right.weights",
                key="right/cores/memory",
            )
        )
        size = pitch * 0.18
        marks.append(
            Field(
                x + 0.73 * pitch,
                y + 0.22 * pitch,
                across,
                down * 3,
                pitch,
                pitch / 3,
                size,
                (b"\x01" * (across * 2) + bytes(across)) * down,
                (Shade(), green),
                0.0,
                seen * (1.0 - detail),
                "used",
                key="right/cores/lanes",
            )
        )
    if detail > 0:
        marks += _tiles(palette, side, (x, y, across, down), detail, inside, works=works)
    return marks


def _tiles(
    palette: Palette,
    side: WaferSide,
    room: tuple[float, float, int, int],
    detail: float,
    inside: float,
    *,
    works: bool,
) -> list[Mark]:
    """Memory and multiply-adds of every core, as one field of small squares; the core that is
    seen from near is drawn by itself."""
    x, y, across, down = room
    row = [bytes(TILE)] + [TILE_ROW] * 3 + [JAMB_ROW] + [DOOR_ROW] * 2 + [JAMB_ROW]
    row += [TILE_ROW] * 2 + [bytes(TILE)]
    empty = bytes(TILE)
    column = round((side.core.x - x) / side.pitch)
    line = round((side.core.y - y) / side.pitch)
    cells = []
    for j in range(down):
        for part in row:
            pieces = [part] * across
            if j == line and 0 <= column < across and inside >= 0.99:
                pieces[column] = empty
            cells.append(b"".join(pieces))
    step = side.pitch / TILE
    size = step * 0.8
    lit = (
        *shades(palette, palette.weight),
        Shade(palette.computing if works else palette.waiting),
        Shade(palette.ink),
    )
    return [
        Field(
            x + (step - size) / 2,
            y + (step - size) / 2,
            across * TILE,
            down * TILE,
            step,
            step,
            size,
            b"".join(cells),
            lit,
            0.0,
            detail * (1.0 - 0.62 * inside),
            "right.weights",
            key="right/cores/tiles",
        )
    ]


def _token(view: MachineView, dive: Dive, side: WaferSide, now: Passing) -> list[Mark]:
    """The token and where it came from; from near it is spread over its whole layer."""
    seen = 1.0 - fade(dive.density, 60.0, 140.0)
    if seen <= 0 or not now.runs:
        return []
    palette = view.kit.palette
    scale = dive.density
    hall = side.hall
    _, tall = hall.wafers[side.chosen].pitch
    r = max(7.0 / scale, min(0.33 * tall, 26.0 / scale))
    of = "right.token"
    if now.steady:
        return []
    x, y = place_of(hall, now)
    marks: list[Mark] = []
    if now.hop < 0:
        wafer = hall.wafers[now.wafer]
        y = wafer.row_y(floor(min(now.layers, wafer.rows - 1)))
        marks.append(
            Ribbon(
                trail(hall, now, min(TRAIL, 500.0 / (tall * scale))),
                (r * 1.3, r * 0.2),
                palette.token,
                (0.7, 0.0),
                1.0 - fade(scale, 16.0, 30.0),
                of=of,
                key="right/trail",
            )
        )
        reach = 7.0 * r
        for name, way in (("left", -1.0), ("right", 1.0)):
            marks.append(
                Ribbon(
                    ((x, y), (x + way * reach, y)),
                    (r * 1.1, r * 0.1),
                    palette.token,
                    (0.8, 0.0),
                    fade(scale, 6.0, 12.0) * (1.0 - fade(scale, 20.0, 40.0)),
                    of=of,
                    key=f"right/spread:{name}",
                )
            )
    marks += [
        Glow(x, y, r * 3.2, palette.token, 0.5 * seen, of, "right/token/light"),
        Disc(x, y, r, palette.token, palette.token_edge, 2.5, seen, of, "right/token"),
    ]
    return marks


def _pulses(view: MachineView, side: WaferSide, now: Passing) -> list[Mark]:
    """A weight on its way to each multiply-add of the core, as often as the core reads one."""
    chip = view.run.rig.chip
    cores = chip.cores.value if chip.cores else 1.0
    rate = chip.bandwidth.value / cores / 8 / 2
    if not now.runs or amounts.flickers(rate * view.pace):
        return []
    palette = view.kit.palette
    memory = memory_in(side.core)
    phase = view.hw * rate % 1.0
    fill = shades(palette, palette.weight)[NOW].fill
    marks: list[Mark] = []
    for i in range(8):
        lane = unit_in(side.core, i)
        size = lane.h * 0.5
        x = memory.right + (lane.x - memory.right) * phase
        marks.append(
            Box(
                x - size / 2,
                lane.cy - size / 2,
                size,
                size,
                fill,
                size * 0.1,
                of="right.weights",
                key=f"right/pulse:{i}",
            )
        )
    return marks


__all__ = ["NOTHING", "draw", "states"]
