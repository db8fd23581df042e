"""What lies over the stage while somebody plays it: the pill of the playback, the sources, a shade.

The clock badge of the stage tells the slow motion of the scene. Where the viewer plays faster or
slower than that, the pill tells the playback factor and the two together, so that what is on
screen stays true: in the window, and in a film of what was played.
"""

from __future__ import annotations

from typing import Final

from viz.picture.furniture.all_sources import source_sheet
from viz.picture.furniture.table_panel import panel
from viz.stage.i18n import word_of
from viz.stage.layout import layout
from viz.stage.look import Look
from viz.stage.marks import Box, Frame, Label, Mark, Marks, Shape
from viz.stage.text_metrics import width
from viz.stage.theme import Palette, palette
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Timeline
from viz.timeline.take import Sight

SOURCE_ROOM: Final = 1840.0  # stage units: sources are long
DIMMED: Final = 0.75  # how opaque the ground is that lies under a panel
SHADES: Final = {"black": "#000000", "white": "#FFFFFF"}


def shaded(look: Look, shade: str) -> Frame:
    """A blank picture of a shade, "black" or "white"."""
    return Frame(*look.stage, SHADES[shade], (), ())


def pill(timeline: Timeline, at: ScreenSeconds, sight: Sight, look: Look, *, runs: bool) -> Marks:
    """The playback state at the top right, above the clock badge; none while all is plain.

    `runs`: the show goes on by itself, or by the hand on its line.
    """
    text = pill_text(timeline, at, sight, look.lang, runs=runs)
    if not text:
        return ()
    size = layout(look).sizes.small
    box, words = plaque(text, look, 2.5, 0.9)
    icon = (box.x + 0.9 * size, box.y + box.h / 2, 0.42 * size)
    return (box, *_icon(*icon, runs=runs, colours=palette(look.theme)), words)


def plaque(text: str, look: Look, before: float = 0.8, after: float = 0.8) -> tuple[Box, Label]:
    """A few words above the clock badge, with room before and after them, in sizes of the type."""
    colours, place = palette(look.theme), layout(look)
    size = place.sizes.small
    left, top, badge_w, _ = place.badge
    high, wide = 1.8 * size, width(text, size, 600) + (before + after) * size
    x, y = left + badge_w - wide, top - high - 0.4 * size
    return (
        Box(x, y, wide, high, fill=colours.panel, r=high / 2, edge=colours.waiting, edge_w=2),
        Label(text, x + before * size, y + 0.7 * high, size, colours.ink, 600),
    )


def pill_text(timeline: Timeline, at: ScreenSeconds, sight: Sight, lang: str, *, runs: bool) -> str:
    """What the pill says; empty while the show plays as it was made."""
    said = [word_of(lang, "live", sight.state)] if sight.state else []
    if sight.rate != 1.0:
        said.append(word_of(lang, "live", "playback").format(factor(sight.rate)))
        pace = timeline.lens.pace(at) * sight.rate
        if pace > 0 and runs:
            said.append(motion(pace, lang))
    return " · ".join(said)


def sources(timeline: Timeline, at: ScreenSeconds, look: Look) -> Marks:
    """Every number on stage at a moment, and who says it, as a panel over the stage."""
    return over(panel(source_sheet(timeline, at, look.lang), look, SOURCE_ROOM), look)


def over(marks: Marks, look: Look) -> Marks:
    """A panel over a stage that is dimmed, so that no half word beside it asks to be read."""
    w, h = look.stage
    return (Box(0, 0, w, h, palette(look.theme).ground, alpha=DIMMED), *marks)


def motion(pace: float, lang: str) -> str:
    """The factor between hardware and wall clock at a pace in hardware s per wall s."""
    if abs(pace - 1.0) < 5e-4:
        return word_of(lang, "live", "real")
    if pace < 1.0:
        return word_of(lang, "live", "slow").format(factor(1.0 / pace))
    return word_of(lang, "live", "fast").format(factor(pace))


def factor(value: float) -> str:
    """A factor as people write it: 2, 1/8, 12,500."""
    if 0 < value < 1 and (1 / value).is_integer():
        return f"1/{round(1 / value)}"
    digits = f"{value:.3g}" if value < 1000 else f"{float(f'{value:.3g}'):,.0f}"
    return digits.removesuffix(".0")


def _icon(x: float, y: float, half: float, *, runs: bool, colours: Palette) -> list[Mark]:
    """Two triangles while it plays, two bars while it stands, about a point (x left, y middle)."""
    if runs:
        steps = (x, x + 1.25 * half)
        return [
            Shape(((s, y - half), (s + 1.25 * half, y), (s, y + half)), colours.ink) for s in steps
        ]
    bars = (x + 0.25 * half, x + 1.5 * half)
    return [Box(s, y - half, 0.7 * half, 2 * half, fill=colours.ink, r=1) for s in bars]
