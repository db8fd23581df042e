"""Words of a race before the lens: from near the text itself, from far who writes and what is done."""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import Final

from viz.actors.race.heat import Heat, Lane
from viz.actors.race.race_pages import nearness
from viz.actors.race.race_places import WIDE, Plan
from viz.stage.area import Area
from viz.stage.marks import COUNT, PAST, Box, Disc, Glow, Label, Line, Mark, Marks, Shape
from viz.stage.number_text import plain_seconds
from viz.stage.panel import flagged, flagged_width
from viz.stage.style import Kit
from viz.stage.task_clock import coarse
from viz.stage.text_metrics import width
from viz.stage.theme import mix
from viz.stage.view import FRAME, StageView
from viz.stage.words_line import Words, placed
from viz.stage.written_page import LINE, flows, streak, words_of

TEXT: Final = 1.35  # size of what is written, in labels


def over(stage: StageView, made: Plan, heat: Heat) -> Marks:
    """The text of both first pages from near; from far names, numbers and the ratio."""
    near = nearness(stage, made)
    if near > 0.5:
        return (
            *_near(stage, made.slow, heat, heat.slow, "slow"),
            *_near(stage, made.pages[0], heat, heat.fast, "fast"),
        )
    return _far(stage, made, heat) if near <= 0 else ()


def rate_of(kit: Kit, lane: Lane) -> str:
    """A speed as the stage writes it: "53.6 tok/s"."""
    return f"{lane.speed:.3g} {kit.word('speed_unit')}"


def _near(stage: StageView, world: Area, heat: Heat, lane: Lane, who: str) -> Marks:
    """One machine's page, so near that its words are read, or run by."""
    kit, palette = stage.kit, stage.kit.palette
    label = kit.layout.sizes.label
    page = stage.lens.area(world)
    safe = Area(*kit.layout.safe)
    left, right = max(page.x, safe.x), min(page.right, safe.right)
    if right - left < 6 * label:
        return ()
    foot = min(page.bottom, kit.layout.hero[1] + kit.layout.hero[3]) - 0.5 * label
    size = TEXT * label * min(1.0, (right - left) / (20 * label))
    pad = 0.9 * label
    room = Area(left + pad, page.y + pad, right - left - 2 * pad, foot - page.y - pad)
    marks: list[Mark] = list(_bubble(kit, heat.prompt, room, size, who))
    wide = kit.layout.form in WIDE  # else the count stands over the page
    body = room.cut(top=2.4 * size, bottom=2.7 * label if wide else 0.0)
    done = lane.written(heat.now)
    ends = done >= lane.tokens - 1e-6
    running = done > 0 and not ends
    if running and flows(heat.text, body.w, size, lane.speed * max(stage.pace, FRAME)):
        fill = min(1.0, done / (0.2 * lane.tokens))
        lit = body.cut(bottom=body.h * (1 - fill))
        marks += streak(lit, palette, 7)
        marks += _head(kit, lit.right, lit.bottom + 4, 12, who)
    elif done > 0 and body.h >= LINE * size:
        written, (x, y) = words_of(
            kit, heat.text, body, size, done, lane.speed, f"race/{who}",
            limit=lane.tokens,
            rests=max(0.0, heat.now - lane.seconds), of="race.text",
        )  # fmt: skip
        marks += written
        if running:
            marks += _head(kit, min(x + 8, body.right), y - 0.36 * size, 0.3 * size, who)
    shown = lane.tokens if ends else coarse(done, lane.speed * max(stage.pace, FRAME), 12)
    number = f"{shown:,.0f}"
    large = 2.1 * label if wide else 1.5 * label
    parts = [(number, large, palette.ink, 700)]
    refs = [lane.tokens_ref if ends else COUNT]
    if wide:
        parts.append((" " + kit.word("race_tokens"), label, palette.muted, 400))
        refs.append("")
    if ends:
        took = f"  {plain_seconds(lane.seconds)}"
        parts.append((took, 1.4 * label, palette.clock_text, 700))
        refs.append(lane.seconds_ref)
    x, y, anchor = room.x, foot - 0.45 * label, "start"
    if not wide:
        x, y, anchor = right, page.y - 0.75 * label, "end"
    line = Words(x, y, tuple(parts), anchor, f"race/{who}/count", False, "race.tokens", tuple(refs))
    taken = 0.0 if wide else line.wide
    name = _name(kit, lane, Area(left, page.y, right - left, 0.0), who, taken)
    return (*marks, *name, *line.marks(kit))


