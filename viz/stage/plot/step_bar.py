"""The time of one token as a bar, in parts, with its legend."""

from __future__ import annotations

from functools import lru_cache

from viz.physics.types import Part, PartName
from viz.stage.machine_layout import Plan
from viz.stage.marks import Box, Hatch, Label, Marks
from viz.stage.number_text import duration, speed
from viz.stage.style import dimmed
from viz.stage.text_metrics import width
from viz.stage.view import Fixed, MachineView, fade

GAP = 3.0  # bars that touch keep a gap: in the light theme all hues have one lightness


def draw(view: MachineView, plan: Plan, longest: float) -> Marks:
    """The bar of one machine. `longest` is the longest step on stage, in seconds: where bars
    stand above each other they share its scale."""
    return (
        *_fixed(view.fixed, plan, longest),
        *dimmed(_progress(view, plan, longest), view.level("bar"), view.kit.palette),
    )


def parts_alone(view: MachineView, plan: Plan) -> Marks:
    """Bar, legend and progress without the words above them; no legend below the panel."""
    return (
        *_parts_alone(view.fixed, plan),
        *dimmed(_progress(view, plan, view.run.step.seconds), view.level("bar"), view.kit.palette),
    )


@lru_cache(maxsize=64)
def _parts_alone(view: Fixed, plan: Plan) -> Marks:
    below = plan.legend[1] < plan.panel[1] + plan.panel[3]
    legend = _legend(view, plan) if below else ()
    return dimmed(
        (*_bar(view, plan, view.step.seconds), *legend), view.level("bar"), view.kit.palette
    )


@lru_cache(maxsize=64)
def _fixed(view: Fixed, plan: Plan, longest: float) -> Marks:
    """All but the line of progress."""
    marks = (*_heads(view, plan), *_bar(view, plan, longest), *_legend(view, plan))
    return dimmed(marks, view.level("bar"), view.kit.palette)


def _heads(view: Fixed, plan: Plan) -> Marks:
    kit, palette, sizes = view.kit, view.kit.palette, view.kit.layout.sizes
    x, y, room = plan.speed
    unit = kit.word("speed_unit")
    number = speed(view.step.speed)
    unit_size = sizes.numeral if kit.look.lang == "en" else max(sizes.numeral * 0.72, sizes.least)
    unit_w = width(unit, unit_size, 700)
    speed_ref = f"{view.side}.speed"
    marks: list[Label] = [
        kit.label(
            unit, x, y, unit_size, palette.token_text, weight=700, anchor="end", ref=speed_ref
        ),
        kit.label(
            number,
            x - unit_w - sizes.numeral * 0.24,
            y,
            sizes.numeral,
            palette.token_text,
            weight=700,
            anchor="end",
            of=speed_ref,
            ref=speed_ref,
        ),
    ]
    if not plan.bar_total:
        x, y, room = plan.one_token
        batch = view.step.batch
        one = kit.word("one_token")
        name = one if batch == 1 else kit.word("one_step", batch=f"{batch:,.0f}")
        marks.append(kit.label(name, x, y, sizes.label, ref=f"{view.side}.step"))
        at = x + width(name, sizes.label) + sizes.label * 0.9
        marks.append(
            kit.label(
                duration(view.step.seconds),
                at,
                y,
                sizes.label + 5,
                palette.ink,
                weight=700,
                room=x + room - at,
                of=f"{view.side}.step_seconds",
                ref=f"{view.side}.step",
            )
        )
    return tuple(marks)


def _bar(view: Fixed, plan: Plan, longest: float) -> Marks:
    palette = view.kit.palette
    x, y, w, h = plan.bar
    marks: list[Box | Hatch | Label] = []
    w = _length(view, plan, longest)
    if plan.bar_total:
        total = duration(view.step.seconds)
        size = view.kit.layout.sizes.label
        marks.append(
            view.kit.label(
                total,
                x + w + 14,
                y + h * 0.5 + size * 0.36,
                size,
                palette.ink,
                weight=700,
                of=f"{view.side}.step_seconds",
                ref=f"{view.side}.step",
            )
        )
    of = f"{view.side}.parts"
    for part, start, end in _segments(view.step.parts, view.step.seconds, x, w):
        wide = max(2.0, end - start - (GAP if end < x + w - 0.5 else 0))
        hidden, ref = _hidden(view.step.parts, part), f"{view.side}.{part.name}"
        tall = h - 11 if hidden else h
        if part.name in ("overhead", "unexplained"):
            ground, ink = palette.waiting_ground, palette.waiting
            marks.append(Hatch(start, y, wide, tall, ground, ink, 3, of=of, ref=ref))
        else:
            colour = {"reading": palette.weight, "computing": palette.computing}
            fill = colour.get(part.name, palette.link)
            marks.append(Box(start, y, wide, tall, fill, 3, of=of, ref=ref))
        if hidden:  # work done at the same time: a thinner bar under the longer one
            done = max(3.0, wide * min(1.0, hidden / part.seconds))
            ref = f"{view.side}.computing"
            marks.append(Box(start, y + h - 8, done, 8, palette.computing, 2, of=of, ref=ref))
    return tuple(marks)


