"""What is fastened before the lens: name tags, what was carried, what was written, and at each depth
the words of what is seen. Labels keep their size; one that would be crowded out is not drawn."""

from __future__ import annotations

from dataclasses import replace
from math import floor
from typing import Final

from viz.actors.hall import lone_labels
from viz.actors.hall.gpu_world import CHIP, UNIT
from viz.actors.hall.hall_places import (
    GpuHall,
    WaferHall,
    block_of,
    core_of,
    held_bytes,
    square_of,
)
from viz.actors.hall.wafer_world import CHAIN, CORE, CORES
from viz.catalog.types import Text
from viz.stage.area import Area
from viz.stage.i18n import said
from viz.stage.marks import COUNT, SCALE, Line, Mark, Marks
from viz.stage.name_tag import name_of, tag_parts
from viz.stage.style import Kit
from viz.stage.text_metrics import width
from viz.stage.view import MachineView, StageView
from viz.stage.word_reading import SOON, reading
from viz.stage.words_line import Words, placed
from viz.units import write

MAP: Final = 2.2  # from this scale on the map has the legend's place


def draw(
    stage: StageView,
    halls: list[tuple[MachineView, GpuHall | WaferHall]],
    text: Text,
    prompt: Text,
    *,
    first: bool = False,
) -> Marks:
    """All words of the hall at this zoom; `first`: a word's calls come before its reading."""
    kit = stage.kit
    lines: list[Words] = []
    for view, hall in halls:
        seen = stage.lens.area(hall.area)
        close = _close(stage, hall)
        aside = stage.focus.elsewhere(view.side) > 0.5  # the beat is about the other machine
        if aside and (close or not _whole(stage, seen)):
            continue
        if not close or seen.holds(stage.window.cx, stage.window.cy):
            lines.append(_tag(stage, view, seen, close))
        if isinstance(hall, GpuHall):
            lines += _of_gpu(stage, view, hall)
        else:
            lines += _of_wafer(stage, view, hall)
        if isinstance(hall, GpuHall) and hall.packages[0].alone:
            lines += lone_labels.of_chip(stage, view, hall.packages[0], first=first)
            if not close and lone_labels.roomy(stage, hall.packages[0]):
                lines.append(lone_labels.foot(stage, view, hall.packages[0], text, prompt))
                lines += lone_labels.hands(stage, view, hall.packages[0])
        elif not close and _whole(stage, seen):
            lines += _foot(stage, view, seen, text, first=first)
    alone = any(isinstance(hall, GpuHall) and hall.packages[0].alone for _, hall in halls)
    if prompt and not alone and not any(_close(stage, hall) for _, hall in halls):
        lines.append(_prompt(stage, prompt))
    if stage.lens.scale < MAP:  # then the map has its place
        lines += _legend(stage, halls)
    left, right = kit.layout.safe[0], kit.layout.safe[0] + kit.layout.safe[2]
    top = kit.layout.slug[1] + 8
    hero = Area(*kit.layout.hero)
    if stage.window.x > hero.x + 1:  # something stands beside the world, or above it
        left = stage.window.x
    elif stage.window.y > hero.y + 0.25 * hero.h:
        top = stage.window.y
    within = Area(
        left, top, right - left, kit.layout.caption - kit.layout.sizes.caption * 1.25 - top
    )
    kept = placed(lines, within, [])
    marks: list[Mark] = []
    for line in kept:
        marks += line.marks(kit)
        if line.key.endswith("/next"):
            slot = _slot_of(line)
            if not any(other.box.meets(slot) for other in kept if other is not line):
                marks += _slot(kit, line)
    return tuple(marks)


def _close(stage: StageView, hall: GpuHall | WaferHall) -> bool:
    """Whether the camera shows a part of the machine and not all of it."""
    return stage.lens.area(hall.area).w > 1.25 * stage.window.w or stage.lens.scale > 2.6


def _whole(stage: StageView, seen: Area) -> bool:
    """Whether all of a machine is in the picture, from left to right."""
    return seen.x >= 0 and seen.right <= stage.kit.layout.width


def _sizes(kit: Kit) -> tuple[float, float]:
    label = kit.layout.sizes.label
    return label * 1.12, label * 1.06


def _tag(stage: StageView, view: MachineView, seen: Area, close: bool) -> Words:
    """The name tag: which chips and how many, model, precision, users."""
    kit, palette, scene = stage.kit, stage.kit.palette, stage.scene
    big, small = _sizes(kit)
    name = name_of(view.run.rig)
    rest = " · ".join(("", *tag_parts(scene, kit)))
    x, y = seen.x, seen.y - 20
    if close or seen.y < stage.window.y:
        x, y = kit.layout.slug[0], kit.layout.slug[1] + big * 1.9
    x = max(x, kit.layout.safe[0])
    parts = ((name, big, palette.ink, 700), (rest, small, palette.muted, 400))
    line = Words(x, y, parts, key=f"{view.side}/tag", refs=(f"{view.side}.count", SCALE))
    beyond = line.box.right > stage.window.right + 24  # a card has its place there
    return replace(line, parts=parts[:1]) if beyond else line


