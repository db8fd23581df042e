"""A task as bars on one scale: before, after, and what it would be if all of it were writing."""

from __future__ import annotations

from math import ceil, floor
from typing import Final

from viz.actors.task_split.task_split_places import Plan, Task
from viz.stage.area import Area
from viz.stage.icons import tool_box
from viz.stage.marks import Box, Clip, Disc, Gradient, Hatch, Line, Mark, Marks
from viz.stage.style import Kit
from viz.stage.theme import Palette, mix

STRIPE: Final = 14.0
SOON: Final = 1e-9


def running(kit: Kit, place: Plan, task: Task, gone: float) -> Marks:
    """Three bars that grow on one clock: the task, the task after, the writing alone."""
    palette = kit.palette
    marks: list[Mark] = []
    full = place.rows[0]
    lengths = (1.0, 1 / task.measured, 1 / task.raw)
    share = gone / task.seconds
    for i, (row, long) in enumerate(zip(place.rows, lengths, strict=True)):
        of, key = f"task.{i}", f"task/row:{i}"
        box = Area(full.x, row.y, long * full.w, row.h)
        edge = mix(palette.muted, palette.ground, 0.5)
        marks.append(Box(*box, palette.strip, 6, edge, 1.5, of=of, key=f"{key}/place"))
        grown = min(share, long) * full.w
        if grown > 1:
            marks.append(_filled(kit, Area(box.x, box.y, grown, box.h), box, i, of, key))
        if share < long:
            x = box.x + grown
            ends = ((x, box.y - 6), (x, box.bottom + 6))
            marks.append(Line(ends, 3.0, palette.ink, of=of, key=f"{key}/head"))
    # Each time the one that is done fits in once more, the long bar is marked.
    for n, piece in enumerate(pieces(full, task, share)):
        if piece.right < full.right - 2:
            ends = ((piece.right, full.y), (piece.right, full.bottom))
            marks.append(Line(ends, 3.0, palette.ground, of="task.0", key=f"task/piece:{n}"))
    return tuple(marks)


def text(palette: Palette, area: Area, of: str, key: str) -> list[Mark]:
    """Lines of words, so that writing looks like writing."""
    inner = area.inset(min(18.0, 0.1 * area.w), 0.16 * area.h)
    ink = mix(palette.token, palette.token_edge, 0.62)
    marks: list[Mark] = []
    for i, line in enumerate(inner.rows(1, 1, 1, 1)):
        if inner.w > 40:
            end = inner.x + inner.w * (1.0, 0.93, 0.97, 0.9)[i]
            ends = ((inner.x, line.cy), (end, line.cy))
            dash = ((34.0, 14.0), (22.0, 13.0), (40.0, 15.0), (28.0, 12.0))[i]
            marks.append(Line(ends, 4.0, ink, dash, of=of, key=f"{key}/text:{i}"))
    return marks


def sign_of(place: Plan, task: Task, row: int) -> Area:
    """Where the rest carries the sign of a tool; of no width where there is no room for it."""
    area = place.rows[row]
    cut = place.x.at(task.share)
    w = min(0.62 * (area.right - cut), 0.82 * area.h)
    h = 0.66 * w
    if w < 0.3 * area.h:
        w = 0.0
    return Area((cut + area.right - w) / 2, area.y + 0.12 * area.h, w, h if w else 0.0)


def heads(kit: Kit, place: Plan, task: Task, picture: str, gone: float) -> list[Mark]:
    """Where both tasks are on one clock: each from its own beginning."""
    palette = kit.palette
    before, after = place.rows
    scale = (place.x.end - place.x.start) / (place.x.high - place.x.low) / task.seconds
    long = 1 / (task.ceiling if picture == "limit" else task.whole)
    marks: list[Mark] = []
    for row, share, name in ((before, 1.0, "before"), (after, long, "after")):
        x = row.right + (gone - share * task.seconds) * scale
        if 0 < gone < share * task.seconds and x > row.x:
            ends = ((x, row.y - 5), (x, row.bottom + 5))
            marks.append(Line(ends, 4.0, palette.ink, of="task.time", key=f"task/{name}/head"))
    return marks


def pieces(full: Area, task: Task, share: float) -> tuple[Area, ...]:
    """How often the task after fits into what has passed of the task before; the last is cut off."""
    piece = full.w / task.measured
    count = task.measured if share >= 1.0 else floor(share * task.measured + SOON)
    return tuple(
        Area(full.x + n * piece, full.y, min(1.0, count - n) * piece, full.h)
        for n in range(ceil(count - SOON))
    )


