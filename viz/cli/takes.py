"""Takes on the command line: a file is opened as a show, or made ready to be written."""

from __future__ import annotations

import argparse
import hashlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from viz.cli import common
from viz.cli.undrawn import warn_of_undrawn
from viz.errors import Fault, VizError
from viz.file_kinds import is_plain
from viz.saving import unused

if TYPE_CHECKING:
    from viz.live.record import Recorder
    from viz.picture.replay import Replay
    from viz.timeline.compile import Timeline
    from viz.timeline.take import Take


def open_take(file: Path, args: argparse.Namespace) -> Replay:
    """The run that a file holds, in the look that the arguments ask for. Settles `args.size`.

    Says on stderr which turns no longer apply. Raises VizError.
    """
    from viz.live.record import load
    from viz.picture.replay import Replay
    from viz.scene.shorten import without_questions
    from viz.show import open_show
    from viz.timeline.compile import compile_scene
    from viz.timeline.take_age import changed_since
    from viz.timeline.take_file import applied

    name, take = load(file)
    _demand_its_scene(file, name, take, args)
    args.size = args.size or args.usual_size
    width, height = args.size
    show = open_show(
        args.scene or name, width=width, height=height, theme=args.theme, lang=args.lang
    )
    warn_of_undrawn((show.scene,))
    scene = show.scene if take.questions else without_questions(show.scene)
    kept, told = applied(scene, take, float(compile_scene(scene).seconds))
    changed = changed_since(scene, fingerprint(Path(scene.file)), take)
    for one in (*((changed,) if changed else ()), *told):
        print(f"{file.name}: {one}", file=sys.stderr)
    if kept.seconds <= 0:
        raise VizError(Fault(f"{file} is a take of no length", write="a take of a longer run"))
    return Replay(scene, kept, show.look)


def fingerprint(file: Path) -> str:
    """Of a scene's text; "" where it cannot be read."""
    try:
        with file.open("rb") as text:
            return hashlib.file_digest(text, "sha256").hexdigest()[:16]
    except OSError:
        return ""


def _demand_its_scene(file: Path, name: str, take: Take, args: argparse.Namespace) -> None:
    """A take is of one scene: another is refused, and one that has moved is asked for."""
    from viz.scene.find import looks_like_path, scene_path

    if args.scene is None:
        if looks_like_path(name) and not is_plain(Path(name)):
            what = f"the scene of {file.name} has moved: there is no file {name}"
            write = f"SCENE before --take {file.name}: the scene's file where it is now"
            raise VizError(Fault(what, write=write))
        return
    given = scene_path(args.scene)
    same = given.stem == Path(name).stem or (take.text and take.text == fingerprint(given))
    if not same:
        what = f"{file.name} is a take of '{Path(name).stem}', and no take of '{given.stem}'"
        write = f"--take {file.name} without a scene, or '{Path(name).stem}' before it"
        raise VizError(Fault(what, write=write))


def recorder(args: argparse.Namespace, timeline: Timeline, file: Path | None) -> Recorder:
    """What keeps a run of a scene: in `file`, or in the program's own folder."""
    from viz.live.record import Recorder, file_for
    from viz.picture.replay import begun
    from viz.scene.find import scene_path

    scene = timeline.scene
    own = Path(scene.file)
    try:
        shipped = scene_path(scene.name).resolve() == own.resolve()
    except VizError:
        shipped = False
    name = scene.name if shipped else str(own.resolve())
    return Recorder(
        scene=name,
        file=file or file_for(scene.name),
        turns=list(begun(timeline)),
        questions=not args.no_questions,
        text=fingerprint(own),
        beats=tuple(beat.seconds for beat in scene.beats),
    )


def beside(file: Path, scene: str, index: int) -> Path:
    """The file of one scene of a program: the first has the name that was asked for, the others
    have names beside it that are free."""
    if index == 0:
        return file
    return unused(file.with_name(f"{file.stem}_{index + 1}_{scene}{file.suffix}"))


def read_files(args: argparse.Namespace) -> tuple[Path, ...]:
    """The files of the user's own that the arguments name to be read: none may be written over."""
    from viz.scene.find import looks_like_path

    scene = getattr(args, "scene", None)
    own = (Path(scene),) if scene is not None and looks_like_path(scene) else ()
    others = (getattr(args, name, None) for name in ("voice", "times"))
    return (*own, *(file for file in others if file is not None))


def add_take(parser: argparse.ArgumentParser, about: str) -> None:
    """`--take FILE`."""
    parser.add_argument("--take", type=Path, metavar="FILE", help=about)


def no_scene(args: argparse.Namespace) -> None:
    """A command that has neither a scene nor a take. Raises VizError."""
    if args.scene is None and args.take is None:
        write = f"a scene, such as '{common.FLAGSHIP}', or --take FILE"
        raise VizError(Fault("there is no scene to film", write=write))
