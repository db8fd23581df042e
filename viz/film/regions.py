"""Which parts of a picture are converted again, and how they are laid side by side for that. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from viz.film.job import Rect

Region = tuple[int, int, int, int]  # left, top, right, bottom in pixels, all even
GRID: Final = 8
APRON: Final = 4  # pixels around a region that swscale's filters may look at; 2 are enough


def regions(changed: Iterable[Rect], width: int, height: int) -> list[Region]:
    """What to convert, in steps of a grid, few and without overlap.

    A changed pixel reaches the colour of a row beyond its own, hence the two more all around.
    """
    done: list[Region] = []
    left = [
        (
            max(0, x - 2) // GRID * GRID,
            max(0, y - 2) // GRID * GRID,
            min(width, -(-(x + w + 2) // GRID) * GRID),
            min(height, -(-(y + h + 2) // GRID) * GRID),
        )
        for x, y, w, h in changed
        if w > 0 and h > 0
    ]
    while left:
        one = left.pop()
        hit = next((other for other in done if _overlap(one, other)), None)
        if hit is None:
            done.append(one)
        else:
            done.remove(hit)
            left.append((*map(min, one[:2], hit[:2]), *map(max, one[2:], hit[2:])))  # type: ignore[arg-type]
    if sum((right - x) * (bottom - y) for x, y, right, bottom in done) > width * height // 2:
        return [(0, 0, width, height)]
    return done


def _overlap(one: Region, other: Region) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def laid(found: list[Region], wide: int) -> tuple[list[tuple[int, int]], int]:
    """Where each region's window (the region and its apron) stands on a sheet that is `wide` pixels
    wide, and how high the sheet is. None may be wider than the sheet.

    The highest come first, in rows; under a lower one, others stand that fit there.
    """
    places = [(0, 0)] * len(found)
    holes: list[tuple[int, int, int, int]] = []  # what is free under windows
    x = y = row = 0
    for i in sorted(range(len(found)), key=lambda i: found[i][1] - found[i][3]):
        left, top, right, bottom = found[i]
        across, down = right - left + 2 * APRON, bottom - top + 2 * APRON
        for n, (hole_x, hole_y, end_x, end_y) in enumerate(holes):
            if hole_x + across <= end_x and hole_y + down <= end_y:
                places[i] = hole_x, hole_y
                holes[n] = (hole_x, hole_y + down, end_x, end_y)
                break
        else:
            if x + across > wide:
                x, y, row = 0, y + row, 0
            row = max(row, down)
            places[i] = x, y
            holes.append((x, y + down, x + across, y + row))
            x += across
    return places, y + row
