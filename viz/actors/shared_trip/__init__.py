"""One trip of the weights for many users: layer after layer leaves the memory, goes along the road
and is used once for each user before the next one comes."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import Final

from viz.actors.shared_trip import one_weight
from viz.actors.shared_trip.shared_trip_places import (
    SPOKEN,
    Block,
    Plan,
    places,
    plan_for,
    within,
)
from viz.catalog.types import Text
from viz.stage.amounts import HERE, NOW, flickers, shades, swept
from viz.stage.area import Area
from viz.stage.i18n import said
from viz.stage.layer_phase import time_of
from viz.stage.marks import (
    COUNT,
    SCALE,
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
from viz.stage.name_tag import tag
from viz.stage.parameters import parameter
from viz.stage.quantity import resolve
from viz.stage.style import Kit
from viz.stage.theme import mix
from viz.stage.view import MachineView, StageView, fade
from viz.stage.words_line import Words, placed, room_for, words_at
from viz.units import write

LEAVES: Final = 0.3  # of a layer's reading; how it divides is a schematic, its length is not
ROAD: Final = 0.66
FAN: Final = 0.86
NEAR: Final = 3.0  # scales between which the inside of the core takes the place of the trip
INSIDE: Final = 9.0
TAIL: Final = 4  # pieces of a way that a copy's tail is long


@dataclass(frozen=True, slots=True)
class Parameters:
    """What the users read."""

    words: Text | None = parameter("text", "words of many users, parted by |", None)


@dataclass(frozen=True, slots=True)
class Moment:
    """Which layer (from 0), the share of its reading that is over (above 1: starts and meetings),
    whether layers come too fast to be told apart, and whether a word of each is there."""

    layer: int
    share: float
    steady: bool
    busy: float  # share of a layer's time in which it is read
    runs: bool
    words: int  # that each user has


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """No panel: the trip is in the world."""
    return ()


def moment(stage: StageView, view: MachineView) -> Moment | None:
    """Where the trip is. A layer's weights come first, its starts and meetings after them."""
    time = time_of(stage, view)
    if time is None:
        return None
    layers = view.run.step.layers
    position = view.doing.step_fraction * layers
    layer = min(floor(position), layers - 1)
    busy = (time.reading + time.computing) / time.seconds
    words = floor(view.steps + 1e-6) - floor(view.run.steps_before + 1e-6)
    steady = flickers(view.pace / time.seconds)
    return Moment(layer, (position - layer) / busy, steady, busy, view.steps > 0, words)


def draw(stage: StageView, world: Area, _: Parameters) -> Marks:
    """Memory, road, core and users, in units of the world."""
    view, made = stage.machine("left"), plan_for(stage.scene, world, stage.kit)
    now = moment(stage, view) if view else None
    if view is None or made is None or now is None:
        return ()
    near = fade(stage.lens.scale, NEAR, INSIDE)
    marks: list[Mark] = []
    if near < 1.0:
        marks += _memory(stage, made, now)
        marks += _road(stage, made, now)
        marks += _fan(stage, made, now)
        for block in made.blocks:
            marks += _users(stage, block, now)
        marks += _tokens(stage, made, now)
    if near > 0.0:
        inside = within(made, world)
        marks += one_weight.draw(stage, view, inside, near, upright=made.upright)
    return tuple(marks)


def _memory(stage: StageView, made: Plan, now: Moment) -> list[Mark]:
    palette = stage.kit.palette
    layers = made.columns * made.rows
    done = now.layer + (min(now.share, 1.0) if now.share < 1.0 else 1.0)
    cells = swept(layers, done / layers) if now.runs else bytes([HERE]) * layers
    pitch = made.memory.w / made.columns, made.memory.h / made.rows
    x, y = made.layer(0)
    return [
        Box(*made.memory.inset(-10), palette.chip, 10, palette.edge, 2, key="trip/memory"),
        Field(
            x - made.cell / 2, y - made.cell / 2, made.columns, made.rows, *pitch, made.cell, cells,
            shades(palette, palette.weight), 0.1 * made.cell, of="left.layer", key="trip/layers",
            ref="left.weights",
        ),
    ]  # fmt: skip


