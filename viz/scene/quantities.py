"""What references and arithmetic of a scene come to: a value, its dimension, and who says so.

A plain reference keeps its own provenance. What is computed is `derived`; it is `assumed` where
any input is assumed, for nothing is surer than what it rests on. A literal is assumed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Final, cast

from viz import units
from viz.catalog.types import Chip, Model, Says, Sourced
from viz.errors import VizError, nearest
from viz.physics.capacity import fit
from viz.physics.equations import flops_at, kv_bytes, weights_read
from viz.physics.layer_time import layer_time
from viz.physics.pipeline import pipeline_of
from viz.physics.predict import prefill
from viz.physics.serving import generation_share, speed_up
from viz.physics.types import PartName, Rig, StepTime
from viz.scene import dimensions
from viz.scene.arithmetic import Literal, Ref, Reference, Tree, parse
from viz.scene.types import Scene, Side, Value
from viz.units import UnitError

DEEPEST: Final = 12  # a value that refers to a value that refers ...
OF_MACHINE: Final = {
    "speed": "tokens a second for one user",
    "speed_total": "tokens a second of all users",
    "token": "seconds a token",
    "step": "seconds a step",
    "reading": "seconds of a step in which weights are read",
    "computing": "seconds of a step for arithmetic that reading does not hide",
    "links": "seconds of a step on links",
    "overhead": "seconds of a step for launches and waiting",
    "unexplained": "seconds of a measured step that the model leaves over",
    "layer": "seconds of a layer, without hops from wafer to wafer",
    "starts": "seconds of a layer until calls have reached the cores",
    "meetings": "seconds of a layer in which chips add up their parts, twice",
    "mesh": "seconds of a layer in which values spread, are multiplied and gathered on a wafer",
    "bytes": "bytes that are read in a step",
    "weights": "bytes of weights that a step needs",
    "cache": "bytes of KV cache of all users",
    "prefill": "seconds until prompts as long as the context are read, of all users",
    "most_users": "users whose KV cache fits beside the weights",
    "most_context": "tokens of context up to which the KV cache fits beside the weights",
    "alone": "tokens a second of a user who is alone on the wafers",
    "full": "tokens a second of all users at most, on wafers",
    "knee": "users whose tokens fit in flight on the wafers",
    "inside": "of these, tokens that are in layers and not on links",
    "busy": "share of the wafers' layers at work",
    "arithmetic": "seconds of arithmetic in a step, hidden or not",
    "count": "chips",
    "bandwidth": "bytes a second of memory, all chips",
    "capacity": "bytes of memory, all chips",
    "flops": "operations a second, all chips",
    "area": "silicon, all chips",
}
_PARTS: Final = ("reading", "computing", "links", "overhead", "unexplained")
_LAYER: Final = {"layer": "seconds", "starts": "starts", "meetings": "meetings", "mesh": "mesh"}
_ROOM: Final = ("most_users", "most_context")
_PIPELINE: Final = ("alone", "full", "knee", "inside", "busy")


@dataclass(frozen=True, slots=True)
class Resolved:
    """A number for the stage: SI value, dimension of viz.units (or base units), who says it.

    `text` is how it is written: as the source writes it, or with three digits. A value that is
    a word (`values: {order: {word: speed}}`) has dimension "" and the word as its text.
    """

    value: float
    dimension: str
    says: Says
    source: str
    text: str
    neutral: bool = False
    ref: str = ""


def resolved(scene: Scene, ref: Ref | str) -> Resolved:
    """What a reference comes to in a scene with its knobs as they stand. Cached.

    Raises UnitError with the nearest right word for a name that there is not.
    """
    return _resolved(scene, parse(ref) if isinstance(ref, str) else ref)


@lru_cache(maxsize=8192)
def _resolved(scene: Scene, ref: Ref) -> Resolved:
    return replace(_tree(scene, ref.tree, 0), ref=ref.text)


def _tree(scene: Scene, tree: Tree, depth: int) -> Resolved:
    if isinstance(tree, Literal):
        source = "" if tree.neutral else "the scene"
        text = tree.text
        return Resolved(tree.value, tree.dimension, "assumed", source, text, tree.neutral)
    if isinstance(tree, Reference):
        return _reference(scene, tree, depth)
    return _computed(tree.function, tuple(_tree(scene, one, depth) for one in tree.arguments))


def _computed(function: str, inputs: tuple[Resolved, ...]) -> Resolved:
    if any(not one.dimension for one in inputs):
        raise UnitError("a word cannot be reckoned with", "a value that is a quantity")
    try:
        value, dimension = _apply(function, inputs)
    except ZeroDivisionError:
        raise UnitError("it divides by zero", "a divisor that is not 0") from None
    except OverflowError:
        value, dimension = math.inf, "number"
    if not math.isfinite(value):
        raise UnitError("it is no finite number", "other inputs")
    weighty = [one for one in inputs if not one.neutral] or list(inputs)
    says: Says = "assumed" if any(one.says == "assumed" for one in weighty) else "derived"
    parts = dict.fromkeys(part for one in weighty for part in one.source.split("; ") if part)
    return Resolved(value, dimension, says, "; ".join(parts), dimensions.write(value, dimension))


def _apply(function: str, inputs: tuple[Resolved, ...]) -> tuple[float, str]:
    first, second = inputs[0], inputs[-1]
    a, b = first.value, second.value
    if function in ("*", "/"):
        sign = 1 if function == "*" else -1
        value = a * b if sign == 1 else a / b
        return value, dimensions.product(first.dimension, second.dimension, sign)
    if function in ("+", "-", "min", "max"):
        if dimensions.powers_of(first.dimension) != dimensions.powers_of(second.dimension):
            what = f"{first.text} and {second.text} are not of one kind"
            raise UnitError(what, "quantities of one kind around + and -")
        value = {"+": a + b, "-": a - b, "min": min(a, b), "max": max(a, b)}[function]
        return value, first.dimension
    if function == "negative":
        return -a, first.dimension
    if function in ("ceil", "floor"):
        return float(math.ceil(a - 1e-9) if function == "ceil" else math.floor(a + 1e-9)), (
            first.dimension
        )
    for one in inputs:
        if one.dimension not in ("number", "pace"):
            raise UnitError(f"{function} is of plain numbers, and {one.text} is none", "14")
    return (speed_up if function == "speed_up" else generation_share)(a, b), "number"


def _reference(scene: Scene, ref: Reference, depth: int) -> Resolved:
    match ref.kind:
        case "claim":
            return _claim(scene, ref.name)
        case "value":
            return _value(scene, ref.name, depth)
        case "left" | "right":
            return _machine(scene, ref.kind, ref.name)
        case "scene":
            number = float(getattr(scene, ref.name))
            return _assumed(number, "tokens" if ref.name == "context" else "number")
    return _entry(scene, ref.kind, ref.name)


def _assumed(value: float, dimension: str) -> Resolved:
    return Resolved(value, dimension, "assumed", "the scene", units.write(value, dimension))


def _claim(scene: Scene, name: str) -> Resolved:
    claims = scene.claims()
    claim = claims.get(name)
    if claim is None:
        raise _nothing("claim", name, claims)
    try:
        quantity = units.parse_any(claim.text)
    except UnitError:
        what = f"the claim '{name}' is not one number: '{claim.text}'"
        raise UnitError(what, "a claim that is one ('viz claims')") from None
    source = f"{claim.source}, {claim.date}" if claim.date else claim.source
    return Resolved(quantity.value, quantity.dimension, claim.says, source, claim.text)


def _value(scene: Scene, name: str, depth: int) -> Resolved:
    values = {value.name: value for value in scene.values}
    if name not in values:
        if not values:
            raise UnitError(f"there is no value '{name}'", "values: in the scene first")
        raise _nothing("value", name, values)
    if depth > DEEPEST:
        raise UnitError(f"value:{name} rests on itself", "values that end in a quantity")
    return value_of(scene, values[name], depth + 1)


def value_of(scene: Scene, value: Value, depth: int = 0) -> Resolved:
    """What a named value of a scene comes to, with the scene's own words about its source."""
    if value.turned is not None:
        number, dimension = value.turned
        text = dimensions.write(number, dimension)
        return Resolved(number, dimension, "assumed", "a knob of the scene", text)
    if value.word:
        return Resolved(0.0, "", "assumed", "the scene", value.word)
    found = _tree(scene, parse(value.written).tree, depth)
    if value.says:
        source = value.source or found.source
        return Resolved(found.value, found.dimension, cast("Says", value.says), source, found.text)
    return found


