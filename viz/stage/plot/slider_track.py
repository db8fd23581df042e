"""The track of a knob: range, ticks, handle, the published value, and the zone of queues."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from viz.scene.slider import share_of
from viz.scene.types import Knob, KnobValue
from viz.stage.i18n import on_stage, said
from viz.stage.icons import flag
from viz.stage.marks import SCALE, Area, Box, Disc, Hatch, Line, Mark, Marks
from viz.stage.style import Kit
from viz.stage.text_metrics import width
from viz.units import write

THICK: Final = 8.0
APART: Final = 26.0  # between the words of two ticks


@dataclass(frozen=True, slots=True)
class Refs:
    """The references of a knob's value, and of the number of users beyond which they queue."""

    value: str = ""
    knee: str = ""


NONE: Final = Refs()


@dataclass(frozen=True, slots=True)
class Told:
    """What a row tells. `knee` is the value beyond which users queue; 0 for none. `first`: the value
    that the knob had at first is marked, whoever gave it."""

    knob: Knob
    value: KnobValue
    unit: str
    knee: int
    first: bool = False
    refs: Refs = NONE


@dataclass(frozen=True, slots=True)
class Place:
    """Where a slider stands: ends and middle line of its track, baselines above and below it."""

    start: float
    end: float
    y: float
    above: float  # baseline of what stands above the track
    under: float
    size: float
    words: bool = True  # the mark of the first value has its words beside it
    ticks: bool = True


def draw(kit: Kit, area: Area, told: Told) -> Marks:
    """The row of a knob."""
    place = _place(kit, area)
    return (*_name(kit, area, told), *slider(kit, place, told))


def _place(kit: Kit, area: Area) -> Place:
    x, y, w, _ = area
    size = kit.layout.sizes.small
    if kit.layout.form == "tall":
        return Place(x + 40, x + w - 56, y + 84, y + 64, y + 136, size)
    left = {"wide": 0.267, "narrow": 0.27, "square": 0.3}[kit.layout.form]
    return Place(x + w * left, x + w - 82, y + 43, y + 27, y + 81, size)


def _name(kit: Kit, area: Area, told: Told) -> Marks:
    sizes, palette = kit.layout.sizes, kit.palette
    x, y, w, _ = area
    tall = kit.layout.form == "tall"
    pad = 28.0 if kit.layout.form in ("wide", "tall") else 18.0
    name = said(told.knob.title, kit.look.lang)
    value = shown(told.knob, told.value)
    if tall:
        wide = width(told.unit, sizes.label) + 10 if told.unit else 0.0
        marks = [
            kit.label(name, x + pad, y + 46, sizes.label, room=w * 0.6),
            kit.label(
                value,
                x + w - pad - wide,
                y + 48,
                sizes.numeral,
                palette.ink,
                weight=700,
                anchor="end",
                of="knob",
                ref=told.refs.value,
            ),
        ]
        if told.unit:
            marks.append(kit.label(told.unit, x + w - pad, y + 48, sizes.label, anchor="end"))
        return tuple(marks)
    room = _place(kit, area).start - x - pad - 40
    marks = [
        kit.label(name, x + pad, y + 38, sizes.label, room=room),
        kit.label(
            value,
            x + pad,
            y + 78,
            sizes.numeral,
            palette.ink,
            weight=700,
            of="knob",
            ref=told.refs.value,
        ),
    ]
    at = x + pad + width(value, sizes.numeral, 700) + 12
    if told.unit and at + width(told.unit, sizes.label) < x + pad + room:
        marks.append(kit.label(told.unit, at, y + 78, sizes.label))
    return tuple(marks)


def shown(knob: Knob, value: KnobValue, lang: str = "en") -> str:
    """A knob's value as a person writes it."""
    if isinstance(value, str):
        return value
    if is_share(knob):
        return f"{value * 100:.3g} %"
    if knob.unit == "bits":
        return f"{value:g} bit"
    if knob.unit == "number" and knob.high >= 1e9:  # parameters, as people say them
        return f"{value / 1e12:.3g}T" if value >= 0.9995e12 else f"{value / 1e9:.3g}B"
    return f"{value:,.0f}" if knob.whole else on_stage(write(value, knob.unit), lang)


def is_share(knob: Knob) -> bool:
    """Whether a knob goes over parts of a whole, which people write in per cent."""
    return knob.unit == "number" and not knob.whole and 0 <= knob.low < knob.high <= 1


def slider(kit: Kit, place: Place, told: Told) -> Marks:
    """The slider of a knob: for the row on stage, and for the column beside it."""
    palette, knob = kit.palette, told.knob
    long = place.end - place.start
    at = place.start + long * share_of(knob, told.value)
    top = place.y - THICK / 2
    marks: list[Mark] = [
        Box(place.start, top, long, THICK, palette.track, 4),
    ]
    knee = told.knee if knob.low < told.knee < knob.high else 0
    if knee:
        full = place.start + long * share_of(knob, knee)
        marks.append(
            Hatch(
                full,
                top,
                place.end - full,
                THICK,
                palette.waiting_ground,
                palette.waiting,
                4,
                10,
                of="knob",
            )
        )
        text = kit.word("knob_row_queue", count=f"{knee:,}")
        if kit.layout.form == "tall":  # the tick says it
            text = ""
        if text and full + width(text, place.size) < place.end + 30:
            marks.append(
                kit.label(
                    text,
                    place.end,
                    place.above - 4,
                    place.size,
                    anchor="end",
                    of="knob",
                    ref=told.refs.knee,
                )
            )
    marks.append(
        Box(place.start, top, max(THICK, at - place.start), THICK, palette.token, 4, of="knob")
    )
    if place.ticks:
        marks += _ticks(kit, place, told, knee)
    marks += _published(kit, place, told)
    marks += (
        Disc(at, place.y, 19, palette.token, alpha=0.35, of="knob"),
        Disc(at, place.y, 13, palette.knob, palette.token_edge, 1.5, of="knob"),
    )
    return tuple(marks)


