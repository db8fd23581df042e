"""What passes out of the physics: a step in parts, each with the reason for its length."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from viz.catalog.types import Chip, Model, Precision, Stack

Basis = Literal["published", "limit"]
PartName = Literal["reading", "computing", "links", "overhead", "unexplained"]


@dataclass(frozen=True, slots=True)
class Rig:
    """`count` chips of one kind that hold one model, run by a stack.

    `boxes` they stand in (0: as many as the chip's domain asks for). `tensor` chips split each
    layer, `pipeline` groups hold layers in turn, `data` copies serve users of their own; 0 leaves
    it to how the chip joins. `expert`: experts are dealt out whole, over all chips.
    """

    chip: Chip
    count: int
    stack: Stack
    boxes: int = 0
    tensor: int = 0
    pipeline: int = 0
    data: int = 1
    expert: bool = False


@dataclass(frozen=True, slots=True)
class Load:
    """What is asked of a rig: streams batched, context tokens, bits of a weight and of KV.

    `bits` are those of every weight, stored and multiplied in 16 bit; a `precision` says it by
    the kind of tensor, and in which width it multiplies. `accepted` tokens of each step are kept,
    of `draft` proposed (0: the stack's own habit). `alike`, from 0 to 1, is how far streams choose
    experts as one does. With `prompt` and `output` tokens of each user, prefill shares the card.
    Each number may be an array of numpy: the physics is then computed for all of it at once.
    """

    batch: float = 1
    context: float = 1024
    bits: float = 16
    kv_bits: float = 16
    accepted: float = 0
    draft: float = 0
    alike: float = 0
    prompt: float = 0
    output: float = 0
    precision: Precision | None = None


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
    speed: float  # tokens per second for one user, as viz.physics.predict has it
    kept: float = 1.0  # of a step's tokens, drafting paid
    measured: str = ""  # id of the published row that the length is from; "" for the model

    @property
    def speed_total(self) -> float:
        """Tokens per second of all users of the batch."""
        return self.speed * self.batch


@dataclass(frozen=True, slots=True)
class Fit:
    """Whether the model and the KV cache of all users are held, and how many chips would.

    `most_batch` is how many users fit at this context; 0 where the weights alone do not.
    `held_bytes` are what may be filled, `copies` how often the KV cache of a user is kept.
    """

    fits: bool
    needed_bytes: float
    held_bytes: float
    chips_needed: int
    most_batch: int = 0
    copies: float = 1.0
    most_context: int = 0  # tokens of context at which this batch still fits


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
