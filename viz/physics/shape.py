"""A model as the numbers that the equations need: what is read, multiplied and kept, by kind.

Every number may be an array of numpy, for many models at once. Counts are exact for the shapes
that the catalog knows; K, the kernels of a layer, is counted from the architecture and not fitted:

10  norm, queries+keys+values, positions, attention, its reduction, output; norm, gate+up,
    activation, down
+6  a mixture: router, choice, sorting, gathering, scattering, weighting; +3 a shared expert
+7  MLA: its products of latents, two norms, two absorbed products
+2  norms of queries and keys; +2 a second norm after each half of a layer
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from viz.catalog.types import Experts, Model, Precision

KERNELS: Final = 10
MIXTURE: Final = 6
SHARED: Final = 3
LATENT: Final = 7
QUERY_NORM: Final = 2
SANDWICH: Final = 2
USED: Final = 8  # experts a token, where no source tells: as most of 2025 and 2026
ROUTED: Final = 0.7  # their share of what is active


@dataclass(frozen=True, slots=True)
class Shape:
    """`attention`, `dense`, `table` and `small` are parameters that every step reads: attention,
    feed-forward with shared experts, output layer, and what is never narrowed. `experts` of
    `expert` parameters each (over all layers), `used` a token. `lookup` is an input embedding
    that is held and not read. `cached` are values kept a token; `pairs` and `pairs_first` FLOP
    for each cached token of a step, and for each square of a prompt's tokens."""

    layers: float
    hidden: float
    attention: float
    dense: float
    table: float
    small: float
    lookup: float
    experts: float
    used: float
    expert: float
    expert_small: float  # share of an expert that is biases
    active: float  # as the vendor counts
    cached: float
    kv_heads: float  # into how many shares a cache can be cut
    pairs: float
    pairs_first: float
    windowed: float  # share of layers that look back over a window only
    window: float
    kernels: float
    routing: float  # of them, those that choose experts and bring tokens to them

    @property
    def fixed(self) -> float:
        """Parameters that every step reads, whoever is served."""
        return self.attention + self.dense + self.table + self.small

    @property
    def held(self) -> float:
        """All parameters."""
        return self.fixed + self.lookup + self.experts * self.expert


@lru_cache(maxsize=512)
def shape_of(model: Model) -> Shape:
    """The numbers of a model of the catalog, of a file, or of a published row."""
    layers, hidden = model.layers.value, model.hidden.value
    table = model.vocabulary.value * hidden
    experts = model.experts or _guessed(model)
    routed = experts.count * experts.parameters if experts else 0.0
    lookup = 0.0 if model.tied else table
    rest = max(0.0, model.parameters.value - routed - lookup - table)
    attention = min(attention_parameters(model), rest)
    small = min(_small(model), rest - attention)
    heads, wide = _heads(model)
    moe = 1 - experts.dense_layers / layers if experts else 0.0
    latent = model.kv_latent is not None
    kernels = KERNELS + MIXTURE * moe + LATENT * latent
    kernels += SHARED * moe * bool(experts and experts.shared)
    kernels += QUERY_NORM * model.query_norm + SANDWICH * model.sandwich
    biases = 3 * layers * moe * hidden if experts and model.biases else 0.0
    if model.kv_latent is not None:
        cached = layers * model.kv_latent.value
        value = model.value_latent.value if model.value_latent else model.kv_latent.value
        pairs = 2 * layers * heads * (model.kv_latent.value + value)
        key = model.key_size.value if model.key_size else wide
        size = model.value_size.value if model.value_size else wide
        first = layers * heads * (key + size)
    else:
        kept = model.kv_heads.value * wide if model.kv_heads and model.head_size else 0.0
        cached = 2 * layers * kept
        pairs = 4 * layers * heads * wide
        first = pairs / 2  # a token looks back over half of the prompt in the mean
    return Shape(
        layers=layers,
        hidden=hidden,
        attention=attention,
        dense=rest - attention - small,
        table=table,
        small=small,
        lookup=lookup,
        experts=experts.count if experts else 1,
        used=experts.used if experts else 1,
        expert=experts.parameters if experts else 0.0,
        expert_small=biases / experts.parameters if experts else 0.0,
        active=model.active.value,
        cached=cached,
        kv_heads=1.0 if latent or model.kv_heads is None else model.kv_heads.value,
        pairs=pairs,
        pairs_first=first,
        windowed=model.windowed.value / layers if model.windowed and model.window else 0.0,
        window=model.window.value if model.window else 0.0,
        kernels=kernels,
        routing=MIXTURE * moe,
    )


