"""The named quantities of a scene: each read and resolved, with the place of what is wrong."""

from __future__ import annotations

from dataclasses import replace

from viz.errors import nearest
from viz.scene.arithmetic import parse
from viz.scene.builder import Builder
from viz.scene.form import SceneForm, ValueForm
from viz.scene.quantities import resolved
from viz.scene.types import Scene, Value
from viz.units import UnitError


def values_of(it: Builder, form: SceneForm, scene: Scene) -> Scene:
    """The scene with its `values:`; with "values" among the broken where one has a fault."""
    before = len(it.faults)
    values = tuple(
        value for name, one in form.values.items() if (value := _value(it, name, one)) is not None
    )
    scene = replace(scene, values=values)
    if it.broken & {"left", "right", "chips", "model"}:
        return scene  # what rests on them cannot be told
    for value in values:
        _demand(it, ("values", value.name), scene, f"value:{value.name}")
    if len(it.faults) > before or len(values) < len(form.values):
        it.broken.add("values")
        return scene
    return replace(scene, values=tuple(_offered(it, form, scene, value) for value in values))


def _value(it: Builder, name: str, form: ValueForm) -> Value | None:
    where = ("values", name)
    if form.word is not None:
        if form.value is not None:
            it.fault(where, "it is a value and a word", key=True, write="one of the two")
            return None
        words = tuple(form.of or ())
        if form.word not in words:
            what, write = f"'{form.word}' is not among 'of'", f"of: [{form.word}, ...]"
            it.fault(where, what, nearest(form.word, words), write, key=True)
            return None
        return Value(name, word=form.word, words=words)
    if form.value is None:
        it.fault(where, "it has no 'value'", key=True, write="value: 10 s")
        return None
    if form.says and form.says != "assumed" and not form.source:
        it.fault((*where, "says"), "who says so is not all", write="source: and where it is said")
    try:
        parse(form.value)
    except UnitError as error:
        it.fault((*where, "value"), error.what, error.meant, error.write)
        return None
    return Value(name, form.value, form.says or "", form.source or "")


def _demand(it: Builder, where: tuple[str | int, ...], scene: Scene, text: str) -> str:
    """How a reference is shown; a fault where it comes to nothing."""
    try:
        return resolved(scene, text).text
    except UnitError as error:
        it.fault(where, error.what, error.meant, error.write)
        return ""


def _offered(it: Builder, form: SceneForm, scene: Scene, value: Value) -> Value:
    """With the choices of the knob that turns it: "70 tok/s" for claim:standard-gpu-speed."""
    for name, knob in form.knobs.items():
        if knob.turns == f"values.{value.name}" and knob.choices and not value.word:
            shown = [
                (_demand(it, ("knobs", name, "choices", i), scene, choice), choice)
                for i, choice in enumerate(knob.choices)
            ]
            value = replace(value, options=tuple(shown))
    return value
