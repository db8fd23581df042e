"""The KV cache as notes: a new token goes down through the layers, reads in each the notes of all
tokens before it, and leaves two small cards of its own, a key and a value."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import floor
from typing import Final

from viz.actors.kv_notes.kv_notes_places import DRAWN, Plan, places, plan
from viz.stage.amounts import ABSENT, HERE, NOW, shades
from viz.stage.area import Area
from viz.stage.marks import COUNT, Box, Clip, Disc, Field, Glow, Mark, Marks, Points, Ribbon
from viz.stage.name_tag import tag
from viz.stage.prompt_reading import Progress, progress
from viz.stage.quantity import reckoned, resolve
from viz.stage.style import Kit
from viz.stage.text_metrics import width
from viz.stage.theme import mix
from viz.stage.view import StageView
from viz.stage.words_line import Words, placed, room_for
from viz.units import write

LARGER: Final = 3.4  # how much larger the row in work is drawn than the others
STEPS: Final = 20  # points of one way from a note to the token


@dataclass(frozen=True, slots=True)
class Parameters:
    """Nothing to choose."""


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """No panel: the notes stand in the world."""
    return ()


def draw(stage: StageView, world: Area, _: Parameters) -> Marks:
    """Notes, weights and the token, in units of the world."""
    view, now = stage.machine("left"), progress(stage)
    if view is None or now is None:
        return ()
    kit, made = stage.kit, plan(world, stage.kit)
    palette, layers = kit.palette, view.run.step.layers
    at = layer_of(now, layers)
    marks: list[Mark] = [Box(*made.book, palette.panel, 14, palette.edge, 2, key="notes/book")]
    marks.append(_column(kit, made, layers))
    marks += _notes(kit, made, layers, at)
    marks += _row(kit, made, layers, at)
    marks += _token(kit, made, layers, at)
    return tuple(marks)


def layer_of(now: Progress, layers: int) -> float:
    """Layers that the new token has gone through, with the fraction of the one under way."""
    return now.word * layers


def _column(kit: Kit, made: Plan, layers: int) -> Field:
    """The weights of each layer: a square, whatever it holds."""
    row = made.row(layers, 0)
    size = 0.62 * row.h
    looks = shades(kit.palette, kit.palette.weight)
    x, y = made.weights.cx - size / 2, row.cy - size / 2
    cells = bytes([HERE]) * layers
    return Field(
        x, y, 1, layers, row.h, row.h, size, cells, looks, 0.1 * size, key="notes/weights"
    )  # fmt: skip


def _veil(kit: Kit, made: Plan, layers: int, at: float) -> Box:
    """What is done for this word is a third dimmer: rows above the one in work."""
    tall = made.row(layers, at).y - made.notes.y
    wide = made.notes.right - made.weights.x
    dim = kit.palette.panel
    return Box(
        made.weights.x, made.notes.y, wide, tall, dim, alpha=0.54, of="left.layer", key="notes/done"
    )


def card(made: Plan, count: int, layers: int) -> tuple[float, float]:
    """The pitch of a token's notes, and the side of one card."""
    pitch = made.notes.w / count
    return pitch, min(0.36 * pitch, 0.62 * made.row(layers, 0).h)


def _notes(kit: Kit, made: Plan, layers: int, at: float) -> list[Mark]:
    """Both cards of the last tokens in all layers, and those that the new one has left so far."""
    palette, count = kit.palette, DRAWN[kit.layout.form]
    pitch, size = card(made, count, layers)
    row, done = made.row(layers, 0), floor(at)
    old = shades(palette, mix(palette.token, palette.panel, 0.8))
    own = shades(palette, palette.token)
    all_of_them = bytes([HERE]) * (layers * count)
    new = bytes([HERE]) * done + bytes([ABSENT]) * (layers - done)
    y, r = row.cy - size / 2, 0.2 * size
    before: list[Mark] = []
    after: list[Mark] = []
    for k, what in enumerate(("key", "value")):
        x = made.notes.x + (0.12 + 0.42 * k) * pitch
        left = made.new.cx + (k - 0.5) * 1.3 * size - size / 2
        before.append(
            Field(
                x, y, count, layers, pitch, row.h, size, all_of_them, old, r, key=f"notes/{what}"
            )
        )  # fmt: skip
        after.append(
            Field(
                left, y, 1, layers, row.h, row.h, size, new, own, r,
                of="left.layer", key=f"notes/new/{what}",
            )
        )  # fmt: skip
    return [*before, _veil(kit, made, layers, at), *after]


