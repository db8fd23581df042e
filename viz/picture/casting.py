"""The cast of a scene: which actors are on stage, with their parameters, and where they stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final

from viz import actors
from viz.errors import Fault, VizError, nearest
from viz.scene.entrances import machines
from viz.scene.entrances import on_stage as standing
from viz.scene.types import ActorCall, Scene
from viz.stage.badge import Badge
from viz.stage.layout import parted
from viz.stage.marks import Area, Marks
from viz.stage.parameters import read
from viz.stage.quantity import Ref, resolved
from viz.stage.style import Kit
from viz.stage.view import StageView
from viz.units import UnitError

Draw = Callable[[StageView, Area, Any], Marks]
Panel = Callable[[Area, Kit, Any], Marks]
BadgeOf = Callable[[StageView, Area, Any], Badge | None]
PlacesOf = Callable[[Scene, Area, Any, Kit], Mapping[str, Area]]
BETWEEN: Final = 16.0  # rows of the stage


@dataclass(frozen=True, slots=True, eq=False)
class Role:
    """One actor on stage. `draw` gives what moves and changes, `panel` what never does.

    An actor of the world has `places`, the parts that `look:` may name and where they are; `over`
    gives what it fastens before the lens: labels, which keep their size. `landmarks` are the kinds
    of parts that the map in the corner shows ("wafer" for "right.wafer:2").
    """

    name: str
    draw: Draw
    panel: Panel
    parameters: Any
    weight: float
    badge: BadgeOf | None = None
    below: Callable[[Kit, Any], float] | None = None
    places: PlacesOf | None = None
    over: Draw | None = None
    landmarks: tuple[str, ...] = ()
    beside: float = 0.0  # the share of the stage that it takes from the world, at its left

    @property
    def world(self) -> bool:
        """Whether it stands in the world, behind the lens; else it stands on the stage itself."""
        return self.places is not None


@cache
def names() -> tuple[str, ...]:
    """The actors that there are: the folders of viz/actors."""
    return tuple(sorted(module.name for module in iter_modules(actors.__path__)))


def parameters_of(name: str) -> Any:
    """The dataclass of an actor's parameters."""
    return import_module(f"viz.actors.{name}").Parameters


@lru_cache(maxsize=32)
def _roles(scene: Scene, calls: tuple[ActorCall, ...]) -> tuple[Role, ...]:
    faults: list[Fault] = []
    roles: list[Role] = []
    for call in calls:
        if call.actor not in names():
            what = f"there is no actor '{call.actor}'"
            faults.append(Fault(what, call.place, nearest(call.actor, names())))
            continue
        module = import_module(f"viz.actors.{call.actor}")
        try:
            parameters = read(module.Parameters, call)
        except VizError as error:
            faults.extend(error.faults)
            continue
        faults += _dangling(scene, call, parameters)
        if own := getattr(module, "faults", None):  # what only the actor itself can know
            faults += own(scene, call, parameters)
        weight = getattr(module, "WEIGHT", 1.0)
        badge = getattr(module, "badge", None)
        below = getattr(module, "below", None)
        roles.append(
            Role(
                call.actor,
                module.draw,
                module.panel,
                parameters,
                weight,
                badge,
                below,
                getattr(module, "places", None),
                getattr(module, "over", None),
                getattr(module, "LANDMARKS", ()),
                getattr(module, "BESIDE", 0.0),
            )
        )
    if faults:
        raise VizError(faults)
    return tuple(roles)


def _dangling(scene: Scene, call: ActorCall, parameters: Any) -> list[Fault]:
    """References of an actor that come to nothing in this scene."""
    faults = []
    for one in fields(parameters):
        kind = one.metadata["kind"]
        value = getattr(parameters, one.name)
        for ref in value if kind == "refs" else (value,) if kind == "ref" else ():
            if not isinstance(ref, Ref):
                continue  # left out
            try:
                resolved(scene, ref)
            except UnitError as error:
                place = call.places.get(one.name, call.place)
                what = f"{one.name}: {error.what}"
                faults.append(Fault(what, place, error.meant, error.write))
    return faults


def cast(scene: Scene) -> tuple[Role, ...]:
    """The roles of a scene: those under `show:`, or the machines that it names.

    Raises VizError with every fault of every actor, each with its place.
    """
    return _roles(scene, scene.show or machines(scene))


def areas(roles: tuple[Role, ...], kit: Kit, body: Area | None = None) -> tuple[Area, ...]:
    """Where each role stands in the body of the stage.

    Actors stand side by side, or one above the other where the stage is not wide. One whose
    module has `below(kit, parameters) -> height` stands in a row of that height under all of them.
    """
    x, y, w, h = body or kit.layout.body
    bottom = y + h
    rows: dict[int, Area] = {}
    for i in reversed(range(len(roles))):
        if below := roles[i].below:
            tall = below(kit, roles[i].parameters)
            rows[i] = (x, bottom - tall, w, tall)
            bottom -= tall + BETWEEN
    weights = tuple(role.weight for role in roles if not role.below)
    upper = iter(parted((x, y, w, bottom - y), weights, kit.layout.form) if weights else ())
    return tuple(rows[i] if i in rows else next(upper) for i in range(len(roles)))


def badge_of(roles: tuple[Role, ...], stage: StageView, places: tuple[Area, ...]) -> Badge | None:
    """What stands on the badge instead of the hardware clock: of the first actor that has it."""
    found = (
        role.badge(stage, place, role.parameters)
        for role, place in zip(roles, places, strict=True)
        if role.badge
    )
    return next((badge for badge in found if badge), None)


def on_stage(scene: Scene, index: int) -> tuple[Role, ...]:
    """The roles on stage in a beat: those of the scene, with what beats so far added or took away.

    Raises VizError with every fault of every actor, each with its place.
    """
    return _roles(scene, standing(scene, index))
