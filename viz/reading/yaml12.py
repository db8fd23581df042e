"""YAML as people expect it: events of PyYAML, the core schema of YAML 1.2, a place for each word.

This is the one module that imports yaml, and it takes nothing but events from it: no tag is ever
followed, no object is ever made. What a scene does not need is refused with its place: tags,
merge keys, several documents, doubled keys, bombs of aliases, deep nesting, hidden characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from unicodedata import normalize

import yaml

from viz.errors import Fault, Place, VizError
from viz.reading import limits
from viz.reading.core import resolve
from viz.reading.nodes import Mapping, Node, Scalar, Sequence, place_at, plain
from viz.reading.syntax import in_plain_words
from viz.reading.user_file import is_stream, read_bytes

__all__ = ["Mapping", "Node", "Scalar", "Sequence", "place_at", "plain", "read", "read_text"]

# A comment has a space after its '#'; "Chip #1 wins" is text that lost its end.
_LOST_TEXT: Final = re.compile(r"[ \t]+#[^\s#]")
# PyYAML's own scanner takes every '?' within brackets for the start of a key; libyaml, as YAML 1.2,
# only one that starts a word. Where libyaml is missing, others are hidden from it as a character
# that no text may have.
_ASKING: Final = re.compile(r"(?<=[^\s{\[,:?-])([ \t]*)(\?+)")
_HIDDEN: Final = "\ufdd0"


def read(path: Path | str) -> Node:
    """The nodes of a UTF-8 file. Raises VizError with every fault that has been found."""
    file = str(path)
    data = read_bytes(path, limits.MOST_BYTES, write="the name of a .yaml file")
    if len(data) > limits.MOST_BYTES:
        size = len(data) if is_stream(path) else Path(path).stat().st_size
        raise VizError(_too_big(size, file))
    return _read_bytes(data, file)


def read_text(text: str, file: str = "<text>") -> Node:
    """The same, from a text that is already in memory."""
    return _read_bytes(text.encode("utf-8", "surrogatepass"), file, text)


def _read_bytes(data: bytes, file: str, text: str | None = None) -> Node:
    if len(data) > limits.MOST_BYTES:
        raise VizError(_too_big(len(data), file))
    if text is None:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            place = Place(file, data[: error.start].count(b"\n") + 1)
            raise VizError(
                Fault("the file is not UTF-8", place, write="the file again, saved as UTF-8")
            ) from None
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    faults = limits.forbidden_characters(text, file)
    deep = limits.too_deep(text, file)
    if faults or deep:
        raise VizError([*faults, *([deep] if deep else [])])
    return _compose(text, file)


def _too_big(size: int, file: str) -> Fault:
    kib = limits.MOST_BYTES // 1024
    return Fault(f"the file has {size:,} bytes; {kib} KiB are allowed", Place(file))


@dataclass(frozen=True, slots=True)
class _Size:
    """What an anchored node costs when it is written out again."""

    node: Node
    nodes: int
    depth: int


@dataclass(slots=True)
class _Composer:
    """One pass over the events. Faults are kept, so that a file's are all told at once."""

    file: str
    lines: list[str]
    events: Iterator[Any]
    faults: list[Fault] = field(default_factory=list)
    anchors: dict[str, _Size | None] = field(default_factory=dict)
    nodes: int = 0
    aliases: int = 0
    deepest: int = 0

    def place(self, event: Any) -> Place:
        mark = event.start_mark
        return Place(self.file, mark.line + 1, mark.column + 1)

    def fault(self, what: str, event: Any, write: str = "") -> None:
        self.faults.append(Fault(what, self.place(event), write=write))

    def refuse(self, what: str, event: Any, write: str = "") -> VizError:
        """For what cannot be read on: all faults so far, and this one."""
        self.fault(what, event, write)
        return VizError(self.faults)

    def node(self, event: Any, depth: int) -> Node:
        self.nodes += 1
        self.deepest = max(self.deepest, depth)
        if depth > limits.MOST_DEPTH:
            raise self.refuse(f"nested deeper than {limits.MOST_DEPTH}", event, "fewer levels")
        if self.nodes > limits.MOST_NODES:
            raise self.refuse(f"more than {limits.MOST_NODES:,} entries", event, "a smaller scene")
        if isinstance(event, yaml.AliasEvent):
            return self.alias(event, depth)
        if event.tag is not None:
            self.fault(f"the tag '{event.tag}' is refused", event, "the value without a tag")
        anchor = event.anchor
        if anchor is None:
            return self.content(event, depth)
        if anchor in self.anchors:
            self.fault(f"the anchor '&{anchor}' is there twice", event, "another name for one")
        self.anchors[anchor] = None  # under way: it cannot contain itself
        before, outer, self.deepest = self.nodes, self.deepest, depth
        node = self.content(event, depth)
        self.anchors[anchor] = _Size(node, self.nodes - before, self.deepest - depth)
        self.deepest = max(outer, self.deepest)
        return node

    def alias(self, event: Any, depth: int) -> Node:
        self.aliases += 1
        if self.aliases > limits.MOST_ALIASES:
            raise self.refuse(f"more than {limits.MOST_ALIASES} aliases", event, "a smaller scene")
        if event.anchor not in self.anchors:
            raise self.refuse(f"nothing is called '&{event.anchor}'", event, "the text in quotes")
        size = self.anchors[event.anchor]
        if size is None:
            raise self.refuse(f"'*{event.anchor}' contains itself", event, "the value itself")
        self.nodes += size.nodes
        self.deepest = max(self.deepest, depth + size.depth)
        if self.nodes > limits.MOST_NODES:
            raise self.refuse(
                f"more than {limits.MOST_NODES:,} entries once aliases are written out", event
            )
        if self.deepest > limits.MOST_DEPTH:
            raise self.refuse(f"nested deeper than {limits.MOST_DEPTH}", event, "fewer levels")
        return size.node

    def content(self, event: Any, depth: int) -> Node:
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event)
        if isinstance(event, yaml.SequenceStartEvent):
            items = []
            while not isinstance(item := next(self.events), yaml.SequenceEndEvent):
                items.append(self.node(item, depth + 1))
            return Sequence(tuple(items), self.place(event))
        return self.mapping(event, depth)

    def mapping(self, start: Any, depth: int) -> Mapping:
        entries: list[tuple[Scalar, Node]] = []
        lines: dict[str, int] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self.node(event, depth + 1)
            value_event = next(self.events)
            value = self.node(value_event, depth + 1)
            if not isinstance(key, Scalar):
                self.fault("a key must be one word", event, "a word before the ':'")
                continue
            if not key.quoted and key.text == "<<":
                self.fault("the merge key '<<' is refused", event, "the keys themselves")
            elif key.text in lines:
                first = lines[key.text]
                self.fault(f"the key '{key.text}' is there twice (first in line {first})", event)
            elif start.flow_style and isinstance(value, Scalar) and value == _nothing(value):
                self.fault(
                    f"'{key.text}' has no value; within {{ }} a comma ends a text",
                    event,
                    'a text that has a comma between quotes: {en: "one, two"}',
                )
            lines.setdefault(key.text, event.start_mark.line + 1)
            entries.append((key, value))
        return Mapping(tuple(entries), self.place(start))

    def scalar(self, event: Any) -> Scalar:
        # Accents as letters have them: an accent of its own would be drawn beside its letter.
        text, place = normalize("NFC", event.value.replace(_HIDDEN, "?")), self.place(event)
        quoted = not event.implicit[0]
        wrong = limits.forbidden_in_text(text)
        if wrong:
            self.fault(wrong, event, "plain text without it" if "U+" in wrong else "less of it")
            return Scalar("", "", place, quoted)
        if quoted:
            return Scalar(text, text, place, quoted=True)
        end = event.end_mark
        if (
            text
            and end.line < len(self.lines)
            and _LOST_TEXT.match(self.lines[end.line], end.column)
        ):
            what = "a '#' after a space starts a comment, and the text ends before it"
            self.fault(what, event, "the text between quotes, or a space after the '#'")
        try:
            return Scalar(resolve(text), text, place)
        except ValueError as error:
            self.fault(str(error), event, "a number that can be written with a few digits")
            return Scalar(0, text, place)


