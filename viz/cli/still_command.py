"""viz still: one picture of a scene."""

from __future__ import annotations

import argparse
from pathlib import Path

from viz.cli.common import add_look, add_scene, clock, open_reel_or_scene, screen_time
from viz.cli.takes import read_files
from viz.errors import Fault, VizError
from viz.saving import (
    OVERWRITE,
    demand_apart,
    demand_writable,
    is_standard_output,
    over_own,
)


def configure(parser: argparse.ArgumentParser) -> None:
    add_scene(parser, programs=True)
    parser.add_argument(
        "--at",
        type=screen_time,
        required=True,
        metavar="T",
        help="screen time like 3, 3.5s or 1:02.5",
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="FILE.png, .jpg, .webp or .svg, or - to print a PNG; default SCENE.png in this folder",
    )
    parser.add_argument("--transparent", action="store_true", help="no ground, with straight alpha")
    add_look(parser)
    parser.add_argument("--overwrite", action="store_true", help="replace the file if it exists")


def run(args: argparse.Namespace) -> int:
    from viz.film.still import save_still, still_ending

    path: Path | None = args.output
    printed = is_standard_output(path)
    ending = ".png" if printed else ""
    if path is not None and not printed:
        ending = still_ending(path, alpha=args.transparent)
    demand_apart([path], read_files(args))
    show = open_reel_or_scene(args)
    length = show.seconds
    if args.at > length:
        what = f"the scene ends at {length:g} s, before {float(args.at):g} s"
        raise VizError(Fault(what, write=f"--at with a time from 0 to {length:g}"))
    path = path or Path(f"{show.name}.png")
    if not printed:
        demand_writable(path, over_own(path, overwrite=args.overwrite), instead=OVERWRITE)
    frame = show.frame(float(args.at))
    save_still(
        frame, args.size, path, overwrite=args.overwrite, ending=ending, alpha=args.transparent
    )
    if printed:
        return 0
    print(f"{path}: {show.name} at {clock(args.at)}, {args.size[0]}x{args.size[1]}")
    return 0
