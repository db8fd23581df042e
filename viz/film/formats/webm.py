"""WebM with VP9: for web pages, free of patents, smaller than H.264."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from viz.film import segments as pieces
from viz.film.job import even
from viz.film.pixels import Planes

if TYPE_CHECKING:
    from viz.film.job import FilmJob

ABOUT: Final = "WebM, VP9, BT.709, for web pages"
ENDINGS: Final = (".webm",)
ENCODER: Final = "libvpx-vp9"
ALPHA: Final = False
BYTES_PER_PIXEL: Final = 0.02
fitting = even
rate = pieces.any_rate
encode = pieces.encode
frames_in = pieces.frames_in
open_film = pieces.open_film


def planes(job: FilmJob) -> Planes:
    """What turns painted pictures into the encoder's."""
    return Planes(job.width, job.height)


def recipe(_job: FilmJob) -> pieces.Recipe:
    """How the codec is used."""
    return pieces.Recipe(ENCODER, "yuv420p", options, "webm", captions="webvtt")


def options(job: FilmJob) -> dict[str, str]:
    """libvpx's settings: good quality at a speed that keeps up with the painter."""
    return {
        "crf": "24",
        "b": "0",
        "deadline": "good",
        "cpu-used": "4",
        "row-mt": "1",
        "threads": "4",  # fixed: the number must not follow the machine
        "tile-columns": "1",
        "g": str(max(1, round(job.fps * 2))),
        "auto-alt-ref": "0",
        "lag-in-frames": "0",
    }
