"""Shows as pages: PDF and PPTX decks, and the web page."""

from __future__ import annotations

import argparse
import sys
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from viz.cli.film_form import all_told, title_of
from viz.errors import Fault, VizError
from viz.units import write

if TYPE_CHECKING:
    from viz.picture.playlist import Reel
    from viz.picture.replay import Replay
    from viz.show import Show

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
    with watched as progress:
        show_pages.write_pages(
            told, path, format=args.format, overwrite=args.overwrite, progress=progress
        )
    return f"{path}: {len(steps)} steps, {write(path.stat().st_size, 'bytes')}"


def _demand_no_frames(path: Path, args: argparse.Namespace) -> None:
    """Raises VizError with every argument that only a film of frames can follow."""
    given = [
        name for key, name in NOT_FOR_PAGES.items() if getattr(args, key) not in (None, False, "")
    ]
    given += ["--jobs"] if args.jobs > 1 else []
    if given:
        what = f"{path.name} has pages and no frames, one for each step"
        raise VizError(Fault(what, write="no " + ", no ".join(given)))
