"""The words of the three pictures, before the lens: one at a time, where the eye is."""

from __future__ import annotations

from viz.actors.layer_inside.layer_inside_places import Panel
from viz.physics.layer_time import LayerTime
from viz.stage.area import Area
from viz.stage.layer_phase import Phase
from viz.stage.marks import COUNT, Mark, Marks
from viz.stage.name_tag import name_of
from viz.stage.number_text import duration
from viz.stage.plot.layer_pictures import host_of, told
from viz.stage.view import MachineView, StageView
from viz.stage.words_line import Words, placed

Seen = tuple[str, Panel, MachineView, LayerTime, Phase]


def draw(stage: StageView, seen: tuple[Seen, ...]) -> Marks:
    """The lines of all pictures that are looked at; one that finds no room is left out."""
    kit, lens = stage.kit, stage.lens
    lines: list[Words] = []
    for name, one, view, time, now in seen:
        area = lens.area(one.area)
        if not area.meets(stage.window):
            continue
        lines += _head(stage, name, one, view, now)
        if name == "wafer":
            lines += _of_wafer(stage, one, view, time, now)
        else:
            lines += _of_chips(stage, name, one, view, time, now)
    left, top, wide, tall = kit.layout.safe
    marks: list[Mark] = []
    for line in placed(lines, Area(left, top, wide, tall), []):
        marks += line.marks(kit)
    return tuple(marks)


def _sizes(stage: StageView, one: Panel) -> tuple[float, float]:
    """Large and small type: smaller where the pictures stand side by side."""
    label = stage.kit.layout.sizes.label
    alone = stage.lens.area(one.area).w > 0.6 * stage.window.w
    if stage.kit.layout.form == "tall":
        return label * 1.05, label
    return (label * 1.35, label * 1.15) if alone else (label * 1.1, label)


def _readable(stage: StageView, line: Area) -> Area:
    """As much of a line as lies where words may stand: no phone lays its own signs over it."""
    left, _, wide, _ = stage.kit.layout.safe
    start, end = max(line.x, left), min(line.right, left + wide)
    return Area(start, line.y, end - start, line.h)


def _head(stage: StageView, name: str, one: Panel, view: MachineView, now: Phase) -> list[Words]:
    """What is seen, in words; and of which machine, where there is room."""
    kit, palette = stage.kit, stage.kit.palette
    big, small = _sizes(stage, one)
    head = _readable(stage, stage.lens.area(one.head))
    y = head.cy + 0.5 * big
    layers = view.run.step.layers
    if name == "wafer":
        what = kit.word("inside_wafer")
    elif name == "start":
        what = kit.word("inside_arrived" if now.name != "start" else "inside_start")
    else:
        what = kit.word("inside_busy" if now.name in ("start", "reading") else "inside_meeting")
    where = kit.word("inside_at", layer=view.doing.layer, count=layers)
    who = (
        (name_of(view.run.rig), small, palette.ink, 700),
        (f" · {where}", small, palette.muted, 400),
    )
    key = f"{view.side}/{name}"
    title = Words(head.x, y, ((what, big, palette.ink, 600),), "start", f"{key}/title")
    machine = Words(head.right, y, who, "end", f"{key}/machine", refs=(f"{view.side}.count", COUNT))
    return [title, machine]


def _foot(stage: StageView, one: Panel) -> tuple[Area, float]:
    """The line of words above a picture's bar, and its baseline."""
    foot = _readable(stage, stage.lens.area(one.foot))
    _, small = _sizes(stage, one)
    return foot, foot.y + 0.5 * foot.h - 0.3 * small


def _of_chips(
    stage: StageView, name: str, one: Panel, view: MachineView, time: LayerTime, now: Phase
) -> list[Words]:
    kit, palette = stage.kit, stage.kit.palette
    big, small = _sizes(stage, one)
    foot, y = _foot(stage, one)
    picture = stage.lens.area(one.picture)
    key = f"{view.side}/{name}"
    starts, meetings = f"{view.side}.starts", f"{view.side}.meetings"
    if name == "start":
        number, label = duration(time.starts, 2), kit.word("inside_starts")
        host = stage.lens.area(host_of(one.picture, small=False))
        lines = [
            Words(
                host.cx,
                host.cy + 0.35 * small,
                ((kit.word("inside_host"), small, palette.ink, 600),),
                "middle",
                f"{key}/host/name",
            )
        ]
    else:
        number, label = f"2 × {duration(time.meetings / 2, 2)}", kit.word("inside_meetings")
        lines = []
        if now.name == "meeting" and not now.steady:
            lines.append(
                Words(
                    picture.cx,
                    picture.bottom + 0.2 * small,
                    ((kit.word("inside_last"), small, palette.ink, 400),),
                    "middle",
                    f"{key}/last",
                    plate=True,
                )
            )
    lines.append(
        Words(
            foot.x,
            y,
            (
                (f"{label} ", small, palette.muted, 400),
                (number, big, palette.ink, 700),
            ),
            "start",
            f"{key}/time",
            refs=("", starts if name == "start" else f"= {meetings} / 2"),
        )
    )
    if now.name != "reading" and not now.steady:
        lines.append(
            Words(
                foot.right,
                y,
                ((kit.word("inside_unread"), small, palette.weight_text, 600),),
                "end",
                f"{key}/unread",
            )
        )
    return lines


def _of_wafer(
    stage: StageView, one: Panel, view: MachineView, time: LayerTime, now: Phase
) -> list[Words]:
    kit, palette = stage.kit, stage.kit.palette
    big, small = _sizes(stage, one)
    foot, y = _foot(stage, one)
    picture = stage.lens.area(one.picture)
    key = f"{view.side}/wafer"
    mesh, reading = f"{view.side}.mesh", f"= {view.side}.reading / {view.run.step.layers}"
    lines: list[Words] = []
    moment = "read" if now.name == "reading" else told(now.share)
    colour = {
        "read": palette.weight_text,
        "spread": palette.token_text,
        "multiply": palette.computing_text,
        "gather": palette.token_text,
    }[moment]
    x, down = {
        "read": (0.5, 0.5),
        "spread": (0.6, 0.66),
        "multiply": (0.2, 0.17),
        "gather": (0.4, 0.45),
    }[moment]
    if not now.steady:
        at = picture.at(x, down)
        text = kit.word(f"inside_{moment}")
        lines.append(
            Words(*at, ((text, big, colour, 600),), "middle", f"{key}/{moment}", plate=True)
        )
    lines.append(
        Words(
            foot.x,
            y,
            (
                (duration(time.mesh, 2), big, palette.ink, 700),
                (f" {kit.word('inside_mesh')} ", small, palette.muted, 400),
                (duration(time.reading, 2), big, palette.weight_text, 700),
                (f" {kit.word('inside_in_place')}", small, palette.muted, 400),
            ),
            "start",
            f"{key}/time",
            refs=(mesh, "", reading),
        )
    )
    lines.append(
        Words(
            foot.right,
            y,
            ((kit.word("inside_brought"), small, palette.weight_text, 600),),
            "end",
            f"{key}/brought",
            refs=(f"{view.side}.moved",),
        )
    )
    schematic = kit.word("inside_schematic", time=duration(time.mesh, 2))
    lines.append(
        Words(
            foot.right,
            foot.bottom - 0.16 * foot.h - 0.1 * small,
            ((schematic, kit.layout.sizes.small, palette.small, 400),),
            "end",
            f"{key}/schematic",
            refs=(mesh,),
        )
    )
    return lines
