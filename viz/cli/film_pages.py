"""Shows as pages: PDF and PPTX decks, and the web page."""

from __future__ import annotations

import argparse
import sys
import tempfile
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Final

from viz.cli.film_form import all_told, title_of
from viz.errors import Fault, VizError
from viz.units import write

if TYPE_CHECKING:
    from viz.film.pages import Page
    from viz.picture.playlist import Reel
    from viz.picture.replay import Replay
    from viz.show import Show

MOST: Final = 100_000_000  # bytes of a deck with motion
FOR_MOTION: Final = ("--dask", "--no-cache")  # its films are made as others are
RATE: Final = Fraction(30)  # its pictures a second

# What is only for films of frames: its name among the arguments, and how it is written.
NOT_FOR_PAGES: Final = {
    "start": "--from",
    "end": "--to",
    "fps": "--fps",
    "loop": "--loop",
    "corner": "--corner",
    "safe_area": "--safe-area",
    "voice": "--voice",
    "guide": "--guide",
    "stems": "--stems",
    "draft": "--draft",
    "timecode": "--timecode",
    "dask": "--dask",
    "resume": "--resume",
    "no_cache": "--no-cache",
    "transcript": "--transcript",
}


def write_pages(show: Show | Reel | Replay, path: Path, args: argparse.Namespace) -> str:
    """Write the steps of a show; gives back a line that tells so. Raises VizError."""
    from viz import show_pages
    from viz.cli.film_ways import shown_progress

    _demand_no_frames(path, args)
    steps = all_told(show)
    told = show_pages.Told(
        show.name,
        title_of(show),
        steps,
        show.seconds,
        show.look.lang,
        lambda lang: replace(show, look=replace(show.look, lang=lang)).frame,
    )
    # There is nothing to be seen of a file that is not a terminal's.
    watched = shown_progress(path.name) if sys.stderr.isatty() else nullcontext(None)
    with watched as progress, tempfile.TemporaryDirectory() as folder:
        show_pages.write_pages(
            told,
            path,
            format=args.format,
            overwrite=args.overwrite,
            progress=progress,
            clips=(lambda pages: _clips(show, pages, Path(folder), args)) if args.motion else None,
        )
    if args.motion and path.stat().st_size > MOST:
        heavy = write(path.stat().st_size, "bytes")
        print(f"{path} has {heavy}: mails and slow disks want less: --size 720p", file=sys.stderr)
    return f"{path}: {len(steps)} steps, {write(path.stat().st_size, 'bytes')}"


def add_motion(parser: argparse.ArgumentParser) -> None:
    """`--motion`."""
    parser.add_argument(
        "--motion",
        action="store_true",
        help="a .pptx whose steps move when they are clicked; until then the step's last picture",
    )


def demand_motion(args: argparse.Namespace) -> None:
    """Raises VizError where what is written has no steps that could move one by one."""
    deck = args.output is not None and args.output.suffix.casefold() == ".pptx"
    if args.motion and not deck:
        raise VizError(Fault("only slides move step by step", write="--motion with -o FILE.pptx"))


def _clips(
    show: Show | Reel | Replay, pages: tuple[Page, ...], folder: Path, args: argparse.Namespace
) -> list[Path]:
    """A film of each page: from the step's start, or the answer's, to its end and no further."""
    from viz.cli.film_ways import ways_of
    from viz.cli.opened_show import source_of_show
    from viz.film.job import FilmJob, even
    from viz.film.make import make

    source, ways = source_of_show(show), ways_of(args)
    width, height = even(args.size)
    films = []
    for number, page in enumerate(pages, 1):
        # The last picture is before the end: at it the next step begins, or the answer is shown.
        frames = max(1, ceil((page.end - page.start) * RATE))
        path = folder / f"step{number}.mp4"
        films.append(make(FilmJob(path, width, height, RATE, frames, page.start), source, ways))
        print(f"step {number} of {len(pages)}", file=sys.stderr)
    return films


def _demand_no_frames(path: Path, args: argparse.Namespace) -> None:
    """Raises VizError with every argument that only a film of frames can follow."""
    given = [
        name for key, name in NOT_FOR_PAGES.items() if getattr(args, key) not in (None, False, "")
    ]
    given = [name for name in given if not (args.motion and name in FOR_MOTION)]
    given += ["--jobs"] if args.jobs > 1 and not args.motion else []
    if given:
        what = f"{path.name} has pages and no frames, one for each step"
        raise VizError(Fault(what, write="no " + ", no ".join(given)))
