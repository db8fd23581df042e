"""`frame_at`: the only way a picture comes to be. A pure function of timeline, time and look."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from viz.picture.camera_at import (
    beside_parts,
    camera_at,
    flat_areas,
    places_of,
    question_parts,
    window,
    world_area,
)
from viz.picture.camera_shots import BEFORE, Groups, shots_at
from viz.picture.casting import Role, areas, badge_of, cast, on_stage
from viz.picture.furniture import (
    caption,
    clock_badge,
    limit_note,
    minimap,
    progress_line,
    question,
    source_line,
    title,
    veil,
    what_if,
)
from viz.picture.picture_layers import ground_of, shown
from viz.picture.provenance import references, refs_of
from viz.scene.entrances import entrances
from viz.scene.types import Knob, KnobValue, Scene, Side
from viz.stage.area import Area as Rectangle
from viz.stage.badge import Badge
from viz.stage.camera import View, through
from viz.stage.look import Look
from viz.stage.machine_layout import plan
from viz.stage.marks import Area, Frame, Marks, Shot
from viz.stage.morph import SECONDS, ease, joined, morph, named
from viz.stage.style import Focus, Kit, kit_of
from viz.stage.view import Fixed, MachineView, ScreenView, StageView
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Setting, Timeline, settles
from viz.timeline.machine import Run
from viz.timeline.take import HandView

FOCUS_SECONDS: Final = 0.25
FURNITURE: Final = frozenset(
    ("title", "clock", "map", "limit", "what_if", "question", "caption", "steps", "sources")
)
SIDES: Final[tuple[Side, Side]] = ("left", "right")


@dataclass(frozen=True, slots=True)
class Layers:
    """A picture in groups, each with who drew it: the world as it appears, and what stands before
    the lens."""

    world: tuple[tuple[str, Marks], ...]
    over: tuple[tuple[str, Marks], ...]
    still: Marks
    glides: bool = False
    shots: tuple[Shot, ...] = ()


def frame_at(
    timeline: Timeline, t: ScreenSeconds, look: Look, hand: HandView | None = None
) -> Frame:
    """The picture at `t` seconds of screen time; before the start and after the end, those.

    `hand` is where the viewer has moved the camera himself. As a beat begins that changes what is
    on stage, the picture is on its way from that of the beat before (viz.stage.morph).

    Raises VizError where the scene's `show:` asks an actor for what it does not have.
    """
    t = ScreenSeconds(min(max(t, 0.0), timeline.seconds))
    kit = kit_of(look)
    span = timeline.span(t)
    share = (t - span.start) / SECONDS
    if not timeline.scene.framed or span.index == 0:
        return _frame(kit, _layers(timeline, t, kit, hand))
    screen = _screen(timeline, t, kit)
    world, shots = shots_at(timeline, t, kit, world_at) if hand is None else ((), ())
    now = _of_world(screen, hand, world=world)
    if share >= 1.0:
        return _frame(kit, replace(now, shots=shots))
    view, _ = camera_at(timeline, t, kit, hand=hand)
    if settles(timeline.scene, span.index) == 0:
        world = now.world  # the clock runs: data is never eased
    begun = _screen(timeline, ScreenSeconds(span.start - BEFORE), kit)
    before = _of_world(begun, hand, view, world)
    if shots:  # of the world the camera alone moves
        before, now = replace(before, world=()), replace(now, world=())
    way = ease(share)
    # What goes lies below what comes, yet no furniture below an actor: in a film's layers it is above.
    parts = zip(_parted(before.over), _parted(now.over), strict=True)
    marks = tuple(mark for old, new in parts for mark in joined(named(old), named(new), way))
    before, now = replace(before, over=()), replace(now, over=())
    seen = morph(_frame(kit, before, keyed=True), _frame(kit, now, keyed=True), way)
    flat = _flat(world) if shots else seen.world
    return replace(seen, marks=marks, world=flat, glides=now.glides, shots=shots)


def _parted(over: Groups) -> tuple[Groups, Groups]:
    """What stands before the lens, by actors, and the furniture, which comes last in one order."""
    first = len(over)
    seen: set[str] = set()
    while first > 0 and over[first - 1][0] in FURNITURE and over[first - 1][0] not in seen:
        first -= 1
        seen.add(over[first][0])
    return over[:first], over[first:]


def _frame(kit: Kit, layers: Layers, *, keyed: bool = False) -> Frame:
    flat = named if keyed else _flat
    return Frame(
        width=kit.layout.width,
        height=kit.layout.height,
        ground=kit.palette.ground,
        still=layers.still,
        marks=flat(layers.over),
        world=flat(layers.world),
        glides=layers.glides,
        shots=layers.shots,
    )


def standing_frame(timeline: Timeline, t: ScreenSeconds, kit: Kit, view: View | None) -> Frame:
    """The picture at `t` with its world seen in `view` (as the camera stands, where None), every
    mark with a key: to be joined with another by viz.stage.morph."""
    layers = _layers(timeline, t, kit, None, view)
    still = (("ground", layers.still),) if layers.still else ()
    return _frame(kit, replace(layers, over=(*still, *layers.over), still=()), keyed=True)


def _flat(groups: tuple[tuple[str, Marks], ...]) -> Marks:
    return tuple(mark for _, marks in groups for mark in marks)


def _screen(timeline: Timeline, t: ScreenSeconds, kit: Kit) -> ScreenView:
    return ScreenView(timeline, t, timeline.lens.hw(t), kit, focus_at(timeline, t))


def _layers(
    timeline: Timeline,
    t: ScreenSeconds,
    kit: Kit,
    hand: HandView | None = None,
    view: View | None = None,
) -> Layers:
    """What is drawn at `t`; seen in `view`, or as the camera stands then."""
    screen = _screen(timeline, t, kit)
    if timeline.scene.framed:
        return _of_world(screen, hand, view)
    stage = stage_view(screen)
    roles = cast(timeline.scene)
    places = areas(roles, kit)
    drawn = [
        (role.name, role.draw(stage, place, role.parameters))
        for role, place in zip(roles, places, strict=True)
    ]
    groups = [
        ("title", title.draw(screen)),
        ("clock", clock_badge.draw(screen, badge_of(roles, stage, places))),
        *drawn,
        ("limit", limit_note.draw(screen)),
        ("what_if", what_if.draw(screen)),
        ("question", question.draw(screen, _panels(roles, places, kit))),
        ("caption", caption.draw(screen)),
        ("steps", progress_line.draw(screen)),
        ("sources", source_line.draw(screen, drawn)),
    ]
    return Layers((), shown(tuple(groups), kit.look), _still(kit.look, roles))


@dataclass(frozen=True, slots=True)
class Seen:
    """What the actors of a scene with a world draw: the world as it appears, and what stands before
    the lens; with how the camera stands, and whether it moves."""

    world: tuple[tuple[str, Marks], ...]
    drawn: tuple[tuple[str, Marks], ...]
    lens: View
    window: Rectangle
    glides: bool
    beside: bool  # something stands beside the world
    badge: Badge | None = None  # a clock of a task, in the place of the hardware's


def world_at(timeline: Timeline, t: ScreenSeconds, kit: Kit, view: View) -> Groups:
    """The world at `t`, as it appears in a view."""
    seen = seen_by(_screen(timeline, t, kit), view=view)
    return shown(seen.world, kit.look)


def seen_by(
    screen: ScreenView,
    hand: HandView | None = None,
    view: View | None = None,
    world: Groups = (),
) -> Seen:
    """What the actors draw, seen as the camera stands or in `view`; `world` where it is known."""
    timeline, kit = screen.timeline, screen.kit
    index = timeline.span(screen.t).index
    lens, glides = camera_at(timeline, screen.t, kit, hand=hand)
    lens = view or lens
    place = window(kit, timeline, index)
    stage = replace(stage_view(screen), lens=lens, window=place)
    roles = on_stage(timeline.scene, index)
    whole, all_of_it = world_area(kit), Rectangle(0.0, 0.0, kit.layout.width, kit.layout.height)
    behind = [role for role in roles if role.world]
    before = tuple(role for role in roles if not role.world)
    beside = beside_parts(kit, roles)[1]
    came = {
        role: replace(stage, since=timeline.lens.hw(timeline.beats[entered].start))
        for role, entered in zip(roles, entrances(timeline.scene, index), strict=True)
    }
    world = world or tuple(
        (role.name, through(role.draw(came[role], whole, role.parameters), lens, all_of_it))
        for role in behind
    )
    drawn = (
        *(
            (role.name, role.over(came[role], whole, role.parameters))
            for role in behind
            if role.over
        ),
        *(
            (role.name, role.draw(came[role], area, role.parameters))
            for role, area in flat_areas(kit, before, beside, place)
        ),
    )
    badges = (role.badge(came[role], whole, role.parameters) for role in roles if role.badge)
    badge = next((one for one in badges if one), None)
    return Seen(world, drawn, lens, place, glides, beside is not None, badge)


def _of_world(
    screen: ScreenView, hand: HandView | None, view: View | None = None, world: Groups = ()
) -> Layers:
    """The picture of a scene with a world: the world through the lens, the rest before it."""
    timeline, kit = screen.timeline, screen.kit
    seen = seen_by(screen, hand, view, world)
    roles = on_stage(timeline.scene, timeline.span(screen.t).index)
    turned_away = what_if.draw(screen)
    # Where all of the world is seen, nothing of it lies under words.
    hero = Rectangle(*kit.layout.hero).inset(-1)
    beyond = hero.around(seen.lens.area(world_area(kit))) != hero
    marks = _landmarks(roles, timeline.setting(screen.t).scene, kit)
    over = [
        ("veil", veil.draw(screen, close=beyond)),
        *seen.drawn,
        # What stands beside the world says it larger; a knob that is turned takes its place.
        ("title", () if seen.beside or turned_away else title.draw(screen)),
        ("clock", clock_badge.draw(screen, seen.badge)),
        ("map", minimap.draw(kit, seen.lens, seen.window, marks)),
        ("limit", limit_note.draw(screen)),
        ("what_if", turned_away),
        ("question", question.draw(screen, (("card", question_parts(kit)[1]),))),
        ("caption", caption.draw(screen)),
        ("steps", progress_line.draw(screen)),
        ("sources", source_line.draw(screen, [*seen.world, *seen.drawn])),
    ]
    return Layers(shown(seen.world, kit.look), shown(tuple(over), kit.look), (), seen.glides)


def shown_at(timeline: Timeline, t: ScreenSeconds, look: Look) -> tuple[str, ...]:
    """The references of everything that is on stage at `t` seconds of screen time."""
    return references(frame_at(timeline, t, look).all)


@lru_cache(maxsize=64)
def _landmarks(roles: tuple[Role, ...], scene: Scene, kit: Kit) -> dict[str, Rectangle]:
    """What the map shows: of the world's parts those that its actors call landmarks."""
    kinds = tuple(kind for role in roles for kind in role.landmarks)
    return {
        name: area
        for name, area in places_of(roles, scene, kit).items()
        if name.rpartition(".")[2].partition(":")[0] in kinds and ":" in name
    }


