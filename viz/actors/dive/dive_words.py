"""What is written before the lens: what each window shows, the scale, and at each level few words."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from viz.actors.dive.dive_places import Dive, GpuSide, WaferSide, beside, standing
from viz.actors.dive.gpu_side import way_of
from viz.actors.dive.wafer_side import states
from viz.actors.hall.hall_places import door_of, held_bytes, lane_of, memory_in
from viz.actors.hall.multiply_add import EXAMPLE
from viz.actors.hall.wafer_world import passing
from viz.stage.amounts import DONE, HERE, NOW
from viz.stage.area import Area
from viz.stage.marks import SCALE, Box, Line, Mark, Marks
from viz.stage.name_tag import name_of, tag_parts
from viz.stage.style import Kit
from viz.stage.view import StageView, fade
from viz.stage.words_line import Words, placed
from viz.units import write

LONGEST: Final = 300.0  # stage units of the bar of the scale
ROOMY: Final = 420.0  # a core so wide has room for words
STEPS: Final = (1.0, 2.0, 5.0)


def draw(
    stage: StageView, dive: Dive, left: GpuSide, right: WaferSide, far: float, near: float
) -> Marks:
    """All words at this depth."""
    kit = stage.kit
    alpha = standing(dive.depth)
    lines = _tags(stage, dive)
    level = round(dive.depth)
    marks: list[Mark] = [*_scale(kit, stage.window, dive)]
    if level == 1:
        lines += _links(stage, dive)
    elif level == 2:
        lines += _of_package(stage, dive, left, right)
    elif level == 3:
        lines += _of_sm(stage, dive, left, right)
    elif level == 4:
        lines += _inside(stage, dive, left, right, far)
    elif level == 5:
        lines += _sum(stage, dive)
        marks += _bars(stage, dive, far, near)
    label = kit.layout.sizes.label
    within = Area(0.0, kit.layout.slug[1] + 6, kit.layout.width, kit.layout.height)
    within = within.cut(bottom=kit.layout.height - kit.layout.caption + label * 0.6)
    for line in placed([_in_safe(kit, line) for line in lines], within, []):
        marks += [replace(mark, alpha=mark.alpha * alpha) for mark in line.marks(kit)]
    if level == 2 and alpha > 0:
        marks += [replace(mark, alpha=mark.alpha * alpha) for mark in _dimension(stage, dive, left)]
    return tuple(marks)


def _in_safe(kit: Kit, line: Words) -> Words:
    """A line moved so that it ends within the safe area; art may go beyond."""
    left, right = kit.layout.safe[0], kit.layout.safe[0] + kit.layout.safe[2]
    pad = 12.0 if line.plate else 0.0
    box = line.box.inset(-pad, 0.0)
    return replace(line, x=line.x + max(0.0, left - box.x) - max(0.0, box.right - right))


def _sizes(kit: Kit) -> tuple[float, float]:
    label = kit.layout.sizes.label
    return label * 1.25, label * 1.05


def _tags(stage: StageView, dive: Dive) -> list[Words]:
    """Above each window, what it shows."""
    kit, palette = stage.kit, stage.kit.palette
    big, small = _sizes(kit)
    level = round(dive.depth)
    found = []
    for side, sight in (("left", dive.left), ("right", dive.right)):
        machine = stage.machine("left" if side == "left" else "right")
        if machine is None:
            continue
        chip = machine.run.rig.chip
        name = name_of(machine.run.rig)
        short = chip.title.split()[-1]
        cores = round(chip.cores.value) if chip.cores else 0
        count = machine.run.rig.count
        bold = kit.word(
            f"dive_{side}_{level}",
            name=name,
            chip=short,
            count=count,
            cores=f"{cores:,}",
            same="120",
        )
        if level == 0:
            rest = " · ".join(("", *tag_parts(stage.scene, kit)))
            if side == "right":
                rest = " · " + kit.word("dive_same")
        else:
            rest = " · " + kit.word(f"dive_{side}_{level}_rest")
        window = sight.window
        x = max(window.x, kit.layout.safe[0])
        y = window.y - 16
        anchor = "start"
        if level == 0 and kit.layout.form in ("wide", "narrow"):
            x, y, anchor = window.cx, window.y + big, "middle"
        parts: tuple[tuple[str, float, str, int], ...] = (
            (bold, big, palette.ink, 700),
            (rest, small, palette.muted, 400),
        )
        refs: tuple[str, ...] = (_named(stage, side, level), SCALE)
        if level == 0:
            held = write(held_bytes(stage.scene), "bytes", 3)
            parts = (*parts, (" · ", small, palette.muted, 400))
            parts = (*parts, (held, big, palette.weight_text, 700))
            refs = (*refs, "", _held_ref(stage))
        line = Words(x, y, parts, anchor, f"{side}/tag:{level}", refs=refs)
        room = min(window.w + 30, kit.layout.safe[2])
        if level == 0 and beside(stage.window, kit):
            room = kit.layout.safe[2] / 2 - 30
        if line.wide > room:
            line = replace(line, parts=parts[:1], refs=refs[:1])
            if level == 0:
                line = replace(line, parts=(parts[0], *parts[2:]), refs=(refs[0], *refs[2:]))
        found.append(line)
    return found


def _named(stage: StageView, side: str, level: int) -> str:
    """Which number the tag of a window tells: how many chips, SMs, cores."""
    left, right = stage.scene.left, stage.scene.right
    if level == 4 or left is None or right is None:
        return ""
    if level != 3:  # "1 of 4": which part is drawn
        whole = level in (0, 5) or (level, side) == (1, "left")
        return f"{side}.count" if whole else SCALE
    cores = f"chip:{left.chip.name}.cores"
    if side == "left":
        return cores
    each = f"(chip:{right.chip.name}.area / chip:{right.chip.name}.cores)"
    return f"= chip:{left.chip.name}.area / {cores} / {each}"


def _held_ref(stage: StageView) -> str:
    """All weights as they are held, as a scene would write it."""
    name = stage.scene.model.name if stage.scene.model else ""
    return f"= model:{name}.parameters * {stage.scene.bits / 8:g} B"


def _scale(kit: Kit, place: Area, dive: Dive) -> list[Mark]:
    """The bar of the scale, as long as a round number of metres, millimetres, micrometres."""
    palette = kit.palette
    size = kit.layout.sizes.label * 1.15
    longest = min(LONGEST, 0.4 * place.w) / dive.density
    length = max(
        step * 10.0**power
        for power in range(-4, 4)
        for step in STEPS
        if step * 10.0**power <= longest
    )
    text = length_text(length)
    wide = length * dive.density
    x = place.cx
    y = place.bottom - size * 0.55
    wide_form = beside(place, kit)
    if wide_form and dive.depth > 0.6:
        y = dive.left.window.bottom + size * 0.85
    elif not wide_form and dive.depth > 4.5:
        edge = kit.layout.safe[0] + kit.layout.safe[2]
        x, y = edge - wide / 2 - 5.0 * size, dive.right.window.bottom + size * 0.85
    elif not wide_form:
        y = dive.right.window.bottom + size * 0.85
    half = wide / 2
    line = Words(
        x, y + size * 0.35, ((text, size, palette.ink, 600),), "middle", "scale", refs=(SCALE,)
    )
    room = line.wide / 2 + 12
    marks: list[Mark] = []
    if half > room + 14:
        for name, way in (("left", -1), ("right", 1)):
            marks.append(
                Line(
                    ((x + way * room, y), (x + way * half, y)),
                    3.0,
                    palette.ink,
                    key=f"scale/{name}",
                )
            )
    else:
        line = replace(line, x=x + half + 12, anchor="start")
        marks.append(Line(((x - half, y), (x + half, y)), 3.0, palette.ink, key="scale/bar"))
    for name, way in (("from", -1), ("to", 1)):
        at = x + way * half
        marks.append(Line(((at, y - 9), (at, y + 9)), 3.0, palette.ink, key=f"scale/{name}"))
    return [*marks, *line.marks(kit)]


def length_text(millimetres: float) -> str:
    """A length in the unit that people would use: "1 m", "10 cm", "5 mm", "50 µm"."""
    for least, unit, by in ((1000.0, "m", 1e-3), (10.0, "cm", 0.1), (1.0, "mm", 1.0)):
        if millimetres >= least * 0.999:
            return f"{millimetres * by:g} {unit}"
    if millimetres >= 0.0999:
        return f"{millimetres:g} mm" if millimetres >= 0.5 else f"{millimetres * 1000:g} µm"
    return f"{millimetres * 1000:g} µm"


def _dimension(stage: StageView, dive: Dive, left: GpuSide) -> list[Mark]:
    """Under the package, how far it is from the stack to the core."""
    kit, palette = stage.kit, stage.kit.palette
    big, _ = _sizes(kit)
    view = dive.left.view
    (ax, ay), (bx, by) = (view.point(*point) for point in way_of(left))
    package = view.area(left.packages[left.chosen].area)
    y = min(package.bottom, dive.left.window.bottom) - big * 0.9
    marks: list[Mark] = [
        Line(((ax, ay), (ax, y + 8)), 2.0, palette.muted, (5, 6), 0.8, key="way/from"),
        Line(((bx, by), (bx, y + 8)), 2.0, palette.muted, (5, 6), 0.8, key="way/to"),
        Line(((ax, y), (bx, y)), 3.0, palette.ink, key="way/bar"),
    ]
    for name, x, turn in (("a", ax, 1), ("b", bx, -1)):
        head = ((x + turn * 12, y - 8), (x, y), (x + turn * 12, y + 8))
        marks.append(Line(head, 3.0, palette.ink, key=f"way/head:{name}"))
    words = Words(
        bx + 18,
        y + big * 0.35,
        ((kit.word("dive_far"), big, palette.ink, 700),),
        key="way/words",
        refs=(SCALE,),
    )
    return [*marks, *words.marks(kit)]


def _links(stage: StageView, dive: Dive) -> list[Words]:
    kit = stage.kit
    _, small = _sizes(kit)
    x, y = dive.left.view.point(0.0, 0.0)
    text = ((kit.word("dive_links"), small, kit.palette.link_text, 400),)
    return [Words(x, y + small * 0.35, text, "middle", "left/links", plate=True)]


def _of_package(stage: StageView, dive: Dive, left: GpuSide, right: WaferSide) -> list[Words]:
    kit, palette = stage.kit, stage.kit.palette
    big, small = _sizes(kit)
    found: list[Words] = []
    gpu, wafer = stage.machine("left"), stage.machine("right")
    if gpu is None or wafer is None:
        return found
    chip = gpu.run.rig.chip
    area = dive.left.view.area(left.packages[left.chosen].area)
    rate = write(chip.bandwidth.value, "bytes/second", 3)
    found.append(
        Words(
            min(area.right, dive.left.window.right) - 20,
            max(area.y, dive.left.window.y) + big * 1.3,
            (
                (rate, big, palette.weight_text, 700),
                (" " + kit.word("dive_from_memory"), small, palette.ink, 400),
            ),
            "end",
            "left/rate",
            refs=(f"chip:{chip.name}.bandwidth",),
            of="left.bandwidth",
        )
    )
    now = passing(wafer)
    place = right.hall.wafers[right.chosen]
    first = round(wafer.run.layer_bounds[right.chosen])
    all_states = states(place.rows, right.chosen, now)
    at = all_states.index(NOW) if NOW in all_states else -2
    for row, state in enumerate(all_states):
        _, y = dive.right.view.point(0.0, place.row_y(row))
        window = dive.right.window
        if not window.y + 20 < y < window.bottom - 20:
            continue
        text = kit.word("dive_layer", layer=first + row + 1)
        colour, weight, rest = palette.ink, 400, ""
        if state == NOW:
            colour, weight = palette.computing_text, 700
        elif state == DONE and row == at - 1:
            rest = kit.word("dive_still_here")
        elif state == HERE and row == at + 1:
            rest = kit.word("dive_here_already")
        else:
            continue
        found.append(
            Words(
                window.x + 22,
                y + small * 0.35,
                ((text + rest, small if state != NOW else big, colour, weight),),
                key=f"right/layer:{row}",
                plate=True,
                refs=("count",),
            )
        )
    return found


def _of_sm(stage: StageView, dive: Dive, left: GpuSide, right: WaferSide) -> list[Words]:
    kit, palette = stage.kit, stage.kit.palette
    big, small = _sizes(kit)
    gpu, wafer = stage.machine("left"), stage.machine("right")
    if gpu is None or wafer is None:
        return []
    view = dive.left.view
    sm = view.area(left.sm)
    door = view.area(door_of(left.sm))
    chips = gpu.run.rig.chip, wafer.run.rig.chip
    rates = [
        (
            write(
                chip.bandwidth.value / (chip.cores.value if chip.cores else 1.0), "bytes/second", 2
            ),
            f"= chip:{chip.name}.bandwidth / chip:{chip.name}.cores",
        )
        for chip in chips
    ]
    lane = view.area(lane_of(left.sm))
    core = dive.right.view.area(right.core)
    return [
        Words(
            sm.x + 0.055 * sm.w,
            door.y - big * 1.0,
            (
                (rates[0][0], big * 1.25, palette.weight_text, 700),
                (" " + kit.word("dive_one_door"), small, palette.ink, 600),
            ),
            "start",
            "left/door/words",
            plate=True,
            refs=(rates[0][1],),
        ),
        Words(
            lane.cx + 0.2 * sm.w,
            lane.y - small * 1.0,
            ((kit.word("dive_at_work"), small, palette.computing_text, 600),),
            "middle",
            "left/lanes/words",
            plate=True,
            refs=("count",),
        ),
        Words(
            core.right + 42,
            core.cy + big * 0.4,
            (
                (rates[1][0], big * 1.25, palette.weight_text, 700),
                (" " + kit.word("dive_in_each"), small, palette.ink, 600),
            ),
            "start",
            "right/door/words",
            plate=True,
            refs=(rates[1][1],),
        ),
    ]


def _inside(
    stage: StageView, dive: Dive, left: GpuSide, right: WaferSide, far: float
) -> list[Words]:
    kit, palette = stage.kit, stage.kit.palette
    big, small = _sizes(kit)
    wafer = stage.machine("right")
    if wafer is None:
        return []
    lane = dive.left.view.area(lane_of(left.sm))
    core = dive.right.view.area(right.core)
    memory = dive.right.view.area(memory_in(right.core))
    rig = wafer.run.rig
    cores = rig.chip.cores.value if rig.chip.cores else 1.0
    roomy = core.w > ROOMY
    each = held_bytes(stage.scene) / rig.count / cores
    held = f"{_held_ref(stage)} / {rig.count} / chip:{rig.chip.name}.cores"
    return [
        Words(
            dive.left.window.x + 22,
            lane.y - big,
            (
                (length_text(far), big, palette.ink, 700),
                (" " + kit.word("dive_behind"), small, palette.ink, 400),
            ),
            key="left/behind",
            plate=True,
            refs=(SCALE,),
        ),
        Words(
            lane.right + 0.9 * lane.w,
            lane.bottom + small * 1.7,
            ((kit.word("hall_used_gone"), small, palette.ink, 600),),
            key="left/gone",
            plate=True,
        ),
        Words(
            memory.x if roomy else core.x,
            memory.y - small * 0.8 if roomy else core.bottom + small * 1.0,
            (
                (
                    kit.word("hall_core_held", held=f"{each / 1e3:.0f}", all="48 kB"),
                    big,
                    palette.weight_text,
                    700,
                ),
                (" " + kit.word("hall_weights"), small, palette.ink, 400),
            ),
            key="right/held",
            refs=(held,),
        ),
        Words(
            core.x + 0.14 * core.w if roomy else core.x,
            core.y + 0.16 * core.h if roomy else core.y - small * 0.1,
            ((kit.word("hall_next_door"), small, palette.token_text, 600),),
            key="right/value",
            plate=True,
        ),
    ]


def _sum(stage: StageView, dive: Dive) -> list[Words]:
    """The same sum under both: an example."""
    kit, palette = stage.kit, stage.kit.palette
    big, _ = _sizes(kit)
    found = []
    for side, sight in (("left", dive.left), ("right", dive.right)):
        window = sight.window
        level = beside(stage.window, kit)
        if not level and side == "left":
            continue
        parts = (
            (EXAMPLE[0], big, palette.weight_text, 700),
            (" × ", big, palette.ink, 400),
            (EXAMPLE[1], big, palette.token_text, 700),
            (f" + {EXAMPLE[2]} = ", big, palette.ink, 400),
            ("1.6", big * 1.1, palette.computing_text, 700),
        )
        found.append(
            Words(
                window.cx if level else max(window.x, kit.layout.safe[0]),
                window.bottom + big * 1.25,
                parts,
                "middle" if level else "start",
                f"{side}/sum",
                refs=("count",) * 5,
            )
        )
    return found


def _bars(stage: StageView, dive: Dive, far: float, near: float) -> list[Mark]:
    """The way of one weight on both machines, to one scale: two lengths."""
    kit, palette = stage.kit, stage.kit.palette
    seen = fade(dive.depth, 4.92, 5.0)
    if seen <= 0:
        return []
    big, small = _sizes(kit)
    place = stage.window
    safe = kit.layout.safe
    left, right = max(place.x, safe[0]), min(place.right, safe[0] + safe[2])
    top = max(dive.left.window.bottom, dive.right.window.bottom) + small * 4.3
    room = right - left
    tall = small * 0.95
    marks: list[Mark] = []
    gone = 0.0
    for i, (name, length) in enumerate((("far", far), ("near", near))):
        y = top + gone
        wide = room * length / far
        marks.append(Box(left, y, wide, tall, palette.weight, 3.0, alpha=seen, key=f"bar/{name}"))
        words = Words(
            left,
            y - small * 0.45,
            ((kit.word(f"dive_bar_{name}"), small, palette.muted, 400),),
            key=f"bar/{name}/words",
        )
        number = Words(
            right if i == 0 else left + wide + 16,
            y - small * 0.45 if i == 0 else y + tall / 2 + big * 0.44,
            (
                (
                    length_text(length) if length > 0.5 else f"{length:g} mm",
                    big * 1.25,
                    palette.ink,
                    700,
                ),
            ),
            "end" if i == 0 else "start",
            f"bar/{name}/number",
            refs=(SCALE,),
        )
        for line in (words, number):
            marks += [replace(mark, alpha=mark.alpha * seen) for mark in line.marks(kit)]
        gone += tall + small * 2.8
    return marks
