"""The line of one machine on the frontier: speed for each and for all, as users are added."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import floor
from typing import Final, Literal

from viz.physics.decode import decode_step
from viz.physics.pipeline import pipeline_of
from viz.physics.types import Rig, StepTime
from viz.scene.types import Scene, Side
from viz.timeline.compile import load_of

POINTS: Final = 72
Limit = Literal["reading", "computing", "links", "overhead", "queue"]


@dataclass(frozen=True, slots=True)
class Point:
    """`users` streams: tokens a second for each and for all, and what limits them."""

    users: float
    each: float
    every: float
    limit: Limit


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """A machine's line. `knees` are points at which something else begins to limit; `per` is
    what the total is divided by (1, or kilowatts)."""

    side: Side
    rig: Rig
    points: tuple[Point, ...]
    knees: tuple[Point, ...]
    now: Point
    per: float

    def stretches(self) -> Iterator[tuple[Limit, tuple[Point, ...]]]:
        """Parts of the line with one limit; each ends where the next begins."""
        start = 0
        for i, (a, b) in enumerate(pairwise(self.points)):
            if a.limit != b.limit:
                yield a.limit, self.points[start : i + 2]
                start = i + 1
        yield self.points[-1].limit, self.points[start:]


@lru_cache(maxsize=256)
def curve_of(scene: Scene, side: Side, most: float, kilowatt: bool) -> Curve | None:
    """The line of one side's machine for 1 to `most` users; None where there is none, or where
    it should be told per kilowatt and nobody says how much power its chip takes."""
    rig = scene.left if side == "left" else scene.right
    if rig is None or scene.model is None or (kilowatt and rig.chip.power is None):
        return None
    per = rig.count * rig.chip.power.value / 1000 if kilowatt and rig.chip.power else 1.0
    load = load_of(scene)
    knee = 0.0
    if rig.chip.kind == "wafer":
        knee = floor(pipeline_of(rig, scene.model, load, scene.basis).knee)

    def point(users: float) -> Point:
        assumed = replace(load, batch=users)
        step = decode_step(rig, scene.model, assumed, scene.basis)  # type: ignore[arg-type]
        limit = "queue" if knee and users > knee else _limit(step)
        return Point(users, step.speed, step.speed_total / per, limit)

    counts = {most ** (i / (POINTS - 1)) for i in range(POINTS)}
    if 1 < knee < most:
        counts |= {knee, knee * (1 + 1e-9)}
    points = [point(users) for users in sorted(counts)]
    knees = tuple(
        _whole(point, a.users, b.users, a.limit) for a, b in pairwise(points) if a.limit != b.limit
    )
    return Curve(side, rig, tuple(points), knees, point(load.batch), per)


def _limit(step: StepTime) -> Limit:
    """The longest part: of reading and arithmetic, which overlap, the longer one."""
    parts = {part.name: part for part in step.parts}
    reading, computing = parts["reading"], parts["computing"]
    longest: dict[Limit, float] = {
        "reading": reading.seconds,
        "computing": reading.seconds + computing.seconds if computing.seconds > 0 else 0.0,
        "links": parts["links"].seconds,
        "overhead": parts["overhead"].seconds,
    }
    return max(longest, key=lambda name: longest[name])


def _whole(point: Callable[[float], Point], low: float, high: float, limit: Limit) -> Point:
    """The last whole number of users with that limit, between two numbers."""
    while high - low > 0.5:
        middle = (low + high) / 2
        if point(middle).limit == limit:
            low = middle
        else:
            high = middle
    users = max(1.0, float(round(low)))
    return point(users)