def _entry(scene: Scene, kind: str, path: str) -> Resolved:
    shelf: Mapping[str, object] = getattr(scene.catalog, f"{kind}s")
    name, _, field = path.partition(".")
    parts = path.split(".")
    for cut in range(len(parts) - 1, 0, -1):  # names have dots too: llama-3.1-70b.parameters
        if ".".join(parts[:cut]) in shelf:
            name, field = ".".join(parts[:cut]), ".".join(parts[cut:])
            break
    else:
        if path in shelf:
            name, field = path, ""
        if name not in shelf:
            raise _nothing(kind, name if field else path, shelf)
    number = _number(scene, kind, name, field)
    return _sourced(number)


def _number(scene: Scene, kind: str, name: str, field: str) -> Sourced:
    entry = getattr(scene.catalog, f"{kind}s")[name]
    for rig in (scene.left, scene.right):  # a knob may have turned it
        if kind == "chip" and rig is not None and rig.chip.name == name:
            entry = rig.chip
        if kind == "stack" and rig is not None and rig.stack.name == name:
            entry = rig.stack
    numbers = {one.name: getattr(entry, one.name) for one in fields(entry)}
    found = {name: number for name, number in numbers.items() if isinstance(number, Sourced)}
    if isinstance(entry, Chip):
        found |= {f"flops.{bits}": number for bits, number in entry.flops}
        found |= {"flops": entry.flops[0][1]} if entry.flops else {}
    plain = field.removeprefix("memory.") if kind == "chip" else field
    if plain not in found:
        what = f"'{name}' has no '{field}'" if field else f"'{kind}:{name}' is not yet a number"
        meant = tuple(f"{kind}:{name}.{one}" for one in nearest(plain, found)) if field else ()
        listed = ", ".join(f"{kind}:{name}.{one}" for one in found)
        raise UnitError(what, "" if meant else f"one of {listed}", meant)
    return found[plain]