def _nothing(value: Scalar) -> Scalar:
    return Scalar(None, "", value.place)


def _compose(text: str, file: str) -> Node:
    loader = getattr(yaml, "CSafeLoader", None)  # libyaml is ten times as quick
    if loader is None:
        loader, scanned = yaml.SafeLoader, _ASKING.sub(_hidden, text)
    else:
        scanned = text
    composer = _Composer(file, text.split("\n"), iter(yaml.parse(scanned, Loader=loader)))
    try:
        root = _document(composer)
    except yaml.YAMLError as error:
        raise VizError([*composer.faults, in_plain_words(error, text, file)]) from None
    if composer.faults:
        raise VizError(composer.faults)
    return root


def _hidden(asking: re.Match[str]) -> str:
    return asking[1] + _HIDDEN * len(asking[2])


def _document(composer: _Composer) -> Node:
    next(composer.events)  # start of the stream
    start = next(composer.events)
    if isinstance(start, yaml.StreamEndEvent):
        raise VizError(Fault("the file is empty", Place(composer.file)))
    if start.tags or start.version not in {None, (1, 2)}:
        composer.fault("directives ('%...') are refused", start, "the file without them")
    root = composer.node(next(composer.events), 1)
    next(composer.events)  # end of the document
    after = next(composer.events)
    if not isinstance(after, yaml.StreamEndEvent):
        raise composer.refuse("a second document starts here", after, "one scene a file")
    return root
