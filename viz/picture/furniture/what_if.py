"""What the viewer has turned away from the show as it was made: a mark on stage as long as it is so."""

from __future__ import annotations

from typing import Final

from viz.scene.turn import kept
from viz.scene.types import Knob, KnobValue
from viz.stage.knob_words import fitting, reference_in, what_if
from viz.stage.layout import layout
from viz.stage.look import Look
from viz.stage.marks import Area, Box, Marks
from viz.stage.style import Kit, kit_of
from viz.stage.text_metrics import width
from viz.stage.view import ScreenView
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Timeline

ROOM: Final = 0.55  # of the stage's width


def differing(timeline: Timeline, t: ScreenSeconds) -> tuple[tuple[Knob, KnobValue], ...]:
    """The knobs that stand elsewhere than the scene itself has them at `t`, with their values."""
    if not timeline.take.turns:
        return ()
    own: dict[str, KnobValue] = {knob.name: knob.published for knob in timeline.scene.knobs}
    for span in timeline.beats:
        if span.start <= t:
            own |= {name: kept(timeline.scene, name, value)[0] for name, value in span.beat.set}
    now = dict(timeline.setting(t).values)
    return tuple(
        (knob, now[knob.name])
        for knob in timeline.scene.knobs
        if knob.name in now and not _same(now[knob.name], own[knob.name])
    )


def draw(view: ScreenView) -> Marks:
    """The mark, above the title, or in its place in a world; nothing where all is as it was made."""
    changes = differing(view.timeline, view.t)
    if not changes:
        return ()
    framed = view.timeline.scene.framed
    text = fitting(view.kit, what_if(view.kit, changes), _room(view.kit, framed=framed), 600)
    return _mark(view.kit, text, reference_in(changes), framed=framed)


def place(timeline: Timeline, t: ScreenSeconds, look: Look) -> Area | None:
    """Where the mark stands; None where there is none."""
    kit = kit_of(look)
    changes = differing(timeline, t)
    if not changes:
        return None
    framed = timeline.scene.framed
    text = fitting(kit, what_if(kit, changes), _room(kit, framed=framed), 600)
    box = _mark(kit, text, framed=framed)[0]
    return (box.x, box.y, box.w, box.h) if isinstance(box, Box) else None


def row(look: Look) -> tuple[float, float, float]:
    """The free line above the title: x, y and height."""
    there = layout(look)
    high = 1.8 * there.sizes.small
    return there.title[0], there.badge[1] - high - 0.4 * there.sizes.small, high


def _room(kit: Kit, *, framed: bool) -> float:
    return kit.layout.slug[2] - 2 * kit.layout.sizes.least if framed else ROOM * kit.layout.safe[2]


def _mark(kit: Kit, text: str, ref: str = "", *, framed: bool = False) -> Marks:
    if not text:
        return ()
    size = kit.layout.sizes.least
    x, y, high = row(kit.look)
    if framed:
        x, y = kit.layout.slug[0], max(kit.layout.safe[1], kit.layout.slug[1] - 0.7 * high)
    wide = width(text, size, 600) + 1.6 * size
    return (
        Box(x, y, wide, high, kit.palette.panel, high / 2, kit.palette.ink, 3),
        kit.label(text, x + 0.8 * size, y + 0.7 * high, size, kit.palette.ink, weight=600, ref=ref),
    )


def _same(one: KnobValue, other: KnobValue) -> bool:
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    return abs(one - other) <= 1e-9 * max(abs(one), abs(other))
