"""Rows of ratios on one log axis: thick bars in all, thin ones for each unit, and their words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor, log10
from typing import Final

from viz.stage.icons import flag
from viz.stage.marks import SCALE, Area, Box, Label, Line, Mark, Marks
from viz.stage.panel import heading, panel_in
from viz.stage.plot.axes import Scale
from viz.stage.style import Focus, Kit, Part, dimmed
from viz.stage.text_metrics import label_box, width
from viz.stage.theme import Palette, mix

ASCENT: Final = 0.44  # of a number's size: how far it reaches above its middle, and below it
DESCENT: Final = 0.56  # with its comma


@dataclass(frozen=True, slots=True)
class Row:
    """One row as it is drawn. `thin` is the ratio divided, or None."""

    name: str
    values: tuple[Part, ...]
    notes: tuple[str, ...]
    ratio: float
    thin: float | None
    colour: str
    refused: bool
    ref: str
    thin_ref: str


@dataclass(frozen=True, slots=True)
class Divisor:
    """What thin bars are divided by: its ratio, its names beside a number and on the axis."""

    ratio: float
    name: str
    tick: str
    ref: str


@dataclass(frozen=True, slots=True)
class Place:
    """The column of names, the rows' tops and height, and the axis.

    Where rows are low, numbers stand in `columns` (right ends) instead of at their bars.
    """

    names: tuple[float, float]  # x, width
    tops: tuple[float, ...]
    pitch: float
    scale: Scale
    axis: float
    right: float
    lines: int
    columns: tuple[float, ...]


def _place(kit: Kit, inner: Area, rows: tuple[Row, ...], tick: str, unit: str) -> Place:
    x, y, w, h = inner
    sizes = kit.layout.sizes
    below = sizes.small * 1.7
    above = sizes.small * 1.3 if tick else 0.0
    pitch = (h - below - above) / len(rows)
    line = sizes.small * 1.22
    lines = 3 if pitch > 3.1 * line else 2 if pitch > 2.05 * line else 1
    low_rows = pitch < 2.6 * sizes.label
    column = min(max(_wide(kit, row, lines) for row in rows), w * 0.45)
    values = [row.ratio for row in rows] + [row.thin for row in rows if row.thin]
    low = 10.0 ** min(0, floor(log10(min(values)) + 1e-9))
    high = max(*values, 10.0 ** ceil(log10(max(values)) - 0.2))
    label = width("10,000×", sizes.numeral * 0.84, 700) + 26
    right = x + w
    columns: tuple[float, ...] = ()
    if low_rows:
        each = max(width(times(row.ratio), sizes.label, 700) for row in rows) + 24
        last = max(width(unit, sizes.small), width("0.00×", sizes.label, 700)) + 22
        columns = (right - last, right) if any(row.thin for row in rows) else (right,)
        label = each + (last if len(columns) > 1 else 0.0)
    gap = 34.0 if not low_rows else 24.0 if low < 1 else 20.0
    scale = Scale(low, high, x + column + gap, right - label, log=True)
    tops = tuple(y + above + i * pitch for i in range(len(rows)))
    return Place((x, column), tops, pitch, scale, y + h - below, right, lines, columns)


def _wide(kit: Kit, row: Row, lines: int) -> float:
    sizes = kit.layout.sizes
    wide = [width(row.name, sizes.label, 700)]
    if lines > 1:
        wide.append(width("".join(text for text, _ in row.values), sizes.small))
    if lines > 2:
        wide.append(width(row.notes[0], sizes.small) + sizes.small * 1.1)
    return max(wide) + 8


@lru_cache(maxsize=64)
def drawn(
    kit: Kit,
    focus: Focus,
    area: Area,
    titles: tuple[str, str],
    rows: tuple[Row, ...],
    divisor: Divisor | None,
) -> Marks:
    short = area[3] < 500
    panel = panel_in(area, kit, subtitle=not short)
    palette, sizes = kit.palette, kit.layout.sizes
    heads = heading(panel, kit, titles[0], "" if short else titles[1])
    marks = list(dimmed(heads, focus.level("ratios.title"), palette))
    tick = kit.word("ratios_tick", name=divisor.tick, times=times(divisor.ratio)) if divisor else ""
    place = _place(kit, panel.inner, rows, tick, divisor.name if divisor else "")
    marks += _axis(kit, place)
    if divisor:
        at = place.scale.at(divisor.ratio)
        top = place.tops[0] - sizes.small * 0.45
        half = width(tick, sizes.small, 600) / 2
        if place.columns:
            at = min(at, place.columns[0] - width(kit.word("ratios_all"), sizes.small) - 16 - half)
        label = kit.label(
            tick,
            min(at, place.right - half),
            top,
            sizes.small,
            palette.ink,
            weight=600,
            anchor="middle",
            of="ratios.tick",
            ref=divisor.ref,
        )
        marks += dimmed((label,), focus.level("ratios.tick"), palette)
        marks += _column_names(kit, place, divisor, top)
    for i, row in enumerate(rows):
        name = f"ratios.{i + 1}"
        lit, level = focus.lit(name), focus.level(name)
        if lit > 0:
            marks.append(_edge(kit, place, i, row, lit))
        bars, words = _row(kit, place, i, row, divisor, lit, level)
        marks += (*bars, *dimmed(words, level, palette))
    return tuple(marks)


def _column_names(kit: Kit, place: Place, divisor: Divisor, y: float) -> Marks:
    """Over the columns of numbers: in all, and for each unit."""
    if not place.columns:
        return ()
    names = (kit.word("ratios_all"), divisor.name)
    size = kit.layout.sizes.small
    found = zip(names, place.columns, strict=False)
    return tuple(kit.label(name, x, y, size, anchor="end", of="ratios.thin") for name, x in found)


def _edge(kit: Kit, place: Place, index: int, row: Row, lit: float) -> Box:
    """The device of a row that is looked at: an edge in its meaning's colour."""
    x, right = place.names[0] - 14, place.right + 14
    top = place.tops[index]
    fill = mix(colour_of(kit.palette, row.colour), kit.palette.panel, 0.06)
    edge = colour_of(kit.palette, row.colour)
    return Box(x, top + 1, right - x, place.pitch - 2, fill, 10, edge, 2.5, alpha=lit)


