"""Looking at frames as a viewer does: where texts stand, what covers what, what changed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import viz
from viz.assets_path import data_folder
from viz.lint.readable import Unread, readable
from viz.stage.look import Look
from viz.stage.marks import Label
from viz.stage.text_metrics import text_extent

SCENES = tuple(sorted(file.stem for file in data_folder("scenes").glob("*.yaml")))
FLAGSHIP = "weights_stay"
MACHINES = str(Path(__file__).parent / "data" / "two_machines.yaml")  # the actor `machine`, twice
SIZES = ((1920, 1080), (1440, 1080), (1080, 1080), (1080, 1920))
THEMES = ("dark", "light")
LANGS = ("en", "zh")
FRAME = 1 / 60
ENTERS = 0.3  # seconds in which captions and cards have come in
MOVES = 0.65  # and in which what stands in a world has made room for them


@cache
def show(name=MACHINES, width=1920, height=1080, theme="dark", lang="en"):
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


def all_marks(frame):
    return (*frame.still, *frame.all)


@dataclass(frozen=True)
class Watched:
    """A frame as it was at a moment of a show, and what could not be read on it."""

    t: float
    frame: object
    wrong: tuple[Unread, ...]


@cache
def watched(name, size, theme, lang, count=25, few=False):
    """A show as seen at many moments, in one look."""
    opened = show(name, *size, theme, lang)
    middles = ((span.start + span.end) / 2 for span in opened.timeline.beats)
    moments = (*(middles if few else beat_times(opened)), *spread_times(opened, count))
    return opened, tuple(watched_at(opened, t) for t in moments)


def watched_at(opened, t):
    """One moment of a show. A card needs a quarter of a second to come in, and lies over words and
    shows them until then, and one that goes gives them back: what is wrong is what still is then."""
    frame = opened.frame(t)
    wrong = readable(frame, opened.look)
    span = opened.timeline.span(t)
    before = opened.timeline.beats[max(0, span.index - 1)]
    card = span.beat.ask is not None or (opened.scene.framed and before.beat.ask is not None)
    enters = MOVES if opened.scene.framed else ENTERS
    if wrong and card and t - span.start < enters:
        kept = {one.what for one in readable(opened.frame(span.start + enters), opened.look)}
        wrong = tuple(one for one in wrong if one.what in kept)
    return Watched(t, frame, wrong)


def unread(moments, *kinds):
    """What could not be read, once each, with the moment at which it first could not."""
    found = {}
    for moment in moments:
        for one in moment.wrong:
            if not kinds or one.kind in kinds:
                found.setdefault(one.what, round(moment.t, 2))
    return found


def changed(before, after):
    """Marks of either frame that the other does not have, count for count."""
    a, b = Counter(all_marks(before)), Counter(all_marks(after))
    return [*(a - b), *(b - a)]


def labels(frame):
    return [mark for mark in all_marks(frame) if isinstance(mark, Label)]


def text_of(frame, of):
    """The texts that show a quantity."""
    return sentences([label for label in labels(frame) if label.of == of])


def sentences(marks):
    """The texts of labels as a viewer reads them: the parts of one line are one."""
    found, at = [], None
    for label in marks:
        if isinstance(label, Label):
            start, end = text_extent(label)
            if at and at[0] == label.y and abs(start - at[1]) < 0.01:
                found[-1] += label.text
            else:
                found.append(label.text)
            at = label.y, end
    return found
