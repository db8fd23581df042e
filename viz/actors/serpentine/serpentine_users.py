"""Many users' tokens in a row of wafers: each has one word in flight, a wafer is green exactly while
a token is in it, and who finds no room waits in the lane above."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from math import floor
from typing import TYPE_CHECKING, Final

from viz.actors.serpentine.serpentine_places import Serpentine, Way, way_of
from viz.actors.serpentine.wafer_squares import layer, links
from viz.physics.pipeline import Pipeline
from viz.stage import user_shapes as shapes
from viz.stage.amounts import grid, whole
from viz.stage.area import Area
from viz.stage.marks import Arc, Box, Glow, Line, Mark, Marks, Points, Ribbon
from viz.stage.style import Kit
from viz.stage.theme import mix
from viz.stage.view import FRAME, MachineView, StageView, fade
from viz.timeline.streams import Crowd

if TYPE_CHECKING:
    from viz.actors.serpentine import Parameters

PASSES: Final = (2.5, 3.0)  # tokens a second over one wafer, from which it no longer blinks
NEAR: Final = 3  # wafers on either side, with which one is seen together where it would blink
BACK: Final = 0.07  # of a pass: how long the way back stays lit
RINGED: Final = 0  # the user whose way the eye can follow


def crowd_of(view: MachineView) -> Crowd | None:
    """All users at this moment."""
    return view.streams.at(view.hw) if view.streams else None


@lru_cache(maxsize=64)
def way_in(row: Serpentine, pipe: Pipeline) -> Way:
    """The way of a pass: whole layers in each wafer wherever there are enough."""
    count = pipe.wafers
    bounds = [i * pipe.layers / count for i in range(count + 1)]
    if count <= pipe.layers:
        bounds = [float(round(bound)) for bound in bounds]
    enters = tuple(bounds[i] * pipe.layer + i * pipe.hop for i in range(count))
    leaves = tuple(bounds[i + 1] * pipe.layer + i * pipe.hop for i in range(count))
    return way_of(row, enters, leaves)


def working(row: Serpentine, crowd: Crowd) -> tuple[int, ...]:
    """The wafers in which a token is now, counted from 0."""
    way = way_in(row, crowd.pipe)
    found = {way.at(since).wafer for _, since in crowd.flying}
    return tuple(sorted(found - {-1}))


def draw(stage: StageView, row: Serpentine, p: Parameters) -> Marks:
    """Wafers, tokens in flight, and the queue."""
    view = stage.machine(p.side)
    crowd = crowd_of(view) if view else None
    if view is None or crowd is None:
        return ()
    palette = stage.kit.palette
    marks: list[Mark] = [*links(row, palette, p.side, back=True, ref=f"{p.side}.links")]
    marks += _comes_back(stage.kit, row, crowd)
    marks += _lane(stage.kit, row)
    marks += _wafers(stage, view, row, crowd)
    marks += _flying(stage.kit, view, row, crowd)
    return (*marks, *_queue(stage.kit, row, crowd))


def _wafers(stage: StageView, view: MachineView, row: Serpentine, crowd: Crowd) -> list[Mark]:
    palette, scene = stage.kit.palette, stage.scene
    held = scene.model.parameters.value * scene.bits / 8 if scene.model else 0.0
    square = scene.square or held / len(row.wafers) / 18
    count = whole(held / len(row.wafers), square)
    columns, rows = grid(count, 1.9 if count < 60 else 1.0)
    busy = set(working(row, crowd))
    blur = fade(crowd.pipe.total(max(1, crowd.here)) / crowd.pipe.accepted * view.pace, *PASSES)
    marks: list[Mark] = []
    before = (0, *accumulate(int(i in busy) for i in range(len(row.wafers))))
    for i, area in enumerate(row.wafers):
        first, last = max(0, i - NEAR), min(len(row.wafers), i + NEAR + 1)
        share = (before[last] - before[first]) / (last - first)
        # Where most near it work, or none, a wafer does not blink, and is told as it is.
        mean = blur * (1.0 - abs(2.0 * share - 1.0))
        level = (1 - mean) * (i in busy) + mean * share
        level = round(level * 6) / 6
        fill = mix(mix(palette.computing, palette.chip, 0.34), palette.panel, level)
        edge = mix(palette.computing, palette.edge, level)
        key, ref = f"wafer:{i + 1}", f"{view.side}.busy"
        marks += layer(area, palette, (count, columns, rows), edge, fill, key, ref)
    return marks


def _flying(kit: Kit, view: MachineView, row: Serpentine, crowd: Crowd) -> list[Mark]:
    """All tokens in flight with their tails; a steady stream where they cannot be followed."""
    palette, way = kit.palette, way_in(row, crowd.pipe)
    r = radius(row)
    a_frame = crowd.pipe.wafers / (crowd.pipe.token / view.pace) * FRAME if view.pace else 0.0
    streaming = fade(a_frame, 0.5, 1.0)
    marks: list[Mark] = []
    if streaming > 0:
        share = min(1.0, len(crowd.flying) / crowd.pipe.knee)
        colour = mix(palette.token, palette.chip, 0.35 + 0.65 * share)
        line = tuple(point for one in way.stretches for point in one.points)
        marks.append(Line(line, r, colour, (), streaming, "streams", "users/stream"))
    if streaming >= 1:
        return marks
    alpha = 1 - streaming
    tails: list[Mark] = []
    heads: list[Mark] = []
    for user, since in crowd.flying:
        at = way.at(since)
        x, y = at.at(since)
        colour = shapes.tint(user, palette)
        tails.append(
            Ribbon(
                _tail(row, way, since, (x, y)),
                (1.3 * r, 0.2 * r),
                colour,
                (0.75, 0.0),
                alpha,
                "streams",
                x,
                y,
                f"user:{user}/tail",
            )
        )
        heads += _head(kit, user, x, y, r, alpha)
    return [*marks, *tails, *heads]


def _comes_back(kit: Kit, row: Serpentine, crowd: Crowd) -> list[Mark]:
    """The way back lights up as the ringed user's word is done: the next one begins with it."""
    since = next((since for user, since in crowd.flying if user == RINGED), crowd.pipe.token)
    left = 1.0 - since / (BACK * crowd.pipe.token)
    if left <= 0 or not crowd.words:
        return []
    colour = kit.palette.token
    return [Line(row.back, 6.0, colour, (), 0.9 * left, "streams", "user:0/back")]


