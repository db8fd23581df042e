"""What is known: chips, models and stacks, each number with who says it, where and when.

Plain data, SI units: bytes, seconds, FLOP, watts, square metres.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

# Whose number it is, not whose page it was read on: that is its source. A data sheet is its
# vendor's wherever it is quoted; measured: a test with its method; third-party: somebody without
# a stake says so; press: an article says so and names nobody; assumed: a guess, ours or another's.
# tests/test_provenance.py holds one number to one of these, in all files.
Says = Literal["vendor", "measured", "third-party", "press", "fitted", "derived", "assumed"]
SAYS: Final[tuple[str, ...]] = get_args(Says)
Text = dict[str, str]  # language -> words; "en" is always there


@dataclass(frozen=True, slots=True)
class Other:
    """Another value that some source prints for the same number."""

    value: float
    says: Says
    source: str
    date: str


@dataclass(frozen=True, slots=True)
class Sourced:
    """A number in SI units with its provenance. `unit` is a unit of viz.units ("B/s").

    `date` is when it was said or measured; `span` the lowest and highest value of a guess.
    """

    value: float
    unit: str
    says: Says
    source: str
    date: str
    note: str = ""
    verified: bool = True
    others: tuple[Other, ...] = ()
    span: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Chip:
    """One accelerator. `joins` says how several hold one model: split each layer, or hand on.

    `flops` maps bits of a weight to dense FLOP/s. `parts` is how many HBM stacks or the like
    are drawn; `cores` is the count that a viewer may check (SMs, or wafer cores).
    """

    name: str
    title: str
    kind: Literal["gpu", "wafer"]
    joins: Literal["tensor", "pipeline"]
    memory_kind: str
    capacity: Sourced
    bandwidth: Sourced
    flops: tuple[tuple[int, Sourced], ...]
    link: Sourced | None
    stack: str
    memory_parts: Sourced | None = None
    cores: Sourced | None = None
    core_name: str = "cores"
    area: Sourced | None = None
    transistors: Sourced | None = None
    sram: Sourced | None = None
    power: Sourced | None = None
    like: str = ""  # not empty: imagined, made from that chip
    also: tuple[str, ...] = ()  # how published rows call it


@dataclass(frozen=True, slots=True)
class Experts:
    """The routed part of a mixture of experts: `used` of `count` a token.

    `parameters` is the size of one expert over all layers.
    """

    count: int
    used: int
    parameters: float


@dataclass(frozen=True, slots=True)
class Model:
    """One language model. `parameters` counts all; `active` those that one token uses."""

    name: str
    title: str
    parameters: Sourced
    active: Sourced
    layers: Sourced
    hidden: Sourced
    vocabulary: Sourced
    tied: bool
    kv_heads: Sourced | None = None
    head_size: Sourced | None = None
    kv_latent: Sourced | None = None  # MLA: values stored per token and layer
    experts: Experts | None = None
    wafers: Sourced | None = None  # how many wafers a source says that it runs on
    also: tuple[str, ...] = ()  # how published rows call it


@dataclass(frozen=True, slots=True)
class Stack:
    """Software on a kind of chip: the fitted constants of the physics, and their error.

    A constant that is None leaves its term out; viz.physics.step has the terms.
    """

    name: str
    title: str
    kind: Literal["gpu", "wafer"]
    eta: Sourced | None  # share of memory bandwidth that is reached
    eta_c: Sourced  # share of dense FLOP/s that is reached
    tau: Sourced  # seconds per layer
    sigma: Sourced | None  # seconds per layer more, when chips share each layer
    hop: Sourced | None  # seconds from wafer to wafer, or from card to card
    accepted: Sourced  # tokens accepted per verify step, 1 without speculation
    band: Sourced  # a factor: the published speed lies within x band and / band
    validated: bool = True
    wire: Sourced | None = None  # share of the link's rate that an all-reduce reaches
    narrow: Sourced | None = None  # share of eta that is left for weights below 16 bit
    unpack: Sourced | None = None  # share of FLOP/s at which weights below 16 bit are unpacked
    core: Sourced | None = None  # bytes per second that one core takes in at most
    head: Sourced | None = None  # bytes per second at which one head's KV cache is read
    host: Sourced | None = None  # seconds a step that the host takes
    each: Sourced | None = None  # seconds a step that the host takes for each stream
    apart: Sourced | None = None  # b streams of the published rows choose experts like b ** apart
    also: tuple[str, ...] = ()  # families of published rows that it is for


@dataclass(frozen=True, slots=True)
class Catalog:
    """All of assets/, by name. Each file is read when it is first asked for."""

    chips: Mapping[str, Chip]
    models: Mapping[str, Model]
    stacks: Mapping[str, Stack]

    def with_chips(self, own: Mapping[str, Chip]) -> Catalog:
        """The same catalog, and the chips of a scene before it."""
        return replace(self, chips=ChainMap(dict(own), self.chips))  # type: ignore[arg-type]
