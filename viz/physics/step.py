"""The time of one step in numbers alone: floats, or arrays of numpy for a million steps at once.

Equation 2 for chips that split each layer or hand on, equations 5 to 7 for wafers. A stack has a
constant for each term that its published rows could decide; each term is a piece of hardware or
software that can be pointed at:

eta     the share of memory bandwidth that long reads reach
narrow  weights below 16 bit are unpacked on the way, and reach this share of eta
core    one core keeps so many bytes in flight (Little's law): a card of few cores and much
        bandwidth reads no quicker than its cores take in (llama.cpp on A100 and H100)
head    one block of threads reads the cache of one head: at batch 1 most of a chip looks on;
        a cache longer than SPLIT is read by several blocks at once (no row decides where)
unpack  a chip without the instructions for it spends arithmetic on unpacking (Apple)
tau     launches and small kernels of a layer; sigma: latency of its two all-reduces
wire    the bytes of those all-reduces, at a share of the link's rate; beyond SMALL, which no
        row reaches, a library changes its protocol: assumed to take LARGE_SHARE of the link
host    what the host does between steps, and `each`: for each stream (sampling, bookkeeping)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from viz.catalog.types import Model, Sourced
from viz.physics import equations as eq
from viz.physics.types import Basis, Load, Rig

SMALL: Final = 2.0**20  # bytes of an all-reduce: the largest of the published rows
LARGE_SHARE: Final = 0.7  # of the link's rate, for the bytes beyond
SPLIT: Final = 2048.0  # tokens of a head's cache that one block of threads reads at most


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds and bytes of one step. `computing` is what arithmetic adds to reading."""

    read_bytes: float
    reading: float
    cache: float  # the part of reading that the KV cache takes
    work: float
    computing: float
    links: float
    link_bytes: float
    layers: float  # the fixed time of all layers
    host: float
    wire: float  # all-reduces, where chips share layers
    waiting: float  # behind other streams, in a pipeline

    @property
    def overhead(self) -> float:
        return self.layers + self.host + self.wire + self.waiting

    @property
    def seconds(self) -> float:
        return self.reading + self.computing + self.links + self.overhead


def step_times(rig: Rig, model: Model, load: Load, basis: Basis = "published") -> Times:
    """The times of one decode step (one token through all wafers)."""
    times = _wafer if rig.chip.kind == "wafer" else _chips
    return times(rig, model, load, published=basis == "published")


def step_seconds(rig: Rig, model: Model, load: Load, basis: Basis = "published") -> float:
    """Their sum."""
    return step_times(rig, model, load, basis).seconds


def constant(number: Sourced | None, otherwise: float) -> float:
    return otherwise if number is None else number.value


def together(rig: Rig) -> float:
    """How many chips work on one layer at once. Chips that hand on help one stream no more
    than one chip (measured by others: 54.3, 53.3, 52.7, 52.1 tok/s on 1, 2, 4, 8 RTX 4090)."""
    return rig.count if rig.chip.joins == "tensor" else 1


