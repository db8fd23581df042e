"""Where memory, the bus and the desks of a batch stand, in each form of the stage."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from viz.stage.machine_layout import Plan, Spot
from viz.stage.marks import Area
from viz.stage.style import Kit

LANES = 3


@dataclass(frozen=True, slots=True)
class Places:
    """The parts of the panel. `captions` is the baseline of the words under the picture, 0 where
    there is no room for them; `plan` is what the bar of a step needs."""

    title: Spot
    subtitle: Spot | None
    memory: Area
    bus: Area
    desks: Area
    captions: float
    totals: Spot
    plan: Plan


@lru_cache(maxsize=64)
def places(area: Area, kit: Kit) -> Places:
    """The places in an area."""
    x, y, w, h = area
    sizes, form = kit.layout.sizes, kit.layout.form
    wide = form in ("wide", "narrow")
    pad = 28.0 if form in ("wide", "tall") else 22.0
    left, inner = x + pad, w - 2 * pad
    title = y + sizes.machine * 1.38
    top = title + (sizes.label * 2.7 if wide else sizes.label * 0.7)
    line = sizes.label * 1.3
    lines = 2 if form == "narrow" else 1
    legend = y + h - sizes.label * 0.7 - (lines - 1) * 34
    if form == "square":  # no room for it: the bar's colours are those of the frontier
        legend = y + h + sizes.label * 0.6
    bar_h = 34.0 if wide else 26.0
    bar = legend - sizes.label * 1.4 - bar_h
    totals = bar - sizes.label * 0.72
    captions = totals - sizes.label * 2.2 if wide else 0.0
    bottom = captions - sizes.label * 1.25 if wide else totals - sizes.label * 1.45
    tall = bottom - top
    memory = (left, top, inner * (0.18 if wide else 0.14), tall)
    bus_w = inner * (0.26 if wide else 0.27)
    bus_h = min(84.0, tall * 0.4)
    lower = 0.72 if form == "tall" else 0.5  # words above it alone
    bus = (left + memory[2], top + (tall - bus_h) * lower, bus_w, bus_h)
    start = bus[0] + bus_w
    desks = (start, top, left + inner - start, tall)
    spot = (left, 0.0, inner)
    plan = Plan(
        panel=area,
        title=(left, title, inner),
        siblings=None,
        subtitle=spot if form == "wide" else None,
        picture=(left, top, inner, tall),
        captions=captions,
        one_token=spot,
        speed=spot,
        bar=(left, bar, inner, bar_h),
        bar_total=False,
        legend=(left, legend, inner, line),
        moved=spot,
        writing=spot,
        writing_discs=None,
    )
    return Places(
        title=(left, title, inner),
        subtitle=(left, title + sizes.label * 1.5, inner) if wide else None,
        memory=memory,
        bus=bus,
        desks=desks,
        captions=captions,
        totals=(left, totals, inner),
        plan=plan,
    )