def _along(made: Plan, share: float) -> tuple[float, float]:
    """The middle of a layer on the road, at a share of its length."""
    gate = (made.gate.cx, made.gate.cy)
    return (
        made.door[0] + (gate[0] - made.door[0]) * share,
        made.door[1] + (gate[1] - made.door[1]) * share,
    )


def _road(stage: StageView, made: Plan, now: Moment) -> list[Mark]:
    """The road, the layer on it, and the core that it comes to."""
    palette, road, gate = stage.kit.palette, made.road, made.gate
    runs = now.runs
    lines = (
        (
            ((road.x, road.y), (road.x, road.bottom)),
            ((road.right, road.y), (road.right, road.bottom)),
        )
        if made.upright
        else (
            ((road.x, road.y), (road.right, road.y)),
            ((road.x, road.bottom), (road.right, road.bottom)),
        )
    )
    marks: list[Mark] = [
        Line(one, 2, palette.edge, key=f"trip/road:{i}") for i, one in enumerate(lines)
    ]
    lit = runs and (now.steady or ROAD <= now.share < 1.0)
    marks.append(
        Glow(gate.cx, gate.cy, 1.6 * gate.w, palette.weight, 0.4 if lit else 0.1, key="trip/light")
    )
    edge = palette.weight if lit else mix(palette.weight, palette.panel, 0.5)
    marks.append(Box(*gate, palette.panel, 10, edge, 3, of="left.layer", key="trip/gate"))
    size = 0.66 * gate.w
    if runs and now.steady:
        stops = ((0.0, palette.weight, 0.15), (1.0, palette.weight, 0.9))
        inner = road.inset(14, 0) if made.upright else road.inset(0, 14)
        marks.append(Gradient(*inner, stops, made.upright, of="left.carried", key="trip/stream"))
        marks.append(
            Box(
                gate.cx - size / 2, gate.cy - size / 2, size, size, palette.weight, 6,
                of="left.carried", key="trip/layer",
            )
        )  # fmt: skip
    elif runs and now.share < 1.0:
        marks += _layer(stage, made, now, size)
    return marks


def _layer(stage: StageView, made: Plan, now: Moment, size: float) -> list[Mark]:
    """The layer that is under way."""
    palette = stage.kit.palette
    if now.share < LEAVES:
        share = now.share / LEAVES
        start, door = made.layer(now.layer), _along(made, 0.0)
        x, y = start[0] + (door[0] - start[0]) * share, start[1] + (door[1] - start[1]) * share
        side = made.cell + (size - made.cell) * share
        tail: list[Mark] = []
    else:
        share = min(1.0, (now.share - LEAVES) / (ROAD - LEAVES))
        x, y = _along(made, share)
        side = size
        back = _along(made, max(0.0, share - 0.5))
        tail = [
            Ribbon(
                ((x, y), back), (0.8 * size, 0.5 * size), palette.weight, (0.6, 0.0),
                of="left.carried", key="trip/tail",
            )
        ] if 0.0 < share < 1.0 else []  # fmt: skip
    bright = shades(palette, palette.weight)[NOW].fill
    return [
        *tail,
        Glow(x, y, 1.4 * side, palette.weight, 0.4, "left.carried", "trip/layer/light"),
        Box(
            x - side / 2, y - side / 2, side, side, palette.weight, 6, bright, 3,
            of="left.carried", key="trip/layer",
        ),
    ]  # fmt: skip


def _fan(stage: StageView, made: Plan, now: Moment) -> list[Mark]:
    """Ways from the core to the users, and the copies on them: all set off and arrive together."""
    palette = stage.kit.palette
    steady = now.runs and now.steady
    lit = 0.7 if steady or (now.runs and ROAD <= now.share < 1.0) else 0.25
    marks: list[Mark] = [
        Line(way, 2.0, palette.weight, (), lit, of="left.carried", key=f"trip/way:{i}")
        for i, way in enumerate(made.ways)
    ]
    if now.runs and not now.steady and ROAD <= now.share < FAN:
        share = (now.share - ROAD) / (FAN - ROAD)
        for i, way in enumerate(made.ways):
            at = share * (len(way) - 1)
            k = min(int(at), len(way) - 2)
            (ax, ay), (bx, by) = way[k], way[k + 1]
            head = (ax + (bx - ax) * (at - k), ay + (by - ay) * (at - k))
            path = (head, *reversed(way[max(0, k - TAIL) : k + 1]))
            marks.append(
                Ribbon(
                    path, (9, 2), palette.weight, (1.0, 0.1), of="left.carried",
                    key=f"trip/copy:{i}",
                )
            )  # fmt: skip
    return marks


