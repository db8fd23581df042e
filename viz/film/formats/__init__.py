"""Formats of films, one file each: the file's name is the format's name.

A format module has `ABOUT`, `ENDINGS`, `BYTES_PER_PIXEL` (a generous estimate for one frame),
`fitting(size)`, `encode(job, frames)` for one segment, and `open_film(path, job)`, which gives an
object with `write(segment)`, `close()`, and `abandon()` for a film that failed.
`frames_in(path)` reads a finished file back.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from viz.errors import Fault, VizError, nearest

if TYPE_CHECKING:
    from av import VideoFrame

    from viz.film.job import FilmJob


class OpenFilm(Protocol):
    """A film file while it is being written."""

    def write(self, segment: Any, /) -> None: ...

    def close(self) -> None: ...

    def abandon(self) -> None: ...


class Format(Protocol):
    """What every module in this folder offers."""

    ABOUT: str
    ENDINGS: tuple[str, ...]
    BYTES_PER_PIXEL: float

    def fitting(self, size: tuple[int, int], /) -> tuple[int, int]: ...

    def encode(self, job: FilmJob, frames: Iterable[VideoFrame], /) -> Any: ...

    def open_film(self, path: Path, job: FilmJob, /) -> OpenFilm: ...

    def frames_in(self, path: Path, /) -> int: ...


def formats() -> dict[str, Format]:
    """Every format by its name."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return {name: cast("Format", importlib.import_module(f"{__name__}.{name}")) for name in names}


def format_for(path: Path) -> Format:
    """The format of a file name's ending; an unknown one lists those there are."""
    known = formats()
    by_ending = {ending: form for form in known.values() for ending in form.ENDINGS}
    ending = path.suffix.casefold()
    if ending in by_ending:
        return by_ending[ending]
    what = f"there is no film format '{path.suffix}'" if ending else f"{path.name} has no ending"
    write = "-o FILE with one of " + ", ".join(
        f"{ending} ({form.ABOUT})" for ending, form in by_ending.items()
    )
    raise VizError(Fault(what, meant=nearest(ending, by_ending) if ending else (), write=write))
