"""Weights that pour into wafers: hopper, air and wafers always add up; a full one runs over into
the next. One after the other, so that it can be watched.
"""

from __future__ import annotations

import itertools
from functools import lru_cache
from math import ceil, cos, floor, hypot, pi, sin
from typing import TYPE_CHECKING, Final

from viz.actors.serpentine.serpentine_places import SQUARES, Serpentine, along
from viz.actors.serpentine.wafer_squares import links, pitch_of, place_in, wafer
from viz.scene.quantities import resolved
from viz.scene.types import Scene
from viz.stage.amounts import HERE, NOTHING
from viz.stage.area import Area
from viz.stage.marks import Box, Field, Glow, Line, Mark, Marks, Points, Ribbon, Shade, Shape
from viz.stage.quantity import resolve
from viz.stage.theme import mix
from viz.stage.view import StageView

if TYPE_CHECKING:
    from viz.actors.serpentine import Parameters

SPEED: Final = 14_000.0  # units of the world in a second of the clock, from spout to place
FOLLOWED: Final = 15.0  # squares a second of the screen: more of them are a ribbon
BEND: Final = 14  # points of the way over an edge
EACH: Final = SQUARES * SQUARES  # squares of a wafer


def square_of(stage: StageView, p: Parameters) -> float:
    """The bytes of a square."""
    return resolve(stage, p.capacity).value / EACH


def _flow(scene: Scene, p: Parameters) -> tuple[float, float]:
    """What must be held, and how fast it is poured, as the knobs of a scene stand."""
    content = resolved(scene, p.content).value if p.content is not None else 0.0
    return max(0.0, content), resolved(scene, p.rate).value


def poured(stage: StageView, p: Parameters, at: float) -> float:
    """Bytes that have left the hopper at a moment of the clock, as if it never ran empty since the
    last turn of a knob: what was poured before stays, or flows off."""
    level = 0.0
    starts = [begin for begin, _ in stage.history]
    for i, (begin, scene) in enumerate(stage.history):
        content, rate = _flow(scene, p)
        level = min(level, content)
        end = starts[i + 1] if i + 1 < len(starts) else None
        if end is None or at < end:
            return level + rate * max(0.0, at - begin)
        level = min(content, level + rate * (end - begin))
    return level


def held(stage: StageView, p: Parameters) -> float:
    """Bytes that have left the hopper by now, and no more than there are."""
    return min(_flow(stage.scene, p)[0], poured(stage, p, stage.hw))


def landed(stage: StageView, row: Serpentine, p: Parameters) -> tuple[int, ...]:
    """Squares that lie in each wafer."""
    square, (content, rate) = square_of(stage, p), _flow(stage.scene, p)
    every = ceil(content / square - 1e-9)
    found = []
    for i in range(len(row.wafers)):
        late = _late(row, i) if not row.links else 0.0
        sent = floor(poured(stage, p, stage.hw - late) / square + 1e-9)
        most = min(EACH, every - i * EACH)
        found.append(min(most, max(0, sent - i * EACH)))
    return tuple(found) if rate > 0 else tuple(0 for _ in row.wafers)


def draw(stage: StageView, row: Serpentine, p: Parameters) -> Marks:
    """Wafers with what lies in them, and above a few of them the hopper."""
    palette = stage.kit.palette
    marks: list[Mark] = []
    lying = landed(stage, row, p)
    marks += links(row, palette, "wafers", back=False)
    for i, area in enumerate(row.wafers):
        full = lying[i] == EACH
        edge = palette.ink if full and not row.links else palette.waiting
        if full and not row.links:
            glow = Glow(area.cx, area.cy, area.w * 0.86, palette.weight, 0.22)
            marks.append(glow)
        fill = palette.panel
        marks += wafer(area, palette, _cells(lying[i]), SQUARES, edge, fill, f"wafer:{i + 1}")
    if row.links:
        return (*marks, *_running(stage, row, lying, p))
    return (*marks, *_hopper(stage, row, p), *_air(stage, row, lying, p))


