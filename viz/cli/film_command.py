"""viz film: a scene or a program, or a part of it, as a film."""

from __future__ import annotations

import argparse
import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

from viz.cli.common import add_look, add_scene, clock, frame_rate, open_reel_or_scene
from viz.cli.film_clips import add_clips, clip_path, demand_clips, timed, write_clips
from viz.cli.film_form import (
    add_form,
    all_told,
    demand_beside,
    dressed,
    settled,
    wanted_of,
    write_beside,
)
from viz.cli.film_layers import add_layers, demand_layers, hidden, layered, write_sources
from viz.cli.film_many import each_film, usual_ending_of
from viz.cli.film_pages import add_motion, demand_motion, write_pages
from viz.cli.film_part import add_part, part_named
from viz.cli.film_voice import (
    add_voice,
    demand_stems,
    demand_voices,
    script,
    sounded,
    spoken,
    write_stems,
)
from viz.cli.film_ways import add_ways, drafted, shown_progress, stopped, ways_of
from viz.cli.opened_show import source_of_show
from viz.cli.takes import add_take, no_scene, open_take, read_files
from viz.file_kinds import is_folder
from viz.film.stopping import EXIT_TERMINATED, stoppable
from viz.saving import demand_apart
from viz.units import write

if TYPE_CHECKING:
    from viz.film.job import FilmJob
    from viz.film.make import Ways
    from viz.picture.playlist import Reel
    from viz.picture.replay import Replay
    from viz.show import Show

USUAL_RATE: Final = Fraction(60)


def configure(parser: argparse.ArgumentParser) -> None:
    add_scene(parser, programs=True, takes=True)
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="the film; its ending chooses the format; default SCENE.mp4 here; for several a folder",
    )
    add_look(parser, several=True)
    add_take(parser, "film the run that FILE holds, frame for frame what was seen")
    parser.add_argument(
        "--fps", type=frame_rate, default=None, metavar="N", help="frames per second; 60"
    )
    add_part(parser)
    parser.add_argument("--overwrite", action="store_true", help="replace the file if it exists")
    add_form(parser)
    add_clips(parser)
    add_layers(parser)
    add_motion(parser)
    add_voice(parser)
    add_ways(parser)


def run(args: argparse.Namespace) -> int:
    with stoppable():
        try:
            return _film(args)
        except KeyboardInterrupt:
            print(stopped(args.output), file=sys.stderr)
            return 130
        except SystemExit as error:  # SIGTERM, SIGHUP
            if error.code == EXIT_TERMINATED:
                print(stopped(args.output), file=sys.stderr)
            raise


def _film(args: argparse.Namespace) -> int:
    from viz.cli.film_many import ALL
    from viz.film.formats import format_for

    settled(args)
    demand_clips(args)
    demand_layers(args)
    demand_motion(args)
    one_file = (
        not args.clips and args.output is not None and (len(args.langs) == 1 or args.output.suffix)
    )
    if one_file and args.scene != ALL and not is_folder(args.output):
        # A wrong ending is told before the scene is read.
        format_for(args.output, args.format, alpha=args.transparent)
    if args.scene != ALL:
        no_scene(args)
    demand_stems(args)
    films = tuple(each_film(args))
    demand_voices(args, films)
    for one in films:
        args.output = one.output
        _film_one(one)
        args.output = one.output
    return 0


def _film_one(args: argparse.Namespace) -> None:
    from viz.film.formats import format_for, is_pages
    from viz.film.request import job_for

    show = open_take(args.take, args) if args.take else open_reel_or_scene(args)
    show, voice = spoken(show, args)
    show = hidden(show, args)
    if args.script:
        print(script(show, args.lang))
        return
    if args.clips:
        path = clip_path(show, args)
    else:
        ending = ".mov" if args.layers else usual_ending_of(args)
        path = args.output = args.output or Path(f"{show.name}{ending}")
    if not args.clips and is_pages(format_for(path, args.format, alpha=args.transparent)):
        print(write_pages(show, path, args))
        return
    args.fps = args.fps or USUAL_RATE
    ways = ways_of(args)
    demand_apart([path], (*read_files(args), *((args.take,) if args.take else ())))
    told = all_told(show)
    between = part_named(told, args.start, args.end)
    beats = tuple(one.start for one in told)
    job = job_for(path, args.size, show.seconds, args.fps, between, wanted_of(args), beats)
    _tell_fitting(job, args)
    job = timed(job, args)
    if args.clips:
        write_clips(show, job, voice, args)
        return
    demand_beside(job, show, args)
    job = drafted(dressed(sounded(job, voice, args), show, args), args)
    for number, layer in enumerate(args.layers or ("",)):
        one, made = layered(show, job, layer) if layer else (show, job)
        _record(one, made, ways)
        if number == 0:
            beside = write_beside(job, show, args)
            beside += write_stems(job, voice, args)
            beside += write_sources(job, source_of_show(show), show, args)
        print(
            f"{made.path}: {clock(made.seconds)} long, {made.frames} frames at "
            f"{float(made.fps):.6g} per second, {made.width}x{made.height}, "
            f"{write(_size(made.path), 'bytes')}"
        )
    for file in beside:
        print(file)


def _record(show: Show | Reel | Replay, job: FilmJob, ways: Ways) -> None:
    from viz.film.make import make

    lines = job.segments() if ways.spread or ways.resume else ()
    with shown_progress(job.path.name, lines) as progress:
        make(job, source_of_show(show), ways, progress)


def _tell_fitting(job: FilmJob, args: argparse.Namespace) -> None:
    """What the format could not hold as it was asked for."""
    wide, high = args.size
    if (job.width, job.height) != (wide, high):
        print(
            f"{job.path.name} will be {job.width}x{job.height}: its format needs even sides, "
            f"so {wide}x{high} is rounded up",
            file=sys.stderr,
        )
    if job.fps != args.fps:
        print(
            f"{job.path.name} will have {float(job.fps):.4g} pictures per second: its format "
            f"counts in hundredths of a second, so {float(args.fps):.6g} cannot be",
            file=sys.stderr,
        )


def _size(path: Path) -> int:
    """The bytes of a file, or of all files in a folder."""
    if path.is_dir():
        return sum(file.stat().st_size for file in path.iterdir())
    return path.stat().st_size
