"""From what is asked for to a job: size, rate and name as the format can hold them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from viz.errors import Fault, VizError
from viz.film.formats import format_for, is_pages
from viz.film.framing import corner as corner_of
from viz.film.job import FilmJob, cuts_at, part


@dataclass(frozen=True, slots=True)
class Wanted:
    """How a film is to be. See `FilmJob`; `corner` is a name as a person writes it."""

    format: str = ""
    alpha: bool = False
    corner: str = ""
    safe: bool = False
    loop: bool = False
    overwrite: bool = False


def job_for(
    path: Path,
    size: tuple[int, int],
    seconds: float,
    fps: Fraction,
    part_of: tuple[Fraction | None, Fraction | None],
    wanted: Wanted,
    beats: Iterable[Fraction] = (),
) -> FilmJob:
    """The job of filming `part_of` a show of so many seconds, whose beats begin at the seconds
    `beats`. Raises VizError for what cannot be.

    Sides and rate are those nearest that the format can hold.
    """
    form = format_for(path, wanted.format, alpha=wanted.alpha)
    if is_pages(form):
        what = f"{path.name} has pages, and no frames"
        raise VizError(Fault(what, write=f"'viz film SCENE -o {path.name}' writes it"))
    if wanted.corner and wanted.safe:
        what = "a safe area and room for a face at once leave too little for the scene"
        raise VizError(Fault(what, write="--corner or --safe-area"))
    if getattr(form, "FOLDER", False) and path.suffix.casefold() in form.ENDINGS:
        path = path.with_suffix("")
    rate = form.rate(fps)
    start, frames = part(seconds, *part_of, rate)
    width, height = form.fitting(size)
    return FilmJob(
        path,
        width,
        height,
        fps=rate,
        frames=frames,
        start=start,
        overwrite=wanted.overwrite,
        format=wanted.format or form.__name__.rpartition(".")[2],
        alpha=wanted.alpha,
        corner=corner_of(wanted.corner) if wanted.corner else "",
        safe=wanted.safe,
        loop=wanted.loop,
        cuts=cuts_at(beats, start, rate, frames),
    )
