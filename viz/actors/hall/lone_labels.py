"""Words of a chip that has the stage for itself, each on its thing."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

from viz.actors.hall import lone_chip
from viz.actors.hall.gpu_world import UNIT
from viz.actors.hall.hall_places import Package, unit_of
from viz.catalog.types import Text
from viz.physics.equations import parameters_read
from viz.stage.i18n import said
from viz.stage.marks import COUNT, PAST
from viz.stage.number_text import part_of
from viz.stage.quantity import resolve
from viz.stage.text_metrics import width
from viz.stage.view import MachineView, StageView
from viz.stage.word_reading import SOON, reading
from viz.stage.words_line import Words
from viz.units import write

NAMED: Final = 110.0  # stage units: a stack so wide bears its name


def roomy(stage: StageView, package: Package) -> bool:
    """Whether the chip has nearly all of the stage: then what it writes stands below it."""
    seen = stage.lens.area(package.seen(package.area))
    share = max(seen.w / stage.window.w, seen.h / stage.window.h)
    return share > 0.86 and stage.window.bottom - seen.bottom > stage.kit.layout.sizes.label * 1.4


def of_chip(stage: StageView, view: MachineView, package: Package, *, first: bool) -> list[Words]:
    """The words of its memories, its door, its cores and its host."""
    sm = stage.lens.area(package.seen(package.core(unit_of(package))))
    if sm.w > UNIT * 0.55:
        return []
    return [
        *_stacks(stage, view, package),
        *_door(stage, view, package),
        *_middle(stage, view, package, first=first),
        *_host(stage, view, package),
    ]


def _stacks(stage: StageView, view: MachineView, package: Package) -> list[Words]:
    kit, palette = stage.kit, stage.kit.palette
    size = kit.layout.sizes.label
    chip = view.run.rig.chip
    found: list[Words] = []
    for k, stack in enumerate(package.stacks):
        seen = stage.lens.area(package.seen(stack))
        if seen.w < NAMED:
            continue
        long, short = kit.word("hall_memory", kind=chip.memory_kind), kit.word("lone_memory")
        ring_x, ring_y, r = lone_chip.ring_of(package, k)
        x, _ = stage.lens.point(*((ring_y, ring_x) if package.upright else (ring_x, ring_y)))
        room = abs(x - (seen.x if x > seen.cx else seen.right)) - 2 * r * stage.lens.scale - 14
        name, colour = (long if k == 0 else short), palette.muted
        if width(name, size) > room:
            name = short
        if width(name, size) > room:
            continue
        y = seen.y + 0.62 * package.name * stage.lens.scale + size * 0.36
        edge = 14.0
        left = x > seen.cx
        key = f"{view.side}/memory:{k}"
        found.append(
            Words(
                seen.x + edge if left else seen.right - edge,
                y,
                ((name, size, colour, 400),),
                "start" if left else "end",
                key,
            )
        )
        text = kit.word("lone_text")
        beside = x - r * stage.lens.scale - 8 if left else x + r * stage.lens.scale + 8
        if k == 1 and width(text, size) + width(name, size) + 24 < room:
            found.append(
                Words(
                    beside,
                    y,
                    ((text, size, palette.token_text, 400),),
                    "end" if left else "start",
                    f"{key}/text",
                )
            )
    return found


def _door(stage: StageView, view: MachineView, package: Package) -> list[Words]:
    """The rate of all buses, beside one of them; and what it was before it was turned."""
    kit, palette = stage.kit, stage.kit.palette
    label = kit.layout.sizes.label
    chip = view.run.rig.chip
    buses = [stage.lens.area(package.seen(bus)) for bus in package.buses[:2]]
    if package.upright:
        x, y = (buses[0].right + buses[1].x) / 2, buses[0].cy
    else:
        x, y = buses[0].cx, (buses[0].bottom + buses[1].y) / 2
    published = stage.scene.catalog.chips.get(chip.name, chip).bandwidth.value
    turned = published != chip.bandwidth.value
    small = (
        kit.word("lone_was", value=write(published, "bytes/second").split(" ")[0])
        if turned
        else kit.word("lone_all", count=len(package.stacks))
    )
    rate = write(chip.bandwidth.value, "bytes/second")
    wide = width(rate, label * 1.08, 700)
    room = buses[1].x - buses[0].right if package.upright else 1.2 * buses[0].w
    tall = buses[0].h if package.upright else buses[1].y - buses[0].bottom
    if wide > room or label * 1.3 > tall:
        return []
    if package.upright:
        y = buses[0].cy + (0.0 if 2.6 * label < tall else 0.35 * label)
    found = [
        Words(
            x,
            y + label * 0.1,
            ((rate, label * 1.08, palette.ink, 700),),
            "middle",
            f"{view.side}/rate",
            of=f"{view.side}.bandwidth",
            refs=(f"chip:{chip.name}.bandwidth",),
        ),
        Words(
            x,
            y + label * 1.45,
            ((small, label, palette.muted, 400),),
            "middle",
            f"{view.side}/rate/all",
            refs=(PAST if turned else f"chip:{chip.name}.memory_parts",),
        ),
    ]
    return found if 2.6 * label < tall else found[:1]


def _middle(stage: StageView, view: MachineView, package: Package, *, first: bool) -> list[Words]:
    """How many cores, how many of them at work on average; and what has come for this word."""
    kit, palette, scene = stage.kit, stage.kit.palette, stage.scene
    label = kit.layout.sizes.label
    chip = view.run.rig.chip
    middle = stage.lens.area(package.seen(package.middle))
    count = f"chip:{chip.name}.cores"
    busy = resolve(stage, f"= {view.side}.arithmetic / {view.side}.reading * {count}")
    lines = [
        (kit.word("hall_cores", count=f"{package.cores:,}"), palette.ink, 700, count),
        (kit.word("lone_busy", count=f"{busy.value:.1f}"), palette.computing_text, 600, busy.ref),
        (kit.word("lone_average"), palette.muted, 400, ""),
    ]
    now = reading(view, 1.0, scene, first=first)
    if not now.reads:
        lines = lines[:1]
    if not package.upright:  # a line that would lie on the cores is not drawn
        room = 1.06 * middle.w
        lines = list(takewhile(lambda line: width(line[0], label * 1.06, line[2]) < room, lines))
    total = parameters_read(scene.model, scene.batch) * scene.bits / 8 if scene.model else 0.0
    weights = f"{view.side}.weights"
    came, all_of_it = part_of(now.share, total)
    of = kit.word("lone_of", all=all_of_it)
    found: list[Words] = []
    if package.upright:
        left, right = middle.columns(1, 1.1, 1)[0], middle.columns(1, 1.1, 1)[2]
        tops = (left.cx, middle.cy - label * 0.9), (right.cx, middle.cy)
    else:
        tops = (middle.cx, middle.y + 0.09 * middle.h), (middle.cx, middle.y + 0.8 * middle.h)
    (x, y), (below_x, below_y) = tops
    fit = int(middle.h / (label * 1.3)) if package.upright else 3
    if fit == 2 and len(lines) > 2:
        short = kit.word("lone_busy_mean", count=f"{busy.value:.1f}")
        lines[1] = (short, palette.computing_text, 600, busy.ref)
    lines = lines[:fit]
    if package.upright:
        safe = kit.layout.safe
        wide = width(f"{came} {of}", label * 1.2, 700)
        below_x = min(below_x, safe[0] + safe[2] - wide / 2)
        y = middle.cy - (len(lines) - 1) * label * 0.62 + label * 0.36
    for i, (text, colour, weight, ref) in enumerate(lines):
        key = f"{view.side}/cores:{i}"
        part = ((text, label * (1.06 if i == 0 else 1.0), colour, weight),)
        found.append(Words(x, y + i * label * 1.25, part, "middle", key, refs=(ref,)))
    narrow = not package.upright and width(of, label, 600) > 1.06 * middle.w
    if not now.reads or fit < 2 or narrow:
        return found
    if package.upright and fit < 3:
        line = (
            (came, label * 1.2, palette.weight_text, 700),
            (" " + of, label, palette.weight_text, 600),
        )
        key, y = f"{view.side}/carried", middle.cy + label * 0.4
        return [
            *found,
            Words(
                below_x, y, line, "middle", key, of=f"{view.side}.carried", refs=(COUNT, weights)
            ),
        ]
    big = ((came, label * 1.9, palette.weight_text, 700),)
    small = ((of, label, palette.weight_text, 600),)
    key = f"{view.side}/carried"
    found.append(
        Words(below_x, below_y, big, "middle", key, of=f"{view.side}.carried", refs=(COUNT,))
    )
    below_y += label * 1.5
    found.append(Words(below_x, below_y, small, "middle", f"{key}/of", refs=(weights,)))
    return found


def _host(stage: StageView, view: MachineView, package: Package) -> list[Words]:
    """What calls the cores; a call is a start."""
    kit, palette = stage.kit, stage.kit.palette
    label = kit.layout.sizes.label
    box = stage.lens.area(package.seen(lone_chip.host_of(package)))
    rows = [(kit.word("lone_host"), palette.ink, 600), (kit.word("lone_calls"), palette.muted, 400)]
    if any(width(text, label) > box.w - 12 for text, _, _ in rows):
        rows = rows[:1]
    if width(rows[0][0], label) > box.w:
        return []
    first = box.cy - (len(rows) - 1) * label * 0.6 + label * 0.36
    return [
        Words(
            box.cx,
            first + i * label * 1.2,
            ((text, label, colour, weight),),
            "middle",
            f"{view.side}/host:{i}",
        )
        for i, (text, colour, weight) in enumerate(rows)
    ]


def foot(stage: StageView, view: MachineView, package: Package, text: Text, prompt: Text) -> Words:
    """Below the chip: what it was asked and what it has written, before the place of the next."""
    kit, palette = stage.kit, stage.kit.palette
    size = kit.layout.sizes.label * 1.15
    seen = stage.lens.area(package.seen(package.area))
    pieces = said(text, kit.look.lang).split("|") if text else list(kit.words["story"])
    done = "".join(pieces[: int(view.steps + SOON)])[-40:].strip()
    asked = said(prompt, kit.look.lang) if prompt else ""
    parts = (
        (asked + "  " if asked else "", size, palette.muted, 400),
        (done + " " if done else "", size, palette.ink, 600),
    )
    line = Words(0.0, 0.0, parts)
    return Words(
        seen.cx - (line.wide + size * 2.2) / 2,
        seen.bottom + size * 1.7,
        parts,
        "start",
        f"{view.side}/next",
        of=f"{view.side}.tokens",
    )


def hands(stage: StageView, view: MachineView, package: Package) -> list[Words]:
    """Below the chip, while it works: what a core has in hand, and what it waits for."""
    kit, palette = stage.kit, stage.kit.palette
    size = kit.layout.sizes.label
    seen = stage.lens.area(package.seen(package.area))
    if view.pace <= 0 and view.steps <= 0:
        return []
    parts = (
        ("● ", size, palette.token_text, 400),
        (kit.word("lone_value") + "   ", size, palette.muted, 400),
        ("□ ", size, palette.weight_text, 700),
        (kit.word("lone_weight"), size, palette.muted, 400),
    )
    wide = kit.layout.form in ("wide", "narrow")
    y = seen.bottom + size * (1.95 if wide else 3.5)
    x = seen.right if wide else seen.cx
    return [Words(x, y, parts, "end" if wide else "middle", f"{view.side}/hands")]