def _head(kit: Kit, x: float, y: float, r: float, who: str) -> Marks:
    palette = kit.palette
    return (
        Glow(x, y, 4 * r, palette.token, 0.5, "race.tokens", f"race/{who}/light"),
        Disc(
            x, y, r, palette.token, palette.token_edge, 2, of="race.tokens", key=f"race/{who}/head"
        ),
    )


def _bubble(kit: Kit, text: str, room: Area, size: float, who: str) -> Marks:
    """What was asked, at the right edge of a page."""
    palette = kit.palette
    wide = width(text, size) + 1.2 * size
    box = Area(room.right - wide, room.y, wide, 1.7 * size)
    tail = (
        (box.right - size, box.bottom - 2),
        (box.right - 0.3 * size, box.bottom - 2),
        (box.right - 0.3 * size, box.bottom + 0.4 * size),
    )
    fill = mix(palette.silicon, palette.panel, 0.5)
    return (
        Shape(tail, fill, key=f"race/{who}/tail"),
        Box(*box, fill, 0.5 * size, key=f"race/{who}/bubble"),
        Label(
            text,
            box.cx,
            box.y + 1.2 * size,
            size,
            palette.ink,
            anchor="middle",
            key=f"race/{who}/asked",
        ),
    )


def _name(kit: Kit, lane: Lane, above: Area, who: str, taken: float) -> Marks:
    """How fast a machine is, what it is, and who says so, over its page: as much as there is room
    for beside so much that is `taken`."""
    palette, label = kit.palette, kit.layout.sizes.label
    y = above.y - 0.75 * label
    parts = ((rate_of(kit, lane), 1.7 * label, palette.token_text, 700),)
    named = (*parts, (f"  {lane.name}", 1.1 * label, palette.ink, 600))
    line = Words(above.x, y, named, key=f"race/{who}/name", refs=(lane.ref,))
    if line.box.right + label > above.right - taken:
        return replace(line, parts=parts).marks(kit)
    end = line.box.right + 0.8 * label
    fits = end + flagged_width(kit, lane.says) < above.right - taken
    return (*line.marks(kit), *(flagged(kit, lane.says, end, y) if fits else ()))


def _far(stage: StageView, made: Plan, heat: Heat) -> Marks:
    """Names, the number below each page, and how many pages are one."""
    kit, palette = stage.kit, stage.kit.palette
    label, wide = kit.layout.sizes.label, stage.kit.layout.form in WIDE
    slow, head = stage.lens.area(made.slow), stage.lens.area(made.head)
    safe = Area(*kit.layout.safe)
    pages = [stage.lens.area(page) for page in made.pages]
    lines: list[Words] = []
    marks: list[Mark] = []
    if heat.done:
        lines.append(_ratio(kit, heat, head, safe))
    fast_y = pages[0].y - 0.8 * label
    name = (
        (rate_of(kit, heat.fast), 1.7 * label, palette.token_text, 700),
        (f"  {heat.fast.name}", 1.1 * label, palette.ink, 600),
    )
    lines.append(
        Words(max(pages[0].x, safe.x), fast_y, name, key="race/fast/name", refs=(heat.fast.ref,))
    )
    lines += _slow(kit, heat, slow, head, safe)
    begun = ceil(heat.answers - 1e-9)
    for i, page in enumerate(pages[:begun]):
        part = heat.answers - i
        if wide and (part >= 1 - 1e-9 or heat.done):
            ink = palette.ink if part >= 1 - 1e-9 else palette.token_text
            text = f"{i + 1}" if part >= 1 - 1e-9 else f"{part:.1f}"
            lines.append(
                Words(
                    page.cx,
                    page.bottom + 1.4 * label,
                    ((text, 1.1 * label, ink, 600),),
                    "middle",
                    f"race/number:{i}",
                    of="race.tokens",
                    refs=(COUNT,),
                )
            )
    for ratio in heat.past:
        marks += _past(kit, pages, ratio, wide=wide, label=label)
    if heat.done and wide:
        marks.append(_bracket(kit, pages, heat.ratio, label))
    for line in placed(lines, safe, []):
        marks += line.marks(kit)
    return tuple(marks)


