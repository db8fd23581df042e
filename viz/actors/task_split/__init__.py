"""A task that got faster by less than its model: where was the cut between writing and the rest?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from viz.actors.task_split import split_bars, split_curve
from viz.actors.task_split.task_split_places import Plan, Task, places, plan, task_of
from viz.physics.serving import speed_up
from viz.scene.arithmetic import Ref
from viz.stage.area import Area
from viz.stage.badge import Badge
from viz.stage.marks import COUNT, PAST, SCALE, Marks
from viz.stage.number_text import percent
from viz.stage.parameters import parameter
from viz.stage.quantity import resolve, resolve_all
from viz.stage.style import Kit
from viz.stage.task_clock import running
from viz.stage.text_metrics import width
from viz.stage.view import StageView
from viz.stage.words_line import Words, fastened, words_at

SMALL: Final = 0.75  # of the world: then fewer words have room
CUT: Final = ("slide", "found", "near", "limit")


@dataclass(frozen=True, slots=True, eq=False)
class Parameters:
    """A task, how many times as fast its writing became, and how many times sooner it is done."""

    raw: Ref = parameter("ref", "how many times as fast writing became", "14")
    measured: Ref = parameter("ref", "how many times sooner the whole was done", "5.6")
    share: Ref = parameter("ref", "the share of the task that was writing", "50 %")
    seconds: Ref = parameter("ref", "how long the task takes before", "100 s")
    tried: tuple[Ref, ...] = parameter("refs", "shares at which the point stood before", ())
    picture: str = parameter(
        "word",
        "the bars with an unknown cut; the share to slide; found; the end of the axis from near;"
        " writing in no time",
        "slide",
        choices=("unknown", *CUT),
    )


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """No panel: bars and curve stand in the world."""
    return ()


def badge(stage: StageView, _: Area, p: Parameters) -> Badge:
    """The task's clock while its bars run; none while they stand."""
    task, gone = task_of(stage.scene, p), _gone(stage, p)
    runs = gone > 0 and p.picture != "near"
    value = f"{min(gone, task.seconds):.0f} s" if runs else ""
    return Badge(stage.kit.word("hardware_clock"), value, lens=True, of="hw")


def _gone(stage: StageView, p: Parameters) -> float:
    """Seconds since the bars began, or since a knob was turned."""
    return min(stage.hw - stage.since, running(stage, (p.raw, p.measured, p.seconds, p.share)))


