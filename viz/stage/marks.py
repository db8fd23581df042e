"""Marks: what is on screen at one moment, as plain data.

Coordinates and sizes are stage units (the shorter side of a stage is 1080), the origin is the
top left corner, colours are "#RRGGBB", alpha runs from 0 to 1. Coordinates are rounded once, in
paint. `of` names the quantity of the timeline that a mark shows; whatever moves must have one.
`key` names the thing that a mark draws ("left/gpu:3/stack:1"): two frames that have it show the
same thing, and `viz.stage.morph` moves it from the one to the other.
`ref` names the number or the thing that a mark stands for, as a scene would write it: "left.speed",
"claim:h100-area", "= claim:a / claim:b"; "clock", "left.moved" and an actor's name besides. A click,
a screen reader and the list of sources know what a mark says by its `ref` alone. A number that is
no quantity says so too, by one of UNASKED.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

Points = tuple[tuple[float, float], ...]
Area = tuple[float, float, float, float]  # x, y, width, height
Anchor = Literal["start", "middle", "end"]

SCALE: Final = "scale"  # the picture's ruler: a tick of an axis, what one square is
COUNT: Final = "count"  # how far the show has come: which lap, how many so far
PAST: Final = "past"  # as knobs stood before: no reference of now comes to it
UNASKED: Final = frozenset({SCALE, COUNT, PAST})


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with rounded corners; `edge` is drawn inside its outline."""

    x: float
    y: float
    w: float
    h: float
    fill: str = ""
    r: float = 0.0
    edge: str = ""
    edge_w: float = 0.0
    alpha: float = 1.0
    of: str = ""
    key: str = ""
    ref: str = ""


@dataclass(frozen=True, slots=True)
class Dots:
    """A grid of equal rounded squares, seen through `clip` if there is one."""

    x: float
    y: float
    columns: int
    rows: int
    pitch_x: float
    pitch_y: float
    size: float
    fill: str
    r: float = 2.0
    clip: Area | None = None
    alpha: float = 1.0
    of: str = ""
    key: str = ""
    ref: str = ""


@dataclass(frozen=True, slots=True)
class Hatch:
    """A box of diagonal stripes: waiting, overhead."""

    x: float
    y: float
    w: float
    h: float
    fill: str
    ink: str
    r: float = 0.0
    pitch: float = 14.0
    alpha: float = 1.0
    of: str = ""
    key: str = ""
    ref: str = ""


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle."""

    x: float
    y: float
    r: float
    fill: str
    edge: str = ""
    edge_w: float = 0.0
    alpha: float = 1.0
    of: str = ""
    key: str = ""
    ref: str = ""


@dataclass(frozen=True, slots=True)
class Arc:
    """A part of a circle's outline from `start` to `end`, in turns clockwise from the top.

    `r` is the radius to the middle of the outline. Ends are straight.
    """

    x: float
    y: float
    r: float
    width: float
    start: float
    end: float
    fill: str
    alpha: float = 1.0
    of: str = ""
    key: str = ""
    ref: str = ""


@dataclass(frozen=True, slots=True)
class Glow:
    """Light that fades to nothing at distance r."""

    x: float
    y: float
    r: float
    fill: str
    alpha: float = 0.5
    of: str = ""
    key: str = ""
    ref: str = ""


@dataclass(frozen=True, slots=True)
class Trail:
    """A comet's tail along a path, from its head (first point) to nothing (last point).

    Points are counted from x, y: a straight tail of two points that glides is drawn once.
    """

    points: Points
    width: float
    fill: str
    alpha: float = 0.6
    of: str = ""
    x: float = 0.0
    y: float = 0.0
    key: str = ""
    ref: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A polyline; `dash` is (on, off), or empty for a solid line. Ends are round."""

    points: Points
    width: float
    fill: str
    dash: tuple[float, float] | tuple[()] = ()
    alpha: float = 1.0
    of: str = ""
    key: str = ""
    ref: str = ""


@dataclass(frozen=True, slots=True)
class Shape:
    """A filled polygon. Points are counted from x, y: one that glides is drawn once."""

    points: Points
    fill: str
    edge: str = ""
    edge_w: float = 0.0
    alpha: float = 1.0
    of: str = ""
    x: float = 0.0
    y: float = 0.0
    key: str = ""
    ref: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    """One line of text; y is its baseline. Weight is 400, 600 or 700."""

    text: str
    x: float
    y: float
    size: float
    fill: str
    weight: int = 400
    anchor: Anchor = "start"
    alpha: float = 1.0
    of: str = ""
    key: str = ""
    ref: str = ""


