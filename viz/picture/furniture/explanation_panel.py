"""An explanation in the column: formula, the same with numbers, and every input with its flag.

It stands beside the stage, which has made room: it covers neither its number nor what moves.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from viz.picture.explain_number import Line as Input
from viz.picture.explain_number import Told
from viz.stage.marks import Area, Box, Label, Line, Mark, Marks
from viz.stage.panel import flagged, flagged_width
from viz.stage.style import Kit
from viz.stage.text_metrics import width, wrapped

PAD: Final = 24.0
LEADING: Final = 1.3
OPERATORS: Final = re.compile(r" (?=[×÷+−=] )")


@lru_cache(maxsize=64)
def draw(kit: Kit, told: Told, area: Area) -> Marks:
    """The card, as high as what it has to tell, and at most as high as `area`.

    On a stage that has no column it fills the area, so that nothing is half covered.
    """
    x, y, w, most = area
    palette = kit.palette
    inner = w - 2 * PAD
    marks, foot = _head(kit, told, (x + PAD, y, inner, most))
    lines, foot = _inputs(kit, told.lines, x + PAD, foot, inner, y + most - 16)
    high = most if w == kit.layout.body[2] else min(most, foot + 12 - y)
    card = Box(x, y, w, high, palette.panel, 14, palette.waiting, 2.5)
    return (card, *marks, *lines)


def needs(kit: Kit, told: Told, w: float) -> float:
    """The least height: everything but the inputs, and two of them."""
    _, foot = _head(kit, told, (PAD, 0.0, w - 2 * PAD, 0.0))
    return foot + min(len(told.lines), 2) * kit.layout.sizes.small * 3 * LEADING + 20


def _head(kit: Kit, told: Told, area: Area) -> tuple[list[Mark], float]:
    """Title, formula, numbers and basis; and the baseline below them."""
    x, y, w, _ = area
    sizes, palette = kit.layout.sizes, kit.palette
    small, label = sizes.small, sizes.label
    hint = kit.word("ask_close")
    marks: list[Mark] = []
    base = y + label * 1.5
    lines = wrapped(told.title, w - width(hint, small) - 20, label, 700)
    marks.append(kit.label(hint, x + w, base, small, palette.small, anchor="end"))
    for line in lines:
        marks.append(kit.label(line, x, base, label, palette.ink, weight=700, room=w))
        base += label * LEADING
    if told.where:
        marks.append(kit.label(told.where, x, base, small, palette.ink, weight=600, room=w))
        base += small * LEADING
    for line in wrapped(told.formula, w, small):
        marks.append(kit.label(line, x, base, small, room=w))
        base += small * LEADING
    large = min(sizes.numeral * 0.78, 28.0)
    if told.numbers:
        base += large * 0.35
        for line in _broken(told.numbers, w, large):
            marks.append(kit.label(line, x, base, large, palette.weight_text, weight=600, room=w))
            base += large * 1.22
    if told.result:
        size = sizes.numeral
        base += size * 0.25
        text = f"= {told.result}" if told.numbers else told.result
        marks.append(kit.label(text, x, base, size, palette.token_text, weight=700, room=w))
        if told.says and width(text, size, 700) + 24 + flagged_width(kit, told.says) <= w:
            marks += flagged(kit, told.says, x + w - flagged_width(kit, told.says), base)
        base += small * 1.5
    for line in wrapped(told.basis, w, small):
        marks.append(kit.label(line, x, base, small, palette.small, room=w))
        base += small * LEADING
    return marks, base


def _inputs(
    kit: Kit, inputs: tuple[Input, ...], x: float, base: float, w: float, bottom: float
) -> tuple[list[Mark], float]:
    small, palette = kit.layout.sizes.small, kit.palette
    if not inputs:
        return [], base - small * 0.7
    y = base - small * 0.75
    marks: list[Mark] = [Line(((x, y), (x + w, y)), 1.5, palette.edge)]
    base = y + small * 1.4
    for i, one in enumerate(inputs):
        rows = _input(kit, one, x, base, w)
        end = base + len(rows) * small * LEADING
        last = i == len(inputs) - 1
        if end - small * 0.6 > bottom - (0 if last else small * 1.5):
            more = kit.word("ask_more", count=len(inputs) - i)
            marks.append(kit.label(more, x, min(base, bottom - 4), small, palette.small))
            return marks, min(base, bottom - 4)
        marks += (mark for row in rows for mark in row)
        base = end + small * 0.32
    return marks, base - small * 1.1


def _input(kit: Kit, one: Input, x: float, base: float, w: float) -> list[list[Mark]]:
    """Lines of one input: its number and what it is, its flag and source."""
    small, palette = kit.layout.sizes.small, kit.palette
    number: Label = kit.label(one.text, x, base, small, palette.ink, weight=600)
    at = width(one.text, small, 600) + 14
    wide = flagged_width(kit, one.says)
    rows: list[list[Mark]] = [[number]]
    if one.what and at + width(one.what, small) <= w:
        rows[0].append(kit.label(one.what, x + at, base, small))
    elif one.what:
        base += small * LEADING
        rows.append([kit.label(one.what, x, base, small, room=w)])
    if not one.what and at + wide <= w:
        rows[0] += flagged(kit, one.says, x + w - wide, base)
        wide = 0.0
    if one.source or wide:
        base += small * LEADING
        room = w - (wide + 14 if wide else 0.0)
        row: list[Mark] = [*flagged(kit, one.says, x, base)] if wide else []
        text = _clipped(one.source, room, small)
        row.append(kit.label(text, x + w - room, base, small, palette.small))
        rows.append(row)
    return rows


def _broken(text: str, room: float, size: float) -> list[str]:
    """Arithmetic in lines that begin with a sign: a number stays with its unit."""
    lines: list[str] = []
    for part in OPERATORS.split(text):
        joined = f"{lines[-1]} {part}" if lines else part
        if lines and width(joined, size, 600) <= room:
            lines[-1] = joined
        else:
            lines += wrapped(part, room, size, 600)
    return lines


def _clipped(text: str, room: float, size: float) -> str:
    if width(text, size) <= room:
        return text
    while text and width(text + "...", size) > room:
        text = text[:-1]
    return text.rstrip() + "..."


def ring(kit: Kit, area: Area, *, asked: bool) -> Marks:
    """The outline of a number that is asked, or that the keyboard is on."""
    x, y, w, h = area
    colour = kit.palette.token if asked else kit.palette.ink
    return (Box(x, y, w, h, "", 10, colour, 4),)
