"""Output that is whole or absent: a lock, a hidden name in the same folder, fsync, one rename."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from viz.errors import EXIT_LOCKED, EXIT_OUTPUT, Fault, VizError


@contextmanager
def claimed(path: Path, *, overwrite: bool = False, expected: int = 0) -> Iterator[Path]:
    """A hidden file beside `path`; it takes the name `path` only when the block ends well.

    `expected` is the number of bytes that are likely to be written; a disk without that much
    room is refused at once. Raises VizError with exit code 5, or 6 where another run has the
    same output.
    """
    folder = path.parent
    with _one_line(path):
        if not path.name or path.is_dir():
            raise _refusal(f"{path} is a folder", "a file name")
        if not folder.is_dir():
            raise _refusal(f"there is no folder {folder}", "-o FILE in a folder that exists")
    with _one_line(path), _locked(path):
        if path.exists() and not overwrite:
            raise _refusal(f"{path} exists", "--overwrite to replace it, or another -o FILE")
        free = shutil.disk_usage(folder).free
        if free < expected:
            what = f"{folder} has {free / 1e6:,.0f} MB free and {path.name} needs about"
            raise _refusal(f"{what} {expected / 1e6:,.0f} MB", "-o FILE on another disk")
        partial = path.with_name(f".{path.name}.part")
        try:
            partial.open("wb").close()  # a folder that cannot be written to is found out now
            yield partial
            _to_disk(partial)
            partial.replace(path)
            _to_disk(folder)
        finally:
            with suppress(OSError):
                partial.unlink(missing_ok=True)


def _refusal(what: str, write: str = "", code: int = EXIT_OUTPUT) -> VizError:
    return VizError(Fault(what, write=write), code)


@contextmanager
def _one_line(path: Path) -> Iterator[None]:
    """Faults of the disk as one line for a person; PyAV's errors are OSErrors too."""
    try:
        yield
    except OSError as error:
        reasons = {
            errno.ENOSPC: "the disk is full",
            errno.EDQUOT: "your quota of the disk is used up",
            errno.EFBIG: "the file is too large for this disk or its limit",
            errno.EACCES: f"the folder {path.parent} may not be written to",
            errno.EPERM: f"the folder {path.parent} may not be written to",
            errno.EROFS: f"the folder {path.parent} is read-only",
            errno.ENAMETOOLONG: "the name is too long",
        }
        reason = reasons.get(error.errno or 0, error.strerror or str(error))
        short = path.name if len(path.name) <= 60 else path.name[:57] + "..."
        raise _refusal(f"{short} cannot be written: {reason}") from error


def _to_disk(path: Path) -> None:
    """fsync of a file or a folder; a system that cannot sync a folder is no fault."""
    if path.is_dir():
        if sys.platform == "win32":
            return
        descriptor = os.open(path, os.O_RDONLY)
    else:
        descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.EOPNOTSUPP):
            raise
    finally:
        os.close(descriptor)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold `.NAME.lock`. The system lets go of it when its holder dies, however it dies."""
    lock = path.with_name(f".{path.name}.lock")
    while True:
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
        if not _try_lock(descriptor):
            os.close(descriptor)
            raise _refusal(
                f"another run is writing {path}", "another -o FILE, or wait", EXIT_LOCKED
            )
        # The one before may have removed the file between our open and our lock.
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(descriptor), lock.stat()):
                break
        os.close(descriptor)
    try:
        yield
    finally:
        if sys.platform == "win32":  # an open file cannot be removed there
            os.close(descriptor)
            with suppress(OSError):
                lock.unlink()
        else:
            with suppress(OSError):
                lock.unlink()
            os.close(descriptor)


def _try_lock(descriptor: int) -> bool:
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
