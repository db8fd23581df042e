"""The layers as leaves of a book: the token passes one after the other, none is left out."""

from __future__ import annotations

from functools import lru_cache
from math import floor
from typing import Final

from viz.actors.forward_pass.pass_chat import empty_place
from viz.actors.forward_pass.pass_moment import Moment, near, snapped
from viz.actors.forward_pass.pass_places import Book, Point, Way
from viz.stage.amounts import DONE, HERE, NOW, shades
from viz.stage.marks import Disc, Glow, Line, Mark, Marks, Points, Ribbon, Shape
from viz.stage.theme import mix
from viz.stage.view import StageView

LINES: Final = (10, 18)  # columns and rows of squares on a leaf
THIN: Final = 0.74  # of a step: how thick a leaf is, so that they are told apart
RULE: Final = 0.12  # of a square of a leaf: the line between two of them


def seen_of(stage: StageView, way: Way, now: Moment) -> float:
    """How much of the book is seen: by its size on stage, and not before the machine runs."""
    if not now.runs:
        return 0.0
    area = way.book.area
    return min(near(stage, area, 0.45, 0.85), near(stage, area, 1.9, 1.25))


def draw(stage: StageView, way: Way, now: Moment) -> Marks:
    """The book, back to front; the token in front of the leaf at work."""
    seen = seen_of(stage, way, now)
    if seen <= 0:
        return ()
    book, palette = way.book, stage.kit.palette
    at = now.layer
    work = min(floor(at), book.count - 1)
    kinds = shades(palette, palette.weight)
    marks: list[Mark] = [
        *_way_on(stage, book, at, seen, now),
    ]
    order = range(book.count) if book.rises else range(book.count - 1, -1, -1)
    for leaf in order:
        state = DONE if leaf < work else NOW if leaf == work else HERE
        fill = kinds[state].fill
        if book.covered(leaf, at):
            marks += _edges(book, leaf, book.corner(leaf, at), fill, seen, now.of)
        else:
            marks += _leaf(stage, book, leaf, at, fill, seen, now, work=leaf == work)
        if leaf == work:
            marks += _token(stage, book, at, seen, now)
    return tuple(marks)


def _leaf(
    stage: StageView,
    book: Book,
    leaf: int,
    at: float,
    fill: str,
    seen: float,
    now: Moment,
    *,
    work: bool,
) -> list[Mark]:
    palette = stage.kit.palette
    x, y = snapped(stage, *book.corner(leaf, at))
    (ux, uy), (vx, vy) = book.u, book.v
    points = ((0.0, 0.0), (ux, uy), (ux + vx, uy + vy), (vx, vy))
    key = f"book/leaf:{leaf}"
    columns, rows = LINES
    dark = mix(palette.ground, fill, 0.72)
    marks: list[Mark] = [
        *_light(book, (x, y), seen, now, palette.weight, work=work),
        *_edges(book, leaf, (x, y), fill, seen, now.of),
        Shape(points, fill, "", 0.0, seen, now.of, x, y, key),
        Shape(_comb(book.u, book.v, rows), dark, "", 0.0, seen, now.of, x, y, f"{key}/rows"),
        Shape(_comb(book.v, book.u, columns), dark, "", 0.0, seen, now.of, x, y, f"{key}/columns"),
    ]
    if work:
        outline = tuple((x + px, y + py) for px, py in (*points, points[0]))
        marks.append(Line(outline, 5.0, palette.computing_text, (), seen, now.of, f"{key}/work"))
    return marks


def _light(
    book: Book, at: Point, seen: float, now: Moment, colour: str, *, work: bool
) -> list[Mark]:
    """Light around the leaf at work."""
    if not work:
        return []
    x, y = at[0] + (book.u[0] + book.v[0]) / 2, at[1] + (book.u[1] + book.v[1]) / 2
    return [Glow(x, y, 0.42 * book.area.h, colour, 0.35 * seen, now.of, "book/light")]


@lru_cache(maxsize=1024)  # most leaves lie still
def _edges(book: Book, leaf: int, at: Point, fill: str, seen: float, of: str) -> Marks:
    """The two edges of a leaf that are seen when another one lies on it."""
    x, y = at
    sx, sy = book.step[0] * THIN, book.step[1] * THIN
    found: list[Mark] = []
    for i, ((ax, ay), (bx, by)) in enumerate(book.sides):
        band = ((ax, ay), (bx, by), (bx - sx, by - sy), (ax - sx, ay - sy))
        found.append(Shape(band, fill, "", 0.0, seen, of, x, y, f"book/leaf:{leaf}/edge:{i}"))
    return tuple(found)


@lru_cache(maxsize=16)
def _comb(u: Point, v: Point, count: int) -> Points:
    """The lines between `count` strips of a leaf that lie along u, joined along its edge."""
    thick = RULE / count
    found: list[Point] = [(0.0, 0.0)]

    def at(along: float, down: float) -> Point:
        return u[0] * along + v[0] * down, u[1] * along + v[1] * down

    back = 0.012
    for i in range(count + 1):
        low, high = max(0.0, i / count - thick / 2), min(1.0, i / count + thick / 2)
        found += [at(back, low), at(1.0, low), at(1.0, high), at(back, high)]
    return (*found, at(0.0, 1.0))


def _way_on(stage: StageView, book: Book, at: float, seen: float, now: Moment) -> list[Mark]:
    """The dotted way to the place of the word, and that place."""
    palette = stage.kit.palette
    start = book.token(at)
    slot = book.slot
    upright = book.rises
    end = (slot.cx, slot.bottom) if upright else (slot.x, slot.cy)
    turn = (start[0], end[1] + 0.012 * book.area.h) if upright else end
    return [
        Line(
            (start, turn),
            2.5,
            mix(palette.token, palette.ground, 0.7),
            (3, 9),
            seen,
            now.of,
            "book/way",
        ),
        Glow(slot.cx, slot.cy, slot.w, palette.token, 0.35 * seen, key="book/slot/light"),
        empty_place(slot, palette, "book/slot", 0.2 * slot.h, seen),
    ]


def _token(stage: StageView, book: Book, at: float, seen: float, now: Moment) -> list[Mark]:
    palette = stage.kit.palette
    x, y = snapped(stage, *book.token(at))
    r = 0.045 * min(book.area.h, book.area.w)
    bx, by = (-3.6 * r, 0.0) if not book.rises else (0.0, 3.6 * r)
    return [
        Ribbon(
            ((0.0, 0.0), (bx, by)),
            (1.6 * r, 1.1 * r),
            palette.token,
            (0.75, 0.0),
            seen,
            now.of,
            x,
            y,
            "book/token/tail",
        ),
        Glow(x, y, 3 * r, palette.token, 0.6 * seen, now.of, "book/token/light"),
        Disc(x, y, r, palette.token, palette.token_edge, 3, seen, now.of, "book/token"),
        Disc(
            x - 0.3 * r,
            y - 0.3 * r,
            0.2 * r,
            mix(palette.token, "#FFFFFF", 0.55),
            "",
            0,
            seen,
            now.of,
            "book/token/shine",
        ),
    ]
