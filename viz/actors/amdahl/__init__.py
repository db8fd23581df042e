"""Amdahl's law: dials of the raw and the whole speed-up, one bar split by f, and the curve over f."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin
from typing import Final

from viz.catalog.types import Text
from viz.physics.serving import generation_share, speed_up
from viz.scene.arithmetic import Ref
from viz.stage.badge import Badge
from viz.stage.i18n import said
from viz.stage.layout import columns, rows
from viz.stage.marks import Arc, Area, Box, Disc, Line, Mark, Marks
from viz.stage.panel import flagged, flagged_width, ground
from viz.stage.parameters import parameter
from viz.stage.plot.axes import Axes, axes_in, frame
from viz.stage.plot.time_rows import Manner, Refs, Row, axis, cursor, place_in, rows_of, still
from viz.stage.quantity import reckoned, resolve
from viz.stage.style import Focus, Kit, Part, dimmed
from viz.stage.task_clock import running
from viz.stage.text_metrics import fitted, line_box, width
from viz.stage.view import StageView

SHOWS = ("try", "solve", "ceiling")
ENDS: Final = (-1 / 3, 1 / 3)  # of a dial, in turns from the top


@dataclass(frozen=True, slots=True)
class Parameters:
    """How much faster a part gets, how large the part is, and what was measured of the whole."""

    factor: Ref = parameter("ref", "how much faster the part gets", "claim:sol-vs-standard")
    share: Ref = parameter("ref", "the share of the whole that gets faster, to try", "50 %")
    measured: Ref = parameter("ref", "how much faster the whole got", "claim:gdpval-speed-up")
    task: Ref = parameter("ref", "time of the whole before", "100 s")
    shows: Ref | None = parameter("ref", "value:NAME of a word: try, solve or ceiling", None)
    title: Text | None = parameter("text", "what the bars show", None)
    part: Text | None = parameter("text", "the part that gets faster", None)
    rest: Text | None = parameter("text", "the part that does not", None)


@dataclass(frozen=True, slots=True)
class Law:
    """The numbers of equation 10. `shows` is how much of the story is told: 0, 1, 2."""

    factor: float
    share: float
    measured: float
    task: float
    shows: int
    factor_says: str
    measured_says: str
    task_says: str
    factor_ref: str
    share_ref: str
    measured_ref: str
    task_ref: str

    @property
    def whole_ref(self) -> str:
        """The reference of `whole`."""
        return reckoned("speed_up({}, {})", self.share_ref, self.factor_ref)

    @property
    def ceiling_ref(self) -> str:
        """The reference of `ceiling`."""
        return reckoned("1 / (1 - {})", self.share_ref)

    @property
    def whole(self) -> float:
        """How much faster the whole is with this share."""
        return speed_up(self.share, self.factor)

    @property
    def ceiling(self) -> float:
        """How much faster the whole would be if the part took no time at all."""
        return 1 / (1 - self.share) if self.share < 1 else float("inf")


@dataclass(frozen=True, slots=True)
class Places:
    """Dials, bars and plot: each a panel."""

    dials: Area
    bars: Area
    plot: Area


def panel(area: Area, kit: Kit, _: Parameters) -> Marks:
    """The three panels."""
    place = places(area, kit)
    return (*ground(place.dials, kit), *ground(place.bars, kit), *ground(place.plot, kit))


def draw(stage: StageView, area: Area, p: Parameters) -> Marks:
    """Dials above bars, and the curve beside or below them."""
    kit, law = stage.kit, law_of(stage, p)
    place = places(area, kit)
    names = _names(kit, p)
    bars = _rows(kit, law)
    spot = place_in(kit, place.bars, bars, "factor")
    now = min(running(stage, (p.factor, p.share, p.task)), spot.scale.high)
    title = said(p.title, kit.look.lang) if p.title else kit.word("amdahl_bars")
    clock = cursor(kit, spot, now, bars)
    return (
        *_dials(kit, stage.focus, place.dials, law),
        *still(kit, stage.focus, spot, bars, Manner(title, names, says=law.task_says)),
        *axis(kit, spot, now if clock else None),
        *dimmed(clock, stage.focus.level("bars.clock"), kit.palette),
        *_plot(kit, stage.focus, place.plot, law),
    )


def badge(stage: StageView, _: Area, p: Parameters) -> Badge:
    """The clock of the task, which starts anew with a turned knob."""
    now = min(running(stage, (p.factor, p.share, p.task)), law_of(stage, p).task)
    return Badge(stage.kit.word("loop_clock"), f"{now:.1f} s", lens=True, of="hw")


def law_of(stage: StageView, p: Parameters) -> Law:
    """The law as the knobs stand. Solved, the share is the one that makes the whole `measured`."""
    factor, measured, task = (resolve(stage, one) for one in (p.factor, p.measured, p.task))
    word = resolve(stage, p.shows).text if p.shows else SHOWS[-1]
    shows = SHOWS.index(word) if word in SHOWS else len(SHOWS) - 1
    speed = max(factor.value, 1.0 + 1e-9)
    share = resolve(stage, p.share).value
    if shows:
        share = generation_share(min(max(measured.value, 1.0), speed), speed)
    share = min(max(share, 0.0), 1.0)
    says = (factor.says, measured.says, task.says)
    solved = reckoned("generation_share({}, {})", measured, factor)
    refs = (factor.ref, solved if shows else p.share.text, measured.ref, task.ref)
    return Law(speed, share, measured.value, max(task.value, 1e-9), shows, *says, *refs)


def _names(kit: Kit, p: Parameters) -> tuple[str, str]:
    lang = kit.look.lang
    part = said(p.part, lang) if p.part else kit.word("timebars_working")
    return part, said(p.rest, lang) if p.rest else kit.word("amdahl_rest")


def _rows(kit: Kit, law: Law) -> tuple[Row, ...]:
    """Before and after, and the limit where it is told."""
    part, rest = law.task * law.share, law.task * (1 - law.share)
    after = kit.word("amdahl_after")
    limit = kit.word("timebars_limit") if law.shows == 2 else ""
    times = ((kit.word("amdahl_before"), part, rest), (after, part / law.factor, rest))
    rests = reckoned("{} * (1 - {})", law.task_ref, law.share_ref)
    part_ref = reckoned("{} * {}", law.task_ref, law.share_ref)
    after_ref = reckoned("{} / {}", law.task_ref, law.whole_ref)
    refs = (
        Refs(law.task_ref),
        Refs(after_ref, law.whole_ref, law.factor_ref, rests),
        Refs(rests, law.ceiling_ref, "", law.task_ref, part_ref),
    )
    return rows_of(times, 1, limit, refs=refs)


@lru_cache(maxsize=16)
def places(area: Area, kit: Kit) -> Places:
    """Three panels in an area."""
    if kit.layout.form in ("wide", "narrow"):
        left, plot = columns(area, (1.25, 1.0), 28)
        dials, bars = rows(left, (1.0, 1.15))
        return Places(dials, bars, plot)
    dials, bars, plot = rows(area, (0.95, 1.0, 1.15))
    return Places(dials, bars, plot)


@lru_cache(maxsize=64)
def _dials(kit: Kit, focus: Focus, area: Area, law: Law) -> Marks:
    """Raw speed-up, that of the whole, and the ceiling: each a dial from 1x to past the raw one."""
    cells = columns(area, (1.0, 1.0, 1.0), 0)
    top = max(20.0, law.factor * 1.2)
    palette = kit.palette
    ceiling = law.ceiling if law.shows == 2 else None
    tick = law.measured if law.shows == 0 else None  # what the tried share has to reach
    shown = (
        ("raw", law.factor, palette.token, (law.factor_says, law.factor_ref)),
        ("whole", law.whole, palette.ink, (_whole_says(law), law.whole_ref)),
        ("ceiling", ceiling, palette.waiting, ("derived", law.ceiling_ref)),
    )
    marks: list[Mark] = []
    for cell, (name, value, colour, told) in zip(cells, shown, strict=True):
        words: tuple[Part, ...] = ((kit.word(f"amdahl_{name}"), ""),)
        if name == "whole" and law.shows == 0:
            share = (f"{law.share * 100:.3g} %", law.share_ref)
            words = kit.parts("amdahl_whole_if", share=share)
        dial = _dial(kit, cell, (name, words), value, top, colour, told)
        if name == "whole" and tick:
            dial = (*dial, _tick(kit, cell, tick, top))
        marks += dimmed(dial, focus.level(f"amdahl.{name}"), palette)
    return tuple(marks)


def _whole_says(law: Law) -> str:
    return law.measured_says if law.shows else "derived"


def _round(kit: Kit, cell: Area) -> tuple[float, float, float, float]:
    """The middle of a cell's dial, its radius and how wide its band is."""
    x, y, w, h = cell
    below = kit.layout.sizes.label * 2.7
    radius = min((h - below - 34) / 1.5, w * 0.42)
    return (
        x + w / 2,
        y + (h - below - 1.5 * radius) / 2 + radius + 4,
        radius,
        max(12.0, radius * 0.17),
    )


