"""The chat that lacks a word, its tokens, and the last of them as it opens into its values."""

from __future__ import annotations

from functools import lru_cache
from statistics import NormalDist
from typing import Final

from viz.actors.forward_pass.pass_moment import Moment, near
from viz.actors.forward_pass.pass_places import Counts, Lines, Way, disc_cells
from viz.stage.area import Area
from viz.stage.marks import (
    Arc,
    Box,
    Disc,
    Field,
    Glow,
    Line,
    Mark,
    Marks,
    Ribbon,
    Shade,
)
from viz.stage.theme import Palette, mix
from viz.stage.view import StageView, chance

LEVELS: Final = 8
CHAT: Final = (3.0, 1.7)  # how large things appear, in windows, as they come and go
OPENS: Final = (0.5, 0.85)
LENS_STEP: Final = 0.5  # from value to value in the lens, of its radius
SHOWN: Final = 3  # values in the lens: 3 x 3
NOUN: Final = NormalDist()


@lru_cache(maxsize=65536)
def value(index: int) -> float:
    """An example of a value of the vector: its true values depend on all words before."""
    return round(NOUN.inv_cdf(0.002 + 0.996 * chance(3, "value", index)) * 0.8, 2)


@lru_cache(maxsize=4096)
def weight(index: int) -> float:
    """An example of a weight."""
    return round(NOUN.inv_cdf(0.002 + 0.996 * chance(5, "weight", index)) * 0.5, 2)


def level(index: int) -> int:
    """How large a value is, as one of the shades of `value_shades`."""
    return min(LEVELS - 1, int(abs(value(index)) / 1.6 * LEVELS))


@lru_cache(maxsize=16)
def value_shades(palette: Palette) -> tuple[Shade, ...]:
    """Small values are dark and small, large ones bright and large."""
    bright = palette.ink if palette.ground > "#8" else "#FFFFFF"
    found = []
    for i in range(LEVELS):
        at = i / (LEVELS - 1)
        low = mix(palette.token, palette.ground, 0.34 + 0.66 * min(1.0, at * 1.6))
        found.append(Shade(mix(bright, low, 0.75 * max(0.0, at - 0.5) * 2), size=0.66 + 0.34 * at))
    return (*found, Shade())


def empty_place(area: Area, palette: Palette, key: str, r: float, alpha: float = 1.0) -> Mark:
    """The place of a word that is not there: a dashed outline."""
    x, y, w, h = area
    r = min(r, w / 3, h / 3)
    points: list[tuple[float, float]] = []
    for cx, cy, sx, sy in (
        (x + w - r, y + r, 1, -1),
        (x + w - r, y + h - r, 1, 1),
        (x + r, y + h - r, -1, 1),
        (x + r, y + r, -1, -1),
    ):
        bend = [(0.0, 1.0), (0.5, 0.866), (0.866, 0.5), (1.0, 0.0)]
        corner = [(cx + sx * r * a, cy + sy * r * b) for a, b in bend]
        points += corner if sx * sy < 0 else corner[::-1]
    return Line((*points, points[0]), 3.0, palette.token, (13, 9), alpha, key=key)


def draw(stage: StageView, way: Way, now: Moment) -> Marks:
    """The chat, while it is seen as one."""
    seen = near(stage, way.chat, *CHAT)
    marks: list[Mark] = []
    if seen > 0:
        palette, size = stage.kit.palette, way.line.size
        edge = mix(palette.edge, palette.panel, 0.9)
        asked = mix(palette.silicon, palette.panel, 0.3)
        marks += [
            Box(*way.prompt, asked, 0.2 * size, edge, 2, seen, key="chat/prompt"),
            Box(*way.bubble, palette.panel, 0.2 * size, edge, 2, seen, key="chat/answer"),
        ]
        missing = now.written < len(way.line.tokens)
        if missing:
            slot = way.line.slot(now.written)
            marks.append(
                Glow(slot.cx, slot.cy, 2.6 * size, palette.token, 0.3 * seen, key="chat/light")
            )
        marks += line_marks(stage, way.line, now, "chat", seen)
    marks += _last(stage, way, now)
    return tuple(marks)


def line_marks(
    stage: StageView, line: Lines, now: Moment, who: str, seen: float = 1.0
) -> list[Mark]:
    """The circles below a text, and the place of the word that is missing."""
    palette, size = stage.kit.palette, line.size
    marks: list[Mark] = []
    r = 0.085 * size
    count = min(now.written, len(line.tokens))
    for i, token in enumerate(line.tokens[:count]):
        x, y = token.disc
        marks.append(
            Disc(
                x, y, r, palette.token, palette.token_edge, 1.5, seen, now.of, key=f"{who}/disc:{i}"
            )
        )
    if count < len(line.tokens):
        slot = line.slot(count)
        x, y = line.tokens[count].disc
        x = slot.cx
        ground = mix(palette.token, palette.ground, 0.16)
        marks += [
            Box(*slot, ground, 0.13 * size, alpha=0.8 * seen, key=f"{who}/slot/ground"),
            empty_place(slot, palette, f"{who}/slot", 0.13 * size, seen),
            Box(
                slot.x + 0.2 * size,
                slot.y + 0.2 * slot.h,
                0.035 * size,
                0.6 * slot.h,
                palette.ink,
                alpha=seen,
                key=f"{who}/cursor",
            ),
            Arc(x, y, r, 2.5, 0.0, 1.0, palette.token, seen, key=f"{who}/disc:{count}"),
        ]
    return marks


