"""Numbers on cards that turn over: who says each, into which of five bins it falls, and why some are
struck (something contradicts them) or dotted (nobody could check them)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from viz.actors.who_says import card_backs
from viz.actors.who_says.figures import OF, figure, strike
from viz.actors.who_says.turning import Pose, pose, starts_of
from viz.actors.who_says.who_says_places import (
    BINS,
    OURS,
    Card,
    Table,
    cards_of,
    places,
    table,
)
from viz.catalog.types import Text
from viz.errors import Fault, nearest
from viz.scene.arithmetic import Ref
from viz.scene.types import ActorCall, Scene
from viz.stage.area import Area
from viz.stage.badge import Badge
from viz.stage.marks import COUNT, Box, Glow, Label, Line, Mark, Marks, Shape, tied
from viz.stage.parameters import parameter
from viz.stage.style import Kit
from viz.stage.text_metrics import balanced, fitted, width
from viz.stage.theme import mix
from viz.stage.view import StageView

PILED: Final = 5  # cards of a pile that are drawn
STEP: Final = 5.0  # between two of them


@dataclass(frozen=True, slots=True, eq=False)
class Parameters:
    """Numbers that were met, in the order in which they turn over."""

    cards: tuple[str, ...] = parameter("words", "claims by name; ours:1 is the first of `ours`")
    faces: tuple[Text, ...] = parameter("texts", "each number as it was met; {value} is its own")
    abouts: tuple[Text, ...] = parameter("texts", "what each is of")
    pictures: tuple[str, ...] = parameter("words", "what each shows of the scene it was met in")
    reasons: tuple[Text, ...] = parameter("texts", "why one is struck or dotted; - for none")
    ours: tuple[Ref, ...] = parameter("refs", "numbers that were worked out here", ())
    said: tuple[Ref, ...] = parameter("refs", "of each that is struck: what it says", ())
    found: tuple[Ref, ...] = parameter("refs", "and what contradicts it", ())
    said_names: tuple[Text, ...] = parameter("texts", "names of these lengths", ())
    found_names: tuple[Text, ...] = parameter("texts", "and of these", ())
    picture: str = parameter(
        "word",
        "all face up; some turn over; how many there are in each bin",
        "turn",
        choices=("spread", "turn", "counts"),
    )
    lie: float = parameter("number", "cards that lie in their bins at first", 0.0)
    turn: float = parameter("number", "how many turn over", 0.0)


def panel(_: Area, __: Kit, ___: Parameters) -> Marks:
    """No panel: the table is the ground."""
    return ()


def faults(scene: Scene, call: ActorCall, p: Parameters) -> list[Fault]:
    """Claims that there are not, and lists that are not as long as that of the cards."""
    claims, found = scene.claims(), []
    for name in p.cards:
        if name.startswith(OURS):
            number = name.removeprefix(OURS)
            if not number.isdigit() or not 1 <= int(number) <= len(p.ours):
                place = call.places.get("cards", call.place)
                found.append(Fault(f"'{name}' is none of ours", place, write="ours:1"))
        elif name not in claims:
            place = call.places.get("cards", call.place)
            found.append(Fault(f"there is no claim '{name}'", place, nearest(name, claims)))
    for key in ("faces", "abouts", "pictures", "reasons"):
        if len(getattr(p, key)) != len(p.cards):
            what = f"{key} has {len(getattr(p, key))} entries for {len(p.cards)} cards"
            found.append(Fault(what, call.places.get(key, call.place), write="one for each card"))
    return found


def draw(stage: StageView, world: Area, p: Parameters) -> Marks:
    """The cards and their bins, without words."""
    kit = stage.kit
    cards = cards_of(stage.scene, p, kit)
    place = table(world, kit, cards)
    marks: list[Mark] = []
    poses = _poses(stage, p, cards, place)
    if p.picture != "spread":
        marks += _bins(kit, place)
        marks += _empty(kit, cards, poses, place)
    for i in sorted(poses, key=lambda i: _height(poses[i])):
        marks += _drawn(kit, cards[i], poses[i], place, i, lit=_lit(p, cards[i]))
    for i, one in poses.items():
        if one.back > 0:
            marks += card_backs.lengths(stage, p, cards, i, one, place.flat)
    return tied(marks, OF)


def _height(one: Pose) -> int:
    """What lies below what: cards of the pile, cards in bins, what is on its way or looked at."""
    return 0 if one.waits else 1 if one.lies else 2


def _poses(
    stage: StageView, p: Parameters, cards: tuple[Card, ...], place: Table
) -> dict[int, Pose]:
    """Each card that is to be seen, by its number."""
    if p.picture == "spread":
        return {i: Pose(area, front=1.0) for i, area in enumerate(place.spread)}
    first = int(p.lie)
    last = min(len(cards), first + int(p.turn)) if p.picture == "turn" else first
    starts = starts_of(cards[first:last])
    gone = max(0.0, stage.hw - stage.since)
    poses = {i: Pose(place.slots[i], marked=1.0, lies=True) for i in range(min(first, len(cards)))}
    for i in range(first, last):
        poses[i] = pose(cards[i], place, place.slots[i], gone - starts[i - first])
    for i in range(last, len(cards)):
        poses[i] = Pose(place.pile, waits=True)
    piled = [i for i in sorted(poses) if poses[i].waits]
    for deep, i in enumerate(piled):
        if deep >= PILED:
            del poses[i]
            continue
        by = deep * STEP
        at = place.pile
        poses[i] = replace(poses[i], area=Area(at.x - by, at.y + by, at.w, at.h))
    return dict(sorted(poses.items(), key=lambda item: (-item[0], item[1].lies)))


def _lit(p: Parameters, card: Card) -> float:
    """How bright a card is: where bins are counted, only what a third party measured."""
    return 1.0 if p.picture != "counts" or card.bin == BINS[0] else 0.45


def _bins(kit: Kit, place: Table) -> list[Mark]:
    """Under each column a floor with its two ends; beside rows none."""
    if place.flat:
        return []
    marks: list[Mark] = []
    for name, area in zip(BINS, place.names, strict=True):
        y, up = area.y - 2, 12.0
        line = ((area.x, y - up), (area.x, y), (area.right, y), (area.right, y - up))
        marks.append(Line(line, 2.5, kit.palette.muted, key=f"cards/bin:{name}"))
    return marks


def _empty(kit: Kit, cards: tuple[Card, ...], poses: dict[int, Pose], place: Table) -> list[Mark]:
    """The place of a card in its bin, empty, while it is told whose it is."""
    return [
        Line(
            _outline(place.slots[i].inset(1)),
            2.0,
            kit.palette.waiting,
            (2, 8),
            one.back,
            of=OF,
            key=f"cards/card:{i}/place",
        )
        for i, one in poses.items()
        if one.back > 0 and not place.slots[i].meets(place.looked_at(cards[i]))
    ]


def _drawn(kit: Kit, card: Card, one: Pose, place: Table, i: int, *, lit: float) -> list[Mark]:
    """A card without its words."""
    palette, area, key = kit.palette, one.area, f"cards/card:{i}"
    looked_at = one.front > 0 or one.back > 0
    edge = palette.ink if looked_at and not one.lies else palette.edge
    if lit == 1.0 and one.lies and card.bin == BINS[0]:
        edge = palette.muted
    ground = mix(palette.panel, palette.ground, 0.4 + 0.6 * lit)
    if one.width < 0.999:  # about its upright axis: the near side is taller
        half, lean = area.w / 2 * one.width, 0.06 * area.h * (1 - one.width)
        points = (
            (-half, -area.h / 2 + lean),
            (half, -area.h / 2 - lean),
            (half, area.h / 2 + lean),
            (-half, area.h / 2 - lean),
        )
        return [
            Shape(points, palette.chip, edge, 2.5, of=OF, x=area.cx, y=area.cy, key=f"{key}/turns")
        ]
    marks: list[Mark] = []
    dotted = card.dotted and one.marked > 0
    if dotted:
        marks.append(Box(*area, ground, 10, of=OF, key=f"{key}/box", ref=card.ref))
        marks.append(
            Line(_outline(area), 2.5, palette.muted, (2, 7), lit, of=OF, key=f"{key}/dotted")
        )
    else:
        fill = palette.chip if looked_at else ground
        marks.append(Box(*area, fill, 10, edge, 2.0, of=OF, key=f"{key}/box", ref=card.ref))
    if not one.waits and one.back <= 0:
        room = _picture(area, flat=place.flat and one.lies)
        marks += (replace(m, alpha=m.alpha * lit) for m in figure(card.picture, room, palette, key))
    return marks


def _outline(area: Area) -> tuple[tuple[float, float], ...]:
    x, y, r, b = area.x, area.y, area.right, area.bottom
    return ((x, y), (r, y), (r, b), (x, b), (x, y))


def _picture(area: Area, *, flat: bool) -> Area:
    """Where a card has its picture: above its words, or at their right."""
    if flat:
        return area.columns(2.6, 1)[1].inset(0.02 * area.w, 0.16 * area.h)
    return area.inset(0.06 * area.w, 0.0).rows(0.08, 0.44, 0.48)[1]


def over(stage: StageView, world: Area, p: Parameters) -> Marks:
    """Words before the lens, which keep their size."""
    kit, lens = stage.kit, stage.lens
    cards = cards_of(stage.scene, p, kit)
    place = table(world, kit, cards)
    poses = _poses(stage, p, cards, place)
    marks: list[Mark] = []
    covered = [
        lens.area(one.area) for one in poses.values() if _height(one) == 2 and one.width > 0.05
    ]
    for i, one in poses.items():
        area = lens.area(one.area)
        if one.back > 0:
            marks += card_backs.words(stage, p, cards, i, replace(one, area=area), place.flat)
        elif one.front > 0 or one.lies:
            if one.lies and any(area.meets(other) for other in covered):
                continue  # a card passes before it
            flat = place.flat and one.lies
            marks += _words(kit, cards[i], one, area, i, flat=flat, lit=_lit(p, cards[i]))
    if p.picture != "spread":
        marks += _names(kit, place, poses, cards, p, stage, covered)
    return tied(marks, OF)


def _words(
    kit: Kit, card: Card, one: Pose, area: Area, i: int, *, flat: bool, lit: float
) -> list[Mark]:
    """The number of a card, and what it is of; a line through it where it is struck."""
    sizes, palette, key = kit.layout.sizes, kit.palette, f"cards/card:{i}"
    large = not one.lies and area.h > 9 * sizes.label
    size = min(0.26 * area.h, 96.0) if large else sizes.label * (1.0 if flat else 1.16)
    small = sizes.label * 1.1 if large else sizes.small
    room = (0.68 if flat else 0.9) * area.w
    left = area.x + (0.035 if flat else 0.05) * area.w
    low = area.bottom - (0.18 * area.h if flat else 0.09 * area.h)
    if flat:
        low = area.cy + small * 1.05
    ink = palette.ink if lit == 1.0 else palette.small
    number_size = fitted(card.face, room, size, 700, sizes.least)
    wide = width(card.face, number_size, 700)
    if wide > room or area.h < 1.3 * sizes.least:
        return []
    top = low - small * 1.18 - (0.14 * size if large else 0.0)
    two = flat or 0.5 * area.h > 0.8 * size + 1.2 * small
    two = two and width(card.about, small) <= room
    base = top if two else low
    if flat and not two:
        base = area.cy + 0.36 * number_size
    alpha = one.front if not one.lies else 1.0
    label = kit.label(card.face, left, base, number_size, ink, weight=700, of=OF, ref=card.ref)
    marks: list[Mark] = [replace(label, key=f"{key}/number", alpha=alpha)]
    if two:
        about = kit.label(
            card.about, left, low, small, palette.muted if lit == 1 else palette.small
        )
        marks.append(replace(about, key=f"{key}/about", alpha=alpha, of=OF))
    if card.struck and one.marked > 0:
        marks.append(strike(left, base, wide, number_size, one.marked, ink, key))
    return marks


def _names(
    kit: Kit,
    place: Table,
    poses: dict[int, Pose],
    cards: tuple[Card, ...],
    p: Parameters,
    stage: StageView,
    covered: list[Area],
) -> list[Mark]:
    """Whose bin it is, how many lie in it when all do, and how many cards are still to come."""
    sizes, palette, lens = kit.layout.sizes, kit.palette, stage.lens
    marks: list[Mark] = []
    for name, area, full in zip(BINS, place.names, place.bins, strict=True):
        here = lens.area(area)
        if any(here.meets(other) for other in covered):
            continue
        lit = p.picture != "counts" or name == BINS[0]
        ink = palette.ink if lit else palette.small
        count = sum(card.bin == name for card in cards)
        text = kit.word(f"who_says_{name}")
        if place.flat:
            label = kit.label(text, here.x, here.bottom - 0.32 * sizes.label, fill=ink, weight=600)
            marks.append(replace(label, key=f"cards/name:{name}"))
        else:
            lines = balanced(text, here.w, sizes.label, 600)
            for k, line in enumerate(lines):
                y = here.y + (1.35 + 1.15 * k) * sizes.label
                label = kit.label(
                    line, here.cx, y, fill=ink, weight=600, anchor="middle", room=here.w
                )
                marks.append(replace(label, key=f"cards/name:{name}:{k}"))
        if p.picture != "counts":
            continue
        bin_ = lens.area(full)
        if name == BINS[0]:
            marks += _of_all(kit, bin_, lens.area(place.feature), count, len(cards), place.flat)
        elif place.flat:
            label = kit.label(
                str(count),
                bin_.right,
                here.bottom - 0.32 * sizes.label,
                sizes.label,
                ink,
                weight=700,
                anchor="end",
                ref=COUNT,
            )
            marks.append(replace(label, key=f"cards/count:{name}"))
        else:
            label = kit.label(
                str(count),
                bin_.cx,
                bin_.y - 0.5 * sizes.label,
                1.7 * sizes.label,
                ink,
                weight=700,
                anchor="middle",
                ref=COUNT,
            )
            marks.append(replace(label, key=f"cards/count:{name}"))
    waiting = len(cards) - int(p.lie) - (int(p.turn) if p.picture == "turn" else 0)
    waiting += sum(one.waits for i, one in poses.items() if i < int(p.lie) + int(p.turn))
    pile = lens.area(place.pile)
    text = kit.word("who_says_to_come", count=waiting)
    hidden = any(pile.meets(other) for other in covered)
    if waiting and not hidden and width(text, sizes.label) < pile.w - 10:
        label = kit.label(
            text, pile.cx, pile.cy + 0.35 * sizes.label, anchor="middle", of=OF, ref=COUNT
        )
        marks.append(replace(label, key="cards/to_come"))
    return marks


def _of_all(kit: Kit, bin_: Area, feature: Area, count: int, every: int, flat: bool) -> list[Mark]:
    """How many a third party measured, as large as there is room for."""
    sizes, ink = kit.layout.sizes, kit.palette.ink
    text = kit.word("who_says_of_all", all=every)
    room = feature.w if flat else bin_.w
    large = min(10 * sizes.label, 0.8 * feature.h, 0.62 * room)
    small = min(0.3 * large, 2 * sizes.label)
    x = feature.x if flat else bin_.x
    base = feature.bottom - 0.1 * feature.h if flat else bin_.y - 0.08 * large
    wide = width(str(count), large, 700)
    number = Label(str(count), x, base, large, ink, 700, of=OF, key="cards/two", ref=COUNT)
    words = Label(
        text, x + wide + 0.4 * small, base, small, ink, 600, of=OF, key="cards/of_all", ref=COUNT
    )
    glow = Glow(x + wide / 2, base - 0.36 * large, 0.9 * large, kit.palette.ink, 0.07, of=OF)
    return [replace(glow, key="cards/light"), number, words]


def badge(stage: StageView, world: Area, p: Parameters) -> Badge | None:
    """How many cards have been turned over; here no clock of hardware runs."""
    if p.picture == "spread":
        return None
    cards = cards_of(stage.scene, p, stage.kit)
    poses = _poses(stage, p, cards, table(world, stage.kit, cards))
    turned = sum(one.lies or one.back > 0 or one.marked > 0 for one in poses.values())
    return Badge("", stage.kit.word("who_says_turned", now=turned, all=len(cards)), of=OF)


__all__ = ["Parameters", "badge", "draw", "faults", "over", "panel", "places"]
