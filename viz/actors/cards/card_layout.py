"""Where number cards lie: unsorted at first, then in one of five bins; as chips or as squares."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from viz.stage.marks import Area
from viz.stage.panel import Panel, panel_in
from viz.stage.style import Kit
from viz.stage.text_metrics import width

BINS: Final = ("measured", "vendor", "press", "estimate", "inferred")
# The bin of each kind of source: what nobody measured and nobody stands for is an estimate.
BIN_OF: Final = {
    "measured": "measured",
    "third-party": "measured",
    "vendor": "vendor",
    "press": "press",
    "assumed": "estimate",
    "fitted": "inferred",
    "derived": "inferred",
}
GAP: Final = 8.0
STEP: Final = 1.3  # from one square to the next, in squares


@dataclass(frozen=True, slots=True)
class Card:
    """A number, the bin that it belongs to, what it says, whether it stands, its reference."""

    text: str
    bin: str
    about: str
    verdict: str
    ref: str

    @property
    def struck(self) -> bool:
        """Whether something contradicts it."""
        return self.verdict in ("contradicted", "unit slip")

    @property
    def dotted(self) -> bool:
        """Whether it could not be checked."""
        return self.verdict == "unverifiable"


@dataclass(frozen=True, slots=True)
class Place:
    """`pool` and `slots` of each card, in the order of the cards; they go in `order`.

    `bins` are the areas of the bins, `legend` is a free place above them where there is one, `names` where each bin is named: x, baseline, room.
    """

    panel: Panel
    chips: bool
    pool: tuple[Area, ...]
    slots: tuple[Area, ...]
    order: tuple[int, ...]
    bins: tuple[Area, ...]
    legend: Area
    names: tuple[tuple[float, float, float], ...]
    written: frozenset[int] = frozenset()  # cards that have words in their slots, if not all do


@lru_cache(maxsize=16)
def place_in(kit: Kit, area: Area, cards: tuple[Card, ...]) -> Place:
    """Columns of chips where the stage is wide, rows where it is not."""
    panel = panel_in(area, kit, subtitle=False)
    if (
        sum(_least(kit, cards)) + GAP * 2 * (len(BINS) - 1) < panel.inner[2]
        and panel.inner[3] > 380
    ):
        found = _columns(kit, panel, cards)
        if _free(found, panel.inner[1] - 6):
            return found
    return _rows(kit, panel, cards)


def _least(kit: Kit, cards: tuple[Card, ...]) -> list[float]:
    """The least widths of the bins: what their names, counts and widest cards need."""
    size = kit.layout.sizes.small
    found = []
    for name in BINS:
        widest = max((width(c.text, size, 600) for c in cards if c.bin == name), default=0.0)
        named = width(kit.word(f"cards_{name}"), size, 600) + 2.4 * size
        found.append(max(named, widest + 28))
    return found


def _widths(kit: Kit, cards: tuple[Card, ...], room: float) -> list[float]:
    """The widths of the bins: as much as their cards need, so that all are about as full."""
    size = kit.layout.sizes.small
    least = _least(kit, cards)
    needs = [sum(width(c.text, size, 600) + 24 for c in cards if c.bin == name) for name in BINS]
    spare = room - sum(least)
    level = 0.0
    for _ in range(40):  # the level of filling at which the widths add up to the room
        level += 0.025 * room / max(sum(needs), 1.0)
        found = [max(one, need * level) for one, need in zip(least, needs, strict=True)]
        if sum(found) > room:
            break
    found = [max(one, need * level) for one, need in zip(least, needs, strict=True)]
    over = sum(found) - room
    grown = [one - small for one, small in zip(found, least, strict=True)]
    if over > 0 and sum(grown) > 0:
        found = [one - over * more / sum(grown) for one, more in zip(found, grown, strict=True)]
    return found if spare > 0 else least


def _mixed(cards: tuple[Card, ...], which: tuple[int, ...]) -> tuple[int, ...]:
    """The cards unsorted: each bin's spread evenly over all, in the order of `which`."""
    seen: dict[str, int] = {}
    total = {name: sum(card.bin == name for card in cards) for name in BINS}
    places = []
    for i in which:
        card = cards[i]
        seen[card.bin] = seen.get(card.bin, 0) + 1
        places.append(((seen[card.bin] - 0.5) / total[card.bin], i))
    return tuple(i for _, i in sorted(places))


