"""A scene in words: its start, each step with what it says, asks and shows, and the numbers.

For who cannot see the stage, and as a transcript. What is on stage is read from the marks
themselves, so that nothing that is shown in words is left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, Final

from viz.picture.casting import Role, areas, cast
from viz.picture.frame import focus_at, stage_view
from viz.picture.furniture import limit_note
from viz.scene.answers import answer_in
from viz.scene.quantities import Resolved
from viz.stage import number_text
from viz.stage.i18n import said, words
from viz.stage.look import Look
from viz.stage.marks import Label, Mark
from viz.stage.plot.slider_track import shown
from viz.stage.quantity import Ref, resolve
from viz.stage.style import Kit, kit_of
from viz.stage.text_metrics import text_extent
from viz.stage.view import ScreenView, StageView
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Setting, Span, Timeline
from viz.timeline.machine import Run
from viz.timeline.times import clock
from viz.units import UnitError, write

MOST: Final = 60  # words of the stage in one list; a plot has many ticks
CLOSE: Final = 1.0  # of the type's size, between labels that are read as one
ROW: Final = 14.0  # stage units: labels that stand on one line


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the scene: its name, how it is written, who says it and where."""

    name: str
    text: str
    says: str
    source: str


@dataclass(frozen=True, slots=True)
class Step:
    """One beat in words: when, and its lines; `shown` is what is new on stage at its end."""

    title: str
    lines: tuple[str, ...]
    shown: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """A whole scene in words, in one language."""

    title: str
    asks: str
    start: tuple[str, ...]
    shown: tuple[str, ...]
    steps: tuple[Step, ...]
    numbers: tuple[Number, ...]


def story_of(timeline: Timeline, lang: str, *, notes: bool = False) -> Story:
    """The scene in words. With `notes`, those for the speaker as well."""
    look = Look(lang=lang)
    first = _screen(timeline, ScreenSeconds(0.0), look)
    before = shown_at(first)
    start, seen = before, set(before)
    steps = []
    for span in timeline.beats:
        end = _screen(timeline, ScreenSeconds(max(span.start, span.end - 1 / 60)), look)
        now = shown_at(end)
        steps.append(_step(end, span, tuple(w for w in now if w not in seen), notes=notes))
        seen = set(now)
    last = _screen(timeline, timeline.seconds, look)
    scene = timeline.scene
    return Story(
        title=said(scene.title, lang),
        asks=said(scene.asks, lang),
        start=_start(first),
        shown=start,
        steps=tuple(steps),
        numbers=numbers_at(last),
    )


def _screen(timeline: Timeline, t: ScreenSeconds, look: Look) -> ScreenView:
    return ScreenView(timeline, t, timeline.lens.hw(t), kit_of(look), focus_at(timeline, t))


def shown_at(view: ScreenView) -> tuple[str, ...]:
    """The words and numbers that the actors show, from top to bottom, each once."""
    stage, kit = stage_view(view), view.kit
    roles = cast(view.timeline.scene)
    found: dict[str, None] = {}
    for role, place in zip(roles, areas(roles, kit), strict=True):
        marks = (
            *role.panel(place, kit, role.parameters),
            *role.draw(stage, place, role.parameters),
        )
        found |= dict.fromkeys(phrases(marks))
    return tuple(found)[:MOST]


def phrases(marks: Iterable[Mark]) -> tuple[str, ...]:
    """The words and numbers of marks, from top to bottom, each once."""
    labels = [mark for mark in marks if isinstance(mark, Label) and mark.alpha > 0.3]
    labels.sort(key=lambda label: (round(label.y / ROW), text_extent(label)[0]))
    return tuple(dict.fromkeys(text for text in _phrases(labels) if text))


def _phrases(labels: list[Label]) -> list[str]:
    """Labels that stand close beside each other on one line are read as one: a number and its
    unit, a name and its number."""
    found: list[str] = []
    before: Label | None = None
    for label in labels:
        text = label.text.strip()
        close = (
            before is not None
            and before.text.strip()
            and round(before.y / ROW) == round(label.y / ROW)
            and 0 <= text_extent(label)[0] - text_extent(before)[1] <= label.size * CLOSE
        )
        if close:
            found[-1] += f" {text}"
        else:
            found.append(text)
        before = label
    return found


def numbers_at(view: ScreenView) -> tuple[Number, ...]:
    """Every number that stands behind the stage at this moment, with who says it."""
    setting = view.timeline.setting(view.t)
    stage = stage_view(view)
    found = [number for side in ("left", "right") for number in _of_run(view.kit, setting, side)]
    for value in setting.scene.values:
        if not value.word:
            found += _number(stage, value.name, f"value:{value.name}")
    for role in cast(view.timeline.scene):
        for name, ref in _refs(role):
            found += _number(stage, f"{role.name}.{name}", ref)
    return tuple(dict.fromkeys(found))


def _number(stage: StageView, name: str, ref: Ref | str) -> list[Number]:
    try:
        number: Resolved = resolve(stage, ref)
    except UnitError:
        return []
    if not number.dimension:
        return []  # a word
    own = stage.kit.words.get("told", {})
    source = "; ".join(str(own.get(part, part)) for part in number.source.split("; "))
    return [Number(name, number.text, number.says, source)]


def _refs(role: Role) -> Iterable[tuple[str, Ref]]:
    parameters: Any = role.parameters
    for one in fields(parameters):
        value = getattr(parameters, one.name)
        if isinstance(value, Ref):
            yield one.name, value
        elif isinstance(value, tuple):
            several = [(i, ref) for i, ref in enumerate(value) if isinstance(ref, Ref)]
            yield from ((f"{one.name}.{i + 1}", ref) for i, ref in several)


