"""viz verify: whether films are still what their sidecars say."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from viz.errors import EXIT_OUTPUT, VizError


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "films", nargs="+", type=Path, metavar="FILE", help="a film, with its FILE.json beside it"
    )


def run(args: argparse.Namespace) -> int:
    from viz.film.verify import verify_film

    code = 0
    for film in args.films:
        try:
            verdict = verify_film(film)
        except VizError as error:
            print(error, file=sys.stderr)
            code = error.code
            continue
        if verdict.wrong:
            print(f"{film} is not what was made: {'; '.join(verdict.wrong)}", file=sys.stderr)
            code = EXIT_OUTPUT
            continue
        told = verdict.told
        notes = "".join(f"; {note}" for note in verdict.notes)
        print(
            f"{film}: whole, as {told.get('made_with')} made it: {told.get('frames')} frames, "
            f"{told.get('seconds')} s of {told.get('name')}{notes}"
        )
    return code
