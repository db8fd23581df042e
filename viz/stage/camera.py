"""The camera: which part of the world is on stage, how a glide gets there, and how marks appear.

The world is drawn in its own units. A `View` maps them to the stage: labels, line widths and what
else is made of ink keep their size, lengths are scaled. A glide between two views goes the way of
van Wijk and Nuij, "Smooth and efficient zooming and panning", 2003: it leaves, passes over and
arrives at one pace of what is seen to flow by.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import ceil, cosh, exp, floor, hypot, log, sinh, sqrt, tanh
from typing import Final

from viz.stage.area import Area
from viz.stage.marks import (
    Arc,
    Box,
    Clip,
    Disc,
    Dots,
    Field,
    Glow,
    Gradient,
    Hatch,
    Label,
    Line,
    Mark,
    Marks,
    Points,
    Ribbon,
    Shape,
    Trail,
)

RHO: Final = 1.4  # how far a glide draws back, as in the paper: what people liked best was 1.42
GLIDE: Final = 0.7  # screen seconds for each unit of a glide's way, and for a short one
NEAR: Final = 1e-6
EDGE: Final = 80.0  # stage units around the stage in which marks are kept whole


@dataclass(frozen=True, slots=True)
class View:
    """Where the world appears on stage: (x, y) at (x * scale + dx, y * scale + dy)."""

    scale: float = 1.0
    dx: float = 0.0
    dy: float = 0.0

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the world appears."""
        return x * self.scale + self.dx, y * self.scale + self.dy

    def area(self, area: tuple[float, float, float, float]) -> Area:
        """Where an area of the world appears."""
        x, y, w, h = area
        return Area(
            x * self.scale + self.dx, y * self.scale + self.dy, w * self.scale, h * self.scale
        )

    def behind(self, area: tuple[float, float, float, float]) -> Area:
        """The area of the world that is seen in an area of the stage."""
        x, y, w, h = area
        return Area(
            (x - self.dx) / self.scale, (y - self.dy) / self.scale, w / self.scale, h / self.scale
        )

    def units(self, pixels: float) -> float:
        """So many units of the stage, as a length of the world."""
        return pixels / self.scale


def framing(area: tuple[float, float, float, float], window: Area) -> View:
    """The view in which an area of the world fills a window of the stage."""
    x, y, w, h = area
    scale = min(window.w / max(w, NEAR), window.h / max(h, NEAR))
    return View(scale, window.cx - (x + w / 2) * scale, window.cy - (y + h / 2) * scale)


@dataclass(frozen=True, slots=True)
class Glide:
    """The way from one view to another, as both are seen in one window; `length` is its S."""

    start: tuple[float, float, float]  # centre of what is seen, and its width
    end: tuple[float, float, float]
    window: Area
    length: float

    @property
    def seconds(self) -> float:
        """How long it takes on screen."""
        return GLIDE * max(1.0, self.length)

    def at(self, share: float) -> View:
        """The view at a share of the way."""
        if share >= 1.0:
            return _view(self.end, self.window)
        x0, y0, w0 = self.start
        x1, y1, w1 = self.end
        distance = sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2)
        s = share * self.length
        if distance < NEAR * max(w0, w1):
            sign = -1.0 if w1 < w0 else 1.0
            return _view((x0, y0, w0 * exp(sign * RHO * s)), self.window)
        r0 = _r(w0, w1, distance, 0)
        u = w0 / RHO**2 * (cosh(r0) * tanh(RHO * s + r0) - sinh(r0))
        w = w0 * cosh(r0) / cosh(RHO * s + r0)
        along = u / distance
        return _view((x0 + (x1 - x0) * along, y0 + (y1 - y0) * along, w), self.window)


@lru_cache(maxsize=256)
def glide(start: View, end: View, window: Area) -> Glide:
    """The glide from one view to another."""
    one, other = _seen(start, window), _seen(end, window)
    (x0, y0, w0), (x1, y1, w1) = one, other
    distance = sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2)
    if distance < NEAR * max(w0, w1):
        length = abs(log(w1 / w0)) / RHO
    else:
        length = (_r(w0, w1, distance, 1) - _r(w0, w1, distance, 0)) / RHO
    return Glide(one, other, window, length)


def _r(w0: float, w1: float, distance: float, end: int) -> float:
    """r of equation 9 of the paper, at the start (0) or the end (1) of the way."""
    w = w1 if end else w0
    sign = -1.0 if end else 1.0
    b = (w1 * w1 - w0 * w0 + sign * RHO**4 * distance * distance) / (2 * w * RHO**2 * distance)
    return log(sqrt(b * b + 1) - b)


def _seen(view: View, window: Area) -> tuple[float, float, float]:
    area = view.behind(window)
    return area.cx, area.cy, area.w


def _view(seen: tuple[float, float, float], window: Area) -> View:
    x, y, w = seen
    scale = window.w / w
    return View(scale, window.cx - x * scale, window.cy - y * scale)


