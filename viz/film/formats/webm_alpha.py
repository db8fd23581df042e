"""WebM with VP9 and alpha: laid over a face or a page, in editors and browsers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from viz.film import segments as pieces
from viz.film.formats.webm import options
from viz.film.job import even
from viz.film.pixels import YUVA420, Planes

if TYPE_CHECKING:
    from viz.film.job import FilmJob

ABOUT: Final = "WebM, VP9 with straight alpha, to be laid over a picture"
ENDINGS: Final = (".webm",)
ENCODER: Final = "libvpx-vp9"
ALPHA: Final = True
ONLY_ALPHA: Final = True  # chosen by the ending only for transparent pictures
BYTES_PER_PIXEL: Final = 0.03
fitting = even
rate = pieces.any_rate
encode = pieces.encode
frames_in = pieces.frames_in
open_film = pieces.open_film


def planes(job: FilmJob) -> Planes:
    """What turns painted pictures into the encoder's."""
    return Planes(job.width, job.height, YUVA420, alpha=job.alpha)


def recipe(_job: FilmJob) -> pieces.Recipe:
    """How the codec is used. Browsers show alpha only where the track's header says AlphaMode."""
    return pieces.Recipe(
        ENCODER, "yuva420p", options, "webm", captions="webvtt", told={"alpha_mode": "1"}
    )
