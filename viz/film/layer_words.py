"""The words of a picture apart from its shapes, so that both laid over each other are the picture.

Words that something is painted over later stay with the shapes: over them they would be seen.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from viz.paint.surface.bounds import Cells, bounds
from viz.stage.marks import Frame, Label, Mark

if TYPE_CHECKING:
    from viz.film.pictures import FrameOf


def parted(frame_of: FrameOf, layer: str) -> FrameOf:
    """The frames of a layer: "labels" has the words, "machines" the rest; another is as it is."""
    if layer not in ("labels", "machines"):
        return frame_of
    return lambda t: _parted(frame_of(t), words=layer == "labels")


def _parted(frame: Frame, *, words: bool) -> Frame:
    every = (*frame.still, *frame.all)
    free = {id(mark) for mark in _free(every)}
    still, world, marks = (
        tuple(mark for mark in group if (id(mark) in free) == words)
        for group in (frame.still, frame.world, frame.marks)
    )
    return replace(frame, still=still, world=world, marks=marks, shots=())


def _free(marks: tuple[Mark, ...]) -> list[Label]:
    """The words that no shape is painted over."""
    found: list[Label] = []
    later: list[Cells] = []
    for mark in reversed(marks):
        own = bounds(mark, 1.0)
        if isinstance(mark, Label) and not any(_meet(own, other) for other in later):
            found.append(mark)
            continue
        if mark.alpha > 0:
            later.append(own)
    return found


def _meet(one: Cells, other: Cells) -> bool:
    beside = one[0] < other[0] + other[2] and other[0] < one[0] + one[2]
    return beside and one[1] < other[1] + other[3] and other[1] < one[1] + one[3]
