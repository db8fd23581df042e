"""The line of one machine on the frontier: speed for each and for all, as users are added."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import floor
from typing import Final, Literal

from viz.catalog.types import Model
from viz.physics.pipeline import pipeline_of
from viz.physics.predict import predict
from viz.physics.step import Times
from viz.physics.types import Basis, Load, Rig
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


def curve_of(scene: Scene, side: Side, most: float, kilowatt: bool) -> Curve | None:
    """The line of one side's machine for 1 to `most` users; None where there is none, or where
    it should be told per kilowatt and nobody says how much power its chip takes."""
    rig = scene.left if side == "left" else scene.right
    if rig is None or scene.model is None or (kilowatt and rig.chip.power is None):
        return None
    per = rig.count * rig.chip.power.value / 1000 if kilowatt and rig.chip.power else 1.0
    machine = Machine(rig, scene.model, replace(load_of(scene), batch=1), scene.basis, per)
    points, knees = _line(machine, most)
    return Curve(side, rig, points, knees, machine.point(scene.batch), per)


@dataclass(frozen=True, slots=True)
class Machine:
    """What a line stands on; it does not change with the users."""

    rig: Rig
    model: Model
    load: Load
    basis: Basis
    per: float

    def point(self, users: float) -> Point:
        """So many users."""
        load = replace(self.load, batch=users)
        found = predict(self.rig, self.model, load, self.basis)
        times, each = found.times, found.decode
        limit: Limit = "queue" if times.waiting > 0 else _limit(times)
        return Point(users, each, users * each / self.per, limit)


@lru_cache(maxsize=64)
def _line(machine: Machine, most: float) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """The points of a line, and the last points before something else limits."""
    counts = {most ** (i / (POINTS - 1)) for i in range(POINTS)}
    if machine.rig.chip.kind == "wafer":
        knee = pipeline_of(machine.rig, machine.model, machine.load, machine.basis).knee
        if 1 < knee < most:
            counts.add(knee)
    points = [machine.point(users) for users in sorted(counts)]
    knees = tuple(
        _whole(machine.point, a.users, b.users, a.limit)
        for a, b in pairwise(points)
        if a.limit != b.limit
    )
    return tuple(points), knees


def _limit(times: Times) -> Limit:
    """The longest part: of reading and arithmetic, which overlap, the longer one."""
    longest: dict[Limit, float] = {
        "reading": times.reading,
        "computing": times.reading + times.computing if times.computing > 0 else 0.0,
        "links": times.links,
        "overhead": times.overhead,
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
    return point(max(1.0, float(floor(high + 1e-9))))
