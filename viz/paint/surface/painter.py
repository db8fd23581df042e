"""A frame to a pygame Surface, repainted only where it changed since the frame before."""

from __future__ import annotations

from collections import OrderedDict
from math import hypot
from typing import Final

import pygame

from viz.paint.surface.bounds import bounds, text_extent
from viz.paint.surface.sprites import (
    Sprite,
    box_sprite,
    disc_sprite,
    dots_sprite,
    glow_sprite,
    hatch_sprite,
    line_sprite,
    phase,
    rgb,
    shape_sprite,
)
from viz.paint.surface.text import label_sprite
from viz.stage.marks import Box, Disc, Dots, Frame, Glow, Hatch, Label, Mark, Marks, Trail

CACHE_BYTES: Final = 64 << 20
_TRAIL_STEPS: Final = 36


class Painter:
    """Paints frames of one size. The surface it gives is always the same one.

    What is painted does not depend on the frames painted before: a test compares.
    """

    def __init__(self, width: int, height: int) -> None:
        self.surface = pygame.Surface((width, height), 0, 32)
        self.changed: list[pygame.Rect] = []
        self._still = pygame.Surface((width, height), 0, 32)
        self._before: Frame | None = None
        self._sprites: OrderedDict[object, Sprite] = OrderedDict()
        self._held = 0
        self._scale = 1.0

    def paint(self, frame: Frame) -> pygame.Surface:
        """Paint a frame; `changed` then lists the rectangles that differ from the last one."""
        width, height = self.surface.get_size()
        self._scale = min(width / frame.width, height / frame.height)
        before = self._before
        if before is None or not self._same_ground(before, frame):
            self._paint_still(frame)
            before = None
        dirty = [self.surface.get_rect()] if before is None else self._dirty(before, frame)
        for area in dirty:
            self.surface.set_clip(area)
            self.surface.blit(self._still, area, area)
            for mark in frame.marks:
                if before is None or area.colliderect(bounds(mark, self._scale)):
                    self._draw(self.surface, mark)
        self.surface.set_clip(None)
        self._before = frame
        self.changed = dirty
        return self.surface

    @staticmethod
    def _same_ground(before: Frame, frame: Frame) -> bool:
        same = before.still is frame.still or before.still == frame.still
        return same and before.ground == frame.ground and before.width == frame.width

    def _paint_still(self, frame: Frame) -> None:
        self._still.fill(rgb(frame.ground))
        for mark in frame.still:
            self._draw(self._still, mark)

    def _dirty(self, before: Frame, frame: Frame) -> list[pygame.Rect]:
        if before.marks == frame.marks:
            return []
        old, new = set(before.marks), set(frame.marks)
        kept = old & new
        if (
            len(old) != len(before.marks)
            or len(new) != len(frame.marks)
            or not _same_order(before.marks, frame.marks, kept)
        ):
            return [self.surface.get_rect()]
        whole = self.surface.get_rect()
        changed = [mark for mark in before.marks if mark not in kept]
        changed += [mark for mark in frame.marks if mark not in kept]
        return merged([whole.clip(bounds(mark, self._scale)) for mark in changed])

    def _draw(self, target: pygame.Surface, mark: Mark) -> None:
        if mark.alpha <= 0.0:
            return
        if isinstance(mark, Trail):
            self._draw_trail(target, mark)
            return
        x, y, sprite = self._placed(mark)
        if mark.alpha < 1.0:
            sprite.surface.set_alpha(round(mark.alpha * 255))
            target.blit(sprite.surface, (x + sprite.dx, y + sprite.dy))
            sprite.surface.set_alpha(255)
        else:
            target.blit(sprite.surface, (x + sprite.dx, y + sprite.dy))

    def _placed(self, mark: Mark) -> tuple[int, int, Sprite]:
        s = self._scale
        match mark:
            case Label():
                start, _ = text_extent(mark)
                key: object = (mark.text, mark.size, mark.fill, mark.weight)
                return (
                    round(start * s),
                    round(mark.y * s),
                    self._sprite(key, lambda: label_sprite(mark, s)),
                )
            case Dots(clip=(cx, cy, _, _)):
                fx, fy = round((mark.x - cx) * s * 8) / 8, round((mark.y - cy) * s * 8) / 8
                key = ("dots", fx, fy, mark.columns, mark.rows, mark.pitch_x, mark.pitch_y,
                       mark.size, mark.fill, mark.r, mark.clip)  # fmt: skip
                made = self._sprite(key, lambda: dots_sprite(mark, s, fx, fy))
                return round(cx * s), round(cy * s), made
            case Box() | Hatch() | Disc() | Glow() | Dots():
                (x, fx), (y, fy) = phase(mark.x * s), phase(mark.y * s)
                key = (_shape_key(mark), fx, fy)
                return x, y, self._sprite(key, lambda: _phased_sprite(mark, s, fx, fy))
            case _:
                make = line_sprite if not hasattr(mark, "edge_w") else shape_sprite
                return 0, 0, self._sprite(mark, lambda: make(mark, s))  # type: ignore[operator]

    def _sprite(self, key: object, make: object) -> Sprite:
        key = (self._scale, key)
        found = self._sprites.get(key)
        if found is not None:
            self._sprites.move_to_end(key)
            return found
        made: Sprite = make()  # type: ignore[operator]
        self._sprites[key] = made
        self._held += made.bytes
        while self._held > CACHE_BYTES and len(self._sprites) > 1:
            self._held -= self._sprites.popitem(last=False)[1].bytes
        return made

    def _draw_trail(self, target: pygame.Surface, mark: Trail) -> None:
        lengths = [hypot(b[0] - a[0], b[1] - a[1])
                   for a, b in zip(mark.points, mark.points[1:], strict=False)]  # fmt: skip
        total = sum(lengths)
        if total <= 0:
            return
        steps = min(_TRAIL_STEPS, max(8, round(total * self._scale / 3)))
        for i in range(steps, 0, -1):
            share = i / steps
            x, y = _along(mark, lengths, share * total)
            width = mark.width * (1 - 0.8 * share)
            disc = Disc(x, y, round(width, 1) / 2, mark.fill)
            sprite_x, sprite_y, sprite = self._placed(disc)
            sprite.surface.set_alpha(round(255 * mark.alpha * 0.22 * (1 - share) ** 1.2))
            target.blit(sprite.surface, (sprite_x + sprite.dx, sprite_y + sprite.dy))
            sprite.surface.set_alpha(255)


