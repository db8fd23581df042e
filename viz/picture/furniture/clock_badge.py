"""The badge at top right: hardware time, the lens, and how much slower the show is.

An actor may put another clock or a scale in its place: viz.stage.badge.
"""

from __future__ import annotations

from dataclasses import replace

from viz.picture.furniture import title, what_if
from viz.stage.badge import Badge
from viz.stage.marks import SCALE, Box, Label, Marks
from viz.stage.number_text import clock, duration, factor, many_times, moment
from viz.stage.style import Kit
from viz.stage.text_metrics import fitted, width
from viz.stage.view import ScreenView
from viz.timeline.clocks import ScreenSeconds
from viz.units import write

LAST = 1e-6  # screen seconds: before the end of a beat


def draw(view: ScreenView, badge: Badge | None = None) -> Marks:
    """The badge, always there; in a world one line, and only while something runs or ran."""
    if view.timeline.scene.framed:
        return _line(view, badge) if badge is None or badge.lens else _told(view, badge)
    kit, palette, sizes = view.kit, view.kit.palette, view.kit.layout.sizes
    x, y, w, h = kit.layout.badge
    badge = badge or Badge(kit.word("hardware_clock"), clock(view.hw), lens=True, of="hw")
    colour = palette.clock_text if badge.lens else palette.ink
    ref = "clock" if badge.lens else ""
    marks: list[Box | Label] = [Box(x, y, w, h, palette.panel, 14, palette.edge, 2, ref=ref)]
    if kit.layout.form in ("wide", "narrow"):
        return (*marks, *_two_lines(view, badge, colour))
    pad = 20.0
    short = _short(view, badge)
    if not badge.lens:
        short, _ = kit.first_that_fits(w - 2 * pad, sizes.small, (badge.left, badge.right))
    if kit.layout.form == "square":
        name = kit.label(badge.name, x + pad, y + 38, 22)
        room = w - 2 * pad - width(name.text, 22) - 10
        marks += [
            name,
            _value(kit, badge, (x + w - pad, y + 40, room), sizes.numeral - 4, colour),
            kit.label(short, x + pad, y + 74, 22, room=w - 2 * pad),
        ]
        return tuple(marks)
    line = h / 3
    room = w - 2 * pad
    value = kit.label(
        badge.value,
        x + pad,
        y + 2 * line - 2,
        sizes.numeral,
        colour,
        weight=700,
        room=room,
        of=badge.of,
        ref=ref,
    )
    marks += [
        kit.label(badge.name, x + pad, y + line - 6, sizes.small, room=room),
        value,
        kit.label(short, x + pad, y + h - 14, sizes.small, room=room),
    ]
    return tuple(marks)


def _line(view: ScreenView, badge: Badge | None) -> Marks:
    """Time and slow motion in one line, as `25.0 ms · 200x slow motion`."""
    kit, palette, sizes = view.kit, view.kit.palette, view.kit.layout.sizes
    if view.hw <= 0 and view.timeline.lens.pace(view.t) <= 0:
        return ()  # nothing runs yet
    right, y, room = kit.layout.time
    if not what_if.draw(view):  # which takes the title's place, and more of the line
        room = max(room, right - title.end(view) - 28)
    lens, span = view.timeline.lens, view.timeline.span(view.t)
    pace = max(lens.pace(view.t), lens.pace(ScreenSeconds(span.end - LAST)))
    value = badge.value if badge else moment(view.hw, pace)
    if not value:
        return ()  # nothing runs any more
    big, small = sizes.label * 1.3, sizes.label * 1.12
    long, short = _factor(view)[1], _short(view, Badge("", "", lens=True))
    if badge and not badge.lens:  # no clock: how far the picture is
        long = short = ""
    elif lens.pace(view.t) <= 0:
        long, short = kit.word("paused"), kit.word("paused_short")
    least = short  # the factor alone, where a long time leaves no room for more
    if long and short and 0 < lens.pace(view.t) < 1:
        least = f"{many_times(float(f'{1 / lens.pace(view.t):.1e}'), kit.look.lang)}×"
    big = fitted(value, room, big, 700, sizes.least)
    if long and width("· " + short, sizes.least) > room - width(value, big, 700) - 12:
        big = max(sizes.least, 0.8 * big)
    left = room - width(value, big, 700) - 12
    said = tuple(f"· {text}" for text in (long, short, least) if text)
    text, size = kit.first_that_fits(left, small, said) if said else ("", small)
    marks: list[Label] = []
    if text and width(text, size) > left:  # below the time: how slow it is is always said
        words = kit.label(least, right, y + 1.25 * size, size, anchor="end", room=room)
        marks.append(replace(words, key="clock/lens"))
    elif text:
        words = kit.label(text, right, y, size, anchor="end")
        marks.append(replace(words, key="clock/lens"))
        right -= width(text, size) + 12
    ink = palette.ink if badge and not badge.lens else palette.clock_text
    shown = kit.label(value, right, y, big, ink, weight=700, anchor="end", of="hw")
    return (*marks, replace(shown, key="clock/time"))


