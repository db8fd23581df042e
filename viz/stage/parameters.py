"""An actor's parameters: a dataclass whose fields say what a scene may write, checked with places.

A field is made with `parameter(...)`. Kinds: "text" (one language or several), "word", "number",
"yes", a dimension of viz.units such as "seconds", and lists of these ("texts", "words",
"numbers", or "list of seconds"). A word may be limited to `choices`. "ref" is a quantity, a
reference or arithmetic (viz.stage.quantity), "refs" several of them; they are resolved when drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, field, fields
from typing import Any, TypeVar

from viz.errors import Fault, VizError, nearest
from viz.scene.arithmetic import FORM as REF_FORM
from viz.scene.arithmetic import Ref
from viz.scene.arithmetic import parse as parse_ref
from viz.scene.types import ActorCall
from viz.units import UnitError, parse

T = TypeVar("T")


def parameter(
    kind: str, about: str, default: Any = MISSING, *, choices: tuple[str, ...] = ()
) -> Any:
    """A field of a `Parameters` dataclass: its kind, its one-line use, its default."""
    metadata = {"kind": kind, "about": about, "choices": choices}
    if default is MISSING:
        return field(metadata=metadata)
    if kind == "ref" and isinstance(default, str):
        default = parse_ref(default)
    elif kind == "refs" and default:
        default = tuple(parse_ref(one) if isinstance(one, str) else one for one in default)
    return field(default=default, metadata=metadata)


def read(form: Callable[..., T], call: ActorCall) -> T:
    """The parameters of a call. Raises VizError with every fault and its place."""
    known = {f.name: f for f in fields(form)}  # type: ignore[arg-type]
    faults: list[Fault] = []
    values: dict[str, Any] = {}
    for name, value in call.parameters:
        place = call.places.get(name, call.place)
        if name not in known:
            what = f"{call.actor} has no parameter '{name}'"
            meant = nearest(name, known)
            listed = f"one of {', '.join(known)}" if known else f"{call.actor} without parameters"
            faults.append(Fault(what, place, meant, "" if meant else listed))
            continue
        try:
            values[name] = _value(known[name], value)
        except UnitError as error:
            faults.append(Fault(f"{name}: {error.what}", place, error.meant, error.write))
    for name, one in known.items():
        missing = one.default is MISSING and one.default_factory is MISSING
        if missing and name not in dict(call.parameters):
            what = f"{call.actor} needs '{name}': {one.metadata['about']}"
            faults.append(Fault(what, call.place, write=f"{name}: {_example(one)}"))
    if faults:
        raise VizError(faults)
    return form(**values)


def described(form: Any) -> list[tuple[str, str, str]]:
    """Name, kind and use of each parameter, for people."""
    found = []
    for one in fields(form):
        kind = " | ".join(one.metadata["choices"]) or one.metadata["kind"]
        found.append((one.name, kind, one.metadata["about"]))
    return found


def default_of(form: Any, name: str) -> str:
    """What a parameter is where a scene does not write it, for people; "needed" if it must."""
    one = next(field for field in fields(form) if field.name == name)
    if one.default is MISSING:
        return "needed" if one.default_factory is MISSING else ""
    return _shown(one.default)


def _shown(value: Any) -> str:
    if isinstance(value, Ref):
        return value.text
    if isinstance(value, tuple):
        return ", ".join(shown for one in value if (shown := _shown(one)))
    if isinstance(value, Mapping):
        return str(value.get("en", ""))
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:g}"
    return str(value) if isinstance(value, str | int) else ""


def _value(one: Field[Any], value: Any) -> Any:
    kind = str(one.metadata["kind"])
    several = {"texts": "text", "words": "word", "numbers": "number", "refs": "ref"}.get(kind)
    if kind.startswith("list of "):
        several = kind.removeprefix("list of ")
    if several:
        items = value if isinstance(value, list | tuple) else [value]
        return tuple(_single(several, item, one) for item in items)
    return _single(kind, value, one)


def _single(kind: str, value: Any, one: Field[Any]) -> Any:
    if kind == "text":
        if isinstance(value, Mapping):
            return {str(lang): str(words) for lang, words in value.items()}
        return {"en": str(value)}
    if kind == "word":
        word = str(value)
        choices = one.metadata["choices"]
        if choices and word not in choices:
            raise UnitError(f"'{word}' is no choice", f"one of {', '.join(choices)}")
        return word
    if kind == "ref":
        return parse_ref(_written(value))
    if kind == "yes":
        if not isinstance(value, bool):
            raise UnitError(f"'{value}' is neither true nor false", "true or false")
        return value
    if kind == "number":
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise UnitError(f"'{value}' is no number", "a number such as 8")
        return float(value)
    return parse(str(value), kind)


def _written(value: Any) -> str:
    """A reference as written; 'claim: name' with a space is a mapping for YAML."""
    if isinstance(value, Mapping) and len(value) == 1:
        ((key, inner),) = value.items()
        return f"{key}:{inner}"
    if isinstance(value, list | tuple | Mapping):
        raise UnitError("one quantity is wanted here, not several", REF_FORM)
    return str(value)


def _example(one: Field[Any]) -> str:
    kind = str(one.metadata["kind"])
    choices = one.metadata["choices"]
    examples = {"number": "8", "numbers": "[1, 8]", "yes": "true", "seconds": "2 s", "ref": "30 s"}
    return str(choices[0]) if choices else examples.get(kind, "...")
