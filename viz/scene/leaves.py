"""The words and quantities of a scene file: each is checked as it was written.

A number where a text belongs is the text that was typed (`choices: [1, 20, 91]`), and a
quantity has its unit.
"""

from __future__ import annotations

import re
from typing import Any, Final

from viz import units
from viz.errors import nearest
from viz.reading.nodes import Mapping, Node, Scalar
from viz.scene import vocabulary
from viz.scene.forms import Leaf, Wrong
from viz.scene.paths import bits_of

LONGEST_BEAT: Final = 600.0  # seconds of the screen
_CLOCK: Final = re.compile(r"([0-9]{1,2}):([0-5][0-9](?:\.[0-9]{1,6})?)")
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
_KEY: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,31}")
_TEXT_FORM: Final = 'a text, or {en: "...", zh: "..."}'
_TYPED: Final[dict[str, Any]] = {"type": ["string", "number"]}


def _scalar(node: Node, what: str, write: str) -> Scalar:
    if not isinstance(node, Scalar):
        raise Wrong(f"{what} is wanted here, not a list or a mapping", write)
    if node.value is None and not node.quoted:
        raise Wrong(f"{what} is wanted here, and nothing is written", write)
    return node


def text(use: str) -> Leaf:
    """A text in one language or several: language -> words. `use` says how long it may be."""

    def read(node: Node) -> dict[str, str]:
        if not isinstance(node, Mapping):
            return {"en": _line(node, use)}
        if not node.entries:
            raise Wrong("a text is wanted here, and nothing is written", _TEXT_FORM)
        known = vocabulary.languages()
        for language, _ in node.entries:
            if language.text not in known:
                raise Wrong(
                    f"'{language.text}' is no language that is known here",
                    f"one of {', '.join(known)}; a text that has a comma or ': ' goes in quotes",
                    place=language.place,
                )
        return {language.text: _line(words, use) for language, words in node.entries}

    several = {
        "type": "object",
        "minProperties": 1,
        "additionalProperties": _TYPED,
        "properties": {"en": _TYPED, "zh": _TYPED},
    }
    return Leaf(read, {"anyOf": [_TYPED, several]})


def _line(node: Node, use: str) -> str:
    words = _scalar(node, "a text", _TEXT_FORM).text.strip()
    if not words:
        raise Wrong("an empty text", "a few words, or leave the key out", place=node.place)
    most = vocabulary.LENGTHS.get(use)
    if most is not None and vocabulary.width_of(words) > most:
        raise Wrong(
            f"a text of {len(words)} characters, too long for its place",
            f"at most {most:.0f} letters, or {most / vocabulary.WIDE:.0f} Chinese ones",
            place=node.place,
        )
    return words


def _as_wrong(error: units.UnitError, write: str = "") -> Wrong:
    return Wrong(error.what, error.write or write, error.meant)


def _seconds(node: Node) -> float:
    form = "4 s or 1:02.5"
    typed = _scalar(node, "a time", form).text
    match = _CLOCK.fullmatch(typed)
    try:
        clock = 60 * int(match[1]) + float(match[2]) if match else None
        seconds = units.parse(typed, "seconds") if clock is None else clock
        return units.within(seconds, "seconds", 0.1, LONGEST_BEAT)
    except units.UnitError as error:
        raise _as_wrong(error, form) from None


def _pace(node: Node) -> float:
    form = "1 ms per second"
    typed = _scalar(node, "a pace", form).text
    try:
        return units.within(units.parse(typed, "pace"), "pace", 1e-12, 1e7)
    except units.UnitError as error:
        raise _as_wrong(error, form) from None


def _bits(node: Node) -> float:
    try:
        return bits_of(_scalar(node, "a number of bits", "16 bit").text)
    except units.UnitError as error:
        raise _as_wrong(error) from None


def whole(low: int, high: int) -> Leaf:
    """A whole number within a range."""

    def read(node: Node) -> int:
        number = _scalar(node, "a whole number", str(low)).value
        if not isinstance(number, int) or isinstance(number, bool):
            raise Wrong("a whole number is wanted here", f"{max(low, 1)}")
        if not low <= number <= high:
            raise Wrong(f"{number} is out of range", f"a whole number from {low:,} to {high:,}")
        return number

    return Leaf(read, {"type": "integer", "minimum": low, "maximum": high})


def one_of(what: str, known: tuple[str, ...]) -> Leaf:
    """A word of a list."""
    listed = ", ".join(known)

    def read(node: Node) -> str:
        word = _scalar(node, what, f"one of {listed}").text
        if word not in known:
            meant = nearest(word, known)
            raise Wrong(f"'{word}' is no {what}", "" if meant else f"one of {listed}", meant)
        return word

    return Leaf(read, {"enum": list(known)})


def matching(pattern: re.Pattern[str], write: str, what: str) -> Leaf:
    """A name of something."""

    def read(node: Node) -> str:
        word = _scalar(node, "a name", what).text
        if not pattern.fullmatch(word):
            raise Wrong(f"'{word[:40]}' is no name", write)
        return word

    return Leaf(read, {"type": "string"})


def _yes_no(node: Node) -> bool:
    word = _scalar(node, "true or false", "true or false").value
    if not isinstance(word, bool):
        raise Wrong("true or false is wanted here", "true or false")
    return word


def _typed(node: Node) -> str:
    return _scalar(node, "a value", "a quantity with its unit, or a word").text.strip()


def _kept(node: Node) -> Node:
    return node


def typed(*examples: str) -> Leaf:
    """Whatever is typed: it is read later, when its dimension is known."""
    return Leaf(_typed, {**_TYPED, "examples": list(examples)})


def kept(schema: dict[str, Any]) -> Leaf:
    """A node as it is, for another reader."""
    return Leaf(_kept, schema)


SECONDS: Final = Leaf(_seconds, {**_TYPED, "examples": ["4 s", "1:02.5"]})
PACE: Final = Leaf(_pace, {**_TYPED, "examples": ["1 ms per second"]})
BITS: Final = Leaf(_bits, {**_TYPED, "examples": ["16 bit", "8 bit", "4 bit"]})
YES_NO: Final = Leaf(_yes_no, {"type": "boolean"})
LOOK: Final = one_of("thing to look at", tuple(vocabulary.LOOKS))
BASIS: Final = one_of("basis", ("published", "limit"))
NAME: Final = matching(
    _NAME, "letters, digits, '-', '_' and '.'", "the name of an entry of 'viz list'"
)
KEY: Final = matching(_KEY, "a word of letters, digits, '-' and '_'", "a word")
