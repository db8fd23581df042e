"""Keeping a talk in its file, and going on with one: the part that knows what time it is."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from viz.desk.talk import Shade, Talk
from viz.desk.timer import resumed
from viz.live.state import State, placed, save, state_of
from viz.picture.playlist import Playable, Reel
from viz.stage.look import Theme
from viz.system import remove_lock, try_lock


@dataclass
class Keeper:
    """Writes a talk into a file. Nothing is written before something was done: whoever starts anew
    by mistake has lost nothing yet. `before` is then the file of the place that stood there. `others`
    are turns and counts of scenes that this part of the program does not have."""

    path: Path
    before: Path | None = None
    touched: bool = False
    others: State | None = None
    failed: bool = False

    def keep(self, talk: Talk, show: Playable) -> bool:
        """Write it; False where the disk does not take it."""
        if not isinstance(show, Reel):
            return True
        if not self.touched and talk.waiting_at_start and not _done(show):
            return True
        if not self.touched and self.before is not None:
            with suppress(OSError):  # the place that it is begun anew from stays beside
                self.before.unlink(missing_ok=True)
                os.link(self.path, self.before)
        self.touched = True
        takes = tuple((timeline.scene.name, timeline.take) for timeline in show.timelines)
        state = state_of(talk, show.name, takes, time.time())
        if self.others is not None:
            turns, votes = self.others.turns, self.others.votes
            state = replace(state, turns=turns + state.turns, votes=votes + state.votes)
        kept = save(self.path, state)
        self.failed = not kept
        return kept


def others(state: State, reel: Reel) -> State:
    """What a state has of scenes that a show does not have: it is kept for another day."""
    names = names_of(reel)
    turns = tuple(turn for turn in state.turns if turn[0] not in names)
    return replace(state, turns=turns, votes=tuple(v for v in state.votes if v[0] not in names))


def _done(show: Reel) -> bool:
    return any(timeline.take.votes or timeline.take.turns for timeline in show.timelines)


def resume(talk: Talk, state: State, reel: Reel) -> Talk:
    """The talk where the state says, at a standstill; its timer went on meanwhile."""
    timer = resumed(
        talk.timer.total or state.total,
        state.elapsed,
        time.time() - state.saved,
        time.perf_counter(),
        running=state.running,
    )
    timer = replace(timer, apart=state.apart)
    talk = replace(
        talk,
        timer=timer,
        notes=state.notes,
        shade=cast("Shade", state.shade),
        theme=cast("Theme", state.theme or talk.theme),
        lang=state.lang or talk.lang,
        frozen=state.frozen,
    )
    return placed(talk, state, names_of(reel))


def names_of(reel: Reel) -> tuple[str, ...]:
    """The names of a reel's scenes."""
    return tuple(timeline.scene.name for timeline in reel.timelines)


@contextmanager
def alone(path: Path) -> Iterator[bool]:
    """Whether no other talk has this state: true within the block for one alone. The system lets go
    of the mark when its holder ends, however it ends."""
    lock = path.with_name(f".{path.name}.lock")
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError:  # nothing can be written there, so nothing is written over
        yield True
        return
    free = try_lock(descriptor)
    try:
        yield free
    finally:
        if free:
            remove_lock(descriptor, lock)
        else:
            os.close(descriptor)
