"""Sizes of pictures, by name or in pixels."""

from __future__ import annotations

import re
from typing import Final

from viz.errors import Fault, VizError, nearest

SIZES: Final = {
    "720p": (1280, 720),
    "1080p": (1920, 1080),
    "4k": (3840, 2160),
    "vertical": (1080, 1920),
    "square": (1080, 1080),
}
SMALLEST_SIDE: Final = 16
LARGEST_SIDE: Final = 7680


def picture_size(text: str) -> tuple[int, int]:
    """Width and height in pixels: a name of `SIZES` or `WxH`."""
    word = text.strip().casefold()
    if word in SIZES:
        return SIZES[word]
    form = ", ".join(SIZES) + " or WxH like 1280x720"
    match = re.fullmatch(r"([0-9]{1,6})\s*[x×*]\s*([0-9]{1,6})", word, re.ASCII)
    if not match:
        what = f"'{text.strip()[:40]}' is not a size"
        raise VizError(Fault(what, meant=nearest(word, SIZES), write=form))
    width, height = int(match[1]), int(match[2])
    if not all(SMALLEST_SIDE <= side <= LARGEST_SIDE for side in (width, height)):
        what = f"'{text}': each side is {SMALLEST_SIDE} to {LARGEST_SIDE} pixels"
        raise VizError(Fault(what, write=form))
    return width, height
