"""Where a picture changed, as few rectangles that do not overlap."""

from __future__ import annotations

import pygame


def merged(rects: list[pygame.Rect]) -> list[pygame.Rect]:
    """The same area as few rectangles that do not overlap. For a hundred or so: each is compared
    with the others."""
    left = [rect for rect in rects if rect.w and rect.h]
    done: list[pygame.Rect] = []
    while left:
        rect = left.pop()
        hit = rect.collidelist(done)
        if hit >= 0:
            left.append(rect.union(done.pop(hit)))
        else:
            done.append(rect)
    return done
