"""One GPU reads a prompt, all tokens at once, and then writes, one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil
from typing import Final

from viz.actors.read_write import read_write_words
from viz.actors.read_write.read_write_places import SLOTS, Plan, places, plan
from viz.catalog.types import Text
from viz.stage.amounts import DONE, HERE, NEVER, NOTHING, NOW, shades, swept
from viz.stage.area import Area
from viz.stage.marks import (
    Box,
    Disc,
    Field,
    Glow,
    Gradient,
    Hatch,
    Line,
    Mark,
    Marks,
    Ribbon,
    Shade,
)
from viz.stage.parameters import parameter
from viz.stage.prompt_reading import SOON, Progress, progress
from viz.stage.style import Kit
from viz.stage.theme import mix
from viz.stage.view import MachineView, StageView

MOST: Final = 4096  # dots of a prompt; of a longer one, a dot is several tokens
BACK: Final = 0.25  # of a word's time, in which its token goes back to the start
REST: Final = -1.0  # nothing is read


@dataclass(frozen=True, slots=True)
class Parameters:
    """What is written, and whether the prompt is still on stage."""

    part: str = parameter("word", "what is on stage", "reading", choices=("reading", "writing"))
    text: Text | None = parameter("text", "what is written: tokens parted by |", None)


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """No panel: the chip stands in the world."""
    return ()


def draw(stage: StageView, world: Area, p: Parameters) -> Marks:
    """The GPU at work, in units of the world."""
    view, now = stage.machine("left"), progress(stage)
    if view is None or now is None:
        return ()
    made, kit = plan(world, stage.kit), stage.kit
    reads = 0.0 < now.read < 1.0
    writes = now.read >= 1.0 and now.words > 0.0
    computes = reads and now.read < now.busy
    share = min(1.0, now.read / now.busy)
    arrives = now.word / now.reading if writes and SOON < now.word < now.reading else REST
    page = p.part == "reading"
    marks: list[Mark] = [_page(kit, made)] if page else []
    marks += _die(kit, made, computes=computes)
    if page:
        marks.append(_prompt(stage, made, share))
    marks += _memory(kit, made, view, share if reads else arrives, fresh=not reads)
    marks += _door(kit, made, waits=computes, flows=arrives > 0.0)
    marks += _cores(kit, made, view, writes=writes, computes=computes, arrives=arrives)
    if writes:
        marks += _written(kit, made, now)
    marks += _bar(kit, made, now)
    return tuple(marks)


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Its words, before the lens."""
    view, now = stage.machine("left"), progress(stage)
    if view is None or now is None:
        return ()
    return read_write_words.draw(stage, view, now, plan(world, stage.kit), p)


def dots_of(context: float) -> tuple[int, int]:
    """How many dots a prompt has, and how many tokens each of them is."""
    each = ceil(context / MOST)
    return ceil(context / each), each


def block(made: Plan, dots: int) -> tuple[Area, int]:
    """The prompt as a block of dots at rest before the die, and its columns."""
    columns = ceil(dots**0.5 - 1e-9)
    side = min(made.before.w, made.before.h) * 0.96
    area = made.before.fit(1.0, *((0.0, 0.5) if made.down else (1.0, 0.5)))
    middle = Area(area.cx - side / 2, area.cy - side / 2, side, side)
    return middle, columns


def _page(kit: Kit, made: Plan) -> Mark:
    """The page that the prompt stands on: it stays where it is."""
    area = block(made, MOST)[0].inset(-0.012 * made.die.w)
    return Box(*area, kit.palette.panel, 10, kit.palette.edge, 2, key="prompt/page")


def _prompt(stage: StageView, made: Plan, share: float) -> Mark:
    """All tokens of the prompt, on their way through the die together. What is in the die is
    seen between its cores."""
    palette = stage.kit.palette
    count, _ = dots_of(stage.scene.context)
    area, columns = block(made, count)
    if made.down:
        to = made.after.y + made.after.h / 2 - area.cy
        dx, dy = 0.0, float(round(to * share))
    else:
        dx, dy = float(round((made.after.x + area.w / 2 - area.cx) * share)), 0.0
    pitch = area.w / columns
    cells = bytes([HERE]) * count + bytes(columns * ceil(count / columns) - count)
    return Field(
        area.x + 0.14 * pitch + dx,
        area.y + 0.14 * pitch + dy,
        columns,
        ceil(count / columns),
        pitch,
        pitch,
        0.72 * pitch,
        cells,
        shades(palette, palette.token),
        0.36 * pitch,
        0.4 if share >= 1.0 else 1.0,
        of="prompt",
        key="prompt/tokens",
        ref="context",
    )