def _tick(kit: Kit, cell: Area, value: float, top: float) -> Line:
    """Across the band of a dial, the value that was measured."""
    x, y, radius, band = _round(kit, cell)
    turn = ENDS[0] + (ENDS[1] - ENDS[0]) * min(1.0, (value - 1) / (top - 1))
    across, up = sin(2 * pi * turn), cos(2 * pi * turn)
    ends = tuple((x + across * r, y - up * r) for r in (radius - band - 5, radius + 5))
    return Line(ends, 4.0, kit.palette.ink, of="measured")


def _dial(
    kit: Kit,
    cell: Area,
    names: tuple[str, tuple[Part, ...]],
    value: float | None,
    top: float,
    colour: str,
    told: tuple[str, str],
) -> Marks:
    """A dial of two thirds of a turn, its number in the middle, its name and flag below."""
    _, y, w, h = cell
    name, words = names
    says, ref = told
    sizes, palette = kit.layout.sizes, kit.palette
    middle_x, middle_y, radius, band = _round(kit, cell)
    start, end = ENDS
    track = Arc(middle_x, middle_y, radius - band / 2, band, start, end, palette.track)
    marks: list[Mark] = [track]
    text = kit.word("amdahl_unknown") if value is None else factor_text(value)
    if value is not None:
        share = min(1.0, (value - 1) / (top - 1))
        stop = start + (end - start) * max(share, 0.004)
        r = radius - band / 2
        marks.append(Arc(middle_x, middle_y, r, band, start, stop, colour, of=name, ref=ref))
    room = 2 * (radius - band) * 0.9
    size = fitted(text, room, min(sizes.numeral * 1.35, radius * 0.62), 700, sizes.least)
    marks.append(
        kit.label(
            text,
            middle_x,
            middle_y + size * 0.36,
            size,
            palette.ink if value is not None else palette.muted,
            weight=700,
            anchor="middle",
            of=name,
            ref=ref if value is not None else "",
        )
    )
    base = y + h - sizes.label * 1.75
    marks += kit.row(words, middle_x, base, anchor="middle", room=w - 16)
    if value is not None:
        wide = flagged_width(kit, says)
        marks += flagged(kit, says, middle_x - wide / 2, base + sizes.small * 1.35)
    return tuple(marks)


