"""A lap as a ring: its outline is time. The model writes along the sky arc, the tool runs along the
striped one, and the token goes round."""

from __future__ import annotations

from dataclasses import replace
from math import cos, pi, sin
from typing import Final

from viz.actors.agent_laps.agent_laps_places import Agent, Ring
from viz.stage.area import Area
from viz.stage.icons import token, tool_box
from viz.stage.marks import Arc, Box, Glow, Line, Mark, Marks, Points, Ribbon, Shape
from viz.stage.style import Kit
from viz.stage.theme import Palette, mix

A_SECOND: Final = 2  # stripes of the tool's arc
MOST: Final = 60
LINES: Final = 9  # of a lap's page: three read, three thought, three of the call
TAIL: Final = 0.07  # of a turn
STATIONS: Final = ("read", "think", "act")


def at(ring: Ring, turn: float, r: float | None = None) -> tuple[float, float]:
    """A point of a ring, in turns clockwise from the top."""
    r = ring.r if r is None else r
    return ring.x + r * sin(2 * pi * turn), ring.y - r * cos(2 * pi * turn)


def start_of(one: Agent) -> float:
    """Where a lap begins: where the tool's arc, whose middle is the lowest point, ends."""
    return 0.5 + one.tool / one.lap / 2 - 1.0


def draw(kit: Kit, ring: Ring, one: Agent, seconds: float, key: str) -> Marks:
    """The ring of an agent, so many seconds after it began; its laps repeat."""
    palette, of = kit.palette, f"{key}.lap"
    share = seconds / one.lap % 1.0
    begin, cut = start_of(one), start_of(one) + one.write / one.lap
    marks: list[Mark] = []
    if one.write > 0:
        blue = mix(palette.token, palette.ground, 0.8)
        marks.append(
            Arc(ring.x, ring.y, ring.r, ring.band, begin, cut, blue, of=of, key=f"{key}/write")
        )
        for i in range(1, len(STATIONS)):
            turn = begin + (cut - begin) * i / len(STATIONS)
            ends = (
                at(ring, turn, ring.r - ring.band / 2),
                at(ring, turn, ring.r + ring.band / 2),
            )
            marks.append(Line(ends, 2.5, palette.ground, of=of, key=f"{key}/part:{i}"))
    if one.tool > 0:
        marks += _tool(ring, one, palette, cut, begin + 1.0, key)
    marks += _token(ring, begin, share, palette, key)
    return (*marks, *_box(kit, ring, one, share * one.lap - one.write, key))


def _tool(
    ring: Ring, one: Agent, palette: Palette, start: float, end: float, key: str
) -> list[Mark]:
    of = f"{key}.lap"
    marks: list[Mark] = [
        Arc(
            ring.x,
            ring.y,
            ring.r,
            ring.band,
            start,
            end,
            palette.waiting_ground,
            of=of,
            key=f"{key}/tool",
        )
    ]
    count = min(MOST, max(1, round(one.tool * A_SECOND)))
    inner, outer = ring.r - ring.band / 2, ring.r + ring.band / 2
    each = (end - start) / count
    for i in range(count):
        foot = start + i * each
        low = (foot - 0.2 * each, foot + 0.3 * each)
        high = (foot + 0.7 * each, foot + 1.2 * each)
        corners = [at(ring, min(max(turn, start), end), inner) for turn in low]
        corners += [at(ring, min(max(turn, start), end), outer) for turn in reversed(high)]
        marks.append(
            Shape(tuple(corners), palette.waiting, alpha=0.9, of=of, key=f"{key}/stripe:{i}")
        )
    return marks


def tool_box_of(ring: Ring) -> Area:
    """Where the tool stands: at the lowest point, as large on every ring."""
    w = min(136.0, 1.5 * ring.r)
    h = 0.66 * w
    return Area(ring.x - w / 2, ring.y + ring.r - h * 0.5, w, h)


def _box(kit: Kit, ring: Ring, one: Agent, runs: float, key: str) -> list[Mark]:
    """The tool as a box that runs while the token is in its arc."""
    area, of = tool_box_of(ring), f"{key}.tool"
    busy = 0.0 < runs < one.tool
    marks: list[Mark] = []
    if busy:
        light = Glow(area.cx, area.cy, area.w, kit.palette.ink, 0.16, of, key=f"{key}/box/glow")
        marks.append(light)
    done = runs / one.tool if busy else -1.0
    runs = runs if busy else 0.0
    return [*marks, *tool_box(area, kit.palette, of, f"{key}/box", runs=runs, done=done)]


