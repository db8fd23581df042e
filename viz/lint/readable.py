"""What a viewer could not read on a finished frame: `viz check` and the tests ask the same.

Looked at are the words that are seen: one under an opaque card is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from math import floor
from typing import Final, Literal

from viz.stage.layout import layout
from viz.stage.look import Look
from viz.stage.marks import (
    Area,
    Box,
    Disc,
    Field,
    Frame,
    Gradient,
    Hatch,
    Ink,
    Label,
)
from viz.stage.text_metrics import label_box, middle
from viz.stage.theme import contrast, mix
from viz.stage.walk import Openings, inside, light, seen

CONTRAST: Final = 4.5  # to 1, of any text: WCAG 2.2, 1.4.3
ALONG: Final = (0.1, 0.5, 0.9)  # shares of a line at which its ground is looked at
TOUCH: Final = 0.5  # stage units by which boxes of words may overlap
GROUNDS: Final = (Box, Hatch, Disc, Field, Gradient)  # marks that words may stand on
Kind = Literal["meets", "outside", "small", "faint"]


@dataclass(frozen=True, slots=True)
class Unread:
    """One thing that is hard to read on a frame, and how it would be right."""

    kind: Kind
    text: str
    what: str
    write: str


@dataclass(frozen=True, slots=True)
class Words:
    """A label that is seen, its box, how opaque it is, and the marks that it may lie on, each with
    the clips that it is seen through."""

    label: Label
    box: Area
    light: float
    under: tuple[tuple[Ink, Openings], ...]

    def meets(self, other: Words, by: float = TOUCH) -> bool:
        """Whether the boxes of two labels overlap by more than so many stage units."""
        (x, y, w, h), (x2, y2, w2, h2) = self.box, other.box
        return min(x + w, x2 + w2) - max(x, x2) > by and min(y + h, y2 + h2) - max(y, y2) > by


def readable(frame: Frame, look: Look) -> tuple[Unread, ...]:
    """What cannot be read on a frame that was made for a look; nothing where all of it can."""
    words = seen_words(frame)
    return (*_meeting(words), *_outside(words, look), *_small(words, look), *_faint(words, frame))


def seen_words(frame: Frame) -> tuple[Words, ...]:
    """The words of a frame that a viewer sees, in the order in which they are drawn."""
    marks = tuple(enumerate(seen(frame)))
    cards = [(i, one) for i, one in marks if _opaque(one[0]) and light(*one) >= 1]
    grounds = [(i, one) for i, one in marks if isinstance(one[0], GROUNDS)]
    found = []
    for i, (mark, openings) in marks:
        if not isinstance(mark, Label) or not mark.text.strip() or light(mark, openings) <= 0:
            continue
        box, (x, y) = label_box(mark), middle(mark)
        if _away(box, frame) or not inside(openings, x, y):
            continue
        if not any(at > i and _covers(card, box) for at, card in cards):
            under = (one for at, one in grounds if at < i and _at_height(one[0], y))
            found.append(Words(mark, box, light(mark, openings), tuple(under)))
    return tuple(found)


def _meeting(words: tuple[Words, ...]) -> Iterator[Unread]:
    for i, one in enumerate(words):
        for other in words[i + 1 :]:
            if one.meets(other):
                what = f"'{one.label.text}' lies on '{other.label.text}'"
                yield Unread("meets", one.label.text, what, "fewer words, or more room for them")


def _outside(words: tuple[Words, ...], look: Look) -> Iterator[Unread]:
    left, top, wide, high = layout(look).safe
    for word in words:
        x, y, w, h = word.box
        over = max(left - x, top - y, x + w - left - wide, y + h - top - high)
        if over > TOUCH:
            what = f"'{word.label.text}' leaves the safe area by {over:.0f}"
            yield Unread("outside", word.label.text, what, "fewer words, or a smaller place")


def _small(words: tuple[Words, ...], look: Look) -> Iterator[Unread]:
    least = layout(look).sizes.least
    for word in words:
        size = word.label.size
        if size < least - 1e-6:
            what = f"'{word.label.text}' is {size:.0f} high, below {least:g}"
            write = "fewer words, or fewer things in one place"
            yield Unread("small", word.label.text, what, write)


def _faint(words: tuple[Words, ...], frame: Frame) -> Iterator[Unread]:
    for word in words:
        if word.light < 1:
            continue  # on its way in or out, for a quarter of a second
        grounds = {ground_of(word, frame, share) for share in ALONG}
        found = min(contrast(word.label.fill, ground) for ground in grounds)
        if found < CONTRAST:
            what = f"'{word.label.text}' has a contrast of {found:.2f}:1"
            yield Unread("faint", word.label.text, what, f"at least {CONTRAST:g}:1")


def ground_of(word: Words, frame: Frame, along: float = 0.5) -> str:
    """The colour that words stand on at a share of their length: all that was laid before them, one
    over the other."""
    colour = frame.ground
    left, top, wide, high = word.box
    x, y = left + wide * along, top + high / 2
    for mark, openings in word.under:
        fill, alpha = _colour_at(mark, x, y) if inside(openings, x, y) else ("", 0.0)
        if fill:
            colour = mix(fill, colour, light(replace(mark, alpha=alpha), openings))
    return colour


def _colour_at(mark: Ink, x: float, y: float) -> tuple[str, float]:
    """The colour of a mark at a point, and how opaque it is; "" where it has none."""
    if isinstance(mark, Disc):
        there = (mark.x - x) ** 2 + (mark.y - y) ** 2 < mark.r**2
        return (mark.fill, mark.alpha) if there else ("", 0.0)
    if isinstance(mark, Field):
        column, row = floor((x - mark.x) / mark.pitch_x), floor((y - mark.y) / mark.pitch_y)
        if 0 <= column < mark.columns and 0 <= row < mark.rows:
            shade = mark.shades[mark.cells[row * mark.columns + column]]
            return shade.fill, shade.alpha * mark.alpha
    elif isinstance(mark, Box | Hatch | Gradient) and (
        mark.x <= x <= mark.x + mark.w and mark.y <= y <= mark.y + mark.h
    ):
        if not isinstance(mark, Gradient):
            return mark.fill, mark.alpha
        return _stop_at(mark, (y - mark.y) / mark.h if mark.down else (x - mark.x) / mark.w)
    return "", 0.0


def _stop_at(mark: Gradient, share: float) -> tuple[str, float]:
    """Colour and opacity of a gradient at a share of its way."""
    for (a, fill, alpha), (b, next_fill, next_alpha) in pairwise(mark.stops):
        if share <= b:
            part = min(1.0, max(0.0, (share - a) / (b - a))) if b > a else 1.0
            return mix(next_fill, fill, part), (alpha + (next_alpha - alpha) * part) * mark.alpha
    _, fill, alpha = mark.stops[-1]
    return fill, alpha * mark.alpha


def _at_height(mark: Ink, y: float) -> bool:
    """Whether a ground may be met at a height."""
    if isinstance(mark, Disc):
        return abs(mark.y - y) < mark.r
    if isinstance(mark, Box | Hatch | Gradient):
        return mark.y <= y <= mark.y + mark.h
    return True


def _away(box: Area, frame: Frame) -> bool:
    """Whether a box lies outside the picture, as labels of a world do while it is seen closer."""
    x, y, w, h = box
    return x + w <= 0 or y + h <= 0 or x >= frame.width or y >= frame.height


def _opaque(mark: Ink) -> bool:
    """Whether nothing shows through a mark where it is: a filled box of full strength."""
    return (isinstance(mark, Box) and bool(mark.fill)) or isinstance(mark, Hatch)


def _covers(card: tuple[Ink, Openings], box: Area) -> bool:
    mark, openings = card
    if not isinstance(mark, Box | Hatch):
        return False
    x, y, w, h = box
    corners = ((x, y), (x + w, y), (x, y + h), (x + w, y + h))
    return (
        all(inside(openings, *corner) for corner in corners)
        and mark.x <= x + 1
        and mark.y <= y + 1
        and mark.x + mark.w >= x + w - 1
        and mark.y + mark.h >= y + h - 1
    )