def _memory(kit: Kit, made: Plan, view: MachineView, share: float, *, fresh: bool) -> list[Mark]:
    """The weights of this GPU: a square is what it holds of one layer. `share` of them are read."""
    palette, area = kit.palette, made.memory
    layers = view.run.step.layers
    inner = area.inset(0.06 * min(area.w, area.h))
    rows = min(
        (r for r in range(1, layers + 1) if layers % r == 0), key=lambda r: _off(inner, layers, r)
    )
    columns = layers // rows
    pitch = min(inner.w / columns, inner.h / rows)
    cells = (
        bytes([HERE if fresh else DONE]) * layers
        if share < 0 or share >= 1.0
        else swept(layers, share)
    )
    field = Field(
        inner.cx - columns * pitch / 2 + 0.13 * pitch,
        inner.cy - rows * pitch / 2 + 0.13 * pitch,
        columns,
        rows,
        pitch,
        pitch,
        0.74 * pitch,
        cells,
        shades(palette, palette.weight),
        0.1 * pitch,
        of="left.layer",
        key="left/memory/weights",
        ref="left.weights",
    )
    return [Box(*area, palette.panel, 10, palette.edge, 2, key="left/memory"), field]


def _off(area: Area, count: int, rows: int) -> float:
    ratio = area.w * rows * rows / (area.h * count)
    return max(ratio, 1 / ratio)


def _door(kit: Kit, made: Plan, *, waits: bool, flows: bool) -> list[Mark]:
    """The way from memory to die: weights wait in it while cores compute, or come as a stream."""
    palette, area = kit.palette, made.door
    edges = (
        (
            ((area.x, area.y), (area.right, area.y)),
            ((area.x, area.bottom), (area.right, area.bottom)),
        )
        if made.down
        else (
            ((area.x, area.y), (area.x, area.bottom)),
            ((area.right, area.y), (area.right, area.bottom)),
        )
    )
    marks: list[Mark] = [
        Line(ends, 2, palette.edge, key=f"left/door:{i}") for i, ends in enumerate(edges)
    ]
    if flows:
        end = (area.right, area.cy) if made.down else (area.cx, area.bottom)
        glow = Glow(
            *end, 0.4 * made.die.h, palette.weight, 0.28, of="left.bytes", key="left/door/glow"
        )
        stops = ((0.0, palette.weight, 0.55), (1.0, palette.weight, 1.0))
        inner = area.inset(0, 4) if made.down else area.inset(4, 0)
        stream = Gradient(*inner, stops, down=not made.down, of="left.bytes", key="left/door/flow")
        marks += [glow, stream]
    elif waits:
        count = 6
        long = area.h if made.down else area.w
        pitch = long / count
        x, y = (
            (area.right - 1.3 * pitch, area.y) if made.down else (area.x, area.bottom - 1.3 * pitch)
        )
        across = (1, count) if made.down else (count, 1)
        cells = bytes([HERE]) * count
        marks.append(
            Field(
                x + 0.13 * pitch,
                y + 0.13 * pitch,
                *across,
                pitch,
                pitch,
                0.74 * pitch,
                cells,
                shades(palette, palette.weight),
                0.1 * pitch,
                key="left/door/waiting",
            )
        )
    return marks


def core_at_work(cores: int, arrives: float) -> int:
    """Which core uses the weights that arrive; none before and after."""
    return min(cores - 1, int(arrives * cores)) if arrives >= 0 else -1


@lru_cache(maxsize=512)
def _states(cores: int, columns: int, rows: int, all_of_them: int, one: int, rest: int) -> bytes:
    cells = bytearray([rest]) * cores + bytearray([NOTHING]) * (columns * rows - cores)
    if all_of_them >= 0:
        cells[:cores] = bytes([all_of_them]) * cores
    if one >= 0:
        cells[one] = NOW
    return bytes(cells)


def _die(kit: Kit, made: Plan, *, computes: bool) -> list[Mark]:
    """The die's ground: what goes through it is seen between its cores."""
    palette, die = kit.palette, made.die
    edge = palette.computing if computes else palette.edge
    ground: Mark = Box(*die, palette.chip, 14, edge, 3, key="left/die")
    far = 0.72 * max(die.w, die.h)
    light = Glow(die.cx, die.cy, far, palette.computing, 0.4, key="left/die/light")
    return [light, ground] if computes else [ground]