def _length(view: Fixed, plan: Plan, longest: float) -> float:
    """How long the bar is: as long as there is room, or on a scale with the others."""
    if not plan.bar_total:
        return plan.bar[2]
    size = view.kit.layout.sizes.label
    room = width(duration(view.step.seconds), size, 700) + 20
    return (plan.bar[2] - room) * view.step.seconds / longest


def _progress(view: MachineView, plan: Plan, longest: float) -> Marks:
    """A thin line under the bar: how much of this token's time has passed."""
    x, y, _, h = plan.bar
    done = _length(view.fixed, plan, longest) * view.doing.step_fraction
    seen = fade(view.step_screen_seconds, 0.4, 0.8)
    line = Box(
        x,
        y + h + 5,
        max(1.0, round(done, 1)),
        4,
        view.kit.palette.ink,
        2,
        alpha=seen,
        of=f"{view.side}.step",
    )
    return (line,)


def _hidden(parts: tuple[Part, ...], host: Part) -> float:
    """Seconds of arithmetic that are done behind `host`: reading, or else the time per layer."""
    times = {part.name: part for part in parts}
    computing, reading = times["computing"], times["reading"]
    if computing.seconds > 0 or computing.work <= 0:
        return 0.0
    name = "reading" if computing.work <= reading.seconds else "overhead"
    return computing.work if host.name == name else 0.0


def _segments(
    parts: tuple[Part, ...], total: float, x: float, w: float
) -> list[tuple[Part, float, float]]:
    """Each part that adds to the step, with where it starts and ends on the bar."""
    segments, at = [], x
    for part in parts:
        if part.seconds > 0:
            end = at + w * part.seconds / total
            segments.append((part, at, end))
            at = end
    return segments


def _legend(view: Fixed, plan: Plan) -> Marks:
    kit, palette = view.kit, view.kit.palette
    x, y, room, line = plan.legend
    size = kit.layout.sizes.small if plan.subtitle is None else kit.layout.sizes.label - 1
    size = max(size, kit.layout.sizes.least)
    swatch, between = size * 0.86, size * 0.9
    items, wide = _fitting(_items(view), size, swatch, between, room)
    at, row = 0.0, 0
    marks: list[Box | Hatch | Label] = []
    for (name, text), item in zip(items, wide, strict=True):
        if at > 0 and at + item > room:
            at, row = 0.0, row + 1
        left, base = x + at, y + row * line
        top = base - swatch * 0.9
        if name in ("overhead", "unexplained"):
            marks.append(
                Hatch(left, top, swatch, swatch, palette.waiting_ground, palette.waiting, 3, 9)
            )
        else:
            colour = {"reading": palette.weight, "computing": palette.computing}
            marks.append(Box(left, top, swatch, swatch, colour.get(name, palette.link), 3))
        of, ref = f"{view.side}.parts", f"{view.side}.{name}"
        marks.append(kit.label(text, left + swatch * 1.5, base, size, of=of, ref=ref))
        at += item + between
    return tuple(marks)


def _fitting(
    items: list[tuple[PartName, str, float]],
    size: float,
    swatch: float,
    between: float,
    room: float,
) -> tuple[list[tuple[PartName, str]], list[float]]:
    """The legend in one row where that can be: the smallest parts lose their number first."""
    texts = {name: f"{word} {duration(seconds, 2)}" for name, word, seconds in items}
    small = sorted(items, key=lambda item: item[2])[: len(items) - 2]
    for name, word, _ in (*((None, "", 0.0),), *small):
        if name:
            texts[name] = word
        wide = [swatch * 1.5 + width(texts[key], size) for key, _, _ in items]
        if sum(wide) + between * (len(items) - 1) <= room:
            break
    else:
        texts = {name: f"{word} {duration(seconds, 2)}" for name, word, seconds in items}
        wide = [swatch * 1.5 + width(texts[key], size) for key, _, _ in items]
    return [(name, texts[name]) for name, _, _ in items], wide


def _items(view: Fixed) -> list[tuple[PartName, str, float]]:
    """The parts of the step: name, word and seconds."""
    kit = view.kit
    group = view.run.rig.chip.kind == "gpu"
    items: list[tuple[PartName, str, float]] = []
    for part in view.step.parts:
        seconds = part.seconds or part.work
        least = 0.01 * view.step.seconds if kit.layout.form == "tall" else 0.0
        if seconds <= least and not (part.name == "computing" and seconds > 0):
            continue
        name = part.name
        if name == "overhead":
            key = "gpu_overhead" if group else "wafer_overhead"
            name_text = kit.word(f"{key}_short" if kit.layout.form == "tall" else key)
        else:
            name_text = kit.word(name)
        items.append((name, name_text, seconds))
    return items