def _users(stage: StageView, block: Block, now: Moment) -> list[Mark]:
    """A place of arithmetic for each user: its token waits there, its weight comes and goes."""
    palette, size = stage.kit.palette, block.size
    works = now.runs and (now.steady or FAN <= now.share < 1.0)
    green = mix(palette.computing, palette.panel, 0.75 if now.steady else 1.0)
    core = Shade(green, palette.computing, 1.5) if works else Shade(palette.core, palette.edge, 1.5)
    weight = (
        Shade(palette.weight) if works else Shade("", mix(palette.weight, palette.core, 0.7), 1.5)
    )
    cells = bytes(block.count) + b"\1" * (block.columns * block.rows - block.count)
    hand, dot = 0.34 * size, 0.34 * size
    marks: list[Mark] = []
    for name, dx, one, look, r in (
        ("core", 0.0, size, core, 0.16 * size),
        ("hand", 0.12 * size, hand, weight, 0.1 * hand),
        ("value", 0.54 * size, dot, Shade(palette.token), dot),
    ):
        marks.append(
            Field(
                block.x + dx, block.y + (size - one) / 2, block.columns, block.rows, *block.pitch,
                one, cells, (look, Shade()), r, of="left.computing",
                key=f"trip/{name}:{block.first}", ref="left.computing" if name == "core" else "",
            )
        )  # fmt: skip
    return marks


def _spoken(stage: StageView) -> bool:
    return round(stage.scene.batch) <= SPOKEN and stage.kit.layout.form in ("wide", "tall")


