"""Tokens fall into crates of a million, at two speeds and at one price for each crate."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import floor
from typing import Final

from viz.actors.crates.crates_places import ACROSS, DEEP, Line, circles, made_for, places
from viz.stage.amounts import streaks
from viz.stage.area import Area
from viz.stage.i18n import on_stage
from viz.stage.marks import (
    COUNT,
    SCALE,
    Box,
    Disc,
    Field,
    Mark,
    Marks,
    Points,
    Ribbon,
    Shade,
    Shape,
)
from viz.stage.parameters import parameter
from viz.stage.quantity import Ref, reckoned, resolve
from viz.stage.style import Kit
from viz.stage.theme import mix
from viz.stage.view import StageView
from viz.stage.words_line import Words, placed, room_for
from viz.units import write

FALLS: Final = 9.0  # pitches a second of the screen
ROLLS: Final = 0.25  # seconds of the screen, from the spout's column to its place
FULL: Final = ACROSS * DEEP


@dataclass(frozen=True, slots=True)
class Parameters:
    """Two speeds, what a crate costs, and how much of it all is told."""

    slow: Ref = parameter("ref", "tokens a second, into one crate", "claim:simple-baseline")
    fast: Ref = parameter("ref", "tokens a second, into several", "claim:sol-ultrafast-speed")
    price: Ref = parameter("ref", "what a million tokens cost", "$30")
    time: Ref = parameter("ref", "how long tokens fall", "1 h")
    circle: Ref = parameter("ref", "tokens of a circle; a crate holds a hundred", "10000 tok")
    part: str = parameter("word", "what is told", "prices", choices=("crate", "falls", "prices"))


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """No panel: crates stand in the world."""
    return ()


def draw(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Crates, what lies in them, and what is falling."""
    made = made_for(stage.scene, world, stage.kit, p)
    slow, fast, few, many = circles(stage.scene, p)
    marks: list[Mark] = []
    for key, line, rate, most in (("slow", made.slow, slow, few), ("fast", made.fast, fast, many)):
        if p.part == "crate" and key == "fast":
            continue
        landed = min(most, floor(stage.hw * rate + 1e-9)) if p.part != "crate" else FULL
        for i, crate in enumerate(line.crates):
            marks += _crate(
                stage.kit, line, crate, min(FULL, max(0, landed - i * FULL)), f"{key}/{i}"
            )
            if (
                (p.part == "crate" and key == "slow")
                or landed >= (i + 1) * FULL
                or p.part == "prices"
            ):
                marks += _tag(stage.kit, line, crate, f"{key}/{i}")
        if p.part == "falls":
            marks += _falling(stage, line, rate, landed, most, key)
    return tuple(marks)


@lru_cache(maxsize=512)
def _cells(count: int) -> bytes:
    """The circles of one crate, which lie from the bottom up."""
    rows = []
    for row in range(DEEP):
        inside = min(ACROSS, max(0, count - row * ACROSS))
        rows.append(bytes([1]) * inside + bytes(ACROSS - inside))
    return b"".join(reversed(rows))


def _crate(kit: Kit, line: Line, crate: Area, count: int, key: str) -> list[Mark]:
    """Two walls, a floor, places for a hundred circles, and those that are there."""
    palette, pitch = kit.palette, line.pitch
    wood, wall = mix(palette.silicon, palette.panel, 0.75), 0.28 * pitch
    ring = Shade(mix(palette.edge, palette.panel, 0.5), size=0.16)
    full = Shade(palette.token)
    x, y = line.pitch, 0.72 * pitch
    first = crate.cx - (ACROSS - 1) / 2 * x - y / 2
    top = crate.bottom - (0.75 + DEEP - 1) * pitch - y / 2
    left, right = crate.cx - 5.25 * pitch - wall, crate.cx + 5.25 * pitch
    return [
        Box(left, crate.y, right - left + wall, crate.h, palette.panel, 4, key=f"{key}/inside"),
        Field(
            first, top, ACROSS, DEEP, pitch, pitch, y, _cells(count), (ring, full), y / 2,
            of="crates.tokens", key=f"{key}/circles",
        ),
        Box(left, crate.y - 0.1 * pitch, wall, crate.h, wood, 3, key=f"{key}/left"),
        Box(right, crate.y - 0.1 * pitch, wall, crate.h, wood, 3, key=f"{key}/right"),
        Box(left, crate.bottom - 0.12 * pitch, right - left + wall, 0.3 * pitch, wood, 3, key=f"{key}/floor"),
    ]  # fmt: skip


