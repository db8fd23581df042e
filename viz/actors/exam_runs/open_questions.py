"""What two times alone do not tell, as things: sheets, lanes, boxes of tools, piles of pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from viz.stage.area import Area
from viz.stage.icons import dashed_box
from viz.stage.marks import Box, Line, Mark, Marks, Points, Shape
from viz.stage.style import Kit
from viz.stage.theme import Palette, mix

NAMES: Final = ("right", "at_once", "tools", "shorter")
DASH: Final = (6.0, 5.0)


def paper(palette: Palette) -> tuple[str, str]:
    """The colours of a sheet, and of what covers it."""
    if palette.ground < "#8":
        return mix(palette.ink, palette.ground, 0.86), mix(palette.ink, palette.ground, 0.6)
    return palette.panel, mix(palette.silicon, palette.panel, 0.5)


def covers(cell: Area) -> tuple[Area, ...]:
    """What covers the sheets of the first question."""
    found = []
    for sheet in _halves(cell):
        page = sheet.fit(0.74)
        unit = page.h / 14
        found.append(
            Area(page.x - 0.4 * unit, page.y + 7.6 * unit, page.w + 0.8 * unit, 6.4 * unit)
        )
    return tuple(found)


def _halves(cell: Area) -> tuple[Area, ...]:
    inner = cell.inset(0.08 * cell.w, 0.06 * cell.h).fit(1.6)
    return inner.columns(1, 1, gap=0.1 * inner.w)


def draw(kit: Kit, cell: Area, number: int, lanes: int, share: float) -> Marks:
    """The thing of one open question in its cell, counted from 0. So many `lanes` at once, each as
    slow, are as fast; `share` is how much of one slow question has passed."""
    things: dict[str, Callable[[], list[Mark]]] = {
        "right": lambda: _sheets(kit, cell),
        "at_once": lambda: _lanes(kit, cell, lanes, share),
        "tools": lambda: _tools(kit, cell),
        "shorter": lambda: _pages(kit, cell),
    }
    return tuple(things[NAMES[number]]())


def thread(kit: Kit, start: tuple[float, float], cell: Area, number: int) -> Line:
    """From what is not explained to the thing that might explain it."""
    x0, y0 = start
    x1, y1 = cell.cx, cell.y - 6
    way: Points = tuple(
        (x0 + (x1 - x0) * share**2 * (3 - 2 * share), y0 + (y1 - y0) * share)
        for share in (i / 24 for i in range(25))
    )
    ink = mix(kit.palette.ink, kit.palette.ground, 0.5)
    return Line(way, 2.0, ink, of="exam.open", key=f"open:{number}/thread")


def _sheets(kit: Kit, cell: Area) -> list[Mark]:
    """Two sheets of answers whose marks are covered."""
    palette = kit.palette
    sheet_ink, flap = paper(palette)
    line = mix(palette.muted, sheet_ink, 0.8)
    edge = mix(palette.muted, palette.ground, 0.8)
    marks: list[Mark] = []
    for n, sheet in enumerate(_halves(cell)):
        page = sheet.fit(0.74)
        key = f"open:0/{n}"
        marks.append(Box(*page, sheet_ink, 6, edge, 1.5, of="exam.open", key=key))
        unit = page.h / 14
        for i in range(5):
            y = page.y + (1.4 + 1.7 * i) * unit
            long = page.w * (0.5, 0.42, 0.56, 0.38, 0.47)[i]
            text = Area(page.x + 1.2 * unit, y, long, 0.6 * unit)
            tick = Area(page.right - 2.2 * unit, y - 0.3 * unit, 1.1 * unit, 1.1 * unit)
            marks += [
                Box(*text, line, 2, of="exam.open", key=f"{key}/line:{i}"),
                Box(*tick, sheet_ink, 2, line, 2, of="exam.open", key=f"{key}/box:{i}"),
            ]
        marks.append(Box(*covers(cell)[n], flap, 4, of="exam.open", key=f"{key}/cover"))
    return marks


def _lanes(kit: Kit, cell: Area, lanes: int, share: float) -> list[Mark]:
    """Questions one after the other; beside them as many at once, each of which takes as long as all
    of those: a length is a time."""
    palette = kit.palette
    ink, edge = mix(palette.ink, palette.ground, 0.82), mix(palette.ink, palette.ground, 0.5)
    inner = cell.inset(0.04 * cell.w, 0.12 * cell.h)
    inner = inner.fit(min(3.0, inner.w / inner.h))
    left, right = inner.columns(1, 1, gap=0.1 * inner.w)
    pitch = right.h / lanes
    marks: list[Mark] = []
    for i in range(lanes):
        middle = Area(left.x + i * left.w / lanes, left.cy - pitch / 2, left.w / lanes, pitch)
        one = middle.inset(2, 0.12 * pitch)
        lane = Area(right.x, right.y + i * pitch, right.w, pitch).inset(0, 0.12 * pitch)
        marks.append(Box(*one, palette.strip, 3, edge, 1.8, of="exam.open", key=f"open:1/one:{i}"))
        marks.append(dashed_box(lane, edge, 1.8, DASH, "exam.open", f"open:1/lane:{i}"))
        full = one.inset(3)
        done = min(1.0, max(0.0, share * lanes - i)) * full.w
        if done > 0.5:
            box = Area(full.x, full.y, done, full.h)
            marks.append(Box(*box, ink, 2, of="exam.open", key=f"open:1/one:{i}/done"))
        full = lane.inset(3)
        if share * full.w > 0.5:
            box = Area(full.x, full.y, share * full.w, full.h)
            marks.append(Box(*box, edge, 2, of="exam.open", key=f"open:1/lane:{i}/done"))
    return marks


def _tools(kit: Kit, cell: Area) -> list[Mark]:
    """Two boxes of tools, of two makes."""
    palette = kit.palette
    edge = mix(palette.ink, palette.ground, 0.62)
    marks: list[Mark] = []
    inner = cell.inset(0.04 * cell.w, 0.16 * cell.h)
    for n, half in enumerate(inner.columns(1, 1, gap=0.12 * inner.w)):
        box = half.fit(1.1, 0.5, 1.0)
        lid, body = box.rows(0.42, 0.58)
        key = f"open:2/{n}"
        w, h = 0.34 * lid.w, 0.5 * lid.h
        handle: Points = (
            (lid.cx - w / 2, lid.y + 0.4 * lid.h),
            (lid.cx - w / 2, lid.y + 0.4 * lid.h - h),
            (lid.cx + w / 2, lid.y + 0.4 * lid.h - h),
            (lid.cx + w / 2, lid.y + 0.4 * lid.h),
        )
        if n:  # another make: a round one
            handle = tuple(
                (lid.cx + 0.7 * w * dx, lid.y + 0.4 * lid.h - 1.1 * h * dy)
                for dx, dy in ((-1, 0), (-0.8, 0.6), (-0.3, 0.95), (0.3, 0.95), (0.8, 0.6), (1, 0))
            )
        marks += [
            Line(handle, 6.0, edge, of="exam.open", key=f"{key}/handle"),
            Box(
                *lid.cut(top=0.36 * lid.h),
                palette.core,
                (8, 20)[n],
                edge,
                2,
                of="exam.open",
                key=f"{key}/lid",
            ),
            Box(*body, palette.chip, 8, edge, 2, of="exam.open", key=f"{key}/body"),
        ]
        for i in range(2 if n else 1):
            x = body.cx + (0 if not n else (-0.26, 0.26)[i] * body.w)
            lock = Area(x - 0.06 * body.w, body.y - 0.09 * body.w, 0.12 * body.w, 0.18 * body.w)
            ink = mix(palette.ink, palette.ground, 0.86)
            marks.append(Box(*lock, ink, 3, of="exam.open", key=f"{key}/lock:{i}"))
    return marks


def _pages(kit: Kit, cell: Area) -> list[Mark]:
    """A pile of pages, and a lower one that nobody has counted."""
    palette = kit.palette
    white, _ = paper(palette)
    edge = mix(palette.muted, palette.ground, 0.8)
    inner = cell.inset(0.06 * cell.w, 0.08 * cell.h)
    marks: list[Mark] = []
    for n, (half, count) in enumerate(
        zip(inner.columns(1, 1, gap=0.14 * inner.w), (14, 8), strict=True)
    ):
        step = inner.h / 16
        slant = 0.12 * half.w
        for i in range(count):
            y = half.bottom - (i + 1) * step
            corners: Points = (
                (half.x, y + 1.2 * step),
                (half.x + slant, y),
                (half.right, y),
                (half.right - slant, y + 1.2 * step),
            )
            key = f"open:3/{n}:{i}"
            if n == 0:
                marks.append(Shape(corners, white, edge, 1.5, of="exam.open", key=key))
            else:
                ring = (*corners, corners[0])
                grey = mix(palette.ink, palette.ground, 0.5)
                marks.append(Line(ring, 1.6, grey, DASH, of="exam.open", key=key))
    return marks
