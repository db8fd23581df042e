"""What is filmed: which part of a scene, how large, how fast, where to. Exact, before a start."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil
from pathlib import Path
from typing import Any, Final, Protocol

from viz.errors import Fault, VizError
from viz.film.sound import Sound
from viz.film.tracks import Chapter, Track

SEGMENT_FRAMES: Final = 240  # at most; each is encoded by itself, so workers do not change bytes


class Pixels(Protocol):
    """What a painter hands over: 32 bits a pixel, blue first (a pygame Surface is one)."""

    def get_size(self) -> tuple[int, int]: ...

    def get_view(self, kind: Any, /) -> Any: ...


Rect = tuple[int, int, int, int]  # x, y, width, height in pixels


@dataclass(frozen=True, slots=True)
class Painted:
    """A picture, and where it differs from the one before; None where that is not known."""

    pixels: Pixels
    changed: tuple[Rect, ...] | None = None


# The picture at a screen time in seconds.
Picture = Callable[[Fraction], Painted]
# Frames done, frames in all.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class FilmJob:
    """One film file. `start` is in seconds of screen time; frame n is at start + n / fps.

    `format` is a name of `viz list formats`, or "" where the ending of `path` chooses. `alpha`:
    the pictures have no ground. `corner` names the one that is kept free for a face, "" for none.
    `safe`: what players of tall films cover is kept free. `loop`: the end dissolves into the
    start, which follows it exactly. `tracks`, `chapters` and `sound` are put into the file where
    it can hold them. `draft`: the fastest encoding, for a first look. `cuts` are the frames at
    which a beat begins: no segment goes over one. `timecode` is that of the first frame, in frames
    from midnight; None for none. `bare`: words of a transparent picture stand on no plates.
    """

    path: Path
    width: int
    height: int
    fps: Fraction
    frames: int
    start: Fraction = Fraction(0)
    overwrite: bool = False
    format: str = ""
    alpha: bool = False
    corner: str = ""
    safe: bool = False
    loop: bool = False
    title: str = ""
    tracks: tuple[Track, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    sound: Sound | None = None
    draft: bool = False
    cuts: tuple[int, ...] = ()
    timecode: int | None = None
    bare: bool = False

    def at(self, frame: int) -> Fraction:
        """Screen time of a frame, exact: never a sum of steps."""
        return self.start + frame / self.fps

    @property
    def seconds(self) -> Fraction:
        """Length of the film."""
        return self.frames / self.fps

    def segments(self) -> tuple[range, ...]:
        """The frames of each segment; only the last before a cut or the end may be short."""
        ends = (*(cut for cut in self.cuts if 0 < cut < self.frames), self.frames)
        return tuple(
            range(first, min(first + SEGMENT_FRAMES, end))
            for begin, end in pairwise((0, *ends))
            for first in range(begin, end, SEGMENT_FRAMES)
        )


def part(
    scene_seconds: float, start: Fraction | None, end: Fraction | None, fps: Fraction
) -> tuple[Fraction, int]:
    """First second and number of frames of a part of a scene; a part out of range is refused."""
    length = Fraction(scene_seconds).limit_denominator(1_000_000)
    first = Fraction(0) if start is None else start
    last = length if end is None else end
    valid = f"times from 0 to {float(length):g} s, the first before the second"
    if last > length:
        raise VizError(
            Fault(f"the scene ends at {float(length):g} s, before {float(last):g} s", write=valid)
        )
    if first >= last:
        what = f"nothing lies between {float(first):g} s and {float(last):g} s"
        raise VizError(Fault(what, write=valid))
    return first, max(1, round((last - first) * fps))


def cuts_at(
    starts: Iterable[Fraction], start: Fraction, fps: Fraction, frames: int
) -> tuple[int, ...]:
    """The first frame of each beat that begins within a film, from the seconds in the show at which
    beats begin; never the film's own first one."""
    found = {ceil((second - start) * fps) for second in starts}
    return tuple(sorted(frame for frame in found if 0 < frame < frames))


def even(size: tuple[int, int]) -> tuple[int, int]:
    """The size with each side rounded up to an even number: 4:2:0 halves the colour planes."""
    width, height = size
    return width + width % 2, height + height % 2
