"""A prediction: the question and its choices, a pause to think, then the answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from viz.picture.furniture import votes
from viz.picture.furniture.caption import ease
from viz.scene.answers import Answer, answer_in
from viz.scene.types import Beat, Question
from viz.stage.i18n import said
from viz.stage.icons import check
from viz.stage.marks import Area, Box, Label, Mark, Marks
from viz.stage.panel import flagged, flagged_width
from viz.stage.text_metrics import balanced, width, wrapped
from viz.stage.theme import mix
from viz.stage.view import ScreenView
from viz.timeline.compile import Span
from viz.units import UnitError

BEFORE: Final = 1e-6  # s: so near before a change of the stage stand pictures that wait for it
ANSWER: Final = 0.6  # share of the beat after which the answer is shown, if the scene says nothing
BESIDE: Final = 1200.0  # a card so wide and low has its choices beside the question
LOW: Final = 440.0
WIDEST: Final = 1100.0  # stage units: a longer line of choices is hard to read
NARROWEST: Final = 500.0  # what a card needs; a smaller panel is not covered by one
Panels = tuple[tuple[str, Area], ...]  # what a beat may look at ("left", "bars"), and its panel


def pause_of(beat: Beat) -> float:
    """How long the choices stand before the answer, in screen seconds."""
    pause = beat.ask.pause if beat.ask else 0.0
    return pause or ANSWER * beat.seconds


def answer_at(span: Span) -> float:
    """When the answer of a beat's question comes, in screen seconds of the scene."""
    return float(span.start) + pause_of(span.beat)


def answered(span: Span, t: float) -> bool:
    """Whether the answer of a beat's question is on stage. Whoever stops where it comes still sees
    the question, however its moment was reckoned."""
    return span.beat.ask is not None and t > answer_at(span) + BEFORE / 2


def draw(view: ScreenView, panels: Panels) -> Marks:
    """The card of a question; nothing in a beat without one.

    It covers the whole panel that the beat does not look at, so that nothing is half covered;
    where there is no such panel with room for it, the whole body of the stage.
    """
    span = view.timeline.span(view.t)
    asked = span.beat.ask
    if asked is None:
        return ()
    since = view.t - answer_at(span)
    shown = ease(since / 0.4) if answered(span, view.t) else 0.0
    answer = _answer(view, asked) if shown else None
    x, y, w, h = _place(view, asked, span.beat.look.parts, panels)
    palette = view.kit.palette
    pad = 44.0
    low = w >= BESIDE and h < LOW
    wide = w - 2 * pad if low else min(w - 2 * pad, WIDEST)
    inside = (x + (w - wide) / 2, y + 30, wide, h - 60)
    marks: list[Mark] = [Box(x, y, w, h, palette.panel, 14, palette.waiting, 2.5, ref="question")]
    inner = _side_by_side if low else _one_column
    foot = 1.1 * view.kit.layout.sizes.small if votes.rounds(view) else 0.0  # what most said
    rows = (inside[0], inside[1], inside[2], inside[3] - foot)
    marks += inner(view, asked, rows, answer, shown)
    if answer is not None:
        marks += votes.said_by_most(view, asked, answer, inside)
    else:
        marks += votes.how_many(view, inside)
    enters = ease((view.t - span.start) / 0.25)
    return tuple(replace(mark, alpha=mark.alpha * enters) for mark in marks)


def _answer(view: ScreenView, asked: Question) -> Answer:
    try:
        return answer_in(view.timeline.setting(view.t).scene, asked)
    except UnitError:  # with the knobs as they are turned there is no such value
        return Answer(asked.answer)


def _place(view: ScreenView, asked: Question, look: tuple[str, ...], panels: Panels) -> Area:
    """Where the card stands."""
    if view.timeline.scene.framed:
        return panels[0][1]
    looked = [word.partition(".")[0] for word in look] or ["right"] * (len(panels) > 1)
    free = [area for name, area in panels if name not in looked]
    roomy = [a for a in free if a[2] >= NARROWEST and a[3] >= _height(view, asked, a[2] - 88)]
    if len(panels) > 1 and roomy:
        return max(roomy, key=lambda area: area[2] * area[3])
    x, y, w, h = view.kit.layout.body
    bottom = max((area[1] + area[3] for _, area in panels), default=y + h)
    return x, y, w, min(h, bottom - y)


def _height(view: ScreenView, asked: Question, wide: float) -> float:
    """The least height of a card in which no choice meets the next."""
    sizes = view.kit.layout.sizes
    text = said(asked.question, view.kit.look.lang)
    if wide + 88 >= BESIDE:
        lines = len(wrapped(text, wide * 0.46, sizes.caption, 700)) + (1.5 if asked.value else 0)
        return 60 + max(lines * 1.25 * sizes.caption, len(asked.choices) * sizes.numeral * 1.5)
    lines = len(wrapped(text, wide, sizes.caption, 700))
    rows = len(asked.choices) + (1 if asked.value else 0)
    return 60 + (lines * 1.25 + 0.5) * sizes.caption + rows * sizes.numeral * 1.5


