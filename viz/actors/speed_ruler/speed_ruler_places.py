"""Where the ruler's speeds stand: along it, what machine each has, and which way its tokens go."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING, Final

from viz.scene.quantities import resolved
from viz.stage.amounts import whole
from viz.stage.area import Area
from viz.stage.i18n import said
from viz.stage.number_text import speed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from viz.scene.quantities import Resolved
    from viz.scene.types import Scene
    from viz.stage.style import Kit

TICK: Final = 500.0  # tokens a second
SMALL: Final = 100  # squares: what is more has the wide grid
THIRD: Final = ("third-party", "measured")


def columns_of(squares: int) -> int:
    """How many squares stand beside each other on a wafer of so many."""
    return 20 if squares > SMALL else 10


@dataclass(frozen=True, slots=True)
class Entry:
    """A speed with what it was published with. `squares` are its weights, of which `read` are read
    for a token, `always` of them the same for every token. `new`: it has just come."""

    number: int
    name: str
    condition: str
    value: float
    text: str
    says: str
    ref: str
    machine: str
    chips: int
    squares: int
    read: int
    always: int
    weights: tuple[float, float]  # that are read, and all
    refs: tuple[str, str]
    new: bool

    @property
    def filled(self) -> bool:
        """Whether somebody without a stake measured it."""
        return self.says in THIRD

    @property
    def apart(self) -> bool:
        """Whether what all tokens read stands apart, above the rest."""
        return 0 < self.always < self.read < self.squares

    @property
    def key(self) -> str:
        """What its marks are called."""
        return f"speed:{self.number}"


@dataclass(frozen=True, slots=True)
class Plan:
    """The ruler from `start` to `end`; tokens go `fall` units away from it. `upright`: it stands,
    and they go to the right; else it lies, and they go down."""

    world: Area
    start: tuple[float, float]
    end: tuple[float, float]
    most: float
    fall: float
    upright: bool
    cell: float  # from square to square
    small: bool  # where chips have little room
    shown: tuple[Entry, ...]

    def at(self, value: float) -> tuple[float, float]:
        """Where a speed is on the ruler."""
        share = value / self.most
        (ax, ay), (bx, by) = self.start, self.end
        return ax + (bx - ax) * share, ay + (by - ay) * share

    @property
    def ticks(self) -> tuple[float, ...]:
        """The speeds that the ruler names."""
        return tuple(TICK * i for i in range(int(self.most / TICK) + 1))

    def machine(self, one: Entry) -> Area:
        """Where the machine of a speed stands."""
        x, y = self.at(one.value)
        if one.squares:
            columns = columns_of(one.squares)
            rows = ceil(one.squares / columns)
            if one.apart:
                rows = 2 + ceil((one.squares - one.always) / columns)
            w, h = (columns + 1) * self.cell, (rows + 1) * self.cell
        else:
            w, h = (50.0 if one.machine == "gpu" and not one.chips else 156.0), 78.0
            w, h = (0.62 * w, 0.62 * h) if self.small else (w, h)
        if self.upright:
            left = self.world.x + 30
            top = y + 66 if one.squares > SMALL else y + 112 if one.squares else y - h / 2
            return Area(left, top, w, h)
        left = min(max(x - w / 2, self.world.x), self.world.right - w)
        return Area(left, y - 16 - h, w, h)


def entries(scene: Scene, p: Any, kit: Kit) -> tuple[Entry, ...]:
    """The speeds that are on stage, as the knobs stand."""
    shown = round(resolved(scene, p.shown).value)
    only = p.who is not None and resolved(scene, p.who).text in THIRD
    every = every_entry(scene, p, kit)
    return tuple(one for one in every[:shown] if one.filled or not only)


def every_entry(scene: Scene, p: Any, kit: Kit) -> tuple[Entry, ...]:
    """All speeds, on stage or not."""
    shown, new = round(resolved(scene, p.shown).value), round(resolved(scene, p.new).value)
    each = resolved(scene, p.square).value
    lang = kit.look.lang

    def of(refs: Sequence[Any], index: int) -> Resolved | None:
        return resolved(scene, refs[index]) if index < len(refs) else None

    found = []
    for i, ref in enumerate(p.speeds):
        one = resolved(scene, ref)
        weights, reads, always = (of(refs, i) for refs in (p.weights, p.reads, p.always))
        entry = Entry(
            number=i + 1,
            name=said(p.names[i], lang) if i < len(p.names) else str(i + 1),
            condition=said(p.conditions[i], lang) if i < len(p.conditions) else "",
            value=max(one.value, 1e-9),
            text=speed(one.value),
            says=one.says,
            ref=one.ref,
            machine=p.machines[i] if i < len(p.machines) else "none",
            chips=round(p.chips[i]) if i < len(p.chips) else 0,
            squares=whole(weights.value, each) if weights else 0,
            read=whole(reads.value, each) if reads else 0,
            always=whole(always.value, each) if always else 0,
            weights=(reads.value if reads else 0.0, weights.value if weights else 0.0),
            refs=(reads.ref if reads else "", weights.ref if weights else ""),
            new=shown - new <= i < shown,
        )
        found.append(entry)
    return tuple(found)


@lru_cache(maxsize=64)
def plan(world: Area, kit: Kit, shown: tuple[Entry, ...]) -> Plan:
    """The ruler: lying where the stage is wide, standing where it is tall."""
    most = max((TICK, *(TICK * ceil(one.value / TICK) for one in shown)))
    most = max(most, 2500.0)
    if kit.layout.form == "tall":
        x = world.x + 0.52 * world.w
        start, end = (x, world.bottom - 46), (x, world.y + 96)
        return Plan(world, start, end, most, world.right - x, True, 11.0, True, shown)
    y = world.y + {"wide": 0.54, "narrow": 0.56}.get(kit.layout.form, 0.6) * world.h
    cell = {"wide": 13.0, "narrow": 11.0}.get(kit.layout.form, 10.0)
    cell *= 0.84 if kit.look.large else 1.0  # words above it are larger
    start, end = (world.x + 24, y), (world.right - 70, y)
    small = kit.layout.form == "square"
    return Plan(world, start, end, most, world.bottom - y, False, cell, small, shown)


def places(scene: Scene, world: Area, p: Any, kit: Kit) -> dict[str, Area]:
    """The ruler, each speed ("speeds.speed:1") and its machine ("speeds.machine:1")."""
    made = plan(world, kit, every_entry(scene, p, kit))
    found = {"speeds": world}
    for one in made.shown:
        x, y = made.at(one.value)
        along = (x, y - 20, made.fall, 40) if made.upright else (x - 20, y, 40, made.fall)
        found[f"speeds.speed:{one.number}"] = made.machine(one).around(along)
        words = 60.0 if made.upright else 0.0  # above it, from near
        found[f"speeds.machine:{one.number}"] = made.machine(one).cut(top=-words)
    return found
