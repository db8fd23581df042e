"""The caption: what the beat says, on its strip."""

from __future__ import annotations

from dataclasses import replace

from viz.stage.i18n import said
from viz.stage.marks import Box, Marks
from viz.stage.style import Kit
from viz.stage.text_metrics import balanced, fitted, width
from viz.stage.view import ScreenView

FADE = 0.25  # seconds, cubic out


def strip(kit: Kit) -> Marks:
    """The ground of the caption."""
    return (Box(*kit.layout.strip, kit.palette.strip),) if kit.look.captions else ()


def draw(view: ScreenView) -> Marks:
    """The caption of the beat, fading in."""
    kit, sizes = view.kit, view.kit.layout.sizes
    span = view.timeline.span(view.t)
    text = said(span.beat.say, kit.look.lang) if kit.look.captions else ""
    if not text:
        return ()
    x, _, room, _ = kit.layout.progress
    if view.timeline.scene.framed:
        return _in_world(view, text)
    tall = kit.layout.form == "tall"
    size = fitted(text, room, sizes.caption, 600, sizes.caption * 0.8)
    if width(text, size, 600) > room:  # two lines at full size are better than one small one
        size = sizes.caption
    lines = balanced(text, room, size, 600)
    step = size * 1.2
    first = kit.layout.caption - (step * (len(lines) - 1)) + (0 if len(lines) > 1 else -step * 0.2)
    if not tall:
        first = kit.layout.caption - step * (len(lines) - 1) * 0.6
    alpha = 1.0 if span.index == 0 and view.t < FADE else ease((view.t - span.start) / FADE)
    if span.index and view.timeline.beats[span.index - 1].beat.say == span.beat.say:
        alpha = 1.0  # a pause for a voice that still speaks: what is read stays
    return tuple(
        replace(
            kit.label(
                line,
                x + room / 2,
                first + i * step,
                size,
                kit.palette.ink,
                weight=600,
                anchor="middle",
                room=room,
            ),
            alpha=alpha,
        )
        for i, line in enumerate(lines)
    )


def _in_world(view: ScreenView, text: str) -> Marks:
    """One line on the ground; what comes and goes is the morph's."""
    kit, sizes = view.kit, view.kit.layout.sizes
    x, _, room, _ = kit.layout.progress
    full = sizes.caption * (1.15 if kit.layout.form != "tall" else 1.1)
    size = fitted(text, room, full, 600, sizes.caption * 0.9)
    lines = balanced(text, room, size, 600)
    first = kit.layout.caption - size * 1.2 * (len(lines) - 1)
    ink = kit.palette.ink
    return tuple(
        replace(
            kit.label(
                line, x + room / 2, first + i * size * 1.2, size, ink, weight=600, anchor="middle"
            ),
            key=f"caption/{text}:{i}",
        )
        for i, line in enumerate(lines)
    )


def ease(share: float) -> float:
    """Cubic out, from 0 to 1."""
    left = 1 - min(1.0, max(0.0, share))
    return 1 - left**3
