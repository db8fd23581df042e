"""Words of scene files that have another name now, and how a file is brought up to date.

A file is changed word by word, in its own form: comments, order and spaces stay. Only what is sure is
changed; a misspelt word is a fault that names the nearest, and stays for a person.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import BaseModel

from viz.errors import Place
from viz.reading.nodes import Mapping, Node, Scalar, Sequence
from viz.scene.form_faults import form_of, names_of
from viz.scene.vocabulary import RENAMED, Renaming, new_name

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """One word of a file, and what it is to be."""

    place: Place
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.place}: '{self.old}' is '{self.new}' now"


def changes(root: Node, table: tuple[Renaming, ...] = RENAMED) -> tuple[Change, ...]:
    """Every word of a scene file that has another name now, in the order of the file."""
    found = sorted(
        (
            Change(word.place, word.text, new)
            for word, new in _in(root, (), table)
            if new not in ("", word.text)
        ),
        key=lambda one: (one.place.line, one.place.column),
    )
    return tuple(dict.fromkeys(found))


def changed(text: str, wanted: tuple[Change, ...]) -> str:
    """The text of a file with its changes; a word that does not stand at its place stays."""
    mark = "\ufeff" if text.startswith("\ufeff") else ""  # of the order of bytes; no column
    lines = text.removeprefix(mark).splitlines(keepends=True)
    for one in reversed(wanted):
        row, at = one.place.line - 1, one.place.column - 1
        line = lines[row]
        at += line[at : at + 1] in ("'", '"')
        if line.startswith(one.old, at):
            lines[row] = line[:at] + one.new + line[at + len(one.old) :]
    return mark + "".join(lines)


def _in(node: Node, path: Path, table: tuple[Renaming, ...]) -> Iterator[tuple[Scalar, str]]:
    """Words and their new names, below a node."""
    if path[-1:] == ("show",):
        yield from _of_show(node, table)
    elif path[-1:] in (("look",), ("hide",)) or path[-2:] == ("look", "parts"):
        yield from _of_words(node, path, table)
    elif isinstance(node, Mapping):
        form = form_of(path)
        for key, value in node.entries:
            new = _key(key.text, form, {one.text for one, _ in node.entries}, table)
            if new != key.text:
                yield key, new
            yield from _in(value, (*path, new), table)
    elif isinstance(node, Sequence):
        for i, item in enumerate(node.items):
            yield from _in(item, (*path, i), table)


def _key(
    old: str, form: type[BaseModel] | None, there: set[str], table: tuple[Renaming, ...]
) -> str:
    """The key's name now; the old one where it is known, or would stand there twice."""
    if form is None or old in names_of(form):
        return old
    new = new_name("key", old.casefold(), table=table)
    return new if new in names_of(form) and new not in there else old


def _of_show(node: Node, table: tuple[Renaming, ...]) -> Iterator[tuple[Scalar, str]]:
    for entry in node.items if isinstance(node, Sequence) else ():
        if isinstance(entry, Scalar):
            yield entry, new_name("actor", entry.text, table=table)
        for name, parameters in entry.entries if isinstance(entry, Mapping) else ():
            actor = new_name("actor", name.text, table=table) or name.text
            yield name, actor
            for key, _ in parameters.entries if isinstance(parameters, Mapping) else ():
                yield key, new_name("parameter", key.text, actor, table)


def _of_words(node: Node, path: Path, table: tuple[Renaming, ...]) -> Iterator[tuple[Scalar, str]]:
    if isinstance(node, Scalar):
        kind = "actor" if path[-1] == "hide" else "look"
        yield node, new_name(kind, node.text, table=table)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _of_words(item, path, table)
    else:
        for _, value in node.entries:
            yield from _of_words(value, (*path, "parts"), table)
