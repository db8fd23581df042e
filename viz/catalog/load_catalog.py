"""Finds assets/ and reads from it what is asked for, once."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Generic, TypeVar

from viz.assets_path import data_folder
from viz.catalog.entries import (
    chip_from_node,
    model_from_node,
    precision_from_node,
    stack_from_node,
)
from viz.catalog.names import find
from viz.catalog.types import Catalog, Chip

__all__ = ["chip_from_node", "find", "load_catalog"]

T = TypeVar("T")
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9._-]{0,79}")


@dataclass(frozen=True, slots=True, eq=False)
class Shelf(Mapping[str, T], Generic[T]):
    """One folder of YAML files by name; a file is read when it is first asked for."""

    folder: Path
    build: Callable[[str, Path], T]
    kept: dict[str, T] = field(default_factory=dict, repr=False)

    def __getitem__(self, name: str) -> T:
        if name not in self.kept:
            if name not in self:
                raise KeyError(name)
            self.kept[name] = self.build(name, self.folder / f"{name}.yaml")
        return self.kept[name]

    def __contains__(self, name: object) -> bool:
        if name in self.kept:
            return True
        plain = isinstance(name, str) and _NAME.fullmatch(name) is not None
        return plain and (self.folder / f"{name}.yaml").is_file()

    def __iter__(self) -> Iterator[str]:
        return iter(_names(self.folder, _changed(self.folder)))

    def __len__(self) -> int:
        return len(_names(self.folder, _changed(self.folder)))


def _changed(folder: Path) -> int:
    """When files came to a folder or went, or 0 if there is none."""
    try:
        return folder.stat().st_mtime_ns
    except OSError:
        return 0


@functools.lru_cache(maxsize=8)
def _names(folder: Path, changed: int) -> tuple[str, ...]:  # noqa: ARG001 - another list then
    """The names of a folder's files, as it was when it was last changed."""
    return tuple(sorted(path.stem for path in folder.glob("*.yaml")))


def load_catalog(folder: Path | None = None) -> Catalog:
    """The catalog of a folder like assets/ (that one, if none is given). Cached.

    A wrong file raises VizError, with all its faults, when it is first asked for.
    """
    return _load(folder or data_folder("assets"))


@functools.cache
def _load(folder: Path) -> Catalog:
    from viz.reading.yaml12 import read  # what plays a packed scene needs no YAML

    def chip(name: str, file: Path) -> Chip:
        return chip_from_node(name, read(file), chips)

    chips: Shelf[Chip] = Shelf(folder / "chips", chip)
    return Catalog(
        chips,
        Shelf(folder / "models", lambda name, file: model_from_node(name, read(file))),
        Shelf(folder / "stacks", lambda name, file: stack_from_node(name, read(file))),
        Shelf(folder / "precisions", lambda name, file: precision_from_node(name, read(file))),
    )
