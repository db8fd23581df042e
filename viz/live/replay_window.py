"""A take in a window: a run that was recorded, as it was seen. Its clock is the run's."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from typing import Final

import pygame

from viz.desk import keymap as keys
from viz.desk import overlay
from viz.desk import transport as tr
from viz.desk.progress_hit import grabs, moment
from viz.desk.session import Session, act
from viz.live.canvas import Canvas
from viz.picture.replay import Replay
from viz.stage.look import Look
from viz.stage.marks import Frame
from viz.timeline.take import moment as moment_of
from viz.timeline.take import run_at

FRAME: Final = 1 / 60  # s between two pictures
IDLE: Final = 1 / 40  # s between two looks at the keyboard when nothing moves


def rerun(canvas: Canvas, replay: Replay, session: Session) -> Session:
    """Show the run until the viewer quits; gives back the last session."""
    now = time.perf_counter()
    session = replace(session, transport=tr.begin(session.transport, now))
    board, shown = keys.Keyboard(), None
    while not session.over:
        now = time.perf_counter()
        session = replace(session, transport=tr.tick(session.transport, now))
        for event in pygame.event.get():
            session, board = _event(canvas, replay, session, board, event, now)
            shown = None if event.type == pygame.WINDOWEXPOSED else shown
        board, action = keys.repeated(board, now)
        session = act(session, action) if action else session
        canvas.fullscreen(session.fullscreen)
        transport = session.transport
        wanted = (transport.at, transport.running, transport.speed, session.panel, canvas.pixels)
        if wanted != shown:
            canvas.show(partial(picture, replay, session), session.theme, session.lang)
            shown = wanted
        left = (FRAME if transport.running else IDLE) - (time.perf_counter() - now)
        if left > 0 and not session.over:
            time.sleep(left)
    return session


def picture(replay: Replay, session: Session, look: Look) -> Frame:
    """What was seen at the session's second of the run, and the state of the playback."""
    run = session.transport.at
    now = moment_of(replay.take, run)
    sized = replace(replay, look=look)
    over = overlay.marks(replay.timeline(now), session, sized.look_at(now))
    return sized.shown(now, pill=not over).plus(over)


def _event(
    canvas: Canvas,
    replay: Replay,
    session: Session,
    board: keys.Keyboard,
    event: pygame.event.Event,
    now: float,
) -> tuple[Session, keys.Keyboard]:
    match event.type:
        case pygame.KEYDOWN:
            command = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META))
            press = keys.Press(event.unicode, event.key, event.scancode, command)
            board, action = keys.press(board, press, now)
            session = act(session, action) if action else session
        case pygame.KEYUP:
            board = keys.release(board, event.scancode)
        case pygame.WINDOWFOCUSLOST:
            board = keys.let_go(board)
            session = replace(session, transport=tr.release(session.transport))
        case pygame.MOUSEBUTTONDOWN | pygame.MOUSEMOTION | pygame.MOUSEBUTTONUP:
            session = _mouse(canvas, replay, session, event)
        case pygame.QUIT | pygame.WINDOWCLOSE:
            session = replace(session, over=True)
        case _:
            pass
    return session, board


def _mouse(canvas: Canvas, replay: Replay, session: Session, event: pygame.event.Event) -> Session:
    """The line of beats: to the second at which the run first came there."""
    transport = session.transport
    if event.type == pygame.MOUSEBUTTONUP:
        return replace(session, transport=tr.release(transport)) if transport.held else session
    look = Look(*canvas.place.size)
    x, y = canvas.point(event.pos)
    if event.type == pygame.MOUSEBUTTONDOWN:
        if event.button != pygame.BUTTON_LEFT or not grabs(look, x, y):
            return session
        transport = tr.grab(transport)
    if not transport.held:
        return session
    now = moment_of(replay.take, transport.at)
    there = run_at(replay.take, moment(replay.timeline(now), look, x))
    return replace(session, transport=tr.seek(transport, there))