def _sourced(number: Sourced) -> Resolved:
    try:
        dimension = units.parse_any(f"1 {number.unit}".strip()).dimension
    except UnitError:
        dimension = "number"
    source = f"{number.source}, {number.date}" if number.date else number.source
    text = units.write(number.value, dimension)
    return Resolved(number.value, dimension, number.says, source, text)


def _machine(scene: Scene, side: str, field: str) -> Resolved:
    rig = scene.left if side == "left" else scene.right
    if rig is None or scene.model is None:
        raise UnitError(f"the scene has no machine at {side}", f"'{side}: 8 x h100' in the scene")
    if field not in OF_MACHINE:
        meant = tuple(f"{side}.{one}" for one in nearest(field, OF_MACHINE))
        listed = ", ".join(f"{side}.{one}" for one in OF_MACHINE)
        raise UnitError(f"a machine has no '{field}'", "" if meant else f"one of {listed}", meant)
    return _of_rig(scene, rig, field)


def _of_rig(scene: Scene, rig: Rig, field: str) -> Resolved:
    if field == "count":
        return _assumed(float(rig.count), "number")
    if field in ("bandwidth", "capacity", "area"):
        number: Sourced | None = getattr(rig.chip, field)
        if number is None:
            raise UnitError(f"'{rig.chip.name}' has no '{field}'", "another chip")
        one = _sourced(number)
        value = rig.count * one.value
        says: Says = one.says if one.says == "assumed" else "derived"
        return Resolved(value, one.dimension, says, one.source, units.write(value, one.dimension))
    if field == "flops":
        value = rig.count * flops_at(rig.chip, scene.bits)
        text = units.write(value, "flop/second")
        return Resolved(value, "flop/second", "derived", rig.chip.flops[0][1].source, text)
    step, model = _step(scene, rig), cast("Model", scene.model)
    computed: dict[str, tuple[float, str]] = {
        "speed": (step.speed, "tokens/second"),
        "speed_total": (step.speed_total, "tokens/second"),
        "token": (1 / step.speed, "seconds"),
        "step": (step.seconds, "seconds"),
        "bytes": (sum(part.bytes for part in step.parts if part.name == "reading"), "bytes"),
        "weights": (weights_read(model, scene.load), "bytes"),
        "cache": (kv_bytes(model, scene.load), "bytes"),
        "prefill": (prefill(rig, model, scene.load, scene.basis).seconds, "seconds"),
        "arithmetic": (sum(p.work for p in step.parts if p.name == "computing"), "seconds"),
    }
    if field in _PIPELINE:
        computed |= _pipeline(scene, rig)
    if field in _ROOM:
        held = fit(rig, model, scene.load)
        computed |= {
            "most_users": (float(held.most_batch), "number"),
            "most_context": (float(held.most_context), "tokens"),
        }
    if field in _PARTS:
        value = sum(p.seconds for p in step.parts if p.name == cast("PartName", field))
        computed[field] = (value, "seconds")
    if field in _LAYER:
        layer = layer_time(rig, model, scene.load, step)
        computed[field] = (getattr(layer, _LAYER[field]), "seconds")
    value, dimension = computed[field]
    basis = "the model, as published" if step.basis == "published" else "the model, at the limit"
    who: Says = "derived"
    if rig.chip.like or rig.chip.bandwidth.says == "assumed":
        who = "assumed"
    elif step.measured and field in ("speed", "speed_total", "token", "step"):
        who, basis = "measured", step.measured
    return Resolved(value, dimension, who, basis, units.write(value, dimension))


