"""One sprite a mark: a small picture with its place, anti-aliased, at an eighth of a pixel.

A sprite depends on a mark's shape and on the fraction of its place, so a thing that glides uses
at most 8 x 8 pictures, and a thing that rests uses one.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, floor, hypot
from typing import TYPE_CHECKING, Final

import numpy as np
import pygame

from viz.paint.surface import coverage as cover
from viz.stage.marks import Arc, Box, Disc, Dots, Glow, Hatch, Line, Points, Shape, Trail

if TYPE_CHECKING:
    from numpy.typing import NDArray

PHASES: Final = 8
TRAIL_STEPS: Final = 28  # discs of a tail
AROUND: Final = 1024  # bytes: a surface and its place in a cache, measured
Rgb = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Sprite:
    """A picture, and where its top left pixel lies relative to the mark's rounded place."""

    surface: pygame.Surface
    dx: int
    dy: int

    @property
    def bytes(self) -> int:
        """Memory it holds, with what surrounds its pixels: most sprites of a small film are tiny."""
        return self.surface.get_width() * self.surface.get_height() * 4 + AROUND


def rgb(colour: str) -> Rgb:
    """ "#RRGGBB" as three numbers."""
    value = int(colour[1:], 16)
    return value >> 16, value >> 8 & 255, value & 255


def from_coverage(alpha: NDArray[np.float32], colour: str) -> pygame.Surface:
    """A surface of one colour with an alpha channel."""
    return surface_of(one_colour(alpha, colour))


def surface_of(pixels: NDArray[np.uint8]) -> pygame.Surface:
    """Rows of blue, green, red and alpha as a surface."""
    size = (pixels.shape[1], pixels.shape[0])
    return pygame.image.frombuffer(np.ascontiguousarray(pixels).data, size, "BGRA")


def one_colour(alpha: NDArray[np.float32], colour: str) -> NDArray[np.uint8]:
    """Pixels of one colour, as opaque as `alpha`."""
    height, width = alpha.shape
    pixels = np.empty((height, width, 4), dtype=np.uint8)
    red, green, blue = rgb(colour)
    pixels[..., 0], pixels[..., 1], pixels[..., 2] = blue, green, red
    pixels[..., 3] = np.rint(np.clip(alpha, 0, 1) * 255)
    return pixels


def two_colours(
    alpha: NDArray[np.float32], inner: NDArray[np.float32], fill: str, edge: str
) -> NDArray[np.uint8]:
    """Pixels in `fill` where `inner` covers, in `edge` elsewhere, as opaque as `alpha`."""
    height, width = alpha.shape
    share = np.clip(inner / np.maximum(alpha, 1e-6), 0, 1)[..., None]
    mixed = np.array(rgb(fill)[::-1]) * share + np.array(rgb(edge)[::-1]) * (1 - share)
    pixels = np.empty((height, width, 4), dtype=np.uint8)
    pixels[..., :3] = np.rint(mixed)
    pixels[..., 3] = np.rint(np.clip(alpha, 0, 1) * 255)
    return pixels


