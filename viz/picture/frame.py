"""`frame_at`: the only way a picture comes to be. A pure function of timeline, time and look."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from viz.picture.casting import Role, areas, badge_of, cast
from viz.picture.furniture import (
    caption,
    clock_badge,
    limit_note,
    progress_line,
    question,
    source_line,
    title,
)
from viz.scene.types import Knob, KnobValue, Side
from viz.stage.look import Look
from viz.stage.machine_layout import plan
from viz.stage.marks import Area, Frame, Marks
from viz.stage.style import Focus, Kit, kit_of
from viz.stage.view import Fixed, MachineView, ScreenView, StageView
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Setting, Timeline
from viz.timeline.machine import Run

FOCUS_SECONDS: Final = 0.25
SIDES: Final[tuple[Side, Side]] = ("left", "right")


def frame_at(timeline: Timeline, t: ScreenSeconds, look: Look) -> Frame:
    """The picture at `t` seconds of screen time; before the start and after the end, those.

    Raises VizError where the scene's `show:` asks an actor for what it does not have.
    """
    t = ScreenSeconds(min(max(t, 0.0), timeline.seconds))
    kit = kit_of(look)
    screen = ScreenView(timeline, t, timeline.lens.hw(t), kit, focus_at(timeline, t))
    stage = stage_view(screen)
    roles = cast(timeline.scene)
    places = areas(roles, kit)
    marks: list[Marks] = [
        title.draw(screen),
        clock_badge.draw(screen, badge_of(roles, stage, places)),
        *(
            role.draw(stage, place, role.parameters)
            for role, place in zip(roles, places, strict=True)
        ),
        limit_note.draw(screen),
        question.draw(screen, _panels(roles, places, kit)),
        caption.draw(screen),
        progress_line.draw(screen),
        source_line.draw(screen),
    ]
    return Frame(
        width=kit.layout.width,
        height=kit.layout.height,
        ground=kit.palette.ground,
        still=_still(look, roles),
        marks=tuple(mark for group in marks for mark in group),
    )


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
    now = looked_at(span.beat.look)
    before = looked_at(timeline.beats[span.index - 1].beat.look) if span.index else now
    if now == before or share >= 1:
        return Focus(((now, 1.0),)) if now else Focus()
    return Focus(
        tuple((parts, part) for parts, part in ((before, 1 - share), (now, share)) if parts)
    )


def looked_at(look: str) -> tuple[str, ...]:
    """The parts of the stage that a word under `look:` stands for."""
    if not look:
        return ()
    side, _, part = look.partition(".")
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
    return (
        *caption.strip(kit),
        *(mark for role, place in places for mark in role.panel(place, kit, role.parameters)),
    )
