"""Where assets/ and scenes/ lie: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from pathlib import Path


def data_folder(name: str) -> Path:
    """The folder `assets` or `scenes`. Asks the file system each time: nothing at import."""
    package = Path(__file__).resolve().parent
    beside = package.parent / name
    return beside if (package.parent / "pyproject.toml").is_file() else package / "_data" / name