def band_of(made: Plan, layers: int, at: float) -> Area:
    """The row in work, larger than the others."""
    row = made.row(layers, min(at, layers - 1e-6))
    tall = LARGER * row.h
    return Area(made.book.x, row.y - tall / 2, made.book.w, tall)


def _row(kit: Kit, made: Plan, layers: int, at: float) -> list[Mark]:
    """The layer in work as seen through a glass: each card of it, and its weights."""
    palette, count = kit.palette, DRAWN[kit.layout.form]
    band = band_of(made, layers, at)
    pitch, _ = card(made, count, layers)
    size = min(0.4 * pitch, 0.5 * band.h)
    bright = shades(palette, palette.token)[NOW]
    weight = 0.6 * band.h
    cells = bytes([1]) * count
    marks: list[Mark] = [
        Box(*band, palette.ground, 8, palette.ink, 2, of="left.layer", key="notes/row"),
        Box(
            made.weights.cx - weight / 2,
            band.cy - weight / 2,
            weight,
            weight,
            shades(palette, palette.weight)[NOW].fill,
            4,
            of="left.layer",
            key="notes/row/weights",
        ),
    ]
    for k, what in enumerate(("key", "value")):
        x = made.notes.x + (0.08 + 0.46 * k) * pitch
        marks.append(
            Field(
                x,
                band.cy - size / 2,
                count,
                1,
                pitch,
                pitch,
                size,
                cells,
                (bright, bright),
                0.2 * size,
                of="notes",
                key=f"notes/row/{what}",
            )
        )
    return marks


@lru_cache(maxsize=16)
def _ways(made: Plan, count: int) -> tuple[Points, ...]:
    """From the new token back to the cards of each token before it, as arcs; the token is at 0, 0."""
    pitch = made.notes.w / count
    found = []
    for i in range(0, count, 3):
        x = made.notes.x + (i + 0.5) * pitch - made.new.cx
        high = 0.26 * abs(x)
        found.append(
            tuple(
                (x * s, -high * 4 * s * (1 - s) * (1.25 - 0.5 * s))
                for s in (k / STEPS for k in range(STEPS + 1))
            )
        )
    return tuple(found)


def _token(kit: Kit, made: Plan, layers: int, at: float) -> list[Mark]:
    """The new token on its way down, and the looks that it casts back."""
    palette = kit.palette
    band = band_of(made, layers, at)
    x, y, r = made.new.cx, band.cy, 0.34 * band.h
    marks: list[Mark] = []
    if 0.0 < at < layers:
        looks = tuple(
            Ribbon(
                points,
                (4, 1.2),
                palette.token,
                (0.75, 0.22),
                of="notes",
                x=x,
                y=round(y),
                key=f"notes/look:{i}",
            )
            for i, points in enumerate(_ways(made, DRAWN[kit.layout.form]))
        )
        marks.append(Clip(*made.book, looks, 14, of="notes", key="notes/looks"))
        tail = min(y - made.book.y, 0.3 * made.book.h)
        marks.append(Glow(x, y, 3.2 * r, palette.token, 0.5, of="left.token", key="notes/light"))
        marks.append(
            Ribbon(
                ((0, 0), (0, -tail)),
                (1.7 * r, 0.3 * r),
                palette.token,
                (0.7, 0.0),
                of="left.token",
                x=x,
                y=y,
                key="left/token/tail",
            )
        )
    marks.append(Disc(x, y, r, palette.token, of="left.token", key="token"))
    return marks


def over(stage: StageView, world: Area, _: Parameters) -> Marks:
    """Words, before the lens."""
    view, now = stage.machine("left"), progress(stage)
    if view is None or now is None or stage.scene.model is None:
        return ()
    kit, lens, made = stage.kit, stage.lens, plan(world, stage.kit)
    layers, label = view.run.step.layers, stage.kit.layout.sizes.label
    at = layer_of(now, layers)
    book = lens.area(made.book)
    left = max(kit.layout.safe[0], lens.area(made.names).x)
    lines = [tag(stage.scene, view, (left, book.y - 0.7 * label))]
    lines += _layers(stage, made, layers, at)
    lines += _told(stage, made, at)
    marks: list[Mark] = []
    for line in placed(lines, room_for(kit, stage.window), []):
        marks += line.marks(kit)
    words = lens.area(made.words)
    return (*marks, *_cards(kit, words, label)) if at >= 1 else tuple(marks)


