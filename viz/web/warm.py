"""What a page keeps for its next visit: the modules that it plays with, compiled.

Python in a page reads its library and this package as text, and compiles both at each visit; that
is most of what a visitor waits for. When nothing moves, the worker compiles what it has loaded,
a module at a time, into the two archives that it was given; the page keeps them (show.js). They
are its own files again, and no more trusted than those: another version has other names.
"""

from __future__ import annotations

import py_compile
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from zipfile import ZIP_STORED, ZipFile

LIBRARY: Final = Path(f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip")
HOME: Final = Path("/warm")  # of the worker's own file system, which is in memory
UNCHECKED: Final = py_compile.PycInvalidationMode.UNCHECKED_HASH


@dataclass(frozen=True, slots=True)
class Module:
    """A module that was loaded: its file, within the library's archive or on its own."""

    file: Path
    inside: str = ""  # its name within the archive


def loaded(library: Path = LIBRARY) -> tuple[Module, ...]:
    """Every module of the library and of this package that was read as text."""
    found: list[Module] = []
    for name in sorted(sys.modules):
        file = Path(getattr(sys.modules[name], "__file__", None) or "")
        if file.suffix != ".py":
            continue
        inside = file.relative_to(library).as_posix() if library in file.parents else ""
        if inside or file.is_file():
            found.append(Module(file, inside))
    return tuple(found)


def compiled(module: Module, library: Path = LIBRARY, home: Path = HOME) -> Path:
    """The module compiled, as the importer looks for it; what it is checked against is its name."""
    if not module.inside:
        made = py_compile.compile(str(module.file), doraise=True, invalidation_mode=UNCHECKED)
        return Path(str(made))
    text, to = home / "source.py", home / "library" / f"{module.inside}c"
    to.parent.mkdir(parents=True, exist_ok=True)
    with ZipFile(library) as whole:
        text.write_bytes(whole.read(module.inside))
    py_compile.compile(
        str(text), str(to), str(module.file), doraise=True, invalidation_mode=UNCHECKED
    )
    return to


def archives(
    root: Path | None = None, library: Path = LIBRARY, home: Path = HOME
) -> tuple[Path, Path]:
    """The library and the package once more, with what was compiled in the place of its text."""
    root = root or Path(__file__).resolve().parent.parent.parent
    made = home / "library"
    new = {file.relative_to(made).as_posix(): file for file in made.rglob("*.pyc")}
    whole, own = home / "library.zip", home / "engine.zip"
    with ZipFile(library) as old, ZipFile(whole, "w", ZIP_STORED) as to:
        for name in old.namelist():
            if f"{name}c" not in new:
                to.writestr(name, old.read(name))
        for name, file in sorted(new.items()):
            to.write(file, name)
    with ZipFile(own, "w", ZIP_STORED) as to:
        for folder in ("viz", "yaml", "assets", "pyproject.toml"):
            for file in _files(root / folder):
                to.write(file, file.relative_to(root).as_posix())
    return whole, own


def _files(root: Path) -> Iterator[Path]:
    if root.is_file():
        yield root
    yield from (file for file in sorted(root.rglob("*")) if file.is_file())
