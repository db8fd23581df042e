"""The shapes of users: a token of one user looks like no other's near it.

Eight shapes in three blues, so that 24 users in a row can be told apart by more than hue.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from typing import Final

from viz.stage.marks import Disc, Mark, Points, Shape
from viz.stage.theme import Palette, mix

KINDS: Final = ("disc", "triangle", "diamond", "ring", "plus", "hexagon", "down", "star")
TINTS: Final = 3


def token(
    user: int,
    x: float,
    y: float,
    r: float,
    palette: Palette,
    of: str,
    alpha: float = 1.0,
    key: str = "",
) -> Mark:
    """The token of a user, about as large as a circle of radius `r` around x, y."""
    fill, edge = tint(user, palette), palette.token_edge
    edge_w = max(1.5, r * 0.15)
    kind = KINDS[user % len(KINDS)]
    if kind == "disc":
        return Disc(x, y, r, fill, edge, edge_w, alpha, of, key)
    if kind == "ring":
        return Disc(x, y, r * 0.95, edge, fill, r * 0.52, alpha, of, key)
    return Shape(outline(kind, r), fill, edge, edge_w, alpha, of, x, y, key)


def tint(user: int, palette: Palette) -> str:
    """One of three blues."""
    return _tints(palette)[(user // len(KINDS) * 2 + user) % TINTS]


@lru_cache(maxsize=8)
def _tints(palette: Palette) -> tuple[str, str, str]:
    light = mix(palette.token, "#FFFFFF", 0.55)
    deep = mix(palette.token, "#0B5FA5", 0.5)
    if palette.token_edge == "#FFFFFF":  # on a light ground the palest one would be lost
        light = mix(palette.token, "#0A2A4A", 0.62)
    return palette.token, light, deep


@lru_cache(maxsize=256)
def outline(kind: str, r: float) -> Points:
    """The corners of a shape around 0, 0: of about the same area for each kind."""
    if kind == "triangle":
        return _polygon(3, r * 1.22, -pi / 2, r * 0.16)
    if kind == "down":
        return _polygon(3, r * 1.22, pi / 2, -r * 0.16)
    if kind == "diamond":
        return ((0.0, -r * 1.18), (r * 0.95, 0.0), (0.0, r * 1.18), (-r * 0.95, 0.0))
    if kind == "hexagon":
        return _polygon(6, r * 1.06, 0.0, 0.0)
    if kind == "star":
        spokes = ((r * (1.22 if i % 2 == 0 else 0.55), -pi / 2 + i * pi / 5) for i in range(10))
        return tuple((radius * cos(a), radius * sin(a)) for radius, a in spokes)
    arm, wide = r * 1.0, r * 0.4  # plus
    return (
        (-wide, -arm),
        (wide, -arm),
        (wide, -wide),
        (arm, -wide),
        (arm, wide),
        (wide, wide),
        (wide, arm),
        (-wide, arm),
        (-wide, wide),
        (-arm, wide),
        (-arm, -wide),
        (-wide, -wide),
    )


def _polygon(corners: int, r: float, first: float, down: float) -> Points:
    turns = (first + i * 2 * pi / corners for i in range(corners))
    return tuple((r * cos(a), r * sin(a) + down) for a in turns)
