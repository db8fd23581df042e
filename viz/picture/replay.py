"""A take as a show: the picture at each second of the run, as the audience saw it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

from viz.picture.furniture import playback
from viz.picture.playlist import PLAIN
from viz.picture.with_open_panels import picture
from viz.scene.types import Scene
from viz.stage.look import Look, Theme
from viz.stage.marks import Frame
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Timeline, compile_scene
from viz.timeline.take import Moment, Sight, Take, Turn, Vote, moment


@dataclass(frozen=True)
class Replay:
    """A run of a scene that was recorded, in a look of any size.."""

    scene: Scene
    take: Take
    look: Look

    @property
    def name(self) -> str:
        """The name of the scene."""
        return self.scene.name

    @property
    def seconds(self) -> float:
        """How long the run was."""
        return self.take.seconds

    def seen_in(self, look: Look) -> Replay:
        """The same in a look."""
        return replace(self, look=look)

    def behind(self, t: float) -> tuple[Timeline, ScreenSeconds]:
        """The scene as it stood at second `t` of the run, and the moment of it."""
        now = moment(self.take, t)
        return self.timeline(now), now.at

    def looking(self, **look: int | str) -> Replay:
        """The same in another look: width, height, theme, lang."""
        return replace(self, look=replace(self.look, **look))  # type: ignore[arg-type]

    def frame(self, t: float, sight: Sight = PLAIN) -> Frame:
        """What was seen at second `t` of the run; where the playback has a state of its own
        (`sight`), without that of the run."""
        return self.shown(moment(self.take, t), pill=not sight.state)

    def shown(self, now: Moment, *, pill: bool = True) -> Frame:
        """What was seen at a moment of the run; `pill`: with the state of its playback."""
        sight, look, timeline = now.sight, self.look_at(now), self.timeline(now)
        if sight.shade:
            return playback.shaded(look, sight.shade)
        frame = picture(timeline, now.at, look, sight)
        look = replace(look, large=look.large or sight.large)
        if pill:
            frame = frame.plus(playback.pill(timeline, now.at, sight, look, runs=now.runs))
        return frame.plus(playback.sources(timeline, now.at, look)) if sight.sources else frame

    def timeline(self, now: Moment) -> Timeline:
        """The timeline with what had been turned and counted by then."""
        return _timeline(self.scene, now.take.turns, now.take.votes)

    def look_at(self, now: Moment) -> Look:
        """The look of the moment: theme and language may have been changed in the run."""
        sight = now.sight
        theme = cast("Theme", sight.theme or self.look.theme)
        return replace(self.look, theme=theme, lang=sight.lang or self.look.lang)


@lru_cache(maxsize=8)
def _timeline(scene: Scene, turns: tuple[Turn, ...], votes: tuple[Vote, ...]) -> Timeline:
    return compile_scene(scene, Take(turns, votes))


def begun(timeline: Timeline) -> tuple[Turn, ...]:
    """The turns that a show begins with: what `--set` asked for, as if done at second 0."""
    return tuple(replace(turn, run=0.0) for turn in timeline.take.turns)


def within(timeline: Timeline, t: float) -> ScreenSeconds:
    """A moment of the show, not before its start and not after its end."""
    return ScreenSeconds(min(max(t, 0.0), timeline.seconds))
