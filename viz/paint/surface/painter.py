"""A frame to a pygame Surface, repainted only where it changed since the frame before."""

from __future__ import annotations

import itertools
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import ceil, floor
from typing import Final

import pygame

from viz.paint.polylines import along, length_of
from viz.paint.surface import in_motion
from viz.paint.surface.areas import merged
from viz.paint.surface.bounds import bounds, trimmed
from viz.paint.surface.field_rows import (
    LARGE,
    Drawn,
    Form,
    changed_areas,
    form_of,
    large_cells,
    row_sprite,
    rows_of,
)
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
from viz.paint.surface.tapers import (
    gradient_sprite,
    opening_rims,
    ribbon_sprite,
    shutter_sprite,
)
from viz.paint.surface.text import label_sprite
from viz.stage.marks import (
    Arc,
    Box,
    Clip,
    Disc,
    Dots,
    Field,
    Frame,
    Glow,
    Gradient,
    Hatch,
    Label,
    Line,
    Mark,
    Marks,
    Ribbon,
    Shape,
    Shot,
    Trail,
)
from viz.stage.text_metrics import text_extent

Plain = Box | Hatch | Disc | Arc | Glow | Dots | Gradient  # marks that have one place
Ready = list[tuple[pygame.Surface, tuple[int, int]]]
PICTURES: Final = 4  # of the world on the camera's way, that are kept
CACHE_BYTES: Final = 48 << 20
# Pixels that are painted in about the time in which one changed place is looked after.
PIXELS_A_PLACE: Final = 1 << 14
MOST_FORMS: Final = 256  # of fields, that are known by a number
# While the camera glides: places are rounded to a half of a pixel, sizes to a quarter.
GLIDING: Final = 2
FINE_WHILE_GLIDING: Final = 0.25


class Placed:
    """A mark on its way to the surface: its cells, and its sprite once it was drawn; of a clip what
    is seen through it. `glides` if it is drawn more coarsely, for all moves."""

    __slots__ = ("_cells", "_scale", "glides", "inner", "mark", "place", "surface")

    def __init__(self, mark: Mark, scale: float, *, glides: bool = False) -> None:
        self.mark = mark
        self.surface: pygame.Surface | None = None
        self.place = (0, 0)
        self.glides = glides
        self.inner: list[Placed] = (
            _placed(mark.marks, scale, glides=glides) if type(mark) is Clip else []
        )
        self._scale = scale
        self._cells: pygame.Rect | None = None

    @property
    def cells(self) -> pygame.Rect:
        """The pixels that it may touch; not asked for where all of the surface is painted."""
        if self._cells is None:
            self._cells = pygame.Rect(bounds(self.mark, self._scale))
        return self._cells


