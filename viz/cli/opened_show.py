"""Programs on the command line: several scenes, opened and filmed as one show."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from viz.cli.common import tell_kept
from viz.cli.undrawn import warn_of_undrawn
from viz.errors import Fault, VizError, nearest

if TYPE_CHECKING:
    from viz.catalog.types import Text
    from viz.film.source import Source
    from viz.picture.playlist import Reel
    from viz.picture.replay import Replay
    from viz.scene.program import Program
    from viz.scene.types import Scene
    from viz.show import Show


def program_of(name: str) -> Program | None:
    """The program that is called so, or None for a scene. Raises VizError where there is neither."""
    from viz.scene.find import looks_like_path, scene_names
    from viz.scene.program import find_program, no_scene_or_program

    found = find_program(name)
    if found is None and not looks_like_path(name) and name not in scene_names():
        raise no_scene_or_program(name)
    return found


def open_reel(program: Program, args: argparse.Namespace) -> Reel:
    """A program's scenes with what `add_turns` asks for. Raises VizError with all faults of all.

    A knob is turned in each scene that has it; one that no scene has is a fault.
    """
    from viz.picture.casting import cast
    from viz.picture.match_cut import demand_parts
    from viz.picture.playlist import Reel
    from viz.scene.program import scenes_of
    from viz.scene.shorten import without_questions
    from viz.stage.look import Look
    from viz.timeline.compile import Take, Turn, compile_scene

    program, follows = part_of(program, args)
    scenes = scenes_of(program)
    faults: list[Fault] = []
    for scene in scenes:
        try:
            cast(scene)
        except VizError as error:
            faults += error.faults
    if faults:
        raise VizError(faults)
    if args.no_questions:
        scenes = tuple(map(without_questions, scenes))
    demand_parts(program.entries, scenes)
    _demand_knobs(scenes, args)
    warn_of_undrawn(scenes)
    tell_kept(scenes, args)

    def turns(scene: Scene) -> Take:
        from viz.timeline.clocks import ScreenSeconds

        names = {knob.name for knob in scene.knobs}
        start = ScreenSeconds(0.0)
        return Take(tuple(Turn(start, name, v) for name, v in args.set if name in names))

    width, height = args.size
    return Reel(
        name=program.name,
        title=program.title,
        timelines=tuple(compile_scene(scene, turns(scene)) for scene in scenes),
        chapters=tuple(
            entry.chapter or scene.title
            for entry, scene in zip(program.entries, scenes, strict=True)
        ),
        look=Look(width, height, args.theme, args.lang),
        cards=program.cards,
        follows=follows,
        matches=tuple(entry.then for entry in program.entries[:-1]),
    )


def part_of(program: Program, args: argparse.Namespace) -> tuple[Program, Text]:
    """The scenes from `--from` to `--to`, and the chapter that follows them ({} for none).
    Raises VizError, with the nearest name, for a scene that is not in the program."""
    first, last = getattr(args, "first", None), getattr(args, "last", None)
    names = [entry.scene for entry in program.entries]
    for option, name in (("--from", first), ("--to", last)):
        if name is not None and name not in names:
            what = f"{option} {name[:40]}: {program.name} has no such scene"
            raise VizError(
                Fault(what, meant=nearest(name, names), write=f"one of {', '.join(names)}")
            )
    start = names.index(first) if first is not None else 0
    end = len(names) - 1 - names[::-1].index(last) if last is not None else len(names) - 1
    if start > end:
        what = f"--from {first} comes after --to {last}"
        raise VizError(Fault(what, write=f"--from {last} --to {first}"))
    after = program.entries[end + 1] if end + 1 < len(names) else None
    follows = after.chapter if after is not None else {}
    return replace(program, entries=program.entries[start : end + 1]), follows


def _demand_knobs(scenes: tuple[Scene, ...], args: argparse.Namespace) -> None:
    from viz.scene.turn import no_knob

    knobs = tuple(knob for scene in scenes for knob in scene.knobs)
    names = {knob.name for knob in knobs}
    faults = [no_knob(name, knobs) for name, _ in args.set if name not in names]
    if faults:
        raise VizError(faults)


def source_of_show(show: Show | Reel | Replay) -> Source:
    """What a show, a program or a recorded run is filmed from."""
    from viz.film.source import source_of, source_of_reel
    from viz.picture.playlist import Reel
    from viz.picture.replay import Replay

    if isinstance(show, Reel | Replay):
        return source_of_reel(show)
    return source_of(show.scene, show.take, show.look)
