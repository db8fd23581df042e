"""The faults of a file that was saved broken, over the last good picture: file, line, what."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from viz.desk.desk_words import talk_word
from viz.errors import Fault
from viz.picture.furniture.table_panel import clipped
from viz.stage.layout import layout
from viz.stage.look import Look
from viz.stage.marks import Box, Label, Mark, Marks
from viz.stage.text_metrics import wrapped
from viz.stage.theme import palette

MOST: Final = 3  # faults that are told in full
LINES: Final = 3  # of each


def faults_panel(faults: tuple[Fault, ...], look: Look) -> Marks:
    """A panel at the top of the stage; nothing where there is no fault."""
    if not faults:
        return ()
    colours, place = palette(look.theme), layout(look)
    size = max(26.0, place.sizes.small)
    x, y, w, _ = place.safe
    pad = 28.0
    room = w - 2 * pad
    rows: list[tuple[str, int, str]] = [(talk_word(look.lang, "faults"), 700, colours.warn)]
    for fault in faults[:MOST]:
        if fault.place:
            where = f"{Path(fault.place.file).name}:{fault.place.line}:{fault.place.column}"
            rows.append((where, 600, colours.ink))
        rows += [(line, 400, colours.ink) for line in _said(fault, room, size)]
    if len(faults) > MOST:
        more = talk_word(look.lang, "faults_more").format(count=len(faults) - MOST)
        rows.append((more, 400, colours.muted))
    pitch = 1.45 * size
    high = pitch * len(rows) + 2 * pad - 0.3 * size
    marks: list[Mark] = [Box(x, y, w, high, colours.panel, 16, colours.warn, 4)]
    for i, (text, weight, ink) in enumerate(rows):
        base = y + pad + 0.9 * size + pitch * i
        marks.append(Label(clipped(text, room, size, weight), x + pad, base, size, ink, weight))
    return tuple(marks)


def _said(fault: Fault, room: float, size: float) -> tuple[str, ...]:
    text = str(Fault(fault.what, meant=fault.meant, write=fault.write)).replace("\n", " ")
    lines = wrapped(text, room, size)
    return lines if len(lines) <= LINES else (*lines[: LINES - 1], lines[LINES - 1] + " …")
