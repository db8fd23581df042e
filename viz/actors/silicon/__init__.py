"""A die, a ruler, a wafer and a phone to one scale; what fits into the same area, in true amounts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import floor
from typing import Final

from viz.actors.silicon import silicon_amounts, silicon_words
from viz.actors.silicon.silicon_places import Silicon, blocks_of, places, silicon_of
from viz.catalog.types import Text
from viz.scene.arithmetic import Ref
from viz.stage.area import Area
from viz.stage.badge import Badge
from viz.stage.marks import Arc, Box, Field, Line, Mark, Marks, Shade, Shape
from viz.stage.parameters import parameter
from viz.stage.style import Kit
from viz.stage.theme import mix
from viz.stage.view import StageView

STAGES: Final = ("die", "wafer", "tiles", "rain", "blocks", "reading", "piece")
BACK: Final = 4.0  # mm by which what is cut off steps back
ARC: Final = 24  # points of the edge of what is cut off


@dataclass(frozen=True, slots=True)
class Parameters:
    """Two pieces of silicon, what each has, and how much of the comparison is shown."""

    stage: str = parameter("word", "how far the comparison has come", "wafer", choices=STAGES)
    large: Ref = parameter("ref", "the large area", "chip:wse-3.area")
    small: Ref = parameter("ref", "the small area", "chip:h100.area")
    large_name: Text | None = parameter("text", "what the large one is; else WSE-3", None)
    small_name: Text | None = parameter("text", "what the small one is; else H100", None)
    large_sram: Ref = parameter("ref", "memory on the large one", "chip:wse-3.sram")
    small_sram: Ref = parameter("ref", "memory on the small one: one square", "chip:h100.sram")
    large_reading: Ref = parameter("ref", "how fast that is read", "chip:wse-3.bandwidth")
    small_reading: Ref = parameter("ref", "how fast the small one is fed", "chip:h100.bandwidth")
    large_flops: Ref = parameter("ref", "its dense arithmetic", "chip:wse-3.flops.16")
    small_flops: Ref = parameter("ref", "that of the small one", "chip:h100.flops.16")
    cells: Ref = parameter("ref", "cells that the small one's arithmetic is", "chip:h100.cores")
    wafer: float = parameter("number", "millimetres of the wafer before it is cut", 300.0)
    coin: float = parameter("number", "width of a coin, mm, assumed", 24.0)
    phone_w: float = parameter("number", "width of a phone, mm, assumed", 71.5)
    phone_h: float = parameter("number", "height of a phone, mm, assumed", 147.0)


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """All of it stands in the world."""
    return ()


def draw(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Silicon to one scale; the blocks of tiles stand apart from it."""
    kit = stage.kit
    chip = silicon_of(stage.scene, world, p, kit)
    at = STAGES.index(p.stage)
    if p.stage in ("blocks", "reading"):
        return silicon_amounts.blocks(stage, blocks_of(stage.scene, world, p, kit), p)
    if p.stage == "piece":
        return (*_square(kit, chip), *silicon_amounts.piece(stage, chip, p))
    marks: list[Mark] = [
        *_ground(kit, chip),
        *_cut(kit, chip, BACK * silicon_amounts.cut(stage, p)),
    ]
    if silicon_amounts.cut(stage, p) > 0:  # what lies on the squares' ground is theirs alone
        square = _square(kit, chip)
        marks += square[:1] if p.stage == "rain" else square
    marks += _die(kit, chip.die, chip.mm, "silicon/die")
    if at < STAGES.index("rain"):
        marks += _ruler(kit, chip, silicon_amounts.measured(stage, p))
    if at == 0 and silicon_amounts.measured(stage, p) >= 1.0:
        marks += _coin(kit, chip)
    if at <= 1:
        marks += _phone(kit, chip)
    if at >= STAGES.index("tiles"):
        dies = silicon_amounts.flown(stage) if p.stage == "tiles" else chip.count
        marks += silicon_amounts.dies(kit, chip, dies, quiet=p.stage != "tiles")
    if p.stage == "rain":
        marks += silicon_amounts.rain(stage, chip, p)
    return tuple(marks)


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """The words, before the lens."""
    kit = stage.kit
    chip = silicon_of(stage.scene, world, p, kit)
    return silicon_words.draw(stage, chip, blocks_of(stage.scene, world, p, kit), p)


def badge(stage: StageView, world: Area, p: Parameters) -> Badge:
    """The scale instead of a clock; nothing where tiles are counted."""
    if p.stage in ("blocks", "reading"):
        return Badge("", "")
    kit = stage.kit
    mm = silicon_of(stage.scene, world, p, kit).mm * stage.lens.scale
    pixels = mm * kit.look.width / kit.layout.width
    text = kit.word("silicon_scale", pixels=f"{pixels:.1f}" if pixels < 10 else f"{pixels:.0f}")
    return Badge("", text)


def _ground(kit: Kit, chip: Silicon) -> Marks:
    """The line on which die and phone stand."""
    fill, y = kit.palette.edge, chip.ground
    return tuple(
        Line(((x0, y), (x1, y)), 2.0, fill, key=f"silicon/ground:{i}")
        for i, (x0, x1) in enumerate(
            (
                (chip.ruler.x - 8 * chip.mm, chip.ruler.right + 8 * chip.mm),
                (chip.phone.x - 14 * chip.mm, chip.phone.right + 14 * chip.mm),
            )
        )
    )


