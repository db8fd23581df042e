"""When each card of a beat flies from its pile, turns over, is struck and falls into its bin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi
from typing import Final

from viz.actors.who_says.who_says_places import Card, Table
from viz.stage.area import Area
from viz.stage.morph import ease

FLY, ALONE, TURN, MARK, SHRINK, FALL = 0.4, 0.5, 0.5, 0.25, 0.35, 0.3  # seconds of the clock
TOLD: Final = (0.7, 2.4)  # how long its back is read: who says so; and why it does not stand
ARC: Final = 0.03  # of its way that a flight rises above a straight line


@dataclass(frozen=True, slots=True)
class Pose:
    """A card at a moment: where it is, how much of its width is seen (1: flat), how much of its front
    and its back can be read, how much of it is struck, and whether it lies in its bin."""

    area: Area
    width: float = 1.0
    front: float = 0.0
    back: float = 0.0
    marked: float = 0.0
    lies: bool = False
    waits: bool = False


def seconds_of(card: Card) -> float:
    """From its pile into its bin."""
    return FLY + ALONE + TURN + (MARK if card.slow else 0.0) + TOLD[card.slow] + SHRINK + FALL


def starts_of(cards: Sequence[Card]) -> tuple[float, ...]:
    """When each leaves the pile: as the one before it leaves the middle."""
    found, at = [], 0.0
    for card in cards:
        found.append(at)
        at += seconds_of(card) - SHRINK - FALL
    return tuple(found)


def seconds_of_all(cards: Sequence[Card]) -> float:
    """How long it takes until the last one lies."""
    return starts_of(cards)[-1] + seconds_of(cards[-1]) if cards else 0.0


@lru_cache(maxsize=512)
def pose(card: Card, place: Table, slot: Area, t: float) -> Pose:
    """A card `t` seconds after it left the pile; below 0 it waits there."""
    middle = place.looked_at(card)
    if t <= 0:
        return Pose(place.pile, waits=True)
    if t < FLY:
        return Pose(_flown(place.pile, middle, ease(t / FLY)))
    t -= FLY
    if t < ALONE:
        return Pose(middle, front=min(1.0, t / 0.15))
    t -= ALONE
    if t < TURN:
        share = ease(t / TURN)
        read = 1.0 - 8 * share, 3 * share - 2
        return Pose(middle, abs(cos(pi * share)), max(0.0, read[0]), back=max(0.0, read[1]))
    t -= TURN
    mark = MARK if card.slow else 0.0
    marked = min(1.0, t / mark) if mark else 1.0
    if t < mark + TOLD[card.slow]:
        return Pose(middle, back=1.0, marked=marked)
    t -= mark + TOLD[card.slow]
    high = Area(slot.x, min(slot.y, middle.bottom - slot.h), slot.w, slot.h)
    if t < SHRINK:
        return Pose(_between(middle, high, ease(t / SHRINK)), marked=marked)
    t -= SHRINK
    if t < FALL:
        return Pose(_between(high, slot, (t / FALL) ** 2), marked=marked)
    return Pose(slot, marked=1.0, lies=True)


def _between(one: Area, other: Area, share: float) -> Area:
    return Area(*(a + (b - a) * share for a, b in zip(one, other, strict=True)))


def _flown(one: Area, other: Area, share: float) -> Area:
    """On a low arc."""
    area = _between(one, other, share)
    rise = ARC * abs(other.cx - one.cx) * 4 * share * (1 - share)
    return Area(area.x, area.y - rise, area.w, area.h)
