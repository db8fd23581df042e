"""The machine of a speed, small: cards, wafers, or an outline where nobody said which; and, where
its model's weights are drawn, which of them a token reads."""

from __future__ import annotations

from functools import lru_cache
from math import floor
from typing import Final

from viz.actors.speed_ruler.speed_ruler_places import Entry, Plan, columns_of
from viz.actors.speed_ruler.speed_streams import PAST, gone
from viz.stage.amounts import DONE, HERE, NEVER, NOTHING, NOW, flickers
from viz.stage.area import Area
from viz.stage.marks import Box, Disc, Glow, Line, Mark
from viz.stage.plot.small_machine import small_machine, weight_squares
from viz.stage.theme import mix
from viz.stage.view import StageView, chance, held

BEHIND: Final = 3  # squares of the token's trail


def draw(stage: StageView, made: Plan, one: Entry) -> list[Mark]:
    """The machine of a speed."""
    area = made.machine(one)
    if one.squares:
        return squares(stage, area, made.cell, one)
    light = 1.0 if one.new else PAST
    return list(small_machine(stage.kit, area, one.machine, one.chips, one.key, light))


def squares(stage: StageView, area: Area, cell: float, one: Entry) -> list[Mark]:
    """A wafer with a model's weights as squares, and the token on its way through those it reads.

    What is read is bright as the token meets it and dimmer behind it; the rest stays dark. A token
    so quick that states would flicker is on all of its way at once.
    """
    palette, key = stage.kit.palette, one.key
    columns = columns_of(one.squares)
    share, index = gone(stage.hw, one.value)
    rate = one.value * stage.pace
    still = flickers(rate)
    if still:
        index = held(stage.hw * one.value, rate)
    way = path(one, stage.scene.seed, index, columns)
    at = len(way) if still else share * len(way)
    cells = bytearray(
        bytes([NEVER]) * one.squares if one.read < one.squares else bytes([HERE]) * one.squares
    )
    for order, square in enumerate(way):
        now = order == floor(at) and not still
        cells[square] = NOW if now else HERE if still or order > at else DONE
    inner = area.inset(cell / 2)
    edge = mix(palette.silicon, palette.ground, 1.0 if one.new else PAST)
    marks: list[Mark] = [
        Box(*area, palette.panel, 6, edge, 2, key=f"{key}/wafer"),
        weight_squares(
            stage.kit,
            (inner.x, inner.y),
            columns,
            cell,
            _rows(cells, one, columns),
            key=f"{key}/squares",
            of="ruler.weights",
            ref=one.refs[1],
            alpha=1.0 if one.new else 0.6,
        ),
    ]
    if not way:
        return marks

    def middle(square: int) -> tuple[float, float]:
        row, column = divmod(square, columns)
        if one.apart and square >= one.always:
            row, column = divmod(square - one.always, columns)
            row += 2
        return inner.x + (column + 0.5) * cell, inner.y + (row + 0.5) * cell

    points = tuple(middle(square) for square in way)
    trail = palette.token
    if still:
        marks.append(Line(points, 2.5, trail, (), 0.75, of="ruler.way", key=f"{key}/way"))
        return marks
    head = min(len(points) - 1, floor(at))
    part = at - head
    (ax, ay), (bx, by) = points[head], points[min(head + 1, len(points) - 1)]
    x, y = ax + (bx - ax) * part, ay + (by - ay) * part
    tail = (*points[max(0, head - BEHIND) : head + 1], (x, y))
    marks += [
        Line(tail, 3.0, trail, (), 0.8, of="ruler.way", key=f"{key}/way"),
        Glow(x, y, 2.2 * cell, palette.token, 0.5, of="ruler.way", key=f"{key}/token/light"),
        Disc(
            x,
            y,
            0.5 * cell,
            palette.token,
            palette.token_edge,
            1.5,
            of="ruler.way",
            key=f"{key}/token",
        ),
    ]
    return marks


def path(one: Entry, seed: int, index: int, columns: int) -> tuple[int, ...]:
    """The squares that a token reads, in its order: to and fro through those that all read, then
    on through those that it chose."""
    return _path(one.squares, one.read, one.always, seed, index, columns)


@lru_cache(maxsize=64)
def _path(
    squares: int, read: int, always: int, seed: int, index: int, columns: int
) -> tuple[int, ...]:
    if read >= squares:
        found: list[int] = []
        for row in range(-(-squares // columns)):
            line = list(range(row * columns, min(squares, (row + 1) * columns)))
            found += line if row % 2 == 0 else line[::-1]
        return tuple(found)
    chosen = read - always
    rest = squares - always
    picked = []
    for i in range(chosen):
        start, end = always + i * rest // chosen, always + (i + 1) * rest // chosen
        picked.append(start + int(chance(seed, f"expert:{i}", index) * (end - start)))
    return (*range(always), *picked)


def _rows(cells: bytearray, one: Entry, columns: int) -> bytes:
    """The cells row by row, with the empty row under what all tokens read."""
    if not one.apart:
        return bytes(cells) + bytes([NOTHING]) * (-len(cells) % columns)
    first, rest = bytes(cells[: one.always]), bytes(cells[one.always :])
    first += bytes([NOTHING]) * (2 * columns - len(first))
    return first + rest + bytes([NOTHING]) * (-len(rest) % columns)
