"""How far a GPU has come with the word that it writes: calls, the text so far, weights."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import floor
from typing import Final

from viz.catalog.types import Model
from viz.physics.step import step_times
from viz.physics.types import Basis, Load, Rig
from viz.scene.types import Scene
from viz.stage import amounts
from viz.stage.view import MachineView
from viz.timeline.compile import load_of

BRIEF: Final = 0.25  # seconds of the screen
SOON: Final = 1e-6  # of a word: it ends now


@dataclass(frozen=True, slots=True)
class Reading:
    """How far this word's weights are read: `share` from 0 to 1, `cells` since the start of the
    show in squares of one stack, `rate` in squares of one stack a second of the screen."""

    share: float
    cells: float
    rate: float
    reads: bool
    steady: bool  # words come so fast that nothing that comes and goes is drawn
    starts: float = 1.0  # how much of this word's calls has come, and of its text so far
    text: float = 1.0
    brief: bool = False  # the text so far is read in less than BRIEF of the screen
    waits: bool = False  # for cards that hold other layers
    door: float = 0.0  # bytes of weights that went through the door of one core so far
    door_rate: float = 0.0  # of these, in a second of the screen


def reading(view: MachineView, per_stack: float, scene: Scene, *, first: bool = False) -> Reading:
    """The reading under way. Where a layer lasts less than a quarter of a second on screen, its
    reading and its waiting are drawn as one even flow: the mean of both. `first`: all calls of a
    word, then all of its text so far, then its weights."""
    step = view.step_screen_seconds
    word = floor(view.steps + SOON)
    share = max(0.0, view.steps - word)
    words = 1.0 / step if step < 1e8 else 0.0
    running = view.pace > 0 or view.steps > 0
    steady = amounts.flickers(words)
    rig = view.run.rig
    doors = rig.count * (rig.chip.cores.value if rig.chip.cores else 1.0)
    door, door_rate = view.run.moved(view.steps) / doors, view.run.moved(1.0) * words / doors
    if not first or steady or scene.model is None:
        cells, rate = view.steps * per_stack, per_stack * words
        return Reading(
            share,
            cells,
            rate,
            running,
            steady,
            starts=1.0,
            text=1.0,
            door=door,
            door_rate=door_rate,
        )
    starts, text = parts_before(view.run.rig, scene.model, load_of(scene), scene.basis)
    left = 1.0 - starts - text
    read = max(0.0, share - starts - text) / left
    rate = per_stack * words / left if read > 0 else 0.0
    return Reading(
        read,
        (word + read) * per_stack,
        rate,
        running,
        steady=False,
        starts=min(1.0, share / starts) if starts else 1.0,
        text=min(1.0, max(0.0, share - starts) / text) if text else 1.0,
        brief=text * step < BRIEF,
        door=door,
        door_rate=door_rate,
    )


@lru_cache(maxsize=64)
def parts_before(rig: Rig, model: Model, load: Load, basis: Basis) -> tuple[float, float]:
    """Shares of a word's time in which the chip waits to be called, and reads the text so far."""
    times = step_times(rig, model, load, basis)
    return (times.overhead + times.links) / times.seconds, times.cache / times.seconds