def _tokens(stage: StageView, made: Plan, now: Moment) -> list[Mark]:
    """The word that each user gets, all at one instant; until then its place is empty."""
    if not _spoken(stage):
        return []
    palette = stage.kit.palette
    marks: list[Mark] = []
    for block in made.blocks:
        r = 0.2 * block.size
        for user in range(block.first, block.first + block.count):
            area = block.at(user)
            x = area.right + 0.5 * block.size
            there = now.words > 0
            fill = palette.token if there else palette.ground
            edge = mix(palette.token, palette.panel, 0.9 if there else 0.6)
            marks.append(
                Disc(x, area.cy, r, fill, edge, 2, of="left.tokens", key=f"trip/word:{user}")
            )
            if there:
                ends = ((x - r, area.cy), (area.right + 3, area.cy))
                marks.append(
                    Ribbon(ends, (r, 2), palette.token, (0.7, 0.0), key=f"trip/out:{user}")
                )
    return marks


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Words, before the lens."""
    view, made = stage.machine("left"), plan_for(stage.scene, world, stage.kit)
    now = moment(stage, view) if view else None
    if view is None or made is None or now is None:
        return ()
    kit, lens = stage.kit, stage.lens
    label = kit.layout.sizes.label
    memory = lens.area(made.memory)
    left = kit.layout.safe[0]
    if lens.scale > NEAR:
        lines = [tag(stage.scene, view, (left, kit.layout.slug[1] + 1.9 * label))]
        lines += one_weight.words(stage, within(made, world), upright=made.upright)
    else:
        top = max(memory.y - 1.1 * label, kit.layout.slug[1] + 1.9 * label)
        lines = [tag(stage.scene, view, (max(left, memory.x - 10), top))]
        lines += _of_trip(stage, view, made, now)
        lines += _spoken_words(stage, made, now, p)
    marks: list[Mark] = []
    for line in placed(lines, room_for(kit, stage.window), []):
        marks += line.marks(kit)
    return tuple(marks)


def _of_trip(stage: StageView, view: MachineView, made: Plan, now: Moment) -> list[Words]:
    kit, palette, lens = stage.kit, stage.kit.palette, stage.lens
    label = kit.layout.sizes.label
    memory, road, totals = lens.area(made.memory), lens.area(made.road), lens.area(made.totals)
    layers = view.run.step.layers
    weights = resolve(stage, "left.weights")
    each = write(weights.value / layers, "bytes", 2)
    legend = kit.word("trip_square", size=each)
    lines: list[Words] = []
    if made.upright:
        at, anchor = (memory.x, memory.bottom + 1.5 * label), "start"
    else:
        at, anchor = (memory.x - 10, memory.bottom + 1.6 * label), "start"
    lines.append(words_at(kit, at, legend, "trip/square", 1.0, anchor=anchor, ref=SCALE))
    if now.runs:
        read = (now.layer + min(now.share, 1.0)) / layers * weights.value
        word = kit.word("trip_layer", layer=now.layer + 1, count=layers)
        x, y = road.x + 10, road.y - 0.6 * label
        if made.upright:
            x, y = road.x - 0.8 * label, road.y + 2.9 * label
        side = "end" if made.upright else "start"
        lines.append(
            words_at(
                kit, (x, y), word, "trip/number", 1.0, palette.ink, 600, side,
                of="left.layer", ref=COUNT,
            )
        )  # fmt: skip
        amount = (
            (write(read, "bytes", 3), 1.2 * label, palette.weight_text, 700),
            (
                " " + kit.word("trip_of", size=write(weights.value, "bytes", 3)),
                label,
                palette.muted,
                400,
            ),
        )
        y = y + 1.6 * label if made.upright else road.bottom + 1.4 * label
        lines.append(
            Words(x, y, amount, side, "trip/read", of="left.carried", refs=(COUNT, "left.weights"))
        )
        if not now.steady and now.share >= 1.0:
            text = kit.word("trip_waits")
            x, y = (road.cx, road.cy + 0.35 * label)
            if made.upright:
                x, y = road.right + 0.8 * label, road.y + 2.9 * label
            how = "start" if made.upright else "middle"
            lines.append(words_at(kit, (x, y), text, "trip/waits", 1.0, palette.ink, anchor=how))
    if now.words > 0:
        lines += _totals(stage, totals, made)
    return lines


def _totals(stage: StageView, totals: Area, made: Plan) -> list[Words]:
    kit, palette = stage.kit, stage.kit.palette
    label = kit.layout.sizes.label
    many = stage.scene.batch > 1
    rows = [("left.speed", "trip_each" if many else "trip_one")]
    rows += [("left.speed_total", "trip_all")] * many
    found = []
    x, y = totals.right, totals.cy - 1.6 * label * many
    for ref, word in rows:
        number = resolve(stage, ref)
        text, size = kit.written(number), (1.3 if made.upright else 1.5) * label
        if made.upright:
            y = totals.y + (4.6 if word == "trip_all" else 1.8) * label
        line = Words(x, y, ((text, size, palette.token_text, 700),), "end", ref, refs=(ref,))
        if not made.upright and line.wide > 1.6 * totals.w:  # no room beside the users
            continue
        found += [
            line,
            words_at(kit, (x, y + 1.35 * label), kit.word(word), f"{ref}/name", anchor="end"),
        ]
        y += 4.2 * label
    return found


def _spoken_words(stage: StageView, made: Plan, now: Moment, p: Parameters) -> list[Words]:
    kit = stage.kit
    if p.words is None or now.words < 1 or not _spoken(stage):
        return []
    pieces = said(p.words, kit.look.lang).split("|")
    size = 0.95 if kit.layout.form == "wide" else 1.0
    found = []
    for block in made.blocks:
        for user in range(block.first, block.first + block.count):
            area = stage.lens.area(block.at(user))
            text = pieces[(user + 5 * (now.words - 1)) % len(pieces)]
            at = (area.right + 0.95 * area.w, area.cy + 0.3 * kit.layout.sizes.label)
            found.append(
                words_at(
                    kit, at, text, f"trip/said:{user}", size, kit.palette.ink, of="left.tokens"
                )
            )
    return found


__all__ = ["Parameters", "draw", "over", "panel", "places"]
