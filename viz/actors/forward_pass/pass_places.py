"""Where one token's way stands in the world: the chat, in its last token the vector, beside it a corner
of a grid of weights, around them the layers as leaves of a book, and the wall of all weights."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, pi, sqrt
from typing import Final

from viz.physics.equations import parameters_read
from viz.scene.types import Scene
from viz.stage.amounts import grid, whole
from viz.stage.area import Area
from viz.stage.style import Kit
from viz.stage.text_metrics import width

LEADING: Final = 1.72  # of the type's size, from line to line: a row of tokens lies between
DISC: Final = 0.115  # radius of a token, of the type's size
STACKED: Final = 1.1  # width over height: below it one thing stands above the other
Point = tuple[float, float]
CLOSE: Final = 0.02  # of the way apart
DEEP: Final = 3.2  # how much larger the book is than the vector
COLUMNS: Final = ((2.0, 26), (1.5, 20), (STACKED, 16), (0.0, 12))  # of a grid, by width over height
BEYOND: Final = 0.6  # of the world's height, between the chat and the wall


@dataclass(frozen=True, slots=True)
class Counts:
    """What is counted, from the model's entry: values of the vector, layers, weights of a layer, of a
    list of words and all that one word reads; bytes that are held, and those of a square."""

    hidden: int
    layers: int
    layer: float
    table: float
    read: float
    held: float
    vector: float
    square: float
    unread: int  # squares of which one word reads a single line

    @property
    def squares(self) -> int:
        """How many squares all weights are."""
        return whole(self.held, self.square)


@lru_cache(maxsize=64)
def counts_of(scene: Scene) -> Counts | None:
    """The counts of a scene's model; None where it has none."""
    model = scene.model
    if model is None:
        return None
    table = model.vocabulary.value * model.hidden.value
    read = float(parameters_read(model, 1))
    held = model.parameters.value * scene.bits / 8
    square = scene.square or 1e8
    layers = round(model.layers.value)
    return Counts(
        round(model.hidden.value),
        layers,
        (model.parameters.value - table * (1 if model.tied else 2)) / layers,
        table,
        read,
        held,
        model.hidden.value * 2,
        square,
        round((model.parameters.value - read) * scene.bits / 8 / square),
    )


@dataclass(frozen=True, slots=True)
class Token:
    """One token of a text: its letters, where they begin on which baseline, and its circle."""

    text: str
    x: float
    y: float
    disc: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Lines:
    """A text in lines, with a circle below each token."""

    size: float
    tokens: tuple[Token, ...]
    widths: tuple[float, ...]

    def slot(self, index: int) -> Area:
        """The place of a token that is still to come."""
        token = self.tokens[index]
        wide, stop = self.widths[index] + 0.2 * self.size, 0.5 * self.size
        wide = max(wide, (1.3 if self.widths[index] > stop else 0.6) * self.size)
        return Area(token.x + 0.05 * self.size, token.y - 0.9 * self.size, wide, 1.16 * self.size)


@dataclass(frozen=True, slots=True)
class Corner:
    """A corner of a grid of weights: rows are worked off from the top; each leaves one value."""

    area: Area
    columns: int
    rows: int
    pitch: float
    out: float  # where the values stand that rows leave

    def row(self, row: float) -> float:
        """The middle of a row, from 0."""
        return self.area.y + (row + 0.5) * self.pitch

    def column(self, column: float) -> float:
        """The middle of a column, from 0."""
        return self.area.x + (column + 0.5) * self.pitch


