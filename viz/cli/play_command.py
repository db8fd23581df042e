"""`viz play`: a scene in a window, or the scenes of a program one after the other."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from typing import TYPE_CHECKING

from viz.cli import common

if TYPE_CHECKING:
    from pathlib import Path

    from viz.cli.reload import Source
    from viz.live.canvas import Canvas
    from viz.timeline.compile import Timeline


def configure(parser: argparse.ArgumentParser) -> None:
    common.add_scene(parser, default=common.FLAGSHIP, programs=True)
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
    parser.epilog = "In the window, '?' shows the keys."


def run(args: argparse.Namespace) -> int:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from viz.cli.reload import open_source

    source = open_source(args)
    from viz.live.canvas import Canvas, close_display, open_display
    from viz.live.kiosk import kiosk
    from viz.stage.words import said

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


def _play(canvas: Canvas, source: Source, args: argparse.Namespace) -> None:
    """One scene, or those of a program one after the other, until the viewer quits.

    What is saved meanwhile is shown at once.
    """
    from viz.live.session import Session
    from viz.live.transport import start
    from viz.live.watch import Watch
    from viz.live.window import play
    from viz.stage.words import languages

    at, index = float(args.at), 0
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
        session = play(
            canvas,
            timeline,
            replace(
                session,
                transport=start(starts, float(timeline.seconds), at=at),
                panel="",
                over=False,
                leave="",
                before=index > 0,
                after=index < len(timelines) - 1,
            ),
            Watch(again, source.files),
        )
        if not session.leave:
            return
        index += 1 if session.leave == "next" else -1
        at = 0.0 if session.leave == "next" else -1.0  # back: to the last beat
