"""A sweep as a picture in the look of the stage: speed against throughput, parts, roofline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from viz.stage.look import Look
from viz.stage.marks import Area, Box, Disc, Frame, Label, Line, Marks, Shape
from viz.stage.plot import axes as plot_axes
from viz.stage.plot.axes import Axes
from viz.stage.style import Kit, kit_of
from viz.stage.text_metrics import width
from viz.stage.theme import Palette
from viz.units import write

MOST_DISCS: Final = 24  # points that are marked; a curve goes through all
MARGIN: Final = 60.0
HEAD: Final = 190.0  # title, second line, and the names of the panels
GAP: Final = 40.0
APART: Final = 60.0  # between the words of two points
WIDE: Final = 50.0  # the ratio of highest to lowest at which a scale is of equal ratios


@dataclass(frozen=True, slots=True)
class Series:
    """A sweep as plain numbers, SI. `parts` are name and seconds of each; a roof is (B, F)."""

    title: str
    note: str
    name: str
    values: Sequence[float]
    speed: Sequence[float]
    total: Sequence[float]
    parts: Sequence[tuple[str, Sequence[float]]]
    flop_per_byte: Sequence[float]
    flop_per_second: Sequence[float]
    roof: tuple[float, float]


def sweep_frame(series: Series, look: Look) -> Frame:
    """The picture: three panels beside each other, one above the other where it is tall."""
    kit = kit_of(look)
    across, down = look.stage
    palette = kit.palette
    sizes = kit.layout.sizes
    room = across - 2 * MARGIN
    words: list[Label] = [
        kit.label(series.title, MARGIN, 82, sizes.title * 0.8, palette.ink, weight=700, room=room),
        kit.label(series.note, MARGIN, 132, sizes.label, palette.muted, room=room),
    ]
    panels = _panels(across, down)
    marks: list[Marks] = [tuple(words)]
    for area, name, draw in zip(
        panels,
        (_first_name(series), f"one step, in parts, over {series.name}", "roofline"),
        (_speeds, _parts, _roofline),
        strict=True,
    ):
        x, y, w, h = area
        marks.append((Box(x, y, w, h, palette.panel, 18, palette.edge, 2),))
        marks.append((kit.label(name, x + 24, y + 44, sizes.label, palette.ink, weight=600),))
        marks.append(draw(series, kit, (x + 10, y + 76, w - 20, h - 96)))
    return Frame(across, down, palette.ground, (), tuple(m for group in marks for m in group))


def _panels(across: float, down: float) -> list[Area]:
    inner, below = across - 2 * MARGIN, down - HEAD - MARGIN
    if across > down * 1.2:
        w = (inner - 2 * GAP) / 3
        return [(MARGIN + i * (w + GAP), HEAD, w, below) for i in range(3)]
    h = (below - 2 * GAP) / 3
    return [(MARGIN, HEAD + i * (h + GAP), inner, h) for i in range(3)]


def _crowd(series: Series) -> bool:
    """Whether the number of users varies, so that their total has a way to go."""
    return series.name in {"batch", "streams"}


def _first_name(series: Series) -> str:
    return "speed of one user, and of all" if _crowd(series) else "speed of one user"


def _speeds(series: Series, kit: Kit, area: Area) -> Marks:
    across = series.total if _crowd(series) else series.values
    name = "all users, tok/s" if _crowd(series) else series.name
    wide = max(series.speed) / min(series.speed) > WIDE
    speeds = _ends(series.speed) if wide else (0.0, max(series.speed) * 1.15)
    log = _crowd(series) or _doubles(across)
    ends = _ends(across) if log else (min(across), max(across))
    axes = plot_axes.axes_in(area, kit, ends, speeds, log_x=log, log_y=wide)
    marks = plot_axes.frame(axes, kit, name, "one user, tok/s", _count, _count)
    points = list(zip(across, series.speed, strict=True))
    return (*marks, *_curve(axes, kit, points, kit.palette.token, series.values))


def _doubles(values: Sequence[float]) -> bool:
    return max(values) / min(values) > 20


def _parts(series: Series, kit: Kit, area: Area) -> Marks:
    sums = [0.0] * len(series.values)
    for _, seconds in series.parts:
        sums = [a + b for a, b in zip(sums, seconds, strict=True)]
    log = _doubles(series.values)
    ends = _ends(series.values) if log else (min(series.values), max(series.values))
    axes = plot_axes.axes_in(area, kit, ends, (0.0, max(sums) * 1.05), log_x=log)
    marks: list[Marks] = [plot_axes.frame(axes, kit, "", "", _count, _time)]
    floor = [0.0] * len(series.values)
    small = kit.layout.sizes.small
    x, y = axes.area[0] - 80, axes.area[1] - small * 0.7
    for name, seconds in series.parts:
        if not any(second > 0 for second in seconds):
            continue
        roof = [a + b for a, b in zip(floor, seconds, strict=True)]
        top = [axes.point(v, s) for v, s in zip(series.values, roof, strict=True)]
        bottom = [axes.point(v, s) for v, s in zip(series.values, floor, strict=True)]
        colour = _colour(kit.palette, name)
        swatch = small * 0.8
        key = kit.label(name, x + swatch + 10, y, small, kit.palette.ink)
        marks.append((Shape((*top, *reversed(bottom)), colour, alpha=0.85),))
        marks.append((Box(x, y - small * 0.72, swatch, swatch, colour, 4), key))
        x += swatch + 10 + width(name, small) + 28
        floor = roof
    return tuple(mark for group in marks for mark in group)


def _roofline(series: Series, kit: Kit, area: Area) -> Marks:
    bandwidth, most = series.roof
    knee = most / bandwidth
    low = min(*series.flop_per_byte, knee) / 3
    high = max(*series.flop_per_byte, knee) * 3
    bottom = min(*series.flop_per_second, low * bandwidth) / 2
    axes = plot_axes.axes_in(
        area, kit, (low, high), (bottom, most * 3), log_x=True, log_y=True, left=132
    )
    marks = plot_axes.frame(axes, kit, "FLOP a byte", "FLOP/s", _count, _rate)
    roof = ((low, low * bandwidth), (knee, most), (high, most))
    line = Line(tuple(axes.point(*point) for point in roof), 5, kit.palette.muted)
    points = list(zip(series.flop_per_byte, series.flop_per_second, strict=True))
    return (*marks, line, *_curve(axes, kit, points, kit.palette.computing, series.values))


def _curve(
    axes: Axes,
    kit: Kit,
    points: list[tuple[float, float]],
    colour: str,
    values: Sequence[float],
) -> Marks:
    """A curve, some of its points, and the swept value at the ends and in the middle."""
    places = [axes.point(*point) for point in points]
    every = max(1, -(-len(places) // MOST_DISCS))
    discs = tuple(Disc(x, y, 8, colour) for x, y in places[::every])
    small = kit.layout.sizes.small
    named = sorted({0, len(places) // 2, len(places) - 1})
    left, _, span, _ = axes.area
    labels: list[Label] = []
    for index in named:
        x, y = places[index]
        if any(abs(x - other.x) < APART and abs(y - 12 - other.y) < APART for other in labels):
            continue
        anchor = "end" if x > left + span * 0.6 else "start"
        shift = -14 if anchor == "end" else 14
        text = _count(values[index])
        labels.append(
            kit.label(text, x + shift, y - 12, small, kit.palette.ink, anchor=anchor)  # type: ignore[arg-type]
        )
    return (Line(tuple(places), 4, colour), *discs, *labels)


def _colour(palette: Palette, name: str) -> str:
    return {
        "reading": palette.weight,
        "computing": palette.computing,
        "links": palette.link,
    }.get(name, palette.waiting)


def _ends(values: Sequence[float]) -> tuple[float, float]:
    """A little more than lowest and highest, in equal ratios."""
    low, high = min(values), max(values)
    room = max(high / low, 1.2) ** 0.12
    return low / room, high * room


def _count(value: float) -> str:
    return write(value, "number", 4)


def _time(value: float) -> str:
    return write(value, "seconds")


def _rate(value: float) -> str:
    return write(value, "flop/second").removesuffix("FLOP/s").strip()