@dataclass(frozen=True, slots=True)
class Book:
    """Layers as leaves: each is the first one, moved by `step` times its number."""

    area: Area
    first: Point
    u: Point  # one edge of a leaf, and the other
    v: Point
    step: Point  # from a leaf to the next
    before: Point  # between the leaves that are done and the one at work
    after: Point  # between that one and those to come
    sides: tuple[tuple[Point, Point], tuple[Point, Point]]  # edges at which leaves below are seen
    slot: Area
    count: int
    rises: bool  # the last leaf lies in front, at the top; else the first one

    def corner(self, leaf: int, at: float) -> Point:
        """The first corner of a leaf (from 0) as the token stands at layer `at` (from 0)."""
        away = apart(leaf + 0.5 - at)
        low, high = 1 + min(away, 0.0), max(away, 0.0)
        return (
            self.first[0] + leaf * self.step[0] + low * self.before[0] + high * self.after[0],
            self.first[1] + leaf * self.step[1] + low * self.before[1] + high * self.after[1],
        )

    def token(self, at: float) -> Point:
        """Where the token is, in the middle of the leaf at work."""
        return (
            self.first[0]
            + (at - 0.5) * self.step[0]
            + self.before[0]
            + (self.u[0] + self.v[0]) / 2,
            self.first[1]
            + (at - 0.5) * self.step[1]
            + self.before[1]
            + (self.u[1] + self.v[1]) / 2,
        )

    def covered(self, leaf: int, at: float) -> bool:
        """Whether the leaf in front lies so close that only the edges of this one are seen."""
        front = leaf + 1 if self.rises else leaf - 1
        if not 0 <= front < self.count:
            return False
        return abs(apart(leaf + 0.5 - at) - apart(front + 0.5 - at)) < CLOSE


def apart(leaves: float) -> float:
    """How far a leaf has moved away from the token, -1 to 1, by how many leaves lie between."""
    near = leaves / 1.6
    return max(-1.0, min(1.0, near * (1.5 - 0.5 * near * near) if abs(near) < 1 else near))


@dataclass(frozen=True, slots=True)
class Wall:
    """All weights as squares, worked off column by column, and the line that is written."""

    area: Area
    bubble: Area
    line: Lines
    cells: Area
    columns: int
    rows: int
    pitch: float
    lens: Area


@dataclass(frozen=True, slots=True)
class Way:
    """Everything that one word needs, and where it stands."""

    chat: Area
    asked: str
    prompt: Area
    bubble: Area
    line: Lines
    given: int
    token: Area  # the circle of the last token that is given
    vector: Area
    lens: Area
    grid: Area
    corner: Corner
    product: Area
    book: Book
    wall: Wall


def readable(area: Area, kit: Kit) -> Area:
    """The part of an area as wide as the world in which words may stand."""
    x, _, w, _ = kit.layout.safe
    return area.cut(left=max(0.0, x - area.x), right=max(0.0, area.right - x - w))


def set_lines(tokens: tuple[str, ...], shown: int, room: Area, most: float) -> Lines:
    """Tokens in lines, as large as they can be so that the first `shown` have room in an area."""
    size = most
    while size > 8 and len(_broken(tokens[:shown], room.w, size)) * LEADING * size > room.h:
        size *= 0.96
    rows = _broken(tokens, room.w, size)
    top = room.y + (room.h - len(_broken(tokens[:shown], room.w, size)) * LEADING * size) / 2
    made, widths = [], []
    for i, row in enumerate(rows):
        x, y = room.x, top + i * LEADING * size + 1.0 * size
        for n, text in enumerate(row):
            wide = width(text, size, 400)
            bare = text.strip() if n else text.lstrip()
            lead = wide - width(text.lstrip(), size, 400) if n else 0.0
            ink = width(bare, size, 400)
            made.append(Token(bare, x + lead, y, (x + lead + ink / 2, y + 0.44 * size)))
            widths.append(ink)
            x += lead + ink
    return Lines(size, tuple(made), tuple(widths))


def _broken(tokens: tuple[str, ...], room: float, size: float) -> list[list[str]]:
    rows: list[list[str]] = [[]]
    used = 0.0
    for text in tokens:
        wide = width(text, size, 400)
        if rows[-1] and used + wide > room:
            rows.append([])
            used, wide = 0.0, width(text.lstrip(), size, 400)
        rows[-1].append(text)
        used += wide
    return rows


