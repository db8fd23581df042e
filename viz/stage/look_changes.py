"""Looks as people ask for them: width, height, theme and lang by name, checked at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, get_args

from viz.errors import Fault, VizError, nearest
from viz.stage.i18n import languages
from viz.stage.look import Look, Theme
from viz.stage.picture_sizes import LARGEST_SIDE, SMALLEST_SIDE


def changed_look(look: Look, changes: Mapping[str, Any]) -> Look:
    """A look with other width, height, theme or lang. Raises VizError with all that is wrong."""
    faults: list[Fault] = []
    words: dict[str, tuple[str, ...]] = {"theme": get_args(Theme), "lang": languages()}
    names = ("width", "height", *words)
    for key, value in changes.items():
        if key not in names:
            meant = nearest(key, names)
            faults.append(
                Fault(f"a look has no '{key}'", None, meant, f"one of {', '.join(names)}")
            )
        elif key in words:
            if value not in words[key]:
                meant, form = nearest(str(value), words[key]), f"one of {', '.join(words[key])}"
                faults.append(Fault(f"there is no {key} '{value}'", None, meant, form))
        elif not isinstance(value, int) or not SMALLEST_SIDE <= value <= LARGEST_SIDE:
            form = f"a whole number of pixels from {SMALLEST_SIDE} to {LARGEST_SIDE}"
            faults.append(Fault(f"{key}: {value!r} is no side of a picture", write=form))
    if faults:
        raise VizError(faults)
    return replace(look, **changes)
