"""The font: Noto Sans SC from its wheel. Glyphs are set one by one, at quarter pixels.

Each glyph is drawn four times as large and scaled down once, then cached: so text of any size
has even spacing, and the widths are those of `viz.stage.text_metrics`, to the quarter pixel.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import pygame
import pygame.freetype

from viz.stage.text_metrics import strength

OVERSAMPLE: Final = 4
_EM: Final = 1000


@cache
def font_path() -> Path:
    """The font file that every picture is drawn with."""
    from pylopdf_fonts_zh_cn import sans_path

    return Path(str(sans_path()))


@cache
def face() -> pygame.freetype.Font:
    """The font, opened once.

    One for all weights: pygame keeps two open files at most, and a third font among them would
    be read from the disk again for nearly every glyph, 15 ms each.
    """
    if not pygame.freetype.get_init():
        pygame.freetype.init()
    font = pygame.freetype.Font(str(font_path()), _EM)
    font.pad = False
    font.origin = True
    return font


def ink(char: str, size: int, weight: int) -> tuple[pygame.Surface, pygame.Rect]:
    """A character in white on black, `size` pixels an em, emboldened for a weight of 400, 600 or
    700; and where its ink lies: left of the pen's place, top above the baseline."""
    font, style = face(), pygame.freetype.STYLE_NORMAL
    if weight > 400:
        font.strength, style = strength(weight), pygame.freetype.STYLE_STRONG
    return font.render(char, (255, 255, 255), (0, 0, 0), style=style, size=size)


def missing(text: str) -> tuple[str, ...]:
    """The characters of `text` that the font cannot draw, in order, each once."""
    found = dict.fromkeys(
        char for char in text if char != "\n" and face().get_metrics(char)[0] is None
    )
    return tuple(found)


def advances() -> dict[str, tuple[float, float]]:
    """Advance and left shift in em of every glyph that is not a Chinese em square.

    A sign below U+2E80 that fills a whole em (quotes, dashes, multiplication sign) is given the
    width of its ink and a thin space at both sides.
    """
    font = face()
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
