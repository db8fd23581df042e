"""From a fresh checkout to a show or to the tests, with nothing but Python: `python3 viz`, and
`python3 tests`. Only the standard library is imported here; what else is needed is installed into
a virtual environment, `.venv` in the checkout or the folder that the variable VENV names.
"""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Final

NEEDED: Final = (3, 11)
NO_DISPLAY: Final = 3  # the exit code of `viz play` where there is no display
SCENE: Final = "weights_stay"


def main(words: list[str]) -> int:
    """`python3 viz`: show the flagship, or film it where there is no display.

    With words, they are a command of `viz`. Gives back its exit code.
    """
    root = Path(__file__).resolve().parent.parent
    python = environment(root)
    if words:
        return _run(python, "-m", "viz", *words)
    code = _run(python, "-m", "viz", "play", SCENE)
    if code != NO_DISPLAY:
        return code
    film = root / "out" / f"{SCENE}.mp4"
    film.parent.mkdir(exist_ok=True)
    code = _run(python, "-m", "viz", "film", SCENE, "-o", str(film), "--fps", "30", "--overwrite")
    if code == 0:
        print(f"No display here, so the show was filmed: {film}")
    return code


def test(words: list[str]) -> int:
    """`python3 tests`: set up what the tests need, and run them. Words go to pytest."""
    root = Path(__file__).resolve().parent.parent
    os.chdir(root)
    return _run(environment(root, dev=True), "-m", "pytest", *words)


def environment(root: Path, *, dev: bool = False) -> Path:
    """The Python of the environment, made or renewed when pyproject.toml has changed."""
    if sys.version_info < NEEDED:
        sys.exit(f"Python 3.11 or newer is needed, and this is {sys.version.split()[0]}")
    folder = Path(os.environ.get("VENV") or root / ".venv")
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    wanted = sha256((root / "pyproject.toml").read_bytes()).hexdigest()
    if not _stamped(folder / ".project", wanted):
        print(f"Setting up {folder}; the first time takes a minute or two.", flush=True)
        _must(sys.executable, "-m", "venv", str(folder))
        _must(str(python), "-m", "pip", "install", "--quiet", "--upgrade", "pip>=25.1")
        _must(str(python), "-m", "pip", "install", "--quiet", "--editable", str(root))
        (folder / ".project").write_text(wanted, encoding="utf-8")
    if dev and not _stamped(folder / ".dev", wanted):
        group = f"{root / 'pyproject.toml'}:dev"
        _must(str(python), "-m", "pip", "install", "--quiet", "--group", group)
        (folder / ".dev").write_text(wanted, encoding="utf-8")
    return python


def _stamped(stamp: Path, wanted: str) -> bool:
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted


def _must(*words: str) -> None:
    code = subprocess.run(words, check=False).returncode
    if code:
        sys.exit(f"set-up stopped: '{' '.join(words[1:4])}' ended with {code}; see above")


def _run(python: Path, *words: str) -> int:
    try:
        return subprocess.run([str(python), *words], check=False).returncode
    except KeyboardInterrupt:
        return 130
