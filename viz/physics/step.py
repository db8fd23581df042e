"""The time of one step in numbers alone: floats, or arrays of numpy for a million steps at once.

A kernel costs a fixed time plus the larger of its bytes and its FLOP; a layer is K kernels; cards
meet twice a layer. In that order, for b streams of context c on n cards:

1. products: (of what every step reads, and of the experts that b tokens touch)
   max(bytes / (n eta B), 2 parameters b / (n thin F)), b (g + 1) tokens if g are proposed
2. attention: max(b c kv / (min(n, kv heads) eta B), FLOP / (n thin F16)); added, never hidden
3. kernels: L K t_k (1.83 GHz / clock), K counted from the architecture (viz.physics.shape)
4. links: 2 L (meet + 2 (n - 1) / n 2 h b / (wire link)), and the same of the next tier
5. the host: host + each b

A stack has a constant for each term that its published rows could decide, and each term is a
piece of hardware or software to point at:
eta, thin  shares of memory bandwidth and of dense FLOP/s that a decode step reaches
core       a core keeps so many bytes in flight (Little's law): a card of few cores and much
           bandwidth reads no quicker than its cores take in (llama.cpp on A100 and H100)
narrow     weights below 16 bit that must be unpacked are read at this share of eta; unpack:
           operations to unpack one, on chips whose vector units do it (Apple). A format never
           costs more than 16 bit would: nobody would use it
kernel     launch, ramp and drain of one kernel; meet: until cards have met; wire: of the link
host, each what software does between two steps, and for each stream of them

A wafer has one cost a layer instead, tau, and hops between wafers (equations in `_wafer`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log
from typing import Final

from viz.catalog.types import Model, Sourced
from viz.physics import equations as eq
from viz.physics.shape import Shape, expert_bytes, fixed_bytes, shape_of, touched
from viz.physics.types import Basis, Load, Rig

CLOCK: Final = 1.83e9  # Hz: the clock at which t_k is told
INFINITE: Final = 1e30  # where something does not limit
SMALL: Final = 2.0**20  # bytes of a message: beyond, a library changes its protocol
LARGE_SHARE: Final = 0.7  # of the link's rate that the bytes beyond reach; assumed


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
    layers: float  # the fixed time of all kernels, or of a wafer's layers
    host: float
    waiting: float  # behind other streams, in a pipeline

    @property
    def overhead(self) -> float:
        return self.layers + self.host + self.waiting

    @property
    def seconds(self) -> float:
        return self.reading + self.computing + self.links + self.overhead


@dataclass(frozen=True, slots=True)
class Machine:
    """A rig in numbers: one card, what its stack reaches, and how cards are grouped."""

    wafer: bool
    count: float
    bandwidth: float
    sixteen: float  # FLOP/s at 16 bit
    products: float  # FLOP/s at the width of the format
    unpacked: float  # 1 where weights below 16 bit must be unpacked first
    link: float
    net: float
    clock: float
    cores: float
    capacity: float
    tensor: float
    pipeline: float
    data: float
    expert: float
    together: float  # cards of one tensor group in one box
    boxes: float  # that a tensor group stands in
    moved: float  # bytes on a link, of those that a ring would move: 1/2 if the switch reduces
    eta: float
    eta_c: float
    thin: float
    kernel: float
    meet: float
    net_meet: float
    wire: float
    hop: float
    tau: float
    start: float
    host: float
    each: float
    narrow: float
    unpack: float
    core: float
    compiled: float  # 1 where a compiler puts the choice of experts into its neighbours


def constant(number: Sourced | None, otherwise: float) -> float:
    return otherwise if number is None else number.value


def group(rig: Rig) -> tuple[float, float]:
    """Cards that split a layer, and groups of them that hold layers in turn."""
    if rig.tensor or rig.pipeline:
        wide = rig.tensor or rig.count / (rig.data * (rig.pipeline or 1))
        return wide, rig.pipeline or rig.count / (rig.data * wide)
    if rig.chip.joins == "tensor":
        return rig.count / rig.data, 1
    return 1, rig.count / rig.data


def together(rig: Rig) -> float:
    """How many chips work on one layer at once. Chips that hand on help one stream no more
    than one chip (measured by others: 54.3, 53.3, 52.7, 52.1 tok/s on 1, 2, 4, 8 RTX 4090)."""
    return group(rig)[0]


def in_box(rig: Rig, wide: float) -> tuple[float, float]:
    """How many of `wide` cards stand in one box, and in how many boxes they stand."""
    domain = constant(rig.chip.domain, INFINITE)
    if rig.boxes:
        domain = eq.smaller(domain, rig.count / rig.boxes)
    boxes = -(-wide // domain)
    return wide / boxes, boxes


def machine_of(rig: Rig, load: Load, basis: Basis) -> Machine:
    """The numbers of a rig; at the limit, memory bandwidth and arithmetic alone."""
    chip, stack = rig.chip, rig.stack
    published = basis == "published"
    wide, deep = group(rig)
    inside, boxes = in_box(rig, wide)
    width = load.precision.arithmetic if load.precision else 16
    sixteen, products = eq.flops_at(chip, 16), eq.flops_at(chip, width)

    def fitted(number: Sourced | None, otherwise: float, limit: float) -> float:
        return constant(number, otherwise) if published else limit

    eta_c = fitted(stack.eta_c, 1.0, 1.0)
    return Machine(
        wafer=chip.kind == "wafer",
        count=rig.count,
        bandwidth=chip.bandwidth.value,
        sixteen=sixteen,
        products=products,
        unpacked=1.0 if products == sixteen or width >= 16 else 0.0,
        link=constant(chip.link, INFINITE),
        net=constant(chip.net, INFINITE),
        clock=constant(chip.clock, CLOCK),
        cores=constant(chip.cores, INFINITE),
        capacity=chip.capacity.value,
        tensor=wide,
        pipeline=deep,
        data=rig.data,
        expert=float(rig.expert),
        together=inside,
        boxes=boxes,
        moved=0.5 if chip.reduces else 1.0,
        eta=fitted(stack.eta, 1.0, 1.0),
        eta_c=eta_c,
        thin=fitted(stack.thin, eta_c, 1.0),
        kernel=fitted(stack.kernel, 0.0, 0.0),
        meet=fitted(stack.meet, 0.0, 0.0),
        net_meet=fitted(stack.net_meet, 0.0, 0.0),
        wire=fitted(stack.wire, 1.0, INFINITE),
        hop=fitted(stack.hop, 0.0, 0.0),
        tau=fitted(stack.tau, 0.0, 0.0),
        start=fitted(stack.start, 0.0, 0.0),
        host=fitted(stack.host, 0.0, 0.0),
        each=fitted(stack.each, 0.0, 0.0),
        narrow=fitted(stack.narrow, 1.0, 1.0),
        unpack=fitted(stack.unpack, 0.0, 0.0),
        core=fitted(stack.core, INFINITE, INFINITE),
        compiled=float(stack.compiled),
    )


def step_times(rig: Rig, model: Model, load: Load, basis: Basis = "published") -> Times:
    """The times of one decode step (one token through all wafers)."""
    return times_of(machine_of(rig, load, basis), shape_of(model), load)


def step_seconds(rig: Rig, model: Model, load: Load, basis: Basis = "published") -> float:
    """Their sum."""
    return step_times(rig, model, load, basis).seconds


def times_of(machine: Machine, shape: Shape, load: Load) -> Times:
    """The same from numbers."""
    return (_wafer if machine.wafer else _cards)(machine, shape, load)


def rate_of(m: Machine) -> float:
    """Bytes per second that one card reads: no more than its cores take in."""
    return eq.smaller(m.eta * m.bandwidth, m.cores * m.core)


def _cards(m: Machine, shape: Shape, load: Load) -> Times:
    batch = load.batch / m.data
    tokens = batch * (1 + load.draft)
    rate = rate_of(m)
    fixed = fixed_bytes(shape, load.bits, load.precision)
    expert = expert_bytes(shape, load.bits, load.precision)
    sharing = m.tensor + (m.count - m.tensor) * m.expert  # cards among which experts are dealt
    everyone = tokens * (1 + (m.data - 1) * m.expert)
    chosen = touched(shape, everyone, load.alike)
    busiest = chosen / sharing
    if not hasattr(m.expert, "__len__") and m.expert and sharing > 1:
        # Balls into bins: the card with the most of the chosen experts is waited for.
        more = busiest + (2 * busiest * log(sharing)) ** 0.5
        busiest = eq.smaller(eq.smaller(chosen, -(-shape.experts // sharing)), more)
    read_fixed = _unpacked(m, shape.fixed, fixed, rate) / m.tensor
    read_experts = _unpacked(m, shape.expert, expert, rate) * busiest
    work_fixed = 2 * shape.fixed * tokens / (m.tensor * m.thin * m.products)
    worked = 2 * shape.expert * shape.used * everyone / (sharing * m.thin * m.products)
    back = eq.looked_back(shape.windowed, shape.window, load.context)
    cache = batch * back * shape.cached * load.kv_bits / 8
    read_cache = cache / (eq.smaller(m.tensor, shape.kv_heads) * rate)
    work_cache = tokens * back * shape.pairs / (m.tensor * m.thin * m.sixteen)
    reading = read_fixed + read_experts + read_cache
    computing = (
        eq.excess(work_fixed, read_fixed)
        + eq.excess(worked, read_experts)
        + eq.excess(work_cache, read_cache)
    )
    links, moved = _links(m, shape, tokens)
    return Times(
        read_bytes=fixed + chosen * expert + cache,
        reading=reading,
        cache=read_cache,
        work=work_fixed + worked + work_cache,
        computing=computing,
        links=links,
        link_bytes=moved,
        layers=kernels(m, shape) * m.kernel * CLOCK / m.clock + 0.0 * reading,
        host=m.host + m.each * batch,
        waiting=0.0,
    )


def kernels(m: Machine, shape: Shape) -> float:
    """Kernels of one step: L K. A compiler leaves those of a dense layer."""
    return shape.layers * (shape.kernels - m.compiled * shape.routing)


def _unpacked(m: Machine, parameters: float, size: float, rate: float) -> float:
    """Seconds in which one card would read weights of so many bytes.

    Narrow ones that must be unpacked are read at a share of the rate, and no quicker than they
    are unpacked; but never slower than 16 bit would be, for nobody would use them then.
    """
    wide = eq.larger(2.0 * parameters, size)
    narrow = m.unpacked * (size < wide)
    slowed = size / (rate * (1 + (m.narrow - 1) * narrow))
    unpacking = narrow * m.unpack * parameters / m.sixteen
    return eq.smaller(eq.larger(slowed, unpacking), wide / rate)


def _links(m: Machine, shape: Shape, tokens: float) -> tuple[float, float]:
    """Seconds and bytes of a card's links in one step: two all-reduces a layer, hops between."""
    hidden = eq.ACTIVATION_BYTES * shape.hidden * tokens
    share = 2 * (m.together - 1) / m.together * m.moved
    far = 2 * (m.boxes - 1) / m.boxes / m.together
    carried = _carried(m, hidden)
    near = m.meet * (m.together > 1) + share * carried / m.link
    beyond = (m.net_meet + far * carried / m.net) * (m.boxes > 1)
    hops = (m.pipeline - 1) * (m.hop + carried / m.link)
    return 2 * shape.layers * (near + beyond) + hops, 2 * shape.layers * (share + far) * hidden


