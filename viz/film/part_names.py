"""What the parts of a film are called: by what their pictures are made of.

Two parts with one name have the same bytes, whichever films they are of: the same marks in each
picture, put into the same picture in the same way, by the same engine. So a word that is changed
in one beat changes the name of that beat's parts and of no others.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from viz.film.engine_version import engine
from viz.film.formats import format_of
from viz.film.framing import stage_in

if TYPE_CHECKING:
    from viz.film.framing import Frames
    from viz.film.job import FilmJob
    from viz.film.pictures import FrameOf
    from viz.stage.marks import Frame, Mark

# Where a film goes, what it carries, and which part of a show it is: its pictures say the rest.
_NO_PART: Final = (
    "path", "overwrite", "title", "tracks", "chapters", "sound", "timecode", "format", "frames",
    "start", "cuts",
)  # fmt: skip
_WHOLE: Final = ("frames", "start")  # of which each part of a loop depends


@dataclass(slots=True)
class _Digest:
    """The marks of pictures in order. Each mark is written out once, and then called by number."""

    digest: Any
    numbers: dict[Any, int] = field(default_factory=dict)
    known: dict[int, tuple[Any, int]] = field(default_factory=dict)  # by the object, which is kept

    def add(self, frame: Frame) -> None:
        """The next picture."""
        for group in (frame.still, frame.world, frame.marks):
            self.digest.update(array("I", [len(group), *map(self._number, group)]).tobytes())
        for shot in frame.shots:
            self.digest.update(
                array("I", [len(shot.marks), *map(self._number, shot.marks)]).tobytes()
            )
            self.digest.update(repr(replace(shot, marks=())).encode())
        size = frame.width, frame.height, frame.ground, frame.glides
        self.digest.update(repr(size).encode())

    def _number(self, mark: Mark) -> int:
        seen = self.known.get(id(mark))
        if seen is not None:
            return seen[1]
        number = self.numbers.get(mark)
        if number is None:
            number = self.numbers[mark] = len(self.numbers)
            self.digest.update(repr(mark).encode())
        self.known[id(mark)] = mark, number
        return number


@dataclass(slots=True)
class _Open:
    """A part whose frames are being painted: its number, the next frame, and where it ends."""

    index: int
    next: int
    stop: int
    digest: _Digest


@dataclass(slots=True)
class Named:
    """The names of the parts of one film. `watched` gives frames that name them while they are
    painted; a part whose frames were not all painted in order has no name."""

    job: FilmJob
    base: bytes
    names: dict[int, str] = field(default_factory=dict)
    _starts: dict[Fraction, int] = field(default_factory=dict)
    _open: _Open | None = None

    def watched(self, frames: Frames) -> Frames:
        """The same frames; those that are asked for are counted into the names of their parts."""

        def of(width: int, height: int) -> FrameOf:
            frame_of = frames(width, height)
            last: tuple[Fraction, Frame] | None = None

            def frame(t: Fraction) -> Frame:
                nonlocal last
                if last is None or last[0] != t:
                    last = t, frame_of(t)
                    self._see(t, last[1])
                return last[1]

            return frame

        return of

    def _see(self, t: Fraction, frame: Frame) -> None:
        number = (t - self.job.start) * self.job.fps
        if (index := self._starts.get(number)) is not None:
            part = self.job.segments()[index]
            self._open = _Open(index, part.start, part.stop, _Digest(_started(self.base, part)))
        now = self._open
        if now is None or number != now.next:
            return
        now.digest.add(frame)
        now.next += 1
        if now.next == now.stop:
            self.names[now.index] = now.digest.digest.hexdigest()
            self._open = None


def named(job: FilmJob, whole: str) -> Named:
    """The names of a film's parts; `whole` is the fingerprint of all of it, of which a loop's parts
    depend."""
    told = [(f.name, getattr(job, f.name)) for f in fields(job) if f.name not in _NO_PART]
    form = format_of(job).__name__
    if job.loop:
        told += [(name, getattr(job, name)) for name in _WHOLE]
        told.append(("whole", whole))
    starts = {Fraction(part.start): index for index, part in enumerate(job.segments())}
    return Named(job, f"{engine()}\0{form}\0{told!r}".encode(), _starts=starts)


def _started(base: bytes, part: range) -> Any:
    return hashlib.sha256(base + b"\0" + str(len(part)).encode())


def samples(known: Named, frames: Frames) -> Callable[[int], str]:
    """A short name of each part, quickly found: of its first, middle and last picture."""
    job = known.job
    frame_of = frames(*stage_in(job)[2:])
    ranges = job.segments()

    def sample(index: int) -> str:
        part = ranges[index]
        digest = _Digest(_started(known.base, part))
        for number in dict.fromkeys((part.start, part.start + len(part) // 2, part.stop - 1)):
            digest.add(frame_of(job.at(number)))
        found: str = digest.digest.hexdigest()
        return found[:32]

    return sample


def whole_name(known: Named, frames: Frames, index: int) -> str:
    """The name of a part, from all its frames, without painting."""
    part = known.job.segments()[index]
    frame_of = frames(*stage_in(known.job)[2:])
    digest = _Digest(_started(known.base, part))
    for number in part:
        digest.add(frame_of(known.job.at(number)))
    found: str = digest.digest.hexdigest()
    return found
