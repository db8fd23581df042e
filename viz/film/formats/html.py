"""HTML: one file that replays the show in any browser: steps, scrubbing, languages, captions."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

ABOUT: Final = "one page that replays the show in any browser, without a network"
ENDINGS: Final = (".html", ".htm")
ENCODER: Final = ""
ALPHA: Final = False
PAGES: Final = True  # written by viz.web, which films do not know


def fitting(size: tuple[int, int]) -> tuple[int, int]:
    """The size that this format can hold: any; only the ratio matters."""
    return size


def rate(fps: Fraction) -> Fraction:
    """The rate that this format can play: any."""
    return fps
