"""Panels that lie over the stage: rows of several columns in a box that fits one screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from viz.stage.layout import layout
from viz.stage.look import Look
from viz.stage.marks import Box, Label, Line, Mark, Marks
from viz.stage.text_metrics import fitted, width, wrapped
from viz.stage.theme import Palette, palette

MARGIN: Final = 40.0  # stage units round a panel, and inside it
WIDEST: Final = 1560.0  # stage units; a longer line is tiring to read
ELLIPSIS: Final = "…"
HEAD_ROOM: Final = 0.4  # rows
SECOND_LINE: Final = 0.85  # rows
NARROW_COLUMNS: Final = 3  # as many stand side by side on a tall stage
TIGHT: Final = 1.26  # rows stand no closer than so many times the type
LEAST: Final = 16.0  # only where a window is so small that nothing else fits


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its cells from the left, the first of them as key caps where `keys` are given.

    A `head` row has one cell over the whole width, and a line above it. `minor` ones are the
    first to be left out where there is no room.
    """

    cells: tuple[str, ...]
    keys: tuple[str, ...] = ()
    head: bool = False
    minor: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """A panel: title, a hint at its right, rows, notes under them; `shares` of the width.

    `halves`: where the stage is wide, the second half of the rows stands beside the first. Such
    a sheet has no heads. `more`: the words for rows that are left out, with their `{count}`, so
    that no type is smaller than the least; without them all rows are shown, as small as need be.
    """

    title: str
    hint: str
    rows: tuple[Row, ...]
    shares: tuple[float, ...]
    notes: tuple[str, ...] = ()
    size: float = 28.0
    halves: bool = False
    more: str = ""


@dataclass(frozen=True, slots=True)
class _Grid:
    """Where rows stand: left edge, width, pitch, type sizes, column shares, colours.

    `under`: the last column has no room beside the others and stands on a line of its own.
    """

    x: float
    inner: float
    pitch: float
    size: float
    small: float
    shares: tuple[float, ...]
    colours: Palette
    under: bool


@lru_cache(maxsize=8)  # the same rows, sixty times a second
def panel(sheet: Sheet, look: Look, room: float = WIDEST) -> Marks:
    """The marks of a panel in the middle of the stage. Rows share the height there is."""
    colours = palette(look.theme)
    stage_w, stage_h = look.stage
    small = layout(look).sizes.small
    larger = small / 22
    w = min(stage_w - 2 * MARGIN, room)
    inner = w - 2 * MARGIN
    notes = tuple(line for note in sheet.notes for line in wrapped(note, inner, small))
    top, bottom = 104.0, MARGIN + 1.45 * small * len(notes)
    free = stage_h - 2 * MARGIN - top - bottom
    under = len(sheet.shares) > NARROW_COLUMNS and look.form == "tall"
    if sheet.more:
        least = layout(look).sizes.least * TIGHT
        sheet = _shortened(sheet, lambda rows: _lines(rows, under=under) * least <= free)
    halves = _halves(sheet, look)
    gap = 2 * MARGIN if len(halves) > 1 else 0.0
    inner = (inner - gap) / len(halves)
    shares = _without_last(sheet.shares) if under else sheet.shares
    count = max(_lines(half, under=under) for half in halves)
    pitch = min(sheet.size * larger * 1.64, free / max(1, count))
    size = max(LEAST, min(sheet.size * larger, pitch / TIGHT))
    h = top + pitch * count + bottom
    x, y = (stage_w - w) / 2, (stage_h - h) / 2
    grid = _Grid(x + MARGIN, inner, pitch, size, min(small, size), shares, colours, under)
    marks: list[Mark] = [
        Box(x, y, w, h, fill=colours.panel, r=16, edge=colours.waiting, edge_w=2),
        *_title(sheet, replace(grid, inner=w - 2 * MARGIN), y + 62, small),
    ]
    for n, half in enumerate(halves):
        column = replace(grid, x=grid.x + n * (inner + gap))
        baseline = y + top + pitch / 2
        for i, row in enumerate(half):
            baseline += pitch * HEAD_ROOM if row.head and i else 0.0
            marks += _row(row, column, baseline, first=i == 0)
            baseline += pitch * (1.0 if row.head or not under else 1.0 + SECOND_LINE)
    first = y + h - bottom + 1.5 * small
    for i, note in enumerate(notes):
        line = first + 1.45 * small * i
        marks.append(Label(note, x + MARGIN, line, small, colours.small))
    return tuple(marks)


