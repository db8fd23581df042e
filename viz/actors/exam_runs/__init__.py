"""One exam taken twice: questions that fill on one clock, then how the two times compare and why."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

from viz.actors.exam_runs import open_questions, question_field
from viz.actors.exam_runs.exam_runs_places import SIDES, Run, compared, places, runs
from viz.catalog.types import Text
from viz.scene.arithmetic import Ref
from viz.stage.area import Area
from viz.stage.badge import Badge
from viz.stage.i18n import said
from viz.stage.marks import COUNT, SCALE, Box, Line, Mark, Marks
from viz.stage.parameters import parameter
from viz.stage.quantity import Resolved, reckoned, resolve
from viz.stage.style import Kit
from viz.stage.task_clock import coarse, running
from viz.stage.text_metrics import fitted, width
from viz.stage.theme import contrast
from viz.stage.view import FRAME, StageView
from viz.stage.words_line import Words, placed


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
    """The clock of the exam, in hours, while it runs."""
    kit = stage.kit
    value = ""
    gone = _gone(stage, p)
    if p.picture == "both" and gone > 0:
        value = _hours(kit, min(gone, _times(stage, p)[0].value), whole=stage.pace > 0)
    return Badge(kit.word("hardware_clock"), value, lens=True, of="hw")


def _times(stage: StageView, p: Parameters) -> tuple[Resolved, Resolved]:
    return resolve(stage, p.slow), resolve(stage, p.fast)


def _gone(stage: StageView, p: Parameters) -> float:
    """Seconds since both began."""
    return running(stage, (p.count, p.slow, p.fast))


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
    place = compared(world, kit, alone=p.open < 1)
    slow, fast = (one.value for one in times)
    first, second = place.bars
    scale = first.w / max(slow, fast)
    marks: list[Mark] = []
    box = Area(first.x, first.y, slow * scale, first.h)
    marks.append(Box(*box, question_field.length(palette), 5, of="slow.time", key="slow/bar"))
    for i in range(1, floor(slow / fast + 1e-9) + 1):
        x = first.x + i * fast * scale
        if x < box.right - 3:
            ends = ((x, first.y), (x, first.bottom))
            marks.append(Line(ends, 3.0, palette.ground, of="slow.time", key=f"slow/piece:{i}"))
    only = _only(stage, p, times)
    whole = Area(second.x, second.y, fast * scale, second.h)
    part = Area(second.x, second.y, min(only, fast) * scale, second.h)
    marks.append(Box(*part, question_field.length(palette), 5, of="fast.time", key="fast/bar"))
    if whole.right - part.right > 4:
        rest = Area(part.right + 2, second.y, whole.right - part.right - 2, second.h)
        corners = (
            (rest.x, rest.y),
            (rest.right, rest.y),
            (rest.right, rest.bottom),
            (rest.x, rest.bottom),
            (rest.x, rest.y),
        )
        marks.append(
            Line(corners, 2.5, palette.ink, (4, 5), of="exam.open", key="fast/unexplained")
        )
        wide = kit.layout.form in ("wide", "narrow")  # else things would stand in the way
        for n in range(round(p.open) if wide else 0):
            cell = _picture(place.cells[n], kit)
            marks.append(open_questions.thread(kit, (rest.cx, rest.bottom + 4), cell, n))
    for n in range(round(p.open)):
        marks += open_questions.draw(kit, _picture(place.cells[n], kit), n)
    return marks


def _picture(cell: Area, kit: Kit) -> Area:
    """The thing's part of a cell, above its words."""
    return cell.cut(bottom=1.8 * kit.layout.sizes.label, top=0.4 * kit.layout.sizes.label)