def _guessed(model: Model) -> Experts | None:
    """A mixture whose experts no source tells: 8 a token, which are ROUTED of what is active."""
    total, active = model.parameters.value, model.active.value
    if not active < 0.9 * total:
        return None
    one = ROUTED * active / USED
    return Experts(USED + (total - active) / one, USED, one)  # type: ignore[arg-type]


def attention_parameters(model: Model) -> float:
    """Parameters of all attention matrices, from the shape."""
    layers, hidden = model.layers.value, model.hidden.value
    heads, wide = _heads(model)
    if model.kv_latent is None:
        kv = model.kv_heads.value if model.kv_heads else heads
        return layers * hidden * wide * (2 * heads + 2 * kv)
    latent = model.kv_latent.value
    value_latent = model.value_latent.value if model.value_latent else latent
    key = model.key_size.value if model.key_size else wide
    size = model.value_size.value if model.value_size else wide
    plain = key - (latent - value_latent)  # the share of a key that comes from the latent
    if model.query_latent is None:
        queries = hidden * heads * key
    else:
        queries = model.query_latent.value * (hidden + heads * key)
    return layers * (
        queries + hidden * latent + value_latent * heads * (plain + size) + heads * size * hidden
    )


def _heads(model: Model) -> tuple[float, float]:
    """Heads of queries, and the size of one."""
    wide = model.head_size.value if model.head_size else 128.0
    if model.heads is not None:
        return model.heads.value, wide
    return max(1.0, model.hidden.value / wide), wide


def _small(model: Model) -> float:
    """Norms and routers, and biases of attention where there are any."""
    layers, hidden = model.layers.value, model.hidden.value
    experts = model.experts
    moe = layers - experts.dense_layers if experts else 0.0
    routers = moe * hidden * experts.count if experts else 0.0
    return (2 * layers + 1) * hidden + routers


def touched(shape: Shape, tokens: float, alike: float = 0.0) -> float:
    """Experts that `tokens` which choose at random touch: E (1 - (1 - k/E)^n).

    `alike` from 0 to 1: how far they choose as one does; n = 1 + (tokens - 1)(1 - alike).
    """
    strangers = 1 + (tokens - 1) * (1 - alike)
    missed: float = (1 - shape.used / shape.experts) ** strangers
    return shape.experts * (1 - missed)


def fixed_bytes(shape: Shape, bits: float, precision: Precision | None) -> float:
    """Bytes of the weights that every step reads."""
    if precision is None:
        return shape.fixed * bits / 8
    return (
        shape.attention * precision.attention
        + shape.dense * precision.dense
        + shape.table * precision.table
        + shape.small * precision.small
    ) / 8


def expert_bytes(shape: Shape, bits: float, precision: Precision | None) -> float:
    """Bytes of one expert over all layers."""
    if precision is None:
        return shape.expert * bits / 8
    few = shape.expert_small
    return shape.expert * ((1 - few) * precision.experts + few * precision.small) / 8


def held_bytes(shape: Shape, bits: float, precision: Precision | None) -> float:
    """Bytes of all weights."""
    wide = bits if precision is None else precision.table
    return (
        fixed_bytes(shape, bits, precision)
        + shape.experts * expert_bytes(shape, bits, precision)
        + shape.lookup * wide / 8
    )
