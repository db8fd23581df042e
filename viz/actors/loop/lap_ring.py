"""A lap as a ring: one turn is one lap, arcs are time, clockwise. Solid arcs and hatched ones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

from viz.stage.marks import Arc, Disc, Line, Marks, Shape
from viz.stage.theme import Palette

STRIPE = 7.0  # width of a stripe of hatch, measured on the middle of the ring
GAP = 3.0  # between arcs that touch


@dataclass(frozen=True, slots=True)
class Ring:
    """Its centre, the radius to the middle of its band, and the band's width.

    `half` is how far names beside it may reach from its centre.
    """

    x: float
    y: float
    r: float
    band: float
    half: float = 1e9

    @property
    def outer(self) -> float:
        """The radius of its outer edge."""
        return self.r + self.band / 2

    @property
    def inner(self) -> float:
        """The radius of its inner edge."""
        return self.r - self.band / 2

    def at(self, turn: float, r: float | None = None) -> tuple[float, float]:
        """The place at `turn` turns clockwise from the top, on the middle of the band or at r."""
        r = self.r if r is None else r
        return self.x + r * sin(2 * pi * turn), self.y - r * cos(2 * pi * turn)

    def turns(self, length: float) -> float:
        """A length along the middle of the band, in turns."""
        return length / (2 * pi * self.r)


def solid(ring: Ring, start: float, end: float, fill: str, of: str) -> Marks:
    """An arc in one colour, with half a gap at each end."""
    gap = min(ring.turns(GAP) / 2, (end - start) * 0.25) if end - start < 1 else 0.0
    return (Arc(ring.x, ring.y, ring.r, ring.band, start + gap, end - gap, fill, of=of),)


@lru_cache(maxsize=128)
def hatched(ring: Ring, start: float, end: float, palette: Palette, of: str) -> Marks:
    """An arc of slanted stripes, over the ring's ground: waiting, tools.

    All stripes are one comb-shaped polygon, joined along the inner edge by lines without area:
    one shape is painted many times faster than a hundred.
    """
    gap = min(ring.turns(GAP) / 2, (end - start) * 0.25)
    start, end = start + gap, end - gap
    stripe, slant = ring.turns(STRIPE), ring.turns(ring.band * 0.6)
    comb: list[tuple[float, float]] = []
    back: list[tuple[float, float]] = []
    for i in range(int((end - start + slant) / (2 * stripe)) + 1):
        foot = start - slant + 2 * stripe * i
        corners = _stripe(ring, foot, stripe, slant, start, end)
        if corners:
            first, *_, last = corners
            comb += corners
            back += (first, last)
    if not comb:
        return ()
    return (Shape((*comb, *reversed(back)), palette.waiting, alpha=0.86, of=of),)


def _stripe(
    ring: Ring, foot: float, wide: float, slant: float, start: float, end: float
) -> tuple[tuple[float, float], ...]:
    """A stripe from the inner edge out and back, cut where its arc starts and ends.

    Its first and last points are the ones nearest to the inner edge.
    """
    inner, band = ring.inner, ring.band

    def side(left: float) -> list[tuple[float, float]]:
        """A slanted side that rises from the inner edge at `left`, from its foot to its top."""
        low, high = max(left, start), min(left + slant, end)
        if low >= high:
            return []
        return [(turn, (turn - left) / slant) for turn in (low, high)]

    rising, falling = side(foot), side(foot + wide)
    if not rising and not falling:
        return ()
    if not rising:  # only the right side is in the arc: the left one is cut off by its start
        rising = [(start, (start - foot - wide) / slant), (start, 1.0)]
    if not falling:
        falling = [(end, 0.0), (end, (end - foot) / slant)]
    if foot < start and rising[0][0] <= start and foot + wide > start:
        rising = [(start, 0.0), *rising]
    points = [*rising, *reversed(falling)]
    if foot + slant < end < foot + wide + slant:  # the outer right corner is cut off
        points = [*rising, (end, 1.0), *reversed(falling)]
    return tuple(ring.at(turn, inner + band * share) for turn, share in points)


def between(ring: Ring, turn: float, palette: Palette, of: str) -> Marks:
    """The gap between two stations."""
    ends = (ring.at(turn, ring.inner), ring.at(turn, ring.outer))
    return (Line(ends, GAP, palette.panel, of=of),)


def finish(ring: Ring, turn: float, palette: Palette) -> Marks:
    """The line where a lap starts and ends."""
    inner, outer = ring.at(turn, ring.inner - 5), ring.at(turn, ring.outer + 7)
    return (Line((inner, outer), 4.0, palette.ink),)


def chevron(ring: Ring, turn: float, palette: Palette) -> Marks:
    """An arrowhead on the band, pointing clockwise."""
    size = ring.band * 0.2
    back = ring.turns(size * 0.9)
    points = (
        ring.at(turn - back / 2, ring.r + size),
        ring.at(turn + back / 2, ring.r),
        ring.at(turn - back / 2, ring.r - size),
    )
    return (Line(points, 3.0, palette.ink, alpha=0.9),)


def station_icon(ring: Ring, turn: float, name: str, palette: Palette) -> Marks:
    """What a station does: lines to read, dots to think, a triangle to act, a prompt for a tool."""
    x, y = ring.at(turn)
    s = ring.band * 0.2
    dark = palette.channel if palette.token_edge != "#FFFFFF" else "#FFFFFF"
    if name == "read":
        wide = ((-1.0, 1.0), (-1.0, 1.0), (-1.0, 0.2))
        return tuple(
            Line(((x + a * s, y + (i - 1) * s), (x + b * s, y + (i - 1) * s)), 2.5, dark)
            for i, (a, b) in enumerate(wide)
        )
    if name == "think":
        return tuple(Disc(x + i * s * 1.1, y, s * 0.36, dark) for i in (-1, 0, 1))
    if name == "act":
        return (Shape(((x - s * 0.8, y - s), (x + s, y), (x - s * 0.8, y + s)), dark),)
    prompt = ((x - s * 1.1, y - s * 0.8), (x - s * 0.2, y), (x - s * 1.1, y + s * 0.8))
    ground = palette.ground if dark != "#FFFFFF" else palette.knob
    ink = palette.ink if dark != "#FFFFFF" else palette.panel
    return (
        Disc(x, y, ring.band * 0.42, ground),
        Line(prompt, 2.5, ink),
        Line(((x + s * 0.2, y + s * 0.8), (x + s * 1.2, y + s * 0.8)), 2.5, ink),
    )
