"""Where the wafers of a pipeline stand, and the way of a token through them, with its times."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor
from typing import Final

from viz.physics.pipeline import Pipeline
from viz.stage.marks import Area, Points

ONE_ROW: Final = 8  # up to so many wafers stand in one row, and show lanes of layers
LANE: Final = 46.0  # the least height of a lane
UNDER: Final = 30.0  # room for the way back under a single row


@dataclass(frozen=True, slots=True)
class Spot:
    """A bend of the way: where, when (seconds after a pass enters), on which wafer."""

    x: float
    y: float
    at: float
    wafer: int


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """The picture's parts. `grid` is columns and rows of weights on a wafer. `slots` are places
    in the queue, the head first. `r` is the radius of a token, `reach` how long its tail is."""

    wafers: tuple[Area, ...]
    grid: tuple[int, int]
    links: tuple[Points, ...]
    back: Points
    way: tuple[Spot, ...]
    times: tuple[float, ...]
    slots: tuple[tuple[float, float], ...]
    slot: float
    r: float
    reach: float
    rows: int

    def wafer(self, since: float) -> int:
        """The wafer on which a token is, or from which it is on its way."""
        return self.way[min(max(bisect_right(self.times, since) - 1, 0), len(self.way) - 2)].wafer

    def where(self, since: float) -> tuple[float, float, Points]:
        """Where a token is `since` seconds after it entered, and the reach of its tail."""
        i = min(max(bisect_right(self.times, since) - 1, 0), len(self.way) - 2)
        a, b = self.way[i], self.way[i + 1]
        share = min(1.0, (since - a.at) / (b.at - a.at)) if b.at > a.at else 1.0
        x, y = a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share
        start = a
        while i and _straight(self.way[i - 1], a, b):
            i -= 1
            start = self.way[i]
            if abs(x - start.x) + abs(y - start.y) >= self.reach:
                break
        return x, y, _tail(x - start.x, y - start.y, self.reach)


def _straight(before: Spot, a: Spot, b: Spot) -> bool:
    """Whether the way goes on in the same direction at `a`."""
    return (before.y == a.y == b.y and (a.x - before.x) * (b.x - a.x) >= 0) or (
        before.x == a.x == b.x and (a.y - before.y) * (b.y - a.y) >= 0
    )


def _tail(dx: float, dy: float, reach: float) -> Points:
    """From the head back the way it came: no longer than that, in steps of an eighth."""
    gone = abs(dx) + abs(dy)
    long = reach * floor(min(1.0, gone / reach) * 8) / 8
    if abs(dx) >= abs(dy):
        return ((0.0, 0.0), (-long if dx > 0 else long, 0.0))
    return ((0.0, 0.0), (0.0, -long if dy > 0 else long))


@lru_cache(maxsize=64)
def places(pipe: Pipeline, box: Area, slot: float, across: int) -> Places:
    """The places of a pipeline in a box: the queue at its left, `across` slots wide."""
    x, y, w, h = box
    left = across * slot + 26
    field = (x + left, y, w - left, h)
    if pipe.wafers <= ONE_ROW:
        return _single(pipe, field, box, slot, across)
    return _several(pipe, field, box, slot, across)


def _several(pipe: Pipeline, field: Area, box: Area, slot: float, across: int) -> Places:
    """Rows that run to and fro, like an ox ploughs, an even number of them: the last one ends at
    the left, where the queue is."""
    x, y, w, h = field
    rows, per_row, size = _rows(pipe.wafers, w, h)
    pitch_x, pitch_y = w / per_row, h / rows
    wafers: list[Area] = []
    for i in range(pipe.wafers):
        row, column = divmod(i, per_row)
        column = column if row % 2 == 0 else per_row - 1 - column
        left = round(x + column * pitch_x + (pitch_x - size))
        wafers.append((left, round(y + row * pitch_y + (pitch_y - size) / 2), size, size))
    way: list[Spot] = []
    for i, (a, b) in enumerate(_starts(pipe)):
        forward = (i // per_row) % 2 == 0
        entry, leave = _ends(wafers[i], forward)
        middle = (wafers[i][0] + size / 2, wafers[i][1] + size / 2)
        from_above = i % per_row == 0 and i > 0
        downwards = i % per_row == per_row - 1 and i < pipe.wafers - 1
        if from_above:
            entry = (middle[0], wafers[i][1])
        if downwards:
            leave = (middle[0], wafers[i][1] + size)
        way.append(Spot(*entry, a, i))
        if from_above or downwards:
            way.append(Spot(*middle, (a + b) / 2, i))
        way.append(Spot(*leave, b, i))
    middle_y = y + pitch_y / 2
    slots = _slots(box[0], middle_y, slot, across, max(1, floor((h - pitch_y * 1.75) / slot) + 1))
    last = way[-1]
    turn = box[0] + slot / 2
    bottom = slots[0][1] + slot / 2 - 4  # behind the slots: to the first row, empty or not
    back = ((last.x - 3, last.y), (turn + 16, last.y), (turn, last.y - 16), (turn, bottom))
    return Places(
        wafers=tuple(wafers),
        grid=(7, 7) if size > 50 else (5, 5) if size > 34 else (4, 4),
        links=_links(way),
        back=back,
        way=tuple(way),
        times=tuple(spot.at for spot in way),
        slots=slots,
        slot=slot,
        r=max(8.0, min(13.5, size * 0.22)),
        reach=min(pitch_x * 0.95, 76.0),
        rows=rows,
    )


def _rows(count: int, w: float, h: float) -> tuple[int, int, int]:
    """How many rows, how many wafers in each, and their size: the largest that fits."""
    best = (2, ceil(count / 2), 0)
    for rows in range(2, 26, 2):
        per_row = ceil(count / rows)
        if per_row * (rows - 1) >= count:
            continue
        size = floor(min(w / per_row * 0.82, h / rows * 0.8))
        if size > best[2]:
            best = (rows, per_row, size)
    return best


def _ends(area: Area, forward: bool) -> tuple[tuple[float, float], tuple[float, float]]:
    x, y, w, h = area
    left, right = (x, y + h / 2), (x + w, y + h / 2)
    return (left, right) if forward else (right, left)


def _slots(
    x: float, y: float, slot: float, across: int, down: int
) -> tuple[tuple[float, float], ...]:
    """Places in the queue: the head at right beside the first wafer, then to the left, then to
    and fro below."""
    found = []
    for row in range(down):
        columns = range(across - 1, -1, -1) if row % 2 == 0 else range(across)
        found += [(x + column * slot + slot / 2, y + row * slot) for column in columns]
    return tuple(found)


def _starts(pipe: Pipeline) -> tuple[tuple[float, float], ...]:
    """When a pass enters and leaves each wafer: whole layers wherever there are enough."""
    bounds = [i * pipe.layers / pipe.wafers for i in range(pipe.wafers + 1)]
    if pipe.wafers <= pipe.layers:
        bounds = [float(round(bound)) for bound in bounds]
    return tuple(
        (bounds[i] * pipe.layer + i * pipe.hop, bounds[i + 1] * pipe.layer + i * pipe.hop)
        for i in range(pipe.wafers)
    )


def _links(way: list[Spot]) -> tuple[Points, ...]:
    """What is seen of the way from wafer to wafer."""
    return tuple(
        ((before.x, before.y), (after.x, after.y))
        for before, after in itertools.pairwise(way)
        if before.wafer != after.wafer
    )


def _lanes(area: Area, lanes: int, inset: float) -> list[tuple[float, float]]:
    """The way through one wafer: in at the top left, along each lane, out at the bottom right."""
    left, top, wide, tall = area
    ends = (left + inset, left + wide - inset)
    levels = [top + tall / lanes * (lane + 0.5) for lane in range(lanes)]
    bends = [(left, levels[0])]
    for lane, level in enumerate(levels):
        first, last = ends if lane % 2 == 0 else ends[::-1]
        bends += [(first, level), (last, level)]
    return [*bends, (left + wide, levels[-1])]


def _single(pipe: Pipeline, field: Area, box: Area, slot: float, across: int) -> Places:
    """A few wafers in one row, each with lanes of layers that a token goes along."""
    x, y, w, h = field
    count, h = pipe.wafers, h - UNDER
    pitch = w / count
    size = min(pitch * 0.86 if count > 1 else pitch * 0.7, h * 1.6)
    tall = min(h, size * 1.25)
    top = y + (h - tall) / 2
    lanes = max(1, floor(tall / LANE))
    lanes -= 1 - lanes % 2  # an odd number: in at the left, out at the right
    wafers = tuple(
        (x + i * pitch + (pitch - size) / (1 if count > 1 else 2), top, size, tall)
        for i in range(count)
    )
    way: list[Spot] = []
    inset = min(26.0, size * 0.1)
    for i, (a, b) in enumerate(_starts(pipe)):
        left, _, wide, _ = wafers[i]
        bends = _lanes((left, top, wide, tall), lanes, inset)
        if i % 2:  # upwards
            bends = [(px, 2 * top + tall - py) for px, py in bends]
        length = [0.0]
        for (px, py), (qx, qy) in itertools.pairwise(bends):
            length.append(length[-1] + abs(qx - px) + abs(qy - py))
        way += [
            Spot(px, py, a + (b - a) * gone / length[-1], i)
            for (px, py), gone in zip(bends, length, strict=True)
        ]
    down = max(1, floor((h * 0.8) / slot))
    slots = _slots(box[0], way[0].y, slot, across, down)
    last = way[-1]
    base, turn = y + h + UNDER * 0.55, box[0] + slot / 2
    foot = slots[0][1] + slot / 2 - 4
    back = (
        (last.x + 3, last.y),
        (last.x + 14, last.y + 12),
        (last.x + 14, base - 12),
        (last.x + 2, base),
        (turn + 14, base),
        (turn, base - 14),
        (turn, foot),
    )
    return Places(
        wafers=wafers,
        grid=(max(4, round(size / 17)), max(4, lanes * 2)),
        links=_links(way),
        back=back,
        way=tuple(way),
        times=tuple(spot.at for spot in way),
        slots=slots,
        slot=slot,
        r=13.0,
        reach=64.0,
        rows=1,
    )
