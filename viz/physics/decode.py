"""One decode step, in parts: what a machine does for the next token, and what limits each part."""

from __future__ import annotations

from viz.catalog.types import Model
from viz.physics import equations as eq
from viz.physics.step import Times, constant, step_times, together
from viz.physics.types import Basis, Load, Part, Rig, StepTime
from viz.units import write


def decode_step(
    rig: Rig, model: Model, load: Load | None = None, basis: Basis = "published"
) -> StepTime:
    """The time of one step on a GPU group, or of one token through all wafers; seconds.

    At the basis "published" with the stack's constants and band; at the basis "limit" with
    bandwidth and arithmetic alone. Does not ask whether the model fits (viz.physics.capacity).
    """
    load = load or Load()
    times = step_times(rig, model, load, basis)
    published = basis == "published"
    asked = _given(load.accepted)
    parts = (
        Part(
            "reading", times.reading, _reading(rig, times, basis), times.read_bytes, times.reading
        ),
        Part("computing", times.computing, _computing(rig, times, basis), 0.0, times.work),
        Part("links", times.links, _links(rig, basis), times.link_bytes, times.links),
        Part("overhead", times.overhead, _overhead(rig, times, basis), 0.0, times.overhead),
    )
    layers = model.layers.value
    return StepTime(
        parts=parts,
        basis=basis,
        seconds=sum(part.seconds for part in parts),
        layers=int(layers),
        batch=load.batch,
        accepted=load.accepted if asked else rig.stack.accepted.value if published else 1.0,
        band=rig.stack.band.value if published else 1.0,
        drafting=eq.DRAFT_COST * load.draft,
    )


def _given(number: float) -> bool:
    return not isinstance(number, int | float) or number > 0


def _us(seconds: float) -> str:
    return write(seconds, "seconds")


def _reading(rig: Rig, times: Times, basis: Basis) -> str:
    rate = write(rig.chip.bandwidth.value, "bytes/second")
    if rig.chip.kind == "wafer":
        return f"each layer reads its own share of {rate}"
    reach = constant(rig.stack.eta, 1.0) if basis == "published" else 1.0
    chips = together(rig)
    several = f"{chips} x " if isinstance(chips, int) and chips > 1 else ""
    words = f"memory bandwidth: {several}{rate}, {reach:.0%} reached"
    scalar = isinstance(times.cache, int | float)
    if basis == "published" and rig.stack.head and scalar and times.cache > 0:
        words += f"; {_us(times.cache)} of it for the KV cache, head by head"
    return words


def _computing(rig: Rig, times: Times, basis: Basis) -> str:
    published = basis == "published"
    if rig.chip.kind == "wafer" and published:
        return "inside the fixed time of each layer, which was fitted with it"
    share = f"arithmetic, {rig.stack.eta_c.value if published else 1:.0%} of the dense rate"
    if not isinstance(times.work, int | float) or not isinstance(times.reading, int | float):
        return share + ", where longer than reading"
    if times.work <= times.reading:
        return "hidden behind reading"
    return share + "; longer than reading by this much"


def _links(rig: Rig, basis: Basis) -> str:
    hop = constant(rig.stack.hop, 0.0) if basis == "published" else 0.0
    if rig.chip.kind == "wafer":
        rate = rig.chip.link.value if rig.chip.link else rig.chip.bandwidth.value
        return f"from wafer to wafer: {_us(hop)} and {write(rate, 'bytes/second')}"
    if rig.chip.joins == "pipeline":
        return f"from card to card, {_us(hop)} each"
    return "counted with the overhead"


def _overhead(rig: Rig, times: Times, basis: Basis) -> str:
    words = ["left out at the limit"]
    stack = rig.stack
    if basis == "published" and rig.chip.kind == "wafer":
        words = [f"{_us(stack.tau.value)} a layer: reductions and synchronisation"]
    elif basis == "published":
        words = [f"{_us(stack.tau.value)} a layer for launches"]
        if stack.sigma:
            words.append(f"{_us(stack.sigma.value)} a layer to synchronise chips that share it")
        if isinstance(times.wire, int | float) and times.wire > 0:
            words.append(f"{_us(times.wire)} for the bytes of all-reduces")
        if isinstance(times.host, int | float) and times.host > 0:
            words.append(f"{_us(times.host)} on the host")
    if isinstance(times.waiting, int | float) and times.waiting > 0:
        words.append(f"{_us(times.waiting)} waiting behind other streams")
    return "; ".join(words)
