"""The font: Noto Sans SC from its wheel. Glyphs are set one by one, at quarter pixels.

Each glyph is drawn four times as large and scaled down once, then cached: so text of any size
has even spacing, and the widths are those of `viz.stage.type`, to the quarter pixel.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import pygame
import pygame.freetype

from viz.stage.type import strength

OVERSAMPLE: Final = 4
_EM: Final = 1000


@cache
def font_path() -> Path:
    """The font file that every picture is drawn with."""
    from pylopdf_fonts_zh_cn import sans_path

    return Path(str(sans_path()))


@cache
def face(weight: int) -> pygame.freetype.Font:
    """The font, emboldened for a weight of 400, 600 or 700; each use says its pixel size."""
    if not pygame.freetype.get_init():
        pygame.freetype.init()
    font = pygame.freetype.Font(str(font_path()), _EM)
    font.pad = False
    font.strong = weight > 400
    if font.strong:
        font.strength = strength(weight)
    font.origin = True
    return font


def missing(text: str) -> tuple[str, ...]:
    """The characters of `text` that the font cannot draw, in order, each once."""
    found = dict.fromkeys(
        char for char in text if char != "\n" and face(400).get_metrics(char)[0] is None
    )
    return tuple(found)


def advances() -> dict[str, tuple[float, float]]:
    """Advance and left shift in em of every glyph that is not a Chinese em square.

    A sign below U+2E80 that fills a whole em (quotes, dashes, multiplication sign) is given the
    width of its ink and a thin space at both sides.
    """
    font = face(400)
    table: dict[str, tuple[float, float]] = {}
    for code in [*range(0x20, 0x7F), *range(0xA0, 0x2E80)]:
        metrics = font.get_metrics(chr(code))[0]
        if metrics is None:
            continue
        left, right, _, _, wide, _ = metrics
        if wide < _EM:
            table[chr(code)] = (wide / _EM, 0.0)
        elif right - left < 0.86 * _EM:
            space = 0.07 * _EM
            table[chr(code)] = (round((right - left + 2 * space) / _EM, 3), (left - space) / _EM)
    return table
