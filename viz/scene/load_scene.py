"""A scene file to a `Scene`, or to every fault of the file with its place."""

from __future__ import annotations

from pathlib import Path

from viz.catalog.load_catalog import load_catalog
from viz.catalog.types import Catalog
from viz.errors import Fault, Place, VizError
from viz.reading.nodes import Node
from viz.reading.yaml12 import read, read_text
from viz.scene.build import build
from viz.scene.find import scene_path
from viz.scene.form_faults import read_form
from viz.scene.types import Scene


def load_scene(
    name_or_path: str, folder: Path | None = None, catalog: Catalog | None = None
) -> Scene:
    """The scene of that name in `folder` (the project's own), or of a file of the user.

    Raises VizError with every fault of the file.
    """
    path = scene_path(name_or_path, folder)
    return _scene(read(path), path, catalog)


def scene_from_text(text: str, file: str = "scene.yaml", catalog: Catalog | None = None) -> Scene:
    """The same from a text in memory, for editors, notebooks and tests."""
    return _scene(read_text(text, file), Path(file), catalog)


def check_file(path: Path | str, catalog: Catalog | None = None) -> list[Fault]:
    """Every fault of a scene file in the order of the file; none if it is sound."""
    try:
        _scene(read(path), Path(path), catalog)
    except VizError as error:
        return list(error.faults)
    return []


def _scene(root: Node, path: Path, catalog: Catalog | None) -> Scene:
    form, faults, broken = read_form(root)
    scene = None
    if form is not None:
        scene, more = build(form, root, path, catalog or load_catalog(), broken)
        faults = [*faults, *more]
    if faults or scene is None:
        raise VizError(sorted(faults, key=_order))
    return scene


def _order(fault: Fault) -> tuple[int, int]:
    place = fault.place or Place("")
    return place.line, place.column
