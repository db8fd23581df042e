"""Small drawings that several actors share: flag, check mark, token."""

from __future__ import annotations

from viz.stage.marks import Disc, Glow, Line, Marks, Shape
from viz.stage.theme import Palette


def token(x: float, y: float, r: float, palette: Palette, of: str, ref: str = "") -> Marks:
    """A token: a disc with a soft glow. `ref` names what a click on it tells."""
    return (
        Glow(x, y, r * 3.2, palette.token, 0.5, of),
        Disc(x, y, r, palette.token, palette.token_edge, max(2.0, r * 0.16), 1.0, of, ref=ref),
    )


def flag(x: float, y: float, size: float, colour: str) -> Marks:
    """The little flag of a claim; x, y is the foot of its pole."""
    top = y - size
    cloth = (
        (x, top),
        (x + size * 0.8, top),
        (x + size * 0.62, top + size * 0.28),
        (x + size * 0.8, top + size * 0.56),
        (x, top + size * 0.56),
    )
    return (
        Line(((x, y), (x, top)), 2.0, colour),
        Line((*cloth, cloth[0]), 2.0, colour),
    )


def check(x: float, y: float, size: float, colour: str, width: float = 4.0) -> Marks:
    """A check mark around x, y."""
    half = size / 2
    points = ((x - half, y), (x - half * 0.25, y + half * 0.7), (x + half, y - half * 0.7))
    return (Line(points, width, colour),)


def pointer(x: float, y: float, size: float, colour: str) -> Marks:
    """A small triangle pointing right."""
    return (Shape(((x, y - size / 2), (x + size * 0.8, y), (x, y + size / 2)), colour),)
