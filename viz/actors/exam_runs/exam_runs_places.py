"""Where the two runs of an exam stand: a field of questions with its clock, then bars and objects."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from viz.scene.types import Scene
from viz.stage.area import Area
from viz.stage.style import Kit

SIDES: Final = ("slow", "fast")


@dataclass(frozen=True, slots=True)
class Run:
    """One run: its name's line, its questions, its clock, the words with it, and its bar."""

    name: Area
    field: Area
    dial: Area
    words: Area
    bar: Area


@dataclass(frozen=True, slots=True)
class Compared:
    """Both runs as bars, each below its name's line, and the cells of what is not known."""

    names: tuple[Area, Area]
    bars: tuple[Area, Area]
    cells: tuple[Area, ...]


@lru_cache(maxsize=32)
def runs(world: Area, kit: Kit, count: int = 2) -> tuple[Run, ...]:
    """The questions alone, in the middle; or two runs side by side, one above the other on a tall
    stage."""
    label = kit.layout.sizes.label
    form = kit.layout.form
    whole = _words_part(world, kit)
    high = form == "tall"
    if count == 1:
        field = whole.fit(1.0)
        words = whole.cut(left=field.right - whole.x, top=0.42 * whole.h)
        if form in ("square", "tall"):
            field = whole.cut(bottom=4.5 * label).fit(1.0)
            words = whole.cut(top=field.bottom - whole.y)
        nothing = Area(whole.cx, whole.cy, 0.0, 0.0)
        return (Run(nothing, field, nothing, words, nothing),)
    gap = 0.8 * label if high else 0.045 * world.w
    halves = whole.rows(1, 1, gap=gap) if high else whole.columns(1, 1, gap=gap)
    found = []
    for half in halves:
        name = half.cut(bottom=half.h - 1.7 * label)
        bar = half.cut(top=half.h - 3.1 * label, bottom=1.5 * label)
        inner = half.cut(top=1.9 * label, bottom=3.8 * label)
        if form == "square":
            side = min(inner.w, 0.68 * inner.h)
            field = Area(inner.x + (inner.w - side) / 2, inner.y, side, side)
            below = inner.cut(top=side + 0.5 * label)
            dial, words = below.columns(0.42, 0.58, gap=0.5 * label)
        else:
            side = min(inner.h, 0.68 * inner.w)
            field = Area(inner.x, inner.y, side, side)
            column = inner.cut(left=side + 1.2 * label)
            if high:
                dial, words = column.columns(0.42, 0.58, gap=0.5 * label)
            else:
                dial, words = column.rows(0.46, 0.54, gap=0.3 * label)
        found.append(Run(name, field, dial.fit(1.0, 0.5, 0.5 if high else 0.0), words, bar))
    return tuple(found)


def _words_part(world: Area, kit: Kit) -> Area:
    """What of the world words may use, clear of the title above and the caption below."""
    safe = kit.layout.safe
    left, right = max(world.x, safe[0]), min(world.right, safe[0] + safe[2])
    top = 0.6 * kit.layout.sizes.label
    return Area(left, world.y + top, right - left, 0.965 * world.h - top)


@lru_cache(maxsize=32)
def compared(world: Area, kit: Kit, count: int) -> Compared:
    """Two bars on one scale, above the cells of so many open questions, the larger the fewer; all of
    the room for the bars where there are none yet."""
    label = kit.layout.sizes.label
    whole = _words_part(world, kit)
    high = kit.layout.form in ("square", "tall")
    above, below = whole.rows(0.42, 0.58, gap=(1.0 if high else 2.4) * label)
    both = whole.cut(top=0.1 * whole.h, bottom=0.28 * whole.h) if count < 1 else above
    first, second = both.rows(1, 1, gap=(2.0 if count < 1 else 0.6) * label)
    names = tuple(row.cut(bottom=row.h - 1.7 * label) for row in (first, second))
    bars = tuple(row.cut(top=1.8 * label) for row in (first, second))
    across = min(max(count, 1), 2 if high else 4)
    rows = 2 if high and count > 2 else 1
    cells = tuple(
        cell
        for row in below.rows(*([1.0] * rows), gap=label)
        for cell in row.columns(*([1.0] * across), gap=2 * label)
    )
    return Compared((names[0], names[1]), (bars[0], bars[1]), cells)


def places(_: Scene, world: Area, __: Any, ___: Kit) -> dict[str, Area]:
    """The one part that `look:` may name."""
    return {"exam": world}
