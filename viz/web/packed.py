"""A show as bytes that a page opens without YAML, and without the libraries that check it.

What is packed is checked already: a page unpacks only what its own site was built from, never
what came by a link or a file (`viz.web.session` reads those as text). Paths of the machine that
built it are not in it, and neither is what depends on the order in which files were read.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from pathlib import PurePath
from typing import Any, Final, cast

from viz.catalog.claims import Claim
from viz.catalog.load_catalog import Shelf
from viz.catalog.types import Text
from viz.errors import Place
from viz.picture.match_cut import Match
from viz.picture.playlist import Reel
from viz.scene.types import Scene
from viz.stage.look import Look
from viz.timeline.compile import compile_scene

PROTOCOL: Final = 5


@dataclass(frozen=True, slots=True)
class Packed:
    """A scene, or a program of several; `chapters`, `cards`, `follows` and `matches` as a `Reel` has them."""

    name: str
    title: Text
    scenes: tuple[Scene, ...]
    chapters: tuple[Text, ...]
    cards: float = 0.0
    follows: Text | None = None
    matches: tuple[Match | None, ...] = ()


def of_scene(scene: Scene) -> Packed:
    """A scene alone."""
    return Packed(scene.name, scene.title, (scene,), (scene.title,))


def packed(show: Packed) -> bytes:
    """The show as bytes; the same each time."""
    short = tuple(replace(scene, file=PurePath(scene.file).name) for scene in show.scenes)
    claims: dict[str, Claim] = {}
    for scene in show.scenes:
        claims |= scene.claims()
    kept = tuple(replace(scene, claims=partial(_kept, claims)) for scene in short)
    to = BytesIO()
    pickler = pickle.Pickler(to, PROTOCOL)
    pickler.dispatch_table = {Shelf: _whole, Place: _nameless}
    pickler.fast = True  # no memory of what is one object and what merely equal: the same bytes
    pickler.dump(replace(show, scenes=kept))
    return to.getvalue()


def unpacked(data: bytes) -> Packed:
    """The show again. Only for what `packed` made: these bytes may do anything."""
    return cast("Packed", pickle.loads(data))  # noqa: S301  made by the build of the same site


def reel_of(show: Packed, look: Look) -> Reel:
    """The show, ready to be played."""
    return Reel(
        show.name,
        show.title,
        tuple(compile_scene(scene) for scene in show.scenes),
        show.chapters,
        look,
        show.cards,
        show.follows or {},
        show.matches,
    )


def _kept(claims: dict[str, Claim]) -> dict[str, Claim]:
    return claims


def _whole(shelf: Shelf[Any]) -> tuple[Any, ...]:
    """A shelf with all its files read, as a plain dictionary."""
    return dict, (dict(shelf),)


def _nameless(place: Place) -> tuple[Any, ...]:
    return Place, (PurePath(place.file).name, place.line, place.column)
