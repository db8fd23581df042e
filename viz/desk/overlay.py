"""What the audience sees of a show in hand: the stage, and over it what only a live show has."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from viz.desk import claims_view
from viz.desk.desk_words import does, word
from viz.desk.interaction import Desk, as_made, covered, lent
from viz.desk.keymap import Manner, help_rows
from viz.desk.talk import Talk, pill
from viz.picture.furniture import playback, what_if
from viz.picture.furniture.table_panel import Row, Sheet, panel
from viz.picture.playlist import Playable, Reel
from viz.stage.i18n import word_of
from viz.stage.layout import layout
from viz.stage.look import Look
from viz.stage.marks import Area, Box, Frame, Label, Marks
from viz.stage.text_metrics import width
from viz.stage.theme import palette
from viz.timeline.take import Sight

HELP_ROOM: Final = 1760.0  # stage units


@dataclass(frozen=True, slots=True)
class Seen:
    """What the audience is shown: the show as it has been turned, and what is open beside it."""

    show: Playable
    sight: Sight


def seen(talk: Talk, show: Playable) -> Seen:
    """What is shown now, if nothing is frozen."""
    if talk.published and isinstance(show, Reel):
        show = as_made(show)
    return Seen(show, talk.sight)


def audience(now: Seen, talk: Talk, look: Look) -> Frame:
    """The picture with what is open beside it and over it, but for a shade."""
    look = replace(look, large=now.sight.large)
    state = pill(talk)
    sight = now.sight if isinstance(now.show, Reel) else state
    frame = now.show.seen_in(look).frame(talk.shown, sight)
    if talk.claims is not None:
        return frame.plus(playback.over(claims_view.draw(talk.claims, look), look))
    if _opens_claims(talk, now.show):
        frame = frame.plus(playback.plaque(word_of(look.lang, "claims", "open"), look))
    there = now.show.behind(talk.shown) if talk.sources or not talk.waits else None
    if there is None:
        return frame
    timeline, at = there
    if not talk.waits and not talk.help:
        runs = talk.head.running or talk.head.held
        marks = playback.pill(timeline, at, state, look, runs=runs)
        frame = frame.plus(marks) if marks else frame
    return frame.plus(playback.sources(timeline, at, look)) if talk.sources else frame


def _opens_claims(talk: Talk, show: Playable) -> bool:
    """Whether the step on stage leads to the list of all claims: its beat is marked `claims`."""
    if not isinstance(show, Reel) or not talk.finished:
        return False
    beats = show.timelines[talk.now.scene].scene.beats
    return talk.now.beat < len(beats) and beats[talk.now.beat].mark == "claims"


def hall(
    now: Seen,
    talk: Talk,
    look: Look,
    *,
    helps: bool = False,
    typed: str = "",
    pointing: bool = False,
) -> Frame:
    """The whole picture of a window; `typed` is what a lone one must tell whoever holds the show,
    `pointing` whether the mouse was moved a moment ago."""
    if talk.shade:
        return playback.shaded(look, talk.shade)
    frame = audience(now, talk, look)
    if typed:
        frame = frame.plus(playback.plaque(typed, look))
    if helps:
        return frame.plus(playback.over(help_panel(look, talk.manner), look))
    desk = lent(talk, now.show) if pointing and isinstance(now.show, Reel) else None
    return frame.plus(knobs_button(desk, replace(look, large=now.sight.large))) if desk else frame


def button_place(desk: Desk, look: Look) -> Area:
    """Where the button stands that opens the knobs: above the title, after the mark of what was
    turned."""
    size = layout(look).sizes.small
    x, y, high = what_if.row(look)
    if mark := what_if.place(desk.timeline, desk.at, look):
        x += mark[2] + 0.8 * size
    return x, y, width(word(look.lang, "knobs_button"), size, 600) + 1.6 * size, high


def knobs_button(desk: Desk, look: Look) -> Marks:
    """The button that opens the knobs, for a mouse or a finger; none where there are no knobs."""
    if not desk.scene.knobs or desk.sight.knobs or covered(desk.talk):
        return ()
    colours, size = palette(look.theme), layout(look).sizes.small
    x, y, w, h = button_place(desk, look)
    text = word(look.lang, "knobs_button")
    return (
        Box(x, y, w, h, fill=colours.panel, r=h / 2, edge=colours.waiting, edge_w=2),
        Label(text, x + 0.8 * size, y + 0.7 * h, size, colours.ink, 600),
    )


def on_button(desk: Desk, look: Look, x: float, y: float) -> bool:
    """Whether a point is on the button that opens the knobs."""
    left, top, w, h = button_place(desk, look)
    there = left <= x <= left + w and top - 8 <= y <= top + h + 8
    return there and bool(knobs_button(desk, look))


@lru_cache(maxsize=16)
def help_panel(look: Look, manner: Manner) -> Marks:
    """Every row of the key table, on one screen."""
    rows = tuple(
        Row(("", does(look.lang, row.action)), keys=row.shown) for row in help_rows(manner)
    )
    notes = () if manner == "waits" else (word(look.lang, "drag"), word(look.lang, "honest"))
    shares = (0.32, 0.68) if look.form == "wide" else (0.37, 0.63)
    title, hint = word(look.lang, "help"), word(look.lang, "close")
    return panel(Sheet(title, hint, rows, shares, notes, halves=True), look, HELP_ROOM)