def tag_of(line: Line, crate: Area) -> Area:
    """Where the price hangs: over the upper right corner of its crate, beside it in a pile."""
    if line.pile:
        wide = 0.48 * crate.w
        return Area(crate.right - 0.06 * wide, crate.y + 0.06 * crate.h, wide, 0.36 * wide)
    wide = 0.36 * crate.w
    return Area(crate.right - wide, crate.y - 0.36 * wide, wide, 0.36 * wide)


def _tag(kit: Kit, line: Line, crate: Area, key: str) -> list[Mark]:
    """A tag of paper, with its hole."""
    area, palette = tag_of(line, crate), kit.palette
    cut = 0.3 * area.h
    points: Points = ((0.0, area.h / 2), (cut, 0.0), (cut, area.h))
    paper = mix(palette.ink, palette.ground, 0.92)
    return [
        Shape(points, paper, x=area.x, y=area.y, key=f"{key}/tag/point"),
        Box(area.x + cut - 1, area.y, area.w - cut + 1, area.h, paper, 3, key=f"{key}/tag"),
        Disc(area.x + 0.8 * cut, area.cy, 0.07 * area.h, palette.ground, key=f"{key}/hole"),
    ]


def spout_of(line: Line, crate: Area) -> float:
    """Over which column of a crate the spout stands."""
    return crate.cx - 4.5 * line.pitch


def top_of(kit: Kit, line: Line) -> float:
    """Where the spout ends: under its speed's words, or over the topmost crate of a pile."""
    if line.pile:
        return line.crates[-1].y - 1.6 * line.pitch
    return line.head.y + 3.2 * kit.layout.sizes.label + line.pitch


