"""The plot of ratio curves: a log axis that starts at 1, the size that is looked at, and dots."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby, product
from math import log10

from viz.actors.curves.ratio_curves import Point
from viz.stage.layout import rows
from viz.stage.marks import SCALE, Area, Disc, Glow, Line, Mark, Marks
from viz.stage.number_text import factor
from viz.stage.panel import flagged, flagged_width, panel_in
from viz.stage.plot.axes import Axes, Scale
from viz.stage.plot.label_placer import Spots, overlap
from viz.stage.style import Focus, Kit, dimmed
from viz.stage.text_metrics import line_box, width
from viz.stage.theme import Palette

OF = "curves"  # the ratios at another size than the model's: a click tells what they rest on


@dataclass(frozen=True, slots=True)
class Dot:
    """A published pair: its size, its ratio, who says so."""

    name: str
    size: float
    ratio: float
    says: str
    ref: str


@dataclass(frozen=True, slots=True)
class Told:
    """One curve: its points, those at the start of the show, and the one that is looked at."""

    name: str
    look: str
    points: tuple[Point, ...]
    start: tuple[Point, ...]
    now: Point


def parted(area: Area, kit: Kit) -> tuple[Area, Area | None]:
    """The plot's area, and that of the tokens below it within the panel."""
    lanes = {"wide": 108.0, "narrow": 88.0, "square": 92.0}.get(kit.layout.form, 136.0)
    if area[3] < lanes * (5.0 if kit.layout.form in ("square", "tall") else 3.2):
        return area, None
    upper, lower = rows(area, (area[3] - lanes, lanes), 0)
    return upper, lower


def draw(
    kit: Kit,
    focus: Focus,
    area: Area,
    title: str,
    told: tuple[Told, ...],
    shown: int,
    dots: tuple[Dot, ...],
) -> Marks:
    """The axes, as many curves as are shown, the line of the size, the dots."""
    axes = _axes(kit, area, told)
    marks: list[Mark] = list(_frame(kit, area, axes, title))
    spots = Spots(axes.area)
    here = axes.x.at(told[0].now.size)
    spots.line(((here, axes.area[1]), (here, axes.area[1] + axes.area[3])))
    for i, one in enumerate(told[:shown]):
        course = tuple(axes.point(p.size, p.ratio) for p in one.points)
        spots.line(course)
        for off in (-5.0 - 2 * i, 5.0 + 2 * i):  # as thick as it is drawn
            spots.line(tuple((px, py + off) for px, py in course))
        spots.disc(*axes.point(one.now.size, one.now.ratio), 15)
    for dot in dots:
        spots.disc(*axes.point(dot.size, dot.ratio), 11)
    marks += _size(kit, axes, told[0].now.size)
    for i in reversed(range(shown)):  # where curves coincide, each is seen beside the one on it
        line = _curve(kit, axes, told[i], 5.0 + 4.0 * i)
        marks += dimmed(line, focus.level(f"curves.{i + 1}"), kit.palette)
    # What matters most finds its place first: ratios, names of curves, published pairs.
    now = _nows(kit, axes, told[:shown], spots)
    for i, (one, point) in enumerate(zip(told, now, strict=False), 1):
        words = (*point, *_name(kit, axes, one, (*told[: i - 1], *told[i:shown]), spots))
        marks += dimmed(words, focus.level(f"curves.{i}"), kit.palette)
    return (*marks, *(mark for dot in dots for mark in _dot(kit, axes, dot, spots)))


def _axes(kit: Kit, area: Area, told: tuple[Told, ...]) -> Axes:
    """From 1 to above the highest ratio that the show starts with: a knob does not move it."""
    ratios = [p.ratio for one in told for p in (*one.start, one.now)]
    sizes = [p.size for p in told[0].start]
    wide = kit.layout.form in ("wide", "narrow")
    frame = panel_in(area, kit, subtitle=False)
    x, y, w, h = frame.inner
    small = kit.layout.sizes.small
    left, right = x + small * 3.4, x + w - small * 1.2
    top, bottom = y + (small * 0.7 if wide else small * 0.4), y + h - small * 1.5
    high = 10 ** (log10(max(ratios)) + 0.08)
    low = min(1.0, 10 ** (log10(min(ratios)) - 0.05))
    return Axes(
        Scale(sizes[0], sizes[-1], left, right, True),
        Scale(low, high, bottom, top, True),
        (left, top, right - left, bottom - top),
    )


