"""The view of an article in our own words, with its source and who says so."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from viz.catalog.types import SAYS, Text
from viz.stage.i18n import said
from viz.stage.marks import Area, Box, Mark, Marks
from viz.stage.panel import flagged, flagged_width, ground, heading, panel_in
from viz.stage.parameters import parameter
from viz.stage.style import Focus, Kit, dimmed
from viz.stage.text_metrics import width, wrapped
from viz.stage.view import StageView

WEIGHT = 0.8


@dataclass(frozen=True, slots=True)
class Parameters:
    """What an article holds, told by us: no words of it are quoted."""

    title: Text = parameter("text", "whose view it is")
    lines: tuple[Text, ...] = parameter("texts", "the view, in sentences of our own")
    source: Text | None = parameter("text", "where it stands", None)
    says: str = parameter("word", "who says so", "press", choices=SAYS)
    side: str = parameter("word", "what a beat's look: calls it", "left", choices=("left", "right"))


def panel(area: Area, kit: Kit, _: Parameters) -> Marks:
    """The panel."""
    return ground(area, kit)


def draw(stage: StageView, area: Area, p: Parameters) -> Marks:
    """Title, the view beside a bar, and the source under it."""
    lang = stage.kit.look.lang
    source = said(p.source, lang) if p.source else ""
    lines = tuple(said(line, lang) for line in p.lines)
    words = (said(p.title, lang), source)
    return _drawn(stage.kit, stage.focus, area, words, lines, (p.says, p.side))


@lru_cache(maxsize=64)
def _drawn(
    kit: Kit,
    focus: Focus,
    area: Area,
    words: tuple[str, str],
    lines: tuple[str, ...],
    told: tuple[str, str],
) -> Marks:
    title, source = words
    says, side = told
    panel = panel_in(area, kit, subtitle=False)
    sizes, palette = kit.layout.sizes, kit.palette
    x, y, w, h = panel.inner
    name = f"{side}.quote"
    lit, level = focus.lit(name), focus.level(name)
    foot = sizes.small * 1.7
    room = w - 28
    size, parts = _fitted(kit, lines, room, h - foot)
    step = size * 1.32
    gap = size * 0.45
    marks: list[Mark] = [*heading(panel, kit, title)]
    base = y + size * 0.75
    top = base - size * 0.85
    for sentence in parts:
        for part in sentence:
            marks.append(kit.label(part, x + 28, base, size, palette.ink, of="quote"))
            base += step
        base += gap
    end = base - step - gap + size * 0.3
    marks.insert(0, Box(x, top, 6 + 2 * lit, max(8.0, end - top), palette.token, 3))
    under = y + h - sizes.small * 0.1
    marks += flagged(kit, says, x, under)
    after = x + flagged_width(kit, says) + 18
    own = kit.word("quote_own_words")
    for text in (f"{source} · {own}" if source else own, source, own):
        if text and after + width(text, sizes.small) <= x + w:
            marks.append(kit.label(text, after, under, sizes.small, palette.small))
            break
    return dimmed(tuple(marks), level, palette)


def _fitted(
    kit: Kit, lines: tuple[str, ...], room: float, high: float
) -> tuple[float, tuple[tuple[str, ...], ...]]:
    """The largest size at which all sentences fit; at the least one, the sentences that fit."""
    sizes = kit.layout.sizes
    for size in (sizes.numeral * 0.9, sizes.numeral * 0.78, sizes.label * 1.1, sizes.label):
        parts = tuple(wrapped(line, room, size) for line in lines)
        if _high(parts, size) <= high:
            return size, parts
    size = sizes.least
    found: tuple[tuple[str, ...], ...] = ()
    for line in lines:
        more = (*found, wrapped(line, room, size))
        if found and _high(more, size) > high:
            break
        found = more
    return size, found


def _high(parts: tuple[tuple[str, ...], ...], size: float) -> float:
    return sum(len(part) for part in parts) * size * 1.32 + max(0, len(parts) - 1) * size * 0.45
