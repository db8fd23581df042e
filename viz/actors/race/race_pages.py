"""Pages of text seen from far: each letter a small square, filled from above as it is written."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from viz.actors.race.heat import Heat
from viz.actors.race.race_places import Plan
from viz.stage.amounts import flickers
from viz.stage.area import Area
from viz.stage.machine_text import WIDE, Prose
from viz.stage.marks import Box, Clip, Disc, Field, Glow, Gradient, Line, Mark, Marks, Shade
from viz.stage.style import Kit
from viz.stage.theme import mix
from viz.stage.view import StageView, fade

NEAR: Final = (0.5, 0.8)  # of the scale at which words are read: from here on they are drawn
WAKE: Final = 0.22  # screen seconds of what was written that still glow


def nearness(stage: StageView, made: Plan) -> float:
    """Whether the camera is so near that words are read: 0 to 1."""
    _, _, w, h = stage.kit.layout.hero
    return fade(stage.lens.scale / min(w / made.near.w, h / made.near.h), *NEAR)


def draw(stage: StageView, made: Plan, heat: Heat) -> Marks:
    """The slow machine's page, and those of the fast one so far."""
    far = 1.0 - nearness(stage, made)
    marks: list[Mark] = []
    pages = [(made.slow, heat.slow.written(heat.now) / heat.slow.tokens, heat.slow.seconds, "slow")]
    whole = int(heat.answers + 1e-9)
    for i, area in enumerate(made.pages):
        if i > whole or (i == whole and i > 0 and heat.answers - i <= 1e-9):
            break
        share = min(1.0, heat.answers - i)
        pages.append((area, share, heat.fast.seconds, f"page:{i}"))
    for area, share, seconds, key in pages:
        pace = 0.0 if heat.done else stage.pace
        marks += page(stage.kit, area, heat.text, heat.slow.tokens, share, pace / seconds, far, key)
    return tuple(marks)


def page(
    kit: Kit,
    area: Area,
    text: Prose,
    tokens: float,
    share: float,
    per_second: float,
    far: float,
    key: str,
) -> list[Mark]:
    """One page: `share` of it is written, and `per_second` of it more in a second of the screen.
    `far` is how much it is seen from far, where letters are squares."""
    palette, key = kit.palette, f"race/{key}"
    ends = 0.0 < share < 1.0
    edge = mix(palette.token, palette.edge, 0.7) if ends else palette.edge
    marks: list[Mark] = [
        Box(*area, palette.panel, 0.014 * area.w, edge, 2, of="race.page", key=f"{key}/paper")
    ]
    if far <= 0:
        return marks
    pad = 0.07 * area.w
    bubble = area.inset(pad, 0.022 * area.h).fit(area.w / (0.032 * area.h), 1.0, 0.0)
    bubble = bubble.cut(left=0.5 * bubble.w)
    marks.append(Box(*bubble, palette.silicon, bubble.h / 3, alpha=far, key=f"{key}/asked"))
    inner = Area(area.x + pad, bubble.bottom + 0.03 * area.h, area.w - 2 * pad, 0.0)
    inner = Area(inner.x, inner.y, inner.w, area.bottom - pad - inner.y)
    letters = print_of(text, tokens, round(inner.w, 3), round(inner.h, 3))
    ink = mix(palette.ink, palette.panel, 0.62 if share >= 1.0 else 0.9)
    field = letters.field(inner, ink, f"{key}/letters")
    if share >= 1.0:
        return [*marks, Clip(*inner, (field,), alpha=far, of="race.tokens", key=f"{key}/text")]
    if share <= 0:
        return marks
    if flickers(per_second):  # a page in less time than the eye needs: all of it under way
        shine = ((0.0, palette.token, 0.12), (1.0, palette.token, 0.3))
        return [
            *marks,
            Clip(*inner, (field,), alpha=far, of="race.tokens", key=f"{key}/text"),
            Gradient(*inner, shine, True, alpha=far, key=f"{key}/wake"),
        ]
    front = share * inner.h
    wake = min(0.3 * inner.h, front, max(0.012 * inner.h, WAKE * per_second * inner.h))
    y = inner.y + front
    shine = ((0.0, palette.token, 0.0), (1.0, palette.token, 0.55))
    glow = min(0.42 * area.w, 3.0 * wake + 8.0)
    marks += [
        Clip(inner.x, inner.y, inner.w, max(front, 0.1), (field,), alpha=far, of="race.tokens", key=f"{key}/text"),
        Gradient(inner.x, y - wake, inner.w, wake, shine, True, alpha=far, key=f"{key}/wake"),
        Line(((inner.x, y), (inner.right, y)), 3, mix(palette.ink, palette.token, 0.5), alpha=far, of="race.tokens", key=f"{key}/front"),
        Glow(inner.x + 0.7 * inner.w, y, glow, palette.token, 0.5 * far, key=f"{key}/light"),
        Disc(inner.x + 0.7 * inner.w, y, 6.5, palette.token, palette.token_edge, 1.5, far, "race.tokens", key=f"{key}/token"),
    ]  # fmt: skip
    return marks


@dataclass(frozen=True, slots=True)
class Print:
    """A text in letters that are squares: read row by row."""

    columns: int
    rows: int
    pitch: tuple[float, float]
    size: float
    cells: bytes

    def field(self, at: Area, ink: str, key: str) -> Field:
        """The letters at a place."""
        shades = (Shade(), Shade(ink))
        x, y = at.x, at.y + (self.pitch[1] - self.size) / 2
        return Field(
            x, y, self.columns, self.rows, *self.pitch, self.size, self.cells, shades, 0.0, key=key
        )


@lru_cache(maxsize=32)
def print_of(text: Prose, tokens: float, w: float, h: float) -> Print:
    """So many tokens of a text, as large as they fill an area."""
    pieces = [text.pieces[i % len(text.pieces)] for i in range(text.until(tokens))]
    wide = bool(pieces) and ord(pieces[0][0]) >= WIDE
    tall, body = (1.7, 0.82) if wide else (2.7, 0.95)  # of a letter's width
    letters = sum(len(piece) for piece in pieces)
    across = max(0.05, (w * h / (tall * max(1, letters) * 1.08)) ** 0.5)
    columns = max(1, int(w / across))
    rows: list[bytearray] = [bytearray()]
    for piece in pieces:
        if rows[-1] and len(rows[-1]) + len(piece.rstrip()) > columns:
            rows.append(bytearray())
        rows[-1] += bytes(0 if char in " ，。；：、？" else 1 for char in piece)
    cells = b"".join(bytes(row[:columns]).ljust(columns, b"\0") for row in rows)
    pitch = (w / columns, h / len(rows))
    return Print(columns, len(rows), pitch, body * min(pitch), cells)
