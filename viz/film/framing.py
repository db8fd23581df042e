"""How a scene is put into the pictures of a film: its ground, the room for a face, the loop."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any, Final

from viz.errors import Fault, VizError, nearest
from viz.film.job import Painted
from viz.stage.look import Look

if TYPE_CHECKING:
    from viz.film.job import FilmJob, Picture, Rect
    from viz.film.pictures import FrameOf

CORNERS: Final = ("top-left", "top-right", "bottom-left", "bottom-right")
FREE: Final = Fraction(1, 4)  # of the picture, kept for a face

# Of a tall film: what titles, buttons and descriptions of players cover. In a wide one, all text
# stands within the twentieth at each edge anyway.
TOP: Final = Fraction(15, 100)
BOTTOM: Final = Fraction(20, 100)
RIGHT: Final = Fraction(15, 100)

# What lies around a scene: its ground, and the band of its caption (from which share of its height
# down, and its colour, "" for none).
Band = tuple[str, float, str]
# What gives the frames of a scene in a size in pixels.
Frames = Callable[[int, int], "FrameOf"]


def corner(text: str) -> str:
    """A corner of the picture by its name."""
    word = text.strip().casefold().replace(" ", "-")
    if word in CORNERS:
        return word
    what = f"the picture has no corner '{text.strip()[:40]}'"
    raise VizError(Fault(what, meant=nearest(word, CORNERS), write=", ".join(CORNERS)))


def stage_in(job: FilmJob) -> Rect:
    """Where the scene stands in the picture: x, y, width and height in pixels.

    A tall stage keeps what players cover free by itself, and its ground and band fill the picture.
    Where a corner is kept, a quarter is left free: a column at the side of the corner in a wide picture, a band in a
    tall or square one. What is left keeps room for the whole scene, laid out anew.
    """
    if job.safe and job.height > job.width and Look(job.width, job.height).form != "tall":
        top, bottom, right = (ceil(side * share) for side, share in _covered(job))
        return 0, top, job.width - right, job.height - top - bottom
    if not job.corner:
        return 0, 0, job.width, job.height
    if job.width > job.height:
        width = int(job.width * (1 - FREE))
        return (job.width - width if job.corner.endswith("left") else 0), 0, width, job.height
    height = int(job.height * (1 - FREE))
    return 0, (job.height - height if job.corner.startswith("top") else 0), job.width, height


def _covered(job: FilmJob) -> tuple[tuple[int, Fraction], ...]:
    return (job.height, TOP), (job.height, BOTTOM), (job.width, RIGHT)


def shot(job: FilmJob, frames: Frames) -> Picture:
    """The pictures of a film, with painters of their own: for one thread."""
    from viz.film.loop import Level, looped, worded
    from viz.film.pictures import pictures
    from viz.film.text_backing import plated
    from viz.paint.surface import Painter
    from viz.stage.layout import layout

    x, y, width, height = stage_in(job)
    painter: Any = Painter(width, height)
    if job.alpha:
        from viz.film.transparent import ClearPainter

        painter = ClearPainter((painter, Painter(width, height)), width, height)
    frame_of = frames(width, height)
    if job.alpha and not job.bare:
        frame_of = plated(frame_of, layout(Look(width, height)))
    level = Level()
    picture = pictures(lambda t: worded(frame_of(t), level), painter)
    if (width, height) != (job.width, job.height):
        picture = _placed(job, picture, (x, y), frame_of)
    return looped(job, picture, level, frame_of) if job.loop else picture


def _placed(job: FilmJob, picture: Picture, at: tuple[int, int], frame_of: FrameOf) -> Picture:
    """The picture within a larger one, whose rest is ground and the caption's band, or clear."""
    from viz.film.pixels import array_of
    from viz.film.text_backing import band_of
    from viz.film.transparent import Canvas

    canvas = Canvas(job.width, job.height)
    left, top = at
    drawn: Band | None = None  # what the rest shows now

    def around(t: Fraction, height: int) -> bool:
        """Paint the rest, if it is another; whether it was."""
        nonlocal drawn
        frame = frame_of(t)
        now = frame.ground, *band_of(frame)
        if job.alpha or now == drawn:
            return False
        ground, share, fill = drawn = now
        canvas.array[:] = _colour(ground)
        if fill:
            canvas.array[top + round(share * height) :] = _colour(fill)
        return True

    def whole(t: Fraction) -> Painted:
        painted = picture(t)
        inner = array_of(painted.pixels)
        height, width = inner.shape[:2]
        renewed = around(t, height)
        everything = ((0, 0, width, height),)
        for x, y, w, h in everything if renewed or painted.changed is None else painted.changed:
            canvas.array[top + y : top + y + h, left + x : left + x + w] = inner[
                y : y + h, x : x + w
            ]
        del inner  # the surface is locked while somebody looks at it
        changed = painted.changed
        if renewed or changed is None:
            return Painted(canvas)
        return Painted(canvas, tuple((left + x, top + y, w, h) for x, y, w, h in changed))

    return whole


def _colour(ground: str) -> tuple[int, int, int, int]:
    blue, green, red = (int(ground[i : i + 2], 16) for i in (5, 3, 1))
    return blue, green, red, 255
