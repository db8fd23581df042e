"""What happened when: days on a line, as a row under the other actors."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from viz.catalog.types import Text
from viz.stage.i18n import said
from viz.stage.marks import SCALE, Area, Disc, Line, Mark, Marks
from viz.stage.panel import ground
from viz.stage.parameters import parameter
from viz.stage.style import Focus, Kit, dimmed
from viz.stage.text_metrics import width
from viz.stage.view import StageView


@dataclass(frozen=True, slots=True)
class Parameters:
    """Days with their names, in order."""

    days: tuple[str, ...] = parameter("words", "the days, as 2026-08-13")
    names: tuple[Text, ...] = parameter("texts", "what happened on each")


def below(kit: Kit, _: Parameters) -> float:
    """The row's height: it stands under the other actors."""
    return {"wide": 112.0, "narrow": 112.0, "square": 112.0, "tall": 144.0}[kit.layout.form]


def panel(area: Area, kit: Kit, _: Parameters) -> Marks:
    """The panel."""
    return ground(area, kit)


def draw(stage: StageView, area: Area, p: Parameters) -> Marks:
    """The line with its days."""
    names = tuple(said(name, stage.kit.look.lang) for name in p.names)
    return _drawn(stage.kit, stage.focus, area, p.days, names)


def day_of_year(text: str) -> float:
    """Where a day stands, in years: 2026-07-02 is about 2026.5; months are taken as equal."""
    parts = [int(part) for part in text.split("-") if part.isdigit()]
    year, month, day = (*parts, 1, 1)[:3] if parts else (0, 1, 1)
    return year + (month - 1) / 12 + (day - 1) / 365


def _short(kit: Kit, text: str) -> str:
    parts = text.split("-")
    if len(parts) < 2 or not parts[1].isdigit():
        return text
    months = list(kit.words["dates_months"])
    month = str(months[(int(parts[1]) - 1) % 12])
    day = str(int(parts[2])) if len(parts) > 2 and parts[2].isdigit() else ""
    return kit.word("dates_day", month=month, day=day).strip() if day else month


@lru_cache(maxsize=32)
def _drawn(
    kit: Kit, focus: Focus, area: Area, days: tuple[str, ...], names: tuple[str, ...]
) -> Marks:
    palette = kit.palette
    pairs = tuple(
        (day_of_year(day), _short(kit, day), names[i] if i < len(names) else "")
        for i, day in enumerate(days)
    )
    marks = _line(kit, area, pairs) or _grid(kit, area, pairs)
    return dimmed(marks, focus.level("dates"), palette)


def _line(kit: Kit, area: Area, pairs: tuple[tuple[float, str, str], ...]) -> Marks:
    """Days to scale, named over and under the line in turn; nothing if they do not fit."""
    x, y, w, h = area
    palette, size = kit.palette, kit.layout.sizes.small
    wide = [width(f"{day} ", size, 700) + width(name, size) + 6 for _, day, name in pairs]
    pad = 40.0
    first, last = pairs[0][0], pairs[-1][0]
    span = max(last - first, 1e-6)
    start, end = x + pad + wide[0] * 0.25, x + w - pad - wide[-1] * 0.5
    middle = y + h / 2
    ends = {True: -1e9, False: -1e9}
    marks: list[Mark] = [Line(((x + pad, middle), (x + w - pad, middle)), 2.0, palette.edge)]
    for i, (at, day, name) in enumerate(pairs):
        place = start + (end - start) * (at - first) / span
        over = i % 2 == 0
        left = min(max(x + 28, place - wide[i] / 2), x + w - 28 - wide[i])
        if left < ends[over] + 18:
            return ()
        ends[over] = left + wide[i]
        base = middle - size * 0.85 if over else middle + size * 1.6
        marks.append(Disc(place, middle, 8, palette.clock_text, palette.panel, 2, of="dates"))
        marks += _named(kit, left, base, day, name)
    return tuple(marks)


def _named(kit: Kit, x: float, y: float, day: str, name: str) -> Marks:
    size, palette = kit.layout.sizes.small, kit.palette
    after = x + width(f"{day} ", size, 700) + 6
    return (
        kit.label(day, x, y, size, palette.clock_text, weight=700, ref=SCALE),
        kit.label(name, after, y, size, palette.ink),
    )


def _grid(kit: Kit, area: Area, pairs: tuple[tuple[float, str, str], ...]) -> Marks:
    """Two columns, in order, where the line is too short for the words."""
    x, y, w, h = area
    size, palette = kit.layout.sizes.small, kit.palette
    pad = 28.0
    rows = -(-len(pairs) // 2)
    each = (h - 20) / rows
    marks: list[Mark] = []
    for i, (_, day, name) in enumerate(pairs):
        column, row = divmod(i, rows)
        left = x + pad + column * (w - 2 * pad) / 2
        base = y + 10 + (row + 0.5) * each + size * 0.36
        marks.append(Disc(left + 6, base - size * 0.34, 6, palette.clock_text, of="dates"))
        marks += _named(kit, left + 22, base, day, name)
    return tuple(marks)
