"""What a parser of YAML complains about, in words for somebody who never read its manual."""

from __future__ import annotations

from typing import Any, Final

from viz.errors import Fault, Place

_QUOTES: Final = 'the text between quotes: "..."'
# (part of the parser's message, what is wrong, the right form); the first that fits is taken.
_WORDS: Final = (
    ("mapping values are not allowed", "a ':' that does not belong here", _QUOTES),
    (
        "could not find expected ':'",
        "a line that is neither 'key: value' nor '- item'",
        "key: value",
    ),
    ("quoted scalar", "a quote that is opened here is not closed properly", _QUOTES),
    ("escape", "an escape '\\' that YAML does not know", "\\\\ for a backslash"),
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
    if context.startswith(
        ("while scanning a quoted", "while parsing a flow", "while scanning a s")
    ):
        mark = getattr(error, "context_mark", None) or mark
    place = Place(file, mark.line + 1, mark.column + 1) if mark else Place(file)
    lines = text.split("\n")
    line = lines[place.line - 1] if place.line <= len(lines) else ""
    indentation = line[: len(line) - len(line.lstrip())]
    if "\t" in indentation:
        return Fault("a tab in the indentation", place, write="spaces")
    if "：" in line and ": " not in line:
        return Fault("the wide colon '：' is no ':'", place, write="key: value")
    if "“" in line and '"' not in line:
        return Fault("curly quotes “ ” quote nothing in YAML", place, write=_QUOTES)
    for part, what, write in _WORDS:
        if part in problem or part in context:
            return Fault(what, place, write=write)
    return Fault(f"this is not YAML: {problem}", place)
