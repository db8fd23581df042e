"""One multiply-add, in an SM and in a core alike: a weight times a value joins a running sum."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from viz.stage.amounts import NOW, shades
from viz.stage.area import Area
from viz.stage.marks import SCALE, Box, Disc, Label, Mark
from viz.stage.style import Kit
from viz.stage.theme import Palette, contrast, mix

WIDE: Final = 260.0  # stage units: a multiply-add so wide has a strong edge
TYPE: Final = 0.52  # of a weight's side: how high its number is
EXAMPLE: Final = ("0.5", "0.8", "1.2")  # a weight, a value, the sum so far: examples
WEIGHT_AT: Final = 0.2  # of its width
VALUE_AT: Final = 0.5
SUM_AT: Final = 0.8


def side_of(lane: Area) -> float:
    """The side of a weight in it."""
    return min(lane.h * 0.56, lane.w * 0.21)


def multiply_add(
    kit: Kit, lane: Area, scale: float, who: str, show: float, *, numbers: bool = False
) -> list[Mark]:
    """The unit at work, seen `scale` times as large; `show` is its opacity. With `numbers` where
    they can be read."""
    palette = kit.palette
    edge = mix(palette.computing, palette.ink, 0.35)
    side = side_of(lane)
    weight = shades(palette, palette.weight)[NOW].fill
    marks: list[Mark] = [
        Box(
            *lane,
            mix(palette.computing, palette.ground, 0.3),
            lane.h * 0.14,
            edge,
            2 if lane.w * scale < WIDE else 4,
            show,
            "used",
            who,
        ),
        Box(
            lane.x + lane.w * WEIGHT_AT - side / 2,
            lane.cy - side / 2,
            side,
            side,
            weight,
            side * 0.1,
            alpha=show,
            of="used",
            key=f"{who}/weight",
        ),
    ]
    for name, at, fill, rim in (
        ("value", VALUE_AT, _readable(palette.token, palette), palette.token_edge),
        ("sum", SUM_AT, palette.panel, edge),
    ):
        marks.append(
            Disc(
                lane.x + lane.w * at,
                lane.cy,
                side / 2,
                fill,
                rim,
                2,
                show,
                "used",
                f"{who}/{name}",
            )
        )
    if numbers and side * scale * TYPE >= kit.layout.sizes.least:
        marks += _numbers(kit, lane, scale, who, show)
    return marks


def _numbers(kit: Kit, lane: Area, scale: float, who: str, show: float) -> list[Mark]:
    palette = kit.palette
    side = side_of(lane) * scale
    size = side * TYPE
    foot = lane.cy + size * 0.36 / scale
    lit = shades(palette, palette.weight)[NOW].fill
    texts = (
        (EXAMPLE[0], WEIGHT_AT, _ink_on(lit, palette), 700, "weight"),
        ("×", (WEIGHT_AT + VALUE_AT) / 2, palette.ink, 600, "times"),
        (EXAMPLE[1], VALUE_AT, _ink_on(_readable(palette.token, palette), palette), 700, "value"),
        ("+", (VALUE_AT + SUM_AT) / 2, palette.ink, 600, "plus"),
        (EXAMPLE[2], SUM_AT, palette.computing_text, 700, "sum"),
    )
    return [
        Label(
            text,
            lane.x + lane.w * at,
            foot,
            size,
            ink,
            weight,
            "middle",
            show,
            "used",
            f"{who}/number:{name}",
            SCALE,
        )
        for text, at, ink, weight, name in texts
    ]


def _ink_on(fill: str, palette: Palette) -> str:
    """Ink or ground, whichever is read better on a fill."""
    return max(palette.ink, palette.token_edge, palette.ground, key=lambda c: contrast(c, fill))


@lru_cache(maxsize=32)
def _readable(fill: str, palette: Palette) -> str:
    """The fill, or a little more ink in it, so that a number on it has a contrast of 4.5."""
    if contrast(_ink_on(fill, palette), fill) >= 4.5:
        return fill
    return mix(fill, palette.ink, 0.9)
