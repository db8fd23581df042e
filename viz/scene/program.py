"""A program: scenes in an order, each with the title of its chapter. From assets/programs/*.yaml,
or a file of the user whose first keys are a program's.

    title: A talk of twenty minutes
    cards: 3 s                          # how long a chapter's card stands before its scene
    scenes:
      - {scene: memory_wall, chapter: The memory wall, then: match}
      - {scene: race, chapter: The race, for: 15 s, beats: [1, 3, 6]}
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import BaseModel

from viz.assets_path import data_folder
from viz.catalog.types import Text
from viz.errors import Fault, Place, VizError, nearest
from viz.file_kinds import is_plain
from viz.reading.nodes import Mapping, Node, place_at
from viz.reading.user_file import is_stream
from viz.reading.yaml12 import read
from viz.scene.builder import text_in
from viz.scene.find import is_name, looks_like_path, name_of, named, scene_names
from viz.scene.form import EntryForm, MatchForm, ProgramForm
from viz.scene.form_faults import Kin, read_whole
from viz.scene.load_scene import load_scene
from viz.scene.shorten import hurried, of_beats, without_questions
from viz.scene.types import Scene

_SIZE: Final = re.compile(r"[a-z0-9]{1,16}|[0-9]{1,5}x[0-9]{1,5}")


@dataclass(frozen=True, slots=True)
class Entry:
    """One scene of a program. `seconds` cuts it to that length (0: as it is); `beats`, counted
    from 1, are those that are shown (none named: all). `then`: its last picture becomes the next
    scene's first, by a part of the one and what that is in the other; None: it does not."""

    scene: str
    path: Path
    chapter: Text
    place: Place
    seconds: float = 0.0
    beats: tuple[int, ...] = ()
    then: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Program:
    """Scenes in order. `cards` is how long a chapter's card stands, `size` the picture it is
    made for ("" if any), `questions` whether scenes ask."""

    name: str
    title: Text
    entries: tuple[Entry, ...]
    cards: float = 0.0
    size: str = ""
    questions: bool = True


def program_names(folder: Path | None = None) -> tuple[str, ...]:
    """The programs of a folder (the project's own, if none is given), sorted."""
    files = (folder or data_folder("assets") / "programs").glob("*.yaml")
    return tuple(sorted(file.stem for file in files if is_name(file.stem)))


def find_program(name_or_path: str, folder: Path | None = None) -> Program | None:
    """The program of that name or file; None for what is no program. Raises VizError."""
    if not looks_like_path(name_or_path):
        if name_or_path not in program_names(folder):
            return None
        file = (folder or data_folder("assets") / "programs") / f"{name_or_path}.yaml"
        return _program(read(file), file, None)
    file = Path(name_or_path)
    if not (is_plain(file) or is_stream(file)):
        return None
    root = read(file)
    if not isinstance(root, Mapping) or root.get("scenes") is None:
        return None
    return _program(root, file, file.parent)


def no_scene_or_program(name: str) -> VizError:
    """There is neither: with the nearest name of either."""
    known = (*program_names(), *scene_names())
    meant = nearest(name, known)
    write = "" if meant else "one of " + ", ".join(known)
    return VizError(Fault(f"there is no scene or program '{name[:80]}'", meant=meant, write=write))


def scenes_of(program: Program) -> tuple[Scene, ...]:
    """Every scene of a program, cut as it says. Raises VizError with the faults of all of them."""
    faults: list[Fault] = []
    scenes: list[Scene] = []
    for entry in program.entries:
        try:
            scenes.append(_cut(program, entry))
        except VizError as error:
            faults += error.faults
    if faults:
        raise VizError(faults)
    return tuple(scenes)


def _cut(program: Program, entry: Entry) -> Scene:
    scene = load_scene(str(entry.path))
    if entry.beats:
        missing = [number for number in entry.beats if number > len(scene.beats)]
        if missing:
            what = f"{entry.scene} has no beat {missing[0]}"
            raise VizError(Fault(what, entry.place, write=f"beats from 1 to {len(scene.beats)}"))
        scene = of_beats(scene, tuple(number - 1 for number in entry.beats))
    if not program.questions:
        scene = without_questions(scene)
    return hurried(scene, entry.seconds) if entry.seconds else scene


def _program(root: Node, file: Path, folder: Path | None) -> Program:
    form = read_whole(ProgramForm, root, Kin(_name_of, _form_of))
    faults: list[Fault] = []
    if form.size is not None and not _SIZE.fullmatch(form.size):
        place = place_at(root, ("size",))
        faults.append(Fault(f"'{form.size[:40]}' is no size", place, write="1080p or vertical"))
    entries: list[Entry] = []
    for i, one in enumerate(form.scenes):
        place = place_at(root, ("scenes", i, "scene"))
        try:
            path = _scene_file(one.scene, folder)
        except VizError as error:
            faults += [Fault(f.what, place, f.meant, f.write) for f in error.faults]
            continue
        chapter, seconds = text_in(one.chapter), one.seconds or 0.0
        then = (one.then.part, one.then.becomes) if one.then else None
        entries.append(Entry(path.stem, path, chapter, place, seconds, tuple(one.beats), then))
    if faults:
        raise VizError(faults)
    return Program(
        name=name_of(file),
        title=text_in(form.title),
        entries=tuple(entries),
        cards=form.cards or 0.0,
        size=form.size or "",
        questions=form.questions,
    )


def _scene_file(scene: str, folder: Path | None) -> Path:
    """A scene beside the user's program, or one of the project."""
    name = scene.removesuffix(".yaml")
    beside = scene_names(folder) if folder is not None else ()
    if name in beside:
        return named(name, folder)
    if name not in scene_names() and (meant := nearest(name, beside)):
        raise VizError(Fault(f"there is no scene '{name[:80]}'", meant=meant))
    return named(name)


def _name_of(path: tuple[str | int, ...]) -> str:
    match path:
        case ():
            return "a program"
        case ("scenes", int(number), *rest):
            return ", ".join([f"scene {number + 1}", *map(str, rest)])
    return ", ".join(map(str, path))


def _form_of(path: tuple[str | int, ...]) -> type[BaseModel] | None:
    match path:
        case ():
            return ProgramForm
        case ("scenes", int()):
            return EntryForm
        case ("scenes", int(), "then"):
            return MatchForm
    return None
