"""Weights moved since the start: a counter that runs for the GPU and stays at 0 for the wafer."""

from __future__ import annotations

from viz.stage.machine_layout import Plan
from viz.stage.marks import Marks
from viz.stage.style import dimmed
from viz.stage.text_metrics import width
from viz.stage.view import MachineView
from viz.units import write


def draw(view: MachineView, plan: Plan) -> Marks:
    """The counter of one machine."""
    kit, palette, sizes = view.kit, view.kit.palette, view.kit.layout.sizes
    x, y, room = plan.moved
    name = kit.word("weights_moved")
    size = sizes.label + 6
    at = x + width(name, sizes.label) + sizes.label * 0.6
    number = write(view.doing.bytes_moved, "bytes", 3)
    return dimmed(
        (
            kit.label(name, x, y, sizes.label, ref=f"{view.side}.moved"),
            kit.label(
                number,
                at,
                y,
                size,
                palette.weight_text,
                weight=700,
                room=x + room - at,
                of=f"{view.side}.bytes_moved",
                ref=f"{view.side}.moved",
            ),
        ),
        view.level("odometer"),
        palette,
    )
