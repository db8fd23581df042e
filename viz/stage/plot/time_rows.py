"""Bars of time on one axis: each row has two parts that follow each other, and its total."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from viz.stage.marks import COUNT, SCALE, Area, Box, Hatch, Label, Line, Mark, Marks
from viz.stage.number_text import plain_seconds, speed
from viz.stage.panel import flagged, flagged_width
from viz.stage.plot.axes import Scale
from viz.stage.quantity import reckoned
from viz.stage.style import Focus, Kit, Part, dimmed
from viz.stage.text_metrics import width

ENDLESS: Final = float("inf")
LOOKS: Final = ("token", "waiting", "weight", "computing", "link")
TAILS: Final = ("factor", "speed")


@dataclass(frozen=True, slots=True)
class Refs:
    """The references of a row's total, of how many times the first row is as long, of `raw`, and of
    the part that stays. Of the limit: the two parts of the first row alone, and its first part."""

    total: str = ""
    factor: str = ""
    raw: str = ""
    stays: str = ""
    first: str = ""


NO_REFS: Final = Refs()


@dataclass(frozen=True, slots=True)
class Row:
    """One bar, in seconds. `raw` is how much faster its first part is than the first row's."""

    name: str
    working: float
    waiting: float
    repeats: int
    factor: float
    raw: float
    limit: bool = False
    refs: Refs = NO_REFS

    @property
    def total(self) -> float:
        """Time of the whole task."""
        return self.repeats * (self.working + self.waiting)


def rows_of(
    times: Iterable[tuple[str, float, float]],
    repeats: int,
    limit: str = "",
    *,
    refs: tuple[Refs, ...] = (),
) -> tuple[Row, ...]:
    """Rows of (name, time of the first part, time of the second), and the limit if it is named.

    Factors are to the first row; the limit is the last row without its first part. `refs` are
    those of each row, the limit's too.
    """
    found = list(times)
    _, first_work, first_wait = found[0]
    first = first_work + first_wait
    rows = [
        Row(
            name,
            work,
            wait,
            repeats,
            first / (work + wait) if work + wait else ENDLESS,
            first_work / work if work else ENDLESS,
        )
        for name, work, wait in found
    ]
    if limit:
        rest = found[-1][2]
        rows.append(
            Row(limit, 0.0, rest, repeats, first / rest if rest else ENDLESS, ENDLESS, True)
        )
    return tuple(replace(row, refs=refs[i]) if refs else row for i, row in enumerate(rows))


def refs_of(repeats: str, times: Iterable[tuple[str, str]], *, limit: bool) -> tuple[Refs, ...]:
    """The references of rows: of both parts of each row, and how often they follow each other."""
    found = list(times)
    totals = [reckoned("{} * ({} + {})", repeats, *both) for both in found]
    totals += [reckoned("{} * {}", repeats, found[-1][1])] if limit else []
    raws = [reckoned("{} / {}", found[0][0], work) for work, _ in found] + [""] * limit
    stays = [reckoned("{} * {}", repeats, wait) for _, wait in found]
    stays += [reckoned("{} + {}", *found[0])] if limit else []
    return tuple(
        Refs(total, reckoned("{} / {}", totals[0], total), raw, stay, found[0][0])
        for total, raw, stay in zip(totals, raws, stays, strict=True)
    )


@dataclass(frozen=True, slots=True)
class Manner:
    """How rows are shown: a title, the two parts' names and looks, and what follows a total:
    how much faster than the first row it is, or tokens a second if the row is one token. `says`
    is who says the times, flagged beside the title."""

    title: str
    names: tuple[str, str]
    looks: tuple[str, str] = ("token", "waiting")
    tail: str = "factor"
    says: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the bars stand: head's baseline, tops and height of bars, and the time axis."""

    x: float
    w: float
    head: float
    tops: tuple[float, ...]
    bar: float
    scale: Scale
    axis: float


@lru_cache(maxsize=128)
def place_in(kit: Kit, area: Area, rows: tuple[Row, ...], tail: str) -> Place:
    x, y, w, h = area
    sizes = kit.layout.sizes
    pad = 28.0 if kit.layout.form in ("wide", "tall") else 20.0
    head = y + sizes.label * 1.6
    axis = y + h - sizes.small * 2.0
    free = axis - 8 - (head + sizes.label * 0.6)
    pitch = free / len(rows)
    bar = min(46.0, pitch * 0.74)
    names = max(width(row.name, sizes.label, 600) for row in rows) + 28
    longest = max(rows, key=lambda row: row.total)
    size = _number(kit, bar)
    beyond = width(plain_seconds(longest.total), size, 700) + 22
    if tail == "speed":
        beyond += width(_rate(kit, longest), size, 700) + size * 0.6
    start = x + pad + names
    top = head + sizes.label * 0.6 + (pitch - bar) / 2
    return Place(
        x=x + pad,
        w=w - 2 * pad,
        head=head,
        tops=tuple(top + i * pitch for i in range(len(rows))),
        bar=bar,
        scale=Scale(0.0, max(longest.total, 1e-9), start, x + w - pad - beyond),
        axis=axis,
    )


