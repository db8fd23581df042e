"""Questions as circles that fill one after the other, with a clock beside them and a bar below."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, cos, pi, sin
from typing import Final

from viz.actors.exam_runs.exam_runs_places import Run
from viz.stage.amounts import FILM, flickers, grid
from viz.stage.area import Area
from viz.stage.icons import flag
from viz.stage.marks import Arc, Box, Disc, Field, Glow, Hatch, Line, Mark, Marks, Shade
from viz.stage.style import Kit
from viz.stage.theme import Palette, mix

OPEN: Final = 0
DONE: Final = 1
NOW: Final = 2
HALF_DAY: Final = 12 * 3600.0  # a turn of the hour hand
HOUR: Final = 3600.0
DAY: Final = 24 * HOUR
STRIPE: Final = 12.0


def length(palette: Palette) -> str:
    """The colour of time that a run took: it is neither writing alone nor waiting."""
    return mix(palette.silicon, palette.ground, 0.78 if palette.ground < "#8" else 0.45)


def answered(count: int, seconds: float, gone: float) -> int:
    """Questions that are answered by then, one after the other in equal times."""
    return count if gone >= seconds else min(count, int(gone / seconds * count + 1e-9))


def draw(
    kit: Kit,
    place: Run,
    count: int,
    seconds: float,
    longest: float,
    gone: float,
    pace: float,
    key: str,
) -> Marks:
    """A run after so many seconds: its field, its clock, its bar."""
    now = min(gone, seconds)
    over = gone >= seconds
    field = _field(kit, place.field, count, seconds, gone, pace, key)
    if place.dial.w <= 0:
        return tuple(field)
    return (
        *field,
        *_dial(kit.palette, place.dial, now, pace, key, over=over),
        *(_bar(kit, place.bar, seconds, longest, gone, key) if gone > 0 else ()),
    )


def _field(
    kit: Kit, area: Area, count: int, seconds: float, gone: float, pace: float, key: str
) -> list[Mark]:
    palette = kit.palette
    columns, rows = grid(count, area.w / area.h)
    pitch = min(area.w / columns, area.h / rows)
    size = 0.72 * pitch
    done = answered(count, seconds, gone)
    fresh = 0  # just answered: what one picture of a film adds, and at least one
    if 0 < gone < seconds:
        fresh = max(1, ceil(count / seconds * pace * FILM))
    fresh = min(fresh, done)
    cells = bytes([DONE]) * (done - fresh) + bytes([NOW]) * fresh
    cells += bytes([OPEN]) * (columns * rows - len(cells))
    shades = (
        Shade("", mix(palette.muted, palette.ground, 0.62), 1.3),
        Shade(mix(palette.ink, palette.ground, 0.6 if gone >= seconds else 0.84)),
        Shade(palette.token),
    )
    left, top = area.x + (pitch - size) / 2, area.y + (pitch - size) / 2
    marks: list[Mark] = []
    if fresh and done < columns * rows:
        x = left + (done % columns) * pitch + size / 2
        y = top + (done // columns) * pitch + size / 2
        marks.append(Glow(x, y, 4 * pitch, palette.token, 0.6, f"{key}.done", key=f"{key}/now"))
    marks.append(
        Field(
            left,
            top,
            columns,
            rows,
            pitch,
            pitch,
            size,
            cells[: columns * rows],
            shades,
            size / 2,
            of=f"{key}.done",
            key=f"{key}/questions",
        )
    )
    return marks


def _dial(
    palette: Palette, area: Area, now: float, pace: float, key: str, *, over: bool
) -> list[Mark]:
    """A clock: its hour hand turns once in twelve hours; a minute hand too fast to be seen is a
    disc of light."""
    of = f"{key}.time"
    light = 0.62 if over else 1.0
    yellow = mix(palette.clock_text, palette.ground, light)
    r = 0.47 * area.w
    x, y = area.cx, area.cy
    marks: list[Mark] = [Disc(x, y, r, palette.strip, of=of, key=f"{key}/dial")]

    def hand(turn: float, share: float, width: float, name: str) -> Line:
        ends = (
            (x - 0.12 * r * sin(2 * pi * turn), y + 0.12 * r * cos(2 * pi * turn)),
            (x + share * r * sin(2 * pi * turn), y - share * r * cos(2 * pi * turn)),
        )
        return Line(ends, width, yellow, of=of, key=f"{key}/dial/{name}")

    moves = 0.0 if over else pace
    if flickers(moves / HOUR):
        fan = mix(palette.clock_text, palette.ground, 0.16)
        marks.append(Disc(x, y, 0.8 * r, fan, of=of, key=f"{key}/dial/fan"))
    for i in range(12):
        near = 0.8 if i % 3 == 0 else 0.86
        turn = i / 12
        ends = (
            (x + near * r * sin(2 * pi * turn), y - near * r * cos(2 * pi * turn)),
            (x + 0.92 * r * sin(2 * pi * turn), y - 0.92 * r * cos(2 * pi * turn)),
        )
        marks.append(Line(ends, 2.0, palette.muted, key=f"{key}/dial/tick:{i}"))
    marks.append(Arc(x, y, r, 5, 0, 1, yellow, of=of, key=f"{key}/dial/rim"))
    if not flickers(moves / HOUR):
        marks.append(hand(now / HOUR % 1.0, 0.78, 4.0, "minute"))
    marks.append(hand(now / HALF_DAY % 1.0, 0.52, 7.0, "hour"))
    marks.append(Disc(x, y, 0.07 * r, yellow, of=of, key=f"{key}/dial/hub"))
    return marks


def _bar(kit: Kit, area: Area, seconds: float, longest: float, gone: float, key: str) -> list[Mark]:
    """The same time as a length; who is done waits for the other."""
    palette = kit.palette
    scale = area.w / longest
    edge = mix(palette.muted, palette.ground, 0.4)
    marks: list[Mark] = [Box(*area, palette.strip, 5, edge, 1.5, key=f"{key}/track")]
    worked = min(gone, seconds) * scale
    if worked > 1:
        box = Area(area.x, area.y, worked, area.h)
        marks.append(Box(*box, length(palette), 5, of=f"{key}.time", key=f"{key}/bar"))
    waited = (min(gone, longest) - seconds) * scale
    if waited > 1:
        box = Area(area.x + seconds * scale + 2, area.y, waited - 2, area.h)
        ground, ink = palette.waiting_ground, palette.waiting
        marks.append(Hatch(*box, ground, ink, 4, STRIPE, of=f"{key}.wait", key=f"{key}/wait"))
    if 0 < gone < longest:
        x = area.x + gone * scale
        ends = ((x, area.y - 7), (x, area.bottom + 7))
        marks.append(Line(ends, 3.0, palette.ink, of=f"{key}.time", key=f"{key}/head"))
    if gone >= seconds:
        x = area.x + seconds * scale
        marks += [
            replace(one, key=f"{key}/flag:{n}")
            for n, one in enumerate(flag(x, area.y, 26, palette.ink))
        ]
    return marks
