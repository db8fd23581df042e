"""The world while nothing but the camera moves: a few pictures taken on its way, seen larger or smaller.

The hardware clock stands for the first moments of a beat, so what glides by is one still world. To
draw all of it anew for each frame would cost ten times as much and show nothing more: it is taken
where the camera has come twice as close or as far, and each picture dissolves into the next. The
first and the last are as sharp as at rest, so that nothing jumps when the camera stops.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from viz.picture.camera_at import camera_at, way_of
from viz.picture.casting import on_stage
from viz.stage.area import Area
from viz.stage.camera import View, framing, through
from viz.stage.marks import Marks, Shot
from viz.stage.style import Kit
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Timeline, settles

Groups = tuple[tuple[str, Marks], ...]  # marks, each group with who drew it
Take = Callable[[Timeline, ScreenSeconds, Kit, View], Groups]  # the world at a moment, in a view

BEFORE: Final = 1e-6  # screen seconds: the last moment of the beat before
LARGER: Final = 2.2  # how much larger a picture may be seen than it was taken
ALIKE: Final = 1.01  # views that differ by less are one
MANY: Final = 60  # marks of a world of which pictures are taken
A_SECOND: Final = 60  # how often the way is looked at


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of the way, from `start` on, in screen seconds of the beat, and the view in which all
    that is seen meanwhile was taken."""

    start: float
    view: View


@dataclass(frozen=True, slots=True)
class Way:
    """The stretches of a way, and where it begins and ends: there the picture is sharp."""

    stretches: tuple[Stretch, ...]
    first: View
    last: View
    seconds: float


def shots_at(
    timeline: Timeline, t: ScreenSeconds, kit: Kit, take: Take
) -> tuple[Groups, tuple[Shot, ...]]:
    """The world at `t`, in groups as it appears, and as pictures; nothing of both where more than
    the camera moves, or where it stands."""
    span = timeline.span(t)
    before = ScreenSeconds(span.start - BEFORE)
    still = (
        span.index > 0
        and t - span.start < settles(timeline.scene, span.index)
        and timeline.setting(t) is timeline.setting(before)
        and _of_one_world(_world(timeline, span.index), _world(timeline, span.index - 1))
    )
    way = _way(timeline, span.index, kit) if still else None
    if way is None:
        return (), ()
    view, _ = camera_at(timeline, t, kit)
    shots: list[Shot] = []
    groups: Groups = ()
    stage = Area(0.0, 0.0, kit.layout.width, kit.layout.height)
    end = ScreenSeconds(span.start + way.seconds)
    if not _worth_it(timeline, (before, end), kit, way, take):
        return (), ()
    for taken, alpha in _seen(way, t - span.start):
        sharp = taken in (way.first, way.last)
        moment = before if taken == way.first else end
        marks, every = _taken(timeline, moment, kit, taken, take)
        scale = view.scale / taken.scale
        there = View(scale, view.dx - taken.dx * scale, view.dy - taken.dy * scale)
        shots.append(Shot(every, scale, there.dx, there.dy, alpha, coarse=not sharp))
        if alpha >= 0.5:
            groups = tuple((name, through(own, there, stage)) for name, own in marks)
    return groups, tuple(shots)


@lru_cache(maxsize=64)
def _worth_it(
    timeline: Timeline,
    moments: tuple[ScreenSeconds, ScreenSeconds],
    kit: Kit,
    way: Way,
    take: Take,
) -> bool:
    """Whether so much is in the world that pictures of it are painted sooner than it."""
    ends = zip(moments, (way.first, way.last), strict=True)
    return any(len(_taken(timeline, at, kit, view, take)[1]) >= MANY for at, view in ends)


def _world(timeline: Timeline, index: int) -> frozenset[object]:
    return frozenset(role for role in on_stage(timeline.scene, index) if role.world)


def _of_one_world(now: frozenset[object], before: frozenset[object]) -> bool:
    """Whether who stays does what it did: others only come or only go, which is a dissolve."""
    return bool(now) and bool(before) and (now <= before or before <= now)


def _seen(way: Way, since: float) -> list[tuple[View, float]]:
    """The views whose pictures lie over each other, and how opaque each is: what covers all of the
    stage, and over it what is finer, on its way in or out."""
    index = max(0, bisect_right(way.stretches, since, key=lambda one: one.start) - 1)
    own = way.stretches[index]
    ends = [one.start for one in way.stretches[index + 1 : index + 2]] or [way.seconds]
    share = min(1.0, max(0.0, (since - own.start) / max(ends[0] - own.start, 1e-9)))
    last = index + 1 == len(way.stretches)
    before = way.stretches[index - 1].view if index else way.first
    after = way.last if last else way.stretches[index + 1].view
    finer = own.view.scale * ALIKE
    fades, comes = 1.0 - share, share
    if before.scale > finer and after.scale > finer:  # one goes, and then the other comes
        fades, comes = 1.0 - 2 * share, 2 * share - 1.0
    found = [(own.view, 1.0)]
    found += [
        (view, alpha)
        for view, alpha in ((before, fades), (after, comes))
        if view.scale > finer and alpha > 0.0
    ]
    return found[1:] if len(found) > 1 and found[-1][1] >= 1.0 else found


@lru_cache(maxsize=64)
def _way(timeline: Timeline, index: int, kit: Kit) -> Way | None:
    span = timeline.beats[index]
    scene = timeline.setting(ScreenSeconds(span.start)).scene
    way = way_of(timeline, index, scene, kit)
    if way is None:
        return None
    seconds = min(settles(timeline.scene, index), way.seconds)
    stage = Area(0.0, 0.0, kit.layout.width, kit.layout.height)
    steps = max(2, round(seconds * A_SECOND))
    times = [seconds * step / steps for step in range(steps + 1)]
    views = [way.at(time / way.seconds) for time in times]
    first, last = views[0], views[-1]
    stretches: list[Stretch] = []
    begin = 0
    while begin < steps:
        end = begin + 1
        seen = _around(views[begin : end + 1], stage)
        while end < steps:
            wider = _around(views[begin : end + 2], stage)
            closest = max(view.scale for view in views[begin : end + 2])
            if closest / framing(wider, stage).scale > LARGER:
                break
            end, seen = end + 1, wider
        stretches.append(Stretch(times[begin], _alike(framing(seen, stage), (first, last))))
        begin = end
    return Way(tuple(stretches), first, last, seconds)


def _around(views: list[View], stage: Area) -> Area:
    areas = [view.behind(stage) for view in views]
    return areas[0].around(*areas[1:])


def _alike(view: View, ends: tuple[View, View]) -> View:
    """The view itself, or the end of the way that it hardly differs from."""
    for end in ends:
        near = abs(view.dx - end.dx) < 1.0 and abs(view.dy - end.dy) < 1.0
        if near and 1 / ALIKE < view.scale / end.scale < ALIKE:
            return end
    return view


@lru_cache(maxsize=24)
def _taken(
    timeline: Timeline, moment: ScreenSeconds, kit: Kit, view: View, take: Take
) -> tuple[Groups, Marks]:
    groups = take(timeline, moment, kit, view)
    return groups, tuple(mark for _, marks in groups for mark in marks)