def _number(kit: Kit, bar: float) -> float:
    return max(min(kit.layout.sizes.numeral, bar * 1.05), kit.layout.sizes.label)


@lru_cache(maxsize=64)
def still(kit: Kit, focus: Focus, place: Place, rows: tuple[Row, ...], manner: Manner) -> Marks:
    """What stays while the knobs stay: head, bars, totals, the line of the limit."""
    sizes, palette = kit.layout.sizes, kit.palette
    title = manner.title
    head = kit.label(title, place.x, place.head, sizes.label, palette.ink, weight=600, room=place.w)
    wide = width(title, sizes.label, 600)
    legend = _legend(kit, place, manner, wide)
    left = legend[0].x if legend and isinstance(legend[0], Box | Hatch) else place.x + place.w
    flags: Marks = ()
    if manner.says and place.x + wide + 36 + flagged_width(kit, manner.says) < left:
        flags = flagged(kit, manner.says, place.x + wide + 18, place.head)
    marks = list(dimmed((head, *legend, *flags), focus.level("bars.head"), palette))
    for i, row in enumerate(rows):
        name = "bars.limit" if row.limit else f"bars.{i + 1}"
        bar = _bar(kit, place, place.tops[i], row, manner)
        marks += dimmed(bar, focus.level(name), palette)
    last = rows[-1]
    if last.limit and last.total > 0 and len(rows) > 1:
        x = place.scale.at(last.total)
        line = ((x, place.tops[0] - 6), (x, place.tops[-1] - (place.bar * 0.1)))
        marks += dimmed((Line(line, 3.0, palette.ink, (8, 7)),), focus.level("bars.limit"), palette)
    return tuple(marks)


def _legend(kit: Kit, place: Place, manner: Manner, taken: float) -> Marks:
    """The two parts at the right of the head, if there is room beside the title."""
    size = kit.layout.sizes.label
    swatch = size * 0.72
    wide = [swatch * 1.6 + width(name, size) for name in manner.names]
    if taken + sum(wide) + size * 2.2 > place.w:
        return ()
    at = place.x + place.w - sum(wide) - size * 1.2
    top = place.head - swatch * 0.96
    marks: list[Mark] = []
    for look, name, room in zip(manner.looks, manner.names, wide, strict=True):
        marks.append(part(kit, look, (at, top, swatch, swatch), 9))
        marks.append(kit.label(name, at + swatch * 1.6, place.head, size))
        at += room + size * 1.2
    return tuple(marks)


def part(kit: Kit, look: str, area: Area, pitch: float = 14.0) -> Box | Hatch:
    """A piece of a bar in the look of its meaning; "waiting" is hatched."""
    palette = kit.palette
    if look == "waiting":
        return Hatch(*area, palette.waiting_ground, palette.waiting, 2, pitch, of="parts")
    fill = {"token": palette.token, "weight": palette.weight, "computing": palette.computing}
    return Box(*area, fill.get(look, palette.link), min(3.0, area[2] / 2), of="parts")


def _bar(kit: Kit, place: Place, top: float, row: Row, manner: Manner) -> Marks:
    """Name, parts in turn, and the total with its factor at the end."""
    palette, sizes, scale = kit.palette, kit.layout.sizes, place.scale
    base = top + place.bar / 2 + sizes.label * 0.36
    marks: list[Mark] = [kit.label(row.name, place.x, base, None, palette.ink, weight=600)]
    at = 0.0
    for _ in range(row.repeats):
        for seconds, look in zip((row.working, row.waiting), manner.looks, strict=True):
            # Whole units: pieces of one length are then one picture.
            left, right = round(scale.at(at)), round(scale.at(at + seconds))
            at += seconds
            if seconds <= 0:
                continue
            gap = 3.0 if right - left > 6 else (right - left) * 0.3
            marks.append(part(kit, look, (left, top, max(1.0, right - left - gap), place.bar)))
    return (*marks, *_total(kit, place, top, row, manner))


