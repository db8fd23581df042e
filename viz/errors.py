"""Errors for the person in front of the class: place, fault, nearest right word, right form.

Nothing below the command line prints or exits. It raises one `VizError`, which carries every
fault found at once, and the exit code that the command line gives back.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

EXIT_OURS: Final = 1  # a fault of this program
EXIT_USAGE: Final = 2  # a wrong scene, or a wrong command
EXIT_NO_DISPLAY: Final = 3
EXIT_OUTPUT: Final = 5  # disk, folder or file cannot be written
EXIT_LOCKED: Final = 6  # another run writes the same file


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a text file; line and column count from 1."""

    file: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: where, what, the nearest right words, the right form."""

    what: str
    place: Place | None = None
    meant: tuple[str, ...] = ()
    write: str = ""

    def __str__(self) -> str:
        text = f"{self.place}: {self.what}" if self.place else self.what
        if self.meant:
            text += "; did you mean " + " or ".join(f"'{word}'" for word in self.meant) + "?"
        if self.write:
            text += f"; write {self.write}"
        return text


class VizError(Exception):
    """Every fault at once, and the exit code of the command line."""

    def __init__(self, faults: Iterable[Fault] | Fault | str, code: int = EXIT_USAGE) -> None:
        if isinstance(faults, str):
            faults = Fault(faults)
        self.faults: tuple[Fault, ...] = (faults,) if isinstance(faults, Fault) else tuple(faults)
        self.code = code
        super().__init__("\n".join(map(str, self.faults)))


def nearest(word: str, known: Iterable[str], most: int = 2) -> tuple[str, ...]:
    """The words of `known` that look most like `word`, best first; none if nothing is near."""
    folded = {name.casefold(): name for name in known}
    found = difflib.get_close_matches(word.casefold(), folded, n=most, cutoff=0.6)
    return tuple(folded[name] for name in found)
