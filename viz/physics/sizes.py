"""A model of any size in the manner of a family: layers and width between those that exist.

Layers and width of the Llama 3.1 family go with the logarithm of its parameters; between its
members they are interpolated, beyond them continued, so that a size that nobody built can be
compared. What comes out is `derived`: a thought experiment, no model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import exp, log
from typing import Final

from viz.catalog.types import Experts, Model, Sourced

EXPERTS: Final = 256  # of a mixture, of which some serve a token
FAMILY: Final = ("llama-3.1-8b", "llama-3.1-70b", "llama-3.1-405b")


def family(models: Mapping[str, Model]) -> tuple[Model, ...]:
    """The models between which others are thought, in order of their size."""
    return tuple(models[name] for name in FAMILY)


def model_of_size(known: tuple[Model, ...], parameters: float, active: float = 1.0) -> Model:
    """A dense model of so many parameters, or one of which a share `active` serves each token."""
    base = min(known, key=lambda one: abs(log(one.parameters.value / parameters)))
    layers = _between([(m.parameters.value, m.layers.value) for m in known], parameters)
    hidden = _between([(m.parameters.value, m.hidden.value) for m in known], parameters)

    def derived(number: Sourced, value: float) -> Sourced:
        return replace(
            number, value=value, says="derived", source="between Llama 3.1 8B, 70B, 405B", others=()
        )

    experts = None
    if active < 1:
        used = max(1, int(EXPERTS * active * 0.8))
        one = parameters * (1 - active) / (EXPERTS - used)
        experts = Experts(EXPERTS, used, one)
    return replace(
        base,
        experts=experts,
        name="of-that-size",
        title="of that size",
        parameters=derived(base.parameters, parameters),
        active=derived(base.active, parameters * active),
        layers=derived(base.layers, float(round(layers))),
        hidden=derived(base.hidden, float(round(hidden / 128) * 128)),
        wafers=None,
        also=(),
    )


def _between(points: list[tuple[float, float]], x: float) -> float:
    """Straight in both logarithms between points in order, and on beyond the last two."""
    pairs = [(log(a), log(b)) for a, b in points]
    at = log(x)
    i = max(0, min(len(pairs) - 2, sum(a <= at for a, _ in pairs) - 1))
    (x0, y0), (x1, y1) = pairs[i], pairs[i + 1]
    return exp(y0 + (y1 - y0) * (at - x0) / (x1 - x0))
