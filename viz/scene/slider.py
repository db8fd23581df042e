"""A knob as a slider or a row of choices: which value lies where, and what one press turns it to."""

from __future__ import annotations

from functools import lru_cache
from math import exp, floor, log, log10
from typing import Final

from viz.scene.knob_targets import turnables
from viz.scene.turn import knob_value
from viz.scene.types import Knob, KnobValue, Scene

STEPS: Final = 40  # presses of an arrow from one end to the other
FINE: Final = 400  # the same with Shift


@lru_cache(maxsize=512)
def stands(scene: Scene, knob: Knob) -> KnobValue:
    """How a knob stands in a scene: SI, or the choice as it is written."""
    turnable = turnables(scene)[knob.turns]
    value = turnable.read(scene)
    return knob_value(knob, turnable, value)[0] if knob.choices else value


def reference_of(knob: Knob) -> str:
    """How a scene refers to what a knob turns; what is no number refers to nothing."""
    root, _, field = knob.turns.partition(".")
    if root == "values":
        return f"value:{field}"
    return f"chip:{knob.turns}" if field and root not in ("left", "right") else knob.turns


def share_of(knob: Knob, value: KnobValue) -> float:
    """Where a value lies between the ends, 0 to 1."""
    if knob.choices:
        at = knob.choices.index(str(value)) if str(value) in knob.choices else 0
        return at / max(1, len(knob.choices) - 1)
    number = min(max(float(value), knob.low), knob.high)
    if knob.high <= knob.low:
        return 0.0
    if knob.log:
        return log(number / knob.low) / log(knob.high / knob.low)
    return (number - knob.low) / (knob.high - knob.low)


def value_at(knob: Knob, share: float) -> KnobValue:
    """The value at a place between the ends: three digits of it, whole where the knob is whole."""
    share = min(max(share, 0.0), 1.0)
    if knob.choices:
        return knob.choices[round(share * (len(knob.choices) - 1))]
    if share in (0.0, 1.0):
        return knob.high if share else knob.low
    if knob.log:
        number = knob.low * exp(share * log(knob.high / knob.low))
    else:
        number = knob.low + share * (knob.high - knob.low)
    return _kept(knob, float(round(number)) if knob.whole else _rounded(knob, number))


def pressed(knob: Knob, value: KnobValue, steps: int, *, fine: bool = False) -> KnobValue:
    """The value after arrows were pressed: up or right is 1, down or left -1."""
    if knob.choices:
        at = knob.choices.index(str(value)) if str(value) in knob.choices else 0
        return knob.choices[min(max(at + steps, 0), len(knob.choices) - 1)]
    number = float(value)
    if knob.whole and fine:
        return _kept(knob, number + steps)
    each = steps / (FINE if fine else STEPS)
    for presses in range(1, 12):  # a press is never lost between two values that can be written
        after = float(value_at(knob, share_of(knob, number) + presses * each))
        if after != number and (after > number) == (steps > 0):
            return after
    return _kept(knob, number + steps) if knob.whole else number


def _kept(knob: Knob, number: float) -> float:
    return float(min(max(number, knob.low), knob.high))


def _rounded(knob: Knob, number: float) -> float:
    """Three digits; where the range is narrow, as fine as its 400th part needs."""
    if number == 0:
        return 0.0
    size = abs(number) if knob.log else max(abs(knob.low), abs(knob.high))
    digits = 2 - floor(log10(size)) if knob.log else 3 - floor(log10(knob.high - knob.low))
    return round(number, digits)
