"""The back of a card: who says its number and where, and why it is struck or dotted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from viz.actors.who_says.figures import OF, figure, strike
from viz.actors.who_says.turning import Pose
from viz.actors.who_says.who_says_places import Card
from viz.stage.area import Area
from viz.stage.i18n import said
from viz.stage.icons import flag
from viz.stage.marks import COUNT, Box, Line, Mark, Marks
from viz.stage.quantity import Resolved, resolve
from viz.stage.style import Kit
from viz.stage.text_metrics import balanced, fitted, width
from viz.stage.theme import mix
from viz.stage.view import StageView

if TYPE_CHECKING:
    from viz.actors.who_says import Parameters

MOST_BLOCKS: Final = 20  # a ratio of so many is told in blocks


def _struck(cards: tuple[Card, ...], i: int) -> int:
    """The how many-th of those that are struck a card is, from 0; -1 for one that is not."""
    return sum(card.struck for card in cards[:i]) if cards[i].struck else -1


def _pair(stage: StageView, p: Parameters, cards: tuple[Card, ...], i: int) -> tuple[Resolved, ...]:
    """What a struck card says, and what contradicts it; nothing for the others."""
    n = _struck(cards, i)
    if not 0 <= n < min(len(p.said), len(p.found)):
        return ()
    return resolve(stage, p.said[n]), resolve(stage, p.found[n])


def _parts(area: Area, *, compared: bool, flat: bool) -> tuple[Area, Area, Area]:
    """Where the back has its picture (nothing where two lengths take its place), its number with who
    says so, and below them what is wrong."""
    inner = area.inset(0.035 * area.w, 0.07 * area.h)
    upper, lower = inner.rows(1, 1.8 if flat else 1.35, gap=0.03 * area.h)
    if flat and compared:
        return Area(inner.x, inner.y, 0, 0), upper, lower
    left, right = inner.columns(1, 2.5, gap=0.035 * area.w)
    upper, lower = right.rows(1, 1.35, gap=0.03 * area.h)
    return left, upper, lower


def _rows(lower: Area, kit: Kit) -> tuple[Area, Area, Area]:
    """Both lengths, each below its name, and the line with the reason."""
    label = kit.layout.sizes.label
    bars = lower.cut(bottom=1.6 * label)
    one, other = bars.rows(1, 1, gap=0.2 * label)
    return one, other, Area(lower.x, bars.bottom, lower.w, lower.bottom - bars.bottom)


def lengths(
    stage: StageView, p: Parameters, cards: tuple[Card, ...], i: int, one: Pose, flat: bool
) -> list[Mark]:
    """The picture of a turned card; and of a struck one what it says beside what was found, two
    lengths on one scale."""
    kit, pair = stage.kit, _pair(stage, p, cards, i)
    palette, key = kit.palette, f"cards/card:{i}"
    picture, _, lower = _parts(one.area, compared=bool(pair), flat=flat)
    card = cards[i]
    shown = _page(kit, card, picture, key) if card.article and picture.w > 0 else ()
    shown = shown or figure(card.picture, picture.fit(1.1), palette, key)
    marks: list[Mark] = [replace(mark, alpha=mark.alpha * one.back) for mark in shown]
    if not pair or one.marked <= 0:
        return marks
    claimed, found = pair
    top, low, _ = _rows(lower, kit)
    scale = lower.w / max(claimed.value, found.value) * min(1.0, one.marked)
    for row, number, name in ((low, claimed, "said"), (top, found, "found")):
        bar = row.cut(top=min(1.35 * kit.layout.sizes.label, 0.7 * row.h))
        blocks = number.dimension == "number" and claimed.value <= MOST_BLOCKS
        ref = number.ref
        count = round(number.value) if blocks and name == "said" else 1
        each = number.value / count * scale
        for k in range(count):
            x = bar.x + k * each
            inside = x + each <= bar.x + found.value * scale + 1
            solid = name == "found" or inside
            # Numbers stand on the blocks: on a light ground they are a little darker for it.
            blue = palette.token if palette.ground < "#8" else mix(palette.token, palette.ink, 0.9)
            ink = palette.muted if number.dimension == "area" else blue
            fill, edge = (ink, "") if solid else ("", ink)
            wide = each - (3.0 if count > 1 else 0.0)
            mark = Box(x, bar.y, max(2.0, wide), bar.h, fill, 3, edge, 2.0 if edge else 0.0)
            marks.append(replace(mark, of=OF, ref=ref, key=f"{key}/{name}:{k}"))
    at = lower.x + found.value * scale
    line = ((at, top.y + kit.layout.sizes.label), (at, low.bottom + 6))
    marks.append(Line(line, 3.0, palette.ink, of=OF, key=f"{key}/limit"))
    return marks


def _tag(area: Area, kit: Kit, text: str) -> Area:
    """Where a number stands on its page: a third of the way down, over its left edge."""
    size = kit.layout.sizes.label
    wide = min(width(text, size, 700) + size, 1.2 * area.w)
    return Area(area.x - 0.5 * size, area.y + 0.36 * area.h, wide, 1.7 * size)


def _page(kit: Kit, card: Card, area: Area, key: str) -> Marks:
    """The page of the article that has the number: lines that are no text, and the number's own."""
    palette = kit.palette
    dark = palette.ground < "#8"
    sheet = palette.ink if dark else palette.panel
    grey = mix(palette.ground if dark else palette.ink, sheet, 0.28)
    tag = _tag(area, kit, card.face)
    marks: list[Mark] = [
        Box(*area, sheet, 4, "" if dark else palette.waiting, 0.0 if dark else 2.0),
        Box(area.x + 0.1 * area.w, area.y + 0.08 * area.h, 0.6 * area.w, 0.06 * area.h, grey, 3),
    ]
    for k, row in enumerate(
        area.inset(0.1 * area.w, 0.06 * area.h).cut(top=0.14 * area.h).grid(1, 9)
    ):
        long = row.w * (1.0, 0.94, 0.62)[k % 3]
        line = Area(row.x, row.cy - 0.011 * area.h, long, 0.022 * area.h)
        if not line.meets(tag.inset(-4)):
            marks.append(Box(*line, grey, 2))
    marks.append(Box(*tag, palette.ground if dark else palette.ink, 6))
    return tuple(replace(m, of=OF, key=f"{key}/page:{k}") for k, m in enumerate(marks))