def _total(kit: Kit, place: Place, top: float, row: Row, manner: Manner) -> Marks:
    palette, sizes = kit.palette, kit.layout.sizes
    size = _number(kit, place.bar)
    x = place.scale.at(row.total) + 16
    end = place.x + place.w
    base = top + place.bar / 2 + size * 0.36
    total = plain_seconds(row.total)
    ink, ref = palette.ink, row.refs.total
    marks: list[Label] = [kit.label(total, x, base, size, ink, weight=700, of="total", ref=ref)]
    x += width(total, size, 700) + size * 0.6
    if manner.tail == "speed":
        word = _rate(kit, row)
        if x + width(word, size, 700) > end:
            return tuple(marks)
        colour = palette.token_text
        ref = reckoned("1 tok / {}", row.refs.total)
        return (*marks, kit.label(word, x, base, size, colour, weight=700, of="factor", ref=ref))
    endless = row.factor == ENDLESS
    if row.factor == 1.0:
        return tuple(marks)
    times = f"{row.factor:.3g}×"
    if row.limit:
        choices = [kit.word("timebars_bound", times=times), times]
        choices = [kit.word("timebars_no_limit")] if endless else choices
        colour = palette.ink
    else:
        choices, colour = [kit.word("timebars_faster", times=times), times], palette.token_text
    word = next((text for text in choices if x + width(text, size, 700) <= end), "")
    if not word:
        return tuple(marks)
    ref = "" if endless else row.refs.factor
    marks.append(kit.label(word, x, base, size, colour, weight=700, of="factor", ref=ref))
    x += width(word, size, 700) + size * 0.6
    note = _note(kit, row, manner.names[1])
    if note and x + width("".join(text for text, _ in note), sizes.small) <= end:
        marks += kit.row(note, x, base, sizes.small, of="factor")
    return tuple(marks)


def _rate(kit: Kit, row: Row) -> str:
    """Tokens a second, if a row is one token."""
    rate = speed(1 / row.total) if row.total > 0 else "∞"
    return f"{rate} {kit.word('speed_unit')}"


def _note(kit: Kit, row: Row, waiting: str) -> tuple[Part, ...]:
    if row.limit:
        whole = row.factor * row.waiting
        first = (plain_seconds(whole - row.waiting), row.refs.first)
        both = (plain_seconds(whole), row.refs.stays)
        parts = kit.parts("timebars_limit_note", first=first, both=both)
        return parts if row.waiting > 0 else ()
    if abs(row.raw / row.factor - 1) < 0.01:
        return ()
    stays = (plain_seconds(row.waiting * row.repeats), row.refs.stays)
    raw = (f"{row.raw:.3g}", row.refs.raw)
    return kit.parts("timebars_note", raw=raw, time=stays, part=(waiting, ""))


def axis(kit: Kit, place: Place, now: float | None) -> Marks:
    """The time axis; a tick's word gives way to the clock's."""
    palette, size, scale = kit.palette, kit.layout.sizes.small, place.scale
    ends = ((scale.start, place.axis), (scale.end, place.axis))
    marks: list[Mark] = [Line(ends, 1.5, palette.edge)]
    taken = (0.0, 0.0)
    if now is not None:
        half = width(plain_seconds(1000.0), size, 700) / 2
        taken = (scale.at(now) - half, scale.at(now) + half)
    for value in scale.ticks(5 if kit.layout.form == "wide" else 4):
        x = scale.at(value)
        marks.append(Line(((x, place.axis - 5), (x, place.axis + 1)), 1.5, palette.waiting))
        text = plain_seconds(value) if value else "0"
        half = width(text, size) / 2 + 8
        if x + half < taken[0] or x - half > taken[1]:
            marks.append(
                kit.label(
                    text, x, place.axis + size * 1.3, size, anchor="middle", of="hw", ref=SCALE
                )
            )
    return tuple(marks)


def cursor(kit: Kit, place: Place, now: float, rows: tuple[Row, ...]) -> Marks:
    """The task's clock: a line through all bars, and its seconds at the axis."""
    if now <= 0:
        return ()
    palette, size = kit.palette, kit.layout.sizes.small
    x = round(place.scale.at(now) * 4) / 4
    marks: list[Mark] = [
        Line(((x, place.axis - 8), (x, place.axis)), 3.0, palette.clock_text, of="hw")
    ]
    for top, row in zip(place.tops, rows, strict=True):
        if now <= row.total:  # what is done already has no clock any more, and its words are free
            ends = ((x, top - 6), (x, top + place.bar + 6))
            marks.append(Line(ends, 3.0, palette.clock_text, of="hw"))
    text = f"{now:.0f} s" if place.scale.high >= 20 else f"{now:.1f} s"
    label = kit.label(
        text,
        x,
        place.axis + size * 1.3,
        size,
        palette.clock_text,
        weight=700,
        anchor="middle",
        of="hw",
        ref=COUNT,
    )
    return (*marks, label)