def _only(stage: StageView, p: Parameters, times: tuple[Resolved, Resolved]) -> float:
    """Seconds that the other would have taken if it differed in speed alone."""
    return times[0].value / max(1e-9, resolve(stage, p.raw).value)


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Words before the lens, which keep their size."""
    kit = stage.kit
    lines = _of_bars(stage, world, p) if p.picture == "bars" else _of_runs(stage, world, p)
    safe = Area(*kit.layout.safe)
    top = kit.layout.slug[1] + 6
    within = Area(safe.x, top, safe.w, safe.bottom - top)
    return tuple(mark for line in placed(lines, within, []) for mark in line.marks(kit))


def _name(stage: StageView, p: Parameters, area: Area, i: int) -> Words:
    """Who it is, and in which tools it ran."""
    kit, palette = stage.kit, stage.kit.palette
    label = kit.layout.sizes.label
    seen = stage.lens.area(area)
    lang = kit.look.lang
    name = said(p.names[min(i, len(p.names) - 1)], lang)
    parts: tuple[tuple[str, float, str, int], ...] = ((name, label * 1.25, palette.ink, 700),)
    if len(p.tools) > i:
        text = "  " + kit.word("exam_runs_in", tools=said(p.tools[i], lang))
        more = (*parts, (text, label, palette.muted, 400))
        if sum(width(text, size, weight) for text, size, _, weight in more) < seen.w:
            parts = more
    return Words(seen.x, seen.bottom - 0.45 * label, parts, "start", f"{SIDES[i]}/name")


def _of_runs(stage: StageView, world: Area, p: Parameters) -> list[Words]:
    kit = stage.kit
    label = kit.layout.sizes.label
    times, count = _times(stage, p), resolve(stage, p.count)
    longest = max(one.value for one in times)
    gone = _gone(stage, p)
    lines: list[Words] = []
    for i, (place, one) in enumerate(zip(_places(stage, world, p), times, strict=False)):
        if p.picture != "one" and p.names:
            lines.append(_name(stage, p, place.name, i))
        lines += _counts(stage, p, place, one, count, gone, SIDES[i])
        if stage.lens.scale < 0.75 or gone <= 0:
            continue
        bar = stage.lens.area(place.bar)
        for day in range(1, floor(longest / question_field.DAY) + 1):
            x = bar.x + day * question_field.DAY / longest * bar.w
            text = kit.word("exam_runs_days", count=day)
            part = ((text, label, kit.palette.muted, 400),)
            key = f"{SIDES[i]}/day:{day}"
            lines.append(Words(x, bar.bottom + 1.15 * label, part, "middle", key, refs=(SCALE,)))
    return lines


def _counts(
    stage: StageView,
    p: Parameters,
    place: Run,
    one: Resolved,
    count: Resolved,
    gone: float,
    key: str,
) -> list[Words]:
    """Beside a field: the hours, whether it still runs, and how many are answered."""
    kit, palette = stage.kit, stage.kit.palette
    label = kit.layout.sizes.label
    area = stage.lens.area(place.words)
    whole = max(1, round(count.value))
    over_ = gone >= one.value
    done = question_field.answered(whole, max(1.0, one.value), gone)
    if not over_:
        rate = whole / max(1.0, one.value) * max(stage.pace, FRAME)
        done = int(coarse(done, rate, 12))
    roomy = area.h > 7.6 * label
    step = label if roomy else min(label, area.h / 7.2)
    x, y = area.cx, area.y + 1.5 * step
    big = label * (1.7 if roomy else 1.3)
    lines: list[Words] = []
    if gone > 0:
        time = _hours(kit, min(gone, one.value), whole=not over_)
        ref = one.ref if over_ else COUNT
        size = fitted(time, area.w, big, 700, kit.layout.sizes.least)
        parts = ((time, size, palette.clock_text, 700),)
        lines.append(Words(x, y, parts, "middle", f"{key}/hours", of=f"{key}.time", refs=(ref,)))
        waits = over_ and gone < max(other.value for other in _times(stage, p))
        state = "waits" if waits else "stopped" if over_ else "running"
        word = kit.word(f"exam_runs_{state}")
        y += 1.5 * step
        part = ((word, label, palette.ink if over_ else palette.muted, 400),)
        lines.append(Words(x, y, part, "middle", f"{key}/state"))
    y += (2.7 if roomy else 2.2) * step
    ref = count.ref if done == whole else COUNT
    parts = ((f"{done if gone > 0 else whole:,}", big, palette.ink, 700),)
    if gone <= 0:
        ref = count.ref
    lines.append(Words(x, y, parts, "middle", f"{key}/count", of=f"{key}.done", refs=(ref,)))
    text = kit.word("exam_runs_answered" if gone > 0 else "exam_runs_questions")
    part = ((text, label, palette.muted, 400),)
    lines.append(Words(x, y + 1.35 * step, part, "middle", f"{key}/of"))
    return lines


def _of_bars(stage: StageView, world: Area, p: Parameters) -> list[Words]:
    """Names, both times, how many times sooner, and the names of what is open."""
    kit, palette = stage.kit, stage.kit.palette
    label = kit.layout.sizes.label
    place = compared(world, kit, alone=p.open < 1)
    slow, fast = _times(stage, p)
    first, second = (stage.lens.area(bar) for bar in place.bars)
    lines = [_name(stage, p, area, i) for i, area in enumerate(place.names[: len(p.names)])]
    part = ((_hours(kit, slow.value), 1.5 * label, palette.ink, 700),)
    y = stage.lens.area(place.names[0]).bottom - 0.45 * label
    lines.append(Words(first.right, y, part, "end", "slow/hours", of="slow.time", refs=(slow.ref,)))
    scale = first.w / max(slow.value, fast.value)
    piece = fast.value * scale
    for i in range(floor(slow.value / fast.value + 1e-9)):
        at = (first.x + (i + 0.5) * piece, first.cy + 0.4 * label)
        part = ((f"{i + 1}", 1.15 * label, palette.ink, 600),)
        lines.append(Words(*at, part, "middle", f"slow/piece/{i}", of="slow.time", refs=(COUNT,)))
    only = _only(stage, p, (slow, fast))
    if fast.value > 1.02 * only:
        at = (second.x + (only + fast.value) / 2 * scale, second.cy + 0.6 * label)
        part = (("?", 1.7 * label, palette.ink, 700),)
        lines.append(Words(*at, part, "middle", "fast/why"))
    whole = resolve(stage, reckoned("{} / {}", slow, fast))
    raw = resolve(stage, p.raw)
    x = second.x + piece + 1.2 * label
    big = 2.3 * label
    parts = (
        (_hours(kit, fast.value), 1.5 * label, palette.ink, 700),
        ("   ", label, palette.ink, 400),
        (f"{whole.value:.3g}×", big, palette.ink, 700),
    )
    refs: tuple[str, ...] = (fast.ref, "", whole.ref)
    lines.append(
        Words(x, second.cy + 0.1 * label, parts, "start", "fast/hours", of="fast.time", refs=refs)
    )
    less = reckoned("{} / {}", slow, raw)
    told = kit.parts(
        "exam_runs_only", raw=(f"{raw.value:.3g}", raw.ref), time=(_hours(kit, only), less)
    )
    muted = tuple((text, label, palette.muted, 400) for text, _ in told)
    refs = tuple(ref for _, ref in told)
    y = second.cy + 1.7 * label
    lines.append(Words(x, y, muted, "start", "fast/only", of="fast.time", refs=refs))
    if p.open >= 1:
        _, flap = open_questions.paper(palette)
        ink = max((palette.ink, palette.ground), key=lambda one: contrast(one, flap))
        for i, cover in enumerate(open_questions.covers(_picture(place.cells[0], kit))):
            seen = stage.lens.area(cover)
            part = (("?", 1.5 * label, ink, 700),)
            at = (seen.cx, seen.cy + 0.55 * label)
            lines.append(Words(*at, part, "middle", f"open/cover:{i}"))
    for n in range(round(p.open)):
        cell = stage.lens.area(place.cells[n])
        text = kit.word(f"exam_runs_{open_questions.NAMES[n]}")
        part = ((text, 1.15 * label, palette.ink, 600),)
        lines.append(Words(cell.cx, cell.bottom - 0.2 * label, part, "middle", f"open/{n}"))
    return lines


__all__ = ["Parameters", "badge", "draw", "over", "panel", "places"]