def _cores(
    kit: Kit, made: Plan, view: MachineView, *, writes: bool, computes: bool, arrives: float
) -> list[Mark]:
    """The cores. While it reads, each core has weights and tokens; while it writes, each has its
    value and waits for weights with an empty hand, but for the one whose weights arrive."""
    palette = kit.palette
    chip = view.run.rig.chip
    cores = round(chip.cores.value) if chip.cores else 1
    columns, rows = made.grid(cores)
    first, each = made.core(cores, 0), min(made.core(cores, 0).w, made.core(cores, 0).h)
    size, hand = 0.8 * each, 0.28 * each
    one = core_at_work(cores, arrives)
    x, y = first.cx - size / 2, first.cy - size / 2
    green = palette.computing
    dark = Shade(palette.core)
    bodies = (Shade(), dark, Shade(green), Shade(mix(green, "#FFFFFF", 0.75)), dark, dark)
    busy = HERE if computes else -1
    marks: list[Mark] = []

    def field(
        what: str, dx: float, dy: float, wide: float, looks: tuple[Shade, ...], rest: int, r: float
    ) -> Field:
        cells = _states(cores, columns, rows, busy, one, rest)
        return Field(
            x + dx,
            y + dy,
            columns,
            rows,
            first.w,
            first.h,
            wide,
            cells,
            looks,
            r,
            of="left.computing",
            key=f"left/die/{what}",
        )

    marks.append(field("cores", 0, 0, size, bodies, NEVER, 0.14 * size))
    if one >= 0:
        at = made.core(cores, one)
        start = (made.door.x, made.door.cy) if made.down else (made.door.cx, made.door.bottom)
        marks.append(
            Ribbon(
                ((at.cx, at.cy), start),
                (5, 12),
                palette.weight,
                (0.9, 0.35),
                of="left.bytes",
                key="left/die/way",
            )
        )
        marks.append(
            Glow(at.cx, at.cy, 1.3 * each, green, 0.6, of="left.computing", key="left/die/flash")
        )
        marks.append(
            Box(
                at.cx - size / 2,
                at.cy - size / 2,
                size,
                size,
                bodies[NOW].fill,
                0.14 * size,
                of="left.computing",
                key="left/die/one",
            )
        )
    if writes or computes:
        weights = shades(palette, palette.weight, 2)
        tokens = shades(palette, palette.token, 2)
        empty = (
            Shade(),
            weights[1],
            weights[HERE],
            weights[HERE],
            Shade("", mix(palette.weight, palette.panel, 0.6), 2),
            weights[5],
        )
        gap = (size - 2 * hand) / 3
        marks.append(field("weights", gap, (size - hand) / 2, hand, empty, NEVER, 0.1 * hand))
        values = (Shade(), tokens[1], tokens[HERE], tokens[HERE], tokens[HERE], tokens[5])
        marks.append(
            field("values", 2 * gap + hand, (size - hand) / 2, hand, values, NEVER, hand / 2)
        )
    return marks


def way_back(made: Plan, slot: int) -> tuple[tuple[float, float], ...]:
    """From a word's place back to where tokens go into the die."""
    start = disc_of(made, slot)
    gate = gate_of(made)
    if made.down:
        x, low = made.die.right + 0.03 * made.die.w, made.die.bottom + 0.06 * made.die.h
        return (start, (start[0], low), (x, low), (x, gate[1]), gate)
    y = made.die.bottom + 0.045 * made.die.h
    return (start, (start[0], y), (made.before.cx, y), (made.before.cx, gate[1]), gate)


def gate_of(made: Plan) -> tuple[float, float]:
    """Where the one token stands that is in work."""
    if made.down:
        return made.die.cx, made.die.y - 0.15 * made.die.h
    return made.die.x - 0.05 * made.die.w, made.die.cy


def disc_of(made: Plan, slot: int) -> tuple[float, float]:
    """Where the token of a word that is written stands."""
    area = made.slots[slot % SLOTS]
    return area.x + 0.06 * made.die.h, area.cy


