"""Knobs, beats and questions of a scene: values get their units, names are looked up."""

from __future__ import annotations

from dataclasses import replace

from viz import units
from viz.catalog.types import Text
from viz.errors import nearest
from viz.reading.nodes import place_at
from viz.scene.answers import nearest_choice
from viz.scene.build_cast import calls_of
from viz.scene.builder import Builder, text_in
from viz.scene.form import BeatForm, KnobForm
from viz.scene.knob_targets import Turnable, text_of, value_from
from viz.scene.quantities import resolved
from viz.scene.turn import knob_value, no_knob
from viz.scene.types import Beat, Knob, KnobValue, LookAt, Question, Scene


def knob_of(
    it: Builder, name: str, form: KnobForm, scene: Scene, paths: dict[str, Turnable]
) -> Knob | None:
    turnable = paths.get(form.turns)
    where = ("knobs", name)
    if turnable is None:
        meant = nearest(form.turns, paths, most=3)
        it.fault(
            (*where, "turns"),
            f"nothing can be turned at '{form.turns}'",
            meant,
            "" if meant else "one of " + ", ".join(paths),
        )
        return None
    knob = Knob(
        name,
        form.turns,
        text_in(form.title) or {"en": name.replace("_", " ")},
        turnable.dimension,
        published=turnable.read(scene),
        log=form.log,
        whole=turnable.whole or form.whole,
    )
    if form.choices is not None:
        return _choice_knob(it, knob, form, turnable)
    return _range_knob(it, knob, form, turnable)


def _range_knob(it: Builder, knob: Knob, form: KnobForm, turnable: Turnable) -> Knob | None:
    where = ("knobs", knob.name)
    now = text_of(turnable, knob.published)
    if not turnable.dimension:
        words = ", ".join(turnable.words)
        what = f"{form.turns} has words, not a range"
        it.fault(where, what, key=True, write=f"choices: [{words}]")
        return None
    ends: list[float] = []
    for key, written in (("from", form.low), ("to", form.high)):
        if written is None:
            it.fault(where, f"it has no '{key}'", key=True, write=f"{key}: {now}")
            continue
        value = _value(it, (*where, key), turnable, written)
        if value is not None:
            ends.append(float(value))
    if len(ends) < 2:
        return None
    low, high = ends
    if low >= high:
        it.fault((*where, "to"), "it must be above 'from'", write="the larger value under 'to'")
        return None
    if not low <= float(knob.published) <= high:
        what = f"the value without the knob, {now}, is not in its range"
        it.fault((*where, "from"), what, write="a range that holds it")
        return None
    if knob.log and low <= 0:
        it.fault((*where, "log"), "a range from 0 cannot multiply", write="log: false")
        return None
    return replace(knob, low=low, high=high)


def _choice_knob(it: Builder, knob: Knob, form: KnobForm, turnable: Turnable) -> Knob | None:
    where = ("knobs", knob.name)
    choices = form.choices or []
    if form.low is not None or form.high is not None:
        it.fault((*where, "choices"), "it has choices and a range", write="one of the two")
        return None
    values = [_value(it, (*where, "choices", i), turnable, w) for i, w in enumerate(choices)]
    if None in values:
        return None
    for i, value in enumerate(values):
        if value in values[:i]:
            it.fault((*where, "choices", i), "it is there twice", write="each choice once")
            return None
    if knob.published not in values:
        now = text_of(turnable, knob.published)
        what = f"the value without the knob, {now}, is none of them"
        it.fault((*where, "choices"), what, write=f"'{now}' among them")
        return None
    shown = choices[values.index(knob.published)]
    if not turnable.dimension:
        choices = [str(value) for value in values]  # a reference is shown as what it comes to
        shown = str(knob.published)
    return replace(knob, published=shown, choices=tuple(choices))


def _value(
    it: Builder, path: tuple[str | int, ...], turnable: Turnable, written: str
) -> KnobValue | None:
    try:
        return value_from(turnable, written)
    except units.UnitError as error:
        meant = error.meant or nearest(written, turnable.words)
        it.fault(path, error.what, meant, error.write)
        return None


