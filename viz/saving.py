"""Every file that is written is whole or absent, and nothing of the user's is replaced unasked.

A file is made under a hidden name in its own folder, brought to the disk, and then takes its
name at once. Links are followed to what they point at, the rights of a file that is replaced stay,
a device and a FIFO are written to and never replaced, and `-` is standard output. What stands
under the name already is replaced only if it is of a kind that may be (see `viz.file_kinds`); a
refusal touches nothing.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import sys
import zlib
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TextIO

from viz.errors import EXIT_LOCKED, EXIT_OUTPUT, Fault, VizError
from viz.file_kinds import EMPTY, UNKNOWN, kind_of, kinds_for
from viz.system import longest_name, pause, remove_lock, rename_over, to_disk, try_lock
from viz.units import write as with_unit

INSTEAD: Final = "another name"
OVERWRITE: Final = "--overwrite to replace it, or another -o FILE"
_STREAMS: Final = ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")
_WAITS: Final = 20  # times to look whether somebody reads a FIFO
_ROOM: Final = 12  # bytes that a hidden name has more than the name it is made of


@dataclass(frozen=True, slots=True)
class Target:
    """Where an output goes: `file` is the end of all links, or a `stream` that cannot be replaced;
    `mode` are the rights of the file that is there."""

    asked: Path
    file: Path
    stream: bool = False
    mode: int | None = None


def is_standard_output(path: Path | str | None) -> bool:
    """Whether an output is meant for standard output, so that nothing else may be printed there."""
    return path is not None and str(path) in _STREAMS


def target_of(path: Path) -> Target:
    """What an output's name stands for. Raises VizError where nothing could be written there."""
    with told(path):
        try:
            node = path.stat()
        except FileNotFoundError:
            file = Path(os.path.realpath(path))  # a link may point at what is not there yet
            _demand_place(path, file)
            return Target(path, file)
    if stat.S_ISDIR(node.st_mode):
        raise refusal(f"{short(path)} cannot be written: it is a folder", "a file name")
    if stat.S_ISCHR(node.st_mode) or stat.S_ISFIFO(node.st_mode):
        return Target(path, path, stream=True)
    if not stat.S_ISREG(node.st_mode):
        raise refusal(f"{short(path)} cannot be written: it is no file and no stream", INSTEAD)
    return Target(path, Path(os.path.realpath(path)), mode=stat.S_IMODE(node.st_mode))


def _demand_place(asked: Path, file: Path) -> None:
    if not file.parent.is_dir():
        what = f"{short(asked)} cannot be written: there is no folder {short(file.parent)}"
        raise refusal(what, "a file in a folder that exists")
    if not file.name or len(os.fsencode(file.name)) > longest_name(file.parent):
        raise refusal(f"{short(asked)} cannot be written: the name is too long", "a shorter name")
    if file.is_symlink():
        raise refusal(f"{short(asked)} is a link that leads back to itself", INSTEAD)


def demand_writable(
    path: Path, over: Collection[str] | None = (), *, instead: str = INSTEAD, beside: int = 0
) -> Target:
    """Where an output goes, when it may be written: before any work is done for it.

    `over` are the kinds of files that it may replace (None: any, in a folder of our own), `instead`
    is what the user could write,
    `beside` is how many bytes longer than its own the names are that will stand beside it.
    Raises VizError with exit code 5.
    """
    target = target_of(path)
    if target.stream:
        return target
    file = target.file
    if len(os.fsencode(file.name)) + beside > longest_name(file.parent):
        what = f"the name {short(path)} is too long for what will lie beside it"
        raise refusal(what, "a shorter name")
    if target.mode is None:
        return target
    kind = kind_of(file)
    if over is not None and kind not in over:
        also = over and kind not in (EMPTY, UNKNOWN)
        what = f"{short(path)} is {kind}, and is not replaced" if also else f"{short(path)} exists"
        raise refusal(what, "another name" if over else instead)
    if not os.access(file, os.W_OK):
        raise refusal(f"{short(path)} may not be written to")
    return target


def demand_apart(outputs: Iterable[Path | None], inputs: Iterable[Path | None] = ()) -> None:
    """No output is an input, and no two are one file. Raises VizError with exit code 5."""
    read = {_identity(path): path for path in inputs if path is not None}
    written: dict[object, Path] = {}
    for path in outputs:
        if path is None or is_standard_output(path):
            continue
        name = _identity(path)
        if name in read:
            raise refusal(f"{short(path)} is read, and cannot be written at once", INSTEAD)
        if name in written:
            raise refusal(f"{short(path)} is written twice", "two names")
        written[name] = path


