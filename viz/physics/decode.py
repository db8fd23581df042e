"""One decode step, in parts: what a machine does for the next token, and what limits each part."""

from __future__ import annotations

from viz.catalog.types import Model
from viz.physics import equations as eq
from viz.physics.predict import Prediction, predict, tokens_kept
from viz.physics.shape import shape_of
from viz.physics.step import Machine, Times, constant, kernels, machine_of
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
    return step_in_parts(rig, model, load, basis, predict(rig, model, load, basis))


def step_in_parts(rig: Rig, model: Model, load: Load, basis: Basis, found: Prediction) -> StepTime:
    """What was predicted, told in parts."""
    times = found.times
    machine = machine_of(rig, load, basis)
    published = basis == "published"
    reading = _reading(rig, times, machine)
    parts = (
        Part("reading", times.reading, reading, times.read_bytes, times.reading),
        Part("computing", times.computing, _computing(rig, times, machine), 0.0, times.work),
        Part("links", times.links, _links(rig, machine, basis), times.link_bytes, times.links),
        Part("overhead", times.overhead, _overhead(rig, model, times, basis), 0.0, times.overhead),
    )
    accepted = rig.stack.accepted.value if published else 1.0
    return StepTime(
        parts=parts,
        basis=basis,
        seconds=found.step,
        layers=int(model.layers.value),
        batch=load.batch,
        accepted=eq.larger(load.accepted, accepted * (load.accepted <= 0)),
        band=rig.stack.band.value if published else 1.0,
        speed=found.decode,
        kept=tokens_kept(rig, load, basis),
    )


def _plain(number: float) -> bool:
    return isinstance(number, int | float)


def _us(seconds: float) -> str:
    return write(seconds, "seconds")


def _reading(rig: Rig, times: Times, m: Machine) -> str:
    rate = write(rig.chip.bandwidth.value, "bytes/second")
    if rig.chip.kind == "wafer":
        return f"each layer reads its own share of {rate}"
    several = f"{m.tensor:g} x " if _plain(m.tensor) and m.tensor > 1 else ""
    words = f"memory bandwidth: {several}{rate}, {m.eta:.0%} reached"
    if _plain(times.cache) and times.cache > 0.01 * times.reading:
        words += f"; {_us(times.cache)} of it for the KV cache"
    return words


def _computing(rig: Rig, times: Times, m: Machine) -> str:
    if rig.chip.kind == "wafer" and m.tau > 0:
        return "inside the fixed time of each layer, which was fitted with it"
    share = f"arithmetic, {m.thin:.0%} of the dense rate"
    if not _plain(times.computing):
        return share + ", where longer than reading"
    if times.computing <= 0:
        return "hidden behind reading"
    if rig.chip.kind == "wafer":
        return "arithmetic: a wafer reads a weight sooner than it multiplies with it"
    return share + "; longer than reading by this much"


def _links(rig: Rig, m: Machine, basis: Basis) -> str:
    hop = constant(rig.stack.hop, 0.0) if basis == "published" else 0.0
    name = rig.chip.link_name or "links"
    if rig.chip.kind == "wafer":
        return f"from wafer to wafer: {_us(hop)} and {write(m.link, 'bytes/second')}"
    if basis == "limit" and m.pipeline <= 1:
        return "left out at the limit"
    if m.pipeline > 1 and m.tensor <= 1:
        return f"from card to card over {name}, {_us(hop)} each"
    if m.tensor <= 1:
        return "one card meets nobody"
    words = f"cards meet twice a layer over {name}: {_us(m.meet)} each time, and the bytes"
    if _plain(m.boxes) and m.boxes > 1:
        words += f"; {m.boxes:g} boxes meet too: {_us(m.net_meet)}"
    return words


def _overhead(rig: Rig, model: Model, times: Times, basis: Basis) -> str:
    words = ["left out at the limit"]
    stack = rig.stack
    if basis == "published" and stack.tau is not None:
        words = [f"{_us(stack.tau.value)} a layer: reductions and synchronisation"]
        if stack.start:
            words.append(f"{_us(stack.start.value)} outside of the layers")
    elif basis == "published" and stack.kernel is not None:
        count = kernels(machine_of(rig, Load(), basis), shape_of(model))
        words = ["kernels of a fixed time"]
        if _plain(times.layers):
            words = [f"{count:,.0f} kernels of {_us(times.layers / count)}"]
        if _plain(times.host) and times.host > 0:
            words.append(f"{_us(times.host)} on the host")
    if _plain(times.waiting) and times.waiting > 0:
        words.append(f"{_us(times.waiting)} waiting behind other streams")
    return "; ".join(words)
