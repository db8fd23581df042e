"""Where the camera is at a moment of the show: a pure function of the timeline and the time.

A beat's `look:` names parts of the world; the camera stands so that they fill the stage. As a beat
begins, it glides there from where it stood in the beat before, while the hardware clock stands.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from viz.errors import Fault, VizError, nearest
from viz.picture.casting import Role, areas, on_stage
from viz.scene.types import LookAt, Scene
from viz.stage.area import Area
from viz.stage.camera import Glide, View, framing, glide
from viz.stage.look import Look
from viz.stage.morph import ease
from viz.stage.style import Kit, kit_of
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Timeline
from viz.timeline.take import HandView

MARGIN: Final = 0.04  # of what is looked at, on each side
DEEPEST: Final = 200_000.0  # how large the world may appear: a multiply-add fills the stage
LEAST: Final = 0.5  # how small it may appear
CARD: Final = 0.44  # share of the stage that a question's card has beside the world
ALL: Final = "all"


def window(kit: Kit, timeline: Timeline, index: int) -> Area:
    """What of the stage the world has in a beat: less while a title or a card is there."""
    hero = Area(*kit.layout.hero)
    if timeline.beats[index].beat.ask:
        return question_parts(kit)[0]
    if index == 0:
        return hero.cut(top=max(0.0, kit.layout.body[1] - hero.y))
    return beside_parts(kit, on_stage(timeline.scene, index))[0]


def beside_parts(kit: Kit, roles: tuple[Role, ...]) -> tuple[Area, Area | None]:
    """Where the world stands, and left of it the actor that takes a share of the stage; above it
    where the stage is not wide. All of the stage for the world where there is no such actor."""
    hero = Area(*kit.layout.hero)
    share = max((role.beside for role in roles), default=0.0)
    if share <= 0.0:
        return hero, None
    if kit.layout.form in ("wide", "narrow"):
        own, world = hero.columns(share, 1 - share, gap=48)
    else:
        own, world = hero.rows(share, 1 - share, gap=32)
    return world, own


def flat_areas(
    kit: Kit, roles: tuple[Role, ...], beside: Area | None, window: Area
) -> list[tuple[Role, tuple[float, float, float, float]]]:
    """Where the actors stand that are not of the world: beside it, or before it in its window."""
    upon = areas(tuple(role for role in roles if not role.beside), kit, window)
    rest = iter(upon)
    return [(role, beside if role.beside and beside else next(rest)) for role in roles]


def question_parts(kit: Kit) -> tuple[Area, Area]:
    """Where the world stands beside a question, and where the question's card does."""
    hero = Area(*kit.layout.hero)
    if kit.layout.form in ("wide", "narrow"):
        world, card = hero.columns(1 - CARD, CARD, gap=40)
        return world, card.inset(0, 24)
    world, card = hero.rows(1 - CARD - 0.08, CARD + 0.08, gap=24)
    return world, card


def places_of(roles: tuple[Role, ...], scene: Scene, kit: Kit) -> dict[str, Area]:
    """Every part of the world that `look:` may name, and where it is; "all" is all of it."""
    world = world_area(kit)
    found: dict[str, Area] = {}
    for role in roles:
        if role.places is not None:
            found |= {
                name: Area(*area)
                for name, area in role.places(scene, world, role.parameters, kit).items()
            }
    return {ALL: world, **found}


def world_area(kit: Kit) -> Area:
    """The world in its own units: as large as the hero's part of the stage, so that all of it is
    seen at scale 1."""
    return Area(*kit.layout.hero)


def looked_at(look: LookAt) -> tuple[str, ...]:
    """The parts that a beat looks at; "all" where it names none."""
    return look.parts or (ALL,)


def demand_sound(scene: Scene) -> None:
    """Raise VizError with all that the actors of a scene cannot do: parameters that they do not
    have, and parts of the world that a beat looks at and that are not there."""
    faults: list[Fault] = []
    for index, beat in enumerate(scene.beats):
        roles = on_stage(scene, index)
        if not scene.framed:
            continue
        known = places_of(roles, scene, kit_of(Look()))
        for part in looked_at(beat.look):
            if part not in known:
                what = f"beat {index + 1} looks at '{part}', which is not there"
                meant = nearest(part, known)
                write = "" if meant else f"one of {', '.join(kinds_of_parts(known))}"
                faults.append(Fault(what, beat.look.place, meant, write))
    if faults:
        raise VizError(faults)


def kinds_of_parts(names: Iterable[str]) -> list[str]:
    """Names of parts, of those that are counted only the first."""
    return [
        name
        for name in names
        if all(part.partition(":")[2] in ("", "1") for part in name.split("."))
    ]


def standing_view(timeline: Timeline, index: int, scene: Scene, kit: Kit) -> View:
    """The view in which the camera stands in a beat, with the knobs as they are in `scene`."""
    return _standing(
        scene, window(kit, timeline, index), timeline.beats[index].beat.look, index, kit
    )


@lru_cache(maxsize=512)
def _standing(scene: Scene, place: Area, look: LookAt, index: int, kit: Kit) -> View:
    places = places_of(on_stage(scene, index), scene, kit)
    parts = [places[part] for part in looked_at(look) if part in places] or [places[ALL]]
    area = parts[0].around(*parts[1:])
    if looked_at(look) != (ALL,):
        margin = MARGIN if look.margin is None else look.margin
        area = area.inset(-margin * area.w, -margin * area.h)
    return framing(area, place)


