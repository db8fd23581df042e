"""How one machine's panel is divided, for each form of stage."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from viz.stage.layout import Layout
from viz.stage.marks import Area

Spot = tuple[float, float, float]  # x, baseline, room


@dataclass(frozen=True, slots=True)
class Plan:
    """The parts of a machine's panel. `subtitle` and `siblings` are None where there is no room."""

    panel: Area
    title: Spot
    siblings: tuple[float, float] | None  # right end and middle line
    subtitle: Spot | None
    picture: Area
    captions: float  # baseline of the words under the picture
    one_token: Spot
    speed: Spot  # x is the right end
    bar: Area
    bar_total: bool  # the total stands at the bar's end, and bars share one scale
    legend: tuple[float, float, float, float]  # x, first baseline, room, line height
    moved: Spot
    writing: Spot
    writing_discs: tuple[float, float, float] | None  # x, y, room


@lru_cache(maxsize=64)
def plan(area: Area, layout: Layout) -> Plan:
    """The plan of a panel that has `area` to stand in, with what belongs below it."""
    if layout.form == "tall":
        return _tall(area)
    if layout.form == "square":
        return _row(area)
    return _column(area, layout)


def _column(area: Area, layout: Layout) -> Plan:
    x, y, w, h = area
    pad = 28.0 if layout.form == "wide" else 22.0
    panel = (x, y, w, h - 52)
    bottom = y + h - 52
    inner, left = w - 2 * pad, x + pad
    two_lines = layout.form == "narrow"
    lift = 34.0 if two_lines else 0.0
    top = y + 120
    return Plan(
        panel=panel,
        title=(left, y + 50, inner),
        siblings=(left + inner, y + 38),
        subtitle=(left, y + 86, inner),
        picture=(left, top, inner, bottom - 182 - lift - top),
        captions=bottom - 154 - lift,
        one_token=(left, bottom - 104 - lift, inner * 0.5),
        speed=(left + inner, bottom - 104 - lift, inner * 0.45),
        bar=(left, bottom - 88 - lift, inner, 34),
        bar_total=False,
        legend=(left, bottom - 21 - lift, inner, 34),
        moved=(left, y + h - 8, inner * 0.5),
        writing=(
            left + inner * (0.46 if layout.form == "wide" else 0.52),
            y + h - 8,
            inner * (0.54 if layout.form == "wide" else 0.48) + pad,
        ),
        writing_discs=None,
    )


def _row(area: Area) -> Plan:
    x, y, w, h = area
    pad = 20.0
    split = w * 0.5
    left, right = x + pad, x + split + pad
    inner, side = split - pad, w - split - 2 * pad
    return Plan(
        panel=area,
        title=(left, y + 42, w * 0.5),
        siblings=(x + w - pad, y + 31),
        subtitle=None,
        picture=(left, y + 62, inner, h - 62 - 48),
        captions=y + h - 16,
        one_token=(right, y + 108, side * 0.5),
        speed=(right + side, y + 108, side * 0.48),
        bar=(right, y + 122, side, 28),
        bar_total=False,
        legend=(right, y + 182, side, 30),
        moved=(right, y + h - 56, side),
        writing=(right, y + h - 18, side),
        writing_discs=None,
    )


def _tall(area: Area) -> Plan:
    x, y, w, h = area
    pad = 24.0
    left, inner = x + pad, w - 2 * pad
    bottom = y + h
    middle = x + w * 0.44
    return Plan(
        panel=area,
        title=(left, y + 52, middle - left - 16),
        siblings=None,
        subtitle=None,
        picture=(left, y + 80, inner, h - 80 - 222),
        captions=bottom - 182,
        one_token=(left, bottom - 84, inner),
        speed=(left + inner, bottom - 128, inner * 0.42),
        bar=(left, bottom - 110, inner, 38),
        bar_total=True,
        legend=(left, bottom - 24, inner, 40),
        moved=(left, bottom - 128, inner * 0.56),
        writing=(middle, y + 64, x + w - pad - middle),
        writing_discs=(middle, y + 22, x + w - pad - middle),
    )