def _identity(path: Path) -> object:
    """The same for two names of one file, through links of both kinds."""
    try:
        node = path.stat()
    except (OSError, ValueError):
        return os.path.realpath(path)
    # A device takes any number of outputs: each name is a thing of its own.
    return (node.st_dev, node.st_ino) if stat.S_ISREG(node.st_mode) else object()


def write_text(
    path: Path,
    text: str | Iterable[str],
    over: Collection[str] | None = (),
    *,
    instead: str = INSTEAD,
    lasting: bool = True,
) -> None:
    """Write a text in UTF-8, or its pieces one after the other; see `write_bytes`."""
    pieces = [text] if isinstance(text, str) else text
    data = (piece.encode("utf-8", errors="backslashreplace") for piece in pieces)
    write_bytes(path, data, over, instead=instead, lasting=lasting)


def write_bytes(
    path: Path,
    data: bytes | Iterable[bytes],
    over: Collection[str] | None = (),
    *,
    instead: str = INSTEAD,
    lasting: bool = True,
) -> None:
    """Write a file whole or not at all. Raises VizError with exit code 5.

    `over` are the kinds of files that may be replaced. `lasting` waits for the disk; what is
    written again in a second need not.
    """
    pieces = [data] if isinstance(data, bytes) else data
    if is_standard_output(path):
        _print(pieces)
        return
    target = demand_writable(path, over, instead=instead)
    if target.stream:
        _pour(target.file, pieces)
        return
    file = target.file
    with told(path):
        _demand_room(path, file.parent, len(data) if isinstance(data, bytes) else 0)
        new = _begin(file, f"{os.getpid()}.new")
        try:
            with new.open("wb") as stream:
                stream.writelines(pieces)
                stream.flush()
                if lasting:
                    os.fsync(stream.fileno())
            _publish(new, target)
            if lasting and over is not None:  # nobody looks into a folder of our own
                to_disk(file.parent)
        finally:
            with suppress(OSError):
                new.unlink(missing_ok=True)


@contextmanager
def appended(path: Path) -> Iterator[TextIO]:
    """A new text file, or a stream, that holds each line as soon as it is written, for who follows
    it meanwhile. Raises VizError where nothing can be written."""
    demand_writable(path)
    with told(path):
        stream = path.open("a", encoding="utf-8")
    with stream:
        yield stream


@contextmanager
def claimed(
    path: Path, over: Collection[str] | None = (), *, expected: int = 0, instead: str = INSTEAD
) -> Iterator[Path]:
    """A hidden name beside `path`, for a library to write to; it takes the name `path` only when
    the block ends well.

    `expected` is the number of bytes that are likely to be written; a disk without that much
    room is refused at once. Raises VizError with exit code 5, or 6 where another run has the
    same output.
    """
    if is_standard_output(path) or target_of(path).stream:
        what = f"{short(path)} is no file: this is written whole, and then takes its name"
        raise refusal(what, "a file name")
    file = target_of(path).file
    with told(path), _locked(path, file):
        target = demand_writable(path, over, instead=instead)
        _demand_room(path, file.parent, expected)
        new = _begin(file)
        try:
            yield new
            to_disk(new)
            _publish(new, target)
            to_disk(file.parent)
        finally:
            with suppress(OSError):
                new.unlink(missing_ok=True)


def over_own(path: Path, *, overwrite: bool, ending: str = "") -> tuple[str, ...]:
    """The kinds that `--overwrite` allows an output to replace: its own, and what is nothing yet."""
    return kinds_for(path, ending) if overwrite else ()


def set_aside(file: Path) -> Path:
    """Keep a file that cannot be read as NAME.bad, or under the next such name that is free.

    Only for what is known to be ours. Raises OSError.
    """
    bad = file.with_name(file.name + ".bad")
    number = 1
    while os.path.lexists(bad):
        number += 1
        bad = file.with_name(f"{file.name}.{number}.bad")
    file.rename(bad)
    return bad


def unused(file: Path) -> Path:
    """The file, or where there is one already, a name beside it that is not there yet."""
    name, number = file, 1
    while os.path.lexists(name):
        number += 1
        name = file.with_name(f"{file.stem}_again{number}{file.suffix}")
    return name


def hidden(file: Path, ending: str) -> Path:
    """`.NAME.ending` beside a file; a name that would be too long is cut, with a mark of its own."""
    name, most = file.name, longest_name(file.parent) - _ROOM - len(ending)
    raw = os.fsencode(name)
    if len(raw) > most:
        kept = raw[: most - 9].decode("utf-8", errors="ignore")
        name = f"{kept}~{zlib.crc32(raw):08x}"
    return file.with_name(f".{name}.{ending}")


def refusal(what: str, write: str = "", code: int = EXIT_OUTPUT) -> VizError:
    """An output that cannot be."""
    return VizError(Fault(what, write=write), code)


