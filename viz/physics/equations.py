"""The equations, in seconds, bytes, FLOP and counts. Numbers follow the physics of one step:

 1. bytes read = w P_read(b) + b c kv
 2. step = max(bytes / (n eta B), 2 P_active b / (n eta_c F)) + L (tau + sigma if n > 1)
 3. speed of a user = A / (step (1 + 0.08 g))
 5. layer on a wafer = tau + (how full the wafer is) (active share) C / B
 6. token through N wafers = L layer + (N - 1) (hop + 2 h / B_io)
 8. n C >= w P + KV of all users

Every function takes floats or arrays of numpy alike, and imports nothing that is not Python's.
"""

from __future__ import annotations

from typing import Final

from viz.catalog.types import Chip, Model
from viz.physics.types import Load

DRAFT_COST: Final = 0.08  # of a step, for each proposed token: a draft model a tenth as large
ACTIVATION_BYTES: Final = 2.0  # a hidden value that is handed on has 16 bit


def larger(one: float, other: float) -> float:
    """The larger of two floats, or of two arrays element by element."""
    return one * (one >= other) + other * (one < other)


def excess(one: float, other: float) -> float:
    """How much `one` is above `other`; 0 where it is not."""
    return (one - other) * (one > other) + 0.0  # never -0.0


def parameters_read(model: Model, batch: float) -> float:
    """Parameters that one decode step reads for `batch` streams (equation 1).

    The input embedding is looked up, not read whole, unless the output layer is the same table.
    Of E experts, `batch` streams that choose k each at random touch E (1 - (1 - k/E)^batch).
    """
    table = 0.0 if model.tied else model.vocabulary.value * model.hidden.value
    everything = model.parameters.value - table
    experts = model.experts
    if experts is None:
        return everything + 0.0 * batch
    shared = everything - experts.count * experts.parameters
    missed: float = (1 - experts.used / experts.count) ** batch
    return shared + experts.count * (1 - missed) * experts.parameters


def kv_values(model: Model) -> float:
    """Values that the KV cache keeps for one token: keys and values of all layers, or latents."""
    if model.kv_latent is not None:
        return model.layers.value * model.kv_latent.value
    if model.kv_heads is None or model.head_size is None:
        return 0.0
    return 2 * model.layers.value * model.kv_heads.value * model.head_size.value


def kv_bytes(model: Model, load: Load) -> float:
    """Bytes of the KV cache of all streams."""
    return load.batch * load.context * kv_values(model) * load.kv_bits / 8


def weight_bytes(model: Model, load: Load) -> float:
    """Bytes of all weights."""
    return model.parameters.value * load.bits / 8


def step_flop(model: Model, load: Load) -> float:
    """Operations of one decode step: a multiplication and an addition for each active weight."""
    return 2 * model.active.value * load.batch


def flops_at(chip: Chip, bits: float) -> float:
    """Dense FLOP/s for weights of `bits`: the listed rate of that width, or of the next wider."""
    listed = sorted(chip.flops, reverse=True)
    rate = listed[0][1].value + 0.0 * bits
    for width, number in listed[1:]:
        rate = rate + (number.value - rate) * (bits <= width)
    return rate
