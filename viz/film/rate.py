"""Frames per second, exact."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from viz.errors import Fault, VizError

# Broadcast rates are written short and mean a thousand-and-first.
NTSC: Final = {
    "23.976": Fraction(24000, 1001),
    "23.98": Fraction(24000, 1001),
    "29.97": Fraction(30000, 1001),
    "47.95": Fraction(48000, 1001),
    "59.94": Fraction(60000, 1001),
    "119.88": Fraction(120000, 1001),
}


def frame_rate(text: str) -> Fraction:
    """`60`, `29.97` (30000/1001), `24000/1001`; 1 to 240 frames per second."""
    word = text.strip().casefold().removesuffix("fps").strip()
    form = "a rate of 1 to 240 frames per second: 24, 30, 60, 29.97 or 30000/1001"
    if word in NTSC:
        return NTSC[word]
    pattern = r"[0-9]{1,9}(?:\.[0-9]{1,9})?|[0-9]{1,6}/[1-9][0-9]{0,4}"
    if not re.fullmatch(pattern, word, re.ASCII):
        raise VizError(Fault(f"'{text.strip()[:40]}' is not a frame rate", write=form))
    rate = Fraction(word)
    if not 1 <= rate <= 240:
        raise VizError(Fault(f"'{text.strip()[:40]}' is out of range", write=form))
    return rate
