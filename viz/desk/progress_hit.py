"""The progress line under the hand: whether a point is on it, and which moment it means."""

from __future__ import annotations

from typing import Final

from viz.picture.furniture import progress_line
from viz.stage.layout import progress_box
from viz.stage.look import Look
from viz.timeline.compile import Timeline

REACH: Final = 22.0  # stage units beyond the ends of the line that still catch it


def grabs(look: Look, x: float, y: float) -> bool:
    """Whether a point (stage units) takes hold of the line."""
    left, top, wide, high = progress_box(look)
    return left - REACH <= x <= left + wide + REACH and top <= y <= top + high


def moment(timeline: Timeline, look: Look, x: float) -> float:
    """The moment under x (stage units), in screen seconds; the ends where x lies beyond."""
    left, _, wide, _ = progress_box(look)
    spans = tuple((float(span.start), float(span.end)) for span in timeline.beats)
    return progress_line.moment(x, left, wide, spans)
