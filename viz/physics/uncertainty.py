"""Which constant of a stack decides how far a prediction may be off."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log
from typing import Final

from viz.catalog.types import Model, Sourced
from viz.physics.predict import Measure, predict
from viz.physics.types import Load, Rig

CONSTANTS: Final = (
    "eta", "eta_c", "thin", "kernel", "meet", "net_meet", "wire", "hop", "tau", "start", "host",
    "each", "narrow", "unpack", "core",
)  # fmt: skip
SURE: Final = 1.15  # a band up to this earns three digits; a wider one two


@dataclass(frozen=True, slots=True)
class Swing:
    """A constant, and by how much of itself the speed moves if it is one standard error off."""

    name: str
    number: Sourced
    moves: float


def dominant(rig: Rig, model: Model, load: Load, measure: Measure = "decode") -> Swing | None:
    """The constant whose standard error moves the speed most; None where none has an error."""
    found: Swing | None = None
    middle = predict(rig, model, load).rate(measure)
    for name in CONSTANTS:
        number: Sourced | None = getattr(rig.stack, name)
        if number is None or not number.give:
            continue
        put = replace(number, value=number.value + min(number.give, number.value * 0.9))
        stack = replace(rig.stack, **{name: put})  # type: ignore[arg-type]
        moved = predict(replace(rig, stack=stack), model, load).rate(measure)
        moves = abs(log(moved / middle))
        if found is None or moves > found.moves:
            found = Swing(name, number, moves)
    return found


def digits(band: float) -> int:
    """Significant digits that a number within this factor may be written with."""
    return 3 if band <= SURE else 2
