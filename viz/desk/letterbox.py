"""Where the picture lies in a window: all of it, unless the window is a mere slit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

WIDEST: Final = 21 / 9  # beyond these shapes the stage has no good layout: bars are left
TALLEST: Final = 9 / 21
SHORT_SIDE: Final = 1080.0  # stage units


@dataclass(frozen=True, slots=True)
class Placed:
    """Pixels of the picture in the window, and pixels for one stage unit."""

    x: int
    y: int
    width: int
    height: int

    @property
    def size(self) -> tuple[int, int]:
        return self.width, self.height

    @property
    def scale(self) -> float:
        return min(self.width, self.height) / SHORT_SIDE


def placed(width: int, height: int) -> Placed:
    """The picture of a window of this many pixels."""
    w = max(1, min(width, round(height * WIDEST)))
    h = max(1, min(height, round(width / TALLEST)))
    return Placed((width - w) // 2, (height - h) // 2, w, h)
