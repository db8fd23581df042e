"""What goes by before a first token, pictured; and answers with their waits on two lines of time."""

from __future__ import annotations

from typing import Final

from viz.actors.race.heat import Heat, Lane
from viz.actors.race.race_pages import page
from viz.actors.race.race_places import Plan
from viz.actors.race.race_words import rate_of
from viz.stage.area import Area
from viz.stage.icons import person
from viz.stage.machine_text import rows
from viz.stage.marks import Arc, Box, Clip, Disc, Hatch, Line, Mark, Marks, Shape
from viz.stage.number_text import plain_seconds
from viz.stage.style import Kit
from viz.stage.theme import mix
from viz.stage.view import StageView, fade
from viz.stage.words_line import Words, placed

# How a wait divides is not published: a schematic, as its notes say.
STATIONS: Final = ((0.0, 0.2), (0.2, 0.6), (0.6, 0.95), (0.95, 1.0))
QUEUE: Final = 4


def draw(stage: StageView, made: Plan, heat: Heat) -> Marks:
    """The pictured wait, and both lines as far as the clock has come."""
    kit, palette = stage.kit, stage.kit.palette
    marks: list[Mark] = [Box(*made.wait, palette.panel, 14, palette.edge, 2, key="race/wait")]
    marks += _pictured(kit, made.wait, heat)
    scale = made.fast_line.w / heat.slow.seconds
    cell = heat.fast.seconds
    done = heat.now / cell
    for i in range(int(done) + 1):
        left = heat.now - i * cell
        if left <= 0:
            break
        at = Area(
            made.fast_line.x + i * cell * scale, made.fast_line.y, cell * scale, made.fast_line.h
        )
        marks += _answer(stage, heat, heat.fast, at, left, scale, f"fast:{i}")
    marks += _answer(stage, heat, heat.slow, made.slow_line, heat.now, scale, "slow:0")
    return tuple(marks)


def _answer(
    stage: StageView, heat: Heat, lane: Lane, at: Area, seconds: float, scale: float, key: str
) -> list[Mark]:
    """One answer on a line of time: its wait, then its page, as wide as it takes to write."""
    kit, palette = stage.kit, stage.kit.palette
    spent = min(seconds, lane.wait)
    marks: list[Mark] = []
    if spent > 0:
        box = Area(at.x + 2, at.y, max(1.0, spent * scale - 4), at.h)
        marks.append(
            Hatch(
                *box,
                palette.waiting_ground,
                palette.waiting,
                6,
                15,
                1.0,
                "race.time",
                key=f"race/{key}/wait",
            )
        )
        if box.w > 60:
            r = 0.15 * min(box.w, box.h)
            plate = Area(box.cx - 2.9 * r, box.cy - 1.6 * r, 5.8 * r, 3.2 * r)
            marks.append(Box(*plate, palette.ground, 0.6 * r, alpha=0.92, key=f"race/{key}/plate"))
            marks += _ask(kit, box.cx - 1.3 * r, box.cy, r, f"race/{key}/ask")
            marks += _empty(kit, box.cx + 1.4 * r, box.cy, r, f"race/{key}/first")
    share = lane.written(seconds) / lane.tokens
    if share <= 0:
        return marks
    room = at.cut(left=lane.wait * scale).inset(2, 0)
    if lane is heat.fast:
        pace = 0.0 if heat.done else stage.pace
        return marks + page(kit, room, heat.text, lane.tokens, share, pace / lane.seconds, 1.0, key)
    marks.append(Box(*room, palette.panel, 8, palette.edge, 2, key=f"race/{key}/paper"))
    inner = room.inset(10, 0.12 * room.h)
    lines = inner.rows(*[1.0] * 5, gap=0.1 * inner.h)
    text = rows(heat.text, 40.0, 1.0, lane.tokens)
    strokes: list[Mark] = []
    for i, line in enumerate(lines):
        x, k = line.x, i
        while x < line.right:
            long = 14.0 + 30.0 * ((text[k % len(text)].first * 7) % 11) / 11
            ends = ((x, line.cy), (min(x + long, line.right), line.cy))
            strokes.append(
                Line(ends, 4, mix(palette.ink, palette.panel, 0.7), key=f"race/{key}/{i}/{k}")
            )
            x, k = x + long + 12, k + 5
    marks.append(
        Clip(
            inner.x,
            inner.y,
            max(0.1, share * inner.w),
            inner.h,
            tuple(strokes),
            of="race.tokens",
            key=f"race/{key}/text",
        )
    )
    if share < 1:
        x = inner.x + share * inner.w
        marks += [
            Line(
                ((x, inner.y), (x, inner.bottom)),
                3,
                palette.token,
                of="race.tokens",
                key=f"race/{key}/front",
            ),
            Disc(
                x,
                inner.cy,
                9,
                palette.token,
                palette.token_edge,
                2,
                of="race.tokens",
                key=f"race/{key}/token",
            ),
        ]
    return marks


