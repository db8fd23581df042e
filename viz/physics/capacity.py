"""Does the machine hold the model? Equation 8: n C >= w P + KV cache of all users."""

from __future__ import annotations

import math

from viz.catalog.types import Model
from viz.errors import Fault, Place, VizError
from viz.physics import equations as eq
from viz.physics.types import Fit, Load, Rig
from viz.units import write


def fit(rig: Rig, model: Model, load: Load | None = None) -> Fit:
    """Whether weights and KV cache fit, how many chips they need, how many users fit."""
    load = load or Load()
    held = rig.count * rig.chip.capacity.value
    weights = eq.weight_bytes(model, load)
    needed = weights + eq.kv_bytes(model, load)
    one = eq.kv_bytes(model, Load(1, load.context, load.bits, load.kv_bits))
    room = held - weights
    most = 0 if room < 0 else int(room // one) if one else 10**9
    chips = max(1, math.ceil(needed / rig.chip.capacity.value))
    return Fit(needed <= held, needed, held, chips, most)


def demand_fit(rig: Rig, model: Model, load: Load | None = None, place: Place | None = None) -> Fit:
    """The same; a VizError that says how many chips would hold it, where they do not."""
    load = load or Load()
    found = fit(rig, model, load)
    if found.fits:
        return found
    what = (
        f"{model.title} at {load.bits:g} bit needs {write(found.needed_bytes, 'bytes')} with"
        f" {load.batch:g} x {load.context:g} tokens of KV cache; {rig.count} x {rig.chip.name}"
        f" holds {write(found.held_bytes, 'bytes')}"
    )
    if found.most_batch:
        what += f"; it stops fitting above batch {found.most_batch}"
    raise VizError(Fault(what, place, write=f"{found.chips_needed} x {rig.chip.name}"))