def factor_text(value: float) -> str:
    """A factor with a times sign: "5.6×"."""
    return "∞" if value == float("inf") else f"{value:.3g}×"


@lru_cache(maxsize=64)
def _plot(kit: Kit, focus: Focus, area: Area, law: Law) -> Marks:
    """The whole speed-up over f: the curve of this raw speed-up, the ceiling, and the point."""
    x, y, w, h = area
    palette, small = kit.palette, kit.layout.sizes.small
    top = max(16.0, law.factor * 1.15)
    inner = (x + 24, y + small * 0.7, w - 48 - small * 0.6, h - small * 1.3)
    axes = axes_in(inner, kit, (0.0, 1.0), (1.0, top))
    marks: list[Mark] = list(
        frame(axes, kit, "f", kit.word("amdahl_y"), lambda f: f"{f * 100:.0f} %", factor_text)
    )
    part = tuple(axes.point(i / 200, speed_up(i / 200, law.factor)) for i in range(201))
    curve: list[Mark] = [Line(part, 4.0, palette.token, of="amdahl.curve")]
    level = focus.level("amdahl.curve")
    if law.shows == 2:
        limit = tuple(
            axes.point(i / 400, 1 / (1 - i / 400)) for i in range(400) if 1 / (1 - i / 400) <= top
        )
        curve.append(Line(limit, 3.0, palette.waiting, (9, 7), of="amdahl.curve"))
    marks += dimmed(tuple(curve), level, palette)
    marks += dimmed(_measured(kit, axes, law), focus.level("amdahl.measured"), palette)
    marks += dimmed(_point(kit, axes, law), focus.level("amdahl.point"), palette)
    return tuple(marks)


