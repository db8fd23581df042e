"""Two models in squares of one size: what of each travels for a word, and what is only held."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import floor
from typing import Final

from viz.actors.held_weights.held_weights_places import Block, Plan, places, plan
from viz.catalog.types import Model
from viz.errors import Fault, nearest
from viz.physics.decode import decode_step
from viz.physics.equations import parameters_read
from viz.physics.shape import shape_of
from viz.physics.types import StepTime
from viz.scene.types import ActorCall, Scene
from viz.stage.amounts import DONE, HERE, NEVER, NOTHING, NOW, shades, whole
from viz.stage.area import Area
from viz.stage.marks import (
    COUNT,
    PAST,
    SCALE,
    Box,
    Disc,
    Field,
    Hatch,
    Line,
    Mark,
    Marks,
    Ribbon,
    Shade,
)
from viz.stage.name_tag import name_of, short_name
from viz.stage.number_text import duration
from viz.stage.parameters import parameter
from viz.stage.style import Kit
from viz.stage.view import MachineView, StageView, chance
from viz.stage.words_line import Words, placed, room_for

EACH: Final = 1e9  # weights of a square


@dataclass(frozen=True, slots=True)
class Parameters:
    """Which model stands beside that of the scene, and what is told."""

    beside: str = parameter(
        "word", "the other model, of which every weight travels", "llama-3.1-70b"
    )
    part: str = parameter("word", "what is told", "held", choices=("held", "travels"))


@dataclass(frozen=True, slots=True)
class Amount:
    """Squares of one model: all of them, those that every token needs, those of its experts."""

    model: Model
    held: int
    always: int
    chosen: int

    @property
    def read(self) -> int:
        """Squares that travel for a word."""
        return self.always + self.chosen


@dataclass(frozen=True, slots=True)
class Amounts:
    """Both models."""

    dense: Amount
    mixture: Amount


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """No panel: the models stand in the world."""
    return ()


def faults(scene: Scene, call: ActorCall, p: Parameters) -> list[Fault]:
    """A model that there is not."""
    if p.beside in scene.catalog.models:
        return []
    place = call.places.get("beside", call.place)
    return [
        Fault(f"there is no model '{p.beside}'", place, nearest(p.beside, scene.catalog.models))
    ]


@lru_cache(maxsize=64)
def counts_of(scene: Scene, p: Parameters) -> Amounts:
    """How many squares both models are, as the knobs stand. Raises KeyError for a scene without
    a model."""
    if scene.model is None:
        raise KeyError("model")
    return Amounts(
        _amount(scene.catalog.models[p.beside], scene.batch), _amount(scene.model, scene.batch)
    )


def _amount(model: Model, batch: float) -> Amount:
    fixed = whole(shape_of(model).fixed, EACH)
    read = whole(parameters_read(model, batch), EACH)
    return Amount(model, whole(model.parameters.value, EACH), fixed, read - fixed)


@lru_cache(maxsize=64)
def step_of(scene: Scene, model: Model) -> StepTime | None:
    """A word of a model on the machine at left."""
    return decode_step(scene.left, model, scene.load, scene.basis) if scene.left else None


def draw(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Squares, cores and bars, in units of the world."""
    view = stage.machine("left")
    if view is None or stage.scene.model is None:
        return ()
    kit, counts = stage.kit, counts_of(stage.scene, p)
    made = plan(world, kit, counts.dense.held, counts.mixture.held)
    marks: list[Mark] = []
    for key, block, amount in _both(made, counts):
        step = step_of(stage.scene, amount.model)
        if step is None:
            continue
        share, word = _phase(stage, step)
        travels = p.part == "travels"
        cells = _cells(block, amount, stage.scene.seed, word, share, travels=travels)
        marks += _block(kit, block, key, cells)
        if travels:
            marks += _travels(kit, block, amount, stage.scene.seed, word, share, key)
    if p.part == "travels":
        marks += _bars(stage, made, counts)
    return tuple(marks)


def _both(made: Plan, counts: Amounts) -> tuple[tuple[str, Block, Amount], ...]:
    return (("dense", made.dense, counts.dense), ("mixture", made.mixture, counts.mixture))


def _phase(stage: StageView, step: StepTime) -> tuple[float, int]:
    """How much of the word under way is read, 0 to 1 and beyond, and which word it is."""
    steps = stage.hw / step.seconds
    word = floor(steps + 1e-6)
    reading = sum(part.seconds for part in step.parts if part.name == "reading") / step.seconds
    return max(0.0, steps - word) / reading, word


