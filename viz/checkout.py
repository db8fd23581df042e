"""From a fresh checkout to a show or to the tests, with nothing but Python: `python3 viz`, and
`python3 tests`. Only the standard library is imported here; what else is needed is installed into
a virtual environment, `.venv` in the checkout or the folder that the variable VENV names, in the
versions and with the hashes of the lock files.

What lies there already is not trusted: an environment whose Python is gone, that lacks a library
or that was made in another place is found out, and set up anew.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Final, NoReturn

from viz.system import become, pause, remove_lock, try_lock, venv_python

NEEDED: Final = (3, 11)
# What must be found in the environment for a show, and for the tests.
FOUND: Final = (
    "av",
    "flet_web",
    "fontTools",
    "numpy",
    "pydantic",
    "pygame",
    "pylopdf_fonts_zh_cn",
    "rich",
    "yaml",
)
FOUND_DEV: Final = (*FOUND, "pytest", "xdist", "hypothesis", "mypy", "ruff")
LOCK: Final = "requirements.lock"
LOCK_DEV: Final = "requirements-dev.lock"
LOCK_PAGES: Final = "requirements-pages.lock"  # installed without what it depends on itself
_OURS: Final = (".project", "pyvenv.cfg")  # what an environment that was made here has in it
# Our own code and no other, whatever lies in the folder that we are called from: -P keeps that
# folder out of the path, and the checkout stands first in it.
_HERE: Final = (
    "import sys; sys.path.insert(0, {root!r}); from viz.start import {start}; sys.exit({start}())"
)
_PROBE: Final = (
    "import sys; from importlib.util import find_spec; "
    "sys.exit(sys.version_info < {needed!r} or not all(map(find_spec, {names!r})))"
)


def main(words: list[str]) -> NoReturn:
    """`python3 viz`: show the flagship, or film it where there is no display.

    With words, they are a command of `viz`. This process becomes the command, so that a signal to
    one is a signal to the other.
    """
    root = Path(__file__).resolve().parent.parent
    python = environment(root)
    start = "main" if words else "first_show"
    become([str(python), "-P", "-c", _HERE.format(root=str(root), start=start), *words])


def test(words: list[str]) -> NoReturn:
    """`python3 tests`: set up what the tests need, and run them. Words go to pytest."""
    root = Path(__file__).resolve().parent.parent
    os.chdir(root)
    become([str(environment(root, dev=True)), "-m", "pytest", *words])


def environment(root: Path, *, dev: bool = False) -> Path:
    """The Python of the environment, which works: made, renewed or repaired where it does not."""
    if sys.version_info < NEEDED:
        sys.exit(f"Python 3.11 or newer is needed, and this is {sys.version.split()[0]}")
    folder = Path(os.environ.get("VENV") or root / ".venv").absolute()
    python = venv_python(folder)
    if not _ready(root, folder, dev=dev):
        try:
            with _alone(folder):
                if not _ready(root, folder, dev=dev):
                    _set_up(root, folder, dev=dev)
        except KeyboardInterrupt:
            sys.exit(130)
        except OSError as error:
            write = "set the variable VENV to a folder that may be written to"
            sys.exit(f"set-up stopped: {error.filename}: {error.strerror}; {write}")
    return python


def _ready(root: Path, folder: Path, *, dev: bool) -> bool:
    """Whether the environment was made here, from what the checkout asks for, and works."""
    wanted = _wanted(root)
    stamps = (".project", ".dev") if dev else (".project",)
    return all(_stamp(folder / name) == wanted for name in stamps) and _works(folder, dev=dev)


def _works(folder: Path, *, dev: bool = False) -> bool:
    names = FOUND_DEV if dev else FOUND
    return _answers(folder, _PROBE.format(needed=NEEDED, names=names))


def _answers(folder: Path, code: str) -> bool:
    words = [str(venv_python(folder)), "-P", "-c", code]
    try:
        return subprocess.run(words, check=False, capture_output=True).returncode == 0
    except OSError:  # a link to a Python that is gone, or no program at all
        return False


def _wanted(root: Path) -> str:
    """What the environment is made from, and where: a moved checkout has dead scripts in it."""
    digest = sha256(str(root).encode("utf-8", "surrogateescape"))
    for name in ("pyproject.toml", LOCK, LOCK_DEV, LOCK_PAGES):
        digest.update((root / name).read_bytes())
    return digest.hexdigest()


def _stamp(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""


def _set_up(root: Path, folder: Path, *, dev: bool) -> None:
    print(f"Setting up {folder}; the first time takes a minute or two.", flush=True)
    python, stamp = str(venv_python(folder)), folder / ".project"
    if not _answers(folder, "import pip"):
        _demand_ours(folder)
        _must("-m", "venv", "--clear", str(folder), python=sys.executable)
        stamp.write_text("begun", encoding="utf-8")  # from here on it is ours to clear
    elif _stamp(stamp):
        stamp.write_text("begun", encoding="utf-8")
    install = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    if os.environ.get("VIZ_RANGES"):  # where a file of the lock is not to be had
        names = ("setup", "dev") if dev else ("setup",)
        _must(*install, "--upgrade", "pip>=25.1", python=python)
        for name in names:
            _must(*install, "--group", f"{root / 'pyproject.toml'}:{name}", python=python)
        group = f"{root / 'pyproject.toml'}:pages"
        _must(*install, "--no-deps", "--group", group, python=python)
    else:
        lock = root / (LOCK_DEV if dev else LOCK)
        _must(*install, "--require-hashes", "--requirement", str(lock), python=python)
        pages = ("--no-deps", "--require-hashes", "--requirement", str(root / LOCK_PAGES))
        _must(*install, *pages, python=python)
    alone = () if os.environ.get("VIZ_RANGES") else ("--no-deps",)
    _must(*install, *alone, "--no-build-isolation", "--editable", str(root), python=python)
    wanted = _wanted(root)
    stamp.write_text(wanted, encoding="utf-8")
    if dev:
        (folder / ".dev").write_text(wanted, encoding="utf-8")


def _demand_ours(folder: Path) -> None:
    """Only what this program made, or nothing, is cleared: VENV may name a folder of the user's."""
    if not os.path.lexists(folder) or (folder.is_dir() and not any(folder.iterdir())):
        return
    if folder.is_symlink() or not all((folder / name).is_file() for name in _OURS):
        what = f"{folder} is there, and is no environment that was made here"
        sys.exit(f"{what}; remove it, or set the variable VENV to another folder")


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One set-up at a time: a second waits, and then finds all done."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    lock = folder.with_name(f".{folder.name}.lock")
    descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
    said = False
    while not try_lock(descriptor):
        if not said:
            print("waiting for another set-up", flush=True)
        said = True
        pause(0.2)
    try:
        yield
    finally:
        remove_lock(descriptor, lock)


def _must(*words: str, python: str) -> None:
    # A user's variables would have pip install elsewhere, or Python look there.
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONHOME"}
    code = subprocess.run([python, "-P", *words], check=False, env=kept).returncode
    if code:
        told = f"set-up stopped: '{' '.join(words[1:3])}' ended with {code}; see above"
        if "--require-hashes" in words:
            told += "; VIZ_RANGES=1 before the command takes other versions than were tested"
        sys.exit(told)
