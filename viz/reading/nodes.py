"""What a YAML file holds, with a place for every word of it. Plain Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from viz.errors import Place

ScalarValue = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Scalar:
    """One word, number or text. `text` is as written; `quoted` says it stood between quotes."""

    value: ScalarValue
    text: str
    place: Place
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Sequence:
    items: tuple[Node, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys in the order of the file. A key's name is its `text`: `no:` is called "no"."""

    entries: tuple[tuple[Scalar, Node], ...]
    place: Place

    def get(self, name: str) -> Node | None:
        """What stands under a key, or None."""
        return next((node for key, node in self.entries if key.text == name), None)


Node = Scalar | Sequence | Mapping


def plain(node: Node) -> Any:
    """The same as dicts, lists and values, for a checker of schemas. Places are left behind."""
    if isinstance(node, Mapping):
        return {key.text: plain(value) for key, value in node.entries}
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return node.value


def place_at(node: Node, path: Iterable[str | int], *, key: bool = False) -> Place:
    """The place of what `path` leads to; with `key`, of the key that names it.

    Where the path leads nowhere (a key that is missing), the place of the last thing on the way.
    """
    place = node.place
    for step in path:
        if isinstance(node, Mapping):
            found = next(((k, v) for k, v in node.entries if k.text == str(step)), None)
            if found is None:
                continue  # a step that names no key: a variant of a union
            place = found[0].place if key else found[1].place
            node = found[1]
        elif isinstance(node, Sequence) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
            place = node.place
    return place


def scalars(node: Node) -> Iterator[Scalar]:
    """Every word of a node in the order of the file, keys included."""
    if isinstance(node, Mapping):
        for key, value in node.entries:
            yield key
            yield from scalars(value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from scalars(item)
    else:
        yield node