def _ask(kit: Kit, x: float, y: float, r: float, key: str, *, bright: bool = True) -> Marks:
    """A question on its way: a bubble with three dots."""
    palette = kit.palette
    fill = mix(palette.silicon, palette.panel, 0.9 if bright else 0.35)
    edge = palette.ink if bright else palette.muted
    tail = ((x - 0.5 * r, y + 0.6 * r), (x + 0.1 * r, y + 0.6 * r), (x - 0.5 * r, y + 1.25 * r))
    return (
        Shape(tail, edge, key=f"{key}/tail"),
        Box(x - r, y - 0.8 * r, 2 * r, 1.5 * r, fill, 0.4 * r, edge, 2, key=key),
        *(
            Disc(x + k * 0.5 * r, y - 0.05 * r, 0.13 * r, edge, key=f"{key}/dot:{k}")
            for k in (-1, 0, 1)
        ),
    )


def _empty(kit: Kit, x: float, y: float, r: float, key: str) -> Marks:
    """The place of a token that is not there yet."""
    return tuple(
        Arc(x, y, r, 2.5, i / 10, (i + 0.6) / 10, kit.palette.token, key=f"{key}:{i}")
        for i in range(10)
    )


def stations(kit: Kit, area: Area) -> tuple[Area, ...]:
    """Where the four things stand that a question meets."""
    inner = area.inset(0.03 * area.w, 0.06 * area.h)
    if kit.layout.form in ("wide", "narrow"):
        return inner.columns(1.0, 1.3, 1.3, 0.8)
    return inner.grid(2, 2, gap=20)


def _pictured(kit: Kit, area: Area, heat: Heat) -> list[Mark]:
    """A question goes out, queues, is read all at once; then the first token is there."""
    palette = kit.palette
    share = min(1.0, heat.now / max(heat.slow.wait, 1e-9))
    way, queue, read, first = (one.cut(bottom=0.24 * one.h) for one in stations(kit, area))
    head = 0.16 * way.h
    person_at = (way.x + 0.2 * way.w, way.cy)
    marks: list[Mark] = list(
        person(person_at[0], person_at[1] - 0.9 * head, head, palette, "race/person")
    )
    r = min(0.1 * queue.w, 0.2 * queue.h)
    slots = [(queue.x + (0.14 + 0.24 * i) * queue.w, queue.cy) for i in range(QUEUE)]
    goes, stands = (fade(share, *STATIONS[i]) for i in (0, 1))
    for i in range(1, QUEUE):  # those who came before
        place = i + (QUEUE - 1) * stands
        if place < QUEUE - 0.5:
            marks += _ask(
                kit,
                queue.x + (0.14 + 0.24 * place) * queue.w,
                queue.cy,
                r,
                f"race/before:{i}",
                bright=False,
            )
    start = (person_at[0] + 3.6 * head, person_at[1] - 0.5 * head)
    x = start[0] + (slots[0][0] - start[0]) * goes + (slots[-1][0] - slots[0][0]) * stands
    y = start[1] + (queue.cy - start[1]) * goes
    if share < STATIONS[2][0]:
        marks += _ask(kit, x, y, r, "race/asks")
    chip = read.inset(0.04 * read.w, 0.06 * read.h)
    works = STATIONS[2][0] <= share < STATIONS[2][1]
    marks.append(Box(*chip, palette.chip, 10, palette.edge, 2, key="race/chip"))
    for i, core in enumerate(chip.inset(0.06 * chip.w, 0.1 * chip.h).grid(4, 2, gap=0.05 * chip.w)):
        fill = palette.computing if works else palette.core
        marks.append(Box(*core, fill, 6, key=f"race/core:{i}"))
        here = share >= STATIONS[2][0]
        r = 0.34 * min(core.w, core.h)
        if here:
            marks.append(
                Disc(
                    core.cx, core.cy, r, palette.token, palette.token_edge, 2, key=f"race/asked:{i}"
                )
            )
    r = 0.2 * min(first.w, first.h)
    if share >= STATIONS[3][0]:
        marks.append(
            Disc(
                first.cx,
                first.cy,
                r,
                palette.token,
                palette.token_edge,
                2,
                of="race.tokens",
                key="race/first",
            )
        )
    else:
        marks += _empty(kit, first.cx, first.cy, r, "race/first")
    return marks


