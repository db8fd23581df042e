"""The words at the bars, before the lens: of a layer's parts first, then of the word, then of all."""

from __future__ import annotations

from math import floor
from typing import Final

from viz.actors.layer_time.layer_bars import ROOM, sign_in, widths
from viz.actors.layer_time.layer_time_places import Plan, Rows
from viz.physics.layer_time import LayerTime
from viz.stage.area import Area
from viz.stage.layer_phase import parts_of
from viz.stage.marks import SCALE, Mark, Marks
from viz.stage.name_tag import name_of, tag_parts
from viz.stage.number_text import duration, speed
from viz.stage.plot.layer_pictures import host_of
from viz.stage.view import MachineView, StageView
from viz.stage.words_line import Words, placed
from viz.units import write

Seen = list[tuple[MachineView, LayerTime]]
SHORT: Final = 0.55  # of the line: a bar below it has its words at its right


def draw(stage: StageView, made: Plan, seen: Seen, scales: tuple[float, float], now: str) -> Marks:
    """The lines; one that finds no room is left out."""
    kit = stage.kit
    lines = _head(stage, made, seen[0][0].run.step.layers, now)
    for view, time in seen:
        rows = made.of(view.side)
        lines += _names(stage, view, rows, now)
        if view.run.rig.chip.kind == "wafer":
            lines += _of_wafer(stage, view, time, rows, scales, now)
        else:
            lines += _of_chips(stage, view, time, rows, scales, now)
        if now != "layer":
            lines += _word(stage, view, time, rows, scales[1])
    if now == "ruler":
        lines += _ruler(stage, made, seen)
    left, top, wide, tall = kit.layout.safe
    marks: list[Mark] = []
    for line in placed(lines, Area(left, top, wide, tall), []):
        marks += line.marks(kit)
    return tuple(marks)


def _sizes(stage: StageView) -> tuple[float, float]:
    label = stage.kit.layout.sizes.label
    if stage.kit.layout.form == "tall":
        return label * 1.2, label
    return label * 1.3, label * 1.08


def _head(stage: StageView, made: Plan, count: int, now: str) -> list[Words]:
    """What is seen, of which model; and that a word is on another scale than a layer."""
    kit, palette = stage.kit, stage.kit.palette
    _, small = _sizes(stage)
    area = stage.lens.area(made.head)
    y = area.y + 0.75 * area.h
    what = kit.word("layers_one" if now == "layer" else "layers_word")
    rest = "".join(f" · {part}" for part in tag_parts(stage.scene, kit) if part)
    x = stage.lens.area(made.left.layer).x
    scales = kit.word("layers_scales", count=count)
    note = Words(
        area.right,
        y,
        ((scales, kit.layout.sizes.small, palette.small, 400),),
        "end",
        "layers/scales",
        refs=(SCALE,),
    )
    return [
        *([note] if now != "layer" else []),
        Words(
            x,
            y,
            ((what, small, palette.ink, 600), (rest, small, palette.muted, 400)),
            "start",
            f"layers/head/{now}",
            refs=("", SCALE),
        ),
    ]


def _names(stage: StageView, view: MachineView, rows: Rows, now: str) -> list[Words]:
    """Which machine; what each of its bars is."""
    kit, palette = stage.kit, stage.kit.palette
    big, small = _sizes(stage)
    name = ((name_of(view.run.rig), big * 0.95, palette.ink, 700),)
    one = kit.word("layers_layer")
    many = kit.word("layers_times", count=view.run.step.layers)
    key = f"{view.side}/layers"
    if kit.layout.form not in ("wide", "narrow"):
        area = stage.lens.area(rows.name)
        y = area.y + 0.85 * area.h
        return [Words(area.x, y, name, "start", f"{key}/name", refs=(f"{view.side}.count",))]
    layer, word = stage.lens.area(rows.layer), stage.lens.area(rows.word)
    x = stage.lens.area(rows.name).x
    found = [
        Words(
            x,
            layer.y + 0.36 * layer.h,
            name,
            "start",
            f"{key}/name",
            refs=(f"{view.side}.count",),
        ),
        Words(
            x,
            layer.y + 0.36 * layer.h + 1.35 * small,
            ((one, small, palette.muted, 400),),
            "start",
            f"{key}/one",
        ),
    ]
    if now != "layer":
        y = word.cy + 0.36 * small
        found.append(
            Words(x, y, ((many, small, palette.ink, 600),), "start", f"{key}/many", refs=(SCALE,))
        )
    return found


