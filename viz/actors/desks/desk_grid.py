"""Memory, the trip of the weights over the bus, and the desks that it serves."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor
from typing import Final

from viz.actors.desks.desk_layout import LANES, Places
from viz.stage import user_shapes
from viz.stage.marks import COUNT, Area, Box, Dots, Glow, Line, Mark, Marks, Points
from viz.stage.number_text import round_size
from viz.stage.style import dimmed
from viz.stage.theme import mix
from viz.stage.view import FRAME, Fixed, MachineView, fade, held

MOST_DESKS: Final = 256
PITCH: Final = 18.0


def draw(view: MachineView, place: Places) -> Marks:
    """The picture of a batch."""
    kit, focus = view.kit, view.fixed.focus
    trip, desks = focus.level("desks.trip"), focus.level("desks.users")
    return (
        *_memory(view.fixed, place, trip),
        *dimmed(_bus(view, place), trip, kit.palette),
        *_desks(view.fixed, place, desks),
    )


def users_a_desk(batch: int) -> int:
    """Users that one desk stands for: one, while there is room."""
    several = 1
    while batch / several > MOST_DESKS:
        several *= 2
    return several


@lru_cache(maxsize=64)
def _memory(view: Fixed, place: Places, level: float) -> Marks:
    palette = view.kit.palette
    x, y, w, h = place.memory
    columns, rows = max(2, floor((w - 18) / 20)), max(2, floor((h - 18) / 20))
    pitch_x, pitch_y = (w - 24) / columns, (h - 24) / rows
    size = min(pitch_x, pitch_y) * 0.68
    stock = mix(palette.weight, palette.chip, 0.7)
    marks = (
        Box(x, y, w, h, palette.chip, 9, palette.edge, 2, ref=f"{view.side}.weights"),
        Dots(
            x + 12 + (pitch_x - size) / 2,
            y + 12 + (pitch_y - size) / 2,
            columns,
            rows,
            pitch_x,
            pitch_y,
            size,
            stock,
        ),
    )
    return dimmed(marks, level, palette)


def _bus(view: MachineView, place: Places) -> Marks:
    """Squares on their way; past a quarter of a square's pitch a frame, a steady stream."""
    kit, palette, run = view.kit, view.kit.palette, view.run
    x, y, w, h = place.bus
    of = f"{view.side}.bytes_moved"
    square = _square_bytes(view.fixed)
    pitch = min(PITCH, (h - 10) / LANES)
    size = pitch * 0.76
    rate = run.bytes_per_step / run.step.seconds * view.pace / square / LANES
    streaming = fade(rate * FRAME, 0.25, 0.5)
    mean = run.bytes_before + run.bytes_per_step * (view.steps - run.steps_before)
    layer = view.step_screen_seconds / run.step.layers
    exact = fade(layer, 0.33, 0.66) if view.pace > 0 else 1.0
    moved = view.doing.bytes_moved * exact + mean * (1 - exact)
    phase = moved / square / LANES % 1.0 * pitch
    lit = view.fixed.focus.lit("desks.trip")
    marks: list[Mark] = []
    if lit > 0:
        marks.append(Glow(x + w / 2, y + h / 2, w * 0.55, palette.weight, 0.3 * lit))
    ref = f"{view.side}.reading"
    marks.append(Box(x, y, w, h, palette.channel, 4, palette.edge, 1.5, ref=ref))
    top = y + (h - (LANES - 1) * pitch - size) / 2
    if streaming < 1:
        marks.append(
            Dots(
                round((x - pitch + phase) * 32) / 32,
                top,
                ceil(w / pitch) + 2,
                LANES,
                pitch,
                pitch,
                size,
                palette.weight,
                clip=(x + 2, y, w - 4, h),
                alpha=1 - streaming,
                of=of,
            )
        )
    if streaming > 0:
        tall = (LANES - 1) * pitch + size
        marks.append(Box(x + 2, top, w - 4, tall, palette.weight, 2, alpha=streaming, of=of))
    sizes = kit.layout.sizes
    trip = held(view.steps, 1 / view.step_screen_seconds) + 1
    trip *= _stride(1 / view.step_screen_seconds)
    text = kit.word("desks_trip", number=f"{trip:,}")
    size = sizes.numeral * 0.94 if kit.layout.form != "tall" else sizes.label
    marks.append(
        kit.label(
            text,
            x + w / 2,
            y - size * 0.5,
            size,
            palette.weight_text,
            weight=700,
            anchor="middle",
            room=w + 20,
            of=f"{view.side}.step",
            ref=COUNT,
        )
    )
    return tuple(marks)


def _stride(per_second: float) -> int:
    """By how much a counter steps that changes at most 2.5 times a second; a power of two."""
    stride = 1
    while per_second / stride > 2.5:
        stride *= 2
    return stride


def _square_bytes(view: Fixed) -> float:
    """Bytes of one square: a round size, the same for the whole show."""
    return round_size(view.first.bytes_per_step / LANES / 1e9 / 36) * 1e9


@lru_cache(maxsize=64)
def _desks(view: Fixed, place: Places, level: float) -> Marks:
    """Desks in rows, and the lines that feed them from the bus."""
    palette = view.kit.palette
    x, y, w, h = place.desks
    batch = round(view.step.batch)
    count = ceil(batch / users_a_desk(batch))
    fan = min(86.0, w * 0.19)
    field = (x + fan, y + 12, w - fan - 14, h - 24)
    across, down = _grid(count, field)
    pitch_x, pitch_y = field[2] / across, field[3] / down
    desk_w, desk_h = min(pitch_x * 0.8, 74.0), min(pitch_y * 0.78, 52.0)
    r = min(desk_w, desk_h) * 0.36
    lines: list[Mark] = []
    marks: list[Mark] = []
    table = mix(palette.computing, palette.chip, 0.2)
    middle = place.bus[1] + place.bus[3] / 2
    for row in range(down):
        level_y = field[1] + (row + 0.5) * pitch_y
        last = min(count - row * across, across)
        end = field[0] + (last - 0.5) * pitch_x
        feed = (*_bend((x, middle), (x + fan * 0.72, level_y)), (end, level_y))
        lines.append(Line(feed, 2.0, palette.weight, alpha=0.75, of="desks.users"))
        for column in range(last):
            user = row * across + column
            left = round(field[0] + (column + 0.5) * pitch_x - desk_w / 2)
            top = round(level_y - desk_h / 2)
            marks.append(
                Box(
                    left,
                    top,
                    round(desk_w),
                    round(desk_h),
                    table,
                    5,
                    palette.computing,
                    1.5,
                    of="desks.users",
                )
            )
            spot = (left + round(desk_w) / 2, top + round(desk_h) / 2)
            marks.append(user_shapes.token(user, *spot, r, palette, "desks.users"))
    board = Box(x, y, w, h, palette.chip, 9, palette.silicon, 2, ref=f"{view.side}.computing")
    return dimmed((board, *lines, *marks), level, palette)


def _grid(count: int, field: Area) -> tuple[int, int]:
    """Columns and rows: the largest desks, one and a half times as wide as high."""
    best, largest = (count, 1), 0.0
    for down in range(1, 33):
        across = ceil(count / down)
        if across * (down - 1) >= count:
            continue
        size = min(field[2] / across, field[3] / down * 1.45)
        if size > largest * 1.001:
            best, largest = (across, down), size
    return best


def _bend(start: tuple[float, float], end: tuple[float, float]) -> Points:
    """An S from one point to another, flat at both ends."""
    points = []
    for i in range(13):
        t = i / 12
        ease = t * t * (3 - 2 * t)
        points.append((start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * ease))
    return tuple(points)
