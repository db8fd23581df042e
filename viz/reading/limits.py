"""What a file may hold, checked on its characters before any parser sees them."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import bidirectional

from viz.errors import Fault, Place

MOST_BYTES: Final = 64 * 1024
MOST_NODES: Final = 20_000  # counted as if every alias were written out
MOST_ALIASES: Final = 100
MOST_DEPTH: Final = 32
MOST_CHARACTERS: Final = 500  # of one text
_MOST_SHOWN: Final = 5  # faults of one kind; a binary file has thousands

# C0 and C1 controls, DEL, NEL, line and paragraph separators, surrogates, noncharacters, BOM.
_CONTROL: Final = (
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufdd0-\ufdef\ufeff\ufffe\uffff"
)
# Marks that turn the direction of writing: what is read would not be what is written.
_TURNING: Final = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_LEFTWARD: Final = ("R", "AL", "AN")  # Unicode's classes of Hebrew, Arabic and their like
_FORBIDDEN: Final = re.compile(f"[{_CONTROL}{_TURNING}]")
_FORBIDDEN_IN_TEXT: Final = re.compile(f"[{_CONTROL}{_TURNING}\t\r]")
_STAIRS: Final = re.compile(rf"^[ \t]*(?:[-?:][ \t]+){{{MOST_DEPTH + 1},}}", re.MULTILINE)
_BRACKET: Final = re.compile(r"[\[{\]}\n]")


def place_of(text: str, index: int, file: str) -> Place:
    """Line and column of a character, counted from 1."""
    before = text[:index]
    return Place(file, before.count("\n") + 1, index - before.rfind("\n"))


def forbidden_characters(text: str, file: str) -> list[Fault]:
    """A fault for each of the first few characters that no scene needs and some misuse."""
    faults = []
    for match in _FORBIDDEN.finditer(text):
        faults.append(Fault(_name_of(match[0]), place_of(text, match.start(), file)))
        if len(faults) == _MOST_SHOWN:
            break
    return [Fault(f.what, f.place, write="plain text without it") for f in faults]


def forbidden_in_text(value: str) -> str:
    """What is wrong with a text that the parser has put together (from escapes), or ""."""
    if len(value) > MOST_CHARACTERS:
        return f"a text of {len(value):,} characters; {MOST_CHARACTERS} are allowed"
    match = _FORBIDDEN_IN_TEXT.search(value)
    if match:
        return _name_of(match[0])
    leftward = next((letter for letter in value if bidirectional(letter) in _LEFTWARD), "")
    if leftward:
        return (
            f"'{leftward}' (U+{ord(leftward):04X}) is written from right to left, as no picture is"
        )
    return ""


def too_deep(text: str, file: str) -> Fault | None:
    """Brackets or dashes nested so deeply that parsers have crashed on them."""
    stairs = _STAIRS.search(text)
    if stairs:
        return _deep(place_of(text, stairs.start(), file))
    depth = 0
    for match in _BRACKET.finditer(text):
        if match[0] in "[{":
            depth += 1
            # Twice the limit: brackets within text count here, and only here.
            if depth > 2 * MOST_DEPTH:
                return _deep(place_of(text, match.start(), file))
        elif match[0] in "]}":
            depth = max(depth - 1, 0)
    return None


def _deep(place: Place) -> Fault:
    return Fault(f"nested deeper than {MOST_DEPTH}", place, write="fewer levels")


def _name_of(character: str) -> str:
    code = ord(character)
    if re.match(f"[{_TURNING}]", character):
        return f"the character U+{code:04X} turns the direction of writing"
    if character == "\t":
        return "a tab within text"
    if 0xD800 <= code <= 0xDFFF:
        return f"half a character (surrogate U+{code:04X})"
    return f"the control character U+{code:04X}"