def _of_chips(
    stage: StageView,
    view: MachineView,
    time: LayerTime,
    rows: Rows,
    scales: tuple[float, float],
    now: str,
) -> list[Words]:
    """Words over the parts of a layer while it is spoken of; then only how long it is."""
    kit, palette = stage.kit, stage.kit.palette
    big, small = _sizes(stage)
    side, key = view.side, f"{view.side}/layers"
    lens, top = stage.lens, stage.lens.area(rows.parts)
    y = top.bottom - 0.45 * small
    found: list[Words] = []
    if now == "layer":
        x = rows.layer.x
        starts: dict[str, tuple[float, float]] = {}
        for part, wide in widths(time, scales[0]):
            begin, long = starts.get(part, (x, 0.0))
            starts[part] = (begin, long + wide)
            x += wide
        reading = f"= {side}.reading / {view.run.step.layers}"
        told = {
            "start": ("layers_starts", time.starts, f"{side}.starts", palette.ink),
            "reading": ("layers_carried", time.reading, reading, palette.weight_text),
            "meeting": (
                "layers_meetings",
                time.meetings / 2,
                f"= {side}.meetings / 2",
                palette.ink,
            ),
        }
        for name, (word, seconds, ref, colour) in told.items():
            if name not in starts or seconds <= 0:
                continue
            begin, long = starts[name]
            last = name == "meeting"
            at = lens.area((begin, rows.layer.y, long, rows.layer.h))
            times = "2 × " if last else ""
            tint = palette.muted if colour == palette.ink else colour
            text = kit.word(word)
            if at.w < Words(0, 0, ((f"{text} {times}00 µs", small, tint, 700),)).wide and not last:
                text = kit.word(f"{word}_short")
            found.append(
                Words(
                    at.right if last else at.x,
                    y,
                    (
                        (f"{text} ", small, tint, 400),
                        (f"{times}{duration(seconds, 2)}", small, colour, 700),
                    ),
                    "end" if last else "start",
                    f"{key}/{name}",
                    refs=("", ref),
                )
            )
        if time.waiting + time.unexplained > 0 and "rest" in starts:
            begin, long = starts["rest"]
            at = lens.area((begin, rows.layer.y, long, rows.layer.h))
            word = "layers_unexplained" if time.unexplained > 0 else "layers_waiting"
            found.append(
                Words(
                    at.cx,
                    at.bottom + 1.25 * small,
                    ((kit.word(word), small, palette.muted, 400),),
                    "middle",
                    f"{key}/rest",
                )
            )
    if time.starts * scales[0] > ROOM:
        box = Area(rows.layer.x, rows.layer.y, time.starts * scales[0], rows.layer.h)
        host = lens.area(host_of(sign_in(box)))
        written = ((kit.word("inside_host"), small, palette.ink, 600),)
        line = Words(host.cx, host.cy + 0.35 * small, written, "middle", f"{key}/host")
        found += [line] if line.wide < 0.96 * host.w else []
    bar = lens.area(rows.layer)
    wide = time.seconds * scales[0] * lens.scale
    room = bar.x + wide + 20 if wide < SHORT * bar.w else bar.x + wide
    short = wide < SHORT * bar.w
    total = ((duration(time.seconds, 3), big, palette.ink, 700),)
    found.append(
        Words(
            room,
            bar.cy + 0.36 * big if short else bar.bottom + 1.15 * big,
            total,
            "start" if short else "end",
            f"{key}/total",
            refs=(f"{side}.layer",),
        )
    )
    return found