def _frame(kit: Kit, area: Area, axes: Axes, title: str) -> Marks:
    palette, small = kit.palette, kit.layout.sizes.small
    frame = panel_in(area, kit, subtitle=False)
    x, y, w, h = axes.area
    tx, ty, room = frame.title
    marks: list[Mark] = [
        kit.label(title, tx, ty, kit.layout.sizes.machine, palette.ink, weight=700, room=room)
    ]
    for value in axes.y.ticks(max(2, int(h / small / 1.6))):
        at = axes.y.at(value)
        solid = abs(value - 1) < 1e-9
        colour = palette.waiting if solid else palette.edge
        marks.append(Line(((x, at), (x + w, at)), 2.5 if solid else 1.5, colour))
        text = f"{factor(value)}×"
        marks.append(kit.label(text, x - 10, at + small * 0.36, small, anchor="end", ref=SCALE))
    taken = 0.0
    for value in _size_ticks(axes.x.low, axes.x.high):
        at = axes.x.at(value)
        text = said_size(value)
        half = width(text, small) / 2
        if at - half < taken + 16:
            continue
        taken = at + half
        marks.append(Line(((at, y), (at, y + h)), 1.5, palette.edge))
        base = y + h + small * 1.42
        marks.append(kit.label(text, at, base, small, anchor="middle", ref=SCALE))
    return tuple(marks)


def _size_ticks(low: float, high: float) -> list[float]:
    """The ends, and 1 and 3 times the powers of ten between them."""
    values = [k * 10.0**n for n in range(6, 16) for k in (1, 3)]
    inside = [v for v in values if low * 1.02 < v < high * 0.98]
    return [low, *inside, high]


def said_size(value: float) -> str:
    """A number of parameters as people say it: 8B, 405B, 1.5T."""
    return f"{value / 1e12:.3g}T" if value >= 0.9995e12 else f"{value / 1e9:.3g}B"


def _size(kit: Kit, axes: Axes, size: float) -> Marks:
    """The line of the size that is looked at."""
    _, y, _, h = axes.area
    at = axes.x.at(size)
    return (Line(((at, y), (at, y + h)), 2.5, kit.palette.token, (9, 6), of=OF),)


def _colour(palette: Palette, look: str) -> tuple[str, str]:
    """A meaning's colour, as a shape and as text."""
    return {
        "weight": (palette.weight, palette.weight_text),
        "computing": (palette.computing, palette.computing_text),
        "link": (palette.link, palette.link_text),
        "token": (palette.token, palette.token_text),
    }.get(look, (palette.muted, palette.muted))


def _curve(kit: Kit, axes: Axes, one: Told, wide: float) -> Marks:
    """The curve; dashed where a machine of that size no longer holds the model."""
    colour, _ = _colour(kit.palette, one.look)
    marks: list[Mark] = []
    before: tuple[tuple[float, float], ...] = ()
    for held, group in groupby(one.points, key=lambda p: p.held):
        points = tuple(axes.point(p.size, p.ratio) for p in group)
        line = (*before[-1:], *points)
        if len(line) > 1:
            marks.append(Line(line, wide, colour, () if held else (14, 10), of=OF))
        before = line
    return tuple(marks)


def _nows(kit: Kit, axes: Axes, told: tuple[Told, ...], spots: Spots) -> list[Marks]:
    """The points at the size that is looked at, each with its ratio above or below its curve.

    All ratios are placed together, so that they stand in the order of their points.
    """
    places = [axes.point(one.now.size, one.now.ratio) for one in told]
    texts = [f"{factor(one.now.ratio)}×" for one in told]
    large, small = kit.layout.sizes.numeral * 0.9, kit.layout.sizes.label
    found = [_stand(axes, places, texts, size, spots) for size in (large, small)]
    best, size = min(
        zip(found, (large, small), strict=True), key=lambda one: one[0][0] + (one[1] == small)
    )
    marks: list[Marks] = []
    for one, at, text, (left, base, box) in zip(told, places, texts, best[1], strict=True):
        colour, ink = _colour(kit.palette, one.look)
        spots.boxes.append(box)
        marks.append((
            Glow(*at, 40, colour, 0.4, OF),
            Disc(*at, 11, colour, kit.palette.token_edge, 2.5, 1.0, OF),
            kit.label(text, left, base, size, ink, weight=700, of=OF, ref=OF),
        ))  # fmt: skip
    return marks


Stand = tuple[float, float, Area]  # left end, baseline, and the box of a ratio