def _lines(rows: tuple[Row, ...], *, under: bool) -> float:
    """How many lines rows need; a head but the first has a little room above it."""
    heads = sum(row.head for row in rows[1:])
    twos = sum(not row.head for row in rows) if under else 0
    return len(rows) + HEAD_ROOM * heads + SECOND_LINE * twos


def _shortened(sheet: Sheet, fits: Callable[[tuple[Row, ...]], bool]) -> Sheet:
    """The sheet without what there is no room for: minor rows go first, the last of them first."""
    rows, count = list(sheet.rows), 0
    last: tuple[Row, ...] = ()
    while not fits((*rows, *last)) and any(not row.head for row in rows):
        inner = [i for i, row in enumerate(rows) if not row.head]
        del rows[max((i for i in inner if rows[i].minor), default=inner[-1])]
        rows = [
            row
            for i, row in enumerate(rows)
            if not row.head or (i + 1 < len(rows) and not rows[i + 1].head)
        ]
        count += 1
        last = (Row((sheet.more.format(count=count),)),)
    return replace(sheet, rows=(*rows, *last))


def _halves(sheet: Sheet, look: Look) -> tuple[tuple[Row, ...], ...]:
    rows = sheet.rows
    if not sheet.halves or look.form != "wide" or len(rows) < 2:
        return (rows,)
    middle = (len(rows) + 1) // 2
    return rows[:middle], rows[middle:]


def clipped(text: str, room: float, size: float, weight: int) -> str:
    """The text, or as much of it as fits, with an ellipsis."""
    if width(text, size, weight) <= room:
        return text
    while text and width(text + ELLIPSIS, size, weight) > room:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS


def _title(sheet: Sheet, grid: _Grid, baseline: float, small: float) -> list[Mark]:
    room = grid.inner - width(sheet.hint, small) - 24
    size = fitted(sheet.title, room, 36 * small / 22, 700, small)
    right = grid.x + grid.inner
    return [
        Label(sheet.title, grid.x, baseline, size, grid.colours.ink, 700),
        Label(sheet.hint, right, baseline, small, grid.colours.small, anchor="end"),
    ]


def _without_last(shares: tuple[float, ...]) -> tuple[float, ...]:
    left = shares[:-1]
    return tuple(share / sum(left) for share in left)


def _row(row: Row, grid: _Grid, baseline: float, *, first: bool) -> list[Mark]:
    if row.head:
        return _head(row.cells[0], grid, baseline, line=not first)
    marks: list[Mark] = _caps(row.keys, grid, baseline) if row.keys else []
    left = grid.x
    for i, (cell, share) in enumerate(zip(row.cells, grid.shares, strict=False)):
        room = grid.inner * share - 20
        weight, ink = (600, grid.colours.ink) if i == 0 else (400, grid.colours.muted)
        if cell:
            size = fitted(cell, room, grid.size, weight, grid.small)
            text = clipped(cell, room, size, weight)
            marks.append(Label(text, left, baseline, size, ink, weight))
        left += grid.inner * share
    if grid.under and row.cells[-1]:
        line = baseline + grid.pitch * SECOND_LINE
        text = clipped(row.cells[-1], grid.inner, grid.size * 0.9, 400)
        marks.append(Label(text, grid.x, line, grid.size * 0.9, grid.colours.small))
    return marks


def _head(text: str, grid: _Grid, baseline: float, *, line: bool) -> list[Mark]:
    size = fitted(text, grid.inner, grid.size, 700, grid.small)
    shown = clipped(text, grid.inner, size, 700)
    marks: list[Mark] = [Label(shown, grid.x, baseline, size, grid.colours.ink, 700)]
    if line:
        y = baseline - grid.pitch * (0.72 + HEAD_ROOM / 2)
        marks.append(Line(((grid.x, y), (grid.x + grid.inner, y)), 1.5, grid.colours.edge))
    return marks


def _caps(names: tuple[str, ...], grid: _Grid, baseline: float) -> list[Mark]:
    """Key caps in a row, their letters on the baseline of the row."""
    size = grid.size * 0.82
    high = min(grid.pitch - 6, size * 1.62)
    top = baseline - size * 0.36 - high / 2
    marks: list[Mark] = []
    left = grid.x
    for name in names:
        wide = max(high, width(name, size, 600) + 0.9 * size)
        edge, fill = grid.colours.waiting, grid.colours.chip
        marks += [
            Box(left, top, wide, high, fill=fill, r=6, edge=edge, edge_w=1.5),
            Label(name, left + wide / 2, baseline, size, grid.colours.ink, 600, anchor="middle"),
        ]
        left += wide + 8
    return marks