def _numbers(kit: Kit, row: Area, said_: Resolved, found: Resolved, key: str) -> list[Mark]:
    """The blocks of a length counted, where they are large enough."""
    label = kit.layout.sizes.label
    count = round(said_.value) if said_.dimension == "number" else 0
    bar = row.cut(top=min(1.35 * label, 0.7 * row.h))
    each = row.w / max(said_.value, found.value)
    if not 1 < count <= MOST_BLOCKS or bar.h < 1.1 * label or each < 1.5 * label:
        return []
    marks: list[Mark] = []
    for k in range(count):
        inside = (k + 1) * each <= found.value * each + 1
        ink = kit.palette.token_edge if inside else kit.palette.ink
        middle = (bar.x + (k + 0.5) * each - 1.5, bar.cy + 0.36 * label)
        number = kit.label(str(k + 1), *middle, label, ink, anchor="middle", ref=COUNT)
        marks.append(replace(number, key=f"{key}/block:{k}"))
    return marks


def _head(kit: Kit, card: Card, one: Pose, area: Area, key: str) -> list[Mark]:
    """The number and what it is of; the flag, who says so, and where: beside it, or below it where
    there is no room."""
    palette, sizes = kit.palette, kit.layout.sizes
    label, least = sizes.label, sizes.least
    big = fitted(card.face, 0.55 * area.w, min(92.0, 0.6 * area.h), 700, least)
    who = kit.word(f"who_says_{card.bin}")
    where = kit.word(f"who_says_{card.article}") if card.article else ""
    size = 1.3 * label
    needed = max(width(who, size, 600), width(where, label)) + 1.3 * size
    least_big = min(big, max(2.0 * label, (area.w - needed) / (width(card.face, 1.0, 700) + 0.8)))
    beside = area.w - width(card.face, least_big, 700) - 0.8 * least_big >= needed - 1
    big = least_big if beside else big
    wide, base = width(card.face, big, 700), area.y + 0.86 * big
    x = area.x + wide + 0.8 * big if beside else area.x
    line = base - 0.42 * big + 0.5 * size if beside else base + 0.3 * big + 1.2 * label
    number = kit.label(card.face, area.x, base, big, palette.ink, weight=700, of=OF, ref=card.ref)
    marks: list[Mark] = [replace(number, key=f"{key}/number")]
    about_x, about_y = (area.x, base + 1.5 * label) if beside else (x + wide + 0.5 * big, base)
    about_room = (x if beside and where else area.right) - about_x
    if width(card.about, label) <= about_room:
        about = kit.label(card.about, about_x, about_y, label)
        marks.append(replace(about, key=f"{key}/about", of=OF))
    marks += [
        replace(mark, key=f"{key}/flag:{k}")
        for k, mark in enumerate(flag(x, line + 0.1 * size, 0.9 * size, palette.ink))
    ]
    x += 1.2 * size
    size = fitted(who, area.right - x, size, 600, least)
    says = kit.label(who, x, line, size, palette.ink, weight=600)
    marks.append(replace(says, key=f"{key}/who"))
    if where:
        below = (x, line + 1.3 * label) if beside else (x + width(who + " ", size, 600), line)
        if beside or width(where, label) <= area.right - below[0]:
            marks.append(replace(kit.label(where, *below, label), key=f"{key}/where"))
    marks = [replace(mark, alpha=mark.alpha * one.back) for mark in marks]
    if card.struck and one.marked > 0:
        marks.append(strike(area.x, base, wide, big, one.marked, palette.ink, key))
    return marks


