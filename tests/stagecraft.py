"""Looking at frames as a viewer does: where texts stand, what covers what, what changed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache

import viz
from viz.assets_path import data_folder
from viz.stage.look import Look
from viz.stage.marks import Box, Disc, Hatch, Label
from viz.stage.text_metrics import text_extent
from viz.stage.theme import mix

SCENES = tuple(sorted(file.stem for file in data_folder("scenes").glob("*.yaml")))
FLAGSHIP = "weights_stay"
SIZES = ((1920, 1080), (1440, 1080), (1080, 1080), (1080, 1920))
THEMES = ("dark", "light")
LANGS = ("en", "zh")
FRAME = 1 / 60
ENTERS = 0.3  # seconds in which captions and cards have come in


@cache
def show(name=FLAGSHIP, width=1920, height=1080, theme="dark", lang="en"):
    return viz.open(name).looking(width=width, height=height, theme=theme, lang=lang)


def look_of(size, theme="dark", lang="en"):
    return Look(size[0], size[1], theme, lang)


def beat_times(opened):
    """The start, the middle and the last frame of every beat."""
    for span in opened.timeline.beats:
        yield from (span.start, (span.start + span.end) / 2, span.end - FRAME)


def spread_times(opened, count):
    """Moments that fall everywhere, by the golden ratio: no two alike, none on a beat."""
    return tuple(opened.seconds * ((i + 1) * 0.6180339887498949 % 1.0) for i in range(count))


def looked_times(opened, count=25):
    return (*beat_times(opened), *spread_times(opened, count))


@dataclass(frozen=True)
class Words:
    """A label and the box that its text fills: capitals above the baseline, tails below it."""

    label: Label
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other, by=0.5):
        return (
            min(self.right, other.right) - max(self.left, other.left) > by
            and min(self.bottom, other.bottom) - max(self.top, other.top) > by
        )


def words_of(label):
    left, right = text_extent(label)
    return Words(label, left, label.y - 0.78 * label.size, right, label.y + 0.2 * label.size)


def opaque(mark):
    """Whether nothing shows through a mark where it is: a filled box of full strength."""
    return (isinstance(mark, Box) and bool(mark.fill)) or isinstance(mark, Hatch)


def covers(mark, words):
    return (
        mark.alpha >= 1
        and opaque(mark)
        and mark.x <= words.left + 1
        and mark.y <= words.top + 1
        and mark.x + mark.w >= words.right - 1
        and mark.y + mark.h >= words.bottom - 1
    )


def all_marks(frame):
    return (*frame.still, *frame.all)


def seen_words(frame):
    """The words of a frame that a viewer sees, each with its place in the order of marks."""
    marks = all_marks(frame)
    cards = [(i, mark) for i, mark in enumerate(marks) if opaque(mark) and mark.alpha >= 1]
    for i, mark in enumerate(marks):
        if isinstance(mark, Label) and mark.text.strip() and mark.alpha > 0:
            words = words_of(mark)
            if not any(at > i and covers(card, words) for at, card in cards):
                yield i, words


@dataclass(frozen=True)
class Watched:
    """A frame and the words on it, as they were at a moment of a show."""

    t: float
    frame: object
    words: tuple[tuple[int, Words], ...]


@cache
def watched(name, size, theme, lang, count=25, few=False):
    """A show as seen at many moments, in one look. Words that a card is about to hide are left
    out: for the quarter of a second in which it enters, it lies over them and shows them."""
    opened = show(name, *size, theme, lang)
    middles = ((span.start + span.end) / 2 for span in opened.timeline.beats)
    moments = (*(middles if few else beat_times(opened)), *spread_times(opened, count))
    return opened, tuple(watched_at(opened, t) for t in moments)


def watched_at(opened, t):
    """One moment of a show."""
    frame = opened.frame(t)
    words = tuple(seen_words(frame))
    span = opened.timeline.span(t)
    if span.beat.ask is not None and t - span.start < ENTERS:
        kept = {later.label.text for _, later in seen_words(opened.frame(span.start + ENTERS))}
        words = tuple((i, word) for i, word in words if word.label.text in kept)
    return Watched(t, frame, words)


def surface_under(frame, i, words):
    """The colour that words stand on: all that was laid before them, one over the other."""
    colour = frame.ground
    x, y = (words.left + words.right) / 2, (words.top + words.bottom) / 2
    for mark in all_marks(frame)[:i]:
        if isinstance(mark, Disc):
            there = (mark.x - x) ** 2 + (mark.y - y) ** 2 < mark.r**2 and bool(mark.fill)
        else:
            there = (
                opaque(mark) and mark.x <= x <= mark.x + mark.w and mark.y <= y <= mark.y + mark.h
            )
        if there:
            colour = mix(mark.fill, colour, mark.alpha)
    return colour


def changed(before, after):
    """Marks of either frame that the other does not have, count for count."""
    a, b = Counter(all_marks(before)), Counter(all_marks(after))
    return [*(a - b), *(b - a)]


def labels(frame):
    return [mark for mark in all_marks(frame) if isinstance(mark, Label)]


def text_of(frame, of):
    """The texts of the labels that show a quantity."""
    return [label.text for label in labels(frame) if label.of == of]
