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
from viz.film.framing import shot
from viz.film.layer_words import parted
from viz.picture.frame import frame_at
from viz.picture.match_cut import Match
from viz.picture.playlist import Reel
from viz.picture.replay import Replay
from viz.reading.limits import MOST_BYTES
from viz.reading.user_file import read_bytes
from viz.scene.load_scene import scene_from_text
from viz.scene.types import Beat, Scene
from viz.stage.look import Look
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Take, compile_scene

if TYPE_CHECKING:
    from viz.film.job import FilmJob, Picture
    from viz.film.part_names import Named
    from viz.film.pictures import FrameOf

# What a film carries beside its pictures, or where it goes: no segment depends on it.
_BESIDE: Final = ("path", "overwrite", "title", "tracks", "chapters", "sound", "timecode")


@dataclass(frozen=True, slots=True)
class Played:
    """A scene as it is played: `beats` may differ from those of its text, where some are left
    out, hurried, or held for a voice."""

    file: str
    text: str
    beats: tuple[Beat, ...]
    take: Take

    def scene(self) -> Scene:
        """The scene again. Raises VizError where the text has faults."""
        return replace(scene_from_text(self.text, self.file), beats=self.beats)

    @property
    def digest(self) -> str:
        """SHA-256 of the scene's text."""
        return hashlib.sha256(self.text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Source:
    """A scene, or a program's scenes in order, and the look. `chapters` is empty for a scene.
    `replay`: the run that the scene's take holds, second by second, as it was seen."""

    name: str
    title: Text
    scenes: tuple[Played, ...]
    look: Look
    chapters: tuple[Text, ...] = ()
    cards: float = 0.0
    matches: tuple[Match | None, ...] = ()
    replay: bool = False

    def frames(self, width: int, height: int) -> FrameOf:
        """The frame at each moment, in a size. Raises VizError where a text has faults."""
        return parted(self._frames(width, height), self.look.layer)

    def _frames(self, width: int, height: int) -> FrameOf:
        look = replace(self.look, width=width, height=height)
        if self.replay:
            run = Replay(self.scenes[0].scene(), self.scenes[0].take, look)
            return lambda t: run.frame(float(t))
        timelines = tuple(compile_scene(one.scene(), one.take) for one in self.scenes)
        if not self.chapters:
            (timeline,) = timelines
            return lambda t: frame_at(timeline, ScreenSeconds(float(t)), look)
        reel = Reel(
            self.name,
            self.title,
            timelines,
            self.chapters,
            look,
            self.cards,
            matches=self.matches,
        )
        return lambda t: reel.frame(float(t))


def source_of(scene: Scene, take: Take, look: Look) -> Source:
    """A scene in a take and a look."""
    return Source(scene.name, scene.title, (played(scene, take),), look)


def source_of_reel(reel: Reel | Replay) -> Source:
    """A program, or a run that was recorded."""
    if isinstance(reel, Replay):
        return replace(source_of(reel.scene, reel.take, reel.look), replay=True)
    scenes = tuple(played(timeline.scene, timeline.take) for timeline in reel.timelines)
    return Source(reel.name, reel.title, scenes, reel.look, reel.chapters, reel.cards, reel.matches)


def played(scene: Scene, take: Take) -> Played:
    """A scene with its text, which is read again from its file."""
    return Played(scene.file, _text(Path(scene.file)), scene.beats, take)


def digest_of(file: Path) -> str:
    """SHA-256 of a scene's text, as `Played.digest` has it."""
    return hashlib.sha256(_text(file).encode()).hexdigest()


def _text(file: Path) -> str:
    return read_bytes(file, MOST_BYTES).decode("utf-8")


def picture_of(job: FilmJob, source: Source, known: Named | None = None) -> Picture:
    """The painted pictures of a film: with painters of its own, for one thread. They are counted
    into the names of their parts where those are wanted."""
    return shot(job, known.watched(source.frames) if known else source.frames)


def _name(form: object) -> str:
    """A format is a module; its name is the file's."""
    return str(getattr(form, "__name__", form))


def fingerprint(job: FilmJob, source: Source) -> str:
    """Equal for runs whose segments have the same bytes, if the engine is the same."""
    digest = hashlib.sha256()
    shot = [(f.name, getattr(job, f.name)) for f in fields(job) if f.name not in _BESIDE]
    for told in (
        _name(format_of(job)),
        shot,
        source.look,
        source.chapters,
        source.cards,
        source.matches,
        source.replay,
    ):
        digest.update(repr(told).encode() + b"\0")
    for one in source.scenes:
        for word in (one.file, one.text, repr(one.beats), repr(one.take)):
            digest.update(word.encode("utf-8", "surrogateescape") + b"\0")
    return digest.hexdigest()