@dataclass(frozen=True, slots=True)
class Shade:
    """How one kind of cell of a `Field` looks; `size` is a share of the field's own size.

    Without `fill` only its outline is drawn, without `edge` none. Neither: an empty place.
    """

    fill: str = ""
    edge: str = ""
    edge_w: float = 0.0
    size: float = 1.0
    alpha: float = 1.0


@dataclass(frozen=True, slots=True)
class Field:
    """Thousands of equal squares or circles as one mark, read row by row.

    Cell i looks like `shades[cells[i]]`; `cells` has columns * rows bytes. x, y is the top left
    corner of the first cell at its full size, a smaller one stands in the middle of its cell. A
    radius `r` of half the size or more makes circles.
    """

    x: float
    y: float
    columns: int
    rows: int
    pitch_x: float
    pitch_y: float
    size: float
    cells: bytes
    shades: tuple[Shade, ...]
    r: float = 2.0
    alpha: float = 1.0
    of: str = ""
    key: str = ""
    ref: str = ""


@dataclass(frozen=True, slots=True)
class Gradient:
    """A rounded box whose colour and opacity change from left to right, or from top to bottom.

    Each stop is (share of the way from 0 to 1, colour, alpha); between two stops both are mixed
    in equal steps.
    """

    x: float
    y: float
    w: float
    h: float
    stops: tuple[tuple[float, str, float], ...]
    down: bool = False
    r: float = 0.0
    alpha: float = 1.0
    of: str = ""
    key: str = ""
    ref: str = ""


@dataclass(frozen=True, slots=True)
class Ribbon:
    """A band along a path that tapers in width and in light, from its head (first point) to its
    tail: a streak, a beam, a comet's tail.

    `widths` and `lights` (opacities) are those at head and tail. Points are counted from x, y: one
    that glides is drawn once.
    """

    points: Points
    widths: tuple[float, float]
    fill: str
    lights: tuple[float, float] = (1.0, 0.0)
    alpha: float = 1.0
    of: str = ""
    x: float = 0.0
    y: float = 0.0
    key: str = ""
    ref: str = ""


@dataclass(frozen=True, slots=True)
class Clip:
    """Marks seen through an opening: a box with round corners; a circle where `r` is half its side."""

    x: float
    y: float
    w: float
    h: float
    marks: tuple[Mark, ...]
    r: float = 0.0
    alpha: float = 1.0
    of: str = ""
    key: str = ""
    ref: str = ""


def flat(marks: Iterable[Mark]) -> Iterator[Ink]:
    """All marks, those inside of a clip too; what a clip stands for, its marks stand for."""
    for mark in marks:
        if isinstance(mark, Clip):
            for inside in flat(mark.marks):
                yield replace(inside, ref=mark.ref) if mark.ref and not inside.ref else inside
        else:
            yield mark


Ink = (
    Box
    | Dots
    | Hatch
    | Disc
    | Arc
    | Glow
    | Trail
    | Line
    | Shape
    | Label
    | Field
    | Gradient
    | Ribbon
)
Mark = Ink | Clip
Marks = tuple[Mark, ...]


def tied(marks: Iterable[Mark], of: str) -> Marks:
    """Marks with the quantity by which they move, where they name none of their own."""
    return tuple(mark if mark.of else replace(mark, of=of) for mark in marks)


@dataclass(frozen=True, slots=True)
class Shot:
    """The world as the camera saw it on its way, the same marks from frame to frame: their point
    (x, y) appears at (x * scale + dx, y * scale + dy), all as faint as `alpha`. Those that are seen
    in motion alone are taken more coarsely."""

    marks: Marks
    scale: float
    dx: float
    dy: float
    alpha: float = 1.0
    coarse: bool = True


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture: `still` at the bottom, the same object from frame to frame; over it `world`,
    what is seen through the camera, already where it appears; over that `marks`, what stands
    before the lens. `glides` while the camera moves: nobody sees then how sharp an edge is; and
    where nothing but the camera moves, `shots` are the world as pictures that a painter may scale,
    in its place.
    """

    width: float
    height: float
    ground: str
    still: Marks
    marks: Marks
    world: Marks = ()
    glides: bool = False
    shots: tuple[Shot, ...] = ()

    @property
    def all(self) -> Marks:
        """Whatever may differ from frame to frame, in the order in which it is painted."""
        return (*self.world, *self.marks)

    def sharp(self) -> Frame:
        """The same picture, its world painted mark by mark."""
        return replace(self, shots=()) if self.shots else self

    def plus(self, marks: Marks) -> Frame:
        """The same picture with more on top."""
        return replace(self, marks=self.marks + marks)
