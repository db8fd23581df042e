"""The stage's own words, one file a language in assets/words/."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from viz.assets_path import data_folder
from viz.catalog.types import Text

# A name that another begins with comes after it: they are replaced in this order.
GREEK: Final = {"eta_c": "η_c", "eta": "η", "tau": "τ", "sigma": "σ"}

KNOB: Final = "a knob of the scene"
CHOICE: Final = "the choice of this scene or command"
_PLURAL: Final = re.compile(r"\{(\w+)\|([^|{}]*)\|([^|{}]*)\}")
_MICRO: Final = re.compile(r"(?<=[0-9] )us\b")
_TOKENS: Final = re.compile(r"\b[0-9]{4,}(?= tok\b)")
_TOK: Final = re.compile(r" tok\b")
_ARTICLE: Final = re.compile(r"article (00[01])(?:_[0-9a-f]+)?")


@cache
def words(lang: str) -> Mapping[str, Any]:
    """The words of a language; English where a language has no file."""
    folder = data_folder("assets") / "words"
    file = folder / f"{lang}.json"
    if not file.is_file():
        file = folder / "en.json"
    found: Mapping[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def group(lang: str, name: str) -> Mapping[str, str]:
    """A group of words; where a language lacks one, the English."""
    english: Mapping[str, str] = words("en")[name]
    own: Mapping[str, str] = words(lang).get(name, {})
    return {**english, **own}


def word_of(lang: str, name: str, key: str) -> str:
    """One word of a group."""
    return group(lang, name)[key]


def filled(text: str, /, **values: object) -> str:
    """A phrase with values put in. `{count|word|words}` is the first where `count` is one."""
    plain = numbered(text, values)
    return plain.format(**values) if values else plain


def numbered(text: str, values: Mapping[str, object]) -> str:
    """A phrase with each `{count|word|words}` decided, and its values still to be put in."""
    return _PLURAL.sub(lambda found: found[2 if str(values.get(found[1])) == "1" else 3], text)


def symbol(lang: str, name: str) -> str:
    """What a symbol of the physics stands for, and the symbol; an unknown one as it is. One that
    is a word stands in brackets, for it would be read as part of the name; one that is its own
    meaning in English is no symbol, and only the meaning is given."""
    greek = GREEK.get(name, name.replace("_", " "))
    meant = group(lang, "symbols").get(name, "")
    if meant and group("en", "symbols").get(name) == name:
        return meant
    if meant and greek.isascii() and greek.isalpha() and len(greek) > 1:
        return f"{meant} ({greek})"
    return f"{meant} {greek}".strip()


def source_said(source: str, lang: str) -> str:
    """Where a number is from, in the words of a language: "preview article, 2026-06"."""
    own = words(lang)
    if source == "the scene":
        return str(own["ask_scene"])
    if source == CHOICE:
        return str(own["ask_choice"])
    if source == KNOB:
        return str(own["ask_knob"])
    source = source.replace("both articles", articles_said(("000", "001"), lang))
    source = _MICRO.sub("µs", source)
    return _ARTICLE.sub(lambda found: articles_said((found[1],), lang), source)


def articles_said(numbers: Sequence[str], lang: str) -> str:
    """The articles as viewers know them: what one of them announced, or both."""
    one = numbers[0] if len(numbers) == 1 else "both"
    return str(words(lang)[f"sources_article_{one}"])


def languages() -> tuple[str, ...]:
    """The languages that have words, English first."""
    found = sorted(file.stem for file in (data_folder("assets") / "words").glob("*.json"))
    return ("en", *(lang for lang in found if lang != "en"))


def said(text: Text, lang: str) -> str:
    """A text in a language, or in English, or in any that it has."""
    return text.get(lang) or text.get("en") or next(iter(text.values()), "")


def on_stage(text: str, lang: str) -> str:
    """A quantity that was written plainly, as the stage writes it: µs, mm², and a language's words
    for tokens and for tokens a second."""
    text = _MICRO.sub("µs", text.replace("mm2", "mm²"))
    text = _TOKENS.sub(lambda found: f"{int(found[0]):,}", text)
    text = text.replace("tok/s", word_or(lang, "speed_unit", "tok/s"))
    return _TOK.sub(word_or(lang, "sources_tokens", " tok"), text)


def word_or(lang: str, key: str, other: str) -> str:
    """A word of a language; `other` where it has none."""
    return str(words(lang).get(key, other))
