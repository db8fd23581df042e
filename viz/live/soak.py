"""A show of hours, run as fast as it can be drawn: every scene again and again, with busy hands.

The loop, the canvas, the recorder and the queue of events are those of `viz play`; only the clock
is made up, and the hands, which are drawn from a seed.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Final

import pygame

from viz.desk import playhead as ph
from viz.desk.talk import Talk
from viz.live import bench_window as trial
from viz.live import record
from viz.live.canvas import Canvas
from viz.live.run_loop import FRAME, prepare, step
from viz.live.talk_record import Recording
from viz.live.windows import Stage
from viz.timeline.compile import Timeline

SIZES: Final = ((320, 180), (480, 270), (360, 360), (320, 568))
EVERY: Final = 20  # pictures between two things that hands do, in the mean
AHEAD: Final = 0.001  # s a picture for what comes next
STAY: Final = 300  # pictures, after which the next scene comes: all are seen within a minute
SAME: Final = 40  # rounds in which hands do the same again: what is kept for speed is then full
_NAMED: Final = 1 << 30  # SDL's mark of a key that types nothing
# What is pressed: characters, and scancodes of keys that type nothing. Often what goes on.
CHARS: Final = "  .[]<>tlikxv?123h"
PLACES: Final = (79, 79, 79, 79, 78, 80, 75, 74, 77, 43, 40, 41, 41, 42)


@dataclass(frozen=True, slots=True)
class Hands:
    """Somebody who presses, clicks, drags and pulls at the window, and never quits."""

    dice: random.Random

    def act(self, canvas: Canvas) -> None:
        """Do one thing."""
        what = self.dice.random()
        if what < 0.80:
            self.press()
        elif what < 0.99:
            self.drag(canvas.window.size)
        else:
            canvas.window.size = self.dice.choice(SIZES)

    def press(self, char: str = "") -> None:
        """Press a key."""
        shift = pygame.KMOD_LSHIFT if self.dice.random() < 0.1 else 0
        if char or self.dice.random() < 0.4:
            char = char or self.dice.choice(CHARS)
            trial.press(ord(char), _place(char), char, shift)
        else:
            place = self.dice.choice(PLACES)
            trial.press(_NAMED | place, place, "", shift)

    def drag(self, size: tuple[int, int]) -> None:
        """Move, press, move and let go; sometimes only some of it."""
        spots = [(self.dice.randrange(size[0]), self.dice.randrange(size[1])) for _ in range(2)]
        kinds = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION)
        button = self.dice.choice((1, 1, 1, 2, 3))
        for kind, spot in zip(kinds, (*spots, spots[1]), strict=True):
            if self.dice.random() < 0.8:
                told = {"pos": spot, "rel": (1, 1), "buttons": (0, 0, 0), "button": button}
                pygame.event.post(pygame.event.Event(kind, told))
        told = {"pos": spots[1], "button": button}
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, told))


def _place(char: str) -> int:
    """A scancode for a character: any will do, if it is always the same."""
    return 4 + ord(char) % 100


def soak(timelines: tuple[Timeline, ...], folder: Path, seed: int = 0) -> Iterator[int]:
    """Run on for ever; gives the number of pictures after each. Takes are kept in `folder`."""
    canvas = Canvas("soak", SIZES[0], "dark", full=False)
    pictures = 0
    try:
        for turn in count():
            hands = Hands(random.Random(seed + turn // SAME))  # noqa: S311 - no secret
            canvas.window.size = SIZES[0]
            before: Talk | None = None
            for timeline in timelines:
                stage = _stage(canvas, timeline, before, hands, folder, pictures * FRAME)
                for _ in range(STAY):
                    _picture(stage, hands, pictures * FRAME)
                    pictures += 1
                    yield pictures
                    if stage.talk.over:
                        break
                before = stage.talk
    finally:
        canvas.close()


def _stage(
    canvas: Canvas,
    timeline: Timeline,
    before: Talk | None,
    hands: Hands,
    folder: Path,
    now: float,
) -> Stage:
    """A scene's show in the window, with a take of its own in the folder."""
    reel = trial.reel_of(timeline)
    talk = fresh(trial.talk_of(reel), before, hands.dice.choice((0.0, hands.dice.random())), now)

    def make(one: Timeline, _part: int) -> record.Recorder:
        return record.Recorder(one.scene.name, folder / f"{one.scene.name}.yaml")

    return Stage(reel, talk, SIZES[0], recording=Recording(make, 0.0), hall=canvas)


def _picture(stage: Stage, hands: Hands, now: float) -> None:
    """What hands do, and the picture after it."""
    what = hands.dice.random() * EVERY
    if what < 1 and stage.hall:
        hands.act(stage.hall)
    elif what < 2 and not stage.talk.head.running:
        hands.press(" ")
    step(stage, now, pygame.event.get())
    prepare(stage, time.perf_counter() + AHEAD)


def fresh(talk: Talk, before: Talk | None, share: float, now: float) -> Talk:
    """A scene from a share of its length on, in the look of the one before it."""
    head = replace(talk.head, waits="questions")
    head = ph.begun(ph.seek(head, share * head.deck.seconds), now)
    if before is None:
        return replace(talk, head=head)
    return replace(talk, head=head, theme=before.theme, lang=before.lang)