def _columns(kit: Kit, panel: Panel, cards: tuple[Card, ...]) -> Place:
    x, y, w, h = panel.inner
    size = kit.layout.sizes.small
    widths = _widths(kit, cards, w - GAP * 2 * (len(BINS) - 1))
    foot = size * 1.7
    bottom = y + h - foot
    tall = size * 1.2
    pool = _flow(cards, _mixed(cards, tuple(range(len(cards)))), size, (x, y - 4, w), tall)
    order = tuple(sorted(range(len(cards)), key=lambda i: (-pool[i][1], pool[i][0])))
    slots: dict[int, Area] = {}
    bins, names = [], []
    left = x
    for name, each in zip(BINS, widths, strict=True):
        mine = tuple(i for i in order if cards[i].bin == name)
        placed = _packed(cards, mine, size, (left + 5, each - 10), tall)
        for i, (at, top, wide, high) in placed.items():
            slots[i] = (at, bottom - 6 - top - high, wide, high)  # from the bottom up
        bins.append((left, y + h * 0.42, each, bottom - y - h * 0.42))
        names.append((left + 2, y + h - size * 0.25, each - 4))
        left += each + 2 * GAP
    count = range(len(cards))
    return Place(
        panel, True, tuple(pool[i] for i in count), tuple(slots[i] for i in count), order,
        tuple(bins), (0.0, 0.0, 0.0, 0.0), tuple(names),
    )  # fmt: skip


def _free(place: Place, top: float) -> bool:
    """Whether no card lies on one that has not gone yet, at any time, or over the bins' tops."""
    if min(y for _, y, _, _ in place.slots) < top:
        return False
    for k, i in enumerate(place.order):
        x, y, w, h = place.slots[i]
        for other in place.order[k + 1 :]:
            left, above, wide, high = place.pool[other]
            if x < left + wide and left < x + w and y < above + high and above < y + h:
                return False
    return True


def _flow(
    cards: tuple[Card, ...],
    which: tuple[int, ...],
    size: float,
    room: tuple[float, float, float],
    tall: float,
) -> dict[int, Area]:
    """Chips one after the other, in rows from y on."""
    x, y, w = room
    found: dict[int, Area] = {}
    at, top = x, y
    for i in which:
        wide = min(w, width(cards[i].text, size, 600) + 16)
        if at > x and at + wide > x + w:
            at, top = x, top + tall + 3
        found[i] = (at, top, wide, tall)
        at += wide + 5
    return found


def _packed(
    cards: tuple[Card, ...],
    which: tuple[int, ...],
    size: float,
    room: tuple[float, float],
    tall: float,
) -> dict[int, Area]:
    """Chips in rows, each in the first row that has room for it; y counts rows from the first."""
    x, w = room
    ends: list[float] = []
    found: dict[int, Area] = {}
    for i in which:
        wide = min(w, width(cards[i].text, size, 600) + 14)
        row = next((n for n, end in enumerate(ends) if end + wide <= w), len(ends))
        if row == len(ends):
            ends.append(0.0)
        found[i] = (x + ends[row], row * (tall + 3), wide, tall)
        ends[row] += wide + 4
    return found


