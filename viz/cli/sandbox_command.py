"""`viz sandbox`: two machines of the catalog side by side, each knob of theirs at hand."""

from __future__ import annotations

import argparse
from typing import Final

from viz.assets_path import data_folder
from viz.cli import play_command
from viz.errors import Fault, VizError

FILE: Final = "sandbox.yaml"


def configure(parser: argparse.ArgumentParser) -> None:
    play_command.configure(parser)
    parser.epilog = "In the window, K opens the knobs, and '?' shows the keys."


def run(args: argparse.Namespace) -> int:
    """Play it. A scene's name is no machine: machines are chosen with knobs, or by --set."""
    if args.scene is not None:
        what = f"'{args.scene[:40]}': the sandbox has no scenes"
        raise VizError(Fault(what, write="--set left_chip=h200, or viz play SCENE"))
    args.scene = str(data_folder("assets") / FILE)
    return play_command.run(args)
