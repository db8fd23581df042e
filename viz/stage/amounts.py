"""True amounts: so many equal squares or circles, and the one brightness of each of their states.

A square stands for one amount in a scene, everywhere. What it does is said by brightness alone:
in use this instant, brightest; here and still to come for this word, full; done for this word, a
third dimmer; never touched, dark; not here, an outline.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor
from typing import Final

from viz.stage.marks import Shade
from viz.stage.theme import Palette, mix

NOTHING: Final = 0
DONE: Final = 1
HERE: Final = 2
NOW: Final = 3
NEVER: Final = 4
ABSENT: Final = 5
FILM: Final = 1 / 30  # screen seconds between two pictures of a film
HALF: Final = 0.5  # of its pitch: what moves more than that from picture to picture is a streak
FLASHES: Final = 2.5  # a second: what changes more often stands still at its mean


@lru_cache(maxsize=64)
def shades(palette: Palette, colour: str, edge_w: float = 1.5) -> tuple[Shade, ...]:
    """How cells of a colour look, by state: the index is one of the constants of this module."""
    bright = mix(colour, "#FFFFFF" if palette.ground < "#8" else palette.ink, 0.5)
    return (
        Shade(),
        Shade(mix(colour, palette.panel, 0.46)),
        Shade(colour),
        Shade(bright),
        Shade(mix(colour, palette.panel, 0.16)),
        Shade("", mix(colour, palette.panel, 0.5), edge_w),
    )


def whole(amount: float, each: float) -> int:
    """How many squares an amount is, the nearest whole number; at least one of something."""
    return max(1, round(amount / each)) if amount > 0 else 0


def grid(count: int, ratio: float) -> tuple[int, int]:
    """Columns and rows of so many squares in an area of that width over height."""
    if count <= 0:
        return 1, 1
    rows = max(1, round((count / ratio) ** 0.5))
    return ceil(count / rows), rows


def swept(count: int, share: float) -> bytes:
    """The states of cells that are used one after the other: `share` of the way through them."""
    at = min(max(share, 0.0), 1.0) * count
    done = min(floor(at), count)
    now = 1 if 0.0 < at < count else 0
    return bytes([DONE]) * done + bytes([NOW]) * now + bytes([HERE]) * (count - done - now)


def streaks(pitch: float, speed: float) -> bool:
    """Whether things of that pitch (units of the stage) that move at that speed (units a second of
    the screen) are drawn as a streak: a film would show them flicker, or run backwards."""
    return speed * FILM > HALF * pitch


def flickers(times_a_second: float) -> bool:
    """Whether a state that comes and goes so often is drawn at its mean instead."""
    return times_a_second > FLASHES
