"""Whether a text on stage tells the right choice of a question.

A choice with a number is told by that number: the same value, whatever its prefix ("14.3 s",
"14300 ms"), within rounding, and of the same kind: 20 s are not 20 times. A choice of words is told by
a text that has all of its words: their stems in English, their characters in Chinese.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from viz import units
from viz.units import UnitError

NEAR: Final = 0.006  # of a number: what rounding may hide, or half of its last digit
MOST: Final = 0.05  # of a number: what its last digit may hide at most
_SCALES: Final = {
    "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12,
    "万": 1e4, "亿": 1e8, "万亿": 1e12,
}  # fmt: skip
# How units are written in texts -> a unit of viz.units; longer ones first.
_UNITS: Final = {
    "tokens a second": "tok/s", "tokens per second": "tok/s", "tokens/s": "tok/s",
    "a second": "tok/s", "个词元每秒": "tok/s", "词元每秒": "tok/s", "词元/秒": "tok/s",
    "个词元": "tok", "词元": "tok", "毫秒": "ms", "微秒": "us", "纳秒": "ns", "分钟": "min",
    "小时": "h", "秒": "s", "天": "d", "字节": "B", "美元": "$", "瓦": "W", "per cent": "%",
    "percent": "%", "µs": "us",
}  # fmt: skip
_NUMBER: Final = re.compile(
    r"(?<![A-Za-z0-9_.])(?<![A-Za-z]-)(\$?)([0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?)"
    r"\s?(thousand\b|million\b|billion\b|trillion\b|万亿|万|亿)?\s?"
    r"(" + "|".join(_UNITS) + r"|%|[A-Za-zµ²]+(?:/[A-Za-z]+)?|[×倍]|[\u3400-\u9fff])?"
)
_TIMES: Final = ("x", "×", "times", "fold", "倍")
_COUNTED: Final = re.compile(r"\s*[A-Za-z]{2,}[0-9-]|\s+[A-Z]")  # after "91 ×": "WSE-3"
_WORD: Final = re.compile(r"[A-Za-z]+(?:['’][A-Za-z]+)?")
_HAN: Final = re.compile("[\u3400-\u9fff]")
_EMPTY_WORDS: Final = frozenset(
    [
        "a",
        "about",
        "all",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "been",
        "both",
        "but",
        "by",
        "can",
        "do",
        "does",
        "each",
        "for",
        "from",
        "had",
        "has",
        "have",
        "how",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "just",
        "more",
        "most",
        "no",
        "not",
        "of",
        "on",
        "one",
        "only",
        "or",
        "per",
        "so",
        "than",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "they",
        "this",
        "to",
        "up",
        "was",
        "were",
        "what",
        "when",
        "which",
        "who",
        "why",
        "will",
        "with",
        "would",
        "you",
        "your",
    ]
)
_EMPTY_SIGNS: Final = frozenset(
    "的了是在和与或也都就要会能一个每它们这那不有到从把被让给比更最很约"
)
_ENDINGS: Final = ("ing", "ed", "er", "est", "ly", "e")


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a text, in SI. `kind` says more of plain numbers: "times", "share", or the stem
    of the word that is counted, "" where none is. `slack` is half of its last digit."""

    value: float
    dimension: str
    kind: str = ""
    slack: float = 0.0

    def is_said_by(self, other: Number) -> bool:
        """Whether a number in a text is this one to a reader."""
        if self.dimension != other.dimension:
            return False
        hidden = max(NEAR * abs(self.value), min(other.slack, MOST * abs(self.value)))
        return abs(self.value - other.value) <= hidden * (1 + 1e-9)


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice as it is looked for in texts of one language: numbers that say it, else words.

    `counts` are stems of what the question may count: "91 wafers", where it asks for wafers.
    """

    numbers: tuple[Number, ...]
    words: frozenset[str]
    text: str
    counts: frozenset[str] = frozenset()

    def told_by(self, text: str) -> bool:
        """Whether a text tells it."""
        if self.numbers:
            return any(self._says(one, text) for one in numbers(text))
        if not self.words:
            return text.strip().casefold() == self.text.strip().casefold()
        return self.words <= words(text)

    def _says(self, found: Number, text: str) -> bool:
        for wanted in self.numbers:
            if not wanted.is_said_by(found):
                continue
            if wanted.dimension != "number" or wanted.kind in ("times", "share"):
                if wanted.kind == found.kind or wanted.dimension != "number":
                    return True
            elif found.kind in self.counts or found.kind == "count":
                return True
            elif not found.kind and not words(_NUMBER.sub("", text)):
                return True  # the number alone
        return False


def choice_of(text: str, question: str, value: Number | None = None) -> Choice:
    """A choice, with the value of the model that stands behind it."""
    found = numbers(text)
    if found and value is not None and value.dimension == found[0].dimension:
        found = (*found, Number(value.value, value.dimension, found[0].kind))
    counted = {one.kind for one in found if one.kind not in ("times", "share")} - {""}
    stems = counted | {word for word in words(question) if word.isascii() or len(word) == 1}
    return Choice(found, words(text) or frozenset(_all(text)), text, frozenset(stems))


def numbers(text: str) -> tuple[Number, ...]:
    """Every number of a text, but not those of names: H100, WSE-3."""
    return tuple(_numbers(text.replace("\u00a0", " ").replace("\u202f", " ")))


def _numbers(text: str) -> Iterator[Number]:
    for match in _NUMBER.finditer(text):
        dollar, digits, scale, unit = match.groups()
        plain = digits.replace(",", "")
        times = _SCALES.get(scale or "", 1.0)
        value, slack = float(plain) * times, 0.5 * times * 10.0 ** -len(plain.partition(".")[2])
        unit = "$" if dollar else unit or ""
        if unit in _TIMES:
            counted = unit in ("×", "x") and _COUNTED.match(text, match.end())
            yield Number(value, "number", "count" if counted else "times", slack)
        elif unit in ("%", "percent", "per cent"):
            yield Number(value / 100, "number", "share", slack / 100)
        elif unit and (one := _unit(_UNITS.get(unit, unit))) is not None:
            yield Number(value * one.value, one.dimension, "", slack * one.value)
        else:
            yield Number(value, "number", stem(unit) if unit.isascii() else unit, slack)


def _unit(unit: str) -> units.Quantity | None:
    try:
        found = units.parse_any("$1" if unit == "$" else f"1 {unit}")
    except UnitError:
        return None
    return None if found.dimension == "number" else found


def words(text: str) -> frozenset[str]:
    """What a text says: stems of English words, and Chinese characters; without empty words."""
    english = (word for word in _WORD.findall(text) if word.casefold() not in _EMPTY_WORDS)
    signs = (sign for sign in _HAN.findall(text) if sign not in _EMPTY_SIGNS)
    return frozenset((*map(stem, english), *signs))


def _all(text: str) -> Iterator[str]:
    yield from map(stem, _WORD.findall(text))
    yield from _HAN.findall(text)


def stem(word: str) -> str:
    """What forms of an English word have in common: reads, reading, reader -> read."""
    plain = re.sub(r"['’]s?$", "", word.casefold())
    if plain.endswith("ies") and len(plain) > 4:
        plain = plain[:-3] + "y"
    elif plain.endswith(("sses", "xes", "ches", "shes")):
        plain = plain[:-2]
    elif plain.endswith("s") and not plain.endswith(("ss", "us", "is")) and len(plain) > 3:
        plain = plain[:-1]
    for ending in _ENDINGS:
        if plain.endswith(ending) and len(plain) - len(ending) >= 3:
            plain = plain.removesuffix(ending)
            break
    twice = len(plain) > 3 and plain[-1] == plain[-2] and plain[-1] not in "ls"
    return plain[:-1] if twice else plain
