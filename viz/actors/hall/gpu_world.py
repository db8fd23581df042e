"""A group of GPUs, from the hall to one multiply-add: what is read, carried, used once and gone.

Every level shows the same quantities of the timeline: the share of this word's weights that has
been read, and whether the machine reads or waits. What is inside of an SM is a schematic.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import ceil
from typing import Final

from viz.actors.hall import lone_chip
from viz.actors.hall.hall_places import (
    GpuHall,
    Package,
    door_of,
    even_rows,
    lane_of,
    lanes_in,
    parts_of,
    shared_of,
    square_of,
    thinner,
)
from viz.actors.hall.multiply_add import multiply_add
from viz.actors.hall.turned_marks import turned
from viz.physics.equations import parameters_read
from viz.physics.step import group
from viz.stage import amounts
from viz.stage.amounts import ABSENT, HERE, NOTHING, NOW, grid, shades, swept, whole
from viz.stage.area import Area
from viz.stage.marks import (
    Arc,
    Box,
    Disc,
    Field,
    Glow,
    Gradient,
    Line,
    Mark,
    Marks,
    Ribbon,
    Shade,
)
from viz.stage.style import Focus, Kit
from viz.stage.theme import Palette, mix
from viz.stage.view import MachineView, StageView, fade, held
from viz.stage.word_reading import Reading, reading
from viz.timeline.clocks import HwSeconds
from viz.timeline.machine import Doing

LANES: Final = 3  # of squares on a bus, before one begins at the same place as the first
FAR: Final = 260.0  # stage units: a package so narrow is seen from far
COARSE: Final = 250  # steps of a reading that are told apart from far
RESTING: Final = Doing(0, 0.0, 1, 1, "reading", 0.0, 0.0, 0.0)
SPECK: Final = 4.0  # stage units: squares smaller than this are a streak on a bus
TAILS: Final = 9.0  # stage units: squares so large draw a tail behind them
CHIP: Final = 560.0  # stage units: a package so wide shows its cores one by one
NEARER: Final = 10.0  # times as wide, cores are seen one by one and drawn otherwise
UNIT: Final = 260.0  # an SM so wide shows what is in it
PASSING: Final = 21  # of 64 places of an SM's memory are full while it reads: a schematic
DOOR_BYTES: Final = 1024.0  # of a square that comes through an SM's door
ROW_BYTES: Final = 12.0  # a weight of 16 bit for each of the six multiply-adds at work


def draw(
    stage: StageView, view: MachineView, hall: GpuHall, *, first: bool = False, read: bool = False
) -> Marks:
    """All packages and what joins them. `first`: calls before reading, for a whole word; `read`:
    squares are the weights that a word reads, and not all that are held."""
    scene, kit = stage.scene, view.kit
    each = square_of(stage.scene)
    amount = scene.model.parameters.value if scene.model else 0.0
    if read and scene.model:
        amount = parameters_read(scene.model, scene.batch)
    squares = whole(amount * scene.bits / 8 / len(hall.packages), each)
    stacks = len(hall.packages[0].stacks)
    now = reading(view, squares / stacks, scene, first=first)
    near = stage.seen
    marks: list[Mark] = [
        *_boxes(kit, hall, view),
        *_trunk(kit, hall, view, lit=first and _meets(view, now)),
    ]
    groups = max(1, round(group(view.run.rig)[1]))
    for i, package in enumerate(hall.packages):
        if near.meets(package.seen(package.area)):
            mine = in_turn(now, groups, i * groups // len(hall.packages))
            far = package.area.w * stage.lens.scale < FAR and not package.alone
            if far:
                marks += _from_far(
                    _standing(stage), _at_rest(view), package, i, squares, _coarse(mine, stacks)
                )
                continue
            drawn = one_package(stage, view, package, i, squares, mine)
            marks += turned(tuple(drawn)) if package.upright else drawn
    return tuple(marks)


@lru_cache(maxsize=512)
def _from_far(
    stage: StageView, view: MachineView, package: Package, index: int, squares: int, now: Reading
) -> tuple[Mark, ...]:
    """A package that is seen from far, drawn once for each of the few ways in which it looks."""
    return tuple(one_package(stage, view, package, index, squares, now))


def _standing(stage: StageView) -> StageView:
    """A stage without what differs from picture to picture and is not seen from far."""
    return replace(stage, hw=HwSeconds(0.0), pace=0.0, machines=(), focus=Focus(), history=())


def _at_rest(view: MachineView) -> MachineView:
    """The same of a machine."""
    return replace(view, hw=HwSeconds(0.0), pace=0.0, doing=RESTING, streams=None)


def _coarse(now: Reading, stacks: int) -> Reading:
    """A reading as exact as it is seen from far."""
    at = held(now.cells * stacks, now.rate * stacks) if now.rate > 0 else 0
    return replace(
        now,
        share=round(now.share * COARSE) / COARSE,
        cells=(at + 0.5) / stacks,
        rate=0.1 if now.rate > 0 else 0.0,
        starts=float(now.starts >= 1.0),
        text=float(now.text >= 1.0),
        door=0.0,
        door_rate=0.0,
    )


def in_turn(now: Reading, groups: int, index: int) -> Reading:
    """The reading of one of several groups of cards that hold layers in turn: the others are done,
    or wait."""
    if groups == 1 or now.steady:
        return now
    share = min(1.0, max(0.0, now.share * groups - index))
    at_work = 0.0 < share < 1.0
    rate = now.rate * groups if at_work else 0.0
    return replace(now, share=share, cells=now.cells * groups, rate=rate, waits=not at_work)


def _boxes(kit: Kit, hall: GpuHall, view: MachineView) -> Marks:
    edge = mix(kit.palette.link, kit.palette.ground, 0.75)
    return tuple(
        Box(*area, "", 10, edge, 2.0, key=f"{view.side}/box:{i}")
        for i, area in enumerate(hall.boxes)
    )


def _meets(view: MachineView, now: Reading) -> bool:
    """Whether the cards meet at this instant, all calls of a word and all meetings being before its
    reading."""
    links, calls = view.run.part("links"), view.run.part("overhead")
    if not now.reads or now.steady or now.share > 0.0 or links <= 0.0:
        return False
    return now.starts * (links + calls) > calls


def _trunk(kit: Kit, hall: GpuHall, view: MachineView, *, lit: bool = False) -> Marks:
    link = kit.palette.link
    wide, dash, light = (5.0, (), 1.0) if lit else (2.5, (8, 7), 0.75)
    return tuple(
        Line(line, wide, link, dash, light, key=f"{view.side}/trunk:{i}", of="links")
        for i, line in enumerate(hall.trunk)
    )


def one_package(
    stage: StageView,
    view: MachineView,
    package: Package,
    index: int,
    squares: int,
    now: Reading,
    *,
    buses: bool = True,
) -> list[Mark]:
    """A package with `squares` of weights; `buses` where there is room for them to be seen."""
    kit, palette = view.kit, view.kit.palette
    who = f"{view.side}/gpu:{index + 1}"
    wide = package.area.w * stage.lens.scale
    marks: list[Mark] = []
    if package.alone:
        marks += lone_chip.host(kit, package, now.starts if now.reads else -1.0, view.side)
    elif package.spare:
        s = package.spare
        marks.append(Box(*s, "", 0.05 * s.h, palette.edge, 1.5, 0.7, key=f"{who}/spare"))
    count = len(package.stacks)
    for k in range(count if buses else 0):
        marks += _bus(stage, view, package, k, now, f"{who}/bus:{k + 1}")
        if package.alone:
            text = now.text if now.reads else -1.0
            marks += lone_chip.text_so_far(stage, package, k, text, view.side, brief=now.brief)
    for k in range(count):
        mine = squares * (k + 1) // count - squares * k // count
        size = thinner(stage.scene) ** 0.5
        name = f"{who}/stack:{k + 1}"
        marks += _stack(kit, package, k, mine, now, name, view.side, size, lit=wide > FAR)
        if package.alone:
            read = now.text if now.reads else 0.0
            marks.append(lone_chip.kept_text(kit, package, k, read, f"{who}/stack:{k + 1}"))
    marks += _die(stage, view, package, now, who, wide)
    return marks


def _stack(
    kit: Kit,
    package: Package,
    k: int,
    count: int,
    now: Reading,
    who: str,
    side: str,
    thin: float,
    *,
    lit: bool,
) -> list[Mark]:
    """One stack of memory; `lit`: light where it is read, which is not seen from far."""
    palette, area = kit.palette, package.stacks[k]
    pad = 0.05 * area.h
    inner = area.inset(pad)
    if package.name:
        inner = inner.cut(left=package.name) if package.upright else inner.cut(top=package.name)
    columns, rows = grid(count, inner.w / inner.h)
    if package.alone:  # so large, a gap in the last column would ask for a reason
        rows = even_rows(count, inner)
        columns = count // rows
    pitch = min(inner.w / columns, inner.h / rows)
    size = pitch * 0.78 * thin
    # Read from the die outward: cells count column by column, the nearest first.
    order = _order(columns, rows, count, from_left=package.from_left(k))
    states = bytes([HERE]) * count if now.steady or not now.reads else swept(count, now.share)
    cells = bytearray(columns * rows)
    for place, state in zip(order, states, strict=True):
        cells[place] = state
    left = inner.cx - pitch * columns / 2 + (pitch - size) / 2
    top = inner.cy - pitch * rows / 2 + (pitch - size) / 2
    marks: list[Mark] = [
        Box(*area, palette.panel, 0.06 * area.h, palette.edge, 1.5, key=who, ref=f"{side}.weights"),
        Field(
            left,
            top,
            columns,
            rows,
            pitch,
            pitch,
            size,
            bytes(cells),
            shades(palette, palette.weight),
            size * 0.14,
            of=f"{side}.read",
            key=f"{who}/cells",
            ref=f"{side}.weights",
        ),
    ]
    if lit and now.reads and not now.steady and now.share > 0 and not now.waits:
        edge = (pitch - size) / 2
        swept_area = (left - edge, top - edge, pitch * columns, pitch * rows)
        marks += _front(kit, package, k, now.share, swept_area, who)
    return marks


@lru_cache(maxsize=64)
def _order(columns: int, rows: int, count: int, *, from_left: bool) -> tuple[int, ...]:
    """The places of cells in the order in which they are read: from the die outward."""
    found = []
    for step in range(columns):
        column = columns - 1 - step if from_left else step
        found += [row * columns + column for row in range(rows)]
    return tuple(found[:count])


def _front(
    kit: Kit, package: Package, k: int, share: float, grid_area: tuple[float, ...], who: str
) -> list[Mark]:
    """The light where the stack is read now."""
    x, y, w, h = grid_area
    left = package.from_left(k)
    at = x + w * (1 - share) if left else x + w * share
    glow = 0.13 * package.stacks[k].w
    colour, white = kit.palette.weight, mix(kit.palette.weight, kit.palette.ink, 0.4)
    begin, end = (0.0, 0.55) if left else (0.55, 0.0)
    area = package.stacks[k]
    stops = (
        ((0.0, colour, end), (1.0, colour, begin))
        if left
        else ((0.0, colour, begin), (1.0, colour, end))
    )
    x0 = at if left else at - glow
    x0, wide = max(x0, area.x), min(glow, area.right - max(x0, area.x))
    light = 0.018 * area.w
    return [
        Gradient(x0, y, max(wide, 0.01), h, stops, of="read", key=f"{who}/light"),
        Box(
            at - light / 2,
            y - 0.02 * h,
            light,
            h * 1.04,
            white,
            light / 2,
            of="read",
            key=f"{who}/front",
        ),
    ]


def _bus(
    stage: StageView, view: MachineView, package: Package, k: int, now: Reading, who: str
) -> list[Mark]:
    """The road to the die: squares that have left their stack, as many a second as are read.

    They come out from under the stack and go in under the die, which are drawn over the ends.
    """
    palette, area = view.kit.palette, package.buses[k]
    road = mix(palette.weight, palette.ground, 0.16)
    ref = f"{view.side}.reading"
    marks: list[Mark] = [Box(*area, road, 0, key=who, ref=ref)]
    if not now.reads or now.share <= 0.0 or now.waits:
        return marks
    lanes_of = package.lanes
    size = min(area.h / (lanes_of * 1.7), package.stacks[k].h / 9)
    slots = max(2, round(area.w / (size * 2.6)))
    pitch, scale = area.w / slots, stage.lens.scale
    left = package.from_left(k)
    lanes = [area.y + area.h * (2 * j + 1) / (2 * lanes_of) for j in range(lanes_of)]
    rate = f"{view.side}.rate"
    fast = amounts.streaks(pitch * scale, now.rate / lanes_of * pitch * scale)
    if now.steady or fast or size * scale < SPECK:
        for j, y in enumerate(lanes):
            ends = ((area.right, y), (area.x, y)) if left else ((area.x, y), (area.right, y))
            streak = f"{who}/streak:{j}"
            light, widths = (0.9, 0.5), (size, size)
            marks.append(Ribbon(ends, widths, palette.weight, light, of=rate, key=streak))
        return marks
    # Each lane is a third of a pitch ahead of the next: a grid of a third of the pitch, every
    # third place of which is taken.
    phase = (now.cells / lanes_of) % 1.0
    along = phase * pitch if left else -phase * pitch
    columns = (slots + 2) * LANES
    row = [(c + j) % LANES for j in range(lanes_of) for c in range(columns)]
    cells = bytes(HERE if step == 0 else NOTHING for step in row)
    step = pitch / LANES
    x = area.x - pitch + along + (step - size) / 2
    down = area.h / lanes_of
    y = area.y + (down - size) / 2
    carried = f"{view.side}.carried"
    if scale * size > TAILS:
        tail = Shade(palette.weight, alpha=0.28)
        behind = x - size * 0.55 if left else x + size * 0.55
        marks.append(
            Field(
                behind,
                y + size * 0.19,
                columns,
                lanes_of,
                step,
                down,
                size * 0.62,
                cells,
                (Shade(), Shade(), tail),
                0.0,
                of=carried,
                key=f"{who}/tails",
            )
        )
    marks.append(
        Field(
            x,
            y,
            columns,
            lanes_of,
            step,
            down,
            size,
            cells,
            shades(palette, palette.weight),
            size * 0.14,
            of=carried,
            key=f"{who}/squares",
        )
    )
    return marks


def _die(
    stage: StageView, view: MachineView, package: Package, now: Reading, who: str, wide: float
) -> list[Mark]:
    kit, palette = view.kit, view.kit.palette
    die = package.die
    marks: list[Mark] = [
        Box(*die, palette.chip, 0.025 * die.h, palette.edge, 2, key=f"{who}/die"),
    ]
    busy = _busy(package, now)
    near = stage.seen
    detail = CHIP <= wide < NEARER * CHIP or package.alone
    for b, block in enumerate(package.blocks):
        drawn = _cores(
            kit, package, b, block, busy, f"{who}/cores:{b}", detail=detail, scale=stage.lens.scale
        )
        marks += (replace(one, ref=f"{view.side}.computing") for one in drawn)
    if package.alone and busy:
        marks += lone_chip.ways(kit, package, busy[0], who)
    for core in busy:
        marks += _working(stage, kit, package, core, who)
    marks += _token(stage, view, package, now, who)
    sm = package.near
    if sm.w * stage.lens.scale >= UNIT * 0.55 and near.meets(package.seen(sm)):
        marks += _inside(stage, view, sm, now, f"{who}/sm")
    return marks


def _busy(package: Package, now: Reading) -> tuple[int, ...]:
    """Which cores multiply at this instant: as often as squares arrive, and never a flicker."""
    if not now.reads or now.rate <= 0:
        return ()
    count = package.cores
    at = held(now.cells * len(package.stacks), now.rate * len(package.stacks))
    return ((at * lone_chip.STRIDE + 29) % count,)


def _cores(
    kit: Kit,
    package: Package,
    b: int,
    block: Area,
    busy: tuple[int, ...],
    who: str,
    *,
    detail: bool,
    scale: float,
) -> list[Mark]:
    """The cores of one half: dark, each with its value and an empty hand where it is seen."""
    palette = kit.palette
    columns, rows = package.columns, package.rows
    pitch_x, pitch_y = block.w / columns, block.h / rows
    size, slim = package.side, package.slim
    edge = "" if slim else mix(palette.edge, palette.chip, 0.8)
    box = Shade(palette.core, edge, 1.0) if detail else Shade(mix(palette.core, palette.chip, 0.75))
    mine = min(columns * rows, package.cores - b * columns * rows)
    there = bytes(max(0, mine)) + b"\1" * (columns * rows - max(0, mine))
    marks: list[Mark] = [
        Field(
            block.x,
            block.y + half * size,
            columns,
            rows,
            pitch_x,
            pitch_y,
            size,
            there,
            (box, Shade()),
            0.0 if slim else size * 0.12,
            key=f"{who}/lower" if half else who,
        )
        for half in range(2 if slim else 1)
    ]
    near = size * scale / UNIT  # so near, what is in a core is drawn instead
    if not detail or near > 0.9:
        return marks
    # What waits shows what is missing: a value is here, the weight's place is empty.
    first = b * columns * rows
    hands = bytearray(there)
    for core in busy:
        if first <= core < first + columns * rows:
            hands[core - first] = 1
    hand, dot = size * (0.5 if slim else 0.26), size * (0.4 if slim else 0.2)
    if package.alone and not slim:
        hand, dot = size * 0.32, size * 0.24
    empty = Shade("", mix(palette.weight, palette.chip, 0.75), 1.5)
    marks.append(
        Field(
            block.x + ((size - hand) / 2 if slim else size * 0.56),
            block.y + (size - hand) / 2 + (size * 0.9 if slim else 0.0),
            columns,
            rows,
            pitch_x,
            pitch_y,
            hand,
            bytes(hands),
            (empty, Shade()),
            hand * 0.1,
            of="used",
            key=f"{who}/hands",
        )
    )
    marks.append(
        Field(
            block.x + ((size - dot) / 2 if slim else size * 0.2),
            block.y + (size - dot) / 2 + (size * 0.1 if slim else 0.0),
            columns,
            rows,
            pitch_x,
            pitch_y,
            dot,
            bytes(hands),
            (Shade(mix(palette.token, palette.chip, 0.7)), Shade()),
            dot,
            of="used",
            key=f"{who}/values",
        )
    )
    return marks


def _working(stage: StageView, kit: Kit, package: Package, core: int, who: str) -> list[Mark]:
    """A core that multiplies: green, with light around it, its weight and its value in hand."""
    palette, area = kit.palette, package.core(core)
    marks: list[Mark] = [
        Glow(
            area.cx, area.cy, area.h * 1.7, palette.computing, 0.55, "used", key=f"{who}/busy/light"
        ),
        Box(
            *area,
            palette.computing,
            area.w * 0.12,
            mix(palette.computing, palette.ink, 0.4),
            1.5,
            of="used",
            key=f"{who}/busy",
        ),
    ]
    if area.h * stage.lens.scale > 14:
        weight = area.w * (0.5 if package.slim else 0.3)
        up, half = (0.25 * area.h, area.w / 2) if package.slim else (0.0, 0.0)
        marks.append(
            Box(
                area.x + (half - weight / 2 if package.slim else area.w * 0.55),
                area.cy + up - weight / 2,
                weight,
                weight,
                shades(palette, palette.weight)[NOW].fill,
                weight * 0.1,
                of="used",
                key=f"{who}/busy/weight",
            )
        )
        marks.append(
            Disc(
                area.x + (half or area.w * 0.3),
                area.cy - up,
                weight * 0.47,
                mix(palette.token, palette.ink, 0.5),
                of="used",
                key=f"{who}/busy/value",
            )
        )
    return marks


def _token(
    stage: StageView, view: MachineView, package: Package, now: Reading, who: str
) -> list[Mark]:
    """The token that waits in the middle; around it a ring closes as its weights arrive."""
    palette = view.kit.palette
    x, y = package.middle.cx, package.middle.cy
    r = (
        min(0.085 * package.die.h, 0.2 * package.middle.w)
        if package.alone
        else 0.062 * package.die.h
    )
    width = max(3.0, 0.45 * r * stage.lens.scale)
    ring = r * 1.75
    track = mix(palette.token, palette.chip, 0.22)
    ref = f"{view.side}.token"
    marks: list[Mark] = [
        Glow(x, y, ring * 2.1, palette.token, 0.3, key=f"{who}/token/light"),
        Arc(x, y, ring, width, 0.0, 1.0, track, key=f"{who}/token/track", ref=ref),
    ]
    if package.alone and now.reads and 0.0 < now.starts < 1.0:
        outer = (ring + width / stage.lens.scale, width * 0.4)
        marks.append(
            Arc(x, y, *outer, 0.0, now.starts, palette.ink, 0.8, "starts", f"{who}/token/starts")
        )
    share = now.share if not now.steady else 1.0
    if now.reads and share > 0.002:
        alpha = 1.0 if not now.steady else 0.6
        marks.append(
            Arc(
                x,
                y,
                ring,
                width,
                0.0,
                min(share, 1.0),
                palette.token,
                alpha,
                f"{view.side}.step",
                key=f"{who}/token/ring",
            )
        )
    marks.append(Disc(x, y, r, palette.token, palette.token_edge, 2, key=f"{who}/token", ref=ref))
    if package.alone:
        shine = mix(palette.token, "#FFFFFF", 0.35)
        marks.append(Disc(x - r * 0.3, y - r * 0.35, r * 0.24, shine, key=f"{who}/token/shine"))
    return marks


def _inside(stage: StageView, view: MachineView, sm: Area, now: Reading, who: str) -> list[Mark]:
    """One SM: shared memory that weights pass through, and four parts, each with 512 of 2,048
    multiply-adds (16 bit). How it is laid out inside is a schematic."""
    palette, scale = view.kit.palette, stage.lens.scale
    show = fade(sm.w * scale, UNIT * 0.55, UNIT)
    line = max(1.0, 1.5 * show)
    near = stage.seen
    marks: list[Mark] = [
        Box(*sm, palette.ground, 0.012 * sm.w, palette.waiting, 2.5 * show, show, key=who),
    ]
    shared = shared_of(sm)
    marks.append(
        Box(*shared, palette.panel, 0.008 * sm.w, palette.edge, line, show, key=f"{who}/shared")
    )
    if now.reads:
        marks += _door(view, sm, now, f"{who}/door", show)
    marks += _shared(palette, shared, now, who, show)
    for i, part in enumerate(parts_of(sm)):
        if not near.meets(part):
            continue
        marks.append(
            Box(*part, palette.panel, 0.008 * sm.w, palette.edge, line, show, key=f"{who}/part:{i}")
        )
        field = lanes_in(part)
        pitch_x, pitch_y = field.w / 32, field.h / 16
        size = min(pitch_x, pitch_y) * 0.74
        marks.append(
            Field(
                field.x,
                field.y,
                32,
                16,
                pitch_x,
                pitch_y,
                size,
                bytes(32 * 16),
                (Shade(palette.core),),
                size * 0.12,
                show,
                key=f"{who}/lanes:{i}",
            )
        )
        hands = fade(pitch_x * scale, 24.0, 40.0)
        if hands > 0:  # each waits for a weight: its place is empty
            hand = size * 0.42
            marks.append(
                Field(
                    field.x + (size - hand) / 2,
                    field.y + (size - hand) / 2,
                    32,
                    16,
                    pitch_x,
                    pitch_y,
                    hand,
                    bytes(32 * 16),
                    (Shade("", mix(palette.weight, palette.core, 0.55), 1.5),),
                    hand * 0.1,
                    hands * show,
                    key=f"{who}/waiting:{i}",
                )
            )
    if now.reads:
        marks += _row_at_work(stage, view, sm, now, who, show)
    return marks


def _door(view: MachineView, sm: Area, now: Reading, who: str, seen: float) -> list[Mark]:
    """The one door: squares of 1 KB come in through it, as many as the machine reads."""
    palette = view.kit.palette
    door = door_of(sm)
    rows, pitch = 4, door.h / 4
    size = pitch * 0.74
    columns = 14
    wide = columns * pitch
    rate = now.door_rate / (rows * DOOR_BYTES)
    steady = amounts.streaks(1.0, rate)
    phase = 0.0 if steady else now.door / (rows * DOOR_BYTES) % 1.0
    left = door.right - wide
    lit = shades(palette, palette.weight)
    marks: list[Mark] = [
        Glow(door.x, door.cy, 0.5 * sm.w, palette.weight, 0.3 * seen, key=f"{who}/light"),
        Box(
            left,
            door.y,
            wide,
            door.h,
            mix(palette.weight, palette.ground, 0.55 if steady else 0.28),
            0.0,
            alpha=seen,
            of=f"{view.side}.carried",
            key=f"{who}/road",
        ),
    ]
    if not steady:
        marks.append(
            Field(
                left - pitch + phase * pitch + (pitch - size) / 2,
                door.y + (pitch - size) / 2,
                columns,
                rows,
                pitch,
                pitch,
                size,
                bytes([HERE]) * (columns * rows),
                lit,
                size * 0.12,
                seen,
                f"{view.side}.carried",
                key=f"{who}/squares",
            )
        )
    jamb = 0.028 * sm.w
    for name, y in (("upper", door.y - jamb), ("lower", door.bottom)):
        marks.append(
            Box(
                sm.x - jamb * 1.6,
                y,
                jamb * 3.2,
                jamb,
                palette.ink,
                jamb / 2,
                alpha=seen,
                key=f"{who}/{name}",
            )
        )
    return marks


def _shared(palette: Palette, shared: Area, now: Reading, who: str, show: float) -> list[Mark]:
    """64 squares of 4 KB: weights come in at the bottom, pass and are gone. A third is full."""
    inner = shared.inset(0.06 * shared.w)
    columns, rows = 4, 16
    pitch_x, pitch_y = inner.w / columns, inner.h / rows
    size = min(pitch_x, pitch_y) * 0.8
    states = bytearray([ABSENT]) * (columns * rows)
    if now.reads:
        gone = held(now.door / 4096, now.door_rate / 4096)
        for i in range(PASSING):
            place = (i * 3 + gone) % (columns * rows)
            states[columns * rows - 1 - place] = HERE
    return [
        Field(
            inner.x + (pitch_x - size) / 2,
            inner.y + (pitch_y - size) / 2,
            columns,
            rows,
            pitch_x,
            pitch_y,
            size,
            bytes(states),
            shades(palette, palette.weight),
            size * 0.12,
            show,
            "passing",
            key=f"{who}/passing",
        )
    ]


def _row_at_work(
    stage: StageView, view: MachineView, sm: Area, now: Reading, who: str, show: float
) -> list[Mark]:
    """Six multiply-adds of 2,048 at work, their weights on the way to them, the places after."""
    palette, scale = view.kit.palette, stage.lens.scale
    first = lane_of(sm)
    field = lanes_in(parts_of(sm)[3])
    pitch = field.w / 32
    y = first.cy
    shared = shared_of(sm)
    carried = f"{view.side}.carried"
    marks: list[Mark] = [
        Box(
            first.x - 6 * pitch,
            y - field.h / 32,
            26 * pitch,
            field.h / 16,
            palette.panel,
            0.0,
            alpha=show,
            key=f"{who}/row",
        ),
        Ribbon(
            ((first.x, y), (shared.right, y)),
            (first.h * 0.5, first.h * 0.5),
            palette.weight,
            (0.9, 0.6) if amounts.flickers(now.door_rate / ROW_BYTES) else (0.22, 0.1),
            show,
            of=carried,
            key=f"{who}/feed",
        ),
        Glow(
            first.x + 3 * pitch,
            y,
            6 * pitch,
            palette.computing,
            0.35 * show,
            "used",
            key=f"{who}/light",
        ),
    ]
    if first.w * scale < 6:
        return marks
    if not amounts.flickers(now.door_rate / ROW_BYTES):
        size = first.h * 0.42
        count = ceil((first.x - shared.right) / pitch)
        phase = now.door / ROW_BYTES % 1.0
        marks.append(
            Field(
                first.x - (count - phase) * pitch - size * 0.4,
                y - size / 2,
                count,
                1,
                pitch,
                pitch,
                size,
                bytes([HERE]) * count,
                shades(palette, palette.weight),
                size * 0.1,
                show,
                carried,
                key=f"{who}/feed/squares",
            )
        )
    for i in range(6):
        lane = Area(first.x + i * pitch, first.y, first.w, first.h)
        marks += multiply_add(view.kit, lane, scale, f"{who}/lane:{i}", show, numbers=i == 0)
    after = first.x + 6 * pitch
    hand = first.h * 0.5
    marks.append(
        Field(
            after + hand * 0.4,
            y - hand / 2,
            6,
            1,
            pitch,
            pitch,
            hand,
            bytes(6),
            (Shade("", mix(palette.weight, palette.panel, 0.6), 1.5),),
            hand * 0.1,
            show,
            key=f"{who}/hands",
        )
    )
    return marks
