"""Words in a plot: each goes to the first place beside its point where it meets nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from viz.stage.marks import Anchor, Area, Label, Points
from viz.stage.style import Kit
from viz.stage.text_metrics import BEFORE, line_box, width

CELL: Final = 32.0
CLEAR: Final = 6.0  # from a word to the middle of a line, which is thick
DOWN: Final = (0.35, 1.3, -0.6, 2.2, -1.5, 3.1)  # of the size: baselines to try
Side = tuple[float, float, Anchor]


@dataclass(slots=True)
class Spots:
    """What is taken in `area`: boxes of words, and points of lines that words should not cross, kept
    in cells so that those under a word are found at once."""

    area: Area
    boxes: list[Area] = field(default_factory=list)
    cells: dict[tuple[int, int], list[tuple[float, float]]] = field(default_factory=dict)

    def line(self, points: Points, step: float = 8.0) -> None:
        """A line that words should not cross."""
        for (ax, ay), (bx, by) in pairwise(points):
            count = max(1, int(max(abs(bx - ax), abs(by - ay)) / step))
            for i in range(count + 1):
                x, y = ax + (bx - ax) * i / count, ay + (by - ay) * i / count
                self.cells.setdefault((int(x // CELL), int(y // CELL)), []).append((x, y))

    def disc(self, x: float, y: float, r: float) -> None:
        """A disc that words must not cover."""
        self.boxes.append((x - r, y - r, 2 * r, 2 * r))

    def put(
        self,
        kit: Kit,
        text: str,
        at: tuple[float, float] | Points,
        size: float,
        fill: str,
        *,
        weight: int = 400,
        gap: float = 18.0,
        sides: str = "rlab",
        near: bool = False,
        most: float = 1e9,
        of: str = "",
        ref: str = "",
    ) -> Label | None:
        """The text beside a point, or beside one of several, where it meets least; None where it
        would have to lie on other words. `sides` is the order in which right, left, above, below
        are tried; with `near` no place is tried that another point might claim. `most` is how many points
        of lines may be covered."""
        wide = width(text, size, weight)
        best: tuple[float, float, float, Area] | None = None
        spots = [at] if isinstance(at[0], float | int) else list(at)
        places = [(spot, place) for spot in spots for place in _sides(sides, gap, size, near=near)]
        for i, ((px, py), (dx, dy, anchor)) in enumerate(places):
            x, y = px + dx, py + dy
            left = x - wide * BEFORE[anchor]
            left = min(max(left, self.area[0]), self.area[0] + self.area[2] - wide)
            box = line_box(left, y, wide, size, 3, 1)
            if box[1] < self.area[1] or box[1] + box[3] > self.area[1] + self.area[3]:
                continue
            if any(overlap(box, other) for other in self.boxes):
                continue
            covered = self.covered((box[0] - CLEAR, box[1] - 3, box[2] + 2 * CLEAR, box[3] + 6))
            cost = covered * 4 + i * 0.1  # rather farther along than on a line
            if covered > most:
                continue
            if best is None or cost < best[0]:
                best = (cost, left, y, box)
        if best is None:
            return None
        self.boxes.append(best[3])
        return kit.label(text, best[1], best[2], size, fill, weight=weight, of=of, ref=ref)

    def meets(self, box: Area) -> int:
        """How many words and discs a box would lie on."""
        return sum(overlap(box, other) for other in self.boxes)

    def covered(self, box: Area) -> int:
        """How many points of lines lie in a box."""
        x, y, w, h = box
        columns = range(int(x // CELL), int((x + w) // CELL) + 1)
        rows = range(int(y // CELL), int((y + h) // CELL) + 1)
        return sum(
            x <= px <= x + w and y <= py <= y + h
            for column in columns
            for row in rows
            for px, py in self.cells.get((column, row), ())
        )


def _sides(sides: str, gap: float, size: float, *, near: bool) -> list[Side]:
    down_by = DOWN[:1] if near else DOWN
    places: dict[str, list[Side]] = {
        "r": [(gap, size * down, "start") for down in down_by],
        "l": [(-gap, size * down, "end") for down in down_by],
        "a": [(0.0, -gap, "middle")],
        "b": [(0.0, gap + size * 0.8, "middle")],
    }
    return [place for side in sides for place in places[side]]


def overlap(a: Area, b: Area) -> bool:
    """Whether two boxes overlap."""
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]
