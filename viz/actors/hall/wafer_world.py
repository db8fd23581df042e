"""Wafers, from the hall to one multiply-add: weights that stay, and the token that runs through them.

Rows are layers. A row is at work exactly while the token is in it; no square ever moves. How a
core is laid out inside, and how values travel in it, is a schematic.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, exp, floor
from typing import Final

from viz.actors.hall.hall_places import (
    CORES_ACROSS,
    Wafer,
    WaferHall,
    block_of,
    core_of,
    unit_in,
)
from viz.actors.hall.multiply_add import multiply_add
from viz.stage import amounts
from viz.stage.amounts import DONE, HERE, NOTHING, NOW, shades
from viz.stage.area import Area
from viz.stage.marks import Box, Disc, Field, Glow, Label, Line, Mark, Marks, Points, Ribbon, Shade
from viz.stage.theme import contrast, mix
from viz.stage.view import MachineView, StageView, chance
from viz.timeline.machine import Run

TRAIL: Final = 30.0  # layers that the token's trail is long
BLOCKS: Final = 30.0  # stage units: squares so far apart show the block of cores that holds them
CORES: Final = 420.0  # a block so wide shows its cores
CORE: Final = 110.0  # a core so wide shows its memory and its multiply-adds
NUMBERED: Final = 3  # which of a core's eight multiply-adds shows its numbers
CHAIN: Final = 3.0  # how far the camera must be in for the vector to be seen as its values


@dataclass(frozen=True, slots=True)
class Passing:
    """Where the token is: in which wafer (from 0), how many of its layers it has done, and how far
    it is on its way to the next wafer, 0 to 1; below 0 while it is in a wafer."""

    wafer: int
    layers: float
    hop: float
    steady: bool
    runs: bool


def passing(view: MachineView) -> Passing:
    """Where the token is now."""
    doing, run = view.doing, view.run
    words = 1.0 / view.step_screen_seconds
    steady = amounts.flickers(words)
    runs = view.pace > 0 or view.steps > 0
    wafer = doing.chip - 1
    if doing.part == "hop":
        return Passing(wafer, float(_rows(run, wafer)), doing.part_fraction, steady, runs)
    first = run.layer_bounds[wafer]
    return Passing(wafer, doing.layer - 1 - first + doing.part_fraction, -1.0, steady, runs)


def _rows(run: Run, wafer: int) -> int:
    return max(1, round(run.layer_bounds[wafer + 1]) - round(run.layer_bounds[wafer]))


def draw(stage: StageView, view: MachineView, hall: WaferHall) -> Marks:
    """All wafers, the links between them, and the token."""
    near = stage.seen
    now = passing(view)
    marks: list[Mark] = [*_links(view, hall)]
    for i, wafer in enumerate(hall.wafers):
        if near.meets(wafer.area):
            marks += _wafer(stage, view, wafer, i, now, near)
    marks += _token(stage, view, hall, now)
    return tuple(marks)


def _links(view: MachineView, hall: WaferHall) -> Marks:
    """The links from wafer to wafer, and back from the last to the first."""
    link, ref = view.kit.palette.link, f"{view.side}.links"
    marks: list[Mark] = []
    for i in range(len(hall.wafers) - 1):
        ends = _between(hall.wafers[i].area, hall.wafers[i + 1].area, hall.hop(i))
        marks.append(Line(ends, 2.5, link, (8, 7), 0.8, "links", f"{view.side}/link:{i + 1}", ref))
    if len(hall.wafers) > 2:
        first, last = hall.wafers[0], hall.wafers[-1]
        y = first.row_y(0)
        if abs(y - last.row_y(last.rows - 1)) < 0.2 * first.area.h:
            pad = first.area.w * 0.5
            ends = ((last.area.cx - pad, y), (first.area.cx + pad, y))
            if abs(ends[0][0] - ends[1][0]) < 3 * hall.gap:
                marks.append(Line(ends, 2.5, link, (8, 7), 0.8, "links", f"{view.side}/back", ref))
    return tuple(marks)


def _between(one: Area, other: Area, hop: tuple[tuple[float, float], ...]) -> Points:
    """The part of a hop that lies outside of both wafers."""
    (ax, ay), (bx, by) = hop
    if abs(ax - bx) > abs(ay - by):
        return ((one.right, ay), (other.x, by)) if bx > ax else ((one.x, ay), (other.right, by))
    return ((ax, one.y), (bx, other.bottom)) if by < ay else ((ax, one.bottom), (bx, other.y))


def _wafer(
    stage: StageView, view: MachineView, wafer: Wafer, index: int, now: Passing, near: Area
) -> list[Mark]:
    _kit, palette = view.kit, view.kit.palette
    who = f"{view.side}/wafer:{index + 1}"
    scale = stage.lens.scale
    radius = 0.02 * wafer.area.w
    marks: list[Mark] = [Box(*wafer.area, palette.panel, radius, palette.edge, 2, key=who)]
    marks += _band(view, wafer, index, now, who)
    pitch_x, pitch_y = wafer.pitch
    size = min(pitch_x, pitch_y) * 0.5
    left = wafer.cells.x + (pitch_x - size) / 2
    top = wafer.cells.y + (pitch_y - size) / 2
    seen = min(1.0, max(0.0, (min(pitch_x, pitch_y) * scale - BLOCKS) / BLOCKS))
    if seen > 0:
        block = min(pitch_x, pitch_y) * 0.87
        marks.append(
            Field(
                wafer.cells.x + (pitch_x - block) / 2,
                wafer.cells.y + (pitch_y - block) / 2,
                wafer.columns,
                wafer.rows,
                pitch_x,
                pitch_y,
                block,
                bytes(wafer.columns * wafer.rows),
                (Shade(mix(palette.chip, palette.core, 0.7)),),
                block * 0.06,
                0.75 * seen,
                key=f"{who}/blocks",
            )
        )
    inside = near.w * scale / max(pitch_x * scale, 1e-9)
    deep = block_of(wafer).w * scale >= CORES * 0.6 and index == 0
    cells = _cells(wafer, index, now)
    if deep:  # the square in the middle of the picture is its cores now
        at = (wafer.rows // 2) * wafer.columns + wafer.columns // 2
        cells = cells[:at] + bytes([NOTHING]) + cells[at + 1 :]
    if inside:
        marks.append(
            Field(
                left,
                top,
                wafer.columns,
                wafer.rows,
                pitch_x,
                pitch_y,
                size,
                cells,
                shades(palette, palette.weight),
                size * 0.1,
                of=f"{view.side}.weights",
                key=f"{who}/cells",
                ref=f"{view.side}.weights",
            )
        )
    if wafer.extra:
        marks.append(_extra(view, wafer, who))
    if deep:
        marks += _block(stage, view, wafer, now, near, who)
    return marks


def _cells(wafer: Wafer, index: int, now: Passing) -> bytes:
    """The states of squares: done for this word, at work, or still to come."""
    columns = wafer.columns
    if now.steady or not now.runs:
        return bytes([HERE]) * (columns * wafer.rows)
    done = wafer.rows if index < now.wafer else 0 if index > now.wafer else floor(now.layers)
    done = min(done, wafer.rows)
    works = index == now.wafer and done < wafer.rows
    rows = [DONE] * done + ([NOW] if works else [])
    rows += [HERE] * (wafer.rows - len(rows))
    if wafer.up:
        rows.reverse()
    return b"".join(bytes([state]) * columns for state in rows)


def _extra(view: MachineView, wafer: Wafer, who: str) -> Field:
    """Squares that belong to no layer: the list of words, at the wafer's foot."""
    palette = view.kit.palette
    pitch_x, pitch_y = wafer.pitch
    size = min(pitch_x, pitch_y) * 0.5
    foot = wafer.area.bottom - 0.055 * wafer.area.h
    across = max(1, min(wafer.extra, wafer.columns * 2))
    rows = ceil(wafer.extra / across)
    step = wafer.cells.w / across if across > wafer.columns else pitch_x
    size = min(size, step * 0.5)
    cells = bytes([HERE]) * wafer.extra + bytes(across * rows - wafer.extra)
    return Field(
        wafer.cells.x + (step - size) / 2,
        foot - size * 1.1 * rows,
        across,
        rows,
        step,
        size * 1.3,
        size,
        cells,
        shades(palette, palette.weight),
        size * 0.1,
        of=f"{view.side}.weights",
        key=f"{who}/extra",
        ref=f"{view.side}.weights",
    )