def _pipeline(scene: Scene, rig: Rig) -> dict[str, tuple[float, str]]:
    """The numbers of a row of wafers that hand many users' tokens on."""
    if rig.chip.kind != "wafer":
        raise UnitError(f"'{rig.chip.name}' is no wafer", "a machine of wafers")
    pipe = pipeline_of(rig, cast("Model", scene.model), scene.load, scene.basis)
    inside = min(math.floor(pipe.knee), round(pipe.layers * pipe.layer / pipe.slowest))
    return {
        "alone": (pipe.each(1), "tokens/second"),
        "full": (pipe.full, "tokens/second"),
        "knee": (pipe.knee, "number"),
        "inside": (float(inside), "number"),
        "busy": (pipe.busy(max(1.0, scene.batch)), "number"),
    }


def _step(scene: Scene, rig: Rig) -> StepTime:
    try:
        return _side_step(scene, rig)
    except VizError as error:
        fault = error.faults[0]
        raise UnitError(fault.what, fault.write, fault.meant) from None


def _side_step(scene: Scene, rig: Rig) -> StepTime:
    """The step of a side, which may be a measured one."""
    side: Side = "left" if rig is scene.left else "right"
    step = scene.step(side)
    if step is None:
        raise UnitError("there is no machine, or no model")
    return step


def _nothing(kind: str, name: str, known: Mapping[str, object]) -> UnitError:
    meant = tuple(f"{kind}:{one}" for one in nearest(name, known))
    listed = list(known)
    more = ", ..." if len(listed) > 12 else ""
    write = "" if meant else "one of " + ", ".join(listed[:12]) + more
    return UnitError(f"there is no {kind} '{name}'", write, meant)
