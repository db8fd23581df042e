"""Laps unrolled: a ring is tape, the wheel turns on the spot and lays it down, a bar for each lap."""

from __future__ import annotations

from math import floor
from typing import Final

from viz.actors.agent_laps.agent_laps_places import TALL, Agent, Lane, Ring, row_of
from viz.stage.amounts import flickers, streaks
from viz.stage.area import Area
from viz.stage.marks import Arc, Box, Disc, Glow, Hatch, Line, Mark, Marks
from viz.stage.style import Kit
from viz.stage.theme import mix

FALL: Final = 0.16  # of a lap: how long a full bar falls
STRIPE: Final = 14.0


def draw(kit: Kit, lane: Lane, one: Agent, seconds: float, pace: float, key: str) -> Marks:
    """The bars of an agent, so many seconds after it began, and the wheel that lays them."""
    if one.lap <= 0:
        return ()  # no writing and no tool: nothing takes time
    gone = max(0.0, seconds)
    done = min(one.laps, floor(gone / one.lap + 1e-9))
    share = 0.0 if done >= one.laps else gone / one.lap - done
    marks: list[Mark] = []
    speed = lane.second * pace
    for i in range(done):
        y = row_of(lane, one, i).y
        if lane.wheel and i == done - 1 and done < one.laps and share < FALL:
            top = lane.rows.y - 1.3 * lane.pitch
            y = top + (y - top) * (share / FALL) ** 2
        marks += _bar(kit, lane, one, Area(lane.rows.x, y, one.lap * lane.second, 0), i, key)
    if done < one.laps and share > 0:
        wide = share * one.lap * lane.second
        top = lane.rows.y - 1.3 * lane.pitch if lane.wheel else row_of(lane, one, done).y
        left = lane.rows.right - wide if lane.wheel else lane.rows.x
        moving = lane.wheel is not None and streaks(STRIPE, speed)
        area = Area(left, top, wide, 0)
        marks += _bar(kit, lane, one, area, done, key, part=share, moving=moving)
    if lane.wheel and done < one.laps:
        marks += _wheel(kit, lane.wheel, one, share, pace, key)
    return tuple(marks)


def _bar(
    kit: Kit,
    lane: Lane,
    one: Agent,
    area: Area,
    index: int,
    key: str,
    *,
    part: float = 1.0,
    moving: bool = False,
) -> list[Mark]:
    """The part of a lap's bar that is laid: writing first, then the tool."""
    palette, of = kit.palette, f"{key}.laid"
    tall = TALL * lane.pitch
    seconds = part * one.lap
    write = min(seconds, one.write) * lane.second
    tool = max(0.0, seconds - one.write) * lane.second
    gap = min(3.0, 0.2 * write) if tool > 0 else 0.0
    marks: list[Mark] = []
    if write > 0.5:
        blue = mix(palette.token, palette.ground, 0.86)
        marks.append(
            Box(area.x, area.y, write - gap, tall, blue, 3, of=of, key=f"{key}/row:{index}/write")
        )
    if tool > 0.5:
        box = Area(area.x + write, area.y, tool, tall)
        name = f"{key}/row:{index}/tool"
        if moving:
            grey = mix(palette.waiting, palette.waiting_ground, 0.5)
            marks.append(Box(*box, grey, 3, of=of, key=name))
        else:
            ground, ink = palette.waiting_ground, palette.waiting
            marks.append(Hatch(*box, ground, ink, 3, STRIPE, of=of, key=name))
    return marks


def _wheel(kit: Kit, wheel: Ring, one: Agent, share: float, pace: float, key: str) -> list[Mark]:
    """What of a lap is still on the wheel: its next part at the lowest point."""
    palette, of = kit.palette, f"{key}.lap"
    cut = one.write / one.lap
    blue = mix(palette.token, palette.ground, 0.86)
    grey = mix(palette.waiting, palette.waiting_ground, 0.5)
    rim = Arc(wheel.x, wheel.y, wheel.r, wheel.band, 0, 1, palette.strip, 0.6, of, key=f"{key}/rim")
    foot = (wheel.x, wheel.y + wheel.r)
    r = min(13.0, wheel.band * 0.34)
    dot = (
        Glow(*foot, 3 * r, palette.token, 0.5, of, key=f"{key}/token/glow"),
        Disc(*foot, r, palette.token, palette.token_edge, 2, 1.0, of, key=f"{key}/token/disc"),
    )
    if flickers(pace / one.lap):  # it turns too fast to be seen: as much of each as it holds
        mean = mix(blue, grey, cut)
        arc = Arc(wheel.x, wheel.y, wheel.r, wheel.band, 0, 1, mean, 0.9, of, key=f"{key}/write")
        return [rim, arc, *dot]
    marks: list[Mark] = [rim]
    for name, fill, low, high in (("write", blue, share, cut), ("tool", grey, max(share, cut), 1)):
        if high > low:
            start, end = 0.5 - (high - share), 0.5 - (low - share)
            arc = Arc(
                wheel.x, wheel.y, wheel.r, wheel.band, start, end, fill, of=of, key=f"{key}/{name}"
            )
            marks.append(arc)
    seam = (
        (wheel.x, wheel.y + wheel.r - wheel.band / 2),
        (wheel.x, wheel.y + wheel.r + wheel.band / 2),
    )
    marks.append(Line(seam, 2.0, palette.ground, of=of, key=f"{key}/seam"))
    return [*marks, *dot]
