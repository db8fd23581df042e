"""SMPTE timecode: pictures counted from midnight, written as hours, minutes, seconds and pictures.

At 29.97 and 59.94 pictures a second a clock of 30 or 60 runs slow. Drop-frame timecode, written
with a semicolon, leaves out numbers (2 of 30, or 4 of 60, each minute but the tenth), so that it
keeps with the clock on the wall: SMPTE ST 12-1.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from viz.errors import Fault, VizError

USUAL: Final = "01:00:00:00"  # where programmes begin, so that there is room before them
_FORM: Final = re.compile(r"([0-9]{2}):([0-5][0-9]):([0-5][0-9])([:;])([0-9]{2,3})")


def counted(fps: Fraction) -> int:
    """How many pictures timecode counts in a second: 30 for 29.97."""
    return round(fps)


def drops(fps: Fraction) -> int:
    """How many numbers drop-frame timecode leaves out in a minute; 0 where there is none."""
    return counted(fps) // 15 if fps in (Fraction(30000, 1001), Fraction(60000, 1001)) else 0


def picture_of(text: str, fps: Fraction) -> int:
    """The picture that a timecode names, counted from midnight: drop-frame where the rate has it,
    with a colon or a semicolon. Raises VizError."""
    drop = ";" if drops(fps) else ":"
    write = f"hours, minutes, seconds and pictures, like 01:00:00{drop}00"
    match = _FORM.fullmatch(text.strip())
    if not match:
        raise VizError(Fault(f"'{text.strip()[:40]}' is no timecode", write=write))
    hours, minutes, seconds, pictures = (int(match[n]) for n in (1, 2, 3, 5))
    if hours > 23 or pictures >= counted(fps):
        raise VizError(Fault(f"{text.strip()} is no timecode at {float(fps):.5g}", write=write))
    if match[4] == ";" and not drops(fps):
        what = f"at {float(fps):.5g} pictures a second no timecode has a semicolon"
        raise VizError(Fault(what, write=write))
    whole = ((hours * 60 + minutes) * 60 + seconds) * counted(fps) + pictures
    if minutes % 10 and seconds == 0 and pictures < drops(fps):
        raise VizError(Fault(f"drop-frame timecode leaves {text.strip()} out", write=write))
    past = hours * 60 + minutes
    return whole - drops(fps) * (past - past // 10)


def timecode(picture: int, fps: Fraction) -> str:
    """The timecode of a picture counted from midnight."""
    rate, left_out = counted(fps), drops(fps)
    if left_out:
        ten = rate * 600 - 9 * left_out  # pictures in ten minutes
        tens, rest = divmod(picture, ten)
        minute = rate * 60 - left_out
        more = 0 if rest < rate * 60 else (rest - rate * 60) // minute + 1
        picture += left_out * (9 * tens + more)
    seconds, part = divmod(picture, rate)
    minutes, second = divmod(seconds, 60)
    hour, minute_ = divmod(minutes, 60)
    sign = ";" if left_out else ":"
    return f"{hour % 24:02d}:{minute_:02d}:{second:02d}{sign}{part:0{max(2, len(str(rate - 1)))}d}"
