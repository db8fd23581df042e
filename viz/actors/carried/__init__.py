"""Words that a GPU has written, each above the weights that were carried in for it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from viz.actors.carried.carried_places import SLOTS, places, row_of, slots_of
from viz.actors.hall.hall_places import even_rows, square_of
from viz.catalog.types import Text
from viz.errors import Fault, VizError
from viz.physics.equations import parameters_read
from viz.scene.types import Scene
from viz.stage.amounts import DONE, HERE, NEVER, NOTHING, shades, whole
from viz.stage.area import Area
from viz.stage.i18n import said
from viz.stage.marks import COUNT, Field, Line, Mark, Marks
from viz.stage.number_text import part_of
from viz.stage.parameters import parameter
from viz.stage.style import Kit
from viz.stage.theme import mix
from viz.stage.view import MachineView, StageView
from viz.stage.word_reading import SOON, Reading, reading
from viz.stage.words_line import Words, placed

FRESH = 0.1  # of a word's time in which the word before is still coloured as a token


@dataclass(frozen=True, slots=True)
class Parameters:
    """What is written, and in which order the hall shows a word's parts."""

    prompt: Text | None = parameter("text", "what was asked, in quotes", None)
    text: Text | None = parameter("text", "what is written: tokens parted by |", None)
    starts: str = parameter(
        "word",
        "as the hall has it: calls among the reading, or all before it",
        "spread",
        choices=("spread", "first"),
    )


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """No panel: the row stands in the world."""
    return ()


def draw(stage: StageView, world: Area, p: Parameters) -> Marks:
    """The block of each word, in units of the world. Raises VizError without a machine at left."""
    view, now, first = _now(stage, p)
    palette = stage.kit.palette
    each = square_of(stage.scene)
    count = whole(_weights(stage.scene), each)
    marks: list[Mark] = []
    slots = slots_of(world, stage.kit)
    for i, slot in enumerate(slots):
        word = first + i
        if word > _done(view) or (word == _done(view) and not now.reads):
            break
        share = 1.0 if word < _done(view) else now.share
        block = _block(slot)
        rows = even_rows(count, block)
        columns = count // rows
        pitch = min(block.w / columns, block.h / rows)
        size = pitch * 0.74
        arrived = round(share * count)
        here = DONE if word < _done(view) else HERE
        marks.append(
            Field(
                block.cx - pitch * columns / 2 + (pitch - size) / 2,
                block.y,
                columns,
                rows,
                pitch,
                pitch,
                size,
                _cells(columns, rows, count, arrived, here),
                shades(palette, palette.weight),
                size * 0.1,
                of="carried",
                key=f"carried/word:{word}",
                ref="left.weights",
            )
        )
        if word == _done(view) and stage.kit.layout.form in ("wide", "narrow"):
            marks.append(_thread(stage, world, slot))
    return tuple(marks)


def _thread(stage: StageView, world: Area, slot: Area) -> Line:
    """From the token on the chip to the place of the word that comes of it."""
    y = slot.y - 0.02 * slot.h
    start = (world.cx, slot.y - 0.16 * slot.h)
    points = (start, (world.cx, y), (slot.cx, y), (slot.cx, slot.y + 0.02 * slot.h))
    return Line(points, 1.5, stage.kit.palette.token, (5, 6), 0.7, key="carried/thread")


@lru_cache(maxsize=32)
def _cells(columns: int, rows: int, count: int, arrived: int, state: int) -> bytes:
    """A block that fills column by column."""
    cells = bytearray([NOTHING]) * (columns * rows)
    for i in range(count):
        column, row = divmod(i, rows)
        cells[row * columns + column] = state if i < arrived else NEVER
    return bytes(cells)


