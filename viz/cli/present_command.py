"""`viz present`: a talk with a window for the audience and one for the speaker."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from viz.cli import common
from viz.errors import Fault, VizError
from viz.saving import demand_apart, unused

if TYPE_CHECKING:
    from viz.desk.talk import Talk
    from viz.live.record import Recorder
    from viz.live.talk_record import Recording
    from viz.live.talk_windows import Stage
    from viz.picture.playlist import Reel
    from viz.timeline.compile import Timeline

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
    parser.add_argument(
        "--resume", action="store_true", help="go on where the talk was when it ended"
    )
    parser.add_argument("--state", type=Path, metavar="FILE", help="where that is kept")
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
        "--reduced-motion",
        action="store_true",
        help="stills instead of motion; also where the system asks for it",
    )
    parser.add_argument("--large", action="store_true", help="larger type")
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
    from viz.cli.reload import open_source, turned, turns_of
    from viz.cli.takes import read_files
    from viz.live import displays
    from viz.live.autosave import keeper, resume
    from viz.live.record import free
    from viz.live.rehearsal import begun
    from viz.live.state import demand_state, file_of, load
    from viz.scene.find import looks_like_path

    wishes = (
        displays.wish(args.display) if args.display is not None else None,
        displays.wish(args.notes_display) if args.notes_display is not None else None,
    )
    source = open_source(args)
    demand_apart([args.take, args.state, args.rehearse], read_files(args))
    if args.state is not None:
        demand_state(args.state)
    rehearsal = begun(args.rehearse, resume=args.resume) if args.rehearse else None
    if args.take is not None and args.resume:
        args.take = unused(args.take)
    if args.take is not None and (words := free(args.take)):
        print(words, file=sys.stderr)
    own = Path(args.scene) if looks_like_path(args.scene) else None
    path = args.state or file_of(source.reel.name, own)
    state, told = load(path) if args.resume else (None, "")
    if told:
        print(f"viz present: {told}", file=sys.stderr)
    if state is not None and state.show != source.reel.name:
        what = f"{path} is the state of '{state.show}', not of '{source.reel.name}'"
        write = f"'viz present {state.show} --resume', or another file for --state"
        raise VizError(Fault(what, write=write))
    reel = source.reel
    talk = _talk(reel, args)
    if state is not None:
        reel = turned(reel, (*state.turns, *turns_of(reel, args)), state.votes)
        talk = resume(talk, state, reel)

    from viz.live.canvas import close_display, open_display
    from viz.live.present import present
    from viz.live.talk_windows import Stage
    from viz.live.watch import Watch

    os.environ.setdefault("SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS", "0")  # the projector stays lit
    open_display()
    try:
        there = displays.found()
        displays.demand(there, wishes[0], "--display")
        displays.demand(there, wishes[1], "--notes-display")
        stage = Stage(
            reel=reel,
            talk=talk,
            wishes=wishes,
            size=args.size,
            keep=keeper(path),
            watch=Watch(source.again, source.files),
            recording=None if args.no_take else _recording(args),
            rehearsal=rehearsal,
        )
        present(stage)
    finally:
        close_display()
    if stage.rehearsal:
        _tell(stage)
    return 0


def _tell(stage: Stage) -> None:
    """How long each step took, for the speaker's eyes."""
    from rich.console import Console
    from rich.table import Table

    from viz.desk.timer import clock
    from viz.live.rehearsal import rows

    rehearsal, talk = stage.rehearsal, stage.talk
    if rehearsal is None:
        return
    table = Table(title=f"rehearsal, kept in {rehearsal.file}")
    for name in ("step", "scene", "says", "spent", "from the start"):
        table.add_column(name, justify="left" if name in ("scene", "says") else "right")
    for row in rows(rehearsal, talk, stage.reel):
        spent, total = f"{row.spent:.0f} s", clock(row.total)
        table.add_row(str(row.step), row.scene, row.says, spent, total)
    Console(width=None if sys.stdout.isatty() else 120).print(table)


def _talk(reel: Reel, args: argparse.Namespace) -> Talk:
    """The talk at its beginning; its clock begins when it is seen."""
    from viz.desk.steps import deck_of
    from viz.desk.talk import Talk
    from viz.desk.timer import Timer
    from viz.live.reduced_motion import reduced_motion
    from viz.stage.i18n import languages
    from viz.timeline.take import Sight

    calm = args.reduced_motion or reduced_motion()
    return Talk(
        deck_of(reel),
        timer=Timer(args.timer or 0.0),
        theme=args.theme,
        lang=args.lang,
        languages=languages(),
        full=not args.windowed,
        sight=Sight(calm=calm, large=args.large),
    )


def _recording(args: argparse.Namespace) -> Recording:
    from viz.cli import takes
    from viz.live.talk_record import Recording

    def make(timeline: Timeline, part: int) -> Recorder:
        name = timeline.scene.name
        return takes.recorder(
            args, timeline, takes.beside(args.take, name, part) if args.take else None
        )

    return Recording(make)
