"""What a film is made from, small enough to be sent to another process or machine.

The scene's own text, its beats as they are played, the turns of the take, the look: a worker
reads the text again and gets the same pictures.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from viz.catalog.types import Text
from viz.film.formats import format_of
from viz.film.shot import shot
from viz.scene.load import scene_from_text
from viz.scene.types import Beat, Scene
from viz.stage.frame import frame_at
from viz.stage.look import Look
from viz.stage.reel import Reel
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Take, Timeline, compile_scene

if TYPE_CHECKING:
    from viz.film.job import FilmJob, Picture
    from viz.film.pictures import FrameOf

# What a film carries beside its pictures, or where it goes: no segment depends on it.
_BESIDE: Final = ("path", "overwrite", "title", "tracks", "chapters", "sound")


@dataclass(frozen=True, slots=True)
class Played:
    """A scene as it is played: `beats` may differ from those of its text, where some are left
    out, hurried, or held for a voice."""

    file: str
    text: str
    beats: tuple[Beat, ...]
    take: Take

    def timeline(self) -> Timeline:
        """What happens when. Raises VizError where the text has faults."""
        scene = scene_from_text(self.text, self.file)
        return compile_scene(replace(scene, beats=self.beats), self.take)

    @property
    def digest(self) -> str:
        """SHA-256 of the scene's text."""
        return hashlib.sha256(self.text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Source:
    """A scene, or a program's scenes in order, and the look. `chapters` is empty for a scene."""

    name: str
    title: Text
    scenes: tuple[Played, ...]
    look: Look
    chapters: tuple[Text, ...] = ()
    cards: float = 0.0

    def frames(self, width: int, height: int) -> FrameOf:
        """The frame at each moment, in a size. Raises VizError where a text has faults."""
        look = replace(self.look, width=width, height=height)
        timelines = tuple(played.timeline() for played in self.scenes)
        if not self.chapters:
            (timeline,) = timelines
            return lambda t: frame_at(timeline, ScreenSeconds(float(t)), look)
        reel = Reel(self.name, self.title, timelines, self.chapters, look, self.cards)
        return lambda t: reel.frame(float(t))


def source_of(scene: Scene, take: Take, look: Look) -> Source:
    """A scene in a take and a look."""
    return Source(scene.name, scene.title, (played(scene, take),), look)


def source_of_reel(reel: Reel, takes: tuple[Take, ...]) -> Source:
    """A program, each of its scenes in a take of its own."""
    scenes = tuple(
        played(timeline.scene, take) for timeline, take in zip(reel.timelines, takes, strict=True)
    )
    return Source(reel.name, reel.title, scenes, reel.look, reel.chapters, reel.cards)


def played(scene: Scene, take: Take) -> Played:
    """A scene with its text, which is read again from its file."""
    text = Path(scene.file).read_text(encoding="utf-8")
    return Played(scene.file, text, scene.beats, take)


def picture_of(job: FilmJob, source: Source) -> Picture:
    """The painted pictures of a film: with painters of its own, for one thread."""
    from viz.film.shot import shot

    return shot(job, source.frames)


def fingerprint(job: FilmJob, source: Source) -> str:
    """Equal for runs whose segments have the same bytes, if the engine is the same."""
    digest = hashlib.sha256()
    shot = [(f.name, getattr(job, f.name)) for f in fields(job) if f.name not in _BESIDE]
    for told in (format_of(job).__name__, shot, source.look, source.chapters, source.cards):
        digest.update(repr(told).encode() + b"\0")
    for one in source.scenes:
        for word in (one.file, one.text, repr(one.beats), repr(one.take)):
            digest.update(word.encode() + b"\0")
    return digest.hexdigest()
