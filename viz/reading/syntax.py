"""What a parser of YAML complains about, in words for somebody who never read its manual."""

from __future__ import annotations

import re
from typing import Any, Final

from viz.errors import Fault, Place

# A character beyond U+FFFF as JSON may write it.
_PAIR: Final = re.compile(r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")
_QUOTES: Final = 'the text between quotes: "..."'
# Where these fail, the place that helps is where the thing was opened.
_OPENED: Final = ("while scanning a quoted", "while parsing a flow", "while scanning a simple")
# (part of the parser's message, what is wrong, the right form); the first that fits is taken.
_WORDS: Final = (
    ("mapping values are not allowed", "a ':' that does not belong here", _QUOTES),
    (
        "could not find expected ':'",
        "a line that is neither 'key: value' nor '- item'",
        "key: value",
    ),
    ("escape", "an escape '\\' that YAML does not know", "\\\\ for a backslash"),
    ("quoted scalar", "a quote that is opened here is not closed properly", _QUOTES),
    ("flow sequence", "a '[' that is opened here is not closed properly", "[one, two, three]"),
    ("flow mapping", "a '{' that is opened here is not closed properly", '{en: "...", zh: "..."}'),
    ("'-' indicator", "a line that is not indented like the list above it", "- item"),
    ("block end", "a line that is not indented like its neighbours", "the same indentation"),
    ("expected key", "a line that is not indented like its neighbours", "the same indentation"),
    ("cannot start any token", "a character that cannot start a text without quotes", _QUOTES),
    ("node content", "a bracket or comma that does not belong here", _QUOTES),
    ("alias", "a '*' that is no name of an anchor", _QUOTES),
    ("anchor", "a '&' that is no name of an anchor", _QUOTES),
    ("tag", "a tag ('!...'), which is refused", _QUOTES),
    (
        "block scalar",
        "a '|' or '>' that is followed by something",
        "| and the text on the next lines",
    ),
    ("YAML document", "a directive ('%...'), which is refused", "the file without it"),
)


def in_plain_words(error: Exception, text: str, file: str) -> Fault:
    """One fault, at the character where a person would look for it."""
    problem = str(getattr(error, "problem", None) or error)
    context = str(getattr(error, "context", None) or "")
    mark: Any = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    if context.startswith(_OPENED) and "escape" not in problem:
        mark = getattr(error, "context_mark", None) or mark
    place = Place(file, mark.line + 1, mark.column + 1) if mark else Place(file)
    lines = ["", *text.split("\n"), ""]
    line = lines[min(place.line, len(lines) - 1)]
    pair = _PAIR.search(line)
    if pair and "escape" in problem:
        low = (int(pair[1], 16) - 0xD800 << 10) + int(pair[2], 16) - 0xDC00 + 0x10000
        what = f"{pair[0]} are two halves of one character"
        return Fault(what, Place(file, place.line, pair.start() + 1), write=f'"\\U{low:08X}"')
    if "\t" in line[: len(line) - len(line.lstrip())]:
        return Fault("a tab in the indentation", place, write="spaces")
    for above in (0, 1):  # a line without a ':' is taken as the start of the next one
        number = max(place.line - above, 0)
        other = lines[min(number, len(lines) - 1)]
        if "：" in other and ":" not in other:
            at = Place(file, number, other.index("：") + 1)
            return Fault("the wide colon '：' is no ':'", at, write="key: value")
    if "“" in line and '"' not in line:
        return Fault("curly quotes “ ” quote nothing in YAML", place, write=_QUOTES)
    if "expected key" in problem and line[: place.column - 1].rstrip().endswith(("'", '"')):
        return Fault("text goes on after its closing quote", place, write=_QUOTES)
    for part, what, write in _WORDS:
        if part in problem or part in context:
            return Fault(what, place, write=write)
    return Fault(f"this is not YAML: {problem}", place)