def _of_run(kit: Kit, setting: Setting, side: str) -> list[Number]:
    run = setting.left if side == "left" else setting.right
    if run is None:
        return []
    source = _tell(kit, "published" if run.step.basis == "published" else "limit")
    if run.step.band > 1:
        source += f", ×/÷ {run.step.band:.3g}"
    name = f"{_tell(kit, side)} {_machine(run)}"
    token = number_text.duration(1 / run.step.speed)
    parts = [
        f"{_part(kit, part.name, run)} {number_text.duration(part.seconds)}"
        for part in run.step.parts
        if part.seconds > 0
    ]
    speed = f"{number_text.speed(run.step.speed)} {kit.word('speed_unit')}"
    found = [
        Number(f"{name}, {kit.word('one_token')}", token, "derived", source),
        Number(f"{name}, {_tell(kit, 'parts')}", ", ".join(parts), "derived", source),
        Number(f"{name}, {_tell(kit, 'speed')}", speed, "derived", source),
    ]
    for what in ("bandwidth", "capacity"):
        number = getattr(run.rig.chip, what)
        dimension = "bytes/second" if what == "bandwidth" else "bytes"
        text = write(number.value, dimension)
        source = ", ".join(part for part in (number.source, number.date) if part)
        found.append(Number(f"{run.rig.chip.title}, {_tell(kit, what)}", text, number.says, source))
    return found


def _part(kit: Kit, name: str, run: Run) -> str:
    if name == "overhead":
        name = "gpu_overhead" if run.rig.chip.joins == "tensor" else "wafer_overhead"
    return kit.word(name)


def _machine(run: Run) -> str:
    return f"{run.rig.count} × {run.rig.chip.title}"


def _start(view: ScreenView) -> tuple[str, ...]:
    kit, scene = view.kit, view.timeline.setting(ScreenSeconds(0.0)).scene
    setting = view.timeline.setting(ScreenSeconds(0.0))
    count = len(view.timeline.beats)
    lines = [_tell(kit, "length", time=clock(float(view.timeline.seconds)), count=count)]
    lines += [
        f"{_tell(kit, side)} {_machine(run)}."
        for side, run in (("left", setting.left), ("right", setting.right))
        if run
    ]
    if scene.model is not None:
        load = {"bits": f"{scene.bits:g}", "users": f"{scene.batch:,g}"}
        text = _tell(kit, "load", model=scene.model.title, context=f"{scene.context:,g}", **load)
        lines.append(text)
    knobs = [said(knob.title, kit.look.lang) for knob in scene.knobs]
    if knobs:
        lines.append(_tell(kit, "knobs", knobs=", ".join(knobs)))
    return tuple(lines)


def _step(view: ScreenView, span: Span, shown: tuple[str, ...], *, notes: bool) -> Step:
    kit, beat = view.kit, span.beat
    lang = kit.look.lang
    times = f"{clock(round(span.start, 2))}–{clock(round(span.end, 2))}"
    title = _tell(kit, "step", number=span.index + 1, times=times)
    lines = [text] if (text := said(beat.narration, lang)) else []
    if beat.ask is not None:
        lines += _question(view, span)
    lines += [_tell(kit, "turned", turns=text) for text in _turned(view, span)]
    lines += limit_note.notes(view)
    lines.append(_pace(view, span))
    setting = view.timeline.setting(view.t)
    for side, run in (("left", setting.left), ("right", setting.right)):
        machine = view.timeline.machine("left" if side == "left" else "right")
        if run is not None and machine is not None and beat.pace > 0:
            doing = machine.at(view.hw)
            moved = write(doing.bytes_moved, "bytes")
            lines.append(
                _tell(kit, "done", machine=_machine(run), tokens=doing.tokens_done, moved=moved)
            )
    if notes and beat.notes:
        lines.append(_tell(kit, "notes", notes=said(beat.notes, lang)))
    return Step(title, tuple(lines), shown)


def _question(view: ScreenView, span: Span) -> list[str]:
    kit, asked = view.kit, span.beat.ask
    if asked is None:
        return []
    lang = kit.look.lang
    choices = [f"({i + 1}) {said(c, lang)}" for i, c in enumerate(asked.choices)]
    scene = view.timeline.setting(view.t).scene
    try:
        answer = answer_in(scene, asked)
    except UnitError:
        return [said(asked.question, lang), "; ".join(choices)]
    right = said(asked.choices[answer.index], lang)
    told = _tell(kit, "answer", answer=right)
    if answer.value is not None:
        says = kit.words["says"].get(answer.value.says, answer.value.says)
        told += " " + _tell(kit, "value", value=answer.value.text, says=says)
    return [_tell(kit, "asks", question=said(asked.question, lang)), "; ".join(choices), told]


def _turned(view: ScreenView, span: Span) -> list[str]:
    knobs = {knob.name: knob for knob in view.timeline.scene.knobs}
    found = []
    for name, value in span.beat.set:
        knob = knobs[name]
        text = shown(knob, value, view.kit.look.lang)
        found.append(f"{said(knob.title, view.kit.look.lang)} {text}")
    return found


def _pace(view: ScreenView, span: Span) -> str:
    kit, pace = view.kit, span.beat.pace
    if pace <= 0:
        return _tell(kit, "pause")
    there = number_text.duration(pace, 2)
    return _tell(kit, "pace", there=there, clock=number_text.clock(view.hw))


def _tell(kit: Kit, key: str, **values: object) -> str:
    """A phrase of the story, from the group "told" of the language's words."""
    group = kit.words.get("told") or words("en")["told"]
    return str(group.get(key) or words("en")["told"][key]).format(**values)
