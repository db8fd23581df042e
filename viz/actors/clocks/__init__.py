"""Clocks of long jobs side by side, a ring for each day, and the ratio when all are done."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin
from typing import Final

from viz.catalog.types import Text
from viz.scene.arithmetic import Ref
from viz.stage.badge import Badge
from viz.stage.i18n import said
from viz.stage.marks import COUNT, Arc, Area, Box, Disc, Line, Mark, Marks
from viz.stage.panel import flagged, flagged_width, ground
from viz.stage.parameters import parameter
from viz.stage.quantity import Resolved, reckoned, resolve_all
from viz.stage.style import Focus, Kit, dimmed
from viz.stage.task_clock import running
from viz.stage.text_metrics import width
from viz.stage.view import StageView

DAY: Final = 86400.0


@dataclass(frozen=True, slots=True)
class Parameters:
    """Jobs that start together, and numbers that follow from their times."""

    names: tuple[Text, ...] = parameter("texts", "a name for each job")
    times: tuple[Ref, ...] = parameter("refs", "how long each job takes")
    ratio_name: Text | None = parameter("text", "what the ratio of the first two is", None)
    numbers: tuple[Ref, ...] = parameter("refs", "more numbers; shown when the jobs are done", ())
    number_names: tuple[Text, ...] = parameter("texts", "a name for each of them", ())
    before: tuple[str, ...] = parameter(
        "words", "whether a number is shown at once", (), choices=("at-once", "when-done")
    )


def below(kit: Kit, _: Parameters) -> float:
    """The row's height: it stands under the other actors."""
    return {"wide": 156.0, "narrow": 156.0, "square": 200.0, "tall": 252.0}[kit.layout.form]


def panel(area: Area, kit: Kit, _: Parameters) -> Marks:
    """The panel."""
    return ground(area, kit)


def draw(stage: StageView, area: Area, p: Parameters) -> Marks:
    """Each clock as far as it has run; the ratio and what follows when the longest is done."""
    kit, focus, lang = stage.kit, stage.focus, stage.kit.look.lang
    times = resolve_all(stage, p.times)
    now = running(stage, p.times)
    over = now >= max(one.value for one in times)
    cells = _cells(kit, area, len(times), 1 + len(p.numbers))
    marks: list[Mark] = []
    for i, one in enumerate(times):
        name = said(p.names[i], lang) if i < len(p.names) else ""
        marks += dimmed(
            _clock(kit, cells[i], name, min(now, one.value), one),
            focus.level("clocks"),
            kit.palette,
        )
    name = said(p.ratio_name, lang) if p.ratio_name else kit.word("clocks_ratio")
    numbers = resolve_all(stage, p.numbers)
    ratio = times[0].value / times[1].value if len(times) > 1 else 1.0
    ratio_ref = reckoned("{} / {}", times[0], times[1]) if len(times) > 1 else ""
    rows = [(name, f"{ratio:.3g}×" if over else "?", "derived", ratio_ref if over else "")]
    for i, number in enumerate(numbers):
        at_once = i < len(p.before) and p.before[i] == "at-once"
        title = said(p.number_names[i], lang) if i < len(p.number_names) else ""
        known = over or at_once
        text, ref = (_text(number), number.ref) if known else ("?", "")
        rows.append((title, text, number.says, ref))
    for i, row in enumerate(rows):
        of = "clocks.numbers" if i else "clocks.ratio"
        marks += _number(kit, focus, cells[len(times) + i], row, of)
    return tuple(marks)


def badge(stage: StageView, _: Area, p: Parameters) -> Badge:
    """The clock of the jobs; the lens is the scene's."""
    times = resolve_all(stage, p.times)
    now = min(running(stage, p.times), max(one.value for one in times))
    return Badge(stage.kit.word("clocks_clock"), _hours(stage.kit, now), lens=True, of="hw")


def _text(number: Resolved) -> str:
    if number.dimension == "number" and number.value < 1:
        return f"{number.value * 100:.3g} %"
    return f"{number.value:.3g}×" if number.dimension == "number" else number.text


