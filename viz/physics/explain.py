"""Where a number comes from: its formula, the same with numbers put in, every input's source."""

from __future__ import annotations

from typing import Final

from viz.catalog.types import Model, Sourced
from viz.errors import Fault, VizError, nearest
from viz.physics import equations as eq
from viz.physics.decode import decode_step
from viz.physics.step import step_times, together
from viz.physics.types import Basis, Explanation, Input, Load, Part, Rig, StepTime
from viz.units import parse_any, write

WHAT: Final = ("token", "reading", "computing", "links", "overhead", "speed")


def explain(
    rig: Rig,
    model: Model,
    load: Load | None = None,
    basis: Basis = "published",
    what: str = "token",
) -> Explanation:
    """One of `token` (time of one), a part of it, or `speed` (tokens per second for one user)."""
    load = load or Load()
    step = decode_step(rig, model, load, basis)
    if what == "token":
        return _sum(rig, model, load, step)
    if what == "speed":
        return _speed(rig, load, step)
    for part in step.parts:
        if part.name == what:
            return _part(rig, model, load, step, part)
    raise VizError(
        Fault(
            f"there is nothing called '{what}' to explain",
            None,
            nearest(what, WHAT),
            ", ".join(WHAT),
        )
    )


def shown(number: Sourced, digits: int = 4) -> str:
    """The number as a person would write it, with its unit."""
    dimension = parse_any(f"1 {number.unit}").dimension
    counted = dimension == "number" and number.value < 1e6
    return write(number.value, dimension, 6 if counted else digits)


def taken(symbol: str, number: Sourced) -> Input:
    """One input from the catalog. What is not verified says so."""
    also = ["others print " + ", ".join(_other(number))] if number.others else []
    if number.span:
        also.append(f"a guess from {number.span[0]:.3g} to {number.span[1]:.3g}")
    note = "; ".join([*filter(None, [number.note]), *also])
    source = f"{number.source}, {number.date}" if number.date else number.source
    if not number.verified:
        source = f"not verified: {source}"
    return Input(symbol, shown(number), number.says, source, note)


def _other(number: Sourced) -> list[str]:
    dimension = parse_any(f"1 {number.unit}").dimension
    return [f"{write(other.value, dimension, 4)} ({other.says})" for other in number.others]


def _asked(symbol: str, text: str) -> Input:
    return Input(symbol, text, "assumed", "the choice of this scene or command")


def _sum(rig: Rig, model: Model, load: Load, step: StepTime) -> Explanation:
    busy = [part for part in step.parts if part.seconds > 0]
    inputs: dict[str, Input] = {}
    for part in busy:
        for given in _part(rig, model, load, step, part).inputs:
            inputs.setdefault(given.symbol, given)
    return Explanation(
        "token",
        step.seconds,
        write(step.seconds, "seconds"),
        "time of one token = " + " + ".join(part.name for part in busy),
        " + ".join(write(part.seconds, "seconds") for part in busy)
        + f" = {write(step.seconds, 'seconds')}",
        tuple(inputs.values()),
        step.basis,
        step.band,
        rig.stack.validated,
    )


def _speed(rig: Rig, load: Load, step: StepTime) -> Explanation:
    kept = f"{step.accepted:g} tok / " if step.accepted != 1 else "1 tok / "
    drafting = f" / (1 + {eq.DRAFT_COST:g} x {load.draft:g})" if load.draft else ""
    asked = load.accepted > 0
    accepted = (
        _asked("A", f"{load.accepted:g} tokens a step") if asked else taken("A", rig.stack.accepted)
    )
    return Explanation(
        "speed",
        step.speed,
        write(step.speed, "tokens/second"),
        "speed = A tokens accepted / time of one step" + (" / (1 + 0.08 g)" if load.draft else ""),
        f"{kept}{write(step.seconds, 'seconds')}{drafting} = {write(step.speed, 'tokens/second')}",
        (accepted,),
        step.basis,
        step.band,
        rig.stack.validated,
    )


def _part(rig: Rig, model: Model, load: Load, step: StepTime, part: Part) -> Explanation:
    make = _wafer_words if rig.chip.kind == "wafer" else _gpu_words
    formula, numbers, inputs = make(rig, model, load, step, part)
    return Explanation(
        part.name,
        part.seconds,
        write(part.seconds, "seconds"),
        formula,
        f"{numbers} = {write(part.work if part.name == 'computing' else part.seconds, 'seconds')}",
        inputs,
        step.basis,
        step.band,
        rig.stack.validated,
    )


Words = tuple[str, str, tuple[Input, ...]]


def _gpu_words(rig: Rig, model: Model, load: Load, step: StepTime, part: Part) -> Words:
    published = step.basis == "published"
    if part.name == "reading":
        return _gpu_reading(rig, model, load, part, published=published)
    if part.name == "computing":
        return _arithmetic(rig, model, load, step, together(rig))
    if part.name == "links":
        hop = (taken("hop", rig.stack.hop),) if rig.stack.hop else ()
        return ("links = (n - 1) hop, where cards hold layers in turn", part.limited_by, hop)
    if not published:
        return ("overhead is left out at the limit", "0", ())
    return _gpu_overhead(rig, model, load)


