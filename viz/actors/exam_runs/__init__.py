"""One exam taken twice: questions that fill on one clock, then how the two times compare and why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import floor
from typing import Final

from viz.actors.exam_runs import open_questions, question_field
from viz.actors.exam_runs.exam_runs_places import SIDES, Run, compared, places, runs
from viz.catalog.types import Text
from viz.scene.arithmetic import Ref
from viz.stage.area import Area
from viz.stage.badge import Badge
from viz.stage.i18n import said
from viz.stage.icons import dashed_box
from viz.stage.marks import COUNT, SCALE, Box, Line, Mark, Marks
from viz.stage.parameters import parameter
from viz.stage.quantity import Resolved, reckoned, resolve
from viz.stage.style import Kit
from viz.stage.task_clock import coarse, running
from viz.stage.text_metrics import fitted
from viz.stage.theme import contrast
from viz.stage.view import FRAME, StageView
from viz.stage.words_line import Words, fastened, words_at

AT_ONCE: Final = 2  # so many open questions: the last is whether several were done at once


@dataclass(frozen=True, slots=True, eq=False)
class Parameters:
    """How many questions, how long each of both took for all of them, and what is open."""

    count: Ref = parameter("ref", "questions of the exam")
    slow: Ref = parameter("ref", "how long the one took")
    fast: Ref = parameter("ref", "how long the other took")
    raw: Ref = parameter("ref", "how many times as fast the other writes")
    names: tuple[Text, ...] = parameter("texts", "who both are", ())
    tools: tuple[Text, ...] = parameter("texts", "the tools in which they ran", ())
    picture: str = parameter(
        "word",
        "the questions once, those of both runs, or both times as bars",
        "both",
        choices=("one", "both", "bars"),
    )
    open: float = parameter("number", "how many of the four open questions stand below the bars", 0)


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """No panel: all stands in the world."""
    return ()


def badge(stage: StageView, _: Area, p: Parameters) -> Badge:
    """The clock of the exam in hours, of its bars, or of a few questions, while one runs."""
    kit, gone = stage.kit, _gone(stage, p)
    value = ""
    if p.picture == "both" or (p.picture == "bars" and p.open < 1):
        whole = min(gone, resolve(stage, p.slow).value)
        value = _hours(kit, whole, whole=stage.pace > 0) if gone > 0 else ""
    elif round(p.open) == AT_ONCE and gone > 0:
        value = f"{min(gone, _question(stage, p)):.0f} s"
    return Badge(kit.word("hardware_clock"), value, lens=True, of="hw")


def _times(stage: StageView, p: Parameters) -> tuple[Resolved, Resolved]:
    return resolve(stage, p.slow), resolve(stage, p.fast)


def _gone(stage: StageView, p: Parameters) -> float:
    """Seconds since what is on stage began."""
    gone = running(stage, (p.count, p.slow, p.fast))
    return gone if p.picture in ("one", "both") else min(gone, stage.hw - stage.since)


def _question(stage: StageView, p: Parameters) -> float:
    """Seconds of a question at the slow one, if they came one after the other."""
    return resolve(stage, p.slow).value / max(1.0, resolve(stage, p.count).value)


def _swept(stage: StageView, p: Parameters) -> float:
    """How far along the long bar the short one was counted; all of it once questions are open."""
    slow = resolve(stage, p.slow).value
    return slow if p.open >= 1 else min(slow, _gone(stage, p))


def _hours(kit: Kit, seconds: float, *, whole: bool = False) -> str:
    """Hours and minutes, or hours alone while they pass too fast."""
    minutes = round(seconds / 60)
    if whole:
        return kit.word("exam_runs_hours", hours=floor(seconds / 3600 + 1e-9))
    return kit.word("exam_runs_minutes", hours=minutes // 60, minutes=f"{minutes % 60:02d}")


def draw(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Questions and clocks, or bars and what is open, in units of the world."""
    kit = stage.kit
    times = _times(stage, p)
    longest = max(one.value for one in times)
    if p.picture == "bars":
        return tuple(_bars(stage, world, p, times))
    count = max(1, round(resolve(stage, p.count).value))
    gone = _gone(stage, p)
    return tuple(
        mark
        for place, one, key in zip(_places(stage, world, p), times, SIDES, strict=False)
        for mark in question_field.draw(
            kit, place, count, max(1.0, one.value), longest, gone, stage.pace, key
        )
    )


def _places(stage: StageView, world: Area, p: Parameters) -> tuple[Run, ...]:
    return runs(world, stage.kit, 1 if p.picture == "one" else 2)


