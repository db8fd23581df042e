"""What a running show knows: its windows, its hands, what is on screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from viz.desk import keymap as keys
from viz.desk.overlay import Seen, seen
from viz.desk.pointer import Grip
from viz.desk.talk import Talk
from viz.desk.telling import Telling
from viz.errors import Fault
from viz.live.canvas import Canvas
from viz.live.displays import Seats, Wish
from viz.live.prefetch import Ahead
from viz.live.rehearsal import Rehearsal
from viz.live.speaker_pictures import Pictures
from viz.live.talk_record import Recording
from viz.live.watch import Watch
from viz.picture.playlist import Playable, Reel


def nothing_kept(_talk: Talk, _show: Playable) -> bool:
    """What keeps no state."""
    return True


@dataclass
class Stage:
    """`wishes` are the displays of a talk's two windows; without any there is one plain window of
    `size`. `hands`: whoever is at the keyboard holds the show; else it runs by itself. `keep` writes
    the state; `watch` tells when a file changed, and what it then says; `recording` keeps what is
    done, `rehearsal` how long each step takes.

    `grip` is the knob that is held, with the window that the hand is on. `frozen` is what the
    audience was shown when its picture was frozen.
    """

    show: Playable
    talk: Talk
    size: tuple[int, int]
    wishes: tuple[Wish, Wish] | None = None
    hands: bool = True
    keep: Callable[[Talk, Playable], object] = nothing_kept
    watch: Watch[Reel] | None = None
    recording: Recording | None = None
    rehearsal: Rehearsal | None = None
    plan: dict[tuple[str, int], float] | None = None  # seconds for each beat of each scene
    results: Path | None = None  # where the hands that were counted are written
    tabled: object = None  # what was counted when they were
    telling: Telling | None = None  # for whoever does not see the stage
    offer: Callable[[], tuple[Talk, Reel]] | None = None  # a show that ended, gone on with
    faults: tuple[Fault, ...] = ()
    hall: Canvas | None = None
    desk: Canvas | None = None
    seats: Seats | None = None
    looked: float = 0.0
    keyboard: keys.Keyboard = field(default_factory=keys.Keyboard)
    pictures: Pictures = field(default_factory=Pictures)
    pointer_moved: float = 0.0
    pointer: tuple[int, int] | None = None
    pointing: bool = False  # whether the mouse was moved a moment ago
    kept: tuple[object, float] = (None, 0.0)
    grip: tuple[Grip, Canvas] | None = None
    clicked: tuple[float, float, float] | None = None  # when the last press was, and where
    pulled: tuple[float, float, Canvas] | None = None  # where the hand that pulls the world was
    frozen: Seen | None = None
    compared: float | None = None  # since when the show is seen as it was made
    ahead: Ahead = field(default_factory=Ahead)  # pictures to come, made ready

    @property
    def reel(self) -> Reel | None:
        """The show, where hands may change it; None for a run that was recorded."""
        return self.show if isinstance(self.show, Reel) else None

    @property
    def seen(self) -> Seen:
        """What the audience is shown."""
        if self.talk.frozen is None:
            self.frozen = None
            return seen(self.talk, self.show)
        self.frozen = self.frozen or seen(self.talk, self.show)
        return self.frozen

    @property
    def counted(self) -> object:
        """All hands so far."""
        return tuple(t.take.votes for t in self.reel.timelines) if self.reel else ()

    @property
    def both(self) -> tuple[Canvas, ...]:
        """The windows that there are."""
        return tuple(canvas for canvas in (self.desk, self.hall) if canvas is not None)
