"""Lanes that write the same answer, each at its own rate: circles, counts, times, and the ratio."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from viz.actors.race.race_lanes import Lane, Place, place_in, written
from viz.catalog.types import Text
from viz.scene.arithmetic import Ref
from viz.scene.types import Scene
from viz.stage.badge import Badge
from viz.stage.i18n import said
from viz.stage.marks import COUNT, SCALE, Area, Box, Dots, Hatch, Mark, Marks
from viz.stage.number_text import clock, plain_seconds, speed
from viz.stage.panel import flagged, flagged_width, ground
from viz.stage.parameters import parameter
from viz.stage.quantity import reckoned, resolve, resolved
from viz.stage.style import Focus, Kit, Part, dimmed
from viz.stage.task_clock import coarse, running
from viz.stage.template import filled, reference_in
from viz.stage.text_metrics import width
from viz.stage.view import FRAME, StageView


@dataclass(frozen=True, slots=True, eq=False)
class Parameters:
    """Who writes, how fast, and how long the answer is."""

    title: Text = parameter("text", "what is written; {value:NAME} in it is a number")
    names: tuple[Text, ...] = parameter("texts", "a name for each lane")
    speeds: tuple[Ref, ...] = parameter("refs", "tokens a second, a lane each; the last is the one")
    tokens: Ref = parameter("ref", "tokens of the answer", "1000 tok")
    first: Ref = parameter("ref", "wait for the first token, in each lane", "0 s")
    against: Ref | None = parameter("ref", "the speed that the last lane is held against", None)


def panel(area: Area, kit: Kit, _: Parameters) -> Marks:
    """The panel."""
    return ground(area, kit)


def draw(stage: StageView, area: Area, p: Parameters) -> Marks:
    """The lanes as far as their clock has come; the ratio when both lanes are done."""
    kit, focus = stage.kit, stage.focus
    lanes = lanes_of(stage, p)
    place = place_in(kit, area, lanes)
    now = running(stage, _refs(p))
    rival = _rival(stage, p, lanes)
    title = (filled(stage, p.title), reference_in(p.title))
    marks: list[Mark] = [
        *_head(kit, focus, place, lanes, title, rival if _both(lanes, rival, now) else -1)
    ]
    for i, lane in enumerate(lanes):
        marks += _lane(kit, focus, place, i, lane)
        moving = _moving(kit, place, i, lane, now, max(stage.pace, FRAME))
        if now >= lane.seconds:
            moving += _time(kit, place, i, lane, lanes[-1] if now >= lanes[-1].seconds else lane)
        marks += dimmed(moving, focus.level(f"race.{i + 1}"), kit.palette)
    return tuple(marks)


def badge(stage: StageView, _: Area, p: Parameters) -> Badge:
    """The clock of the race, which starts anew with a turned knob; the lens is the scene's."""
    longest = max(lane.seconds for lane in lanes_of(stage, p))
    now = min(running(stage, _refs(p)), longest)
    return Badge(stage.kit.word("race_clock"), clock(now) if now else "0 s", lens=True, of="hw")


def lanes_of(stage: StageView, p: Parameters) -> tuple[Lane, ...]:
    """The lanes as the knobs stand."""
    return _lanes(stage.scene, stage.kit.look.lang, p)


@lru_cache(maxsize=64)
def _lanes(scene: Scene, lang: str, p: Parameters) -> tuple[Lane, ...]:
    tokens = max(1.0, resolved(scene, p.tokens).value)
    wait = max(0.0, resolved(scene, p.first).value)
    return tuple(
        Lane(
            said(p.names[i], lang) if i < len(p.names) else str(i + 1),
            max(one.value, 1e-6),
            one.says,
            tokens,
            wait,
            one.ref,
            p.tokens.text,
            p.first.text,
        )
        for i, one in enumerate(resolved(scene, ref) for ref in p.speeds)
    )


def _refs(p: Parameters) -> tuple[Ref, ...]:
    return (*p.speeds, p.tokens, p.first)


