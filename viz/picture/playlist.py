"""Several scenes as one show: the frame at a moment of the whole, with a card before each."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

from viz.catalog.types import Text
from viz.picture.furniture.chapter import card
from viz.picture.match_cut import SECONDS, Match, match_cut
from viz.picture.with_open_panels import beside, picture, seen
from viz.stage.look import Look
from viz.stage.marks import Frame
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Timeline
from viz.timeline.take import Sight

PLAIN: Final = Sight()


class Playable(Protocol):
    """What a window, a talk and a kiosk can play: a scene or a program as a `Reel`, a take as a
    `viz.picture.replay.Replay`. `seconds` is how long it is."""

    @property
    def name(self) -> str: ...

    @property
    def seconds(self) -> float: ...

    def seen_in(self, look: Look) -> Playable:
        """The same in a look."""
        ...

    def frame(self, t: float, sight: Sight = PLAIN) -> Frame:
        """The picture at second `t`, with what is open beside it."""
        ...

    def behind(self, t: float) -> tuple[Timeline, ScreenSeconds] | None:
        """The scene behind that picture, and the moment of it; None where there is none."""
        ...


@dataclass(frozen=True, eq=False)
class Reel:
    """Timelines in order, seen in one look. `cards` is how long each chapter's card stands, in
    seconds of the screen; 0 for none. `chapters` are their titles, `follows` that of the one that
    comes another day, where this is a part of a program. `matches`: the last picture of which
    scenes becomes the first of the next, and by what; then no card stands between them."""

    name: str
    title: Text
    timelines: tuple[Timeline, ...]
    chapters: tuple[Text, ...]
    look: Look
    cards: float = 0.0
    follows: Text = field(default_factory=dict)
    matches: tuple[Match | None, ...] = ()

    def matched(self, index: int) -> Match | None:
        """How the scene before becomes this one; None where a card stands between, or nothing."""
        return self.matches[index - 1] if 0 < index <= len(self.matches) else None

    def lead(self, index: int) -> float:
        """Seconds of the screen before a scene begins: its chapter's card, or the match cut."""
        return SECONDS if self.matched(index) else self.cards

    @property
    def starts(self) -> tuple[float, ...]:
        """When each scene begins, with its card or its match cut."""
        starts, at = [], 0.0
        for index, timeline in enumerate(self.timelines):
            starts.append(at)
            at += self.lead(index) + timeline.seconds
        return tuple(starts)

    @property
    def seconds(self) -> float:
        """How long the whole is on screen."""
        return self.starts[-1] + self.lead(len(self.timelines) - 1) + self.timelines[-1].seconds

    def seen_in(self, look: Look) -> Reel:
        """The same in a look."""
        return replace(self, look=look)

    def looking(self, **look: int | str) -> Reel:
        """The same in another look: width, height, theme, lang."""
        return replace(self, look=replace(self.look, **look))  # type: ignore[arg-type]

    def place(self, t: float) -> tuple[int, float]:
        """Which scene a moment of the whole is in, and at which moment of that scene: below 0
        before it begins (`lead`). Before the start and after the end, those."""
        starts = self.starts
        index = max(0, bisect_right(starts, t) - 1)
        return index, t - starts[index] - self.lead(index)

    def frame(self, t: float, sight: Sight = PLAIN) -> Frame:
        """The picture at a moment of the whole, and what is open beside it (never beside a card)."""
        index, at = self.place(t)
        match = self.matched(index)
        if at < 0 and match and not sight.calm:
            before, after = self.timelines[index - 1 : index + 1]
            look = seen(self.look, sight)
            frame = match_cut(before, after, match, 1.0 + at / SECONDS, look)
            return beside(frame, after, ScreenSeconds(0.0), look, sight)
        if at < 0 and not match and self.cards:
            whole = card(self.title, self.chapters, index, self.look)
            return whole if self.look.layer in ("", "furniture") else replace(whole, marks=())
        return picture(self.timelines[index], ScreenSeconds(at), self.look, sight)

    def behind(self, t: float) -> tuple[Timeline, ScreenSeconds] | None:
        """The scene behind a moment of the whole, and the moment of it; None before it begins."""
        index, at = self.place(t)
        if at < 0:
            return None
        timeline = self.timelines[index]
        return timeline, ScreenSeconds(min(at, timeline.seconds))

    def with_timeline(self, index: int, timeline: Timeline) -> Reel:
        """The same with another timeline of one of its scenes."""
        timelines = (*self.timelines[:index], timeline, *self.timelines[index + 1 :])
        return replace(self, timelines=timelines)
