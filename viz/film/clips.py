"""A show as clips for cutting: one a beat, cut at its pictures, so that they add up to the film."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from viz.film.cut_lists import Clip
from viz.stage.i18n import said

if TYPE_CHECKING:
    from pathlib import Path

    from viz.film.job import FilmJob
    from viz.film.script import Said

LONGEST: Final = 28  # signs of a file's name, beside its number
TIMED: Final = (".mov", ".mp4", ".m4v")  # that hold a timecode


@dataclass(frozen=True, slots=True)
class Planned:
    """A clip, and the job that makes it."""

    clip: Clip
    job: FilmJob


def clips_of(job: FilmJob, told: Sequence[Said], lang: str, layer: str = "") -> tuple[Planned, ...]:
    """The clips of a film or of a layer of it, each as a job for a file in the folder of
    `job.path`. `told` is what is said in it, in seconds of the film."""
    ranges = list(pairwise((0, *job.cuts, job.frames)))
    digits = max(2, len(str(len(ranges))))
    found: list[Planned] = []
    for number, (first, end) in enumerate(ranges, 1):
        middle = (first + end) / 2 / job.fps
        one = next((one for one in told if one.start <= middle < one.end), None)
        name = _name(one, number)
        file = f"{number:0{digits}d}_{name}{f'.{layer}' if layer else ''}{job.path.suffix}"
        start = job.timecode or 0
        source = start + first if job.path.suffix.casefold() in TIMED else 0
        found.append(
            Planned(
                Clip(name, file, first, end - first, source, *_told(one, lang)),
                replace(
                    job,
                    path=job.path.with_name(file),
                    frames=end - first,
                    start=job.at(first),
                    cuts=(),
                    title=name,
                    tracks=(),
                    chapters=(),
                    sound=None,
                    timecode=source or None,
                ),
            )
        )
    return tuple(found)


def _name(one: Said | None, number: int) -> str:
    """What a clip is called: the mark of its beat, or the first words of it."""
    if one is None:
        return f"part{number}"
    if one.beat.mark:
        return re.sub(r"[^\w-]+", "_", one.beat.mark)
    words = re.findall(r"[a-z0-9]+", (one.words("en") or _title(one, "en")).casefold())
    name = ""
    for word in words:
        if len(name) + len(word) > LONGEST:
            break
        name = f"{name}_{word}" if name else word
    return name or f"beat{number}"


def _title(one: Said, lang: str) -> str:
    return said(one.opens, lang) if one.opens else ""


def _told(one: Said | None, lang: str) -> tuple[str, str, str]:
    """Kind, words and notes of a beat."""
    if one is None:
        return "step", "", ""
    kind = "question" if one.beat.ask else "chapter" if one.opens and not one.beat.say else "step"
    return kind, one.words(lang) or _title(one, lang), said(one.beat.notes, lang)


def make_clips(
    planned: Sequence[Planned], film: Callable[[FilmJob], Path], tell: Callable[[str], None]
) -> None:
    """Make each clip in turn with `film`; tells how far it is."""
    for number, one in enumerate(planned, 1):
        film(one.job)
        tell(f"{one.clip.file}: {number} of {len(planned)} clips")
