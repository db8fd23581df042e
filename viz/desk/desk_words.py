"""Words that only a window shows, from the language's file in assets/words/."""

from __future__ import annotations

from viz.desk.keymap import Action
from viz.stage.i18n import word_of


def word(lang: str, name: str) -> str:
    """A word of the window's own."""
    return word_of(lang, "live", name)


def does(lang: str, action: Action) -> str:
    """What a key does."""
    return word_of(lang, "keys", action)


def talk_word(lang: str, name: str) -> str:
    """A word of the speaker's side."""
    return word_of(lang, "talk", name)
