"""Inside the core: one weight arrives, and is used once for each user, while most places wait."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor

from viz.scene.types import Scene
from viz.stage.amounts import HERE, NOW, flickers, shades
from viz.stage.area import Area
from viz.stage.marks import (
    COUNT,
    SCALE,
    Box,
    Field,
    Glow,
    Gradient,
    Line,
    Mark,
    Marks,
    Ribbon,
    Shade,
)
from viz.stage.quantity import resolved
from viz.stage.theme import mix
from viz.stage.view import MachineView, StageView
from viz.stage.words_line import Words, words_at

BYTE = 8.0
ARRIVES, REACHES, USED = 0.4, 0.65, 0.9  # of the time between two weights; schematic


@dataclass(frozen=True, slots=True)
class Grid:
    """`count` places of arithmetic for one weight, filled from the side that it comes from."""

    weight: Area
    area: Area
    columns: int
    rows: int
    pitch: float
    count: int
    upright: bool

    def cell(self, index: int) -> tuple[int, int]:
        """Row and column of a place."""
        if self.upright:
            return divmod(index, self.columns)
        column, row = divmod(index, self.rows)
        return row, column

    def at(self, index: int) -> Area:
        """One place."""
        row, column = self.cell(index)
        side = 0.86 * self.pitch
        x, y = self.area.x + column * self.pitch, self.area.y + row * self.pitch
        return Area(x, y, side, side)


def places_of(scene: Scene) -> int:
    """Multiply-adds in the time in which the memory brings one weight: FLOP/B x bytes / 2."""
    each = resolved(scene, "= left.flops / left.bandwidth").value
    return max(1, round(each * scene.bits / BYTE / 2))


@lru_cache(maxsize=64)
def grid_of(area: Area, count: int, upright: bool) -> Grid:
    """The weight and its places in an area of the world."""
    if upright:
        room = area.cut(
            left=0.04 * area.w, right=0.15 * area.w, top=0.05 * area.h, bottom=0.1 * area.h
        )
        top, _, bottom = room.rows(0.34, 0.16, 0.5)
        side = 0.24 * area.w
        weight = Area(top.cx - side / 2, top.cy - side / 2, side, side)
    else:
        left, bottom = area.cut(
            top=0.1 * area.h, bottom=0.09 * area.h, right=0.01 * area.w
        ).columns(0.4, 0.6)
        side = min(0.27 * area.h, 0.42 * left.w)
        weight = Area(left.x + 0.55 * left.w - side / 2, left.cy - side / 2, side, side)
    rows = ceil((count * bottom.h / bottom.w) ** 0.5)
    columns = ceil(count / rows)
    pitch = min(bottom.w / columns, bottom.h / rows)
    at = Area(bottom.x + (bottom.w - columns * pitch) / 2, bottom.cy - rows * pitch / 2, 0, 0)
    return Grid(
        weight,
        Area(at.x, at.y, columns * pitch, rows * pitch),
        columns,
        rows,
        pitch,
        count,
        upright,
    )


def phase(stage: StageView, view: MachineView) -> tuple[float, bool]:
    """The share of the time from weight to weight of one core, and whether it is too fast to see."""
    chip = view.run.rig.chip
    cores = chip.cores.value if chip.cores else 1.0
    each = stage.scene.bits / BYTE / (chip.bandwidth.value / cores)
    if flickers(view.pace / each):
        return 0.8, True
    turns = float(view.hw) / each
    return turns - floor(turns), False


@lru_cache(maxsize=64)
def _cells(made: Grid, used: int) -> bytes:
    """Places row by row: 1 used, 0 waiting, 2 none."""
    cells = bytearray(b"\2") * (made.columns * made.rows)
    for i in range(made.count):
        row, column = made.cell(i)
        cells[row * made.columns + column] = 1 if i < used else 0
    return bytes(cells)


def draw(stage: StageView, view: MachineView, area: Area, light: float, *, upright: bool) -> Marks:
    """The picture, in units of the world, as opaque as the camera is near."""
    palette = stage.kit.palette
    made = grid_of(area, places_of(stage.scene), upright)
    used = min(made.count, max(1, round(stage.scene.batch)))
    share, steady = phase(stage, view)
    there = share >= ARRIVES
    at_work = steady or REACHES <= share < USED
    cells = _cells(made, used)
    side = 0.86 * made.pitch
    marks: list[Mark] = [
        Box(*area.inset(-area.w), palette.ground, alpha=light, key="weight/ground"),
    ]
    w = made.weight
    hot = shades(palette, palette.weight)[NOW].fill
    begin = (w.cx, w.y - 0.05 * area.h) if upright else (area.x - 0.1 * area.w, w.cy)
    if upright:
        road = Area(w.x + 0.04 * w.w, begin[1], 0.92 * w.w, w.y - begin[1])
    else:
        road = Area(begin[0], w.y + 0.04 * w.h, w.x - begin[0], 0.92 * w.h)
    dim = 0.7 if steady else 0.35
    stops = ((0.0, palette.weight, 0.02), (1.0, palette.weight, dim))
    marks.append(Gradient(*road, stops, upright, alpha=light, of="left.carried", key="weight/road"))
    if there or steady:
        marks.append(Glow(w.cx, w.cy, 1.1 * w.w, palette.weight, 0.3 * light, key="weight/light"))
    ways = _ways(made, used, upright)
    for i, way in enumerate(ways):
        lit = 0.85 if at_work else 0.3
        marks.append(Line(way, 2.0, palette.weight, (), lit * light, key=f"weight/way:{i}"))
        if not steady and ARRIVES <= share < REACHES:
            along = (share - ARRIVES) / (REACHES - ARRIVES)
            k = max(1, round(along * (len(way) - 1)))
            head = tuple(reversed(way[max(0, k - 4) : k + 1]))
            marks.append(
                Ribbon(
                    head, (0.4 * made.pitch, 0.1 * made.pitch), hot, (1.0, 0.2), light, of="left.carried",
                    key=f"weight/copy:{i}",
                )
            )  # fmt: skip
    marks += _places(stage, made, cells, light, side, at_work=at_work)
    alone = made.at(0).inset(-0.06 * side)
    marks.append(Box(*alone, "", 0.18 * side, palette.ink, 3, light, key="weight/alone"))
    if there or steady:
        marks.append(
            Box(*w, palette.weight, 0.05 * w.w, hot, 3, light, "left.carried", key="weight/one")
        )
    else:
        go = share / ARRIVES
        x = begin[0] + (w.x - begin[0]) * go if not upright else w.x
        y = begin[1] + (w.y - begin[1]) * go if upright else w.y
        marks.append(
            Box(
                *w,
                "",
                0.05 * w.w,
                mix(palette.weight, palette.ground, 0.6),
                2,
                light,
                key="weight/hand",
            )
        )
        marks.append(
            Box(
                x,
                y,
                w.w,
                w.h,
                palette.weight,
                0.05 * w.w,
                hot,
                3,
                light,
                "left.carried",
                "weight/one",
            )
        )
    return tuple(marks)


def _places(
    stage: StageView, made: Grid, cells: bytes, light: float, side: float, *, at_work: bool
) -> list[Mark]:
    palette = stage.kit.palette
    dark = Shade(palette.core)
    busy = Shade(palette.computing, mix(palette.computing, palette.ink, 0.5), 1.5)
    weight = shades(palette, palette.weight)[HERE]
    empty = Shade("", mix(palette.weight, palette.core, 0.7), 1.5)
    seat = Shade("", mix(palette.token, palette.core, 0.65), 1.5)

    def field(
        dx: float, dy: float, size: float, looks: tuple[Shade, ...], key: str, r: float
    ) -> Field:
        return Field(
            made.area.x + dx, made.area.y + dy, made.columns, made.rows, made.pitch, made.pitch,
            size, cells, looks, r, light, "left.computing", key, "left.computing",
        )  # fmt: skip

    hand, dot = 0.3 * side, 0.34 * side
    return [
        field(0, 0, side, (dark, busy if at_work else dark, Shade()), "weight/places", 0.14 * side),
        field(
            0.14 * side, (side - hand) / 2, hand, (Shade(), weight if at_work else empty, Shade()),
            "weight/hands", 0.1 * hand,
        ),
        field(
            0.54 * side, (side - dot) / 2, dot, (seat, Shade(palette.token), Shade()),
            "weight/values", dot,
        ),
    ]  # fmt: skip


@lru_cache(maxsize=64)
def _ways(made: Grid, used: int, upright: bool) -> tuple[tuple[tuple[float, float], ...], ...]:
    """From the weight to the first place of each row, or of each column where it stands above."""
    found = []
    w, n = made.weight, 14
    count = min(used, made.columns if upright else made.rows)
    for i in range(count):
        end = made.at(i)
        room = (i + 1) / (count + 1)
        ax, ay = (w.x + room * w.w, w.bottom) if upright else (w.right, w.y + room * w.h)
        bx, by = (end.cx, end.y) if upright else (end.x, end.cy)
        way = []
        for k in range(n + 1):
            s = k / n
            b = 3 * s * s - 2 * s**3
            way.append(
                (ax + (bx - ax) * (b if upright else s), ay + (by - ay) * (s if upright else b))
            )
        found.append(tuple(way))
    return tuple(found)


def words(stage: StageView, area: Area, *, upright: bool) -> list[Words]:
    """What is seen there, before the lens."""
    kit, palette = stage.kit, stage.kit.palette
    made = grid_of(area, places_of(stage.scene), upright)
    used = min(made.count, max(1, round(stage.scene.batch)))
    label = kit.layout.sizes.label
    grid, w = stage.lens.area(made.area), stage.lens.area(made.weight)
    ratio = f"= left.flops / left.bandwidth * {stage.scene.bits / BYTE / 2:g}"
    name = (
        (kit.word("trip_one_weight"), 1.1 * label, palette.weight_text, 700),
        (
            ", " + kit.word("trip_bytes", bytes=f"{stage.scene.bits / BYTE:g}"),
            label,
            palette.ink,
            400,
        ),
    )
    refs = ("", SCALE)
    if upright:
        lines = [
            Words(w.x - 0.6 * label, w.cy - 0.3 * label, name[:1], "end", "weight/name", refs=refs[:1]),
            words_at(
                kit, (w.x - 0.6 * label, w.cy + 1.1 * label), name[1][0].lstrip(", "),
                "weight/bytes", 1.0, palette.ink, anchor="end", ref=refs[1],
            ),
        ]  # fmt: skip
    else:
        lines = [Words(w.cx, w.y - 0.8 * label, name, "middle", "weight/name", refs=refs)]
    lines.append(
        Words(
            w.cx if not upright else grid.cx,
            w.bottom + 2.4 * label if not upright else grid.bottom + 1.4 * label,
            (
                (f"{used}", 2.0 * label, palette.ink, 700),
                (
                    " " + kit.word("trip_of_places", count=made.count),
                    label * 1.1,
                    palette.muted,
                    400,
                ),
            ),
            "middle",
            "weight/used",
            refs=(COUNT, ratio),
        )
    )
    lines.append(
        words_at(
            kit, (grid.x if not upright else grid.cx, grid.y - 0.6 * label),
            kit.word("trip_time_for", count=made.count), "weight/time", 1.05, palette.ink,
            anchor="start" if not upright else "middle", ref=ratio, plate=upright,
        )
    )  # fmt: skip
    first = stage.lens.area(made.at(0))
    at = (first.x - 0.8 * label, first.cy + 0.35 * label)
    if not upright:
        alone = kit.word("trip_alone")
        lines.append(words_at(kit, at, alone, "weight/alone/name", 1.0, palette.ink, anchor="end"))
    return lines