def merged(rects: list[pygame.Rect]) -> list[pygame.Rect]:
    """The same area as few rectangles that do not overlap."""
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


def _same_order(before: Marks, after: Marks, kept: set[Mark]) -> bool:
    return [m for m in before if m in kept] == [m for m in after if m in kept]


def _shape_key(mark: Box | Hatch | Disc | Glow | Dots) -> tuple[object, ...]:
    match mark:
        case Box():
            return ("box", mark.w, mark.h, mark.fill, mark.r, mark.edge, mark.edge_w)
        case Hatch():
            return ("hatch", mark.w, mark.h, mark.fill, mark.ink, mark.r, mark.pitch)
        case Disc():
            return ("disc", mark.r, mark.fill, mark.edge, mark.edge_w)
        case Glow():
            return ("glow", mark.r, mark.fill)
        case Dots():
            return ("grid", mark.columns, mark.rows, mark.pitch_x, mark.pitch_y, mark.size,
                    mark.fill, mark.r)  # fmt: skip


def _phased_sprite(
    mark: Box | Hatch | Disc | Glow | Dots, s: float, fx: float, fy: float
) -> Sprite:
    match mark:
        case Box():
            return box_sprite(mark, s, fx, fy)
        case Hatch():
            return hatch_sprite(mark, s, fx, fy)
        case Disc():
            return disc_sprite(mark, s, fx, fy)
        case Glow():
            return glow_sprite(mark, s, fx, fy)
        case Dots():
            return dots_sprite(mark, s, fx, fy)


def _along(mark: Trail, lengths: list[float], distance: float) -> tuple[float, float]:
    for (ax, ay), (bx, by), length in zip(mark.points, mark.points[1:], lengths, strict=False):
        if distance <= length and length > 0:
            share = distance / length
            return ax + (bx - ax) * share, ay + (by - ay) * share
        distance -= length
    return mark.points[-1]