def _bars(
    stage: StageView, world: Area, p: Parameters, times: tuple[Resolved, Resolved]
) -> list[Mark]:
    """Both times on one scale; how often the short one fits; what only more speed would give."""
    kit, palette = stage.kit, stage.kit.palette
    place = compared(world, kit, round(p.open))
    slow, fast = (one.value for one in times)
    first, second = place.bars
    scale, swept = first.w / max(slow, fast), _swept(stage, p)
    fill = question_field.length(palette)
    box = Area(first.x, first.y, slow * scale, first.h)
    marks: list[Mark] = [Box(*box, fill, 5, of="slow.time", key="slow/bar")]
    cuts = [(n, first.x + n * fast * scale) for n in range(1, floor(swept / fast + 1e-9) + 1)]
    for n, x in cuts:
        if x < box.right - 3:
            ends = ((x, first.y), (x, first.bottom))
            marks.append(Line(ends, 3.0, palette.ground, of="slow.time", key=f"slow/piece:{n}"))
    if 0 < swept < slow:
        x = first.x + swept * scale
        ends = ((x, first.y - 7), (x, first.bottom + 7))
        marks.append(Line(ends, 3.0, palette.ink, of="slow.time", key="slow/head"))
    only = min(_only(stage, p, times), fast)
    part = Area(second.x, second.y, only * scale, second.h)
    rest = Area(part.right + 2, second.y, (fast - only) * scale - 2, second.h)
    marks.append(Box(*part, fill, 5, of="fast.time", key="fast/bar"))
    cells = [_picture(cell, kit) for cell in place.cells[: round(p.open)]]
    if rest.w > 2:
        why = dashed_box(rest, palette.ink, 2.5, (4, 5), "exam.open", "fast/unexplained")
        marks.append(why)
        if kit.layout.form in ("wide", "narrow"):  # else things would stand in the way
            start = (rest.cx, rest.bottom + 4)
            marks += [open_questions.thread(kit, start, cell, n) for n, cell in enumerate(cells)]
    lanes = max(2, min(9, round(slow / fast)))
    share = min(1.0, _gone(stage, p) / _question(stage, p)) if len(cells) == AT_ONCE else 1.0
    for n, cell in enumerate(cells):
        marks += open_questions.draw(kit, cell, n, lanes, share)
    return marks


def _picture(cell: Area, kit: Kit) -> Area:
    """The thing's part of a cell, above its words."""
    return cell.cut(bottom=1.8 * kit.layout.sizes.label, top=0.4 * kit.layout.sizes.label)


