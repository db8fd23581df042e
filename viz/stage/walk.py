"""Walking through the marks of a frame, those that are seen through a clip too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import hypot

from viz.stage.marks import Clip, Frame, Ink, Marks

Openings = tuple[Clip, ...]  # from the outermost to the innermost


def walk(marks: Marks, openings: Openings = ()) -> Iterator[tuple[Ink, Openings]]:
    """Every mark that leaves ink, in the order of painting, with the clips it is seen through."""
    for mark in marks:
        if isinstance(mark, Clip):
            yield from walk(mark.marks, (*openings, mark))
        else:
            yield mark, openings


def seen(frame: Frame) -> Iterator[tuple[Ink, Openings]]:
    """`walk` through a whole frame: what is still, the world, what stands before the lens."""
    yield from walk((*frame.still, *frame.all))


def inside(openings: Openings, x: float, y: float) -> bool:
    """Whether a point can be seen through all these clips."""
    return all(_holds(clip, x, y) for clip in openings)


def light(mark: Ink, openings: Openings) -> float:
    """How opaque a mark is behind clips that may be faint themselves."""
    alpha = mark.alpha
    for clip in openings:
        alpha *= clip.alpha
    return alpha


def changed(frame: Frame, change: Callable[[Ink], Ink | None]) -> Frame:
    """The frame with each mark changed, those inside clips too; None leaves a mark out."""
    still, world, marks = (_changed(one, change) for one in (frame.still, frame.world, frame.marks))
    return replace(frame, still=still, world=world, marks=marks, shots=())


def _changed(marks: Marks, change: Callable[[Ink], Ink | None]) -> Marks:
    return tuple(
        kept
        for mark in marks
        if (
            kept := replace(mark, marks=_changed(mark.marks, change))
            if isinstance(mark, Clip)
            else change(mark)
        )
        is not None
    )


def _holds(clip: Clip, x: float, y: float) -> bool:
    r = min(clip.r, clip.w / 2, clip.h / 2)
    beside_x = abs(x - clip.x - clip.w / 2) - (clip.w / 2 - r)
    beside_y = abs(y - clip.y - clip.h / 2) - (clip.h / 2 - r)
    if r <= 0:
        return beside_x <= 0 and beside_y <= 0
    return hypot(max(beside_x, 0.0), max(beside_y, 0.0)) <= r
