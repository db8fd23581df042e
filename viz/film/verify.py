"""Whether a film is still what its sidecar says."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import av

from viz.errors import EXIT_OUTPUT, VizError
from viz.file_kinds import is_folder, is_plain
from viz.film.sidecar import checksum, read_sidecar
from viz.reading.user_file import demand_file
from viz.scene.find import scene_names, scene_path

_HEAD: Final = 1 << 20  # bytes: what comes before the first pictures is far shorter
_CLUSTER: Final = b"\x1f\x43\xb6\x75"
_ALPHA_MODE: Final = b"\x53\xc0\x81\x01"  # the element, a length of one byte, and 1


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found: each thing that differs, and what has changed since without being wrong."""

    told: dict[str, Any]
    wrong: tuple[str, ...]
    notes: tuple[str, ...]


def verify_film(film: Path) -> Verdict:
    """Hold a film against its sidecar. Raises VizError where one of the two is not there."""
    if not film.name:  # `viz verify .` in a folder of pictures
        film = film.resolve()
    if not (is_plain(film) or is_folder(film)):
        demand_film(film)
    told = read_sidecar(film)
    wrong: list[str] = []
    found = checksum(film)
    if found != told.get("sha256"):
        wrong.append(f"its SHA-256 is {found[:12]}..., not {str(told.get('sha256'))[:12]}...")
        wrong += _pictures(film, told)
    if told.get("alpha") and film.suffix.casefold() == ".webm" and not _says_alpha(film):
        wrong.append("its header does not say AlphaMode, so browsers show it opaque")
    return Verdict(told, tuple(wrong), tuple(_notes(told)))


def _says_alpha(film: Path) -> bool:
    """Whether the header of a WebM's track tells that its blocks have alpha. FFmpeg cannot be
    asked: it takes a mere tag for it as well."""
    with film.open("rb") as file:
        head, cluster, _ = file.read(_HEAD).partition(_CLUSTER)
    return bool(cluster) and _ALPHA_MODE in head


def demand_film(film: Path) -> None:
    """Why a film cannot be read (VizError, exit code 5)."""
    try:
        demand_file(film, "film")
    except VizError as error:
        raise VizError(error.faults, EXIT_OUTPUT) from None


def _pictures(film: Path, told: dict[str, Any]) -> list[str]:
    """What differs in a file that is not the one that was made."""
    if film.is_dir():
        return []
    try:
        with av.open(f"file:{film}") as file:
            stream = file.streams.video[0]
            size, rate = (stream.width, stream.height), stream.average_rate
            frames = sum(1 for packet in file.demux(stream) if packet.size)
    except (OSError, ValueError, IndexError):
        return ["it cannot be read as a film"]
    wrong = []
    if frames != told.get("frames"):
        wrong.append(f"it has {frames} of {told.get('frames')} frames")
    if size != (told.get("width"), told.get("height")):
        wrong.append(f"it is {size[0]}x{size[1]}, not {told.get('width')}x{told.get('height')}")
    if rate is not None and str(Fraction(rate)) != told.get("fps"):
        wrong.append(f"it has {rate} frames per second, not {told.get('fps')}")
    return wrong


def _notes(told: dict[str, Any]) -> list[str]:
    """Scenes of the project that read otherwise now: the film shows how they were."""
    from viz.film.source import digest_of

    notes = []
    scenes = told.get("scenes")
    for scene in scenes if isinstance(scenes, list) else ():
        if not isinstance(scene, dict):
            continue
        name = Path(str(scene.get("file"))).stem
        if name in scene_names() and digest_of(scene_path(name)) != scene.get("sha256"):
            notes.append(f"the scene {name} has changed since")
    return notes