def beat_of(it: Builder, i: int, form: BeatForm, scene: Scene, paths: dict[str, Turnable]) -> Beat:
    """A beat of a scene that has its machines, values and knobs already."""
    knobs = scene.knobs
    where = ("beats", i)
    turns: list[tuple[str, KnobValue]] = []
    for name, written in form.set.items():
        knob = next((knob for knob in knobs if knob.name == name), None)
        if knob is None:
            if "knobs" not in it.broken:
                fault = no_knob(name, knobs)
                it.fault((*where, "set", name), fault.what, fault.meant, fault.write, key=True)
            continue
        try:
            shown, value = knob_value(knob, paths[knob.turns], written)
            if not knob.choices and not knob.low <= float(value) <= knob.high:
                low, high = (text_of(paths[knob.turns], end) for end in (knob.low, knob.high))
                what = f"{written} is out of the knob's range"
                it.fault((*where, "set", name), what, write=f"a value from {low} to {high}")
                continue
            turns.append((name, shown))
        except units.UnitError as error:
            it.fault((*where, "set", name), error.what, error.meant, error.write)
    if form.until and form.pace is not None:
        what = "a beat has a pace or an event that ends it, not both"
        it.fault((*where, "until"), what, write="pace or until", key=True)
    if form.until and (scene.left if form.until.startswith("left") else scene.right) is None:
        side = form.until.partition(".")[0]
        it.fault((*where, "until"), f"the scene has no {side} machine", write=f"{side}: 8 x h100")
    return Beat(
        seconds=form.seconds,
        pace=form.pace or 0.0,
        until=form.until or "",
        say=text_in(form.say),
        ask=_question(it, i, form, scene),
        look=_look(it, where, form),
        set=tuple(turns),
        notes=text_in(form.notes),
        mark=form.mark or "",
        tell=form.tell or {},
        show=calls_of(it, (*where, "show"), form.show),
        hide=tuple(form.hide),
    )


def _question(it: Builder, i: int, beat: BeatForm, scene: Scene) -> Question | None:
    form = beat.ask
    if form is None:
        return None
    where = ("beats", i, "ask")
    pause, may_show = form.pause or 0.0, tuple(form.may_show.items())
    if pause >= beat.seconds:
        what = f"the pause leaves no time for the answer in a beat of {beat.seconds:g} s"
        it.fault((*where, "pause"), what, write=f"less than {beat.seconds:g} s")
        return None
    for n, choice in enumerate(form.choices):
        if any(_same(choice, other) for other in form.choices[:n]):
            it.fault((*where, "choices", n), "two choices read the same", write="each once")
            return None
    right = [n for n, choice in enumerate(form.choices) if _meant(form.answer, choice)]
    choices = tuple(text_in(choice) for choice in form.choices)
    if not right and _is_reference(next(iter(form.answer.values()))):
        value = next(iter(form.answer.values())).strip()
        found = _valued(it, where, choices, value, scene)
        if found is None:
            return None
        return Question(text_in(form.question), choices, found, value, pause, may_show)
    if not right:
        words = [next(iter(choice.values())) for choice in form.choices]
        given = next(iter(form.answer.values()))
        it.fault(
            (*where, "answer"),
            f"'{given}' is none of the choices",
            nearest(given, words, most=1),
            "" if nearest(given, words) else "one of " + ", ".join(words),
        )
        return None
    return Question(text_in(form.question), choices, right[0], "", pause, may_show)


def _is_reference(text: str) -> bool:
    """Whether an answer speaks of a value, rightly or not: '= ...', 'claim:...', 'left.speed'."""
    kind, colon, rest = text.strip().partition(":")
    reference = bool(colon and rest and not rest.startswith(" ") and kind.isalpha())
    machine = text.strip().startswith(("left.", "right."))
    return text.strip().startswith("=") or reference or machine


def _valued(
    it: Builder, where: tuple[str | int, ...], choices: tuple[Text, ...], value: str, scene: Scene
) -> int | None:
    """The choice that a value of the model makes right."""
    if it.broken & {"left", "right", "chips", "model", "values"}:
        return 0  # what it rests on has a fault, and that has been told
    try:
        found = resolved(scene, value)
    except units.UnitError as error:
        it.fault((*where, "answer"), error.what, error.meant, error.write)
        return None
    index = nearest_choice(choices, found)
    if index is None:
        what = f"it is {found.text}, and fewer than two choices say such a number"
        it.fault((*where, "answer"), what, write=f"choices like '{found.text}'")
    return index


def _same(one: Text, other: Text) -> bool:
    """Whether two choices read the same in a language that both are written in."""
    return any(one[language] == other[language] for language in one.keys() & other.keys())


def _meant(answer: Text, choice: Text) -> bool:
    """Whether an answer, in whatever languages it is written, is that choice."""
    return bool(set(answer.values()) & set(choice.values()))


def _look(it: Builder, where: tuple[str | int, ...], form: BeatForm) -> LookAt:
    if form.look is None:
        return LookAt()
    place = place_at(it.root, (*where, "look"))
    return LookAt(tuple(form.look.parts), form.look.margin, place)
