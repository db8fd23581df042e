"""Whether what is repeated moves so fast that it seems to stand, or to run backwards.

Of equal squares in a row nobody can tell which is which: in a film of 30 pictures a second they must
move by at most half their pitch from one to the next, or be drawn as a streak.

What is to be drawn as a streak an actor decides, by the pace that it is given; so no scene is told of
this, and the tests hold each actor to it. A step of a whole pitch cannot be seen on two frames of such a film, so the speed is taken from
frames that are a millisecond apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import dist, hypot
from statistics import median
from typing import Final

from viz.stage.marks import Box, Disc, Dots, Field, Frame
from viz.stage.walk import seen

FILM: Final = 30.0  # pictures a second
APART: Final = (1 / 960, 1 / 700)  # seconds; two, so that no speed is a whole pitch in both
STEADY: Final = (
    1 / 120
)  # seconds; for what moves by less than a pitch a picture: places are rounded
MOST: Final = 0.5  # pitches from one picture to the next
SEEN: Final = 0.05  # opacity from which something is seen
LEAST: Final = 3  # so many equal marks are a row

Point = tuple[float, float]
Kind = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Strobe:
    """What moves too fast: the quantity that it shows, and how far it moves from picture to picture
    of the film, in pitches; half a pitch is the most."""

    of: str
    pitches: float


def strobing(frame_of: Callable[[float], Frame], t: float) -> tuple[Strobe, ...]:
    """What seems to stand or to run backwards at `t` in a film of 30 pictures a second."""
    first = frame_of(t)
    coarse = _fastest(first, {apart: frame_of(t + apart) for apart in APART})
    if all(pitches <= MOST / 2 for pitches in coarse.values()):
        return ()
    fine = _fastest(first, {STEADY: frame_of(t + STEADY)})
    found = {of: fine.get(of, one) if one < 1 else one for of, one in coarse.items()}
    return tuple(Strobe(of, pitches) for of, pitches in found.items() if pitches > MOST)


def _fastest(first: Frame, later: dict[float, Frame]) -> dict[str, float]:
    """For each quantity the pitches that its marks move in a picture of the film, by frames that
    are so many seconds later."""
    fastest: dict[str, float] = {}
    for apart, second in later.items():
        if first.glides or second.glides:
            continue  # the camera moves, and for less than a second
        for of, pitches in _moved(first, second):
            fastest[of] = max(fastest.get(of, 0.0), pitches / apart / FILM)
    return fastest


def _moved(first: Frame, second: Frame) -> Iterator[tuple[str, float]]:
    """How far each grid and each row of equal marks moved, in pitches of its own."""
    grids, later_grids = _grids(first), _grids(second)
    for kind, marks in grids.items():
        later = later_grids.get(kind, [])
        if len(marks) == len(later):
            for one, other in zip(marks, later, strict=True):
                yield one.of, _along(one, other)
    rows, later_rows = _rows(first), _rows(second)
    for kind, points in rows.items():
        later_points = later_rows.get(kind, [])
        if len(points) >= LEAST and later_points:
            pitch = median(min(dist(p, q) for q in points if q is not p) for p in points)
            moves = median(min(dist(p, q) for q in later_points) for p in points)
            if pitch > 0:
                yield str(kind[1]), moves / pitch


def _grids(frame: Frame) -> dict[Kind, list[Dots | Field]]:
    found: dict[Kind, list[Dots | Field]] = {}
    for mark, _ in seen(frame):
        if isinstance(mark, Dots | Field) and mark.alpha > SEEN:
            kind = (type(mark), mark.of, mark.key, mark.pitch_x, mark.pitch_y, mark.size)
            found.setdefault(kind, []).append(mark)
    return found


def _along(one: Dots | Field, other: Dots | Field) -> float:
    """How far a grid moved, in pitches: by less than half of one, as it looks the same after one."""
    return hypot(
        _wrapped((other.x - one.x) / one.pitch_x) if one.columns > 1 else 0.0,
        _wrapped((other.y - one.y) / one.pitch_y) if one.rows > 1 else 0.0,
    )


def _wrapped(pitches: float) -> float:
    return pitches - round(pitches)


def _rows(frame: Frame) -> dict[Kind, list[Point]]:
    """Where equal squares or circles that show one quantity stand."""
    found: dict[Kind, list[Point]] = {}
    for mark, _ in seen(frame):
        if isinstance(mark, Box | Disc) and mark.of and mark.alpha > SEEN:
            found.setdefault(_equal(mark), []).append((mark.x, mark.y))
    return found


def _equal(mark: Box | Disc) -> Kind:
    size = (mark.w, mark.h) if isinstance(mark, Box) else (mark.r,)
    return type(mark), mark.of, mark.fill, *(round(one, 2) for one in size)
