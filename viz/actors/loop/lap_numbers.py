"""The numbers of a lap, beside its ring: speed, one lap, its parts, and the tool's share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians

from viz.actors.loop.agent_lap import STATIONS, Lap
from viz.actors.loop.lap_ring import Ring
from viz.stage.marks import Area, Box, Hatch, Line, Mark, Marks
from viz.stage.number_text import percent, plain_seconds, speed
from viz.stage.panel import flagged, flagged_width
from viz.stage.style import Focus, Kit, dimmed
from viz.stage.text_metrics import text_extent, width


@dataclass(frozen=True, slots=True)
class Plan:
    """Where the numbers stand (x, y, width, height), and where the ring does."""

    numbers: Area
    ring: Ring


@lru_cache(maxsize=64)
def plan(area: Area, kit: Kit) -> Plan:
    """Numbers at left, ring at right, whatever the form of the stage."""
    x, y, w, h = area
    form = kit.layout.form
    pad = 28.0 if form in ("wide", "tall") else 20.0
    room = w - 2 * pad
    left = min({"wide": 336.0, "narrow": 264.0}.get(form, 400.0), room * 0.47)
    start = x + pad + left + 8
    return Plan((x + pad, y, left, h), _ring(kit, (start, y + 10, x + w - 12 - start, h - 20)))


def _ring(kit: Kit, area: Area) -> Ring:
    """The ring in its area, with room for the stations' names around it."""
    x, y, w, h = area
    size = kit.layout.sizes.label
    half = w / 2 - 16  # clear of the numbers at left
    longest = max(width(kit.word(f"loop_{name}"), size, 700) for name in STATIONS[::2])
    # A name that has no room at the ring's side slides along it, up to 38 degrees.
    outer = min(h / 2 - size * 1.5, (half - longest) / cos(radians(38)) - size * 0.55)
    band = min(36.0, outer * 0.3)
    return Ring(x + w / 2, y + h / 2, outer - band / 2, band, half)


@lru_cache(maxsize=128)
def numbers(kit: Kit, focus: Focus, place: Plan, lap: Lap, side: str) -> Marks:
    """Title and rows, as many as there is room for; the tool's share is always there."""
    x, y, w, h = place.numbers
    sizes, palette = kit.layout.sizes, kit.palette
    title = y + sizes.machine * 1.36
    heads = _heads(kit, lap, place.ring, x, title)
    marks = list(dimmed(heads, focus.level(f"{side}.title"), palette))
    line = sizes.label * 1.7
    rows = ["lap", "generation", "tool", "share"]
    top = title + sizes.label * 1.5
    free = y + h - 16 - top
    if free < 4.9 * line:
        rows = ["lap", "share"] if free < 4.1 * line else rows
    pitch = min(free / len(rows), line * (1.45 if len(rows) == 4 else 1.6))
    base = top + (free - pitch * len(rows)) / 2
    for i, name in enumerate(rows):
        row = (x, base + i * pitch, w, pitch)
        lit = focus.lit(f"{side}.share") if name == "share" else 0.0
        part = f"{side}.share" if name == "share" else f"{side}.numbers"
        marks += dimmed(_row(kit, lap, name, row, side, lit), focus.level(part), palette)
        if name in ("lap", "tool") and len(rows) == 4:
            under = row[1] + pitch
            rule = (Line(((x, under), (x + w, under)), 1.5, palette.edge),)
            marks += rule if not (lit and name == "tool") else ()
    return tuple(marks)


def _room(kit: Kit, ring: Ring, x: float, y: float) -> float:
    """How much a line of text at baseline y may take before it meets the ring and its names."""
    size = kit.layout.sizes.label
    names = [width(kit.word(f"loop_{name}"), size, 700) for name in STATIONS]
    free = ring.x - names[1] / 2 - size * 0.7 - names[0] - 18 - x
    away = min(abs(y - ring.y), abs(y - size * 0.8 - ring.y))
    outer = ring.outer + 16
    if away < outer:
        free = min(free, ring.x - (outer**2 - away**2) ** 0.5 - x) if y > ring.y - outer else free
    r, reach = ring.outer + size * 0.55, ring.half - names[0]
    highest = ring.y - max(0.0, r * r - reach * reach) ** 0.5  # of a name that slid up
    if y > highest - size * 0.9:
        free = min(free, ring.x - ring.half - 10 - x)
    return free


