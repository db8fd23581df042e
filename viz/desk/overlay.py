"""What only a live show has, as marks over the stage: help, the button of the knobs, the playback."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from viz.desk.desk_words import does, word
from viz.desk.interaction_keys import HELP
from viz.desk.session import Session, sight_of
from viz.picture.furniture import playback
from viz.picture.furniture.table_panel import Row, Sheet, panel
from viz.stage.layout import layout
from viz.stage.look import Look
from viz.stage.marks import Box, Label, Marks
from viz.stage.text_metrics import width
from viz.stage.theme import palette
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Timeline

HELP_ROOM: Final = 1700.0


def marks(timeline: Timeline, session: Session, look: Look) -> Marks:
    """Everything over the stage at the session's moment."""
    over = pill(timeline, session, look)
    if session.panel == "help":
        return over + help_panel(look)
    if session.panel == "sources":
        return over + playback.sources(timeline, ScreenSeconds(session.transport.at), look)
    return over


def pill(timeline: Timeline, session: Session, look: Look) -> Marks:
    """The playback state at the top right, above the clock badge; none while all is plain."""
    transport = session.transport
    runs = transport.running or transport.held
    at = ScreenSeconds(transport.at)
    return playback.pill(timeline, at, sight_of(session), look, runs=runs)


def button_place(look: Look) -> tuple[float, float, float, float]:
    """Where the button stands that opens the knobs: above the title, where nothing else is."""
    place = layout(look)
    size = place.sizes.small
    high = 1.8 * size
    wide = width(word(look.lang, "knobs_button"), size, 600) + 1.6 * size
    return place.title[0], place.badge[1] - high - 0.4 * size, wide, high


def knobs_button(timeline: Timeline, session: Session, look: Look) -> Marks:
    """The button that opens the knobs, for a mouse or a finger; none where there are no knobs."""
    if not timeline.scene.knobs or session.sight.knobs or session.panel:
        return ()
    colours, size = palette(look.theme), layout(look).sizes.small
    x, y, w, h = button_place(look)
    text = word(look.lang, "knobs_button")
    return (
        Box(x, y, w, h, fill=colours.panel, r=h / 2, edge=colours.waiting, edge_w=2),
        Label(text, x + 0.8 * size, y + 0.7 * h, size, colours.ink, 600),
    )


def on_button(timeline: Timeline, session: Session, look: Look, x: float, y: float) -> bool:
    """Whether a point is on the button that opens the knobs."""
    left, top, w, h = button_place(look)
    there = left <= x <= left + w and top - 8 <= y <= top + h + 8
    return there and bool(knobs_button(timeline, session, look))


@lru_cache(maxsize=16)
def help_panel(look: Look) -> Marks:
    """Every row of the key table, on one screen."""
    rows = tuple(Row(("", does(look.lang, row.action)), keys=row.shown) for row in HELP)
    notes = (word(look.lang, "drag"), word(look.lang, "honest"))
    title, hint = word(look.lang, "help"), word(look.lang, "close")
    sheet = Sheet(title, hint, rows, (0.3, 0.7), notes, halves=True)
    return playback.over(panel(sheet, look, HELP_ROOM), look)