def over(stage: StageView, made: Plan, heat: Heat) -> Marks:
    """What each station is, both speeds, and at the end how many answers are one."""
    kit, palette = stage.kit, stage.kit.palette
    label, safe = kit.layout.sizes.label, Area(*kit.layout.safe)
    lines: list[Words] = []
    keys = ("race_travels", "race_queues", "race_read", "race_first")
    for key, station in zip(keys, stations(kit, made.wait), strict=True):
        at = stage.lens.area(station)
        lines.append(
            Words(
                at.cx,
                at.bottom - 0.3 * label,
                ((kit.word(key), 1.1 * label, palette.ink, 600),),
                "middle",
                f"race/{key}",
            )
        )
    for lane, area, who in (
        (heat.fast, made.fast_line, "fast"),
        (heat.slow, made.slow_line, "slow"),
    ):
        at = stage.lens.area(area)
        name = (
            (rate_of(kit, lane), 1.4 * label, palette.token_text, 700),
            (f"  {lane.name}", label, palette.ink, 600),
        )
        lines.insert(
            0,
            Words(
                max(at.x, safe.x),
                at.y - 0.6 * label,
                name,
                key=f"race/{who}/name",
                refs=(lane.ref,),
            ),
        )
    fast, slow = stage.lens.area(made.fast_line), stage.lens.area(made.slow_line)
    right = min(fast.right, safe.right)
    if heat.done:
        ratio = ((f"{heat.ratio:.2g}×", 2.3 * label, palette.ink, 700),)
        lines.insert(
            0,
            Words(
                right,
                fast.y - 0.5 * label,
                ratio,
                "end",
                "race/ratio",
                of="race.ratio",
                refs=(heat.ratio_ref,),
            ),
        )
        time = ((plain_seconds(heat.slow.seconds), 1.2 * label, palette.clock_text, 700),)
        lines.insert(
            1,
            Words(
                right,
                slow.y - 0.6 * label,
                time,
                "end",
                "race/time",
                of="race.time",
                refs=(heat.slow.seconds_ref,),
            ),
        )
    else:
        wait = kit.parts("race_wait", time=(plain_seconds(heat.slow.wait), heat.slow.wait_ref))
        texts = tuple(
            (text, 1.2 * label, palette.clock_text if ref else palette.muted, 600)
            for text, ref in wait
        )
        lines.append(
            Words(
                right,
                fast.y - 0.6 * label,
                texts,
                "end",
                "race/each",
                refs=tuple(ref for _, ref in wait),
            )
        )
    marks: list[Mark] = []
    for line in placed(lines, safe, []):
        marks += line.marks(kit)
    return tuple(marks)
