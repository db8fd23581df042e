"""A folder for a cutting program: `--clips --timeline LIST --timecode TC`."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from viz.errors import EXIT_OUTPUT, Fault, VizError, nearest

if TYPE_CHECKING:
    from viz.film.job import FilmJob
    from viz.film.voice import Voice
    from viz.picture.playlist import Reel
    from viz.picture.replay import Replay
    from viz.show import Show

FORMAT: Final = "prores"
VOICE: Final = "voice.wav"
_FOLDERS: Final = ("png", "gif", "webp")  # no clips for a timeline


def add_clips(parser: argparse.ArgumentParser) -> None:
    """`--clips --timeline --timecode`."""
    parser.add_argument(
        "--clips",
        action="store_true",
        help="a folder with a clip for each beat, ProRes unless --format says otherwise",
    )
    parser.add_argument(
        "--timeline",
        type=_lists,
        default=(),
        metavar="LIST",
        help="lists of the clips for cutting programs: otio, fcpxml, xml, edl, csv, with commas",
    )
    parser.add_argument(
        "--timecode",
        default="",
        metavar="TC",
        help="of the first picture; of clips 01:00:00:00 where nothing else is said",
    )


def timed(job: FilmJob, args: argparse.Namespace) -> FilmJob:
    """The job with its timecode, if one is asked for. Raises VizError."""
    from viz.film.clips import TIMED
    from viz.film.timecode import USUAL, picture_of

    if not args.timecode and not args.clips:
        return job
    if args.timecode and job.path.suffix.casefold() not in TIMED:
        what = f"a {job.path.suffix} holds no timecode"
        raise VizError(Fault(what, write="-o FILE with one of " + ", ".join(TIMED)))
    return replace(job, timecode=picture_of(args.timecode or USUAL, job.fps))


def demand_clips(args: argparse.Namespace) -> None:
    """Raises VizError for what clips cannot be, before anything is opened."""
    if args.timeline and not args.clips:
        raise VizError(Fault("a timeline is of clips", write="--clips as well"))
    if args.clips and args.loop:
        raise VizError(Fault("a loop has no clips", write="--clips or --loop"))
    if args.clips and args.format in _FOLDERS:
        what = f"{args.format} is no format for clips"
        raise VizError(Fault(what, write="--format prores, qtrle, mp4, hevc, webm or av1"))
    if args.clips and args.output is not None and args.output.is_file():
        what = f"{args.output} is a file, and clips need a folder"
        raise VizError(Fault(what, write="-o FOLDER"), EXIT_OUTPUT)


def clip_path(show: Show | Reel | Replay, args: argparse.Namespace) -> Path:
    """The film that the clips add up to, as it would lie in their folder."""
    from viz.film.formats import named, usual_ending

    folder = args.output or Path(f"{show.name}_clips")
    args.format = args.format or FORMAT
    return Path(folder) / f"{show.name}{usual_ending(named(args.format))}"


def write_clips(
    show: Show | Reel | Replay, job: FilmJob, voice: Voice | None, args: argparse.Namespace
) -> None:
    """Make the folder, whole or not at all. Raises VizError."""
    from viz.cli.film_form import all_told, title_of, write_beside
    from viz.cli.film_layers import layered
    from viz.cli.film_ways import ways_of
    from viz.cli.opened_show import source_of_show
    from viz.film.clips import clips_of, make_clips
    from viz.film.cut_lists import LISTS, Cut, demand_rate
    from viz.film.make import make
    from viz.film.script import within
    from viz.film.still import save_bytes
    from viz.film.voice import stem
    from viz.stage.i18n import said

    demand_rate(args.timeline, job.fps)
    folder, ways = job.path.parent, ways_of(args)
    told = within(all_told(show), job.start, job.seconds)
    with _staged(folder, overwrite=args.overwrite) as stage:
        job = replace(job, path=stage / job.path.name)
        tracks = []
        for layer in args.layers or ("",):
            one, shot = layered(show, job, layer) if layer else (show, job)
            planned = clips_of(shot, told, show.look.lang, layer)
            source = source_of_show(one)
            make_clips(
                planned,
                lambda made, source=source: make(made, source, ways),  # type: ignore[misc]
                lambda text: print(text, file=sys.stderr),
            )
            tracks.append((layer, planned))
        if voice is not None:
            save_bytes(stem(job, voice, args.loudness), stage / VOICE, overwrite=False)
        cut = Cut(
            title=said(title_of(show), show.look.lang) or show.name,
            fps=job.fps,
            width=job.width,
            height=job.height,
            start=job.timecode or 0,
            clips=tuple(one.clip for one in tracks[0][1]),
            voice=VOICE if voice is not None else "",
            over=tuple((layer, tuple(one.clip.file for one in own)) for layer, own in tracks[1:]),
        )
        for name in args.timeline:
            data = LISTS[name](cut).encode("utf-8-sig" if name == "csv" else "utf-8")
            save_bytes(data, stage / f"{show.name}.{name}", overwrite=False)
        write_beside(job, show, args)
    print(
        f"{folder}: {len(planned)} clips, {job.frames} frames, {' '.join(args.timeline)}".rstrip()
    )


@contextmanager
def _staged(folder: Path, *, overwrite: bool) -> Iterator[Path]:
    """A hidden folder beside `folder`; what is in it gets there only when the block ends well.
    Files that are there already stay, unless they have the name of a new one."""
    stage = folder.with_name(f".{folder.name}.part")
    try:
        if folder.exists() and any(folder.iterdir()) and not overwrite:
            what = f"{folder} has files in it"
            raise VizError(Fault(what, write="--overwrite, or another -o FOLDER"), EXIT_OUTPUT)
        shutil.rmtree(stage, ignore_errors=True)
        stage.mkdir(parents=True)
        yield stage
        if folder.exists():
            for file in sorted(stage.iterdir()):
                file.replace(folder / file.name)
        else:
            stage.replace(folder)
    except OSError as error:
        what = f"{folder} cannot be written: {error.strerror or error}"
        raise VizError(Fault(what, write="-o FOLDER elsewhere"), EXIT_OUTPUT) from error
    finally:
        shutil.rmtree(stage, ignore_errors=True)


def _lists(text: str) -> tuple[str, ...]:
    from viz.film.cut_lists import LISTS

    words = tuple(dict.fromkeys(one.strip().casefold() for one in text.split(",") if one.strip()))
    faults = [
        Fault(f"there is no timeline '{word[:40]}'", None, nearest(word, LISTS), ", ".join(LISTS))
        for word in words
        if word not in LISTS
    ]
    if faults or not words:
        raise VizError(faults or [Fault("no timeline is named", write=", ".join(LISTS))])
    return words