def _token(ring: Ring, begin: float, share: float, palette: Palette, key: str) -> list[Mark]:
    of, r = f"{key}.lap", min(15.0, ring.band * 0.3)
    head = begin + share
    tail = min(share, TAIL)
    marks: list[Mark] = []
    if tail > 0.01:
        way: Points = tuple(at(ring, head - tail * i / 10) for i in range(11))
        light = mix(palette.token, "#FFFFFF" if palette.ground < "#8" else palette.ink, 0.5)
        marks.append(Ribbon(way, (r * 1.5, 2), light, (0.9, 0.0), of=of, key=f"{key}/trail"))
    names = ("glow", "disc")
    dot = token(*at(ring, head), r, palette, of)
    return [*marks, *(replace(m, key=f"{key}/token/{n}") for m, n in zip(dot, names, strict=True))]


def page(kit: Kit, ring: Ring, one: Agent, seconds: float, key: str) -> Marks:
    """What is written in a lap, inside its ring: what came back is read (a rule beside it), a thought
    (in a cloud of its own), the call (a prompt before it). A line grows as the token goes round."""
    palette, of = kit.palette, f"{key}.written"
    side = 1.12 * (ring.r - ring.band / 2)
    area = Area(ring.x - side * 0.55, ring.y - side * 0.48, 1.1 * side, 0.92 * side)
    done = min(1.0, (seconds / one.lap % 1.0) * one.lap / one.write) * LINES if one.write else 0.0
    marks: list[Mark] = []
    for part, block in enumerate(area.rows(1, 1, 1, gap=0.16 * area.h)):
        here = 3 * part <= done < 3 * part + 3
        begun = done > 3 * part
        ink = palette.token if here else mix(palette.token, palette.ground, 0.55)
        edge = ink if begun else mix(palette.muted, palette.ground, 0.35)
        name = f"{key}/page:{part}"
        x = block.x + 0.12 * block.w
        if part == 0:
            bar = Area(block.x, block.y, 0.025 * block.w, block.h)
            marks.append(Box(*bar, edge, 3, of=of, key=f"{name}/rule"))
        elif part == 1:
            cloud = block.inset(-0.02 * block.w, -0.16 * block.h)
            marks.append(Box(*cloud, "", 0.3 * block.h, edge, 2.0, of=of, key=f"{name}/cloud"))
            x = block.x + 0.06 * block.w
        else:
            u = 0.12 * block.h
            prompt = (
                (block.x, block.y),
                (block.x + 1.4 * u, block.y + u),
                (block.x, block.y + 2 * u),
            )
            marks.append(Line(prompt, 3.0, edge, of=of, key=f"{name}/prompt"))
        for i, line in enumerate(block.rows(1, 1, 1, gap=0.2 * block.h)):
            long = (block.right - x - 0.04 * block.w) * (1.0, 0.86, 0.62)[(i + part) % 3]
            grown = min(1.0, max(0.0, done - 3 * part - i))
            if grown * long > line.h * 0.5:
                marks.append(
                    Box(x, line.y, grown * long, line.h, ink, 3, of=of, key=f"{name}/line:{i}")
                )
    return tuple(marks)


def ghost(kit: Kit, ring: Ring, one: Agent, key: str, *, first: bool) -> Marks:
    """What a ring was before: the first as an outline of its band, the others as a line."""
    palette = kit.palette
    begin, cut = start_of(one), start_of(one) + one.write / one.lap
    faint = mix(palette.token, palette.ground, 0.5)
    if not first:
        arc = Arc(ring.x, ring.y, ring.r, 7, begin, cut, faint, of=f"{key}.lap", key=key)
        return (arc,)
    fill = mix(palette.token, palette.ground, 0.14)
    body = Arc(ring.x, ring.y, ring.r, ring.band, begin, cut, fill, of=f"{key}.lap", key=key)
    edges = []
    for side in (-1, 1):
        r = ring.r + side * ring.band / 2
        way = tuple(at(ring, begin + (cut - begin) * i / 60, r) for i in range(61))
        edges.append(Line(way, 2.0, faint, (9, 7), of=f"{key}.lap", key=f"{key}/edge:{side}"))
    return (body, *edges)
