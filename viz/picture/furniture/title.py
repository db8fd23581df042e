"""Title and question of a scene."""

from __future__ import annotations

from dataclasses import replace

from viz.stage.i18n import said
from viz.stage.marks import Label, Marks
from viz.stage.text_metrics import balanced, fitted, text_extent, wrapped
from viz.stage.view import ScreenView


def draw(view: ScreenView) -> Marks:
    """Title and question, at top left; in a world from the second step on one small line."""
    if view.timeline.scene.framed and view.timeline.span(view.t).index > 0:
        return _slug(view)
    kit, sizes = view.kit, view.kit.layout.sizes
    lang = kit.look.lang
    marks: list[Label] = []
    x, y, room = kit.layout.title
    title = said(view.timeline.scene.title, lang)
    size = fitted(title, room, sizes.title, 700, sizes.title * 0.7)
    first = kit.label(title, x, y, size, kit.palette.ink, weight=700, room=room)
    marks.append(replace(first, key="title"))
    asks = said(view.timeline.scene.asks, lang)
    x, y, room = kit.layout.question
    lines = wrapped(asks, room, fitted(asks, room, sizes.question, 400, sizes.least))[:2]
    size = sizes.question
    if len(lines) == 2:  # about as long as each other, and both end above the body
        size = sizes.least
        lines = balanced(asks, room, size)[:2]
        y -= max(0.0, y + size * 1.4 - kit.layout.body[1] + 4)
    for line in lines:
        marks.append(kit.label(line, x, y, size, room=room))
        y += size * 1.12
    return tuple(marks)


def end(view: ScreenView) -> float:
    """Where the title ends, from left to right, in a scene with a world."""
    first = draw(view)[:1]
    return max((text_extent(mark)[1] for mark in first if isinstance(mark, Label)), default=0.0)


def _slug(view: ScreenView) -> Marks:
    kit = view.kit
    x, y, room = kit.layout.slug
    title = said(view.timeline.scene.title, kit.look.lang)
    size = kit.layout.sizes.label + 4
    label = kit.label(title, x, y, size, kit.palette.ink, weight=600, room=room)
    return (replace(label, key="title"),)