def _heads(kit: Kit, lap: Lap, ring: Ring, x: float, y: float) -> Marks:
    """Name, speed and its flag; under them what a lap writes, and who says so."""
    room = _room(kit, ring, x, y)
    sizes, palette = kit.layout.sizes, kit.palette
    size = sizes.machine
    number = f"{speed(lap.speed)} {kit.word('speed_unit')}"
    at = x + width(lap.title, size, 700) + size * 0.45
    number_size = size if at + width(number, size, 700) <= x + room else size * 0.86
    marks: list[Mark] = [
        kit.label(lap.title, x, y, size, palette.ink, weight=700),
        kit.label(
            number,
            at,
            y,
            number_size,
            palette.token_text,
            weight=700,
            of="speed",
            ref=lap.refs[0],
        ),
    ]
    after = at + width(number, number_size, 700) + 16
    if after + flagged_width(kit, lap.speed_says) <= x + room:
        marks += flagged(kit, lap.speed_says, after, y)
    y += sizes.label * 1.5
    room = _room(kit, ring, x, y)
    tokens = (f"{lap.tokens:,.0f}", lap.refs[1])
    time = (plain_seconds(lap.generation), lap.generation_ref)
    wordings = (
        kit.parts("loop_tokens", tokens=tokens, time=time),
        kit.parts("loop_tokens_short", tokens=tokens),
    )
    row = kit.first_row_that_fits(wordings, x, y, sizes.label, room=room)
    marks += row
    after = text_extent(row[-1])[1] + 14
    if after + flagged_width(kit, lap.tokens_says) <= x + room:
        marks += flagged(kit, lap.tokens_says, after, y)
    return tuple(marks)


def _row(kit: Kit, lap: Lap, name: str, row: Area, side: str, lit: float) -> Marks:
    """One row: what it is, and its number at the right end."""
    x, y, w, h = row
    sizes, palette = kit.layout.sizes, kit.palette
    value, ref, colour, size = {
        "lap": (plain_seconds(lap.seconds), lap.seconds_ref, palette.ink, sizes.numeral * 1.2),
        "generation": (
            plain_seconds(lap.generation),
            lap.generation_ref,
            palette.token_text,
            sizes.label + 4,
        ),
        "tool": (plain_seconds(lap.tool), lap.refs[2], palette.ink, sizes.label + 4),
        "share": (
            percent(lap.fixed),
            lap.fixed_ref,
            palette.ink,
            sizes.numeral * (1.2 + 0.3 * lit),
        ),
    }[name]
    size = min(size, h * 0.8)
    if lit > 0:  # it grows, but not so far that its name is cut short
        beside = w - 16 - width(kit.word(f"loop_row_{name}"), sizes.label, 600)
        size = max(sizes.numeral, min(size, size * beside / width(value, size, 700)))
    base = y + h / 2 + sizes.label * 0.36
    marks: list[Mark] = []
    if lit > 0:
        edge = (x - 14, y + 4, w + 28, h - 8)
        marks.append(Box(*edge, palette.chip, 10, palette.muted, 2.5, alpha=lit))
    number = kit.label(
        value,
        x + w,
        y + h / 2 + size * 0.36,
        size,
        colour,
        weight=700,
        anchor="end",
        of=side,
        ref=ref,
    )
    text, left = kit.word(f"loop_row_{name}"), x
    if name in ("generation", "tool"):
        swatch = sizes.label * 0.72
        top = base - swatch * 0.98
        if name == "tool":
            ground, ink = palette.waiting_ground, palette.waiting
            marks.append(Hatch(x, top, swatch, swatch, ground, ink, 3, 9))
        else:
            marks.append(Box(x, top, swatch, swatch, palette.token, 3))
        left += swatch * 1.6
    ink = palette.ink if lit > 0.5 else palette.muted
    room = x + w - width(value, size, 700) - 14 - left
    short = kit.word(f"loop_row_{name}_short")
    text, small = kit.first_that_fits(room, sizes.label, (text, short))
    marks.append(kit.label(text, left, base, small, ink, weight=600 if lit > 0.5 else 400))
    after = left + width(text, small) + 12
    if name == "tool" and after + flagged_width(kit, lap.tool_says) < left + room:
        marks += flagged(kit, lap.tool_says, after, base)
    return (*marks, number)
