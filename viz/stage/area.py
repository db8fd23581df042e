"""A rectangle of the stage or of the world, and how it is divided. The one way to say where."""

from __future__ import annotations

from typing import NamedTuple


class Area(NamedTuple):
    """Left, top, width and height, in stage units (or in those of the world, before the lens)."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.h

    @property
    def cx(self) -> float:
        """The middle from left to right."""
        return self.x + self.w / 2

    @property
    def cy(self) -> float:
        """The middle from top to bottom."""
        return self.y + self.h / 2

    def inset(self, by: float, vertical: float | None = None) -> Area:
        """Smaller on every side; larger where `by` is negative."""
        down = by if vertical is None else vertical
        return Area(self.x + by, self.y + down, self.w - 2 * by, self.h - 2 * down)

    def cut(
        self, *, left: float = 0.0, top: float = 0.0, right: float = 0.0, bottom: float = 0.0
    ) -> Area:
        """What is left when strips of these widths are cut off."""
        return Area(self.x + left, self.y + top, self.w - left - right, self.h - top - bottom)

    def columns(self, *shares: float, gap: float = 0.0) -> tuple[Area, ...]:
        """Side by side, as wide as their shares."""
        unit = (self.w - gap * (len(shares) - 1)) / sum(shares)
        found, x = [], self.x
        for share in shares:
            found.append(Area(x, self.y, share * unit, self.h))
            x += share * unit + gap
        return tuple(found)

    def rows(self, *shares: float, gap: float = 0.0) -> tuple[Area, ...]:
        """One above the other, as high as their shares."""
        return tuple(area.turned() for area in self.turned().columns(*shares, gap=gap))

    def grid(self, columns: int, rows: int, gap: float = 0.0) -> tuple[Area, ...]:
        """Equal cells, read row by row."""
        return tuple(
            cell
            for row in self.rows(*([1.0] * rows), gap=gap)
            for cell in row.columns(*([1.0] * columns), gap=gap)
        )

    def fit(self, ratio: float, x: float = 0.5, y: float = 0.5) -> Area:
        """The largest area of that width over height inside, placed by shares of what is left."""
        w, h = min(self.w, self.h * ratio), min(self.h, self.w / ratio)
        return Area(self.x + (self.w - w) * x, self.y + (self.h - h) * y, w, h)

    def turned(self) -> Area:
        """The same with both axes exchanged."""
        return Area(self.y, self.x, self.h, self.w)

    def around(self, *others: tuple[float, float, float, float]) -> Area:
        """The smallest area that holds this one and the others."""
        every = [self, *(Area(*other) for other in others)]
        x, y = min(one.x for one in every), min(one.y for one in every)
        return Area(x, y, max(o.right for o in every) - x, max(o.bottom for o in every) - y)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """The point at these shares of width and height."""
        return self.x + self.w * x, self.y + self.h * y

    def holds(self, x: float, y: float) -> bool:
        """Whether a point is inside."""
        return self.x <= x <= self.right and self.y <= y <= self.bottom

    def meets(self, other: tuple[float, float, float, float]) -> bool:
        """Whether both have more than an edge in common."""
        x, y, w, h = other
        return self.x < x + w and x < self.right and self.y < y + h and y < self.bottom
