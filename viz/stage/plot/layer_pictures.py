"""What happens in one layer, as pictures: a start, a meeting, and a layer on a wafer's mesh.

Each is drawn into any area, large or as the small sign inside a bar, at a share of its time. How
the time is divided inside is a schematic: nobody has published it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, floor, sin, tau
from typing import Final

from viz.stage.amounts import DONE, HERE, NOW, shades
from viz.stage.area import Area
from viz.stage.marks import Arc, Box, Disc, Field, Glow, Line, Mark, Marks, Points, Ribbon, Shade
from viz.stage.marks import Shape as Polygon
from viz.stage.style import Kit
from viz.stage.theme import Palette, mix

LARGE: Final = (0.2, 0.16, 0.64)  # shares of host, way and die in the picture of a start
SIGN: Final = (0.24, 0.26, 0.5)  # and in the sign of it
SET_OFF: Final = 0.12  # of a meeting: the first partial sum sets off
ARRIVE: Final = 0.9  # the last one is there
FLIGHT: Final = 0.3  # how long each is on its way
LAG: Final = 2.2  # columns that the front of a row is behind that of the row above it
LEAD: Final = 10.0  # columns of the front's way for which values spread before it sets out
TAIL: Final = 6.0  # ... and in which the last sums come to rest
WORKING: Final = 3  # columns at work in a row at once
SPREAD: Final = 0.3  # of a layer: until then spreading is told, then multiplying ...
GATHER: Final = 0.66  # ... then gathering


def host_of(area: Area, *, small: bool = True) -> Area:
    """Where the host stands in the picture of a start."""
    host = area.columns(*(SIGN if small else LARGE))[0]
    side = min(host.w, host.h * 0.62)
    return Area(host.cx - side / 2, area.cy - side / 2, side, side)


def start(
    kit: Kit,
    area: Area,
    share: float,
    key: str,
    of: str,
    *,
    reading: bool = False,
    small: bool = False,
) -> Marks:
    """A call from the host to the cores; `share` of its way is done, and `reading` follows it.

    Until it arrives all cores are empty-handed, and no weight leaves the memory. `small`: the sign of
    it inside a bar, without the memory.
    """
    palette = kit.palette
    _, wire, die = area.columns(*(SIGN if small else LARGE))
    box = host_of(area, small=small)
    side = box.h
    ink = palette.muted
    pins = [
        Line(
            ((box.x + box.w * i / 5, y), (box.x + box.w * i / 5, y + d * side * 0.09)),
            1.5,
            ink,
            key=f"{key}/pin:{n}:{i}",
        )
        for n, (y, d) in enumerate(((box.y, -1), (box.bottom, 1)))
        for i in range(1, 5)
    ]
    marks: list[Mark] = [
        *([] if small else pins),
        Box(*box, palette.chip, side * 0.1, ink, 2, key=f"{key}/host"),
    ]
    marks += _cores(kit, die, key, of, small=small, reading=reading)
    ends = (box.right, die.x if not small else die.x + 0.04 * die.w)
    way = ((ends[0], area.cy), (ends[1], area.cy))
    marks.append(Line(way, 1.5, ink, (6, 6), 0.8, key=f"{key}/way"))
    if 0.0 <= share < 1.0:
        x = ends[0] + (ends[1] - ends[0]) * share
        r = min(0.03 * area.h, 0.06 * wire.w) + 0.01 * area.h
        back = max(ends[0], x - 0.5 * wire.w)
        marks += [
            Ribbon(
                ((x, area.cy), (back, area.cy)),
                (r * 1.2, r / 4),
                palette.ink,
                (0.9, 0.0),
                of=of,
                key=f"{key}/tail",
            ),
            Glow(x, area.cy, r * 4.5, palette.ink, 0.35, of, f"{key}/light"),
            Disc(x, area.cy, r, palette.ink, of=of, key=f"{key}/pulse"),
        ]
    return tuple(marks)


def _cores(kit: Kit, die: Area, key: str, of: str, *, small: bool, reading: bool) -> list[Mark]:
    """A die between its memories: weights at home, and cores with empty or with full hands."""
    palette = kit.palette
    empty = Shade("", palette.weight, 1.6)
    hands = (empty, Shade(mix(palette.weight, palette.ink, 0.7)))
    marks: list[Mark] = []
    columns, rows = (5, 6) if not small else (5, 4)
    room = die.inset(0.04 * die.w, 0.07 * die.h)
    if not small:
        marks.append(Box(*die, palette.panel, 8, palette.edge, 2, key=f"{key}/die"))
        left, one, cores, other, right = room.columns(0.17, 0.09, 0.48, 0.09, 0.17)
        stacks = (*left.rows(1, 1, 1, gap=0.06 * room.h), *right.rows(1, 1, 1, gap=0.06 * room.h))
        buses = (*one.rows(1, 1, 1, gap=0.06 * room.h), *other.rows(1, 1, 1, gap=0.06 * room.h))
        for i, (stack, bus) in enumerate(zip(stacks, buses, strict=True)):
            path = bus.inset(0, 0.3 * bus.h)
            full = palette.weight if reading else palette.channel
            marks.append(Box(*path, full, 0, alpha=0.85, of=of, key=f"{key}/bus:{i}"))
            marks.append(Box(*stack, palette.chip, 4, palette.edge, 1.5, key=f"{key}/stack:{i}"))
            pitch = min(stack.w / 3.4, stack.h / 3.4)
            marks.append(
                Field(
                    stack.cx - 1.5 * pitch + 0.1 * pitch,
                    stack.cy - 1.5 * pitch + 0.1 * pitch,
                    3,
                    3,
                    pitch,
                    pitch,
                    0.8 * pitch,
                    bytes([HERE]) * 9,
                    shades(palette, palette.weight),
                    2,
                    of=of,
                    key=f"{key}/weights:{i}",
                )
            )
        room = cores.inset(0.05 * cores.w, 0.0)
    else:
        room = die.inset(0.06 * die.w, 0.1 * die.h)
    pitch = min(room.w / columns, room.h / rows)
    at = room.fit(columns / rows)
    back = (Shade(palette.core), Shade(palette.computing))
    cells = bytes([1 if reading else 0]) * (columns * rows)
    outer, inner = pitch * 0.78, pitch * 0.4
    for name, size, look in (("core", outer, back), ("hand", inner, hands)):
        gap = (pitch - size) / 2
        marks.append(
            Field(
                at.x + gap,
                at.y + gap,
                columns,
                rows,
                pitch,
                pitch,
                size,
                cells,
                look,
                size * 0.14,
                of=of,
                key=f"{key}/{name}s",
            )
        )
    return marks


def meeting(
    kit: Kit,
    area: Area,
    share: float,
    key: str,
    of: str,
    *,
    chips: int,
    busy: bool = False,
    small: bool = False,
) -> Marks:
    """Partial sums meet: each chip sends its part along its link, and the parts fill one disc.

    All wait for the last. `busy`: the chips still work on their parts, and nothing is sent.
    `small`: the sign of it inside a bar, without the chips.
    """
    palette = kit.palette
    r = min(0.4 * area.h, 0.25 * area.w) * (1.0 if small else 0.78)
    middle = (area.cx, area.cy)
    cards = () if small else _cards(area, chips)
    marks: list[Mark] = []
    for i, card in enumerate(cards):
        edge = palette.computing if busy else palette.link
        fill = mix(palette.computing, palette.ground, 0.45) if busy else palette.chip
        marks.append(Box(*card, fill, 8, edge, 2, of=of, key=f"{key}/card:{i}"))
        way = _way(card, middle, r)
        marks.append(Line(way, 2, palette.link, (8, 7), 0.85, key=f"{key}/link:{i}"))
    if small:
        for i in range(chips):
            turn = (i + 0.5) / chips
            ray = (_on(middle, r * 1.15, turn), _on(middle, r * 1.5, turn))
            marks.append(Line(ray, 2, palette.link, (6, 5), 0.85, key=f"{key}/link:{i}"))
    done = share >= ARRIVE and not busy
    marks.append(Glow(*middle, r * 1.9, palette.token, 0.4 if done else 0.12, of, f"{key}/light"))
    order = _order(chips)
    for i in range(chips):
        arrives = SET_OFF + FLIGHT + (ARRIVE - SET_OFF - FLIGHT) * order[i] / max(1, chips - 1)
        flown = (share - arrives + FLIGHT) / FLIGHT + 1e-9
        flown = 0.0 if busy else min(1.0, max(0.0, flown))
        marks += _part(kit, middle, r, i, chips, flown, key, of, cards)
    return tuple(marks)


def _part(
    kit: Kit,
    middle: tuple[float, float],
    r: float,
    i: int,
    chips: int,
    flown: float,
    key: str,
    of: str,
    cards: tuple[Area, ...],
) -> list[Mark]:
    """One partial sum: an empty place in the disc, and the part at home, on its way, or there."""
    palette = kit.palette
    wedge = _wedge(r, i, chips)
    x, y = _on(middle, r * 0.05, (i + 0.5) / chips)
    marks: list[Mark] = []
    if flown < 1.0:
        empty = (*((x + a, y + b) for a, b in wedge), (x + wedge[0][0], y + wedge[0][1]))
        marks.append(Line(empty, 1.6, palette.token, (), 0.75, of, f"{key}/place:{i}"))
    else:
        marks.append(Polygon(wedge, palette.token, of=of, x=x, y=y, key=f"{key}/part:{i}"))
        return marks
    if cards:
        way = _way(cards[i], middle, r)
        at = _along((*way, (x, y)), flown)
        home = cards[i].h * 0.3 / r  # at home a part is as small as its card
        size = home + (1.0 - home) * flown
        light = mix(palette.token, palette.ink, 0.55) if flown > 0 else palette.token
        turned = tuple((a * size, b * size) for a, b in _centred(wedge))
        mid = _middle(wedge)
        px, py = at[0] + mid[0] * flown, at[1] + mid[1] * flown
        if not flown > 0.0:
            px, py = cards[i].cx, cards[i].cy
        if flown > 0.0:
            tail = _along((*way, (x, y)), max(0.0, flown - 0.22))
            marks.append(
                Ribbon(
                    ((px, py), tail),
                    (cards[i].h * 0.3, 1.0),
                    light,
                    (0.7, 0.0),
                    of=of,
                    key=f"{key}/tail:{i}",
                )
            )
        marks.append(Polygon(turned, light, of=of, x=px, y=py, key=f"{key}/part:{i}"))
        return marks
    far = r * (0.55 * (1.0 - flown))
    dx, dy = _on((0.0, 0.0), far, (i + 0.5) / chips)
    light = mix(palette.token, palette.ink, 0.55)
    marks.append(Polygon(wedge, light, of=of, x=x + dx, y=y + dy, key=f"{key}/part:{i}"))
    return marks


@lru_cache(maxsize=64)
def _cards(area: Area, chips: int) -> tuple[Area, ...]:
    """Half of the chips stand at each side, in the order of the disc's parts: clockwise."""
    right = chips // 2 + chips % 2
    left = chips - right
    columns = area.columns(0.14, 0.72, 0.14)
    gap = 0.05 * area.h
    found: list[Area] = []
    for column, count in ((columns[2], right), (columns[0], left)):
        if count:
            cells = column.rows(*([1.0] * max(4, count)), gap=gap)
            first = (len(cells) - count) // 2
            chosen = cells[first : first + count]
            found += chosen if column is columns[2] else chosen[::-1]
    return tuple(found)


