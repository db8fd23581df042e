"""Something unconfirmed, in fog: at 40 %, with a dotted edge and the word; what it would imply."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from viz.catalog.types import Text
from viz.scene.arithmetic import Ref
from viz.stage.i18n import said
from viz.stage.marks import Area, Box, Label, Line, Mark, Marks
from viz.stage.panel import Panel, flagged, flagged_width, heading, panel_in
from viz.stage.parameters import parameter
from viz.stage.plot.axes import Scale
from viz.stage.quantity import Resolved, resolve, resolve_all
from viz.stage.style import Focus, Kit, dimmed
from viz.stage.text_metrics import line_box, width, wrapped
from viz.stage.theme import mix
from viz.stage.view import StageView

WEIGHT = 1.2
THICK = 0.4  # how much shines through fog


@dataclass(frozen=True, slots=True)
class Parameters:
    """What is said but not confirmed, and numbers that would follow from it."""

    title: Text = parameter("text", "what is not confirmed")
    lines: tuple[Text, ...] = parameter("texts", "what is said, and by whom", ())
    names: tuple[Text, ...] = parameter("texts", "a name for each number", ())
    values: tuple[Ref, ...] = parameter("refs", "what would follow, a number each", ())
    needed: Ref | None = parameter("ref", "the number that they are held against", None)
    needed_name: Text | None = parameter("text", "what that number is", None)
    word: Text | None = parameter("text", "the word on the fog; else 'unconfirmed'", None)


@dataclass(frozen=True, slots=True)
class Row:
    """A number that would follow."""

    name: str
    text: str
    number: Resolved

    @property
    def value(self) -> float:
        """The number in SI units."""
        return self.number.value

    @property
    def says(self) -> str:
        """Who says it."""
        return self.number.says


def panel(area: Area, kit: Kit, _: Parameters) -> Marks:
    """The panel at 40 %, and its dotted edge."""
    x, y, w, h = area[0] + 4, area[1] + 4, area[2] - 8, area[3] - 8
    palette = kit.palette
    fill = mix(palette.panel, palette.ground, THICK)
    edge = ((x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y))
    return (Box(*area, fill), Line(edge, 3.0, palette.waiting, (3, 9)))


def draw(stage: StageView, area: Area, p: Parameters) -> Marks:
    """Title and word, what is said, and the numbers as bars against what would be needed."""
    kit, lang = stage.kit, stage.kit.look.lang
    word = said(p.word, lang) if p.word else kit.word("fog_word")
    texts = (said(p.title, lang), word, said(p.needed_name or {}, lang))
    lines = tuple(said(line, lang) for line in p.lines)
    rows = tuple(
        _row(kit, said(p.names[i], lang) if i < len(p.names) else "", one)
        for i, one in enumerate(resolve_all(stage, p.values))
    )
    needed = _row(kit, "", resolve(stage, p.needed)) if p.needed else None
    return _drawn(kit, stage.focus, area, texts, lines, rows, needed)


def _row(kit: Kit, name: str, one: Resolved) -> Row:
    return Row(name, kit.written(one), one)


@lru_cache(maxsize=64)
def _drawn(
    kit: Kit,
    focus: Focus,
    area: Area,
    texts: tuple[str, str, str],
    lines: tuple[str, ...],
    rows: tuple[Row, ...],
    needed: Row | None,
) -> Marks:
    title, word, needed_name = texts
    place = panel_in(area, kit, subtitle=False)
    sizes, palette = kit.layout.sizes, kit.palette
    x, y, room = place.title
    pill = width(word, sizes.label, 600) + 36
    inner = Panel(area, (x, y, room - pill - 16), place.subtitle, place.inner)
    heads = heading(inner, kit, title)
    sign = _pill(kit, word, x + room - pill, y, pill)
    left, top, wide, high = place.inner
    bottom = top + high
    base = top + sizes.label * 0.5
    step = sizes.label * 1.3
    need = len(rows) * step + (sizes.small * 1.7 if needed else 0) + step * 0.4
    fit = max(0, int((bottom - base - need) / step) + 1) if rows else 99
    words: list[Mark] = []
    for part in _fitting(lines, wide, sizes.label, fit):
        words.append(kit.label(part, left, base, None, palette.muted))
        base += step
    if rows and words:
        words += _assumed(kit, rows, words[-1], left + wide)
    shown = (left, base - step * 0.3, wide, bottom - base + step * 0.3)
    bars = _bars(kit, shown, rows, (needed, needed_name)) if rows else ((), ())
    level = focus.level("fog")
    clear = 1 - 0.25 * (1 - focus.lit("fog.numbers"))
    marks = (*heads, *words, *(replace(m, alpha=m.alpha * THICK) for m in bars[0]))
    return (
        *dimmed(marks, min(level, clear), palette),
        *dimmed((*bars[1], *sign), level, palette),
    )


def _fitting(lines: tuple[str, ...], wide: float, size: float, fit: int) -> tuple[str, ...]:
    """Whole sentences alone, as many lines of them as fit; the last one leads to the numbers."""
    found: tuple[str, ...] = ()
    for line in reversed(lines):
        parts = wrapped(line, wide, size)
        if len(parts) + len(found) <= fit:
            found = parts + found
    return found


def _assumed(kit: Kit, rows: tuple[Row, ...], last: Mark, right: float) -> Marks:
    """After the last line, who says the numbers that follow, if there is room."""
    if not isinstance(last, Label):
        return ()
    says = next((row.says for row in rows if row.says == "assumed"), rows[0].says)
    at = last.x + width(last.text, last.size) + 14
    return flagged(kit, says, at, last.y) if at + flagged_width(kit, says) <= right else ()


def _pill(kit: Kit, word: str, x: float, y: float, wide: float) -> Marks:
    """The word, so that nobody takes this for known."""
    size, palette = kit.layout.sizes.label, kit.palette
    top = y - size * 1.06
    return (
        Box(x, top, wide, size * 1.5, palette.ground, size * 0.75, palette.warn, 2.5),
        kit.label(word, x + wide / 2, y, size, palette.ink, weight=600, anchor="middle"),
    )


def _bars(
    kit: Kit, area: Area, rows: tuple[Row, ...], against: tuple[Row | None, str]
) -> tuple[tuple[Box, ...], Marks]:
    """Bars from zero, and their words; a dashed line is what would be needed."""
    x, y, w, h = area
    sizes, palette = kit.layout.sizes, kit.palette
    needed, needed_name = against
    foot = sizes.small * 1.6 if needed else 0.0
    pitch = min((h - foot) / len(rows), sizes.label * 3.2)
    names = max(width(row.name, sizes.label, 600) for row in rows) + 20
    numbers = max(width(row.text, sizes.label, 700) for row in rows) + 20
    values = [row.value for row in rows] + ([needed.value] if needed else [])
    # From zero, so that lengths compare: on a log axis a bar has no beginning.
    scale = Scale(0.0, max(*values, 1e-12), x + names, x + w - numbers)
    bars: list[Box] = []
    words: list[Mark] = []
    over: list[Mark] = []  # numbers, on the line of what is needed
    thick = min(sizes.label * 1.3, pitch * 0.74)
    for i, row in enumerate(rows):
        top = y + i * pitch + (pitch - thick) / 2
        base = top + thick / 2 + sizes.label * 0.36
        reaches = needed is not None and row.value >= needed.value * 0.999
        end = scale.at(row.value)
        words.append(kit.label(row.name, x, base, None, palette.muted, weight=600))
        colour = palette.computing if reaches else palette.weight
        bars.append(Box(scale.start, top, max(end - scale.start, 3.0), thick, colour, 3, of="fog"))
        wide = width(row.text, sizes.label, 700)
        ground = mix(palette.panel, palette.ground, THICK)
        over.append(Box(*line_box(end + 12, base, wide, sizes.label, 4, 1), ground))
        over.append(kit.number(row.number, end + 12, base, of="fog"))
    if needed:
        at = scale.at(needed.value)
        ends = _open(at, (y, y + pitch * len(rows)), over)
        words += [Line(((at, a), (at, b)), 3.0, palette.ink, (8, 7)) for a, b in ends]
        text = f"{needed_name} {needed.text}".strip()
        half = width(text, sizes.small) / 2
        base = y + pitch * len(rows) + sizes.small * 1.1
        flags = flagged_width(kit, needed.says) + 12
        left = min(at - half, x + w - 2 * half - flags)
        label: Label = kit.label(text, left, base, sizes.small, of="fog", ref=needed.number.ref)
        words += [label, *flagged(kit, needed.says, left + 2 * half + 12, base)]
    return tuple(bars), (*words, *over)


def _open(at: float, ends: tuple[float, float], over: list[Mark]) -> list[tuple[float, float]]:
    """The stretches of an upright line that no number stands on: a dimmed ground hides nothing."""
    found, start = [], ends[0]
    for box in over:
        if isinstance(box, Box) and box.x < at < box.x + box.w:
            found.append((start, box.y - 6))
            start = box.y + box.h
    return [(a, b) for a, b in (*found, (start, ends[1])) if b - a > 4]