def _block(slot: Area) -> Area:
    """The squares' part of a slot: below the word, above the number."""
    return slot.rows(0.3, 0.44, 0.26)[1]


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Words above, gigabytes below."""
    view, now, first = _now(stage, p)
    kit, palette = stage.kit, stage.kit.palette
    label = kit.layout.sizes.label
    pieces = said(p.text, kit.look.lang).split("|") if p.text else list(kit.words["story"])
    total = _weights(stage.scene)
    lines: list[Words] = []
    marks: list[Mark] = []
    for i, slot in enumerate(slots_of(world, kit)):
        word = first + i
        done = word < _done(view)
        if word > _done(view) or (not done and not now.reads):
            break
        block = stage.lens.area(_block(slot))
        came, everything = part_of(1.0 if done else now.share, total)
        y, foot = block.y - label * 0.55, block.bottom + label * 1.15
        key = f"carried/{word}"
        if done:
            fresh = word == _done(view) - 1 and view.steps - _done(view) < FRESH
            ink = mix(palette.token_text, palette.ink, 0.75) if fresh else palette.ink
            text = pieces[word % len(pieces)].strip()
            lines.append(Words(block.cx, y, ((text, label * 1.3, ink, 600),), "middle", key))
        else:
            w, h = label * 2.6, label * 1.3
            x, top = block.cx - w / 2, y - h * 0.8
            corners = ((x, top), (x + w, top), (x + w, top + h), (x, top + h), (x, top))
            marks.append(Line(corners, 2.0, palette.token, (7, 6), 0.9, key=f"{key}/slot"))
        parts = (
            ((everything, label * 1.05, palette.weight_text, 600),)
            if done
            else (
                (came, label * 1.3, palette.weight_text, 700),
                (" " + kit.word("lone_of", all=everything), label * 1.05, palette.weight_text, 600),
            )
        )
        refs = ("left.weights",) if done else (COUNT, "left.weights")
        of = "" if done else "left.carried"
        lines.append(Words(block.cx, foot, parts, "middle", f"{key}/bytes", of=of, refs=refs))
    lines += _aside(stage, world, p)
    safe = Area(*kit.layout.safe)
    for line in placed(lines, safe, []):
        marks += line.marks(kit)
    return tuple(marks)


def _aside(stage: StageView, world: Area, p: Parameters) -> list[Words]:
    """What was asked, and what the blocks are."""
    kit, palette = stage.kit, stage.kit.palette
    label = kit.layout.sizes.label
    row = stage.lens.area(row_of(world, kit))
    asked = said(p.prompt, kit.look.lang) if p.prompt else ""
    if kit.layout.form not in ("wide", "narrow"):
        part = ((asked, label, palette.muted, 400),)
        return (
            [Words(row.cx, row.y + label * 0.9, part, "middle", "carried/asked")] if asked else []
        )
    x = max(row.x, kit.layout.safe[0])
    block = stage.lens.area(_block(slots_of(world, kit)[0]))
    lines = [
        (asked, palette.ink, block.y - label * 0.55),
        (kit.word("carried_in"), palette.weight_text, block.cy),
        (kit.word("carried_each"), palette.muted, block.cy + label * 1.25),
    ]
    return [
        Words(x, y, ((text, label, colour, 400),), "start", f"carried/aside:{i}")
        for i, (text, colour, y) in enumerate(lines)
        if text
    ]


def _now(stage: StageView, p: Parameters) -> tuple[MachineView, Reading, int]:
    """The machine, its reading, and the first word that is still on stage."""
    view = stage.machine("left")
    if view is None or stage.scene.model is None:
        raise VizError(Fault("carried needs a machine at left and a model", write="left: 1 x h100"))
    now = reading(view, 1.0, stage.scene, first=p.starts == "first")
    return view, now, max(0, _done(view) - SLOTS + 1)


def _done(view: MachineView) -> int:
    """Words that are written."""
    return int(view.steps + SOON)


def _weights(scene: Scene) -> float:
    """Bytes that a word reads."""
    return parameters_read(scene.model, scene.batch) * scene.bits / 8 if scene.model else 0.0


__all__ = ["Parameters", "draw", "over", "panel", "places"]