def readable(name: str) -> str:
    """A file's name in letters that every text can hold: a name need not be UTF-8."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def short(path: Path) -> str:
    """A path as it is told: a long name is cut, and `.` is called what it is."""
    if str(path) == ".":
        return "this folder"
    name = path.name if len(path.name) <= 60 else path.name[:57] + "..."
    return str(path.parent / name) if path.name else str(path)


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Faults of the disk as one line for a person; PyAV's errors are OSErrors too."""
    try:
        yield
    except ValueError as error:  # a NUL in a name
        if "null" not in str(error):
            raise
        raise refusal(f"{short(path)!r} cannot be a file's name", INSTEAD) from None
    except OSError as error:
        folder = short(path.parent)
        reasons = {
            errno.ENOSPC: "the disk is full",
            errno.EDQUOT: "your quota of the disk is used up",
            errno.EFBIG: "the file is too large for this disk or its limit",
            errno.EACCES: f"the folder {folder} may not be written to",
            errno.EPERM: f"the folder {folder} may not be written to",
            errno.EROFS: f"the folder {folder} is read-only",
            errno.ENAMETOOLONG: "the name is too long",
            errno.ELOOP: "it is a link that leads back to itself",
            errno.ENOTDIR: f"{folder} is no folder",
            errno.EPIPE: "nobody reads it any more",
        }
        reason = reasons.get(error.errno or 0, error.strerror or str(error))
        raise refusal(f"{short(path)} cannot be written: {reason}") from error


def _demand_room(path: Path, folder: Path, expected: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < expected:
        needs = with_unit(expected, "bytes")
        what = f"the disk of {short(path.parent)} has {with_unit(free, 'bytes')} free"
        raise refusal(f"{what}, and {short(path)} needs about {needs}", "a file on another disk")


def _begin(file: Path, ending: str = "part") -> Path:
    """A new empty file under a hidden name; what a killed run left there is taken over, anything
    else is left alone. A folder that cannot be written to is found out now."""
    number = 0
    while True:
        new = hidden(file, f"{number}.{ending}" if number else ending)
        try:
            os.close(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
        except FileExistsError:
            if not new.is_symlink() and new.is_file():
                new.unlink()
            else:
                number += 1
        else:
            return new


def _publish(new: Path, target: Target) -> None:
    """The hidden file takes its name, with the rights of what it replaces."""
    file = target.file
    if target.mode is not None:
        with suppress(OSError):
            there = file.stat()
            new.chmod(target.mode)
            if hasattr(os, "chown") and (there.st_uid, there.st_gid) != (
                os.geteuid(),
                os.getegid(),
            ):
                os.chown(new, there.st_uid, there.st_gid)
    rename_over(new, file)


def _print(pieces: Iterable[bytes]) -> None:
    stream = sys.stdout
    stream.flush()
    if hasattr(stream, "buffer"):
        stream.buffer.writelines(pieces)
        stream.buffer.flush()
    else:  # a stream of text that somebody put in its place
        stream.writelines(piece.decode("utf-8", errors="replace") for piece in pieces)


def _pour(node: Path, pieces: Iterable[bytes]) -> None:
    """Write into a device or a FIFO, which stays what it is."""
    with told(node):
        descriptor = _open_stream(node)
        with os.fdopen(descriptor, "wb") as stream:
            os.set_blocking(descriptor, True)
            stream.writelines(pieces)


def _open_stream(node: Path) -> int:
    for left in reversed(range(_WAITS)):
        try:
            return os.open(node, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
            if left == 0:
                raise refusal(f"nobody reads {short(node)}") from None
        pause(0.1)
    raise AssertionError


@contextmanager
def _locked(path: Path, file: Path) -> Iterator[None]:
    """Hold `.NAME.lock` beside the output."""
    lock = hidden(file, "lock")
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    while True:
        descriptor = os.open(lock, flags, 0o666)
        if not try_lock(descriptor):
            os.close(descriptor)
            what = f"another run is writing {short(path)}"
            raise refusal(what, "another name, or wait", EXIT_LOCKED)
        # The one before may have removed the file between our open and our lock.
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(descriptor), lock.stat()):
                break
        os.close(descriptor)
    try:
        yield
    finally:
        remove_lock(descriptor, lock)


__all__ = [
    "INSTEAD",
    "OVERWRITE",
    "Target",
    "claimed",
    "demand_apart",
    "demand_writable",
    "hidden",
    "is_standard_output",
    "over_own",
    "readable",
    "refusal",
    "set_aside",
    "short",
    "target_of",
    "told",
    "unused",
    "write_bytes",
    "write_text",
]
