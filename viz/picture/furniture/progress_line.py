"""The beats as a line of segments, as far as the show has come."""

from __future__ import annotations

from viz.stage.marks import Box, Disc, Marks
from viz.stage.view import ScreenView

GAP = 10.0


def draw(view: ScreenView) -> Marks:
    """The line and its knob, which a hand may drag."""
    kit, palette = view.kit, view.kit.palette
    x, y, w, h = kit.layout.progress
    marks: list[Box | Disc] = []
    spans = view.timeline.beats
    each = (w - GAP * (len(spans) - 1)) / len(spans)
    knob = x
    for span in spans:
        left = x + span.index * (each + GAP)
        marks.append(Box(left, y, each, h, palette.track, h / 2))
        share = (view.t - span.start) / (span.end - span.start)
        if share > 0:
            done = each * min(share, 1.0)
            marks.append(Box(left, y, max(round(done * 8) / 8, h), h, palette.small, h / 2, of="t"))
            knob = left + done
    marks.append(Disc(round(knob * 8) / 8, y + h / 2, h * 1.4, palette.knob, of="t"))
    return tuple(marks)


def moment(view_x: float, x: float, w: float, spans: tuple[tuple[float, float], ...]) -> float:
    """The screen time of a place on the line: the inverse of what `draw` shows.

    `spans` are the (start, end) of the beats, x and w the line's left end and width.
    """
    count = len(spans)
    each = (w - GAP * (count - 1)) / count
    at = min(max(view_x - x, 0.0), w)
    index = min(count - 1, int(at // (each + GAP)))
    share = min(1.0, (at - index * (each + GAP)) / each)
    start, end = spans[index]
    return start + (end - start) * share
