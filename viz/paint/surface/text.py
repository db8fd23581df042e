"""Lines of text, set glyph by glyph from cached glyphs at quarter pixels."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor

import pygame

from viz.paint.surface.font import OVERSAMPLE, face
from viz.paint.surface.sprites import Sprite, channel, from_coverage, rgb
from viz.stage.marks import Label
from viz.stage.type import advance, optical, shift, width


@lru_cache(maxsize=4096)
def glyph(char: str, size: int, weight: int, quarter: int, colour: str) -> Sprite | None:
    """One glyph; its place is the pen on the baseline. None for what leaves no ink."""
    large, at = face(weight).render(char, (255, 255, 255), (0, 0, 0), size=size)
    if not large.get_width() or not char.strip():
        return None
    left, top = at.x + quarter, -at.y
    dx, dy = floor(left / OVERSAMPLE), floor(top / OVERSAMPLE)
    x, y = left - dx * OVERSAMPLE, top - dy * OVERSAMPLE
    cells = ceil((x + at.w) / OVERSAMPLE) + 1, ceil((y + at.h) / OVERSAMPLE) + 1
    canvas = pygame.Surface((cells[0] * OVERSAMPLE, cells[1] * OVERSAMPLE), 0, 32)
    canvas.blit(large, (x, y))
    return Sprite(
        from_coverage(channel(pygame.transform.smoothscale(canvas, cells)), colour), dx, dy
    )


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
