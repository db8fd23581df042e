"""A scene in words: its start, each step with what it says, asks and shows, and the numbers.

For who cannot see the stage, and as a transcript. What is on stage is read from the marks
themselves, so that nothing that is shown in words is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from viz.picture.casting import areas, cast
from viz.picture.frame import focus_at, frame_at, seen_by, stage_view
from viz.picture.furniture import limit_note
from viz.picture.provenance import readable
from viz.scene.answers import answer_in
from viz.scene.quantities import Resolved, resolved
from viz.stage import number_text
from viz.stage.i18n import filled, said, words
from viz.stage.look import Look
from viz.stage.marks import UNASKED, Label, Marks, flat
from viz.stage.plot.slider_track import shown
from viz.stage.style import Kit, kit_of
from viz.stage.text_metrics import text_extent
from viz.stage.view import ScreenView
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Setting, Span, Timeline
from viz.timeline.machine import Run
from viz.timeline.times import clock
from viz.units import UnitError, write

MOST: Final = 60  # words of the stage in one list; a plot has many ticks
CLOSE: Final = 1.0  # of the type's size, between labels that are read as one
TOUCH: Final = 0.01  # stage units
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
    first = screen_at(timeline, ScreenSeconds(0.0), look)
    before = shown_at(first)
    start, seen = before, set(before)
    steps, names = [], [*_names(timeline, ScreenSeconds(0.0), look)]
    for span in timeline.beats:
        end = screen_at(timeline, ScreenSeconds(max(span.start, span.end - 1 / 60)), look)
        now = shown_at(end)
        steps.append(_step(end, span, tuple(w for w in now if w not in seen), notes=notes))
        names += _names(timeline, end.t, look)
        seen = set(now)
    last = screen_at(timeline, timeline.seconds, look)
    scene = timeline.scene
    return Story(
        title=said(scene.title, lang),
        asks=said(scene.asks, lang),
        start=_start(first),
        shown=start,
        steps=tuple(steps),
        numbers=numbers_at(last, names),
    )


def _names(timeline: Timeline, t: ScreenSeconds, look: Look) -> Iterator[str]:
    """The references of what is on stage, in the order in which it is drawn."""
    marks = flat(frame_at(timeline, t, look).all)
    return (mark.ref for mark in marks if mark.ref and mark.ref not in UNASKED)


def screen_at(timeline: Timeline, t: ScreenSeconds, look: Look) -> ScreenView:
    """What furniture may know at a moment, for telling it in words."""
    return ScreenView(timeline, t, timeline.lens.hw(t), kit_of(look), focus_at(timeline, t))


def shown_at(view: ScreenView) -> tuple[str, ...]:
    """The words and numbers that the actors show, from top to bottom, each once."""
    found: dict[str, None] = {}
    for marks in _of_actors(view):
        labels = [mark for mark in marks if isinstance(mark, Label) and mark.alpha > 0.3]
        found |= dict.fromkeys(text for text, _ in phrases(labels) if text)
    return tuple(found)[:MOST]


def _of_actors(view: ScreenView) -> Iterator[Marks]:
    """What each actor draws."""
    if view.timeline.scene.framed:
        seen = seen_by(view)
        yield from (tuple(flat(marks)) for _, marks in (*seen.world, *seen.drawn))
        return
    stage, kit = stage_view(view), view.kit
    roles = cast(view.timeline.scene)
    for role, place in zip(roles, areas(roles, kit), strict=True):
        yield (
            *role.panel(place, kit, role.parameters),
            *role.draw(stage, place, role.parameters),
        )


def phrases(labels: Iterable[Label]) -> tuple[tuple[str, tuple[Label, ...]], ...]:
    """Texts from top to bottom, each with its labels: those that stand close beside each other on
    one line are read as one, a number and its unit, a name and its number."""
    found: list[tuple[str, tuple[Label, ...]]] = []
    before: Label | None = None
    for label in sorted(labels, key=lambda one: (round(one.y / ROW), text_extent(one)[0])):
        gap = -1.0
        if before and before.text.strip() and round(before.y / ROW) == round(label.y / ROW):
            gap = text_extent(label)[0] - text_extent(before)[1]
        if -TOUCH <= gap <= TOUCH:  # the parts of one sentence
            found[-1] = (found[-1][0] + label.text, (*found[-1][1], label))
        elif 0 <= gap <= label.size * CLOSE:
            found[-1] = (f"{found[-1][0].strip()} {label.text}", (*found[-1][1], label))
        else:
            found.append((label.text, (label,)))
        before = label
    return tuple((text.strip(), parts) for text, parts in found)


def numbers_at(view: ScreenView, names: Iterable[str]) -> tuple[Number, ...]:
    """The machines' numbers, the scene's named ones, and those of references that were on stage,
    as the knobs stand now; each with who says it."""
    setting = view.timeline.setting(view.t)
    found = [number for side in ("left", "right") for number in _of_run(view.kit, setting, side)]
    values = (f"value:{value.name}" for value in setting.scene.values)
    for name in dict.fromkeys((*values, *names)):
        ref = readable(setting.scene, name)
        if ref is not None and not name.startswith(("left.", "right.")):  # told of the run
            found += _number(view.kit, name, resolved(setting.scene, ref))
    return tuple(dict.fromkeys(found))


def _number(kit: Kit, name: str, number: Resolved) -> list[Number]:
    if not number.dimension:
        return []  # a word
    own = kit.words.get("told", {})
    source = "; ".join(str(own.get(part, part)) for part in number.source.split("; "))
    return [Number(name.removeprefix("= "), number.text, number.says, source)]


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
        if run is not None and machine is not None and beat.moves:
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
    kit, pace = view.kit, view.timeline.pace(span)
    if pace <= 0:
        return _tell(kit, "pause")
    there = number_text.duration(pace, 2)
    return _tell(kit, "pace", there=there, clock=number_text.clock(view.hw))


def _tell(kit: Kit, key: str, **values: object) -> str:
    """A phrase of the story, from the group "told" of the language's words."""
    group = kit.words.get("told") or words("en")["told"]
    return filled(str(group.get(key) or words("en")["told"][key]), **values)