def _foot(
    stage: StageView, view: MachineView, seen: Area, text: Text, *, first: bool = False
) -> list[Words]:
    """Below a machine: what it has written, and what it has carried for that; nothing of a word
    before its reading, where all calls come `first`."""
    kit, palette = stage.kit, stage.kit.palette
    big, small = _sizes(kit)
    y = seen.bottom + 52
    safe = kit.layout.safe
    right, left = min(seen.right, safe[0] + safe[2]), max(seen.x, safe[0])
    steps = view.steps
    if first and view.run.rig.chip.kind != "wafer":
        steps = floor(steps + SOON) + reading(view, 1.0, stage.scene, first=True).share
    moved = view.run.moved(steps) if view.steps > 0 else 0.0
    number = write(moved, "bytes", 3)
    found = [
        Words(
            right,
            y,
            (
                (number, big * 1.3, palette.weight_text, 700),
                (" " + kit.word("hall_moved"), small, palette.muted, 400),
            ),
            "end",
            f"{view.side}/moved",
            refs=(f"{view.side}.moved",),
            of=f"{view.side}.bytes_moved",
        )
    ]
    room = right - left - found[0].wide - 130
    words = written(kit, text, view.doing.tokens_done, big * 1.25, room)
    found.append(
        Words(
            left,
            y,
            ((words + (" " if words else ""), big * 1.25, palette.ink, 600),),
            "start",
            f"{view.side}/next",
            of=f"{view.side}.tokens",
        )
    )
    return found


def tokens_of(kit: Kit, text: Text) -> list[str]:
    """What is written, token by token."""
    return said(text, kit.look.lang).split("|") if text else list(kit.words["story"])


def written(kit: Kit, text: Text, tokens: int, size: float, room: float) -> str:
    """The end of what has been written, as much as there is room for."""
    pieces = tokens_of(kit, text)
    shown = [pieces[i % len(pieces)] for i in range(max(0, tokens - 40), tokens)]
    while shown and width("".join(shown).strip(), size, 600) > room:
        shown = shown[1:]
    return "".join(shown).strip()


def _slot_of(line: Words) -> Area:
    size = line.parts[0][1]
    return Area(line.box.right + 4, line.y - size * 0.92, size * 2.1, size * 1.15)


def _slot(kit: Kit, line: Words) -> Marks:
    """The place of the word that is being made: an empty outline."""
    x, y, w, h = _slot_of(line)
    corners = ((x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y))
    return (Line(corners, 2.0, kit.palette.token, (7, 6), 0.9, line.of, f"{line.key}/slot"),)


def _prompt(stage: StageView, prompt: Text) -> Words:
    kit = stage.kit
    size = kit.layout.sizes.label * 1.15
    text = said(prompt, kit.look.lang)
    x = stage.window.cx
    y = kit.layout.slug[1]
    return Words(x, y, ((text, size, kit.palette.ink, 600),), "middle", "prompt")


def _legend(stage: StageView, halls: list[tuple[MachineView, GpuHall | WaferHall]]) -> list[Words]:
    """What a square stands for, where squares are seen."""
    kit, palette = stage.kit, stage.kit.palette
    _, small = _sizes(kit)
    text = f"■ = {write(square_of(stage.scene), 'bytes', 3)}"
    ends = [stage.lens.area(hall.area) for _, hall in halls]
    if len(halls) == 2 and not _close(stage, halls[0][1]) and kit.layout.form in ("wide", "narrow"):
        x, y, anchor = (ends[0].right + ends[1].x) / 2, ends[0].bottom + 52, "middle"
    else:
        edge = kit.layout.safe[0] + kit.layout.safe[2]
        right = stage.window.right if stage.window.w < 0.7 * kit.layout.hero[2] else edge
        x, y, anchor = min(right, edge), kit.layout.slug[1] + small * 1.9, "end"
    return [
        Words(
            x,
            y,
            ((text[:1], small, palette.weight_text, 400), (text[1:], small, palette.muted, 400)),
            anchor,
            "square",
            plate=stage.lens.scale != 1.0,
            refs=("", SCALE),
        )
    ]