def words(
    stage: StageView, p: Parameters, cards: tuple[Card, ...], i: int, one: Pose, flat: bool
) -> Marks:
    """Number, flag, who says so, where, and why not."""
    kit, card, key = stage.kit, cards[i], f"cards/card:{i}"
    label, pair = kit.layout.sizes.label, _pair(stage, p, cards, i)
    _, upper, lower = _parts(one.area, compared=bool(pair), flat=flat)
    if not card.slow:  # nothing below it
        upper = upper.around(lower).inset(0, 0.2 * (upper.h + lower.h))
    marks = _head(kit, card, one, upper, key)
    picture = _parts(one.area, compared=bool(pair), flat=flat)[0]
    if card.article and picture.w > 0:
        tag = _tag(picture, kit, card.face)
        light = kit.palette.ink if kit.palette.ground < "#8" else kit.palette.panel
        face = kit.label(
            card.face, tag.cx, tag.y + 1.2 * label, label, light, weight=700, anchor="middle",
            room=tag.w - 8, of=OF, ref=card.ref,
        )  # fmt: skip
        marks.append(replace(face, key=f"{key}/tag", alpha=one.back))
    if one.marked < 1.0 or not card.slow:
        return tuple(marks)
    lang, why = kit.look.lang, Area(*lower)
    if pair:
        n = _struck(cards, i)
        top, low, why = _rows(lower, kit)
        names = ((low, p.said_names, pair[0]), (top, p.found_names, pair[1]))
        for row, texts, quantity in names:
            text = said(texts[n], lang) if n < len(texts) else ""
            text = text.replace("{value}", kit.written(quantity))
            name = "said" if row is low else "found"
            above = kit.label(text, row.x, row.y + label, room=row.w, ref=quantity.ref)
            marks.append(replace(above, key=f"{key}/{name}/name"))
            if name == "said":
                marks += _numbers(kit, row, quantity, pair[1], key)
    for k, line in enumerate(balanced(card.reason, why.w, 1.1 * label, 600)):
        y = why.y + (1.25 + 1.3 * k) * label
        told = kit.label(line, why.x, y, 1.1 * label, kit.palette.ink, weight=600, room=why.w)
        marks.append(replace(told, key=f"{key}/why:{k}"))
    return tuple(marks)
