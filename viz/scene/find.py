"""Where scenes are: by name in one folder, or a file that the user gave. Nothing else is read."""

from __future__ import annotations

import re
import stat
from dataclasses import replace
from pathlib import Path
from typing import Final

from viz.assets_path import data_folder
from viz.errors import Fault, VizError, nearest
from viz.reading.user_file import STDIN, demand_file, is_stream
from viz.saving import readable

# Letters, digits, '_' and '-': no dot, slash, colon or drive can be in a name, on any system.
_NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,63}")
# Names that Windows gives to devices, whatever comes after a dot.
_DEVICES: Final = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])", re.IGNORECASE)


def scene_names(folder: Path | None = None) -> tuple[str, ...]:
    """Every scene of a folder (the project's own, if none is given), sorted."""
    found = (path.stem for path in (folder or data_folder("scenes")).glob("*.yaml"))
    return tuple(sorted(name for name in found if is_name(name)))


def is_name(text: str) -> bool:
    """Whether a text can be the name of a scene on every system."""
    return bool(_NAME.fullmatch(text)) and not _DEVICES.fullmatch(text)


def named(name: str, folder: Path | None = None) -> Path:
    """The file of a scene by its name alone, inside `folder`. Raises VizError.

    For names that stand in files of others: no path, link or device leads out of the folder.
    """
    folder = folder or data_folder("scenes")
    names = scene_names(folder)
    if name not in names:
        same = tuple(known for known in names if known.casefold() == name.casefold())
        meant = same or nearest(name, names)
        listed = ", ".join(names[:12]) if names else "a file's name"
        write = "" if meant else f"one of {listed}"
        raise VizError(Fault(f"there is no scene '{name[:80]}'", meant=meant, write=write))
    path = folder / f"{name}.yaml"
    resolved = path.resolve()
    if resolved.parent != folder.resolve() or not stat.S_ISREG(resolved.stat().st_mode):
        raise VizError(Fault(f"the scene '{name}' leads out of its folder"))
    return path


def scene_path(name_or_path: str, folder: Path | None = None) -> Path:
    """What a user typed: a scene's name, or a file of theirs. Raises VizError."""
    if not looks_like_path(name_or_path):
        return named(name_or_path, folder)
    path = Path(name_or_path)
    if is_stream(path):
        return path
    try:
        return demand_file(path)
    except VizError as error:
        names = scene_names(folder)
        meant = (path.stem,) if path.stem in names else _neighbours(path)
        fault = replace(error.faults[0], meant=tuple(one for one in meant if one != str(path)))
        raise VizError(replace(fault, write="" if fault.meant else fault.write)) from None


def looks_like_path(text: str) -> bool:
    """A path has a slash, or ends like a file of YAML; anything else is a scene's name."""
    return (
        text in STDIN or "/" in text or "\\" in text or text.casefold().endswith((".yaml", ".yml"))
    )


def name_of(path: Path) -> str:
    """What a scene is called after its file, in letters that every file can hold."""
    return "stdin" if str(path) in STDIN else readable(path.stem)


def _neighbours(path: Path) -> tuple[str, ...]:
    try:
        files = {file.stem: file for file in list(path.parent.glob("*.y*ml"))[:500]}
    except (OSError, ValueError):
        return ()
    return tuple(str(files[stem]) for stem in nearest(path.stem, files))