def stage_view(screen: ScreenView) -> StageView:
    """What the data actors may know at this moment."""
    views = (machine_view(screen, side) for side in SIDES)
    return StageView(
        hw=screen.hw,
        pace=screen.timeline.lens.pace(screen.t),
        scene=screen.timeline.setting(screen.t).scene,
        machines=tuple(view for view in views if view),
        kit=screen.kit,
        focus=screen.focus,
        history=tuple(
            (screen.timeline.lens.hw(setting.since), setting.scene)
            for setting in screen.timeline.settings
            if setting.since <= screen.t
        ),
    )


def _panels(
    roles: tuple[Role, ...], places: tuple[Area, ...], kit: Kit
) -> tuple[tuple[str, Area], ...]:
    """The panel of each role, by the name that a beat may look at."""
    return tuple(
        (role.parameters.side, plan(place, kit.layout).panel)
        if role.name == "machine"
        else (role.name, place)
        for role, place in zip(roles, places, strict=True)
    )


def machine_view(screen: ScreenView, side: Side) -> MachineView | None:
    """What the actors of one side may know; None where the scene has no such machine."""
    timeline, setting = screen.timeline, screen.timeline.setting(screen.t)
    run, engine = setting.run(side), timeline.machine(side)
    first = timeline.settings[0].run(side)
    if run is None or engine is None or first is None:
        return None
    return MachineView(
        fixed=Fixed(side, run, first, screen.kit, screen.focus, _turned(setting, run, side)),
        hw=screen.hw,
        pace=timeline.lens.pace(screen.t),
        doing=engine.at(screen.hw),
        seed=setting.scene.seed,
        streams=timeline.streams(side),
    )


