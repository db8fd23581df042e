"""How the knobs stood so far: as the scene has them, as its beats set them, and as the viewer did."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from viz.scene.slider import stands
from viz.scene.turn import turned
from viz.scene.types import KnobValue, Scene
from viz.stage.view import StageView


@dataclass(frozen=True, slots=True)
class Told:
    """One setting of the knobs that was on stage. `number` is its place among those that the beats
    make, -1 for one of the viewer's own."""

    number: int
    scene: Scene
    current: bool


def told_settings(stage: StageView) -> tuple[Told, ...]:
    """The settings so far, in order: those of beats, then the viewer's last one."""
    told = told_by(stage)
    seen: dict[int, Scene] = {}
    own: Scene | None = None
    moments = [hw for hw, _ in stage.history]
    for i, (hw, scene) in enumerate(stage.history):
        if i + 1 < len(moments) and moments[i + 1] == hw:
            continue  # the first of several knobs that are turned at once
        stood = knobs_of(scene)
        if stood in told:
            seen[told.index(stood)] = scene
        else:
            own = scene
    now = knobs_of(stage.scene)
    found = [Told(number, scene, knobs_of(scene) == now) for number, scene in sorted(seen.items())]
    if own is not None:
        found.append(Told(-1, own, knobs_of(own) == now))
    return tuple(found)


def told_by(stage: StageView) -> tuple[tuple[KnobValue, ...], ...]:
    """The knobs as the scene has them, then as its beats set them, in order."""
    return _told(stage.history[0][1] if stage.history else stage.scene)


@lru_cache(maxsize=32)
def _told(scene: Scene) -> tuple[tuple[KnobValue, ...], ...]:
    values: dict[str, KnobValue] = {}
    found = [knobs_of(scene)]
    for beat in scene.beats:
        if beat.set:
            values |= dict(beat.set)
            stood = knobs_of(turned(scene, values))
            if stood not in found:
                found.append(stood)
    return tuple(found)


@lru_cache(maxsize=512)
def knobs_of(scene: Scene) -> tuple[KnobValue, ...]:
    """How each knob of a scene stands."""
    return tuple(stands(scene, knob) for knob in scene.knobs)
