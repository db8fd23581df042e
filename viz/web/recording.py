"""Frames as a compact recording: every mark once, and for each frame what differs from the last.

A mark is a list: its kind's number, then its fields (`FIELDS`). What is seen through a clip stands
between the clip and `CLOSE`. A field that differs from another in some cells alone is
[`CHANGED`, the number of the other, first cell, cells, ...], a run of cells being a text with a
character for each. A frame is a list of numbers of marks, written as its difference to the frame
before: [0, place, mark, ...] replaces marks one by one, [1, first, removed, mark, ...] replaces a
run of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from functools import cache
from operator import attrgetter
from typing import Any, Final

from viz.paint.field_runs import runs
from viz.stage.marks import (
    Arc,
    Box,
    Clip,
    Disc,
    Dots,
    Field,
    Frame,
    Glow,
    Gradient,
    Hatch,
    Label,
    Line,
    Mark,
    Marks,
    Ribbon,
    Shade,
    Shape,
    Trail,
)
from viz.stage.text_metrics import width as text_width

KINDS: Final = (
    Box,
    Dots,
    Hatch,
    Disc,
    Arc,
    Glow,
    Trail,
    Line,
    Shape,
    Label,
    Field,
    Gradient,
    Ribbon,
    Clip,
)
SHADE: Final = ("fill", "edge", "edge_w", "size", "alpha")
CLOSE: Final = len(KINDS)
CHANGED: Final = CLOSE + 1
A_RUN: Final = 8  # characters around the cells of a run
FIRST: Final = 48  # the character of a field's first shade: the digit 0


def _fields() -> dict[str, tuple[str, ...]]:
    return {
        kind.__name__: tuple(
            f.name for f in fields(kind) if f.name not in {"of", "key", "ref", "marks"}
        )
        + (("wide",) if kind is Label else ())
        for kind in KINDS
    }


# The fields of each kind in order; of a label also how wide it is. `of` is not shown.
FIELDS: Final = _fields()


class Rows:
    """Every mark of a show, once, by number."""

    def __init__(self) -> None:
        self.rows: list[list[Any]] = []
        self._numbers: dict[Mark, int] = {}
        self._written: dict[str, int] = {}
        self._fields: dict[Field, tuple[int, bytes]] = {}

    def number(self, mark: Mark) -> int:
        """The number of a mark; marks that are written alike have the same."""
        if isinstance(mark, Clip):
            mark = replace(mark, marks=())  # they have rows of their own
        found = self._numbers.get(mark)
        if found is None:
            row = self._changed(mark) if isinstance(mark, Field) else row_of(mark)
            found = self._written.setdefault(repr(row), len(self.rows))
            if found == len(self.rows):
                self.rows.append(row)
            self._numbers[mark] = found
            if isinstance(mark, Field):
                self._fields[replace(mark, cells=b"")] = found, mark.cells
        return found

    def _changed(self, mark: Field) -> list[Any]:
        """A field, by what differs from the last one that was like it, where that is shorter."""
        number, before = self._fields.get(replace(mark, cells=b""), (0, b""))
        if len(before) != len(mark.cells):
            return row_of(mark)
        row: list[Any] = [CHANGED, number]
        for start, end in runs(before, mark.cells):
            row += (start, text_of_cells(mark.cells[start:end]))
        written = sum(A_RUN + len(text) for text in row[3::2])
        return row if written < len(mark.cells) else row_of(mark)

    def close(self) -> int:
        """The number of the row that ends what is seen through a clip."""
        found = self._written.setdefault(repr([CLOSE]), len(self.rows))
        if found == len(self.rows):
            self.rows.append([CLOSE])
        return found

    def numbers(self, marks: Marks) -> list[int]:
        """The numbers of marks that are seen, those behind clips between the clip and its end."""
        found: list[int] = []
        for mark in marks:
            if mark.alpha <= 0:
                continue
            found.append(self.number(mark))
            if isinstance(mark, Clip):
                found += (*self.numbers(mark.marks), self.close())
        return found


def row_of(mark: Mark) -> list[Any]:
    """A mark as a list of plain values, rounded to hundredths of a stage unit."""
    number, get = getters()[type(mark)]
    row = [number, *map(plain, get(mark))]
    return [*row, wide(mark)] if isinstance(mark, Label) else row


def wide(label: Label) -> float:
    """How wide a label is, as its row has it."""
    return float(plain(text_width(label.text, label.size, label.weight)))


@cache
def getters() -> dict[type, tuple[int, attrgetter[tuple[Any, ...]]]]:
    """Each kind's number, and what gives the fields of its row, but for a label's width."""
    return {
        kind: (number, attrgetter(*(name for name in FIELDS[kind.__name__] if name != "wide")))
        for number, kind in enumerate(KINDS)
    }


def plain(value: Any) -> Any:
    """A field's value as a row has it."""
    if isinstance(value, float):
        short = round(value, 2)
        whole = int(short)
        return whole if short == whole else short
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    if isinstance(value, Shade):
        return [plain(getattr(value, name)) for name in SHADE]
    return text_of_cells(value) if isinstance(value, bytes) else value


@cache
def _signs() -> bytes:
    return bytes(min(cell + FIRST, 255) for cell in range(256))


def text_of_cells(cells: bytes) -> str:
    """Cells as a text that JSON takes: a character for each."""
    return cells.translate(_signs()).decode("latin-1")


def recorded(frames: Iterable[Frame], marks: Rows) -> list[list[int]]:
    """The differences from frame to frame; the first is from an empty picture."""
    before: list[int] = []
    out = []
    for frame in frames:
        now = marks.numbers((*frame.still, *frame.all))
        out.append(difference(before, now))
        before = now
    return out


def difference(before: Sequence[int], now: Sequence[int]) -> list[int]:
    """How one frame becomes the next; an empty list where nothing changes."""
    if len(before) == len(now):
        pairs = [
            (place, new)
            for place, (old, new) in enumerate(zip(before, now, strict=True))
            if old != new
        ]
        return [0, *(number for pair in pairs for number in pair)] if pairs else []
    least = min(len(before), len(now))
    first = next((i for i in range(least) if before[i] != now[i]), least)
    least -= first
    last = next((i for i in range(least) if before[-1 - i] != now[-1 - i]), least)
    return [1, first, len(before) - last - first, *now[first : len(now) - last]]


def replayed(differences: Iterable[Sequence[int]]) -> list[list[int]]:
    """The frames again, as numbers of marks: what the page's player does."""
    now: list[int] = []
    out = []
    for change in differences:
        now = list(now)
        if change and change[0] == 0:
            for place, mark in zip(change[1::2], change[2::2], strict=True):
                now[place] = mark
        elif change:
            _, first, removed, *new = change
            now[first : first + removed] = new
        out.append(now)
    return out
