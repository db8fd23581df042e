"""The time of a word for several numbers of cards: what shrinks, and what does not."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor

from viz.actors.card_row.card_row_places import bars
from viz.scene.quantities import resolved
from viz.scene.types import Scene
from viz.stage.area import Area
from viz.stage.marks import COUNT, PAST, Box, Line, Mark, Marks
from viz.stage.number_text import duration
from viz.stage.plot.small_machine import small_machine
from viz.stage.theme import mix
from viz.stage.told_settings import told_settings
from viz.stage.view import StageView
from viz.stage.words_line import Words, words_at

ROWS = 4
SOON = 1e-6


@dataclass(frozen=True, slots=True)
class Row:
    """A number of cards: seconds of starts, meetings and reading; how far its word has come."""

    cards: int
    starts: float
    meetings: float
    reading: float
    grown: float
    current: bool

    @property
    def seconds(self) -> float:
        """The whole word."""
        return self.starts + self.meetings + self.reading


@lru_cache(maxsize=128)
def parts_of(scene: Scene) -> tuple[float, float, float]:
    """Starts, meetings and reading of a word; arithmetic that is not hidden is told with reading."""
    value = {
        name: resolved(scene, f"left.{name}").value
        for name in ("overhead", "unexplained", "links", "reading", "computing")
    }
    starts = value["overhead"] + value["unexplained"]
    return starts, value["links"], value["reading"] + value["computing"]


def rows_of(stage: StageView) -> tuple[Row, ...]:
    """The numbers of cards so far, fewest first; the current one grows with its word."""
    view = stage.machine("left")
    if view is None:
        return ()
    grown = min(1.0, view.steps - floor(view.run.steps_before + SOON))
    found: dict[int, Row] = {}
    for one in told_settings(stage):
        if one.scene.left is None:
            continue
        count = one.scene.left.count
        row = Row(count, *parts_of(one.scene), grown if one.current else 1.0, one.current)
        if one.current or count not in found:
            found[count] = row
    return tuple(row for _, row in sorted(found.items()))[-ROWS:]


def draw(stage: StageView, world: Area) -> Marks:
    """Cards and bars, on one scale, with a fence around what stays."""
    rows, palette = rows_of(stage), stage.kit.palette
    if not rows:
        return ()
    made = bars(world, stage.kit, ROWS)
    scale = made[0][1].w / max(row.seconds for row in rows)
    fixed = (rows[0].starts + rows[0].meetings) * scale  # within one box it is the same for all
    last = made[len(rows) - 1][1]
    fence = Area(last.x, made[0][1].y, fixed, last.bottom - made[0][1].y).inset(-8)
    marks: list[Mark] = [Box(*fence, palette.panel, 10, palette.edge, 2, key="bars/fence")]
    for row, (cards, bar) in zip(rows, made, strict=False):
        key = f"bars/{row.cards}"
        lines = 1 if row.cards < 5 else 2
        side = min(0.3 * cards.h, cards.w / ceil(row.cards / lines) / 1.5)
        wide = ceil(row.cards / lines) * 1.5 * side
        room = Area(cards.x, cards.bottom - 0.12 * cards.h - lines * side, wide, lines * side)
        marks += small_machine(stage.kit, room, "gpu", row.cards, f"{key}/cards", 0.8)
        x, left = bar.x, row.grown * row.seconds
        grey = mix(palette.ink, palette.panel, 0.45)
        for name, seconds, fill in (
            ("starts", row.starts, grey),
            ("meetings", row.meetings, palette.link),
            ("reading", row.reading, palette.weight),
        ):
            shown = max(0.0, min(seconds, left)) * scale
            left -= seconds
            if shown > 1.0:
                box = Box(x, bar.y, shown - 2, bar.h, fill, 3, of="left.step", key=f"{key}/{name}")
                marks.append(box)
            x += seconds * scale
        if row is rows[-1] and len(rows) > 1 and row.cards == 2 * rows[-2].cards:
            at = bar.x + rows[-2].seconds / 2 * scale
            ends = ((at, bar.y - 10), (at, bar.bottom + 10))
            marks.append(Line(ends, 3, palette.ink, (8, 6), key="bars/half"))
    return tuple(marks)


def words(stage: StageView, world: Area) -> list[Words]:
    """How many cards, how long a word takes, how many of them in a second."""
    kit, palette = stage.kit, stage.kit.palette
    label, rows, found = kit.layout.sizes.label, rows_of(stage), []
    if not rows:
        return []
    made = bars(world, kit, ROWS)
    scale = made[0][1].w / max(row.seconds for row in rows)
    beside = kit.layout.form in ("wide", "narrow")
    first = stage.lens.area(made[0][1])
    legend = (
        (kit.word("cards_starts") + " · ", label, palette.muted, 600),
        (kit.word("cards_meetings") + " · ", label, palette.link_text, 600),
        (kit.word("cards_reading"), label, palette.weight_text, 600),
    )
    top = stage.lens.area(made[0][0]).y if not beside else first.y
    found.append(Words(first.x, top - 0.7 * label, legend, key="bars/legend"))
    for row, (cards, bar) in zip(rows, made, strict=False):
        place, lens = stage.lens.area(bar), stage.lens.area(cards)
        key = f"bars/{row.cards}"
        name = kit.word("cards_count", count=row.cards)
        if beside:
            at = (lens.x, lens.y - 0.2 * label)
            found.append(words_at(kit, at, name, f"{key}/name", 1.0, palette.ink, 600, ref=COUNT))
        if row.grown < 1.0:
            continue
        ref = "left.step" if row.current else PAST
        speed = "left.speed" if row.current else PAST
        end = place.x + row.seconds * scale + 0.6 * label
        x, y = end, place.cy
        if not beside:
            text = f"{duration(row.seconds)} · "
            parts = (
                (text, label, palette.ink, 700),
                (f"{1 / row.seconds:.0f} {kit.word('cards_unit')}", label, palette.token_text, 600),
            )
            at = (place.right, place.y - 0.5 * label)
            found.append(Words(*at, parts, "end", f"{key}/time", refs=(ref, speed)))
            continue
        time = ((duration(row.seconds), 1.3 * label, palette.ink, 700),)
        text = f"{1 / row.seconds:.0f} {kit.word('cards_unit')}"
        found.append(Words(x, y - 0.1 * label, time, key=f"{key}/time", refs=(ref,)))
        at = (x, y + 1.4 * label)
        found.append(
            words_at(kit, at, text, f"{key}/speed", 1.0, palette.token_text, 600, ref=speed)
        )
    if rows[-1].grown >= 1.0 and len(rows) > 1 and rows[-1].cards == 2 * rows[-2].cards and beside:
        place = stage.lens.area(made[len(rows) - 1][1])
        at = (place.x + rows[-2].seconds / 2 * scale, place.bottom + 1.5 * label)
        found.append(words_at(kit, at, kit.word("cards_half"), "bars/half/name", 1.0, palette.ink))
    return found
