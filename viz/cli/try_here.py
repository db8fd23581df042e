"""`viz doctor --try`: what this system does differently, tried once, each thing by doing it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Final

from viz.errors import EXIT_LOCKED, VizError
from viz.file_kinds import TAKE
from viz.saving import claimed, set_aside, write_text
from viz.system import is_device_name, longest_name

Try = Callable[[Path], str]  # gives what is wrong, or ""
_SCENE: Final = "weights_stay"
_PART: Final = ("--from", "0", "--to", "0.5", "--size", "64x36", "--fps", "10")


def tried() -> Iterator[tuple[str, str]]:
    """What was tried, and what is wrong with it or ""."""
    for what, one in TRIES:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            try:
                yield what, one(Path(folder))
            except (OSError, VizError, ValueError, subprocess.SubprocessError) as error:
                yield what, f"{type(error).__name__}: {error}"


def _names(folder: Path) -> str:
    for name in ("with spaces", "权重不动", "accénts", "a;b&c", "-begins"):
        path = folder / f"{name}.txt"
        write_text(path, name)
        if path.read_text(encoding="utf-8") != name:
            return f"'{name}' is not read as it was written"
    return ""


def _long_name(folder: Path) -> str:
    name = "x" * (longest_name(folder) - 9) + ".txt"
    try:
        write_text(folder / name, "x")
    except VizError as error:
        # Where a whole path may have 260 letters only, that is told.
        return "" if sys.platform == "win32" else str(error)
    return "" if (folder / name).is_file() else "it is not there"


def _replaced(folder: Path) -> str:
    path = folder / "a.txt"
    write_text(path, "old")
    write_text(path, "new\n", None)
    left = [file.name for file in folder.iterdir() if file != path]
    if path.read_bytes() != b"new\n":
        return "it is not as it was written"
    return f"left behind: {left}" if left else ""


def _replaced_while_read(folder: Path) -> str:
    path = folder / "a.txt"
    write_text(path, "old")
    with path.open(encoding="utf-8") as stream:
        stream.read(1)
        try:
            write_text(path, "new", None)
        except VizError as error:
            return "" if sys.platform == "win32" else str(error)  # told, and the old one is whole
    return "" if path.read_text(encoding="utf-8") == "new" else "it is not replaced"


def _locked(folder: Path) -> str:
    path = folder / "a.mp4"
    try:
        with claimed(path) as new:
            new.write_bytes(b"x")
            with claimed(path):
                return "a second run was let in"
    except VizError as error:
        return "" if error.code == EXIT_LOCKED else str(error)


def _aside(folder: Path) -> str:
    names = []
    for _ in range(3):
        write_text(folder / "take.yaml", TAKE)
        names.append(set_aside(folder / "take.yaml").name)
    return "" if len(set(names)) == 3 else f"names that are not free: {names}"


def _devices(_folder: Path) -> str:
    wrong = [name for name in ("nul", "COM1.txt", "aux.yaml") if not is_device_name(name)]
    return f"{wrong} are not known" if wrong else ""


def _filmed(folder: Path) -> str:
    from viz.cli import main

    films = [str(folder / name) for name in ("光 1.mp4", "2.mp4", "3.gif")]
    told = StringIO()
    with redirect_stdout(told), redirect_stderr(told):
        codes = [main(["film", _SCENE, *_PART, "-o", film]) for film in films]
        codes.append(main(["film", _SCENE, *_PART, "-o", films[1], "--jobs", "2", "--overwrite"]))
        codes.append(main(["verify", *films]))
    same = Path(films[0]).read_bytes() == Path(films[1]).read_bytes()
    return f"exit codes {codes}" if any(codes) else "" if same else "one and many differ"


def _stopped(folder: Path) -> str:
    """Ctrl-C, as the system has it, ends a film and leaves none."""
    import signal

    words = [sys.executable, "-P", "-c", "from viz.start import main; raise SystemExit(main())"]
    words += ["film", _SCENE, "-o", str(folder / "a.mp4"), "--resume", "--size", "64x36"]
    flags = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
    root = str(Path(__file__).resolve().parent.parent.parent)
    kept = {**os.environ, "PYTHONPATH": root}
    process = subprocess.Popen(
        words, stderr=subprocess.PIPE, text=True, creationflags=flags, env=kept, cwd=folder
    )
    try:
        if process.stderr is not None:
            process.stderr.readline()
        process.send_signal(getattr(signal, "CTRL_BREAK_EVENT", signal.SIGINT))
        told = process.communicate(timeout=30)[1]
    finally:
        process.kill()
    if (folder / "a.mp4").exists():
        return "there is a film"
    return "" if "--resume" in told and "Traceback" not in told else f"it told: {told[-200:]}"


def _printed(_folder: Path) -> str:
    """Letters that the terminal's encoding may not have."""
    words = [sys.executable, "-m", "viz", "describe", _SCENE, "--lang", "zh"]
    kept = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(words, capture_output=True, check=False, timeout=120, env=kept)
    return "" if done.returncode == 0 else done.stderr.decode("utf-8", "replace")[-200:]


TRIES: Final[tuple[tuple[str, Try], ...]] = (
    ("names of files", _names),
    ("a long name", _long_name),
    ("a file replaced", _replaced),
    ("a file replaced while it is read", _replaced_while_read),
    ("a second run kept out", _locked),
    ("a broken file set aside", _aside),
    ("names of devices", _devices),
    ("films by one and by two", _filmed),
    ("a film stopped", _stopped),
    ("letters that the terminal has not", _printed),
)
