"""Around the step: first token, many streams, streamed weights, the task of an agent.

Equations 4, 7, 9 and 10. Floats or arrays of numpy alike; seconds, tokens, tokens per second.
"""

from __future__ import annotations

from viz.catalog.types import Model
from viz.physics import equations as eq
from viz.physics.step import constant, together
from viz.physics.types import Basis, Load, Rig


def prefill_seconds(
    rig: Rig, model: Model, prompt: float, load: Load, basis: Basis = "published"
) -> float:
    """Time to read the prompts of all `load.batch` streams, of `prompt` tokens each (equation 4
    without the queue). Chips that hold layers in turn work on one prompt one after the other."""
    published = basis == "published"
    stack = rig.stack
    sharing = rig.count if rig.chip.kind == "wafer" else together(rig)
    eta_c = stack.eta_c.value if published else 1.0
    flop = 2 * model.active.value * prompt * load.batch
    work = flop / (sharing * eta_c * eq.flops_at(rig.chip, load.bits))
    if not published:
        return work
    shared = constant(stack.sigma, 0.0) * (sharing > 1) * (rig.chip.kind == "gpu")
    return work + model.layers.value * (stack.tau.value + shared) + constant(stack.host, 0.0)


def first_token_seconds(
    rig: Rig,
    model: Model,
    prompt: float,
    load: Load,
    basis: Basis = "published",
    *,
    queue: float = 0.0,
) -> float:
    """Time to the first token: waiting in a queue, then reading the prompt (equation 4)."""
    return queue + prefill_seconds(rig, model, prompt, load, basis)


def end_to_end_speed(first: float, step: float, tokens: float) -> float:
    """Tokens per second of a whole answer: `tokens` over its whole time, the first one included."""
    return tokens / (first + (tokens - 1) * step)


def pipeline_throughput(token: float, slowest: float, streams: float) -> float:
    """Tokens per second of `streams` in a pipeline (equation 7): a stream's next token enters
    only after its last has left; when every stage is busy, the slowest decides."""
    return 1 / eq.larger(token / streams, slowest)


def burst_efficiency(tokens: float, stages: float) -> float:
    """Share of the stages that work while a burst of tokens goes through them (equation 7)."""
    return tokens / (tokens + stages - 1)


def streamed_token_seconds(
    model: Model, bits: float, wafers: float, bytes_per_second: float
) -> float:
    """The least time of a token whose weights come from outside each time (equation 9)."""
    return model.active.value * bits / 8 / (wafers * bytes_per_second)


def task_seconds(rounds: float, first: float, tokens: float, speed: float, tool: float) -> float:
    """An agent's task (equation 10): each round waits, answers, and uses a tool."""
    return rounds * (first + tokens / speed + tool)


def speed_up(share: float, factor: float) -> float:
    """Amdahl (equation 10): the whole is quicker by this if `share` of it is by `factor`."""
    return 1 / ((1 - share) + share / factor)


def generation_share(whole: float, factor: float) -> float:
    """The share of a task that must have been quicker by `factor` to make the whole `whole`."""
    return (1 - 1 / whole) / (1 - 1 / factor)
