"""What one kilowatt of each machine writes in a second: a heap of circles, each one token."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor
from typing import Final

from viz.actors.kilowatt_heaps.kilowatt_heaps_places import Heap, heaps, places
from viz.errors import Fault
from viz.scene.types import ActorCall, Scene, Side
from viz.stage.amounts import DONE, HERE, shades
from viz.stage.area import Area
from viz.stage.marks import COUNT, SCALE, Box, Field, Gradient, Mark, Marks, Shade, Shape
from viz.stage.name_tag import name_of, tag_parts
from viz.stage.plot.small_machine import small_machine
from viz.stage.quantity import resolve
from viz.stage.style import Kit
from viz.stage.theme import mix
from viz.stage.view import StageView
from viz.stage.words_line import Words, placed, room_for, words_at
from viz.units import write

SECOND: Final = 1.0  # hardware seconds in which tokens are counted
KILO: Final = 1000.0
STACKED: Final = 6  # squares of a kilowatt above each other


@dataclass(frozen=True, slots=True)
class Parameters:
    """Nothing to choose: chips say their power, users how many tokens there are."""


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """No panel: the heaps are in the world."""
    return ()


def faults(scene: Scene, call: ActorCall, _: Parameters) -> list[Fault]:
    """A chip of which nobody says how much power it takes."""
    chips = [rig.chip for rig in (scene.left, scene.right) if rig is not None]
    nameless = [chip.name for chip in chips if chip.power is None]
    what = "kilowatt_heaps needs the power of {}: no source tells it"
    return [Fault(what.format(name), call.place) for name in nameless]


def kilowatts(scene: Scene, side: Side) -> float:
    """Power of all chips of a side, in kW."""
    rig = scene.left if side == "left" else scene.right
    if rig is None or rig.chip.power is None:
        return 1.0
    return rig.count * rig.chip.power.value / KILO


def power_ref(scene: Scene, side: Side) -> str:
    """The reference of that power."""
    rig = scene.left if side == "left" else scene.right
    name = rig.chip.name if rig else ""
    return f"{side}.count * chip:{name}.power"


def each_second(stage: StageView, side: Side) -> float:
    """Tokens a second for each kilowatt."""
    return resolve(stage, f"{side}.speed_total").value / kilowatts(stage.scene, side)


@lru_cache(maxsize=64)
def grid(w: float, h: float, most: float) -> tuple[int, int, float]:
    """Columns, rows and pitch of circles in a box that holds `most` of them."""
    pitch = (w * h / max(most, 1.0)) ** 0.5
    while floor(w / pitch) * floor(h / pitch) < most:
        pitch *= 0.995
    return floor(w / pitch), floor(h / pitch), pitch


def fallen(stage: StageView, side: Side) -> tuple[int, float]:
    """How many circles lie there, and how many come a second of the screen (0: all are there)."""
    passed = min(float(stage.hw) - float(stage.since), SECOND)
    rate = each_second(stage, side)
    return floor(rate * passed + 1e-6), rate * stage.pace if passed < SECOND else 0.0


@lru_cache(maxsize=256)
def _cells(columns: int, rows: int, count: int) -> bytes:
    """So many from the bottom."""
    cells = bytearray(columns * rows)
    for k in range(min(count, columns * rows)):
        row, column = rows - 1 - k // columns, k % columns
        cells[row * columns + column] = HERE
    return bytes(cells)


def draw(stage: StageView, world: Area, _: Parameters) -> Marks:
    """Machines, kilowatts and heaps, in units of the world."""
    made = heaps(world, stage.kit)
    most = 1.08 * max(each_second(stage, side) for side in made if stage.machine(side))
    marks: list[Mark] = []
    for side, heap in made.items():
        view = stage.machine(side)
        if view is None:
            continue
        rig = view.run.rig
        kind = "wafer" if rig.chip.kind == "wafer" else "gpu"
        columns = ceil(rig.count / 2) if rig.count > 4 else rig.count
        wide = (
            columns * heap.chips.h / (2 if rig.count > 4 else 1) * (1.0 if kind == "wafer" else 1.5)
        )
        room = heap.chips.cut(right=max(0.0, heap.chips.w - wide))
        marks += small_machine(stage.kit, room, kind, rig.count, f"{side}/chips", 0.75)
        marks += _power(stage, side, heap)
        marks += _heap(stage, side, heap, most)
    return tuple(marks)


def _unit(scene: Scene, heap: Heap) -> float:
    """The pitch of squares of a kilowatt: one for both machines, so that the longer row has room."""
    most = max(kilowatts(scene, "left"), kilowatts(scene, "right"))
    return min(heap.kilowatts.h / (STACKED + 0.2), heap.kilowatts.w / ceil(most / STACKED))


def _power(stage: StageView, side: Side, heap: Heap) -> list[Mark]:
    """A square for each kilowatt, the last one as wide as what is left; the first one opens."""
    palette, power = stage.kit.palette, kilowatts(stage.scene, side)
    rows, pitch = STACKED, _unit(stage.scene, heap)
    whole, rest = floor(power + 1e-9), power - floor(power + 1e-9)
    count = whole + (rest > 0.01)
    columns = ceil(count / rows)
    grey = mix(palette.ink, palette.panel, 0.5)
    looks = (Shade(), Shade(palette.ink), Shade(grey), Shade(grey, size=max(0.2, rest) ** 0.5))
    cells = bytearray(columns * rows)
    for k in range(count):  # column by column, so that a kilowatt is the first of each
        column, row = divmod(k, rows)
        cells[row * columns + column] = 1 if k == 0 else 3 if k == whole else 2
    x, y = heap.kilowatts.x, heap.kilowatts.y
    box, side_of = heap.box, 0.8 * pitch
    lens = ((x, y + side_of), (x + side_of, y + side_of), (box.right, box.y), (box.x, box.y))
    return [
        Shape(lens, palette.ink, alpha=0.1, key=f"{side}/lens"),
        Field(
            x, y, columns, rows, pitch, pitch, side_of, bytes(cells), looks, 1.5,
            key=f"{side}/kilowatts", ref=f"= {power_ref(stage.scene, side)}",
        ),
    ]  # fmt: skip


def _heap(stage: StageView, side: Side, heap: Heap, most: float) -> list[Mark]:
    palette, box = stage.kit.palette, heap.box
    columns, rows, pitch = grid(box.w, box.h, most)
    count, rate = fallen(stage, side)
    looks = shades(palette, palette.token)
    marks: list[Mark] = [
        Box(*box.inset(-6), palette.panel, 6, palette.edge, 2, key=f"{side}/box"),
        Field(
            box.x + 0.1 * pitch, box.bottom - rows * pitch + 0.1 * pitch, columns, rows, pitch, pitch,
            0.8 * pitch, _cells(columns, rows, count), looks, pitch, of=f"{side}.tokens",
            key=f"{side}/heap", ref=f"{side}.speed_total",
        ),
    ]  # fmt: skip
    top = box.bottom - ceil(count / columns) * pitch
    if rate > 0 and top - box.y > 8:  # too fast to be told apart: a curtain, as dense as they come
        dense = min(0.5, 0.06 + rate / 4000.0)
        stops = ((0.0, palette.token, 0.02), (1.0, palette.token, dense))
        fall = Gradient(box.x, box.y, box.w, top - box.y, stops, True, of=f"{side}.tokens")
        marks.append(fall)
    label = stage.kit.layout.sizes.label
    under = (box.x - 6, box.bottom + 8, box.w + 12, 1.35 * label)
    plate = Box(*under, palette.panel, 4, palette.ink, 2, key=f"{side}/plate")
    return [*marks, plate, *_one_user(stage, side, heap, pitch)]


def _one_user(stage: StageView, side: Side, heap: Heap, pitch: float) -> list[Mark]:
    """What one user gets in that second, in circles of the same size."""
    label = stage.kit.layout.sizes.label
    passed = min(float(stage.hw) - float(stage.since), SECOND)
    if passed < SECOND:
        return []
    count = max(1, round(resolve(stage, f"{side}.speed").value))
    columns = max(1, floor((heap.words.w - 4) / pitch))
    rows = ceil(count / columns)
    looks = shades(stage.kit.palette, stage.kit.palette.token)
    cells = bytes([DONE]) * count + bytes(columns * rows - count)
    return [
        Field(
            heap.words.x, heap.words.y + 7.6 * label, columns, rows, pitch, pitch, 0.8 * pitch, cells,
            looks, pitch, of=f"{side}.tokens", key=f"{side}/one", ref=f"{side}.speed",
        )
    ]  # fmt: skip


def over(stage: StageView, world: Area, _: Parameters) -> Marks:
    """Words, before the lens."""
    kit = stage.kit
    label, scene = kit.layout.sizes.label, stage.scene
    made = heaps(world, kit)
    top = kit.layout.slug[1] + 1.9 * label
    told = " · ".join(part for part in tag_parts(scene, kit) if part)
    lines = [words_at(kit, (kit.layout.safe[0], top), told, "heaps/tag", ref=SCALE)]
    for side, heap in made.items():
        view = stage.machine(side)
        if view is not None:
            wafer = view.run.rig.chip.kind == "wafer"
            lines += _of_side(stage, side, heap, name_of(view.run.rig), wafer=wafer)
    marks: list[Mark] = []
    for line in placed(lines, room_for(kit, stage.window), []):
        marks += line.marks(kit)
    return tuple(marks)


def _of_side(stage: StageView, side: Side, heap: Heap, name: str, *, wafer: bool) -> list[Words]:
    kit, palette, lens = stage.kit, stage.kit.palette, stage.lens
    label = kit.layout.sizes.label
    head, box, words = (lens.area(area) for area in (heap.name, heap.box, heap.words))
    power = power_ref(stage.scene, side)
    number = write(kilowatts(stage.scene, side) * KILO, "watts", 3)
    counted = "heaps_systems" if wafer else "heaps_boards"
    title = Words(
        head.x, head.y + 1.2 * label, ((name, 1.15 * label, palette.ink, 700),),
        key=f"{side}/name", refs=(f"{side}.count",),
    )  # fmt: skip
    tall = kit.layout.form in ("tall", "square")
    at = (head.x, head.y + 2.5 * label) if tall else (title.box.right + 0.5 * label, title.y)
    told = (
        (f"{kit.word(counted)} ", label, palette.muted, 400),
        (number, label, palette.ink, 600),
    )
    found = [
        title,
        Words(*at, told, key=f"{side}/power", refs=("", f"= {power}")),
        Words(
            box.cx, box.bottom + 8 + 1.05 * label, (("1 kW", label, palette.ink, 700),),
            "middle", f"{side}/one/kilowatt", refs=(SCALE,),
        ),
    ]  # fmt: skip
    count, _ = fallen(stage, side)
    found += [
        Words(
            words.x, words.y + 1.6 * label, ((f"{count:,}", 2.0 * label, palette.token_text, 700),),
            key=f"{side}/count", of=f"{side}.tokens", refs=(COUNT,),
        ),
        words_at(kit, (words.x, words.y + 3.3 * label), kit.word("heaps_tokens"), f"{side}/unit"),
        words_at(kit, (words.x, words.y + 4.5 * label), kit.word("heaps_each"), f"{side}/per"),
    ]  # fmt: skip
    if float(stage.hw) - float(stage.since) >= SECOND:
        speed = resolve(stage, f"{side}.speed")
        line = (
            (kit.word("heaps_one") + " ", label, palette.muted, 400),
            (kit.written(speed), label, palette.token_text, 700),
        )
        found.append(
            Words(words.x, words.y + 6.9 * label, line, key=f"{side}/speed", refs=("", speed.ref))
        )
    return found


__all__ = ["Parameters", "draw", "faults", "over", "panel", "places"]
