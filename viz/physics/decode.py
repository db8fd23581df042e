"""One decode step, in parts: what a machine does for the next token, and what limits each part.

Equations 1, 2, 3, 5 and 6 of viz.physics.equations, with the constants of the rig's stack.
"""

from __future__ import annotations

from viz.catalog.types import Model
from viz.physics import equations as eq
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
    if rig.chip.kind == "wafer":
        parts = _wafer(rig, model, load, basis)
    else:
        parts = _gpus(rig, model, load, basis)
    stack = rig.stack
    kept = load.accepted if _given(load.accepted) else stack.accepted.value
    return StepTime(
        parts=parts,
        basis=basis,
        seconds=sum(part.seconds for part in parts),
        layers=int(model.layers.value),
        batch=load.batch,
        accepted=kept if basis == "published" or _given(load.accepted) else 1.0,
        band=stack.band.value if basis == "published" else 1.0,
        drafting=eq.DRAFT_COST * load.draft,
    )


def _given(number: float) -> bool:
    return not isinstance(number, int | float) or number > 0


def _gpus(rig: Rig, model: Model, load: Load, basis: Basis) -> tuple[Part, ...]:
    """Equation 2. Cards that hold layers in turn (pipeline) help one stream no more than one."""
    chip, stack = rig.chip, rig.stack
    together = rig.count if chip.joins == "tensor" else 1
    eta, eta_c = (stack.eta.value if stack.eta else 1.0, stack.eta_c.value)
    if basis == "limit":
        eta = eta_c = 1.0
    read = eq.step_bytes(model, load)
    reading = read / (together * eta * chip.bandwidth.value)
    work = eq.step_flop(model, load) / (together * eta_c * eq.flops_at(chip, load.bits))
    behind = eq.excess(work, reading)
    layers = model.layers.value
    shared = (stack.sigma.value if stack.sigma else 0.0) * (together > 1)
    fixed = layers * (stack.tau.value + shared) if basis == "published" else 0.0 * reading
    hops = (rig.count - 1) * (chip.joins == "pipeline")
    hop = stack.hop.value if stack.hop and basis == "published" else 0.0
    rate = chip.bandwidth.value
    split = write(stack.tau.value, "seconds")
    if stack.sigma:
        split += f" a layer, and {write(stack.sigma.value, 'seconds')} where chips share it"
    return (
        Part(
            "reading",
            reading,
            f"memory bandwidth: {together} x {write(rate, 'bytes/second')}, {eta:.0%} reached"
            if isinstance(together, int)
            else f"memory bandwidth, {eta:.0%} reached",
            read,
            reading,
        ),
        Part("computing", behind, _computing_limit(work, reading, eta_c), 0.0, work),
        Part(
            "links",
            hops * hop,
            f"handing on from card to card, {write(hop, 'seconds')} each"
            if hop
            else "inside the fixed time of each layer",
            0.0,
            hops * hop,
        ),
        Part(
            "overhead",
            fixed,
            f"launches and synchronisation: {split}"
            if basis == "published"
            else "left out at the limit",
            0.0,
            fixed,
        ),
    )


def _wafer(rig: Rig, model: Model, load: Load, basis: Basis) -> tuple[Part, ...]:
    """Equations 5, 6 and 7: layer after layer, each on cores of its own."""
    chip, stack, count = rig.chip, rig.stack, rig.count
    layers = model.layers.value
    one = Load(1, load.context, load.bits, load.kv_bits)
    read = model.active.value * load.bits / 8 + eq.kv_bytes(model, one)
    full = read / (count * chip.capacity.value)  # share of each wafer that one token touches
    reading = layers * full * chip.capacity.value / chip.bandwidth.value
    eta_c = stack.eta_c.value if basis == "published" else 1.0
    # A layer has layers/count-th of a wafer's cores, and there are `layers` of them in a row.
    flop = 2 * model.active.value * layers / count
    work = flop / (eta_c * eq.flops_at(chip, load.bits))
    carried = (count - 1) * eq.ACTIVATION_BYTES * model.hidden.value
    rate = chip.link.value if chip.link else chip.bandwidth.value
    hop = stack.hop.value if stack.hop and basis == "published" else 0.0
    links = (count - 1) * hop + carried / rate
    tau = stack.tau.value if basis == "published" else 0.0
    fixed = layers * tau + 0.0 * reading
    behind = eq.excess(work, reading) * (basis == "limit")
    stage = eq.larger((fixed + reading + behind) / layers, hop + carried / rate / _hops(count))
    waiting = eq.excess(load.batch * stage, fixed + reading + behind + links)
    return (
        Part(
            "reading",
            reading,
            f"each layer reads its own share of {write(chip.bandwidth.value, 'bytes/second')}",
            read,
            reading,
        ),
        Part(
            "computing",
            behind,
            "arithmetic"
            if basis == "limit"
            else "inside the fixed time of each layer, which was fitted with it",
            0.0,
            work,
        ),
        Part(
            "links",
            links,
            f"from wafer to wafer: {write(hop, 'seconds')} and {write(rate, 'bytes/second')}",
            carried,
            links,
        ),
        Part(
            "overhead",
            fixed + waiting,
            f"{write(tau, 'seconds')} a layer: reductions and synchronisation"
            + _waiting_words(waiting)
            if basis == "published"
            else "left out at the limit" + _waiting_words(waiting),
            0.0,
            fixed + waiting,
        ),
    )


def _hops(count: float) -> float:
    return count - 1 + (count <= 1)


def _computing_limit(work: float, reading: float, eta_c: float) -> str:
    if isinstance(work, int | float) and isinstance(reading, int | float):
        if work <= reading:
            return "hidden behind reading"
        return f"arithmetic, {eta_c:.0%} of the dense rate; longer than reading by this much"
    return f"arithmetic, {eta_c:.0%} of the dense rate, where longer than reading"


def _waiting_words(waiting: float) -> str:
    if isinstance(waiting, int | float) and waiting > 0:
        return f"; {write(waiting, 'seconds')} waiting behind other streams"
    return ""
