"""The shelf: programs and scenes to choose from, and the show to go on with. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal

from viz.catalog.types import Text
from viz.stage.i18n import said
from viz.stage.look import Look, Theme
from viz.stage.marks import Area

Kind = Literal["resume", "program", "scene"]
Move = Literal["left", "right", "up", "down"]
LEFT: Final = 448.0  # the column of programs, stage units
TILE: Final = 226.0
GAP: Final = 26.0
TOP: Final = 190.0
MARGIN: Final = 96.0
CARD: Final = 132.0  # a program's height


@dataclass(frozen=True, slots=True)
class Item:
    """Something to play: `name` is what `viz play` calls it. `words` is what a search looks through;
    `moment` is the second of the show that its poster shows, `scene` whose it is."""

    kind: Kind
    name: str
    title: Text
    about: Text
    words: str
    scene: str = ""
    moment: float = 0.0


@dataclass(frozen=True, slots=True)
class Shelf:
    """What is on it, which item the keyboard is on, and what is looked for; None: nothing is."""

    items: tuple[Item, ...]
    chosen: int = 0
    sought: str | None = None
    theme: Theme = "dark"
    lang: str = "en"

    @property
    def found(self) -> tuple[int, ...]:
        """The items that have all words that are looked for."""
        words = (self.sought or "").casefold().split()
        return tuple(
            i
            for i, item in enumerate(self.items)
            if all(word in item.words.casefold() for word in words)
        )

    @property
    def item(self) -> Item | None:
        """What Enter plays."""
        return self.items[self.chosen] if self.chosen in self.found else None


def sought(shelf: Shelf, text: str | None) -> Shelf:
    """Looked for: the first that is found is chosen."""
    shelf = replace(shelf, sought=text)
    found = shelf.found
    return shelf if shelf.chosen in found or not found else replace(shelf, chosen=found[0])


def moved(shelf: Shelf, move: Move, look: Look) -> Shelf:
    """An arrow: the nearest item in that direction."""
    there = dict(places(shelf, look))
    if shelf.chosen not in there:
        return replace(shelf, chosen=next(iter(there), shelf.chosen))
    x, y = _middle(there[shelf.chosen])
    across = move in ("left", "right")
    sign = 1.0 if move in ("right", "down") else -1.0
    best: tuple[float, int] | None = None
    for i, area in there.items():
        dx, dy = _middle(area)[0] - x, _middle(area)[1] - y
        along, aside = (dx, dy) if across else (dy, dx)
        if along * sign <= 1.0:
            continue
        far = along * sign + 3.0 * abs(aside)
        if best is None or far < best[0]:
            best = (far, i)
    return replace(shelf, chosen=best[1]) if best else shelf


def places(shelf: Shelf, look: Look) -> tuple[tuple[int, Area], ...]:
    """Where each item that is found stands, in stage units."""
    found = shelf.found
    return _places(tuple((i, shelf.items[i].kind) for i in found), look.stage)


@lru_cache(maxsize=32)
def _places(
    items: tuple[tuple[int, Kind], ...], stage: tuple[float, float]
) -> tuple[tuple[int, Area], ...]:
    w, h = stage
    wide = w >= h
    placed: list[tuple[int, Area]] = []
    y = TOP
    room = LEFT if wide else w - 2 * MARGIN
    for i, kind in items:
        if kind != "scene":
            placed.append((i, (MARGIN, y, room, CARD)))
            y += CARD + GAP
    left = MARGIN + LEFT + 64 if wide else MARGIN
    top = TOP if wide else y + 20
    columns = max(1, int((w - MARGIN - left + GAP) // (TILE + GAP)))
    each = (w - MARGIN - left + GAP) / columns - GAP
    scenes = [i for i, kind in items if kind == "scene"]
    rows = max(1, -(-len(scenes) // columns))
    pitch = min(each * 0.75 + 66, (h - top - MARGIN) / rows)
    high = pitch - 66
    for n, i in enumerate(scenes):
        row, column = divmod(n, columns)
        placed.append((i, (left + column * (each + GAP), top + row * pitch, each, high)))
    return tuple(placed)


def pressed(shelf: Shelf, look: Look, x: float, y: float) -> int | None:
    """The item at a point."""
    for i, (left, top, w, h) in places(shelf, look):
        if left <= x <= left + w and top <= y <= top + h:
            return i
    return None


def words_of(*texts: Text | str) -> str:
    """What a search looks through: texts in all their languages."""
    found = [" ".join(text.values()) if isinstance(text, dict) else str(text) for text in texts]
    return " ".join(found)


def title_of(item: Item, lang: str) -> str:
    return said(item.title, lang)


def _middle(area: Area) -> tuple[float, float]:
    x, y, w, h = area
    return x + w / 2, y + h / 2
