"""Frames as a compact recording: every mark once, and for each frame what differs from the last.

A mark is a list: its kind's number, then its fields (`FIELDS`). A frame is a list of numbers of
marks, written as its difference to the frame before: [0, place, mark, ...] replaces marks one by
one, [1, first, removed, mark, ...] replaces a run of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any, Final

from viz.stage.marks import (
    Arc,
    Box,
    Disc,
    Dots,
    Frame,
    Glow,
    Hatch,
    Label,
    Line,
    Mark,
    Shape,
    Trail,
)
from viz.stage.text_metrics import width as text_width

KINDS: Final = (Box, Dots, Hatch, Disc, Arc, Glow, Trail, Line, Shape, Label)


def _fields() -> dict[str, tuple[str, ...]]:
    return {
        kind.__name__: tuple(f.name for f in fields(kind) if f.name not in {"of", "key", "ref"})
        + (("wide",) if kind is Label else ())
        for kind in KINDS
    }


# The fields of each kind in order; of a label also how wide it is. `of` is not shown.
FIELDS: Final = _fields()


class Marks:
    """Every mark of a show, once, by number."""

    def __init__(self) -> None:
        self.rows: list[list[Any]] = []
        self._numbers: dict[Mark, int] = {}
        self._written: dict[str, int] = {}

    def number(self, mark: Mark) -> int:
        """The number of a mark; marks that are written alike have the same."""
        found = self._numbers.get(mark)
        if found is None:
            row = row_of(mark)
            found = self._written.setdefault(repr(row), len(self.rows))
            if found == len(self.rows):
                self.rows.append(row)
            self._numbers[mark] = found
        return found


def row_of(mark: Mark) -> list[Any]:
    """A mark as a list of plain values, rounded to hundredths of a stage unit."""
    names = FIELDS[type(mark).__name__]
    values = [_plain(getattr(mark, name)) for name in names if name != "wide"]
    if isinstance(mark, Label):
        values.append(_plain(text_width(mark.text, mark.size, mark.weight)))
    return [KINDS.index(type(mark)), *values]


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        short = round(value, 2)
        return int(short) if short == int(short) else short
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return value


def recorded(frames: Iterable[Frame], marks: Marks) -> list[list[int]]:
    """The differences from frame to frame; the first is from an empty picture."""
    before: list[int] = []
    out = []
    for frame in frames:
        shown = (mark for mark in (*frame.still, *frame.marks) if mark.alpha > 0)
        now = [marks.number(mark) for mark in shown]
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
