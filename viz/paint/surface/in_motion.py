"""While the camera glides: marks drawn at once, where a sprite would be made for one frame alone.

Nothing that glides has the same size twice, so a picture that is kept is never found again. What is
plain and opaque is drawn by pygame's own primitives; light and type, which are soft or small, are
scaled from a picture that is kept. All of it depends on the frame alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import ceil, floor, log
from typing import Final

import pygame

from viz.paint.surface.sprites import Sprite, glow_sprite, rgb
from viz.paint.surface.text import label_sprite
from viz.stage.marks import Box, Clip, Disc, Glow, Label, Mark, Shape
from viz.stage.text_metrics import text_extent

HALF: Final = 2  # plain boxes are drawn to half pixels
LARGE: Final = 48.0  # pixels of radius from which a disc's edge may stand at whole pixels
SOFT: Final = 24.0  # pixels of radius of light that is scaled
STEP: Final = 1.3  # sizes of type that are kept differ so much
TALL: Final = 40.0  # pixels of type that is scaled

Keep = Callable[[object, Callable[[], Sprite], float], Sprite]


def moves(mark: Mark) -> bool:
    """Whether a mark before the lens moves with the camera: what is seen through an opening, and
    type of a size that no style has, for it grows."""
    return type(mark) is Clip or (type(mark) is Label and mark.size != round(mark.size))


def plain(mark: Mark, s: float) -> bool:
    """Whether `draw` can draw a mark."""
    if mark.alpha < 1.0:
        return False
    match mark:
        case Box(r=r, fill=fill, edge=edge):
            return bool(fill) and not edge and r * s < 0.5
        case Disc(r=r, fill=fill):
            return bool(fill) and r * s > LARGE
        case Shape(points=points, fill=fill, edge=edge):
            return bool(fill) and not edge and len(points) > 2
        case _:
            return False


def draw(target: pygame.Surface, mark: Mark, s: float) -> None:
    """Draw a mark that is plain."""
    match mark:
        case Box():
            _box(target, mark, s)
        case Disc(r=r, fill=fill, edge=edge, edge_w=width):
            middle = mark.x * s, mark.y * s
            if edge and width > 0:
                pygame.draw.aacircle(target, rgb(edge), middle, r * s)
                r -= width
            pygame.draw.aacircle(target, rgb(fill), middle, r * s)
        case Shape(points=points, fill=fill):
            corners = [((mark.x + x) * s, (mark.y + y) * s) for x, y in points]
            pygame.draw.polygon(target, rgb(fill), corners)
            pygame.draw.aalines(target, rgb(fill), True, corners)
        case _:
            raise TypeError


def scaled(mark: Mark, s: float, keep: Keep) -> tuple[pygame.Surface, tuple[int, int]] | None:
    """Light or large type from a picture that is kept, and where it stands; None for what else."""
    match mark:
        case Glow(x, y, r) if r * s > SOFT:
            key: object = ("light", mark.fill)
            made = keep(key, lambda: glow_sprite(replace(mark, r=4 * SOFT), 1.0, 0, 0), mark.alpha)
            side = 2 * ceil(r * s) + 3
            surface = pygame.transform.smoothscale(made.surface, (side, side))
            return surface, (round(x * s) - side // 2, round(y * s) - side // 2)
        case Label(size=size) if size * s > TALL:
            kept = STEP ** ceil(log(size * s) / log(STEP))
            line = replace(mark, size=kept, x=0.0, y=0.0, alpha=1.0, of="", key="", ref="")
            key = (line.text, kept, line.fill, line.weight, line.anchor, "scaled")
            made = keep(key, lambda: label_sprite(line, 1.0), mark.alpha)
            share = size * s / kept
            w, h = made.surface.get_size()
            surface = pygame.transform.smoothscale(
                made.surface, (max(1, round(w * share)), max(1, round(h * share)))
            )
            start, _ = text_extent(mark)
            return surface, (
                round(start * s + made.dx * share),
                round(mark.y * s + made.dy * share),
            )
        case _:
            return None


def _box(target: pygame.Surface, mark: Box, s: float) -> None:
    """A plain box, its edges at half pixels: what covers half of a pixel is half as strong."""
    left, top = round(mark.x * s * HALF) / HALF, round(mark.y * s * HALF) / HALF
    w = max(1, round(mark.w * s * HALF)) / HALF
    h = max(1, round(mark.h * s * HALF)) / HALF
    right, bottom = left + w, top + h
    seen = target.get_clip()
    x0, y0, x1, y1 = ceil(left), ceil(top), floor(right), floor(bottom)
    colour = rgb(mark.fill)
    if x1 > x0 and y1 > y0:
        target.fill(colour, (x0, y0, x1 - x0, y1 - y0))
    rows = [(y, share) for y, share in ((y0 - 1, y0 - top), (y1, bottom - y1)) if share > 0]
    columns = [(x, share) for x, share in ((x0 - 1, x0 - left), (x1, right - x1)) if share > 0]
    if y1 < y0:  # within one row of pixels
        rows = [(floor(top), h)]
    if x1 < x0:
        columns = [(floor(left), w)]
    for y, share in rows:
        _strip(target, pygame.Rect(x0, y, max(0, x1 - x0), 1).clip(seen), colour, share)
        for x, other in columns:
            _strip(target, pygame.Rect(x, y, 1, 1).clip(seen), colour, share * other)
    for x, share in columns:
        _strip(target, pygame.Rect(x, y0, 1, max(0, y1 - y0)).clip(seen), colour, share)


def _strip(
    target: pygame.Surface, area: pygame.Rect, colour: tuple[int, int, int], share: float
) -> None:
    if area.w <= 0 or area.h <= 0:
        return
    part = pygame.Surface(area.size, 0, 32)
    part.fill(colour)
    part.set_alpha(round(share * 255))
    target.blit(part, area)