def _only(stage: StageView, p: Parameters, times: tuple[Resolved, Resolved]) -> float:
    """Seconds that the other would have taken if it differed in speed alone."""
    return times[0].value / max(1e-9, resolve(stage, p.raw).value)


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Words before the lens, which keep their size."""
    lines = _of_bars(stage, world, p) if p.picture == "bars" else _of_runs(stage, world, p)
    return fastened(stage.kit, lines)


def _name(stage: StageView, p: Parameters, area: Area, i: int) -> Words:
    """Who it is, and in which tools it ran."""
    kit, palette = stage.kit, stage.kit.palette
    label, lang = kit.layout.sizes.label, kit.look.lang
    seen = stage.lens.area(area)
    name = said(p.names[min(i, len(p.names) - 1)], lang)
    at = (seen.x, seen.bottom - 0.45 * label)
    line = words_at(kit, at, name, f"{SIDES[i]}/name", 1.25, palette.ink, 700)
    if len(p.tools) > i:
        text = "  " + kit.word("exam_runs_in", tools=said(p.tools[i], lang))
        more = replace(line, parts=(*line.parts, (text, label, palette.muted, 400)))
        line = more if more.wide < seen.w else line
    return line


def _of_runs(stage: StageView, world: Area, p: Parameters) -> list[Words]:
    kit = stage.kit
    label = kit.layout.sizes.label
    times = _times(stage, p)
    longest, gone = max(one.value for one in times), _gone(stage, p)
    lines: list[Words] = []
    for i, (place, one) in enumerate(zip(_places(stage, world, p), times, strict=False)):
        if p.picture != "one" and p.names:
            lines.append(_name(stage, p, place.name, i))
        lines += _counts(stage, p, place, one, SIDES[i])
        if stage.lens.scale < 0.75 or gone <= 0:
            continue
        bar = stage.lens.area(place.bar)
        for day in range(1, floor(longest / question_field.DAY) + 1):
            at = (bar.x + day * question_field.DAY / longest * bar.w, bar.bottom + 1.15 * label)
            text, key = kit.word("exam_runs_days", count=day), f"{SIDES[i]}/day:{day}"
            lines.append(words_at(kit, at, text, key, anchor="middle", ref=SCALE))
    return lines


def _counts(stage: StageView, p: Parameters, place: Run, one: Resolved, key: str) -> list[Words]:
    """Beside a field: the hours, whether it still runs, and how many are answered."""
    kit, palette = stage.kit, stage.kit.palette
    label, area = kit.layout.sizes.label, stage.lens.area(place.words)
    count, gone = resolve(stage, p.count), _gone(stage, p)
    whole, ended = max(1, round(count.value)), gone >= one.value
    done = question_field.answered(whole, max(1.0, one.value), gone)
    if not ended:
        rate = whole / max(1.0, one.value) * max(stage.pace, FRAME)
        done = int(coarse(done, rate, 12))
    roomy = area.h > 7.6 * label
    step, big = (label, 1.7) if roomy else (min(label, area.h / 7.2), 1.3)
    x, y = area.cx, area.y + 1.5 * step
    ink, of = palette.ink, f"{key}.done"
    lines: list[Words] = []
    if gone > 0:
        time = _hours(kit, min(gone, one.value), whole=not ended)
        size = fitted(time, area.w, big * label, 700, kit.layout.sizes.least) / label
        ref, yellow, at = one.ref if ended else COUNT, palette.clock_text, (x, y)
        lines.append(
            words_at(kit, at, time, f"{key}/hours", size, yellow, 700, "middle", of=of, ref=ref)
        )
        waits = ended and gone < max(other.value for other in _times(stage, p))
        state = "waits" if waits else "stopped" if ended else "running"
        y += 1.5 * step
        text, fill = kit.word(f"exam_runs_{state}"), ink if ended else ""
        lines.append(words_at(kit, (x, y), text, f"{key}/state", 1.0, fill, anchor="middle"))
    y += (2.7 if roomy else 2.2) * step
    shown = done if gone > 0 else whole
    ref, at = count.ref if shown == whole else COUNT, (x, y)
    text = f"{shown:,}"
    lines.append(words_at(kit, at, text, f"{key}/count", big, ink, 700, "middle", of=of, ref=ref))
    at, text = (
        (x, y + 1.35 * step),
        kit.word(f"exam_runs_{'answered' if gone > 0 else 'questions'}"),
    )
    return [*lines, words_at(kit, at, text, f"{key}/of", anchor="middle")]


def _of_bars(stage: StageView, world: Area, p: Parameters) -> list[Words]:
    """Names, both times, how many times sooner, and the names of what is open."""
    kit, palette, ink = stage.kit, stage.kit.palette, stage.kit.palette.ink
    label = kit.layout.sizes.label
    place = compared(world, kit, round(p.open))
    slow, fast = _times(stage, p)
    first, second = (stage.lens.area(bar) for bar in place.bars)
    lines = [_name(stage, p, area, i) for i, area in enumerate(place.names[: len(p.names)])]
    at = (first.right, stage.lens.area(place.names[0]).bottom - 0.45 * label)
    text, of = _hours(kit, slow.value), "slow.time"
    lines.append(words_at(kit, at, text, "slow/hours", 1.5, ink, 700, "end", of=of, ref=slow.ref))
    scale = first.w / max(slow.value, fast.value)
    piece, swept = fast.value * scale, _swept(stage, p)
    for i in range(floor(swept / fast.value + 1e-9)):
        at, key = (first.x + (i + 0.5) * piece, first.cy + 0.4 * label), f"slow/piece/{i}"
        count = f"{i + 1}"
        lines.append(words_at(kit, at, count, key, 1.15, ink, 600, "middle", of=of, ref=COUNT))
    only = _only(stage, p, (slow, fast))
    if fast.value > 1.02 * only:
        at = (second.x + (only + fast.value) / 2 * scale, second.cy + 0.6 * label)
        lines.append(words_at(kit, at, "?", "fast/why", 1.7, ink, 700, "middle"))
    at, text, of = (
        (second.x + piece + 1.2 * label, second.cy + 0.1 * label),
        _hours(kit, fast.value),
        "fast.time",
    )
    line = words_at(kit, at, text, "fast/hours", 1.5, ink, 700, of=of, ref=fast.ref)
    lines.append(line)
    if swept >= slow.value:
        whole, raw = resolve(stage, reckoned("{} / {}", slow, fast)), resolve(stage, p.raw)
        beside, text = (line.box.right + 0.9 * label, at[1]), f"{whole.value:.3g}×"
        lines.append(words_at(kit, beside, text, "fast/times", 2.3, ink, 700, of=of, ref=whole.ref))
        less = (_hours(kit, only), reckoned("{} / {}", slow, raw))
        told = kit.parts("exam_runs_only", raw=(f"{raw.value:.3g}", raw.ref), time=less)
        parts = tuple((text, label, palette.muted, 400) for text, _ in told)
        refs = tuple(ref for _, ref in told)
        y = second.cy + 1.7 * label
        lines.append(Words(at[0], y, parts, "start", "fast/only", of=of, refs=refs))
    for n, cell in enumerate(place.cells[: round(p.open)]):
        seen = stage.lens.area(cell)
        at, text = (
            (seen.cx, seen.bottom - 0.2 * label),
            kit.word(f"exam_runs_{open_questions.NAMES[n]}"),
        )
        lines.append(words_at(kit, at, text, f"open/{n}", 1.15, ink, 600, "middle"))
        for i, cover in enumerate(open_questions.covers(_picture(cell, kit)) if n == 0 else ()):
            flap = open_questions.paper(palette)[1]
            fill = max((ink, palette.ground), key=lambda one: contrast(one, flap))
            seen = stage.lens.area(cover)
            at, key = (seen.cx, seen.cy + 0.55 * label), f"open/cover:{i}"
            lines.append(words_at(kit, at, "?", key, 1.5, fill, 700, "middle"))
    return lines


__all__ = ["Parameters", "badge", "draw", "over", "panel", "places"]
