"""`python3 viz` without words: show the flagship, or film it where there is no display."""

from __future__ import annotations

import sys
from typing import Final

from viz.assets_path import data_folder
from viz.cli import main as command
from viz.errors import EXIT_NO_DISPLAY, EXIT_OUTPUT

SCENE: Final = "weights_stay"


def show() -> int:
    """Gives back the exit code."""
    code = command(["play", SCENE])
    if code != EXIT_NO_DISPLAY:
        return code
    film = data_folder("scenes").parent / "out" / f"{SCENE}.mp4"
    try:
        film.parent.mkdir(exist_ok=True)
    except OSError as error:
        told = f"the folder {film.parent} cannot be made: {error.strerror}"
        print(f"{told}; write viz film {SCENE} -o FILE", file=sys.stderr)
        return EXIT_OUTPUT
    code = command(["film", SCENE, "-o", str(film), "--fps", "30", "--overwrite"])
    if code == 0:
        print(f"No display here, so the show was filmed: {film}")
    return code
