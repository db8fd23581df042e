"""Title and question of a scene."""

from __future__ import annotations

from viz.stage.i18n import said
from viz.stage.marks import Label, Marks
from viz.stage.text_metrics import balanced, fitted, wrapped
from viz.stage.view import ScreenView


def draw(view: ScreenView) -> Marks:
    """Title and question, at top left."""
    kit, sizes = view.kit, view.kit.layout.sizes
    lang = kit.look.lang
    marks: list[Label] = []
    x, y, room = kit.layout.title
    title = said(view.timeline.scene.title, lang)
    size = fitted(title, room, sizes.title, 700, sizes.title * 0.7)
    marks.append(kit.label(title, x, y, size, kit.palette.ink, weight=700, room=room))
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
