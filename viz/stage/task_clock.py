"""Since when a task runs as it does: a knob that was turned starts it anew."""

from __future__ import annotations

from functools import lru_cache

from viz.scene.arithmetic import Ref
from viz.scene.quantities import resolved
from viz.scene.types import Scene
from viz.stage.view import StageView


def running(stage: StageView, refs: tuple[Ref, ...]) -> float:
    """Seconds of the hardware clock since one of `refs` last changed its value."""
    start = 0.0
    now = _values(stage.scene, refs)
    for began, scene in reversed(stage.history):
        if _values(scene, refs) != now:
            break
        start = began
    return max(0.0, stage.hw - start)


@lru_cache(maxsize=4096)
def _values(scene: Scene, refs: tuple[Ref, ...]) -> tuple[float, ...]:
    return tuple(resolved(scene, ref).value for ref in refs)


def coarse(value: float, per_second: float, most: float = 2.5) -> float:
    """`value` in whole steps so large that it changes at most `most` times a second on screen.

    `per_second` is how fast it grows on screen. Steps are 1, 2, 5 times a power of ten.
    """
    step, factors = 1.0, (2.0, 2.5, 2.0)
    for turn in range(60):
        if per_second / step <= most:
            break
        step *= factors[turn % 3]
    return float(value // step * step)
