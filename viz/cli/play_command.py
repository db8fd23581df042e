"""`viz play`: a scene in a window."""

from __future__ import annotations

import argparse
import os

from viz.cli import common


def configure(parser: argparse.ArgumentParser) -> None:
    common.add_scene(parser, default=common.FLAGSHIP)
    common.add_look(parser, size="720p")
    parser.add_argument("--fullscreen", action="store_true", help="fill the screen")
    parser.add_argument(
        "--at",
        type=common.screen_time,
        default=common.screen_time("0"),
        metavar="T",
        help="start at this screen time: 3, '3.5 s', 1:02.5",
    )
    parser.epilog = "In the window, '?' shows the keys."


def run(args: argparse.Namespace) -> int:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    show = common.open_scene(args)
    from viz.live.canvas import Canvas, close_display, open_display
    from viz.live.session import Session
    from viz.live.transport import start
    from viz.live.window import play
    from viz.stage.words import languages, said

    open_display()
    try:
        canvas = Canvas(
            said(show.scene.title, args.lang), args.size, args.theme, full=args.fullscreen
        )
        timeline = show.timeline
        session = Session(
            start(
                tuple(float(span.start) for span in timeline.beats),
                float(timeline.seconds),
                at=float(args.at),
            ),
            theme=args.theme,
            lang=args.lang,
            languages=languages(),
            fullscreen=args.fullscreen,
        )
        play(canvas, timeline, session)
    finally:
        close_display()
    return 0