def _stand(
    axes: Axes, places: list[tuple[float, float]], texts: list[str], size: float, spots: Spots
) -> tuple[float, tuple[Stand, ...]]:
    """The cheapest way to place all ratios, and what it costs: what they cover, and what they meet."""
    options: list[list[tuple[float, Stand]]] = []
    for (x, y), text in zip(places, texts, strict=True):
        wide = width(text, size, 700)
        mine = []
        for left in (x - 18 - wide, x + 18):
            for base in (y - 14, y + 20 + size * 0.72):
                box = line_box(left, base, wide, size, 3, 1)
                out = left < axes.area[0] or left + wide > axes.area[0] + axes.area[2]
                out = out or box[1] < axes.area[1] - 8 or base > axes.area[1] + axes.area[3] - 4
                cost = (
                    1.0 * spots.covered(box) + 40 * spots.meets(box) + 1000 * out + 6 * (left > x)
                )
                mine.append((cost, (left, base, box)))
        options.append(mine)
    ways = []
    for way in product(*options):
        stands = tuple(stand for _, stand in way)
        pairs = [(i, j) for i in range(len(way)) for j in range(i)]
        crossed = sum(
            (stands[i][1] - stands[j][1]) * (places[i][1] - places[j][1]) < 0 for i, j in pairs
        )
        clash = sum(overlap(stands[i][2], stands[j][2]) for i, j in pairs)
        ways.append((sum(cost for cost, _ in way) + 60 * crossed + 500 * clash, stands))
    return min(ways)


def _name(kit: Kit, axes: Axes, one: Told, others: tuple[Told, ...], spots: Spots) -> Marks:
    """The curve's name, on its free side where other curves are far; else where there is room."""
    _, ink = _colour(kit.palette, one.look)
    size = kit.layout.sizes.label if kit.layout.form != "tall" else kit.layout.sizes.small
    places = [
        (i, axes.point(point.size, point.ratio))
        for i, point in enumerate(one.points)
        if i % 3 == 0 and i > len(one.points) * 0.35
    ]
    for most in (1, 6):  # points of other lines that the name may cover
        for side, gap in (("a", 14.0), ("b", 14.0), ("a", 28.0), ("b", 28.0)):
            room = gap + size * 1.5
            free = tuple(at for i, at in places if _free(axes, at, others, i, side) > room)
            if not free:
                continue
            label = spots.put(
                kit, one.name, free, size, ink, weight=600, sides=side, gap=gap, most=most, of=OF
            )
            if label:
                return (label,)
    along = [axes.point(p.size, p.ratio) for p in one.points[::-4][:8]]
    label = spots.put(kit, one.name, tuple(along), size, ink, weight=600, sides="lab", of=OF)
    return (label,) if label else ()


def _free(
    axes: Axes, at: tuple[float, float], others: tuple[Told, ...], index: int, side: str
) -> float:
    """How far the next other curve is above or below a place on a curve."""
    gaps = [at[1] - axes.area[1] if side == "a" else axes.area[1] + axes.area[3] - at[1]]
    for other in others:
        point = other.points[index]
        y = axes.point(point.size, point.ratio)[1]
        away = at[1] - y if side == "a" else y - at[1]
        if away > -2.0:
            gaps.append(away)
    return min(gaps)


def _dot(kit: Kit, axes: Axes, dot: Dot, spots: Spots) -> Marks:
    """A published pair: filled, or hollow where a vendor says it, with its flag."""
    palette, small = kit.palette, kit.layout.sizes.small
    if not (axes.x.holds(dot.size) and axes.y.holds(dot.ratio)):
        return ()
    x, y = axes.point(dot.size, dot.ratio)
    fill = palette.panel if dot.says == "vendor" else palette.ink
    marks: list[Mark] = [Disc(x, y, 9, fill, palette.ink, 3, of=OF, ref=dot.ref)]
    text = f"{dot.name} {factor(dot.ratio)}×" if dot.name else f"{factor(dot.ratio)}×"
    flag = 20 + flagged_width(kit, dot.says, small)
    wide = kit.layout.form in ("wide", "narrow")
    for room in (flag, 0.0) if wide else (0.0,):  # else only a hollow dot says whose it is
        padded = text + " " * round(room / width(" ", small))
        label = spots.put(
            kit, padded, (x, y), small, palette.ink, sides="rlba", gap=18, near=True, most=3, of=OF
        )
        if label:
            marks.append(kit.label(text, label.x, label.y, small, palette.ink, of=OF, ref=dot.ref))
            if room:
                marks += flagged(kit, dot.says, label.x + width(text, small) + 14, label.y, small)
            break
    return tuple(marks)
