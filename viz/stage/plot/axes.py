"""Axes and curves in the look of the stage: linear and logarithmic scales, ticks, thin grid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, floor, log10

from viz.stage.marks import SCALE, Area, Line, Marks
from viz.stage.style import Kit


@dataclass(frozen=True, slots=True)
class Scale:
    """From values low..high to places start..end, in equal steps or equal ratios."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def at(self, value: float) -> float:
        """The place of a value, kept within the ends."""
        if self.log:
            low, high, value = log10(self.low), log10(self.high), log10(max(value, 1e-300))
        else:
            low, high = self.low, self.high
        share = (value - low) / (high - low)
        return self.start + (self.end - self.start) * min(1.0, max(0.0, share))

    def holds(self, value: float) -> bool:
        """Whether a value lies between the ends."""
        return self.low <= value <= self.high

    def ticks(self, most: int = 6) -> tuple[float, ...]:
        """Round values between the ends: powers of ten, or steps of 1, 2 or 5."""
        if self.log:
            first, last = ceil(log10(self.low) - 1e-9), floor(log10(self.high) + 1e-9)
            step = max(1, ceil((last - first + 1) / most))
            return tuple(10.0**n for n in range(first, last + 1, step))
        raw = (self.high - self.low) / most
        power = 10.0 ** floor(log10(raw))
        step_size = next(k * power for k in (1, 2, 5, 10) if k * power >= raw)
        first = ceil(self.low / step_size - 1e-9)
        last = floor(self.high / step_size + 1e-9)
        return tuple(n * step_size for n in range(first, last + 1))


@dataclass(frozen=True, slots=True)
class Axes:
    """A plot's two scales and the area between them."""

    x: Scale
    y: Scale
    area: Area

    def point(self, x: float, y: float) -> tuple[float, float]:
        """The place of a point."""
        return self.x.at(x), self.y.at(y)

    def curve(self, points: list[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
        """The places of a curve's points; those outside are left out."""
        inside = [(x, y) for x, y in points if self.x.holds(x) and self.y.holds(y)]
        return tuple(self.point(x, y) for x, y in inside)


def axes_in(
    area: Area,
    kit: Kit,
    x_range: tuple[float, float],
    y_range: tuple[float, float],
    *,
    log_x: bool = False,
    log_y: bool = False,
    left: float = 92.0,
) -> Axes:
    """Axes that fill an area but for `left` and one line below, where the ticks' words stand."""
    x, y, w, h = area
    below = kit.layout.sizes.small * 1.9
    above = kit.layout.sizes.small * 1.7
    inner = (x + left, y + above, w - left - 24, h - below - above)
    return Axes(
        Scale(*x_range, inner[0], inner[0] + inner[2], log_x),
        Scale(*y_range, inner[1] + inner[3], inner[1], log_y),
        inner,
    )


def frame(
    axes: Axes,
    kit: Kit,
    x_name: str,
    y_name: str,
    x_text: Callable[[float], str],
    y_text: Callable[[float], str],
) -> Marks:
    """Grid lines, ticks' words, and the names of both axes: y above its axis, x below at right."""
    palette, small = kit.palette, kit.layout.sizes.small
    x, y, w, h = axes.area
    marks: list[Line] = []
    words = []
    for value in axes.x.ticks():
        place = axes.x.at(value)
        marks.append(Line(((place, y), (place, y + h)), 1.5, palette.edge))
        base = y + h + small * 1.35
        words.append(kit.label(x_text(value), place, base, small, anchor="middle", ref=SCALE))
    for value in axes.y.ticks(5):
        place = axes.y.at(value)
        marks.append(Line(((x, place), (x + w, place)), 1.5, palette.edge))
        base = place + small * 0.36
        words.append(kit.label(y_text(value), x - 12, base, small, anchor="end", ref=SCALE))
    words.append(kit.label(y_name, x - 80, y - small * 0.7, small))
    if x_name:
        words.append(kit.label(x_name, x + w, y + h - small * 0.5, small, anchor="end"))
    return (*marks, *words)
