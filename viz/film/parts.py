"""The parts of a film that is being made: a hidden folder beside it, `.NAME.parts`.

`manifest.jsonl` has a line for what the film is, and a line for each part with its SHA-256. It is
only ever added to, so that a line cut short by a killed run is simply not there.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from viz.errors import EXIT_OUTPUT, Fault, VizError
from viz.film.packing import pack, unpack
from viz.saving import hidden, write_bytes

MANIFEST: Final = "manifest.jsonl"
FORM: Final = 1


def parts_folder(path: Path) -> Path:
    """Where the parts of a film are kept while it is made."""
    return hidden(path, "parts")


@dataclass(slots=True)
class Parts:
    """Parts in a folder: what `viz.film.recorder.Kept` asks for. Raises
    OSError or VizError where the disk refuses."""

    folder: Path
    known: dict[int, str] = field(default_factory=dict)  # SHA-256 by the number of the part

    def has(self, index: int) -> bool:
        """Whether a part is there and whole."""
        return index in self.known

    def read(self, index: int) -> Any:
        """A part as the format made it. Raises VizError where the disk has changed it."""
        try:
            data = _file(self.folder, index).read_bytes()
            if hashlib.sha256(data).hexdigest() == self.known[index]:
                return unpack(data)
        except (FileNotFoundError, ValueError):
            pass
        what = f"part {index + 1} has changed on the disk while the film was made"
        raise VizError(Fault(what, write="--resume to make it again"), EXIT_OUTPUT)

    def write(self, index: int, segment: Any) -> None:
        """Keep a part."""
        self.keep(index, pack(segment))

    def keep(self, index: int, packed: bytes, _name: str = "") -> None:
        """Keep a part that is packed already. It counts only when it is on the disk, whole."""
        write_bytes(_file(self.folder, index), packed, None)
        digest = hashlib.sha256(packed).hexdigest()
        _add(self.folder, {"part": index, "sha256": digest, "bytes": len(packed)})
        self.known[index] = digest


@dataclass(slots=True)
class Held:
    """The one part of a short film, in memory: it need not be kept on the disk beside it."""

    held: dict[int, bytes] = field(default_factory=dict)

    def has(self, index: int) -> bool:
        """Whether a part is there."""
        return index in self.held

    def read(self, index: int) -> Any:
        """A part as the format made it."""
        return unpack(self.held[index])

    def write(self, index: int, segment: Any) -> None:
        """Keep a part."""
        self.keep(index, pack(segment))

    def keep(self, index: int, packed: bytes, _name: str = "") -> None:
        """Keep a part that is packed already."""
        self.held[index] = packed


@contextmanager
def kept_parts(path: Path, key: str, *, resume: bool) -> Iterator[tuple[Parts, bool]]:
    """The parts of a film; those of an earlier run with the same `key` if that is asked for.

    The second value is whether parts were found that are of another film, and are gone now. The
    folder goes when the block ends well, or where nothing is in it; else it waits for a resume.
    """
    folder = parts_folder(path)
    known, others = _found(folder, key) if resume else ({}, False)
    if not known:
        remove_parts(path)
        folder.mkdir()
        _add(folder, {"form": FORM, "key": key})
    parts = Parts(folder, known)
    try:
        yield parts, others
    except BaseException:
        if not parts.known:
            remove_parts(path)
        raise
    remove_parts(path)


def remove_parts(path: Path) -> None:
    """Remove what an earlier run kept; files that are none of ours stay, and so does the folder."""
    folder = parts_folder(path)
    with suppress(OSError):
        for file in [*folder.glob("??????.part"), *folder.glob(".??????.part.*.new")]:
            file.unlink(missing_ok=True)
        (folder / MANIFEST).unlink(missing_ok=True)
        folder.rmdir()


def count_parts(path: Path) -> int:
    """How many parts of a film wait for a resume."""
    return len(list(parts_folder(path).glob("??????.part")))


def _found(folder: Path, key: str) -> tuple[dict[int, str], bool]:
    """The parts that are there and whole, and whether what is there is of another film."""
    try:
        lines = (folder / MANIFEST).read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return {}, False
    rows = [row for line in lines if isinstance(row := _row(line), dict)]
    if not rows or rows[0].get("form") != FORM or rows[0].get("key") != key:
        return {}, True
    known: dict[int, str] = {}
    for row in rows[1:]:
        index, digest = row.get("part"), row.get("sha256")
        if isinstance(index, int) and isinstance(digest, str) and _whole(folder, index, digest):
            known[index] = digest
    return known, False


def _row(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


def _whole(folder: Path, index: int, digest: str) -> bool:
    try:
        data = _file(folder, index).read_bytes()
    except OSError:
        return False
    return hashlib.sha256(data).hexdigest() == digest


def _file(folder: Path, index: int) -> Path:
    return folder / f"{index:06d}.part"


def _add(folder: Path, row: dict[str, Any]) -> None:
    """A line for the manifest, on a line of its own even after one that was cut short."""
    with (folder / MANIFEST).open("ab") as file:
        file.write(b"\n" * bool(file.tell()) + json.dumps(row).encode())
        file.flush()
        os.fsync(file.fileno())
