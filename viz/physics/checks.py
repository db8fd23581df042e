"""Arithmetic over the catalog, written in a file: numbers, names and a few functions, no more.

    chips['wse-3'].capacity / chips['wse-3'].bandwidth
    claims['wse3-fabric'] / q('57.6 Tb/s')

The text is parsed and walked; nothing in it is ever run. Values are in SI units.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from viz.catalog.claims import Check, Claim
from viz.catalog.names import find
from viz.catalog.types import Catalog, Chip, Model, Sourced
from viz.errors import Fault, VizError, nearest
from viz.physics.decode import decode_step
from viz.physics.rig import parse_rig
from viz.physics.serving import generation_share, speed_up
from viz.units import UnitError, parse_any, write

LONGEST: Final = 400  # characters of an expression
CLOSE: Final = 0.006  # of the printed value: what rounding to three digits may hide


@dataclass(frozen=True, slots=True)
class Outcome:
    """A check, computed: its value (SI), the same as text, and whether it gives what is printed."""

    check: Check
    value: float
    text: str
    holds: bool


def run_check(claim: Claim, check: Check, claims: Mapping[str, Claim], catalog: Catalog) -> Outcome:
    """Computes one check of a claim. Raises VizError with the place of what is wrong in it."""
    names = Names(catalog, claims, claim.amount)
    try:
        value = evaluate(check.compute, names)
        wanted = parse_any(check.gives)
    except (UnitError, VizError) as error:
        raise VizError(Fault(f"claim '{claim.name}': {error}", check.place)) from None
    text = write(value, wanted.dimension, 4)
    if check.gives.endswith("b/s"):  # as the article counts: in bits
        text = write(8 * value, wanted.dimension, 4).replace("B/s", "b/s")
    return Outcome(check, value, text, abs(value - wanted.value) <= CLOSE * abs(wanted.value))


@dataclass(frozen=True, slots=True)
class Names:
    """What an expression may speak of. `value` is the claim's own."""

    catalog: Catalog
    claims: Mapping[str, Claim]
    value: float | None = None


def evaluate(text: str, names: Names) -> float:
    """The value of an expression, SI. Raises VizError."""
    if len(text) > LONGEST:
        raise VizError("the expression is too long")
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise VizError(f"'{text}' is no arithmetic") from None
    try:
        value = _value(tree.body, names)
    except ZeroDivisionError:
        raise VizError(f"'{text}' divides by zero") from None
    except OverflowError:
        raise VizError(f"'{text}' is too large") from None
    if not math.isfinite(value):
        raise VizError(f"'{text}' is no finite number")
    return value


def _value(node: ast.expr, names: Names) -> float:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return float(number)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, names)
        case ast.BinOp(left=left, op=op, right=right):
            return _operate(op, _value(left, names), _value(right, names))
        case ast.Name(id="value"):
            if names.value is None:
                raise VizError("this claim has no single value")
            return names.value
        case ast.Subscript(value=ast.Name(id="claims"), slice=ast.Constant(value=str(name))):
            return _claimed(names, name)
        case ast.Attribute(
            value=ast.Subscript(
                value=ast.Name(id="chips" | "models" as shelf), slice=ast.Constant(value=str(name))
            ),
            attr=attribute,
        ):
            return _known(names.catalog, shelf, name, attribute)
        case ast.Call(func=ast.Name(id=function), args=arguments, keywords=[]):
            return _call(function, arguments, names)
    raise VizError(f"'{ast.unparse(node)}' is not allowed in a check")


def _operate(op: ast.operator, left: float, right: float) -> float:
    match op:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
        case ast.Div():
            return left / right
    raise VizError("a check adds, subtracts, multiplies and divides")


def _claimed(names: Names, name: str) -> float:
    amount = find(names.claims, name, "claim").amount
    if amount is None:
        raise VizError(f"the claim '{name}' is not one number")
    return amount


def _known(catalog: Catalog, shelf: str, name: str, attribute: str) -> float:
    entry: Chip | Model = (
        find(catalog.chips, name, "chip")
        if shelf == "chips"
        else find(catalog.models, name, "model")
    )
    if attribute == "flops" and isinstance(entry, Chip):
        return entry.flops[0][1].value
    known = [one for one in type(entry).__dataclass_fields__ if _is_number(entry, one)]
    if attribute not in known:
        raise VizError(Fault(f"'{name}' has no {attribute}", None, nearest(attribute, known)))
    number: Sourced = getattr(entry, attribute)
    return number.value


def _is_number(entry: Chip | Model, name: str) -> bool:
    return isinstance(getattr(entry, name), Sourced)


def _call(function: str, arguments: list[ast.expr], names: Names) -> float:
    texts = [a.value for a in arguments if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    if len(texts) == len(arguments):
        return _of_texts(function, texts, names)
    numbers = [_value(argument, names) for argument in arguments]
    plain: dict[str, tuple[int, Callable[..., float]]] = {
        "ceil": (1, math.ceil),
        "speed_up": (2, speed_up),
        "generation_share": (2, generation_share),
    }
    count, compute = plain.get(function, (0, math.ceil))
    if not count or len(numbers) != count:
        raise VizError(f"'{function}' is no function of a check; ceil, speed_up, q, token are")
    return float(compute(*numbers))


def _of_texts(function: str, texts: list[str], names: Names) -> float:
    if function == "q" and len(texts) == 1:
        return parse_any(texts[0]).value
    if function not in {"token", "speed", "part_seconds", "part_bytes"} or len(texts) < 2:
        raise VizError(f"'{function}' is no function of a check; q, token, speed, part_seconds are")
    part = texts[2] if function == "part_seconds" and len(texts) > 2 else "reading"
    stack = texts[2] if function in {"token", "speed"} and len(texts) > 2 else None
    rig = parse_rig(texts[0], names.catalog, stack)
    step = decode_step(rig, find(names.catalog.models, texts[1], "model"))
    if function == "token":
        return step.seconds
    if function == "speed":
        return step.speed
    found = next((one for one in step.parts if one.name == part), None)
    if found is None:
        raise VizError(f"a step has no part '{part}'")
    return found.seconds if function == "part_seconds" else found.bytes
