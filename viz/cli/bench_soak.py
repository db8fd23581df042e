"""viz bench --soak: as many pictures as a show of eight hours has, and whether anything grows."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

from viz.cli.bench_command import Effort, Measured

HOURS: Final = 8
PICTURES: Final = HOURS * 3600 * 60
GROWS: Final = 1.05  # last quarter against the second: what is kept for speed is full by then
SAMPLES: Final = 0.25  # s between two looks
LEAST: Final = 8  # looks, two a quarter


@dataclass(frozen=True, slots=True)
class Look:
    """What the process holds: resident megabytes, and open files."""

    memory: float
    files: int


def soak(scene: str, effort: Effort, minutes: float | None = None) -> Iterator[Measured]:
    """Every scene again and again in small windows, with hands that press, drag and resize.
    `minutes` of the clock, or all pictures; `scene` is not used."""
    del scene, effort
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from viz.assets_path import data_folder
    from viz.live import bench_window as trial
    from viz.live.soak import soak as pictures
    from viz.scene.load_scene import load_scene
    from viz.timeline.compile import compile_scene

    names = sorted(file.stem for file in data_folder("scenes").glob("*.yaml"))
    timelines = tuple(compile_scene(load_scene(name)) for name in names)
    looks: list[Look] = []
    began = last = time.perf_counter()
    count = 0
    with tempfile.TemporaryDirectory() as folder, trial.screen(real=False):
        for count in pictures(timelines, Path(folder)):
            now = time.perf_counter()
            if now - last >= SAMPLES:
                last = now
                looks += [found] if (found := held()) else []
                _tell(count, now - began)
            if now - began >= minutes * 60 if minutes else count >= PICTURES:
                break
    passed = time.perf_counter() - began
    note = (
        f"{count:,} pictures in {passed / 60:.1f} min, {count / PICTURES * HOURS:.1f} h of a show"
    )
    yield from grown(looks, note)


def grown(looks: list[Look], note: str) -> Iterator[Measured]:
    """The last quarter of the looks against the second."""
    second, fourth = _quarter(looks, 1), _quarter(looks, 3)
    if len(looks) < LEAST:
        second = fourth = []
        note = f"too few looks, or this system does not tell what a process holds; {note}"
    memory = files = None
    if second:
        before, after = (median(one.memory for one in part) for part in (second, fourth))
        memory, files = after / before, max(o.files for o in fourth) - max(o.files for o in second)
        note = f"{before:.0f} MB, then {after:.0f} MB; {note}"
    yield Measured("memory, last quarter / second", memory, "x", GROWS, note)
    yield Measured("open files, last quarter - second", files, "", 0, "none more is allowed")


def _quarter(looks: list[Look], index: int) -> list[Look]:
    return looks[len(looks) * index // 4 : len(looks) * (index + 1) // 4]


def held() -> Look | None:
    """What this process holds now; None where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return Look(
            pages * os.sysconf("SC_PAGE_SIZE") / 1e6,
            sum(1 for _ in Path("/proc/self/fd").iterdir()),
        )
    except (OSError, ValueError, AttributeError):
        return None


def _tell(count: int, passed: float) -> None:
    if sys.stderr.isatty():
        left = passed / count * (PICTURES - count) / 60
        print(
            f"\r{count:,} of {PICTURES:,} pictures, {left:.0f} min left ", end="", file=sys.stderr
        )
