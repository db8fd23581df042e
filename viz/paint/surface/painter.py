"""A frame to a pygame Surface, repainted only where it changed since the frame before."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Final

import pygame

from viz.paint.polylines import along, length_of
from viz.paint.surface.areas import merged
from viz.paint.surface.bounds import bounds
from viz.paint.surface.sprites import (
    PHASES,
    TRAIL_STEPS,
    Sprite,
    arc_sprite,
    box_sprite,
    disc_sprite,
    dots_sprite,
    faded,
    glow_sprite,
    hatch_sprite,
    line_points,
    line_sprite,
    phase,
    rgb,
    shape_sprite,
    straight_trail_sprite,
    trail_sprite,
)
from viz.paint.surface.text import label_sprite
from viz.stage.marks import (
    Arc,
    Box,
    Disc,
    Dots,
    Frame,
    Glow,
    Hatch,
    Label,
    Line,
    Mark,
    Shape,
    Trail,
)
from viz.stage.text_metrics import text_extent

Plain = Box | Hatch | Disc | Arc | Glow | Dots  # marks that have one place
CACHE_BYTES: Final = 48 << 20
# Pixels that are painted in about the time in which one changed place is looked after.
PIXELS_A_PLACE: Final = 1 << 14


class Placed:
    """A mark on its way to the surface: its cells, and its sprite once it was drawn."""

    __slots__ = ("_cells", "_scale", "mark", "place", "surface")

    def __init__(self, mark: Mark, scale: float) -> None:
        self.mark = mark
        self.surface: pygame.Surface | None = None
        self.place = (0, 0)
        self._scale = scale
        self._cells: pygame.Rect | None = None

    @property
    def cells(self) -> pygame.Rect:
        """The pixels that it may touch; not asked for where all of the surface is painted."""
        if self._cells is None:
            self._cells = pygame.Rect(bounds(self.mark, self._scale))
        return self._cells


class Painter:
    """Paints frames of one size. The surface it gives is always the same one.

    What is painted does not depend on the frames painted before: a test compares.
    """

    def __init__(self, width: int, height: int) -> None:
        self.surface = pygame.Surface((width, height), 0, 32)
        self.changed: list[pygame.Rect] = []
        self._still = pygame.Surface((width, height), 0, 32)
        self._before: Frame | None = None
        self._placed: list[Placed] = []
        self._sprites: OrderedDict[object, Sprite] = OrderedDict()
        self._held = 0
        self._scale = 1.0

    def paint(self, frame: Frame) -> pygame.Surface:
        """Paint a frame; `changed` then lists the rectangles that may differ from the last one."""
        width, height = self.surface.get_size()
        self._scale = min(width / frame.width, height / frame.height)
        if self._before is None or not self._same_ground(self._before, frame):
            self._paint_still(frame)
            self._placed = [Placed(mark, self._scale) for mark in frame.marks]
            self.changed = [self.surface.get_rect()]
        else:
            self.changed = self._take(self._before, frame)
        if self.changed == [self.surface.get_rect()]:
            self.surface.blit(self._still, (0, 0))
            self._draw_all(self.surface, self._placed)
        else:
            self._repaint(self.changed)
        self._before = frame
        return self.surface

    def ready(self, frame: Frame) -> Iterator[None]:
        """Make the sprites of a frame that is to come, one a step. Nothing is painted."""
        if self._before is None or self._before.width != frame.width:
            return
        for mark in (*frame.still, *frame.marks):
            if mark.alpha <= 0.0:
                continue
            if isinstance(mark, Trail) and len(mark.points) > 2:
                self._trail(mark)
            else:
                self._find(mark)
            yield

    def _repaint(self, areas: list[pygame.Rect]) -> None:
        """Paint these areas again."""
        places = [placed.cells for placed in self._placed] if areas else []
        for area in areas:
            self.surface.set_clip(area)
            self.surface.blit(self._still, area, area)
            self._draw_all(self.surface, [self._placed[i] for i in area.collidelistall(places)])
        self.surface.set_clip(None)

    @staticmethod
    def _same_ground(before: Frame, frame: Frame) -> bool:
        same = before.still is frame.still or before.still == frame.still
        return same and before.ground == frame.ground and before.width == frame.width

    def _paint_still(self, frame: Frame) -> None:
        self._still.fill(rgb(frame.ground))
        self._draw_all(self._still, [Placed(mark, self._scale) for mark in frame.still])

    def _take(self, before: Frame, frame: Frame) -> list[pygame.Rect]:
        """Keep what is placed already, place what is new; give the areas that change.

        Marks are compared place by place from both ends, so that their order is kept.
        """
        old, new, placed = before.marks, frame.marks, self._placed
        if len(old) == len(new):
            first, last = 0, 0
        else:
            least = min(len(old), len(new))
            first = next((i for i in range(least) if old[i] != new[i]), least)
            least -= first
            last = next((i for i in range(least) if old[-1 - i] != new[-1 - i]), least)
        changed: list[Placed] = []
        middle: list[Placed] = []
        if len(old) == len(new):
            for was, mark in zip(placed, new, strict=True):
                there = was.mark
                # A disc that has moved, the most common of all that changes, is seen by its place.
                moved = type(mark) is Disc is type(there) and (
                    mark.x != there.x or mark.y != there.y
                )
                if there is mark or (not moved and there == mark):
                    middle.append(was)
                    continue
                middle.append(Placed(mark, self._scale))
                changed += (was, middle[-1])
        else:
            middle = [Placed(mark, self._scale) for mark in new[first : len(new) - last]]
            changed += placed[first : len(old) - last]
            changed += middle
        self._placed = [*placed[:first], *middle, *placed[len(old) - last :]]
        whole = self.surface.get_rect()
        # To look after each place of a swarm would take longer than to paint everything.
        if len(changed) > max(whole.w * whole.h // PIXELS_A_PLACE, len(new)):
            return [whole]
        return merged([whole.clip(one.cells) for one in changed])

    def _draw_all(self, target: pygame.Surface, marks: list[Placed]) -> None:
        """Draw marks in order, all with one call."""
        ready: list[tuple[pygame.Surface, tuple[int, int]]] = []
        for placed in marks:
            surface = placed.surface
            if surface is None:
                mark = placed.mark
                if mark.alpha <= 0.0:
                    continue
                if type(mark) is Trail and len(mark.points) > 2:
                    ready += self._trail(mark)
                    continue
                x, y, sprite = self._find(mark)
                placed.surface = surface = sprite.surface
                placed.place = x + sprite.dx, y + sprite.dy
            ready.append((surface, placed.place))
        target.fblits(ready)

    def _find(self, mark: Mark) -> tuple[int, int, Sprite]:
        """Where a mark's sprite stands, and the sprite."""
        s = self._scale
        fx: float
        fy: float
        if type(mark) is Disc and mark.alpha >= 1.0:  # the most common by far of what moves
            across, down = round(mark.x * s * PHASES), round(mark.y * s * PHASES)
            fx, fy = across % PHASES, down % PHASES  # eighths; whole numbers are found sooner
            key: object = (mark.r, mark.fill, mark.edge, mark.edge_w, fx, fy)
            scaled = (s, key)
            found = self._sprites.get(scaled)
            if found is not None:
                if self._held > CACHE_BYTES // 2:  # who was used last matters only when it is full
                    self._sprites.move_to_end(scaled)
                return across // PHASES, down // PHASES, found
            made = self._sprite(key, lambda: disc_sprite(mark, s, fx / PHASES, fy / PHASES))
            return across // PHASES, down // PHASES, made
        match mark:
            case Label():
                start, _ = text_extent(mark)
                key = (mark.text, mark.size, mark.fill, mark.weight)
                made = self._sprite(key, lambda: label_sprite(mark, s), mark.alpha)
                return round(start * s), round(mark.y * s), made
            case Dots(clip=(cx, cy, _, _)):
                fx, fy = round((mark.x - cx) * s * 8) / 8, round((mark.y - cy) * s * 8) / 8
                key = ("stream", fx, fy, mark.clip, *_shape_key(mark))
                made = self._sprite(key, lambda: dots_sprite(mark, s, fx, fy), mark.alpha)
                return round(cx * s), round(cy * s), made
            case Line():
                x, y, points = line_points(mark, s)
                key = ("line", points, mark.width, mark.fill, mark.dash)
                return x, y, self._sprite(key, lambda: line_sprite(mark, s, points), mark.alpha)
            case Shape():
                (x, fx), (y, fy) = phase(mark.x * s), phase(mark.y * s)
                key = (mark.points, mark.fill, mark.edge, mark.edge_w, fx, fy)
                made = self._sprite(key, lambda: shape_sprite(mark, s, fx, fy), mark.alpha)
                return x, y, made
            case Trail():  # soft: at half pixels
                (x, fx), (y, fy) = phase(mark.x * s, 2), phase(mark.y * s, 2)
                key = ("comet", mark.points, mark.width, mark.fill, mark.alpha, fx, fy)
                return x, y, self._sprite(key, lambda: straight_trail_sprite(mark, s, fx, fy))
            case _:
                (x, fx), (y, fy) = phase(mark.x * s), phase(mark.y * s)
                key = (_shape_key(mark), fx, fy)
                return x, y, self._sprite(key, lambda: _phased_sprite(mark, s, fx, fy), mark.alpha)

    def _sprite(self, key: object, make: Callable[[], Sprite], alpha: float = 1.0) -> Sprite:
        """A sprite from the cache, or made; a fainter one is made from that of full strength."""
        if alpha < 1.0:
            faint = round(alpha * 255)
            return self._sprite((key, faint), lambda: faded(self._sprite(key, make), faint))
        key = (self._scale, key)
        found = self._sprites.get(key)
        if found is not None:
            self._sprites.move_to_end(key)
            return found
        made = make()
        self._sprites[key] = made
        self._held += made.bytes
        while self._held > CACHE_BYTES and len(self._sprites) > 1:
            self._held -= self._sprites.popitem(last=False)[1].bytes
        return made

    def _trail(self, mark: Trail) -> list[tuple[pygame.Surface, tuple[int, int]]]:
        """A tail as discs that grow smaller and fainter, at half pixels: it is soft anyway."""
        total = length_of(mark.points)
        discs = []
        for i in range(TRAIL_STEPS if total > 0 else 0, 0, -1):
            share = i / TRAIL_STEPS
            x, y = along(mark.points, share * total)
            x = round((mark.x + x) * self._scale * 2) / 2
            y = round((mark.y + y) * self._scale * 2) / 2
            fx, fy = x % 1, y % 1
            key = ("trail", i, fx, fy, mark.width, mark.fill, mark.alpha)
            sprite = self._sprite(key, lambda: trail_sprite(mark, self._scale, share, fx, fy))  # noqa: B023
            discs.append((sprite.surface, (int(x) + sprite.dx, int(y) + sprite.dy)))
        return discs


