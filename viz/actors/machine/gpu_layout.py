"""Where the parts of a GPU stand: stacks, buses, and the grid of cores."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor, sqrt

from viz.stage.marks import Area
from viz.stage.view import Fixed

LANES = 2  # rows of squares on a bus


@dataclass(frozen=True, slots=True)
class Geometry:
    """Where the parts of the GPU stand."""

    stacks: tuple[Area, ...]
    buses: tuple[
        tuple[Area, int], ...
    ]  # and the way the squares go: 1 to the right, -1 to the left
    cores: Area
    pitch: float
    square: float


@lru_cache(maxsize=64)
def geometry(view: Fixed, box: Area) -> Geometry:
    """Stacks left and right, the cores between them, a bus from each stack."""
    x, y, w, h = box
    parts = view.run.rig.chip.memory_parts
    count = int(parts.value) if parts else 4
    left, right = ceil(count / 2), count // 2
    stack_w, bus_w = w * 0.195, w * 0.125
    cores_w = w - 2 * (stack_w + bus_w)
    stacks: list[Area] = []
    buses: list[tuple[Area, int]] = []
    gap = 10.0
    each = (h - gap * (left - 1)) / left
    pitch = 13.0 if each > 60 else 11.0
    lane = LANES * pitch + 8
    for column, number in ((0, left), (1, right)):
        start = y + (h - number * each - (number - 1) * gap) / 2
        for i in range(number):
            top = start + i * (each + gap)
            stacks.append((x if column == 0 else x + w - stack_w, top, stack_w, each))
            bus_x = x + stack_w if column == 0 else x + stack_w + bus_w + cores_w
            buses.append(((bus_x, top + (each - lane) / 2, bus_w, lane), 1 if column == 0 else -1))
    cores = (x + stack_w + bus_w, y, cores_w, h)
    return Geometry(tuple(stacks), tuple(buses), cores, pitch, pitch - 3.0)


@dataclass(frozen=True, slots=True)
class Cells:
    """The grid of cores: how many, in which columns and rows, where the first stands."""

    count: int
    columns: int
    rows: int
    x: float
    y: float
    pitch_x: float
    pitch_y: float
    size: float


@lru_cache(maxsize=64)
def cells(view: Fixed, place: Geometry) -> Cells:
    x, y, w, h = place.cores
    chip = view.run.rig.chip
    count = min(int(chip.cores.value), 160) if chip.cores else 96
    columns = _columns(count, w - 24, h - 24)
    rows = ceil(count / columns)
    pitch_x, pitch_y = (w - 22) / columns, (h - 22) / rows
    size = min(pitch_x, pitch_y) * 0.7
    left, top = x + 11 + (pitch_x - size) / 2, y + 11 + (pitch_y - size) / 2
    return Cells(count, columns, rows, left, top, pitch_x, pitch_y, size)


def _columns(count: int, width: float, height: float) -> int:
    """The number of columns that makes cells most nearly square, full rows first."""
    ideal = sqrt(count * width / height)
    near = range(max(1, floor(ideal * 0.8)), ceil(ideal * 1.25) + 1)
    return min(near, key=lambda n: (count % n != 0, abs(n - ideal)))
