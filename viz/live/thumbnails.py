"""Small pictures in a window: each has a painter of its own, and is painted when it changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pygame

from viz.desk.letterbox import Placed
from viz.paint.surface import Painter
from viz.stage.look import Look
from viz.stage.marks import Area, Frame


@dataclass(frozen=True, slots=True)
class Inset:
    """A picture for an area of the stage (stage units); `shape` is width by height of the screen
    that it stands for. The same `key` is the same picture; `make` is asked for another."""

    area: Area
    shape: tuple[int, int]
    key: object
    make: Callable[[tuple[int, int]], Frame]


@dataclass
class _Painted:
    size: tuple[int, int]
    key: object
    painter: Painter
    good: pygame.Surface | None = None


@dataclass
class Insets:
    """The painters of a window's small pictures. At most one is painted anew at a time, for the
    large picture in the other window moves on meanwhile; `stale` tells that another waits."""

    painted: dict[int, _Painted] = field(default_factory=dict)
    stale: bool = False

    def draw(self, surface: pygame.Surface, place: Placed, insets: tuple[Inset, ...]) -> None:
        """Put them on a window's surface; one that fails keeps its last good picture."""
        order = list(enumerate(insets))
        if self.stale:  # whoever waited comes first
            order.reverse()
        self.stale, busy = False, False
        for i, inset in order:
            x, y, w, h = (round(side * place.scale) for side in inset.area)
            width, height = _fitted(inset.shape, (w, h))
            there = self.painted.get(i)
            if there is None or there.size != (width, height):
                there = _Painted((width, height), None, Painter(width, height))
                self.painted[i] = there
            if there.key != inset.key and busy:
                self.stale = True
            elif there.key != inset.key:
                there.key, busy = inset.key, True
                try:
                    there.good = there.painter.paint(inset.make((width, height)))
                except Exception:  # noqa: BLE001  # the window with the real picture tells it
                    there.painter = Painter(width, height)
            if there.good is not None:
                left, top = place.x + x + (w - width) // 2, place.y + y + (h - height) // 2
                surface.blit(there.good, (left, top))


def look_of(look: Look, size: tuple[int, int]) -> Look:
    """The same look for a small picture."""
    return Look(*size, theme=look.theme, lang=look.lang, large=look.large)


def share(area: Area, shape: tuple[int, int], x: float, y: float) -> tuple[float, float]:
    """Where a point lies in a small picture, as shares of its width and height: 0 to 1 inside."""
    left, top, w, h = area
    scale = min(w / max(1, shape[0]), h / max(1, shape[1]))
    wide, high = max(1.0, shape[0] * scale), max(1.0, shape[1] * scale)
    return (x - left - (w - wide) / 2) / wide, (y - top - (h - high) / 2) / high


def _fitted(shape: tuple[int, int], room: tuple[int, int]) -> tuple[int, int]:
    """The largest picture of a shape in a room, in pixels."""
    share = min(room[0] / max(1, shape[0]), room[1] / max(1, shape[1]))
    return max(1, round(shape[0] * share)), max(1, round(shape[1] * share))