def _shape_key(mark: Plain) -> tuple[object, ...]:
    match mark:
        case Box():
            return ("box", mark.w, mark.h, mark.fill, mark.r, mark.edge, mark.edge_w)
        case Hatch():
            return ("hatch", mark.w, mark.h, mark.fill, mark.ink, mark.r, mark.pitch)
        case Disc():
            return ("disc", mark.r, mark.fill, mark.edge, mark.edge_w)
        case Glow():
            return ("glow", mark.r, mark.fill)
        case Arc():
            return ("arc", mark.r, mark.width, mark.start, mark.end, mark.fill)
        case Dots():
            return (
                "grid",
                mark.columns,
                mark.rows,
                mark.pitch_x,
                mark.pitch_y,
                mark.size,
                mark.fill,
                mark.r,
            )


def _phased_sprite(mark: Plain, s: float, fx: float, fy: float) -> Sprite:
    match mark:
        case Box():
            return box_sprite(mark, s, fx, fy)
        case Hatch():
            return hatch_sprite(mark, s, fx, fy)
        case Disc():
            return disc_sprite(mark, s, fx, fy)
        case Glow():
            return glow_sprite(mark, s, fx, fy)
        case Arc():
            return arc_sprite(mark, s, fx, fy)
        case Dots():
            return dots_sprite(mark, s, fx, fy)
