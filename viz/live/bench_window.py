"""The loop of a window tried out: at its own speed, with hands that are made up, for the benches.

The window is real and stands on a screen that nobody sees, where there is one (`screen`). The
show's clock is handed in, so that a show is gone through as fast as it can be drawn.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

import pygame

from viz.desk import playhead as ph
from viz.desk.interaction import KNOB
from viz.desk.keymap import Keyboard
from viz.desk.playhead import Playhead
from viz.desk.steps import deck_of
from viz.desk.talk import Talk
from viz.live.prefetch import RESERVE
from viz.live.run_loop import FRAME, IDLE, draw, prepare, rest, sit, step
from viz.live.windows import Stage
from viz.picture.playlist import Reel
from viz.stage.look import Look
from viz.timeline.compile import Timeline
from viz.timeline.take import Sight

_RIGHT: Final = (pygame.K_RIGHT, 79)  # key, scancode
_LEFT: Final = (pygame.K_LEFT, 80)
_DRIVER, _DISPLAY = "SDL_VIDEODRIVER", "DISPLAY"
_PLAIN: Final = "SDL_FRAMEBUFFER_ACCELERATION"


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds that pictures took: `drawing` up to the window's pixels, `busy` with what is made
    ready for later, until the loop would rest."""

    drawing: tuple[float, ...]
    busy: tuple[float, ...]


@contextmanager
def screen(size: tuple[int, int] = (3840, 2160), *, real: bool = True) -> Iterator[str]:
    """A display that nobody sees, and what it is called: an X server where there is Xvfb, or else,
    and where `real` is not asked for, a driver that copies pictures to memory."""
    kept = {name: os.environ.get(name) for name in (_DRIVER, _DISPLAY, _PLAIN)}
    server = _xvfb(*size) if real else None
    try:
        os.environ[_DRIVER] = "x11" if server else "dummy"
        if server:
            os.environ[_DISPLAY], os.environ[_PLAIN] = server[1], "0"
        pygame.display.init()
        pygame.key.stop_text_input()
        yield "Xvfb" if server else "no display: pictures copied to memory"
    finally:
        pygame.display.quit()
        if server:
            server[0].terminate()
            server[0].wait()
        for name, value in kept.items():
            os.environ.pop(name, None) if value is None else os.environ.update({name: value})


def _xvfb(width: int, height: int) -> tuple[subprocess.Popen[bytes], str] | None:
    """An X server of our own and its display; None where there is none."""
    if not shutil.which("Xvfb"):
        return None
    read, write = os.pipe()
    words = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24"]
    with tempfile.TemporaryFile() as log:
        server = subprocess.Popen(
            [*words, "-nolisten", "tcp", "-noreset"], pass_fds=[write], stdout=log, stderr=log
        )
    os.close(write)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()  # ends at once if the server does
    if number:
        return server, f":{number}"
    server.wait()
    return None


def opened(timeline: Timeline, size: tuple[int, int]) -> Stage:
    """A window at the beginning of a scene, with its first picture."""
    reel = reel_of(timeline)
    stage = Stage(reel, talk_of(reel), size)
    sit(stage, 0.0)
    draw(stage, 0.0)
    return stage


def reel_of(*timelines: Timeline) -> Reel:
    """Scenes as a show."""
    titles = tuple(timeline.scene.title for timeline in timelines)
    return Reel(timelines[0].scene.name, titles[0], timelines, titles, Look())


def talk_of(reel: Reel) -> Talk:
    """A run that does not wait at questions: nobody answers."""
    return Talk(Playhead(deck_of(reel), playing=True, waits="nowhere"), full=False)


def pictures(stage: Stage, times: tuple[float, ...]) -> Spent:
    """Draw the pictures at these moments of the show, in order, at 60 a second."""
    drawing, busy = [], []
    for n, t in enumerate(times):
        head = replace(ph.seek(stage.talk.head, t), playing=True)
        stage.talk = replace(stage.talk, head=ph.begun(head, n * FRAME))
        began = time.perf_counter()
        step(stage, n * FRAME, pygame.event.get())
        drawing.append(time.perf_counter() - began)
        prepare(stage, began + FRAME - RESERVE)
        busy.append(time.perf_counter() - began)
    return Spent(tuple(drawing), tuple(busy))


def turns(stage: Stage, knob: str, count: int) -> tuple[float, ...]:
    """Press an arrow on a knob so many times, in a show that stands in the middle. Seconds from the
    press to the picture, with the longest that a press waits until it is read."""
    head = ph.seek(stage.talk.head, stage.show.seconds / 2)
    middle = replace(head, playing=False, since=0.0, seen=0.0)
    sight = Sight(knobs=True, focus=KNOB + knob)
    stage.talk = replace(stage.talk, head=middle, sight=sight)
    stage.keyboard = Keyboard()  # this clock begins anew
    step(stage, 0.0, pygame.event.get())
    waited: list[float] = []
    key = _RIGHT
    for n in range(count + 1):
        step(stage, n + 0.9, ())  # a moment passes
        before, began = stage.show, time.perf_counter()
        press(*key)
        step(stage, n + 1.0, pygame.event.get())
        if stage.show is not before:
            waited.append(IDLE + time.perf_counter() - began)
        elif key is _LEFT:
            break
        else:  # at the end of its range
            key = _LEFT
    return tuple(waited[:count])


def press(key: int, place: int, text: str = "", mod: int = 0) -> None:
    """A key goes down and up: SDL's number of it, its scancode, what it types."""
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        told = {"key": key, "scancode": place, "unicode": text, "mod": mod}
        pygame.event.post(pygame.event.Event(kind, told))


def idle(stage: Stage, seconds: float) -> float:
    """Share of a core that a paused window takes, once what comes next is ready."""
    stage.talk = replace(stage.talk, head=replace(stage.talk.head, playing=False))
    _stand(stage, seconds)
    before = time.process_time()
    _stand(stage, seconds)
    return (time.process_time() - before) / seconds


def _stand(stage: Stage, seconds: float) -> None:
    until = time.perf_counter() + seconds
    while (began := time.perf_counter()) < until:
        step(stage, began, pygame.event.get())
        prepare(stage, began + FRAME - RESERVE)
        rest(stage, began)
