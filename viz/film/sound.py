"""Sound for a film: coded already, in a small file of its own, ready to be copied in."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Sound:
    """`file` is an audio file (MP4, or Matroska for Opus) whose packets are copied; its first
    sample is heard at the start of the film. `loudness` is LUFS as measured, None where it is
    silent. `digest` is the SHA-256 of the recording it was made from."""

    codec: str
    file: bytes
    seconds: Fraction
    digest: str
    loudness: float | None = None
