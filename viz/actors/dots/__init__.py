"""A field of dots that a long job fills, one for each piece of work; with the job's conditions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from viz.catalog.types import Text
from viz.scene.arithmetic import Ref
from viz.stage.i18n import said
from viz.stage.marks import COUNT, Area, Box, Dots, Mark, Marks
from viz.stage.number_text import plain_seconds
from viz.stage.panel import Panel, flagged, flagged_width, ground, heading, panel_in
from viz.stage.parameters import parameter
from viz.stage.quantity import reckoned, resolve
from viz.stage.style import Focus, Kit, dimmed
from viz.stage.task_clock import coarse, running
from viz.stage.text_metrics import width, wrapped
from viz.stage.theme import mix
from viz.stage.view import FRAME, StageView


@dataclass(frozen=True, slots=True)
class Parameters:
    """One job: how many pieces of work, how long all of them take, and under which conditions."""

    title: Text = parameter("text", "who does the job")
    count: Ref = parameter("ref", "pieces of work, a dot each", "2500")
    time: Ref = parameter("ref", "how long all of them take", "1 h")
    unit: Text | None = parameter("text", "what a dot is: questions", None)
    conditions: tuple[Text, ...] = parameter("texts", "under which conditions, a line each", ())
    side: str = parameter("word", "what a beat's look: calls it", "left", choices=("left", "right"))


@dataclass(frozen=True, slots=True)
class Place:
    """The field of dots, the column of numbers (x, w, baselines), the lines of conditions."""

    panel: Panel
    field: tuple[float, float]
    columns: int
    pitch: float
    count: tuple[float, float, bool]  # x, baseline, right-aligned
    each: tuple[float, float, float]  # x, baseline, room; room 0 for none
    conditions: tuple[float, float, float]  # x, first baseline, room
    step: float


def panel(area: Area, kit: Kit, _: Parameters) -> Marks:
    """The panel."""
    return ground(area, kit)


def draw(stage: StageView, area: Area, p: Parameters) -> Marks:
    """The field as far as the job has come, the count, and the conditions."""
    kit, focus, lang = stage.kit, stage.focus, stage.kit.look.lang
    count, time = resolve(stage, p.count), resolve(stage, p.time)
    whole, seconds = max(1, round(count.value)), max(time.value, 1e-9)
    conditions = tuple(said(line, lang) for line in p.conditions)
    unit = f"{whole:,} {said(p.unit, lang) if p.unit else ''}"
    place = _place(kit, area, whole, conditions, unit)
    now = running(stage, (p.count, p.time))
    done = whole if now >= seconds else int(now / seconds * whole + 1e-9)
    shown = (
        done if done == whole else int(coarse(done, whole / seconds * max(stage.pace, FRAME), 12))
    )
    level = focus.level(f"{p.side}.dots")
    words = _words(
        kit,
        place,
        said(p.title, lang),
        (
            seconds / whole,
            "assumed" if time.says == "assumed" else "derived",
            reckoned("{} / {}", time, count),
        ),
        (unit, count.ref),
    )
    return (
        *dimmed(words, level, kit.palette),
        *dimmed(_field(kit, place, whole, done), level, kit.palette),
        *dimmed(
            _count(kit, place, shown, count.ref if done == whole else COUNT), level, kit.palette
        ),
        *_conditions(kit, focus, place, conditions, p.side),
    )


@lru_cache(maxsize=64)
def _place(kit: Kit, area: Area, whole: int, conditions: tuple[str, ...], unit: str) -> Place:
    """Beside each other where the panel is high enough, else numbers above and lines below."""
    panel = panel_in(area, kit, subtitle=False)
    x, y, w, h = panel.inner
    sizes = kit.layout.sizes
    step = sizes.small * 1.3
    beside = h > 300
    if beside:
        words = width(kit.word("dots_of", count=unit), sizes.label) + 20
        side = (
            w - 28 - min(max(words, w * (0.31 if kit.layout.form == "wide" else 0.41)), w * 0.46)
        )  # as much for each of several jobs
        columns = _columns(whole, side, h)
        pitch = min(side / columns, h / ceil(whole / columns))
        left = x + columns * pitch + 28
        room = x + w - left
        top = y + sizes.numeral * 1.1
        lines = sum(len(wrapped(line, room - 20, sizes.small)) for line in conditions)
        return Place(
            panel, (x, y), columns, pitch, (left, top, False),
            (left, top + sizes.label * 1.4, room),
            (left, y + h - (lines - 0.7) * step, room), step,
        )  # fmt: skip
    side = w * (0.54 if conditions else 1.0)
    columns = _columns(whole, side, h)
    pitch = min(side / columns, h / ceil(whole / columns))
    title_x, title_y, title_w = panel.title
    left = x + columns * pitch + 26
    return Place(
        panel, (x, y), columns, pitch, (title_x + title_w, title_y, True), (x, y, 0.0),
        (left, y + sizes.small * 0.9, x + w - left), step,
    )  # fmt: skip


def _columns(count: int, wide: float, high: float) -> int:
    """The fewest columns with which all dots fit, and the last row full if few more do that."""
    columns = max(1, int((count * wide / max(high, 1.0)) ** 0.5))
    while ceil(count / columns) * (wide / columns) > high + 0.01:
        columns += 1
    full = [n for n in range(columns, round(columns * 1.12) + 1) if count % n == 0]
    return full[0] if full else columns


def _field(kit: Kit, place: Place, whole: int, done: int) -> Marks:
    """All dots, and over them those that are done, row by row."""
    palette = kit.palette
    return (
        *_first(place, whole, palette.track, ""),
        *_first(place, done, palette.computing, "dots.done"),
    )


def _first(place: Place, count: int, fill: str, of: str) -> Marks:
    x, y = place.field
    whole, rest = divmod(count, place.columns)
    size = place.pitch * 0.74
    look = (place.pitch, place.pitch, size, fill, size / 2)
    marks: list[Mark] = []
    if whole:
        marks.append(Dots(x, y, place.columns, whole, *look, of=of))
    if rest:
        marks.append(Dots(x, y + whole * place.pitch, rest, 1, *look, of=of))
    return tuple(marks)


@lru_cache(maxsize=64)
def _words(
    kit: Kit, place: Place, title: str, each: tuple[float, str, str], counted: tuple[str, str]
) -> Marks:
    """The title, what is counted, and the time of one piece."""
    sizes = kit.layout.sizes
    _, base, at_right = place.count
    if at_right:
        tx, ty, room = place.panel.title
        free = room - width("2,500", sizes.numeral, 700) - 24
        return (kit.label(title, tx, ty, sizes.machine, kit.palette.ink, weight=700, room=free),)
    marks: list[Mark] = [*heading(place.panel, kit, title)]
    left, under, room = place.each
    (unit, count_ref), (seconds, says, ref) = counted, each
    marks.append(kit.label(kit.word("dots_of", count=unit), left, under, room=room, ref=count_ref))
    word = kit.word("dots_each", time=plain_seconds(seconds))
    text, size = kit.first_that_fits(room, sizes.label, (word, plain_seconds(seconds)))
    base = under + sizes.label * 1.9
    marks.append(kit.label(text, left, base, size, kit.palette.ink, weight=600, ref=ref))
    note = kit.word("dots_one_by_one")
    base += sizes.small * 1.4
    if width(note, sizes.small) <= room:
        marks.append(kit.label(note, left, base, sizes.small))
        base += sizes.small * 1.5
    if flagged_width(kit, says) <= room:
        marks += flagged(kit, says, left, base)
    return tuple(marks)


def _count(kit: Kit, place: Place, done: int, ref: str) -> Marks:
    sizes, palette = kit.layout.sizes, kit.palette
    x, base, at_right = place.count
    size = sizes.numeral if at_right else sizes.numeral * 1.3
    anchor = "end" if at_right else "start"
    return (
        kit.label(
            f"{done:,}", x, base, size, palette.ink, weight=700,
            anchor="end" if anchor == "end" else "start", of="dots.done", ref=ref,
        ),
    )  # fmt: skip


@lru_cache(maxsize=64)
def _conditions(
    kit: Kit, focus: Focus, place: Place, conditions: tuple[str, ...], side: str
) -> Marks:
    """The conditions, a bullet each; an edge around them where they are looked at."""
    sizes, palette = kit.layout.sizes, kit.palette
    x, base, room = place.conditions
    lit = max(focus.lit(f"{side}.conditions"), focus.lit("conditions"))
    level = max(focus.level(f"{side}.conditions"), focus.level("conditions"))
    ink = mix(palette.ink, palette.muted, lit)
    marks: list[Mark] = []
    top, foot = base - sizes.small * 1.15, place.panel.inner[1] + place.panel.inner[3] + 8
    for line in conditions:
        parts = wrapped(line, room - 20, sizes.small)
        if base + (len(parts) - 1) * place.step > foot:
            break  # whole conditions alone
        marks.append(Box(x, base - sizes.small * 0.52, 8, 8, palette.waiting, 2))
        for part in parts:
            marks.append(kit.label(part, x + 20, base, sizes.small, ink))
            base += place.step
    edge: Marks = ()
    if lit > 0 and conditions:
        high = base - place.step - top + sizes.small * 0.6
        edge = (Box(x - 12, top, room + 22, high, palette.chip, 10, palette.muted, 2.5, alpha=lit),)
    return (*edge, *dimmed(tuple(marks), level, palette))
