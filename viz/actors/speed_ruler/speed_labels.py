"""Words of the ruler: each speed with its name, who says it and on what; from near, what is read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from viz.actors.speed_ruler.speed_ruler_places import Entry, Plan
from viz.actors.speed_ruler.speed_streams import WAY
from viz.stage.area import Area
from viz.stage.camera import View
from viz.stage.icons import flag
from viz.stage.marks import SCALE, Line, Mark, Marks, Shape
from viz.stage.number_text import amount_of, duration
from viz.stage.quantity import reckoned
from viz.stage.style import Kit
from viz.stage.text_metrics import width
from viz.stage.view import StageView
from viz.stage.words_line import Words, placed

NEAR: Final = 1.5  # how large the world appears from where on its machines are the picture
MARKS: Final = (0.010, 0.005, 0.002)  # seconds: the ruler of time, the longest that has room
FAR: Final = 70.0  # stage units: a label so far from its speed says nothing
LEVELS: Final = 5  # of labels above each other


@dataclass(frozen=True, slots=True)
class Sight:
    """How the world is seen: all that words depend on besides the plan."""

    kit: Kit
    lens: View
    window: Area


def draw(stage: StageView, made: Plan) -> Marks:
    """All words, as far as they are seen."""
    return _words(Sight(stage.kit, stage.lens, stage.window), made)


@lru_cache(maxsize=32)
def _words(stage: Sight, made: Plan) -> Marks:
    if stage.lens.scale > NEAR:
        return _near(stage, made)
    marks, lines = _time(stage, made)
    drawn, words = _ratio(stage, made)
    marks += drawn
    lines += [*words, *_ticks(stage, made)]
    taken: list[Area] = [
        stage.lens.area(made.machine(one)) for one in made.shown if one.machine != "none"
    ]
    # What has come before keeps its place on a ruler that lies; on one that stands it makes room.
    order = sorted(made.shown, key=lambda one: (one.new != made.upright, one.value))
    for one in order:
        marks += _label(stage, made, one, taken)
    shown = placed(lines, Area(*stage.kit.layout.safe), taken)
    return (*marks, *(mark for line in shown for mark in line.marks(stage.kit)))


def _ticks(stage: Sight, made: Plan) -> list[Words]:
    """The numbers of the ruler, where no speed stands; the last of them has the unit."""
    kit, size = stage.kit, stage.kit.layout.sizes.small
    lines: list[Words] = []
    taken = [stage.lens.point(*made.at(one.value)) for one in made.shown]
    along = 1 if made.upright else 0
    for value in made.ticks[:-1]:
        x, y = stage.lens.point(*made.at(value))
        text = f"{value:,.0f}"
        if value == made.ticks[-2]:
            text += " " + kit.word("speed_unit")
        if any(abs(at[along] - (x, y)[along] - 24 * (not along)) < 30 for at in taken):
            continue
        x, y = (x + 18, y + 0.36 * size) if made.upright else (x + 10, y + 1.35 * size)
        part = ((text, size, kit.palette.small, 400),)
        lines.append(Words(x, y, part, "start", f"ruler/number:{value:g}", refs=(SCALE,)))
    return lines


def _time(stage: Sight, made: Plan) -> tuple[list[Mark], list[Words]]:
    """How long a way is, in time: all tokens go at one pace."""
    kit, size = stage.kit, stage.kit.layout.sizes.label
    mark = next((one for one in MARKS if WAY * one < made.fall - 60), MARKS[-1])
    long = WAY * mark
    x, y = made.at(made.most * (0.11 if not made.upright else 0.145))
    x, y = (x + 30, y) if made.upright else (x, y + 46)
    ends = ((x, y), (x + long, y)) if made.upright else ((x, y), (x, y + long))
    (ax, ay), (bx, by) = (stage.lens.point(*end) for end in ends)
    colour, half = kit.palette.clock_text, 11.0
    cross = (0.0, half) if made.upright else (half, 0.0)
    marks: list[Mark] = [Line(((ax, ay), (bx, by)), 2.5, colour, key="ruler/time/line")]
    for i, (cx, cy) in enumerate(((ax, ay), (bx, by))):
        ends = ((cx - cross[0], cy - cross[1]), (cx + cross[0], cy + cross[1]))
        marks.append(Line(ends, 2.5, colour, key=f"ruler/time/end:{i}"))
    where = ((ax + bx) / 2, ay - size * 0.6) if made.upright else (ax + 18, (ay + by) / 2)
    text = (duration(mark, 2), size, colour, 600)
    anchor = "middle" if made.upright else "start"
    return marks, [Words(*where, (text,), anchor, "ruler/time", refs=(SCALE,))]


def _lines(
    kit: Kit, one: Entry, room: float
) -> list[tuple[tuple[tuple[str, float, str, int], ...], bool]]:
    """The lines of a label, the first first, each with whether a flag stands before it."""
    palette, sizes = kit.palette, kit.layout.sizes
    if not one.new:
        number = (one.text, sizes.label * 1.1, palette.muted, 600)
        name = (one.name, sizes.small, palette.small, 400)
        wide = kit.layout.form == "wide" and not kit.look.large and width(name[0], name[1]) < 250
        return [((number,), False), *([((name,), False)] if wide else [])]
    word = str(kit.words["says"].get(one.says, one.says))
    whole = f"{word} · {one.condition}" if one.condition else word
    told = next((text for text in (whole, word) if width(text, sizes.small) + 30 <= room), word)
    return [
        (((one.text, sizes.numeral * 1.25, palette.token_text, 700),), False),
        (((one.name, sizes.label * 1.06, palette.ink, 600),), False),
        (((told, sizes.small, palette.muted, 400),), True),
    ]


def _label(stage: Sight, made: Plan, one: Entry, taken: list[Area]) -> list[Mark]:
    """One label, where it is free, and the line from it to its speed."""
    kit = stage.kit
    safe = Area(*kit.layout.safe)
    x, y = stage.lens.point(*made.at(one.value))
    machine = stage.lens.area(made.machine(one))
    room = (x - safe.x - 60) if made.upright else 0.3 * safe.w
    lines = _lines(kit, one, room)
    heights = [max(part[1] for part in parts) * 1.24 for parts, _ in lines]
    wides = [
        sum(width(text, size, weight) for text, size, _, weight in parts) + 30 * flagged
        for parts, flagged in lines
    ]
    w, h = max(wides), sum(heights)
    if made.upright:
        top = max((other.value for other in made.shown if other.new), default=0.0)
        way = 1 if one.value < top else -1
        box = _free_beside(Area(x - 44 - w, y - h / 2, w, h), taken, stage.window, way)
        if not one.new and abs(box.cy - y) > FAR:
            return []  # beside another speed it would be taken for that one's
    else:
        left = min(max(x - w / 2, safe.x), safe.right - w)
        top = machine.y if one.machine != "none" or one.squares else y - 22
        box = _free_above(Area(left, top - 12 - h, w, h), taken, stage.window.y)
    taken.append(box.inset(-7, -3))
    light = kit.palette.silicon
    marks: list[Mark] = []
    if made.upright:
        ends = ((box.right + 8, box.cy), (x - 16, y))
        marks.append(Line(ends, 1.8, light, (), 0.9, key=f"{one.key}/leader"))
    else:
        foot = machine.y - 4 if one.machine != "none" else y - 16
        at = min(max(x, box.x + 8), box.right - 8)
        line = Area(at - 2, box.bottom + 6, 4, max(0.0, foot - box.bottom - 6))
        crosses = any(other.meets(line) for other in taken[:-1] if other.bottom < foot)
        if foot - box.bottom > 14 and not crosses:
            marks.append(
                Line(
                    ((at, box.bottom + 4), (at, foot)), 1.8, light, (), 0.9, key=f"{one.key}/leader"
                )
            )
    base = box.y
    for i, ((parts, flagged), tall) in enumerate(zip(lines, heights, strict=True)):
        base += tall
        size = parts[0][1]
        at = box.right - wides[i] if made.upright else box.cx - wides[i] / 2
        if not made.upright and box.x <= safe.x + 1:
            at = box.x
        if not made.upright and box.right >= safe.right - 1:
            at = box.right - wides[i]
        foot = base - 0.24 * size
        if flagged:
            for k, mark in enumerate(flag(at + 2, foot + 2, size * 0.86, kit.palette.muted)):
                marks.append(replace(mark, key=f"{one.key}/flag:{k}"))
            at += 30
        ref = one.ref if i == 0 else ""
        marks += Words(at, foot, parts, "start", f"{one.key}/line:{i}", refs=(ref,)).marks(kit)
    return marks


def _free_above(box: Area, taken: list[Area], top: float) -> Area:
    """The box, or as far above it as the first free place is."""
    for _ in range(LEVELS):
        met = [one for one in taken if one.meets(box)]
        if not met:
            break
        up = min(one.y for one in met) - box.h - 4
        if up < top:
            break
        box = Area(box.x, up, box.w, box.h)
    return box


def _free_beside(box: Area, taken: list[Area], window: Area, way: int) -> Area:
    """The box, or the nearest free place below it (`way` 1) or above (-1); else on the other side."""
    for side in (way, -way):
        for step in range(60):
            moved = Area(box.x, box.y + side * 8.0 * step, box.w, box.h)
            inside = window.y <= moved.y and moved.bottom <= window.bottom
            if inside and not any(one.meets(moved) for one in taken):
                return moved
    return box


def _pair(made: Plan) -> tuple[Entry, Entry] | None:
    """The two that have just come with their weights, the slower first."""
    both = sorted((one for one in made.shown if one.new and one.squares), key=lambda o: o.value)
    return (both[0], both[1]) if len(both) == 2 else None


def _ratio(stage: Sight, made: Plan) -> tuple[list[Mark], list[Words]]:
    """Of the pair: the time between two tokens of each, and how many times one is the other."""
    pair = _pair(made)
    if not pair:
        return [], []
    kit, palette = stage.kit, stage.kit.palette
    size = kit.layout.sizes.label
    marks: list[Mark] = []
    lines: list[Words] = []
    for i, one in enumerate(pair):
        x, y = stage.lens.point(*made.at(one.value))
        gap = WAY / one.value * stage.lens.scale
        at = 0.5 * made.fall * stage.lens.scale
        ref = reckoned("1 tok / {}", one.ref)
        text = (duration(1 / one.value, 2), size, palette.clock_text, 600)
        side = -1 if i else 1
        if made.upright:
            ax, ay = x + 60, y + (26 if i == 0 else -26)
            ends = ((ax, ay), (ax + gap, ay))
            where, anchor = (ax + gap + 12, ay + size * (0.8 if i == 0 else -0.1)), "start"
        else:
            ax, ay = x + side * 24, y + at
            ends = ((ax, ay), (ax, ay + gap))
            where, anchor = (ax + side * 14, ay + gap / 2 + size * 0.36), "end" if i else "start"
        marks.append(Line(ends, 3.0, palette.clock_text, key=f"{one.key}/gap"))
        lines.append(Words(*where, (text,), anchor, f"{one.key}/time", refs=(ref,)))
    (ax, ay), (bx, by) = (stage.lens.point(*made.at(one.value)) for one in pair)
    times = pair[1].value / pair[0].value
    ref = reckoned("{} / {}", pair[1].ref, pair[0].ref)
    big = kit.layout.sizes.numeral * 1.4
    text = (f"{times:.1f}×", big, palette.ink, 700)
    if made.upright:
        line = Words(
            ax + 190, (ay + by) / 2 + big * 0.36, (text,), "middle", "ruler/ratio", refs=(ref,)
        )
    else:
        down = ay + 0.82 * made.fall * stage.lens.scale
        line = Words((ax + bx) / 2, down, (text,), "middle", "ruler/ratio", refs=(ref,))
        half, y = line.wide / 2 + 20, down - 0.36 * big
        marks.append(
            Line(((ax + 36, y), (line.x - half, y)), 2.5, palette.ink, key="ruler/ratio/from")
        )
        marks += _arrow((line.x + half, y), (bx - 36, y), palette.ink)
    return marks, [*lines, line]


def _arrow(one: tuple[float, float], other: tuple[float, float], ink: str) -> Marks:
    """A line with a head, from left to right."""
    (x, y), size = other, 10.0
    head = ((x, y), (x - 2 * size, y - size), (x - 2 * size, y + size))
    return (
        Line((one, (x - size, y)), 2.5, ink, key="ruler/ratio/to"),
        Shape(head, ink, key="ruler/ratio/head"),
    )


def _near(stage: Sight, made: Plan) -> Marks:
    """From near: of how many weights a token reads how many."""
    kit, palette = stage.kit, stage.kit.palette
    sizes, safe = kit.layout.sizes, Area(*kit.layout.safe)
    lines: list[Words] = []
    drawn = [one for one in made.shown if one.squares]
    for one in drawn:
        area = stage.lens.area(made.machine(one))
        big, unit = sizes.numeral * 1.9, sizes.label * 1.06
        read, whole = amount_of(one.weights[0], one.weights[1], kit.look.lang)
        parts = (
            (read, big, palette.weight_text, 700),
            (kit.word("ruler_of", count=whole), sizes.numeral, palette.weight_text, 600),
        )
        wide = max(width(read, big, 700) + width(parts[1][0], sizes.numeral, 600), 260.0)
        beside = not made.upright and area.x - safe.x > wide + 0.3 * safe.w
        x, anchor = (area.x - 30, "end") if beside else (max(area.x, safe.x), "start")
        y = area.y + 1.3 * big if beside else area.y - 2 * unit
        key = f"{one.key}/read"
        words = ((kit.word("ruler_read"), unit, palette.muted, 400),)
        name = ((one.name, unit, palette.ink, 600),)
        lines += [
            Words(x, y, parts, anchor, key, refs=one.refs),
            Words(x, y + 1.4 * unit, words, anchor, f"{key}/words"),
            Words(x, y - big, name, anchor, f"{one.key}/line:1"),
        ]
    machines = [stage.lens.area(made.machine(one)) for one in drawn]
    return tuple(mark for line in placed(lines, safe, machines) for mark in line.marks(kit))