def through(marks: Marks, view: View, stage: Area) -> Marks:
    """Marks of the world as they appear; what is outside of the stage is left out."""
    if view == View():
        return marks
    room = stage.inset(-EDGE)
    found = (_through(mark, view) for mark in marks)
    seen = (cropped(mark, room) for mark in found if mark.alpha > 0.0 and _on(mark, room))
    return tuple(mark for mark in seen if mark.alpha > 0.0)


def cropped(mark: Mark, room: Area) -> Mark:
    """A mark without what lies far outside of the stage: a painter need not know how far the world
    goes on. What is seen stays as it is."""
    match mark:
        case Box() | Gradient() | Hatch():
            return _cropped_box(mark, room)
        case Field():
            return _cropped_field(mark, room)
        case Line(points):
            pieces = _inside(points, room)
            return mark if pieces == points else replace(mark, points=pieces)
        case Ribbon():
            return _cropped_ribbon(mark, room)
        case Glow(r=r) | Disc(r=r) | Arc(r=r) if (
            r > room.h
        ):  # so near, it is no round thing any more
            return replace(mark, alpha=0.0)
        case _:
            return mark


def _cropped_box(mark: Box | Gradient | Hatch, room: Area) -> Mark:
    area = Area(mark.x, mark.y, mark.w, mark.h)
    if (
        room.x <= area.x
        and area.right <= room.right
        and room.y <= area.y
        and area.bottom <= room.bottom
    ):
        return mark
    x, y = max(area.x, room.x), max(area.y, room.y)
    w, h = min(area.right, room.right) - x, min(area.bottom, room.bottom) - y
    if isinstance(mark, Gradient):
        begin, size = (area.y, area.h) if mark.down else (area.x, area.w)
        first, long = (y, h) if mark.down else (x, w)
        stops = tuple(((begin + at * size - first) / long, c, a) for at, c, a in mark.stops)
        return replace(mark, x=x, y=y, w=w, h=h, stops=stops)
    return replace(mark, x=x, y=y, w=w, h=h, r=min(mark.r, EDGE))


def _cropped_ribbon(mark: Ribbon, room: Area) -> Ribbon:
    """The pieces that are seen and what is between them, as wide and as light as they are there."""
    points = tuple((x + mark.x, y + mark.y) for x, y in mark.points)
    if all(room.holds(x, y) for x, y in points):
        return mark
    ways = [hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(points)]
    total = sum(ways) or 1.0
    done = 0.0
    found: list[tuple[float, float]] = []
    ends: list[float] = []
    for (one, other), way in zip(pairwise(points), ways, strict=True):
        (start, end), (low, high) = _cut(one, other, room)
        if low < high:
            found += [start, end] if not found or found[-1] != start else [end]
            ends += [(done + low * way) / total, (done + high * way) / total]
        done += way
    if len(found) < 2:
        return replace(mark, alpha=0.0, points=points[:2], x=0.0, y=0.0)
    (head, tail), (first, last) = mark.widths, mark.lights
    begin, stop = ends[0], ends[-1]
    return replace(
        mark,
        points=tuple(found),
        x=0.0,
        y=0.0,
        widths=(head + (tail - head) * begin, head + (tail - head) * stop),
        lights=(first + (last - first) * begin, first + (last - first) * stop),
    )


def _cropped_field(mark: Field, room: Area) -> Field:
    if mark.size > room.w:  # so near, a cell is the ground: who draws it draws what is in it
        return replace(mark, alpha=0.0)
    first = max(0, floor((room.x - mark.x) / mark.pitch_x))
    last = min(mark.columns, ceil((room.right - mark.x) / mark.pitch_x))
    top = max(0, floor((room.y - mark.y) / mark.pitch_y))
    bottom = min(mark.rows, ceil((room.bottom - mark.y) / mark.pitch_y))
    if (first, last, top, bottom) == (0, mark.columns, 0, mark.rows):
        return mark
    if last <= first or bottom <= top:
        return replace(mark, alpha=0.0)
    rows = (
        mark.cells[row * mark.columns + first : row * mark.columns + last]
        for row in range(top, bottom)
    )
    return replace(
        mark,
        x=mark.x + first * mark.pitch_x,
        y=mark.y + top * mark.pitch_y,
        columns=last - first,
        rows=bottom - top,
        cells=b"".join(rows),
    )


def _inside(points: Points, room: Area) -> Points:
    """A polyline of few points, cut where its ends leave the room."""
    if len(points) != 2 or all(room.holds(x, y) for x, y in points):
        return points
    ends, _ = _cut(points[0], points[1], room)
    return ends


