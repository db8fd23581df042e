"""The command line: one file a command, imported only when it is asked for.

Each command module has `configure(parser)` and `run(args) -> int`. `--help` imports none of
them, so that it answers at once.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from viz import __version__
from viz.cli.standard_streams import Watched, nowhere, watched_streams
from viz.errors import EXIT_OURS, EXIT_OUTPUT, EXIT_USAGE, VizError, nearest
from viz.saving import short

COMMANDS: Final = (
    ("play", "show a scene in a window"),
    ("present", "give a talk: a window for the audience, one for the speaker"),
    ("film", "film a scene"),
    ("site", "every show as pages that play in any browser, from a folder"),
    ("sandbox", "build your own pair of machines, in a window"),
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
    ("measure", "this machine's memory, or the tokens of a server, as a row"),
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
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # it would stand in our --json
    words = sys.argv[1:] if argv is None else argv
    with watched_streams() as printed:
        try:
            code = _guarded(words)
        except SystemExit as error:  # argparse has told what there is to tell, or a word to stop
            code = error.code if isinstance(error.code, int) else 0 if error.code is None else 1
            if _flushed(printed):
                raise
        return code if _flushed(printed) else _unprinted(printed, code)


def _guarded(words: list[str]) -> int:
    try:
        if not words:
            from viz.cli.on_the_shelf import has_display, shelf

            if has_display():
                return shelf(_guarded)
            build_parser().print_help()
            return 0
        if words[0].startswith("-"):
            build_parser().parse_args(words)
        return _dispatch(words[0], words[1:])
    except VizError as error:
        print(error, file=sys.stderr)
        return error.code
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        if isinstance(sys.stdout, Watched) and sys.stdout.failed is error:
            return EXIT_OUTPUT
        where = f"{short(Path(str(error.filename)))}: " if error.filename is not None else ""
        print(f"viz: {where}{error.strerror or error}", file=sys.stderr)
        return EXIT_OUTPUT
    except Exception as error:
        if os.environ.get("VIZ_TRACEBACK"):
            raise
        print(f"viz: this is a fault of ours: {_where(error)}", file=sys.stderr)
        print("please report it with what VIZ_TRACEBACK=1 before the command says", file=sys.stderr)
        return EXIT_OURS


def _where(error: Exception) -> str:
    """What happened, in which of our lines."""
    place, step = "", error.__traceback__
    while step is not None:
        file = step.tb_frame.f_code.co_filename
        if "viz" in file.replace("\\", "/").split("/"):
            place = f" (viz{file.rpartition('viz')[2]}:{step.tb_lineno})"
        step = step.tb_next
    return f"{type(error).__name__}: {error}"[:200].replace("\n", " ") + place


def _flushed(printed: Watched) -> bool:
    """Whether all that was printed has gone where it should."""
    with suppress(OSError):
        printed.flush()
    return printed.failed is None


def _unprinted(printed: Watched, code: int) -> int:
    """The exit code of a command whose output nobody got. What it made is there all the same."""
    nowhere(printed)
    if isinstance(printed.failed, BrokenPipeError):  # `viz list scenes | head`
        return 0 if code == EXIT_OUTPUT else code
    reason = printed.failed.strerror if printed.failed else ""
    print(f"viz: standard output cannot be written: {reason}", file=sys.stderr)
    return code if code not in (0, EXIT_OUTPUT) else EXIT_OUTPUT


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
