"""Where cards stand that share a layer, each with its memory, its road and its die; and their bars."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from viz.scene.types import Scene
from viz.stage.area import Area
from viz.stage.marks import Points
from viz.stage.style import Kit

CURVE = 16  # pieces of a link


@dataclass(frozen=True, slots=True)
class Card:
    """One card: squares of its share of the layer, the road from them, the die."""

    memory: Area
    road: Area
    die: Area


@dataclass(frozen=True, slots=True)
class Plan:
    """All cards, the links below them, and the line of meetings."""

    cards: tuple[Card, ...]
    links: tuple[Points, ...]  # of each pair, from the first to the second
    tally: Area


@lru_cache(maxsize=32)
def plan(world: Area, kit: Kit, count: int) -> Plan:
    """The plan for so many cards."""
    label = kit.layout.sizes.label
    if kit.layout.form == "tall":
        left, _, wide, _ = kit.layout.safe
        world = Area(left, world.y, wide, world.h)
    inner = world.cut(top=4.3 * label, bottom=2.4 * label)
    upper, below, tally = inner.rows(0.68, 0.27, 0.05)
    found = []
    for column in upper.columns(*([1.0] * count), gap=0.02 * world.w):
        memory, road, die = column.rows(0.4, 0.24, 0.36)
        found.append(Card(memory, road.inset(0.2 * road.w, 0), die.fit(1.0, y=1.0)))
    links = tuple(
        _link(found[i].die, found[j].die, below, j - i, count)
        for i in range(count)
        for j in range(i + 1, count)
    )
    return Plan(tuple(found), links, tally)


def _link(one: Area, other: Area, below: Area, far: int, count: int) -> Points:
    deep = 0.9 * below.h * (far + 1) / count
    start, end = (one.cx, one.bottom), (other.cx, other.bottom)
    points = []
    for k in range(CURVE + 1):
        s = k / CURVE
        points.append((start[0] + (end[0] - start[0]) * s, start[1] + 4 * deep * s * (1 - s)))
    return tuple(points)


def bars(world: Area, kit: Kit, rows: int) -> tuple[tuple[Area, Area], ...]:
    """For each number of cards the place of its cards and of its bar."""
    label = kit.layout.sizes.label
    if kit.layout.form == "tall":
        left, _, wide, _ = kit.layout.safe
        world = Area(left, world.y, wide, world.h)
    inner = world.cut(top=4.2 * label, bottom=2.2 * label)
    found = []
    for row in inner.rows(*([1.0] * rows), gap=1.2 * label):
        if kit.layout.form in ("wide", "narrow"):
            cards, bar = row.columns(0.2, 0.8, gap=label)
            found.append((cards.inset(0, 0.1 * row.h), bar.cut(right=8.5 * label)))
        else:
            cards, bar = row.rows(0.42, 0.58)
            found.append((cards.cut(right=0.45 * cards.w), bar))
    return tuple(found)


def places(scene: Scene, world: Area, _: Any, __: Kit) -> dict[str, Area]:
    """What `look:` may name: all the cards."""
    return {"left.cards": world} if scene.left is not None else {}
