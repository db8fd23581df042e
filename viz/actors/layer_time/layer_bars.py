"""The bars: one layer of each machine with what happens in it, and under it the word, 80 of them."""

from __future__ import annotations

from typing import Final

from viz.actors.layer_time.layer_time_places import Rows
from viz.physics.layer_time import LayerTime
from viz.stage.amounts import HERE, shades
from viz.stage.area import Area
from viz.stage.layer_phase import Name, parts_of
from viz.stage.marks import Box, Disc, Field, Glow, Hatch, Line, Mark
from viz.stage.marks import Shape as Polygon
from viz.stage.plot import layer_pictures as pictures
from viz.stage.style import Kit
from viz.stage.theme import Palette, mix
from viz.stage.view import MachineView

ON_ITS_WAY: Final = 0.62  # of a start: the moment that its sign shows
NEARLY: Final = 0.84  # of a meeting: all are there but the last
ROOM: Final = 60.0  # units of width that the sign of a part needs
GAP: Final = 3.0


def widths(time: LayerTime, scale: float) -> tuple[tuple[Name, float], ...]:
    """The parts of a layer and how wide each is, `scale` units a second; none of no length."""
    return tuple((name, seconds * scale) for name, seconds in parts_of(time) if seconds > 0)


def layer(
    kit: Kit, view: MachineView, time: LayerTime, rows: Rows, scale: float, square: float
) -> list[Mark]:
    """One layer: its parts side by side, each with the sign of what happens in it."""
    marks: list[Mark] = []
    x, meetings = rows.layer.x, 0
    for name, wide in widths(time, scale):
        box = Area(x, rows.layer.y, max(1.0, wide - min(GAP, 0.2 * wide)), rows.layer.h)
        number = f":{meetings}" if name == "meeting" else ""
        key = f"{view.side}/{name}{number}"
        marks += _part(kit, view, name, box, key, square)
        meetings += name == "meeting"
        x += wide
    return marks


def sign_in(box: Area) -> Area:
    """Where in the box of a part its sign is drawn."""
    return box.inset(0.09 * box.h)


def _part(
    kit: Kit,
    view: MachineView,
    name: Name,
    box: Area,
    key: str,
    square: float,
) -> list[Mark]:
    palette = kit.palette
    of = f"{view.side}.layer"
    fill, edge = _looks(palette)[name]
    if name == "rest":
        stripes = (palette.waiting_ground, palette.waiting)
        return [Hatch(*box, *stripes, 6, key=f"{key}/box")]
    if name == "reading" and (view.run.rig.chip.kind == "wafer" or box.w < ROOM):
        glow = [Glow(box.cx, box.cy, 0.4 * box.h, palette.weight, 0.3, key=f"{key}/light")]
        return [*glow, Box(*box, palette.weight, min(4, box.w / 3), key=f"{key}/box")]
    marks: list[Mark] = [Box(*box, fill, 6, edge, 2, of=of, key=f"{key}/box")]
    inner = sign_in(box)
    if box.w < ROOM:
        return marks
    if name == "start":
        marks += pictures.start(kit, inner, ON_ITS_WAY, key, of, small=True)
    elif name == "meeting":
        chips = view.run.rig.count
        marks += pictures.meeting(kit, inner, NEARLY, key, of, chips=chips, small=True)
    elif name == "mesh":
        count = max(2, round(5 * inner.w / inner.h * 0.86))
        grid = (min(count, 40), 5)
        marks += pictures.mesh(kit, inner, 0.56, key, of, grid=grid)
    else:
        carried = sum(p.bytes for p in view.run.step.parts if p.name == "reading")
        marks += _road(palette, inner, carried / view.run.step.layers / square, key, of)
    return marks


def _looks(palette: Palette) -> dict[Name, tuple[str, str]]:
    """The ground and the edge of each part."""
    return {
        "start": (mix(palette.core, palette.panel, 0.5), palette.waiting),
        "reading": (
            mix(palette.weight, palette.ground, 0.12),
            mix(palette.weight, palette.panel, 0.6),
        ),
        "meeting": (mix(palette.link, palette.ground, 0.13), palette.link),
        "mesh": (palette.panel, palette.token),
        "rest": (palette.waiting_ground, palette.waiting),
    }


