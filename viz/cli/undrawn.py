"""Letters of a scene that a picture cannot show: `check` refuses them, what makes pictures warns."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final
from unicodedata import category

from viz.errors import Fault, VizError

if TYPE_CHECKING:
    from viz.reading.nodes import Node
    from viz.scene.types import Scene

MOST: Final = 5  # that are told where pictures are made; `viz check` tells all


def undrawn(root: Node) -> list[Fault]:
    """Characters that the font does not have, and marks that stand alone: what would be an empty
    box on the screen, or beside its letter."""
    from viz.reading.nodes import scalars

    words = [word for word in scalars(root) if not word.text.isascii()]
    if not words:
        return []
    from viz.paint.surface.font import missing

    faults = []
    for word in words:
        lost = missing(word.text)
        marks = dict.fromkeys(letter for letter in word.text if category(letter) in ("Mn", "Me"))
        faults += [(f"the font has no '{letter}' (U+{ord(letter):04X})", word) for letter in lost]
        faults += [
            (f"the mark U+{ord(mark):04X} cannot be set on its letter", word)
            for mark in marks
            if mark not in lost
        ]
    return [Fault(what, word.place, write="other words") for what, word in faults]


def warn_of_undrawn(scenes: Iterable[Scene]) -> None:
    """Say on stderr what the pictures of a user's own scenes will not show."""
    from viz.assets_path import data_folder
    from viz.reading.yaml12 import read

    told: list[Fault] = []
    for scene in scenes:
        if scene.file.startswith(str(data_folder("scenes"))):
            continue  # ours are tested
        try:
            told += undrawn(read(scene.file))
        except VizError:  # it has changed meanwhile
            continue
    for fault in told[:MOST]:
        print(f"{fault} (warning)", file=sys.stderr)
    if len(told) > MOST:
        print(f"and {len(told) - MOST} more: 'viz check' tells all", file=sys.stderr)
