"""`viz play`: a scene in a window, or the scenes of a program one after the other."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from viz.cli import common, staged, takes
from viz.errors import VizError
from viz.saving import demand_apart

if TYPE_CHECKING:
    from viz.live.windows import Stage


def configure(parser: argparse.ArgumentParser) -> None:
    common.add_scene(parser, default=common.FLAGSHIP, programs=True, takes=True)
    common.add_look(parser, size="720p")
    parser.add_argument("--fullscreen", action="store_true", help="fill the screen")
    parser.add_argument(
        "--at",
        type=common.screen_time,
        default=common.screen_time("0"),
        metavar="T",
        help="start at this screen time: 3, '3.5 s', 1:02.5",
    )
    parser.add_argument(
        "--kiosk",
        action="store_true",
        help="loop by itself on the full screen, without keys or menus; Ctrl+Q ends it",
    )
    staged.add_state(parser)
    takes.add_take(
        parser,
        "record what is done into FILE (default: the state folder); without SCENE, replay it",
    )
    staged.add_access(parser)
    parser.add_argument("--no-take", action="store_true", help="record nothing")
    parser.epilog = "In the window, '?' shows the keys."


def run(args: argparse.Namespace) -> int:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    if args.take is not None and args.scene is None:
        return _replay(args)
    from viz.cli.reload import open_source
    from viz.desk import playhead as ph
    from viz.desk.playhead import Playhead
    from viz.desk.steps import deck_of
    from viz.live.record import free
    from viz.live.windows import Stage

    args.scene = args.scene or common.FLAGSHIP
    source = open_source(args)
    demand_apart([args.take, args.state, args.hands], takes.read_files(args))
    taken = free(args.take) if args.take is not None else ""
    for told in filter(None, (taken, staged.free_table(args))):
        print(told, file=sys.stderr)
    deck = deck_of(source.reel)
    if args.kiosk:
        head = Playhead(deck, playing=True, waits="nowhere", loops=True)
        talk = staged.talk_of(head, args, full=True)
        return _shown(Stage(source.reel, talk, args.size, hands=False))
    head = ph.seek(Playhead(deck, playing=True, waits="questions"), float(args.at))
    talk = staged.talk_of(head, args, full=args.fullscreen)
    with staged.kept(source, talk, args, "play") as opened:
        from viz.live.watch import Watch

        several = len(source.reel.timelines) > 1
        return _shown(
            Stage(
                opened.reel,
                opened.talk,
                args.size,
                keep=staged.keep_of(opened.keeper),
                watch=Watch(source.again, source.files),
                recording=staged.recording(args, 3.0 if several else 0.0),
                results=args.hands,
            )
        )


def _replay(args: argparse.Namespace) -> int:
    """A run that was recorded, as it was seen. A take that cannot be read is kept as `.bad`;
    what is no take is left alone (VizError)."""
    from viz.live.record import is_broken, load
    from viz.saving import set_aside

    try:
        load(args.take)
    except VizError as error:
        if not is_broken(args.take):
            raise
        for fault in error.faults:
            print(fault, file=sys.stderr)
        bad = set_aside(args.take)
        print(f"the file is kept as {bad.name}; the show starts at its beginning", file=sys.stderr)
        args.scene = common.FLAGSHIP
        return run(args)
    replay = takes.open_take(args.take, args)
    from viz.desk import playhead as ph
    from viz.desk.playhead import Playhead
    from viz.desk.steps import deck_of_replay
    from viz.live.windows import Stage

    head = Playhead(deck_of_replay(replay), playing=True, waits="nowhere")
    talk = staged.talk_of(ph.seek(head, float(args.at)), args, full=args.fullscreen)
    return _shown(Stage(replay, replace(talk, sight=replace(talk.sight, calm=False)), args.size))


def _shown(stage: Stage) -> int:
    """Show it on a display until it is over."""
    from viz.film.stopping import stoppable
    from viz.live.canvas import close_display, open_display
    from viz.live.run_loop import run as show

    open_display()
    try:
        with stoppable():
            show(stage)
    finally:
        close_display()
    return 0
