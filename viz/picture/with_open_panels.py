"""The picture with what is open beside it: knobs, an explanation, hands counted. For a window, and
for a film of a take: both show the same."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from viz.picture import explain_number as asked
from viz.picture.explain_number import Told
from viz.picture.frame import frame_at
from viz.picture.furniture import explanation_panel as explanation
from viz.picture.furniture import knobs, pointing, question
from viz.picture.hit_test import targets
from viz.scene.types import Scene
from viz.stage.look import Look
from viz.stage.marks import Area, Box, Frame, Marks
from viz.stage.style import Kit, kit_of
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Timeline
from viz.timeline.take import Sight

BETWEEN: Final = 16.0


def picture(timeline: Timeline, t: ScreenSeconds, look: Look, sight: Sight) -> Frame:
    """The frame at `t` screen seconds, with a column where something is open."""
    t = calm(timeline, t) if sight.calm else t
    look = seen(look, sight)
    return beside(frame_at(timeline, t, look, sight.view), timeline, t, look, sight)


def seen(look: Look, sight: Sight) -> Look:
    """A look with what a viewer has opened: room for a column, larger type, hands."""
    large = look.large or sight.large
    return replace(look, aside=sight.aside, large=large, hands=look.hands or sight.hands)


def beside(frame: Frame, timeline: Timeline, t: ScreenSeconds, look: Look, sight: Sight) -> Frame:
    """A picture of a moment, in a look with room for it (`seen`), with what is open beside it."""
    kit, scene = kit_of(look), scene_at(timeline, t)
    if sight.asked:
        sight = replace(sight, asked=asked.renamed(scene, sight.asked))
    marks = _ring(frame, scene, kit, sight)
    on, locked = sight.focus.removeprefix("knob:"), timeline.locked(t)
    column = knobs.draw(kit, scene, on, locked) if sight.knobs else ()
    if sight.asked and (told := asked.told(scene, sight.asked, look.lang)):
        ring = _target(frame, scene, kit, sight.asked)
        area = _room(kit, scene, told, ring, knobs_open=sight.knobs)
        alone = area == kit.layout.aside or area[2] == kit.layout.body[2]
        if not (column and alone and sight.focus.startswith("knob:")):  # what is in focus is seen
            column = (() if alone else column) + explanation.draw(kit, told, area)
    over = pointing.draw(look, sight.pointing, sight.spot)
    return frame.plus(marks + column + over) if marks or column or over else frame


def calm(timeline: Timeline, t: ScreenSeconds) -> ScreenSeconds:
    """Instead of motion: the still at the end of the beat; of a question, the one before its
    answer first. The texts and the numbers are the same."""
    span = timeline.span(t)
    if span.beat.ask and not question.answered(span, t):
        return ScreenSeconds(question.answer_at(span) - question.BEFORE)
    return ScreenSeconds(max(span.start, span.end - question.BEFORE))


def scene_at(timeline: Timeline, t: ScreenSeconds) -> Scene:
    """The scene with its knobs as they stand at a moment."""
    return timeline.setting(ScreenSeconds(min(max(t, 0.0), timeline.seconds))).scene


def _room(kit: Kit, scene: Scene, told: Told, ring: Area | None, *, knobs_open: bool) -> Area:
    """Where an explanation stands: under the knobs, or in their place where that is too low.

    On a square and a tall stage it lies over the half of the body that its number is not in.
    """
    layout = kit.layout
    x, y, w, h = layout.aside or layout.body
    if w == layout.body[2]:
        low = ring is not None and ring[1] + ring[3] / 2 > y
        return (x, layout.body[1], w, h) if low else (x, y, w, h)
    used = knobs.height(kit, scene) + BETWEEN if knobs_open and scene.knobs else 0.0
    return (
        (x, y + used, w, h - used) if explanation.needs(kit, told, w) <= h - used else (x, y, w, h)
    )


def _target(frame: Frame, scene: Scene, kit: Kit, name: str) -> Area | None:
    return next((one.area for one in targets(frame, scene, kit) if one.name == name), None)


def _ring(frame: Frame, scene: Scene, kit: Kit, sight: Sight) -> Marks:
    """The outline of what is asked; else of what the keyboard is on. Never two at once."""
    name = sight.asked or sight.focus
    if not name or name.startswith("knob:"):
        return ()
    found = {one.name: one.area for one in targets(frame, scene, kit)}
    found |= {
        mark.of: (mark.x - 6, mark.y - 6, mark.w + 12, mark.h + 12)
        for mark in frame.all
        if isinstance(mark, Box) and mark.of.startswith("vote:") and mark.edge
    }
    return explanation.ring(kit, found[name], asked=bool(sight.asked)) if name in found else ()
