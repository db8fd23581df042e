"""What a pipeline does, in three numbers: how much of it works, how fast each user and all are."""

from __future__ import annotations

from viz.physics.pipeline import Pipeline
from viz.scene.types import Side
from viz.stage.layout import columns
from viz.stage.marks import Area, Box, Dots, Mark, Marks
from viz.stage.number_text import speed
from viz.stage.style import Kit
from viz.stage.text_metrics import width

Named = tuple[str, Area, Marks]
SAME = 1e-9


def height(kit: Kit) -> float:
    """The height of the meters' row."""
    return {"wide": 104.0, "narrow": 104.0, "square": 108.0, "tall": 196.0}[kit.layout.form]


def cells(area: Area, kit: Kit) -> tuple[Area, ...]:
    """The three panels."""
    return columns(area, (1.0, 1.0, 1.0), 16 if kit.layout.form != "square" else 12)


def edge(cell: Area, kit: Kit, name: str, lit: float) -> Marks:
    """The edge of the meter that is looked at, in the colour of what it shows."""
    colour = kit.palette.computing if name == "busy" else kit.palette.token
    return (Box(*cell, "", 14, colour, 3, lit, of="look"),)


def draw(
    area: Area, kit: Kit, side: Side, pipe: Pipeline, users: int, flying: int
) -> tuple[Named, ...]:
    """The three meters for a number of users who are there, and of passes in flight."""
    busy, each, every = cells(area, kit)
    return (
        ("busy", busy, _busy(busy, kit, side, pipe, flying)),
        ("each", each, _each(each, kit, side, pipe, users)),
        ("all", every, _all(every, kit, side, pipe, users)),
    )


def _busy(cell: Area, kit: Kit, side: Side, pipe: Pipeline, flying: int) -> Marks:
    palette = kit.palette
    share = pipe.working(flying)
    unit = "wafers" if pipe.layers <= pipe.wafers else "layers"
    name = kit.word(f"pipeline_busy_{unit}")
    count = pipe.wafers if unit == "wafers" else pipe.layers
    ref = f"{side}.busy"
    marks = list(_number(cell, kit, (name, _percent(share), ""), "pipeline.busy", ref))
    x, y, w, h = _graph(cell, kit)
    across, down = _grid(count, w, h)
    pitch = min(w / across, h / down)
    size = pitch * 0.74
    left, top = x + w - across * pitch + (pitch - size), y + (h - down * pitch) / 2
    marks += _cells(left, top, across, count, pitch, size, palette.core)
    lit = min(count, round(share * count + SAME))
    if flying and not lit:
        lit = 1
    marks += _cells(left, top, across, lit, pitch, size, palette.computing)
    return tuple(marks)


def _percent(share: float) -> str:
    """A share of the machine: one decimal below 10 per cent, none above."""
    value = share * 100
    return f"{value:.1f} %" if 0 < value < 9.95 else f"{value:.0f} %"


def _cells(
    x: float, y: float, across: int, count: int, pitch: float, size: float, fill: str
) -> list[Mark]:
    """`count` squares in rows of `across`."""
    whole, rest = divmod(count, across)
    of = "pipeline.busy"
    marks: list[Mark] = []
    if whole:
        marks.append(Dots(x, y, across, whole, pitch, pitch, size, fill, 2, of=of))
    if rest:
        top = y + whole * pitch
        marks.append(Dots(x, top, rest, 1, pitch, pitch, size, fill, 2, of=of))
    return marks


