"""A rumour in fog: weights that come to a wafer from outside, for each word; and how long a word
would then wait, held against what was announced. It proves nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor
from typing import Final

from viz.actors.outside.outside_places import Outside, outside_of, places
from viz.catalog.types import Text
from viz.scene.arithmetic import Ref
from viz.stage.amounts import ABSENT, HERE, NEVER, grid, shades
from viz.stage.area import Area
from viz.stage.badge import Badge
from viz.stage.i18n import said
from viz.stage.marks import (
    SCALE,
    Arc,
    Box,
    Disc,
    Field,
    Glow,
    Line,
    Mark,
    Marks,
    Ribbon,
)
from viz.stage.number_text import duration, moment
from viz.stage.parameters import parameter
from viz.stage.quantity import reckoned, resolve
from viz.stage.style import Kit
from viz.stage.text_metrics import width
from viz.stage.theme import mix
from viz.stage.view import StageView
from viz.stage.words_line import Words, placed

PLACES: Final = 10  # of squares beside each other in a wafer
PACE: Final = 1e-3  # seconds of the clock in one of the screen, about: how many decimals it has
FOLLOWED: Final = 1.0  # squares a second of the screen: more of them are a stream


@dataclass(frozen=True, slots=True)
class Parameters:
    """What is said, and what would follow from it."""

    bytes: Ref = parameter("ref", "bytes of weights for each wafer")
    active: Ref = parameter("ref", "the share of them that a word needs")
    needed: Ref = parameter("ref", "tokens a second that were announced")
    part: bool = parameter("yes", "only the active share comes, and not all", False)
    name: Text | None = parameter("text", "the name tag", None)
    title: Text | None = parameter("text", "what is not confirmed", None)
    said: Text | None = parameter("text", "what is said of it", None)
    rate: Ref = parameter("ref", "bytes a second into a wafer", "chip:wse-3.link")
    capacity: Ref = parameter("ref", "bytes that a wafer holds", "chip:wse-3.capacity")


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """Nothing lies still."""
    return ()


def squares_of(stage: StageView, p: Parameters) -> float:
    """Squares for each wafer, a hundredth of what it holds each."""
    return resolve(stage, p.bytes).value / resolve(stage, p.capacity).value * PLACES * PLACES


def waits(p: Parameters) -> tuple[str, str]:
    """The references of how long a word waits if all weights come, and if the active share does."""
    every = reckoned("{} / {}", p.bytes, p.rate)
    return every, reckoned("{} * {} / {}", p.active, p.bytes, p.rate)


def come(stage: StageView, p: Parameters) -> float:
    """The share of what this word needs that has come: the clock begins as the actor enters."""
    wait = resolve(stage, waits(p)[p.part]).value
    return min(1.0, max(0.0, (stage.hw - stage.since) / wait)) if wait > 0 else 1.0


def draw(stage: StageView, world: Area, p: Parameters) -> Marks:
    """The wafer with its empty places, the lane, and the store in its fog."""
    kit, palette = stage.kit, stage.kit.palette
    at = outside_of(world, kit.layout.form)
    marks: list[Mark] = []
    for i, (x, y, r) in enumerate(((0.2, 0.5, 0.3), (0.55, 0.65, 0.34), (0.85, 0.5, 0.3))):
        cx, cy = at.fog.at(x, y)
        glow = Glow(cx, cy, r * at.fog.w, palette.waiting, 0.34, key=f"fog/light:{i}")
        marks.append(glow)
    marks += _wafer(stage, at, p)
    marks += _store(stage, at, p)
    marks += _lane(stage, at, p)
    return (*marks, *_bars(stage, at, p))


def _wafer(stage: StageView, at: Outside, p: Parameters) -> list[Mark]:
    """Nothing lives in it: the token waits for what comes, and the ring around it closes."""
    palette, area = stage.kit.palette, at.wafer
    inner = area.inset(0.07 * area.w)
    pitch = inner.w / PLACES
    size = 0.74 * pitch
    pad = (pitch - size) / 2
    r, share = 0.09 * area.w, come(stage, p)
    cells = bytes([ABSENT]) * PLACES**2
    looks = shades(palette, palette.weight)
    grid_at = (inner.x + pad, inner.y + pad, PLACES, PLACES, pitch, pitch, size)
    of = "outside"
    marks: list[Mark] = [
        Box(*area, palette.panel, 0.04 * area.w, palette.waiting, 2.5, key="outside/wafer"),
        Field(*grid_at, cells, looks, size * 0.14, 0.6, key="outside/places"),
        Glow(area.cx, area.cy, 4 * r, palette.token, 0.4, key="user:0/light"),
        Disc(area.cx, area.cy, 2.3 * r, palette.panel, key="outside/ring/ground"),
        Disc(area.cx, area.cy, 0.9 * r, palette.token, palette.token_edge, 3, key="user:0"),
    ]
    ring = 1.75 * r
    empty = mix(palette.weight, palette.panel, 0.3)
    whole = Arc(area.cx, area.cy, ring, 0.4 * r, 0.0, 1.0, empty, key="outside/ring/whole")
    marks.append(whole)
    if share > 0:
        arc = Arc(area.cx, area.cy, ring, 0.4 * r, 0.0, share, palette.weight, of=of)
        marks.append(arc)
    return marks


def _store(stage: StageView, at: Outside, p: Parameters) -> list[Mark]:
    """Squares in the fog: those that a word needs, and what of them has left."""
    palette, count = stage.kit.palette, squares_of(stage, p)
    every = ceil(count - 1e-9)
    needed = count * resolve(stage, p.active).value if p.part else count
    asked, left = ceil(needed - 1e-9), floor(needed * come(stage, p) + 1e-9)
    columns, rows = grid(every, at.store.w / at.store.h)
    states = bytearray(columns * rows)
    for i in range(every):
        states[i] = NEVER if i >= asked else ABSENT if i < left else HERE
    pitch = min(at.store.w / columns, at.store.h / rows)
    size = 0.74 * pitch
    x = at.store.cx - columns * pitch / 2 + (pitch - size) / 2
    y = at.store.cy - rows * pitch / 2 + (pitch - size) / 2
    looks = shades(palette, mix(palette.weight, palette.waiting, 0.6))
    fog = mix(palette.waiting, palette.ground, 0.16)
    cells = (columns, rows, pitch, pitch, size, bytes(states))
    return [
        Box(*at.fog, fog, 18, key="fog", alpha=0.75),
        *_dotted(at.fog, palette.waiting),
        Field(x, y, *cells, looks, size * 0.14, 0.75, of="outside", key="fog/squares"),
    ]


def _dotted(area: Area, fill: str) -> list[Mark]:
    """An edge of dots: nobody could check."""
    corners = (
        (area.x, area.y),
        (area.right, area.y),
        (area.right, area.bottom),
        (area.x, area.bottom),
    )
    points = (*corners, corners[0])
    return [Line(points, 2.5, fill, (2, 8), key="fog/edge")]


def _lane(stage: StageView, at: Outside, p: Parameters) -> list[Mark]:
    """One square after the other, each in the time that its bytes take; else as a stream."""
    palette, lane = stage.kit.palette, at.lane
    across = at.fog.x > at.wafer.right
    first, last = (
        (
            ((lane.x, lane.y), (lane.right, lane.y)),
            ((lane.x, lane.bottom), (lane.right, lane.bottom)),
        )
        if across
        else (
            ((lane.x, lane.y), (lane.x, lane.bottom)),
            ((lane.right, lane.y), (lane.right, lane.bottom)),
        )
    )
    marks: list[Mark] = [
        Line(points, 2.5, palette.waiting, (2, 7), key=f"outside/lane:{i}")
        for i, points in enumerate((first, last))
    ]
    share = come(stage, p)
    if not 0.0 < share < 1.0:
        return marks
    square = resolve(stage, p.capacity).value / PLACES**2
    a_second = resolve(stage, p.rate).value / square * stage.pace
    colour, of = mix(palette.weight, palette.waiting, 0.7), "outside"
    size = 0.6 * (lane.h if across else lane.w)
    ends = (
        ((lane.x, lane.cy), (lane.right, lane.cy))
        if across
        else ((lane.cx, lane.bottom), (lane.cx, lane.y))
    )
    if a_second > FOLLOWED:
        wide = (size * 0.7, size * 0.7)
        return [*marks, Ribbon(ends, wide, colour, (0.9, 0.5), of=of, key="outside/stream")]
    needed = squares_of(stage, p) * resolve(stage, p.active).value
    way = (needed * share) % 1.0
    (x1, y1), (x0, y0) = ends
    x, y = x0 + (x1 - x0) * way, y0 + (y1 - y0) * way
    box = (x - size / 2, y - size / 2, size, size)
    return [*marks, Box(*box, colour, size * 0.14, of=of, key="outside/square")]


def _scale(stage: StageView, at: Outside, p: Parameters) -> float:
    """Units of the world for a second: the longest wait fills the width."""
    longest = resolve(stage, waits(p)[0]).value
    return at.bars[0].w * 0.84 / longest if longest > 0 else 1.0


def _bars(stage: StageView, at: Outside, p: Parameters) -> list[Mark]:
    """How long a word waits, as it does; and the line of what was announced."""
    palette, scale = stage.kit.palette, _scale(stage, at, p)
    colour = mix(palette.weight, palette.ground, 0.45)
    marks: list[Mark] = []
    for i, ref in enumerate(waits(p)):
        if i > p.part:
            break
        wait = resolve(stage, ref).value * (come(stage, p) if i == p.part else 1.0)
        area = at.bars[i]
        if wait > 0:
            wide = wait * scale
            marks.append(
                Box(area.x, area.y, wide, area.h, colour, 3, of="outside", key=f"outside/bar:{i}")
            )
    x = at.bars[0].x + scale / resolve(stage, p.needed).value
    y0, y1 = at.bars[0].y - 8, at.bars[1].bottom + 10
    marks.append(Line(((x, y0), (x, y1)), 4.0, palette.ink, key="outside/needed"))
    return marks


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Words on their things."""
    kit, palette, lens = stage.kit, stage.kit.palette, stage.lens
    at = outside_of(world, kit.layout.form)
    label = kit.layout.sizes.label
    big, small = label * 1.3, label * 1.05
    lines: list[Words] = []

    def put(
        key: str,
        x: float,
        y: float,
        text: str,
        size: float,
        ink: str,
        *,
        ref: str = "",
        anchor: str = "start",
        weight: int = 400,
        of: str = "",
    ) -> None:
        part = ((text, size, ink, weight),)
        lines.append(Words(x, y, part, anchor, f"outside/{key}", of=of, refs=(ref,)))

    fog, wafer, lane = lens.area(at.fog), lens.area(at.wafer), lens.area(at.lane)
    tag, title = said(p.name or {}, kit.look.lang), said(p.title or {}, kit.look.lang)
    above = fog if fog.x <= wafer.x else wafer
    put(
        "tag",
        max(wafer.x if fog.y == wafer.y else fog.x, kit.layout.safe[0]),
        above.y - small * 0.5,
        tag,
        small,
        palette.ink,
        ref=SCALE,
        weight=600,
    )
    x, anchor = (fog.cx, "middle") if fog.x > wafer.right else (fog.x + 24, "start")
    y = fog.y + big * (1.2 if fog.x > wafer.right else 1.65)
    put("title", x, y, title, big, palette.ink, anchor=anchor, weight=600)
    rate = resolve(stage, p.rate)
    rumour = said(p.said or {}, kit.look.lang)
    gb = f"{rate.value / 1e9:g} GB/s"
    if fog.x > wafer.right:
        put("said", lane.cx, lane.y - small * 0.7, rumour, small, palette.muted, anchor="middle")
        put(
            "rate",
            lane.cx,
            lane.bottom + big * 1.2,
            gb,
            big,
            palette.ink,
            ref=rate.ref,
            anchor="middle",
            weight=600,
        )
    else:
        put("said", lane.x - 20, lane.cy + small * 0.4, rumour, small, palette.muted, anchor="end")
        put(
            "rate",
            lane.right + 20,
            lane.cy + big * 0.4,
            gb,
            big,
            palette.ink,
            ref=rate.ref,
            weight=600,
        )
    first = lens.area(at.bars[0])
    left = max(first.x, kit.layout.safe[0])
    put("if", left, first.y - small * 0.9, kit.word("outside_if"), small, palette.ink)
    scale = _scale(stage, at, p) * lens.scale
    for i, ref in enumerate(waits(p)):
        bar = lens.area(at.bars[i])
        if i > p.part or (i == p.part and come(stage, p) < 1.0):
            continue
        wait, active = resolve(stage, ref), resolve(stage, p.active)
        shown = duration(wait.value, 3 if i == 0 else 2)
        told = kit.parts(
            ("outside_all", "outside_part")[i],
            wait=(shown, wait.ref),
            share=(f"{active.value * 100:.3g} %", active.ref),
        )
        parts = tuple((text, big, palette.ink, 600) for text, _ in told)
        x, anchor = bar.x + wait.value * scale + 18, "start"
        if width("".join(text for text, _ in told), big, 600) < 0.9 * wait.value * scale:
            x, anchor = x - 34, "end"
        refs = tuple(one for _, one in told)
        y = bar.cy + big * 0.36
        lines.append(Words(x, y, parts, anchor, f"outside/wait:{i}", refs=refs))
    needed = resolve(stage, p.needed)
    x = first.x + scale / needed.value
    y = lens.area(at.bars[1]).bottom + small * 1.35
    text = kit.word("outside_needed", wait=duration(1 / needed.value, 2))
    put(
        "needed",
        max(left, x - 8),
        y,
        text,
        small,
        palette.ink,
        ref=reckoned("1 tok / {}", p.needed),
    )
    safe = kit.layout.safe
    within = Area(safe[0], 0.0, safe[2], kit.layout.caption - kit.layout.sizes.caption)
    found = [mark for line in placed(lines, within, []) for mark in line.marks(kit)]
    return (*_flag(kit, fog, big), *found)


