"""How a film is made: `--jobs --dask --resume`, and how far it is."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from viz.errors import Fault, VizError

if TYPE_CHECKING:
    from viz.film.job import FilmJob, Progress
    from viz.film.make import Ways


def add_ways(parser: argparse.ArgumentParser) -> None:
    """`--jobs N --dask ADDRESS --resume`: the film's bytes do not depend on them."""
    parser.add_argument(
        "--jobs",
        type=_jobs,
        default=1,
        metavar="N",
        help="processes that make the film's parts; 1",
    )
    parser.add_argument(
        "--dask",
        default="",
        metavar="ADDRESS",
        help="make the parts on the Dask cluster with this scheduler, like tcp://10.0.0.1:8786",
    )
    parser.add_argument(
        "--draft", action="store_true", help="the fastest encoding of .mp4, for a first look"
    )
    parser.add_argument(
        "--no-cache",
        action="store_true",
        help="make all parts anew, and keep none for later films ('viz cache')",
    )
    parser.add_argument(
        "--resume", action="store_true", help="go on where a run was stopped or killed"
    )


def ways_of(args: argparse.Namespace) -> Ways:
    """How the arguments ask for the film to be made."""
    from viz.film.make import Ways
    from viz.film.parts_cache import Cache, cache_folder

    if args.dask and args.jobs > 1:
        raise VizError(Fault("--jobs and --dask are two ways", write="one of them"))
    cache = None if args.no_cache else Cache(cache_folder())
    spread = args.jobs > 1 or bool(args.dask) or args.resume
    quiet = not (spread or sys.stderr.isatty())
    return Ways(args.jobs, args.dask, args.resume, _tell, cache, quiet)


def drafted(job: FilmJob, args: argparse.Namespace) -> FilmJob:
    """The film as a draft, if that is asked for. Raises VizError where its format has none."""
    if args.draft and job.format not in ("", "mp4"):
        what = f"--draft is for .mp4, and {job.path.name} is none"
        raise VizError(Fault(what, write="-o FILE.mp4"))
    return replace(job, draft=args.draft)


def stopped(path: Path | None) -> str:
    """What a run that was stopped tells."""
    from viz.film.parts import count_parts

    kept = count_parts(path) if path else 0
    if not kept:
        return "stopped; no film was written"
    parts = f"{kept} parts are" if kept > 1 else "1 part is"
    return f"stopped; no film was written; {parts} kept: --resume goes on from there"


@contextmanager
def shown_progress(name: str, segments: Sequence[range] = ()) -> Iterator[Progress | None]:
    """A bar on the terminal. Elsewhere a line for each of the segments, with an estimate."""
    from viz.film.film_progress import part_lines

    if not sys.stderr.isatty():
        yield part_lines(_tell, segments) if segments else None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(name, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _jobs(text: str) -> int:
    from viz.film.workers import demand_jobs

    try:
        jobs = int(text)
    except ValueError:
        raise VizError(Fault(f"'{text[:40]}' is no number of jobs", write="--jobs 4")) from None
    return demand_jobs(jobs)
