"""How far the word under way has come: one count of weights, read at every depth of the picture.

The machine uses thousands of weights at once. Here they are drawn in one order, layer by layer and
row by row, as many in a second as the machine reads.
"""

from __future__ import annotations

from dataclasses import dataclass

from viz.actors.forward_pass.pass_places import Counts
from viz.stage.area import Area
from viz.stage.view import StageView, fade


@dataclass(frozen=True, slots=True)
class Moment:
    """`share` of the weights of this word that were used, `layer` of the layers that were passed, with
    their fractions; `inside` weights of the layer under way; `written` tokens on stage."""

    runs: bool
    share: float
    layer: float
    inside: float
    written: int
    of: str


def moment_of(stage: StageView, counts: Counts, given: int) -> Moment:
    """What the machine of the scene has done by now; nothing where it has none."""
    if not stage.machines:
        return Moment(False, 0.0, 0.0, 0.0, given, "")
    view = stage.machines[0]
    doing = view.doing
    works = doing.part in ("reading", "layer")
    part = doing.part_fraction if works else 1.0
    passed = doing.layer - 1 + (part if works else 1.0)
    at = min(doing.step_fraction * counts.layers, float(counts.layers))
    return Moment(
        view.steps > 0,
        passed / counts.layers,
        at,
        part * counts.layer,
        given + doing.tokens_done,
        f"{view.side}.step",
    )


def near(stage: StageView, area: Area, low: float, full: float) -> float:
    """How much is seen of something that appears at a size: none while it is smaller than `low`
    windows of the world, all of it from `full` on. With `full` below `low` it goes as it grows."""
    window, scale = stage.window, stage.lens.scale
    if window.w <= 0:  # before the camera has looked
        window = Area(*stage.kit.layout.hero)
    size = max(area.w * scale / window.w, area.h * scale / window.h)
    return fade(size, low, full) if low < full else 1.0 - fade(size, full, low)


def snapped(stage: StageView, x: float, y: float) -> tuple[float, float]:
    """A place of the world, moved to the nearest whole unit of the stage: what glides fast is drawn
    once, and nobody sees the difference."""
    seen_x, seen_y = stage.lens.point(x, y)
    scale = stage.lens.scale
    return x + (round(seen_x) - seen_x) / scale, y + (round(seen_y) - seen_y) / scale