def _written(kit: Kit, made: Plan, now: Progress) -> list[Mark]:
    """The words so far, each with its token; and the last of them, which is in work."""
    palette, r = kit.palette, 0.026 * max(made.die.w, made.die.h)
    marks: list[Mark] = []
    first = max(0, now.done - SLOTS)
    for word in range(first, now.done):
        x, y = disc_of(made, word)
        fill = palette.token if word == now.done - 1 else mix(palette.token, palette.panel, 0.5)
        marks.append(Disc(x, y, r, fill, key=f"left/word:{word}/token", of="left.words"))
    if now.done and SOON < now.word < BACK:
        path = _along(way_back(made, now.done - 1), now.word / BACK)
        marks.append(
            Line(way_back(made, now.done - 1), 2, palette.token, (3, 9), 0.5, key="left/loop")
        )
        marks.append(
            Ribbon(
                path,
                (1.6 * r, 0.3 * r),
                palette.token,
                (0.8, 0.0),
                of="left.token",
                key="left/token/tail",
            )
        )
        marks.append(Disc(*path[0], r, palette.token, of="left.token", key="token"))
    elif now.word > SOON:
        x, y = gate_of(made)
        if now.done:
            marks.append(
                Line(way_back(made, now.done - 1), 2, palette.token, (3, 9), 0.5, key="left/loop")
            )
        marks.append(Glow(x, y, 3.4 * r, palette.token, 0.5, key="left/token/light"))
        marks.append(Disc(x, y, r, palette.token, of="left.token", key="token"))
    return marks


def _along(
    points: tuple[tuple[float, float], ...], share: float, tail: float = 0.2
) -> tuple[tuple[float, float], ...]:
    """The piece of a path that ends at a share of its length, head first."""
    ways = [abs(bx - ax) + abs(by - ay) for (ax, ay), (bx, by) in pairwise(points)]
    total = sum(ways)

    def at(s: float) -> tuple[float, float]:
        left = min(max(s, 0.0), 1.0) * total
        for (ax, ay), (bx, by), way in zip(points, points[1:], ways, strict=False):
            if left <= way and way > 0:
                return ax + (bx - ax) * left / way, ay + (by - ay) * left / way
            left -= way
        return points[-1]

    done, found = 0.0, []
    for point, way in zip(points, (*ways, 0.0), strict=False):
        if share - tail < done / total < share:
            found.append(point)
        done += way
    return (at(share), *reversed(found), at(share - tail))


def scale_of(made: Plan, now: Progress) -> float:
    """Units of the world a second, of the one line for reading and writing."""
    return made.bar.w / (now.prompt.seconds + max(SLOTS, ceil(now.words)) * now.step.seconds)


def _bar(kit: Kit, made: Plan, now: Progress) -> list[Mark]:
    """The time so far: reading, then word after word, on one scale."""
    palette, scale = kit.palette, scale_of(made, now)
    rest = palette.waiting_ground, palette.waiting
    x, y, _, h = made.bar
    marks: list[Mark] = []
    whole = now.prompt.seconds * scale
    busy = whole * now.busy
    done = whole * now.read

    def piece(key: str, start: float, wide: float, fill: str) -> None:
        if wide <= 0.0:
            return
        if fill:
            marks.append(Box(start, y, wide, h, fill, 3, of="left.time", key=key))
        else:
            marks.append(Hatch(start, y, wide, h, *rest, 3, 12, of="left.time", key=key))

    piece("bar/prompt", x, min(done, busy), palette.computing)
    piece("bar/meet", x + busy + 2, min(done, whole - 2) - busy - 2, "")
    word = now.step.seconds * scale
    for i in range(ceil(now.words - 1e-6)):
        start, part = x + whole + i * word, min(1.0, now.words - i)
        piece(f"bar/word:{i}", start, word * min(part, now.reading), palette.weight)
        begin = word * now.reading + 2
        piece(f"bar/rest:{i}", start + begin, word * part - begin - 2, "")
    if now.words * now.step.seconds >= now.prompt.seconds:
        marks += _as_long(kit, made, whole)
    if now.read > 0:
        at = x + done + now.words * word
        marks.append(
            Line(
                ((at, y - 0.25 * h), (at, y + 1.25 * h)),
                4,
                palette.clock_text,
                of="left.time",
                key="bar/now",
            )
        )
    return marks


def _as_long(kit: Kit, made: Plan, whole: float) -> list[Mark]:
    """Two rulers of one length under the line: the prompt's time, and as much from the first word."""
    y, tick = made.bar.bottom + 0.3 * made.bar.h, 0.16 * made.bar.h
    marks: list[Mark] = []
    for key, x in (("read", made.bar.x), ("written", made.bar.x + whole)):
        ends = (x + 3, x + whole - 3)
        points = (
            (ends[0], y - tick), (ends[0], y), (ends[1], y), (ends[1], y - tick),
        )  # fmt: skip
        marks.append(Line(points, 3, kit.palette.ink, of="left.time", key=f"bar/ruler/{key}"))
    return marks


__all__ = ["Parameters", "draw", "over", "panel", "places"]
