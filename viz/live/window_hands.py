"""What keys, a mouse or a finger do, in a window alone or in either window of a talk."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Final

import pygame

from viz.desk import claims_view, overview
from viz.desk import interaction as hands
from viz.desk import keymap as keys
from viz.desk import playhead as ph
from viz.desk.claims_view import Looking
from viz.desk.interaction import Desk
from viz.desk.keymap import Action
from viz.desk.overview import Move
from viz.desk.pointer import moved, pressed, under
from viz.desk.progress_hit import grabs, moment
from viz.desk.talk import act, pointed, typed
from viz.live import speaker_grid, talk_record
from viz.live import speaker_view as presenter_look
from viz.live.canvas import Canvas
from viz.live.thumbnails import look_of, share
from viz.live.windows import Stage
from viz.stage.look import Look

_COMMAND: Final = pygame.KMOD_CTRL | pygame.KMOD_META
_Q: Final = 20  # scancode
_ENTER: Final = (40, 88)
_ESC, _BACKSPACE = 41, 42
_SCROLLS: Final = {
    81: 1,
    82: -1,
    78: claims_view.PAGE,
    75: -claims_view.PAGE,
    74: -10_000,
    77: 10_000,
}  # arrows, page keys, Home and End
_ARROWS: Final[dict[int, Move]] = {79: "right", 80: "left", 81: "down", 82: "up"}
NEARER: Final = 1.15  # times as close with a notch of the wheel
STILL: Final = 8.0  # stage units that a hand may tremble
_TAP: Final = 0.4  # s: a key that is held longer compares, and changes nothing


def key(stage: Stage, event: pygame.event.Event, now: float) -> None:
    """A key went down in either window. A show that runs by itself hears Ctrl+Q alone."""
    if not stage.hands:
        quits = event.mod & pygame.KMOD_CTRL and pygame.K_q == event.key
        if quits or (event.mod & pygame.KMOD_CTRL and event.scancode == _Q):
            stage.talk = replace(stage.talk, over=True)
        return
    alt, shift = bool(event.mod & pygame.KMOD_ALT), bool(event.mod & pygame.KMOD_SHIFT)
    press = keys.Press(
        text=event.unicode,
        key=event.key,
        place=event.scancode,
        command=bool(event.mod & _COMMAND),
        held="alt" if alt else "shift" if shift else "",
    )
    if stage.talk.claims is not None and _in_claims(stage, stage.talk.claims, event, now):
        return
    if stage.talk.digits is not None and event.scancode not in stage.keyboard.down:
        if _in_overview(stage, event, now):
            return
        word = keys.entered(press)
        if word:
            down = stage.keyboard.down | {event.scancode}
            stage.keyboard = replace(stage.keyboard, down=down)
            if word in ("enter", "erase"):
                do(stage, "enter" if word == "enter" else "erase", now)
            else:
                stage.talk = typed(stage.talk, word)
            return
    rows = hands.table(stage.talk, _lent(stage))
    stage.keyboard, action = keys.press(stage.keyboard, press, now, rows)
    if action == "as_made":  # held, it compares; a tap leaves it so
        stage.compared = now
        stage.talk = replace(stage.talk, published=True)
        return
    do(stage, action, now)


def _in_claims(stage: Stage, looking: Looking, event: pygame.event.Event, now: float) -> bool:
    """A key while the list of claims is open: it scrolls, or is looked for. False where it means
    what it always does."""
    by = _SCROLLS.get(event.scancode)
    if event.scancode == _ESC:
        do(stage, "close", now)
    elif by is not None:
        stage.talk = replace(stage.talk, claims=claims_view.scrolled(looking, by))
    elif event.scancode == _BACKSPACE:
        stage.talk = replace(stage.talk, claims=claims_view.erased(looking))
    elif event.unicode and event.unicode.isprintable() and not event.mod & _COMMAND:
        opens = event.scancode in stage.keyboard.down  # the key that opened it is still down
        if not opens:
            stage.talk = replace(stage.talk, claims=claims_view.typed(looking, event.unicode))
    else:
        return event.scancode in _ENTER
    stage.keyboard = replace(stage.keyboard, down=stage.keyboard.down | {event.scancode})
    return True


def _in_overview(stage: Stage, event: pygame.event.Event, now: float) -> bool:
    """A key while the speaker looks through all steps; False where it means what it always does."""
    reel = stage.reel
    if reel is None or not overview_shown(stage):
        return False
    arrow = _ARROWS.get(event.scancode)
    if arrow is not None:
        stage.talk = overview.moved(stage.talk, reel, arrow)
    elif event.scancode in _ENTER or event.scancode == _ESC:
        do(stage, "close" if event.scancode == _ESC else "enter", now)
    elif event.scancode == _BACKSPACE:
        stage.talk = overview.erased(stage.talk, reel)
    elif event.unicode and event.unicode.isprintable() and not event.mod & _COMMAND:
        stage.talk = overview.typed(stage.talk, reel, event.unicode)
    else:
        return False
    stage.keyboard = replace(stage.keyboard, down=stage.keyboard.down | {event.scancode})
    return True


def overview_shown(stage: Stage) -> bool:
    """Whether the speaker has the overview before him: never where the audience would see it."""
    speaks = stage.desk is not None or stage.talk.swapped
    return speaks and stage.talk.digits is not None


def key_up(stage: Stage, now: float) -> None:
    """A key went up: whoever compared sees again what was turned, or after a tap no more."""
    since = stage.compared
    if since is None:
        return
    stage.compared = None
    stage.talk = replace(stage.talk, published=False)
    if now - since < _TAP:
        do(stage, "as_made", now)


def do(stage: Stage, action: Action | None, now: float) -> None:
    """Carry out an action: of the hands where it is theirs, else of the show."""
    if action is None:
        return
    if action in ("next_number", "previous_number") and not stage.pictures.good:
        return  # this picture cannot be drawn
    talk, reel = stage.talk, stage.reel
    if action == "previous_step" and talk.offered and stage.offer and not talk.shade:
        stage.talk, stage.show = stage.offer()  # "back" before the beginning: where it ended
        stage.talk = replace(stage.talk, head=ph.begun(stage.talk.head, now))
        stage.offer = None
    elif reel is None:
        stage.talk = act(stage.talk, action, now)
    else:
        run = _run(stage)
        stage.talk, stage.show, done = hands.done(stage.talk, reel, action, now, _look(stage), run)
        if stage.recording and done:
            talk_record.note(stage.recording, stage.talk, done)
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
    down = event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT
    if down and (stage.talk.help or stage.talk.claims is not None):
        do(stage, "close", stage.talk.head.seen)
        return
    if down and _speakers(stage, canvas):
        own = look_of(_look(stage), canvas.place.size)
        if overview_shown(stage) and stage.reel:
            step = speaker_grid.pressed(stage.reel, stage.talk, own, *canvas.point(event.pos))
            if step is not None:
                stage.talk = replace(stage.talk, digits="", chosen=step)
                do(stage, "enter", stage.talk.head.seen)
            return
        if action := presenter_look.pressed(stage.talk.lang, own, *canvas.point(event.pos)):
            do(stage, action, stage.talk.head.seen)
            return
    point = _point(stage, canvas, event.pos)
    if point is not None and not (not down and _pull(stage, point, canvas)):
        _on_stage(stage, point, canvas, down=down)


def wheel(stage: Stage, turns: float, canvas: Canvas | None) -> None:
    """The wheel, or two fingers: nearer or farther, about what the hand is on."""
    if stage.talk.claims is not None:
        by = -round(turns) or (-1 if turns > 0 else 1)
        stage.talk = replace(stage.talk, claims=claims_view.scrolled(stage.talk.claims, by))
        return
    if canvas is None or stage.pointer is None or stage.reel is None:
        return
    point, desk = _point(stage, canvas, stage.pointer), _lent(stage)
    if point is not None and desk is not None and desk.timeline.scene.framed:
        _put(stage, hands.zoom(desk, _look(stage), NEARER**turns, point))


def _pull(stage: Stage, point: tuple[float, float], canvas: Canvas) -> bool:
    """The world follows the hand that holds it; whether it does."""
    if stage.pulled is None or stage.pulled[2] is not canvas:
        return False
    x, y, _ = stage.pulled
    by, desk = (point[0] - x, point[1] - y), _lent(stage)
    view = stage.talk.sight.view
    if desk is None or (view is None and max(map(abs, by)) < STILL):
        return True
    stage.pulled = (*point, canvas)
    _put(stage, hands.pull(desk, _look(stage), by))
    return True


def _twice(stage: Stage, point: tuple[float, float]) -> bool:
    """Whether this press is the second of a double click."""
    now, last = stage.talk.head.seen, stage.clicked
    stage.clicked = (now, *point)
    if last is None:
        return False
    near = max(abs(last[1] - point[0]), abs(last[2] - point[1])) < STILL
    twice = near and 0 <= now - last[0] <= _TAP
    stage.clicked = None if twice else stage.clicked
    return twice


def _on_stage(stage: Stage, point: tuple[float, float], canvas: Canvas, *, down: bool) -> None:
    """The mouse at a point of the stage."""
    x, y = point
    look = _look(stage)
    stage.talk = pointed(stage.talk, x / look.stage[0], y / look.stage[1])
    line = not stage.talk.waits and not stage.talk.shade
    over = line and (stage.talk.head.held or grabs(look, x, y))
    hidden = hands.covered(stage.talk) or not stage.pictures.good
    desk = None if hidden else _lent(stage)
    button = stage.pointing and not stage.talk.waits
    wide, high = look.stage
    if down and line and grabs(look, x, y):
        stage.talk = replace(stage.talk, head=ph.grab(stage.talk.head))
    elif down and desk is not None and 0 <= x <= wide and 0 <= y <= high:
        if desk.timeline.scene.framed and _twice(stage, point):
            _put(stage, hands.zoom_into(desk, look, point))
            return
        before = desk
        desk, held = pressed(desk, look, x, y, button=button)
        _put(stage, desk)
        stage.grip = (held, canvas) if held else None
        if held is None and desk.timeline.scene.framed and desk.sight == before.sight:
            stage.pulled = (*point, canvas)
        return
    elif not over and desk is not None:
        over = under(desk, look, x, y, button=button)
    _cursor(pygame.SYSTEM_CURSOR_HAND if over else pygame.SYSTEM_CURSOR_ARROW)
    if stage.talk.head.held:
        _scrub(stage, look, x)


def _scrub(stage: Stage, look: Look, x: float) -> None:
    """The show at the moment of the progress line that the hand is on."""
    there = stage.show.behind(stage.talk.moment)
    if there is None:
        return
    inside = moment(there[0], look, x)
    if stage.reel is None:
        whole = ph.seek(stage.talk.head, _run_of(stage, inside))
    else:
        index, _ = stage.reel.place(stage.talk.moment)
        start = stage.reel.starts[index] + stage.reel.lead(index)
        last = start + float(there[0].seconds)
        whole = ph.seek(stage.talk.head, min(start + inside, last - ph.NEAR))
    stage.talk = replace(stage.talk, head=whole)


def _run_of(stage: Stage, inside: float) -> float:
    """The second of a recorded run at which it first came to a moment of its scene."""
    from viz.picture.replay import Replay
    from viz.timeline.take import run_at

    return run_at(stage.show.take, inside) if isinstance(stage.show, Replay) else inside


def hold(stage: Stage) -> None:
    """A knob follows the hand once a picture, however often the mouse tells where it is. At a
    question no number is in focus any more."""
    desk = _lent(stage)
    if desk is None:
        return
    if stage.grip is not None:
        desk = moved(desk, stage.grip[0])
    if desk.sight.focus:
        desk = hands.unfocused(desk)
    _put(stage, desk)


def let_go(stage: Stage) -> None:
    """Nothing is held any more."""
    hold(stage)
    stage.grip = stage.pulled = None
    if stage.talk.head.held:
        stage.talk = replace(stage.talk, head=ph.release(stage.talk.head))


def _lent(stage: Stage) -> Desk | None:
    reel = stage.reel
    if reel is None or stage.talk.digits is not None:
        return None
    return hands.lent(stage.talk, reel, _run(stage))


def _run(stage: Stage) -> float:
    recording = stage.recording
    return talk_record.run_of(recording, stage.talk.head.seen) if recording else 0.0


def _put(stage: Stage, desk: Desk) -> None:
    if stage.reel is None:
        return
    if stage.recording and desk.done:
        talk_record.note(stage.recording, stage.talk, desk.done)
    stage.talk, stage.show = hands.given(stage.reel, desk)


def _look(stage: Stage) -> Look:
    """The look in which the audience sees the show."""
    size = stage.hall.place.size if stage.hall else stage.size
    return Look(*size, theme=stage.talk.theme, lang=stage.talk.lang, large=stage.talk.sight.large)


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


def _cursor(kind: int) -> None:
    if pygame.mouse.get_cursor().data != (kind,):
        with suppress(pygame.error):  # not every system has a hand
            pygame.mouse.set_cursor(kind)
