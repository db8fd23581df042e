"""Where rings and bars stand, and how long a second is on them: one length in all of a picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import pi
from typing import Any, Final

from viz.physics.serving import task_seconds
from viz.scene.quantities import resolved
from viz.scene.types import Scene
from viz.stage.area import Area
from viz.stage.quantity import Ref, reckoned
from viz.stage.style import Kit

BAND: Final = 0.215  # of a ring's outer radius, at its largest
TALL: Final = 0.78  # of the pitch of rows: a bar
LANES: Final = 3  # the slow agent, the fast one, and one that writes in no time


@dataclass(frozen=True, slots=True)
class Agent:
    """One agent's lap in seconds (equation 10): writing, then the tool. `refs` are those of the
    writing, of the lap, of all laps, and of the tool."""

    write: float
    tool: float
    laps: int
    refs: tuple[str, str, str, str]

    @property
    def lap(self) -> float:
        """Seconds of a lap."""
        return task_seconds(1, self.write, 0.0, 1.0, self.tool)

    @property
    def task(self) -> float:
        """Seconds of all laps."""
        return self.laps * self.lap


@dataclass(frozen=True, slots=True)
class Ring:
    """A ring whose outline, in the middle of its band, is as long as a lap; its lowest point is
    fixed. x, y is its centre, r the radius to the middle."""

    x: float
    y: float
    r: float
    band: float

    @property
    def area(self) -> Area:
        """All of it."""
        outer = self.r + self.band / 2
        return Area(self.x - outer, self.y - outer, 2 * outer, 2 * outer)


@dataclass(frozen=True, slots=True)
class Lane:
    """Where an agent's laps lie as bars: the words above, the rows, and whether a wheel feeds them."""

    head: Area
    rows: Area
    pitch: float
    second: float  # units of the world for a second
    wheel: Ring | None


def agent(scene: Scene, p: Any, speed: Ref | None) -> Agent:
    """The lap of one who writes so fast; of one who writes in no time without a speed."""
    tokens, tool, laps = (resolved(scene, ref) for ref in (p.tokens, p.tool, p.laps))
    count = max(1, round(laps.value))
    if speed is None:
        lap = tool.ref
        return Agent(0.0, tool.value, count, ("", lap, reckoned("{} * {}", laps, lap), lap))
    rate = resolved(scene, speed)
    write = reckoned("{} / {}", tokens, rate)
    lap = reckoned("{} + {}", write, tool)
    every = reckoned("{} * {}", laps, lap)
    return Agent(tokens.value / rate.value, tool.value, count, (write, lap, every, tool.ref))


def stacked(kit: Kit) -> bool:
    """Whether one picture stands below the other: where the stage is not wide."""
    return kit.layout.form in ("square", "tall")


def largest(world: Area, kit: Kit) -> float:
    """The outer radius of the slow agent's ring."""
    words = 2.6 * kit.layout.sizes.label  # its name above it
    tall = (world.h - words - 0.03 * world.h) / 2
    return min(
        tall,
        kit.layout.safe[2] / 2 if stacked(kit) else (world.w - 8.6 * kit.layout.sizes.label) / 4.25,
    )


def ring(world: Area, kit: Kit, slow: Agent, one: Agent, place: int | None) -> Ring:
    """The ring of one agent: in the first place or the second, or in the middle where it is alone
    or where the stage has one place."""
    outer = largest(world, kit)
    middle = outer / (1 + BAND / 2)
    second = 2 * pi * middle / slow.lap
    r = max(1.0, one.lap * second / (2 * pi))
    band = min(BAND * middle, 1.5 * r)
    x = Area(*kit.layout.safe).cx if stacked(kit) else world.cx
    if place is not None and not stacked(kit):
        x = world.x + outer * (1.03, 3.2)[place]
    floor = world.bottom - 0.03 * world.h
    return Ring(x, floor - band / 2 - r, r, band)


@lru_cache(maxsize=128)
def lanes(world: Area, kit: Kit, agents: tuple[Agent, ...]) -> tuple[Lane, ...]:
    """Where the bars of each agent lie; a second has one length in all of them."""
    label = kit.layout.sizes.label
    laps = agents[0].laps
    world = world.cut(bottom=0.04 * world.h)
    found: list[Lane] = []
    if stacked(kit):
        left = kit.layout.safe[0]
        second = (world.right - left) * 0.94 / max(one.lap for one in agents)
        for area in world.cut(top=label).rows(*([1.0] * LANES), gap=0.6 * label):
            head, rows = area.cut(bottom=area.h - 2.1 * label), area.cut(top=1.9 * label)
            place = Area(left, rows.y, world.w, rows.h)
            found.append(Lane(head, place, rows.h / max(laps, 8), second, None))
        return tuple(found)
    gaps = (0.12 * world.w, 0.05 * world.w, 0.0)  # the first has room for half a wheel
    every = sum(one.lap for one in agents)
    second = (world.w - sum(gaps)) / every
    pitch = min(0.05 * world.h, 0.5 * world.h / laps)
    x = world.x
    top = world.bottom - pitch * (laps + 1.3)  # of the row that is being laid
    small = agents[1].lap * second / pi
    for one, gap in zip(agents, gaps, strict=True):
        wide = one.lap * second
        rows = Area(x, world.bottom - pitch * laps, wide, pitch * laps)
        r = wide / (2 * pi)
        band = min(0.2 * r + 0.012 * world.h, 1.5 * r)
        wheel = Ring(rows.right, top - r - band / 2, r, band)
        head = Area(
            x, world.y, wide + gap, max(3 * label, top - 1.2 * small - 0.04 * world.h - world.y)
        )
        found.append(Lane(head, rows, pitch, second, wheel))
        x += wide + gap
    return tuple(found)


def row_of(lane: Lane, one: Agent, index: int) -> Area:
    """A lap's bar: from the bottom up under a wheel, else from the top down."""
    top = lane.rows.y + index * lane.pitch
    if lane.wheel:
        top = lane.rows.bottom - (index + 0.86) * lane.pitch
    return Area(lane.rows.x, top, one.lap * lane.second, TALL * lane.pitch)


def places(scene: Scene, world: Area, p: Any, kit: Kit) -> dict[str, Area]:
    """What `look:` may name: one agent's ring, both rings, the bars and the lowest of the first."""
    slow = agent(scene, p, p.slow)
    every = slow, agent(scene, p, p.fast), agent(scene, p, None)
    rows = lanes(world, kit, every)[0]
    one = ring(world, kit, slow, slow, None).area
    words = 2.2 * kit.layout.sizes.label
    return {
        "lap": one.cut(top=-words, bottom=-0.03 * world.h).inset(-0.04 * one.w, 0),
        "laps": world,
        "unrolled": world,
        "unrolled.bar": row_of(rows, slow, 0),
    }
