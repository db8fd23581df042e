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
from viz.stage.words_line import Words, placed

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
    """The task's clock while its bars run; then none."""
    task = task_of(stage.scene, p)
    value = f"{min(_gone(stage, p), task.seconds):.0f} s" if p.picture == "unknown" else ""
    return Badge(stage.kit.word("hardware_clock"), value, lens=True, of="hw")


def _gone(stage: StageView, p: Parameters) -> float:
    """Seconds since the bars began, or since a knob was turned."""
    return min(stage.hw - stage.since, running(stage, (p.raw, p.measured, p.seconds)))


def draw(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Bars, and the curve above them."""
    kit = stage.kit
    task = task_of(stage.scene, p)
    place = plan(world, kit, p.picture, task)
    if p.picture == "unknown":
        return split_bars.running(kit, place, task, _gone(stage, p))
    tried = tuple(one.value for one in resolve_all(stage, p.tried))
    return (
        *split_curve.draw(kit, place, task, p.picture, tried),
        *split_bars.split(kit, place, task, p.picture),
    )


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Words before the lens, which keep their size."""
    kit = stage.kit
    task = task_of(stage.scene, p)
    place = plan(world, kit, p.picture, task)
    if p.picture == "unknown":
        lines = _of_rows(stage, place, task, p)
    else:
        lines = _of_plot(stage, place, task, p) + _of_bars(stage, place, task, p)
    safe = Area(*kit.layout.safe)
    top = kit.layout.slug[1] + 6
    within = Area(safe.x, top, safe.w, safe.bottom - top)
    return tuple(mark for line in placed(lines, within, []) for mark in line.marks(kit))


def _line(
    kit: Kit,
    at: tuple[float, float],
    text: str,
    key: str,
    *,
    size: float = 1.0,
    ink: str = "",
    weight: int = 400,
    anchor: str = "start",
    of: str = "",
    ref: str = "",
    plate: bool = False,
) -> Words:
    """One line of one part; sizes are shares of a label's."""
    label = kit.layout.sizes.label
    part = ((text, size * label, ink or kit.palette.muted, weight),)
    return Words(*at, part, anchor, f"task/{key}", plate, of, (ref,))


def _of_rows(stage: StageView, place: Plan, task: Task, p: Parameters) -> list[Words]:
    """Above each running bar what it is; beside it, when it is done, how many times sooner."""
    kit, palette = stage.kit, stage.kit.palette
    label = kit.layout.sizes.label
    gone = _gone(stage, p) / task.seconds
    small = stage.lens.scale < SMALL
    full = stage.lens.area(place.rows[0])
    lines: list[Words] = []
    rows = (
        ("before", 1.0, ""),
        ("done", 1 / task.measured, "measured"),
        ("all", 1 / task.raw, "raw"),
    )
    for i, (name, long, number) in enumerate(rows):
        row = stage.lens.area(place.rows[i])
        text = kit.word(f"task_split_{name}")
        lines.append(
            _line(
                kit, (row.x, row.y - 0.5 * label), text, name, size=1.1, ink=palette.ink, weight=600
            )
        )
        if not number or gone < long:
            continue
        one = resolve(stage, getattr(p, number))
        big = (3.6 if number == "measured" else 2.4) * (0.7 if small else 1.0)
        x = full.x + long * full.w + 1.6 * label
        ink = palette.ink if number == "measured" else palette.muted
        lines.append(
            _line(
                kit,
                (x, row.cy + 0.36 * big * label),
                f"{one.text}×",
                f"{name}/times",
                size=big,
                ink=ink,
                weight=700,
                of="task.whole",
                ref=one.ref,
            )
        )
        x += width(f"{one.text}×", big * label, 700) + 1.2 * label
        at = (x, row.cy + 0.36 * label)
        lines.append(_line(kit, at, kit.word(f"task_split_{name}_says"), f"{name}/says"))
    for n, piece in enumerate(() if small else split_bars.pieces(full, task, gone)):
        count = f"{n + 1}" if gone < 1 or n < int(task.measured) else f"{task.measured % 1:.1g}"
        at = (piece.cx, full.bottom + 1.15 * label)
        lines.append(_line(kit, at, count, f"piece:{n}", anchor="middle", of="task.0", ref=COUNT))
    if gone > 0.6:  # there the one goes over into the other
        at = (full.cx, full.cy + 0.9 * label)
        lines.append(
            _line(
                kit,
                at,
                "?",
                "cut",
                size=2.6,
                ink=palette.ink,
                weight=700,
                anchor="middle",
                plate=True,
            )
        )
    return lines


def _of_plot(stage: StageView, place: Plan, task: Task, p: Parameters) -> list[Words]:
    """The large number where the plot is empty, the line of what was measured, ticks, stops."""
    kit, palette = stage.kit, stage.kit.palette
    label = kit.layout.sizes.label
    plot = stage.lens.area(place.plot)
    point = stage.lens.point
    limit = p.picture == "limit"
    lines: list[Words] = []
    large = task.refs["ceiling"] if limit else task.refs["share"]
    number = f"{task.ceiling:.3g}×" if limit else percent(task.share)
    small = stage.lens.scale < SMALL
    size = 2.8 if small else 4.4
    x, y = plot.x + 1.2 * label, plot.y + (0.77 * size) * label
    lines.append(
        _line(
            kit,
            (x, y),
            number,
            "large",
            size=size,
            ink=palette.ink,
            weight=700,
            of="task.share",
            ref=large,
            plate=True,
        )
    )
    y += 2.6 * label
    if not small:
        text = kit.word("task_split_no_time" if limit else "task_split_was")
        lines.append(_line(kit, (x, y), text, "large/of", size=1.15, ink=palette.ink))
    if p.picture in ("found", "near") and not small:
        lines.append(_line(kit, (x, y + 1.6 * label), kit.word("task_split_inferred"), "inferred"))
    at = point(place.plot.right, place.y.at(task.measured))
    text = kit.word("task_split_measured", times=resolve(stage, p.measured).text)
    meets = p.picture in ("found", "near")
    lines.append(
        _line(
            kit,
            (plot.x + 1.2 * label, at[1] - 0.55 * label),
            text,
            "measured",
            ink=palette.ink if meets else palette.muted,
            weight=600,
            of="task.measured",
            ref=task.refs["measured"],
        )
    )
    if p.picture in ("slide", "found"):
        tx, ty = point(place.x.at(task.share), place.y.at(task.whole))
        times = f"{task.whole:.2g}×"
        if p.picture == "slide":
            lines.append(
                _line(
                    kit,
                    (tx - 1.1 * label, ty - 0.3 * label),
                    times,
                    "whole",
                    size=1.7,
                    ink=palette.ink,
                    weight=700,
                    anchor="end",
                    of="task.whole",
                    ref=task.refs["whole"],
                )
            )
    for tick in split_curve.ticks(task, place):
        at = (plot.x - 0.5 * label, point(0, place.y.at(tick))[1] + 0.36 * label)
        lines.append(_line(kit, at, f"{tick:g}×", f"tick:{tick:g}", anchor="end", ref=SCALE))
    for i, tried in enumerate(() if small or limit else resolve_all(stage, p.tried)):
        if tried.value > place.x.low:
            sooner = speed_up(tried.value, task.raw)
            tx, ty = point(place.x.at(tried.value), place.y.at(sooner))
            at, text = (tx - 0.7 * label, ty - 0.5 * label), f"{sooner:.2g}×"
            lines.append(
                _line(kit, at, text, f"tried:{i}", anchor="end", of="task.whole", ref=PAST)
            )
    return lines


def _of_bars(stage: StageView, place: Plan, task: Task, p: Parameters) -> list[Words]:
    """What the bars are, above them, and what their parts are, on them."""
    kit, palette = stage.kit, stage.kit.palette
    label = kit.layout.sizes.label
    limit = p.picture == "limit"
    before, after = (stage.lens.area(row) for row in place.rows)
    cut = stage.lens.point(place.x.at(task.share), 0)[0]
    names = (
        kit.word("task_split_before"),
        kit.word("task_split_limit" if limit else "task_split_after"),
    )
    lines = [
        _line(kit, (row.x, row.y - 0.5 * label), text, f"name:{i}", ink=palette.ink, weight=600)
        for i, (row, text) in enumerate(zip((before, after), names, strict=True))
        if stage.lens.scale >= SMALL
    ]
    for i, row in enumerate((before, after)):
        text = kit.word("task_split_rest")
        words = _line(
            kit,
            ((cut + row.right) / 2, row.cy + 0.36 * label),
            text,
            f"rest:{i}",
            ink=palette.ink,
            weight=600,
            anchor="middle",
            plate=True,
        )
        if words.wide + 1.4 * label < row.right - cut:
            lines.append(words)
    text = kit.word("task_split_writing")
    words = _line(
        kit,
        (cut - 1.4 * label, before.cy + 0.36 * label),
        text,
        "writing",
        ink=palette.token_text,
        weight=600,
        anchor="end",
        plate=True,
    )
    if words.wide + 3 * label < cut - before.x:
        lines.append(words)
    return lines


__all__ = ["Parameters", "badge", "draw", "over", "panel", "places"]
