"""Files that a person is writing while the show runs: what they say when they were saved.

Looked at ten times a second. A file is read when it has stopped changing, so that the half of a
file that an editor has written so far is no fault.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Generic, TypeVar

from viz.errors import Fault, VizError

EVERY: Final = 0.08  # s between two looks

Stamp = tuple[tuple[int, int, int], ...]  # of each file: inode, size, time of change (ns)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Change(Generic[T]):
    """What a saved file says: something new, or faults."""

    new: T | None = None
    faults: tuple[Fault, ...] = ()


@dataclass
class Watch(Generic[T]):
    """`load` reads the show anew and says which files it is made of; it may raise anything."""

    load: Callable[[], tuple[T, tuple[Path, ...]]]
    files: tuple[Path, ...]
    stamp: Stamp = ()
    unsettled: Stamp | None = None
    looked: float = field(default=float("-inf"))

    def __post_init__(self) -> None:
        self.stamp = stamp_of(self.files)

    def look(self, now: float) -> Change[T] | None:
        """None while nothing was saved. `now` is seconds of a monotonic clock."""
        if 0 <= now - self.looked < EVERY:
            return None
        self.looked = now
        stamp = stamp_of(self.files)
        if stamp == self.stamp:
            self.unsettled = None
            return None
        if stamp != self.unsettled:  # it may still be written
            self.unsettled = stamp
            return None
        self.stamp, self.unsettled = stamp, None
        try:
            new, files = self.load()
        except VizError as error:
            return Change(faults=error.faults)
        except Exception as error:  # noqa: BLE001  # the show goes on, whatever a file does to us
            told = f"{type(error).__name__}: {error}".splitlines()[0]
            print(f"viz: the file could not be read ({told})", file=sys.stderr)
            return Change(faults=(Fault(told),))
        if files != self.files:
            self.files, self.stamp = files, stamp_of(files)
        return Change(new)


def stamp_of(files: tuple[Path, ...]) -> Stamp:
    """What changes when one of the files is written, replaced or removed."""
    found = []
    for file in files:
        try:
            told = file.stat()
        except OSError:
            found.append((0, 0, 0))
        else:
            found.append((told.st_ino, told.st_size, told.st_mtime_ns))
    return tuple(found)