def _of_gpu(stage: StageView, view: MachineView, hall: GpuHall) -> list[Words]:
    """Words of a package, of an SM, of a multiply-add, each where it is seen."""
    kit, palette = stage.kit, stage.kit.palette
    big, small = _sizes(kit)
    chip = view.run.rig.chip
    found: list[Words] = []
    for i, package in enumerate(hall.packages):
        if package.alone:
            continue
        area = stage.lens.area(package.area)
        if area.w < CHIP or not area.holds(stage.window.cx, stage.window.cy):
            continue
        sm = stage.lens.area(package.near)
        if sm.w > UNIT:
            found += _of_sm(stage, view, sm, i)
            continue
        for k, stack in enumerate(package.stacks):
            seen = stage.lens.area(stack)
            found.append(
                Words(
                    seen.cx,
                    seen.y - 8,
                    (
                        (
                            kit.word("hall_memory", kind=chip.memory_kind),
                            small * 0.92,
                            palette.muted,
                            400,
                        ),
                    ),
                    "middle",
                    f"{view.side}/gpu:{i}/memory:{k}",
                )
            )
        bus = stage.lens.area(package.buses[0])
        rate = write(chip.bandwidth.value, "bytes/second", 3)
        found.append(
            Words(
                bus.cx,
                bus.bottom + 40,
                ((rate, big, palette.weight_text, 700),),
                "middle",
                f"{view.side}/gpu:{i}/rate",
                refs=(f"chip:{chip.name}.bandwidth",),
                plate=True,
                of=f"{view.side}.bandwidth",
            )
        )
        cores = round(chip.cores.value) if chip.cores else 0
        middle = stage.lens.area(package.middle)
        found.append(
            Words(
                middle.cx,
                middle.y + 0.1 * middle.h,
                ((kit.word("hall_cores", count=f"{cores:,}"), small, palette.ink, 600),),
                "middle",
                f"{view.side}/gpu:{i}/cores",
                refs=(f"chip:{chip.name}.cores",),
                plate=True,
            )
        )
    return found


def _of_sm(stage: StageView, view: MachineView, sm: Area, index: int) -> list[Words]:
    kit, palette = stage.kit, stage.kit.palette
    big, small = _sizes(kit)
    chip = view.run.rig.chip
    cores = chip.cores.value if chip.cores else 1.0
    door = write(chip.bandwidth.value / cores, "bytes/second", 2)
    key = f"{view.side}/gpu:{index}/sm"
    lane = sm.w * 0.02
    if lane > 60:
        return [
            Words(
                stage.window.cx,
                stage.window.y + 60,
                ((kit.word("hall_multiply"), big, palette.ink, 600),),
                "middle",
                f"{key}/multiply",
                plate=True,
            )
        ]
    return [
        Words(
            sm.x + 0.55 * sm.w,
            sm.y + 0.11 * sm.h,
            (
                (
                    kit.word("hall_at_work", count="6", all="2,048"),
                    big * 1.2,
                    palette.computing_text,
                    700,
                ),
            ),
            "middle",
            f"{key}/busy",
            plate=True,
        ),
        Words(
            sm.x + 0.55 * sm.w,
            sm.y + 0.36 * sm.h,
            ((kit.word("hall_others_wait"), small, palette.ink, 400),),
            "middle",
            f"{key}/wait",
            plate=True,
        ),
        Words(
            sm.x + 0.098 * sm.w,
            sm.y + 0.09 * sm.h,
            (("256 KB", big, palette.ink, 600),),
            "middle",
            f"{key}/shared",
            plate=True,
        ),
        Words(
            sm.x + 0.098 * sm.w,
            sm.y + 0.09 * sm.h + small * 1.3,
            ((kit.word("hall_passing"), small * 0.9, palette.muted, 400),),
            "middle",
            f"{key}/passing",
            plate=True,
        ),
        Words(
            sm.x - 12,
            sm.y + 0.8 * sm.h,
            ((door, big, palette.weight_text, 700),),
            "end",
            f"{key}/door",
            refs=(f"= chip:{chip.name}.bandwidth / chip:{chip.name}.cores",),
            plate=True,
        ),
        Words(
            sm.x - 12,
            sm.y + 0.8 * sm.h + small * 1.3,
            ((kit.word("hall_one_door"), small, palette.ink, 400),),
            "end",
            f"{key}/one",
            plate=True,
        ),
        Words(
            sm.x + 0.72 * sm.w,
            sm.bottom - 0.18 * sm.h,
            ((kit.word("hall_used_gone"), small, palette.ink, 600),),
            "middle",
            f"{key}/gone",
            plate=True,
        ),
    ]


