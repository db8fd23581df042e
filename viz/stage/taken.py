"""The picture with what is open beside it: knobs, an explanation, hands counted. For a window, and
for a film of a take: both show the same."""

from __future__ import annotations

from dataclasses import replace

from viz.stage.frame import frame_at
from viz.stage.furniture import knobs
from viz.stage.kit import kit_of
from viz.stage.look import Look
from viz.stage.marks import Frame
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Timeline
from viz.timeline.performance import Sight


def picture(timeline: Timeline, t: ScreenSeconds, look: Look, sight: Sight) -> Frame:
    """The frame at `t` screen seconds, with a column where something is open."""
    if not sight.aside:
        return frame_at(timeline, t, look)
    look = replace(look, aside=True)
    scene = timeline.setting(ScreenSeconds(min(max(t, 0.0), timeline.seconds))).scene
    frame = frame_at(timeline, t, look)
    focus = sight.focus.removeprefix("knob:") if sight.focus.startswith("knob:") else ""
    return frame.plus(knobs.draw(kit_of(look), scene, focus))
