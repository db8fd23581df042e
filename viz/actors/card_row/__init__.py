"""Cards that share one layer: each reads its part, each has a part of the sum, and then they meet."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, sin, tau
from typing import Final

from viz.actors.card_row import card_bars
from viz.actors.card_row.card_row_places import CURVE, Card, Plan, places, plan
from viz.physics.layer_time import LayerTime
from viz.stage.amounts import HERE, NEVER, NOW, shades, swept
from viz.stage.area import Area
from viz.stage.layer_phase import Phase, phase_of, time_of
from viz.stage.marks import (
    COUNT,
    Box,
    Disc,
    Field,
    Glow,
    Gradient,
    Line,
    Mark,
    Marks,
    Points,
    Ribbon,
    Shape,
    tied,
)
from viz.stage.name_tag import tag
from viz.stage.number_text import duration
from viz.stage.parameters import parameter
from viz.stage.quantity import resolve
from viz.stage.style import Kit
from viz.stage.theme import mix
from viz.stage.view import MachineView, StageView
from viz.stage.words_line import Words, placed, room_for, words_at
from viz.units import write

LAYER_SQUARES: Final = 160  # of one layer, all cards together
ARRIVES: Final = 0.86  # of a meeting: until then parts are on their way
LEAVES: Final = 0.06


@dataclass(frozen=True, slots=True)
class Parameters:
    """The cards at work, or the time of a word for each number of them."""

    part: str = parameter("word", "the picture", "cards", choices=("cards", "bars"))


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """No panel: cards are in the world."""
    return ()


def draw(stage: StageView, world: Area, p: Parameters) -> Marks:
    """The cards, or their bars, in units of the world."""
    if p.part == "bars":
        return card_bars.draw(stage, world)
    view = stage.machine("left")
    time = time_of(stage, view) if view else None
    if view is None or time is None:
        return ()
    made, now = plan(world, stage.kit, view.run.rig.count), phase_of(view, time)
    runs = view.steps > 0.0
    marks: list[Mark] = [*_links(stage, made, now, runs=runs)]
    for i, card in enumerate(made.cards):
        marks += _card(stage, card, i, len(made.cards), now, runs=runs)
    return tied((*marks, _tally(stage, view, made, now)), "left.layer")


def share_read(now: Phase) -> float:
    """How much of its part of the layer each card has read."""
    return {"start": 0.0, "reading": now.share}.get(now.name, 1.0)


def share_met(now: Phase) -> float:
    """How far a meeting is, 0 before the first of a layer; where layers are too fast, the mean."""
    return now.share if now.name == "meeting" else 0.0


@lru_cache(maxsize=64)
def _wedge(r: float, first: float, last: float) -> Points:
    steps = 10
    turns = (first + (last - first) * k / steps for k in range(steps + 1))
    return ((0.0, 0.0), *((r * sin(tau * turn), -r * cos(tau * turn)) for turn in turns))


@lru_cache(maxsize=64)
def _grid(count: int, area: Area) -> tuple[int, int, float]:
    """Columns, rows and pitch of so many squares, no place empty, as large as they can be."""
    fits = (
        (min(area.w / columns, area.h * columns / count), columns)
        for columns in range(1, count + 1)
        if count % columns == 0
    )
    pitch, columns = max(fits)
    return columns, count // columns, pitch


def _card(
    stage: StageView, card: Card, i: int, count: int, now: Phase, *, runs: bool
) -> list[Mark]:
    palette, key = stage.kit.palette, f"card:{i}"
    reads = runs and (now.name == "reading" or now.steady)
    squares = LAYER_SQUARES // count
    columns, rows, pitch = _grid(squares, card.memory)
    done = share_read(now) if runs and not now.steady else 0.0
    cells = swept(squares, done) + bytes(columns * rows - squares)
    x, y = card.memory.cx - columns * pitch / 2, card.memory.bottom - rows * pitch
    looks = shades(palette, palette.weight)
    held = Area(x, y, columns * pitch, rows * pitch).inset(-6)
    marks: list[Mark] = [
        Box(*held, palette.chip, 8, palette.edge, 2, key=f"{key}/memory"),
        Field(
            x + 0.09 * pitch, y + 0.09 * pitch, columns, rows, pitch, pitch, 0.82 * pitch, cells,
            looks, 2, of="left.layer", key=f"{key}/weights",
        ),
    ]  # fmt: skip
    marks += _road(stage, card, now, key, reads=reads)
    meets = runs and not now.steady and now.name == "meeting"
    edge = palette.link if meets else palette.computing if reads else palette.edge
    marks.append(Box(*card.die, palette.panel, 8, edge, 3, of="left.layer", key=f"{key}/die"))
    marks += _sum(stage, card, i, count, now, runs=runs)
    if runs and not now.steady and now.name == "start":
        at = card.road.y + (card.die.y - card.road.y) * now.share
        marks.append(
            Ribbon(
                ((card.die.cx, at), (card.die.cx, max(card.road.y, at - 40))), (9, 2), palette.ink,
                of="starts", key=f"{key}/call/tail",
            )
        )  # fmt: skip
        marks.append(Disc(card.die.cx, at, 7, palette.ink, of="starts", key=f"{key}/call"))
    return marks


def _road(stage: StageView, card: Card, now: Phase, key: str, *, reads: bool) -> list[Mark]:
    """Squares on their way to the die, or a stream of them where they are too fast."""
    palette, road = stage.kit.palette, card.road
    below = Area(road.x, road.y + 8, road.w, card.die.y - road.y - 10)
    sides = ((below.x, below.x), (below.right, below.right))
    marks: list[Mark] = [
        Line(((a, below.y), (b, below.bottom)), 2, palette.edge, key=f"{key}/road:{k}")
        for k, (a, b) in enumerate(sides)
    ]
    if not reads:
        return marks
    if now.steady:
        stops = ((0.0, palette.weight, 0.2), (1.0, palette.weight, 0.8))
        marks.append(
            Gradient(*below.inset(5, 0), stops, down=True, of="left.carried", key=f"{key}/stream")
        )
        return marks
    pitch = below.w / 2
    rows = max(1, int(below.h / pitch))
    step = below.h / rows
    moved = now.share * 10 % 1.0
    size = 0.7 * pitch
    marks.append(
        Field(
            below.x + (pitch - size) / 2, below.y + moved * step - 0.5 * size, 2, rows, pitch, step,
            size, bytes([HERE]) * (2 * rows), shades(palette, palette.weight), 2,
            of="left.carried", key=f"{key}/squares",
        )
    )  # fmt: skip
    return marks


def _sum(stage: StageView, card: Card, i: int, count: int, now: Phase, *, runs: bool) -> list[Mark]:
    """A sum as a disc in parts: this card's own, which grows while it reads, and those of others,
    which come in the meeting; before that, their places are empty."""
    palette, die, key = stage.kit.palette, card.die, f"card:{i}"
    r = 0.38 * die.w
    spokes: list[tuple[float, float]] = []
    for k in range(count):
        turn = tau * k / count
        spokes += [(die.cx, die.cy), (die.cx + r * sin(turn), die.cy - r * cos(turn))]
    edge = mix(palette.token, palette.panel, 0.55)
    marks: list[Mark] = [
        Disc(die.cx, die.cy, r, palette.panel, edge, 2, of="left.layer", key=f"{key}/sum"),
        Line(tuple(spokes), 1.5, edge, of="left.layer", key=f"{key}/parts"),
    ]
    own = share_read(now) if runs and not now.steady else 1.0 if runs else 0.0
    if own > 0.03:
        wedge = _wedge(round(r * own**0.5, 1), i / count, (i + 1) / count)
        marks.append(
            Shape(wedge, palette.token, of="left.layer", x=die.cx, y=die.cy, key=f"{key}/own")
        )
    met = share_met(now) if runs and not now.steady else 0.0
    if met > ARRIVES:
        grown = min(1.0, (met - ARRIVES) / 0.1)
        light = Disc(die.cx, die.cy, r, palette.token, of="left.layer", key=f"{key}/whole")
        marks.append(Glow(die.cx, die.cy, 2 * r, palette.token, 0.4 * grown, "left.layer"))
        marks.append(Disc(light.x, light.y, r * grown, palette.token, key=f"{key}/whole"))
    return marks


def _links(stage: StageView, made: Plan, now: Phase, *, runs: bool) -> list[Mark]:
    """Each with each; in a meeting two partial sums on every link, one each way."""
    palette = stage.kit.palette
    meets = runs and now.name == "meeting" and not now.steady
    lit = 0.9 if meets else 0.5 if runs and now.steady else 0.16
    marks: list[Mark] = [
        Line(link, 2, palette.link, (7, 6), lit, "left.links", f"link:{k}")
        for k, link in enumerate(made.links)
    ]
    if not meets or not LEAVES <= now.share <= ARRIVES:
        return marks
    share = (now.share - LEAVES) / (ARRIVES - LEAVES)
    for k, link in enumerate(made.links):
        for way, at in (("to", share), ("back", 1.0 - share)):
            place = at * CURVE
            n = min(int(place), CURVE - 1)
            (ax, ay), (bx, by) = link[n], link[n + 1]
            x, y = ax + (bx - ax) * (place - n), ay + (by - ay) * (place - n)
            key = f"link:{k}/{way}"
            marks.append(Disc(x, y, 6, palette.token, of="left.links", key=key))
    return marks


def meeting_of(view: MachineView, now: Phase) -> int:
    """Meetings of this word that are over."""
    return 2 * (view.doing.layer - 1) + now.index


def _tally(stage: StageView, view: MachineView, made: Plan, now: Phase) -> Field:
    """A tick for each meeting of the word."""
    layers = view.run.step.layers
    count, done = 2 * layers, meeting_of(view, now) if view.steps > 0 else 0
    here = view.steps > 0 and now.name == "meeting" and not now.steady
    cells = bytes([HERE]) * min(done, count)
    cells += bytes([NOW if here else NEVER]) * (1 if done < count else 0)
    cells += bytes([NEVER]) * (count - len(cells))
    rows = 2 if made.tally.w < 1200 else 1
    pitch = made.tally.w * rows / count
    looks = shades(stage.kit.palette, stage.kit.palette.link)
    return Field(
        made.tally.x, made.tally.y, count // rows, rows, pitch, 1.2 * pitch, 0.78 * pitch, cells,
        looks, 2, of="left.layer", key="cards/tally",
    )  # fmt: skip


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Words, before the lens."""
    view = stage.machine("left")
    time = time_of(stage, view) if view else None
    if view is None or time is None:
        return ()
    kit = stage.kit
    label = kit.layout.sizes.label
    top = max(kit.layout.slug[1], stage.lens.area(world).y - 0.3 * label) + 1.9 * label
    lines = [tag(stage.scene, view, (kit.layout.safe[0], top))]
    if p.part == "bars":
        lines += card_bars.words(stage, world)
    else:
        lines += _words(stage, view, world, time)
    marks: list[Mark] = []
    for line in placed(lines, room_for(kit, stage.window), []):
        marks += line.marks(kit)
    return tied(marks, "left.layer")


