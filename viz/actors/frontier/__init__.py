"""Speed for each user against speed for all: each point of a line is a number of users."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import floor, log10

from viz.actors.frontier.frontier_curve import Curve, Limit, curve_of
from viz.errors import Fault, VizError
from viz.scene.types import Scene, Side
from viz.stage.marks import SCALE, Area, Box, Disc, Glow, Label, Line, Mark, Marks, Points
from viz.stage.number_text import speed
from viz.stage.panel import Panel, ground, panel_in
from viz.stage.parameters import parameter
from viz.stage.plot.axes import Axes, Scale, axes_in
from viz.stage.plot.label_placer import Spots
from viz.stage.style import Focus, Kit, dimmed
from viz.stage.text_metrics import label_box, width
from viz.stage.theme import Palette
from viz.stage.view import StageView

SIDES: tuple[Side, Side] = ("left", "right")


@dataclass(frozen=True, slots=True)
class Parameters:
    """How far the lines go, and what the total is counted for."""

    most: float = parameter("number", "the largest number of users on a line", 1024.0)
    per: str = parameter(
        "word",
        "machine, kilowatt, or the name of a value of the scene that is one of these words",
        "machine",
    )


def panel(area: Area, kit: Kit, _: Parameters) -> Marks:
    """The panel's ground."""
    return ground(area, kit)


def draw(stage: StageView, area: Area, p: Parameters) -> Marks:
    """Both machines' lines, where they are now, and the line of as many users."""
    first = stage.history[0][1] if stage.history else stage.scene
    return _plot(stage.scene, first, stage.kit, stage.focus, area, p)


def _kilowatt(scene: Scene, p: Parameters) -> bool:
    named = next((value.word for value in scene.values if value.name == p.per), p.per)
    if named not in ("machine", "kilowatt"):
        what = f"frontier: per '{named}' is neither machine nor kilowatt"
        raise VizError(Fault(what, write="per: machine"))
    return named == "kilowatt"


def _curves(scene: Scene, p: Parameters) -> tuple[Curve, ...]:
    kilowatt = _kilowatt(scene, p)
    found = (curve_of(scene, side, p.most, kilowatt) for side in SIDES)
    return tuple(curve for curve in found if curve)


@lru_cache(maxsize=64)
def _plot(scene: Scene, first: Scene, kit: Kit, focus: Focus, area: Area, p: Parameters) -> Marks:
    return tuple(
        mark
        for part, marks in _parts(scene, first, kit, area, p)
        for mark in (dimmed(marks, focus.level(part), kit.palette) if part else marks)
    )


@lru_cache(maxsize=64)  # the places of words are dear, and no focus moves them
def _parts(
    scene: Scene, first: Scene, kit: Kit, area: Area, p: Parameters
) -> tuple[tuple[str, Marks], ...]:
    """The plot, and the parts of it that a beat may look at: name (none for the rest), marks."""
    frame = panel_in(area, kit, subtitle=kit.layout.form in ("wide", "narrow"))
    kilowatt = _kilowatt(scene, p)
    curves = _curves(scene, p)
    axes = _axes(frame, kit, first, p, kilowatt)
    spots = Spots(axes.area)
    for curve in curves:
        spots.line(tuple(axes.point(point.each, point.every) for point in curve.points))
        spots.disc(*axes.point(curve.now.each, curve.now.every), 22)
        for knee in curve.knees:
            spots.disc(*axes.point(knee.each, knee.every), 9)
    for slope in {users / curve.per for curve in curves for users in (1.0, curve.now.users)}:
        if ends := _across(axes, slope):
            spots.line(ends)
    parts: list[tuple[str, Marks]] = [("", _frame(axes, frame, kit, spots, kilowatt=kilowatt))]
    # What matters most finds its place first; what is drawn first lies lowest.
    now = [(*_now(axes, kit, curve, spots), *_name(axes, kit, curve, spots)) for curve in curves]
    equal = _equal_users(axes, kit, curves, spots)
    parts.append(("frontier.users", equal))
    for curve, point in zip(curves, now, strict=True):
        parts.append((f"frontier.{curve.side}", (*_line(axes, kit, curve, spots), *point)))
    return tuple(parts)