def _way(card: Area, middle: tuple[float, float], r: float) -> Points:
    """A link, from the edge of a chip in a curve towards the disc."""
    from_left = card.cx < middle[0]
    x0 = card.right if from_left else card.x
    d = 1.0 if from_left else -1.0
    x1 = middle[0] - d * r * 1.25
    y0, y1 = card.cy, middle[1] + (card.cy - middle[1]) * 0.3
    points = []
    for n in range(13):
        u = n / 12
        bend = u * u * (3 - 2 * u)
        points.append((x0 + (x1 - x0) * u, y0 + (y1 - y0) * bend))
    return tuple(points)


def _along(points: Points, share: float) -> tuple[float, float]:
    at = min(max(share, 0.0), 1.0) * (len(points) - 1)
    n = min(floor(at), len(points) - 2)
    (ax, ay), (bx, by) = points[n], points[n + 1]
    return ax + (bx - ax) * (at - n), ay + (by - ay) * (at - n)


def _on(middle: tuple[float, float], r: float, turn: float) -> tuple[float, float]:
    """The point at a distance from the middle, at turns clockwise from the top."""
    return middle[0] + r * sin(tau * turn), middle[1] - r * cos(tau * turn)


@lru_cache(maxsize=128)
def _wedge(r: float, i: int, chips: int) -> Points:
    """A part of a disc, from its tip."""
    steps = max(4, 64 // chips)
    gap = 0.012
    first, last = i / chips + gap / 2, (i + 1) / chips - gap / 2
    arc = (_on((0.0, 0.0), r, first + (last - first) * n / steps) for n in range(steps + 1))
    return ((0.0, 0.0), *arc)


def _middle(points: Points) -> tuple[float, float]:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _centred(points: Points) -> Points:
    x, y = _middle(points)
    return tuple((a - x, b - y) for a, b in points)


@lru_cache(maxsize=16)
def _order(chips: int) -> tuple[int, ...]:
    """In which order the parts arrive: not one round the disc, always the same."""
    step = next(s for s in (3, 5, 7, 1) if chips % s or s == 1)
    return tuple(i * step % chips for i in range(chips))


@dataclass(frozen=True, slots=True)
class Mesh:
    """A sample of the cores that work on one layer, and where the front is in them: `way` is
    counted in columns of the first row, below 0 before it has set out."""

    columns: int
    rows: int
    way: float

    def worked(self, column: int, row: int) -> float:
        """How far the front is beyond a core; below 0 where it has not come."""
        return self.way - column - LAG * row

    def arrived(self, column: int, row: int) -> bool:
        """Whether the value has come down to a core: values spread ahead of the front."""
        first = 0.5 * column - LEAD
        last = column + LAG * (self.rows - 1) - 1.5
        return self.way > first + (last - first) * (row + 0.5) / self.rows

    def front(self, row: int) -> float:
        """How many columns of a row have been worked."""
        return min(float(self.columns), max(0.0, self.way - LAG * row))


def mesh_at(columns: int, rows: int, share: float) -> Mesh:
    """The sample at a share of the time in which values spread, cores multiply, sums gather."""
    long = LEAD + columns - 1 + LAG * (rows - 1) + TAIL
    return Mesh(columns, rows, share * long - LEAD)


def mesh(
    kit: Kit,
    area: Area,
    share: float,
    key: str,
    of: str,
    *,
    grid: tuple[int, int],
    reading: bool = False,
    smear: float = 0.0,
) -> Marks:
    """One layer on a wafer. Values come down from above, cores multiply with the weight that lies
    in them, and each row's sum grows to the right; `reading`: all weights are read, in place.

    `smear` is the share of the time that passes from picture to picture of a film: the front is
    drawn as wide as it moves in that.
    """
    palette = kit.palette
    columns, rows = grid
    now = mesh_at(columns, rows, 0.0 if reading else share)
    wide = max(WORKING, round(smear * (LEAD + columns + LAG * rows + TAIL)))
    field, ends = area.columns(columns + 0.4, 1.3)
    pitch_x, pitch_y = field.w / columns, field.h / (rows + 0.55)
    top = field.y + 0.55 * pitch_y
    size = min(pitch_x * 0.82, pitch_y * 0.62)
    left = field.x + (pitch_x - size) / 2
    marks: list[Mark] = [*_spreading(palette, now, field, pitch_x, pitch_y, key, of)]
    marks += _cells(palette, now, (left, top, pitch_x, pitch_y, size), key, of, wide, reading)
    for row in range(rows):
        y = top + row * pitch_y + size + 0.5 * (pitch_y - size)
        marks += _sum(palette, now, row, (field.x, y), (pitch_x, pitch_y), ends.cx, key, of, wide)
    return tuple(marks)


def _spreading(
    palette: Palette, now: Mesh, field: Area, pitch_x: float, pitch_y: float, key: str, of: str
) -> list[Mark]:
    """The lines by which values come: along the top, then down each column."""
    faint = mix(palette.token, palette.panel, 0.22)
    y = field.y + 0.2 * pitch_y
    reach = min(now.columns - 0.5, max(0.0, 2 * (now.way + LEAD)))
    marks: list[Mark] = [
        Line(((field.x, y), (field.right, y)), 2, faint, key=f"{key}/trunk"),
        Line(
            ((field.x, y), (field.x + reach * pitch_x, y)),
            3,
            palette.token,
            (),
            0.75,
            of=of,
            key=f"{key}/spread",
        ),
    ]
    done = now.way >= now.columns + LAG * (now.rows - 1)
    for column in range(now.columns):
        x = field.x + (column + 0.5) * pitch_x + 0.24 * pitch_x
        deep = sum(now.arrived(column, row) for row in range(now.rows))
        marks.append(Line(((x, y), (x, field.bottom)), 1.5, faint, key=f"{key}/down:{column}"))
        if deep:
            end = y + (0.45 + (deep - 0.5)) * pitch_y
            light = 0.25 if done else 0.7
            marks.append(
                Line(((x, y), (x, end)), 2.5, palette.token, (), light, of, f"{key}/fall:{column}")
            )
    return marks


def _cells(
    palette: Palette,
    now: Mesh,
    at: tuple[float, float, float, float, float],
    key: str,
    of: str,
    wide: int,
    reading: bool,
) -> list[Mark]:
    """Cores, the weight in each, and its value: none yet, waiting, or being multiplied."""
    left, top, pitch_x, pitch_y, size = at
    cores, weights, values = bytearray(), bytearray(), bytearray()
    for row in range(now.rows):
        for column in range(now.columns):
            beyond = now.worked(column, row)
            works = 0.0 < beyond <= wide
            cores.append(1 if works else 0)
            weights.append(NOW if works or reading else DONE if beyond > 0 else HERE)
            here = now.arrived(column, row)
            values.append(0 if reading or beyond > wide else 3 if works else 2 if here else 1)
    edge = mix(palette.computing, palette.ink, 0.6)
    looks = (
        (
            "cores",
            bytes(cores),
            size,
            0.0,
            0.0,
            (Shade(palette.chip, palette.edge, 1), Shade(palette.computing, edge, 1.5)),
            size * 0.14,
        ),
        (
            "weights",
            bytes(weights),
            size * 0.42,
            0.1 * size,
            0.29 * size,
            shades(palette, palette.weight),
            size * 0.04,
        ),
        (
            "values",
            bytes(values),
            size * 0.3,
            0.6 * size,
            0.35 * size,
            (
                Shade(),
                Shade("", palette.token, 1.6),
                Shade(palette.token),
                Shade(mix(palette.token, "#FFFFFF", 0.25), palette.token_edge, 1),
            ),
            size,
        ),
    )
    return [
        Field(
            left + dx,
            top + dy,
            now.columns,
            now.rows,
            pitch_x,
            pitch_y,
            wide_of,
            cells,
            look,
            r,
            of=of,
            key=f"{key}/{name}",
        )
        for name, cells, wide_of, dx, dy, look, r in looks
    ]


def _sum(
    palette: Palette,
    now: Mesh,
    row: int,
    origin: tuple[float, float],
    pitch: tuple[float, float],
    end: float,
    key: str,
    of: str,
    wide: int,
) -> list[Mark]:
    """A row's sum: it fills as cores add to it, and comes to rest at the right, where all meet."""
    x, y = origin
    pitch_x, pitch_y = pitch
    r = 0.19 * min(pitch_x * 1.2, pitch_y)
    after = now.way - LAG * row - now.columns  # columns beyond the last core
    home = min(1.0, max(0.0, after / 2.0))
    share = now.front(row) / now.columns
    rest = (end, y)
    marks: list[Mark] = [
        Disc(*rest, r * 1.25, palette.ground, palette.token, 2, key=f"{key}/place:{row}")
    ]
    if share <= 0.0:
        return marks
    at = x + now.front(row) * pitch_x
    at += (end - at) * home
    marks.append(Line(((x, y), (at, y)), 2.5, palette.token, (), 0.6, of, f"{key}/line:{row}"))
    if home >= 1.0:
        marks.append(Disc(*rest, r * 1.25, palette.token, of=of, key=f"{key}/sum:{row}"))
        return marks
    if wide > WORKING:  # too fast to be followed: its line is its streak
        return marks
    marks.append(Disc(at, y, r, palette.ground, palette.token, 2, of=of, key=f"{key}/ring:{row}"))
    marks.append(Arc(at, y, r / 2, r, 0.0, share, palette.token, of=of, key=f"{key}/sum:{row}"))
    return marks


def told(share: float) -> str:
    """Which of its three moments a layer on the mesh is in: "spread", "multiply", "gather"."""
    return "spread" if share < SPREAD else "multiply" if share < GATHER else "gather"
