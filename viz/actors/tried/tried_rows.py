"""Steps as bars on one scale, each with its name, its time and its speed."""

from __future__ import annotations

from dataclasses import dataclass

from viz.physics.types import StepTime
from viz.scene.types import Side
from viz.stage.knob_words import fitting
from viz.stage.marks import PAST, Area, Box, Hatch, Line, Mark, Marks
from viz.stage.number_text import duration, speed
from viz.stage.panel import heading, panel_in
from viz.stage.style import Kit, dimmed
from viz.stage.text_metrics import width

GAP = 3.0
OF = "tried"


@dataclass(frozen=True, slots=True)
class Row:
    """One setting; `names` are wordings, the fullest first, `lit` is the one that stands now, `knob`
    the reference of what was turned."""

    names: tuple[str, ...]
    step: StepTime
    lit: bool
    side: Side
    knob: str


def draw(kit: Kit, area: Area, title: str, rows: list[Row], later: list[str]) -> Marks:
    """The panel's title, the rows that fit, those to come, and what the colours mean."""
    wide = kit.layout.form in ("wide", "narrow")
    frame = panel_in(area, kit, subtitle=wide)
    sizes = kit.layout.sizes
    x, y, w, h = frame.inner
    foot = sizes.label * 1.9
    most, least = {"wide": (186.0, 116.0), "narrow": (150.0, 112.0), "square": (92.0, 74.0)}.get(
        kit.layout.form, (132.0, 84.0)
    )
    pitch = min(most, max(least, (h - foot + 14) / 3 - 0.01))
    room = max(2, int((h - foot + 14) // pitch))
    if len(rows) > room:
        rows = [rows[0], *rows[len(rows) - room + 1 :]]
    longest = max(row.step.seconds for row in rows)
    marks: list[Mark] = [*heading(frame, kit, title, kit.word("tried_subtitle") if wide else "")]
    for i, row in enumerate(rows):
        bar = _row(kit, (x, y + i * pitch, w, pitch), row, longest)
        marks += dimmed(bar, 1.0 if row.lit or len(rows) == 1 else 0.7, kit.palette)
    for i, name in enumerate(later[: room - len(rows)], len(rows)):
        marks += _to_come(kit, (x, y + i * pitch, w, pitch), name)
    marks += _legend(kit, x, y + h - sizes.label * 0.2, w)
    return tuple(marks)


def _row(kit: Kit, area: Area, row: Row, longest: float) -> Marks:
    """Name and speed above, the bar with its time below."""
    palette, sizes = kit.palette, kit.layout.sizes
    x, y, w, _ = area
    square = kit.layout.form in ("square", "tall")
    base = y + sizes.numeral * (0.86 if square else 1.0)
    number, unit = speed(row.step.speed), kit.word("speed_unit")
    unit_w = width(unit, sizes.label) + 10
    big = sizes.numeral * (0.85 if square else 1.0)
    # A reference tells a number as the knobs stand: of settings that stood before it has none.
    fast, long_step = (f"{row.side}.speed", f"{row.side}.step") if row.lit else (PAST, PAST)
    time = duration(row.step.seconds, 3)
    time_w = width(time, sizes.label, 700) + 16
    top, thick = _bar_place(kit, base)
    full = w - time_w
    long = full * row.step.seconds / longest
    room = w - unit_w - width(number, big, 700) - 20
    marks: list[Mark] = [
        kit.label(
            fitting(kit, row.names, room, 600),
            x,
            base,
            sizes.label,
            palette.ink if row.lit else palette.muted,
            weight=600,
            room=room,
            of=OF,
            ref=row.knob if row.lit else PAST,
        ),
        kit.label(unit, x + w, base, sizes.label, anchor="end", ref=fast),
        kit.label(
            number,
            x + w - unit_w,
            base,
            big,
            palette.token_text,
            weight=700,
            anchor="end",
            of=OF,
            ref=fast,
        ),
        *_bar(kit, (x, top, long, thick), row.step),
        kit.label(
            time,
            x + long + 14,
            top + thick / 2 + sizes.label * 0.36,
            sizes.label,
            palette.ink,
            weight=700,
            of=OF,
            ref=long_step,
        ),
    ]
    return tuple(marks)


def _bar_place(kit: Kit, base: float) -> tuple[float, float]:
    """Top and thickness of a bar under a row's name."""
    if kit.layout.form in ("square", "tall"):
        return base + 12.0, 28.0
    return base + 18.0, 54.0 if kit.layout.form == "wide" else 42.0


def _to_come(kit: Kit, area: Area, name: str) -> Marks:
    """A row that is not known yet."""
    palette, sizes = kit.palette, kit.layout.sizes
    x, y, w, _ = area
    small = kit.layout.form in ("square", "tall")
    base = y + sizes.numeral * (0.86 if small else 1.0)
    top, thick = _bar_place(kit, base)
    end = x + w * 0.86
    corners = ((x, top), (end, top), (end, top + thick), (x, top + thick), (x, top))
    return (
        kit.label(name, x, base, sizes.label, weight=600, room=w * 0.8, of=OF),
        kit.label("?", x + w, base, sizes.numeral, weight=700, anchor="end", of=OF),
        Line(corners, 2, palette.waiting, (3, 7), of=OF),
    )


def _bar(kit: Kit, area: Area, step: StepTime) -> Marks:
    """A step in parts; arithmetic that reading hides is a thin bar under it."""
    palette = kit.palette
    x, y, w, h = area
    parts = {part.name: part for part in step.parts}
    hidden = parts["computing"].work if parts["computing"].seconds <= 0 else 0.0
    marks: list[Mark] = []
    at = x
    for part in step.parts:
        if part.seconds <= 0:
            continue
        end = at + w * part.seconds / step.seconds
        wide = max(2.0, end - at - (GAP if end < x + w - 0.5 else 0.0))
        under = part.name == "reading" and hidden > 0
        tall = h - 11 if under else h
        if part.name == "overhead":
            ground, ink = palette.waiting_ground, palette.waiting
            marks.append(Hatch(at, y, wide, tall, ground, ink, 3, of=OF))
        else:
            colours = {"reading": palette.weight, "computing": palette.computing}
            marks.append(Box(at, y, wide, tall, colours.get(part.name, palette.link), 3, of=OF))
        if under:
            done = min(wide, max(4.0, w * hidden / step.seconds))
            marks.append(Box(at, y + h - 8, done, 8, palette.computing, 2, of=OF))
        at = end
    return tuple(marks)


def _legend(kit: Kit, x: float, base: float, room: float) -> list[Mark]:
    palette = kit.palette
    size = kit.layout.sizes.small
    side = size * 0.86
    marks: list[Mark] = []
    at = x
    for name, colour in (
        ("reading", palette.weight),
        ("computing", palette.computing),
        ("tried_rest", ""),
    ):
        text = kit.word(name)
        if at + side * 1.5 + width(text, size) > x + room:
            break
        top = base - side * 0.9
        if colour:
            marks.append(Box(at, top, side, side, colour, 3))
        else:
            ground, ink = palette.waiting_ground, palette.waiting
            marks.append(Hatch(at, top, side, side, ground, ink, 3, 9))
        marks.append(kit.label(text, at + side * 1.5, base, size))
        at += side * 1.5 + width(text, size) + size * 1.1
    return marks
