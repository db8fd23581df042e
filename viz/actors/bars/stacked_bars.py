"""Stacked bars on one time axis: where they stand, their parts' names, and marks across them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from viz.stage.marks import SCALE, Area, Label, Marks
from viz.stage.number_text import plain_seconds
from viz.stage.panel import Panel, panel_in
from viz.stage.plot.axes import Scale
from viz.stage.quantity import reckoned
from viz.stage.style import Kit
from viz.stage.text_metrics import width


@dataclass(frozen=True, slots=True)
class Bar:
    """One row: its name, and the seconds of each part in turn with their references."""

    name: str
    parts: tuple[float, ...]
    refs: tuple[str, ...]
    name_ref: str

    @property
    def ref(self) -> str:
        """The reference of the total."""
        return reckoned(" + ".join("{}" for _ in self.refs), *self.refs)

    @property
    def total(self) -> float:
        """All parts together."""
        return sum(self.parts)


@dataclass(frozen=True, slots=True)
class Mark:
    """A time that people feel, with its name and who says so."""

    name: str
    seconds: float
    says: str
    ref: str


@dataclass(frozen=True, slots=True)
class Place:
    """`tops` and `high` of the bars, the axis, and the baselines where marks are named."""

    panel: Panel
    x: float
    w: float
    tops: tuple[float, ...]
    high: float
    scale: Scale
    axis: float
    marks: tuple[float, ...]
    names: tuple[tuple[float, float, str], ...]  # middle, baseline, word: of the parts
    above: bool  # names of bars stand above them


@lru_cache(maxsize=64)
def place_in(
    kit: Kit, area: Area, bars: tuple[Bar, ...], words: tuple[str, ...], marks: tuple[Mark, ...]
) -> Place:
    """Where everything stands; names of bars above them where the panel is narrow."""
    sizes = kit.layout.sizes
    panel = panel_in(area, kit, subtitle=False)
    x, y, w, h = panel.inner
    lines = sizes.small * 1.4
    below = sizes.small * 1.9
    top = y + lines * len(marks) + (sizes.small * 0.3 if marks else -sizes.small * 0.4)
    named = max(width(bar.name, sizes.label, 600) for bar in bars) + 24
    above = named > w * 0.32
    longest = max(*(bar.total for bar in bars), *(mark.seconds * 1.15 for mark in marks), 1e-9)
    tail = width(_longest(bars), sizes.numeral, 700) + 24
    start = x if above else x + named
    scale = Scale(0.0, longest, start, x + w - tail)
    axis = y + h - below
    names = _names(kit, scale, bars, words)
    rows = 1 + max((row for _, row, _ in names), default=-1)
    under = rows * sizes.small * 1.3 + (sizes.small * 0.7 if rows else 0.0)
    head = sizes.label * 1.45 if above else 0.0
    free = axis - top - under - sizes.small * 0.5
    pitch = free / len(bars)
    high = min(96.0, (pitch - head) * 0.72)
    tops = [top + i * pitch + head + (pitch - head - high) / 2 for i in range(len(bars))]
    tops = [one + (under if i else 0.0) for i, one in enumerate(tops)]
    base = tops[0] + high + sizes.small * 1.25
    found = tuple((at, base + row * sizes.small * 1.3, word) for at, row, word in names)
    heads = tuple(y + sizes.small * 0.6 + i * lines for i in range(len(marks)))
    return Place(panel, x, w, tuple(tops), high, scale, axis, heads, found, above)


def _longest(bars: tuple[Bar, ...]) -> str:
    """The widest words that stand at the end of a bar."""
    longest = max(bars, key=lambda bar: bar.total)
    return plain_seconds(longest.total)


def _names(
    kit: Kit, scale: Scale, bars: tuple[Bar, ...], words: tuple[str, ...]
) -> list[tuple[float, int, str]]:
    """The parts' names under the first bar, in one row or in two: middle, row, word."""
    size = kit.layout.sizes.small
    at, found = 0.0, []
    for seconds, word in zip(bars[0].parts, words, strict=False):
        if seconds > 0:
            found.append(((scale.at(at) + scale.at(at + seconds)) / 2, word))
        at += seconds
    for rows in (1, 2, 3):
        ends = [-1e9] * rows
        placed: list[tuple[float, int, str]] = []
        for i, (centre, word) in enumerate(found):
            half = width(word, size) / 2
            middle = max(centre, scale.start + half)
            row = i % rows
            if middle - half < ends[row] + size * 0.5:
                break
            ends[row] = middle + half
            placed.append((middle, row, word))
        if len(placed) == len(found):
            return placed
    return []


def ticks(kit: Kit, place: Place) -> Marks:
    """The words of the axis."""
    size, scale = kit.layout.sizes.small, place.scale
    marks: list[Label] = []
    for value in scale.ticks(5 if kit.layout.form == "wide" else 4):
        text = plain_seconds(value) if value else "0"
        marks.append(
            kit.label(
                text,
                scale.at(value),
                place.axis + size * 1.4,
                size,
                anchor="middle",
                of="hw",
                ref=SCALE,
            )
        )
    return tuple(marks)
