"""Why nobody outside knows what a token costs: few come in, how many share is not told, and the tag
is empty."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor
from typing import Final

from viz.actors.unknown_price.unknown_price_places import Plan, places, plan
from viz.stage.amounts import NEVER, NOW, shades
from viz.stage.area import Area
from viz.stage.marks import Disc, Field, Line, Mark, Marks, Points, Ribbon, Shade, Shape
from viz.stage.parameters import parameter
from viz.stage.quantity import Ref, resolve
from viz.stage.style import Kit
from viz.stage.theme import mix
from viz.stage.view import StageView
from viz.stage.words_line import Words, placed, room_for

CROWD: Final = 34  # people who are drawn
WITHIN: Final = 3  # and those who are let in: a picture, no count


@dataclass(frozen=True, slots=True)
class Parameters:
    """Whether the three unknowns are named, and how fast a token goes round."""

    speed: Ref = parameter("ref", "tokens a second for one user", "claim:sol-ultrafast-speed")
    part: str = parameter("word", "what is told", "asked", choices=("plain", "asked"))


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """No panel: people and machine stand in the world."""
    return ()


def draw(stage: StageView, world: Area, p: Parameters) -> Marks:
    """People, gate, machine and tag."""
    kit, made = stage.kit, plan(world, stage.kit)
    marks: list[Mark] = [*_people(kit, made), *_gate(kit, made), *_machine(stage, made, p)]
    if p.part == "asked":
        marks += _tag(kit, made)
    return tuple(marks)


def _people(kit: Kit, made: Plan) -> list[Mark]:
    """Those who wait outside, in rows like a crowd; the first are let in."""
    area, palette = made.people, kit.palette
    rows = max(2, round((CROWD * area.h / area.w) ** 0.5))
    columns = ceil(CROWD / rows)
    w, h = area.w / (columns + 0.5), area.h / rows
    tall = 0.86 * min(h, 1.25 * w)
    marks: list[Mark] = []
    for k in range(CROWD):
        row, column = divmod(k, columns)
        x = area.x + (column + 0.5 + 0.5 * (row % 2)) * w
        y = area.y + (row + 0.93) * h
        first = (
            k < WITHIN if made.machine.y > area.bottom else row == 0 and columns - column <= WITHIN
        )
        fill = palette.ink if first else mix(palette.silicon, palette.ground, 0.75)
        marks += _person(x, y, tall, fill, f"people/{k}")
    return marks


def _person(x: float, floor_: float, tall: float, fill: str, key: str) -> list[Mark]:
    """Somebody, head and shoulders."""
    u = tall / 2.0
    body: Points = (
        (-0.62, 0.0), (-0.6, -0.45), (-0.42, -0.78), (-0.15, -0.9), (0.15, -0.9), (0.42, -0.78),
        (0.6, -0.45), (0.62, 0.0),
    )  # fmt: skip
    return [
        Shape(tuple((px * u, py * u) for px, py in body), fill, x=x, y=floor_, key=f"{key}/body"),
        Disc(x, floor_ - 1.42 * u, 0.42 * u, fill, key=f"{key}/head"),
    ]


def _gate(kit: Kit, made: Plan) -> list[Mark]:
    """A fence with a narrow opening."""
    gate, colour = made.gate, kit.palette.muted
    across = gate.w > gate.h
    if across:
        opening = (gate.x + 0.04 * gate.w, gate.x + 0.2 * gate.w)
        posts = [
            ((gate.x, gate.cy), (opening[0], gate.cy)),
            ((opening[1], gate.cy), (gate.right, gate.cy)),
        ]
    else:
        opening = (gate.y, gate.y + 0.14 * gate.h)
        posts = [((gate.cx, opening[1]), (gate.cx, gate.bottom))]
    marks: list[Mark] = [
        Line(ends, 5, colour, key=f"gate/post:{i}") for i, ends in enumerate(posts)
    ]
    ends_at = (
        [(opening[0], gate.cy), (opening[1], gate.cy)]
        if across
        else [(gate.cx, opening[0]), (gate.cx, opening[1])]
    )
    marks += [Disc(x, y, 7, colour, key=f"gate/end:{i}") for i, (x, y) in enumerate(ends_at)]
    return marks


def _machine(stage: StageView, made: Plan, p: Parameters) -> list[Mark]:
    """Wafers in a row, there and back, and the tokens of those who are in."""
    palette = stage.kit.palette
    columns, rows = made.grid
    count = columns * rows
    speed = resolve(stage, p.speed)
    around = stage.hw * speed.value  # ways of a token through all of them
    at = [(around * count + i * count / WITHIN * 0.93) % count for i in range(WITHIN)]
    here = {floor(a) for a in at}
    one = made.wafer(0)
    pitch = one.w / 0.84
    left, top = min(made.wafer(i).x for i in range(count)), one.y
    cells = bytes(
        int(((columns - 1 - c) if r % 2 else c) + r * columns in here)
        for r in range(rows)
        for c in range(columns)
    )
    looks = (
        Shade(palette.chip, palette.edge, 1.5),
        Shade(mix(palette.computing, palette.panel, 0.35), palette.computing, 2.5),
    )
    marks: list[Mark] = [
        Field(left, top, columns, rows, pitch, pitch, one.w, cells, looks, 0.08 * one.w, of="right.token", key="shared/wafers")
    ]  # fmt: skip
    weights = shades(palette, palette.weight)
    grid = 3
    inner = bytes(
        NOW if cells[(y // (grid + 1)) * columns + x // (grid + 1)] else NEVER
        for y in range(rows * (grid + 1))
        for x in range(columns * (grid + 1))
    )
    # One cell of each wafer's is left free: the gap to the next.
    gaps = bytes(
        0
        if x % (grid + 1) == grid or y % (grid + 1) == grid
        else inner[y * columns * (grid + 1) + x]
        for y in range(rows * (grid + 1))
        for x in range(columns * (grid + 1))
    )
    small = pitch / (grid + 1)
    marks.append(
        Field(
            left + (one.w - grid * small) / 2 + 0.14 * small, top + (one.w - grid * small) / 2 + 0.14 * small,
            columns * (grid + 1), rows * (grid + 1), small, small, 0.72 * small, gaps, weights, 1.5,
            of="right.token", key="shared/weights",
        )
    )  # fmt: skip
    r = 0.24 * one.w
    for i, a in enumerate(at):
        now, then = made.wafer(floor(a)), made.wafer(floor(a) + 1)
        share = a - floor(a)
        if floor(a) == count - 1:
            then = now
        x, y = now.cx + (then.cx - now.cx) * share, now.cy + (then.cy - now.cy) * share
        before = made.wafer(floor(a) - 1) if floor(a) else now
        marks.append(
            Ribbon(((x, y), (now.cx, now.cy), (before.cx, before.cy)), (1.6 * r, 0.2 * r), palette.token, (0.8, 0.0), of="right.token", key=f"shared/tail:{i}")
        )  # fmt: skip
        marks.append(
            Disc(
                x,
                y,
                r,
                palette.token,
                palette.ground,
                2,
                of="right.token",
                key=f"shared/token:{i}",
                ref=speed.ref,
            )
        )
    return marks


def _tag(kit: Kit, made: Plan) -> list[Mark]:
    """A price tag that is only an outline."""
    area, palette = made.tag, kit.palette
    cut = 0.26 * area.w
    corners: Points = (
        (area.x, area.cy), (area.x + cut, area.y), (area.right, area.y),
        (area.right, area.bottom), (area.x + cut, area.bottom), (area.x, area.cy),
    )  # fmt: skip
    return [
        Shape(tuple((x - area.x, y - area.y) for x, y in corners[:-1]), palette.panel, x=area.x, y=area.y, key="price/tag"),
        Line(corners, 3, palette.muted, (3, 9), key="price/edge"),
        Disc(area.x + 0.62 * cut, area.cy, 0.05 * area.h, palette.ground, palette.muted, 2, key="price/hole"),
    ]  # fmt: skip


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """The three unknowns, before the lens."""
    kit, palette, lens = stage.kit, stage.kit.palette, stage.lens
    label, made = kit.layout.sizes.label, plan(world, kit)
    if p.part != "asked":
        return ()
    people, machine, tag = (lens.area(a) for a in (made.people, made.machine, made.tag))
    lines: list[Words] = []
    for key, area in (("people", people), ("machine", machine), ("price", tag)):
        big = ((kit.word(f"unknown_{key}"), label * 1.2, palette.ink, 600),)
        small = ((kit.word(f"unknown_{key}_why"), label, palette.muted, 400),)
        if kit.layout.form in ("wide", "narrow"):
            y = min(people.y, machine.y) - 2.0 * label
            lines += [
                Words(area.x, y, big, key=f"unknown/{key}"),
                Words(area.x, y + 1.3 * label, small, key=f"unknown/{key}/why"),
            ]
        else:
            y = area.y - 0.5 * label if key != "price" else area.y - 1.5 * label
            parts = (*big, ("  " + small[0][0], label, palette.muted, 400))
            lines.append(Words(area.x, y, parts, key=f"unknown/{key}"))
    marks: list[Mark] = []
    for line in placed(lines, room_for(kit, stage.window), []):
        marks += line.marks(kit)
    size = 0.4 * tag.h
    x = tag.cx + 0.1 * tag.w
    marks.append(
        kit.label("$ ?", x, tag.cy + 0.2 * size, size, palette.ink, weight=700, anchor="middle")
    )
    small_size = min(0.13 * tag.h, 1.3 * label)
    room = 0.62 * tag.w
    marks.append(
        kit.label(
            kit.word("unknown_million"),
            x,
            tag.cy + 0.75 * size,
            max(small_size, label),
            palette.muted,
            anchor="middle",
            room=room,
        )
    )
    return tuple(marks)


__all__ = ["Parameters", "draw", "over", "panel", "places"]
