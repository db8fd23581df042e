"""viz film: a scene or a program, or a part of it, as a film."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from viz.cli.common import add_look, add_scene, clock, frame_rate, open_reel_or_scene, screen_time
from viz.cli.takes import add_take, no_scene, open_take
from viz.film.stopping import stoppable
from viz.units import write

if TYPE_CHECKING:
    from viz.film.job import Progress


def configure(parser: argparse.ArgumentParser) -> None:
    add_scene(parser, programs=True, takes=True)
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="the film; its ending chooses the format; default SCENE.mp4 in this folder",
    )
    add_look(parser)
    add_take(parser, "film the run that FILE holds, frame for frame what was seen")
    parser.add_argument(
        "--fps", type=frame_rate, default=Fraction(60), metavar="N", help="frames per second; 60"
    )
    time_help = "screen time like 3, 3.5s or 1:02.5; default the {} of the scene"
    parser.add_argument(
        "--from",
        dest="start",
        type=screen_time,
        metavar="T",
        help="first " + time_help.format("start"),
    )
    parser.add_argument(
        "--to", dest="end", type=screen_time, metavar="T", help="last " + time_help.format("end")
    )
    parser.add_argument("--overwrite", action="store_true", help="replace the file if it exists")


def run(args: argparse.Namespace) -> int:
    with stoppable():
        try:
            return _film(args)
        except KeyboardInterrupt:
            print("stopped; no film was written", file=sys.stderr)
            return 130


def _film(args: argparse.Namespace) -> int:
    from viz.cli.program import record_reel, reel_job
    from viz.film.formats import format_for
    from viz.stage.reel import Reel
    from viz.stage.replay import Replay

    if args.output is not None:
        format_for(args.output)  # a wrong ending is told before the scene is read
    no_scene(args)
    show = open_take(args.take, args) if args.take else open_reel_or_scene(args)
    path = args.output or Path(f"{show.name}.mp4")
    wanted, size = args.size, format_for(path).fitting(args.size)
    if size != wanted:
        print(
            f"{path.name} will be {size[0]}x{size[1]}: its format needs even sides, "
            f"so {wanted[0]}x{wanted[1]} is rounded up",
            file=sys.stderr,
        )
        show = show.looking(width=size[0], height=size[1])
    if isinstance(show, Reel | Replay):
        job = reel_job(show, path, args)
        with _bar(path.name) as progress:
            record_reel(show, job, progress)
    else:
        job = show.film_job(path, args.fps, "", args.start, args.end, overwrite=args.overwrite)
        with _bar(path.name) as progress:
            show.record(job, progress)
    rate = float(job.fps)
    print(
        f"{path}: {clock(job.seconds)} long, {job.frames} frames at {rate:.6g} per second, "
        f"{size[0]}x{size[1]}, {write(path.stat().st_size, 'bytes')}"
    )
    return 0


@contextmanager
def _bar(name: str) -> Iterator[Progress | None]:
    """A progress bar on the terminal; none where nobody looks."""
    if not sys.stderr.isatty():
        yield None
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
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(name, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
