"""How many times sooner the whole is done, over the share that was writing: drawn by the point."""

from __future__ import annotations

from typing import Final

from viz.actors.task_split.task_split_places import Plan, Task
from viz.physics.serving import speed_up
from viz.stage.marks import Disc, Glow, Line, Mark, Marks, Points
from viz.stage.style import Kit
from viz.stage.theme import mix

STEPS: Final = 60
LIMIT: Final = 1e12  # times as fast: no time


def ticks(task: Task, place: Plan) -> tuple[float, ...]:
    """The times that have a line: 1, each five, and the raw one."""
    fives = tuple(float(n) for n in range(5, 100, 5) if n < 0.9 * task.raw)
    every = (1.0, *fives[:: max(1, len(fives) // 3)], task.raw)
    return tuple(one for one in every if place.y.holds(one))


def curve(place: Plan, raw: float, share: float) -> Points:
    """The curve from the axis' start to a share."""
    low = place.x.low
    shares = (low + (share - low) * i / STEPS for i in range(STEPS + 1))
    return tuple((place.x.at(one), place.y.at(speed_up(one, raw))) for one in shares)


def draw(kit: Kit, place: Plan, task: Task, picture: str, tried: tuple[float, ...]) -> Marks:
    """Grid, the line of what was measured, the curve as far as the point went, and the point."""
    palette = kit.palette
    plot = place.plot
    marks: list[Mark] = []
    for one in ticks(task, place):
        y = place.y.at(one)
        ends = ((plot.x, y), (plot.right, y))
        marks.append(Line(ends, 1.5, palette.edge, key=f"task/tick:{one:g}"))
    limit = picture == "limit"
    raw = LIMIT if limit else task.raw
    far = max((task.share, *(() if limit else tried)))
    y = place.y.at(task.measured)
    meets = not limit and abs(task.whole / task.measured - 1) < 0.01
    ends = ((plot.x, y), (place.x.at(task.share) if limit else plot.right, y))
    strong = palette.ink if meets else mix(palette.ink, palette.ground, 0.6)
    marks.append(
        Line(ends, 3.0 if meets else 2.0, strong, (9, 7), of="task.measured", key="task/line")
    )
    if limit:
        was = curve(place, task.raw, task.share)
        marks.append(Line(was, 3.0, palette.waiting, of="task.whole", key="task/was"))
    marks.append(Line(curve(place, raw, far), 5.0, palette.ink, of="task.whole", key="task/curve"))
    for i, share in enumerate(tried):
        spot = place.x.at(share), place.y.at(speed_up(share, task.raw))
        if share > place.x.low and not limit:
            marks.append(
                Disc(
                    *spot,
                    8,
                    palette.muted,
                    palette.ground,
                    2,
                    of="task.whole",
                    key=f"task/tried:{i}",
                )
            )
    x, y = place.x.at(task.share), place.y.at(min(place.y.high, speed_up(task.share, raw)))
    if limit:
        foot = (x, place.y.at(task.whole))
        marks += [
            Line(
                (foot, (x, y)),
                6.0,
                mix(palette.ink, palette.ground, 0.6),
                of="task.whole",
                key="task/climb",
            ),
            Disc(*foot, 9, palette.muted, palette.ground, 2, of="task.whole", key="task/foot"),
            Line(
                ((plot.x, y), (plot.right, y)),
                4.0,
                palette.ink,
                of="task.ceiling",
                key="task/ceiling",
            ),
        ]
    down = ((x, y), (x, place.rows[0].y))
    marks.append(Line(down, 2.5, palette.ink, of="task.share", key="task/down"))
    if meets:
        marks.append(Glow(x, y, 90, palette.ink, 0.3, "task.whole", key="task/glow"))
    marks.append(Disc(x, y, 13, palette.ink, palette.ground, 3, of="task.whole", key="task/point"))
    return tuple(marks)
