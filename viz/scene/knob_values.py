"""What a knob can turn among the named values of a scene: values.NAME."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from viz import units
from viz.scene.quantities import resolved, value_of
from viz.scene.types import KnobValue, Scene, Value

if TYPE_CHECKING:
    from viz.scene.knob_targets import Turnable

MOST = 1e30  # an amount that no scene speaks of


def read_value(scene: Scene, name: str) -> KnobValue:
    """A named value as a knob has it: SI, a word, or the shown text of an option."""
    value = _named(scene, name)
    if value.word:
        return value.word
    found = value_of(scene, value)
    if not value.options:
        return found.value
    for shown, written in value.options:
        if value.written == written:
            return shown
        with suppress(units.UnitError):  # an option that names nothing is told where it is read
            if resolved(scene, written).value == found.value:
                return shown
    return found.text


def put_value(scene: Scene, name: str, new: KnobValue) -> Scene:
    """The scene with a named value turned; it is then assumed, unless an option is referred to."""
    value = _named(scene, name)
    if isinstance(new, str):
        options = dict(value.options)
        if value.word:
            after = replace(value, word=new)
        else:
            after = replace(value, written=options[new], says="", source="", turned=None)
        if new == read_value(scene, name):
            return scene
    else:
        found = value_of(scene, value)
        if new == found.value:
            return scene
        after = replace(value, turned=(new, found.dimension))
    return replace(scene, values=tuple(after if v is value else v for v in scene.values))


def of_values(scene: Scene, make: type[Turnable]) -> list[Turnable]:
    """Every named value that can be turned: what has a dimension of viz.units, or is a word."""
    found = []
    for value in scene.values:
        path, name = f"values.{value.name}", value.name

        def read(s: Scene, name: str = name) -> KnobValue:
            return read_value(s, name)

        def put(s: Scene, new: KnobValue, name: str = name) -> Scene:
            return put_value(s, name, new)

        if value.word:
            found.append(make(path, "", read, put, words=value.words))
            continue
        if value.options:
            shown = tuple(text for text, _ in value.options)
            also = tuple((written, text) for text, written in value.options)
            found.append(make(path, "", read, put, words=shown, also=also))
            continue
        try:
            dimension = value_of(scene, value).dimension
        except units.UnitError:
            continue  # told where the scene is read
        if dimension in units.DIMENSIONS:
            found.append(make(path, dimension, read, put, 0.0, MOST))
    return found


def _named(scene: Scene, name: str) -> Value:
    return next(value for value in scene.values if value.name == name)