def _grid(count: int, w: float, h: float) -> tuple[int, int]:
    """Columns and rows for so many squares, as large as they can be."""
    best, largest = (count, 1), 0.0
    for down in range(1, 13):
        across = -(-count // down)
        size = min(w / across, h / down)
        if size > largest + 0.01:
            best, largest = (across, down), size
    return best


def _each(cell: Area, kit: Kit, side: Side, pipe: Pipeline, users: int) -> Marks:
    now, alone = pipe.each(users), pipe.each(1)
    same = now > alone * (1 - SAME)
    remark = kit.word("pipeline_same") if same else kit.word("pipeline_alone", speed=speed(alone))
    name = kit.word("pipeline_each")
    told = (name, speed(now), kit.word("speed_unit"))
    number = _number(cell, kit, told, "pipeline.each", f"{side}.speed")
    of_alone = "" if same else f"{side}.alone"
    return (*number, *_bar(cell, kit, now / alone, (remark, of_alone), "pipeline.each"))


def _all(cell: Area, kit: Kit, side: Side, pipe: Pipeline, users: int) -> Marks:
    now = pipe.total(users)
    remark = kit.word("pipeline_full", speed=speed(pipe.full))
    name = kit.word("pipeline_all")
    told = (name, speed(now), kit.word("speed_unit"))
    number = _number(cell, kit, told, "pipeline.all", f"{side}.speed_total")
    return (*number, *_bar(cell, kit, now / pipe.full, (remark, f"{side}.full"), "pipeline.all"))


def _number(cell: Area, kit: Kit, told: tuple[str, str, str], of: str, ref: str) -> Marks:
    """A meter's name and, below it, its number with a unit; a narrow one has the unit above."""
    x, y, w, h = cell
    name, value, unit = told
    sizes, palette = kit.layout.sizes, kit.palette
    pad, tall = _pad(kit), kit.layout.form == "tall"
    room = w - 2 * pad if tall else (w - 2 * pad) * 0.56
    big = sizes.numeral * (1.2 if tall else 1.12 if kit.layout.form == "wide" else 1.0)
    small = sizes.small if tall else sizes.label
    above = kit.layout.form in ("tall", "square")
    beside = 0.0 if above or not unit else width(unit, small) + 10
    big = max(sizes.least, min(big, big * (room - beside) / width(value, big, 700)))
    top, base = (y + 44, y + 104) if tall else (y + 35, y + h - 22)
    colour = palette.computing_text if of == "pipeline.busy" else palette.token_text
    marks = [
        kit.label(name, x + pad, top, small, room=room),
        kit.label(value, x + pad, base, big, colour, weight=700, of=of, ref=ref),
    ]
    if beside:
        at = x + pad + width(value, big, 700) + 10
        marks.append(kit.label(unit, at, base, small, ref=ref))
    elif unit and width(name, small) + width(unit, small) + 8 <= w - 2 * pad:
        marks.append(kit.label(unit, x + w - pad, top, small, anchor="end"))
    return tuple(marks)


def _bar(cell: Area, kit: Kit, share: float, told: tuple[str, str], of: str) -> Marks:
    """A bar as long as a share of the most there is, and a remark below it."""
    palette, sizes = kit.palette, kit.layout.sizes
    x, y, w, h = cell
    remark, ref = told
    pad = _pad(kit)
    gx, gy, gw, _ = _graph(cell, kit)
    tall = kit.layout.form == "tall"
    top, thick = (gy + 2, 18.0) if not tall else (y + h - 74, 18.0)
    if kit.layout.form == "square":
        top, thick = y + h - 66, 14.0
    size = sizes.label if kit.layout.form == "wide" else sizes.small
    text, size = kit.first_that_fits(gw, size, (remark,))
    return (
        Box(gx, top, gw, thick, palette.track, 4),
        Box(gx, top, max(4.0, round(gw * min(1.0, share), 1)), thick, palette.token, 4, of=of),
        kit.label(
            text, x + w - pad, y + h - (20 if tall else 26), size, anchor="end", of=of, ref=ref
        ),
    )


def _graph(cell: Area, kit: Kit) -> Area:
    """The part of a meter where its picture stands."""
    x, y, w, h = cell
    pad = _pad(kit)
    if kit.layout.form == "tall":
        return x + pad, y + 124, w - 2 * pad, h - 124 - 18
    left = x + pad + (w - 2 * pad) * 0.5
    return left, y + 24, w - pad - (left - x), h - 48


def _pad(kit: Kit) -> float:
    return {"wide": 28.0, "tall": 14.0}.get(kit.layout.form, 18.0)
