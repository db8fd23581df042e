"""Does the machine hold the model, and how many users? n C (1 - reserve) >= weights + KV cache.

Tensor parallelism cuts a KV cache by its heads, and no further: on more cards than heads it is
kept several times, and the latent of MLA on every card. A share of a card's memory is for what is
computed on the way (0.9 is what serving software fills); a wafer has its own room for that.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from viz.catalog.types import Model
from viz.errors import Fault, Place, VizError
from viz.physics import equations as eq
from viz.physics.shape import shape_of
from viz.physics.step import group
from viz.physics.types import Fit, Load, Rig
from viz.units import write

RESERVE: Final = 0.1  # of a card, for what is computed on the way and for the software
MANY: Final = 10**9  # users or tokens: as good as any number
MOST_CHIPS: Final = 100_000


def reserve(rig: Rig) -> float:
    """The share of memory that is kept free."""
    return 0.0 if rig.chip.kind == "wafer" else RESERVE


def kv_copies(rig: Rig, model: Model) -> float:
    """How often the KV cache of one user is kept, over all cards of its group."""
    if rig.chip.kind == "wafer":
        return 1.0
    wide = group(rig)[0]
    heads = shape_of(model).kv_heads
    return eq.larger(1.0, wide / heads)


def needed_bytes(rig: Rig, model: Model, load: Load) -> float:
    """Bytes that all cards together keep: each data-parallel copy has its weights, unless its
    experts are dealt out over all."""
    weights = eq.weight_bytes(model, load)
    shape = shape_of(model)
    if rig.data > 1:
        dealt = shape.experts * shape.expert / shape.held if rig.expert else 0.0
        weights *= rig.data * (1 - dealt) + dealt
    return weights + kv_copies(rig, model) * eq.kv_bytes(model, load)


def fit(rig: Rig, model: Model, load: Load | None = None) -> Fit:
    """Whether weights and KV cache fit, how many chips they need, how many users fit."""
    load = load or Load()
    room = 1 - reserve(rig)
    held = rig.count * rig.chip.capacity.value * room
    needed = needed_bytes(rig, model, load)
    weights = needed_bytes(rig, model, replace(load, batch=0))
    copies = kv_copies(rig, model)
    one = copies * eq.kv_bytes(model, replace(load, batch=1))
    left = held - weights
    most = 0 if left < 0 else min(MANY, int(left // one)) if one else MANY
    token = copies * eq.kv_bytes(model, replace(load, context=1))
    context = 0 if left < 0 else min(MANY, int(left // token)) if token else MANY
    window = shape_of(model).windowed
    if window and left >= 0 and needed <= held:
        context = max(context, int(load.context))
    return Fit(needed <= held, needed, held, _chips(rig, model, load), most, copies, context)


def _chips(rig: Rig, model: Model, load: Load) -> int:
    """The least number of such chips that hold it, all in one group.

    Beyond as many cards as the cache has heads, each card more keeps its share of the cache again.
    """
    one = rig.chip.capacity.value * (1 - reserve(rig))
    weights, cache = eq.weight_bytes(model, load), eq.kv_bytes(model, load)
    count = max(1, math.ceil((weights + cache) / one))
    heads = shape_of(model).kv_heads
    if rig.chip.joins != "tensor" or rig.chip.kind == "wafer" or count <= heads:
        return count
    left = one - cache / heads  # of a card, beside its share of the cache
    return max(count, math.ceil(weights / left)) if left > 0 else MANY


def demand_fit(rig: Rig, model: Model, load: Load | None = None, place: Place | None = None) -> Fit:
    """The same; a VizError that says how many chips would hold it, where they do not."""
    load = load or Load()
    found = fit(rig, model, load)
    if found.fits:
        return found
    width = load.precision.title if load.precision else f"{load.bits:g} bit"
    what = (
        f"{model.title} at {width} needs {write(found.needed_bytes, 'bytes')} with"
        f" {load.batch:,.0f} x {load.context:,.0f} tokens of KV cache; {rig.count} x"
        f" {rig.chip.name} holds {write(found.held_bytes, 'bytes')}"
    )
    if reserve(rig):
        what += f" beside the {reserve(rig):.0%} that software keeps free"
    if found.copies > 1:
        what += f"; each user's cache is kept {found.copies:g} times"
    if found.most_batch:
        what += f"; it stops fitting above batch {found.most_batch:,}"
    instead = f"{found.chips_needed} x {rig.chip.name}"
    if found.chips_needed > MOST_CHIPS:
        instead = f"a batch of {found.most_batch:,}" if found.most_batch else "a smaller model"
    raise VizError(Fault(what, place, write=instead))
