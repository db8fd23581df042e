"""A small engine for forms: frozen dataclasses whose fields say what a file may hold.

Each field of a form is made by `key(...)`: its kind, its words for a person, its name in the
file. One pass reads nodes into the form and keeps every fault with its place; what is wrong is
left out, and the rest is read on. The JSON Schema for editors comes from the same fields.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from viz.errors import Fault, Place, nearest
from viz.reading.nodes import Mapping, Node, Scalar, Sequence

Path = tuple[str | int, ...]
# How many words a form may suggest when a key is unknown, and how a person calls its parts.
_FEW: Final = 4


class Wrong(Exception):  # noqa: N818 - what is raised is a fault of the file, not of the program
    """A value that is not what is wanted; `place` if it is not that of the value itself."""

    def __init__(
        self, what: str, write: str = "", meant: tuple[str, ...] = (), place: Place | None = None
    ) -> None:
        super().__init__(what)
        self.fault = Fault(what, place, meant, write)


@dataclass(frozen=True, slots=True)
class Leaf:
    """One value: `read` takes its node, or raises Wrong. `schema` is for editors."""

    read: Callable[[Node], Any]
    schema: dict[str, Any]


@dataclass(frozen=True, slots=True)
class FormOf:
    """Keys with values. A lone word stands for the key `short`, if the form has one.

    `flat`: a wrong one is kept as far as it is right (a beat), and not left out (a machine).
    """

    form: type
    short: str = ""
    flat: bool = False


@dataclass(frozen=True, slots=True)
class ListOf:
    kind: Kind
    least: int = 0
    most: int = 50


@dataclass(frozen=True, slots=True)
class MapOf:
    """Names that the author chooses, each with a value of one kind."""

    kind: Kind
    name: Leaf
    most: int = 50


Kind = Leaf | FormOf | ListOf | MapOf


def key(kind: Kind, about: str, default: Any = None, *, name: str = "", required: str = "") -> Any:
    """A field of a form. `required` is an example of the key, told to who has left it out."""
    metadata = {"kind": kind, "about": about, "name": name, "required": required}
    return field(default=default, metadata=metadata)


@dataclass(slots=True)
class Reading:
    """One pass over a file. `name_of` says what a person calls a path; `synonyms` what they mean."""

    name_of: Callable[[Path], str]
    unknown: Callable[[type, str], str]
    synonyms: dict[str, str]
    faults: list[tuple[Path, Fault]] = field(default_factory=list)

    def fault(
        self, path: Path, what: str, place: Place, write: str = "", meant: tuple[str, ...] = ()
    ) -> None:
        self.faults.append((path, Fault(what, place, meant, write)))

    def form(self, form: type, node: Node, path: Path, short: str = "") -> Any:
        """The form as far as it can be read, or None if it is none at all."""
        if short and isinstance(node, Scalar):
            node = Mapping(((Scalar(short, short, node.place), node),), node.place)
        if not isinstance(node, Mapping):
            keys = ", ".join(names_of(form)[:_FEW])
            what = f"{self.name_of(path)} must be keys with values"
            self.fault(path, what, node.place, f"keys like {keys}")
            return None
        fields = {_name(one): one for one in dataclasses.fields(form)}
        values: dict[str, Any] = {}
        meant = {
            w for k, _ in node.entries if k.text not in fields for w in self.no_key(form, path, k)
        }
        for name, one in fields.items():
            child = node.get(name)
            if child is not None:
                found = self.value(one.metadata["kind"], child, (*path, name))
                if found is not None:
                    values[one.name] = found
            elif one.metadata["required"] and name not in meant:
                what = f"{self.name_of(path)} has no '{name}'"
                self.fault((*path, name), what, node.place, one.metadata["required"])
        return form(**values)

    def value(self, kind: Kind, node: Node, path: Path) -> Any:
        """What stands at a path, or None where it is wrong and left out."""
        match kind:
            case Leaf(read):
                try:
                    return read(node)
                except Wrong as error:
                    fault = error.fault
                    what = f"{self.name_of(path)}: {fault.what}"
                    self.fault(path, what, fault.place or node.place, fault.write, fault.meant)
                    return None
            case FormOf(form, short, flat):
                before = len(self.faults)
                found = self.form(form, node, path, short)
                return found if flat or len(self.faults) == before else None
            case ListOf():
                return self.items(kind, node, path)
            case MapOf():
                return self.named(kind, node, path)

    def items(self, kind: ListOf, node: Node, path: Path) -> Any:
        if not isinstance(node, Sequence):
            what = f"{self.name_of(path)} must be a list"
            self.fault(path, what, node.place, "each entry with a '-' before it")
            return None
        if not self.counted(len(node.items), kind.least, kind.most, node, path):
            return None
        before = len(self.faults)
        found = [self.value(kind.kind, item, (*path, i)) for i, item in enumerate(node.items)]
        flat = isinstance(kind.kind, FormOf) and kind.kind.flat
        return tuple(found) if flat or len(self.faults) == before else None

    def named(self, kind: MapOf, node: Node, path: Path) -> Any:
        if not isinstance(node, Mapping):
            what = f"{self.name_of(path)} must be keys with values"
            self.fault(path, what, node.place, "key: value")
            return None
        if not self.counted(len(node.entries), 0, kind.most, node, path):
            return None
        found = {}
        for name, child in node.entries:
            if self.value(kind.name, name, (*path, name.text)) is None:
                continue
            value = self.value(kind.kind, child, (*path, name.text))
            if value is not None:
                found[name.text] = value
        return found

    def counted(self, count: int, least: int, most: int, node: Node, path: Path) -> bool:
        if least <= count <= most:
            return True
        limit = f"at least {least}" if count < least else f"at most {most}"
        self.fault(path, f"{self.name_of(path)} has {count}; {limit} is wanted", node.place)
        return False

    def no_key(self, form: type, path: Path, found: Scalar) -> tuple[str, ...]:
        """A fault for a key that the form has not; gives back the keys that may be meant."""
        names = names_of(form)
        what = f"{self.name_of(path)} has no key '{found.text}'"
        word = self.synonyms.get(found.text.casefold(), found.text)
        elsewhere = self.unknown(form, word)
        meant = (word,) if word in names else () if elsewhere else nearest(word, names)
        write = elsewhere or ("" if meant else "one of " + ", ".join(names))
        self.fault((*path, found.text), what, found.place, write if not meant else "", meant)
        return meant


def names_of(form: type) -> list[str]:
    """The keys of a form, as they stand in a file."""
    return [_name(one) for one in dataclasses.fields(form)]


def _name(one: dataclasses.Field[Any]) -> str:
    return one.metadata["name"] or one.name


def schema_of(kind: Kind) -> dict[str, Any]:
    """The JSON Schema of a kind."""
    match kind:
        case Leaf(_, schema):
            return dict(schema)
        case ListOf(inner, least, most):
            return {"type": "array", "items": schema_of(inner), "minItems": least, "maxItems": most}
        case MapOf(inner, _, most):
            return {
                "type": "object",
                "additionalProperties": schema_of(inner),
                "maxProperties": most,
            }
        case FormOf(form, short):
            whole = _schema_of_form(form)
            if not short:
                return whole
            return {"anyOf": [{**whole["properties"][short]}, whole]}


def _schema_of_form(form: type) -> dict[str, Any]:
    fields = dataclasses.fields(form)
    properties = {}
    for one in fields:
        part = {**schema_of(one.metadata["kind"]), "description": one.metadata["about"]}
        if isinstance(one.default, int | float | str) and not one.metadata["required"]:
            part["default"] = one.default
        properties[_name(one)] = part
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [_name(one) for one in fields if one.metadata["required"]],
        "properties": properties,
    }
