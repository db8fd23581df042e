"""viz bench --scenes: every scene's pictures, and the first picture after a knob was turned."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median
from typing import TYPE_CHECKING, Final

from viz.cli.bench_command import Effort, Measured

if TYPE_CHECKING:
    from viz.scene.types import Knob
    from viz.show import Show

PICTURE_MS: Final = 10.0
FULL_PIPE_MS: Final = 16.0  # 100 wafers and 200 users
TURN_MS: Final = 50.0
FULL_PIPE: Final = {"wafers": 100.0, "users": 200.0}


def scenes(scene: str, effort: Effort) -> Iterator[Measured]:
    """The CPU time of frame_at and paint, and of a turn to its first picture; `scene` is not used:
    all scenes are measured."""
    del scene
    from viz.assets_path import data_folder
    from viz.show import open_show

    width, height = effort.size
    for file in sorted(data_folder("scenes").glob("*.yaml")):
        show = open_show(file.stem, width=width, height=height)
        yield _pictures(file.stem, show, effort.pictures, PICTURE_MS)
        full = {
            knob.name: FULL_PIPE[knob.name] for knob in show.scene.knobs if knob.name in FULL_PIPE
        }
        if len(full) == len(FULL_PIPE):
            name = f"{file.stem}, 100 wafers, 200 users"
            yield _pictures(name, show.turn(**full), effort.pictures, FULL_PIPE_MS)
        for knob in show.scene.knobs[:1]:
            yield _turn(file.stem, show, knob)


def _pictures(name: str, show: Show, count: int, most: float) -> Measured:
    """Pictures in order, 60 a second, from four places of the show."""
    from viz.paint.surface import Painter

    painter = Painter(show.look.width, show.look.height)
    spent = []
    for n in range(count):
        quarter, step = divmod(n * 4, count)
        t = show.seconds * (quarter + 0.3) / 4 + step / 4 / 60
        before = time.thread_time()
        painter.paint(show.frame(min(t, show.seconds)))
        spent.append((time.thread_time() - before) * 1e3)
    note = f"median of {count}, slowest {max(spent):.0f} ms"
    return Measured(name, median(spent), "ms", most, note)


def _turn(name: str, show: Show, knob: Knob) -> Measured:
    """From a turn in the middle of the show to its picture, by a painter at work."""
    from viz.paint.surface import Painter

    painter = Painter(show.look.width, show.look.height)
    middle = show.seconds / 2
    painter.paint(show.frame(middle))
    value = knob.choices[-1] if knob.choices else (knob.low + knob.high) / 2
    before = time.thread_time()
    turned = show.turn(middle, **{knob.name: value})
    painter.paint(turned.frame(middle))
    spent = (time.thread_time() - before) * 1e3
    return Measured(
        f"{name}: a turn of '{knob.name}'", spent, "ms", TURN_MS, "to the first picture"
    )
