"""A picture as what differs from the one before: for a page that paints while Python plays.

A picture is a list of rows (`viz.web.recording.row_of`), what is seen through a clip between the
clip and a row [CLOSE]. A change of it is a list of plain values:

    [place, removed, [row, ...]]       rows from `place` on are replaced; of these, the first comes
                                       first, and there is at most one
    [place, [field, value, ...]]       some fields of the row at `place`, by their number in the row

A value that is a list where the row has a text replaces parts of it: [first character, text, ...].
Marks are taken for the same by their kind and key, or where they have none by their place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from viz.paint.field_runs import runs
from viz.stage.marks import Clip, Frame, Label, Mark, Marks
from viz.web.recording import CLOSE, FIELDS, getters, plain, row_of, text_of_cells, wide

A_RUN: Final = 8  # characters around a replaced part of a text


# The marks that are seen; None is the end of a clip.
Picture = tuple[Mark | None, ...]


def changed(old: Picture, frame: Frame) -> tuple[Picture, list[Any]]:
    """The picture of a frame, and what differs from the one that the page has."""
    marks = tuple(_flat((*frame.still, *frame.all)))
    first = _alike(old, marks, len(old), len(marks))
    last = 0
    if first < len(old) or first < len(marks):
        least = min(len(old), len(marks)) - first
        while last < least and _same(old[-1 - last], marks[-1 - last]):
            last += 1
    removed, added = len(old) - first - last, marks[first : len(marks) - last]
    changes: list[Any] = []
    if removed or added:
        changes.append(
            [first, removed, [[CLOSE] if mark is None else row_of(mark) for mark in added]]
        )
    end, moved = len(marks) - last, len(old) - len(marks)
    pairs = (
        *zip(old[:first], marks, strict=False),
        *zip(old[end + moved :], marks[end:], strict=True),
    )
    for at, (was, mark) in enumerate(pairs):
        if was is mark or was is None or mark is None:
            continue
        if fields := list(_fields(was, mark)):
            changes.append([at if at < first else at - first + end, fields])
    return marks, changes


def _flat(marks: Marks) -> Iterator[Mark | None]:
    for mark in marks:
        if mark.alpha <= 0:
            continue
        if isinstance(mark, Clip):
            yield replace(mark, marks=())  # they have rows of their own
            yield from _flat(mark.marks)
            yield None
        else:
            yield mark


def _alike(old: tuple[Mark | None, ...], new: tuple[Mark | None, ...], *ends: int) -> int:
    """How many marks from the first on are the same thing."""
    least = min(ends)
    return next((i for i in range(least) if not _same(old[i], new[i])), least)


def _same(one: Mark | None, other: Mark | None) -> bool:
    if one is other:
        return True
    if one is None or other is None:
        return False
    return type(one) is type(other) and one.key == other.key


def _fields(was: Mark, mark: Mark) -> Iterator[Any]:
    """Which fields of a row differ: each number, and its new value."""
    _, get = getters()[type(mark)]
    for number, (one, other) in enumerate(zip(get(was), get(mark), strict=True), 1):
        if one is other or one == other:
            continue
        value = _parts(one, other) if isinstance(other, bytes) else plain(other)
        if isinstance(other, float) and plain(one) == value:
            continue
        yield number
        yield value
    if isinstance(mark, Label) and isinstance(was, Label):
        last = wide(mark)
        if last != wide(was):
            yield len(FIELDS["Label"])
            yield last


def _parts(before: bytes, now: bytes) -> str | list[Any]:
    """A field's cells by the parts that differ, where that is shorter."""
    whole = text_of_cells(now)
    if len(before) != len(now):
        return whole
    parts: list[Any] = []
    for start, end in runs(before, now):
        parts += (start, text_of_cells(now[start:end]))
    short = sum(A_RUN + len(text) for text in parts[1::2]) < len(whole)
    return parts if short else whole
