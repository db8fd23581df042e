"""A film from its source: alone, by processes of this machine, or by a cluster; to the same bytes.

What is made is kept in parts beside the film until it is whole, so that a run that was stopped or
killed may go on where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from viz.film.formats import format_of
from viz.film.output import claimed_film
from viz.film.parts import Parts, kept_parts
from viz.film.recorder import converted, expected_bytes, missing, verify, write_film
from viz.film.sidecar import beside, is_made
from viz.film.source import Source, fingerprint, picture_of

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from viz.film.job import FilmJob, Progress
    from viz.film.segment import Made


def _silent(_text: str) -> None:
    """Nobody wants to know."""


@dataclass(frozen=True, slots=True)
class Ways:
    """How a film is made; its bytes do not depend on it.

    `jobs` processes of this machine, or the Dask cluster whose scheduler is at `dask`. `resume`
    takes what an earlier run kept. `tell` is given what a person should know on the way.
    """

    jobs: int = 1
    dask: str = ""
    resume: bool = False
    tell: Callable[[str], None] = _silent

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
        if progress is not None and parts is not None:
            progress(_done(job, todo), job.frames)
        if parts is not None and ways.spread and todo:
            _spread(job, source, ways, parts, progress)
            todo = ()
        frames = converted(job, picture_of(job, source), todo) if todo else iter(())
        write_film(job, partial, frames, progress if todo else None, parts)
        verify(job, format_of(job), partial)
    return job.path


def _done(job: FilmJob, todo: Sequence[int]) -> int:
    """The frames that need not be made."""
    ranges = job.segments()
    return job.frames - sum(len(ranges[index]) for index in todo)


def _parts(job: FilmJob, source: Source, ways: Ways) -> AbstractContextManager[Parts | None]:
    """Where parts are kept; nowhere for a film of one part."""
    if len(job.segments()) == 1:
        return nullcontext()
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
    job: FilmJob, source: Source, ways: Ways, parts: Parts, progress: Progress | None
) -> None:
    """Let others make what is missing."""
    from viz.film.engine_version import engine

    todo, ranges = missing(job, parts), job.segments()
    done = _done(job, todo)
    with closing(_made(job, source, ways, todo)) as arriving:
        for made in arriving:
            parts.keep(made.index, made.demand(engine()))
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