@lru_cache(maxsize=128)
def _cells(count: int) -> bytes:
    """So many squares from the bottom up, read from the top."""
    rows = [
        bytes(HERE if row * SQUARES + column < count else NOTHING for column in range(SQUARES))
        for row in range(SQUARES)
    ]
    return b"".join(reversed(rows))


def hopper_of(row: Serpentine, every: int) -> tuple[Area, int, int, float]:
    """The hopper: its inside, columns, rows and pitch of squares."""
    pitch = pitch_of(row.wafers[0], SQUARES, SQUARES)
    left = min(row.wafers[0].x, row.head.x + 0.06 * row.head.w)
    columns = max(1, floor((row.head.right - left - pitch) / pitch))
    columns = min(columns, max(SQUARES, every))
    rows = max(1, ceil(every / columns))
    columns = ceil(every / rows)
    wide, tall = columns * pitch, rows * pitch
    x = max(left, row.head.cx - wide / 2)
    return Area(x, row.head.bottom - tall, wide, tall), columns, rows, pitch


def _hopper(stage: StageView, row: Serpentine, p: Parameters) -> list[Mark]:
    palette, square = stage.kit.palette, square_of(stage, p)
    every = ceil(_flow(stage.scene, p)[0] / square - 1e-9)
    area, columns, rows, pitch = hopper_of(row, every)
    left = every - min(every, floor(poured(stage, p, stage.hw) / square + 1e-9))
    gone = columns * rows - left
    cells = bytes(NOTHING if i < gone else HERE for i in range(columns * rows))
    size = pitch * 0.8
    pad = (pitch - size) / 2
    wall = area.inset(-0.35 * pitch)
    spout = spout_of(row)[0]
    half = 0.75 * pitch
    x0, x1 = min(wall.x, spout - half), max(wall.right, spout + half)
    foot = wall.bottom
    sides = (
        ((x0, wall.y), (x0, foot), (spout - half, foot), (spout - half, foot + 0.6 * pitch)),
        ((x1, wall.y), (x1, foot), (spout + half, foot), (spout + half, foot + 0.6 * pitch)),
    )
    weights = Field(
        area.x + pad,
        area.y + pad,
        columns,
        rows,
        pitch,
        pitch,
        size,
        cells,
        (Shade(), Shade(), Shade(palette.weight)),
        size * 0.14,
        of="hopper",
        key="hopper/cells",
    )
    walls = [
        Line(points, 3.0, palette.waiting, key=f"hopper/wall:{i}") for i, points in enumerate(sides)
    ]
    return [*walls, weights]


def spout_of(row: Serpentine) -> tuple[float, float]:
    """Where the hopper opens: over the middle of the first wafer."""
    pitch = pitch_of(row.wafers[0], SQUARES, SQUARES)
    return row.wafers[0].cx, row.head.bottom + 0.6 * pitch


@lru_cache(maxsize=64)
def _path(row: Serpentine, index: int) -> Points:
    """From the spout over the wafers that are full to the edge of this one, or into it: the middle
    of a square."""
    pitch = pitch_of(row.wafers[0], SQUARES, SQUARES)
    half = 0.4 * pitch
    found = [spout_of(row)]
    for i in range(index):
        area, after = row.wafers[i], row.wafers[i + 1]
        way = 1.0 if after.cx > area.cx else -1.0
        edge = area.right if way > 0 else area.x
        top = area.y - half - 2
        found += [(found[-1][0], top), (edge, top)]
        # over the gap, to the middle of the next one's top, or into it
        last = i + 1 == index
        x1 = after.x + 2 * pitch if way > 0 else after.right - 2 * pitch
        y1 = after.y - half - 2 if not last else after.y + pitch
        rise = 0.7 * pitch if abs(y1 - top) < 3 * pitch else 0.2 * pitch
        found += [
            (
                edge + (x1 - edge) * u,
                top + (y1 - top) * u * u - rise * 4 * u * (1 - u),
            )
            for u in (k / BEND for k in range(1, BEND + 1))
        ]
    return tuple(found)


