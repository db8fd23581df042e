"""Every claim of the articles by who says so, with its verdict: a quiet list over the stage, to be
scrolled and searched. The same list stands in a page (viz.web) and on the command line.

Pure: what is looked for and how far it is scrolled is a `Looking`; the claims are those of
assets/claims.yaml.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from viz.catalog.claims import Claim, load_claims
from viz.catalog.types import Says
from viz.stage.area import Area
from viz.stage.i18n import said, word_of
from viz.stage.look import Look
from viz.stage.marks import Box, Label, Line, Mark, Marks
from viz.stage.style import Kit, kit_of
from viz.stage.text_metrics import fitted, width, wrapped

ORDER: Final[tuple[Says, ...]] = ("third-party", "vendor", "press", "assumed")
LONGEST: Final = 40  # signs of what is looked for
PAGE: Final = 8  # claims that a page key goes on by
MARGIN: Final = 28.0


@dataclass(frozen=True, slots=True)
class Looking:
    """What is looked for, and the claim at the top of the list, from 0."""

    query: str = ""
    top: int = 0


def typed(looking: Looking, sign: str) -> Looking:
    """One more sign of what is looked for."""
    if len(looking.query) >= LONGEST or not sign.isprintable():
        return looking
    return Looking(looking.query + sign)


def erased(looking: Looking) -> Looking:
    """One sign less."""
    return Looking(looking.query[:-1])


def scrolled(looking: Looking, by: int) -> Looking:
    """The list so many claims further on."""
    last = max(0, len(found(looking.query)) - 1)
    return replace(looking, top=min(max(0, looking.top + by), last))


def ordered() -> tuple[Claim, ...]:
    """All claims by who says them, then by their numbers."""
    return tuple(sorted(load_claims().values(), key=lambda c: (_group(c), c.number)))


def _group(claim: Claim) -> int:
    return ORDER.index(claim.says) if claim.says in ORDER else len(ORDER)


@lru_cache(maxsize=64)
def found(query: str) -> tuple[Claim, ...]:
    """The claims that have every word of what is looked for, in any language."""
    words = query.casefold().split()
    return tuple(one for one in ordered() if all(word in _haystack(one) for word in words))


def _haystack(claim: Claim) -> str:
    texts = (*claim.about.values(), *claim.note.values(), claim.text, claim.name, claim.verdict)
    more = (word_of(lang, "claims", claim.verdict) for lang in claim.about)
    return " ".join((*texts, *more, f"#{claim.number}", claim.says)).casefold()


def who(claim: Claim, lang: str) -> str:
    """Who says it, in words."""
    return word_of(lang, "claims", claim.says)


def says(claim: Claim, lang: str) -> str:
    """What it says, in words."""
    return said(claim.about, lang).replace("mm2", "mm²")


def where(claim: Claim, lang: str) -> str:
    """Where it was read, in words."""
    return word_of(lang, "claims", claim.article)


@lru_cache(maxsize=16)
def draw(looking: Looking, look: Look) -> Marks:
    """The list: title, what is looked for, and as many claims as there is room for."""
    kit = kit_of(look)
    palette, sizes, lang = kit.palette, kit.layout.sizes, look.lang
    whole = Area(*kit.layout.safe).inset(-MARGIN, -MARGIN)
    inner = whole.inset(1.6 * MARGIN, MARGIN)
    claims = found(looking.query)
    title = word_of(lang, "claims", "title")
    count = word_of(lang, "claims", "count").format(found=len(claims), all=len(ordered()))
    sought = looking.query or word_of(lang, "claims", "search")
    big = 1.5 * sizes.label
    heading = fitted(title, inner.w, big, 700, sizes.least)
    field = Area(inner.x, inner.y + 1.7 * big, inner.w, 1.9 * sizes.label)
    ink = palette.ink if looking.query else palette.small
    marks: list[Mark] = [
        Box(*whole, palette.panel, 16, palette.waiting, 2),
        Label(title, inner.x, inner.y + big, heading, palette.ink, 700),
        Box(*field, palette.ground, 8, palette.waiting, 2),
        Label(sought, field.x + 0.6 * sizes.label, field.y + 1.28 * sizes.label, sizes.label, ink),
        kit.label(
            count,
            field.right - 0.6 * sizes.label,
            field.y + 1.28 * sizes.label,
            sizes.label,
            palette.muted,
            anchor="end",
        ),
    ]
    hint = word_of(lang, "claims", "hint")
    if width(title, big, 700) + width(hint, sizes.small) + 40 < inner.w:
        marks.append(
            Label(hint, inner.right, inner.y + big, sizes.small, palette.small, anchor="end")
        )
    if looking.query:
        x = field.x + 0.7 * sizes.label + width(looking.query, sizes.label)
        y = field.y + 0.4 * sizes.label
        marks.append(Line(((x, y), (x, y + 1.1 * sizes.label)), 2.5, palette.ink))
    room = inner.cut(top=field.bottom - inner.y + 0.4 * sizes.label)
    return (*marks, *_list(kit, claims[looking.top :], room))


def _list(kit: Kit, claims: tuple[Claim, ...], room: Area) -> list[Mark]:
    """As many claims as there is room for, each group below its name."""
    sizes, palette, lang = kit.layout.sizes, kit.palette, kit.look.lang
    marks: list[Mark] = []
    y, group = room.y, ""
    for claim in claims:
        head = who(claim, lang) if who(claim, lang) != group else ""
        block = _claim(kit, claim, Area(room.x, 0.0, room.w, 0.0))
        tall = max(_bottom(mark) for mark in block) + 0.45 * sizes.label
        above = 2.0 * sizes.label if head else 0.0
        if y + above + tall > room.bottom:
            break
        if head:
            y += above
            line = ((room.x, y + 0.35 * sizes.label), (room.right, y + 0.35 * sizes.label))
            marks += [
                Label(head, room.x, y, 1.1 * sizes.label, palette.ink, 700),
                Line(line, 1.5, palette.edge),
            ]
            y += 0.5 * sizes.label
            group = head
        marks += (_lower(mark, y) for mark in block)
        y += tall
    if not claims:
        text = word_of(lang, "claims", "none")
        marks.append(Label(text, room.x, room.y + 2 * sizes.label, sizes.label, palette.muted))
    return marks


def _claim(kit: Kit, claim: Claim, area: Area) -> list[Mark]:
    """One claim: the sign of its verdict, what it says, where, the verdict in a word, and why."""
    sizes, palette, lang = kit.layout.sizes, kit.palette, kit.look.lang
    left, size = area.x + 1.7 * sizes.label, sizes.label
    verdict = word_of(lang, "claims", claim.verdict)
    right = width(verdict, sizes.small, 600) + 24
    base = 1.25 * size
    marks = _sign(kit, claim, Area(area.x, base - 0.78 * size, 0.9 * size, 0.9 * size))
    marks.append(
        Label(
            verdict, area.right, base, sizes.small, palette.ink, 600, anchor="end", ref=_ref(claim)
        )
    )
    for line in wrapped(says(claim, lang), area.right - left - right, size, 600):
        marks.append(Label(line, left, base, size, palette.ink, 600))
        base += 1.25 * size
    note = said(claim.note, lang) if claim.note else ""
    text = f"{where(claim, lang)}{word_of(lang, 'claims', 'colon')}{note}" if note else ""
    for line in wrapped(text or where(claim, lang), area.right - left, sizes.small):
        marks.append(Label(line, left, base, sizes.small, palette.muted))
        base += 1.2 * sizes.small
    return marks


def _ref(claim: Claim) -> str:
    return f"claim:{claim.name}"


def _sign(kit: Kit, claim: Claim, area: Area) -> list[Mark]:
    """As cards have it: a full square holds, a dotted one nobody could check, a struck one does not;
    a small one is too simple, or slipped in its unit."""
    palette = kit.palette
    x, y, r, b = area.x, area.y, area.right, area.bottom
    if claim.verdict == "unverifiable":
        outline = ((x, y), (r, y), (r, b), (x, b), (x, y))
        return [Line(outline, 2.5, palette.muted, (2, 6))]
    if claim.verdict == "contradicted":
        middle = ((x - 5, area.cy), (r + 5, area.cy))
        return [Box(*area, "", 4, palette.muted, 2), Line(middle, 3.0, palette.ink)]
    if claim.verdict == "consistent":
        return [Box(*area, palette.muted, 4)]
    small = area.inset(0.25 * area.w)
    return [Box(*area, "", 4, palette.muted, 2), Box(*small, palette.muted, 2)]


def _bottom(mark: Mark) -> float:
    return mark.y + 0.3 * mark.size if isinstance(mark, Label) else 0.0


def _lower(mark: Mark, by: float) -> Mark:
    if isinstance(mark, Line):
        return replace(mark, points=tuple((x, y + by) for x, y in mark.points))
    return replace(mark, y=mark.y + by) if isinstance(mark, Label | Box) else mark
