"""A program that runs by itself, again and again, for whoever passes by: no menus, no keys.

It ends when its window is closed, by Ctrl+Q, or with its process. The moment is computed from the
clock, so that nothing adds up in the course of days.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

import pygame

from viz.live import prefetch as ahead
from viz.live.canvas import Canvas
from viz.picture.playlist import Reel
from viz.stage.look import Look, Theme
from viz.stage.marks import Frame
from viz.timeline.clocks import ScreenSeconds

FRAME: Final = 1 / 60  # s between two pictures
AWAY: Final = 1 / 4  # s, while nobody sees the window
_Q: Final = 20  # scancode


def moment(now: float, began: float, seconds: float) -> float:
    """Where a loop of so many seconds is; before it began, at its start."""
    return math.fmod(max(0.0, now - began), seconds) if seconds > 0 else 0.0


def kiosk(canvas: Canvas, reel: Reel, theme: Theme, lang: str) -> None:
    """Show a program until somebody who may ends it."""
    began = time.perf_counter()
    drawn: object = None
    made = ahead.Ahead()
    changes = tuple(
        start + reel.cards + span.start
        for start, timeline in zip(reel.starts, reel.timelines, strict=True)
        for span in timeline.beats
    )
    while True:
        now = time.perf_counter()
        for event in pygame.event.get():
            if _ends(event):
                return
            if event.type in (pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN):
                canvas.visible = False
            elif event.type in (pygame.WINDOWRESTORED, pygame.WINDOWSHOWN, pygame.WINDOWEXPOSED):
                canvas.visible, drawn = True, None
        if pygame.mouse.get_visible():
            pygame.mouse.set_visible(False)
        at = moment(now, began, reel.seconds)
        shown = (at, canvas.pixels)
        if canvas.visible and shown != drawn:
            canvas.show(partial(_picture, reel, at), theme, lang)
            drawn = shown
        coming = ahead.moments(changes, at, reel.seconds)
        if canvas.visible:
            begin = partial(_prepare, canvas, reel, coming, theme, lang)
            of = (coming[:1], canvas.pixels)
            ahead.work(made, of, begin, now + FRAME - ahead.RESERVE)
        left = (FRAME if canvas.visible else AWAY) - (time.perf_counter() - now)
        if left > 0:
            time.sleep(left)


def _prepare(
    canvas: Canvas, reel: Reel, coming: tuple[ScreenSeconds, ...], theme: Theme, lang: str
) -> Iterator[None]:
    return ahead.all_of(
        canvas.prepare, tuple(partial(_picture, reel, at) for at in coming), theme, lang
    )


def _picture(reel: Reel, at: float, look: Look) -> Frame:
    return replace(reel, look=look).frame(at)


def _ends(event: pygame.event.Event) -> bool:
    if event.type in (pygame.QUIT, pygame.WINDOWCLOSE):
        return True
    quits = event.type == pygame.KEYDOWN and event.mod & pygame.KMOD_CTRL
    return bool(quits and (event.key == pygame.K_q or event.scancode == _Q))
