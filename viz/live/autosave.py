"""Keeping a talk in its file, and going on with one: the part that knows what time it is."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from viz.desk.talk import Talk
from viz.desk.timer import resumed
from viz.live.state import State, placed, save, state_of
from viz.picture.playlist import Reel


def keeper(path: Path) -> Callable[[Talk, Reel], bool]:
    """What writes a talk into a file."""

    def keep(talk: Talk, reel: Reel) -> bool:
        takes = tuple((timeline.scene.name, timeline.take) for timeline in reel.timelines)
        return save(path, state_of(talk, reel.name, takes, time.time()))

    return keep


def resume(talk: Talk, state: State, reel: Reel) -> Talk:
    """The talk where the state says, at a standstill; its timer went on meanwhile."""
    timer = resumed(
        talk.timer.total or state.total,
        state.elapsed,
        time.time() - state.saved,
        time.perf_counter(),
        running=state.running,
    )
    shade = "black" if state.shade == "black" else "white" if state.shade == "white" else ""
    talk = replace(talk, timer=timer, notes=state.notes, shade=shade)  # type: ignore[arg-type]
    return placed(talk, state, names_of(reel))


def names_of(reel: Reel) -> tuple[str, ...]:
    """The names of a reel's scenes."""
    return tuple(timeline.scene.name for timeline in reel.timelines)