def _cut(
    one: tuple[float, float], other: tuple[float, float], room: Area
) -> tuple[tuple[tuple[float, float], tuple[float, float]], tuple[float, float]]:
    """The part of a straight line that is inside, and at which shares of it that begins and ends
    (Liang and Barsky, 1984)."""
    (ax, ay), (bx, by) = one, other
    low, high = 0.0, 1.0
    for delta, start, first, last in (
        (bx - ax, ax, room.x, room.right),
        (by - ay, ay, room.y, room.bottom),
    ):
        if abs(delta) < NEAR:
            continue
        shares = sorted(((first - start) / delta, (last - start) / delta))
        low, high = max(low, shares[0]), min(high, shares[1])
    if low >= high:
        return (one, one), (0.0, 0.0)
    return (
        (ax + (bx - ax) * low, ay + (by - ay) * low),
        (ax + (bx - ax) * high, ay + (by - ay) * high),
    ), (low, high)


def _on(mark: Mark, stage: Area) -> bool:
    """Whether a mark may be seen on the stage; lines and labels are kept where that is open."""
    match mark:
        case Box() | Hatch() | Gradient() | Clip():
            return stage.meets((mark.x, mark.y, mark.w, mark.h))
        case Disc() | Glow() | Arc():
            return stage.meets((mark.x - mark.r, mark.y - mark.r, 2 * mark.r, 2 * mark.r))
        case Label():
            return stage.holds(mark.x, mark.y)
        case Field():
            w, h = mark.columns * mark.pitch_x, mark.rows * mark.pitch_y
            return stage.meets((mark.x, mark.y, w, h))
        case _:
            return True


def _points(points: Points, s: float) -> Points:
    return tuple((x * s, y * s) for x, y in points)


def _through(mark: Mark, v: View) -> Mark:
    s, dx, dy = v.scale, v.dx, v.dy
    match mark:
        case Box(x, y, w, h, fill, r, edge, edge_w, alpha, of, key, ref):
            return Box(
                x * s + dx, y * s + dy, w * s, h * s, fill, r * s, edge, edge_w, alpha, of, key, ref
            )
        case Label(text, x, y, size, fill, weight, anchor, alpha, of, key, ref):
            return Label(
                text, x * s + dx, y * s + dy, size, fill, weight, anchor, alpha, of, key, ref
            )
        case Disc(x, y, r, fill, edge, edge_w, alpha, of, key, ref):
            return Disc(x * s + dx, y * s + dy, r * s, fill, edge, edge_w, alpha, of, key, ref)
        case Line(points, width, fill, dash, alpha, of, key, ref):
            moved = tuple((x * s + dx, y * s + dy) for x, y in points)
            return Line(moved, width, fill, dash, alpha, of, key, ref)
        case Glow(x, y, r, fill, alpha, of, key, ref):
            return Glow(x * s + dx, y * s + dy, r * s, fill, alpha, of, key, ref)
        case Arc(x, y, r, width, start, end, fill, alpha, of, key, ref):
            return Arc(x * s + dx, y * s + dy, r * s, width, start, end, fill, alpha, of, key, ref)
        case Hatch(x, y, w, h, fill, ink, r, pitch, alpha, of, key, ref):
            return Hatch(
                x * s + dx, y * s + dy, w * s, h * s, fill, ink, r * s, pitch, alpha, of, key, ref
            )
        case Trail(points, width, fill, alpha, of, x, y, key, ref):
            moved = _points(points, s)
            return Trail(moved, width, fill, alpha, of, x * s + dx, y * s + dy, key, ref)
        case Shape(points, fill, edge, edge_w, alpha, of, x, y, key, ref):
            moved = _points(points, s)
            return Shape(moved, fill, edge, edge_w, alpha, of, x * s + dx, y * s + dy, key, ref)
        case Dots():
            clip = v.area(mark.clip) if mark.clip else None
            return Dots(
                mark.x * s + dx,
                mark.y * s + dy,
                mark.columns,
                mark.rows,
                mark.pitch_x * s,
                mark.pitch_y * s,
                mark.size * s,
                mark.fill,
                mark.r * s,
                clip,
                mark.alpha,
                mark.of,
                mark.key,
                mark.ref,
            )
        case Field():
            return Field(
                mark.x * s + dx,
                mark.y * s + dy,
                mark.columns,
                mark.rows,
                mark.pitch_x * s,
                mark.pitch_y * s,
                mark.size * s,
                mark.cells,
                mark.shades,
                mark.r * s,
                mark.alpha,
                mark.of,
                mark.key,
                mark.ref,
            )
        case Gradient(x, y, w, h, stops, down, r, alpha, of, key, ref):
            return Gradient(
                x * s + dx, y * s + dy, w * s, h * s, stops, down, r * s, alpha, of, key, ref
            )
        case Ribbon(points, (head, tail), fill, lights, alpha, of, x, y, key, ref):
            widths = (head * s, tail * s)
            moved = _points(points, s)
            return Ribbon(moved, widths, fill, lights, alpha, of, x * s + dx, y * s + dy, key, ref)
        case Clip(x, y, w, h, marks, r, alpha, of, key, ref):
            inner = tuple(_through(one, v) for one in marks)
            return Clip(x * s + dx, y * s + dy, w * s, h * s, inner, r * s, alpha, of, key, ref)
