"""What a talk knows while it runs: its windows, its hands, what is on screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from viz.desk import keymap as keys
from viz.desk.pointer import Grip
from viz.desk.talk import Talk
from viz.errors import Fault
from viz.live.canvas import Canvas
from viz.live.displays import Seats, Wish
from viz.live.prefetch import Ahead
from viz.live.rehearsal import Rehearsal
from viz.live.speaker_pictures import Pictures, Seen
from viz.live.talk_record import Recording
from viz.live.watch import Watch
from viz.picture.playlist import Reel


@dataclass
class Stage:
    """`keep` writes the state; `watch` tells when a file changed, and what it then says;
    `recording` keeps what is done, `rehearsal` how long each step takes.

    `grip` is the knob that is held, with the window that the hand is on. `frozen` is what the
    audience was shown when its picture was frozen.
    """

    reel: Reel
    talk: Talk
    wishes: tuple[Wish, Wish]
    size: tuple[int, int]
    keep: Callable[[Talk, Reel], object]
    watch: Watch[Reel] | None = None
    recording: Recording | None = None
    rehearsal: Rehearsal | None = None
    faults: tuple[Fault, ...] = ()
    hall: Canvas | None = None
    desk: Canvas | None = None
    seats: Seats | None = None
    looked: float = 0.0
    keyboard: keys.Keyboard = field(default_factory=keys.Keyboard)
    pictures: Pictures = field(default_factory=Pictures)
    pointer_moved: float = 0.0
    kept: tuple[object, float] = (None, 0.0)
    grip: tuple[Grip, Canvas] | None = None
    frozen: Seen | None = None
    ahead: Ahead = field(default_factory=Ahead)  # pictures to come, made ready

    @property
    def seen(self) -> Seen:
        """What the audience is shown."""
        if self.talk.frozen is None:
            self.frozen = None
            return Seen(self.reel, self.talk.sight)
        self.frozen = self.frozen or Seen(self.reel, self.talk.sight)
        return self.frozen

    @property
    def both(self) -> tuple[Canvas, ...]:
        """The windows that there are."""
        return tuple(canvas for canvas in (self.desk, self.hall) if canvas is not None)
