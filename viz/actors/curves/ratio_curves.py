"""How many times as fast one machine is as the other, over the size of a model."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil
from typing import Final, Literal

from viz.catalog.types import Model
from viz.physics import equations as eq
from viz.physics.predict import predict
from viz.physics.sizes import family, model_of_size
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


@dataclass(frozen=True, slots=True)
class Ground:
    """What a curve stands on: machines, what is asked of them, the family of models, and the
    share of the parameters that serves a token. It does not change with the size."""

    left: Rig
    right: Rig
    load: Load
    family: tuple[Model, ...]
    active: float


def ground_of(scene: Scene, active: float) -> Ground:
    """The ground of a scene, which must have both machines."""
    if scene.left is None or scene.right is None:
        raise ValueError("two machines are compared")
    return Ground(scene.left, scene.right, load_of(scene), family(scene.catalog.models), active)


@lru_cache(maxsize=256)
def curve(on: Ground, kind: Kind, low: float, high: float) -> tuple[Point, ...]:
    """Points from `low` to `high` parameters, in equal ratios."""
    sizes = (low * (high / low) ** (i / (POINTS - 1)) for i in range(POINTS))
    return tuple(point(on, kind, size) for size in sizes)


def point(on: Ground, kind: Kind, size: float) -> Point:
    """One size."""
    model = model_of_size(on.family, size, on.active)
    needed = eq.weight_bytes(model, on.load) + eq.kv_bytes(model, on.load)
    left, left_held = _rig(on.left, needed, kind.left)
    right, right_held = _rig(on.right, needed, kind.right)
    return Point(
        size=size,
        left=_speed(left, model, on.load, kind.basis),
        right=_speed(right, model, on.load, kind.basis),
        left_chips=ceil(left.count),
        right_chips=ceil(right.count),
        held=left_held and right_held,
    )


def _speed(rig: Rig, model: Model, load: Load, basis: Basis) -> float:
    return predict(rig, model, load, basis).decode


def _rig(rig: Rig, needed: float, count: Count) -> tuple[Rig, bool]:
    """The machine, with as much more of it as holds the model; and whether it does.

    Chips are added in fractions, all full, so that a curve shows no steps of the rounding up.
    """
    times = needed / (rig.count * rig.chip.capacity.value)
    if count == "fixed":
        return rig, times <= 1
    return replace(rig, count=rig.count * max(1.0, times)), True  # type: ignore[arg-type]