def _band(view: MachineView, wafer: Wafer, index: int, now: Passing, who: str) -> list[Mark]:
    """The row at work, green; where the token passes several between two pictures, all of those."""
    if not now.runs or now.steady or index != now.wafer or now.hop >= 0:
        return []
    palette = view.kit.palette
    per_film = view.pace * amounts.FILM / view.run.layer_seconds
    last = floor(min(now.layers, wafer.rows - 1))
    first = max(0, last - max(0, round(per_film) - 1))
    _, pitch_y = wafer.pitch
    ys = (wafer.row_y(first), wafer.row_y(last))
    top = min(ys) - pitch_y * 0.46
    tall = abs(ys[1] - ys[0]) + pitch_y * 0.92
    area = Area(wafer.cells.x - 0.02 * wafer.area.w, top, wafer.cells.w + 0.04 * wafer.area.w, tall)
    edge = mix(palette.computing, palette.ink, 0.75)
    return [
        Box(
            *area,
            mix(palette.computing, palette.ground, 0.5),
            pitch_y * 0.2,
            edge,
            2,
            of=f"{view.side}.layer",
            key=f"{who}/row",
            ref=f"{view.side}.computing",
        )
    ]


@lru_cache(maxsize=32)
def _way(hall: WaferHall) -> tuple[Points, tuple[float, ...]]:
    """The token's way through all wafers, and at which layer (counted over all) it is at each
    point; a hop has the layer that was done."""
    points: list[tuple[float, float]] = []
    layers: list[float] = []
    done = 0.0
    for wafer in hall.wafers:
        points += [
            (wafer.area.cx, wafer.row_y(-0.5)),
            (wafer.area.cx, wafer.row_y(wafer.rows - 0.5)),
        ]
        layers += [done, done + wafer.rows]
        done += wafer.rows
    return tuple(points), tuple(layers)


