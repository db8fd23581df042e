"""The one predictor: what a rig does for a model under a load, in all four measures.

Every other rate of this program is made from it. The same functions take numbers of the catalog,
rows of a table as arrays, and a sweep.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from viz.catalog.types import Model
from viz.physics import equations as eq
from viz.physics.shape import Shape, shape_of
from viz.physics.step import (
    Machine,
    PromptTimes,
    Times,
    constant,
    first_seconds,
    machine_of,
    prompt_times,
    times_of,
)
from viz.physics.types import Basis, Load, Rig

Measure = Literal["decode", "end-to-end", "serving", "first"]
MEASURES: Final[tuple[Measure, ...]] = ("decode", "end-to-end", "serving", "first")


@dataclass(frozen=True, slots=True)
class Prediction:
    """Seconds and tokens per second of one user; `times` are the parts of the step.

    `decode` is one over a step of its own. `between` is the mean time between tokens where the
    prompts of other users are read in between (nobody's prompt where none is given). `end_to_end`
    counts the whole answer's tokens over its whole time, the first token included.
    """

    times: Times
    step: float
    first: float
    between: float
    decode: float
    serving: float
    end_to_end: float

    def rate(self, measure: Measure) -> float:
        """Tokens per second of one user, measured so; "first" is one over the time to it."""
        if measure == "first":
            return 1 / self.first
        if measure == "end-to-end":
            return self.end_to_end
        return self.serving if measure == "serving" else self.decode


def predict(rig: Rig, model: Model, load: Load, basis: Basis = "published") -> Prediction:
    """All measures of a rig, a model and a load. Does not ask whether the model fits.

    `load.context` is that of the decode step; a prompt without an output is followed by one token.
    """
    kept = tokens_kept(rig, load, basis)
    return predicted(machine_of(rig, load, basis), shape_of(model), load, kept)


def stepped(rig: Rig, model: Model, load: Load, basis: Basis = "published") -> tuple[Times, float]:
    """The step in parts and the decode rate of one user, without prompts: for sweeps."""
    times = times_of(machine_of(rig, load, basis), shape_of(model), load)
    return times, _decode(times, tokens_kept(rig, load, basis))


def prefill(rig: Rig, model: Model, load: Load, basis: Basis = "published") -> PromptTimes:
    """How long a rig reads the prompts of all streams, each as long as `load.context`, in parts."""
    return prompt_times(machine_of(rig, load, basis), shape_of(model), load, load.context)


def _decode(times: Times, kept: float) -> float:
    return kept / times.seconds


def predicted(m: Machine, shape: Shape, load: Load, kept: float) -> Prediction:
    """The same from numbers; `kept` tokens a step are left, drafting paid."""
    times = times_of(m, shape, load)
    step = times.seconds
    prompt = eq.larger(load.prompt, 1.0)
    output = eq.larger(load.output, 1.0)
    first = first_seconds(m, shape, load, prompt)
    alone = first_seconds(m, shape, replace(load, batch=m.data), prompt)
    asked = (load.prompt > 0) & (load.output > 0)
    between = step / kept + asked * (load.batch / m.data - 1) * alone / output
    whole = first + (output - 1) * step / kept
    return Prediction(
        times, step, first, between, _decode(times, kept), 1 / between, output / whole
    )


def tokens_kept(rig: Rig, load: Load, basis: Basis = "published") -> float:
    """Tokens that one step leaves to a stream, less what proposing a draft costs."""
    accepted = rig.stack.accepted.value if basis == "published" else 1.0
    accepted = eq.larger(load.accepted, accepted * (load.accepted <= 0))
    return accepted / (1 + constant(rig.stack.draft, eq.DRAFT_COST) * load.draft)


__all__ = [
    "MEASURES",
    "Measure",
    "Prediction",
    "predict",
    "predicted",
    "prefill",
    "stepped",
    "tokens_kept",
]