@lru_cache(maxsize=128)
def order_of(amount: Amount, seed: int, word: int) -> tuple[int, ...]:
    """Which squares travel for a word, in their order: those that always do, then the experts',
    who lie anywhere in the rest."""
    rest = sorted(
        range(amount.always, amount.held), key=lambda i: chance(seed, f"square:{word}", i)
    )
    return (*range(amount.always), *sorted(rest[: amount.chosen]))


def _cells(
    block: Block, amount: Amount, seed: int, word: int, share: float, *, travels: bool
) -> bytes:
    """The states of a block's squares, row by row."""
    states = bytearray([NEVER if travels else HERE]) * amount.held
    if travels:
        order = order_of(amount, seed, word)
        at = share * len(order)
        for k, i in enumerate(order):
            states[i] = DONE if k < floor(at) else NOW if k == floor(at) and share > 0 else HERE
    cells = bytearray([NOTHING]) * (block.columns * block.rows)
    for i, state in enumerate(states):
        column, row = divmod(i, block.rows)
        cells[row * block.columns + column] = state
    return bytes(cells)


def _block(kit: Kit, block: Block, key: str, cells: bytes) -> list[Mark]:
    """Cores, and squares below them."""
    palette, size, die = kit.palette, 0.76 * block.pitch, block.die
    rows = 2
    pitch = die.h / (rows + 0.6)
    columns = floor((die.w - 0.4 * pitch) / pitch)
    dark = bytes(columns * rows)
    gap = (block.pitch - size) / 2
    return [
        Box(*die, palette.chip, 8, palette.edge, 2, key=f"{key}/die"),
        Field(
            die.cx - columns * pitch / 2 + 0.15 * pitch, die.cy - rows * pitch / 2 + 0.15 * pitch,
            columns, rows, pitch, pitch, 0.7 * pitch, dark, (Shade(palette.core),), 2,
            key=f"{key}/cores",
        ),
        Field(
            block.squares.x + gap, block.squares.y + gap, block.columns, block.rows, block.pitch,
            block.pitch, size, cells, shades(palette, palette.weight), 0.12 * size,
            of="left.bytes", key=f"{key}/weights",
        ),
    ]  # fmt: skip


def _travels(
    kit: Kit, block: Block, amount: Amount, seed: int, word: int, share: float, key: str
) -> list[Mark]:
    """The token at the cores; and while weights are read, the one that is on its way to it."""
    palette, die = kit.palette, block.die
    token = (die.cx, die.cy)
    marks: list[Mark] = []
    if 0.0 < share < 1.0:
        order = order_of(amount, seed, word)
        start = block.at(order[min(len(order) - 1, floor(share * len(order)))])
        bend = (token[0] + 0.25 * (start[0] - token[0]), block.way.bottom)
        path = tuple(
            (
                (1 - s) ** 2 * token[0] + 2 * s * (1 - s) * bend[0] + s * s * start[0],
                (1 - s) ** 2 * token[1] + 2 * s * (1 - s) * bend[1] + s * s * start[1],
            )
            for s in (k / 10 for k in range(11))
        )
        wide = 0.7 * block.pitch
        marks.append(
            Ribbon(
                path,
                (wide, 0.3 * wide),
                palette.weight,
                (0.95, 0.4),
                of="left.bytes",
                key=f"{key}/way",
            )
        )
        marks.append(
            Box(
                token[0] - 0.8 * die.h, die.y + 4, 1.6 * die.h, die.h - 8, palette.computing, 5,
                of="left.computing", key=f"{key}/works",
            )
        )  # fmt: skip
    r = 0.26 * die.h
    marks.append(Disc(*token, r, palette.token, palette.ground, 2, key=f"{key}/token"))
    return marks