def _rows(kit: Kit, panel: Panel, cards: tuple[Card, ...]) -> Place:
    """A row for each bin: unsorted cards are squares, and are written out where they have landed.

    Where there is no room for all words, they stay squares; a bin that needs one line for its
    words has them even so.
    """
    x, y, w, h = panel.inner
    size, small = kit.layout.sizes.label, kit.layout.sizes.small
    left = max(width(kit.word(f"cards_{name}"), small, 600) for name in BINS) + 18
    right = width("00", size, 700) + 14
    across, most = w - left - right, max(sum(card.bin == name for card in cards) for name in BINS)
    tall = small * 1.16
    widest = [
        sorted((i for i, card in enumerate(cards) if card.bin == name),
               key=lambda i: -width(cards[i].text, small, 600))
        for name in BINS
    ]  # fmt: skip
    # In this order they need the fewest lines; they fall so that each line fills from its start.
    chips = [_packed(cards, tuple(which), small, (x + left, across), tall) for which in widest]
    mine = [tuple(sorted(found, key=lambda i: (found[i][1], found[i][0]))) for found in chips]
    mixed = _mixed(cards, tuple(reversed([i for which in mine for i in which])))
    band, pool = _beside_title(kit, panel, mixed)
    order = tuple(reversed(mixed))
    lines = [1 + round(max(c[1] for c in found.values()) / (tall + 3)) if found else 1
             for found in chips]  # fmt: skip
    high = [n * (tall + 3) - 3 for n in lines]
    spare = (h - sum(high)) / len(BINS)
    if spare < 5:
        high = [h / len(BINS)] * len(BINS)
        spare = 0.0
    square, per_row = _square(across, high[0], most)
    slots: dict[int, Area] = {}
    written: set[int] = set()
    bins, names = [], []
    top = y
    for n, which in enumerate(mine):
        each = high[n] + spare
        if spare or (lines[n] == 1 and each > tall + 6):
            start = top + (each - lines[n] * (tall + 3) + 3) / 2
            written |= set(which)
            slots |= {i: (at, start + down, a, b) for i, (at, down, a, b) in chips[n].items()}
        else:
            start = top + (each - (-(-len(which) // per_row)) * square * STEP) / 2
            for k, i in enumerate(which):
                row, column = divmod(k, per_row)
                at = x + left + column * square * STEP
                slots[i] = (at, start + row * square * STEP, square, square)
        bins.append((x + left - 8, top + 2, across + 12, each - 4))
        names.append((x, top + each / 2 + small * 0.36, w))
        top += each
    count = range(len(cards))
    return Place(
        panel, False, tuple(pool[i] for i in count), tuple(slots[i] for i in count), order,
        tuple(bins), band, tuple(names), frozenset(written),
    )  # fmt: skip


def _beside_title(kit: Kit, panel: Panel, mixed: tuple[int, ...]) -> tuple[Area, dict[int, Area]]:
    """The place right of the title, and in it the unsorted cards as squares in two rows."""
    x, base, room = panel.title
    taken = room * 0.4
    per_row = -(-len(mixed) // 2)
    top, bottom = panel.area[1] + 14.0, panel.inner[1] - 6.0
    square = min((room - taken) / (STEP * per_row), (bottom - top) / (STEP * 2), 24.0)
    left = x + room - square * (STEP * per_row - STEP + 1)
    top = base - kit.layout.sizes.machine * 0.36 - square * (STEP + 1) / 2
    found = {
        i: (left + k % per_row * square * STEP, top + k // per_row * square * STEP, square, square)
        for k, i in enumerate(mixed)
    }
    words = taken * 0.94  # the legend begins nearer to the title than the squares
    return (x + words, base, room - words, bottom - top), found


def _square(across: float, high: float, most: int) -> tuple[float, int]:
    """The largest square of which so many fit in a row's lines, and how many stand in a line."""
    sizes = []
    for lines in (1, 2, 3):
        per_row = max(1, -(-most // lines))
        sizes.append((min(across / (STEP * per_row), 0.92 * high / (STEP * lines), 40.0), per_row))
    return max(sizes)
