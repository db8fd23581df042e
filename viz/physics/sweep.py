"""One number varied, all else equal: the whole sweep is one call with an array of numpy."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from viz.catalog.types import Model
from viz.errors import Fault, VizError, nearest
from viz.physics.capacity import needed_bytes, reserve
from viz.physics.predict import stepped
from viz.physics.step import Times
from viz.physics.types import Basis, Load, Rig
from viz.units import UnitError, parse_any

# what varies: lowest, highest, whether it doubles from point to point
VARIES: Final = {
    "batch": (1.0, 1e6, True),
    "context": (1.0, 1e8, True),
    "streams": (1.0, 1e6, True),
    "wafers": (1.0, 1e5, False),
    "chips": (1.0, 1e5, True),
    "bits": (1.0, 32.0, True),
}
MOST_POINTS: Final = 1_000_000
EVEN: Final = 16  # points of a sweep in equal steps, at most, if none is said
_FORM: Final = re.compile(r"(\w+)=([0-9.eE+]+?[kK]?)\.\.([0-9.eE+]+[kK]?)(?::([0-9]+))?")
_HOW: Final = "batch=1..1024, or wafers=70..100:31 for 31 points"


@dataclass(frozen=True, slots=True)
class Sweep:
    """The values of one number, and what follows from each; all columns are arrays."""

    name: str
    values: Any
    step: Times
    speed: Any  # tok/s for one user
    total: Any  # tok/s of all users
    fits: Any


def parse_sweep(text: str) -> tuple[str, Any]:
    """From "batch=1..1024" to the name and its values. Raises VizError with the right form."""
    match = _FORM.fullmatch(text.replace(" ", ""))
    if match is None:
        raise VizError(Fault(f"'{text}' is no sweep", write=_HOW))
    name = match[1]
    if name not in VARIES:
        known = tuple(VARIES)
        raise VizError(
            Fault(
                f"'{name}' cannot be swept",
                None,
                nearest(name, known),
                "one of " + ", ".join(known),
            )
        )
    low, high, doubles = VARIES[name]
    try:
        start, end = parse_any(match[2]).value, parse_any(match[3]).value
    except UnitError:
        raise VizError(Fault(f"'{text}' is no sweep", write=_HOW)) from None
    if not low <= start <= end <= high:
        raise VizError(
            Fault(
                f"{name} from {start:g} to {end:g}", write=f"a range within {low:g} to {high:,.0f}"
            )
        )
    points = int(match[4]) if match[4] else 0
    if match[4] and not 2 <= points <= MOST_POINTS:
        raise VizError(Fault(f"{points} points", write=f"2 to {MOST_POINTS:,}"))
    return name, _values(start, end, points, doubles=doubles, whole=name != "bits")


def _values(start: float, end: float, points: int, *, doubles: bool, whole: bool) -> Any:
    if points:
        spaced = np.geomspace if doubles else np.linspace
        values = spaced(start, end, points)
    elif doubles:
        count = int(np.floor(np.log2(end / start) + 1e-9)) + 1
        values = np.append(start * 2.0 ** np.arange(count), end)
    else:
        values = np.linspace(start, end, int(min(EVEN, end - start + 1)))
    return np.unique(np.round(values)) if whole and len(values) < MOST_POINTS else values


def sweep(rig: Rig, model: Model, load: Load, basis: Basis, name: str, values: Any) -> Sweep:
    """Every point of the sweep at once; a million takes well under a second."""
    if name in {"batch", "streams"}:
        load = replace(load, batch=values)
    elif name == "context":
        load = replace(load, context=values)
    elif name == "bits":
        load = replace(load, bits=values)
    else:
        rig = replace(rig, count=values)
    times, each = stepped(rig, model, load, basis)
    speed = each + 0.0 * values
    held = rig.count * rig.chip.capacity.value * (1 - reserve(rig))
    needed = needed_bytes(rig, model, load)
    fits = needed <= held + 0.0 * values
    return Sweep(name, values, times, speed, speed * load.batch, fits)
