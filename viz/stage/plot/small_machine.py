"""A machine so small that it is a sign: cards with their memory, wafers full of weights."""

from __future__ import annotations

from functools import lru_cache

from viz.stage.area import Area
from viz.stage.marks import Box, Line, Mark
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
