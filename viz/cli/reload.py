"""A scene or a program as a reel, with the files that it is made of: for what reloads them."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from viz.scene.types import KnobValue
    from viz.stage.reel import Reel


def reel_and_files(args: argparse.Namespace) -> tuple[Reel, tuple[Path, ...]]:
    """What `common.open_reel_or_scene` opens, as a reel. Raises VizError."""
    from viz.cli import common
    from viz.scene.find import looks_like_path, scene_path
    from viz.stage.reel import Reel

    show = common.open_reel_or_scene(args)
    if isinstance(show, Reel):
        files = tuple(Path(timeline.scene.file) for timeline in show.timelines)
        own = (Path(args.scene),) if looks_like_path(args.scene) else ()
        return show, (*own, *files)
    scene = show.scene
    reel = Reel(scene.name, scene.title, (show.timeline,), (scene.title,), show.look)
    return reel, (scene_path(args.scene),)


def turned(reel: Reel, turns: tuple[tuple[str, float, str, KnobValue], ...]) -> Reel:
    """A reel with turns of knobs (scene, moment, knob, value); those that no longer apply are
    left out."""
    from viz.errors import VizError
    from viz.timeline.clocks import ScreenSeconds
    from viz.timeline.compile import Take, Turn, compile_scene

    timelines = []
    for timeline in reel.timelines:
        scene = timeline.scene
        names = {knob.name for knob in scene.knobs}
        own = tuple(
            Turn(ScreenSeconds(at), knob, value)
            for name, at, knob, value in turns
            if name == scene.name and knob in names
        )
        try:
            timelines.append(compile_scene(scene, Take(own)) if own else timeline)
        except VizError:
            timelines.append(timeline)
    return replace(reel, timelines=tuple(timelines))
