"""Rows of points on one log axis: a name, its conditions, a stream, and the point with its value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from viz.stage.marks import SCALE, Area, Box, Disc, Dots, Line, Mark, Marks
from viz.stage.number_text import speed
from viz.stage.panel import Panel, flagged, flagged_width, heading, panel_in
from viz.stage.plot.axes import Scale
from viz.stage.quantity import reckoned
from viz.stage.style import Focus, Kit, dimmed
from viz.stage.text_metrics import line_box, width
from viz.stage.view import FRAME

SPEED: Final = 240.0  # stage units a second of the hardware clock: how fast a stream flows
R: Final = 11.0


@dataclass(frozen=True, slots=True)
class Point:
    """A value with who says it and under which conditions."""

    name: str
    value: float
    text: str
    says: str
    condition: str
    size: float = 0.0
    date: str = ""
    index: int = 0
    ref: str = ""

    @property
    def filled(self) -> bool:
        """Whether somebody else than who sells it says so."""
        return self.says in ("third-party", "measured")


@dataclass(frozen=True, slots=True)
class Place:
    """`beside`: names stand in a column beside the axis, else over each row."""

    panel: Panel
    x: float
    w: float
    top: float
    pitch: float
    scale: Scale
    axis: float
    names: float
    beside: bool

    def y(self, index: int) -> float:
        """The middle of the stream of a row."""
        return self.top + index * self.pitch + self.pitch * (0.68 if self.beside else 0.76)


@lru_cache(maxsize=32)
def place_in(kit: Kit, area: Area, points: tuple[Point, ...]) -> Place:
    """Where rows and axis stand."""
    panel = panel_in(area, kit, subtitle=False)
    x, y, w, h = panel.inner
    sizes = kit.layout.sizes
    beside = kit.layout.form in ("wide", "narrow")
    below = sizes.small * 1.7
    names = 0.0
    if beside:
        flags = max(flagged_width(kit, point.says) for point in points) + 16
        wide = max(width(point.name, sizes.label, 600) for point in points) + flags
        wide = max(wide, *(width(point.condition, sizes.small) for point in points)) + 30
        names = min(wide, w * (0.42 if kit.layout.form == "wide" else 0.5))
    low, high = _ends(min(p.value for p in points), max(p.value for p in points))
    scale = Scale(low, high, x + names, x + w - 30, log=True)
    pitch = (h - below) / max(len(points), 1)
    return Place(panel, x, w, y - 6, min(pitch, 120.0), scale, y + h - below, names, beside)


def _ends(least: float, most: float) -> tuple[float, float]:
    """Round ends of a log axis with room on both sides."""
    steps = [k * 10.0**n for n in range(-6, 16) for k in (1, 2, 5)]
    low = max(step for step in steps if step <= least / 1.25)
    high = min(step for step in steps if step >= most * 1.4)
    return low, high


@lru_cache(maxsize=64)
def head(kit: Kit, focus: Focus, place: Place, title: str, each: float) -> Marks:
    """Title, what filled and hollow mean, and the axis with its grid."""
    palette, sizes = kit.palette, kit.layout.sizes
    x, base, room = place.panel.title
    free = room - width(title, sizes.machine, 700) - 24
    legend, taken = _legend(kit, x + room, base, free, each)
    words = heading(
        Panel(
            place.panel.area, (x, base, room - taken - 20), place.panel.subtitle, place.panel.inner
        ),
        kit,
        title,
    )
    marks: list[Mark] = [*dimmed((*words, *legend), focus.level("points.title"), palette)]
    axis: list[Mark] = []
    last = -1e9
    for value in _ticks(place.scale):
        at = place.scale.at(value)
        axis.append(Line(((at, place.top + 8), (at, place.axis)), 1.5, palette.edge))
        text = speed(value)
        half = width(text, sizes.small) / 2
        if at - half > last + 18:
            axis.append(
                kit.label(
                    text,
                    at,
                    place.axis + sizes.small * 1.25,
                    sizes.small,
                    anchor="middle",
                    ref=SCALE,
                )
            )
            last = at + half
    unit = kit.word("speed_unit")
    if place.beside:
        end = place.scale.start - 44
        axis.append(
            kit.label(unit, end, place.axis + sizes.small * 1.25, sizes.small, anchor="end")
        )
    lit = focus.lit("points.axis")
    steps = _steps(kit, place, lit) if lit else ()
    return (*marks, *dimmed(tuple(axis), focus.level("points.axis"), palette), *steps)


def _steps(kit: Kit, place: Place, lit: float) -> Marks:
    """Three equal steps of the axis, one below the other: each is the same ratio, ten times."""
    palette, scale = kit.palette, place.scale
    marks: list[Mark] = []
    lows = [value for value in _ticks(scale) if scale.holds(value * 10)]
    chosen = sorted({lows[0], lows[len(lows) // 2], lows[-1]}) if lows else ()
    for i, low in enumerate(chosen):
        left, right = scale.at(low), scale.at(low * 10)
        y = place.top + (place.axis - place.top) * (0.26 + 0.56 * i / max(1, len(chosen) - 1))
        marks.append(
            Box(left, y, right - left, place.axis - y, palette.chip, 0, palette.edge, 1.5, lit)
        )
        text = f"{speed(low)} × 10 = {speed(low * 10)}"
        text, size = kit.first_that_fits(right - left - 16, kit.layout.sizes.numeral, (text,), 700)
        wide = width(text, size, 700) + 12
        middle, base = (left + right) / 2, y - 24
        marks.append(
            Box(middle - wide / 2, base - size, wide, size * 1.3, palette.panel, alpha=lit)
        )
        edges = (((x, y - 14), (x, y + 14)) for x in (left, right))
        lines = (*edges, ((left, y), (right, y)))
        marks += [Line(line, 4.0, palette.muted, alpha=lit) for line in lines]
        ink = palette.ink
        label = kit.label(text, middle, base, size, ink, weight=700, anchor="middle", ref=SCALE)
        marks.append(replace(label, alpha=lit))
    return tuple(marks)


def _ticks(scale: Scale) -> list[float]:
    steps = [k * 10.0**n for n in range(-6, 16) for k in (1, 2, 5)]
    return [step for step in steps if scale.holds(step)]


def _legend(kit: Kit, right: float, base: float, room: float, each: float) -> tuple[Marks, float]:
    """Filled and hollow, and what a circle of a stream is; at the right of the title."""
    size = kit.layout.sizes.small
    marks: list[Mark] = []
    at = right
    for key, filled in (("points_hollow", False), ("points_filled", True)):
        word = kit.word(key)
        wide = width(word, size)
        if right - at + wide + 30 > room:
            break
        marks.append(kit.label(word, at, base, size, anchor="end"))
        marks += _dot(kit, at - wide - 18, base - size * 0.34, R * 0.8, filled=filled)
        at -= wide + 52
    if each > 0:
        word = kit.word("race_circle", count=f"{each:,.0f}")
        wide = width(word, size)
        if right - at + wide <= room:
            marks.append(kit.label(word, at, base, size, anchor="end", ref=SCALE))
            at -= wide + 20
    return tuple(marks), right - at


def _dot(kit: Kit, x: float, y: float, r: float, *, filled: bool, of: str = "") -> Marks:
    palette = kit.palette
    if filled:
        return (Disc(x, y, r, palette.token, palette.token_edge, 2, of=of),)
    return (Disc(x, y, r, palette.panel, palette.token, 4, of=of),)


@lru_cache(maxsize=128)
def rows(
    kit: Kit,
    focus: Focus,
    place: Place,
    points: tuple[Point, ...],
    found: tuple[int, tuple[float, ...]],
) -> Marks:
    """The rows that have come so far: how many, and the values that stay bright with the pair."""
    count, pair_of = found
    palette = kit.palette
    marks: list[Mark] = []
    if lit := focus.lit("points.conditions"):
        marks += _edge(kit, place, count, lit)
    bright = focus.level("points.pair")
    for point in points[:count]:
        name, condition = _words(kit, place, point)
        chosen = bright if point.value in pair_of else 0.0
        said = max(focus.level("points.conditions"), chosen)
        marks += dimmed(name, max(focus.level("points.name"), said), palette)
        marks += dimmed(condition, said, palette)
        level = max(focus.level("points.dot"), chosen)
        marks += dimmed(_point(kit, place, point), level, palette)
    return tuple(marks)


def _edge(kit: Kit, place: Place, count: int, lit: float) -> Marks:
    if not place.beside or not count:
        return ()
    box = (place.x - 14, place.top + 4, place.names - 12, place.pitch * count)
    return (Box(*box, kit.palette.chip, 10, kit.palette.muted, 2.5, alpha=lit),)


def _words(kit: Kit, place: Place, point: Point) -> tuple[Marks, Marks]:
    """Name with flag, and the conditions under it; over the row where there is no column."""
    sizes, palette = kit.layout.sizes, kit.palette
    y = place.top + point.index * place.pitch
    if place.beside:
        block = sizes.label + sizes.small * 1.3
        base = y + (place.pitch - block) / 2 + sizes.label * 0.95
        name = kit.label(point.name, place.x, base, sizes.label, palette.ink, weight=600)
        flags: Marks = ()
        after = place.x + width(point.name, sizes.label, 600) + 14
        if after + flagged_width(kit, point.says) < place.x + place.names - 20:
            flags = flagged(kit, point.says, after, base)
        under = base + sizes.small * 1.3
        room = place.names - 30
        text, size = kit.first_that_fits(room, sizes.small, (point.condition, ""))
        condition = (kit.label(text, place.x, under, size),) if text else ()
        return (name, *flags), condition
    base = y + sizes.label * 1.05
    value = width(point.text, sizes.label, 700) + 20
    name = kit.label(point.name, place.x, base, sizes.label, palette.ink, weight=600)
    after = place.x + width(point.name, sizes.label, 600) + 16
    end = place.x + place.w - value
    for text in (point.condition, ""):
        if text and after + width(text, sizes.small) < end:
            return (name,), (kit.label(text, after, base, sizes.small),)
    return (name,), ()


def _point(kit: Kit, place: Place, point: Point) -> Marks:
    """The point on its line, and its value over it, or at the end of the line of its name."""
    sizes, palette = kit.layout.sizes, kit.palette
    x, y = place.scale.at(point.value), place.y(point.index)
    of = "points.value"
    if place.beside:
        size = min(sizes.numeral * 0.9, place.pitch * 0.44)
        label = kit.label(
            point.text, x, y - R - size * 0.34, max(size, sizes.least), palette.ink,
            weight=700, anchor="middle", of=of, ref=point.ref,
        )  # fmt: skip
    else:
        base = place.top + point.index * place.pitch + sizes.label * 1.05
        label = kit.label(
            point.text, place.x + place.w, base, sizes.label * 1.1, palette.ink,
            weight=700, anchor="end", of=of, ref=point.ref,
        )  # fmt: skip
    dots = _dot(kit, x, y, R, filled=point.filled, of=of)
    return (*(replace(dot, ref=point.ref) for dot in dots), label)


def streams(
    kit: Kit,
    focus: Focus,
    place: Place,
    points: tuple[Point, ...],
    clock: tuple[float, float, float],
) -> Marks:
    """A stream for each point, as dense as it is fast: all flow at one speed.

    `clock` is the hardware clock, its pace, and how many tokens a circle is. What would seem to
    stand or to run backwards is a steady line.
    """
    hw, pace, each = clock
    palette = kit.palette
    marks: list[Mark] = []
    for point in points:
        x, y = place.scale.at(point.value), place.y(point.index)
        start, end = place.scale.start, x - R - 3
        marks.append(Line(((start, y), (max(start, end), y)), 2.0, palette.edge))
        apart = SPEED * each / point.value
        clip = (start, y - 6.0, max(1.0, end - start), 12.0)
        if SPEED * pace * FRAME > apart * 0.45:
            marks.append(
                Box(*clip[:2], clip[2], 8, palette.token, 4, alpha=0.6, of="points.stream")
            )
            continue
        phase = (hw * SPEED) % apart
        count = int((end - start) / apart) + 2
        dot = min(9.0, apart * 0.72)
        left = start + phase - apart
        marks.append(
            Dots(
                left, y - dot / 2, count, 1, apart, apart, dot, palette.token, dot / 2,
                clip=clip, of="points.stream",
            )
        )  # fmt: skip
    return dimmed(tuple(marks), focus.level("points.dot"), palette)


@lru_cache(maxsize=64)
def pair(
    kit: Kit, focus: Focus, place: Place, points: tuple[Point, ...], values: tuple[float, ...]
) -> Marks:
    """The ratio of two points: from the slower one to where the faster one is."""
    lit = focus.lit("points.pair")
    if lit <= 0 or len(values) != 2:
        return ()
    found = [min(points, key=lambda p: abs(p.value - v), default=None) for v in values]
    first, second = found
    if first is None or second is None or first == second:
        return ()
    slow, fast = sorted((first, second), key=lambda p: p.value)
    if abs(slow.value / min(values) - 1) > 1e-6 or abs(fast.value / max(values) - 1) > 1e-6:
        return ()  # one of them is hidden
    palette, sizes = kit.palette, kit.layout.sizes
    y, y_fast = place.y(slow.index), place.y(fast.index)
    x, x_fast = place.scale.at(slow.value), place.scale.at(fast.value)
    size = sizes.numeral * (1.3 if place.beside else 1.0)
    text = f"{fast.value / slow.value:.3g}×"
    wide = width(text, size, 700)
    of = "points.pair"
    middle = (x + R + x_fast) / 2
    base = y + size * 0.36
    room = place.x + place.w - x_fast - 16
    at = x_fast + 16 if wide <= room else middle - wide / 2
    over = R + 8 + (sizes.numeral * 0.9 if place.beside and y_fast > y else 0.0)
    ends = ((x_fast, y), (x_fast, y_fast - over if y_fast > y else y_fast + over))
    marks: list[Mark] = [
        Line(ends, 3.0, palette.ink, (8, 7), of=of),
        Line(((x + R + 3, y), (x_fast, y)), 5.0, palette.token, of=of),
    ]
    marks.append(Box(*line_box(at, base, wide, size, 8, 1), palette.panel, 6, of=of))
    ref = reckoned("{} / {}", fast.ref, slow.ref)
    marks.append(kit.label(text, at, base, size, palette.token_text, weight=700, of=of, ref=ref))
    return tuple(replace(mark, alpha=mark.alpha * lit) for mark in marks)
