"""Finding something by the name that a person wrote."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from viz.errors import Fault, Place, VizError, nearest

T = TypeVar("T")


def find(shelf: Mapping[str, T], name: str, kind: str, place: Place | None = None) -> T:
    """What is called so: "H100" finds "h100". Raises VizError with the nearest names, or all."""
    for form in (name, name.strip().casefold(), name.strip().casefold().replace(" ", "-")):
        if form in shelf:
            return shelf[form]
    meant = nearest(name, shelf)
    write = "" if meant else "one of " + ", ".join(sorted(shelf))
    raise VizError(Fault(f"there is no {kind} '{name}'", place, meant, write))