def _cut(kit: Kit, chip: Silicon, back: float) -> list[Mark]:
    """The round wafer, as the four pieces that are cut off around its largest square."""
    palette, mm = kit.palette, chip.mm
    r, half = chip.disc.w / 2, chip.square.w / 2
    half = min(half, 0.999 * r)
    reach = (r * r - half * half) ** 0.5
    step, of = back * mm, "silicon.cut"
    marks: list[Mark] = []
    fill = mix(palette.silicon, palette.ground, 0.3)
    edge = palette.waiting if back else fill
    for i, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
        points = []
        for k in range(ARC + 1):
            side = -reach + 2 * reach * k / ARC
            out = (r * r - side * side) ** 0.5
            points.append((out * dx + side * abs(dy), out * dy + side * abs(dx)))
        points += [(half * dx + reach * abs(dy), half * dy + reach * abs(dx))]
        points += [(half * dx - reach * abs(dy), half * dy - reach * abs(dx))]
        x, y = chip.disc.cx + dx * step, chip.disc.cy + dy * step
        shape = tuple(points)
        marks.append(Shape(shape, fill, edge, 1.5, of=of, x=x, y=y, key=f"silicon/cut:{i}"))
    if back == 0.0:
        area = chip.square
        marks.append(Box(*area, fill, 2, of=of, key="silicon/square"))
        rim = Arc(chip.disc.cx, chip.disc.cy, r, 1.5, 0.0, 1.0, palette.waiting, of=of)
        marks.append(replace(rim, key="silicon/rim"))
    return marks


def _square(kit: Kit, chip: Silicon) -> list[Mark]:
    """The square that is left: one chip, not cut into dies."""
    palette, area, mm = kit.palette, chip.square, chip.mm
    n = 36
    pitch = area.w * 0.965 / n
    size = pitch * 0.56
    start = (area.w - pitch * n) / 2 + (pitch - size) / 2
    ground, dot = mix(palette.silicon, palette.chip, 0.42), mix(palette.silicon, palette.chip, 0.8)
    return [
        Box(
            *area,
            ground,
            2.5 * mm,
            palette.muted,
            3,
            of="silicon.cut",
            key="silicon/square",
            ref="chip:wse-3.area",
        ),
        Field(
            area.x + start,
            area.y + start,
            n,
            n,
            pitch,
            pitch,
            size,
            bytes(n * n),
            (Shade(dot),),
            size * 0.12,
            of="silicon.cut",
            key="silicon/weave",
        ),
    ]


def _die(kit: Kit, area: Area, mm: float, key: str) -> list[Mark]:
    """One die with its cores."""
    palette = kit.palette
    inner = area.inset(1.4 * mm)
    columns, rows = 11, 12
    pitch_x, pitch_y = inner.w / columns, inner.h / rows
    size = min(pitch_x, pitch_y) * 0.72
    return [
        Box(*area, palette.core, 0.8 * mm, palette.ink, 2.5, key=key, ref="chip:h100.area"),
        Field(
            inner.x + (pitch_x - size) / 2,
            inner.y + (pitch_y - size) / 2,
            columns,
            rows,
            pitch_x,
            pitch_y,
            size,
            bytes(columns * rows),
            (Shade(palette.silicon),),
            size * 0.12,
            key=f"{key}/cores",
        ),
    ]


def _ruler(kit: Kit, chip: Silicon, share: float) -> list[Mark]:
    """A hundred millimetres, a tick every ten, as far as it is drawn."""
    area, fill, of = chip.ruler, kit.palette.muted, "silicon.ruler"
    end = area.x + area.w * share
    ends = ((area.x, area.bottom), (end, area.bottom))
    marks: list[Mark] = [Line(ends, 2.5, fill, of=of, key="silicon/ruler")]
    for i in range(floor(10 * share + 1e-9) + 1):
        x = area.x + area.w * i / 10
        tall = area.h * (1.0 if i % 5 == 0 else 0.55)
        tick = ((x, area.bottom), (x, area.bottom - tall))
        marks.append(Line(tick, 2.5, fill, of=of, key=f"silicon/tick:{i}"))
    return marks


def _coin(kit: Kit, chip: Silicon) -> list[Mark]:
    """A coin, for size."""
    palette, area = kit.palette, chip.coin
    r = area.w / 2
    fill = mix(palette.silicon, palette.ground, 0.35)
    rim = area.inset(0.09 * area.w)
    of = "silicon.ruler"
    return [
        Box(*area, fill, r, palette.waiting, 3, of=of, key="silicon/coin"),
        Box(*rim, "", rim.w / 2, palette.waiting, 1.5, of=of, key="silicon/coin/rim"),
    ]


def _phone(kit: Kit, chip: Silicon) -> list[Mark]:
    """A phone, for size; lying where it stands under the wafer."""
    palette, area, mm = kit.palette, chip.phone, chip.mm
    upright = area.h > area.w
    inner = area.inset(3 * mm)
    bar = (
        Area(area.cx - 12 * mm, area.y + 6 * mm, 24 * mm, 6 * mm)
        if upright
        else Area(area.x + 6 * mm, area.cy - 12 * mm, 6 * mm, 24 * mm)
    )
    dark = mix(palette.silicon, palette.ground, 0.2)
    return [
        Box(*area, palette.chip, 10 * mm, palette.waiting, 3, key="silicon/phone"),
        Box(*inner, dark, 7.5 * mm, key="silicon/phone/glass"),
        Box(*bar, palette.chip, 3 * mm, key="silicon/phone/camera"),
    ]


__all__ = ["Parameters", "badge", "draw", "over", "panel", "places"]
