"""The card before a scene of a program: which chapter comes, among those there are."""

from __future__ import annotations

from math import ceil

from viz.catalog.types import Text
from viz.stage.i18n import said
from viz.stage.look import Look
from viz.stage.marks import Box, Frame, Label, Mark, Marks
from viz.stage.style import Kit, kit_of
from viz.stage.text_metrics import fitted


def card(title: Text, chapters: tuple[Text, ...], index: int, look: Look) -> Frame:
    """The program's title, and its chapters with the one that comes lit."""
    kit = kit_of(look)
    layout, palette = kit.layout, kit.palette
    x, y, w, h = layout.safe
    size = layout.sizes.title
    head = kit.label(
        said(title, look.lang), x, y + size, size * 0.7, palette.muted, weight=600, room=w
    )
    top = y + size * 2.2
    columns = 2 if layout.form in ("wide", "narrow") and len(chapters) > 8 else 1
    each = ceil(len(chapters) / columns)
    pitch = min((y + h - top) / each, size * 1.6)
    top += max(0.0, (y + h - top - pitch * each) * 0.3)
    marks: list[Mark] = [head]
    for i, chapter in enumerate(chapters):
        column, row = divmod(i, each)
        wide = (w - 60.0 * (columns - 1)) / columns
        place = (x + column * (wide + 60.0), top + row * pitch, wide, pitch)
        marks += _row(kit, said(chapter, look.lang), i, place, lit=i == index)
    return Frame(layout.width, layout.height, palette.ground, still=(), marks=tuple(marks))


def _row(
    kit: Kit, text: str, index: int, place: tuple[float, float, float, float], *, lit: bool
) -> Marks:
    x, y, w, h = place
    palette, sizes = kit.palette, kit.layout.sizes
    base = y + h * 0.5 + sizes.machine * 0.36
    weight = 700 if lit else 400
    room = w - sizes.machine * 2.6
    size = fitted(text, room, sizes.machine, weight, sizes.least)
    ink = palette.ink if lit else palette.small
    number: Label = kit.label(
        str(index + 1),
        x + sizes.machine * 1.5,
        base,
        sizes.machine,
        palette.token_text if lit else palette.small,
        weight=weight,
        anchor="end",
    )
    words = kit.label(text, x + sizes.machine * 2.1, base, size, ink, weight=weight)
    if not lit:
        return (number, words)
    ground = Box(x, y + h * 0.06, w, h * 0.88, palette.panel, 12, palette.token, 2.5)
    return (ground, number, words)