def _published(kit: Kit, place: Place, told: Told) -> Marks:
    """The flag of the value that a source gives; none where a scene alone chose it."""
    knob = told.knob
    sourced = of_source(knob) and not (told.first and knob.turns.startswith("values."))
    if not told.first and (not sourced or (knob.choices and told.knee)):
        return ()
    at = place.start + (place.end - place.start) * share_of(knob, knob.published)
    word = "knob_row_published" if sourced else "knob_first"
    value = shown(knob, knob.published, kit.look.lang)
    text = kit.word(word, value=value)
    colour = kit.palette.ink
    pole = Line(((at, place.y - 5), (at, place.above)), 2, colour)
    if not place.words:  # under the track where nothing else is, else above it
        foot = place.above if place.ticks else place.y + 30
        if not place.ticks:
            pole = Line(((at, place.y + 6), (at, place.y + 15)), 2, colour)
        return (pole, *flag(at, foot, 13 if place.ticks else 16, colour)) if sourced else (pole,)
    room = 8 if told.first else 60  # beyond the track's ends

    def beside(text: str) -> tuple[bool, bool]:
        wide = width(text, place.size)
        return at + 24 + wide <= place.end + room, at - 12 - wide >= place.start - room

    if not any(beside(text)):
        text = value  # the mark at its side says what it is
    right, left = beside(text)
    right = right or not left
    label = kit.label(
        text,
        at + 24 if right else at - 12,
        place.above - 2,
        place.size,
        anchor="start" if right else "end",
    )
    return (pole, *flag(at, place.above, 18, colour), label) if sourced else (pole, label)


def of_source(knob: Knob) -> bool:
    """Whether a source gives the value that the knob has at first; else the scene chose it."""
    root, _, leaf = knob.turns.partition(".")
    return bool(leaf) and leaf != "count" and root not in ("value", "values")


def _ticks(kit: Kit, place: Place, told: Told, knee: int) -> list[Mark]:
    """Ticks below the track: the ends first, then the knee, then what there is room for."""
    palette = kit.palette
    marks: list[Mark] = []
    taken: list[tuple[float, float]] = []
    for value, text in _values(kit, told, knee):
        at = place.start + (place.end - place.start) * share_of(told.knob, value)
        half = width(text, place.size, 600 if value == told.value else 400) / 2
        middle = at
        # Nothing leaves the column, nor the row.
        beyond = 4 if told.first else 24
        middle = min(max(at, place.start - beyond + half), place.end + beyond - half)
        if any(
            middle - half < right + APART and middle + half > left - APART for left, right in taken
        ):
            continue
        taken.append((middle - half, middle + half))
        same = value == told.value
        ink, weight = (palette.ink, 600) if same else (palette.small, 400)
        marks.append(Line(((at, place.y + 10), (at, place.y + 17)), 2, palette.waiting))
        marks.append(
            kit.label(
                text,
                middle,
                place.under,
                place.size,
                ink,
                weight=weight,
                anchor="middle",
                of="knob",
                ref=told.refs.knee if value == knee else SCALE,
            )
        )
    return marks


def _values(kit: Kit, told: Told, knee: int) -> list[tuple[KnobValue, str]]:
    knob = told.knob
    if knob.choices:
        return [(choice, choice) for choice in knob.choices]
    values: list[float] = [knob.low, knob.high]
    if knob.log:
        values += _ratios(knob)
    else:
        values += _steps(knob)
    found: list[tuple[KnobValue, str]] = [
        (value, shown(knob, value, kit.look.lang)) for value in values
    ]
    if knee:
        found.insert(2, (float(knee), kit.word("knob_row_full", count=f"{knee:,}")))
    return found


def _ratios(knob: Knob) -> list[float]:
    """Values in equal ratios from the lowest on: 1, 4, 16, ... or 1, 10, 100."""
    found: list[list[float]] = []
    for step in (2.0, 4.0, 5.0, 10.0, 100.0):
        values = []
        value = knob.low * step
        while value < knob.high * (1 - 1e-9):
            values.append(value)
            value *= step
        if len(values) <= 5:
            found.append(values)
    round_ones = (
        values for values in found if knob.whole or all(float(f"{v:.2g}") == v for v in values)
    )
    return next(round_ones, found[0] if found else [])


def _steps(knob: Knob) -> list[float]:
    """Round values between the ends."""
    span = (knob.high - knob.low) / 5
    power = 1.0
    while power > span:
        power /= 10
    while power * 10 <= span:
        power *= 10
    step = next(k * power for k in (1, 2, 4, 5, 10) if k * power >= span)
    first = int(knob.low / step) + 1
    return [n * step for n in range(first, first + 12) if n * step < knob.high * (1 - 1e-9)]
