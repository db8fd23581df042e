"""The cards of a table: what each says, which bin is its own, and where it lies, face up, in its pile,
under the eyes of all, and in its bin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from viz.catalog.types import Says, Text
from viz.scene.arithmetic import Ref
from viz.scene.types import Scene
from viz.stage.area import Area
from viz.stage.i18n import said
from viz.stage.quantity import resolved
from viz.stage.style import Kit

BINS: Final = ("measured", "vendor", "press", "guess", "ours")
BIN_OF: Final[Mapping[Says, str]] = {
    "third-party": "measured",
    "measured": "measured",
    "vendor": "vendor",
    "press": "press",
    "assumed": "guess",
    "derived": "ours",
    "fitted": "ours",
}
OURS: Final = "ours:"
GAP: Final = 20.0
BETWEEN: Final = 8.0  # two cards of one bin


@dataclass(frozen=True, slots=True)
class Card:
    """A number, what it is of, and who says it. `article` is where it was read: the launch article,
    the preview article, both, or "" for what is worked out here."""

    face: str
    about: str
    bin: str
    picture: str
    ref: str
    struck: bool
    dotted: bool
    reason: str
    article: str

    @property
    def slow(self) -> bool:
        """Whether there is more to tell of it than who says so."""
        return self.struck or self.dotted


def cards_of(scene: Scene, p: Any, kit: Kit) -> tuple[Card, ...]:
    """The cards in their order."""
    return _cards(scene, p, kit)


@lru_cache(maxsize=32)
def _cards(scene: Scene, p: Any, kit: Kit) -> tuple[Card, ...]:
    lang, claims = kit.look.lang, scene.claims()

    def words(texts: tuple[Text, ...], i: int) -> str:
        return said(texts[i], lang) if i < len(texts) else ""

    found = []
    for i, name in enumerate(p.cards):
        picture = p.pictures[i] if i < len(p.pictures) else ""
        reason = words(p.reasons, i).strip("-")
        if name.startswith(OURS):
            ref: Ref = p.ours[int(name.removeprefix(OURS)) - 1]
            number = kit.written(resolved(scene, ref))
            face = words(p.faces, i).replace("{value}", number)
            about = words(p.abouts, i)
            found.append(Card(face, about, "ours", picture, ref.text, False, False, reason, ""))
            continue
        claim = claims[name]
        found.append(
            Card(
                words(p.faces, i),
                words(p.abouts, i),
                BIN_OF[claim.says],
                picture,
                f"claim:{name}",
                claim.verdict == "contradicted",
                claim.verdict == "unverifiable",
                reason,
                claim.article,
            )
        )
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Table:
    """Where cards lie. `spread`: face up beside each other; `slots`: each in its bin; `bins`: what a
    bin holds when it is full, `names` the line of its name. `flat`: a card's picture is at its right,
    bins are rows."""

    spread: tuple[Area, ...]
    slots: tuple[Area, ...]
    bins: tuple[Area, ...]
    names: tuple[Area, ...]
    pile: Area
    feature: Area
    flat: bool

    def looked_at(self, card: Card) -> Area:
        """Where all look at a card. One of which there is more to tell has, where bins are rows, the
        place of the first bin as well: what it holds comes last."""
        if not self.flat or not card.slow:
            return self.feature
        return self.feature.around(self.names[0], self.bins[0])


def table(world: Area, kit: Kit, cards: tuple[Card, ...]) -> Table:
    """The table of a form of the stage: bins are columns, or rows where it is tall."""
    return _table(world, kit.layout.form, kit.layout.safe, kit.layout.sizes.label, cards)


@lru_cache(maxsize=32)
def _table(
    world: Area,
    form: str,
    safe: tuple[float, float, float, float],
    label: float,
    cards: tuple[Card, ...],
) -> Table:
    if form == "tall":
        return _rows(Area(safe[0], world.y, safe[2], world.h), label, cards)
    columns = world.columns(*(1.0 for _ in BINS), gap=GAP)
    most = max(sum(card.bin == name for card in cards) for name in BINS)
    two_lines = form != "wide"
    foot = label * (2.9 if two_lines else 1.9)
    tall = (world.h - foot - 3.0 * label) / max(most, 4) - BETWEEN
    names = tuple(Area(one.x, world.bottom - foot, one.w, foot) for one in columns)
    full = tuple(one.cut(bottom=foot) for one in columns)
    heights = dict.fromkeys(BINS, 0)
    slots = []
    for card in cards:
        column = full[BINS.index(card.bin)]
        heights[card.bin] += 1
        y = column.bottom - BETWEEN - heights[card.bin] * (tall + BETWEEN) + BETWEEN
        slots.append(Area(column.x, y, column.w, tall))
    right = columns[2]
    low = max(heights[name] for name in BINS[2:])
    feature = Area(
        right.x, world.y, world.right - right.x, world.h - foot - low * (tall + BETWEEN) - 2 * GAP
    )
    pile = Area(columns[0].x + 24, world.y + 24, columns[0].w - 24, tall)
    across = 4 if form in ("wide", "narrow") else 3
    spread = world.inset(0, 0.04 * world.h).grid(across, -(-len(cards) // across), 1.4 * GAP)
    high = {name: max(1, heights[name]) * (tall + BETWEEN) for name in BINS}
    bins = tuple(
        Area(one.x, one.bottom - high[name], one.w, high[name])
        for one, name in zip(full, BINS, strict=True)
    )
    return Table(spread[: len(cards)], tuple(slots), bins, names, pile, feature, flat=False)


def _rows(world: Area, label: float, cards: tuple[Card, ...]) -> Table:
    """Above the card that all look at, below it the bins, each as rows of two cards."""
    counts = [sum(card.bin == name for card in cards) for name in BINS]
    lines = [max(1, -(-count // 2)) for count in counts]
    head = 1.25 * label
    top, low = world.rows(0.2, 0.8, gap=GAP)
    tall = (low.h - len(BINS) * (head + BETWEEN)) / sum(lines) - BETWEEN
    names, bins, first = [], [], {}
    y = low.y
    for name, count in zip(BINS, lines, strict=True):
        names.append(Area(low.x, y, low.w, head))
        first[name] = y + head
        bins.append(Area(low.x, y + head, low.w, count * (tall + BETWEEN) - BETWEEN))
        y += head + count * (tall + BETWEEN) + BETWEEN
    left, right = low.columns(1, 1, gap=BETWEEN)
    seen = dict.fromkeys(BINS, 0)
    slots = []
    for card in cards:
        row, column = divmod(seen[card.bin], 2)
        seen[card.bin] += 1
        side = (left, right)[column]
        slots.append(Area(side.x, first[card.bin] + row * (tall + BETWEEN), side.w, tall))
    spread = world.cut(bottom=0.02 * world.h).grid(2, -(-len(cards) // 2), GAP)
    pile = Area(top.right - 0.2 * top.w, top.bottom - 0.3 * top.h, 0.16 * top.w, 0.24 * top.h)
    return Table(
        spread[: len(cards)], tuple(slots), tuple(bins), tuple(names), pile, top, flat=True
    )


def places(scene: Scene, world: Area, p: Any, kit: Kit) -> dict[str, Area]:
    """What `look:` may name: the bin of what a third party measured."""
    cards = cards_of(scene, p, kit)
    return {"cards": world, "cards.measured": table(world, kit, cards).bins[0]}