def _rival(stage: StageView, p: Parameters, lanes: tuple[Lane, ...]) -> int:
    """The lane that the last one is held against: the one whose speed is nearest to it."""
    if p.against is None or len(lanes) < 2:
        return 0
    wanted = resolve(stage, p.against).value
    return min(range(len(lanes) - 1), key=lambda i: abs(lanes[i].speed - wanted))


def _both(lanes: tuple[Lane, ...], rival: int, now: float) -> bool:
    return now >= max(lanes[rival].seconds, lanes[-1].seconds) and len(lanes) > 1


@lru_cache(maxsize=256)
def _head(
    kit: Kit, focus: Focus, place: Place, lanes: tuple[Lane, ...], title: Part, rival: int
) -> Marks:
    """The title; at right the ratio, or what a circle is as long as there is none."""
    sizes, palette = kit.layout.sizes, kit.palette
    x, base, room = place.head
    right = x + room
    if rival < 0:
        word = kit.word("race_circle", count=f"{place.each:,}")
        short = kit.word("race_circle_short", count=f"{place.each:,}")
        text, size = kit.first_that_fits(room * 0.5, sizes.label, (word, short))
        legend = kit.label(text, right, base, size, anchor="end", ref=SCALE)
        taken = width(text, size)
        marks: Marks = (legend,)
    else:
        times = f"{lanes[rival].seconds / lanes[-1].seconds:.3g}×"
        # Looking at a lane is looking at the ratio to it: the number that the caption says.
        lit = max(focus.lit("race.ratio"), focus.lit(f"race.{rival + 1}"))
        size = sizes.numeral * (1.25 + 0.25 * lit) * (1.0 if place.beside else 0.8)
        ref = reckoned("{} / {}", lanes[rival].seconds_ref, lanes[-1].seconds_ref)
        ink, of = palette.token_text, "race.ratio"
        number = kit.label(times, right, base, size, ink, weight=700, anchor="end", of=of, ref=ref)
        at = right - width(times, size, 700) - 16
        name = kit.word("race_against", name=lanes[rival].name)
        pace = kit.word("race_against_short", speed=_digits(lanes[rival].speed))
        text, small = kit.first_that_fits(room * 0.4, sizes.label, (name, pace))
        taken = right - at + width(text, small)
        slow = lanes[rival].ref if text == pace else ""
        against = kit.label(text, at, base, small, anchor="end", of="race.ratio", ref=slow)
        marks = (number, against)
        level = max(focus.level("race.ratio"), focus.level(f"race.{rival + 1}"))
        marks = dimmed(marks, level, palette)
    ink, free = palette.ink, room - taken - 24
    words, about = title
    head = kit.label(words, x, base, sizes.machine, ink, weight=700, room=free, ref=about)
    return (*dimmed((head,), focus.level("race.head"), palette), *marks)


def _digits(rate: float) -> str:
    """A speed that two lanes can be told apart by: "53.6", "750"."""
    return f"{rate:.3g}" if rate < 999.5 else speed(rate)


@lru_cache(maxsize=256)
def _lane(kit: Kit, focus: Focus, place: Place, index: int, lane: Lane) -> Marks:
    """Name and speed, the circles to be filled; an edge where the lane is looked at."""
    sizes, palette = kit.layout.sizes, kit.palette
    name = f"race.{index + 1}"
    lit = focus.lit(name)
    marks: list[Mark] = []
    if lit > 0:
        marks.append(Box(*place.edge(index), palette.chip, 10, palette.token, 2.5, alpha=lit))
    x, y, room = place.name(index)
    rate = f"{_digits(lane.speed)} {kit.word('speed_unit')}"
    size = sizes.numeral * (1.0 if place.beside else 0.9)
    if place.beside:
        words: list[Mark] = [
            kit.label(lane.name, x, y, sizes.label, palette.ink, weight=600, room=room),
            kit.label(
                rate,
                x,
                y + size * 1.15,
                size,
                palette.token_text,
                weight=700,
                room=room,
                ref=lane.ref,
            ),
        ]
        if place.flags:
            words += flagged(kit, lane.says, x, y + size * 1.15 + sizes.small * 1.5)
    else:
        words = [kit.label(rate, x, y, size, palette.token_text, weight=700, ref=lane.ref)]
        at = x + width(rate, size, 700) + 18
        words.append(kit.label(lane.name, at, y, sizes.label, palette.ink, room=x + room - at))
        end = at + width(lane.name, sizes.label) + 18
        if end + flagged_width(kit, lane.says) < x + room:
            words += flagged(kit, lane.says, end, y)
    words += _first(place, index, place.circles(lane.tokens), palette.track, "")
    return (*marks, *dimmed(tuple(words), focus.level(name), palette))


