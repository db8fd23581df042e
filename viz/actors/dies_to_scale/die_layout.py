"""Two areas to one scale: how many of the small one fit, and where everything stands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from viz.stage.marks import Area
from viz.stage.style import Kit


@dataclass(frozen=True, slots=True)
class Dies:
    """Two areas in mm2. The small one is drawn with its true area, as wide as whole columns
    allow, so that it tiles the square."""

    large: float
    small: float
    large_says: str
    small_says: str
    large_ref: str = ""
    small_ref: str = ""

    @property
    def side(self) -> float:
        """The side of the large square, mm."""
        return sqrt(self.large)

    @property
    def columns(self) -> int:
        """Dies beside each other."""
        return max(1, round(self.side / sqrt(self.small)))

    @property
    def die(self) -> tuple[float, float]:
        """Width and height of one die, mm."""
        wide = self.side / self.columns
        return wide, self.small / wide

    @property
    def count(self) -> float:
        """How many dies have the area of the large one."""
        return self.large / self.small


@dataclass(frozen=True, slots=True)
class Plan:
    """Where the title, the words on each piece, the count and the square stand.

    Words have x, first baseline and room; `die` is the lower left corner of the small one.
    """

    title: tuple[float, float, float]
    subtitle: bool
    large: tuple[float, float, float]
    small: tuple[float, float, float]
    count: tuple[float, float, float]
    die: tuple[float, float]
    square: Area
    scale: float
    one_line: bool
    narrow: bool = False


@lru_cache(maxsize=64)
def plan_of(area: Area, kit: Kit, dies: Dies) -> Plan:
    """Words in a column beside the square; above it where the panel is narrow; in two columns
    beside it where the panel is low."""
    x, y, w, h = area
    sizes = kit.layout.sizes
    pad = 28.0 if kit.layout.form in ("wide", "tall") else 20.0
    line, ruler = sizes.label * 1.32, sizes.label * 1.9
    title = y + sizes.machine * 1.36
    low, narrow = h < 500, w < 640
    top = title + sizes.label * 2.4
    if low:
        top = y + pad
    elif narrow:
        top += 3.4 * line
    bottom = y + h - pad * 0.5 - ruler
    column = 166.0 if not low and not narrow else 0.0
    side = min(bottom - top, w - 2 * pad - column - (22 if column else 0))
    if low:
        side = min(side, w * 0.5)
    left = x + w - pad - side - 4
    square = (left, top, side, side)
    wide, high = (one * side / dies.side for one in dies.die)
    x += pad
    room = left - 22 - x
    if low:
        each = room / 2
        first = title + line * 1.6
        spare = wide + 16
        return Plan(
            title=(x, title, room),
            subtitle=False,
            large=(x, first, each - 16),
            small=(x + each + spare, first, each - spare),
            count=(x, bottom + ruler * 0.35, room),
            die=(x + each, first - sizes.label * 0.8 + high),
            square=square,
            scale=side / dies.side,
            one_line=True,
        )
    if narrow:
        each = (w - 2 * pad) * 0.31
        first = title + sizes.label * 3.2
        spare = wide + 14
        square = (x + (w - 2 * pad - side) / 2, top, side, side)
        return Plan(
            title=(x, title, w - 2 * pad),
            subtitle=True,
            large=(x, first, each - 12),
            small=(x + each + spare, first, each * 1.3 - spare - 8),
            count=(x + 2.3 * each + 8, first + sizes.label * 0.9, each * 0.92),
            die=(x + each, first - sizes.label * 0.8 + high),
            square=square,
            scale=side / dies.side,
            one_line=False,
            narrow=True,
        )
    foot = top + side
    return Plan(
        title=(x, title, w - 2 * pad),
        subtitle=True,
        large=(x, top + sizes.label * 0.9, room),
        small=(x, foot - high - 2.8 * line, room),
        count=(x, top + side * 0.48, room),
        die=(x, foot),
        square=square,
        scale=side / dies.side,
        one_line=False,
    )
