"""Which parts of a picture are drawn: what a look hides, and the one layer that it wants.

Layers lie over each other as `LAYERS` has them; stacked they are the whole picture.
"""

from __future__ import annotations

from typing import Final

from viz.stage.look import Look
from viz.stage.marks import Marks

Groups = tuple[tuple[str, Marks], ...]  # marks, each group with who drew it

# The furniture's own names, and what they are called where they can be hidden.
_FURNITURE: Final = {
    "title": "title",
    "clock": "clock",
    "steps": "progress",
    "sources": "sources",
    "caption": "captions",
    "limit": "sources",
    "question": "",
}


def shown(groups: Groups, look: Look) -> Groups:
    """The groups without what the look hides, and of its layer alone where it wants one."""
    found = []
    for name, marks in groups:
        called = _FURNITURE.get(name)
        if called and called in look.hidden:
            continue
        if not look.layer:
            found.append((name, marks))
            continue
        if called is not None:
            own = "captions" if called == "captions" else "furniture"
            found.append((name, marks if own == look.layer else ()))
        else:
            found.append((name, of_layer(marks, look)))
    return tuple(found)


def of_layer(marks: Marks, look: Look) -> Marks:
    """What actors drew, words and shapes, or nothing: who films parts them (viz.film.layer_words)."""
    return marks if look.layer in ("machines", "labels") else ()


def ground_of(strip: Marks, panels: Marks, look: Look) -> Marks:
    """What lies still under all: the band of the caption, and the actors' panels."""
    if not look.layer:
        return strip + panels
    return strip if look.layer == "captions" else of_layer(panels, look)
