"""A token runs through all wafers; below, its run as a track on one scale of time, or two of them:
work in grey, crossings in the colour of links."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from viz.actors.serpentine.serpentine_places import SQUARES, Serpentine, Way, way_of
from viz.actors.serpentine.wafer_squares import links, wafer
from viz.stage.amounts import DONE, HERE, NOW
from viz.stage.area import Area
from viz.stage.marks import Box, Disc, Glow, Line, Mark, Marks, Ribbon
from viz.stage.quantity import Resolved, reckoned, resolve
from viz.stage.style import Kit
from viz.stage.theme import Palette, mix
from viz.stage.view import StageView

if TYPE_CHECKING:
    from viz.actors.serpentine import Parameters

TRACK: Final = 0.13  # of the foot's height
ROOM: Final = {"wide": 0.72, "narrow": 0.64, "square": 0.56, "tall": 0.41}
# of its width: the rest is for the number at a track's end
TAIL: Final = 2.6  # wafers


@dataclass(frozen=True, slots=True)
class Track:
    """One run: how long all layers and all crossings take, and where it is drawn."""

    working: float
    crossing: float
    count: int
    area: Area
    name: str
    hop: Resolved | None
    wafers: Resolved | None
    speed: str  # the reference of its tokens a second

    @property
    def total(self) -> float:
        """Seconds of a token."""
        return self.working + self.crossing

    @property
    def times(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """When a token enters and leaves each wafer."""
        work = self.working / self.count
        hop = self.crossing / max(1, self.count - 1)
        enters = tuple(i * (work + hop) for i in range(self.count))
        return enters, tuple(enter + work for enter in enters)


def tracks(stage: StageView, row: Serpentine, p: Parameters) -> tuple[Track, ...]:
    """The run as the knobs stand, last; before it the one that it is compared with."""
    if p.working is None or p.crossing is None:
        return ()
    work = resolve(stage, p.working).value
    runs = [(p.crossing, p.hop, p.wafers, "track")]
    if p.stage == "compare" and p.before is not None:
        runs.insert(0, (p.before, p.hop_before, p.wafers_before, "before"))
    longest = max(work + resolve(stage, crossing).value for crossing, *_ in runs)
    tall = TRACK * row.foot.h
    found = []
    for i, (crossing, hop, wafers, name) in enumerate(runs):
        seconds = resolve(stage, crossing).value
        wide = ROOM[stage.kit.layout.form] * row.foot.w * (work + seconds) / longest
        y = row.foot.y + row.foot.h * (0.2 + 0.42 * (i + 0.5 * (len(runs) == 1)))
        area = Area(row.foot.x, y, wide, tall)
        speed = reckoned("1 tok / ({} + {})", p.working, crossing)
        one, other = (resolve(stage, ref) if ref else None for ref in (hop, wafers))
        count = round(other.value) if other else len(row.wafers)
        found.append(Track(work, seconds, count, area, name, one, other, speed))
    return tuple(found)


def elapsed(stage: StageView) -> float:
    """Since the token set out: it does as its actor comes on stage."""
    return max(0.0, stage.hw - stage.since)


def draw(stage: StageView, row: Serpentine, p: Parameters) -> Marks:
    """Wafers by what they did for this word, the token, and the tracks."""
    palette = stage.kit.palette
    runs = tracks(stage, row, p)
    if not runs or not row.links:
        return ()
    run, now = runs[-1], elapsed(stage)
    way = way_of(row, *run.times)
    at = way.at(min(now, way.total))
    marks: list[Mark] = [*links(row, palette, "wafers", back=False)]
    leaves = run.times[1]
    for i, area in enumerate(row.wafers):
        works = at.wafer == i and now < way.total
        state = NOW if works else DONE if now >= leaves[i] else HERE
        edge = palette.computing if works else palette.waiting
        fill = mix(palette.computing, palette.panel, 0.4) if works else palette.panel
        cells = bytes([state]) * (SQUARES * SQUARES)
        marks += wafer(area, palette, cells, SQUARES, edge, fill, f"wafer:{i + 1}")
    marks += _token(stage, way, min(now, way.total), row)
    for run in runs:
        marks += _track(stage.kit, run, now)
    return tuple(marks)


def _token(stage: StageView, way: Way, now: float, row: Serpentine) -> list[Mark]:
    palette, at = stage.kit.palette, way.at(now)
    x, y = at.at(now)
    r, of = 0.2 * row.size, "wafers.token"
    marks: list[Mark] = []
    if now > 0:
        tail = way.behind(now, TAIL * row.size)
        widths = (1.5 * r, 0.2 * r)
        marks.append(Ribbon(tail, widths, palette.token, (0.85, 0.0), of=of, key="token/tail"))
    return [
        *marks,
        Glow(x, y, 4 * r, palette.token, 0.45, of=of, key="token/light"),
        Disc(x, y, r, palette.token, palette.token_edge, 2, of=of, key="token"),
    ]


def _track(kit: Kit, run: Track, now: float) -> list[Mark]:
    """The part of a run that is over, wafer by wafer, and its token."""
    palette, area = kit.palette, run.area
    share = min(1.0, now / run.total) if run.total > 0 else 1.0
    x = area.x + area.w * share
    of, key = "wafers.token", f"track/{run.name}"
    ends = ((area.x, area.cy), (area.right, area.cy))
    marks: list[Mark] = [Line(ends, 2.0, palette.edge, key=f"{key}/line")]
    if share > 0:
        grey = mix(palette.waiting, palette.ground, 0.8)
        done = Box(area.x, area.y, area.w * share, area.h, grey, 2, of=of, key=f"{key}/work")
        marks.append(done)
        passed = sum(1 for leave in run.times[1][:-1] if leave < now)
        marks += _crossings(run, palette)[:passed]
        reach = Area(x, area.y - 2, 60.0, area.h + 4)
        if passed and share < 1.0:  # a crossing that is under way ends at the token
            marks.append(
                Box(*reach[:2], 30.0, reach.h, palette.ground, of=of, key=f"{key}/to_come")
            )
            ends = ((x, area.cy), (area.right, area.cy))
            marks.append(Line(ends, 2.0, palette.edge, of=of, key=f"{key}/left"))
    r = 0.62 * area.h
    marks += [
        Glow(x, area.cy, 3 * r, palette.token, 0.4, of=of, key=f"{key}/light"),
        Disc(x, area.cy, r, palette.token, palette.token_edge, 2, of=of, key=f"{key}/token"),
    ]
    return marks


@lru_cache(maxsize=32)
def _crossings(run: Track, palette: Palette) -> Marks:
    """Each crossing of a run, as long as it takes."""
    enters, leaves = run.times
    scale = run.area.w / run.total
    return tuple(
        Box(
            run.area.x + leave * scale,
            run.area.y,
            max(1.0, (enter - leave) * scale),
            run.area.h,
            palette.link,
            of="wafers.token",
            key=f"track/{run.name}/hop:{i}",
        )
        for i, (leave, enter) in enumerate(zip(leaves[:-1], enters[1:], strict=True))
    )
