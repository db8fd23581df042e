"""One segment of a film, painted and encoded: what a worker does, wherever it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from viz.errors import EXIT_OURS, EXIT_OUTPUT, Fault, VizError
from viz.film.formats import format_of
from viz.film.packing import pack
from viz.film.part_names import named
from viz.film.recorder import converted
from viz.film.source import Source, fingerprint, picture_of

if TYPE_CHECKING:
    from viz.film.job import FilmJob


@dataclass(frozen=True, slots=True)
class Order:
    """What a worker is asked for: small, and it can be pickled."""

    job: FilmJob
    source: Source


@dataclass(frozen=True, slots=True)
class Made:
    """A worker's answer: a part, packed, the engine that made it, and what the part is called (""
    where that is not known); or the faults."""

    index: int
    packed: bytes = b""
    engine: str = ""
    faults: tuple[Fault, ...] = ()
    code: int = 0
    name: str = ""

    def demand(self, engine: str) -> bytes:
        """The part. Raises VizError with the worker's faults, or where another engine made it."""
        if self.faults:
            raise VizError(self.faults, self.code)
        if self.engine != engine:
            what = "a worker films with another version of viz, or of its libraries"
            write = "the same everywhere ('viz doctor' shows them), and change no code meanwhile"
            raise VizError(Fault(what, write=write))
        return self.packed


def maker(order: Order) -> Callable[[int], Made]:
    """What makes any segment of a film, in one thread. Raises VizError where a text has faults."""
    from viz.film.engine_version import engine

    ours = engine()  # now, and not when the files may have changed below us
    known = named(order.job, fingerprint(order.job, order.source))
    form, picture = format_of(order.job), picture_of(order.job, order.source, known)

    def make(index: int) -> Made:
        try:
            segment = form.encode(order.job, converted(order.job, picture, [index]))
            return Made(index, pack(segment), ours, name=known.names.pop(index, ""))
        except VizError as error:
            return Made(index, faults=error.faults, code=error.code)
        except (OSError, MemoryError) as error:
            what = f"part {index + 1} cannot be made: {str(error) or 'not enough memory'}"
            return Made(index, faults=(Fault(what),), code=EXIT_OUTPUT)
        except Exception as error:  # noqa: BLE001  a worker has nobody else to tell
            what = f"part {index + 1} failed in a worker: {type(error).__name__}: {error}"
            return Made(index, faults=(Fault(what),), code=EXIT_OURS)

    return make
