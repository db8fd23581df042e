"""All weights as a wall of squares that one word after the other uses up, and its vector in a lens."""

from __future__ import annotations

from typing import Final

from viz.actors.forward_pass.pass_chat import line_marks
from viz.actors.forward_pass.pass_moment import Moment, snapped
from viz.actors.forward_pass.pass_places import Counts, Wall
from viz.stage.amounts import DONE, HERE, NEVER, NOTHING, NOW, shades
from viz.stage.area import Area
from viz.stage.marks import Arc, Box, Clip, Disc, Field, Glow, Gradient, Line, Mark, Marks, Ribbon
from viz.stage.theme import mix
from viz.stage.view import StageView

SQUARE: Final = 0.84  # of its pitch
ACROSS: Final = 23  # cells of the lens, each as large as the vector


def states(counts: Counts, wall: Wall, now: Moment) -> tuple[bytes, float]:
    """The states of all squares, read row by row, and the column at which the front stands.

    Of the list that words are looked up in, one line is read: its squares stay dark.
    """
    total, rows = counts.squares, wall.rows
    front = counts.unread + now.share * (total - counts.unread)
    used = int(front)
    column = used // rows
    found = bytearray(wall.columns * rows)
    for i in range(total):
        x, y = divmod(i, rows)
        if i < counts.unread:
            state = NEVER
        elif now.runs and x == column:
            state = NOW
        else:
            state = DONE if i < used else HERE
        found[y * wall.columns + x] = state
    return bytes(found), front / rows


def draw(stage: StageView, counts: Counts, wall: Wall, now: Moment) -> Marks:
    """The line that is written, the wall below it, the way of the word from there, and the lens."""
    if not now.runs or not stage.lens.area(wall.area).meets(stage.window.inset(-200)):
        return ()
    palette, pitch = stage.kit.palette, wall.pitch
    cells, column = states(counts, wall, now)
    front, _ = snapped(stage, wall.cells.x + column * pitch, 0.0)
    edge = mix(palette.edge, palette.panel, 0.9)
    size = SQUARE * pitch
    light = 5 * pitch
    marks: list[Mark] = [
        Box(*wall.bubble, palette.panel, 0.2 * wall.bubble.h, edge, 2, key="wall/answer"),
        *_glow(stage, wall),
        *line_marks(stage, wall.line, now, "wall"),
        Gradient(
            front - light,
            wall.cells.y,
            light,
            wall.cells.h,
            ((0, palette.weight, 0.0), (1, palette.weight, 0.3)),
            of=now.of,
            key="wall/light",
        ),
        Field(
            wall.cells.x + (pitch - size) / 2,
            wall.cells.y + (pitch - size) / 2,
            wall.columns,
            wall.rows,
            pitch,
            pitch,
            size,
            cells,
            shades(palette, palette.weight),
            0.1 * size,
            of=now.of,
            key="wall/weights",
        ),
        *_path(stage, wall, now, front),
    ]
    return (*marks, *_lens(stage, wall))


def _glow(stage: StageView, wall: Wall) -> list[Mark]:
    last = wall.line.tokens[-1]
    return [
        Glow(
            last.disc[0],
            last.disc[1],
            0.7 * wall.bubble.h,
            stage.kit.palette.token,
            0.12,
            key="wall/answer/light",
        )
    ]


def _path(stage: StageView, wall: Wall, now: Moment, front: float) -> list[Mark]:
    """From the front to the place of the word that all this is for."""
    palette = stage.kit.palette
    top = wall.cells.y - 0.5 * wall.pitch
    r = 0.085 * wall.line.size
    marks: list[Mark] = []
    if now.written < len(wall.line.tokens):
        middle, x = (wall.bubble.bottom + top) / 2, wall.line.slot(now.written).cx
        y = wall.line.tokens[now.written].disc[1]
        way = ((front, top), (front, middle), (x, middle), (x, y + r))
        dots = mix(palette.token, palette.ground, 0.7)
        marks.append(Line(way, 3, dots, (3, 9), 0.9, now.of, "wall/way"))
    return [
        *marks,
        Ribbon(
            ((0.0, 0.0), (0.0, wall.cells.h + 0.4 * wall.pitch)),
            (0.2 * wall.pitch, 0.2 * wall.pitch),
            palette.token,
            (0.9, 0.5),
            1.0,
            now.of,
            front,
            top,
            "wall/front",
        ),
        Glow(front, top, 1.6 * wall.pitch, palette.token, 0.6, now.of, "wall/token/light"),
        Disc(
            front,
            top,
            0.55 * wall.pitch,
            palette.token,
            palette.token_edge,
            2,
            1.0,
            now.of,
            "wall/token",
        ),
    ]


def _lens(stage: StageView, wall: Wall) -> list[Mark]:
    """The vector as large as it is beside the weights: the lens shows a part of one square."""
    shown = stage.focus.lit("wall.vector")
    if shown <= 0:
        return []
    palette, lens = stage.kit.palette, wall.lens
    cell = lens.w / ACROSS
    r = lens.w / 2
    column = int((lens.right - wall.cells.x) / wall.pitch) + 4
    row = round(wall.rows * 0.3)
    sx = wall.cells.x + (column + 0.5) * wall.pitch
    sy = wall.cells.y + (row + 0.5) * wall.pitch
    here = Area(sx, sy, 0, 0).inset(-0.75 * wall.pitch)
    inner = Field(
        lens.x + 0.08 * cell,
        lens.y + 0.08 * cell,
        ACROSS,
        ACROSS,
        cell,
        cell,
        SQUARE * cell,
        bytes([NOTHING if i == ACROSS * ACROSS // 2 else HERE for i in range(ACROSS * ACROSS)]),
        shades(palette, palette.weight),
        0.1 * cell,
        key="wall/lens/weights",
    )
    return [
        *(
            Line(
                ((sx, sy), (lens.cx + 0.72 * r, lens.cy + way * 0.694 * r)),
                2,
                palette.ink,
                (),
                0.8 * shown,
                key=f"wall/ray:{way}",
            )
            for way in (-1, 1)
        ),
        Box(*here, "", 0.2 * wall.pitch, palette.ink, 3, shown, key="wall/ring"),
        Disc(
            lens.cx,
            lens.cy,
            r + 0.5 * cell,
            palette.ground,
            alpha=0.85 * shown,
            key="wall/lens/rim",
        ),
        Disc(lens.cx, lens.cy, r, palette.ground, "", 0, shown, key="wall/lens/ground"),
        Clip(*lens, (inner,), r, shown, key="wall/lens"),
        Arc(lens.cx, lens.cy, r, 4, 0.0, 1.0, palette.ink, shown, key="wall/lens/edge"),
        Glow(lens.cx, lens.cy, 4 * cell, palette.token, 0.7 * shown, key="wall/vector/light"),
        Disc(
            lens.cx,
            lens.cy,
            0.46 * cell,
            palette.token,
            palette.token_edge,
            1.5,
            shown,
            key="wall/vector",
        ),
    ]