def _axis(kit: Kit, place: Place) -> Marks:
    """Thin lines at powers of ten, the strong one at 1×."""
    palette, size, scale = kit.palette, kit.layout.sizes.small, place.scale
    marks: list[Mark] = []
    top = place.tops[0] - 4
    last, first = -1e9, scale.at(1.0) - width(times(1.0), size) / 2
    for value in scale.ticks(9):
        x = scale.at(value)
        one = abs(value - 1) < 1e-9
        ink = palette.muted if one else palette.edge
        marks.append(Line(((x, top), (x, place.axis)), 2.0 if one else 1.5, ink))
        text = times(value)
        half = width(text, size) / 2
        free = x - half > last + 10 and (value > 1 or x + half < first - 10)
        if free or one:
            base = place.axis + size * 1.2
            marks.append(kit.label(text, x, base, size, anchor="middle", ref=SCALE))
            last = x + half
    return tuple(marks)


def _row(
    kit: Kit,
    place: Place,
    index: int,
    row: Row,
    divisor: Divisor | None,
    lit: float,
    level: float,
) -> tuple[list[Mark], Marks]:
    """Bars, dimmed by mixing so that no grid shines through, and words, to be dimmed."""
    top, pitch = place.tops[index], place.pitch
    scale, palette = place.scale, kit.palette
    colour = colour_of(palette, row.colour)
    fill = mix(colour, palette.panel, level if row.colour != "computing" else 0.25 + 0.75 * level)
    thick = min(34.0, pitch * 0.34)
    y = top + (pitch * 0.14 if row.thin is not None else (pitch - thick) / 2)
    one, tick = scale.at(1.0), scale.at(divisor.ratio) if divisor else -1.0
    left, right = sorted((one, scale.at(row.ratio)))
    bars: list[Mark] = []
    if row.refused:
        bars += _dotted(left, y, right - left, thick, fill)
    else:
        bars.append(Box(left, y, max(right - left, 3.0), thick, fill, 4, of=row.name, ref=row.ref))
    if divisor:
        line = ((tick, y - 6), (tick, y + thick + 6))
        bars.append(Line(line, 2.5, mix(palette.ink, palette.panel, 0.7)))
    size = (
        kit.layout.sizes.label if place.columns else kit.layout.sizes.numeral * (0.84 + 0.06 * lit)
    )
    at = _after(max(right, one), tick, width(times(row.ratio), size, 700))
    words = _value(kit, place, row, (at, y + thick / 2), size)
    if row.thin is not None and divisor:
        thin = min(18.0, pitch * 0.18)
        under = y + thick + pitch * 0.1
        left, right = sorted((one, scale.at(row.thin)))
        long, of = max(right - left, 3.0), "ratios.thin"
        bars.append(Box(left, under, long, thin, fill, 3, of=of, ref=row.thin_ref))
        spot = (max(right, one) + 14, under + thin / 2)
        shown = (row.thin, divisor.name, row.thin_ref)
        words += _thin(kit, place, shown, spot, (y + thick / 2, size), lit)
    masks = [] if lit or place.columns else _masks(kit, words)
    return [*masks, *bars], (*_names(kit, place, row, top), *words)


