"""The overview of a talk for the speaker alone: a still of each step, scene by scene.

The audience sees nothing of it until a step is gone to. A question's still is the one before its
answer. The stills themselves are painted into the areas of `tiles` (viz.live.thumbnails).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from viz.desk.desk_words import talk_word
from viz.desk.overview import found, words
from viz.desk.talk import Talk
from viz.live.speaker_view import areas
from viz.picture.furniture.table_panel import clipped
from viz.picture.playlist import Reel
from viz.stage.i18n import said
from viz.stage.look import Look
from viz.stage.marks import Area, Box, Label, Mark
from viz.stage.text_metrics import width
from viz.stage.theme import Palette, palette

UNDER: Final = 96.0  # stage units: from the clocks to the first scene
SIDE: Final = 0.05  # of the width, left and right
MARGIN: Final = 54.0  # below
WIDE: Final = 214.0  # of a tile, with what is between two
GAP: Final = 18.0
HEAD: Final = 44.0  # a scene's title
FOOT: Final = 36.0  # a step's words


@dataclass(frozen=True, slots=True)
class Tile:
    """Where a step's still stands."""

    step: int
    area: Area


@dataclass(frozen=True, slots=True)
class Page:
    """What fits at once: tiles, and each scene's line with its place (x, baseline, width)."""

    tiles: tuple[Tile, ...]
    heads: tuple[tuple[int, float, float, float], ...]


def page(reel: Reel, talk: Talk, look: Look) -> Page:
    """The scenes about the chosen step, as many as fit."""
    steps = found(reel, talk)
    chosen = talk.chosen if talk.chosen in steps else steps[0] if steps else 0
    scenes = tuple(talk.deck.steps[step].scene for step in steps)
    return _page(steps, scenes, chosen or 0, look.stage, _top(look))


def _top(look: Look) -> float:
    clocks = areas(look).clocks
    return clocks[1] + clocks[3] + UNDER


@lru_cache(maxsize=16)
def _page(
    steps: tuple[int, ...],
    scenes: tuple[int, ...],
    chosen: int,
    stage: tuple[float, float],
    top: float,
) -> Page:
    w, h = stage
    side = SIDE * w
    columns = max(2, int((w - 2 * side + GAP) // WIDE))
    each = (w - 2 * side + GAP) / columns - GAP
    high = each * 9 / 16
    rows: list[tuple[int, list[int]]] = []  # scene, its steps of one line
    for scene in dict.fromkeys(scenes):
        mine = [step for step, there in zip(steps, scenes, strict=True) if there == scene]
        rows += [(scene, mine[i : i + columns]) for i in range(0, len(mine), columns)]
    pitch = HEAD + high + FOOT
    fits = max(1, int((h - top - MARGIN) // pitch))
    at = next((i for i, (_, mine) in enumerate(rows) if chosen in mine), 0)
    first = min(max(0, at - fits // 2), max(0, len(rows) - fits))
    tiles: list[Tile] = []
    heads: list[tuple[int, float, float, float]] = []
    for line, (scene, mine) in enumerate(rows[first : first + fits]):
        y = top + line * pitch
        heads.append((scene, side, y + 30, w - 2 * side))
        for column, step in enumerate(mine):
            tiles.append(Tile(step, (side + column * (each + GAP), y + HEAD, each, high)))
    return Page(tuple(tiles), tuple(heads))


def still(talk: Talk, step: int) -> float:
    """The moment of a step's picture: of a question, before its answer."""
    there = talk.deck.steps[step]
    return there.moment(there.holds[0])


def marks(reel: Reel, talk: Talk, look: Look) -> tuple[Mark, ...]:
    """Everything of the overview but its stills."""
    colours, shown = palette(look.theme), page(reel, talk, look)
    found_marks: list[Mark] = [*_asked(talk, look, colours, some=bool(shown.tiles))]
    for scene, x, base, w in shown.heads:
        title = said(reel.timelines[scene].scene.title, talk.lang)
        number = f"{scene + 1}"
        found_marks.append(Label(number, x, base, 26, colours.muted, 400))
        at = x + width(number, 26) + 14
        text = clipped(title, w - 40, 28, 600)
        found_marks.append(Label(text, at, base, 28, colours.ink, 600))
        line = at + width(text, 28, 600) + 18
        found_marks.append(Box(line, base - 9, max(0.0, x + w - line), 2, colours.edge))
    for tile in shown.tiles:
        found_marks += _tile(reel, talk, tile, colours)
    return tuple(found_marks)


def _asked(talk: Talk, look: Look, colours: Palette, *, some: bool) -> list[Mark]:
    """What is asked for, and what was typed."""
    lang, base, side = talk.lang, _top(look) - 30, SIDE * look.stage[0]
    word = talk_word(lang, "overview")
    typed = talk.digits or "_"
    at = side + width(word, 32, 700) + 20
    wide = max(90.0, width(typed, 30, 600) + 40)
    told = talk_word(lang, "overview_hint" if some else "overview_none")
    if talk.told[0]:
        last = talk.deck.numbered(len(talk.deck.steps) - 1)
        told = talk_word(lang, talk.told[0]).format(about=talk.told[1], last=last)
    room = look.stage[0] - side - at - wide - 24
    return [
        Label(word, side, base, 32, colours.ink, 700),
        Box(at, base - 36, wide, 50, colours.panel, 10, colours.ink, 2.5),
        Label(typed, at + 20, base, 30, colours.ink, 600),
        Label(clipped(told, room, 26, 400), at + wide + 24, base, 26, colours.muted),
    ]


def _tile(reel: Reel, talk: Talk, tile: Tile, colours: Palette) -> list[Mark]:
    x, y, w, h = tile.area
    chosen, on = tile.step == talk.chosen, tile.step == talk.step
    edge, wide = (colours.ink, 5.0) if chosen else (colours.edge, 2.0)
    name = talk.deck.numbered(tile.step)
    base, ink = y + h + 26, colours.ink if chosen or on else colours.muted
    there = talk.deck.steps[tile.step]
    asks = reel.timelines[there.scene].scene.beats[there.beat].ask is not None
    word = "overview_here" if on else "overview_asks" if asks else ""
    tag = talk_word(talk.lang, word) if word else ""
    room = width(tag, 18, 600) + 18 if tag else 0.0
    free = w - width(name, 20, 600) - 10 - (room + 8 if room else 0.0)
    found_marks: list[Mark] = [
        Box(x - wide, y - wide, w + 2 * wide, h + 2 * wide, r=6, edge=edge, edge_w=wide),
        Label(name, x, base, 20, colours.muted, 600),
        Label(
            clipped(words(reel, talk, tile.step), free, 20, 400),
            x + width(name, 20, 600) + 10,
            base,
            20,
            ink,
        ),
    ]
    if tag:
        fill, told = (colours.ink, colours.ground) if on else (colours.panel, colours.ink)
        found_marks += [
            Box(x + w - room, base - 20, room, 27, fill, 6, colours.waiting, 1.5),
            Label(tag, x + w - room + 9, base, 18, told, 600),
        ]
    return found_marks


def pressed(reel: Reel, talk: Talk, look: Look, x: float, y: float) -> int | None:
    """The step under a point."""
    for tile in page(reel, talk, look).tiles:
        left, top, w, h = tile.area
        if left <= x <= left + w and top <= y <= top + h + FOOT:
            return tile.step
    return None
