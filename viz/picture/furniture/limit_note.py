"""The note that a knob was asked for more than the model has, or a machine for more than it holds."""

from __future__ import annotations

from viz.scene.types import Knob, KnobValue
from viz.stage.i18n import said
from viz.stage.marks import Label, Marks
from viz.stage.text_metrics import width
from viz.stage.view import ScreenView
from viz.timeline.compile import Setting
from viz.units import write


def notes(view: ScreenView) -> tuple[str, ...]:
    """What has to be said at this moment; nothing while all is within the model."""
    kit = view.kit
    setting = view.timeline.setting(view.t)
    found = []
    for name in setting.clamped:
        knob = next(knob for knob in setting.scene.knobs if knob.name == name)
        value = _written(knob, dict(setting.values)[name])
        title = said(knob.title, kit.look.lang)
        found.append(kit.word("beyond_clamped", knob=title, value=value))
    for side, needed, held in setting.misfits:
        machine = _machine(setting, side)
        sizes = {"needed": write(needed, "bytes"), "held": write(held, "bytes")}
        found.append(kit.word("beyond_misfit", machine=machine, **sizes))
    return tuple(found)


def draw(view: ScreenView) -> Marks:
    """The first note under the badge where there is room, else nothing: `sources` then has it."""
    kit, sizes = view.kit, view.kit.layout.sizes
    found = notes(view)
    if not found or not under_badge(view):
        return ()
    x, y, w, h = kit.layout.badge
    base = y + h + sizes.small * 1.2
    text = str(kit.word("list_separator")).join(found)
    room = w + 200.0
    if width(text, sizes.small, 600) > room:
        text = found[0]
    mark: Label = kit.label(
        text, x + w, base, sizes.small, kit.palette.warn, weight=600, anchor="end", room=room
    )
    return (mark,)


def under_badge(view: ScreenView) -> bool:
    """Whether a line fits between the badge and the body of the stage. In a world, the hero stands
    there."""
    if view.timeline.scene.framed:
        return False
    _, y, _, h = view.kit.layout.badge
    return view.kit.layout.body[1] - y - h >= view.kit.layout.sizes.small * 1.5


def _written(knob: Knob, value: KnobValue) -> str:
    if isinstance(value, str):
        return value
    return f"{value:g} bit" if knob.unit == "bits" else write(value, knob.unit)


def _machine(setting: Setting, side: str) -> str:
    run = setting.left if side == "left" else setting.right
    return f"{run.rig.count} × {run.rig.chip.title}" if run else side