def _name(axes: Axes, kit: Kit, curve: Curve, spots: Spots) -> Marks:
    """The machine's name, beside the start of its line or wherever there is room along it."""
    rig = curve.rig
    first = curve.points[:: max(1, len(curve.points) // 12)]
    along = tuple(axes.point(point.each, point.every) for point in first)
    size = kit.layout.sizes.label
    sides = "lrab" if along[0][0] > axes.area[0] + axes.area[2] * 0.5 else "rlab"
    of, ref = f"frontier.{curve.side}", f"{curve.side}.count"
    if kit.layout.form == "tall":
        return ()  # little room: the name stands before the speed
    texts = (f"{rig.count} × {rig.chip.title}", rig.chip.title, rig.chip.title.split()[-1])
    ink, small = kit.palette.ink, kit.layout.sizes.small
    tries = [(text, big) for big in (size, small) for text in texts[: 3 if big == size else 2]]
    for text, big in tries:
        label = spots.put(
            kit, text, along, big, ink, weight=700, sides=sides, most=0, of=of, ref=ref
        )
        if label:
            return (label,)
    for text in texts:  # on a line only where there is no other place; then the line gives way
        label = spots.put(kit, text, along, size, ink, weight=700, sides=sides, of=of, ref=ref)
        if label:
            return (_plate(kit, label), label)
    return ()


def _plate(kit: Kit, label: Label) -> Mark:
    """The panel's ground behind a word that lies on a line."""
    return Box(*label_box(label, 4, 1), kit.palette.panel, 4, alpha=0.9)


def _axes(frame: Panel, kit: Kit, first: Scene, p: Parameters, kilowatt: bool) -> Axes:
    """Scales that hold the lines of the scene as it starts: they do not move with a knob."""
    found = (curve_of(first, side, p.most, kilowatt) for side in SIDES)
    points = [point for curve in found if curve for point in curve.points]
    if not points:
        raise VizError(Fault("frontier needs a machine", write="left: 8 x h100"))
    each, every = [point.each for point in points], [point.every for point in points]
    x, y, w, h = frame.inner
    left = 100.0 if kit.layout.form != "tall" else 130.0
    across, up = (_down(min(each)), _up(max(each))), (_down(min(every)), _up(max(every)))
    if kit.layout.form in ("wide", "narrow"):
        area = (x, y, w + 6, h + 6)
        return axes_in(area, kit, across, up, log_x=True, log_y=True, left=left)
    small = kit.layout.sizes.small  # the axis has its name beside the title: more room
    top, bottom, end = y + small * 0.2, y + h - small * 1.2, x + w - 30
    plot = (x + left, top, end - x - left, bottom - top)
    return Axes(Scale(*across, x + left, end, True), Scale(*up, bottom, top, True), plot)


def _down(value: float) -> float:
    """The next lower of 1, 2, 5 times a power of ten, with some room."""
    power = 10.0 ** floor(log10(value / 1.15))
    return max(k * power for k in (1, 2, 5) if k * power <= value / 1.15)


def _up(value: float) -> float:
    power = 10.0 ** floor(log10(value * 1.15))
    return min(k * power for k in (1, 2, 5, 10) if k * power >= value * 1.15)


def _frame(axes: Axes, frame: Panel, kit: Kit, spots: Spots, *, kilowatt: bool) -> Marks:
    """Title, grid, ticks, names of the axes."""
    palette, small = kit.palette, kit.layout.sizes.small
    wide = kit.layout.form in ("wide", "narrow")
    subtitle = kit.word("frontier_power" if kilowatt else "frontier_subtitle") if wide else ""
    marks: list[Mark] = []
    x, y, w, h = axes.area
    under = y + h + small * 1.35
    for value in axes.x.ticks():
        at = axes.x.at(value)
        marks.append(Line(((at, y), (at, y + h)), 1.5, palette.edge))
        marks.append(kit.label(speed(value), at, under, small, anchor="middle", ref=SCALE))
    for value in axes.y.ticks(max(2, int(h / small / 1.5))):
        at = axes.y.at(value)
        marks.append(Line(((x, at), (x + w, at)), 1.5, palette.edge))
        text = speed(value) if value >= 1 else f"{value:g}"
        marks.append(kit.label(text, x - 12, at + small * 0.36, small, anchor="end", ref=SCALE))
    unit = kit.word("speed_unit")
    name = kit.word("frontier_kilowatt" if kilowatt else "frontier_all", unit=unit)
    titles = (kit.word("frontier_title"), kit.word("frontier_title_short"))
    left, base, room = frame.title
    if not wide:
        room -= width(name, small) + 24
    title, size = kit.first_that_fits(room, kit.layout.sizes.machine, titles, 700)
    marks.append(kit.label(title, left, base, size, palette.ink, weight=700))
    if wide:
        x2, base2, room2 = frame.subtitle
        marks.append(kit.label(subtitle, x2, base2, kit.layout.sizes.label, room=room2))
        marks.append(kit.label(name, frame.inner[0], y - small * 1.05, small, of="frontier"))
    else:
        end = frame.title[0] + frame.title[2]
        marks.append(kit.label(name, end, base, small, anchor="end", of="frontier"))
    marks.append(_each_name(axes, kit, kit.word("frontier_each", unit=unit), spots))
    return tuple(marks)


def _each_name(axes: Axes, kit: Kit, text: str, spots: Spots) -> Mark:
    """The name of the lower axis: between its last two ticks, or else above the axis."""
    small = kit.layout.sizes.small
    x, y, w, h = axes.area
    ticks = [(axes.x.at(value), width(speed(value), small)) for value in axes.x.ticks()]
    end = ticks[-1][0] - ticks[-1][1] / 2 - 18
    start = ticks[-2][0] + ticks[-2][1] / 2 + 18 if len(ticks) > 1 else x
    for wording in (text, kit.word("frontier_each_short", unit=kit.word("speed_unit"))):
        if end - start >= width(wording, small):
            return kit.label(wording, end, y + h + small * 1.35, small, anchor="end")
    wide = width(text, small)
    spots.boxes.append((x + w - 10 - wide, y + h - small * 1.5, wide + 10, small * 1.5))
    return kit.label(text, x + w - 6, y + h - small * 0.5, small, anchor="end")


def _colour(palette: Palette, limit: Limit) -> tuple[str, str]:
    """The colour of a limit, as a shape and as text."""
    return {
        "reading": (palette.weight, palette.weight_text),
        "computing": (palette.computing, palette.computing_text),
        "links": (palette.link, palette.link_text),
    }.get(limit, (palette.muted, palette.muted))


def _line(axes: Axes, kit: Kit, curve: Curve, spots: Spots) -> Marks:
    """A machine's line, coloured by what limits it, with its name and its knees."""
    palette, sizes = kit.palette, kit.layout.sizes
    of = f"frontier.{curve.side}"
    lines: list[Mark] = []
    words: list[Mark | None] = []
    for limit, points in curve.stretches():
        places = tuple(axes.point(point.each, point.every) for point in points)
        colour, _ = _colour(palette, limit)
        ref = f"{curve.side}.{'speed' if limit == 'queue' else limit}"
        lines.append(Line(places, 6, colour, alpha=0.95, of=of, ref=ref))
    for knee in curve.knees:
        at = axes.point(knee.each, knee.every)
        lines.append(Disc(*at, 8, palette.panel, palette.ink, 3, of=of))
        text = kit.word("frontier_knee", count=f"{knee.users:,.0f}")
        words.append(_put(spots, kit, text, at, sizes.small, palette.ink, "rlab", (of, SCALE)))
    roomy = axes.area[3] > sizes.small * 10
    for limit, points in curve.stretches() if roomy else ():
        shares = (0.5, 0.35, 0.65, 0.2, 0.8, 0.42, 0.58, 0.28, 0.72)
        told = [points[round(share * (len(points) - 1))] for share in shares]
        along = tuple(axes.point(point.each, point.every) for point in told)
        key = f"{limit}_{curve.rig.chip.kind}" if limit == "overhead" else limit
        text, ink = kit.word(f"frontier_{key}"), _colour(palette, limit)[1]
        # A queue's line lies flat: words stand along it. Between two lines a word would be either's.
        beside = "lab" if curve.side == "left" else "lrab"
        sides = "abrl" if limit == "queue" else beside
        words.append(_put(spots, kit, text, along, sizes.small, ink, sides, (of, "")))
    return (*lines, *(word for word in words if word))


def _put(
    spots: Spots,
    kit: Kit,
    text: str,
    at: tuple[float, float] | Points,
    size: float,
    fill: str,
    sides: str,
    told: tuple[str, str],
) -> Mark | None:
    """A minor word, which covers no line: one that finds no place is left out, for the caption or
    the knob says it as well."""
    near = kit.layout.form == "tall"
    of, ref = told
    return spots.put(kit, text, at, size, fill, sides=sides, near=near, most=0, of=of, ref=ref)


def _now(axes: Axes, kit: Kit, curve: Curve, spots: Spots) -> Marks:
    """Where the machine is now, the way it came from one user, and the speed of each."""
    palette, sizes = kit.palette, kit.layout.sizes
    of = "frontier.now"
    at = axes.point(curve.now.each, curve.now.every)
    way = [point for point in curve.points if point.users < curve.now.users]
    path = (at, *(axes.point(point.each, point.every) for point in reversed(way)))
    marks: list[Mark] = []
    if len(path) > 1:
        marks.append(Line(path, 18, palette.token, alpha=0.2, of=of))
    marks.append(Glow(*at, 52, palette.token, 0.5, of))
    marks.append(Disc(*at, 14, palette.token, palette.token_edge, 2.5, 1.0, of))
    text = kit.word("frontier_now", speed=speed(curve.now.each))
    if kit.layout.form == "tall":
        text = f"{curve.rig.chip.title.split()[-1]} {text}"
    left, least = curve.side == "left", sizes.label + 4
    sides = "lrab" if left else "lrba"
    for size, most in ((sizes.numeral if left else least, 0), (least, 0), (sizes.small, 1e9)):
        label = spots.put(
            kit,
            text,
            at,
            size,
            palette.ink,
            weight=700,
            gap=28,
            sides=sides,
            most=most,
            of=of,
            ref=f"{curve.side}.speed",
        )
        if label:  # where it had to lie on a line, the line gives way
            return (*marks, *((_plate(kit, label),) if most else ()), label)
    return tuple(marks)


def _equal_users(axes: Axes, kit: Kit, curves: tuple[Curve, ...], spots: Spots) -> Marks:
    """The line on which as many users are: all is users times each. One for each divisor."""
    palette, small = kit.palette, kit.layout.sizes.small
    marks: list[Mark] = []
    drawn: set[tuple[float, float]] = set()
    for curve in curves:
        for users, colour, wide in (
            (1.0, palette.waiting, 1.5),
            (curve.now.users, palette.token, 2.5),
        ):
            slope = users / curve.per
            if (users, curve.per) in drawn:
                continue
            drawn.add((users, curve.per))
            ends = _across(axes, slope)
            if ends is None:
                continue
            marks.append(Line(ends, wide, colour, of="frontier.users"))
            spots.line(ends)
    for users, per in sorted(drawn):
        several = len({one[1] for one in drawn}) > 1
        if users == 1 and (several or kit.layout.form == "tall"):
            continue  # two divisors, or little room: the lines of one user need no words
        ends = _across(axes, users / per)
        key = "frontier_user" if users == 1 else "frontier_users"
        text = kit.word(key, count=f"{users:,.0f}")
        if ends is None:
            continue
        (ax, ay), (bx, by) = sorted(ends, key=lambda end: end[1])
        along = tuple(
            (ax + (bx - ax) * share, ay + (by - ay) * share)
            for share in (0.04, 0.12, 0.2, 0.9, 0.6)
        )
        ink = palette.small if users == 1 else palette.token_text
        label = spots.put(
            kit,
            text,
            along,
            small,
            ink,
            weight=600,
            sides="bla",
            most=0,
            of="frontier.users",
            ref=SCALE if users == 1 else "batch",
        )
        if label:
            marks.append(label)
    return tuple(marks)


def _across(axes: Axes, slope: float) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """The line y = slope x from edge to edge; None where it does not cross the plot."""
    low = max(axes.x.low, axes.y.low / slope)
    high = min(axes.x.high, axes.y.high / slope)
    if low >= high:
        return None
    return axes.point(low, low * slope), axes.point(high, high * slope)
