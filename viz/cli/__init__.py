"""The command line: one file a command, imported only when it is asked for.

Each command module has `configure(parser)` and `run(args) -> int`. `--help` imports none of
them, so that it answers at once.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from typing import Final

from viz import __version__
from viz.errors import EXIT_USAGE, VizError, nearest

COMMANDS: Final = (
    ("play", "show a scene in a window"),
    ("present", "give a talk: a window for the audience, one for the speaker"),
    ("film", "film a scene"),
    ("script", "what a narrator says, with how long there is for it"),
    ("captions", "what is said as a file of captions, without filming"),
    ("verify", "check films against their sidecars"),
    ("cache", "parts of films that are kept for later ones"),
    ("still", "one picture of a scene"),
    ("sheet", "contact sheets of scenes, to look at"),
    ("check", "check scene files"),
    ("new", "write a small scene that plays"),
    ("list", "list what there is: chips, models, stacks, scenes, actors, formats, presets"),
    ("estimate", "time of one token on a machine, in parts"),
    ("describe", "a scene in words: each step, what is asked, the numbers"),
    ("explain", "where each number of a scene comes from"),
    ("claims", "every number of the two articles, checked again"),
    ("validate", "predictions against published speeds, and their error"),
    ("fit", "refit the constants of the stacks from published speeds"),
    ("schema", "write the JSON Schema of scenes, for editors"),
    ("bench", "measure speed and memory"),
    ("doctor", "versions, fonts, encoders, display"),
)


def build_parser() -> argparse.ArgumentParser:
    lines = "\n".join(f"  {name:<10} {about}" for name, about in COMMANDS)
    parser = argparse.ArgumentParser(
        prog="viz",
        usage="viz COMMAND ...",
        description="Weights stay, tokens flow: where a language model's time goes.",
        epilog=f"commands:\n{lines}\n\n'viz COMMAND --help' tells more. 'viz play' starts the show.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"viz {__version__}")
    parser.add_argument("command", metavar="COMMAND", help=argparse.SUPPRESS)
    return parser


def main(argv: list[str] | None = None) -> int:
    """Run one command; give back its exit code (see viz.errors). Never a traceback for a user."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # it would stand in our --json
    words = sys.argv[1:] if argv is None else argv
    if not words:
        build_parser().print_help()
        return 0
    if words[0].startswith("-"):
        build_parser().parse_args(words)
    return _guarded(words[0], words[1:])


def _guarded(command: str, words: list[str]) -> int:
    try:
        return _dispatch(command, words)
    except VizError as error:
        print(error, file=sys.stderr)
        return error.code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # `viz list scenes | head`
        sys.stderr.close()
        return 0


def _dispatch(command: str, words: list[str]) -> int:
    names = [name for name, _ in COMMANDS]
    if command not in names:
        meant = nearest(command, names)
        hint = f"; did you mean '{meant[0]}'?" if meant else "; 'viz --help' lists them"
        print(f"viz: there is no command '{command}'{hint}", file=sys.stderr)
        return EXIT_USAGE
    module = importlib.import_module(f"viz.cli.{command}_command")
    parser = argparse.ArgumentParser(prog=f"viz {command}", description=dict(COMMANDS)[command])
    module.configure(parser)
    return int(module.run(parser.parse_args(words)))
