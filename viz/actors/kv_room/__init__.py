"""What a machine's memory holds: the weights, and what they leave for the KV cache of its users."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import floor

from viz.actors.kv_room.kv_room_places import Boxes, each_of, made_for, other_of, places
from viz.errors import Fault, VizError
from viz.physics.capacity import kv_copies
from viz.physics.equations import kv_bytes, weight_bytes
from viz.physics.types import Rig
from viz.scene.types import ActorCall, Scene
from viz.stage.amounts import DONE, HERE, NOW, whole
from viz.stage.area import Area
from viz.stage.marks import COUNT, Box, Field, Mark, Marks, Shade
from viz.stage.name_tag import name_of, tag
from viz.stage.number_text import duration
from viz.stage.parameters import parameter
from viz.stage.prompt_reading import Progress, progress
from viz.stage.quantity import Ref, resolve
from viz.stage.style import Kit
from viz.stage.theme import Palette, mix
from viz.stage.view import StageView
from viz.stage.words_line import Words, placed, room_for
from viz.units import write

EMPTY = 0
WEIGHT, NOTE = 1, 4  # the first of three looks each: done for this word, here, in use


@dataclass(frozen=True, slots=True)
class Parameters:
    """Which other memory stands beside that of the machine at left, and what is told."""

    beside: str = parameter("word", "another machine whose memory is there, as 4 x wse-3", "")
    full: Ref | None = parameter("ref", "tokens at which the other one is full", None)
    tells: str = parameter(
        "word", "what is said of the memory", "word", choices=("word", "room", "users")
    )


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """No panel: memories stand in the world."""
    return ()


def amounts_of(scene: Scene, rig: Rig) -> tuple[int, int]:
    """How many places weights and KV cache take in the whole machine."""
    if scene.model is None:
        return 0, 0
    each = each_of(scene)
    notes = kv_copies(rig, scene.model) * kv_bytes(scene.model, scene.load)
    return whole(weight_bytes(scene.model, scene.load), each), whole(notes, each)


def dealt(count: int, boxes: int) -> tuple[int, ...]:
    """So many things over so many boxes, as evenly as it goes."""
    marks = [round(i * count / boxes) for i in range(boxes + 1)]
    return tuple(b - a for a, b in pairwise(marks))


@lru_cache(maxsize=512)
def cells_of(boxes: Boxes, weights: int, notes: int, read: int) -> bytes:
    """The states of a box's places, which fill from the bottom; `read` of the filled are done for
    this word, or none where it is below 0."""
    cells = bytearray(boxes.columns * boxes.rows)
    for k in range(min(weights + notes, boxes.places)):
        state = HERE if read < 0 or k > read else NOW if k == read else DONE
        row, column = boxes.rows - 1 - k // boxes.columns, k % boxes.columns
        cells[row * boxes.columns + column] = (WEIGHT if k < weights else NOTE) + state - DONE
    return bytes(cells)


@lru_cache(maxsize=16)
def looks(palette: Palette) -> tuple[Shade, ...]:
    """An empty place, then weights (squares) and notes (cards with an edge), each done for this
    word, here, in use."""
    ink = "#FFFFFF" if palette.ground < "#8" else palette.ink
    found = [Shade(mix(palette.edge, palette.panel, 0.45))]
    for colour, framed in ((palette.weight, False), (palette.token, True)):
        for fill in (mix(colour, palette.panel, 0.46), colour, mix(colour, ink, 0.5)):
            inner = mix(fill, palette.panel, 0.35) if framed else fill
            found.append(Shade(inner, fill if framed else "", 3.0 if framed else 0.0))
    return tuple(found)


def faults(scene: Scene, call: ActorCall, p: Parameters) -> list[Fault]:
    """A machine that there is not."""
    try:
        other_of(scene, p.beside)
    except VizError as error:
        place = call.places.get("beside", call.place)
        return [replace(fault, place=place) for fault in error.faults]
    return []


def draw(stage: StageView, world: Area, p: Parameters) -> Marks:
    """All boxes with what is in them, and what does not fit."""
    kit, scene, palette = stage.kit, stage.scene, stage.kit.palette
    made, now = made_for(scene, world, kit, p), progress(stage)
    marks: list[Mark] = []
    for side, rig in rigs_of(scene, p).items():
        boxes = made[side]
        weights, notes = amounts_of(scene, rig)
        held, kept = dealt(weights, rig.count), dealt(weights + notes, rig.count)
        for i, area in enumerate(boxes.boxes):
            full = kept[i] >= boxes.places
            key = f"{side}/memory:{i}"
            edge = palette.ink if full else palette.edge
            marks.append(Box(*area, palette.panel, 8, edge, 3 if full else 2, key=key))
            read = _read(now, kept[i]) if side == "left" and now else -1
            cells = cells_of(boxes, held[i], kept[i] - held[i], read)
            marks.append(_field(kit, boxes, i, cells, key))
            marks += _beyond(kit, boxes, i, kept[i] - boxes.places, key)
    return tuple(marks)


def rigs_of(scene: Scene, p: Parameters) -> dict[str, Rig]:
    """The machines whose memory is on stage."""
    both = {"left": scene.left, "right": other_of(scene, p.beside)}
    return {side: rig for side, rig in both.items() if rig is not None}


def _read(now: Progress, filled: int) -> int:
    """How many of the filled places are read for the word under way; below 0 while none is."""
    return int(min(1.0, now.word / now.reading) * filled) if now.word > 0.0 else -1


def _field(kit: Kit, boxes: Boxes, i: int, cells: bytes, key: str) -> Field:
    x, y = boxes.first(i)
    pitch, size = boxes.pitch, 0.74 * boxes.pitch
    gap = (pitch - size) / 2
    return Field(
        x + gap, y + gap, boxes.columns, boxes.rows, pitch, pitch, size, cells, looks(kit.palette),
        0.18 * size, of="memory", key=f"{key}/places",
    )  # fmt: skip


def _beyond(kit: Kit, boxes: Boxes, i: int, count: int, key: str) -> list[Mark]:
    """What does not fit lies beside its box, up to two columns of it."""
    if count <= 0:
        return []
    shown = min(count, 2 * boxes.rows)
    pitch, size = boxes.pitch, 0.74 * boxes.pitch
    columns = -(-shown // boxes.rows)
    rows = min(shown, boxes.rows)
    cells = bytes([NOTE + 1]) * shown + bytes([7]) * (columns * rows - shown)
    area = boxes.boxes[i]
    place = (area.right + 0.35 * pitch, area.bottom - (rows + 0.2) * pitch)
    faces = (*looks(kit.palette), Shade())
    field = Field(
        *place, columns, rows, pitch, pitch, size, cells, faces, 0.18 * size,
        of="memory", key=f"{key}/beyond",
    )  # fmt: skip
    return [field]


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Names and amounts, before the lens."""
    kit, scene, label = stage.kit, stage.scene, stage.kit.layout.sizes.label
    made, now, view = made_for(scene, world, kit, p), progress(stage), stage.machine("left")
    if now is None or view is None or scene.model is None:
        return ()
    area = stage.lens.area(made["left"].area)
    x = max(area.x, kit.layout.safe[0])
    tokens = kit.word("room_tokens", tokens=f"{scene.context:,.0f}")
    lines = [tag(scene, view, (x, area.y - 2.3 * label), tokens), *_left(stage, now, area, x, p)]
    other = other_of(scene, p.beside)
    if other is not None:
        lines += _right(stage, other, stage.lens.area(made["right"].area), p)
    marks: list[Mark] = []
    for line in placed(lines, room_for(kit, stage.window), []):
        marks += line.marks(kit)
    return tuple(marks)


