"""What differs between Linux, macOS and Windows: locks, renaming, folders, names, signals.

Everything that asks which system this is stands here (and in `viz.checkout`, which runs before
the rest is there), so that it can be tried by setting `sys.platform` in a test.
"""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NoReturn

# Words to stop; SIGBREAK is Windows closing the console.
_STOPS: Final = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
# Names that Windows keeps for devices, with any ending.
_DEVICES: Final = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$"}
    | {f"{port}{number}" for port in ("com", "lpt") for number in range(10)}
)
_LONGEST: Final = 255  # bytes of a file's name, where the system does not say
_TRIES: Final = 20  # to rename over a file that somebody has open, on Windows
_WAIT: Final = 0.05  # s between them


def state_folder(variables: Mapping[str, str], home: Path) -> Path:
    """Where programs keep what is not the user's work, on this system.

    A relative XDG_STATE_HOME is left aside, as the XDG Base Directory Specification demands.
    """
    if sys.platform == "win32":
        base = Path(variables.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        given = Path(variables.get("XDG_STATE_HOME", ""))
        base = given if given.is_absolute() else home / ".local" / "state"
    return base / "viz"


def venv_python(folder: Path) -> Path:
    """The Python of a virtual environment."""
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def become(words: list[str]) -> NoReturn:
    """Go on as another program, so that a signal to us is a signal to it.

    Windows has no such thing: there the other is run, and its exit code handed on; Ctrl-C goes to
    both anyway.
    """
    if sys.platform != "win32":
        if sys.stdout is not None:
            sys.stdout.flush()
        os.execv(words[0], words)  # noqa: S606  no shell is meant
    with subprocess.Popen(words) as process:
        while True:
            try:
                sys.exit(process.wait())
            except KeyboardInterrupt:
                continue


def out_of_our_group() -> dict[str, Any]:
    """What keeps Ctrl-C in the terminal from a program that is started: it is ours alone."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


def stop_signals() -> tuple[signal.Signals, ...]:
    """The signals by which this system asks a program to stop."""
    return tuple(getattr(signal, name) for name in _STOPS if hasattr(signal, name))


def longest_name(folder: Path) -> int:
    """How many bytes the name of a file in this folder may have."""
    if sys.platform == "win32":
        return _LONGEST
    try:
        return os.pathconf(folder, "PC_NAME_MAX")
    except (OSError, ValueError):
        return _LONGEST


def is_device_name(name: str) -> bool:
    """Whether Windows would take this file's name for a device, such as `nul.txt`."""
    return name.partition(".")[0].rstrip(" ").casefold() in _DEVICES


def try_lock(descriptor: int) -> bool:
    """Lock an open file for this process alone; False where another has it. The system lets go
    of it when its holder dies, however it dies."""
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


def remove_lock(descriptor: int, lock: Path) -> None:
    """Close and remove a file that is locked; Windows removes no file that is open."""
    if sys.platform == "win32":
        os.close(descriptor)
        with suppress(OSError):
            lock.unlink()
        return
    with suppress(OSError):
        lock.unlink()
    os.close(descriptor)


def rename_over(new: Path, old: Path) -> None:
    """Give `new` the name `old`, whatever had it. Raises OSError.

    Windows refuses while somebody reads the old file, as a virus scanner does for a moment.
    """
    for left in reversed(range(_TRIES)):
        try:
            new.replace(old)
        except PermissionError:
            if sys.platform != "win32" or left == 0:
                raise
            time.sleep(_WAIT)
        else:
            return


def pause(seconds: float) -> None:
    """Wait for somebody else."""
    time.sleep(seconds)


def to_disk(path: Path) -> None:
    """Have a file or a folder on the disk before going on. Raises OSError.

    A system that cannot do so for a folder is no fault.
    """
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