def place_of(hall: WaferHall, now: Passing) -> tuple[float, float]:
    """Where the token is."""
    wafer = hall.wafers[min(now.wafer, len(hall.wafers) - 1)]
    if now.hop < 0:
        return wafer.area.cx, wafer.row_y(min(now.layers, wafer.rows) - 0.5)
    start = (wafer.area.cx, wafer.row_y(wafer.rows - 0.5))
    after = hall.wafers[min(now.wafer + 1, len(hall.wafers) - 1)]
    end = (after.area.cx, after.row_y(-0.5))
    return start[0] + (end[0] - start[0]) * now.hop, start[1] + (end[1] - start[1]) * now.hop


def trail(hall: WaferHall, now: Passing, long: float) -> Points:
    """The way that the token has come, from where it is back by so many layers."""
    points, layers = _way(hall)
    wafer = min(now.wafer, len(hall.wafers) - 1)
    at = layers[2 * wafer] + min(now.layers, hall.wafers[wafer].rows)
    x, y = place_of(hall, now)
    found = [(x, y)]
    back = at - long
    last = 2 * wafer + (1 if now.hop >= 0 else 0)
    for i in range(last, -1, -1):
        if layers[i] > at:
            continue
        if layers[i] < back:
            (ax, ay), (bx, by) = points[i], points[i + 1]
            share = (back - layers[i]) / max(1e-9, layers[i + 1] - layers[i])
            found.append((ax + (bx - ax) * share, ay + (by - ay) * share))
            break
        found.append(points[i])
    return _rounded(tuple(found), 0.12 * hall.wafers[0].area.w)


