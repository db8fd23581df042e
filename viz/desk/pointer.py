"""What a mouse or a finger does on the stage: it turns a knob, or asks where a number comes from."""

from __future__ import annotations

from dataclasses import dataclass, replace

from viz.desk import interaction as hands
from viz.desk.interaction import KNOB, Desk
from viz.desk.overlay import on_button
from viz.picture import hit_test
from viz.picture.explain_number import told
from viz.picture.furniture import knobs
from viz.picture.with_open_panels import picture
from viz.stage.look import Look
from viz.stage.marks import Area
from viz.stage.style import kit_of


@dataclass(frozen=True, slots=True)
class Grip:
    """A slider's handle under the hand: its block, and where the hand is (stage units)."""

    block: knobs.Block
    x: float


def pressed(
    desk: Desk, look: Look, x: float, y: float, *, button: bool = False
) -> tuple[Desk, Grip | None]:
    """The button went down at a point: the desk after it, and the knob that is held from now on.

    `button`: the button that opens the knobs is on the stage.
    """
    sight = desk.sight
    look = replace(look, aside=sight.aside, large=sight.large)
    kit = kit_of(look)
    if button and not sight.knobs and on_button(desk, look, x, y):
        return hands.open_knobs(desk), None
    if sight.knobs and (found := knobs.hit(kit, desk.scene, x, y)):
        knob, value = found
        desk = hands.turn(hands.looked(desk, focus=KNOB + knob.name), knob, value)
        block = next(one for one in knobs.blocks(kit, desk.scene) if one.knob.name == knob.name)
        return desk, Grip(block, x) if block.track else None
    if kit.layout.aside and _within(kit.layout.aside, x, y):
        return desk, None
    frame = picture(desk.timeline, desk.at, look, sight)
    name = hit_test.at(frame, x, y) if desk.question is None else ""
    if name and told(desk.scene, name, look.lang):
        return hands.ask(desk, name), None
    return (hands.looked(desk, asked="") if sight.asked else desk), None


def moved(desk: Desk, grip: Grip) -> Desk:
    """The knob that is held follows the hand."""
    return hands.turn(desk, grip.block.knob, knobs.dragged(grip.block, grip.x))


def under(desk: Desk, look: Look, x: float, y: float, *, button: bool = False) -> bool:
    """Whether a press at a point would turn a knob: the pointer is a hand there."""
    sight = desk.sight
    if sight.knobs:
        kit = kit_of(replace(look, aside=sight.aside, large=sight.large))
        return knobs.hit(kit, desk.scene, x, y) is not None
    return button and on_button(desk, look, x, y)


def _within(area: Area, x: float, y: float) -> bool:
    left, top, w, h = area
    return left <= x <= left + w and top <= y <= top + h
