"""Where the strips of words stand: a row for each setting of the knobs, under the machines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from viz.stage.area import Area

if TYPE_CHECKING:
    from viz.scene.types import Scene
    from viz.stage.style import Kit

ROWS: Final = 6  # what beats set, and one for the viewer's own
UPRIGHT: Final = 3  # of these, the last, where the stage is not wide
CAPTION: Final = 44.0  # of a tall stage, for a second line of it
LEAST: Final = 3  # rows that share the place, so that a single one is no giant


class Strip(NamedTuple):
    """The place of one setting: its name, the one word of the cards, the words of the wafers, the
    number of these."""

    name: Area
    one: Area
    many: Area
    lead: Area


def strips(world: Area, kit: Kit, share: float, count: int, current: int) -> tuple[Strip, ...]:
    """A row for each of so many settings, in the lower `share` of the world; the current one has
    room for words over it."""
    wide = kit.layout.form in ("wide", "narrow")
    area = world.cut(top=(1.0 - share) * world.h)
    if kit.layout.form == "tall":
        area = Area(kit.layout.safe[0], area.y, kit.layout.safe[2], area.h - CAPTION)
    words = 38.0 if wide else 48.0
    gap = 14.0 if wide else 10.0
    every = max(count, LEAST)
    tall = min((area.h - 16 - words - gap * (every - 1)) / every, 110.0)
    y = area.bottom - 16 - every * (tall + gap) - words + gap + (every - count) * (tall + gap) * 0.5
    found = []
    for index in range(count):
        y += words * (index == current)
        row = Area(area.x, y, area.w, tall)
        y += tall + gap
        if wide:
            names = 0.13 if kit.layout.form == "wide" else 0.17
            name, bar, lead = row.columns(names, 0.88 - names, 0.12)
        else:
            line, bar = row.rows(0.42, 0.58)
            line = line.cut(top=-words, bottom=words) if index == current else line
            name, lead = line.columns(0.72, 0.28)
        one, many = bar.rows(0.56, 0.44, gap=5)
        found.append(Strip(name, one, many, lead))
    return tuple(found)


def places(_: Scene, world: Area, p: Any, __: Kit) -> dict[str, Area]:
    """All strips: "strips"."""
    return {"strips": world.cut(top=(1.0 - p.height) * world.h)}
