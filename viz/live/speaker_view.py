"""The speaker's window as marks: pictures to the left and right, time, steps, notes, keys.

The two pictures themselves are painted into the areas that `areas` gives (viz.live.thumbnails).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from viz.desk.desk_words import talk_word
from viz.desk.keymap import Action
from viz.live.speaker_facts import BOLD, Desk
from viz.picture.furniture.table_panel import clipped
from viz.stage.i18n import filled
from viz.stage.look import Look
from viz.stage.marks import Area, Box, Disc, Frame, Label, Line, Mark
from viz.stage.text_metrics import fitted, width, wrapped
from viz.stage.theme import Palette, palette

NOTES_PIXELS: Final = 24.0  # smaller notes nobody reads from a lectern
HEAD: Final = 204.0  # stage units above the pictures
GAP: Final = 32.0
FOOT: Final = 215.0  # stage units under the large picture
KEYS: Final[tuple[tuple[str, str, Action], ...]] = (
    ("→", "cap_next", "next_step"),
    ("←", "cap_back", "previous_step"),
    ("B", "cap_black", "black"),
    ("K", "cap_knobs", "knobs"),
    ("G", "cap_go_to", "go_to"),
    ("?", "cap_help", "help"),
    ("R", "cap_reset", "reset_timer"),
    ("F5", "cap_start", "start"),
    ("I", "cap_sources", "sources"),
    ("A", "cap_notes", "larger"),
)


@dataclass(frozen=True, slots=True)
class Areas:
    """Where the parts stand, in stage units."""

    head: Area
    clocks: Area
    now: Area
    foot: Area
    coming: Area
    notes: Area


def areas(look: Look) -> Areas:
    """The parts of the window: two columns, or one where the window is not wide."""
    w, h = look.stage
    if look.form in ("wide", "narrow"):
        m = 0.05 * w
        left, right = 0.5625 * w, w - 2 * m - 0.5625 * w - GAP
        x = m + left + GAP
        high, small = min(left * 9 / 16, h - HEAD - FOOT - 54), right * 9 / 16
        top = HEAD + small + 62
        return Areas(
            head=(m, 50, left, 104),
            clocks=(x, 56, right, 124),
            now=(m, HEAD, left, high),
            foot=(m, HEAD + high, left, FOOT),
            coming=(x, HEAD, right, small),
            notes=(x, top, right, h - 54 - top),
        )
    m = 54.0
    inner = w - 2 * m
    high = min(inner * 9 / 16, 0.32 * h)
    y = 330.0
    under = y + high + FOOT + 40
    small = min(inner * 0.4, (h - under - 54) * 0.5)
    return Areas(
        head=(m, 50, inner, 104),
        clocks=(m, 180, inner, 124),
        now=(m, y, inner, high),
        foot=(m, y + high, inner, FOOT),
        coming=(m, under, small, small * 9 / 16),
        notes=(m + small + GAP, under, inner - small - GAP, h - 54 - under),
    )


def frame(desk: Desk, look: Look) -> Frame:
    """The window without its two pictures."""
    colours, places = palette(look.theme), areas(look)
    marks = [
        *_head(desk, places.head, colours),
        *_clocks(desk, places.clocks, colours),
        *_edge(places.now, colours.ink, 4),
        *_edge(places.coming, colours.edge, 3),
        *_foot(desk, places.foot, look, colours),
        *_coming(desk, places, look, colours),
        *_notes(desk, places.notes, look, colours),
    ]
    return Frame(*look.stage, colours.ground, still=(), marks=tuple(marks))


def head(desk: Desk, look: Look) -> Frame:
    """The title and the clocks alone."""
    colours, places = palette(look.theme), areas(look)
    marks = (*_head(desk, places.head, colours), *_clocks(desk, places.clocks, colours))
    return Frame(*look.stage, colours.ground, still=(), marks=marks)


def _edge(area: Area, ink: str, wide: float) -> list[Mark]:
    x, y, w, h = area
    return [Box(x - wide, y - wide, w + 2 * wide, h + 2 * wide, r=6, edge=ink, edge_w=wide)]


def _line(
    text: str, x: float, y: float, size: float, ink: str, room: float, weight: int = 400
) -> Label:
    """A label that keeps to its room: smaller first, then shorter."""
    size = fitted(text, room, size, weight, size * 0.7)
    return Label(clipped(text, room, size, weight), x, y, size, ink, weight)


def _head(desk: Desk, area: Area, colours: Palette) -> list[Mark]:
    x, y, w, _ = area
    return [
        _line(desk.title, x, y + 54, 54, colours.ink, w, 700),
        _line(desk.where, x, y + 100, 30, colours.muted, w),
    ]


def _clocks(desk: Desk, area: Area, colours: Palette) -> list[Mark]:
    x, y, w, h = area
    k = min(1.0, w / 616)
    alarm = colours.warn if desk.urgency else colours.ink
    marks: list[Mark] = []
    columns = ((x, "wall", desk.wall), (x + 194 * k, "elapsed", desk.elapsed))
    for left, name, value in columns:
        word = talk_word(desk.lang, name)
        marks.append(Label(word, left, y + 30, 24 * k, colours.muted))
        marks.append(_line(value, left, y + 84, 54 * k, colours.ink, 178 * k, 700))
        if name == "elapsed" and desk.remaining:
            after = left + width(word, 24 * k) + 10 * k
            ink = colours.warn if desk.urgency else colours.muted
            marks.append(Label(desk.percent, after, y + 30, 24 * k, ink, 700))
    if not desk.remaining:
        return marks
    over = desk.urgency == "over"
    edge = colours.warn if desk.urgency else colours.edge
    fill = colours.warn if over else colours.ground
    ink = colours.ground if over else alarm
    box_w, right = 240 * k, x + w
    marks += [
        Box(right - box_w, y, box_w, 98, fill, 14, edge, 4),
        Label(
            talk_word(desk.lang, "remaining"),
            right - box_w + 20 * k,
            y + 32,
            24 * k,
            colours.ground if over else colours.ink,
            600,
        ),
        Label(desk.remaining, right - 20 * k, y + 84, 54 * k, ink, 700, anchor="end"),
    ]
    done = w * min(1.0, desk.share)
    marks.append(Box(x, y + h - 10, w, 10, colours.track, 5))
    if done > 0:
        marks.append(Box(x, y + h - 10, max(done, 10), 10, colours.muted, 5))
    if desk.share > 0.8:
        marks.append(Box(x + 0.8 * w, y + h - 10, max(0.0, done - 0.8 * w), 10, colours.warn))
    mark = x + 0.8 * w
    marks.append(Line(((mark, y + h - 17), (mark, y + h + 7)), 4, colours.ink))
    return marks


def _foot(desk: Desk, area: Area, look: Look, colours: Palette) -> list[Mark]:
    x, y, w, _ = area
    urgent = colours.warn if desk.urgency else colours.muted
    audience = colours.warn if desk.warn else colours.muted
    half = w * 0.5
    left = _line(desk.left, 0, 0, 28, urgent, w * 0.6, 600)
    said = _line(desk.audience, 0, 0, 26, audience, w * 0.56, 600 if desk.warn else 400)
    return [
        _line(desk.step_text, x, y + 52, 36, colours.ink, w * 0.4, 700),
        Label(left.text, x + w, y + 52, left.size, urgent, 600, anchor="end"),
        *_steps(desk, (x, y + 72, w, 10), colours),
        _line(desk.status, x, y + 128, 26, colours.ink, half * 0.86, 600),
        Label(said.text, x + w, y + 128, said.size, audience, said.weight, anchor="end"),
        *_keys(desk.lang, look, colours),
    ]


def _steps(desk: Desk, area: Area, colours: Palette) -> list[Mark]:
    x, y, w, h = area
    gap = min(8.0, w / desk.steps * 0.25)
    each = (w - gap * (desk.steps - 1)) / desk.steps
    marks: list[Mark] = []
    knob = x
    for i in range(desk.steps):
        left = x + i * (each + gap)
        done = each * (1.0 if i < desk.step else desk.done if i == desk.step else 0.0)
        marks.append(Box(left, y, each, h, colours.track, min(h, each) / 2))
        if done > 0:
            marks.append(Box(left, y, min(each, max(done, h)), h, colours.token, min(h, each) / 2))
        knob = left + done if i == desk.step else knob
    return [*marks, Disc(knob, y + h / 2, 12, colours.knob)]


def caps(lang: str, look: Look) -> tuple[tuple[Action, Area, str, str], ...]:
    """The keys that a speaker asks for, as many as fit: what each does, where it stands with its
    word (a finger may press it), its cap, its word."""
    x, foot, room, _ = areas(look).foot
    y, rows = foot + 184, 2 if look.form == "narrow" else 1
    found: list[tuple[Action, Area, str, str]] = []
    left = x
    for cap, name, action in KEYS:
        word = talk_word(lang, name)
        whole = _cap_width(cap) + 10 + width(word, 22)
        if left + whole > x + room:
            left, y, rows = x, y + 48, rows - 1
        if not rows:
            break
        found.append((action, (left, y, whole, 34.0), cap, word))
        left += whole + 26
    return tuple(found)


def pressed(lang: str, look: Look, x: float, y: float) -> Action | None:
    """What a press on a key in the speaker's window does."""
    for action, (left, top, wide, high), _, _ in caps(lang, look):
        if left - 10 <= x <= left + wide + 10 and top - 12 <= y <= top + high + 12:
            return action
    return None


