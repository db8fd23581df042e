"""What passes out of the physics: a step in parts, each with the reason for its length."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from viz.catalog.types import Chip, Model, Stack

Basis = Literal["published", "limit"]
PartName = Literal["reading", "computing", "links", "overhead"]


@dataclass(frozen=True, slots=True)
class Rig:
    """`count` chips of one kind that hold one model, run by a stack."""

    chip: Chip
    count: int
    stack: Stack


@dataclass(frozen=True, slots=True)
class Load:
    """What is asked of a rig: streams batched, context tokens, bits of a weight and of KV.

    `accepted` tokens of each step are kept, of `draft` proposed (0: the stack's own habit).
    Each number may be an array of numpy: the physics is then computed for all of it at once.
    """

    batch: float = 1
    context: float = 1024
    bits: float = 16
    kv_bits: float = 16
    accepted: float = 0
    draft: float = 0
    apart: float = 1  # b streams choose experts as differently as b ** apart strangers


@dataclass(frozen=True, slots=True)
class Part:
    """A part of one step.

    `seconds` is what it adds to the step: the parts of a step add up to it. `work` is how long
    it is busy, part of which may be hidden behind a longer part (arithmetic behind reading).
    """

    name: PartName
    seconds: float
    limited_by: str
    bytes: float = 0.0
    work: float = 0.0


@dataclass(frozen=True, slots=True)
class StepTime:
    """One decode step (GPU group) or one token through all wafers, in parts."""

    parts: tuple[Part, ...]
    basis: Basis
    seconds: float
    layers: int
    batch: float
    accepted: float
    band: float  # a factor; 1.0 at the limit basis, where nothing is claimed
    drafting: float = 0.0  # share of a step that proposing the draft costs on top

    @property
    def speed(self) -> float:
        """Tokens per second for one user (equation 3)."""
        return self.accepted / (self.seconds * (1 + self.drafting))

    @property
    def speed_total(self) -> float:
        """Tokens per second of all users of the batch."""
        return self.speed * self.batch


@dataclass(frozen=True, slots=True)
class Fit:
    """Whether the model and the KV cache of all users are held, and how many chips would.

    `most_batch` is how many users fit at this context; 0 where the weights alone do not.
    """

    fits: bool
    needed_bytes: float
    held_bytes: float
    chips_needed: int
    most_batch: int = 0


@dataclass(frozen=True, slots=True)
class Input:
    """A number that went into a formula: its symbol, its printed value, and who says so."""

    symbol: str
    text: str
    says: str
    source: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Where a number comes from: formula in words, the same with numbers put in, inputs."""

    name: str
    value: float
    text: str
    formula: str
    with_numbers: str
    inputs: tuple[Input, ...]
    basis: Basis
    band: float
    validated: bool = True  # False: no published row decides the stack, and the number says so


__all__ = [
    "Basis",
    "Explanation",
    "Fit",
    "Input",
    "Load",
    "Model",
    "Part",
    "PartName",
    "Rig",
    "StepTime",
]
