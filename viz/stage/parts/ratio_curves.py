"""How many times as fast one machine is as the other, over the size of a model."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil
from typing import Final, Literal

from viz.physics import equations as eq
from viz.physics.decode import decode_step
from viz.physics.sizes import model_of_size
from viz.physics.types import Basis, Load, Rig
from viz.scene.types import Scene
from viz.timeline.compile import load_of

POINTS: Final = 56
Count = Literal["fixed", "fitting"]


@dataclass(frozen=True, slots=True)
class Kind:
    """How a curve is reckoned: its basis, and whether chips are added with the size."""

    basis: Basis
    left: Count
    right: Count


@dataclass(frozen=True, slots=True)
class Point:
    """One size: speeds of both machines, tokens a second for a user, with their chips.

    `held` is whether both machines hold the model.
    """

    size: float
    left: float
    right: float
    left_chips: int
    right_chips: int
    held: bool

    @property
    def ratio(self) -> float:
        """The right machine's speed over the left one's."""
        return self.right / self.left


@lru_cache(maxsize=256)
def curve(scene: Scene, kind: Kind, low: float, high: float, active: float) -> tuple[Point, ...]:
    """Points from `low` to `high` parameters, in equal ratios."""
    sizes = (low * (high / low) ** (i / (POINTS - 1)) for i in range(POINTS))
    return tuple(point(scene, kind, size, active) for size in sizes)


@lru_cache(maxsize=4096)
def point(scene: Scene, kind: Kind, size: float, active: float) -> Point:
    """One size. The scene must have both machines."""
    if scene.left is None or scene.right is None:
        raise ValueError("two machines are compared")
    model = model_of_size(scene.catalog.models, size, active)
    load = load_of(scene)
    needed = eq.weight_bytes(model, load) + eq.kv_bytes(model, load)
    left, left_held = _rig(scene.left, needed, kind.left)
    right, right_held = _rig(scene.right, needed, kind.right)
    return Point(
        size=size,
        left=_speed(left, scene, size, load, kind.basis, active),
        right=_speed(right, scene, size, load, kind.basis, active),
        left_chips=ceil(left.count),
        right_chips=ceil(right.count),
        held=left_held and right_held,
    )


def _speed(rig: Rig, scene: Scene, size: float, load: Load, basis: Basis, active: float) -> float:
    model = model_of_size(scene.catalog.models, size, active)
    return decode_step(rig, model, load, basis).speed


def _rig(rig: Rig, needed: float, count: Count) -> tuple[Rig, bool]:
    """The machine, with as much more of it as holds the model; and whether it does.

    Chips are added in fractions, all full, so that a curve shows no steps of the rounding up.
    """
    times = needed / (rig.count * rig.chip.capacity.value)
    if count == "fixed":
        return rig, times <= 1
    return replace(rig, count=rig.count * max(1.0, times)), True  # type: ignore[arg-type]