def _placed(marks: Marks, scale: float, *, glides: bool = False) -> list[Placed]:
    return [Placed(mark, scale, glides=glides) for mark in marks]


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
        self._forms: dict[Form, tuple[int, Drawn]] = {}
        self._numbers = itertools.count()
        self._held = 0
        self._scale = 1.0
        self._scratch = pygame.Surface((width + 16, height + 16), 0, 32)
        self._pictures: deque[tuple[Marks, str, bool, pygame.Surface]] = deque(maxlen=PICTURES)

    def paint(self, frame: Frame) -> pygame.Surface:
        """Paint a frame; `changed` then lists the rectangles that may differ from the last one."""
        width, height = self.surface.get_size()
        self._scale = min(width / frame.width, height / frame.height)
        whole = self.surface.get_rect()
        before = self._before
        if before is None or not self._same_ground(before, frame):
            self._paint_still(frame)
            self._placed = self._place(frame)
            self.changed = [whole]
        elif before.glides or frame.glides:  # all moves: to compare would take longer
            same = (
                before.glides == frame.glides
                and before.shots == frame.shots
                and before.all == frame.all
            )
            self.changed = [] if same else [whole]
            self._placed = self._placed if same else self._place(frame)
        else:
            self._placed, self.changed = self._take(self._placed, frame.all)
            # To look after each place of a swarm would take longer than to paint everything.
            most = max(whole.w * whole.h // PIXELS_A_PLACE, len(self._placed))
            if len(self.changed) > most:
                self.changed = [whole]
            else:
                self.changed = merged([whole.clip(area) for area in self.changed])
        if self.changed == [whole]:
            if frame.shots:  # the first covers all
                for shot in frame.shots:
                    self._show(shot, frame.ground)
            else:
                self.surface.blit(self._still, (0, 0))
            self._draw_all(self.surface, self._placed)
        else:
            self._repaint(self.changed)
        self._before = frame
        return self.surface

    def _place(self, frame: Frame) -> list[Placed]:
        """All that is not still; what stands before the lens is as sharp as ever, but for what is
        seen through an opening: that moves with the camera."""
        world = () if frame.shots else frame.world
        return [
            *_placed(world, self._scale, glides=frame.glides),
            *(
                Placed(mark, self._scale, glides=frame.glides and in_motion.moves(mark))
                for mark in frame.marks
            ),
        ]

    def _show(self, shot: Shot, ground: str) -> None:
        """Blit a picture of the world, as large and as faint as it is seen."""
        s, whole = self._scale, self.surface.get_rect()
        x, y = shot.dx * s, shot.dy * s
        # Whole pixels of the picture around all that is seen of it.
        left, top = max(0, floor(-x / shot.scale)), max(0, floor(-y / shot.scale))
        right = min(whole.w, ceil((whole.w - x) / shot.scale))
        bottom = min(whole.h, ceil((whole.h - y) / shot.scale))
        if right <= left or bottom <= top:
            return
        picture = self._picture(shot, ground)
        start = round(x + left * shot.scale), round(y + top * shot.scale)
        end = round(x + right * shot.scale), round(y + bottom * shot.scale)
        size = max(1, end[0] - start[0]), max(1, end[1] - start[1])
        seen = picture.subsurface((left, top, right - left, bottom - top))
        if size != seen.get_size():
            room = self._scratch.subsurface((0, 0, *size))
            seen = pygame.transform.smoothscale(seen, size, room)
        seen.set_alpha(round(shot.alpha * 255) if shot.alpha < 1.0 else None)
        self.surface.blit(seen, start)

    def _picture(self, shot: Shot, ground: str) -> pygame.Surface:
        """A picture of the world as it was taken; the last few are kept, by their marks."""
        for marks, colour, coarse, picture in self._pictures:
            if marks is shot.marks and colour == ground and coarse == shot.coarse:
                return picture
        picture = pygame.Surface(self.surface.get_size(), 0, 32)
        picture.fill(rgb(ground))
        self._draw_all(picture, _placed(shot.marks, self._scale, glides=shot.coarse))
        self._pictures.append((shot.marks, ground, shot.coarse, picture))
        return picture

    def ready(self, frame: Frame) -> Iterator[None]:
        """Make the sprites of a frame that is to come, one a step. Nothing is painted."""
        if self._before is None or self._before.width != frame.width:
            return
        yield from self._prepare(_placed(frame.still, self._scale))
        for shot in frame.shots:
            self._picture(shot, frame.ground)
            yield
        yield from self._prepare(self._place(frame))

    def _prepare(self, marks: list[Placed]) -> Iterator[None]:
        for placed in marks:
            mark = placed.mark
            if mark.alpha <= 0.0:
                continue
            if isinstance(mark, Clip):
                yield from self._prepare(placed.inner)
            elif isinstance(mark, Trail) and len(mark.points) > 2:
                self._trail(mark)
            elif isinstance(mark, Field):
                self._field(mark, self.surface.get_rect(), glides=placed.glides)
            else:
                self._find(mark, glides=placed.glides)
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
        self._draw_all(self._still, _placed(frame.still, self._scale))

    def _take(self, placed: list[Placed], new: Marks) -> tuple[list[Placed], list[pygame.Rect]]:
        """Keep what is placed already, place what is new; give the areas that change.

        Marks are compared place by place from both ends, so that their order is kept.
        """
        changed: list[pygame.Rect] = []
        if len(placed) == len(new):
            now = [
                one if one.mark is mark else self._next(one, mark, changed)
                for one, mark in zip(placed, new, strict=True)
            ]
            return now, changed
        least = min(len(placed), len(new))
        first = next((i for i in range(least) if placed[i].mark != new[i]), least)
        least -= first
        last = next((i for i in range(least) if placed[-1 - i].mark != new[-1 - i]), least)
        middle = _placed(new[first : len(new) - last], self._scale)
        gone = placed[first : len(placed) - last]
        changed = [one.cells for one in (*gone, *middle)]
        return [*placed[:first], *middle, *placed[len(placed) - last :]], changed

    def _next(self, was: Placed, mark: Mark, changed: list[pygame.Rect]) -> Placed:
        """What stands where another mark stood, or the same; areas that change are added."""
        there = was.mark
        # A disc that has moved, the most common of all that changes, is seen by its place.
        moved = type(mark) is Disc is type(there) and (mark.x != there.x or mark.y != there.y)
        if not moved and there == mark:
            return was
        if isinstance(mark, Clip) and isinstance(there, Clip) and _same_opening(there, mark):
            now = Placed(replace(mark, marks=()), self._scale)
            now.mark = mark
            now.inner, areas = self._take(was.inner, mark.marks)
            changed += (area.clip(now.cells) for area in areas)
            return now
        now = Placed(mark, self._scale)
        if isinstance(mark, Field) and isinstance(there, Field) and _same_places(there, mark):
            changed += map(pygame.Rect, changed_areas(mark, there.cells, self._scale))
        else:
            changed += (was.cells, now.cells)
        return now

    def _draw_all(self, target: pygame.Surface, marks: list[Placed]) -> None:
        """Draw marks in order, with as few calls as there are clips."""
        ready: Ready = []
        seen = target.get_clip()
        for placed in marks:
            # What glides may be far outside; its sprite would be made for nobody.
            if placed.glides and not seen.colliderect(placed.cells):
                continue
            surface = placed.surface
            if surface is None:
                mark = placed.mark
                if mark.alpha <= 0.0:
                    continue
                if type(mark) is Trail and len(mark.points) > 2:
                    ready += self._trail(mark)
                    continue
                if type(mark) is Field:
                    ready += self._field(mark, seen, glides=placed.glides)
                    continue
                if type(mark) is Clip:
                    target.fblits(ready)
                    ready = []
                    self._draw_through(target, mark, placed.inner)
                    continue
                if placed.glides and in_motion.plain(mark, self._scale):
                    target.fblits(ready)
                    ready = []
                    in_motion.draw(target, mark, self._scale)
                    continue
                made = in_motion.scaled(mark, self._scale, self._sprite) if placed.glides else None
                if made is None:
                    x, y, sprite = self._find(mark, glides=placed.glides)
                    made = sprite.surface, (x + sprite.dx, y + sprite.dy)
                placed.surface, placed.place = made
                surface = placed.surface
            ready.append((surface, placed.place))
        target.fblits(ready)

    def _draw_through(self, target: pygame.Surface, mark: Clip, inner: list[Placed]) -> None:
        """Draw marks where an opening shows them: what its rim covers is put back over them."""
        s, whole = self._scale, self.surface.get_rect()
        near = trimmed(mark, whole.w / s, whole.h / s)
        (left, fx), (top, fy) = phase(near.x * s), phase(near.y * s)
        w, h = round(near.w * s * PHASES) / PHASES, round(near.h * s * PHASES) / PHASES
        before = target.get_clip()
        area = before.clip((left, top, ceil(fx + w), ceil(fy + h)))
        if not area:
            return
        faint = round(min(mark.alpha, 1.0) * 255)
        opening = w, h, mark.r * s, fx, fy
        kept: list[tuple[pygame.Surface, pygame.Rect]] = []
        for part in opening_rims(*opening, faint=faint < 255):
            shown = whole.clip(pygame.Rect(part).move(left, top))
            there = area.clip(shown)
            if not there:
                continue
            rim = (shown.x - left, shown.y - top, shown.w, shown.h)
            key = ("shutter", opening, rim, faint)
            shutter = self._sprite(key, lambda: shutter_sprite(opening, rim, faint / 255))  # noqa: B023
            behind = pygame.Surface(there.size, pygame.SRCALPHA, 32)
            behind.blit(target, (0, 0), there)
            offset = shown.left - there.left, shown.top - there.top
            behind.blit(shutter.surface, offset, special_flags=pygame.BLEND_RGBA_MULT)
            kept.append((behind, there))
        target.set_clip(area)
        places = [placed.cells for placed in inner]
        self._draw_all(target, [inner[i] for i in area.collidelistall(places)])
        target.set_clip(before)
        target.fblits([(behind, there.topleft) for behind, there in kept])

    def _field(self, mark: Field, clip: pygame.Rect, *, glides: bool) -> Ready:
        """The rows of a field that may be seen, and where they stand."""
        if not mark.cells:
            return []
        if mark.size * self._scale > LARGE:
            found: Ready = []
            for box in large_cells(mark, self._scale, clip):
                if box.alpha > 0:
                    x, y, sprite = self._find(box, glides=glides)
                    found.append((sprite.surface, (x + sprite.dx, y + sprite.dy)))
            return found
        phases, fine = (GLIDING, FINE_WHILE_GLIDING) if glides else (PHASES, 0.0)
        form = form_of(mark, self._scale, phases, fine)
        known = self._forms.get(form)
        if known is None:
            if len(self._forms) > MOST_FORMS:
                self._forms.clear()
            self._forms[form] = known = (next(self._numbers), {})
        number, drawn = known

        def row(cells: bytes, fx: int, fy: int) -> Sprite:
            key = number, cells, fx, fy
            return self._sprite(key, lambda: row_sprite(form, cells, fx, fy, drawn), mark.alpha)

        return rows_of(mark, self._scale, form, clip, row)

    def _find(self, mark: Mark, *, glides: bool = False) -> tuple[int, int, Sprite]:
        """Where a mark's sprite stands, and the sprite."""
        s, phases = self._scale, PHASES
        if isinstance(mark, Box | Hatch | Gradient):
            mark = trimmed(mark, self.surface.width / s, self.surface.height / s)
        if glides:
            mark, phases = _coarse(mark, s), GLIDING
        fx: float
        fy: float
        if (
            type(mark) is Disc and mark.alpha >= 1.0 and not glides
        ):  # the most common by far of what moves
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
                (x, fx), (y, fy) = phase(mark.x * s, phases), phase(mark.y * s, phases)
                key = (mark.points, mark.fill, mark.edge, mark.edge_w, fx, fy)
                made = self._sprite(key, lambda: shape_sprite(mark, s, fx, fy), mark.alpha)
                return x, y, made
            case Ribbon():
                (x, fx), (y, fy) = phase(mark.x * s, phases), phase(mark.y * s, phases)
                key = (mark.points, mark.widths, mark.fill, mark.lights, fx, fy)
                made = self._sprite(key, lambda: ribbon_sprite(mark, s, fx, fy), mark.alpha)
                return x, y, made
            case Trail():  # soft: at half pixels
                (x, fx), (y, fy) = phase(mark.x * s, 2), phase(mark.y * s, 2)
                key = ("comet", mark.points, mark.width, mark.fill, mark.alpha, fx, fy)
                return x, y, self._sprite(key, lambda: straight_trail_sprite(mark, s, fx, fy))
            case Field() | Clip():
                raise TypeError  # they are more than one sprite
            case _:
                (x, fx), (y, fy) = phase(mark.x * s, phases), phase(mark.y * s, phases)
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


def _same_opening(one: Clip, other: Clip) -> bool:
    return replace(one, marks=()) == replace(other, marks=())


def _same_places(one: Field, other: Field) -> bool:
    """Whether two fields differ in the look of some cells alone."""
    same = len(one.cells) == len(other.cells)
    return same and replace(one, cells=other.cells) == other


def _coarse(mark: Mark, s: float) -> Mark:
    """A box or a disc with its sizes rounded, so that those of one size are drawn once."""
    fine = FINE_WHILE_GLIDING / s

    def edge(width: float) -> float:  # an outline stays one, however small the picture
        return max(fine, round(width / fine) * fine) if width > 0 else 0.0

    if isinstance(mark, Box):
        return replace(
            mark,
            w=max(fine, round(mark.w / fine) * fine),
            h=max(fine, round(mark.h / fine) * fine),
            r=round(mark.r / fine) * fine,
            edge_w=edge(mark.edge_w),
        )
    if isinstance(mark, Disc):
        r = max(fine, round(mark.r / fine) * fine)
        return replace(mark, r=r, edge_w=edge(mark.edge_w))
    return mark


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
        case Gradient():
            return ("gradient", mark.w, mark.h, mark.stops, mark.down, mark.r)
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
        case Gradient():
            return gradient_sprite(mark, s, fx, fy)
