"""`viz play`: a scene in a window, or the scenes of a program one after the other."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from viz.cli import common, takes
from viz.errors import VizError
from viz.saving import demand_apart

if TYPE_CHECKING:
    from pathlib import Path

    from viz.cli.reload import Source
    from viz.live.canvas import Canvas
    from viz.timeline.compile import Timeline


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
    takes.add_take(
        parser,
        "record what is done into FILE (default: the state folder); without SCENE, replay it",
    )
    parser.add_argument(
        "--reduced-motion",
        action="store_true",
        help="stills instead of motion; also where the system asks for it",
    )
    parser.add_argument("--large", action="store_true", help="larger type")
    parser.add_argument("--no-take", action="store_true", help="record nothing")
    parser.epilog = "In the window, '?' shows the keys."


def run(args: argparse.Namespace) -> int:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    if args.take is not None and args.scene is None:
        return _replay(args)
    from viz.cli.reload import open_source
    from viz.live.record import free

    args.scene = args.scene or common.FLAGSHIP
    source = open_source(args)
    demand_apart([args.take], takes.read_files(args))
    if args.take is not None and (told := free(args.take)):
        print(told, file=sys.stderr)
    from viz.live.canvas import Canvas, close_display, open_display
    from viz.live.kiosk import kiosk
    from viz.stage.i18n import said

    open_display()
    try:
        title = said(source.reel.timelines[0].scene.title, args.lang)
        canvas = Canvas(title, args.size, args.theme, full=args.fullscreen or args.kiosk)
        if args.kiosk:
            kiosk(canvas, source.reel, args.theme, args.lang)
        else:
            _play(canvas, source, args)
    finally:
        close_display()
    return 0


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
    from viz.desk.session import Session
    from viz.desk.transport import start
    from viz.live.canvas import Canvas, close_display, open_display
    from viz.live.replay_window import rerun
    from viz.stage.i18n import languages, said
    from viz.timeline.compile import compile_scene
    from viz.timeline.take import run_at

    open_display()
    try:
        title = said(replay.scene.title, args.lang)
        canvas = Canvas(title, args.size, args.theme, full=args.fullscreen)
        beats = compile_scene(replay.scene).beats
        starts = sorted({run_at(replay.take, float(span.start)) for span in beats})
        transport = start(tuple(starts), replay.seconds, at=float(args.at))
        rerun(canvas, replay, Session(transport, args.theme, args.lang, languages()))
    finally:
        close_display()
    return 0


def _play(canvas: Canvas, source: Source, args: argparse.Namespace) -> None:
    """One scene, or those of a program one after the other, until the viewer quits.

    What is saved meanwhile is shown at once.
    """
    from viz.desk.interaction import stops
    from viz.desk.session import Session
    from viz.desk.transport import start
    from viz.live.reduced_motion import reduced_motion
    from viz.live.watch import Watch
    from viz.live.window import play
    from viz.stage.i18n import languages
    from viz.timeline.take import Sight

    at, index, parts = float(args.at), 0, 0
    calm = args.reduced_motion or reduced_motion()
    session = Session(
        start((), 0.0),
        theme=args.theme,
        lang=args.lang,
        languages=languages(),
        fullscreen=args.fullscreen,
    )

    def again() -> tuple[Timeline, tuple[Path, ...]]:
        reel, files = source.again()
        return reel.timelines[min(index, len(reel.timelines) - 1)], files

    while True:
        timelines = source.reel.timelines
        index = min(index, len(timelines) - 1)
        timeline = timelines[index]
        starts = tuple(float(span.start) for span in timeline.beats)
        at = starts[-1] if at < 0 else at
        file = takes.beside(args.take, timeline.scene.name, parts) if args.take else None
        session = play(
            canvas,
            timeline,
            replace(
                session,
                transport=start(starts, float(timeline.seconds), at=at, stops=stops(timeline)),
                panel="",
                sight=Sight(calm=calm, large=args.large),
                over=False,
                leave="",
                before=index > 0,
                after=index < len(timelines) - 1,
            ),
            Watch(again, source.files),
            None if args.no_take else takes.recorder(args, timeline, file),
        )
        parts += 1
        if not session.leave:
            return
        index += 1 if session.leave == "next" else -1
        at = 0.0 if session.leave == "next" else -1.0  # back: to the last beat