def _road(palette: Palette, area: Area, squares: float, key: str, of: str) -> list[Mark]:
    """A layer's weights on the way in, as many squares as there are, to a core that uses them."""
    core = min(0.42 * area.h, 0.16 * area.w)
    last = Area(area.right - core, area.cy - core / 2, core, core)
    road = area.cut(right=core * 1.15)
    count = max(1, round(squares))
    pitch = min(road.w / count, 0.5 * road.h)
    count = min(count, max(1, int(road.w / max(pitch, 6.0))))
    size = min(pitch * 0.66, 0.26 * area.h)
    marks: list[Mark] = [
        Line(
            ((area.x, y), (road.right, y)),
            1.5,
            mix(palette.weight, palette.panel, 0.5),
            key=f"{key}/lane:{n}",
        )
        for n, y in enumerate((area.cy - 0.3 * area.h, area.cy + 0.3 * area.h))
    ]
    start = road.right - count * pitch + (pitch - size) / 2
    marks += [
        Field(
            start,
            area.cy - size / 2,
            count,
            1,
            pitch,
            pitch,
            size,
            bytes([HERE]) * count,
            shades(palette, palette.weight),
            size * 0.12,
            of=of,
            key=f"{key}/squares",
        ),
        Glow(last.cx, last.cy, core * 1.2, palette.computing, 0.35, key=f"{key}/use/light"),
        Box(
            *last,
            palette.computing,
            core * 0.14,
            mix(palette.computing, palette.ink, 0.6),
            2,
            of=of,
            key=f"{key}/use",
        ),
        Box(
            last.x + 0.16 * core,
            last.cy - 0.16 * core,
            0.32 * core,
            0.32 * core,
            mix(palette.weight, palette.ink, 0.6),
            2,
            of=of,
            key=f"{key}/use/weight",
        ),
        Disc(
            last.right - 0.3 * core,
            last.cy,
            0.13 * core,
            palette.ink,
            of=of,
            key=f"{key}/use/value",
        ),
    ]
    return marks


def word(kit: Kit, view: MachineView, time: LayerTime, rows: Rows, scale: float) -> list[Mark]:
    """All layers of a word side by side, on the other scale; what lies between them is left out."""
    palette, layers = kit.palette, view.run.step.layers
    box, key = rows.word, f"{view.side}/word"
    each = time.seconds * scale
    whole = each * layers
    wafer = view.run.rig.chip.kind == "wafer"
    ground = (
        mix(palette.token, palette.ground, 0.35) if wafer else mix(palette.core, palette.panel, 0.8)
    )
    marks: list[Mark] = [Box(box.x, box.y, whole, box.h, ground, 2, key=f"{key}/bar")]
    if each < 2.5:
        light = mix(palette.token, palette.ground, 0.5)
        every = range(0, layers, 2) if each >= 1.2 else ()
        marks += [
            Box(box.x + i * each, box.y, each, box.h, light, 0, key=f"{key}/layer:{i}")
            for i in every
        ]
        return marks
    fills = {
        "reading": palette.weight,
        "meeting": palette.link,
        "mesh": palette.token,
        "rest": palette.waiting,
    }
    for i in range(layers):
        x = box.x + i * each
        merged: dict[str, tuple[float, float]] = {}
        for name, wide in widths(time, scale):
            if name in fills:
                begin, long = merged.get(name, (x, 0.0))
                merged[name] = (begin, long + wide)
            x += wide
        marks += [
            Box(begin, box.y, max(0.7, long - 0.8), box.h, fills[name], 0, key=f"{key}/{name}:{i}")
            for name, (begin, long) in merged.items()
        ]
    return marks


def lens(
    kit: Kit, view: MachineView, time: LayerTime, rows: Rows, scales: tuple[float, float]
) -> list[Mark]:
    """What opens the first layer of the word to the layer above."""
    palette = kit.palette
    wide, first = time.seconds * scales[0], max(3.0, time.seconds * scales[1])
    x = rows.layer.x
    top, bottom = rows.layer.bottom + 5, rows.word.y - 4
    fan = ((x, top), (x + wide, top), (x + first, bottom), (x, bottom))
    return [
        Polygon(fan, palette.waiting, alpha=0.16, key=f"{view.side}/fan"),
        Line(
            ((x + wide, top), (x + first, bottom)),
            1.5,
            palette.waiting,
            (),
            0.8,
            key=f"{view.side}/fan/edge",
        ),
    ]


def frame(kit: Kit, view: MachineView, time: LayerTime, rows: Rows, scale: float) -> Mark:
    """A frame around the first layer of the word: it is the one above."""
    first = max(3.0, time.seconds * scale)
    return Box(
        rows.word.x - 3,
        rows.word.y - 4,
        first + 6,
        rows.word.h + 8,
        "",
        3,
        kit.palette.ink,
        2.5,
        key=f"{view.side}/frame",
    )