def focus_at(timeline: Timeline, t: ScreenSeconds) -> Focus:
    """What the beat looks at, eased in over a quarter of a second after the beat before."""
    span = timeline.span(t)
    share = caption.ease((t - span.start) / FOCUS_SECONDS)
    share = round(share * 8) / 8
    now = looked_at(span.beat.look.parts)
    before = looked_at(timeline.beats[span.index - 1].beat.look.parts) if span.index else now
    if now == before or share >= 1:
        return Focus(((now, 1.0),)) if now else Focus()
    return Focus(
        tuple((parts, part) for parts, part in ((before, 1 - share), (now, share)) if parts)
    )


def looked_at(words: tuple[str, ...]) -> tuple[str, ...]:
    """The parts of the stage that the words under `look:` stand for; none for the whole of it."""
    if "all" in words:
        return ()
    return tuple(dict.fromkeys(part for word in words for part in _parts(word)))


def _parts(word: str) -> tuple[str, ...]:
    side, _, part = word.partition(".")
    several = {
        "reading": ("bus", "memory", "odometer"),
        "token": ("token", "bar", "saving"),
        "cores": ("cores", "token"),
    }
    return tuple(f"{side}.{one}" for one in several.get(part, (part,))) if part else (side,)


def _turned(setting: Setting, run: Run, side: Side) -> tuple[tuple[Knob, KnobValue], ...]:
    """The knobs that were turned away from their published value and matter to this side."""
    knobs = {knob.name: knob for knob in setting.scene.knobs}
    other = "right" if side == "left" else "left"
    found = []
    for name, value in setting.values:
        knob = knobs.get(name)
        if knob is None or value == knob.published:
            continue
        root = knob.turns.split(".")[0]
        if root == "values":
            continue  # a number of the scene, and no input of a machine
        mine = root in (side, run.rig.chip.name)
        common = root != other and root not in setting.scene.catalog.chips and root != side
        if mine or common:
            found.append((knob, value))
    return tuple(found)


@lru_cache(maxsize=16)
def _still(look: Look, roles: tuple[Role, ...]) -> Marks:
    """What lies under everything and does not change: strip and panels."""
    kit: Kit = kit_of(look)
    places = zip(roles, areas(roles, kit), strict=True)
    panels = tuple(mark for one in places for mark in _panel(*one, kit))
    return ground_of(caption.strip(kit), panels, look)


def _panel(role: Role, place: Area, kit: Kit) -> Marks:
    """What of an actor never changes. What has no name of its own there stands for all of it."""
    marks = role.panel(place, kit, role.parameters)
    if not refs_of(role.parameters):
        return marks
    return tuple(replace(mark, ref=mark.ref or role.name) for mark in marks)
