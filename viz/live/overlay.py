"""What only a live show has, as marks over the stage: the playback pill, help and sources.

The clock badge of the stage tells the slow motion of the scene. Where the viewer plays faster or
slower than that, the pill tells the playback factor and the two together, so that what is on
screen stays true.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from viz.live.hand_keys import HELP
from viz.live.panel import Row, Sheet, panel
from viz.live.session import Session
from viz.live.sources import source_sheet
from viz.live.words import does, word
from viz.stage.layout import layout
from viz.stage.look import Look
from viz.stage.marks import Box, Label, Mark, Marks, Shape
from viz.stage.theme import Palette, palette
from viz.stage.type import width
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Timeline

SOURCE_ROOM: Final = 1840.0  # stage units: sources are long
HELP_ROOM: Final = 1700.0


def marks(timeline: Timeline, session: Session, look: Look) -> Marks:
    """Everything over the stage at the session's moment."""
    over = pill(timeline, session, look)
    if session.panel == "help":
        return over + help_panel(look)
    if session.panel == "sources":
        at = ScreenSeconds(session.transport.at)
        return over + panel(source_sheet(timeline, at, look.lang), look, SOURCE_ROOM)
    return over


def pill(timeline: Timeline, session: Session, look: Look) -> Marks:
    """The playback state at the top right, above the clock badge; none while all is plain."""
    transport = session.transport
    text = pill_text(timeline, session, look.lang)
    if not text:
        return ()
    colours = palette(look.theme)
    place = layout(look)
    left, top, badge_w, _ = place.badge
    size = place.sizes.small
    high = 1.8 * size
    wide = width(text, size, 600) + 3.4 * size
    x, y = left + badge_w - wide, top - high - 0.4 * size
    running = transport.running or transport.held
    return (
        Box(x, y, wide, high, fill=colours.panel, r=high / 2, edge=colours.waiting, edge_w=2),
        *_icon(x + 0.9 * size, y + high / 2, 0.42 * size, running=running, colours=colours),
        Label(text, x + 2.5 * size, y + 0.7 * high, size, colours.ink, 600),
    )


def plaque(text: str, look: Look) -> Marks:
    """A few words to the person at the keyboard, above the clock badge."""
    colours, place = palette(look.theme), layout(look)
    size = place.sizes.small
    left, top, badge_w, _ = place.badge
    wide, high = width(text, size, 600) + 1.6 * size, 1.8 * size
    x, y = left + badge_w - wide, top - high - 0.4 * size
    return (
        Box(x, y, wide, high, fill=colours.panel, r=high / 2, edge=colours.waiting, edge_w=2),
        Label(text, x + 0.8 * size, y + 0.7 * high, size, colours.ink, 600),
    )


def pill_text(timeline: Timeline, session: Session, lang: str) -> str:
    """What the pill says; empty while the show plays as it was made."""
    transport = session.transport
    said: list[str] = []
    if transport.ended:
        said.append(word(lang, "ended_next" if session.after else "ended"))
    elif not transport.playing:
        waits = any(abs(stop - transport.at) < 1e-9 for stop in transport.stops)
        said.append(word(lang, "waiting" if waits else "paused"))
    if transport.speed != 1.0:
        said.append(word(lang, "playback").format(factor(transport.speed)))
        pace = timeline.lens.pace(ScreenSeconds(transport.at)) * transport.speed
        if pace > 0 and transport.running:
            said.append(motion(pace, lang))
    return " · ".join(said)


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


def motion(pace: float, lang: str) -> str:
    """The factor between hardware and wall clock at a pace in hardware s per wall s."""
    if abs(pace - 1.0) < 5e-4:
        return word(lang, "real")
    if pace < 1.0:
        return word(lang, "slow").format(factor(1.0 / pace))
    return word(lang, "fast").format(factor(pace))


def factor(value: float) -> str:
    """A factor as people write it: 2, 1/8, 12,500."""
    if 0 < value < 1 and (1 / value).is_integer():
        return f"1/{round(1 / value)}"
    digits = f"{value:.3g}" if value < 1000 else f"{float(f'{value:.3g}'):,.0f}"
    return digits.removesuffix(".0")


def _icon(x: float, y: float, half: float, *, running: bool, colours: Palette) -> list[Mark]:
    """Two triangles while it plays, two bars while it stands, about a point (x left, y middle)."""
    if running:
        steps = (x, x + 1.25 * half)
        return [
            Shape(((s, y - half), (s + 1.25 * half, y), (s, y + half)), colours.ink) for s in steps
        ]
    bars = (x + 0.25 * half, x + 1.5 * half)
    return [Box(s, y - half, 0.7 * half, 2 * half, fill=colours.ink, r=1) for s in bars]


@lru_cache(maxsize=16)
def help_panel(look: Look) -> Marks:
    """Every row of the key table, on one screen."""
    rows = tuple(Row(("", does(look.lang, row.action)), keys=row.shown) for row in HELP)
    notes = (word(look.lang, "drag"), word(look.lang, "honest"))
    title, hint = word(look.lang, "help"), word(look.lang, "close")
    return panel(Sheet(title, hint, rows, (0.3, 0.7), notes, halves=True), look, HELP_ROOM)