def _layers(stage: StageView, made: Plan, layers: int, at: float) -> list[Words]:
    """Which layers: the first, the last, the one in work."""
    kit, palette, label = stage.kit, stage.kit.palette, stage.kit.layout.sizes.label
    book, found = stage.lens.area(made.book), []
    band = stage.lens.area(band_of(made, layers, at))
    number = min(layers, floor(at) + 1)
    shown = [(number, band.cy, palette.ink, 700)]
    shown += [
        (n, stage.lens.area(made.row(layers, n - 1)).cy, palette.muted, 400) for n in (1, layers)
    ]
    for n, y, ink, weight in shown:
        word = kit.word("notes_layer", layer=n)
        part = ((word, label, ink, weight),)
        which = "row" if weight == 700 else n
        found.append(
            Words(
                book.x - 0.6 * label,
                y + 0.35 * label,
                part,
                "end",
                f"notes/layer:{which}",
                refs=(COUNT,),
                of="left.layer" if which == "row" else "",
            )
        )
    return found


def lines_of(words: Area, label: float) -> tuple[float, ...]:
    """The baselines of what is told beside the notes."""
    step = min(words.h / 4, 2.6 * label)
    top = words.cy - 1.5 * step if words.h > words.w else words.y + 0.8 * label
    return tuple(top + i * step for i in range(4))


def _told(stage: StageView, made: Plan, at: float) -> list[Words]:
    """What happens in the row, and how much a token leaves behind."""
    kit, palette, label = stage.kit, stage.kit.palette, stage.kit.layout.sizes.label
    words = stage.lens.area(made.words)
    y = lines_of(words, label)
    key = "notes/told"
    reads = ((kit.word("notes_reads"), label * 1.15, palette.ink, 400),)
    found = [Words(words.x, y[0], reads, key=f"{key}/reads")]
    if at < 1:
        return found
    model = stage.scene.model
    name = model.name if model else ""
    token = reckoned("{} / {} / {}", "left.cache", "context", "batch")
    row = resolve(stage, reckoned("{} / {}", token, f"model:{name}.layers"))
    leaves = ((kit.word("notes_leaves"), label * 1.15, palette.ink, 400),)
    each = (
        (write(row.value, "bytes"), label * 1.3, palette.token_text, 700),
        (" " + kit.word("notes_each"), label, palette.muted, 400),
    )
    so_far = write(row.value * floor(at), "bytes")
    count = (
        (kit.word("notes_so_far", count=floor(at)) + " ", label * 1.15, palette.ink, 400),
        (so_far, label * 1.8, palette.token_text, 700),
    )
    found += [
        Words(words.x, y[1], leaves, key=f"{key}/leaves"),
        Words(words.x, y[2], each, key=f"{key}/each", refs=(row.ref, "")),
        Words(
            words.x,
            y[3],
            count,
            key=f"{key}/count",
            refs=(COUNT, COUNT),
            of="left.layer",
        ),
    ]
    return found


def _cards(kit: Kit, words: Area, label: float) -> list[Mark]:
    """The two cards of a layer, large enough to be named."""
    palette, y = kit.palette, lines_of(words, label)[1]
    left = words.x + width(kit.word("notes_leaves"), 1.15 * label) + 0.6 * label
    tall, gap = 1.7 * label, 0.4 * label
    wide = min(3.6 * label, (words.right - left - gap) / 2)
    marks: list[Mark] = []
    for k, what in enumerate(("key", "value")):
        box = Area(left + k * (wide + gap), y - 1.15 * label, wide, tall)
        fill = mix(palette.token, palette.panel, 0.3)
        marks.append(Box(*box, fill, 8, palette.token, 2.5, key=f"notes/card/{what}"))
        marks.append(
            kit.label(
                kit.word(f"notes_{what}"),
                box.cx,
                box.cy + 0.35 * label,
                label,
                palette.ink,
                weight=600,
                anchor="middle",
            )
        )
    return marks


__all__ = ["Parameters", "draw", "over", "panel", "places"]
