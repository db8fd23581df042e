"""What is only needed by some commands, and how it is added to this very installation."""

from __future__ import annotations

import shlex
import sys
from typing import Final

from viz.errors import Fault, VizError

# The libraries of each extra of pyproject.toml; a test holds the two together.
EXTRAS: Final = {
    "cluster": ("distributed",),
    "cutting": ("opentimelineio",),
    "decks": ("fpdf2", "python-docx", "python-pptx"),
    "fit": ("scipy",),
    "site": ("flet-web", "fonttools"),
}


def missing(extra: str, who: str, library: str) -> VizError:
    """An extra that is not installed, with the command that adds it, wherever this runs from."""
    words = [sys.executable or "python3", "-m", "pip", "install", *EXTRAS[extra]]
    what = f"{who} need{'' if who.endswith('s') else 's'} {library}, which is not installed"
    return VizError(Fault(what, write=shlex.join(words)))
