"""What a picture without its ground needs to be read on any footage: plates under its words.

The band of the caption becomes a plate with ends of its own; words that stand in no panel get one
each, and those that touch share one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeGuard

from viz.stage.marks import Area, Box, Frame, Hatch, Label
from viz.stage.text_metrics import label_box, middle
from viz.stage.walk import inside, seen

if TYPE_CHECKING:
    from viz.film.pictures import FrameOf
    from viz.stage.layout import Layout

SEEN: Final = 0.9  # of a plate: grey words keep 4.5 to 1 on white and on black footage
ASIDE: Final = 14.0  # stage units beside, above and below the words of a plate
ABOVE: Final = 4.0
INK: Final = 0.1  # em by which ink may pass a label's box
ROUND: Final = 14.0
NEAR: Final = 48.0  # words so near in one line share a plate
FULL: Final = 0.8  # a panel at least so opaque is a ground for words

Plate = tuple[float, float, float, float, float]  # left, top, right, bottom, alpha


def plated(frame_of: FrameOf, layout: Layout) -> FrameOf:
    """The frames with plates for a ground that is not drawn."""
    return lambda t: _plated(frame_of(t), layout)


def band_of(frame: Frame) -> tuple[float, str]:
    """The band of the caption: at which share of the height it begins, and its colour, or ""."""
    for mark in frame.still:
        if _is_band(mark, frame):
            return mark.y / frame.height, mark.fill
    return 1.0, ""


def _is_band(mark: object, frame: Frame) -> TypeGuard[Box]:
    """The one box from edge to edge: the ground of the caption."""
    return isinstance(mark, Box) and mark.x == 0 < mark.y and mark.w == frame.width


def _plated(frame: Frame, layout: Layout) -> Frame:
    still = tuple(_ended(mark, layout) if _is_band(mark, frame) else mark for mark in frame.still)
    frame = replace(frame, still=still)
    plates = [_plate(label) for label in _bare(frame)]
    boxes = tuple(
        Box(left, top, right - left, bottom - top, frame.ground, ROUND, alpha=SEEN * alpha)
        for left, top, right, bottom, alpha in _joined(plates)
    )
    return replace(frame, world=boxes + frame.world, shots=())


def _ended(band: Box, layout: Layout) -> Box:
    """The band as a plate around the caption, the line of steps and the small print."""
    x, _, room, _ = layout.progress
    top = band.y + 4
    bottom = min(layout.sources + layout.sizes.small * 0.9, layout.height - 4)
    return replace(
        band, x=x - 24, y=top, w=room + 48, h=bottom - top, r=ROUND, alpha=band.alpha * SEEN
    )


def _bare(frame: Frame) -> list[Label]:
    """The words that stand on nothing but the ground."""
    grounds = [mark for mark, _ in seen(frame) if isinstance(mark, Box | Hatch) and mark.fill]
    return [
        mark
        for mark, openings in seen(frame)
        if isinstance(mark, Label)
        and mark.alpha > 0
        and mark.text.strip()
        and inside(openings, *middle(mark))
        and not any(_holds(ground, label_box(mark), mark.alpha) for ground in grounds)
    ]


def _holds(mark: Box | Hatch, words: Area, alpha: float) -> bool:
    x, y, wide, high = words
    inside = mark.x <= x + 1 and x + wide <= mark.x + mark.w + 1
    return (
        inside
        and mark.y <= y + high / 2 <= mark.y + mark.h
        and mark.alpha >= min(FULL, alpha) * FULL
    )


def _plate(label: Label) -> Plate:
    x, y, wide, high = label_box(label, ASIDE, ABOVE + INK * label.size)
    return x, y, x + wide, y + high, label.alpha


def _joined(plates: list[Plate]) -> list[Plate]:
    """Plates of which none touches another: those that do are one."""
    apart: list[Plate] = []
    for plate in plates:
        one = plate
        while touching := [other for other in apart if _touch(one, other)]:
            apart = [other for other in apart if other not in touching]
            every = [one, *touching]
            one = (
                min(p[0] for p in every),
                min(p[1] for p in every),
                max(p[2] for p in every),
                max(p[3] for p in every),
                max(p[4] for p in every),
            )
        apart.append(one)
    return apart


def _touch(one: Plate, other: Plate) -> bool:
    beside = one[0] <= other[2] + NEAR and other[0] <= one[2] + NEAR
    return beside and one[1] <= other[3] and other[1] <= one[3]
