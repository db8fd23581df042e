"""The ground drawn over the edges of the world, so that words before the lens can be read on it."""

from __future__ import annotations

from viz.stage.marks import Gradient, Marks
from viz.stage.view import ScreenView


def draw(view: ScreenView, *, close: bool) -> Marks:
    """Behind the title and the caption, where the world is seen from near."""
    if not close:
        return ()
    kit = view.kit
    asks = view.timeline.span(view.t).beat.ask  # then there is no caption
    layout, ground = kit.layout, kit.palette.ground
    top = layout.slug[1] + layout.sizes.label * 3.6
    first = layout.caption - layout.sizes.caption * 4.4
    full = layout.sizes.caption * 1.9 / (layout.height - first)  # above the first line's letters
    above = Gradient(
        0,
        0,
        layout.width,
        top,
        ((0, ground, 0.97), (0.82, ground, 0.96), (1, ground, 0.0)),
        True,
    )
    below = Gradient(
        0,
        first,
        layout.width,
        layout.height - first,
        ((0, ground, 0.0), (full, ground, 0.93), (1, ground, 0.96)),
        True,
    )
    return (above,) if asks else (above, below)