@lru_cache(maxsize=16)
def _row_starts(row: Serpentine) -> dict[float, float]:
    """Where a token enters each row, by the height of its middle."""
    firsts = (row.through(i)[0] for i in range(0, len(row.wafers), row.per_row))
    return {y: x for x, y in firsts}


def _tail(row: Serpentine, way: Way, since: float, spot: tuple[float, float]) -> Points:
    """From the token back the way it came: along the arc of a turn, else straight in steps of an
    eighth, so that it is drawn once and only moves."""
    x, y = spot
    at, reach = way.at(since), 1.05 * row.size
    (ax, ay), (bx, by) = at.points[0], at.points[-1]
    if ay != by:
        return tuple((px - x, py - y) for px, py in way.behind(since, reach))
    gone = abs(x - _row_starts(row)[ay])
    long = reach * max(1, floor(min(1.0, gone / reach) * 8)) / 8
    return ((0.0, 0.0), (-long if bx > ax else long, 0.0))


def radius(row: Serpentine) -> float:
    """Of a token."""
    return max(7.0, min(15.0, 0.17 * row.size))


def _head(kit: Kit, user: int, x: float, y: float, r: float, alpha: float) -> list[Mark]:
    palette, of = kit.palette, "streams"
    marks: list[Mark] = [shapes.token(user, x, y, r, palette, of, alpha, f"user:{user}")]
    if user == RINGED:
        marks.insert(0, Glow(x, y, 4.5 * r, palette.token, 0.4 * alpha, of, "user:0/light"))
        marks.append(_ring(kit, x, y, 1.9 * r, alpha))
    return marks


def _ring(kit: Kit, x: float, y: float, r: float, alpha: float) -> Arc:
    return Arc(x, y, r, 3.0, 0.0, 1.0, kit.palette.ink, alpha, "streams", "user:0/ring")


def seats(row: Serpentine) -> tuple[tuple[float, float], ...]:
    """Places in the lane above, who goes first nearest to the first wafer."""
    lane = row.back[-3][1] if row.back else row.head.cy
    step = 2.3 * radius(row)
    count = max(1, floor(row.head.w * (0.86 if row.head.w > 1000 else 0.62) / step))
    return tuple((row.head.x + step * (i + 0.6), lane) for i in range(count))


def _lane(kit: Kit, row: Serpentine) -> list[Mark]:
    """The ground of the lane: who stands there has no room yet."""
    places, r = seats(row), radius(row)
    (x0, y), (x1, _) = places[0], places[-1]
    area = Area(x0, y, x1 - x0, 0.0).inset(-1.5 * r, -1.5 * r)
    return [Box(*area, kit.palette.ground, 1.5 * r, kit.palette.edge, 1.5, key="users/lane")]


def _queue(kit: Kit, row: Serpentine, crowd: Crowd) -> list[Mark]:
    """Who waits: an empty outline is a place that nobody needs."""
    r = radius(row)
    marks: list[Mark] = []
    for user, (x, y) in zip(crowd.waiting, seats(row), strict=False):
        key = f"user:{user}"
        marks.append(shapes.token(user, x, y, 0.8 * r, kit.palette, "queue", 1.0, key))
        if user == RINGED:
            marks.append(_ring(kit, x, y, 1.4 * r, 1.0))
    return marks
