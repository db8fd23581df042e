"""What a film carries beside its pictures: captions and chapters, timed from the film's start."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Cue:
    """One caption: its lines, and when it stands, in seconds of the film."""

    start: Fraction
    end: Fraction
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """The lines as they are written in a caption file."""
        return "\n".join(self.lines)


@dataclass(frozen=True, slots=True)
class Track:
    """The captions in one language ("en", "zh")."""

    lang: str
    cues: tuple[Cue, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the film with a title; in seconds of the film."""

    start: Fraction
    end: Fraction
    title: str
