"""Lengths and places along a polyline."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin
from typing import Final

from viz.stage.marks import Points, Ribbon

ROUND: Final = 12  # corners of a half circle
SHARPEST: Final = 0.6  # cosine of half a bend from which its corner is cut


def length_of(points: Points) -> float:
    """The length of a polyline."""
    return sum(hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in itertools.pairwise(points))


def along(points: Points, distance: float) -> tuple[float, float]:
    """The place at a distance from the first point; the last point where it is longer."""
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        step = hypot(bx - ax, by - ay)
        if distance <= step and step > 0:
            share = distance / step
            return ax + (bx - ax) * share, ay + (by - ay) * share
        distance -= step
    return points[-1]


@dataclass(frozen=True, slots=True)
class Piece:
    """A straight part of a ribbon: its outline, and its light from one place to another."""

    outline: Points
    start: tuple[float, float]
    end: tuple[float, float]
    lights: tuple[float, float]


def pieces(mark: Ribbon) -> list[Piece]:
    """A ribbon as straight parts that touch at its bends and do not overlap; its ends are round.
    Coordinates are those of the stage."""
    points = [point for i, point in enumerate(mark.points) if not i or point != mark.points[i - 1]]
    total = length_of(tuple(points))
    if total <= 0:
        return []
    placed = [(mark.x + x, mark.y + y) for x, y in points]
    turns = [atan2(by - ay, bx - ax) for (ax, ay), (bx, by) in itertools.pairwise(placed)]
    done, shares = 0.0, [0.0]
    for (ax, ay), (bx, by) in itertools.pairwise(placed):
        done += hypot(bx - ax, by - ay)
        shares.append(done / total)
    halves = [_between(mark.widths, share) / 2 for share in shares]
    sides = []
    for i, (x, y) in enumerate(placed):
        before, after = turns[max(i - 1, 0)], turns[min(i, len(turns) - 1)]
        half_bend = ((after - before + pi) % (2 * pi) - pi) / 2
        across = before + half_bend + pi / 2
        reach = halves[i] / max(cos(half_bend), SHARPEST)
        dx, dy = reach * cos(across), reach * sin(across)
        sides.append(((x + dx, y + dy), (x - dx, y - dy)))
    last = len(placed) - 2
    found = []
    for i, turn in enumerate(turns):
        (left, right), (next_left, next_right) = sides[i], sides[i + 1]
        outline = [right, next_right]
        if i == last:
            outline += _half_circle(placed[-1], halves[-1], turn - pi / 2)
        outline += [next_left, left]
        if i == 0:
            outline += _half_circle(placed[0], halves[0], turn + pi / 2)
        lights = _between(mark.lights, shares[i]), _between(mark.lights, shares[i + 1])
        found.append(Piece(tuple(outline), placed[i], placed[i + 1], lights))
    return found


def _half_circle(middle: tuple[float, float], r: float, start: float) -> list[tuple[float, float]]:
    """The corners between the two ends of a half circle, clockwise on the stage."""
    turns = (start + pi * i / ROUND for i in range(1, ROUND))
    return [(middle[0] + r * cos(turn), middle[1] + r * sin(turn)) for turn in turns]


def _between(ends: tuple[float, float], share: float) -> float:
    return ends[0] + (ends[1] - ends[0]) * share