def _chips(rig: Rig, model: Model, load: Load, *, published: bool) -> Times:
    chip, stack, layers = rig.chip, rig.stack, model.layers.value
    sharing = together(rig)
    batch = load.batch
    weights = eq.parameters_read(model, batch**load.apart if published else batch) * load.bits / 8
    cache = eq.kv_bytes(model, load)
    links = (rig.count - 1) * (chip.joins == "pipeline") * constant(stack.hop, 0.0) * published
    if not published:
        reading = (weights + cache) / (sharing * chip.bandwidth.value)
        work = eq.step_flop(model, load) / (sharing * eq.flops_at(chip, load.bits))
        computing = eq.excess(work, reading)
        return Times(
            read_bytes=weights + cache,
            reading=reading,
            cache=cache / (sharing * chip.bandwidth.value),
            work=work,
            computing=computing,
            links=links,
            link_bytes=0.0,
            layers=0.0 * reading,
            host=0.0,
            wire=0.0,
            waiting=0.0,
        )
    reach = constant(stack.eta, 1.0) * chip.bandwidth.value
    unpacking = 1 + (constant(stack.narrow, 1.0) - 1) * (load.bits < 16)
    rate = sharing * _taken_in(rig, reach * unpacking)
    cached = cache / (sharing * _taken_in(rig, reach))
    if stack.head is not None and model.head_size is not None:
        tokens = load.context - eq.excess(load.context, SPLIT)
        one = layers * tokens * 2 * model.head_size.value * load.kv_bits / 8
        cached = eq.larger(cached, one / stack.head.value)
    reading = weights / rate + cached
    work = eq.step_flop(model, load) / (sharing * stack.eta_c.value * eq.flops_at(chip, load.bits))
    if stack.unpack is not None:
        flop = 2 * eq.parameters_read(model, batch**load.apart) * (load.bits < 16)
        unpacked = flop / (sharing * stack.unpack.value * chip.flops[0][1].value)
        work = eq.larger(work, unpacked)
    several = (sharing > 1) * 1.0
    wire = several * 0.0
    if stack.wire is not None and chip.link is not None:
        # two all-reduces a layer; each chip sends and takes 2 (n - 1) / n of the hidden values
        size = eq.ACTIVATION_BYTES * model.hidden.value * batch
        beyond = eq.excess(size, SMALL)
        slowed = (size - beyond) / stack.wire.value + beyond / LARGE_SHARE
        wire = 2 * layers * 2 * (sharing - 1) / sharing * slowed / chip.link.value
    return Times(
        read_bytes=weights + cache,
        reading=reading,
        cache=cached,
        work=work,
        computing=eq.excess(work, reading),
        links=links,
        link_bytes=0.0,
        layers=layers * (stack.tau.value + constant(stack.sigma, 0.0) * several) + 0.0 * reading,
        host=constant(stack.host, 0.0) + constant(stack.each, 0.0) * batch,
        wire=wire,
        waiting=0.0,
    )


def _taken_in(rig: Rig, rate: float) -> float:
    """Bytes per second of one chip: no more than its cores take in."""
    if rig.stack.core is None or rig.chip.cores is None:
        return rate
    most = rig.chip.cores.value * rig.stack.core.value
    return rate - eq.excess(rate, most)


def _wafer(rig: Rig, model: Model, load: Load, *, published: bool) -> Times:
    """Equations 5, 6 and 7. A layer has layers/count-th of a wafer's cores, and reads with them."""
    chip, stack, count, layers = rig.chip, rig.stack, rig.count, model.layers.value
    one = Load(1, load.context, load.bits, load.kv_bits)
    read = model.active.value * load.bits / 8 + eq.kv_bytes(model, one)
    reading = layers * read / (count * chip.bandwidth.value)
    eta_c = stack.eta_c.value if published else 1.0
    work = 2 * model.active.value * layers / count / (eta_c * eq.flops_at(chip, load.bits))
    carried = (count - 1) * eq.ACTIVATION_BYTES * model.hidden.value
    rate = chip.link.value if chip.link else chip.bandwidth.value
    hop = constant(stack.hop, 0.0) * published
    links = (count - 1) * hop + carried / rate
    fixed = layers * stack.tau.value * published + 0.0 * reading
    # As published, arithmetic is inside the fixed time of a layer, which was fitted with it.
    computing = eq.excess(work, reading) * (not published)
    own = fixed + reading + computing
    slowest = eq.larger(own / layers, hop + eq.ACTIVATION_BYTES * model.hidden.value / rate)
    waiting = eq.excess(load.batch * slowest, own + links)
    return Times(
        read_bytes=read,
        reading=reading,
        cache=reading * (eq.kv_bytes(model, one) / read),
        work=work,
        computing=computing,
        links=links,
        link_bytes=carried,
        layers=fixed,
        host=0.0,
        wire=0.0,
        waiting=waiting,
    )