def _carried(m: Machine, size: float) -> float:
    """Bytes that a message costs at the full rate of a link."""
    beyond = eq.excess(size, SMALL)
    return (size - beyond) / m.wire + beyond / eq.larger(m.wire, LARGE_SHARE)


@dataclass(frozen=True, slots=True)
class PromptTimes:
    """How long prompts are read, in parts: `busy` is arithmetic, or reading weights where that is
    longer; `fixed` are kernels and the host, `links` meetings of cards."""

    busy: float
    fixed: float
    links: float
    least: float  # a step of its own: no prompt is read sooner

    @property
    def seconds(self) -> float:
        return eq.larger(self.busy + self.fixed + self.links, self.least)


def first_seconds(m: Machine, shape: Shape, load: Load, prompt: float) -> float:
    """Seconds to read the prompts of all streams, of `prompt` tokens each; not below one step."""
    return prompt_times(m, shape, load, prompt).seconds


def prompt_times(m: Machine, shape: Shape, load: Load, prompt: float) -> PromptTimes:
    """The same in parts.

    max(all bytes, 2 P T / F) + attention 2 L heads d T^2 / F16 + kernels + links. A layer is cut
    among no more cards of a box than its cache can be; beyond them the prompt is cut.
    """
    batch = load.batch / m.data
    tokens = batch * prompt
    step = times_of(m, shape, replace(load, context=prompt))
    cards = m.tensor if not m.wafer else m.count
    back = eq.smaller(prompt, 2 * shape.window) - prompt  # of a windowed layer, less than all
    seen = prompt + shape.windowed * back * (shape.window < prompt / 2)
    work = 2 * shape.active * tokens / (cards * m.eta_c * m.products)
    pairs = batch * prompt * seen * shape.pairs_first / (cards * m.eta_c * m.sixteen)
    read = fixed_bytes(shape, load.bits, load.precision) + touched(
        shape, tokens, load.alike
    ) * expert_bytes(shape, load.bits, load.precision)
    if m.wafer:
        whole = eq.larger(read / (m.count * m.bandwidth), work) + pairs
        return PromptTimes(whole, step.layers, step.links, step.seconds)
    wide = eq.smaller(m.together, shape.kv_heads + (shape.kv_heads <= 1) * m.together)
    part = eq.ACTIVATION_BYTES * shape.hidden * tokens * wide / m.tensor
    ring = 2 * (wide - 1) / wide * _carried(m, part) * m.moved
    passed = tokens * shape.cached * load.kv_bits / 8 * (m.tensor > wide) / m.tensor
    links = 2 * shape.layers * (m.meet * (wide > 1) + ring / m.link)
    beyond = (_carried(m, passed) / m.net + shape.layers * m.net_meet) * (m.boxes > 1)
    whole = eq.larger(read / (m.tensor * rate_of(m)), work) + pairs
    return PromptTimes(whole, step.layers + m.host, links + beyond, step.seconds)


