"""A prediction: the question and its choices, a pause to think, then the answer."""

from __future__ import annotations

from dataclasses import replace

from viz.scene.types import Side
from viz.stage.furniture.caption import ease
from viz.stage.icons import check
from viz.stage.marks import Area, Box, Label, Mark, Marks
from viz.stage.plan import plan
from viz.stage.theme import mix
from viz.stage.type import width, wrapped
from viz.stage.view import ScreenView
from viz.stage.words import said

ANSWER = 0.6  # share of the beat after which the answer is shown


def draw(view: ScreenView, panels: tuple[tuple[Side, Area], ...]) -> Marks:
    """The card of a question; nothing in a beat without one.

    It covers the whole panel of the machine that the beat does not look at, so that nothing is
    half covered; where there is one machine or none, it stands in the middle of the stage.
    """
    span = view.timeline.span(view.t)
    asked = span.beat.ask
    if asked is None:
        return ()
    kit, palette, sizes = view.kit, view.kit.palette, view.kit.layout.sizes
    share = (view.t - span.start) / (span.end - span.start)
    shown = ease((share - ANSWER) * (span.end - span.start) / 0.4) if share > ANSWER else 0.0
    x, y, w, h = _place(view, span.beat.look, panels)
    size = sizes.caption
    inner = w - 88
    lines = wrapped(said(asked.question, kit.look.lang), inner, size, 700)
    head = 44 + len(lines) * size * 1.25
    row = min(sizes.numeral * 2.4, (h - head - 40) / len(asked.choices))
    free = h - head - 40 - row * len(asked.choices)
    marks: list[Mark] = [Box(x, y, w, h, palette.panel, 14, palette.waiting, 2.5)]
    base = y + 30 + size + free * 0.3
    for line in lines:
        marks.append(kit.label(line, x + 44, base, size, palette.ink, weight=700, room=inner))
        base += size * 1.25
    top = y + head + free * 0.55
    for i, choice in enumerate(asked.choices):
        marks += _choice(
            view,
            said(choice, kit.look.lang),
            i,
            i == asked.answer,
            shown,
            (x + 44, top + i * row, inner, row),
        )
    enters = ease((view.t - span.start) / 0.25)
    return tuple(replace(mark, alpha=mark.alpha * enters) for mark in marks)


def _place(view: ScreenView, look: str, panels: tuple[tuple[Side, Area], ...]) -> Area:
    """Where the card stands."""
    looked = "left" if look.startswith("left") else "right"
    for side, area in panels:
        if side != looked and len(panels) > 1:
            return plan(area, view.kit.layout).panel
    x, y, w, h = view.kit.layout.body
    wide = min(w, 1100.0)
    return x + (w - wide) / 2, y + h * 0.1, wide, h * 0.8


def _choice(
    view: ScreenView,
    text: str,
    index: int,
    right: bool,
    shown: float,
    area: tuple[float, float, float, float],
) -> list[Mark]:
    kit, palette, sizes = view.kit, view.kit.palette, view.kit.layout.sizes
    x, y, w, h = area
    key = h * 0.5
    size = sizes.numeral * 0.92
    marks: list[Mark] = []
    if right and shown > 0:
        tint = mix(palette.computing, palette.panel, 0.22)
        marks.append(Box(x - 14, y + h * 0.08, w + 28, h * 0.84, tint, 12, alpha=shown))
    marks.append(Box(x, y + (h - key) / 2, key, key, palette.panel, 8, palette.waiting, 2.5))
    number = Label(
        str(index + 1),
        x + key / 2,
        y + h / 2 + size * 0.26,
        max(size * 0.72, sizes.least),
        palette.ink,
        600,
        "middle",
    )
    if right and shown > 0.5:
        marks += [Box(x, y + (h - key) / 2, key, key, palette.computing, 8)]
        marks += check(x + key / 2, y + h / 2, key * 0.52, "#FFFFFF", 5)
    else:
        marks.append(number)
    ink = palette.ink if right or shown <= 0 else mix(palette.ink, palette.panel, 1 - 0.4 * shown)
    marks.append(
        kit.label(
            text, x + key + 26, y + h / 2 + size * 0.36, size, ink, weight=600, room=w - key - 60
        )
    )
    if right and shown > 0 and width(text, size, 600) + key + 40 < w * 0.7:
        marks.append(
            replace(
                kit.label(
                    kit.word("it_was"),
                    x + w,
                    y + h / 2 + size * 0.32,
                    sizes.label,
                    palette.computing_text,
                    anchor="end",
                    weight=600,
                ),
                alpha=shown,
            )
        )
    return marks