def _measured(kit: Kit, axes: Axes, law: Law) -> Marks:
    """The speed-up of the whole that was measured: a dashed line across, and its words."""
    size, palette = kit.layout.sizes.small, kit.palette
    y = axes.y.at(law.measured)
    left = axes.area[0]
    low = axes.area[3] < 260  # the curve is near: over the line alone, without the flag if need be
    base = y + size * 1.15 if law.shows and not low else y - size * 0.45
    word = kit.word("amdahl_measured", times=factor_text(law.measured))
    flag_at = left + 10 + width(word, size, 600) + 12
    line = Line(((left, y), (left + axes.area[2], y)), 2.5, palette.ink, (8, 7))
    of, ref = "measured", law.measured_ref
    label = kit.label(word, left + 10, base, size, palette.ink, weight=600, of=of, ref=ref)
    if low and law.shows:
        return (line, label)
    return (line, label, *flagged(kit, law.measured_says, flag_at, base))


def _point(kit: Kit, axes: Axes, law: Law) -> Marks:
    """The point of this share: a ring, its line down to f, and both numbers above it, left of
    the curves."""
    sizes, palette = kit.layout.sizes, kit.palette
    x, y = axes.point(law.share, law.whole)
    bottom = axes.area[1] + axes.area[3]
    big = sizes.label + 4
    base = y - big * 0.7
    above = law.whole + (y - base) / axes.area[3] * (axes.y.high - axes.y.low)
    end = min(x - 14, axes.x.at(1 - 1 / above) - 18 if law.shows == 2 else x)
    marks: list[Mark] = [
        Line(((x, y), (x, bottom)), 2.0, palette.muted, (4, 6), of="amdahl.f"),
        Disc(x, y, 10, palette.panel, palette.ink, 4, of="amdahl.f"),
    ]
    share = f"f = {law.share * 100:.3g} %"
    said_share = (share, law.share_ref)
    lines: list[tuple[tuple[Part, ...], float, str, int]] = [
        (((kit.word("amdahl_inferred"), ""),), sizes.small, palette.muted, 400),
        ((said_share,), big, palette.ink, 700),
    ]
    if not law.shows:
        whole = (factor_text(law.whole), law.whole_ref)
        tried = kit.parts("amdahl_tried", share=said_share, times=whole)
        lines = [(tried, sizes.label, palette.token_text, 700)]
    left, top, _, high = axes.area
    if high < 260 and not law.shows:  # too low for words beside the point
        base, end = top + sizes.label * 0.9, left
    taken = left + 10
    if high < 260 and law.shows:  # the words of the measured line stand at left
        word = kit.word("amdahl_measured", times=factor_text(law.measured))
        taken += width(word, sizes.small, 600) + 20
    for parts, size, ink, weight in lines:
        wide = width("".join(text for text, _ in parts), size, weight)
        if law.shows and end - wide < taken and weight < 700:
            continue  # the caption says it too
        at = max(end, left + 10 + wide)
        ground = Box(*line_box(at - wide, base, wide, size, 4, 1), palette.panel)
        row = kit.row(parts, at, base, size, ink, weight=weight, anchor="end", of="amdahl.f")
        marks += [ground, *row]
        base -= size * 1.2
    return tuple(marks)
