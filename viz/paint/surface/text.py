"""Lines of text, set glyph by glyph from cached glyphs at quarter pixels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor

import pygame

from viz.paint.surface.font import OVERSAMPLE, ink
from viz.paint.surface.sprites import Sprite, rgb
from viz.stage.marks import Label
from viz.stage.text_metrics import advance, optical, shift, width


@dataclass(frozen=True, slots=True)
class Cells:
    """How much of each pixel a glyph covers, in rows of bytes, and where the first pixel lies."""

    covered: bytes
    width: int
    height: int
    dx: int
    dy: int


@lru_cache(maxsize=8192)
def cells(char: str, size: int, weight: int, quarter: int) -> Cells | None:
    """A glyph without its colour; its place is the pen on the baseline. None for what leaves no
    ink. `size` is in pixels as it is drawn, four times as large."""
    large, at = ink(char, size, weight)
    if not large.get_width() or not char.strip():
        return None
    left, top = at.x + quarter, -at.y
    dx, dy = floor(left / OVERSAMPLE), floor(top / OVERSAMPLE)
    x, y = left - dx * OVERSAMPLE, top - dy * OVERSAMPLE
    wide, high = ceil((x + at.w) / OVERSAMPLE) + 1, ceil((y + at.h) / OVERSAMPLE) + 1
    canvas = pygame.Surface((wide * OVERSAMPLE, high * OVERSAMPLE), 0, 32)
    canvas.blit(large, (x, y))
    small = pygame.transform.smoothscale(canvas, (wide, high))
    return Cells(small.get_buffer().raw[::4], wide, high, dx, dy)


@lru_cache(maxsize=8192)
def glyph(char: str, size: int, weight: int, quarter: int, colour: str) -> Sprite | None:
    """One glyph in a colour: a text that fades is tinted again, and not drawn again."""
    found = cells(char, size, weight, quarter)
    if found is None:
        return None
    red, green, blue = rgb(colour)
    pixels = bytearray(bytes((blue, green, red, 0)) * (found.width * found.height))
    pixels[3::4] = found.covered
    size_of = (found.width, found.height)
    return Sprite(pygame.image.frombuffer(pixels, size_of, "BGRA"), found.dx, found.dy)


def label_sprite(mark: Label, s: float) -> Sprite:
    """A line of text; its place is the start of its baseline."""
    size = mark.size * s
    above, below, margin = ceil(size * 1.15), ceil(size * 0.4), ceil(size * 0.2)
    room = ceil(width(mark.text, size, mark.weight)) + 2 * margin + 2
    surface = pygame.Surface((room, above + below), pygame.SRCALPHA, 32)
    surface.fill((*rgb(mark.fill), 0))
    pen = 0.0
    for char in mark.text:
        at = round((pen - shift(char) * size) * OVERSAMPLE)
        whole = at // OVERSAMPLE
        large = max(1, round(size * OVERSAMPLE * optical(char)))
        drawn = glyph(char, large, mark.weight, at - whole * OVERSAMPLE, mark.fill)
        if drawn:
            surface.blit(drawn.surface, (margin + whole + drawn.dx, above + drawn.dy))
        pen += advance(char, mark.weight) * size
    return Sprite(surface, -margin, -above)