def draw(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Bars, and the curve above them."""
    kit = stage.kit
    task = task_of(stage.scene, p)
    place = plan(world, kit, p.picture, task)
    gone = _gone(stage, p)
    if p.picture == "unknown":
        return split_bars.running(kit, place, task, gone)
    tried = tuple(one.value for one in resolve_all(stage, p.tried))
    return (
        *split_curve.draw(kit, place, task, p.picture, tried),
        *split_bars.split(kit, place, task, p.picture),
        *(split_bars.heads(kit, place, task, p.picture, gone) if p.picture != "near" else ()),
    )


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Words before the lens, which keep their size."""
    task = task_of(stage.scene, p)
    place = plan(world, stage.kit, p.picture, task)
    if p.picture == "unknown":
        return fastened(stage.kit, _of_rows(stage, place, task, p))
    return fastened(stage.kit, _of_plot(stage, place, task, p) + _of_bars(stage, place, task, p))


def _of_rows(stage: StageView, place: Plan, task: Task, p: Parameters) -> list[Words]:
    """Above each running bar what it is; beside it, when it is done, how many times sooner."""
    kit, ink, muted = stage.kit, stage.kit.palette.ink, stage.kit.palette.muted
    label = kit.layout.sizes.label
    gone, small = _gone(stage, p) / task.seconds, stage.lens.scale < SMALL
    full = stage.lens.area(place.rows[0])
    lines: list[Words] = []
    rows = (
        ("before", 1.0, ""),
        ("done", 1 / task.measured, "measured"),
        ("all", 1 / task.raw, "raw"),
    )
    for i, (name, long, number) in enumerate(rows):
        row = stage.lens.area(place.rows[i])
        at, text = (row.x, row.y - 0.5 * label), kit.word(f"task_split_{name}")
        lines.append(words_at(kit, at, text, f"task/{name}", 1.1, ink, 600))
        if not number or gone < long:
            continue
        one = resolve(stage, getattr(p, number))
        big = (3.6 if number == "measured" else 2.4) * (0.7 if small else 1.0)
        at, key = (
            (full.x + long * full.w + 1.6 * label, row.cy + 0.36 * big * label),
            f"task/{name}/",
        )
        fill = ink if number == "measured" else muted
        times = f"{one.text}×"
        of = "task.whole"
        lines.append(words_at(kit, at, times, f"{key}times", big, fill, 700, of=of, ref=one.ref))
        at = (at[0] + width(times, big * label, 700) + 1.2 * label, row.cy + 0.36 * label)
        lines.append(words_at(kit, at, kit.word(f"task_split_{name}_says"), f"{key}says"))
    for n, piece in enumerate(() if small else split_bars.pieces(full, task, gone)):
        count = f"{n + 1}" if gone < 1 or n < int(task.measured) else f"{task.measured % 1:.1g}"
        at, key = (piece.cx, full.bottom + 1.15 * label), f"task/piece:{n}"
        lines.append(words_at(kit, at, count, key, anchor="middle", of="task.0", ref=COUNT))
    if gone > 0.6:  # there the one goes over into the other
        at = (full.cx, full.cy + 0.9 * label)
        lines.append(words_at(kit, at, "?", "task/cut", 2.6, ink, 700, "middle", plate=True))
    return lines


def _of_plot(stage: StageView, place: Plan, task: Task, p: Parameters) -> list[Words]:
    """The large number where the plot is empty, the line of what was measured, ticks, stops."""
    kit, ink, muted = stage.kit, stage.kit.palette.ink, stage.kit.palette.muted
    label, point = kit.layout.sizes.label, stage.lens.point
    plot = stage.lens.area(place.plot)
    limit, small = p.picture == "limit", stage.lens.scale < SMALL
    found = p.picture in ("found", "near")
    number = f"{task.ceiling:.3g}×" if limit else percent(task.share)
    ref, size = task.refs["ceiling" if limit else "share"], 2.8 if small else 4.4
    left = plot.x + 1.2 * label
    at = (left, plot.y + 0.77 * size * label)
    of = "task.share"
    lines = [words_at(kit, at, number, "task/large", size, ink, 700, of=of, ref=ref, plate=True)]
    if not small:
        at = (left, at[1] + 2.6 * label)
        text = kit.word("task_split_no_time" if limit else "task_split_was")
        lines.append(words_at(kit, at, text, "task/large/of", 1.15, ink, plate=True))
    if found and not small:
        at = (left, at[1] + 1.6 * label)
        lines.append(words_at(kit, at, kit.word("task_split_inferred"), "task/inferred"))
    at = (left, point(0, place.y.at(task.measured))[1] - 0.55 * label)
    text = kit.word("task_split_measured", times=resolve(stage, p.measured).text)
    fill, of, ref = (ink if found else muted), "task.measured", task.refs["measured"]
    lines.append(words_at(kit, at, text, "task/measured", 1.0, fill, 600, of=of, ref=ref))
    if p.picture == "slide":
        x, y = point(place.x.at(task.share), place.y.at(task.whole))
        at, text, of, ref = (
            (x - 1.1 * label, y - 0.3 * label),
            f"{task.whole:.2g}×",
            "task.whole",
            task.refs["whole"],
        )
        lines.append(words_at(kit, at, text, "task/whole", 1.7, ink, 700, "end", of=of, ref=ref))
    for tick in split_curve.ticks(task, place):
        at = (plot.x - 0.5 * label, point(0, place.y.at(tick))[1] + 0.36 * label)
        key = f"task/tick:{tick:g}"
        lines.append(words_at(kit, at, f"{tick:g}×", key, anchor="end", ref=SCALE))
    for i, tried in enumerate(() if small or limit else resolve_all(stage, p.tried)):
        if tried.value > place.x.low:
            sooner = speed_up(tried.value, task.raw)
            x, y = point(place.x.at(tried.value), place.y.at(sooner))
            at, text, key = (x - 0.7 * label, y - 0.5 * label), f"{sooner:.2g}×", f"task/tried:{i}"
            lines.append(words_at(kit, at, text, key, anchor="end", of="task.whole", ref=PAST))
    return lines


def _of_bars(stage: StageView, place: Plan, task: Task, p: Parameters) -> list[Words]:
    """What the bars are, above them, and what their parts are, on them."""
    kit, palette = stage.kit, stage.kit.palette
    label = kit.layout.sizes.label
    rows = tuple(stage.lens.area(row) for row in place.rows)
    cut = stage.lens.point(place.x.at(task.share), 0)[0]
    after = "task_split_limit" if p.picture == "limit" else "task_split_after"
    lines: list[Words] = []
    for i, (row, name) in enumerate(zip(rows, ("task_split_before", after), strict=True)):
        if stage.lens.scale >= SMALL:
            at = (row.x, row.y - 0.5 * label)
            lines.append(words_at(kit, at, kit.word(name), f"task/name:{i}", 1.0, palette.ink, 600))
        sign = split_bars.sign_of(place, task, i)
        seen = stage.lens.area(sign)
        at, text = (seen.cx, seen.bottom + 1.2 * label), kit.word("task_split_rest")
        line = words_at(
            kit, at, text, f"task/rest:{i}", 1.0, palette.ink, 600, "middle", plate=True
        )
        if sign.w > 0 and line.wide + 1.4 * label < row.right - cut:
            lines.append(line)
    at, text = (cut - 1.4 * label, rows[0].cy + 0.36 * label), kit.word("task_split_writing")
    ink = palette.token_text
    line = words_at(kit, at, text, "task/writing", 1.0, ink, 600, "end", plate=True)
    return [*lines, line] if line.wide + 3 * label < cut - rows[0].x else lines


__all__ = ["Parameters", "badge", "draw", "over", "panel", "places"]