def _side_by_side(
    view: ScreenView, asked: Question, area: Area, answer: Answer | None, shown: float
) -> list[Mark]:
    """In a low and wide card: the question and the value at left, the choices at right."""
    kit, palette, sizes = view.kit, view.kit.palette, view.kit.layout.sizes
    x, y, w, h = area
    left, gap = w * 0.46, 60.0
    size = sizes.caption
    lines = balanced(said(asked.question, kit.look.lang), left, size, 700)
    foot = sizes.numeral * 1.9 if asked.value else 0.0
    base = y + (h - len(lines) * size * 1.25 - foot) / 2 + size
    marks: list[Mark] = []
    for line in lines:
        marks.append(kit.label(line, x, base, size, palette.ink, weight=700, room=left))
        base += size * 1.25
    if answer is not None and answer.value is not None:
        base += foot * 0.5
        marks += [replace(m, alpha=m.alpha * shown) for m in _value(view, answer, x, base, left)]
    row = min(sizes.numeral * 2.6, h / len(asked.choices))
    top = y + (h - row * len(asked.choices)) / 2
    for i, choice in enumerate(asked.choices):
        right = answer is not None and i == answer.index
        place = (x + left + gap, top + i * row, w - left - gap, row)
        marks += _choice(view, said(choice, kit.look.lang), i, shown, place, right=right)
    return marks


def _one_column(
    view: ScreenView, asked: Question, area: Area, answer: Answer | None, shown: float
) -> list[Mark]:
    """Question, choices, and under them the value, as a column in the middle of the card."""
    kit, palette, sizes = view.kit, view.kit.palette, view.kit.layout.sizes
    x, y, w, h = area
    scale = 1.25 if w >= WIDEST and h > 500 else 1.0  # the card has the stage for itself
    size = sizes.caption * scale
    lines = balanced(said(asked.question, kit.look.lang), w, size, 700)
    head = len(lines) * size * 1.25 + size * 0.5
    foot = sizes.numeral * 1.9 * scale if asked.value else 0.0
    row = min(sizes.numeral * 2.6 * scale, (h - head - foot) / len(asked.choices))
    free = h - head - foot - row * len(asked.choices)
    base = y + size + free * 0.4
    marks: list[Mark] = []
    for line in lines:
        marks.append(kit.label(line, x, base, size, palette.ink, weight=700, room=w))
        base += size * 1.25
    top = y + head + free * 0.5
    for i, choice in enumerate(asked.choices):
        right = answer is not None and i == answer.index
        place = (x, top + i * row, w, row)
        marks += _choice(view, said(choice, kit.look.lang), i, shown, place, right=right)
    if answer is not None and answer.value is not None:
        base = top + len(asked.choices) * row + foot * 0.72
        marks += [replace(m, alpha=m.alpha * shown) for m in _value(view, answer, x, base, w)]
    return marks


def _value(view: ScreenView, answer: Answer, x: float, base: float, room: float) -> Marks:
    """What the model says, and who says so."""
    if answer.value is None:
        return ()
    kit, palette, sizes = view.kit, view.kit.palette, view.kit.layout.sizes
    found = answer.value
    word = kit.word("it_was")
    at = x + width(word, sizes.label) + 18
    size = sizes.numeral * 1.1
    number = kit.number(found, at, base, size, palette.computing_text)
    end = at + width(number.text, size, 700) + 28
    marks: Marks = (
        kit.label(word, x, base, sizes.label),
        number,
    )
    if end + flagged_width(kit, found.says) <= x + room:
        marks = (*marks, *flagged(kit, found.says, end, base))
    return marks


def _choice(
    view: ScreenView, text: str, index: int, shown: float, area: Area, *, right: bool
) -> list[Mark]:
    kit, palette, sizes = view.kit, view.kit.palette, view.kit.layout.sizes
    x, y, w, h = area
    key = max(min(h * 0.56, sizes.numeral * 1.7), sizes.least * 1.25)
    size = sizes.numeral * 0.92 * max(1.0, min(1.25, h / (sizes.numeral * 2.6)))
    marks: list[Mark] = []
    if right and shown > 0:
        tint = mix(palette.computing, palette.panel, 0.22)
        marks.append(Box(x - 14, y + h * 0.08, w + 28, h * 0.84, tint, 12, alpha=shown))
    marks.append(Box(x, y + (h - key) / 2, key, key, palette.panel, 8, palette.waiting, 2.5))
    if right and shown > 0.5:
        marks += [Box(x, y + (h - key) / 2, key, key, palette.computing, 8)]
        marks += check(x + key / 2, y + h / 2, key * 0.52, "#FFFFFF", 5)
    else:
        number, small = str(index + 1), max(size * 0.72, sizes.least)
        foot = y + h / 2 + small * 0.36
        marks.append(Label(number, x + key / 2, foot, small, palette.ink, 600, anchor="middle"))
    left = x + key + 26
    ink = palette.ink if right or shown <= 0 else mix(palette.ink, palette.panel, 1 - 0.4 * shown)
    counted = votes.told(view, answered=shown > 0)
    room = w - key - 26 - (votes.room(view, counted, w) if counted else 0.0)
    label = kit.label(text, left, y + h / 2 + size * 0.36, size, ink, weight=600, room=room)
    marks.append(label)
    if counted:
        asked = view.timeline.span(view.t).beat.ask  # all bars begin where the longest words end
        texts = [said(one, kit.look.lang) for one in asked.choices] if asked else [text]
        longest = max(min(width(one, size, 600), room) for one in texts)
        end = max(left + longest + 30, x + min(w * 0.42, key + 26 + room))
        marks += votes.draw(view, counted, index, end, area)
    return marks
