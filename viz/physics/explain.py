"""Where a number comes from: its formula, the same with numbers put in, every input's source."""

from __future__ import annotations

from typing import Final

from viz.catalog.types import Model, Sourced
from viz.errors import Fault, VizError, nearest
from viz.physics import equations as eq
from viz.physics.decode import decode_step
from viz.physics.shape import shape_of
from viz.physics.step import CLOCK, constant, kernels, machine_of, rate_of, step_times
from viz.physics.types import Basis, Explanation, Input, Load, Part, Rig, StepTime
from viz.units import parse_any, write

WHAT: Final = ("token", "reading", "computing", "links", "overhead", "speed")
OF_MEASURED: Final = (*WHAT, "unexplained")  # a measured step has this part besides


def explain(
    rig: Rig,
    model: Model,
    load: Load | None = None,
    basis: Basis = "published",
    what: str = "token",
    step: StepTime | None = None,
) -> Explanation:
    """One of `token` (time of one), a part of it, or `speed` (tokens per second for one user).
    A measured step has a part `unexplained` besides.

    `step` is what is explained where it is not the model's own, but was measured.
    """
    load = load or Load()
    step = step or decode_step(rig, model, load, basis)
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
    give = f" ± {number.give / number.value:.0%}" if number.give and number.value else ""
    return Input(symbol, shown(number) + give, number.says, source, note)


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
    if step.measured:
        return _measured_speed(rig, step)
    kept = f"{step.accepted:g} tok / " if step.accepted != 1 else "1 tok / "
    cost = constant(rig.stack.draft, eq.DRAFT_COST)
    drafting = f" / (1 + {cost:g} x {load.draft:g})" if load.draft else ""
    asked = load.accepted > 0
    accepted = (
        _asked("A", f"{load.accepted:g} tokens a step") if asked else taken("A", rig.stack.accepted)
    )
    return Explanation(
        "speed",
        step.speed,
        write(step.speed, "tokens/second"),
        "speed = A tokens accepted / time of one step" + (" / (1 + d g)" if load.draft else ""),
        f"{kept}{write(step.seconds, 'seconds')}{drafting} = {write(step.speed, 'tokens/second')}",
        (accepted,),
        step.basis,
        step.band,
        rig.stack.validated,
    )


def _measured_speed(rig: Rig, step: StepTime) -> Explanation:
    text = write(step.speed, "tokens/second")
    return Explanation(
        "speed",
        step.speed,
        text,
        "speed = as it was measured",
        f"1 tok / {write(step.seconds, 'seconds')} = {text}",
        (Input("measured", text, "measured", step.measured),),
        step.basis,
        step.band,
        rig.stack.validated,
    )


def _part(rig: Rig, model: Model, load: Load, step: StepTime, part: Part) -> Explanation:
    make = _wafer_words if rig.chip.kind == "wafer" else _gpu_words
    formula, numbers, inputs = make(rig, model, load, step, part)
    # Arithmetic that reading hides altogether is told as long as it is; else what it adds.
    hidden = part.work - part.seconds if part.name == "computing" and part.seconds > 0 else 0.0
    if hidden > 1e-3 * part.work:
        numbers += f" - {write(hidden, 'seconds')}"
    return Explanation(
        part.name,
        part.seconds,
        write(part.seconds, "seconds"),
        formula,
        f"{numbers} = {write(part.seconds or part.work, 'seconds')}",
        inputs,
        step.basis,
        step.band,
        rig.stack.validated,
    )


Words = tuple[str, str, tuple[Input, ...]]


def _gpu_words(rig: Rig, model: Model, load: Load, step: StepTime, part: Part) -> Words:
    published = step.basis == "published"
    if part.name == "reading":
        return _gpu_reading(rig, model, load, step)
    if part.name == "computing":
        return _arithmetic(rig, model, load, step)
    if part.name == "links":
        return _gpu_links(rig, model, load, step)
    if part.name == "unexplained":
        return _unexplained(step)
    if not published:
        return ("overhead is left out at the limit", "0", ())
    return _gpu_overhead(rig, model, load)


def _unexplained(step: StepTime) -> Words:
    told = sum(p.seconds for p in step.parts if p.name != "unexplained")
    source = Input("measured", write(step.seconds, "seconds"), "measured", step.measured)
    return (
        "not explained = measured - the model",
        f"{write(step.seconds, 'seconds')} - {write(told, 'seconds')}",
        (source,),
    )


def _gpu_reading(rig: Rig, model: Model, load: Load, step: StepTime) -> Words:
    chip, stack = rig.chip, rig.stack
    machine = machine_of(rig, load, step.basis)
    cache = step_times(rig, model, load, step.basis).cache
    inputs = [
        *_bytes_inputs(model, load),
        _asked("n", f"{machine.tensor:g} chips read at once"),
        taken("B", chip.bandwidth),
    ]
    formula = "reading = bytes of weights read / (n eta B) + KV cache / (min(n, kv heads) eta B)"
    weights = eq.weights_read(model, load)
    reach = f" x {machine.eta:g}" if step.basis == "published" else ""
    numbers = (
        f"{write(weights, 'bytes', 4)} / ({machine.tensor:g}{reach} x {shown(chip.bandwidth)})"
    )
    numbers += f" + {write(cache, 'seconds')} for the cache"
    if step.basis == "published" and stack.eta:
        inputs.append(taken("eta", stack.eta))
        if stack.core and chip.cores and rate_of(machine) < machine.eta * machine.bandwidth:
            formula += "; at most what the cores take in"
            inputs += [taken("core", stack.core), taken("cores", chip.cores)]
        for name in ("narrow", "unpack"):
            number: Sourced | None = getattr(stack, name)
            if number and machine.unpacked and weights < 2 * shape_of(model).fixed:
                formula += f"; narrow weights are unpacked ({name})"
                inputs.append(taken(name, number))
    return (formula, numbers, tuple(inputs))