def _wafer(m: Machine, shape: Shape, load: Load) -> Times:
    """t_layer = tau + (share of a wafer that is read) C / B; a token takes L of them, and
    (N - 1) (hop + 2 h / B_io). A layer has layers/count-th of a wafer's cores, and reads with
    them. Streams queue behind the slowest stage."""
    read = fixed_bytes(shape, load.bits, load.precision) + touched(
        shape, 1 + load.draft, load.alike
    ) * expert_bytes(shape, load.bits, load.precision)
    back = eq.looked_back(shape.windowed, shape.window, load.context)
    cache = back * shape.cached * load.kv_bits / 8
    reading = shape.layers * (read + cache) / (m.count * m.bandwidth)
    active = shape.fixed + shape.used * shape.expert
    work = (1 + load.draft) * (2 * active + back * shape.pairs) * shape.layers
    work = work / (m.count * m.eta_c * m.products)
    carried = (m.count - 1) * eq.ACTIVATION_BYTES * shape.hidden * (1 + load.draft)
    links = (m.count - 1) * m.hop + carried / m.link
    fixed = m.start + shape.layers * m.tau + 0.0 * reading
    # As published, arithmetic is inside the fixed time of a layer, which was fitted with it.
    computing = eq.excess(work, reading + fixed)
    own = fixed - m.start + reading + computing
    stage = eq.larger(
        own / shape.layers, m.hop + eq.ACTIVATION_BYTES * shape.hidden * (1 + load.draft) / m.link
    )
    waiting = eq.excess(load.batch * stage, fixed + reading + computing + links)
    return Times(
        read_bytes=read + cache,
        reading=reading,
        cache=reading * (cache / (read + cache)),
        work=work,
        computing=computing,
        links=links,
        link_bytes=carried,
        layers=fixed,
        host=0.0,
        waiting=waiting,
    )
