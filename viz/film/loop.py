"""Films that play on and on: the end dissolves into the start, words after words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from viz.film.job import Painted
from viz.stage.marks import Frame, Ink, Label
from viz.stage.walk import changed, seen

if TYPE_CHECKING:
    from viz.film.job import FilmJob, Picture
    from viz.film.pictures import FrameOf

DISSOLVE: Final = Fraction(1, 2)  # seconds in which the end of a loop becomes its start

Place = tuple[str, float, float, float, int, str]


@dataclass(slots=True)
class Level:
    """How much of the words is painted, 0 to 1, but for those that stay."""

    words: float = 1.0
    stay: frozenset[Place] = frozenset()


def worded(frame: Frame, level: Level) -> Frame:
    """The frame with its words at a level."""
    if level.words >= 1:
        return frame

    def faded(mark: Ink) -> Ink:
        if isinstance(mark, Label) and _place(mark) not in level.stay:
            return replace(mark, alpha=mark.alpha * level.words)
        return mark

    return changed(frame, faded)


def _words(frame: Frame) -> frozenset[Place]:
    return frozenset(_place(mark) for mark, _ in seen(frame) if isinstance(mark, Label))


def _place(label: Label) -> Place:
    """What words are said where: the same in another colour are the same words."""
    return label.text, label.x, label.y, label.size, label.weight, label.anchor


def looped(job: FilmJob, picture: Picture, level: Level, frame_of: FrameOf) -> Picture:
    """The last half second dissolves into the first picture, which follows the last exactly.

    `level` is what `picture` takes its words by; words that are in both pictures stay.
    """
    import numpy as np

    from viz.film.pixels import array_of
    from viz.film.transparent import Canvas

    last = job.frames
    steps = min(round(DISSOLVE * job.fps), last - 1)
    canvas = Canvas(job.width, job.height)
    mixed_before = False

    def at(t: Fraction, words: float) -> Any:
        level.words = words
        painted = array_of(picture(t).pixels).astype(np.float32)
        level.words = 1.0
        return painted

    def whole(t: Fraction) -> Painted:
        nonlocal mixed_before
        number = round((t - job.start) * job.fps)
        share = Fraction(number - (last - steps), steps) if steps else Fraction(0)
        if share <= 0:
            painted = picture(t)
            # After a mixed picture the painter's own list of what differs does not hold.
            unknown, mixed_before = mixed_before, False
            return Painted(painted.pixels) if unknown else painted
        mixed_before = True
        # Words go before others come: nobody can read one text over another.
        level.stay = _words(frame_of(t)) & _words(frame_of(job.start))
        now = at(t, max(0.0, 1 - 2 * float(share)))
        first = at(job.start, max(0.0, 2 * float(share) - 1))
        mixed = first if share >= 1 else now + (first - now) * float(share)
        canvas.array[:] = np.rint(mixed)
        return Painted(canvas)

    return whole
