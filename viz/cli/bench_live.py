"""viz bench --live: every scene in a window: its pictures, its knobs, and what it takes at rest."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from viz.cli.bench_command import Effort, Measured

if TYPE_CHECKING:
    from viz.timeline.compile import Timeline

FRAME_MS: Final = 16.7  # 60 pictures a second
SHARE: Final = 0.99
INPUT_MS: Final = 100.0
IDLE_PERCENT: Final = 5.0
TURNS: Final = 5  # presses on each knob
FULL: Final = 200  # pictures, from which it is no trial


def live(scene: str, effort: Effort) -> Iterator[Measured]:
    """By the wall clock, in the loop that `viz play` runs; `scene` is not used: all are measured."""
    del scene
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from viz.assets_path import data_folder
    from viz.live import bench_window as trial
    from viz.scene.load_scene import load_scene
    from viz.timeline.compile import compile_scene

    with trial.screen() as where:
        for file in sorted(data_folder("scenes").glob("*.yaml")):
            timeline = compile_scene(load_scene(file.stem))
            yield from _scene(file.stem, timeline, effort, where)


def _scene(name: str, timeline: Timeline, effort: Effort, where: str) -> Iterator[Measured]:
    from viz.live import bench_window as trial

    loop = trial.opened(timeline, effort.size)
    try:
        spent = trial.pictures(loop, _times(timeline, effort))
        whole = sorted(spent.busy)
        worst = whole[min(len(whole) - 1, int(len(whole) * SHARE))] * 1e3
        middle, slowest = (sorted(spent.drawing)[i] * 1e3 for i in (len(whole) // 2, -1))
        note = f"99 of 100 of {len(whole)}; drawing: median {middle:.1f}, slowest {slowest:.0f} ms"
        yield Measured(f"{name}: pictures", worst, "ms", FRAME_MS, f"{note}; {where}")
        quick = effort.pictures < FULL
        for knob in timeline.scene.knobs[: 1 if quick else None]:
            waited = trial.turns(loop, knob.name, TURNS)
            note = f"slowest of {len(waited)} presses, to the window, with the wait for the look"
            longest = max(waited) * 1e3 if waited else None
            yield Measured(f"{name}: '{knob.name}' by key", longest, "ms", INPUT_MS, note)
        share = trial.idle(loop, 0.05 if quick else 2.0) * 100
        yield Measured(f"{name}: at rest", share, "%", IDLE_PERCENT, "of a core, a paused window")
    finally:
        if loop.hall:
            loop.hall.close()


def _times(timeline: Timeline, effort: Effort) -> tuple[float, ...]:
    """All pictures of a film at 60 a second; in a trial, those after a few beats begin."""
    count = int(float(timeline.seconds) * 60)
    if effort.pictures >= FULL:
        return tuple(n / 60 for n in range(count))
    starts = [float(span.start) for span in timeline.beats[:4]]
    return tuple(start + n / 60 for start in starts for n in range(effort.pictures // 4))
