"""The chain of maps at each side: the windows that the dive came through, each with brackets around
the next."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from viz.actors.dive.dive_places import LEVELS, Dive, map_room
from viz.stage.area import Area
from viz.stage.marks import Box, Line, Mark, Marks
from viz.stage.style import Kit
from viz.stage.theme import Palette, mix
from viz.stage.view import fade

CARD: Final = 116.0
TALL: Final = 74.0
GAP: Final = 20.0


def draw(kit: Kit, place: Area, dive: Dive) -> Marks:
    """A card for each level that was left; it comes in as the next one is reached."""
    if not map_room(place, kit):
        return ()
    marks: list[Mark] = []
    top = dive.left.window.y
    for name, x in (("left", place.x), ("right", place.right - CARD)):
        for level in range(len(LEVELS) - 1):
            seen = fade(dive.depth - level, 0.6, 0.95)
            if seen <= 0:
                continue
            card = Area(x, top + level * (TALL + GAP), CARD, TALL)
            marks += _card(kit.palette, name, level, card, seen)
            y = card.bottom + 5
            ink = kit.palette.waiting
            arrow = ((card.cx, y), (card.cx, card.bottom + GAP - 5))
            marks.append(Line(arrow, 2.0, ink, (), seen, key=f"{name}/map:{level}/on"))
    return tuple(marks)


def _card(palette: Palette, name: str, level: int, card: Area, seen: float) -> list[Mark]:
    who = f"{name}/map:{level}"
    marks: list[Mark] = [
        Box(*card, palette.panel, 10.0, palette.edge, 2.0, seen, key=who),
    ]
    inner = card.inset(14.0, 10.0).fit(1.25)
    drawn = _pictures(palette)[name][level]
    for i, (fx, fy, fw, fh, fill) in enumerate(drawn[1:]):
        area = (inner.x + fx * inner.w, inner.y + fy * inner.h, fw * inner.w, fh * inner.h)
        marks.append(Box(*area, fill, 2.0, alpha=seen, key=f"{who}/part:{i}"))
    fx, fy, side = drawn[0]
    x, y = inner.x + fx * inner.w, inner.y + fy * inner.h
    half = side * inner.h / 2
    for i, (dx, dy) in enumerate(((-1, -1), (1, -1), (-1, 1), (1, 1))):
        cx, cy = x + dx * half, y + dy * half
        arm = half * 0.6
        corner = ((cx - dx * arm, cy), (cx, cy), (cx, cy - dy * arm))
        marks.append(Line(corner, 2.0, palette.ink, (), seen, key=f"{who}/bracket:{i}"))
    return marks


@lru_cache(maxsize=8)
def _pictures(palette: Palette) -> dict[str, list[list[Any]]]:
    """Of each side and level: where the brackets are (x, y, side), then its parts as shares of the
    card."""
    dark = mix(palette.silicon, palette.panel, 0.55)
    orange, dim = palette.weight, mix(palette.weight, palette.panel, 0.42)
    green = palette.computing
    packages = [
        part
        for row in range(2)
        for column in range(4)
        for part in (
            (0.02 + column * 0.25, 0.12 + row * 0.46, 0.2, 0.32, dim),
            (0.07 + column * 0.25, 0.14 + row * 0.46, 0.1, 0.28, dark),
        )
    ]
    stacks = [(x, 0.08 + k * 0.29, 0.18, 0.24, orange) for x in (0.08, 0.74) for k in range(3)]
    grid = [
        (0.1 + c * 0.135, 0.04 + r * 0.16, 0.09, 0.11, orange) for r in range(6) for c in range(6)
    ]
    return {
        "left": [
            [(0.5, 0.55, 0.36), (0.36, 0.0, 0.28, 1.0, dark), (0.4, 0.48, 0.2, 0.14, orange)],
            [(0.37, 0.74, 0.5), *packages],
            [(0.5, 0.6, 0.26), (0.3, 0.04, 0.4, 0.92, dark), *stacks[:5]],
            [
                (0.52, 0.84, 0.26),
                (0.12, 0.0, 0.76, 1.0, dark),
                (0.16, 0.06, 0.14, 0.88, dim),
                (0.0, 0.78, 0.12, 0.12, orange),
            ],
            [(0.5, 0.62, 0.3), (0.0, 0.55, 0.36, 0.12, orange), (0.36, 0.5, 0.4, 0.22, green)],
        ],
        "right": [
            [
                (0.66, 0.72, 0.36),
                (0.2, 0.0, 0.28, 1.0, dark),
                (0.52, 0.0, 0.28, 1.0, dark),
                (0.29, 0.2, 0.1, 0.12, orange),
                (0.61, 0.2, 0.1, 0.12, orange),
                (0.29, 0.66, 0.1, 0.12, orange),
                (0.61, 0.66, 0.1, 0.12, orange),
            ],
            [
                (0.5, 0.6, 0.34),
                *[(0.1, 0.02 + k * 0.14, 0.8, 0.1, orange if k == 4 else dim) for k in range(7)],
            ],
            [
                (0.4, 0.46, 0.2),
                (0.0, 0.06, 1.0, 0.22, dim),
                (0.0, 0.36, 1.0, 0.22, orange),
                (0.0, 0.66, 1.0, 0.22, dim),
            ],
            [(0.47, 0.5, 0.26), *grid],
            [(0.78, 0.5, 0.3), (0.1, 0.1, 0.44, 0.8, orange), (0.7, 0.1, 0.16, 0.8, green)],
        ],
    }