def camera_at(
    timeline: Timeline, t: ScreenSeconds, kit: Kit, *, hand: HandView | None = None
) -> tuple[View, bool]:
    """How the world appears at `t`, and whether the camera moves."""
    span = timeline.span(t)
    scene = timeline.setting(t).scene
    if hand is not None:
        view = hand_view(timeline, t, kit, hand)
        if view is not None:
            return view, False
    way = way_of(timeline, span.index, scene, kit)
    share = (t - span.start) / way.seconds if way else 1.0
    if way is None or share >= 1.0:
        return standing_view(timeline, span.index, scene, kit), False
    return way.at(share), True


@dataclass(frozen=True, slots=True)
class Way:
    """How the camera gets to where it stands in a beat, and in how many screen seconds."""

    glide: Glide
    seconds: float

    def at(self, share: float) -> View:
        """The view at a share of the time."""
        return self.glide.at(ease(share))


def way_of(timeline: Timeline, index: int, scene: Scene, kit: Kit) -> Way | None:
    """The way from the beat before to this one; None where the camera stays."""
    if index == 0:
        return None
    span = timeline.beats[index]
    before = timeline.setting(ScreenSeconds(span.start - 1e-6)).scene
    start = standing_view(timeline, index - 1, before, kit)
    end = standing_view(timeline, index, scene, kit)
    if start == end:
        return None
    way = glide(start, end, window(kit, timeline, index))
    return Way(way, min(way.seconds, max(0.7, 0.6 * (span.end - span.start))))


def hand_view(timeline: Timeline, t: ScreenSeconds, kit: Kit, hand: HandView) -> View | None:
    """The view made by hand, at the depth that the picture has; None where its part is gone."""
    span, scene = timeline.span(t), timeline.setting(t).scene
    part = places_of(on_stage(scene, span.index), scene, kit).get(hand.part)
    if part is None:
        return None
    place = window(kit, timeline, span.index)
    full = framing(part, place)
    scale = min(max(full.scale / hand.span, LEAST), DEEPEST)
    x, y = part.at(hand.x, hand.y)
    return View(scale, place.cx - x * scale, place.cy - y * scale)


def hand_of(view: View, timeline: Timeline, t: ScreenSeconds, kit: Kit) -> HandView:
    """A view in words that hold for every form of the stage: by the smallest part that holds what
    is in the middle and is not smaller than what is seen; else by all."""
    span, scene = timeline.span(t), timeline.setting(t).scene
    place = window(kit, timeline, span.index)
    seen = view.behind(place)
    places = places_of(on_stage(scene, span.index), scene, kit)
    held = [
        (area.w * area.h, name)
        for name, area in places.items()
        if area.holds(seen.cx, seen.cy) and area.w * area.h >= 0.5 * seen.w * seen.h
    ]
    name = min(held)[1] if held else ALL
    part = places[name]
    span_of = framing(part, place).scale / view.scale
    return HandView(name, (seen.cx - part.x) / part.w, (seen.cy - part.y) / part.h, span_of)


def zoomed(
    timeline: Timeline,
    t: ScreenSeconds,
    kit: Kit,
    hand: HandView | None,
    factor: float,
    at: tuple[float, float],
) -> HandView | None:
    """The view after a turn of the wheel or a pinch: `factor` times as large about a point of the
    stage. None where that is all of the world again, or where there is no world.

    It stops at the picture's depth: a factor of 1e9 is as good as what is left of it.
    """
    if not timeline.scene.framed:
        return None
    view, _ = camera_at(timeline, t, kit, hand=hand)
    scale = min(max(view.scale * factor, LEAST), DEEPEST)
    x, y = at
    world_x, world_y = (x - view.dx) / view.scale, (y - view.dy) / view.scale
    moved = View(scale, x - world_x * scale, y - world_y * scale)
    if factor < 1.0 and scale <= LEAST * 1.001:
        return None
    return hand_of(moved, timeline, t, kit)


def dragged(
    timeline: Timeline,
    t: ScreenSeconds,
    kit: Kit,
    hand: HandView | None,
    by: tuple[float, float],
) -> HandView | None:
    """The view after it was pulled by so many units of the stage."""
    if not timeline.scene.framed:
        return None
    view, _ = camera_at(timeline, t, kit, hand=hand)
    moved = View(view.scale, view.dx + by[0], view.dy + by[1])
    return hand_of(moved, timeline, t, kit)


def entered(
    timeline: Timeline, t: ScreenSeconds, kit: Kit, hand: HandView | None, at: tuple[float, float]
) -> HandView | None:
    """The view after a double click: the smallest part at that point that is larger than a finger
    and smaller than what is seen fills the stage; where there is none, three times as large."""
    if not timeline.scene.framed:
        return None
    view, _ = camera_at(timeline, t, kit, hand=hand)
    span, scene = timeline.span(t), timeline.setting(t).scene
    place = window(kit, timeline, span.index)
    x, y = (at[0] - view.dx) / view.scale, (at[1] - view.dy) / view.scale
    near = [
        (area.w * area.h, name)
        for name, area in places_of(on_stage(scene, span.index), scene, kit).items()
        if area.holds(x, y) and framing(area, place).scale > 1.3 * view.scale
    ]
    if near:
        return HandView(max(near)[1], span=1 + 2 * MARGIN)
    return zoomed(timeline, t, kit, hand, 3.0, at)