def _of_wafer(stage: StageView, view: MachineView, hall: WaferHall) -> list[Words]:
    """Words of a crossing, of a block of cores, of a core."""
    kit, palette, scale = stage.kit, stage.kit.palette, stage.lens.scale
    big, _ = _sizes(kit)
    block = stage.lens.area(block_of(hall.wafers[0]))
    core = stage.lens.area(core_of(hall.wafers[0]))
    if core.w > CORE:
        return _of_core(stage, view, core)
    if block.w > CORES:
        count = f"{45 * 45:,}"
        return [
            Words(
                block.cx,
                max(block.y, stage.window.y) + 40,
                ((kit.word("hall_block", count=count), big, palette.ink, 600),),
                "middle",
                f"{view.side}/block",
                plate=True,
            )
        ]
    if scale < CHAIN:
        return []
    found: list[Words] = []
    for i in range(len(hall.wafers) - 1):
        one, other = stage.lens.area(hall.wafers[i].area), stage.lens.area(hall.wafers[i + 1].area)
        (ax, ay), (bx, by) = hall.hop(i)
        x, y = stage.lens.point((ax + bx) / 2, (ay + by) / 2)
        if not stage.window.holds(x, y):
            continue
        found += _crossing(stage, view, (x, y), one, other, i, across=abs(ax - bx) > abs(ay - by))
    return found


def _crossing(
    stage: StageView,
    view: MachineView,
    at: tuple[float, float],
    one: Area,
    other: Area,
    index: int,
    *,
    across: bool,
) -> list[Words]:
    kit, palette, scene = stage.kit, stage.kit.palette, stage.scene
    big, small = _sizes(kit)
    hidden = scene.model.hidden.value if scene.model else 0.0
    held = held_bytes(scene)
    size = write(2 * hidden, "bytes", 2) if hidden else ""
    layers = [round(k) for k in view.run.layer_bounds]
    key = f"{view.side}/link:{index + 1}"
    name = scene.model.name if scene.model else ""
    x, y = at
    huge = big * 3.3
    top = min(one.y, other.y)
    if top - small * 3.3 - huge < stage.window.y:  # the wafers' edge is out of the picture
        top = y - huge * 0.45
    found = [
        Words(
            x,
            top - small * 2.1,
            ((size, huge, palette.token_text, 700),),
            "middle",
            f"{key}/size",
            refs=(f"= model:{name}.hidden * 2 B",),
        ),
        Words(
            x,
            top - small * 0.7,
            ((kit.word("hall_values", count=f"{hidden:,.0f}"), small, palette.ink, 400),),
            "middle",
            f"{key}/values",
            refs=(f"model:{name}.hidden",),
        ),
        Words(
            x,
            y + huge * 1.75,
            ((write(held, "bytes", 3), huge * 0.6, palette.weight_text, 700),),
            "middle",
            f"{key}/held",
            refs=(f"= model:{name}.parameters * {scene.bits / 8:g} B",),
        ),
        Words(
            x,
            y + huge * 1.75 + small * 1.9,
            ((kit.word("hall_stayed"), small, palette.ink, 400),),
            "middle",
            f"{key}/stayed",
        ),
        Words(
            kit.layout.safe[0],
            top - 14,
            (
                (
                    kit.word("hall_wafer_layer", wafer=index + 1, layer=layers[index + 1]),
                    big,
                    palette.ink,
                    600,
                ),
            ),
            "start",
            f"{key}/from",
            plate=True,
            refs=(COUNT,),
        ),
        Words(
            kit.layout.safe[0] + kit.layout.safe[2],
            top - 14,
            (
                (
                    kit.word("hall_layer_wafer", wafer=index + 2, layer=layers[index + 1] + 1),
                    big,
                    palette.ink,
                    600,
                ),
            ),
            "end",
            f"{key}/to",
            plate=True,
            refs=(COUNT,),
        ),
    ]
    kept = found if across else found[:4]
    # What lies on squares stands on a plate.
    return [
        replace(line, plate=line.plate or one.meets(line.box) or other.meets(line.box))
        for line in kept
    ]


def _of_core(stage: StageView, view: MachineView, core: Area) -> list[Words]:
    kit, palette = stage.kit, stage.kit.palette
    big, small = _sizes(kit)
    box = core.inset(0.07 * core.w)
    key = f"{view.side}/core"
    return [
        Words(
            box.x + 0.07 * box.w,
            box.y + 0.245 * box.h,
            (
                (kit.word("hall_core_held", held="39", all="48 kB"), big, palette.weight_text, 700),
                (" " + kit.word("hall_weights"), small, palette.ink, 400),
            ),
            "start",
            f"{key}/held",
        ),
        Words(
            box.x + 0.5 * box.w,
            box.y - 14,
            ((kit.word("hall_core"), big, palette.ink, 600),),
            "middle",
            f"{key}/name",
            plate=True,
        ),
        Words(
            box.x + 0.1 * box.w,
            box.y + 0.1 * box.h,
            ((kit.word("hall_next_door"), small, palette.token_text, 600),),
            "start",
            f"{key}/value",
            plate=True,
        ),
    ]
