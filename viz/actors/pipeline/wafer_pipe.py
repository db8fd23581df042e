"""The picture of a pipeline: wafers whose weights stay, tokens of many users, and their queue."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import Final

from viz.actors.pipeline.pipe_layout import Places, places
from viz.physics.pipeline import Pipeline
from viz.scene.types import Side
from viz.stage import user_shapes as users
from viz.stage.marks import COUNT, Area, Box, Dots, Hatch, Line, Mark, Marks
from viz.stage.panel import Panel, heading, panel_in
from viz.stage.style import Kit, Part, dimmed
from viz.stage.text_metrics import width
from viz.stage.theme import mix
from viz.stage.view import FRAME, Fixed, MachineView, fade
from viz.timeline.streams import Crowd

STEPS: Final = 6  # brightnesses between an idle wafer and one at work
NEAR: Final = 6  # wafers on either side, where they are seen together
PASSES: Final = (2.5, 3.0)  # passes a second over one wafer, from which it no longer blinks


def draw(view: MachineView, crowd: Crowd, several: int, area: Area) -> Marks:
    """The wafers, the tokens in flight, the queue. `several` are the users of this setting."""
    kit = view.kit
    frame = _panel(area, kit)
    place = _places(crowd.pipe, frame, kit)
    focus = view.fixed.focus
    bright = focus.level("pipeline.tokens")
    queue = dimmed(_queue(kit, crowd, place, frame), focus.level("pipeline.queue"), kit.palette)
    return (
        *_wafers(view, crowd, place, focus.level("pipeline.wafers")),
        *_fixed(view.fixed, crowd.pipe, area, several > 1),
        *_flying(kit, crowd, place, _streaming(view, crowd), bright),
        *queue,
    )


def _panel(area: Area, kit: Kit) -> Panel:
    return panel_in(area, kit, subtitle=kit.layout.form in ("wide", "narrow"))


def _places(pipe: Pipeline, frame: Panel, kit: Kit) -> Places:
    """The places of the picture, with a line of words above it."""
    x, y, w, h = frame.inner
    line = kit.layout.sizes.label * 1.3
    form = kit.layout.form
    slot, across = (44.0, 3) if form == "wide" else (40.0, 2)
    return places(pipe, (x, y + line, w, h - line + 12), slot, across)


@lru_cache(maxsize=64)
def _fixed(view: Fixed, pipe: Pipeline, area: Area, several: bool) -> Marks:
    """What stands still: words, links, the way back."""
    kit, palette, sizes = view.kit, view.kit.palette, view.kit.layout.sizes
    frame = _panel(area, kit)
    place = _places(pipe, frame, kit)
    rig = view.run.rig
    wide = kit.layout.form in ("wide", "narrow")
    key = "pipeline_subtitle" if several else "pipeline_subtitle_one"
    name = f"{rig.count} × {rig.chip.title}"
    marks: list[Mark] = [
        *heading(frame, kit, name, kit.word(key) if wide else "", ref=f"{view.side}.count"),
        *_legend(frame, kit),
    ]
    marks += [Line(points, 3, palette.link, (4, 4), 0.75) for points in place.links]
    marks.append(Line(place.back, 3, palette.link, (6, 5), 0.75))
    base = frame.inner[1] + sizes.label * 0.9
    first = place.wafers[0]
    x = frame.inner[0] + width(kit.word("pipeline_queue", count="000"), sizes.small)
    wide = wide and first[0] > x + 8  # elsewhere the queue's words need the room
    if wide:
        text = kit.word("pipeline_wafer", number="1")
        marks.append(kit.label(text, first[0], base, sizes.small, ref=COUNT))
    right = frame.inner[0] + frame.inner[2]
    taken = first[0] + width(kit.word("pipeline_wafer", number="1"), sizes.small) if wide else x
    room, size = _room(kit, pipe, view.side), sizes.small
    if right - width("".join(text for text, _ in room), size) > taken + 24:
        marks += kit.row(room, right, base, size, anchor="end")
    if place.rows > 1:
        marks += _at_the_end(kit, frame, place, kit.word("pipeline_wafer", number=f"{pipe.wafers}"))
    return dimmed(tuple(marks), view.focus.level("pipeline.wafers"), palette)


def _room(kit: Kit, pipe: Pipeline, side: Side) -> tuple[Part, ...]:
    """How many words are on their way in a full pipe: those in its layers, and those on its links."""
    full = int(pipe.knee)
    inside = min(full, round(pipe.layers * pipe.layer / pipe.slowest))
    unit = "wafers" if pipe.layers <= pipe.wafers else "layers"
    word = f"pipeline_room_{unit}" if full > inside else "pipeline_room"
    return kit.parts(
        word,
        count=(f"{full:,}", f"= floor({side}.knee)"),
        inside=(f"{inside:,}", f"{side}.inside"),
        links=(f"{full - inside:,}", f"= floor({side}.knee) - {side}.inside"),
    )


def _at_the_end(kit: Kit, frame: Panel, place: Places, last_wafer: str) -> list[Mark]:
    """The last wafer's number below the way back, and what goes there above it; the number
    above it where there is no room below."""
    size, palette = kit.layout.sizes.small, kit.palette
    x, y, _, h = place.wafers[-1]
    right, middle = x - 12, y + h / 2
    above, below = middle - 12, middle + size * 1.25
    words = [(kit.word("pipeline_next"), above, palette.link_text), (last_wafer, below, None)]
    if below > frame.area[1] + frame.area[3] - 12:
        words = [(last_wafer, above, None)]
    left = frame.inner[0] + place.slot / 2 + 8
    foot = place.slots[-1][1] + place.slot / 2
    return [
        kit.label(text, right, base, size, ink, anchor="end", ref=COUNT)
        for text, base, ink in words
        if right - width(text, size) > left and base - size > foot
    ]


def _legend(frame: Panel, kit: Kit) -> Marks:
    """Working and idle, as they are drawn, at the right of the title."""
    size = kit.layout.sizes.label
    x, y, room = frame.title
    at = x + room
    side = size * 1.25
    marks: list[Mark] = []
    for word, level in (("idle", 0), ("working", STEPS)):
        text = kit.word(f"pipeline_{word}")
        marks.append(kit.label(text, at, y, size, anchor="end"))
        left = at - width(text, size) - 12 - side
        area = (left, y - side * 0.8, side, side)
        marks += _wafer(area, (3, 3), level, kit)
        at = left - 28
    return tuple(marks)


def _wafer(area: Area, grid: tuple[int, int], level: int, kit: Kit, of: str = "") -> list[Mark]:
    """A wafer with its weights, more or less at work."""
    palette = kit.palette
    share = level / STEPS
    x, y, w, h = area
    lit = mix(palette.computing, palette.chip, 0.2)
    fill, edge = mix(lit, palette.chip, share), mix(palette.computing, palette.edge, share)
    squares = mix(palette.weight, mix(palette.weight, palette.chip, 0.55), share)
    columns, rows = grid
    pad = max(3.5, min(w, h) * 0.12)
    pitch_x, pitch_y = (w - 2 * pad) / columns, (h - 2 * pad) / rows
    size = min(pitch_x, pitch_y) * 0.74
    return [
        Box(x, y, w, h, fill, 7 if w > 40 else 4, edge, 2 + share, of=of),
        Dots(
            x + pad + (pitch_x - size) / 2,
            y + pad + (pitch_y - size) / 2,
            columns,
            rows,
            pitch_x,
            pitch_y,
            size,
            squares,
            1.5,
            of=of,
        ),
    ]


@lru_cache(maxsize=64)
def _row_of(place: Places, level: int, bright: float, kit: Kit) -> tuple[Marks, ...]:
    """Every wafer at a level of work."""
    return tuple(
        dimmed(tuple(_wafer(area, place.grid, level, kit, "pipeline.busy")), bright, kit.palette)
        for area in place.wafers
    )


def _wafers(view: MachineView, crowd: Crowd, place: Places, bright: float) -> Marks:
    """All wafers. They light up one by one where one may follow; else with those near them."""
    pipe = crowd.pipe
    blur = fade(pipe.total(max(1, crowd.here)) / pipe.accepted * view.pace, *PASSES)
    on = [0] * pipe.wafers
    for _, since in crowd.flying:
        on[place.wafer(since)] += 1
    near = _near(on, pipe) if blur > 0 else [0.0] * pipe.wafers
    marks: list[Mark] = []
    levels = [
        round(((1 - blur) * (here > 0) + blur * about) * STEPS)
        for here, about in zip(on, near, strict=True)
    ]
    rows = {level: _row_of(place, level, bright, view.kit) for level in set(levels)}
    for i, level in enumerate(levels):
        marks += rows[level][i]
    return tuple(marks)


def _near(on: list[int], pipe: Pipeline) -> list[float]:
    """How full the pipe is around each wafer, 0 to 1, in the mean over a dozen of them."""
    total = [0, *accumulate(on)]
    full = pipe.knee / pipe.wafers
    found = []
    for i in range(len(on)):
        first, last = max(0, i - NEAR), min(len(on), i + NEAR + 1)
        found.append(min(1.0, (total[last] - total[first]) / ((last - first) * full)))
    return found


def _streaming(view: MachineView, crowd: Crowd) -> float:
    """0 where tokens can be followed, 1 where they pass too fast and become a steady stream."""
    wafers_a_frame = crowd.pipe.wafers / (crowd.pipe.token / view.pace) * FRAME if view.pace else 0
    return fade(wafers_a_frame, 0.5, 1.0)


def _flying(kit: Kit, crowd: Crowd, place: Places, streaming: float, bright: float) -> Marks:
    """All tokens in flight, each with its tail."""
    palette, r = kit.palette, place.r
    stream = _stream(kit, crowd, place, streaming * bright) if streaming > 0 else ()
    if streaming >= 1:
        return stream
    alpha = bright * (1 - streaming)
    tails: list[Mark] = []
    heads: list[Mark] = []
    for user, since in crowd.flying:
        x, y, reach = place.where(since)
        tails.append(users.tail(user, (x, y), reach, r, palette, alpha))
        heads.append(users.token(user, x, y, r, palette, "streams", alpha))
    return (*stream, *tails, *heads)


def _stream(kit: Kit, crowd: Crowd, place: Places, alpha: float) -> Marks:
    """A steady stream through all wafers, as dense as the pipe is full."""
    fill = min(1.0, len(crowd.flying) / crowd.pipe.knee)
    way = tuple((spot.x, spot.y) for spot in place.way)
    colour = mix(kit.palette.token, kit.palette.chip, 0.35 + 0.65 * fill)
    return (Line(way, place.r * 0.9, colour, alpha=alpha, of="streams"),)


def _queue(kit: Kit, crowd: Crowd, place: Places, frame: Panel) -> Marks:
    """Who waits for a pass: as many as there are slots, and their number."""
    palette, sizes = kit.palette, kit.layout.sizes
    x, y, _, _ = frame.inner
    waiting = crowd.waiting
    text = kit.word("pipeline_queue", count=f"{len(waiting):,}")
    ink = palette.ink if waiting else palette.muted
    room = place.wafers[0][0] - x - 10 if kit.layout.form in ("wide", "narrow") else 400.0
    marks: list[Mark] = [
        kit.label(
            text,
            x,
            y + sizes.label * 0.9,
            sizes.small,
            ink,
            room=room,
            of="pipeline.queue",
            ref=COUNT,
        )
    ]
    for i, spot in enumerate(place.slots):
        marks += _slot(spot, place.slot, kit, waiting[i] if i < len(waiting) else None, i)
    return tuple(marks)


def _slot(
    spot: tuple[float, float], size: float, kit: Kit, user: int | None, index: int
) -> list[Mark]:
    palette = kit.palette
    x, y = spot
    side = size - 8
    if user is None:
        if index > 2:
            return []
        ground, ink = palette.waiting_ground, palette.waiting
        left, top = x - side / 2, y - side / 2
        return [Hatch(left, top, side, side, ground, ink, 6, 10, 0.7, "pipeline.queue")]
    box = Box(x - side / 2, y - side / 2, side, side, palette.core, 6, of="pipeline.queue")
    return [box, users.token(user, x, y, side * 0.33, palette, "pipeline.queue")]
