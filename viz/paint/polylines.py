"""Lengths and places along a polyline."""

from __future__ import annotations

import itertools
from math import hypot

from viz.stage.marks import Points


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
