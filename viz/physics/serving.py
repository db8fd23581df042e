"""Around the step: bursts, streamed weights, the task of an agent, joules and dollars.

Floats or arrays of numpy alike; seconds, tokens, tokens per second. The step, the first token
and every rate of a machine are viz.physics.predict's.
"""

from __future__ import annotations

from viz.catalog.types import Model
from viz.physics import equations as eq


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


def joules_a_token(power: float, count: float, total: float) -> float:
    """Joules for each token of all users: board power of `count` chips over tokens a second.

    An upper bound: a chip that reads memory does not take all the power that its board may.
    """
    return power * count / total


def dollars_a_million(dollars_an_hour: float, total: float) -> float:
    """Dollars for a million tokens of all users, from what the whole machine costs an hour."""
    return dollars_an_hour / 3600 / total * 1e6