def _last(stage: StageView, way: Way, now: Moment) -> list[Mark]:
    """The last token that is given, from where the chat is seen until its values are."""
    token, palette = way.token, stage.kit.palette
    opens = near(stage, way.vector, *OPENS)
    whole = 1.0 if not now.runs else near(stage, way.book.area, 0.9, 0.4)
    seen = whole * (1 - opens)
    if seen <= 0:
        return []
    x, y, r = token.cx, token.cy, token.w / 2
    back = x - 9 * r if len(way.line.tokens) > 1 else x
    return [
        Ribbon(
            ((x, y), (back, y)),
            (1.4 * r, 0.1 * r),
            palette.token,
            (0.6, 0.0),
            seen,
            key="token/tail",
        ),
        Glow(x, y, 3 * r, palette.token, 0.5 * seen, key="token/light"),
        Disc(x, y, r, palette.token, palette.token_edge, 2, seen, key="token"),
        Disc(
            x - 0.3 * r,
            y - 0.3 * r,
            0.2 * r,
            mix(palette.token, "#FFFFFF", 0.55),
            alpha=seen,
            key="token/shine",
        ),
    ]


@lru_cache(maxsize=8)
def _dots(count: int) -> tuple[int, bytes]:
    side, cells = disc_cells(count)
    found = bytearray([LEVELS]) * (side * side)
    for i, cell in enumerate(cells):
        found[cell] = level(i)
    return side, bytes(found)


def ringed(count: int) -> tuple[tuple[int, int], tuple[int, ...]]:
    """Which nine values the lens shows: column and row of the middle one, and their indices."""
    side, cells = disc_cells(count)
    column, row = round(side * 0.72), round(side * 0.36)
    at = {cell: i for i, cell in enumerate(cells)}
    near_it = [
        at[(row + down) * side + column + right] for down in (-1, 0, 1) for right in (-1, 0, 1)
    ]
    return (column, row), tuple(near_it)


def vector(stage: StageView, counts: Counts, way: Way) -> Marks:
    """All values of the token as dots, and a lens on nine of them."""
    opens = near(stage, way.vector, *OPENS)
    if opens <= 0:
        return ()
    palette, token = stage.kit.palette, way.token
    side, cells = _dots(counts.hidden)
    pitch = token.w / side
    x, y, r = token.cx, token.cy, token.w / 2
    marks: list[Mark] = [
        Disc(
            x,
            y,
            1.02 * r,
            mix(palette.token, palette.ground, 0.07),
            mix(palette.token, palette.ground, 0.5),
            2,
            opens,
            key="vector/ground",
        ),
        Field(
            token.x,
            token.y,
            side,
            side,
            pitch,
            pitch,
            0.86 * pitch,
            cells,
            value_shades(palette),
            pitch,
            opens,
            key="vector/values",
        ),
    ]
    return (*marks, *_lens(stage, counts, way, pitch))


def _lens(stage: StageView, counts: Counts, way: Way, pitch: float) -> list[Mark]:
    shown = stage.focus.lit("vector")
    if shown <= 0:
        return []
    palette, lens = stage.kit.palette, way.lens
    (column, row), chosen = ringed(counts.hidden)
    cx, cy = way.token.x + (column + 0.43) * pitch, way.token.y + (row + 0.43) * pitch
    ring = 1.9 * pitch
    r = lens.w / 2
    step = LENS_STEP * r
    shades = value_shades(palette)
    marks: list[Mark] = [
        *(
            Line(
                ((cx, cy + side * ring), (lens.cx - 0.25 * r, lens.cy + side * 0.968 * r)),
                1.5,
                palette.muted,
                (),
                0.7 * shown,
                key=f"vector/ray:{side}",
            )
            for side in (-1, 1)
        ),
        Disc(lens.cx, lens.cy, r, palette.ground, palette.ink, 3.5, shown, key="vector/lens"),
        Arc(cx, cy, ring, 3, 0.0, 1.0, palette.ink, shown, key="vector/ring"),
    ]
    for i, index in enumerate(chosen):
        x = lens.cx + (i % SHOWN - 1) * step
        y = lens.cy + (i // SHOWN - 1) * step
        fill = shades[level(index)].fill
        marks.append(Disc(x, y, 0.46 * step, fill, alpha=shown, key=f"vector/shown:{i}"))
    return marks
