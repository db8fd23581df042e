"""What happens in one layer: a start and a meeting on GPUs, and a layer on the wafer's mesh."""

from __future__ import annotations

from dataclasses import dataclass, replace

from viz.actors.layer_inside import inside_words
from viz.actors.layer_inside.layer_inside_places import LOOKED, PARTS, Panel, panels, places
from viz.physics.layer_time import LayerTime
from viz.stage.area import Area
from viz.stage.layer_phase import MEAN, Phase, parts_of, phase_of, time_of
from viz.stage.marks import Box, Hatch, Line, Mark, Marks
from viz.stage.parameters import parameter
from viz.stage.plot import layer_pictures as pictures
from viz.stage.style import Kit
from viz.stage.theme import mix
from viz.stage.view import MachineView, StageView


@dataclass(frozen=True, slots=True)
class Parameters:
    """Which of the pictures are there. A beat shows one after the other by `look:`."""

    part: str = parameter("word", "the picture, or all", "all", choices=(*PARTS, "all"))


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """Nothing lies still."""
    return ()


def draw(stage: StageView, world: Area, p: Parameters) -> Marks:
    """The pictures, in units of the world, each at its machine's place in a layer."""
    marks: list[Mark] = []
    shown = panels(world, stage.kit, p.part)
    scale = _scale(stage, shown)
    for name, one in shown.items():
        view = machine_for(stage, name)
        time = time_of(stage, view) if view else None
        level = lit(stage, name)
        if view is None or time is None or level <= 0.0:
            continue
        drawn = (*_picture(stage, view, time, name, one), *_bar(view, time, name, one, scale))
        marks += drawn if level >= 1.0 else (replace(m, alpha=m.alpha * level) for m in drawn)
    return tuple(marks)


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Their words, before the lens: of the pictures that the beat looks at."""
    found = []
    for name, one in panels(world, stage.kit, p.part).items():
        view = machine_for(stage, name)
        time = time_of(stage, view) if view else None
        if view is not None and time is not None and lit(stage, name) > 0.5:
            found.append((name, one, view, time, phase_of(view, time)))
    return inside_words.draw(stage, tuple(found))


def lit(stage: StageView, name: str) -> float:
    """How much a picture is looked at, 0 to 1; all of them where a beat looks at none."""
    dim = 0.0
    for looked, share in stage.focus.targets:
        named = {part.partition(".")[2] for part in looked}
        if named & set(LOOKED.values()) and LOOKED[name] not in named:
            dim += share
    return 1.0 - min(1.0, dim)


def machine_for(stage: StageView, name: str) -> MachineView | None:
    """The machine that a picture tells of: wafers for a wafer's layer, else chips."""
    wafer = name == "wafer"
    found = (v for v in stage.machines if (v.run.rig.chip.kind == "wafer") == wafer)
    return next(found, None)


def grid_of(kit: Kit, one: Panel) -> tuple[int, int]:
    """Columns and rows of the cores that are drawn of a layer."""
    rows = 8 if kit.layout.form != "tall" else 7
    return round(rows * one.picture.w / one.picture.h * 1.25), rows


def _picture(stage: StageView, view: MachineView, time: LayerTime, name: str, one: Panel) -> Marks:
    kit, now = stage.kit, phase_of(view, time)
    key, of = f"{view.side}/{name}", f"{view.side}.layer"
    ground = Box(
        *one.area, kit.palette.panel, 0.03 * one.area.h, kit.palette.edge, 2, key=f"{key}/panel"
    )
    if name == "start":
        share = now.share if now.name == "start" else MEAN if now.steady else 2.0
        return (
            ground,
            *pictures.start(kit, one.picture, share, key, of, reading=now.name == "reading"),
        )
    if name == "meeting":
        meets = now.name == "meeting" or now.steady
        share = now.share if meets else 0.0 if now.name != "rest" else 1.0
        busy = not meets and now.name != "rest"
        chips = view.run.rig.count
        return (
            ground,
            *pictures.meeting(kit, one.picture, share, key, of, chips=chips, busy=busy),
        )
    reading = now.name == "reading" and not now.steady
    share = now.share if now.name == "mesh" else 1.0
    smear = 0.0 if now.steady else now.smear
    grid = grid_of(kit, one)
    return (
        ground,
        *pictures.mesh(kit, one.picture, share, key, of, grid=grid, reading=reading, smear=smear),
    )


def _scale(stage: StageView, shown: dict[str, Panel]) -> float:
    """Units of the world a second, for all bars: the longest layer is as wide as its picture."""
    found = []
    for name, one in shown.items():
        view = machine_for(stage, name)
        time = time_of(stage, view) if view else None
        if time is not None and time.seconds > 0:
            found.append(one.foot.w / time.seconds)
    return min(found, default=1.0)


def bar_of(one: Panel) -> Area:
    """Where the bar of a picture lies: at the foot, below a line of words."""
    return one.foot.rows(0.58, 0.26, 0.16)[1]


def _bar(view: MachineView, time: LayerTime, name: str, one: Panel, scale: float) -> list[Mark]:
    """The layer as a bar, its part that the picture shows bright, and where in it the clock is."""
    palette, area = view.kit.palette, bar_of(one)
    now = phase_of(view, time)
    key = f"{view.side}/{name}/bar"
    shows = {"start": ("start",), "meeting": ("meeting",)}.get(name, ("reading", "mesh"))
    fills = {
        "start": mix(palette.ink, palette.panel, 0.55),
        "reading": palette.weight,
        "meeting": palette.link,
        "mesh": palette.token,
    }
    marks: list[Mark] = []
    x = area.x
    for i, (part, seconds) in enumerate(parts_of(time)):
        wide = seconds * scale
        if wide <= 0:
            continue
        gap = min(2.0, 0.2 * wide)
        if part == "rest":
            marks.append(
                Hatch(
                    x,
                    area.y,
                    wide - gap,
                    area.h,
                    palette.waiting_ground,
                    palette.waiting,
                    key=f"{key}/{i}",
                )
            )
        else:
            share = 1.0 if part in shows else 0.3
            fill = mix(fills[part], palette.panel, share)
            marks.append(Box(x, area.y, wide - gap, area.h, fill, 2, key=f"{key}/{i}"))
        x += wide
    if not now.steady:
        at = area.x + now.inside * time.seconds * scale
        tall = 0.2 * area.h
        marks.append(
            Line(
                ((at, area.y - tall), (at, area.bottom + tall)),
                3,
                palette.clock_text,
                of=f"{view.side}.layer",
                key=f"{key}/now",
            )
        )
    return marks


__all__ = ["Parameters", "Phase", "draw", "over", "panel", "places"]