def _cap_width(cap: str) -> float:
    return max(36.0, width(cap, 22, 600) + 20)


def _keys(lang: str, look: Look, colours: Palette) -> list[Mark]:
    marks: list[Mark] = []
    for _, (left, y, _, high), cap, word in caps(lang, look):
        wide = _cap_width(cap)
        marks += [
            Box(left, y, wide, high, colours.panel, 7, colours.waiting, 1.5),
            Label(cap, left + wide / 2, y + 25, 22, colours.ink, 600, anchor="middle"),
            Label(word, left + wide + 10, y + 25, 22, colours.small),
        ]
    return marks


def _coming(desk: Desk, places: Areas, look: Look, colours: Palette) -> list[Mark]:
    x, y, w, h = places.coming
    word = talk_word(desk.lang, "next")
    text = desk.coming or talk_word(desk.lang, "no_next")
    if look.form not in ("wide", "narrow"):
        return [_line(f"{word}: {text}", x, y + h + 38, 26, colours.ink, w, 600)]
    after = x + width(word, 24) + 16
    return [
        Label(word, x, y + h + 38, 24, colours.muted),
        _line(text, after, y + h + 38, 26, colours.ink, x + w - after, 600),
    ]


def lines(desk: Desk, room: float, size: float) -> tuple[tuple[str, int], ...]:
    """The notes in lines that fit, each with its weight; an empty line between paragraphs.

    A paragraph between ** is bold.
    """
    found: list[tuple[str, int]] = []
    for paragraph in desk.notes:
        bold = paragraph.startswith(BOLD) and paragraph.endswith(BOLD) and len(paragraph) > 4
        weight = 600 if bold else 400
        text = paragraph[2:-2] if bold else paragraph
        found += [(line, weight) for line in wrapped(text, room, size, weight)] or [("", 400)]
    return tuple(found)