def _hours(kit: Kit, seconds: float) -> str:
    """Hours and minutes: "78 h 27 min", in the language of the stage."""
    minutes = int(seconds / 60 + 1e-6)
    return kit.word("clocks_hours", hours=minutes // 60, minutes=f"{minutes % 60:02d}")


@lru_cache(maxsize=32)
def _cells(kit: Kit, area: Area, clocks: int, numbers: int) -> tuple[Area, ...]:
    """Clocks, then numbers: in one row where the stage is wide, else in two."""
    x, y, w, h = area
    pad = 28.0 if kit.layout.form in ("wide", "tall") else 18.0
    inner, left = w - 2 * pad, x + pad
    if kit.layout.form in ("wide", "narrow"):
        wide = 1.32 if kit.layout.form == "wide" else 1.6  # a face and its time need their room
        weights = [wide] * clocks + [1.0] * numbers
        unit = inner / sum(weights)
        cells, at = [], left
        for weight in weights:
            cells.append((at, y, weight * unit, h))
            at += weight * unit
        return tuple(cells)
    upper = h * 0.5
    top = [(left + i * inner / clocks, y, inner / clocks, upper) for i in range(clocks)]
    foot = [
        (left + i * inner / numbers, y + upper, inner / numbers, h - upper) for i in range(numbers)
    ]
    return (*top, *foot)


def _clock(kit: Kit, cell: Area, name: str, now: float, time: Resolved) -> Marks:
    """A face with a ring for each day, name, time so far, and who says it."""
    x, y, _, h = cell
    sizes, palette = kit.layout.sizes, kit.palette
    radius = min(h * 0.4, 62.0, cell[2] * (0.5 if kit.layout.form == "tall" else 0.16))
    marks: list[Mark] = [*_face(kit, x + radius, y + h / 2, radius, now, time.value)]
    left = x + 2 * radius + 18
    room = x + cell[2] - left - 24
    size = sizes.numeral * 0.86
    three = h > sizes.small * 5.2 and now >= time.value
    base = y + h / 2 - (sizes.small * 0.95 if three else sizes.small * 0.3)
    text, fit = kit.first_that_fits(room, sizes.label, (name,), 600)
    marks.append(kit.label(text, left, base, fit, palette.ink, weight=600))
    base += size * 1.1
    marks.append(
        kit.label(
            _hours(kit, now),
            left,
            base,
            size,
            palette.clock_text,
            weight=700,
            room=room,
            of="hw",
            ref=time.ref if now >= time.value else COUNT,
        )
    )
    if three:
        base += sizes.small * 1.4
        days = kit.word("clocks_days", days=f"{time.value / DAY:.2f}")
        marks.append(
            kit.number(time, left, base, sizes.small, palette.muted, text=days, weight=400)
        )
        after = left + width(days, sizes.small) + 14
        if after + flagged_width(kit, time.says) < left + room:
            marks += flagged(kit, time.says, after, base)
    return tuple(marks)


def _face(kit: Kit, x: float, y: float, radius: float, now: float, whole: float) -> Marks:
    """Rings from the outside in, one for each day; a hand that turns once a day."""
    palette = kit.palette
    rings = max(1, int(-(-whole // DAY)))
    each = min(radius / (rings + 1), radius * 0.3)
    marks: list[Mark] = [Disc(x, y, radius, palette.channel, palette.waiting, 2)]
    for i in range(rings):
        r = radius - 4 - (i + 0.5) * each
        marks.append(Arc(x, y, r, each - 3, 0.0, 1.0, palette.track))
        share = min(1.0, max(0.0, now / DAY - i))
        if share > 0:
            marks.append(Arc(x, y, r, each - 3, 0.0, share, palette.clock_text, of="hw"))
    turn = 2 * pi * (now / DAY % 1.0)
    end = (x + sin(turn) * (radius - 6), y - cos(turn) * (radius - 6))
    marks += [Line(((x, y), end), 3.0, palette.ink, of="hw"), Disc(x, y, 4, palette.ink)]
    return tuple(marks)


@lru_cache(maxsize=64)
def _number(kit: Kit, focus: Focus, cell: Area, row: tuple[str, str, str, str], of: str) -> Marks:
    """A number with its name over it and its flag under it."""
    title, text, says, ref = row
    x, y, w, h = cell
    sizes, palette = kit.layout.sizes, kit.palette
    lit = focus.lit(of)
    size = min(sizes.numeral * (1.1 + 0.3 * lit), (h - sizes.small * 1.7) * (0.76 + 0.1 * lit))
    three = h > size + sizes.small * 3.4 and text != "?"
    room = w - 18
    block = sizes.small + size + (sizes.small * 1.35 if three else 0.0)
    base = y + (h - block) / 2 + sizes.small * 0.8
    ink = palette.ink if text != "?" else palette.muted
    marks: list[Mark] = [
        kit.label(title, x + 8, base, sizes.small, room=room),
        kit.label(text, x + 8, base + size, size, ink, weight=700, room=room, of=of, ref=ref),
    ]
    if three and flagged_width(kit, says) <= room:
        marks += flagged(kit, says, x + 8, base + size + sizes.small * 1.35)
    edge: Marks = ()
    if lit > 0:
        edge = (Box(x - 6, y + 8, w - 6, h - 16, palette.chip, 10, palette.muted, 2.5, alpha=lit),)
    return (*edge, *dimmed(tuple(marks), focus.level(of), palette))