def _first(place: Place, index: int, count: int, fill: str, of: str) -> Marks:
    """The first circles of a lane: whole rows, and the row that has begun."""
    x, y = place.grid(index)
    whole, rest = divmod(count, place.columns)
    look = (place.pitch, place.pitch, place.dot, fill, place.dot / 2)
    marks: list[Mark] = []
    if whole:
        marks.append(Dots(x, y, place.columns, whole, *look, of=of))
    if rest:
        marks.append(Dots(x, y + whole * place.pitch, rest, 1, *look, of=of))
    return tuple(marks)


def _moving(kit: Kit, place: Place, index: int, lane: Lane, now: float, pace: float) -> Marks:
    """What a lane has written: circles, the start of the text, the count, and its time."""
    palette, sizes = kit.palette, kit.layout.sizes
    done = min(lane.tokens, max(0.0, (now - lane.wait) * lane.speed))
    marks: list[Mark] = [
        *_first(place, index, int(done / place.each + 1e-9), palette.token, "race.tokens")
    ]
    if place.text:
        x, y, room = place.text_at(index)
        typed = written(kit, int(done), room, sizes.label)
        if typed:
            marks.append(kit.label(typed, x, y, sizes.label, palette.ink, of="race.text"))
    x, y, _, h = place.bar(index)
    spent = min(now, lane.seconds)
    waited = place.long(min(spent, lane.wait))
    if waited > 1:
        marks.append(
            Hatch(x, y, waited, h, palette.waiting_ground, palette.waiting, 2, 9, of="race.time")
        )
    if spent > lane.wait:
        long = place.long(spent) - waited
        marks.append(Box(x + waited, y, max(long, 1.0), h, palette.token, 2, of="race.time"))
    shown = lane.tokens if done >= lane.tokens else coarse(done, lane.speed * pace, 12)
    x, y = place.count(index)
    size = sizes.numeral if place.beside else sizes.numeral * 0.9
    text = f"{shown:,.0f}"
    marks.append(
        kit.label(
            text,
            x,
            y,
            size,
            palette.ink,
            weight=700,
            anchor="end",
            of="race.tokens",
            ref=lane.tokens_ref if done >= lane.tokens else COUNT,
        )
    )
    return tuple(marks)


@lru_cache(maxsize=128)
def _time(kit: Kit, place: Place, index: int, lane: Lane, last: Lane) -> Marks:
    """Under the count of a lane that is done: its time, and how many times the last one's."""
    sizes, palette = kit.layout.sizes, kit.palette
    time = plain_seconds(lane.seconds)
    ratio = lane.seconds / last.seconds
    times = f"{ratio:.3g}×" if abs(ratio - 1) > 1e-3 else ""
    x, y, size = place.time(index)
    text = f"{time} · {times}" if times else time
    ratio_ref = reckoned("{} / {}", lane.seconds_ref, last.seconds_ref)
    parts: tuple[Part, ...] = ((time, lane.seconds_ref),)
    parts += ((" · ", ""), (times, ratio_ref)) if times else ()
    ink = palette.ink
    marks = [*kit.row(parts, x, y, size, ink, weight=600, anchor="end", of="race.time")]
    if place.beside:
        label = kit.word("race_done")
        room = place.right_column - width(text, size, 600) - 12
        if width(label, sizes.small) < room:
            at = x - width(text, size, 600) - 10
            marks.append(kit.label(label, at, y, sizes.small, anchor="end"))
    return tuple(marks)