def _notes(desk: Desk, area: Area, look: Look, colours: Palette) -> list[Mark]:
    """The notes, never below 24 pixels: made smaller down to that, and then scrolled."""
    x, y, w, h = area
    marks: list[Mark] = [Box(x, y, w, h, colours.panel, 18, colours.edge, 2)]
    pad = min(26.0, 0.06 * w)
    least = NOTES_PIXELS * max(1.0, 1 / look.scale)  # nor smaller than that on a fine screen
    if not any(desk.notes):
        size = max(26.0, least)
        text = clipped(talk_word(desk.lang, "nothing"), w - 2 * pad, size, 400)
        return [*marks, Label(text, x + pad, y + pad + size, size, colours.small)]
    size = max(desk.notes_size, least)
    told = lines(desk, w - 2 * pad, size)
    while size > least and 1.5 * size * len(told) > h - 2 * pad:
        size = max(least, size - 1)
        told = lines(desk, w - 2 * pad, size)
    fits = max(1, int((h - 2 * pad) / (1.5 * size)))
    if len(told) > fits:
        fits = max(1, fits - 1)  # the last line tells that there is more
    first = min(desk.scrolled, max(0, len(told) - fits))
    for i, (text, weight) in enumerate(told[first : first + fits]):
        base = y + pad + size * (1.05 + 1.5 * i)
        marks.append(Label(text, x + pad, base, size, colours.ink, weight))
    rest = len(told) - first - fits
    if rest > 0:
        more = filled(talk_word(desk.lang, "more"), count=rest)
        size = min(size, 26.0)
        marks.append(Label(more, x + w - pad, y + h - pad, size, colours.warn, 600, anchor="end"))
    return marks
