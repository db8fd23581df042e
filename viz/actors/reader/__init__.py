"""Somebody reads what a machine writes: both at their own rate, in one text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

from viz.catalog.types import Text
from viz.scene.arithmetic import Ref
from viz.stage.i18n import said
from viz.stage.marks import Area, Box, Disc, Label, Mark, Marks, Shape
from viz.stage.panel import Panel, flagged, flagged_width, ground, heading, panel_in
from viz.stage.parameters import parameter
from viz.stage.quantity import Resolved, reckoned, resolve
from viz.stage.style import Focus, Kit, Part, dimmed
from viz.stage.task_clock import running
from viz.stage.text_metrics import text_extent, width
from viz.stage.view import StageView

WEIGHT = 0.9
Lines = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Parameters:
    """How fast the text is written, and how fast it is read."""

    title: Text = parameter("text", "who reads")
    written: Ref = parameter("ref", "tokens a second of the machine", "claim:simple-baseline")
    read: Ref = parameter("ref", "tokens a second that a person reads", "5 tok/s")


@dataclass(frozen=True, slots=True)
class Place:
    """Where the text stands, and the numbers under it."""

    panel: Panel
    size: float
    pitch: float
    lines: Lines
    numbers: tuple[float, ...]  # baselines


def panel(area: Area, kit: Kit, _: Parameters) -> Marks:
    """The panel."""
    return ground(area, kit)


def draw(stage: StageView, area: Area, p: Parameters) -> Marks:
    """The text as far as it is written, the eye as far as it has read, and both rates."""
    kit, focus = stage.kit, stage.focus
    speeds = (resolve(stage, p.written), resolve(stage, p.read))
    place = _place(kit, area)
    now = running(stage, (p.written, p.read))
    whole = sum(len(line) for line in place.lines)
    done = min(whole, int(now * speeds[0].value))
    read = min(done, now * speeds[1].value)
    moving = _text(kit, place, done, int(read), reads=now > 0)
    level = focus.level("reader")
    return (
        *_still(kit, focus, place, said(p.title, kit.look.lang), speeds),
        *dimmed(moving, level, kit.palette),
    )


@lru_cache(maxsize=32)
def _place(kit: Kit, area: Area) -> Place:
    panel = panel_in(area, kit, subtitle=False)
    sizes = kit.layout.sizes
    _, y, w, h = panel.inner
    size = sizes.label * (1.12 if h > 300 else 1.0)
    pitch = size * (1.85 if h > 300 else 1.65)
    row = sizes.numeral * 1.35
    rows = 3 if h > 420 else 2 if h > 300 else 1
    count = max(1, int((h - rows * row - 8) / pitch))
    pitch = min(size * 1.9, max(pitch, (h - rows * row - 8) / count))  # room for the eye
    foot = y + h - rows * row
    baselines = tuple(foot + (i + 0.9) * row for i in range(rows))
    return Place(panel, size, pitch, _lines(kit, w, size, count), baselines)


def _lines(kit: Kit, room: float, size: float, count: int) -> Lines:
    """The text in lines, token by token."""
    story: list[str] = kit.words["story"]
    lines: list[tuple[str, ...]] = []
    line: list[str] = []
    for i in range(2000):
        piece = story[i % len(story)]
        sticks = piece.strip() in set(".,:;。，、：；")
        if line and not sticks and width("".join([*line, piece]).strip(), size) > room - size:
            lines.append(tuple(line))
            line = []
            if len(lines) == count:
                break
        line.append(piece if line else piece.lstrip())
    return tuple(lines)


@lru_cache(maxsize=32)
def _still(
    kit: Kit, focus: Focus, place: Place, title: str, speeds: tuple[Resolved, Resolved]
) -> Marks:
    """Title, and under the text both rates and their ratio."""
    sizes, palette = kit.layout.sizes, kit.palette
    x, _, w, _ = place.panel.inner
    marks: list[Mark] = [*heading(place.panel, kit, title)]
    ratio = speeds[0].value / max(speeds[1].value, 1e-9)
    unit = kit.word("speed_unit")
    written = (f"{speeds[0].value:.3g} {unit}", speeds[0].ref)
    read = (f"{speeds[1].value:.2g}", speeds[1].ref)
    ratio_ref = reckoned("{} / {}", *speeds)
    times = (f"{ratio:.2g}×" if ratio < 99.5 else f"{ratio:.0f}×", ratio_ref)
    rows: list[tuple[tuple[Part, ...], Part, str]] = [
        (((kit.word("reader_written"), ""),), written, speeds[0].says),
        (((kit.word("reader_read"), ""),), (f"{read[0]} {unit}", read[1]), speeds[1].says),
        (((kit.word("reader_ratio"), ""),), times, ""),
    ]
    if len(place.numbers) == 1:
        rows = [(kit.parts("reader_both", written=written, read=read), times, "")]
    elif len(place.numbers) == 2:
        rows = [rows[0], rows[2]]
    for (name, (value, ref), says), base in zip(rows, place.numbers, strict=True):
        colour = palette.token_text if says else palette.ink
        number = kit.label(
            value,
            x + w,
            base,
            sizes.numeral,
            colour,
            weight=700,
            anchor="end",
            of="reader.rate",
            ref=ref,
        )
        room = w - width(value, number.size, 700) - 24
        row = kit.row(name, x, base, room=room)
        marks += [*row, number]
        after = text_extent(row[-1])[1] + 14
        if says and after + flagged_width(kit, says) < x + room:
            marks += flagged(kit, says, after, base)
    return dimmed(tuple(marks), focus.level("reader"), palette)


def _text(kit: Kit, place: Place, done: int, read: int, *, reads: bool) -> Marks:
    """What is written, the read part of it in ink; the eye is over the word that is read."""
    palette = kit.palette
    x, y, _, _ = place.panel.inner
    marks: list[Mark] = []
    start = 0
    for i, line in enumerate(place.lines):
        base = y + place.size * 1.35 + i * place.pitch
        seen, out = max(0, min(len(line), read - start)), max(0, min(len(line), done - start))
        before = "".join(line[:seen])
        if before:
            marks.append(_words(kit, place, before, x, base, palette.ink))
        if out > seen:
            rest = "".join(line[seen:out])
            gap = len(rest) - len(rest.lstrip())
            at = x + width(before + rest[:gap], place.size)
            marks.append(_words(kit, place, rest.lstrip(), at, base, palette.muted))
            if reads and start <= read < start + len(line):
                wide = width(line[seen].strip(), place.size)
                marks.append(
                    Box(
                        at - 2,
                        base + place.size * 0.24,
                        wide + 4,
                        4,
                        palette.weight,
                        2,
                        of="reader.read",
                    )
                )
                marks += _eye(kit, at + wide / 2, base - place.size * 1.12, place.size * 0.5)
        start += len(line)
    return tuple(marks)


def _words(kit: Kit, place: Place, text: str, x: float, y: float, fill: str) -> Label:
    return kit.label(text, x, y, place.size, fill, of="reader.text")


def _eye(kit: Kit, x: float, y: float, size: float) -> Marks:
    """An eye: two arcs and a pupil."""
    palette = kit.palette
    upper = [(-cos(pi * i / 8) * size, -sin(pi * i / 8) * size * 0.55) for i in range(9)]
    lower = [(cos(pi * i / 8) * size, sin(pi * i / 8) * size * 0.55) for i in range(1, 8)]
    outline = (*upper, *lower)
    return (
        Shape(outline, palette.panel, palette.weight, 2.5, of="reader.read", x=x, y=y),
        Disc(x, y, size * 0.34, palette.weight, of="reader.read"),
    )
