"""What the users' numbers were so far, and what each number of users came to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from viz.physics.predict import predict
from viz.scene.quantities import resolved
from viz.scene.types import Scene, Side
from viz.stage.view import StageView
from viz.timeline.compile import load_of

POINTS = 120  # of a walk from one number of users to another


@dataclass(frozen=True, slots=True)
class Walked:
    """A number of users, the scene as it stood, and the hardware seconds for which it was shown."""

    users: float
    scene: Scene
    shown: float
    current: bool


def walked(stage: StageView) -> tuple[Walked, ...]:
    """The numbers of users since the actor is on stage, in the order in which they came."""
    found: dict[float, Walked] = {}
    ends = [hw for hw, _ in stage.history[1:]] + [stage.hw]
    for (start, scene), end in zip(stage.history, ends, strict=True):
        since, until = max(float(start), float(stage.since)), float(end)
        last = scene.batch == stage.scene.batch
        if until < since or (until == since and not last):
            continue
        before = found.pop(scene.batch, None)
        shown = max(until - since, before.shown if before else 0.0)
        found[scene.batch] = Walked(scene.batch, scene, shown, last)
    if not found:
        return (Walked(stage.scene.batch, stage.scene, 0.0, current=True),)
    return tuple(found.values())


@lru_cache(maxsize=1024)
def point(scene: Scene, side: Side, users: float) -> tuple[float, float]:
    """Tokens a second of each, and of all."""
    rig = scene.left if side == "left" else scene.right
    if rig is None or scene.model is None:
        return 0.0, 0.0
    found = predict(rig, scene.model, replace(load_of(scene), batch=users), scene.basis)
    return found.decode, users * found.decode


@lru_cache(maxsize=64)
def way(scene: Scene, side: Side, first: float, last: float) -> tuple[tuple[float, float], ...]:
    """The points between two numbers of users, in equal ratios."""
    ratio = max(last, 1.0) / max(first, 1.0)
    steps = [first * ratio ** (i / (POINTS - 1)) for i in range(POINTS)]
    rig = scene.left if side == "left" else scene.right
    if rig is not None and rig.chip.kind == "wafer":  # its line has a corner: it is a point of it
        knee = resolved(scene, f"{side}.knee").value
        if first < knee < last:
            nearest = min(range(1, POINTS - 1), key=lambda i: abs(steps[i] - knee))
            steps[nearest] = knee
    return tuple(point(scene, side, users) for users in steps)


@dataclass(frozen=True, slots=True)
class Parts:
    """Seconds of a step: what is the same for all users, and what each brings of its own."""

    weights: float
    starts: float
    notes: float
    sums: float

    @property
    def whole(self) -> float:
        """All of them."""
        return self.weights + self.starts + self.notes + self.sums


@lru_cache(maxsize=256)
def step_of(scene: Scene) -> Parts:
    """The parts of a step of the machine at left. Arithmetic that reading does not hide is told with
    the sums: it too grows with users."""

    def value(name: str) -> float:
        return resolved(scene, f"left.{name}").value

    share = value("weights") / value("bytes")
    return Parts(
        value("reading") * share,
        value("overhead") + value("unexplained"),
        value("reading") * (1.0 - share),
        value("links") + value("computing"),
    )
