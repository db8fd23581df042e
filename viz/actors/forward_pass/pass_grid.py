"""A corner of a grid of weights: value times weight joins a sum; row by row, each weight once."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, floor
from typing import Final

from viz.actors.forward_pass.pass_chat import level, ringed, value, value_shades, weight
from viz.actors.forward_pass.pass_moment import Moment, near, snapped
from viz.actors.forward_pass.pass_places import Corner, Counts, Way
from viz.stage.amounts import DONE, HERE, NOW, shades
from viz.stage.marks import Box, Disc, Field, Glow, Line, Mark, Marks, Ribbon, Shade
from viz.stage.theme import mix
from viz.stage.view import StageView

SQUARE: Final = 0.76  # of its pitch
ROUND: Final = 0.62
PRODUCT: Final = (
    1.25,
    1.9,
)  # the grid appears so large, in windows, as single weights are looked at


def single(stage: StageView, way: Way) -> float:
    """How much the picture is about single weights, 0 to 1: by how near the camera is."""
    return near(stage, way.grid, *PRODUCT)


def row_values(hidden: int, columns: int) -> tuple[int, ...]:
    """Which values stand above the first columns: those that the lens showed come first."""
    _, first = ringed(hidden)
    return (*first, *range(columns))[:columns]


def rows_done(now: Moment, counts: Counts) -> float:
    """Rows of the first grid that were used, with their fraction; all of them from layer 2 on."""
    return counts.hidden if now.layer >= 1 else min(now.inside / counts.hidden, counts.hidden)


def sums(hidden: int, upto: int) -> float:
    """The running sum after so many products of the first row, of the examples on stage."""
    values = row_values(hidden, upto)
    return sum(round(value(v) * weight(i), 2) for i, v in enumerate(values))


def draw(stage: StageView, counts: Counts, way: Way, now: Moment) -> Marks:
    """The grid, its vector, and what rows leave; while it is near enough, and once it is asked for."""
    asked = now.runs or stage.focus.lit("grid.product") >= 0.5
    seen = near(stage, way.grid, 0.55, 0.9) if asked else 0.0
    if seen <= 0:
        return ()
    corner = _shown(stage, way.corner)
    done = rows_done(now, counts)
    alone = single(stage, way)
    marks = _light(stage, corner, now, alone * seen) if alone > 0 else []
    marks += _weights(stage, corner, done, seen, now, alone)
    marks += _results(stage, corner, done, seen * (1 - alone), now)
    marks += _values(stage, counts, corner, done, seen, now)
    if alone > 0:
        marks += _product(stage, corner, now, alone * seen)
    return tuple(marks)


def _shown(stage: StageView, corner: Corner) -> Corner:
    """The corner without the rows below what the world has of the stage: small print stands there."""
    bottom = stage.lens.behind(stage.window).bottom
    rows = ceil((bottom - corner.area.y) / corner.pitch - 0.2)
    return replace(corner, rows=min(max(rows, 1), corner.rows))


def _weights(
    stage: StageView, corner: Corner, done: float, seen: float, now: Moment, alone: float
) -> list[Mark]:
    palette = stage.kit.palette
    pitch, size = corner.pitch, SQUARE * corner.pitch
    row = floor(done)
    cells = bytearray()
    for i in range(corner.rows):
        state = DONE if i < row else NOW if i == row and now.runs and alone < 0.5 else HERE
        cells += bytes([state]) * corner.columns
    if alone >= 0.5 and row == 0:
        at = min(floor(_column(now)), corner.columns)
        cells[: min(at, corner.columns)] = bytes([DONE]) * at
        if now.runs and at < corner.columns:
            cells[at] = NOW
    inset = (pitch - size) / 2
    marks: list[Mark] = []
    if now.runs and alone < 1 and row < corner.rows:
        y = corner.row(row)
        ground = mix(palette.computing, palette.ground, 0.25)
        x = corner.area.x - 0.14 * pitch
        marks += [
            Box(
                x,
                y - 0.5 * pitch,
                corner.area.right + 0.14 * pitch - x,
                pitch,
                ground,
                0.14 * pitch,
                palette.computing_text,
                4,
                seen * (1 - alone),
                of=now.of,
                key="grid/work",
            )
        ]
    return [
        *marks,
        Field(
            corner.area.x + inset,
            corner.area.y + inset,
            corner.columns,
            corner.rows,
            pitch,
            pitch,
            size,
            bytes(cells),
            shades(palette, palette.weight),
            0.1 * size,
            seen,
            now.of,
            "grid/weights",
        ),
    ]


def _column(now: Moment) -> float:
    """Weights of the first row that were used: they are the first of all."""
    return now.inside if now.layer < 1 else 1e12


def _values(
    stage: StageView, counts: Counts, corner: Corner, done: float, seen: float, now: Moment
) -> list[Mark]:
    """The vector: above the row that is at work, it glides down as that is used."""
    palette, pitch = stage.kit.palette, corner.pitch
    y = corner.row(done - 1)
    if y > corner.area.bottom + pitch:
        return []
    _, y = snapped(stage, 0.0, y)
    chosen = row_values(counts.hidden, corner.columns)
    size = ROUND * pitch
    kinds = value_shades(palette)
    marks: list[Mark] = []
    for i in range(len(chosen)):
        x = corner.column(i)
        if now.runs and done > 0.05:
            marks.append(
                Ribbon(
                    ((0.0, 0.0), (0.0, -min(1.7, done) * pitch)),
                    (0.5 * size, 0.1 * size),
                    palette.token,
                    (0.6, 0.0),
                    seen,
                    now.of,
                    x,
                    y,
                    f"grid/tail:{i}",
                )
            )
    for i, index in enumerate(chosen):
        marks.append(
            Disc(
                corner.column(i),
                y,
                size / 2,
                kinds[level(index)].fill,
                palette.token_edge,
                2,
                seen,
                now.of,
                f"grid/value:{i}",
            )
        )
    return marks


def _results(stage: StageView, corner: Corner, done: float, seen: float, now: Moment) -> list[Mark]:
    """One value for each row: an empty place, and what has come into it."""
    palette, pitch = stage.kit.palette, corner.pitch
    if seen <= 0:
        return []
    row, part = floor(done), done - floor(done)
    kinds = value_shades(palette)
    levels = len(kinds) - 1
    empty = Shade("", mix(palette.token, palette.ground, 0.55), 2.0, 0.9)
    cells = bytes(1 + (i * 5 + 3) % (levels - 1) + 1 if i < row else 0 for i in range(corner.rows))
    size = ROUND * pitch
    marks: list[Mark] = [
        Field(
            corner.out - size / 2,
            corner.row(0) - size / 2,
            1,
            corner.rows,
            pitch,
            pitch,
            size,
            cells,
            (empty, *kinds),
            size,
            seen,
            now.of,
            "grid/results",
        )
    ]
    if now.runs and row < corner.rows:
        y = corner.row(row)
        start = corner.area.right + 0.6 * pitch
        marks += [
            Ribbon(
                ((start, y), (corner.out - 0.5 * size, y)),
                (0.8 * pitch, 0.16 * pitch),
                palette.computing,
                (0.9, 0.9),
                seen,
                now.of,
                key="grid/sum/beam",
            ),
            Glow(corner.out, y, 1.6 * pitch, palette.token, 0.55 * seen, now.of, "grid/sum/light"),
            Disc(
                corner.out,
                y,
                size / 2 * (0.35 + 0.65 * part),
                palette.token,
                "",
                0,
                seen,
                now.of,
                "grid/sum",
            ),
        ]
    return marks


def _light(stage: StageView, corner: Corner, now: Moment, seen: float) -> list[Mark]:
    """Light around the pair that is multiplied, below it."""
    if not now.runs:
        return []
    x = corner.column(floor(min(_column(now), corner.columns - 1.0)))
    green = stage.kit.palette.computing
    return [
        Glow(x, corner.row(-0.5), 1.7 * corner.pitch, green, 0.6 * seen, now.of, "product/light")
    ]


def _product(stage: StageView, corner: Corner, now: Moment, seen: float) -> list[Mark]:
    """One weight times one value joins the sum that glides along the row."""
    palette, pitch = stage.kit.palette, corner.pitch
    at = min(_column(now), float(corner.columns))
    column = min(floor(at), corner.columns - 1)
    y = corner.row(-2.05)
    x, y = snapped(stage, corner.column(at - 0.5), y)
    edge = palette.computing_text
    left = corner.column(column) - 0.48 * pitch
    track = mix(palette.token, palette.ground, 0.3)
    marks: list[Mark] = [
        Line(
            ((corner.area.x, y), (corner.area.right, y)),
            2,
            track,
            (4, 9),
            seen,
            key="product/track",
        ),
    ]
    if now.runs:
        marks += [
            Ribbon(
                ((x, y), (max(x - 2.5 * pitch, corner.area.x - 0.3 * pitch), y)),
                (0.5 * pitch, 0.06 * pitch),
                palette.token,
                (0.55, 0.0),
                seen,
                now.of,
                key="product/tail",
            ),
            Box(
                left,
                corner.row(-1) - 0.48 * pitch,
                0.96 * pitch,
                1.96 * pitch,
                "",
                0.16 * pitch,
                edge,
                5,
                seen,
                now.of,
                "product/pair",
            ),
            Ribbon(
                ((corner.column(column), corner.row(-1.48)), (corner.column(column), y)),
                (0.4 * pitch, 0.3 * pitch),
                palette.computing,
                (0.9, 0.55),
                seen,
                now.of,
                key="product/beam",
            ),
        ]
    marks += [
        Glow(x, y, 1.1 * pitch, palette.token, 0.5 * seen, now.of, "product/sum/light"),
        Disc(x, y, 0.42 * pitch, palette.token, palette.ink, 3, seen, now.of, "product/sum"),
    ]
    return marks
