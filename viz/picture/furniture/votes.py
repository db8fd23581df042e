"""Hands counted at a question: how many while it is open; with the answer, each choice's bars, of
this round and the one before, and what most of them said.

Before the answer a room sees only how many hands there are: who sees which choice leads, follows.
"""

from __future__ import annotations

from viz.scene.answers import Answer
from viz.scene.types import Question
from viz.stage.i18n import said
from viz.stage.marks import Area, Box, Label, Mark, Marks
from viz.stage.text_metrics import fitted, width, wrapped
from viz.stage.view import ScreenView
from viz.timeline.take import Vote

NARROW = 560.0  # stage units: in a narrower row a number stands without its per cent
LEAST_BAR = 60.0  # stage units: where less room is left beside a choice, its number stands alone
Rounds = tuple[Vote, ...]  # the last two in which hands were counted, or one


def rounds(view: ScreenView) -> Rounds:
    """The counts of the question that is on stage."""
    return view.timeline.take.rounds(view.timeline.span(view.t).index)[-2:]


def told(view: ScreenView, *, answered: bool) -> Rounds:
    """The counts that are told choice by choice: with the answer, or in a speaker's picture, where
    a count that has only begun is told too."""
    if answered:
        return rounds(view)
    if not view.kit.look.hands:
        return ()
    vote = view.timeline.take.vote(view.timeline.span(view.t).index)
    found = rounds(view)
    return found if vote is None or vote in found else (*found, vote)[-2:]


def room(view: ScreenView, counted: Rounds, wide: float) -> float:
    """How much the numbers take of a choice's row that is so wide."""
    size = view.kit.layout.sizes.numeral
    texts = [
        _text(vote, i, short=wide < NARROW) for vote in counted for i in range(len(vote.counts))
    ]
    return max(width(text, size, 700) for text in (*texts, "888")) + 1.2 * size


def draw(view: ScreenView, counted: Rounds, index: int, left: float, area: Area) -> Marks:
    """Bars and numbers of one choice, whose words end at `left`, in its row: the round before in
    outline above the last one."""
    marks: list[Mark] = []
    x, y, w, h = area
    each = h / len(counted)
    for i, vote in enumerate(counted):
        last = i == len(counted) - 1
        row = (x, y + i * each * 0.86 + 0.07 * h * (len(counted) - 1), w, each)
        marks += _row(view, counted, vote, index, left, row, last=last)
    return tuple(marks)


def _row(
    view: ScreenView,
    counted: Rounds,
    vote: Vote,
    index: int,
    left: float,
    area: Area,
    *,
    last: bool,
) -> list[Mark]:
    if index >= len(vote.counts):
        return []
    palette, sizes = view.kit.palette, view.kit.layout.sizes
    x, y, w, h = area
    count, most = vote.counts[index], max(max(_shares(one)) for one in counted)
    leads = count == max(vote.counts) and count > 0
    size = min(sizes.numeral * 0.9, max(h * 0.62, sizes.least))
    wide = room(view, counted, w) - 0.4 * sizes.numeral
    high = min(max(min(h * 0.56, sizes.numeral * 1.5), 1.15 * size), h * 0.9)
    box, middle = x + w - wide, y + h / 2
    name = f"vote:{index}" if last else ""
    ink = palette.ink if last else palette.muted
    middle_text = (box + wide / 2, middle + size * 0.36, size, ink, 700, "middle")
    marks: list[Mark] = []
    if last:
        edge = (palette.waiting, 2.5)
        marks.append(Box(box, middle - high / 2, wide, high, palette.panel, 8, *edge, of=name))
    marks.append(Label(_text(vote, index, short=w < NARROW), *middle_text, of=name))  # type: ignore[arg-type]
    free = box - 24 - left
    if free < LEAST_BAR or not count:
        return marks
    long, thick = max(free * _shares(vote)[index] / most, 6.0), high * 0.48
    top = middle - thick / 2
    if last:
        colour = palette.ink if leads else palette.waiting
        marks.append(Box(left, top, long, thick, colour, 4, of=name))
    else:
        marks.append(Box(left, top, long, thick, palette.panel, 4, palette.waiting, 2.5))
    return marks


def how_many(view: ScreenView, area: Area) -> Marks:
    """At the foot of a card that waits: how many hands there are, never for what."""
    vote = view.timeline.take.vote(view.timeline.span(view.t).index)
    if vote is None or not vote.total:
        return ()
    kit = view.kit
    key = "tally_closed" if vote.closed else "tally_counted"
    text = kit.word(key, count=vote.total)
    if vote.round > 1:
        text = kit.word("tally_round", round=vote.round, text=text)
    size = kit.layout.sizes.small + 2
    x, y, w, h = area
    base = y + h + kit.layout.sizes.small * 0.4
    return (kit.label(text, x, base, size, kit.palette.ink, weight=600, room=w),)


def said_by_most(view: ScreenView, asked: Question, answer: Answer, area: Area) -> Marks:
    """At the foot of the card: what most hands said, and what it was."""
    counted = rounds(view)
    if not counted:
        return ()
    vote = counted[-1]
    kit = view.kit
    x, _, w, _ = area
    lang, small = kit.look.lang, kit.layout.sizes.small
    first = vote.counts.index(max(vote.counts))
    tied = vote.counts.count(max(vote.counts)) > 1
    hands = kit.word("tally_hands", count=max(vote.counts), total=vote.total)
    you = kit.word("tally_tied") if tied else said(asked.choices[first], lang)
    was = said(asked.choices[answer.index], lang)
    text = kit.word("tally_said", you=you, hands=hands, was=was)
    size = fitted(text, w, small + 2, 600, small)
    if width(text, size, 600) > w:
        text = kit.word("tally_said_short", you=you, was=was)
    lines = wrapped(text, w, size, 600)
    last = area[1] + area[3] + small * 0.4
    return tuple(
        kit.label(line, x, last - 1.25 * size * above, size, kit.palette.ink, weight=600, room=w)
        for above, line in enumerate(reversed(lines))
    )


def _shares(vote: Vote) -> tuple[float, ...]:
    return tuple(count / max(1, vote.total) for count in vote.counts)


def _text(vote: Vote, index: int, *, short: bool) -> str:
    """How many, and which part of all: "23 · 82 %"."""
    count = vote.counts[index] if index < len(vote.counts) else 0
    if short or not vote.total:
        return str(count)
    return f"{count} \N{MIDDLE DOT} {100 * count / vote.total:.0f} %"