def _gpu_reading(rig: Rig, model: Model, load: Load, part: Part, *, published: bool) -> Words:
    chip, stack = rig.chip, rig.stack
    chips = together(rig)
    inputs = [
        *_bytes_inputs(model, load),
        _asked("n", f"{chips} chips read at once"),
        taken("B", chip.bandwidth),
    ]
    formula = "reading = bytes of all weights read, and of the KV cache / (n eta B)"
    numbers = f"{write(part.bytes, 'bytes', 4)} / ({chips} x {shown(chip.bandwidth)})"
    if published and stack.eta:
        cache = step_times(rig, model, load).cache
        weights = part.bytes - eq.kv_bytes(model, load)
        narrow = f" x {stack.narrow.value:g}" if stack.narrow and load.bits < 16 else ""
        numbers = f"{write(weights, 'bytes', 4)} / ({chips} x {stack.eta.value:g}{narrow}"
        numbers += f" x {shown(chip.bandwidth)}) + {write(cache, 'seconds')} for the cache"
        inputs.append(taken("eta", stack.eta))
        if stack.narrow and load.bits < 16:
            formula += ", eta less for weights below 16 bit"
            inputs.append(taken("narrow", stack.narrow))
        if stack.core and chip.cores:
            formula += "; at most what the cores take in"
            inputs += [taken("core", stack.core), taken("cores", chip.cores)]
        if stack.head:
            formula += "; the cache at most as quickly as one head of it is read"
            inputs.append(taken("head", stack.head))
    return (formula, numbers, tuple(inputs))


def _gpu_overhead(rig: Rig, model: Model, load: Load) -> Words:
    stack, times = rig.stack, step_times(rig, model, load)
    shared = [stack.sigma] if stack.sigma and together(rig) > 1 else []
    each = " + ".join(shown(number) for number in [stack.tau, *shared])
    numbers = f"{model.layers.value:g} x ({each})"
    formula = "overhead = L (tau + sigma where chips share a layer)"
    inputs = [taken("L", model.layers), taken("tau", stack.tau)]
    inputs += [taken("sigma", number) for number in shared]
    if times.wire and stack.wire and rig.chip.link:
        formula += " + bytes of all-reduces / (wire x link)"
        numbers += f" + {write(times.wire, 'seconds')}"
        inputs += [taken("wire", stack.wire), taken("link", rig.chip.link)]
    if stack.host:
        formula += " + host"
        numbers += f" + {shown(stack.host)}"
        inputs.append(taken("host", stack.host))
    if stack.each:
        formula += " + b each"
        numbers += f" + {load.batch:g} x {shown(stack.each)}"
        inputs.append(taken("each", stack.each))
    return (formula, numbers, tuple(inputs))


def _wafer_words(rig: Rig, model: Model, load: Load, step: StepTime, part: Part) -> Words:
    chip, stack, layers = rig.chip, rig.stack, model.layers
    if part.name == "reading":
        full = part.bytes / (rig.count * chip.capacity.value)
        return (
            "reading = L x (share of the wafer that is read) x C / B",
            f"{layers.value:g} x {full:.3g} x {shown(chip.capacity)} / {shown(chip.bandwidth)}",
            (
                taken("L", layers),
                *_bytes_inputs(model, load),
                taken("C", chip.capacity),
                taken("B", chip.bandwidth),
            ),
        )
    if part.name == "computing":
        return _arithmetic(rig, model, load, step, rig.count / layers.value)
    if part.name == "links":
        link = [taken("B_io", chip.link)] if chip.link else []
        hop = [taken("hop", stack.hop)] if stack.hop and step.basis == "published" else []
        wait = f"{shown(stack.hop)} + " if hop and stack.hop else ""
        carried = write(eq.ACTIVATION_BYTES * model.hidden.value, "bytes")
        rate = shown(chip.link) if chip.link else ""
        return (
            "links = (N - 1) (hop + 2 h / B_io)",
            f"{rig.count - 1} x ({wait}{carried} / {rate})",
            (taken("h", model.hidden), *hop, *link),
        )
    text = f"{layers.value:g} x {shown(stack.tau)}"
    if step.basis == "limit":
        text = "left out at the limit"
    return ("overhead = L tau", text, (taken("L", layers), taken("tau", stack.tau)))


def _arithmetic(rig: Rig, model: Model, load: Load, step: StepTime, share: float) -> Words:
    eta_c = rig.stack.eta_c
    reach = f" x {eta_c.value:g}" if step.basis == "published" else ""
    rate = eq.flops_at(rig.chip, load.bits)
    number = next(number for _, number in rig.chip.flops if number.value == rate)
    batch = 1 if rig.chip.kind == "wafer" else load.batch
    return (
        "arithmetic = 2 P_active b / (n eta_c F); only what is longer than reading counts",
        f"2 x {shown(model.active)} x {batch:g} / ({share:.3g}{reach} x {shown(number)})",
        (taken("P_active", model.active), taken("F", number), taken("eta_c", eta_c)),
    )


def _bytes_inputs(model: Model, load: Load) -> list[Input]:
    found = [taken("P", model.parameters), _asked("w", f"{load.bits:g} bit a weight")]
    if not model.tied:
        found.append(taken("V", model.vocabulary))
    found.append(_asked("b", f"{load.batch:g} stream" + "s" * (load.batch != 1)))
    found.append(_asked("c", f"{load.context:g} tokens of context"))
    return found