def _rounded(points: Points, r: float) -> Points:
    """A polyline whose corners are round."""
    if len(points) < 3:
        return points
    found = [points[0]]
    for (ax, ay), (bx, by), (cx, cy) in zip(points, points[1:], points[2:], strict=False):
        before = max(abs(ax - bx), abs(ay - by))
        after = max(abs(cx - bx), abs(cy - by))
        near = min(r, before / 2, after / 2)
        if near < 1e-6 or (ax - bx) * (cy - by) == (ay - by) * (cx - bx):
            found.append((bx, by))
            continue
        sx, sy = bx + (ax - bx) * near / before, by + (ay - by) * near / before
        ex, ey = bx + (cx - bx) * near / after, by + (cy - by) * near / after
        for i in range(7):
            u = i / 6
            found.append(
                (
                    (1 - u) ** 2 * sx + 2 * u * (1 - u) * bx + u * u * ex,
                    (1 - u) ** 2 * sy + 2 * u * (1 - u) * by + u * u * ey,
                )
            )
    return (*found, points[-1])


def _token(stage: StageView, view: MachineView, hall: WaferHall, now: Passing) -> list[Mark]:
    palette, scale, ref = view.kit.palette, stage.lens.scale, f"{view.side}.token"
    if not now.runs:
        first = hall.wafers[0]
        x, y = first.area.cx, first.row_y(-0.5)
        r = _radius(stage, hall)
        return [
            Disc(x, y, r, palette.token, palette.token_edge, 2, key=f"{view.side}/token", ref=ref)
        ]
    width = min(12.0 / scale**0.55, 26.0 / scale)
    tail = Ribbon(
        trail(hall, now, TRAIL),
        (width, width / 6),
        palette.token,
        (0.9, 0.0),
        of=f"{view.side}.token",
        key=f"{view.side}/trail",
        ref=ref,
    )
    if now.steady:  # words come so fast that the token is everywhere on its way: one steady line
        points, _ = _way(hall)
        line = _rounded(points, 0.12 * hall.wafers[0].area.w)
        return [
            Ribbon(
                line,
                (width, width),
                palette.token,
                (0.75, 0.75),
                of=f"{view.side}.token",
                key=f"{view.side}/trail",
                ref=ref,
            )
        ]
    x, y = place_of(hall, now)
    r = _radius(stage, hall)
    marks: list[Mark] = [tail]
    if now.hop >= 0 and scale >= CHAIN:
        return [*_chain(stage, view, hall, now)]
    return [
        *marks,
        Glow(x, y, r * 3.2, palette.token, 0.5, f"{view.side}.token", f"{view.side}/token/light"),
        Disc(
            x,
            y,
            r,
            palette.token,
            palette.token_edge,
            2.5,
            of=f"{view.side}.token",
            key=f"{view.side}/token",
            ref=ref,
        ),
        Disc(
            x - r * 0.3,
            y - r * 0.35,
            r * 0.26,
            mix(palette.token, "#FFFFFF", 0.35),
            of=f"{view.side}.token",
            key=f"{view.side}/token/shine",
        ),
    ]


def _radius(stage: StageView, hall: WaferHall) -> float:
    """Of the token: like a row of squares, and never too small to be seen."""
    wafer = hall.wafers[0]
    return max(min(wafer.pitch) * 0.8, 6.0 / stage.lens.scale)