def _falling(
    stage: StageView, line: Line, rate: float, landed: int, most: int, key: str
) -> list[Mark]:
    """The spout, and the circles on their way: each lands at its time, falls straight, and rolls
    to its place. A stream where they would be too fast to be told apart."""
    palette, pitch = stage.kit.palette, line.pitch
    now = line.crates[min(landed // FULL, len(line.crates) - 1)]
    x, top = spout_of(line, now), top_of(stage.kit, line)
    marks: list[Mark] = [
        Box(x - 0.9 * pitch, top - 0.7 * pitch, 1.8 * pitch, 0.7 * pitch, palette.silicon, 4, of="crates.spout", key=f"{key}/spout")
    ]  # fmt: skip
    if stage.pace <= 0.0 or landed >= most:
        return marks
    r = 0.36 * pitch
    apart = FALLS * pitch / (rate * stage.pace)
    bottom = line.slot(landed)[1]
    if streaks(apart, FALLS * pitch) or apart < 0.5 * pitch:
        ends = ((x, bottom), (x, top))
        marks.append(
            Ribbon(
                ends,
                (2 * r, 2 * r),
                palette.token,
                (0.9, 0.6),
                of="crates.tokens",
                key=f"{key}/stream",
            )
        )
        return marks
    n = landed
    while n < most:
        left = ((n + 1) / rate - stage.hw) / stage.pace  # screen seconds until it lies in its place
        sx, sy = line.slot(n)
        fall = max(0.0, left - ROLLS) * FALLS * pitch
        if sy - fall < top:
            break
        roll = min(1.0, max(0.0, left / ROLLS))
        marks.append(
            Disc(
                sx + (x - sx) * roll,
                sy - fall,
                r,
                palette.token,
                of="crates.tokens",
                key=f"{key}/circle:{n}",
            )
        )
        n += 1
    return marks


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Speeds, prices and sums, before the lens."""
    kit, palette, lens = stage.kit, stage.kit.palette, stage.lens
    label = kit.layout.sizes.label
    made = made_for(stage.scene, world, kit, p)
    slow, fast, few, many = circles(stage.scene, p)
    price = resolve(stage, p.price)
    lines: list[Words] = []
    marks: list[Mark] = []
    for key, line, ref, rate, most in (
        ("slow", made.slow, p.slow, slow, few),
        ("fast", made.fast, p.fast, fast, many),
    ):
        if p.part == "crate" and key == "fast":
            continue
        landed = min(most, floor(stage.hw * rate + 1e-9)) if p.part != "crate" else FULL
        head, foot = lens.area(line.head), lens.area(line.foot)
        if p.part != "crate":
            speed = resolve(stage, ref)
            number = ((on_stage(speed.text, kit.look.lang), label * 1.6, palette.token_text, 700),)
            x = head.x
            y = head.y + 1.3 * label
            lines.append(Words(x, y, number, key=f"{key}/speed", refs=(speed.ref,)))
            who = (kit.word(f"crates_{key}"), label, palette.muted, 400)
            lines.append(Words(x, y + 1.25 * label, (who,), key=f"{key}/who"))
        lines += _sum(stage, p, key, landed, foot, ref)
        for i, crate in enumerate(line.crates):
            if (
                (p.part == "crate" and key == "slow")
                or landed >= (i + 1) * FULL
                or p.part == "prices"
            ):
                area = lens.area(tag_of(line, crate))
                size = max(min(0.62 * area.h, 1.5 * label), kit.layout.sizes.least)
                one = kit.number(
                    price, area.cx + 0.1 * area.h, area.cy + 0.36 * size, size, palette.ground,
                    anchor="middle", text=write(price.value, "dollars"),
                )  # fmt: skip
                marks.append(replace(one, key=f"{key}/{i}/price"))
    crate = lens.area(made.slow.crates[0])
    if p.part == "crate":
        x, y = crate.right + 1.5 * label, crate.cy
        if made.slow.pile:
            x, y = crate.x, crate.y - 2.4 * label
        word = ((kit.word("crates_million"), label * 1.3, palette.ink, 600),)
        dot = ((kit.word("crates_circle"), label, palette.muted, 400),)
        lines.append(Words(x, y, word, key="slow/0/name", refs=(SCALE,)))
        lines.append(Words(x, y + 1.6 * label, dot, key="crates/circle", refs=(SCALE,)))
    for one_line in placed(lines, room_for(kit, stage.window), []):
        marks += one_line.marks(kit)
    return tuple(marks)


def _sum(
    stage: StageView, p: Parameters, key: str, landed: int, foot: Area, ref: Ref
) -> list[Words]:
    """How many circles have come; in the end, what they cost."""
    kit, palette, label = stage.kit, stage.kit.palette, stage.kit.layout.sizes.label
    if p.part == "crate":
        return []
    y = foot.y + 1.8 * label
    count = (kit.word("crates_count", count=f"{landed:,}"), label * 1.2, palette.ink, 600)
    if p.part == "falls":
        return [Words(foot.x, y, (count,), key=f"{key}/count", refs=(COUNT,), of="crates.tokens")]
    form = "{} / 1 million tok * {} * {}"
    cost = resolve(stage, reckoned(form, p.price, ref, p.time))
    total = (
        f"${cost.value:,.2f}" if cost.value < 10 else f"${cost.value:,.0f}",
        label * 2.1,
        palette.ink,
        700,
    )
    line = Words(
        foot.x,
        y + 0.3 * label,
        (total, (f"   {count[0]}", label, palette.muted, 400)),
        key=f"{key}/cost",
        refs=(cost.ref, COUNT),
    )
    if key == "slow":
        return [line]
    assumed = ((kit.word("crates_same"), label, palette.muted, 400),)
    return [line, Words(foot.x, y + 1.8 * label, assumed, key=f"{key}/assumed")]


__all__ = ["Parameters", "draw", "over", "panel", "places"]