def _of_wafer(
    stage: StageView,
    view: MachineView,
    time: LayerTime,
    rows: Rows,
    scales: tuple[float, float],
    now: str,
) -> list[Words]:
    """How long a layer is, and while it is spoken of, what it is made of."""
    kit, palette = stage.kit, stage.kit.palette
    big, small = _sizes(stage)
    side, key = view.side, f"{view.side}/layers"
    bar = stage.lens.area(rows.layer)
    wide = time.seconds * scales[0] * stage.lens.scale
    short = wide < SHORT * bar.w
    x = bar.x + wide + 26 if short else bar.x + wide
    y = bar.y + 0.24 * bar.h if short else bar.bottom + 1.15 * big
    total = ((duration(time.seconds, 2), big, palette.ink, 700),)
    found = [
        Words(x, y, total, "start" if short else "end", f"{key}/total", refs=(f"{side}.layer",))
    ]
    if now != "layer" or not short:
        return found
    column = x + found[0].wide + 1.6 * small
    if kit.layout.form == "tall":
        column, y = bar.x, bar.bottom + 1.5 * small
    rest = dict(parts_of(time))["rest"]
    lines: tuple[tuple[tuple[str, float, str, int], ...], ...] = (
        (
            (duration(time.reading, 2), small, palette.weight_text, 700),
            (f" {kit.word('layers_in_place')}", small, palette.muted, 400),
        ),
        (
            (duration(time.mesh, 2), small, palette.ink, 700),
            (f" {kit.word('layers_mesh')}", small, palette.muted, 400),
        ),
        ((kit.word("layers_wait"), small, palette.ink, 600),),
    )
    reading = f"{side}.reading / {view.run.step.layers}"
    refs: tuple[tuple[str, ...], ...] = ((f"= {reading}",), (f"{side}.mesh",), ())
    if rest > 0.01 * time.seconds:  # measured, or waiting for others: the hatched end of the bar
        word = "layers_unexplained" if time.unexplained > 0 else "layers_waiting"
        left_over = (
            (duration(rest, 2), small, palette.muted, 700),
            (f" {kit.word(word)}", small, palette.muted, 400),
        )
        lines = (*lines, left_over)
        refs = (*refs, (f"= {side}.layer - {reading} - {side}.mesh",))
    return [
        *found,
        *(
            Words(column, y + i * 1.55 * small, line, "start", f"{key}/told:{i}", refs=refs[i])
            for i, line in enumerate(lines)
        ),
    ]


def _word(
    stage: StageView, view: MachineView, time: LayerTime, rows: Rows, scale: float
) -> list[Words]:
    """How long the word is, how many come in a second, and what was brought in for it."""
    kit, palette = stage.kit, stage.kit.palette
    big, small = _sizes(stage)
    side, key = view.side, f"{view.side}/layers"
    bar, step = stage.lens.area(rows.word), view.run.step
    wide = time.seconds * step.layers * scale * stage.lens.scale
    short = wide < SHORT * bar.w
    number = (
        (duration(step.seconds, 3), big, palette.ink, 700),
        (f"   {speed(step.speed)} {kit.word('speed_unit')}", big, palette.token_text, 700),
    )
    y = bar.cy + 0.36 * big if short else bar.bottom + 1.3 * big
    x = bar.x + wide + (26 if short else 0)
    refs = (f"{side}.step", f"{side}.speed")
    found = [Words(x, y, number, "start" if short else "end", f"{key}/word", refs=refs)]
    if view.run.bytes_per_step > 0 and not short:
        carried = (
            (write(view.run.bytes_per_step, "bytes", 3), big, palette.weight_text, 700),
            (f" {kit.word('layers_brought')}", small, palette.muted, 400),
        )
        found.append(Words(bar.x, y, carried, "start", f"{key}/brought", refs=(f"{side}.bytes",)))
    return found


def _ruler(stage: StageView, made: Plan, seen: Seen) -> list[Words]:
    """How many of the shorter words the longer one is."""
    kit, palette = stage.kit, stage.kit.palette
    big, small = _sizes(stage)
    if len(seen) < 2:
        return []
    (slow, _), (fast, _) = sorted(seen, key=lambda one: -one[1].seconds * one[0].run.step.layers)
    area = stage.lens.area(made.ruler)
    ratio = slow.run.step.seconds / fast.run.step.seconds
    y = area.y + 0.5 * area.h + 1.1 * big
    rest = kit.parts("layers_ruler", slow=(name_of(slow.run.rig), f"{slow.side}.count"))
    words = (
        (f"{floor(ratio)}", big, palette.ink, 700),
        (" ", small, palette.muted, 400),
        *((text, small, palette.muted, 400) for text, _ in rest),
    )
    refs = (f"= floor({slow.side}.step / {fast.side}.step)", "", *(ref for _, ref in rest))
    return [Words(area.x, y, words, "start", "ruler/words", refs=refs)]
