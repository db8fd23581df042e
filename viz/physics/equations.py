"""Small arithmetic that floats and arrays of numpy share, and sizes of a model under a load.

Nothing is imported that is not Python's. The equations themselves stand in viz.physics.step.
"""

from __future__ import annotations

from typing import Final

from viz.catalog.types import Chip, Model
from viz.physics.shape import expert_bytes, fixed_bytes, held_bytes, shape_of, touched
from viz.physics.types import Load

DRAFT_COST: Final = 0.08  # of a step, for each proposed token: a draft model a tenth as large
ACTIVATION_BYTES: Final = 2.0  # a hidden value that is handed on has 16 bit


def larger(one: float, other: float) -> float:
    """The larger of two floats, or of two arrays element by element."""
    for first, second in ((one, other), (other, one)):
        if hasattr(first, "clip"):  # an array, which the other number or array bounds
            bounded: float = first.clip(second, None)
            return bounded
    return max(one, other)


def smaller(one: float, other: float) -> float:
    """The smaller of two floats, or of two arrays element by element."""
    for first, second in ((one, other), (other, one)):
        if hasattr(first, "clip"):
            bounded: float = first.clip(None, second)
            return bounded
    return min(one, other)


def excess(one: float, other: float) -> float:
    """How much `one` is above `other`; 0 where it is not."""
    return larger(one - other, 0.0)


def parameters_read(model: Model, batch: float) -> float:
    """Parameters that one decode step reads for `batch` streams that choose experts at random."""
    shape = shape_of(model)
    return shape.fixed + touched(shape, batch) * shape.expert


def weights_read(model: Model, load: Load) -> float:
    """Bytes of weights that one decode step of a group reads; experts that nobody chose stay."""
    shape = shape_of(model)
    chosen = touched(shape, load.batch * (1 + load.draft), load.alike)
    one = expert_bytes(shape, load.bits, load.precision)
    return fixed_bytes(shape, load.bits, load.precision) + chosen * one


def kv_bytes(model: Model, load: Load) -> float:
    """Bytes of the KV cache of all streams, kept once; windowed layers keep their window."""
    shape = shape_of(model)
    return (
        load.batch
        * looked_back(shape.windowed, shape.window, load.context)
        * shape.cached
        * (load.kv_bits / 8)
    )


def looked_back(share: float, window: float, context: float) -> float:
    """Tokens that a layer looks back over, in the mean of all layers."""
    return context - share * excess(context, window)


def weight_bytes(model: Model, load: Load) -> float:
    """Bytes of all weights."""
    return held_bytes(shape_of(model), load.bits, load.precision)


def flops_at(chip: Chip, bits: float) -> float:
    """Dense FLOP/s for products of `bits`: the listed rate of that width, or of the next wider."""
    listed = sorted(chip.flops, reverse=True)
    rate = listed[0][1].value + 0.0 * bits
    for width, number in listed[1:]:
        rate = rate + (number.value - rate) * (bits <= width)
    return rate
