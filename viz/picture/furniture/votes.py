"""Hands counted at a question: a bar and a number beside each choice, and what most of them said."""

from __future__ import annotations

from viz.scene.answers import Answer
from viz.scene.types import Question
from viz.stage.i18n import said
from viz.stage.marks import Area, Box, Label, Mark, Marks
from viz.stage.text_metrics import fitted, width, wrapped
from viz.stage.view import ScreenView
from viz.timeline.take import Vote

LEAST_BAR = 60.0  # stage units: where less room is left beside a choice, its number stands alone


def counted(view: ScreenView) -> Vote | None:
    """The hands of the question that is on stage, once somebody has begun to count."""
    return view.timeline.take.vote(view.timeline.span(view.t).index)


def room(view: ScreenView, vote: Vote) -> float:
    """How much of a choice's row the number takes."""
    size = view.kit.layout.sizes.numeral
    return max(width(str(count), size, 700) for count in (*vote.counts, 888)) + 1.2 * size


def draw(view: ScreenView, vote: Vote, index: int, left: float, area: Area) -> Marks:
    """Bar and number of one choice, whose words end at `left`, in its row."""
    palette, sizes = view.kit.palette, view.kit.layout.sizes
    x, y, w, h = area
    most, count = max(vote.counts), vote.counts[index]
    leads = count == most and count > 0
    size, wide = sizes.numeral * 0.9, room(view, vote) - 0.4 * sizes.numeral
    high = max(min(h * 0.56, sizes.numeral * 1.5), 1.15 * size)
    box, middle = x + w - wide, y + h / 2
    name = f"vote:{index}"
    marks: list[Mark] = [
        Box(box, middle - high / 2, wide, high, palette.panel, 8, palette.waiting, 2.5, of=name),
        Label(
            str(count),
            box + wide / 2,
            middle + size * 0.36,
            size,
            palette.ink,
            700,
            "middle",
            of=name,
        ),
    ]
    free = box - 24 - left
    if free >= LEAST_BAR and count:
        colour = palette.ink if leads else palette.waiting
        long = max(free * count / most, 6.0)
        marks.append(Box(left, middle - high * 0.24, long, high * 0.48, colour, 4, of=name))
    return tuple(marks)


def said_by_most(view: ScreenView, asked: Question, answer: Answer, area: Area) -> Marks:
    """At the foot of the card: what most hands said, and what it was."""
    vote = counted(view)
    if vote is None or not vote.total:
        return ()
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
