"""A scene or a program as a reel, and read again when one of its files was saved."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from viz.errors import Fault, VizError

if TYPE_CHECKING:
    from viz.picture.playlist import Reel
    from viz.scene.types import KnobValue

Turned = tuple[tuple[str, float, str, "KnobValue"], ...]  # scene, moment, knob, value
# Scene, beat, hands, round, whether it is closed.
Counted = tuple[tuple[str, int, tuple[int, ...], int, bool], ...]


@dataclass
class Source:
    """What `args` open, as it was when it was last sound. `files` are what it is made of."""

    args: argparse.Namespace
    reel: Reel
    files: tuple[Path, ...]
    stamps: tuple[object, ...]

    def again(self) -> tuple[Reel, tuple[Path, ...]]:
        """Read what has changed since, as `args` open it; what was turned in the window is carried
        over there. Raises VizError, and then nothing has changed here."""
        from viz.live.watch import stamp_of

        stamps = stamp_of(self.files)
        fresh = _only(self, stamps) or open_source(self.args)
        self.reel, self.files, self.stamps = fresh.reel, fresh.files, fresh.stamps
        return self.reel, self.files


def open_source(args: argparse.Namespace) -> Source:
    """What `common.open_reel_or_scene` opens, as a reel. Raises VizError."""
    from viz.cli import common
    from viz.live.watch import stamp_of
    from viz.picture.playlist import Reel
    from viz.scene.find import looks_like_path, scene_path

    show = common.open_reel_or_scene(args)
    if isinstance(show, Reel):
        files = tuple(Path(timeline.scene.file) for timeline in show.timelines)
        own = (Path(args.scene),) if looks_like_path(args.scene) else ()
        files = (*files, *own)
        return Source(args, show, files, stamp_of(files))
    if getattr(args, "first", None) or getattr(args, "last", None):
        what = f"'{args.scene}' is one scene, and has no part from scene to scene"
        raise VizError(Fault(what, write="a program, such as 'lesson', with --from and --to"))
    scene = show.scene
    reel = Reel(scene.name, scene.title, (show.timeline,), (scene.title,), show.look)
    files = (scene_path(args.scene),)
    return Source(args, reel, files, stamp_of(files))


def turns_of(reel: Reel, args: argparse.Namespace) -> Turned:
    """What `--set` asks for, as turns: they win over those of a state."""
    return tuple(
        (timeline.scene.name, 0.0, name, value)
        for timeline in reel.timelines
        for name, value in args.set
        if any(knob.name == name for knob in timeline.scene.knobs)
    )


def turned(reel: Reel, turns: Turned, votes: Counted = ()) -> Reel:
    """A reel with turns of knobs and hands counted; what no longer applies is left out. A later
    turn of the same knob counts from its moment on."""
    from viz.timeline.clocks import ScreenSeconds
    from viz.timeline.compile import Take, Turn, compile_scene
    from viz.timeline.take import Vote, turned_on
    from viz.timeline.take_file import applied

    timelines = []
    for timeline in reel.timelines:
        scene = timeline.scene
        own: tuple[Turn, ...] = ()
        for name, at, knob, value in turns:
            if name == scene.name:
                own = turned_on(own, Turn(ScreenSeconds(at), knob, value))
        hands = tuple(
            Vote(beat, counts, 0.0, round_, closed)
            for name, beat, counts, round_, closed in votes
            if name == scene.name
        )
        take, _ = applied(scene, Take(own, hands), float(timeline.seconds))
        timelines.append(compile_scene(scene, take) if take.turns or take.votes else timeline)
    return replace(reel, timelines=tuple(timelines))


def _only(source: Source, stamps: tuple[object, ...]) -> Source | None:
    """The same program with those scenes read again whose files have changed; None where more
    than that has changed, or the knobs of all scenes are to be compared with `--set`."""
    from viz.cli.opened_show import open_reel, part_of, program_of

    count = len(source.reel.timelines)
    if count == 1 or source.args.set or stamps[count:] != source.stamps[count:]:
        return None
    program = program_of(source.args.scene)
    program = part_of(program, source.args)[0] if program is not None else None
    if program is None or len(program.entries) != count:
        return None
    changed = [i for i in range(count) if stamps[i] != source.stamps[i]]
    part = replace(  # scenes that are not neighbours: none becomes the next
        program, entries=tuple(replace(program.entries[i], then=None) for i in changed)
    )
    read = open_reel(part, argparse.Namespace(**{**vars(source.args), "first": None, "last": None}))
    timelines, chapters = list(source.reel.timelines), list(source.reel.chapters)
    for i, timeline, chapter in zip(changed, read.timelines, read.chapters, strict=True):
        timelines[i], chapters[i] = timeline, chapter
    reel = replace(source.reel, timelines=tuple(timelines), chapters=tuple(chapters))
    return replace(source, reel=reel, stamps=stamps)