def _left(stage: StageView, now: Progress, area: Area, x: float, p: Parameters) -> list[Words]:
    """How much the weights are, how much the notes, and what that does."""
    kit, palette, scene = stage.kit, stage.kit.palette, stage.scene
    label = kit.layout.sizes.label
    y = area.y - 0.6 * label
    weights = now_bytes(scene, notes=False)
    notes = now_bytes(scene, notes=True)
    parts = (
        (write(weights, "bytes"), label * 1.25, palette.weight_text, 700),
        (" " + kit.word("room_weights"), label, palette.ink, 400),
        ("   + " + write(notes, "bytes"), label * 1.25, palette.token_text, 700),
        (" " + kit.word("room_notes"), label, palette.ink, 400),
    )
    held = f"= model:{scene.model.name}.parameters * bits / 8 * 1 B" if scene.model else ""
    found = [Words(x, y, parts, key="left/room", refs=(held, "", "left.cache", ""))]
    right = min(area.right, kit.layout.safe[0] + kit.layout.safe[2])
    if p.tells == "word":
        pieces = (
            (duration(now.step.seconds), label * 1.5, palette.ink, 700),
            (" " + kit.word("room_word"), label, palette.ink, 400),
        )
        refs = ("left.step", "")
    elif p.tells == "users":
        users = resolve(stage, "left.most_users")
        pieces = (
            (f"{users.value:,.0f}", label * 1.5, palette.ink, 700),
            (" " + kit.word("room_users"), label, palette.ink, 400),
        )
        refs = (users.ref, "")
    else:
        return found
    return [Words(right, y, pieces, "end", "left/room/more", refs=refs), *found]


def now_bytes(scene: Scene, *, notes: bool) -> float:
    """Bytes of weights, or of the KV cache of all users."""
    if scene.model is None:
        return 0.0
    return kv_bytes(scene.model, scene.load) if notes else weight_bytes(scene.model, scene.load)


def _right(stage: StageView, other: Rig, area: Area, p: Parameters) -> list[Words]:
    """Its name, that it is full, and at how many tokens."""
    kit, palette, scene = stage.kit, stage.kit.palette, stage.scene
    label, x = kit.layout.sizes.label, max(area.x, kit.layout.safe[0])
    name = ((name_of(other), label * 1.15, palette.ink, 700),)
    found = [Words(x, area.y - 2.3 * label, name, key="right/tag", refs=(COUNT,))]
    if p.full is not None:
        full = resolve(stage, p.full)
        parts = (
            (f"{floor(full.value):,}", label * 1.25, palette.token_text, 700),
            (" " + kit.word("room_full"), label, palette.ink, 400),
        )
        found.append(Words(x, area.y - 0.6 * label, parts, key="right/room", refs=(full.ref, "")))
    weights, notes = amounts_of(scene, other)
    each = each_of(scene)
    beyond = weights + notes - round(other.count * other.chip.capacity.value / each)
    if beyond > 0:
        more = (
            (write(beyond * each, "bytes"), label * 1.25, palette.token_text, 700),
            (" " + kit.word("room_beyond"), label, palette.ink, 400),
        )
        at = (x, area.bottom + 1.5 * label)
        found.append(Words(*at, more, key="right/room/beyond", refs=(COUNT, "")))
    return found


__all__ = ["Parameters", "draw", "over", "panel", "places"]
