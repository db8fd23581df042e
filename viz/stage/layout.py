"""Where things stand, for each form of stage: wide, narrow (4:3), square, tall (9:16).

All in stage units (shorter side 1080). Nothing shrinks below its least size: parts reflow.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from viz.stage.look import Form, Look
from viz.stage.marks import Area


@dataclass(frozen=True, slots=True)
class Sizes:
    """Sizes of type."""

    title: float = 54
    question: float = 30
    machine: float = 36
    caption: float = 40
    numeral: float = 36
    label: float = 24
    small: float = 22
    least: float = 22


@dataclass(frozen=True, slots=True)
class Layout:
    """The parts of a stage. Baselines are y, areas are (x, y, width, height)."""

    form: Form
    width: float
    height: float
    safe: Area
    sizes: Sizes
    title: tuple[float, float, float]  # x, first baseline, room
    question: tuple[float, float, float]
    badge: Area
    body: Area
    strip: Area
    caption: float
    progress: Area
    sources: float
    hero: Area = (0.0, 0.0, 0.0, 0.0)  # of a scene with a world: what its hero has
    slug: tuple[float, float, float] = (0.0, 0.0, 0.0)  # its title from the second step on
    time: tuple[float, float, float] = (0.0, 0.0, 0.0)  # its clock: right end, baseline, room
    aside: Area | None = None  # the column of knobs and explanations, where the look has one


LARGER: Final = {
    "wide": 1.14,
    "narrow": 1.06,
    "square": 1.04,
    "tall": 1.0,
}  # the small type; the rest less
ASIDE_GAP: Final = 24.0
ASIDE: Final = {"wide": 408.0, "narrow": 360.0}  # what is left of the body is as wide as the next


@lru_cache(maxsize=64)
def layout(look: Look) -> Layout:
    """The layout of a look."""
    width, height = look.stage
    make = {"wide": _wide, "narrow": _wide, "square": _square, "tall": _tall}[look.form]
    made = make(look.form, width, height)
    made = _freed(made, look) if look.hidden else made
    made = _with_column(made) if look.aside else made
    if not look.large:
        return made
    sizes = _larger(made.sizes, LARGER[made.form])
    x, y, w, h = made.hero
    return replace(made, sizes=sizes, hero=(x, y, w, h - 1.3 * sizes.caption))  # two lines of it


def _freed(made: Layout, look: Look) -> Layout:
    """The same without what is hidden: the body takes the place of captions, down to what still
    stands below, and that of title and clock where both are gone."""
    x, y, w, h = made.body
    if "title" in look.hidden and "clock" in look.hidden:
        y, h = made.safe[1], y + h - made.safe[1]
    if look.captions:
        return replace(made, body=(x, y, w, h))
    below = made.height - made.safe[1]  # as far from the lower edge as the title from the upper
    if made.form == "tall":
        below = made.safe[1] + made.safe[3]
    if "sources" not in look.hidden:
        below = made.sources - made.sizes.small - 14
    if "progress" not in look.hidden:
        below = made.progress[1] - 28
    return replace(made, body=(x, y, w, max(h, below - y)))


def _larger(sizes: Sizes, by: float) -> Sizes:
    """Type for those who sit far away: the small most of all, for the large is read anyway."""
    return replace(
        sizes,
        question=sizes.question * 1.1,
        caption=sizes.caption * 1.15,
        numeral=sizes.numeral * 1.05,
        label=sizes.label * by,
        small=sizes.small * by,
        least=sizes.least * by,
    )


def progress_box(look: Look) -> Area:
    """Where the line of beats stands; a little taller than it looks, for fingers."""
    x, y, w, h = layout(look).progress
    return x, y - 16, w, h + 32


def columns(area: Area, weights: tuple[float, ...], gap: float = 48) -> tuple[Area, ...]:
    """An area cut into columns as wide as their weights."""
    x, y, w, h = area
    unit = (w - gap * (len(weights) - 1)) / sum(weights)
    lefts = (x + sum(weights[:i]) * unit + i * gap for i in range(len(weights)))
    return tuple((left, y, weight * unit, h) for left, weight in zip(lefts, weights, strict=True))


def rows(area: Area, weights: tuple[float, ...], gap: float = 16) -> tuple[Area, ...]:
    """An area cut into rows as high as their weights."""
    x, y, w, h = area
    unit = (h - gap * (len(weights) - 1)) / sum(weights)
    tops = (y + sum(weights[:i]) * unit + i * gap for i in range(len(weights)))
    return tuple((x, top, w, weight * unit) for top, weight in zip(tops, weights, strict=True))


def parted(area: Area, weights: tuple[float, ...], form: Form) -> tuple[Area, ...]:
    """An area cut for several pictures: side by side where it is wide, else stacked."""
    if form in ("wide", "narrow"):
        return columns(area, weights, 48 if form == "wide" else 28)
    return rows(area, weights)


def _with_column(made: Layout) -> Layout:
    """The same with a column at right: the body reflows as that of the next narrower stage.

    On a square and a tall stage nothing narrower would be readable: there the column lies over
    the lower half of the body.
    """
    x, y, w, h = made.body
    if made.form not in ASIDE:
        return replace(made, aside=(x, y + h / 2 + 8, w, h / 2 - 8))
    wide = ASIDE[made.form]
    form: Form = "narrow" if made.form == "wide" else "square"
    return replace(
        made,
        form=form,
        sizes=_NARROW if form == "narrow" else _SQUARE,
        body=(x, y, w - wide - ASIDE_GAP, h),
        hero=(x, made.hero[1], w - wide - ASIDE_GAP, made.hero[3]),
        aside=(x + w - wide, y, wide, h),
    )


_NARROW: Final = Sizes(title=50, question=28, machine=34, caption=38)
_SQUARE: Final = Sizes(title=46, question=26, machine=32, caption=36, numeral=34)


def _wide(form: Form, width: float, height: float) -> Layout:
    margin = max(0.05 * width, 54.0)
    inner = width - 2 * margin
    badge = 580.0 if form == "wide" else 500.0
    sizes = Sizes() if form == "wide" else _NARROW
    return Layout(
        form=form,
        width=width,
        height=height,
        safe=(margin, 54, inner, height - 108),
        sizes=sizes,
        title=(margin, 104, inner - badge - 30),
        question=(margin, 150, inner - badge - 30),
        badge=(width - margin - badge, 57, badge, 94),
        body=(margin, 190, inner, 692),
        strip=(0, 900, width, height - 900),
        caption=954,
        progress=(margin, 980, inner, 8),
        sources=1018,
        hero=(margin, 104, inner, 792),
        slug=(margin, 84, inner * 0.56),
        time=(width - margin, 84, inner * 0.42),
    )


def _square(form: Form, width: float, height: float) -> Layout:
    margin = 54.0
    inner = width - 2 * margin
    bottom = height - 54
    return Layout(
        form=form,
        width=width,
        height=height,
        safe=(margin, 54, inner, height - 108),
        sizes=_SQUARE,
        title=(margin, 98, inner - 340),
        question=(margin, 146, inner - 340),
        badge=(width - margin - 320, 57, 320, 92),
        body=(margin, 172, inner, bottom - 140 - 172),
        strip=(0, bottom - 128, width, 128 + 54),
        caption=bottom - 70,
        progress=(margin, bottom - 46, inner, 8),
        sources=bottom - 6,
        hero=(margin, 112, inner, bottom - 128 - 112),
        slug=(margin, 88, inner * 0.52),
        time=(width - margin, 88, inner * 0.46),
    )


def _tall(form: Form, width: float, height: float) -> Layout:
    left, right = 0.05 * width, 0.85 * width
    top, bottom = 0.15 * height, 0.80 * height
    inner = right - left
    return Layout(
        form=form,
        width=width,
        height=height,
        safe=(left, top, inner, bottom - top),
        sizes=Sizes(
            title=56, question=32, machine=42, caption=50, numeral=44, label=32, small=32, least=32
        ),
        title=(left, top + 50, inner - 290),
        question=(left, top + 100, inner - 290),
        badge=(right - 270, top, 270, 140),
        body=(left, top + 156, inner, bottom - top - 156 - 210),
        strip=(0, bottom - 200, width, height - bottom + 200),
        caption=bottom - 88,
        progress=(left, bottom - 56, inner, 10),
        sources=bottom - 8,
        hero=(24, top + 56, width - 48, bottom - top - 56 - 176),  # art may go into the margins
        slug=(left, top + 36, inner * 0.6),
        time=(right, top + 36, inner * 0.38),
    )
