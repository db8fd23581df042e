"""Where assets/ and scenes/ lie: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache  # a turn of a knob asks a hundred times
def data_folder(name: str) -> Path:
    """The folder `assets` or `scenes`. Nothing is looked up at import."""
    package = Path(__file__).resolve().parent
    beside = package.parent / name
    return beside if (package.parent / "pyproject.toml").is_file() else package / "_data" / name