def _long(points: Points) -> float:
    return sum(hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in itertools.pairwise(points))


@lru_cache(maxsize=64)
def _late(row: Serpentine, index: int) -> float:
    """Seconds of the clock from the spout to a place in a wafer."""
    return (_long(_path(row, index)) + 0.8 * row.size) / SPEED


def _air(stage: StageView, row: Serpentine, lying: tuple[int, ...], p: Parameters) -> list[Mark]:
    """Squares on their way, each to its place; as a ribbon where they are too many to follow."""
    palette, square = stage.kit.palette, square_of(stage, p)
    content, rate = _flow(stage.scene, p)
    every = ceil(content / square - 1e-9)
    sent = poured(stage, p, stage.hw) / square
    pitch = pitch_of(row.wafers[0], SQUARES, SQUARES)
    size = pitch * 0.8
    of = "hopper"
    marks: list[Mark] = []
    ribbon = rate / square * stage.pace > FOLLOWED
    for i, area in enumerate(row.wafers):
        first, last = i * EACH + lying[i], min(every, (i + 1) * EACH, floor(sent + 1e-9))
        if first >= last:
            continue
        if ribbon:
            x, y, _ = place_in(area, SQUARES, SQUARES, min(lying[i], EACH - 1))
            path = (*_path(row, i), (_path(row, i)[-1][0], y))
            colour = mix(palette.weight, palette.ground, 0.85)
            marks.append(Ribbon(path, (size, size), colour, (0.9, 0.9), of=of, key=f"stream:{i}"))
            continue
        for k in range(first, last):
            age = (sent - k) * square / rate / _late(row, i)
            x, y, _ = place_in(area, SQUARES, SQUARES, k - i * EACH)
            path = (*_path(row, i), (x + size / 2, y + size / 2))
            age = min(1.0, _fall(age) if i == 0 else age)
            px, py = along(path, age)
            turned = _turned(row, i, age * _long(path)) if i else 0.0
            marks.append(_square(px, py, size, turned, palette.weight, f"square:{k}"))
    return marks


def _turned(row: Serpentine, index: int, gone: float) -> float:
    """How far a square has turned over the edge of the wafer before, in turns: a quarter."""
    path = _path(row, index)
    edge, end = _long(path[:-BEND]), _long(path)
    return 0.25 * min(1.0, max(0.0, (gone - edge) / (end - edge)))


def _square(x: float, y: float, size: float, turned: float, fill: str, key: str) -> Box | Shape:
    """A square in the air; one that turns does so in steps, so that it is drawn once for each."""
    if turned in (0.0, 0.25):
        return Box(x - size / 2, y - size / 2, size, size, fill, size * 0.14, of="hopper", key=key)
    angle = 2 * pi * round(turned * 48) / 48
    r = size / 2**0.5
    corners = tuple(
        (r * cos(angle + pi / 4 + k * pi / 2), r * sin(angle + pi / 4 + k * pi / 2))
        for k in range(4)
    )
    return Shape(corners, fill, x=x, y=y, of="hopper", key=key)


def _fall(share: float) -> float:
    """A fall begins slowly."""
    return 0.4 * share + 0.6 * share * share


def _running(
    stage: StageView, row: Serpentine, lying: tuple[int, ...], p: Parameters
) -> list[Mark]:
    """Through wafers that are full into the one that is filled."""
    if held(stage, p) >= _flow(stage.scene, p)[0]:
        return []
    now = next((i for i, count in enumerate(lying) if count < EACH), len(lying) - 1)
    points: list[tuple[float, float]] = [row.entry]
    for i in range(now + 1):
        points += row.through(i) if i < now else row.through(i)[:1]
        points += row.links[i][1:-1] if i < now else ()
    width = 0.12 * row.size
    colour = mix(stage.kit.palette.weight, "#FFFFFF", 0.8)
    return [Ribbon(tuple(points), (width, width), colour, (0.55, 0.95), of="hopper", key="stream")]