def faded(sprite: Sprite, alpha: int) -> Sprite:
    """The same sprite, fainter; alpha runs from 0 to 255."""
    surface = sprite.surface.copy()
    surface.fill((255, 255, 255, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    return Sprite(surface, sprite.dx, sprite.dy)


FINE: Final = 64  # parts of a pixel that a line's points are told apart by


def phase(value: float, phases: int = PHASES) -> tuple[int, float]:
    """A coordinate as a whole pixel and a fraction rounded to an eighth."""
    steps = round(value * phases)
    whole = steps // phases
    return whole, (steps - whole * phases) / phases


def box_sprite(mark: Box, s: float, fx: float, fy: float) -> Sprite:
    """A rounded box, with its edge inside. Of a large one, only what differs is computed: the row
    and the column in its middle are repeated."""
    w, h, r, e = mark.w * s, mark.h * s, mark.r * s, mark.edge_w * s
    least = 2 * ceil(r + e) + 8
    more_x, more_y = max(0, floor(w) - least), max(0, floor(h) - least)
    form = replace(mark, x=0, y=0, w=0, h=0, r=0, edge_w=0, alpha=1, of="", key="")
    small = _small_box(form, round(w - more_x, 6), round(h - more_y, 6), r, e, fx, fy)
    middle = least // 2
    for axis, more in ((0, more_y), (1, more_x)):
        if more:
            counts = np.ones(small.shape[axis], dtype=np.intp)
            counts[middle] += more
            small = np.repeat(small, counts, axis=axis)
    return Sprite(surface_of(small), 0, 0)


def _small_box(
    form: Box, w: float, h: float, r: float, e: float, fx: float, fy: float
) -> NDArray[np.uint8]:
    if w * h > cover.KEPT:  # so near, a corner is large, and is seen once
        return box_pixels(form, w, h, r, e, fx, fy)
    return _kept_box(form, w, h, r, e, fx, fy)


@lru_cache(maxsize=256)  # while the camera glides many boxes differ in their middle alone
def _kept_box(
    form: Box, w: float, h: float, r: float, e: float, fx: float, fy: float
) -> NDArray[np.uint8]:
    pixels = box_pixels(form, w, h, r, e, fx, fy)
    pixels.flags.writeable = False  # it is given to all
    return pixels


def box_pixels(
    mark: Box, w: float, h: float, r: float, e: float, fx: float, fy: float
) -> NDArray[np.uint8]:
    """A rounded box with its edge inside, computed pixel by pixel; all sizes in pixels."""
    xs, ys = cover.grid(ceil(fx + w) + 1, ceil(fy + h) + 1)
    outer = cover.box(xs, ys, fx, fy, w, h, r)
    if not mark.edge or (e <= 0 and mark.fill):
        return one_colour(outer, mark.fill)
    inner = cover.box(xs, ys, fx + e, fy + e, w - 2 * e, h - 2 * e, max(r - e, 0))
    if mark.fill:
        return two_colours(outer, inner, mark.fill, mark.edge)
    return one_colour(outer - inner, mark.edge)


def hatch_sprite(mark: Hatch, s: float, fx: float, fy: float) -> Sprite:
    """A box of diagonal stripes."""
    w, h = mark.w * s, mark.h * s
    xs, ys = cover.grid(ceil(fx + w) + 1, ceil(fy + h) + 1)
    outer = cover.box(xs, ys, fx, fy, w, h, mark.r * s)
    plain = outer * (1 - cover.stripes(xs - fx, ys - fy, mark.pitch * s))
    return Sprite(surface_of(two_colours(outer, plain, mark.fill, mark.ink)), 0, 0)


def disc_sprite(mark: Disc, s: float, fx: float, fy: float) -> Sprite:
    """A circle with its edge inside; the sprite's place is the circle's centre."""
    r, e = mark.r * s, mark.edge_w * s
    reach = ceil(r) + 1
    xs, ys = cover.grid(2 * reach + 1, 2 * reach + 1)
    outer = cover.disc(xs, ys, reach + fx, reach + fy, r)
    if not mark.edge or (e <= 0 and mark.fill):
        return Sprite(from_coverage(outer, mark.fill), -reach, -reach)
    inner = cover.disc(xs, ys, reach + fx, reach + fy, r - e)
    return Sprite(surface_of(two_colours(outer, inner, mark.fill, mark.edge)), -reach, -reach)


def arc_sprite(mark: Arc, s: float, fx: float, fy: float) -> Sprite:
    """A part of a circle's outline; the sprite's place is the circle's centre."""
    reach = ceil((mark.r + mark.width / 2) * s) + 1
    xs, ys = cover.grid(2 * reach + 1, 2 * reach + 1)
    line = cover.arc(
        xs, ys, reach + fx, reach + fy, mark.r * s, mark.width * s, mark.start, mark.end
    )
    return Sprite(from_coverage(line, mark.fill), -reach, -reach)


def trail_sprite(mark: Trail, s: float, share: float, fx: float, fy: float) -> Sprite:
    """One of the discs of a comet's tail, at a share of its length, as faint as it is there."""
    r = mark.width * (1 - 0.8 * share) * s / 2
    reach = ceil(r) + 1
    xs, ys = cover.grid(2 * reach + 1, 2 * reach + 1)
    disc = cover.disc(xs, ys, reach + fx, reach + fy, r) * np.float32(_faintness(mark, share))
    return Sprite(from_coverage(disc, mark.fill), -reach, -reach)


def straight_trail_sprite(mark: Trail, s: float, fx: float, fy: float) -> Sprite:
    """A tail that is straight, whole: a comet that glides along a row is drawn once."""
    (ax, ay), (bx, by) = ((x * s + fx, y * s + fy) for x, y in mark.points)
    reach = mark.width * s / 2 + 2
    left, top = floor(min(ax, bx) - reach), floor(min(ay, by) - reach)
    xs, ys = cover.grid(ceil(max(ax, bx) + reach) - left, ceil(max(ay, by) + reach) - top)
    share = (np.arange(1, TRAIL_STEPS + 1, dtype=np.float32) / TRAIL_STEPS)[:, None, None]
    discs = cover.discs(
        xs,
        ys,
        np.float32(ax - left) + np.float32(bx - ax) * share,
        np.float32(ay - top) + np.float32(by - ay) * share,
        np.float32(mark.width * s / 2) * (1 - np.float32(0.8) * share),
    )
    through = np.prod(1 - discs * (np.float32(mark.alpha * 0.28) * (1 - share) ** 1.2), axis=0)
    return Sprite(from_coverage(1 - through, mark.fill), left, top)


def _faintness(mark: Trail, share: float) -> float:
    """How much a disc of a tail covers, at a share of its length."""
    return float(mark.alpha * 0.28 * (1 - share) ** 1.2)


def glow_sprite(mark: Glow, s: float, fx: float, fy: float) -> Sprite:
    """Light around a point."""
    reach = ceil(mark.r * s) + 1
    xs, ys = cover.grid(2 * reach + 1, 2 * reach + 1)
    light = cover.glow(xs, ys, reach + fx, reach + fy, mark.r * s)
    return Sprite(from_coverage(light, mark.fill), -reach, -reach)


def dots_sprite(mark: Dots, s: float, fx: float, fy: float) -> Sprite:
    """A grid of squares. With a clip, the place is that of the clip and fx, fy are the first
    square's offset from it, in pixels; otherwise they are the fraction of its place."""
    clip = mark.clip
    w = clip[2] * s if clip else ((mark.columns - 1) * mark.pitch_x + mark.size) * s + fx
    h = clip[3] * s if clip else ((mark.rows - 1) * mark.pitch_y + mark.size) * s + fy
    xs, ys = cover.grid(
        max(1, round(w) if clip else ceil(w) + 1), max(1, round(h) if clip else ceil(h) + 1)
    )
    alpha = cover.dots(
        xs,
        ys,
        (fx, fy),
        (mark.pitch_x * s, mark.pitch_y * s),
        (mark.columns, mark.rows),
        mark.size * s,
        mark.r * s,
    )
    return Sprite(from_coverage(alpha, mark.fill), 0, 0)


def line_points(mark: Line, s: float) -> tuple[int, int, tuple[tuple[float, float], ...]]:
    """Where a polyline stands, in whole pixels, and its points from there: the same for all lines of
    its form that stand alike between the pixels, to a 64th of one, which nobody sees."""
    x, y = floor(mark.points[0][0] * s), floor(mark.points[0][1] * s)
    return (
        x,
        y,
        tuple(
            (round((px * s - x) * FINE) / FINE, round((py * s - y) * FINE) / FINE)
            for px, py in mark.points
        ),
    )


def line_sprite(mark: Line, s: float, points: tuple[tuple[float, float], ...]) -> Sprite:
    """A polyline, solid or dashed, through points in pixels; its place is their origin."""
    reach = mark.width * s / 2 + 2
    left, top = (floor(min(axis) - reach) for axis in zip(*points, strict=True))
    right, bottom = (ceil(max(axis) + reach) for axis in zip(*points, strict=True))
    xs, ys = cover.grid(right - left, bottom - top)
    moved = tuple((x - left, y - top) for x, y in points)
    alpha = np.zeros((bottom - top, right - left), dtype=np.float32)
    for piece in dashes(moved, tuple(d * s for d in mark.dash)) if mark.dash else (moved,):
        cover.add_line(alpha, xs, ys, piece, mark.width * s)
    return Sprite(from_coverage(alpha, mark.fill), left, top)


def shape_sprite(mark: Shape, s: float, fx: float, fy: float) -> Sprite:
    """A polygon, drawn large and scaled down; its place is that from which points count."""
    points = [(x * s + fx, y * s + fy) for x, y in mark.points]
    reach = mark.edge_w * s / 2 + 2
    left, top = (floor(min(axis) - reach) for axis in zip(*points, strict=True))
    right, bottom = (ceil(max(axis) + reach) for axis in zip(*points, strict=True))
    size = (right - left, bottom - top)
    over = PHASES if size[0] * size[1] < 1 << 15 else 4  # what glides is small
    large = [((x - left) * over, (y - top) * over) for x, y in points]

    def drawn(width: int) -> NDArray[np.float32]:
        canvas = pygame.Surface((size[0] * over, size[1] * over), 0, 32)
        pygame.draw.polygon(canvas, (255, 255, 255), large, 0)
        if width:
            pygame.draw.lines(canvas, (255, 255, 255), True, large, width)
        return channel(pygame.transform.smoothscale(canvas, size))

    inner = drawn(0)
    if not mark.edge:
        return Sprite(from_coverage(inner, mark.fill), left, top)
    outer = np.maximum(drawn(max(1, round(mark.edge_w * s * over))), inner)
    return Sprite(surface_of(two_colours(outer, inner, mark.fill, mark.edge)), left, top)


def channel(surface: pygame.Surface) -> NDArray[np.float32]:
    """One colour channel of a 32-bit surface, from 0 to 1."""
    width, height = surface.get_size()
    pixels = np.frombuffer(surface.get_buffer().raw, dtype=np.uint8)
    white = pixels.reshape(height, surface.get_pitch() // 4, 4)[:, :width, 0]
    return white.astype(np.float32) / np.float32(255)


def dashes(points: Points, dash: tuple[float, ...]) -> list[Points]:
    """A polyline cut into dashes of (on, off) lengths."""
    pieces: list[list[tuple[float, float]]] = [[points[0]]]
    on, left = True, dash[0]
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        length, done = hypot(bx - ax, by - ay), 0.0
        while length - done > left:
            done += left
            cut = (ax + (bx - ax) * done / length, ay + (by - ay) * done / length)
            if on:
                pieces[-1].append(cut)
            else:
                pieces.append([cut])
            on, left = not on, dash[1] if on else dash[0]
        left -= length - done
        if on:
            pieces[-1].append((bx, by))
    return [tuple(piece) for piece in pieces if len(piece) > 1]