def _chain(stage: StageView, view: MachineView, hall: WaferHall, now: Passing) -> list[Mark]:
    """The token from near: a vector, as the chain of its values that crosses from wafer to wafer.

    A sample of 8,192 values is drawn, the largest where the eye is: between the two wafers.
    """
    palette, scale = view.kit.palette, stage.lens.scale
    (ax, ay), (bx, by) = hall.hop(now.wafer)
    across = abs(ax - bx) > abs(ay - by)
    middle = ((ax + bx) / 2, (ay + by) / 2)
    reach = hall.gap * 2.6
    along = 1.0 if (bx - ax if across else by - ay) > 0 else -1.0
    large, small = hall.gap * 0.21, hall.gap * 0.012
    marks: list[Mark] = [
        Glow(*middle, hall.gap * 1.6, palette.token, 0.4, key=f"{view.side}/chain/light"),
        Line(
            (_on_way(middle, -reach * along, across), _on_way(middle, reach * along, across)),
            1.5,
            palette.token,
            (),
            0.35,
            "links",
            f"{view.side}/chain/way",
            f"{view.side}.links",
        ),
    ]
    flow = now.hop * 2 * VALUES
    head = flow - VALUES
    for k, at, radius in _beads(reach, large, small, flow % 1.0):
        value = floor(flow) - k
        if not head - 2 * VALUES <= k + flow % 1.0 <= head + VALUES * 0.15:
            continue
        shade = chance(7, "value", value % 8192)
        other = "#FFFFFF" if shade > 0.5 else palette.ground
        fill = mix(palette.token, other, 0.62 + 0.36 * abs(1 - 2 * shade))
        x, y = _on_way(middle, at * along, across)
        key = f"{view.side}/value:{value}"
        edge_w = 2 if radius * scale > 12 else 1
        of = f"{view.side}.token"
        marks.append(Disc(x, y, radius, fill, palette.token_edge, edge_w, of=of, key=key))
        least = view.kit.layout.sizes.least
        if radius * scale * 0.62 >= least:  # a value that can be read is written on it
            text = f"{(shade - 0.5) * 2.4:.2f}".replace("-", "−")
            size = max(least, min(30.0, radius * scale * 0.62))
            ink = max((palette.token_edge, palette.ink), key=lambda one: contrast(one, fill))
            foot = y + size * 0.35 / scale
            number = f"{key}/number"
            marks.append(Label(text, x, foot, size, ink, 600, "middle", of=of, key=number))
    return marks


VALUES: Final = 26  # on each side of the middle


def _on_way(middle: tuple[float, float], at: float, across: bool) -> tuple[float, float]:
    return (middle[0] + at, middle[1]) if across else (middle[0], middle[1] + at)


def _beads(
    reach: float, large: float, small: float, share: float
) -> list[tuple[int, float, float]]:
    """Beads on the chain, large in the middle, each touching the next: number, place and radius,
    as the chain has moved on by a share of a bead."""
    places = _places(reach, large, small)
    found = []
    for k in range(-VALUES, VALUES):
        one, other = places[k + VALUES], places[k + 1 + VALUES]
        at = one + (other - one) * share
        found.append((k, at, _bead(at, reach, large, small)))
    return found


def _bead(at: float, reach: float, large: float, small: float) -> float:
    """The radius of a bead at a place of the chain."""
    return small + (large - small) * exp(-((at / (reach * 0.2)) ** 2))


@lru_cache(maxsize=16)
def _places(reach: float, large: float, small: float) -> tuple[float, ...]:
    right = [0.0]
    for _ in range(VALUES + 1):
        at = right[-1]
        step = _bead(at, reach, large, small) * 1.04
        step += _bead(at + 1.6 * step, reach, large, small) * 1.04
        right.append(at + max(step, small * 2))
    return (*(-x for x in reversed(right[1:])), *right)


def _block(
    stage: StageView, view: MachineView, wafer: Wafer, now: Passing, near: Area, who: str
) -> list[Mark]:
    """One square from near: 45 x 45 cores, each with its own memory, each next to its neighbours."""
    palette, scale = view.kit.palette, stage.lens.scale
    block = block_of(wafer)
    side = min(block.w, block.h) / CORES_ACROSS
    first_x = max(0, floor((near.x - block.x) / side))
    first_y = max(0, floor((near.y - block.y) / side))
    across = min(CORES_ACROSS - first_x, ceil(near.w / side) + 2)
    down = min(CORES_ACROSS - first_y, ceil(near.h / side) + 2)
    if across <= 0 or down <= 0:
        return []
    x, y = block.x + first_x * side, block.y + first_y * side
    seen = min(1.0, max(0.0, (block.w * scale / CORES - 0.6) / 0.4))
    size = side * 0.86
    marks: list[Mark] = [
        Field(
            x + side * 0.07,
            y + side * 0.07,
            across,
            down,
            side,
            side,
            size,
            bytes(across * down),
            (Shade(palette.core, palette.edge, 1.0),),
            size * 0.08,
            seen,
            key=f"{who}/cores",
        ),
        Field(
            x + side * 0.2,
            y + side * 0.26,
            across,
            down,
            side,
            side,
            size * 0.42,
            bytes([HERE]) * (across * down),
            shades(palette, palette.weight),
            size * 0.03,
            seen,
            of=f"{view.side}.weights",
            key=f"{who}/memories",
            ref=f"{view.side}.weights",
        ),
    ]
    if side * scale >= CORE * 0.6:
        marks += core(stage, view, core_of(wafer), now, who)
    return marks


