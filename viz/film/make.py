"""A film from its source: alone, by processes of this machine, or by a cluster; to the same bytes.

What is made is kept in parts beside the film until it is whole, so that a run that was stopped or
killed may go on where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from viz.film.formats import format_of
from viz.film.output import claimed_film
from viz.film.packing import pack
from viz.film.part_names import Named, named, samples, whole_name
from viz.film.parts import Held, Parts, kept_parts
from viz.film.recorder import converted, expected_bytes, missing, verify, write_film
from viz.film.sidecar import beside, is_made
from viz.film.source import Source, fingerprint, picture_of

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from viz.film.job import FilmJob, Progress
    from viz.film.parts_cache import Cache
    from viz.film.recorder import Kept
    from viz.film.segment import Made


def _silent(_text: str) -> None:
    """Nobody wants to know."""


@dataclass(frozen=True, slots=True)
class Ways:
    """How a film is made; its bytes do not depend on it.

    `jobs` processes of this machine, or the Dask cluster whose scheduler is at `dask`. `resume`
    takes what an earlier run of this film kept, and `cache` has the parts of earlier films, of
    which those are taken whose pictures are the same. `tell` is given what a person should know on
    the way; `quiet` leaves out what is no fault.
    """

    jobs: int = 1
    dask: str = ""
    resume: bool = False
    tell: Callable[[str], None] = _silent
    cache: Cache | None = None
    quiet: bool = False

    @property
    def spread(self) -> bool:
        """Whether others make the parts."""
        return self.jobs > 1 or bool(self.dask)


def make(
    job: FilmJob, source: Source, ways: Ways | None = None, progress: Progress | None = None
) -> Path:
    """Film a source; gives back the path of the film, which is whole.

    Raises VizError: 2 something that cannot be, 5 the disk or folder refuses, 6 another run
    writes it.
    """
    ways = ways or Ways()
    if ways.resume and not job.overwrite and is_made(job, source):
        ways.tell(f"{job.path.name} is whole already")
        return job.path
    # In parts, everything is on the disk twice before the end.
    expected = expected_bytes(job) * (1 if len(job.segments()) == 1 else 2)
    with (
        beside(job, source),
        claimed_film(job, expected) as partial,
        _parts(job, source, ways) as parts,
    ):
        todo = missing(job, parts)
        if len(todo) < len(ranges := job.segments()):
            ways.tell(f"{len(ranges) - len(todo)} of {len(ranges)} parts are kept")
        known = named(job, fingerprint(job, source)) if parts is not None and ways.cache else None
        kept: Kept | None = parts
        if known is not None and parts is not None and ways.cache is not None and todo:
            kept, todo = _from_cache(known, source, ways, parts, todo)
        if progress is not None and parts is not None:
            progress(_done(job, todo), job.frames)
        if parts is not None and kept is not None and ways.spread and todo:
            _spread(job, source, ways, kept, todo, progress)
            todo = ()
        frames = converted(job, picture_of(job, source, known), todo) if todo else iter(())
        write_film(job, partial, frames, progress if todo else None, kept)
        verify(job, format_of(job), partial)
    if ways.cache is not None:
        ways.cache.trim()
    return job.path


@dataclass(frozen=True, slots=True)
class _Shared:
    """Parts of a film that is being made, which go to the cache as well."""

    parts: Parts | Held
    cache: Cache
    known: Named
    short: dict[int, str]

    def has(self, index: int) -> bool:
        """Whether a part is there and whole."""
        return self.parts.has(index)

    def read(self, index: int) -> Any:
        """A part as the format made it."""
        return self.parts.read(index)

    def write(self, index: int, segment: Any) -> None:
        """Keep a part that this process made."""
        self.keep(index, pack(segment), self.known.names.pop(index, ""))

    def keep(self, index: int, packed: bytes, name: str = "") -> None:
        """Keep a part that is packed, under its name."""
        self.parts.keep(index, packed)
        if name:
            self.cache.put(self.short[index], name, packed)


def _from_cache(
    known: Named, source: Source, ways: Ways, parts: Parts | Held, todo: Sequence[int]
) -> tuple[Kept, tuple[int, ...]]:
    """Take the parts whose pictures are those of an earlier film; gives back where new ones go, and
    which are still to be made."""
    assert ways.cache is not None  # noqa: S101  for mypy
    sample, cache = samples(known, source.frames), ways.cache
    short = {index: sample(index) for index in todo}
    left = []
    for index in todo:
        packed = None
        if cache.may_have(short[index]):
            packed = cache.get(short[index], whole_name(known, source.frames, index))
        if packed is None:
            left.append(index)
        else:
            parts.keep(index, packed)
    if len(left) < len(todo) and not ways.quiet:
        ranges = len(known.job.segments())
        ways.tell(f"{len(todo) - len(left)} of {ranges} parts are as an earlier film has them")
    return _Shared(parts, cache, known, short), tuple(left)


def _done(job: FilmJob, todo: Sequence[int]) -> int:
    """The frames that need not be made."""
    ranges = job.segments()
    return job.frames - sum(len(ranges[index]) for index in todo)


def _parts(job: FilmJob, source: Source, ways: Ways) -> AbstractContextManager[Parts | Held | None]:
    """Where parts are kept; for a film of one part in memory, or nowhere if nobody else shall have
    it."""
    if len(job.segments()) == 1:
        return nullcontext(Held() if ways.cache is not None else None)
    return _told(job, source, ways)


@contextmanager
def _told(job: FilmJob, source: Source, ways: Ways) -> Iterator[Parts]:
    from viz.film.engine_version import engine

    key = f"{engine()}-{fingerprint(job, source)}"
    with kept_parts(job.path, key, resume=ways.resume) as (parts, others):
        if others:
            ways.tell("the parts that were kept are of another film or version: all is made anew")
        yield parts


def _spread(
    job: FilmJob,
    source: Source,
    ways: Ways,
    kept: Any,
    todo: Sequence[int],
    progress: Progress | None,
) -> None:
    """Let others make what is missing."""
    from viz.film.engine_version import engine

    ranges = job.segments()
    done = _done(job, todo)
    with closing(_made(job, source, ways, todo)) as arriving:
        for made in arriving:
            kept.keep(made.index, made.demand(engine()), made.name)
            done += len(ranges[made.index])
            if progress is not None:
                progress(done, job.frames)


def _made(job: FilmJob, source: Source, ways: Ways, todo: Sequence[int]) -> Generator[Made]:
    from viz.film.segment import Order

    # A worker needs no captions and no folder of ours.
    bare = replace(job, path=Path(job.path.name), title="", tracks=(), chapters=(), sound=None)
    order = Order(bare, source)
    if ways.dask:
        from viz.film.cluster import made_there

        return made_there(order, todo, ways.dask)
    from viz.film.workers import made_here

    return made_here(order, todo, ways.jobs)
