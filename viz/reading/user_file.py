"""Files of the user's, opened to be read: what cannot be is told in one line, and no device, no
endless stream and no link that leads nowhere holds a command up.

`-`, `/dev/stdin` and `<(...)` of a shell are read once, and given again as often as they are asked
for.
"""

from __future__ import annotations

import errno
import os
import select
import stat
import sys
from functools import lru_cache
from pathlib import Path
from typing import Final

from viz.errors import Fault, VizError
from viz.saving import short

STDIN: Final = ("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")
_OPEN: Final = ("/dev/fd/", "/proc/self/fd/")  # how a shell names what it has opened for us
_PATIENCE: Final = 30.0  # s without a byte, after which a stream is taken for one that says nothing
_BLOCK: Final = 1 << 16


def is_stream(path: Path | str) -> bool:
    """Whether this is standard input or a shell's `<(...)`, which can be read only once."""
    if str(path) in STDIN:
        return True
    if not str(path).startswith(_OPEN):  # a pipe with a name may wait for a writer for ever
        return False
    try:
        return stat.S_ISFIFO(os.stat(path).st_mode)  # noqa: PTH116  of any kind of name
    except (OSError, ValueError):
        return False


def demand_file(path: Path | str, what: str = "file", write: str = "") -> Path:
    """The path of a regular file that is there. Raises VizError with the reason why it is none."""
    name = short(Path(path))
    try:
        about = os.stat(path)  # noqa: PTH116  a device or a pipe must not be opened, only asked
    except FileNotFoundError:
        if Path(path).is_symlink():
            raise VizError(Fault(f"{name} is a link to a {what} that is not there")) from None
        raise VizError(Fault(f"there is no {what} {name}", write=write)) from None
    except ValueError:  # a NUL in the name
        what = f"{name!r} cannot be read: it is no name of a file"
        raise VizError(Fault(what, write=write)) from None
    except OSError as error:
        raise VizError(Fault(f"{name} cannot be read: {_reason(error)}", write=write)) from None
    if not stat.S_ISREG(about.st_mode):
        raise VizError(Fault(f"{name} is not a file", write=write or f"the name of a {what}"))
    return Path(path)


def read_bytes(path: Path | str, most: int, what: str = "file", write: str = "") -> bytes:
    """What is in a file or a stream, cut after `most` bytes and one more. Raises VizError."""
    name = short(Path(path))
    try:
        if str(path) in STDIN:
            about = os.fstat(0)
            return _once("-", (about.st_dev, about.st_ino), most)
        if is_stream(path):
            about = os.stat(path)  # noqa: PTH116
            return _once(str(path), (about.st_dev, about.st_ino), most)
        with demand_file(path, what, write).open("rb") as stream:
            return stream.read(most + 1)
    except OSError as error:
        raise VizError(Fault(f"{name} cannot be read: {_reason(error)}", write=write)) from None


@lru_cache(maxsize=16)
def _once(name: str, _node: tuple[int, int], most: int) -> bytes:
    """All of a stream, which cannot be read again; the node tells one of a name from the next."""
    if name == "-":
        stream = sys.stdin
        if stream is None:
            raise OSError(errno.EBADF, "standard input is closed")
        return stream.buffer.read(most + 1)
    descriptor = os.open(name, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    try:
        return _read_pipe(descriptor, most)
    finally:
        os.close(descriptor)


def _read_pipe(descriptor: int, most: int) -> bytes:
    data = b""
    while len(data) <= most:
        if not select.select([descriptor], [], [], _PATIENCE)[0]:
            raise OSError(errno.ETIMEDOUT, "nobody writes into it")
        try:
            block = os.read(descriptor, _BLOCK)
        except BlockingIOError:
            continue
        if not block:
            break
        data += block
    return data


def _reason(error: OSError) -> str:
    reasons = {
        errno.ENAMETOOLONG: "the name is too long",
        errno.ELOOP: "it is a link that leads back to itself",
        errno.EACCES: "it may not be read",
        errno.EISDIR: "it is a folder",
        errno.ENOTDIR: "a part of its path is no folder",
    }
    return reasons.get(error.errno or 0, error.strerror or str(error))
