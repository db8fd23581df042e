"""Named values as dials: a needle where there is a scale, words where there is none, and flags."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

from viz.catalog.types import SAYS, Text
from viz.scene.arithmetic import Ref
from viz.stage.i18n import said
from viz.stage.marks import Arc, Area, Box, Disc, Line, Mark, Marks
from viz.stage.panel import flagged, flagged_width, ground, heading, panel_in
from viz.stage.parameters import parameter
from viz.stage.quantity import Resolved, resolve_all
from viz.stage.style import Focus, Kit, dimmed
from viz.stage.text_metrics import width
from viz.stage.view import StageView

WEIGHT = 0.62
OTHER = "{other}"


@dataclass(frozen=True, slots=True)
class Parameters:
    """Dials, a tile each. Lists go together: the first name, the first value, ..."""

    title: Text = parameter("text", "what the dials are of")
    names: tuple[Text, ...] = parameter("texts", "a name for each dial")
    values: tuple[Ref, ...] = parameter("refs", "where each needle stands; 0 for a dial of words")
    most: tuple[float, ...] = parameter("numbers", "the end of each scale, SI; 0 for none", ())
    others: tuple[Ref, ...] = parameter("refs", "a second value on each scale; 0 for none", ())
    words: tuple[Text, ...] = parameter("texts", "words in the place of a value; else empty", ())
    notes: tuple[Text, ...] = parameter(
        "texts", "a remark under each value; {other} is the second one", ()
    )
    flags: tuple[str, ...] = parameter(
        "words", "who says each that is in words; a value has its own", (), choices=("", *SAYS)
    )


@dataclass(frozen=True, slots=True)
class Dial:
    """One tile."""

    name: str
    text: str
    note: str
    says: str
    share: float | None
    other: float | None
    ref: str
    note_ref: str


def panel(area: Area, kit: Kit, _: Parameters) -> Marks:
    """The panel."""
    return ground(area, kit)


def draw(stage: StageView, area: Area, p: Parameters) -> Marks:
    """All dials as the knobs stand."""
    return _drawn(
        stage.kit, stage.focus, area, said(p.title, stage.kit.look.lang), dials_of(stage, p)
    )


def dials_of(stage: StageView, p: Parameters) -> tuple[Dial, ...]:
    """The dials as the knobs stand."""
    kit, lang = stage.kit, stage.kit.look.lang
    others = resolve_all(stage, p.others)
    dials = []
    for i, one in enumerate(resolve_all(stage, p.values)):
        end = p.most[i] if i < len(p.most) else 0.0
        other = others[i].value if i < len(others) else 0.0
        words = said(p.words[i], lang) if i < len(p.words) and p.words[i].get("en") else ""
        flag = p.flags[i] if words and i < len(p.flags) and p.flags[i] else one.says
        note = said(p.notes[i], lang) if i < len(p.notes) else ""
        second = others[i] if i < len(others) else one
        dials.append(
            Dial(
                name=said(p.names[i], lang) if i < len(p.names) else str(i + 1),
                text=words or kit.written(one),
                note=_note(kit, note, second),
                says=flag,
                share=min(1.0, one.value / end) if end > 0 else None,
                other=min(1.0, other / end) if end > 0 and other > 0 else None,
                ref=one.ref if not words else "",
                note_ref=second.ref if OTHER in note else "",
            )
        )
    return tuple(dials)


def _note(kit: Kit, note: str, other: Resolved) -> str:
    """A remark; OTHER in it is the second value."""
    return note.replace(OTHER, kit.written(other))


@lru_cache(maxsize=64)
def _drawn(kit: Kit, focus: Focus, area: Area, title: str, dials: tuple[Dial, ...]) -> Marks:
    low = area[3] < 330
    place = panel_in(area, kit, subtitle=False)
    x, y, w, h = place.inner
    marks: list[Mark] = []
    if low:  # the tiles need the room of the title
        pad = place.title[0] - area[0]
        y, h = area[1] + pad * 0.6, area[3] - pad * 1.2
    else:
        heads = heading(place, kit, title)
        marks += dimmed(heads, focus.level("dials.head"), kit.palette)
    columns = 3 if w > 620 and (low or w > h * 1.6) else 2
    rows = -(-len(dials) // columns)
    gap = 12.0
    wide, high = (w - gap * (columns - 1)) / columns, (h - gap * (rows - 1)) / rows
    for i, dial in enumerate(dials):
        row, column = divmod(i, columns)
        tile = (x + column * (wide + gap), y + row * (high + gap), wide, high)
        marks += _tile(kit, focus, tile, dial, f"dials.{i + 1}")
    return tuple(marks)


def _tile(kit: Kit, focus: Focus, tile: Area, dial: Dial, target: str) -> Marks:
    """A tile: name, value, remark, flag; and a half circle with its needle where it fits."""
    palette, sizes = kit.palette, kit.layout.sizes
    x, y, w, h = tile
    lit, level = focus.lit(target), focus.level(target)
    edge = palette.muted if lit else palette.edge
    body = Box(x, y, w, h, palette.chip, 10, edge, 1.5 + lit, ref=dial.ref)
    pad = 14.0
    left, room = x + pad, w - 2 * pad
    lines = [dial.note] if dial.note and width(dial.note, sizes.small) <= room else []
    small = sizes.small
    rest, value = (
        max(sizes.label, min(one, one * room / max(width(dial.text, one, 700), 1.0)))
        for one in (sizes.numeral * 0.92, sizes.numeral * (0.92 + 0.16 * lit * (h > 3.4 * small)))
    )
    gauge = dial.share is not None and h > small * 1.5 + value + small * 3.4
    flag = flagged_width(kit, dial.says) <= room and h > small * 1.5 + value + small * 2.6
    if h < small * 1.5 + value + small * 1.5:
        lines, flag = [], False
    # What is looked at grows where it stands: a name that rose would meet the edge of a low tile.
    block = small * 1.1 + rest * 1.1 + len(lines) * small * 1.35 + (small * 1.4 if flag else 0)
    base = y + (h - block) / 2 + small * 0.85
    name, size = kit.first_that_fits(room, small, (dial.name,))
    words: list[Mark] = [kit.label(name, left, base, size, palette.muted)]
    base += rest * 1.08 + (value - rest) * 0.5
    words.append(
        kit.label(
            dial.text,
            left,
            base,
            value,
            palette.ink,
            weight=700,
            room=room,
            of="dials",
            ref=dial.ref,
        )
    )
    widest = max(width(dial.text, value, 700), *(width(line, small) for line in lines), 0.0)
    taken = left + widest + 14
    if gauge and dial.share is not None:
        r = min((x + w - pad - taken) / 2, h * 0.26, 54.0)
        if r > 27:
            words += _gauge(kit, (x + w - pad - r, base + small * 0.7), r, dial.share, dial.other)
    for line in lines:
        base += small * 1.35
        words.append(kit.label(line, left, base, small, ref=dial.note_ref))
    if flag:
        words += flagged(kit, dial.says, left, base + small * 1.4)
    return (*dimmed((body,), level, palette), *dimmed(tuple(words), level, palette))


def _gauge(
    kit: Kit, middle: tuple[float, float], r: float, share: float, other: float | None
) -> Marks:
    """Half a circle from 0 at left to the end of the scale at right; a tick for a second value."""
    palette = kit.palette
    x, y = middle
    marks: list[Mark] = [
        Arc(x, y, r, r * 0.26, 0.75, 1.25, palette.track),
        Arc(x, y, r, r * 0.26, 0.75, 0.75 + 0.5 * max(share, 0.004), palette.waiting, of="dials"),
    ]
    angle = pi * (1 - share)
    tip = (x + cos(angle) * r * 0.82, y - sin(angle) * r * 0.82)
    marks += [Line(((x, y), tip), 3.5, palette.ink, of="dials"), Disc(x, y, 5, palette.ink)]
    if other is not None:
        angle = pi * (1 - other)
        ends = tuple((x + cos(angle) * r * k, y - sin(angle) * r * k) for k in (0.84, 1.2))
        marks.append(Line(ends, 3.0, palette.ink, of="dials"))
    return tuple(marks)
