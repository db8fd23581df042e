"""Number cards that fall into bins of evidence: measured, vendor, press, estimate, our inference."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from viz.actors.cards.card_layout import BIN_OF, BINS, Card, Place, place_in
from viz.catalog.types import Text
from viz.errors import Fault, nearest
from viz.scene.arithmetic import Ref
from viz.scene.types import ActorCall, Scene
from viz.stage.badge import Badge
from viz.stage.i18n import said
from viz.stage.marks import COUNT, Area, Box, Line, Mark, Marks
from viz.stage.panel import ground, heading
from viz.stage.parameters import parameter
from viz.stage.quantity import resolve, resolved
from viz.stage.style import Focus, Kit, dimmed
from viz.stage.text_metrics import width, wrapped
from viz.stage.view import StageView
from viz.units import UnitError, parse_any

WEIGHT = 1.3
FALL: Final = 0.5  # seconds of the hardware clock that a card falls


@dataclass(frozen=True, slots=True, eq=False)
class Parameters:
    """Claims by their names, and numbers that follow from them."""

    title: Text = parameter("text", "what the numbers are of")
    claims: tuple[str, ...] = parameter("words", "claims; each falls to whoever says it")
    inferred: tuple[Ref, ...] = parameter("refs", "numbers by our own arithmetic", ())
    inferred_names: tuple[Text, ...] = parameter("texts", "a name for each of these", ())
    times: tuple[str, ...] = parameter("words", "claims that are ratios, written with ×", ())
    labelled: tuple[str, ...] = parameter("words", "claims whose cards have words of their own", ())
    labels: tuple[Text, ...] = parameter("texts", "these words; {value} is the claim's", ())
    inferred_labels: tuple[Text, ...] = parameter("texts", "the same for our own numbers", ())
    only: Ref | None = parameter("ref", "a word: all, or one bin to be read in full", None)
    rate: float = parameter("number", "cards that fall a second of the clock; 0: all lie", 4.0)


def panel(area: Area, kit: Kit, _: Parameters) -> Marks:
    """The panel."""
    return ground(area, kit)


def faults(scene: Scene, call: ActorCall, p: Parameters) -> list[Fault]:
    """Claims that there are not, each with its place and the nearest that there is."""
    claims = scene.claims()
    return [
        Fault(
            f"there is no claim '{one}'",
            call.places.get(name, call.place),
            nearest(one, claims),
        )
        for name in ("claims", "times", "labelled")
        for one in getattr(p, name)
        if one not in claims
    ]


def draw(stage: StageView, area: Area, p: Parameters) -> Marks:
    """The cards: unsorted, in flight, or in their bins; or one bin as a list."""
    kit, focus = stage.kit, stage.focus
    cards = cards_of(stage, p)
    title = said(p.title, kit.look.lang)
    only = resolve(stage, p.only).text if p.only else "all"
    place = place_in(kit, area, cards)
    if only in BINS:
        return _list(kit, focus, place, cards, (title, only))
    gone = len(cards) if p.rate <= 0 else min(len(cards), int(stage.hw * p.rate))
    landed = _landed(stage, p, len(cards))
    flying: list[Mark] = []
    for k in range(landed, gone):
        i = place.order[k]
        share = min(1.0, (stage.hw - k / p.rate) / FALL - 1 / (p.rate * FALL))
        flying.append(_between(kit, place.pool[i], place.slots[i], max(0.0, share)))
    return (
        *_head(kit, focus, place, title),
        *_lying(kit, focus, place, cards, gone, landed),
        *dimmed(tuple(flying), focus.level("cards"), kit.palette),
    )


def badge(stage: StageView, _: Area, p: Parameters) -> Badge:
    """How many cards lie in a bin; the hardware clock says nothing here."""
    cards = cards_of(stage, p)
    kit = stage.kit
    value = kit.word("cards_count", now=_landed(stage, p, len(cards)), all=len(cards))
    return Badge(kit.word("cards_sorted"), value, kit.word("cards_bins"), of="cards")


def _landed(stage: StageView, p: Parameters, count: int) -> int:
    if p.rate <= 0:
        return count
    return min(count, max(0, int((stage.hw - FALL) * p.rate)))


def cards_of(stage: StageView, p: Parameters) -> tuple[Card, ...]:
    """All cards."""
    return _cards(stage.scene, stage.kit, p)


@lru_cache(maxsize=32)
def _cards(scene: Scene, kit: Kit, p: Parameters) -> tuple[Card, ...]:
    claims, lang = scene.claims(), kit.look.lang
    cards: list[Card] = []
    for one in p.claims:
        claim = claims[one]
        text = _written(claim.text, times=one in p.times)
        text = text.replace("tok/s", kit.word("speed_unit"))
        if one in p.labelled[: len(p.labels)]:
            text = said(p.labels[p.labelled.index(one)], lang).replace("{value}", text)
        about = said(claim.about, lang).replace("mm2", "mm²")
        cards.append(Card(text, BIN_OF[claim.says], about, claim.verdict, f"claim:{one}"))
    for i, ref in enumerate(p.inferred):
        found = _own(scene, ref, kit)
        name = said(p.inferred_names[i], lang) if i < len(p.inferred_names) else ""
        label = said(p.inferred_labels[i], lang) if i < len(p.inferred_labels) else "{value}"
        about = f"{name} {found}".strip()
        text = label.replace("{value}", found)
        cards.append(Card(text, BINS[-1], about, "consistent", ref.text))
    return tuple(cards)


def _own(scene: Scene, ref: Ref, kit: Kit) -> str:
    """A number of our own, as it is written on its card."""
    one = resolved(scene, ref)
    if one.dimension != "number":
        return kit.written(one)
    return f"{one.value * 100:.3g} %" if one.value < 1 else f"{one.value:.3g}×"


@lru_cache(maxsize=256)
def _written(text: str, *, times: bool) -> str:
    """The value of a claim as a card has it: "46,225 mm²", "14×"."""
    text = (
        text.replace("mm2", "mm²")
        .replace(" us", " µs")
        .replace("PFLOP/s", "PFLOPS")
        .replace("TFLOP/s", "TFLOPS")
    )
    try:
        number = parse_any(text)
    except UnitError:
        return text
    first, _, unit = text.partition(" ")
    if first.replace(".", "").isdigit() and float(first) >= 1000:
        first = f"{number.value:,.0f}" if not unit else f"{float(first):,.0f}"
    return f"{first}×" if times else f"{first} {unit}".strip()


@lru_cache(maxsize=64)
def _head(kit: Kit, focus: Focus, place: Place, title: str) -> Marks:
    """The title, and what a struck number and a dotted edge mean."""
    sizes = kit.layout.sizes
    x, base, room = place.panel.title
    marks: list[Mark] = [*heading(place.panel, kit, title)]
    taken = width(title, sizes.machine, 700) + 30
    for key in ("cards_marks", "cards_marks_short"):
        text = kit.word(key)
        if place.chips and taken + width(text, sizes.small) <= room:
            marks.append(kit.label(text, x + room, base, sizes.small, anchor="end"))
            break
    return dimmed(tuple(marks), focus.level("cards.head"), kit.palette)


@lru_cache(maxsize=128)
def _lying(
    kit: Kit, focus: Focus, place: Place, cards: tuple[Card, ...], gone: int, landed: int
) -> Marks:
    """Bins with their names and counts; cards that have not gone yet, and those that lie."""
    palette, sizes = kit.palette, kit.layout.sizes
    marks: list[Mark] = []
    here = place.order[:landed]
    piled = min((place.slots[i][1] for i in here), default=place.bins[0][1]) - 8
    for n, name in enumerate(BINS):
        target = f"cards.{name}"
        level, lit = focus.level(target), focus.lit(target)
        x, y, w, h = place.bins[n]
        if lit:
            edge = min(y, piled)
            marks.append(
                Box(x, edge, w, y + h - edge, palette.chip, 10, palette.muted, 2.5, alpha=lit)
            )
        elif place.chips:  # the walls rise with the highest pile: nothing lies above its bin
            top = min(y, piled)
            walls = ((x, top), (x, y + h), (x + w, y + h), (x + w, top))
            marks.append(Line(walls, 2.0, palette.edge))
        count = sum(cards[i].bin == name for i in here)
        left, base, room = place.names[n]
        size = sizes.small
        number = str(count)
        wide = width(number, size * 1.15, 700)
        words = (
            kit.label(
                kit.word(f"cards_{name}"),
                left,
                base,
                size,
                palette.ink,
                weight=600,
                room=room - wide - 10,
            ),
            kit.label(
                number,
                left + room,
                base,
                size * 1.15,
                palette.ink,
                weight=700,
                anchor="end",
                of="cards",
                ref=COUNT,
            ),
        )
        marks += dimmed(words, level, palette)
        for i in here:
            if cards[i].bin == name:
                written = place.chips or i in place.written
                card = _card(kit, cards[i], place.slots[i], words=written)
                marks += dimmed(card, level, palette)
    if not place.chips and gone == len(cards):
        marks += _legend(kit, place)
    waiting = [(cards[i], place.pool[i]) for i in place.order[gone:]]
    pool = [m for card, area in waiting for m in _card(kit, card, area, words=place.chips)]
    return (*marks, *dimmed(tuple(pool), focus.level("cards"), palette))


def _legend(kit: Kit, place: Place) -> Marks:
    """What the squares and edges mean, in the place that the unsorted cards have left."""
    size = kit.layout.sizes.small
    left, base, room, _ = place.legend
    end = left + room
    if len(place.written) == len(place.slots):
        text, size = kit.first_that_fits(
            room, size, (kit.word("cards_marks"), kit.word("cards_marks_short"))
        )
        return (kit.label(text, end, base, size, anchor="end"),)
    marks: list[Mark] = []
    for key, verdict in (("cards_dotted", "unverifiable"), ("cards_struck", "contradicted")):
        text = kit.word(key)
        at = end - width(text, size)
        square = (at - size * 1.05, base - size * 0.72, size * 0.72, size * 0.72)
        if square[0] < left:
            break
        marks += _card(kit, Card("", "", "", verdict, ""), square, words=False)
        marks.append(kit.label(text, at, base, size))
        end = square[0] - size * 0.7
    return tuple(marks)


def _card(kit: Kit, card: Card, area: Area, *, words: bool) -> Marks:
    """A chip with its number, or a square; dotted if unchecked, struck if contradicted."""
    palette, size = kit.palette, kit.layout.sizes.small
    x, y, w, h = area
    corners = ((x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y))
    if not words:
        if card.struck:
            half = ((x, y + h), (x + w, y))
            return (
                Box(x, y, w, h, palette.panel, 3, palette.waiting, 2.5, ref=card.ref),
                Line(half, 2.5, palette.waiting),
            )
        if card.dotted:
            return (Box(x, y, w, h, palette.panel, 3, palette.waiting, 2.5, ref=card.ref),)
        return (Box(x, y, w, h, palette.waiting, 3, ref=card.ref),)
    base = y + h / 2 + size * 0.36
    label = kit.label(
        card.text,
        x + 8,
        base,
        size,
        palette.ink,
        weight=600,
        room=w - 12,
        of="cards",
        ref=card.ref,
    )
    if card.dotted:
        return (Line(corners, 2.0, palette.waiting, (2, 5)), label)
    box = Box(x, y, w, h, palette.core, 7)
    if card.struck:
        line = ((x + 5, y + h / 2), (x + w - 5, y + h / 2))
        return (box, label, Line(line, 2.5, palette.ink))
    return (box, label)


def _between(kit: Kit, start: Area, end: Area, share: float) -> Box:
    """A card in flight, without its number: it falls straight and at one speed."""
    x, y, w, h = (a + (b - a) * share for a, b in zip(start, end, strict=True))
    return Box(x, y, w, h, kit.palette.core, 7, kit.palette.muted, 2, of="cards")


@lru_cache(maxsize=32)
def _list(
    kit: Kit, focus: Focus, place: Place, cards: tuple[Card, ...], told: tuple[str, str]
) -> Marks:
    """One bin in full: what each of its numbers says, in two columns if there is room."""
    title, name = told
    palette, sizes = kit.palette, kit.layout.sizes
    x, y, w, h = place.panel.inner
    mine = [card for card in cards if card.bin == name]
    head = f"{title}{kit.word('list_separator')}{kit.word(f'cards_{name}')} {len(mine)}"
    marks: list[Mark] = [*heading(place.panel, kit, head)]
    columns = 2 if w > 900 else 1
    wide = (w - 30 * (columns - 1)) / columns
    step, column, base = sizes.small * 1.3, 0, y + sizes.small * 0.6
    for card in mine:
        lines = wrapped(card.about, wide - 22, sizes.small)
        if base + (len(lines) - 1) * step > y + h:
            column, base = column + 1, y + sizes.small * 0.6
        if column == columns:
            break
        left = x + column * (wide + 30)
        if card.struck:
            ends = ((left, base - sizes.small * 0.3), (left + 12, base - sizes.small * 0.3))
            marks.append(Line(ends, 2.5, palette.ink))
        else:
            fill = palette.panel if card.dotted else palette.waiting
            marks.append(Box(left, base - sizes.small * 0.62, 11, 11, fill, 3, palette.waiting, 2))
        for line in lines:
            ink = palette.ink
            marks.append(
                kit.label(line, left + 22, base, sizes.small, ink, of="cards", ref=card.ref)
            )
            base += step
        base += sizes.small * 0.25
    return dimmed(tuple(marks), focus.level("cards"), palette)