@lru_cache(maxsize=64)
def way_of(
    counts: Counts, tokens: tuple[str, ...], prompt: str, given: int, world: Area, kit: Kit
) -> Way:
    """Everything, in units of the world."""
    upright = world.w < world.h * STACKED
    room = world.cut(bottom=0.115 * world.h)
    top, rest = room.rows(0.16, 0.84, gap=0.03 * world.h)
    asked = width(prompt, top.h * 0.42, 400) + top.h * 0.8
    if upright:
        room = readable(world, kit).cut(bottom=0.16 * world.h)
        top, rest = room.rows(0.13, 0.87, gap=0.03 * world.h)
        asked = min(room.w, width(prompt, top.h * 0.42, 400) + top.h * 0.8)
    line = set_lines(tokens, given + 1, rest.inset(0.045 * world.w, 0.06 * rest.h), 0.26 * world.h)
    x, y = line.tokens[given - 1].disc
    r = DISC * line.size
    token = Area(x - r, y - r, 2 * r, 2 * r)
    vector, lens = _vector(token, world, upright=upright)
    grid_area = Area(vector.right + 0.2 * vector.w, vector.y, vector.w, vector.h)
    corner = _corner(grid_area, upright=upright)
    return Way(
        chat=Area(world.x, room.y, world.w, room.h),
        asked=prompt,
        prompt=Area(top.right - asked, top.y, asked, top.h),
        bubble=rest,
        line=line,
        given=given,
        token=token,
        vector=vector,
        lens=lens,
        grid=grid_area,
        corner=corner,
        product=_product(corner, world, upright=upright),
        book=_book(token, vector, counts.layers, upright=upright),
        wall=_wall(counts, tokens, world, kit, upright=upright),
    )


def _vector(token: Area, world: Area, *, upright: bool) -> tuple[Area, Area]:
    """What is seen around the token as it opens, and the lens on nine of its values."""
    ratio = world.w / world.h
    if upright:
        wide = max(token.w / 0.8, token.w / 0.6 * ratio)
        tall = wide / ratio
        area = Area(token.cx - wide / 2, token.y - 0.005 * tall, wide, tall)
        side = min(0.375 * tall, 0.5 * wide)
        return area, Area(area.x + 0.01 * wide, area.bottom - 0.005 * tall - side, side, side)
    wide = max(token.h / 0.94 * ratio, token.w / 0.5)
    tall = wide / ratio
    left = max(0.02 * wide, 0.25 * wide - token.w / 2)
    area = Area(token.x - left, token.cy - tall / 2, wide, tall)
    side = min(0.6 * tall, 0.38 * wide)
    return area, Area(area.x + 0.76 * wide - side / 2, area.y + 0.04 * tall, side, side)


def _corner(area: Area, *, upright: bool) -> Corner:
    columns = next(count for ratio, count in COLUMNS if area.w >= ratio * area.h)
    inner = (
        area.cut(left=0.02 * area.w, right=0.17 * area.w)
        if upright
        else area.cut(left=0.135 * area.w, right=0.165 * area.w)
    )
    pitch = inner.w / columns
    rows = ceil((area.h - 1.4 * pitch) / pitch) + 2
    cells = Area(inner.x, area.y + 1.5 * pitch, inner.w, rows * pitch)
    return Corner(cells, columns, rows, pitch, area.right - (0.06 if upright else 0.035) * area.w)


def _product(corner: Corner, world: Area, *, upright: bool) -> Area:
    """The first weights of the first row, with room for the sum above them."""
    across, names = (7.6, 1.6) if upright else (8.8, 1.35)
    wide = across * corner.pitch
    tall = wide * world.h / world.w
    middle = corner.row(-0.9 if not upright else -0.6)
    return Area(corner.area.x - names * corner.pitch, middle - tall / 2, wide, tall)


