"""Small drawings that several actors share: flag, check mark, token, person."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from viz.stage.area import Area
from viz.stage.marks import Box, Disc, Glow, Line, Mark, Marks, Shape
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


def dashed_box(
    area: Area, colour: str, width: float, dash: tuple[float, float], of: str, key: str
) -> Line:
    """The outline of what is not there."""
    corners = (
        (area.x, area.y),
        (area.right, area.y),
        (area.right, area.bottom),
        (area.x, area.bottom),
        (area.x, area.y),
    )
    return Line(corners, width, colour, dash, of=of, key=key)


def tool_box(
    area: Area, palette: Palette, of: str, key: str, *, runs: float = 0.0, done: float = -1.0
) -> Marks:
    """A tool as a box: a prompt, a wheel, a bar. It runs while `done` is from 0 to 1: then its edge
    is bright and its bar fills; the wheel has turned a quarter for each second that it `runs`."""
    busy = 0.0 <= done < 1.0
    ink = palette.ink if busy else palette.muted
    unit = area.h / 8
    x, y = area.x + 1.5 * unit, area.y + 3.0 * unit
    thick = max(1.5, min(2.5, 0.3 * unit))
    prompt = ((x, y - unit), (x + 1.2 * unit, y), (x, y + unit))
    under = ((x + 1.9 * unit, y + unit), (x + 3.6 * unit, y + unit))
    bar = Area(area.x + 1.5 * unit, area.bottom - 2.6 * unit, area.w - 3 * unit, unit)
    marks: list[Mark] = [
        Box(*area, palette.chip, 1.2 * unit, ink, thick, of=of, key=key),
        Line(prompt, thick, ink, of=of, key=f"{key}/prompt"),
        Line(under, thick, ink, of=of, key=f"{key}/under"),
        Box(*bar, palette.track, unit / 2, of=of, key=f"{key}/track"),
    ]
    if busy and done * bar.w > unit:
        full = Area(bar.x, bar.y, done * bar.w, bar.h)
        marks.append(Box(*full, palette.ink, unit / 2, of=of, key=f"{key}/bar"))
    hub = (area.right - 3.0 * unit, area.y + 2.9 * unit)
    for i in range(3):
        turn = runs / 4 + i / 6
        dx, dy = 1.5 * unit * sin(2 * pi * turn), 1.5 * unit * cos(2 * pi * turn)
        ends = ((hub[0] - dx, hub[1] + dy), (hub[0] + dx, hub[1] - dy))
        marks.append(Line(ends, thick, ink, of=of, key=f"{key}/spoke:{i}"))
    marks.append(Disc(*hub, 0.8 * unit, palette.chip, ink, thick, of=of, key=f"{key}/hub"))
    return tuple(marks)


PERSON: Final = ((-1.7, 3.2), (-1.7, 2.1), (-1.3, 1.6), (-0.7, 1.3), (0.7, 1.3), (1.3, 1.6), (1.7, 2.1), (1.7, 3.2))  # fmt: skip


def person(
    x: float, y: float, r: float, palette: Palette, key: str, *, there: bool = True
) -> Marks:
    """A person, head and shoulders; an outline where nobody is. x, y is the middle of the head, `r`
    its radius; the shoulders end 3.2 of them below."""
    points = tuple((px * r, py * r) for px, py in PERSON)
    if there:
        return (
            Disc(x, y, r, palette.ink, key=f"{key}/head"),
            Shape(points, palette.ink, x=x, y=y, key=f"{key}/body"),
        )
    outline = tuple((x + px, y + py) for px, py in (*points, points[0]))
    return (
        Disc(x, y, r, palette.ground, palette.muted, 1.5, key=f"{key}/head"),
        Line(outline, 1.5, palette.muted, (5, 5), key=f"{key}/body"),
    )
