"""`viz check FILE...`: every fault of scenes and programs, at once, with place and right form.

A fault stops a show, or harms who looks at it: exit 2. What a scene could do better is a warning,
with exit 0: a language that is missing, a caption too long or too brief, text too small or too
weak, a beat that moves too long, a number that nobody says.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from viz.cli.undrawn import undrawn
from viz.errors import EXIT_USAGE, Fault, VizError

if TYPE_CHECKING:
    from pathlib import Path

    from viz.reading.nodes import Node
    from viz.scene.program import Program
    from viz.scene.renamed import Change
    from viz.scene.types import Scene


@dataclass(frozen=True, slots=True)
class Checked:
    """A file: what is wrong with it, what could be better, and how many of its words have another
    name now."""

    file: str
    faults: tuple[Fault, ...] = ()
    warnings: tuple[Fault, ...] = ()
    outdated: int = 0


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", metavar="FILE", nargs="+", help="a scene's file or name, or a program's"
    )
    parser.add_argument("--json", action="store_true", help="for programs: one object on stdout")
    parser.add_argument(
        "--fix",
        action="store_true",
        help="write words that have another name now as they are called; the rest stays as it is",
    )
    parser.add_argument("--quick", action="store_true", help="do not look at the pictures")


def run(args: argparse.Namespace) -> int:
    """0 if every file is sound, else 2. Faults and warnings of all files are told. Raises VizError
    with exit code 5 where --fix cannot write."""
    if args.fix:
        for file in args.files:
            _fix(file)
    results = [_checked(file, quick=args.quick) for file in args.files]
    if args.json:
        told = {
            "ok": not any(one.faults for one in results),
            "files": [{"file": one.file, "ok": not one.faults} for one in results],
            "faults": [_as_json(one.file, fault) for one in results for fault in one.faults],
            "warnings": [_as_json(one.file, fault) for one in results for fault in one.warnings],
        }
        print(json.dumps(told, indent=2, ensure_ascii=False))
    else:
        for one in results:
            _print(one)
    return EXIT_USAGE if any(one.faults for one in results) else 0


def _print(one: Checked) -> None:
    for fault in one.faults:
        print(fault, file=sys.stderr)
    for warning in one.warnings:
        print(f"{warning} (warning)", file=sys.stderr)
    if one.faults and one.outdated:
        print(f"viz check --fix {one.file} mends {one.outdated} of these", file=sys.stderr)
    if not one.faults:
        count = len(one.warnings)
        more = f", {count} warning{'s' if count > 1 else ''}" if count else ""
        print(f"{one.file}: good{more}")


def _fix(file: str) -> None:
    """Bring a scene file up to date, whole or not at all, and tell each word that is changed."""
    from viz.file_kinds import UNKNOWN, YAML
    from viz.reading.user_file import is_stream
    from viz.saving import write_text
    from viz.scene.renamed import changed

    try:
        path, found = _outdated(file)
    except VizError:
        return  # told by the check that follows
    if found and not is_stream(path):
        text = path.read_bytes().decode("utf-8")
        write_text(path, changed(text, found), (YAML, UNKNOWN))
        for one in found:
            print(one, file=sys.stderr)


def _outdated(file: str) -> tuple[Path, tuple[Change, ...]]:
    """The words of a scene file that have another name now. Raises VizError."""
    from viz.reading.yaml12 import read
    from viz.scene.find import scene_path
    from viz.scene.renamed import changes

    path = scene_path(file)
    return path, changes(read(path))


def _checked(file: str, *, quick: bool) -> Checked:
    from viz.cli.opened_show import program_of

    try:
        program = program_of(file)
        if program is not None:
            return Checked(file, tuple(_of_program(program)))
        return _scene(file, quick=quick)
    except VizError as error:
        try:
            _, found = _outdated(file)
        except VizError:
            found = ()
        return Checked(file, error.faults, outdated=len(found))


def _scene(file: str, *, quick: bool) -> Checked:
    from viz.reading.yaml12 import read
    from viz.scene.find import scene_path
    from viz.scene.load_scene import load_scene

    path = scene_path(file)
    scene = load_scene(str(path))
    root = read(path)
    faults = [*_of_actors(scene), *undrawn(root)]
    if faults or quick:
        return Checked(file, tuple(faults))
    return _looked_at(file, scene, root)


def _of_actors(scene: Scene) -> list[Fault]:
    """What the actors of a sound scene cannot do: parameters that they do not have, and the like."""
    from viz.picture.camera_at import demand_sound

    try:
        demand_sound(scene)
    except VizError as error:
        return list(error.faults)
    return []


def _of_program(program: Program) -> list[Fault]:
    """The faults of all the scenes of a program."""
    from viz.scene.program import scenes_of

    return [fault for scene in scenes_of(program) for fault in _of_actors(scene)]


def _looked_at(file: str, scene: Scene, root: Node) -> Checked:
    """What the pictures and the times of a sound scene tell."""
    from viz.film.flash import flashing
    from viz.lint.review import review
    from viz.picture.frame import frame_at
    from viz.reading.nodes import place_at
    from viz.scene.form_faults import name_of
    from viz.stage.look import Look
    from viz.timeline.clocks import ScreenSeconds
    from viz.timeline.compile import compile_scene

    timeline = compile_scene(scene)
    warnings = tuple(
        Fault(f"{name_of(one.path)}: {one.what}", place_at(root, one.path), write=one.write)
        for one in review(timeline)
    )
    faults = []
    for span in timeline.beats:
        moves = span.beat.moves
        starts = [span.start + 0.3, max(span.start, span.end - 1.2)] if moves else []
        if any(flashing(lambda t: frame_at(timeline, ScreenSeconds(t), Look()), s) for s in starts):
            place = place_at(root, ("beats", span.index, "pace"))
            what = f"beat {span.index + 1}: it flashes more than three times a second"
            faults.append(Fault(what, place, write="a slower pace, or a faster one"))
    return Checked(file, tuple(faults), tuple(sorted(warnings, key=_order)))


def _order(fault: Fault) -> tuple[int, int]:
    return (fault.place.line, fault.place.column) if fault.place else (0, 0)


def _as_json(file: str, fault: Fault) -> dict[str, Any]:
    place = fault.place
    return {
        "file": place.file if place else file,
        "line": place.line if place else None,
        "column": place.column if place else None,
        "what": fault.what,
        "meant": list(fault.meant),
        "write": fault.write,
    }
