"""Racks and a person: what both machines stand in, and how large they are."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from viz.stage.area import Area
from viz.stage.marks import Box, Disc, Gradient, Mark, Marks, Shape
from viz.stage.theme import Palette, mix

UNITS: Final = 14  # plates that are drawn on a rack's front


@lru_cache(maxsize=64)
def draw_rack(palette: Palette, rack: Area, shift: float, *, lit: bool, who: str) -> Marks:
    """One rack of a row; the machine's own is a little lighter."""
    area = Area(rack.x + shift, rack.y, rack.w, rack.h).inset(8.0, 0.0)
    fill = mix(palette.chip, palette.ground, 0.9 if lit else 0.4)
    edge = palette.waiting if lit else palette.edge
    marks: list[Mark] = [Box(*area, fill, 14.0, edge, 2.0 if lit else 1.5, key=who)]
    plate = mix(palette.edge, palette.ground, 0.55 if lit else 0.35)
    for i, row in enumerate(area.inset(55.0, 60.0).rows(*([1.0] * UNITS), gap=22.0)):
        marks.append(Box(*row, plate, 6.0, alpha=0.55, key=f"{who}/plate:{i}"))
    return tuple(marks)


def ground(palette: Palette, floor: float, who: str) -> Mark:
    """The floor that racks stand on."""
    stops = ((0.0, palette.edge, 0.55), (1.0, palette.ground, 0.0))
    return Gradient(-6000.0, floor, 12000.0, 260.0, stops, down=True, key=f"{who}/floor")


@lru_cache(maxsize=16)
def person(x: float, floor: float, tall: float, palette: Palette) -> Marks:
    """Somebody who stands there: head, body, arms and legs, `tall` from the floor up."""
    body = mix(palette.silicon, palette.ground, 0.75)
    rim = mix(palette.weight, palette.ground, 0.7)
    u = tall / 100.0
    outline = (
        (-4, 17), (4, 17), (6, 20.5), (13, 22.5), (16.5, 28), (18, 40), (18.5, 55),
        (17, 58.5), (14.5, 57), (13.5, 44), (12, 34), (11.5, 50), (12.2, 58), (11, 98.5),
        (10, 100), (3, 100), (2, 98.5), (0.8, 60), (-0.8, 60), (-2, 98.5), (-3, 100),
        (-10, 100), (-11, 98.5), (-12.2, 58), (-11.5, 50), (-12, 34), (-13.5, 44),
        (-14.5, 57), (-17, 58.5), (-18.5, 55), (-18, 40), (-16.5, 28), (-13, 22.5), (-6, 20.5),
    )  # fmt: skip
    points = tuple((px * u, (py - 100.0) * u) for px, py in outline)
    return (
        Shape(points, body, rim, 2.0, x=x, y=floor, key="person/body"),
        Disc(x, floor - 91.5 * u, 8.5 * u, body, rim, 2.0, key="person/head"),
    )
