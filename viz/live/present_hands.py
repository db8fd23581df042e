"""What keys, a mouse or a finger do in a talk, in either window."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pygame

from viz.desk import keymap as keys
from viz.desk import talk_interaction as talk_hands
from viz.desk import talk_keymap as talk_keys
from viz.desk.interaction import Desk
from viz.desk.talk import act, typed
from viz.live import speaker_view as presenter_look
from viz.live import talk_record
from viz.live.canvas import Canvas
from viz.live.talk_windows import Stage
from viz.live.thumbnails import look_of, share
from viz.stage.look import Look

_COMMAND: Final = pygame.KMOD_CTRL | pygame.KMOD_META


def key(stage: Stage, event: pygame.event.Event, now: float) -> None:
    """A key went down in either window."""
    alt, shift = bool(event.mod & pygame.KMOD_ALT), bool(event.mod & pygame.KMOD_SHIFT)
    press = keys.Press(
        text=event.unicode,
        key=event.key,
        place=event.scancode,
        command=bool(event.mod & _COMMAND),
        held="alt" if alt else "shift" if shift else "",
    )
    if stage.talk.digits is not None and event.scancode not in stage.keyboard.down:
        word = talk_keys.entered(press)
        if word:
            down = stage.keyboard.down | {event.scancode}
            stage.keyboard = replace(stage.keyboard, down=down)
            if word in ("enter", "erase"):
                do(stage, "enter" if word == "enter" else "erase", now)
            else:
                stage.talk = typed(stage.talk, word)
            return
    table = talk_keys.table(_lent(stage))
    stage.keyboard, action = keys.press(stage.keyboard, press, now, table)
    do(stage, action, now)


def do(stage: Stage, action: keys.Action | keys.TalkAction | None, now: float) -> None:
    """Carry out an action: of the hands where it is theirs, else of the talk."""
    if action is None:
        return
    desk = None if stage.talk.digits is not None else _lent(stage)
    done = talk_hands.do(stage.talk, desk, action, _look(stage)) if desk else None
    if done is not None:
        _put(stage, done)
        return
    stage.talk = act(stage.talk, action, now)
    for canvas in stage.both:
        canvas.fullscreen(stage.talk.full)


def mouse(stage: Stage, event: pygame.event.Event, canvas: Canvas | None) -> None:
    """The mouse or a finger, on the audience's picture in either window."""
    if event.type == pygame.MOUSEBUTTONUP:
        if event.button == pygame.BUTTON_LEFT:
            let_go(stage)
        return
    if canvas is None:
        return
    if stage.grip is not None:
        grip, on = stage.grip
        if on is canvas and (place := _point(stage, canvas, event.pos)):
            stage.grip = (replace(grip, x=place[0]), on)
        return
    pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT
    if pressed and stage.talk.help:
        do(stage, "close", stage.talk.seen)
        return
    if pressed and _speakers(stage, canvas):
        own = look_of(_look(stage), canvas.place.size)
        if action := presenter_look.pressed(stage.talk.lang, own, *canvas.point(event.pos)):
            do(stage, action, stage.talk.seen)
            return
    hidden = stage.talk.shade or stage.talk.sources
    if not pressed or hidden or not stage.pictures.good:
        return
    point, look = _point(stage, canvas, event.pos), _look(stage)
    wide, high = look.stage
    desk = _lent(stage)
    if desk is None or point is None or not (0 <= point[0] <= wide and 0 <= point[1] <= high):
        return
    desk, held = talk_hands.touched(desk, look, *point)
    _put(stage, desk)
    stage.grip = (held, canvas) if held else None


def hold(stage: Stage) -> None:
    """A knob follows the hand once a picture, however often the mouse tells where it is."""
    desk = _lent(stage) if stage.grip else None
    if desk is not None and stage.grip is not None:
        _put(stage, talk_hands.dragged(desk, stage.grip[0]))


def let_go(stage: Stage) -> None:
    """Nothing is held any more."""
    hold(stage)
    stage.grip = None


def _lent(stage: Stage) -> Desk | None:
    run = talk_record.run_of(stage.recording, stage.talk.seen) if stage.recording else 0.0
    return talk_hands.lent(stage.talk, stage.reel, run)


def _put(stage: Stage, desk: Desk) -> None:
    if stage.recording and desk.done:
        talk_record.note(stage.recording, stage.talk, desk.done)
    stage.talk, stage.reel = talk_hands.given(stage.talk, stage.reel, desk)


def _look(stage: Stage) -> Look:
    """The look in which the audience sees the show."""
    size = stage.hall.place.size if stage.hall else stage.size
    return Look(*size, theme=stage.talk.theme, lang=stage.talk.lang)


def _speakers(stage: Stage, canvas: Canvas) -> bool:
    """Whether a window shows the speaker's side."""
    return canvas is stage.desk or (stage.desk is None and stage.talk.swapped)


def _point(stage: Stage, canvas: Canvas, pos: tuple[int, int]) -> tuple[float, float] | None:
    """A mouse position in the stage units of the audience's picture, which in the speaker's
    window is the small one."""
    x, y = canvas.point(pos)
    hall = stage.hall
    if hall is None or not _speakers(stage, canvas):
        return x, y
    own = look_of(_look(stage), canvas.place.size)
    across, down = share(presenter_look.areas(own).now, hall.pixels, x, y)
    wide, high = _look(stage).stage
    return across * wide, down * high
