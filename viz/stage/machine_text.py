"""Texts that a machine writes on stage, token by token: ours, one file a language in assets/texts/.

How many tokens a text has depends on the tokenizer of the model. Assumed here, and said on stage:
three quarters of an English word, or one and a half Chinese characters, for each token.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from viz.assets_path import data_folder
from viz.stage.text_metrics import pieces, width

WORDS: Final = 0.75  # English words a token: assumed
CHARACTERS: Final = 1.5  # Chinese characters a token, with their punctuation: assumed
WIDE: Final = 0x2E80  # from here on characters are Chinese


@dataclass(frozen=True, slots=True)
class Prose:
    """A text in what may not be broken, words or characters, and how many tokens there are up to
    the end of each."""

    pieces: tuple[str, ...]
    ends: tuple[float, ...]

    @property
    def tokens(self) -> float:
        """Tokens of all of it, by the assumption above."""
        return self.ends[-1]

    def until(self, tokens: float) -> int:
        """How many pieces stand there after so many tokens. After its end the text begins anew."""
        turns, rest = divmod(tokens + 1e-6, self.tokens)
        return int(turns) * len(self.pieces) + bisect_right(self.ends, rest)

    def time_of(self, piece: int) -> float:
        """After how many tokens a piece, counted from 0, stands there."""
        turns, rest = divmod(piece, len(self.pieces))
        return turns * self.tokens + self.ends[rest]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a text: its first piece, how many it has, and where each begins, from its start."""

    first: int
    words: tuple[str, ...]
    starts: tuple[float, ...]

    @property
    def end(self) -> int:
        """The first piece of the next line."""
        return self.first + len(self.words)


@cache
def prose(name: str, lang: str) -> Prose:
    """A text in a language, or in English. Raises OSError where there is no such text."""
    folder = data_folder("assets") / "texts"
    file = folder / f"{name}.{lang}.txt"
    if not file.is_file():
        file = folder / f"{name}.en.txt"
    text = file.read_text(encoding="utf-8").strip()
    # Paragraphs of Chinese have no space between them; those of English do.
    lines = text.split("\n")
    wide = any(ord(char) >= WIDE for char in text)
    parts = pieces(("" if wide else " ").join(lines) + ("" if wide else " "))
    ends, count = [], 0.0
    for part in parts:
        count += len(part.strip()) / CHARACTERS if wide else 1 / WORDS
        ends.append(count)
    return Prose(tuple(parts), tuple(ends))


def texts() -> tuple[str, ...]:
    """The names of the texts that there are."""
    folder = data_folder("assets") / "texts"
    return tuple(sorted({file.name.partition(".")[0] for file in folder.glob("*.txt")}))


@lru_cache(maxsize=64)
def rows(text: Prose, room: float, size: float, tokens: float) -> tuple[Row, ...]:
    """So many tokens of a text in lines that fit in `room`."""
    count = text.until(tokens)
    found: list[Row] = []
    words: list[str] = []
    starts: list[float] = []
    at = 0.0
    for i in range(count):
        part = text.pieces[i % len(text.pieces)]
        if words and at + width(part.rstrip(), size) > room:
            found.append(Row(i - len(words), tuple(words), tuple(starts)))
            words, starts, at = [], [], 0.0
        words.append(part)
        starts.append(at)
        at += width(part, size)
    if words:
        found.append(Row(count - len(words), tuple(words), tuple(starts)))
    return tuple(found)
