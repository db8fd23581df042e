"""Two clocks that the type checker keeps apart, and the one lens between them."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import NewType

HwSeconds = NewType("HwSeconds", float)
ScreenSeconds = NewType("ScreenSeconds", float)


@dataclass(frozen=True, slots=True)
class Ramp:
    """A piecewise linear function through its knots, constant before and after them."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]

    def at(self, x: float) -> float:
        """The value at x."""
        i = bisect_right(self.xs, x) - 1
        if i < 0:
            return self.ys[0]
        if i >= len(self.xs) - 1:
            return self.ys[-1]
        span = self.xs[i + 1] - self.xs[i]
        return self.ys[i] + (self.ys[i + 1] - self.ys[i]) * ((x - self.xs[i]) / span)

    def slope(self, x: float) -> float:
        """The slope just after x; 0 outside the knots."""
        i = bisect_right(self.xs, x) - 1
        if i < 0 or i >= len(self.xs) - 1:
            return 0.0
        return (self.ys[i + 1] - self.ys[i]) / (self.xs[i + 1] - self.xs[i])


@dataclass(frozen=True, slots=True)
class Lens:
    """Screen clock to hardware clock: never decreasing, one for all machines of a scene."""

    ramp: Ramp

    def hw(self, screen: ScreenSeconds) -> HwSeconds:
        """Hardware seconds that have passed when the screen clock shows `screen`."""
        return HwSeconds(self.ramp.at(screen))

    def pace(self, screen: ScreenSeconds) -> float:
        """Hardware seconds per screen second; 0 in a pause."""
        return self.ramp.slope(screen)

    @property
    def screen_seconds(self) -> ScreenSeconds:
        """How long the show is."""
        return ScreenSeconds(self.ramp.xs[-1])


def lens_of(stretches: tuple[tuple[float, float], ...]) -> Lens:
    """A lens from (screen seconds, pace) stretches, in order."""
    xs, ys = [0.0], [0.0]
    for seconds, pace in stretches:
        xs.append(xs[-1] + seconds)
        ys.append(ys[-1] + seconds * pace)
    return Lens(Ramp(tuple(xs), tuple(ys)))
