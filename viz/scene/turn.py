"""Turning knobs: a new scene with other inputs of the physics; the first one is unchanged."""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan

from viz import units
from viz.errors import Fault, VizError, nearest
from viz.scene.knob_targets import Turnable, amount_of, text_of, turnables, value_from
from viz.scene.types import Knob, KnobValue, Scene


def turned(scene: Scene, values: Mapping[str, KnobValue]) -> Scene:
    """The scene with knobs at `values`: SI floats, or texts such as "20 TB/s".

    `kept` clamps to a knob's own range; here a value must only be one that the physics can
    take. Whether the model still fits its machine is the physics' to say. Raises VizError, with
    the nearest name, for an unknown knob, and for a value that is none.
    """
    faults: list[Fault] = []
    found: list[tuple[str, KnobValue]] = []
    paths = turnables(scene)
    for name, written in values.items():
        knob = next((knob for knob in scene.knobs if knob.name == name), None)
        if knob is None:
            faults.append(no_knob(name, scene.knobs))
            continue
        try:
            found.append((knob.turns, knob_value(knob, paths[knob.turns], written)[1]))
        except units.UnitError as error:
            faults.append(Fault(f"{name}: {error.what}", None, error.meant, error.write))
    if faults:
        raise VizError(faults)
    # Words first: a number turns a constant of the stack that is chosen, not of the one before.
    for path, value in sorted(found, key=lambda item: not isinstance(item[1], str)):
        scene = paths[path].put(scene, value)
    return scene


def kept(scene: Scene, name: str, written: KnobValue) -> tuple[KnobValue, bool]:
    """A knob's value within the knob's range, and whether it had to be clamped to it.

    A knob of whole numbers is set to the nearest. An unknown knob, and a text that is no value,
    are left as they are: `turned` tells them.
    """
    knob = next((knob for knob in scene.knobs if knob.name == name), None)
    if knob is None or knob.choices or not knob.unit:
        return written, False
    try:
        value = amount_of(turnables(scene)[knob.turns], written)
    except units.UnitError:
        return written, False
    if isnan(value):  # turned tells it
        return written, False
    near = min(max(value, knob.low), knob.high)
    clamped = near != value
    if knob.whole and near != round(near):
        near = float(round(near))
    return near, clamped


def no_knob(name: str, knobs: tuple[Knob, ...]) -> Fault:
    """The fault of a name that is no knob's."""
    names = [knob.name for knob in knobs]
    meant = nearest(name, names)
    write = "" if meant else f"one of {', '.join(names)}" if names else "knobs: in the scene first"
    return Fault(f"there is no knob '{name}'", meant=meant, write=write)


def knob_value(knob: Knob, turnable: Turnable, written: KnobValue) -> tuple[KnobValue, KnobValue]:
    """What the knob shows and what the physics gets: the same but for choices with units.

    Raises units.UnitError.
    """
    value = value_from(turnable, written)
    if not knob.choices:
        return value, value
    for choice in knob.choices:
        if value_from(turnable, choice) == value:
            return choice, value
    raise units.UnitError(
        f"'{text_of(turnable, value)}' is no choice", f"one of {', '.join(knob.choices)}"
    )