def _told(view: ScreenView, badge: Badge) -> Marks:
    """What an actor puts there, in one line: a scale where there is no time."""
    kit = view.kit
    right, y, room = kit.layout.time
    size = kit.layout.sizes.label * 1.12
    if not badge.value:
        return ()
    label = kit.label(badge.value, right, y, size, anchor="end", room=room, of=badge.of, ref=SCALE)
    return (replace(label, key="clock/time"),)


def _two_lines(view: ScreenView, badge: Badge, colour: str) -> tuple[Label, ...]:
    """Where the stage is wide: name and value, and under them two remarks."""
    kit, sizes = view.kit, view.kit.layout.sizes
    x, y, w, _ = kit.layout.badge
    pad, small = 24.0, sizes.label if kit.layout.form == "wide" else 22.0
    left, right = _factor(view) if badge.lens else (badge.left, badge.right)
    shorter = _short(view, badge) if badge.lens else right
    room = w - 2 * pad - width(left, small) - 16
    text, size = kit.first_that_fits(room, small, (right, shorter))
    beside = w - 2 * pad - width(badge.name, small) - 16
    labels = (
        kit.label(badge.name, x + pad, y + 40, small),
        _value(kit, badge, (x + w - pad, y + (42 if text else 60), beside), sizes.numeral, colour),
        kit.label(left, x + pad, y + 76, small),
        kit.label(text, x + w - pad, y + 76, size, anchor="end"),
    )
    return tuple(label for label in labels if label.text)


def _value(
    kit: Kit, badge: Badge, place: tuple[float, float, float], size: float, colour: str
) -> Label:
    """The value in bold, ending at `place`: x, baseline, room."""
    x, y, room = place
    return kit.label(
        badge.value,
        x,
        y,
        size,
        colour,
        anchor="end",
        weight=700,
        room=room,
        of=badge.of,
        ref="clock" if badge.lens else "",
    )


def _factor(view: ScreenView) -> tuple[str, str]:
    """The lens in words, and the factor: slower, faster, or paused."""
    kit, pace = view.kit, view.timeline.lens.pace(view.t)
    if pace <= 0:
        return kit.word("paused"), kit.word("paused_long")
    there = kit.word("lens", there=duration(pace, 2) if pace < 120 else write(pace, "seconds", 2))
    if abs(pace - 1) < 1e-9:
        return there, kit.word("real_time")
    if pace < 1:
        return there, kit.word("slow", factor=many_times(1 / pace, kit.look.lang))
    return there, kit.word("fast", factor=factor(pace))


def _short(view: ScreenView, badge: Badge) -> str:
    """One remark, for a small badge."""
    if not badge.lens:
        return badge.left or badge.right
    kit, pace = view.kit, view.timeline.lens.pace(view.t)
    if pace <= 0:
        return kit.word("paused")
    if pace < 1 and abs(pace - 1) > 1e-9:
        return kit.word("slow_short", factor=many_times(1 / pace, kit.look.lang))
    full = _factor(view)[1]
    room = kit.layout.badge[2] - 2 * 20.0
    if pace > 1 and (pace >= 1000 or width(full, kit.layout.sizes.small) > room):
        return kit.word("fast_short", factor=factor(pace))
    return full
