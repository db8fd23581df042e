"""Which program draws: segments of one film may only come from one and the same."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import viz
from viz.assets_path import data_folder

_BESIDE: Final = frozenset(("__pycache__", "cli", "live", "web"))  # no film depends on them
# What paints and encodes, beside our own code: other versions may give other bytes.
_LIBRARIES: Final = ("av", "numpy", "pygame-ce", "pylopdf-fonts-zh-cn")


@cache
def engine() -> str:
    """A fingerprint of the code, the assets and the libraries that make a film."""
    digest = hashlib.sha256()
    for name in _LIBRARIES:
        digest.update(f"{name} {_version(name)}\n".encode())
    for name, file in _files():
        digest.update(f"{name} {hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "?"


def _files() -> Iterator[tuple[str, Path]]:
    code = Path(viz.__file__).parent
    for root, pattern in ((code, "*.py"), (data_folder("assets"), "*")):
        for file in sorted(root.rglob(pattern)):
            if file.is_file() and not _BESIDE.intersection(file.relative_to(root).parts):
                yield file.relative_to(root).as_posix(), file
