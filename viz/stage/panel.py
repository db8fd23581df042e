"""A panel with its title: the ground on which most actors stand."""

from __future__ import annotations

from dataclasses import dataclass

from viz.stage.icons import flag
from viz.stage.marks import Area, Box, Marks
from viz.stage.style import Kit
from viz.stage.text_metrics import width


@dataclass(frozen=True, slots=True)
class Panel:
    """A panel: where it stands, its title's baseline, and what is left for the picture."""

    area: Area
    title: tuple[float, float, float]  # x, baseline, room
    subtitle: tuple[float, float, float]
    inner: Area


def panel_in(area: Area, kit: Kit, *, subtitle: bool = True) -> Panel:
    """The panel that fills `area`, with room for a title and, if wanted, a line under it."""
    x, y, w, h = area
    sizes = kit.layout.sizes
    pad = 28.0 if kit.layout.form in ("wide", "tall") else 22.0
    title = y + sizes.machine * 1.36
    second = title + sizes.label * 1.5
    top = (second if subtitle else title) + sizes.label * 0.9
    return Panel(
        area=area,
        title=(x + pad, title, w - 2 * pad),
        subtitle=(x + pad, second, w - 2 * pad),
        inner=(x + pad, top, w - 2 * pad, y + h - pad - top),
    )


def ground(area: Area, kit: Kit, ref: str = "") -> Marks:
    """The panel itself; what an actor's `panel` gives. `ref` is what a click beside all numbers
    tells; without it, everything that the actor rests on."""
    return (Box(*area, kit.palette.panel, 14, kit.palette.edge, 2, ref=ref),)


def heading(panel: Panel, kit: Kit, title: str, subtitle: str = "", ref: str = "") -> Marks:
    """Title and subtitle of a panel, made to fit; `ref` is of a number in the title."""
    x, y, room = panel.title
    size, ink = kit.layout.sizes.machine, kit.palette.ink
    marks = [kit.label(title, x, y, size, ink, weight=700, room=room, ref=ref)]
    if subtitle:
        x, y, room = panel.subtitle
        marks.append(kit.label(subtitle, x, y, kit.layout.sizes.label, room=room))
    return tuple(marks)


def flagged(kit: Kit, says: str, x: float, y: float, size: float | None = None) -> Marks:
    """The flag of a claim with its kind in the stage's words; x, y is the foot of the pole."""
    size = size or kit.layout.sizes.small
    word = str(kit.words["says"].get(says, says))
    return (
        *flag(x + 2, y + size * 0.1, size * 0.86, kit.palette.small),
        kit.label(word, x + size * 1.0, y, size, kit.palette.small),
    )


def flagged_width(kit: Kit, says: str, size: float | None = None) -> float:
    """How wide a flag with its word is."""
    size = size or kit.layout.sizes.small
    return size * 1.0 + width(str(kit.words["says"].get(says, says)), size)
