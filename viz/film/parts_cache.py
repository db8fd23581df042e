"""Parts of films that were made before, kept for the next film that has the same pictures.

A folder of this user's, bounded: what has not been used for longest goes first. A file there is a
part behind the SHA-256 of itself, so that what a disk has changed is not taken for one.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from viz.errors import VizError
from viz.saving import write_bytes

MOST: Final = 4 << 30  # bytes
_ENDING: Final = ".part"


def cache_folder() -> Path:
    """Where parts are kept on this system; VIZ_CACHE names another place."""
    if given := os.environ.get("VIZ_CACHE"):
        return Path(given)
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return base / "viz" / "parts"


@dataclass(frozen=True, slots=True)
class Cache:
    """Parts by a short name, which several may share, and a whole one. It never fails: a disk that
    refuses has no parts."""

    folder: Path
    most: int = MOST

    def may_have(self, short: str) -> bool:
        """Whether a part with this short name is there."""
        with suppress(OSError):
            return any(self.folder.glob(f"{short}-*{_ENDING}"))
        return False

    def get(self, short: str, name: str) -> bytes | None:
        """A part, packed; None where it is not there, whole."""
        path = self._path(short, name)
        try:
            data = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        digest, packed = data[:32], data[32:]
        if hashlib.sha256(packed).digest() == digest:
            return packed
        with suppress(OSError):
            path.unlink()
        return None

    def put(self, short: str, name: str, packed: bytes) -> None:
        """Keep a part."""
        with suppress(OSError, VizError):
            self.folder.mkdir(parents=True, exist_ok=True)
            data = (hashlib.sha256(packed).digest(), packed)
            write_bytes(self._path(short, name), data, None, lasting=False)

    def trim(self) -> None:
        """Let go of what has not been used for longest, until the rest is within bounds."""
        files = sorted(self._files(), key=lambda file: file[1])
        size = sum(bytes_ for bytes_, _, _ in files)
        for bytes_, _, path in files:
            if size <= self.most:
                return
            with suppress(OSError):
                path.unlink()
                size -= bytes_

    def clear(self) -> tuple[int, int]:
        """Let go of everything; gives back how many parts went, and their bytes."""
        gone = 0, 0
        for bytes_, _, path in list(self._files()):
            with suppress(OSError):
                path.unlink()
                gone = gone[0] + 1, gone[1] + bytes_
        with suppress(OSError):
            self.folder.rmdir()
        return gone

    def size(self) -> tuple[int, int]:
        """How many parts there are, and their bytes."""
        found = [bytes_ for bytes_, _, _ in self._files()]
        return len(found), sum(found)

    def _files(self) -> Iterable[tuple[int, float, Path]]:
        """Bytes, time of the last use, and path of each."""
        # What a run that was killed has left lies there under hidden names.
        for form in (f"*{_ENDING}", ".*"):
            for path in self.folder.glob(form):
                with suppress(OSError):
                    told = path.stat()
                    yield told.st_size, told.st_mtime, path

    def _path(self, short: str, name: str) -> Path:
        return self.folder / f"{short}-{name}{_ENDING}"