def _ratio(kit: Kit, heat: Heat, head: Area, safe: Area) -> Words:
    """How many pages to one, large."""
    palette, label = kit.palette, kit.layout.sizes.label
    wide = kit.layout.form in WIDE
    x = safe.right if wide else min(head.right, safe.right)
    y = head.bottom - 0.9 * label if wide else head.y + 0.62 * head.h
    size = 3.6 * label
    return Words(
        x,
        y,
        ((f"{heat.ratio:.3g}×", size, palette.ink, 700),),
        "end",
        "race/ratio",
        of="race.ratio",
        refs=(heat.ratio_ref,),
    )


def _slow(kit: Kit, heat: Heat, page: Area, head: Area, safe: Area) -> list[Words]:
    """Name and speed of the slow machine; how far it is, or how long its page took."""
    palette, label, lane = kit.palette, kit.layout.sizes.label, heat.slow
    done = plain_seconds(lane.seconds) if heat.done else f"{lane.written(heat.now):,.0f}"
    state = Words(
        0,
        0,
        ((done, 1.2 * label, palette.clock_text if heat.done else palette.ink, 700),),
        key="race/slow/state",
        of="race.tokens",
        refs=(lane.seconds_ref if heat.done else COUNT,),
    )
    rate = ((rate_of(kit, lane), 1.25 * label, palette.token_text, 700),)
    if kit.layout.form in WIDE:
        y = page.bottom
        x = max(page.x, safe.x)
        return [
            Words(
                page.cx,
                y + 1.5 * label,
                state.parts,
                "middle",
                state.key,
                of=state.of,
                refs=state.refs,
            ),
            Words(
                x,
                y + 3.1 * label,
                (*rate, (f"  {lane.name}", label, palette.ink, 600)),
                key="race/slow/name",
                refs=(lane.ref,),
            ),
        ]
    x = head.x + 0.4 * label
    y = page.y + 1.5 * label
    return [
        Words(x, y, rate, key="race/slow/name", refs=(lane.ref,)),
        Words(x, y + 1.4 * label, ((lane.name, label, palette.ink, 600),), key="race/slow/who"),
        Words(
            x + sum(width(*part[:2], part[3]) for part in rate) + label,
            y,
            state.parts,
            key=state.key,
            of=state.of,
            refs=state.refs,
        ),
    ]


def _past(kit: Kit, pages: list[Area], ratio: float, *, wide: bool, label: float) -> Marks:
    """Where the fast machine stood when an earlier one had its page."""
    index = min(len(pages) - 1, ceil(ratio) - 1)
    page = pages[index]
    x = page.x + (ratio - index) * page.w + 3
    grey = kit.palette.muted
    ends = ((x, page.y), (x, page.bottom))
    line = Line(ends, 2, grey, (5, 6), 0.8, key=f"race/past:{ratio:.3g}")
    if not wide:
        return (line,)
    end = min(x, kit.layout.safe[0] + kit.layout.safe[2])
    word = Label(
        f"{ratio:.3g}×",
        end,
        page.bottom + 1.4 * label,
        label,
        grey,
        400,
        "end",
        ref=PAST,
        key=f"race/past:{ratio:.3g}/word",
    )
    return (line, word)


def _bracket(kit: Kit, pages: list[Area], ratio: float, label: float) -> Line:
    """From the first page to the last, as much as is one page of the slow machine."""
    index = min(len(pages) - 1, ceil(ratio - 1e-9) - 1)
    y, tick = pages[0].y - 0.34 * label, 0.22 * label
    x, end = pages[0].x, pages[index].right
    points = ((x, y + tick), (x, y), (end, y), (end, y + tick))
    return Line(points, 2.5, kit.palette.ink, key="race/bracket")
