"""A mixture of experts: in each row a token asks all experts, and the one that fits best works."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import floor
from typing import Final

from viz.actors.expert_rows.expert_rows_places import Plan, places, plan, rows_of
from viz.errors import Fault
from viz.physics.shape import shape_of, touched
from viz.scene.types import ActorCall, Scene
from viz.stage.amounts import DONE, HERE, NEVER, NOW, flickers, shades
from viz.stage.area import Area
from viz.stage.marks import (
    COUNT,
    Box,
    Disc,
    Field,
    Glow,
    Line,
    Mark,
    Marks,
    Points,
    Ribbon,
    Shade,
    Shape,
)
from viz.stage.name_tag import tag
from viz.stage.style import Kit
from viz.stage.theme import mix
from viz.stage.view import MachineView, StageView, chance
from viz.stage.words_line import Words, placed, room_for
from viz.units import write

ASKED: Final = 0.25  # of a row's time, until the best is found; the split is not measured
ARRIVES: Final = 0.65  # of it, when the token is there
CURVE: Final = 14  # points of the way from expert to expert
AGED: Final = 0.4  # light of the oldest piece of a path


@dataclass(frozen=True, slots=True)
class Parameters:
    """Nothing to choose: the model says how many experts there are, the users how many work."""


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """No panel: the rows stand in the world."""
    return ()


def faults(scene: Scene, call: ActorCall, _: Parameters) -> list[Fault]:
    """A model without experts has no rows of them."""
    if scene.model is not None and scene.model.experts is not None:
        return []
    what = "expert_rows needs a model that is a mixture of experts"
    return [Fault(what, call.place, write="model: llama-4-maverick")]


@dataclass(frozen=True, slots=True)
class Moment:
    """Which token is in which row (from 0, with its fraction), and how long a row is on screen."""

    token: int
    row: float
    row_seconds: float


def moment_of(view: MachineView, rows: int) -> Moment:
    """Where the token is: the rows of a step follow each other evenly."""
    done = floor(view.steps + 1e-6)
    share = max(0.0, view.steps - done)
    return Moment(done, share * rows, view.step_screen_seconds / rows)


def choice(seed: int, token: int, row: int, count: int) -> int:
    """Which expert a token takes in a row: by chance, for no source tells."""
    return int(chance(seed, f"expert:{token}", row) * count)


def draw(stage: StageView, world: Area, _: Parameters) -> Marks:
    """Rows, paths and the token, in units of the world."""
    view, model = stage.machine("left"), stage.scene.model
    if view is None or model is None:
        return ()
    made = plan(world, stage.kit, model)
    now = moment_of(view, made.rows)
    runs = view.steps > 0.0
    marks: list[Mark] = [_always(stage, made, now, runs=runs)]
    if stage.scene.batch > 1:
        return (*marks, *_crowd(stage, made, now))
    picks = tuple(choice(stage.scene.seed, now.token, row, made.count) for row in range(made.rows))
    old = tuple(
        choice(stage.scene.seed, now.token - 1, row, made.count) for row in range(made.rows)
    )
    marks.append(_experts(stage, made, now, picks, runs=runs))
    if now.token > 0:
        marks += _before(stage.kit, made, old)
    if runs:
        marks += _path(stage, made, now, picks)
    return tuple(marks)


def _field(made: Plan, kit: Kit, cells: bytes, key: str, *, of: str) -> Field:
    """All experts, a square each."""
    x, y = made.at(0, 0)
    size = made.square
    columns, rows = (made.rows, made.count) if made.upright else (made.count, made.rows)
    pitch_x, pitch_y = (made.step, made.pitch) if made.upright else (made.pitch, made.step)
    looks = shades(kit.palette, kit.palette.weight)
    return Field(
        x - size / 2, y - size / 2, columns, rows, pitch_x, pitch_y, size, cells, looks,
        0.12 * size, of=of, key=key,
    )  # fmt: skip


def index(made: Plan, row: int, expert: int) -> int:
    """Which cell of the field an expert is."""
    return expert * made.rows + row if made.upright else row * made.count + expert


def _always(stage: StageView, made: Plan, now: Moment, *, runs: bool) -> Field:
    """What every token needs, row by row: whole squares, and a smaller one for what is left."""
    palette, model = stage.kit.palette, stage.scene.model
    amount = rows_of(model)[2] if model else 0.0
    whole, rest = floor(amount), (amount - floor(amount)) ** 0.5
    each = whole + 1
    looks = shades(palette, palette.weight)
    small = tuple(Shade(s.fill, s.edge, s.edge_w, rest, s.alpha) for s in looks)
    states = [
        NOW if runs and row == floor(now.row) else DONE if runs and row < now.row else HERE
        for row in range(made.rows)
    ]
    shift = len(looks)
    if made.upright:
        cells = bytes(
            states[row] + (shift if k == whole else 0)
            for k in range(each)
            for row in range(made.rows)
        )
        size = min(made.square, made.always.h / each)
        x = made.experts.x + made.step / 2 - size / 2
        grid = (made.rows, each, made.step, made.pitch)
        y = made.always.bottom - each * made.pitch
    else:
        cells = bytes(
            states[row] + (shift if k == whole else 0)
            for row in range(made.rows)
            for k in range(each)
        )
        size = made.square
        x, y = made.always.right - each * made.pitch, made.experts.y + made.step / 2 - size / 2
        grid = (each, made.rows, made.pitch, made.step)
    faces = (*looks, *small)
    return Field(
        x, y, *grid, size, cells, faces, 0.12 * size, of="left.layer", key="experts/always"
    )


@lru_cache(maxsize=256)
def _cells(made: Plan, picks: tuple[int, ...], done: int, here: bool) -> bytes:
    """Experts that have worked for this token are dimmer, the one at work bright, all others dark."""
    cells = bytearray([NEVER]) * (made.rows * made.count)
    for row in range(min(done + here, made.rows)):
        cells[index(made, row, picks[row])] = NOW if row == done else DONE
    return bytes(cells)


def _experts(
    stage: StageView, made: Plan, now: Moment, picks: tuple[int, ...], *, runs: bool
) -> Field:
    done = floor(now.row)
    there = runs and now.row - done >= ARRIVES
    return _field(made, stage.kit, _cells(made, picks, done, there), "experts/all", of="left.layer")


def _before(kit: Kit, made: Plan, old: tuple[int, ...]) -> list[Mark]:
    """The path of the token before, in dots, and what it took, as outlines."""
    palette, size = kit.palette, 1.5 * made.square
    points = tuple(
        p for row in range(1, made.rows) for p in _way(made, row, old[row - 1], old[row])
    )
    marks: list[Mark] = [
        Line(points, 1.6, palette.token, (2, 7), 0.65, key="experts/before", of="left.layer")
    ]
    for row, expert in enumerate(old):
        x, y = made.at(row, expert)
        marks.append(
            Box(
                x - size / 2, y - size / 2, size, size, "", 3, mix(palette.token, palette.panel, 0.7),
                1.6, of="left.layer", key=f"experts/before:{row}",
            )
        )  # fmt: skip
    return marks


@lru_cache(maxsize=512)
def _way(made: Plan, row: int, start: int, end: int) -> Points:
    """From the expert of one row to that of the next: level at both ends."""
    (ax, ay), (bx, by) = made.at(row - 1, start), made.at(row, end)
    found = []
    for k in range(CURVE + 1):
        s = k / CURVE
        bent = 3 * s * s - 2 * s**3
        if made.upright:
            found.append((ax + (bx - ax) * bent, ay + (by - ay) * s))
        else:
            found.append((ax + (bx - ax) * s, ay + (by - ay) * bent))
    return tuple(found)


def _path(stage: StageView, made: Plan, now: Moment, picks: tuple[int, ...]) -> list[Mark]:
    """The way so far, the asking, and the token."""
    palette = stage.kit.palette
    done = min(floor(now.row), made.rows - 1)
    inside = now.row - done
    r = 1.1 * max(made.square, 0.3 * made.step)
    marks: list[Mark] = []
    for row in range(1, done + (inside >= ARRIVES)):
        age = (done - row) / made.rows
        way = _way(made, row, picks[row - 1], picks[row])
        light = 1.0 - (1.0 - AGED) * age
        marks.append(
            Line(way, 3.0, palette.token, (), light, of="left.layer", key=f"experts/way:{row}")
        )
    for row in range(done + (inside >= ARRIVES)):
        x, y = made.at(row, picks[row])
        size = 1.5 * made.square
        fill = shades(palette, palette.weight)[HERE if row < done else NOW].fill
        box = Box(x - size / 2, y - size / 2, size, size, fill, 3, key=f"experts/taken:{row}")
        marks.append(box)
    steady = flickers(1.0 / now.row_seconds)
    if inside < ARRIVES and not steady:
        marks.append(_asking(stage, made, now, done, picks[done], min(1.0, inside / ASKED)))
    path, head = _head(made, done, inside, picks)
    if len(path) > 1:
        marks.append(
            Ribbon(
                path, (1.5 * r, 2.5), palette.token, (0.8, 0.4), of="left.token", key="experts/tail"
            )
        )
    marks.append(Glow(*head, 4 * r, palette.token, 0.45, of="left.token", key="experts/light"))
    marks.append(Disc(*head, r, palette.token, palette.ground, 2, of="left.token", key="token"))
    return marks


def _head(
    made: Plan, row: int, inside: float, picks: tuple[int, ...]
) -> tuple[Points, tuple[float, float]]:
    """Where the token is, and its way there in this row, head first."""
    if row == 0:
        x, y = made.at(0, picks[0])
        share = min(1.0, inside / ARRIVES)
        back = 1.5 * made.step * (1.0 - share)
        return (), (x - back, y) if made.upright else (x, y - back)
    way = _way(made, row, picks[row - 1], picks[row])
    share = min(1.0, max(0.0, (inside - ASKED) / (ARRIVES - ASKED)))
    at = share * CURVE
    i = min(floor(at), CURVE - 1)
    (ax, ay), (bx, by) = way[i], way[i + 1]
    head = (ax + (bx - ax) * (at - i), ay + (by - ay) * (at - i))
    if not 0.0 < share < 1.0:
        return (), head
    return (head, *reversed(way[: i + 1])), head


@lru_cache(maxsize=128)
def _fits(seed: int, token: int, row: int, count: int, best: int) -> tuple[float, ...]:
    """How well each expert of a row fits, 0 to 1: by chance, but that one best."""
    found = [0.15 + 0.65 * chance(seed, f"fit:{token}:{row}", i) for i in range(count)]
    found[best] = 1.0
    return tuple(found)


def _asking(stage: StageView, made: Plan, now: Moment, row: int, best: int, grown: float) -> Shape:
    """The token is compared with each expert of the row: a bar for each, as high as it fits."""
    fits = _fits(stage.scene.seed, now.token, row, made.count, best)
    high, half = 0.62 * made.step * grown, 0.3 * made.pitch
    points: list[tuple[float, float]] = []
    for i, fit in enumerate(fits):
        x, y = made.at(row, i)
        if made.upright:
            x0, x1 = x - made.square * 0.6, x - made.square * 0.6 - fit * high
            points += [(x0, y - half), (x1, y - half), (x1, y + half), (x0, y + half)]
        else:
            y0, y1 = y - made.square * 0.6, y - made.square * 0.6 - fit * high
            points += [(x - half, y0), (x - half, y1), (x + half, y1), (x + half, y0)]
    back = made.at(row, made.count - 1)
    shift = made.square * 0.6
    points.append((back[0] - shift, back[1]) if made.upright else (back[0], back[1] - shift))
    return Shape(
        tuple(points), stage.kit.palette.token, alpha=0.85, of="left.layer", key="experts/asked"
    )


def woken(scene: Scene) -> int:
    """How many experts of a row work in one step, for all users together: the mean."""
    return round(touched(shape_of(scene.model), scene.batch)) if scene.model else 0


@lru_cache(maxsize=64)
def _woken_cells(made: Plan, seed: int, count: int, done: int) -> bytes:
    """As many in each row as work in the mean; rows that are done dimmer."""
    cells = bytearray([NEVER]) * (made.rows * made.count)
    for row in range(made.rows):
        order = sorted(range(made.count), key=lambda i: chance(seed, f"woken:{row}", i))
        state = NOW if row == done else DONE if row < done else HERE
        for expert in order[:count]:
            cells[index(made, row, expert)] = state
    return bytes(cells)


def _crowd(stage: StageView, made: Plan, now: Moment) -> list[Mark]:
    """Many users at once: all experts that one of them needs, and the row in work."""
    done = -1 if flickers(1.0 / now.row_seconds) else floor(now.row)
    cells = _woken_cells(made, stage.scene.seed, woken(stage.scene), done)
    marks: list[Mark] = [_field(made, stage.kit, cells, "experts/all", of="left.layer")]
    if done >= 0:
        line = made.line(min(done, made.rows - 1)).inset(-6, 0)
        edge = stage.kit.palette.token
        marks.append(Box(*line, "", 6, edge, 2, of="left.layer", key="experts/row"))
    return marks


def over(stage: StageView, world: Area, _: Parameters) -> Marks:
    """Words, before the lens."""
    view, model = stage.machine("left"), stage.scene.model
    if view is None or model is None:
        return ()
    kit, palette, lens = stage.kit, stage.kit.palette, stage.lens
    label, made = kit.layout.sizes.label, plan(world, kit, model)
    now = moment_of(view, made.rows)
    always, experts = lens.area(made.always), lens.area(made.experts)
    names, left = lens.area(made.names), kit.layout.safe[0]
    top = names.y if made.upright else experts.y - 1.9 * label
    base = max(top - (0.5 if made.upright else 0.3) * label, kit.layout.slug[1] + 1.4 * label)
    lines = [tag(stage.scene, view, (max(left, names.x), base))]
    count = f"{made.count}"
    parts: tuple[tuple[str, float, str, int], ...]
    if stage.scene.batch > 1:
        parts = (
            (
                f"{woken(stage.scene)}",
                label * (1.3 if made.upright else 1.6),
                palette.weight_text,
                700,
            ),
            (" " + kit.word("experts_woken", count=count), label, palette.ink, 400),
        )
    else:
        parts = ((kit.word("experts_row", count=count), label, palette.weight_text, 600),)
    right = min(experts.right, left + kit.layout.safe[2])
    base = always.y - 0.3 * label if made.upright else experts.y - 0.4 * label
    lines.append(Words(right, base, parts, "end", "experts/count", refs=(COUNT, COUNT)))
    if stage.scene.batch > 1:
        number = write(sum(p.bytes for p in view.run.step.parts if p.name == "reading"), "bytes", 3)
        read = (
            (number, label * 1.6, palette.weight_text, 700),
            (" " + kit.word("experts_read"), label, palette.ink, 400),
        )
        x = always.x if made.upright else experts.x
        y = experts.bottom + 1.3 * label if made.upright else base
        lines.append(Words(x, y, read, key="experts/bytes", refs=("left.bytes", "")))
    else:
        at = (always.x, base) if made.upright else (always.right, base)
        word = ((kit.word("experts_always"), label, palette.weight_text, 600),)
        lines.append(Words(*at, word, "start" if made.upright else "end", "experts/always/name"))
        if view.steps > 0:
            lines += _beside(stage, made, now)
    marks: list[Mark] = []
    for line in placed(lines, room_for(kit, stage.window), []):
        marks += line.marks(kit)
    return tuple(marks)


def _beside(stage: StageView, made: Plan, now: Moment) -> list[Words]:
    """The row in work, what happens in it, and whose path the dotted one is."""
    kit, palette, label = stage.kit, stage.kit.palette, stage.kit.layout.sizes.label
    row = min(floor(now.row), made.rows - 1)
    inside, found = now.row - row, []
    line = stage.lens.area(made.line(row))
    if not made.upright:
        part = ((kit.word("experts_number", row=row + 1), label, palette.ink, 700),)
        at = (line.x - 0.5 * label, line.cy + 0.35 * label)
        found.append(Words(*at, part, "end", "experts/row/name", refs=(COUNT,), of="left.layer"))
    if stage.pace > 0.0 and not flickers(1.0 / now.row_seconds):
        asks = inside < ARRIVES
        pick = choice(stage.scene.seed, now.token, row, made.count)
        x, y = stage.lens.point(*made.at(row, pick))
        word = kit.word("experts_asks" if asks else "experts_best", count=made.count)
        part = ((word, label * 1.1, palette.ink, 600),)
        if asks:  # in the middle: the answer is not given away
            x, y = stage.lens.point(*made.at(row, made.count / 2))
        down = 2.2 * label if not made.upright else 0.0
        found.append(
            Words(
                x,
                y + down,
                part,
                "middle",
                f"experts/told/{asks}",
                plate=True,
                refs=(COUNT,),
                of="left.layer",
            )
        )
    if now.token > 0:
        part = ((kit.word("experts_before"), label, palette.muted, 400),)
        area = stage.lens.area(made.experts)
        at = (area.right, area.bottom + 1.0 * label)
        found.append(Words(*at, part, "end", "experts/before/name", plate=True))
    return found


__all__ = ["Parameters", "draw", "faults", "over", "panel", "places"]
