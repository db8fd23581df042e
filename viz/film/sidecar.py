"""The sidecar: `FILM.json` beside each film, which tells how it was made and from what.

It holds no date and no path, so that the same film has the same sidecar wherever it is made.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from viz import __version__
from viz.errors import EXIT_OUTPUT, Fault, VizError
from viz.file_kinds import EMPTY, SIDECAR, is_folder, is_plain
from viz.film.engine_version import engine
from viz.film.sidecar_scene import told_scene
from viz.film.source import fingerprint
from viz.saving import demand_writable, readable, short, write_text

if TYPE_CHECKING:
    from viz.film.job import FilmJob
    from viz.film.source import Source

FORM: Final = 1
MOST_BYTES: Final = 16 << 20
LICENCE: Final = "MIT"


def sidecar_path(film: Path) -> Path:
    """Where the sidecar of a film is."""
    return film.with_name(f"{film.name}.json")


@contextmanager
def beside(job: FilmJob, source: Source) -> Iterator[None]:
    """Write the sidecar of a film that the block makes whole; nothing where the block fails.

    A file of that name that is no sidecar is never replaced, and the film is refused before.
    """
    path = sidecar_path(job.path)
    try:
        demand_writable(path, (SIDECAR, EMPTY))
    except VizError as error:
        first = error.faults[0]
        raise VizError(Fault(first.what, write="another -o"), error.code) from None
    yield
    text = json.dumps(sidecar(job, source), ensure_ascii=False, indent=2) + "\n"
    try:
        write_text(path, text, (SIDECAR, EMPTY))
    except VizError as error:
        raise VizError(Fault(f"the film is whole, but {error}"), EXIT_OUTPUT) from error


def sidecar(job: FilmJob, source: Source) -> dict[str, Any]:
    """What is told of a film that is there, whole."""
    told: dict[str, Any] = {
        "viz_film": FORM,
        "file": readable(job.path.name),
        "sha256": checksum(job.path),
        "made_with": f"viz {__version__}",
        "engine": engine(),
        "fingerprint": fingerprint(job, source),
        "dressing": _dressing(job),
        "name": source.name,
        "title": dict(source.title),
        "width": job.width,
        "height": job.height,
        "fps": str(job.fps),
        "frames": job.frames,
        "seconds": _number(job.seconds),
        "from": _number(job.start),
        "language": source.look.lang,
        "theme": source.look.theme,
        "hidden": list(source.look.hidden),
        "layer": source.look.layer,
        "draft": job.draft,
        "alpha": "straight" if job.alpha else None,
        "licence": LICENCE,
        "scenes": [told_scene(one) for one in source.scenes],
    }
    if job.sound is not None:
        told["sound"] = {"sha256": job.sound.digest, "loudness": job.sound.loudness}
        if job.sound.guide:
            told["sound"]["guide"] = list(job.sound.guide)
    if source.chapters:
        told["chapters"] = [dict(chapter) for chapter in source.chapters]
        told["cards"] = source.cards
        told["matches"] = [list(match) if match else None for match in source.matches]
    return told


def is_made(job: FilmJob, source: Source) -> bool:
    """Whether the film is there, whole, as this job would make it."""
    told = _read(sidecar_path(job.path)) if is_plain(job.path) or is_folder(job.path) else None
    return (
        told is not None
        and told.get("engine") == engine()
        and told.get("fingerprint") == fingerprint(job, source)
        and told.get("dressing") == _dressing(job)
        and told.get("sha256") == checksum(job.path)
    )


def _dressing(job: FilmJob) -> str:
    """A fingerprint of what the film carries beside its pictures."""
    sound = job.sound and (job.sound.codec, job.sound.digest, job.sound.loudness)
    carried = repr((job.title, job.tracks, job.chapters, sound))
    return hashlib.sha256(carried.encode()).hexdigest()


def read_sidecar(film: Path) -> dict[str, Any]:
    """The sidecar of a film. Raises VizError where there is none."""
    path = sidecar_path(film)
    told = _read(path)
    if told is None:
        what = (
            f"{path.name} is no sidecar of a film"
            if is_plain(path)
            else f"there is no {short(path)}"
        )
        raise VizError(Fault(what, write="the film with its .json beside it, as viz film made it"))
    return told


def checksum(film: Path) -> str:
    """SHA-256 of a file; of a folder, that of its files' names and checksums in order."""
    digest = hashlib.sha256()
    if film.is_dir():
        for file in sorted(film.iterdir()):
            digest.update(f"{file.name} {checksum(file)}\n".encode())
        return digest.hexdigest()
    with film.open("rb") as file_:
        while block := file_.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def _read(path: Path) -> dict[str, Any] | None:
    try:
        with path.open("rb") as file:
            told = json.loads(file.read(MOST_BYTES))  # a longer one is cut, and then no JSON
    except (OSError, ValueError, RecursionError):
        return None
    return told if isinstance(told, dict) and told.get("viz_film") == FORM else None


def _number(seconds: Fraction) -> int | float:
    return int(seconds) if seconds.denominator == 1 else float(seconds)
