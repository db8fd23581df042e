"""Whether a show flashes: more than three pairs of opposite changes of brightness in a second.

After WCAG 2.2, 2.3.1: a change counts from a tenth of the brightness of white, where the darker
side is below 0.8; what flashes over less than a quarter of any third of the stage by a third is
safe.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Final

MOST: Final = 3  # flashes a second
CHANGE: Final = 0.1  # of the relative luminance of white
BRIGHT: Final = 0.8
SHARE: Final = 0.25  # of a third of the stage by a third

Bright = Sequence[Sequence[float]]  # rows of relative luminance, from 0 to 1


def too_often(frames: Iterable[Bright]) -> bool:
    """Whether enough of the stage changes there and back more than three times in these frames,
    which are all of one size and fill one second."""
    pixels = [list(zip(*rows, strict=True)) for rows in zip(*frames, strict=True)]
    often = [[_changes(pixel) > 2 * MOST for pixel in row] for row in pixels]
    high, wide = len(often) // 3, (len(often[0]) if often else 0) // 3
    if not high or not wide:
        return False
    sums = _sums(often)
    return any(
        sums[y + high][x + wide] - sums[y][x + wide] - sums[y + high][x] + sums[y][x]
        >= SHARE * high * wide
        for y in range(len(often) - high + 1)
        for x in range(len(often[0]) - wide + 1)
    )


def _sums(often: Sequence[Sequence[bool]]) -> list[list[int]]:
    """How many are set above and left of each corner."""
    sums = [[0] * (len(often[0]) + 1)]
    for row in often:
        along = accumulate(row, initial=0)
        sums.append([above + here for above, here in zip(sums[-1], along, strict=True)])
    return sums


def _changes(pixel: Sequence[float]) -> int:
    """How often a pixel turned from brighter to darker or back, by a tenth or more."""
    if max(pixel) - min(pixel) < CHANGE:
        return 0
    last, way, changes = pixel[0], 0, 0
    for now in pixel[1:]:
        if now - last >= CHANGE and last < BRIGHT and way <= 0:
            last, way, changes = now, 1, changes + 1
        elif last - now >= CHANGE and now < BRIGHT and way >= 0:
            last, way, changes = now, -1, changes + 1
        elif (way >= 0 and now > last) or (way <= 0 and now < last):
            last = now
    return changes
