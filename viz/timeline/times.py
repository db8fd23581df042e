"""Screen times as people write and read them."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from viz.errors import Fault, VizError

LONGEST: Final = 24 * 3600  # seconds of film
_TIME_FORM: Final = "3, 3s, '3.5 s' or 1:02.5"
_DECIMAL: Final = r"[0-9]{1,9}(?:\.[0-9]{1,9})?"


def screen_time(text: str) -> Fraction:
    """Exact seconds of screen time: `3`, `3s`, `3.5 s`, `1:02.5`, `1:00:00`."""
    words = text.strip()
    if match := re.fullmatch(rf"({_DECIMAL})\s*(?:s|sec|seconds?)?", words, re.ASCII):
        seconds = Fraction(match[1])
    elif match := re.fullmatch(
        r"(?:([0-9]{1,3}):)?([0-9]{1,3}):([0-5][0-9](?:\.[0-9]{1,9})?)", words, re.ASCII
    ):
        hours, minutes = int(match[1] or 0), int(match[2])
        if match[1] and minutes > 59:
            raise _not_a_time(text)
        seconds = 3600 * hours + 60 * minutes + Fraction(match[3])
    elif words.startswith("-"):
        raise VizError(Fault(f"a screen time begins at 0, not '{text}'", write=_TIME_FORM))
    else:
        raise _not_a_time(text)
    if seconds > LONGEST:
        raise VizError(Fault(f"'{text}' is later than 24 hours", write=_TIME_FORM))
    return seconds


def _not_a_time(text: str) -> VizError:
    return VizError(Fault(f"'{text.strip()[:40]}' is not a screen time", write=_TIME_FORM))


def clock(seconds: Fraction | float) -> str:
    """Seconds as a person reads them: `0:03`, `1:02.5`."""
    millis = round(Fraction(seconds) * 1000)
    minutes, rest = divmod(millis, 60_000)
    whole, part = divmod(rest, 1000)
    tail = f".{part:03d}".rstrip("0").rstrip(".")
    return f"{minutes}:{whole:02d}{tail}"
