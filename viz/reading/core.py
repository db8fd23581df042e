"""The core schema of YAML 1.2: what an unquoted word means. Nothing is silently something else.

`no`, `on`, `12:30:00` and `2026-08-13` are text; `010` is ten; `1e9` is a number
(https://yaml.org/spec/1.2.2/#103-core-schema). YAML 1.1 has other ideas of each.
"""

from __future__ import annotations

import math
import re
from typing import Final

from viz.reading.nodes import ScalarValue

_NULL: Final = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE: Final = frozenset({"true", "True", "TRUE"})
_FALSE: Final = frozenset({"false", "False", "FALSE"})
_INT: Final = re.compile(r"[-+]?[0-9]+")
_OCTAL: Final = re.compile(r"0o[0-7]+")
_HEX: Final = re.compile(r"0x[0-9a-fA-F]+")
_FLOAT: Final = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE: Final = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_MOST_DIGITS: Final = 300


def resolve(word: str) -> ScalarValue:
    """The value of an unquoted word. Raises ValueError for a number that no machine can hold."""
    if word in _NULL:
        return None
    if word in _TRUE or word in _FALSE:
        return word in _TRUE
    if _NOT_FINITE.fullmatch(word):
        raise ValueError(f"'{word}' is not a finite number")
    for pattern, base in ((_INT, 10), (_OCTAL, 8), (_HEX, 16)):
        if pattern.fullmatch(word):
            if len(word) > _MOST_DIGITS:
                raise ValueError(f"a number of {len(word)} digits")
            return int(word[2:] if base != 10 else word, base)
    if _FLOAT.fullmatch(word):
        value = float(word)
        if not math.isfinite(value):
            raise ValueError(f"the number {word[:40]} is too large")
        return value
    return word