def _after(end: float, tick: float, wide: float) -> float:
    """Where a number starts after its bar: beyond the tick, if it would be struck by it."""
    x = end + 14
    return tick + 14 if x - 8 < tick < x + wide + 8 else x


def _masks(kit: Kit, words: list[Mark]) -> list[Mark]:
    """The ground under numbers, so that no line of the grid runs through them."""
    labels = [word for word in words if isinstance(word, Label)]
    return [Box(*label_box(label, 5), kit.palette.panel) for label in labels]


def _value(kit: Kit, place: Place, row: Row, spot: tuple[float, float], size: float) -> list[Mark]:
    """The ratio, at its bar's end or in its column; struck out where the row is refused."""
    palette = kit.palette
    x, middle = spot
    text = times(row.ratio)
    wide = width(text, size, 700)
    if place.columns:
        x, middle = place.columns[0] - wide, _middle(place, spot[1])
    ink = palette.muted if row.refused else palette.ink
    base = middle + size * 0.36
    label = kit.label(text, x, base, size, ink, weight=700, of=row.name, ref=row.ref)
    if not row.refused:
        return [label]
    return [label, Line(((x - 6, middle), (x + wide + 6, middle)), 2.5, palette.ink)]


def _middle(place: Place, y: float) -> float:
    """The middle of the row that y is in."""
    index = min(range(len(place.tops)), key=lambda i: abs(place.tops[i] + place.pitch / 2 - y))
    return place.tops[index] + place.pitch / 2


def _thin(
    kit: Kit,
    place: Place,
    shown: tuple[float, str, str],
    spot: tuple[float, float],
    above: tuple[float, float],
    lit: float,
) -> list[Mark]:
    """The number of the thin bar, and its name: the ratio for each unit. `above` is the middle of
    the number over it, and its size."""
    value, name, ref = shown
    of = "ratios.thin"
    x, middle = spot
    sizes, palette = kit.layout.sizes, kit.palette
    text = times(value)
    if place.columns:
        size = sizes.label * (1 + 0.2 * lit)
        x, middle = place.columns[1] - width(text, size, 700), _middle(place, above[0])
        base = middle + size * 0.36
        return [kit.label(text, x, base, size, palette.ink, weight=700, of=of, ref=ref)]
    most = max(sizes.label, (middle - above[0] - above[1] * DESCENT) / ASCENT)
    size = min(most, sizes.label + (sizes.numeral * 1.1 - sizes.label) * lit)
    middle = max(middle, above[0] + above[1] * DESCENT + size * ASCENT)
    base = middle + size * 0.36
    words: list[Mark] = [kit.label(text, x, base, size, palette.ink, weight=700, of=of, ref=ref)]
    after = x + width(text, size, 700) + 10
    if after + width(name, sizes.small) <= place.right:
        base = middle + sizes.small * 0.36
        words.append(kit.label(name, after, base, sizes.small, of=of, ref=ref))
    return words


def _names(kit: Kit, place: Place, row: Row, top: float) -> list[Mark]:
    """Name, the two numbers, and the flag with its remark, as many lines as there is room for."""
    sizes, palette = kit.layout.sizes, kit.palette
    x, room = place.names
    line = sizes.small * 1.22
    y = top + (place.pitch - line * place.lines) / 2 + sizes.small * 0.92
    marks: list[Mark] = [kit.label(row.name, x, y, sizes.label, palette.ink, weight=700, room=room)]
    if place.lines > 1:
        marks += kit.row(row.values, x, y + line, sizes.small, of=row.name, room=room)
    if place.lines > 2:
        base = y + 2 * line
        marks += flag(x + 2, base + 2, sizes.small * 0.82, palette.small)
        left = x + sizes.small * 1.05
        text, size = kit.first_that_fits(room - (left - x), sizes.small, row.notes)
        words = kit.label(text, left, base, size, palette.small)
        marks.append(words)
    return marks


def _dotted(x: float, y: float, w: float, h: float, colour: str) -> list[Mark]:
    """The outline of what is refused."""
    corners = ((x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y))
    return [Line(corners, 2.5, colour, (3, 6))]


def times(value: float) -> str:
    """A ratio: "0.88×", "15.5×", "6,269×"."""
    if value >= 999.5:
        return f"{value:,.0f}×"
    return f"{value:.3g}×" if value >= 1 else f"{value:.2g}×"


def colour_of(palette: Palette, meaning: str) -> str:
    """The colour of a meaning, for shapes."""
    return {
        "silicon": palette.waiting,
        "weight": palette.weight,
        "token": palette.token,
        "computing": palette.computing,
        "link": palette.link,
    }.get(meaning, palette.waiting)
