"""The badge at top right: hardware time, the lens, and how much slower the show is."""

from __future__ import annotations

from viz.stage.figures import clock, duration, factor
from viz.stage.marks import Box, Label, Marks
from viz.stage.type import width
from viz.stage.view import ScreenView


def draw(view: ScreenView) -> Marks:
    """The clock badge, always there."""
    kit, palette, sizes = view.kit, view.kit.palette, view.kit.layout.sizes
    x, y, w, h = kit.layout.badge
    pace = view.timeline.lens.pace(view.t)
    there, slow = _factor(view, pace)
    now = clock(view.hw)
    marks: list[Box | Label] = [Box(x, y, w, h, palette.panel, 14, palette.edge, 2)]
    if kit.layout.form in ("wide", "narrow"):
        pad, small = 24.0, sizes.label if kit.layout.form == "wide" else 22.0
        marks += [
            kit.label(kit.word("hardware_clock"), x + pad, y + 40, small),
            kit.label(
                now,
                x + w - pad,
                y + 42,
                sizes.numeral,
                palette.clock_text,
                anchor="end",
                weight=700,
                of="hw",
            ),
            kit.label(there, x + pad, y + 76, small),
        ]
        room = w - 2 * pad - width(there, small) - 16
        text, size = kit.first_that_fits(room, small, (slow, _short(view, pace)))
        marks.append(kit.label(text, x + w - pad, y + 76, size, anchor="end"))
        return tuple(marks)
    pad = 20.0
    line = h / 3
    name = kit.word("hardware_clock")
    if kit.layout.form == "square":
        marks += [
            kit.label(name, x + pad, y + 38, 22),
            kit.label(
                now,
                x + w - pad,
                y + 40,
                sizes.numeral - 4,
                palette.clock_text,
                anchor="end",
                room=w - 2 * pad - width(name, 22) - 10,
                weight=700,
                of="hw",
            ),
            kit.label(there if pace else slow, x + pad, y + 74, 22, room=w - 2 * pad),
        ]
        if pace:
            marks[-1] = kit.label(_short(view, pace), x + pad, y + 74, 22, room=w - 2 * pad)
        return tuple(marks)
    marks += [
        kit.label(name, x + pad, y + line - 6, sizes.small, room=w - 2 * pad),
        kit.label(
            now, x + pad, y + 2 * line - 2, sizes.numeral, palette.clock_text, weight=700, of="hw"
        ),
        kit.label(_short(view, pace), x + pad, y + h - 14, sizes.small, room=w - 2 * pad),
    ]
    return tuple(marks)


def _factor(view: ScreenView, pace: float) -> tuple[str, str]:
    """The lens in words, and the factor: slower, faster, or paused."""
    kit = view.kit
    if pace <= 0:
        return kit.word("paused"), kit.word("paused_long")
    there = kit.word("lens", there=duration(pace, 2))
    if abs(pace - 1) < 1e-9:
        return there, kit.word("real_time")
    if pace < 1:
        return there, kit.word("slow", factor=factor(1 / pace))
    return there, kit.word("fast", factor=factor(pace))


def _short(view: ScreenView, pace: float) -> str:
    kit = view.kit
    if pace <= 0:
        return kit.word("paused")
    if pace < 1 and abs(pace - 1) > 1e-9:
        return kit.word("slow_short", factor=factor(1 / pace))
    return _factor(view, pace)[1]