def _gpu_links(rig: Rig, model: Model, load: Load, step: StepTime) -> Words:
    m, stack = machine_of(rig, load, step.basis), rig.stack
    hop = (taken("hop", stack.hop),) if stack.hop else ()
    if m.pipeline > 1 and m.tensor <= 1:
        numbers = f"{m.pipeline - 1:g} x {shown(stack.hop) if stack.hop else '0 s'}"
        return ("links = (n - 1) hop, where cards hold layers in turn", numbers, hop)
    if m.tensor <= 1 or step.basis == "limit":
        return ("links are left out at the limit, and with one card", "0", ())
    size = write(eq.ACTIVATION_BYTES * model.hidden.value * load.batch, "bytes")
    inputs = [taken("L", model.layers), taken("h", model.hidden)]
    inputs += [
        taken(name, number)
        for name, number in (("meet", stack.meet), ("wire", stack.wire), ("link", rig.chip.link))
        if number
    ]
    halved = " x 1/2 (the switch adds up)" if m.moved < 1 else ""
    formula = "links = 2 L (meet + 2 (n - 1) / n 2 h b / (wire link))"
    numbers = (
        f"2 x {model.layers.value:g} x ({write(m.meet, 'seconds')}"
        f" + 2 x {m.together - 1:g}/{m.together:g} x {size}{halved} /"
        f" ({m.wire:g} x {write(m.link, 'bytes/second')}))"
    )
    if m.boxes > 1:
        formula += ", and the same of the boxes"
        numbers += f", {m.boxes:g} boxes"
        inputs += [
            taken(name, number)
            for name, number in (("net_meet", stack.net_meet), ("net", rig.chip.net))
            if number
        ]
    return (formula, numbers, tuple(inputs))


def _gpu_overhead(rig: Rig, model: Model, load: Load) -> Words:
    stack = rig.stack
    m = machine_of(rig, load, "published")
    count = kernels(m, shape_of(model)) / model.layers.value
    formula = "overhead = L K t_k (1.83 GHz / clock)"
    numbers = f"{model.layers.value:g} x {count:.4g} x {write(m.kernel, 'seconds')}"
    inputs = [
        taken("L", model.layers),
        Input("K", f"{count:.4g} kernels", "derived", "counted from the architecture"),
    ]
    if stack.kernel:
        inputs.append(taken("t_k", stack.kernel))
    if rig.chip.clock:
        numbers += f" x {CLOCK / m.clock:.3g}"
        inputs.append(taken("clock", rig.chip.clock))
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
        return _arithmetic(rig, model, load, step)
    if part.name == "unexplained":
        return _unexplained(step)
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
    if step.basis == "limit" or stack.tau is None:
        return ("overhead = L tau", "left out at the limit", ())
    text, formula = f"{layers.value:g} x {shown(stack.tau)}", "overhead = L tau"
    inputs = [taken("L", layers), taken("tau", stack.tau)]
    if stack.start:
        text, formula = f"{shown(stack.start)} + {text}", "overhead = t0 + L tau"
        inputs.append(taken("t0", stack.start))
    return (formula, text, tuple(inputs))


def _arithmetic(rig: Rig, model: Model, load: Load, step: StepTime) -> Words:
    m, shape = machine_of(rig, load, step.basis), shape_of(model)
    wafer = rig.chip.kind == "wafer"
    share = m.count / shape.layers if wafer else m.tensor
    reached = m.eta_c if wafer else m.thin
    reach = f" x {reached:g}" if step.basis == "published" else ""
    number = next(number for _, number in rig.chip.flops if number.value == m.products)
    batch = 1 if wafer else load.batch
    active = eq.parameters_read(model, 1)
    back = eq.looked_back(shape.windowed, shape.window, load.context)
    attention = batch * back * shape.pairs
    inputs = [
        Input("P_read", write(active, "number"), "derived", "parameters that a token meets"),
        taken("F", number),
        taken("eta_c", rig.stack.eta_c),
    ]
    if rig.stack.thin and not wafer and step.basis == "published":
        inputs[-1] = taken("thin", rig.stack.thin)
    formula = "arithmetic = (2 P_read b + attention) / (n eta_c F)"
    formula += "; of each kernel, only what is longer than its reading counts"
    numbers = f"(2 x {write(active, 'number')} x {batch:g} + {write(attention, 'flop')})"
    numbers += f" / ({share:.3g}{reach} x {shown(number)})"
    return (formula, numbers, tuple(inputs))


def _bytes_inputs(model: Model, load: Load) -> list[Input]:
    width = load.precision.title if load.precision else f"{load.bits:g} bit a weight"
    found = [taken("P", model.parameters), _asked("w", width)]
    if not model.tied:
        found.append(taken("V", model.vocabulary))
    found.append(_asked("b", f"{load.batch:g} stream" + "s" * (load.batch != 1)))
    found.append(_asked("c", f"{load.context:g} tokens of context"))
    return found
