"""The name of a film, claimed before the work begins; see `viz.saving`."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path

from viz.film.formats import format_of, usual_ending
from viz.film.job import FilmJob
from viz.saving import OVERWRITE, claimed, over_own


def claimed_film(job: FilmJob, expected: int) -> AbstractContextManager[Path]:
    """A hidden name beside the film, which takes its name when it is whole. Raises VizError."""
    over = over_own(job.path, overwrite=job.overwrite, ending=usual_ending(format_of(job)))
    return claimed(job.path, over, expected=expected, instead=OVERWRITE)