def _bars(stage: StageView, made: Plan, counts: Amounts) -> list[Mark]:
    """A word of each model on one scale: what is read, and starts and meetings, which stay."""
    palette = stage.kit.palette
    marks: list[Mark] = []
    steps = [(key, step_of(stage.scene, a.model)) for key, _, a in _both(made, counts)]
    longest = max(step.seconds for _, step in steps if step)
    for (key, step), bar in zip(steps, made.bars, strict=True):
        if step is None:
            continue
        scale = bar.w / longest
        read = sum(p.seconds for p in step.parts if p.name == "reading") * scale
        rest = step.seconds * scale - read
        bottom, tall = bar.y + 0.2 * bar.h, 0.6 * bar.h
        marks += [
            Box(bar.x, bottom, read, tall, palette.weight, 2, key=f"{key}/bar/read"),
            Hatch(
                bar.x + read + 2, bottom, rest - 2, tall, palette.waiting_ground, palette.waiting, 2,
                12, key=f"{key}/bar/rest",
            ),
        ]  # fmt: skip
        at = (
            bar.x
            + (stage.hw / step.seconds - floor(stage.hw / step.seconds)) * step.seconds * scale
        )
        ends = ((at, bottom - 0.2 * tall), (at, bottom + 1.2 * tall))
        marks.append(Line(ends, 3, palette.clock_text, of="left.time", key=f"{key}/bar/now"))
    return marks


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Names and amounts, before the lens."""
    view, model = stage.machine("left"), stage.scene.model
    if view is None or model is None:
        return ()
    kit, palette, label = stage.kit, stage.kit.palette, stage.kit.layout.sizes.label
    counts = counts_of(stage.scene, p)
    made = plan(world, kit, counts.dense.held, counts.mixture.held)
    lines: list[Words] = []
    for key, block, amount in _both(made, counts):
        head = stage.lens.area(block.head)
        if p.part == "held":
            number = kit.word("held_squares", count=amount.held)
        else:
            number = kit.word("held_travel", read=amount.read, count=amount.held)
        at = (max(head.x, kit.layout.safe[0]), head.bottom - 0.45 * label)
        name = ((short_name(amount.model.title), label * 1.15, palette.ink, 700),)
        lines.append(Words(at[0], at[1] - 1.4 * label, name, key=f"{key}/name", refs=(SCALE,)))
        many = ((number, label * 1.15, palette.weight_text, 600),)
        lines.append(Words(*at, many, key=f"{key}/count", refs=(COUNT,)))
    lines += _told(stage, view, made, counts, p)
    marks: list[Mark] = []
    for line in placed(lines, room_for(kit, stage.window), []):
        marks += line.marks(kit)
    return tuple(marks)


def _told(
    stage: StageView, view: MachineView, made: Plan, counts: Amounts, p: Parameters
) -> list[Words]:
    """The machine, what a square is, and how long a word takes."""
    kit, palette, label = stage.kit, stage.kit.palette, stage.kit.layout.sizes.label
    top = stage.lens.area(made.dense.head)
    bits = kit.word("tag_bits", bits=f"{stage.scene.bits:g}")
    users = round(stage.scene.batch)
    who = kit.word("tag_user" if users == 1 else "tag_users", users=f"{users:,}")
    name = (name_of(view.run.rig), label * 1.15, palette.ink, 700)
    rest = (f" · {bits} · {who} · {kit.word('held_square')}", label, palette.muted, 400)
    x = max(top.x, kit.layout.safe[0])
    found = [
        Words(x, top.y - 0.7 * label, (name, rest), key="left/tag", refs=("left.count", SCALE))
    ]
    if p.part == "held":
        return found
    longest = max(
        s.seconds for _, _, a in _both(made, counts) if (s := step_of(stage.scene, a.model))
    )
    for (key, _, amount), bar in zip(_both(made, counts), made.bars, strict=True):
        step, area = step_of(stage.scene, amount.model), stage.lens.area(bar)
        if step is None:
            continue
        y = area.cy + 0.35 * label
        part = (
            (
                short_name(amount.model.title).split()[0]
                if key == "dense"
                else kit.word("held_mixture"),
                label,
                palette.ink,
                600,
            ),
        )
        found.append(Words(area.x - 0.5 * label, y, part, "end", f"{key}/bar/name"))
        end = area.x + step.seconds / longest * area.w
        time = ((duration(step.seconds, 2), label * 1.3, palette.ink, 700),)
        ref = "left.step" if key == "mixture" else PAST
        found.append(Words(end + 0.5 * label, y, time, key=f"{key}/bar/time", refs=(ref,)))
    foot = stage.lens.area(made.bars[0])
    stays = ((kit.word("held_stays"), label, palette.muted, 400),)
    found.append(Words(foot.right, foot.y - 0.2 * label, stays, "end", "bars/stays"))
    return found


__all__ = ["Parameters", "draw", "faults", "over", "panel", "places"]
