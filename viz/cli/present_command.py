"""`viz present`: a talk with a window for the audience and one for the speaker."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from viz.cli import common, staged
from viz.errors import Fault, VizError
from viz.saving import demand_apart

if TYPE_CHECKING:
    from viz.desk.telling import Telling
    from viz.live.windows import Stage

LONGEST = 24 * 3600.0  # s


def configure(parser: argparse.ArgumentParser) -> None:
    common.add_scene(parser, default="talk", programs=True)
    common.add_look(parser, size="720p")
    parser.add_argument(
        "--display",
        metavar="N",
        help="the audience's display: its number, or a rectangle WxH+X+Y of the desktop; default 2",
    )
    parser.add_argument(
        "--notes-display", metavar="N", help="the speaker's display, in the same form; default 1"
    )
    parser.add_argument(
        "--timer",
        type=duration,
        metavar="TIME",
        help="how long the talk may be: 20m, 90 s, 1:30:00",
    )
    staged.add_state(parser)
    parser.add_argument("--windowed", action="store_true", help="windows instead of full screens")
    parser.add_argument(
        "--take", type=Path, metavar="FILE", help="record what is done into FILE, a scene a file"
    )
    parser.add_argument("--no-take", action="store_true", help="record nothing")
    parser.add_argument(
        "--rehearse",
        type=Path,
        metavar="FILE",
        help="write how long each step took into FILE (.csv), and print it at the end",
    )
    parser.add_argument(
        "--plan", type=Path, metavar="FILE", help="compare the time with a rehearsal's FILE"
    )
    parser.add_argument(
        "--tell",
        type=Path,
        metavar="FILE",
        help="write in words what is on stage, at each step, into FILE (- for here)",
    )
    staged.add_access(parser)
    parser.epilog = "In either window, '?' shows the keys. Esc never quits; Q twice does."


def duration(text: str) -> float:
    """Seconds from `20m`, `20 min`, `90 s`, `1.5 h`, `1:30:00`. Raises VizError."""
    from viz.timeline.times import screen_time
    from viz.units import UnitError, parse

    word = text.strip()
    short = {"m": "min", "h": "h", "s": "s"}
    if word[-1:] in short and word[:-1].strip().replace(".", "", 1).isdigit():
        word = f"{word[:-1].strip()} {short[word[-1]]}"
    try:
        seconds = float(screen_time(word)) if ":" in word else parse(word, "seconds")
    except (UnitError, VizError):
        seconds = 0.0
    if not 0 < seconds <= LONGEST:
        what = f"'{text.strip()[:40]}' is no time for a talk"
        raise VizError(Fault(what, write="20m, '90 s' or 1:30:00, at most 24 hours"))
    return seconds


def run(args: argparse.Namespace) -> int:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from viz.cli.reload import open_source
    from viz.cli.takes import read_files
    from viz.desk.playhead import Playhead
    from viz.desk.steps import deck_of
    from viz.film.stopping import stoppable
    from viz.live import displays
    from viz.live.rehearsal import begun, plan_of
    from viz.live.state import demand_state

    wishes = (
        displays.wish(args.display) if args.display is not None else None,
        displays.wish(args.notes_display) if args.notes_display is not None else None,
    )
    source = open_source(args)
    demand_apart([args.take, args.state, args.rehearse, args.hands], read_files(args))
    if args.state is not None:
        demand_state(args.state)
    plan = plan_of(args.plan) if args.plan else None
    rehearsal = begun(args.rehearse, resume=args.resume) if args.rehearse else None
    told = "; ".join(filter(None, (staged.free_take(args), staged.free_table(args))))
    if told:
        print(told, file=sys.stderr)
    talk = staged.talk_of(
        Playhead(deck_of(source.reel)), args, full=not args.windowed, total=args.timer or 0.0
    )
    with telling_into(args.tell) as telling, staged.kept(source, talk, args, "present") as opened:
        from viz.live.canvas import close_display, open_display
        from viz.live.run_loop import run as show
        from viz.live.watch import Watch
        from viz.live.windows import Stage

        os.environ.setdefault("SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS", "0")  # the projector stays lit
        open_display()
        try:
            there = displays.found()
            displays.demand(there, wishes[0], "--display")
            displays.demand(there, wishes[1], "--notes-display")
            stage = Stage(
                opened.reel,
                replace(opened.talk, trouble=told),
                args.size,
                wishes,
                keep=staged.keep_of(opened.keeper),
                watch=Watch(source.again, source.files),
                recording=staged.recording(args, 3.0),
                rehearsal=rehearsal,
                plan=plan,
                telling=telling,
                results=args.hands,
                offer=opened.offer,
            )
            with stoppable():
                show(stage)
        finally:
            close_display()
    if stage.rehearsal:
        _tell(stage)
    return 0


@contextmanager
def telling_into(file: Path | None) -> Iterator[Telling | None]:
    """Where the words of a talk go. Raises VizError where nothing could be written."""
    from viz.desk.telling import Telling
    from viz.saving import appended, is_standard_output

    if file is None:
        yield None
    elif is_standard_output(file):
        yield Telling(sys.stdout)
    else:
        with appended(file) as stream:
            yield Telling(stream)


def _tell(stage: Stage) -> None:
    """How long each step took, for the speaker's eyes."""
    from rich.console import Console
    from rich.table import Table

    from viz.desk.timer import clock
    from viz.live.rehearsal import rows

    rehearsal, talk, reel = stage.rehearsal, stage.talk, stage.reel
    if rehearsal is None or reel is None:
        return
    table = Table(title=f"rehearsal, kept in {rehearsal.file}")
    for name in ("step", "scene", "says", "spent", "from the start"):
        table.add_column(name, justify="left" if name in ("scene", "says") else "right")
    for row in rows(rehearsal, talk, reel):
        spent, total = f"{row.spent:.0f} s", clock(row.total)
        table.add_row(str(row.step), row.scene, row.says, spent, total)
    Console(width=None if sys.stdout.isatty() else 120).print(table)