def _book(token: Area, vector: Area, layers: int, *, upright: bool) -> Book:
    w, h = vector.w * DEEP, vector.h * DEEP
    last = max(1, layers - 1)
    if upright:
        u, v = (0.46 * w, -0.08 * h), (0.46 * w, 0.08 * h)
        step, before, after = (0.0, -0.26 * h / last), (0.0, -0.12 * h), (0.0, -0.17 * h)
        start = (0.04 * w, 0.8 * h)
        slot = Area(0.66 * w, 0.0 * h, 0.3 * w, 0.055 * h)
        sides = (((0.0, 0.0), v), (v, (u[0] + v[0], u[1] + v[1])))
    else:
        u, v = (0.135 * w, -0.13 * h), (0.0, 0.6 * h)
        step, before, after = (0.455 * w / last, 0.0), (0.155 * w, 0.0), (0.085 * w, 0.0)
        start = (0.01 * w, 0.22 * h)
        slot = Area(0.895 * w, 0.43 * h, 0.1 * w, 0.12 * h)
        corner = (u[0] + v[0], u[1] + v[1])
        sides = ((u, corner), (corner, v))
    x = token.cx - (start[0] + (u[0] + v[0]) / 2)
    y = token.cy - (start[1] + (u[1] + v[1]) / 2)
    return Book(
        area=Area(x, y, w, h),
        first=(x + start[0], y + start[1]),
        u=u,
        v=v,
        step=step,
        before=before,
        after=after,
        sides=sides,
        slot=Area(x + slot.x, y + slot.y, slot.w, slot.h),
        count=layers,
        rises=upright,
    )


def _wall(counts: Counts, tokens: tuple[str, ...], world: Area, kit: Kit, *, upright: bool) -> Wall:
    area = Area(world.x, world.bottom + BEYOND * world.h, world.w, world.h)
    inner = readable(area, kit).cut(top=0.035 * world.h)
    shares = (0.2, 0.58, 0.16) if upright else (0.27, 0.53, 0.13)
    top, middle, _ = inner.rows(*shares, gap=0.05 * world.h)
    bleed = min(world.x, kit.layout.width - world.right)
    room = Area(area.x, middle.y, area.w, middle.h).inset(-bleed, 0)
    columns, rows = grid(counts.squares, room.w / room.h)
    pitch = min(room.w / columns, room.h / rows)
    cells = Area(
        room.cx - columns * pitch / 2, room.cy - rows * pitch / 2, columns * pitch, rows * pitch
    )
    inside = top.inset(0.03 * world.w, 0.02 * top.h)
    line = set_lines(tokens, len(tokens), inside, 0.2 * world.h)
    side = 0.86 * min(cells.h, 0.5 * world.w)
    lens = Area(world.x + 0.05 * world.w, cells.cy - side / 2, side, side)
    return Wall(area, top, line, cells, columns, rows, pitch, lens)


@lru_cache(maxsize=8)
def disc_cells(count: int) -> tuple[int, tuple[int, ...]]:
    """So many cells that lie nearest to the middle of a square grid: its side, and their places in
    it, row by row. They fill a circle."""
    side = ceil(sqrt(4 * count / pi)) + 2
    middle = (side - 1) / 2
    order = sorted(
        range(side * side), key=lambda i: (i % side - middle) ** 2 + (i // side - middle) ** 2
    )
    return side, tuple(sorted(order[:count]))


def parts_of(way: Way) -> dict[str, Area]:
    """The parts that `look:` may name, and where they are."""
    ring = way.lens
    return {
        "chat": way.chat,
        "chat.token": way.token,
        "vector": way.vector,
        "vector.values": ring,
        "grid": way.grid,
        "grid.product": way.product,
        "book": way.book.area,
        "wall": way.wall.area,
        "wall.vector": way.wall.lens,
    }
