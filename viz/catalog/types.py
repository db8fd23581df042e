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
    give: float = 0.0  # one standard error of a fitted constant, in the same unit


@dataclass(frozen=True, slots=True)
class Chip:
    """One accelerator. `joins` says how several hold one model: split each layer, or hand on.

    `link` is what one chip sends to others in its `domain` (a box, or a rack), one direction;
    `net` what it sends beyond. `reduces` is whether the switch between them adds up by itself.

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
    clock: Sourced | None = None
    domain: Sourced | None = None
    net: Sourced | None = None
    link_name: str = ""  # "NVLink 4", "PCIe 5"
    reduces: bool = False
    like: str = ""  # not empty: imagined, made from that chip
    also: tuple[str, ...] = ()  # how published rows call it


@dataclass(frozen=True, slots=True)
class Experts:
    """The routed part of a mixture of experts: `used` of `count` a token.

    `parameters` is the size of one expert over all layers, `dense_layers` the layers without
    experts, `shared` the experts that serve every token, `width` an expert's inner width.
    """

    count: int
    used: int
    parameters: float
    dense_layers: int = 0
    shared: int = 0
    width: int = 0


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
    heads: Sourced | None = None  # of queries
    value_latent: Sourced | None = None  # MLA: of kv_latent, what values are made from
    query_latent: Sourced | None = None  # MLA: what queries are made from
    key_size: Sourced | None = None  # MLA: of a head's query and key
    value_size: Sourced | None = None  # MLA: of a head's value
    window: Sourced | None = None  # tokens that a windowed layer looks back over
    windowed: Sourced | None = None  # how many layers do
    query_norm: bool = False  # queries and keys are normalised
    sandwich: bool = False  # a second norm after each half of a layer
    biases: bool = False  # of every matrix, experts and router among them
    own_format: str = ""  # as the weights are published, where that is not 16 bit
    experts: Experts | None = None
    wafers: Sourced | None = None  # how many wafers a source says that it runs on
    also: tuple[str, ...] = ()  # how published rows call it


@dataclass(frozen=True, slots=True)
class Precision:
    """How weights are written: bits of a weight by the kind of tensor, scales counted in.

    `arithmetic` are the bits in which is multiplied where a chip can do that; weight-only formats
    are unpacked and multiplied in 16. `small` are norms, biases and routers.
    """

    name: str
    title: str
    attention: float
    experts: float
    dense: float
    table: float
    small: float
    arithmetic: int
    source: str


@dataclass(frozen=True, slots=True)
class Stack:
    """Software of a year on a kind of chip: the constants of the physics, and their error.

    A constant that is None leaves its term out; viz.physics.step has the terms. Times are those
    of a chip at 1.83 GHz where a kernel is launched, and on the wire as they are.
    """

    name: str
    title: str
    kind: Literal["gpu", "wafer"]
    eta: Sourced | None  # share of memory bandwidth that is reached
    eta_c: Sourced  # share of dense FLOP/s that large products reach
    tau: Sourced | None  # wafers: seconds per layer
    accepted: Sourced  # tokens accepted per verify step, 1 without speculation
    band: Sourced  # a factor: 8 of 10 published speeds lie within x band and / band
    validated: bool = True
    thin: Sourced | None = None  # share of dense FLOP/s that the products of a decode step reach
    kernel: Sourced | None = None  # seconds that a kernel takes however little it does
    meet: Sourced | None = None  # seconds until cards of one box have met, twice a layer
    net_meet: Sourced | None = None  # the same for boxes
    wire: Sourced | None = None  # share of the link's rate that an all-reduce reaches
    hop: Sourced | None = None  # seconds from wafer to wafer, or from card to card
    start: Sourced | None = None  # seconds a token outside the layers
    host: Sourced | None = None  # seconds a step that the host takes
    each: Sourced | None = None  # seconds a step for each stream: sampling, vector arithmetic
    narrow: Sourced | None = None  # share of eta left for weights that must be unpacked
    unpack: Sourced | None = None  # operations that unpack one weight below 16 bit
    core: Sourced | None = None  # bytes per second that one core takes in at most
    draft: Sourced | None = None  # a proposed token costs this share of a step
    compiled: bool = False  # a compiler fuses the choice of experts into its neighbours
    also: tuple[str, ...] = ()  # families of published rows that it is for


@dataclass(frozen=True, slots=True)
class Catalog:
    """All of assets/, by name. Each file is read when it is first asked for."""

    chips: Mapping[str, Chip]
    models: Mapping[str, Model]
    stacks: Mapping[str, Stack]
    precisions: Mapping[str, Precision]

    def with_chips(self, own: Mapping[str, Chip]) -> Catalog:
        """The same catalog, and the chips of a scene before it."""
        return replace(self, chips=ChainMap(dict(own), self.chips))  # type: ignore[arg-type]
