"""What of a picture may be asked: its numbers and objects, by the references that its marks carry."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import Final

from viz.picture.casting import areas, cast
from viz.picture.explain_number import told
from viz.scene.types import Scene
from viz.stage.marks import (
    UNASKED,
    Arc,
    Area,
    Box,
    Disc,
    Dots,
    Field,
    Frame,
    Gradient,
    Hatch,
    Ink,
    Label,
    Line,
    Ribbon,
    Shape,
    Trail,
    flat,
)
from viz.stage.style import Kit
from viz.stage.text_metrics import label_box, middle

PAD: Final = 8.0
LEAST: Final = 44.0  # stage units: what a finger meets
CARD: Final = 160.0  # stage units: at least so wide and high is what hides others
SEEN: Final = 0.5  # opacity from which on a mark may be asked
CLOSE: Final = 0.6  # of the type's size, between labels of one quantity that are one target


@dataclass(frozen=True, slots=True)
class Target:
    """Something that may be asked: its name (viz.picture.explain_number) and where it stands."""

    name: str
    area: Area

    def near(self, x: float, y: float) -> bool:
        """Whether a finger at a point means it."""
        left, top, w, h = self.area
        more_x, more_y = max(0.0, (LEAST - w) / 2), max(0.0, (LEAST - h) / 2)
        return left - more_x <= x <= left + w + more_x and top - more_y <= y <= top + h + more_y


def targets(frame: Frame, scene: Scene, kit: Kit) -> tuple[Target, ...]:
    """The numbers of a picture, each name once, in the order in which they are read: actor by
    actor. Where several labels show one quantity, the largest is it."""
    numbers = [one for one in _numbers(frame) if told(scene, one.ref, kit.look.lang)]
    best: dict[str, Label] = {}
    for label in numbers:
        if label.ref not in best or label.size > best[label.ref].size:
            best[label.ref] = label
    places = areas(cast(scene), kit)

    def order(label: Label) -> tuple[int, int, float]:
        actor = next((i for i, area in enumerate(places) if _holds(area, label.x, label.y)), -1)
        return actor % (len(places) + 1), round(label.y / 20), label.x

    return tuple(
        Target(label.ref, _whole(numbers, label)) for label in sorted(best.values(), key=order)
    )


def at(frame: Frame, x: float, y: float) -> str:
    """The name of what stands at a point: of the number that is nearest to it, or else of the
    topmost mark that has one; "" for nothing that could be asked."""
    numbers = _numbers(frame)
    near: list[tuple[float, int, str]] = []
    for i, label in enumerate(numbers):
        box = _box(label)
        if Target("", box).near(x, y):
            near.append((_beside(box, x, y), -i, label.ref))
    if near:
        return min(near)[2]
    for mark in reversed(tuple(flat((*frame.still, *frame.all)))):
        if mark.alpha > 0 and _under(mark, x, y):
            return mark.ref
    return ""


def _numbers(frame: Frame) -> list[Label]:
    """The labels of quantities that are seen: a card that was laid over one hides it."""
    found: list[Label] = []
    cards: list[Area] = []
    for mark in reversed(tuple(flat((*frame.still, *frame.all)))):
        if isinstance(mark, Box) and _hides(mark):
            cards.append(_area(mark))
        if (
            isinstance(mark, Label)
            and mark.ref
            and mark.alpha > SEEN
            and mark.ref not in UNASKED
            and not any(_holds(card, *middle(mark)) for card in cards)
        ):
            found.append(mark)
    return found[::-1]


def _hides(box: Box) -> bool:
    """Whether nothing shows through a box that is as large as a card."""
    return bool(box.fill) and box.alpha >= 1 and min(box.w, box.h) >= CARD


def _area(box: Box) -> Area:
    return box.x, box.y, box.w, box.h


def _under(mark: Ink, x: float, y: float) -> bool:
    """Whether a mark stands for what is at a point: it has a name, and is there."""
    if not mark.ref or mark.ref in UNASKED:
        return False
    match mark:
        case Disc():
            return hypot(mark.x - x, mark.y - y) <= max(mark.r, LEAST / 2)
        case Arc():
            return abs(hypot(mark.x - x, mark.y - y) - mark.r) <= mark.width / 2
        case Box() | Hatch() | Gradient():
            return _holds((mark.x, mark.y, mark.w, mark.h), x, y)
        case Dots():
            return _holds(mark.clip or _grid(mark), x, y)
        case Field():
            return _holds(_grid(mark), x, y)
        case Line():
            return any(_along(a, b, x, y) for a, b in _pairs(mark.points))
        case Trail() | Ribbon() | Shape():
            points = tuple((px + mark.x, py + mark.y) for px, py in mark.points)
            return any(_along(a, b, x, y) for a, b in _pairs(points))
        case Label():
            return _holds(_box(mark), x, y)
    return False


def _grid(mark: Dots | Field) -> Area:
    return mark.x, mark.y, mark.columns * mark.pitch_x, mark.rows * mark.pitch_y


Point = tuple[float, float]


def _pairs(points: tuple[Point, ...]) -> Iterator[tuple[Point, Point]]:
    return pairwise(points)


def _along(a: Point, b: Point, x: float, y: float) -> bool:
    """Whether a point is as near to a stretch of a line as a finger can tell."""
    long = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    share = ((x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1])) / long if long else 0.0
    share = min(1.0, max(0.0, share))
    here = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
    return hypot(here[0] - x, here[1] - y) <= LEAST / 4


def _holds(area: Area, x: float, y: float) -> bool:
    left, top, w, h = area
    return left <= x <= left + w and top <= y <= top + h


@lru_cache(maxsize=1024)
def _box(label: Label) -> Area:
    """Where a label stands, with a little room around it."""
    return label_box(label, PAD, PAD / 2)


def _beside(area: Area, x: float, y: float) -> float:
    """How far a point is from an area; 0 inside."""
    left, top, w, h = area
    return max(left - x, x - left - w, 0.0) + max(top - y, y - top - h, 0.0)


def _whole(numbers: list[Label], label: Label) -> Area:
    """Where a number stands with its unit or its name, if that is a label of its own beside it."""
    x, y, w, h = _box(label)
    end = x + w
    for other in numbers:
        if other is label or other.ref != label.ref or other.y != label.y:
            continue
        left, _, wide, _ = _box(other)
        if left - end <= CLOSE * label.size and x - left - wide <= CLOSE * label.size:
            x, end = min(x, left), max(end, left + wide)
    return x, y, end - x, h