def _words(stage: StageView, view: MachineView, world: Area, time: LayerTime) -> list[Words]:
    kit, palette = stage.kit, stage.kit.palette
    label = kit.layout.sizes.label
    made, now = plan(world, kit, view.run.rig.count), phase_of(view, time)
    tally, first = stage.lens.area(made.tally), stage.lens.area(made.cards[0].memory)
    last = stage.lens.area(made.cards[-1].memory)
    layers = view.run.step.layers
    size = write(resolve(stage, "left.weights").value / layers, "bytes", 2)
    layer = (
        (kit.word("cards_layer", size=size), label, palette.weight_text, 700),
        (" " + kit.word("cards_cut", count=view.run.rig.count), label, palette.ink, 400),
    )
    ref = f"= left.weights / {layers}"
    found = [
        Words(
            last.right, first.y - 0.7 * label, layer, "end", "cards/layer", refs=(ref, "left.count")
        )
    ]
    base = tally.bottom + 1.5 * label
    if view.steps > 0:
        number = min(meeting_of(view, now) + (now.name == "meeting"), 2 * layers)
        if number:
            text = kit.word("cards_meeting", number=number, count=2 * layers)
            found.append(
                words_at(
                    kit, (tally.x, base), text, "cards/meeting", 1.0, palette.ink, of="left.layer",
                    ref=COUNT,
                )
            )  # fmt: skip
        each = (
            (duration(time.meetings / 2, 2), 1.2 * label, palette.link_text, 700),
            (" " + kit.word("cards_each"), label, palette.ink, 400),
        )
        if number:
            found.append(
                Words(tally.right, base, each, "end", "cards/each", refs=("= left.meetings / 2",))
            )
        doing = now.name if now.name in ("start", "reading", "meeting") else "reading"
        if not now.steady:
            at = (first.x, first.y - 0.7 * label)
            told = kit.word(f"cards_{doing}_now")
            found.append(words_at(kit, at, told, f"cards/{doing}", 1.0, palette.ink, 600))
    return found


__all__ = ["Parameters", "draw", "over", "panel", "places"]
