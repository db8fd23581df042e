"""Which displays there are, and who sees what on which. Pure but for `found`.

A display is a number, as people count them from 1, or a rectangle of the desktop, WxH+X+Y, for
where the system takes several projectors for one wide screen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import pygame

from viz.errors import Fault, VizError

_CENTRED: Final = 0x2FFF0000  # SDL_WINDOWPOS_CENTERED_DISPLAY
_NUMBER: Final = re.compile(r"[0-9]{1,3}", re.ASCII)
_RECTANGLE: Final = re.compile(r"([0-9]{2,5})x([0-9]{2,5})\+([0-9]{1,5})\+([0-9]{1,5})", re.ASCII)
LEAST: Final = 160  # pixels of the shorter side of a rectangle


@dataclass(frozen=True, slots=True)
class Display:
    """One display; `corner` is its place on the desktop where it is a rectangle of it."""

    number: int
    width: int
    height: int
    corner: tuple[int, int] | None = None

    @property
    def position(self) -> tuple[int, int]:
        """Where a window belongs that fills it, as SDL takes positions."""
        middle = _CENTRED | (self.number - 1)
        return self.corner or (middle, middle)


Wish = int | Display | None  # a number, a rectangle, or no wish


@dataclass(frozen=True, slots=True)
class Seats:
    """The display of the audience, and the speaker's own, if there is another."""

    audience: Display
    notes: Display | None


def found() -> tuple[Display, ...]:
    """The displays as they are at this moment."""
    sizes = pygame.display.get_desktop_sizes()
    return tuple(Display(i + 1, *size) for i, size in enumerate(sizes))


def wish(text: str) -> int | Display:
    """`2`, or `1920x1080+1920+0`. Raises VizError."""
    word = text.strip()
    if _NUMBER.fullmatch(word) and int(word) > 0:
        return int(word)
    if match := _RECTANGLE.fullmatch(word):
        width, height, x, y = map(int, match.groups())
        if min(width, height) >= LEAST:
            return Display(0, width, height, (x, y))
    what = f"'{word[:40]}' is no display"
    raise VizError(Fault(what, write="its number, like 2, or a rectangle like 1920x1080+1920+0"))


def demand(displays: tuple[Display, ...], wished: Wish, option: str) -> None:
    """Raise VizError, with the displays that exist, where the one that is wished does not, or where
    a rectangle is beyond all of them, however they stand."""
    if isinstance(wished, Display) and wished.corner is not None:
        x, y = wished.corner
        wide, high = sum(d.width for d in displays), sum(d.height for d in displays)
        if not displays or (x < wide and y < high):
            return
        there = ", ".join(f"{d.width} x {d.height}" for d in displays)
        what = f"{wished.width}x{wished.height}+{x}+{y} is no part of the desktop"
        raise VizError(Fault(what, write=f"{option} with a place on it; the displays: {there}"))
    if not isinstance(wished, int) or wished <= len(displays):
        return
    there = ", ".join(f"{d.number} ({d.width} x {d.height})" for d in displays) or "none"
    what = f"there is no display {wished}"
    raise VizError(Fault(what, write=f"{option} with one of those that exist: {there}"))


def seats(displays: tuple[Display, ...], audience: Wish = None, notes: Wish = None) -> Seats:
    """Who sits where. The audience gets the second display, which is the projector; a wish for
    a display that is gone counts as none. Where both would share one, the audience has it."""
    by_number = {display.number: display for display in displays}
    first = displays[0] if displays else Display(1, 1280, 720)
    hall = _wished(audience, by_number)
    desk = _wished(notes, by_number)
    free = [d for d in displays if d not in (hall, desk)]
    if hall is None:
        other = [d for d in free if d != first or desk is not None]
        hall = other[0] if other else first
        free = [d for d in free if d != hall]
    if desk is None:
        desk = free[0] if free else None
    return Seats(hall, None if desk == hall else desk)


def _wished(wished: Wish, by_number: dict[int, Display]) -> Display | None:
    return by_number.get(wished) if isinstance(wished, int) else wished