def core(stage: StageView, view: MachineView, area: Area, now: Passing, who: str) -> list[Mark]:
    """One core: 39 of 48 kB are weights, in squares of 1 kB; eight multiply-adds beside them."""
    palette, scale = view.kit.palette, stage.lens.scale
    seen = min(1.0, max(0.0, (area.w * scale / CORE - 0.6) / 0.4))
    box = area.inset(0.07 * area.w)
    works = now.runs
    marks: list[Mark] = [
        Box(*box, palette.ground, 0.04 * box.w, palette.waiting, 3 * seen, seen, key=f"{who}/core"),
    ]
    memory = Area(box.x + 0.07 * box.w, box.y + 0.28 * box.h, 0.5 * box.w, 0.62 * box.h)
    marks.append(
        Box(
            *memory,
            mix(palette.weight, palette.ground, 0.14),
            0.02 * box.w,
            mix(palette.weight, palette.ground, 0.6),
            2 * seen,
            seen,
            key=f"{who}/core/memory",
        )
    )
    inner = memory.inset(0.03 * box.w)
    pitch_x, pitch_y = inner.w / 6, inner.h / 8
    size = min(pitch_x, pitch_y) * 0.82
    cells = bytes([HERE if i < 39 else NOTHING + 4 for i in range(48)])
    marks.append(
        Field(
            inner.x + (pitch_x - size) / 2,
            inner.y + (pitch_y - size) / 2,
            6,
            8,
            pitch_x,
            pitch_y,
            size,
            cells,
            shades(palette, palette.weight),
            size * 0.1,
            seen,
            of=f"{view.side}.weights",
            key=f"{who}/core/cells",
            ref=f"{view.side}.weights",
        )
    )
    unit = unit_in(area)
    for i in range(8):
        lane = unit_in(area, i)
        if works:
            marks.append(
                Ribbon(
                    ((lane.x, lane.cy), (memory.right, lane.cy)),
                    (unit.h * 0.14, unit.h * 0.14),
                    palette.weight,
                    (1.0, 0.8),
                    seen,
                    of=f"{view.side}.weights",
                    key=f"{who}/core/feed:{i}",
                )
            )
        if works:
            marks += multiply_add(
                view.kit, lane, scale, f"{who}/core/lane:{i}", seen, numbers=i == NUMBERED
            )
            continue
        dim = mix(palette.waiting, palette.ground, 0.1)
        marks.append(
            Box(
                *lane,
                dim,
                lane.h * 0.15,
                palette.waiting,
                2 * seen,
                seen,
                key=f"{who}/core/lane:{i}",
            )
        )
    x, y = unit.x + unit.w * 0.5, box.y + 0.14 * box.h
    r = 0.045 * box.w
    marks.append(
        Ribbon(
            ((x, y), (box.x - 0.05 * box.w, y)),
            (r * 1.2, r * 0.1),
            palette.token,
            (0.8, 0.0),
            seen,
            of=f"{view.side}.token",
            key=f"{who}/core/value/way",
        )
    )
    marks.append(
        Disc(
            x,
            y,
            r,
            palette.token,
            palette.token_edge,
            2 * seen,
            seen,
            f"{view.side}.token",
            f"{who}/core/value",
        )
    )
    return marks
