"""Where the bars of a task and the curve above them stand: one axis from left to right for all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from viz.physics.serving import speed_up
from viz.scene.quantities import resolved
from viz.scene.types import Scene
from viz.stage.area import Area
from viz.stage.plot.axes import Scale
from viz.stage.quantity import reckoned
from viz.stage.style import Kit

NEAR: Final = 0.66  # of the task: where the axis begins when it is stretched
TOP: Final = 1.08  # of the raw speed-up, which is the curve's end


@dataclass(frozen=True, slots=True)
class Task:
    """A task before and after its writing became `raw` times as fast: `share` of it was writing,
    `measured` is how many times sooner the whole was done. `refs` are those of the four by name."""

    seconds: float
    raw: float
    measured: float
    share: float
    refs: dict[str, str]

    @property
    def whole(self) -> float:
        """How many times sooner it is done, with that share."""
        return speed_up(self.share, self.raw)

    @property
    def ceiling(self) -> float:
        """How many times sooner if writing took no time."""
        return 1 / max(1e-9, 1 - self.share)


def task_of(scene: Scene, p: Any) -> Task:
    """The task as the knobs stand. Its share of writing is kept below all of it."""
    numbers = {
        name: resolved(scene, getattr(p, name)) for name in ("seconds", "raw", "measured", "share")
    }
    refs = {name: number.ref for name, number in numbers.items()}
    refs["whole"] = reckoned("speed_up({}, {})", numbers["share"], numbers["raw"])
    refs["ceiling"] = reckoned("1 / (1 - {})", numbers["share"])
    share = min(0.999, max(0.0, numbers["share"].value))
    return Task(
        numbers["seconds"].value,
        max(1.001, numbers["raw"].value),
        max(1.0, numbers["measured"].value),
        share,
        refs,
    )


@dataclass(frozen=True, slots=True)
class Plan:
    """The rows of bars at full length, and the scales of the plot: shares and times."""

    rows: tuple[Area, ...]
    x: Scale
    y: Scale
    plot: Area


def plan(world: Area, kit: Kit, picture: str, task: Task) -> Plan:
    """Three rows over all of the world before the share is asked for; then two under a plot."""
    label = kit.layout.sizes.label
    safe = kit.layout.safe
    left, right = max(world.x, safe[0]), min(world.right, safe[0] + safe[2])
    whole = Area(left, world.y, right - left, world.h)
    if picture == "unknown":
        every = whole.cut(top=0.06 * world.h, bottom=0.04 * world.h).rows(
            1, 1, 1, gap=0.06 * world.h
        )
        rows = tuple(row.cut(top=1.7 * label) for row in every)
        first = rows[0]  # its pieces are counted below it
        rows = (Area(first.x, first.y - 0.5 * label, first.w, first.h), *rows[1:])
        plot = whole
    else:
        # The ticks' words stand left of the plot, and of the bars, whose axis is the plot's.
        inner = whole.cut(left=2.6 * label, right=0.6 * label)
        above, below = inner.cut(top=1.2 * label, bottom=0.04 * world.h).rows(0.55, 0.45, gap=label)
        two = below.rows(1, 1, gap=0.4 * label)
        rows = tuple(row.cut(top=1.6 * label) for row in two)
        plot = above
    low = NEAR if picture in ("near", "limit") else 0.0
    x = Scale(low, 1.0, plot.x, plot.right)
    y = Scale(1.0, TOP * max(task.raw, task.measured), plot.bottom, plot.y)
    return Plan(rows, x, y, plot)


def places(scene: Scene, world: Area, p: Any, kit: Kit) -> dict[str, Area]:
    """What `look:` may name: all of it, and the bar of the task before."""
    return {"task": world, "task.before": plan(world, kit, p.picture, task_of(scene, p)).rows[0]}