def _flag(kit: Kit, fog: Area, size: float) -> Marks:
    """Unconfirmed, on the fog."""
    palette, text = kit.palette, kit.word("outside_word")
    wide = width(text, size, 600) + 2.4 * size
    area = Area(fog.cx - wide / 2, fog.bottom - 1.15 * size, wide, 1.9 * size)
    if kit.layout.form in ("square", "tall"):  # the lane begins below
        right = min(fog.right - 12, kit.layout.safe[0] + kit.layout.safe[2] - 0.4 * size)
        area = Area(right - wide, fog.y + 0.35 * size, wide, 1.9 * size)
    x, y = area.x + 0.75 * size, area.cy
    pole = ((x, y + 0.5 * size), (x, y - 0.5 * size), (x + 0.7 * size, y - 0.5 * size))
    cloth = (
        *pole[1:],
        (x + 0.5 * size, y - 0.22 * size),
        (x + 0.7 * size, y + 0.06 * size),
        (x, y + 0.06 * size),
    )
    label = kit.label(
        text, area.x + 1.75 * size, y + 0.36 * size, size, palette.ink, weight=600, ref=SCALE
    )
    return (
        Box(*area, palette.ground, area.h / 2, palette.ink, 2.5, key="fog/flag"),
        Line(pole[:2], 2.0, palette.ink, key="fog/pole"),
        Line(cloth, 2.0, palette.ink, key="fog/cloth"),
        label,
    )


def badge(stage: StageView, _: Area, p: Parameters) -> Badge:
    """The clock of this word: it stands once all has come."""
    wait = resolve(stage, waits(p)[p.part]).value
    now = moment(come(stage, p) * wait, PACE)
    return Badge(stage.kit.word("hardware_clock"), now, lens=True, of="hw")


__all__ = ["Parameters", "badge", "draw", "over", "panel", "places"]
