"""A machine so small that it is a sign: cards with their memory, wafers full of weights; and a
model's weights as squares."""

from __future__ import annotations

from functools import lru_cache

from viz.stage.amounts import NOTHING, shades
from viz.stage.area import Area
from viz.stage.marks import Box, Field, Line, Mark
from viz.stage.style import Kit
from viz.stage.theme import mix


@lru_cache(maxsize=128)
def small_machine(
    kit: Kit, area: Area, machine: str, chips: int, key: str, light: float
) -> tuple[Mark, ...]:
    """Chips in a grid ("gpu" or "wafer"); outlines where their number is not said (0). `light` is how
    much of their colours is left."""
    palette = kit.palette
    if machine == "none":
        return ()
    edge = mix(palette.silicon, palette.ground, light)
    weight = mix(palette.weight, palette.ground, 0.9 * light)
    known = chips > 0
    count = chips or (3 if machine == "wafer" else 1)
    columns = count if count < 5 else -(-count // 2)
    rows = -(-count // columns)
    marks: list[Mark] = []
    for i, cell in enumerate(area.grid(columns, rows, gap=5)[:count]):
        box = cell.fit(1.0 if machine == "wafer" else 1.5, y=1.0 if rows == 1 else 0.5)
        who = f"{key}/chip:{i}"
        if not known:
            corners = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom))
            path = (*corners, (box.x, box.bottom), (box.x, box.y))
            marks.append(Line(path, 1.8, edge, (5, 5), key=f"{who}/outline"))
            continue
        marks.append(Box(*box, palette.panel, 3, edge, 1.5, key=f"{who}/package"))
        if machine == "gpu":
            left, die, right = box.inset(3).columns(0.2, 0.5, 0.2, gap=2)
            marks.append(Box(*die, palette.core, 1, key=f"{who}/die"))
            marks += [
                Box(*stack, weight, 1, key=f"{who}/stack:{k}")
                for k, stack in enumerate((left, right))
            ]
        else:
            marks.append(Box(*box.inset(4), weight, 1, key=f"{who}/weights"))
    return tuple(marks)


def weight_squares(
    kit: Kit,
    at: tuple[float, float],
    columns: int,
    cell: float,
    cells: bytes,
    *,
    key: str,
    of: str,
    ref: str,
    alpha: float = 1.0,
) -> Field:
    """Weights as squares, read row by row from the top left corner `at`, `cell` units apart; `cells`
    are their states (viz.stage.amounts)."""
    rows = -(-len(cells) // columns)
    size = 0.82 * cell
    gap = (cell - size) / 2
    return Field(
        at[0] + gap,
        at[1] + gap,
        columns,
        rows,
        cell,
        cell,
        size,
        cells + bytes([NOTHING]) * (columns * rows - len(cells)),
        shades(kit.palette, kit.palette.weight),
        min(2.0, 0.12 * cell),
        alpha,
        of=of,
        key=key,
        ref=ref,
    )
