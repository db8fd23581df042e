"""Words that only a window shows, from the language's file in assets/words/."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from viz.live.keys import Action, TalkAction
from viz.stage.words import words

GREEK: Final = {"eta": "η", "tau": "τ", "sigma": "σ", "eta_c": "η c"}


def _from(lang: str, group: str) -> Mapping[str, str]:
    """A group of words; a language that lacks one speaks English."""
    english: Mapping[str, str] = words("en")[group]
    own: Mapping[str, str] = words(lang).get(group, {})
    return {**english, **own}


def word(lang: str, name: str) -> str:
    """A word of the window's own."""
    return _from(lang, "live")[name]


def does(lang: str, action: Action | TalkAction) -> str:
    """What a key does."""
    return _from(lang, "keys")[action]


def symbol(lang: str, name: str) -> str:
    """What a symbol of the physics stands for, and the symbol; an unknown one as it is."""
    greek = GREEK.get(name, name.replace("_", " "))
    return f"{_from(lang, 'symbols').get(name, '')} {greek}".strip()


def talk_word(lang: str, name: str) -> str:
    """A word of the speaker's side."""
    return _from(lang, "talk")[name]


def talk_does(lang: str, action: Action | TalkAction) -> str:
    """What a key does in a talk."""
    return _from(lang, "talk_keys").get(action) or does(lang, action)