def _filled(kit: Kit, grown: Area, box: Area, row: int, of: str, key: str) -> Mark:
    """What of a bar has passed: writing that goes over into the rest, and nobody says where."""
    palette = kit.palette
    blue = mix(palette.token, palette.ground, 0.86)
    if row == 2:
        return Box(*grown, mix(blue, palette.ground, 0.6), 6, of=of, key=f"{key}/fill")
    stops = ((0.0, blue, 1.0), (0.25, blue, 1.0), (0.75, blue, 0.0), (1.0, blue, 0.0))
    inside: Marks = (
        Hatch(*box, palette.waiting_ground, palette.waiting, 6, STRIPE, of=of, key=f"{key}/rest"),
        Gradient(*box, stops, r=6, of=of, key=f"{key}/write"),
        *text(palette, box.cut(right=0.62 * box.w), of, key),
    )
    return Clip(*grown, inside, 6, of=of, key=f"{key}/fill")


def split(kit: Kit, place: Plan, task: Task, picture: str) -> Marks:
    """The task before, cut where writing ends; and after, its rest below the rest above."""
    palette = kit.palette
    before, after = place.rows
    cut = place.x.at(task.share)
    write = 0.0 if picture == "limit" else task.share / task.raw
    blue = mix(palette.token, palette.ground, 0.86)
    open_left = place.x.low > 0
    marks: list[Mark] = []
    long = Area(before.x, before.y, cut - before.x - 2, before.h)
    if open_left:  # the bar goes on to the left
        stops = ((0.0, blue, 0.0), (0.3, blue, 1.0), (1.0, blue, 1.0))
        marks.append(Gradient(*long, stops, r=0, of="task.0", key="task/before/write"))
    else:
        marks.append(Box(*long, blue, 5, of="task.0", key="task/before/write"))
    words = long.cut(right=min(150.0, 0.3 * long.w), left=0.2 * long.w if open_left else 0.0)
    marks += text(palette, words, "task.0", "task/before")
    for row, name in ((before, "before"), (after, "after")):
        rest = Area(cut + 2, row.y, row.right - cut - 2, row.h)
        if rest.w > 1:
            ground, ink = palette.waiting_ground, palette.waiting
            marks.append(
                Hatch(*rest, ground, ink, 5, STRIPE, of="task.rest", key=f"task/{name}/rest")
            )
        sign = sign_of(place, task, name == "after")
        if sign.w > 0:
            marks += tool_box(sign, palette, "task.rest", f"task/{name}/sign")
    start = place.x.at(task.share - write)
    gone = Area(after.x, after.y, start - after.x, after.h)
    marks += _outline(kit, gone, open_left=open_left)
    if cut - start > 2:
        box = Area(start, after.y, cut - start - 2, after.h)
        marks.append(Box(*box, blue, 4, of="task.1", key="task/after/write"))
    if picture != "limit":
        marks += _target(kit, place, task)
    x = cut
    marks.append(
        Line(
            ((x, before.y - 12), (x, after.bottom + 6)),
            2.5,
            palette.ink,
            of="task.share",
            key="task/cut",
        )
    )
    marks.append(
        Disc(x, before.cy, 13, palette.ink, palette.ground, 3, of="task.share", key="task/knob")
    )
    return tuple(marks)


def _outline(kit: Kit, gone: Area, *, open_left: bool) -> list[Mark]:
    """The writing that nobody waits for any more."""
    colour = mix(kit.palette.token, kit.palette.ground, 0.55)
    sides = [
        ((gone.right, gone.bottom), (gone.x, gone.bottom)),
        ((gone.right, gone.y), (gone.x, gone.y)),
    ]
    if not open_left:
        sides.append(((gone.x, gone.bottom), (gone.x, gone.y)))
    return [
        Line(side, 1.8, colour, (8, 6), of="task.1", key=f"task/after/gone:{i}")
        for i, side in enumerate(sides)
    ]


def _target(kit: Kit, place: Plan, task: Task) -> list[Mark]:
    """How long the task took after, as measured: the bar has to reach as far."""
    palette = kit.palette
    after = place.rows[1]
    x = place.x.at(1 - 1 / task.measured)
    meets = abs(task.whole / task.measured - 1) < 0.01
    ink = palette.ink if meets else mix(palette.ink, palette.ground, 0.75)
    y = after.bottom + 9
    ends = ((x, after.y - 8), (x, y), (after.right, y), (after.right, y - 9))
    dash = () if meets else (8, 6)
    return [Line(ends, 3.0 if meets else 2.2, ink, dash, of="task.measured", key="task/target")]
