"""Formats of films, one file each: the file's name is the format's name.

Every format module has `ABOUT`, `ENDINGS` (those that choose it; one that is only chosen by name
has `WRITTEN`), `ENCODER` (FFmpeg's, or ""), `ALPHA`, `fitting(size)` and `rate(fps)`: the nearest
that it can hold. A format of frames has `BYTES_PER_PIXEL` (a generous estimate for one frame),
`planes(job)` with `convert(painted)`, `encode(job, frames)` for one segment, which gives
something that may be kept on a disk or come from another process, and `open_film(path, job)`,
which gives an object with `write(segment)`, `close()`, and `abandon()` for a film that failed.
`frames_in(path, fps)` reads a finished file back. Most codecs need none of these written again:
they say a `recipe(job)` and take the rest from `viz.film.segments` (see `webm.py`). A format of
pages has `PAGES`, and `write_pages(path, pages)` or is written by `viz.web`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from viz.errors import Fault, VizError, nearest

if TYPE_CHECKING:
    from av import VideoFrame

    from viz.film.job import FilmJob, Painted


class OpenFilm(Protocol):
    """A film file while it is being written."""

    def write(self, segment: Any, /) -> None: ...

    def close(self) -> None: ...

    def abandon(self) -> None: ...


class Converts(Protocol):
    """Turns painted pictures into what the encoder takes; each frame is one of its own."""

    def convert(self, painted: Painted, /) -> VideoFrame: ...


class Format(Protocol):
    """What every module in this folder offers."""

    __name__: str
    ABOUT: str
    ENDINGS: tuple[str, ...]
    ENCODER: str
    ALPHA: bool
    BYTES_PER_PIXEL: float

    def fitting(self, size: tuple[int, int], /) -> tuple[int, int]: ...

    def rate(self, fps: Fraction, /) -> Fraction: ...

    def planes(self, job: FilmJob, /) -> Converts: ...

    def encode(self, job: FilmJob, frames: Iterable[VideoFrame], /) -> Any: ...

    def open_film(self, path: Path, job: FilmJob, /) -> OpenFilm: ...

    def frames_in(self, path: Path, fps: Fraction, /) -> int: ...


def formats() -> dict[str, Format]:
    """Every format by its name."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return {name: cast("Format", importlib.import_module(f"{__name__}.{name}")) for name in names}


def holds_captions(job: FilmJob) -> bool:
    """Whether a film can hold captions as a track of its own."""
    form: Any = format_of(job)
    if hasattr(form, "recipe"):
        return bool(form.recipe(job).captions)
    return bool(getattr(form, "CAPTIONS", ""))


def usual_ending(form: Format) -> str:
    """The ending of a file that nobody has named."""
    endings: tuple[str, ...] = form.ENDINGS or getattr(form, "WRITTEN", ())
    return endings[0]


def is_pages(form: Format) -> bool:
    """Whether a format holds the steps of a show, and no frames."""
    return bool(getattr(form, "PAGES", False))


def named(name: str) -> Format:
    """A format by its name; an unknown one lists those there are."""
    known = formats()
    if name in known:
        return known[name]
    raise VizError(
        Fault(f"there is no format '{name}'", meant=nearest(name, known), write=", ".join(known))
    )


def format_of(job: FilmJob) -> Format:
    """The format of a film: the one it names, or that of its ending."""
    return format_for(job.path, job.format, alpha=job.alpha)


def format_for(path: Path, name: str = "", *, alpha: bool = False) -> Format:
    """The format called so, or that of a file name's ending; an unknown one lists those there are.

    `alpha`: one that holds transparent pictures, of those with this ending. Raises VizError
    where there is none.
    """
    known = formats()
    if name:
        form = named(name)
        if alpha and not form.ALPHA:
            raise _opaque(f"the format {name}", known)
        return form
    ending = path.suffix.casefold()
    found = [form for form in known.values() if ending in form.ENDINGS]
    if not found:
        raise _unknown(path, ending, known)
    if not alpha:
        return min(found, key=_only_for_alpha)
    clear = [form for form in found if form.ALPHA]
    if not clear:
        raise _opaque(f"a {ending} file", known)
    return clear[0]


def _only_for_alpha(form: Format) -> bool:
    """Whether a format is meant for transparent pictures alone."""
    return bool(getattr(form, "ONLY_ALPHA", False))


def _unknown(path: Path, ending: str, known: dict[str, Format]) -> VizError:
    by_ending = {end: form for form in known.values() for end in form.ENDINGS}
    what = f"there is no film format '{path.suffix}'" if ending else f"{path.name} has no ending"
    write = "-o FILE with one of " + ", ".join(by_ending) + "; 'viz list formats' explains them"
    return VizError(Fault(what, meant=nearest(ending, by_ending) if ending else (), write=write))


def _opaque(what: str, known: dict[str, Format]) -> VizError:
    clear = [name for name, form in known.items() if form.ALPHA]
    return VizError(
        Fault(f"{what} cannot be transparent", write="--format with one of " + ", ".join(clear))
    )


def missing(encoder: str) -> Fault:
    """An encoder that this PyAV does not have, and the formats that remain."""
    from av.codec import codecs_available

    remain = [
        name
        for name, form in formats().items()
        if not form.ENCODER or form.ENCODER in codecs_available
    ]
    what = f"this PyAV has no encoder {encoder}"
    write = f"--format with one of {', '.join(remain)}; 'viz doctor' shows what there is"
    return Fault(what, write=write)
