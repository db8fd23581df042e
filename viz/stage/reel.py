"""Several scenes as one show: the frame at a moment of the whole, with a card before each."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace

from viz.catalog.types import Text
from viz.stage.frame import frame_at
from viz.stage.furniture.chapter import card
from viz.stage.look import Look
from viz.stage.marks import Frame
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Timeline


@dataclass(frozen=True, eq=False)
class Reel:
    """Timelines in order, seen in one look. `cards` is how long each chapter's card stands, in
    seconds of the screen; 0 for none. `chapters` are their titles."""

    name: str
    title: Text
    timelines: tuple[Timeline, ...]
    chapters: tuple[Text, ...]
    look: Look
    cards: float = 0.0

    @property
    def starts(self) -> tuple[float, ...]:
        """When each card, or where there are none each scene, begins."""
        starts, at = [], 0.0
        for timeline in self.timelines:
            starts.append(at)
            at += self.cards + timeline.seconds
        return tuple(starts)

    @property
    def seconds(self) -> float:
        """How long the whole is on screen."""
        return sum(self.cards + timeline.seconds for timeline in self.timelines)

    def looking(self, **look: int | str) -> Reel:
        """The same in another look: width, height, theme, lang."""
        return replace(self, look=replace(self.look, **look))  # type: ignore[arg-type]

    def frame(self, t: float) -> Frame:
        """The picture at a moment of the whole; before the start and after the end, those."""
        starts = self.starts
        index = max(0, bisect_right(starts, t) - 1)
        inside = t - starts[index]
        if inside < self.cards:
            return card(self.title, self.chapters, index, self.look)
        at = ScreenSeconds(inside - self.cards)
        return frame_at(self.timelines[index], at, self.look)
