"""The knobs that were turned, in one line that fits where it stands."""

from __future__ import annotations

from viz.scene.slider import reference_of
from viz.scene.types import Knob, KnobValue
from viz.stage.i18n import said
from viz.stage.plot.slider_track import shown
from viz.stage.style import Kit
from viz.stage.text_metrics import width


def wordings(kit: Kit, changes: tuple[tuple[Knob, KnobValue], ...]) -> tuple[str, ...]:
    """Each knob with its value; else how many knobs were turned."""
    lang = kit.look.lang
    each = [f"{said(knob.title, lang)} {shown(knob, value, lang)}" for knob, value in changes]
    key = "turned_one" if len(changes) == 1 else "turned_many"
    return ", ".join(each), kit.word(key, count=len(changes))


def what_if(kit: Kit, changes: tuple[tuple[Knob, KnobValue], ...]) -> tuple[str, ...]:
    """The same as a supposition."""
    found = wordings(kit, changes)
    return (*(kit.word("what_if", change=one) for one in found), found[-1])


def reference_in(changes: tuple[tuple[Knob, KnobValue], ...]) -> str:
    """The reference of the knob that was turned; "" where several were."""
    return reference_of(changes[0][0]) if len(changes) == 1 else ""


def fitting(kit: Kit, choices: tuple[str, ...], room: float, weight: int = 400) -> str:
    """The first wording that fits in `room` at the least size; "" where none does."""
    least = kit.layout.sizes.least
    return next((text for text in choices if width(text, least, weight) <= room), "")
