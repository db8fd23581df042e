"""The loop of a window: read the clock, take what was pressed, draw what has changed.

The show's position comes from the clock alone, so a slow machine draws fewer pictures and tells
the same story in the same time. A window that shows nothing new sleeps.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

import pygame

from viz.desk import interaction as hands
from viz.desk import interaction_keys as hand_keys
from viz.desk import keymap as keys
from viz.desk import overlay
from viz.desk import transport as tr
from viz.desk.interaction import Desk
from viz.desk.pointer import Grip, moved, pressed, under
from viz.desk.progress_hit import grabs, moment
from viz.desk.session import Session, act
from viz.errors import Fault
from viz.live import prefetch as ahead
from viz.live import record
from viz.live.canvas import Canvas
from viz.live.faults_panel import faults_panel
from viz.live.prefetch import Ahead
from viz.live.watch import Watch, same_moment
from viz.picture.hit_test import targets
from viz.picture.with_open_panels import calm
from viz.picture.with_open_panels import picture as seen
from viz.stage.i18n import said
from viz.stage.look import Look
from viz.stage.marks import Frame
from viz.stage.style import kit_of
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Timeline

FRAME: Final = 1 / 60  # s between two pictures
IDLE: Final = 1 / 40  # s between two looks at the keyboard when nothing moves
AWAY: Final = 1 / 10  # s, while nobody sees the window
HIDE_POINTER: Final = 2.0  # s
_COMMAND: Final = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META
_HIDDEN: Final = frozenset({pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN})
_SHOWN: Final = frozenset({pygame.WINDOWRESTORED, pygame.WINDOWSHOWN, pygame.WINDOWMAXIMIZED})


@dataclass
class Loop:
    """What one window knows while it runs. `faults` are those of a file that was saved broken."""

    canvas: Canvas
    timeline: Timeline
    session: Session
    keyboard: keys.Keyboard = field(default_factory=keys.Keyboard)
    pointer_moved: float = 0.0
    drawn: object = None  # what the picture on screen shows; None draws again
    good: bool = True
    watch: Watch[Timeline] | None = None
    faults: tuple[Fault, ...] = ()
    recorder: record.Recorder | None = None
    grip: Grip | None = None  # the knob that is held
    pointer: tuple[int, int] | None = None
    pointing: bool = False  # whether the mouse was moved a moment ago
    ahead: Ahead = field(default_factory=Ahead)  # pictures to come, made ready


def play(
    canvas: Canvas,
    timeline: Timeline,
    session: Session,
    watch: Watch[Timeline] | None = None,
    recorder: record.Recorder | None = None,
) -> Session:
    """Play until the viewer quits; gives back the last session. `watch` brings what is saved,
    `recorder` keeps what is done."""
    loop = Loop(canvas, timeline, session, watch=watch, recorder=recorder)
    draw(loop)  # the first picture takes longest; the show begins when it is seen
    now = loop.pointer_moved = time.perf_counter()
    loop.session = replace(session, transport=tr.begin(session.transport, now))
    if recorder:
        recorder.begun = now
    while not loop.session.over:
        began = time.perf_counter()
        step(loop, began, pygame.event.get())
        prepare(loop, began + FRAME - ahead.RESERVE)
        rest(loop, began)
    if recorder:
        record.keep(recorder, began, last=True)
    return loop.session


def step(loop: Loop, now: float, events: Iterable[pygame.event.Event]) -> None:
    """One picture: the clock reads `now`, these are the events since the last one."""
    loop.session = replace(loop.session, transport=tr.tick(loop.session.transport, now))
    for event in events:
        handle(loop, event, now)
    loop.keyboard, action = keys.repeated(loop.keyboard, now)
    _do(loop, action)
    _hold(loop)
    if loop.session.sight.focus:
        loop.session = hands.unfocused(_desk(loop)).session
    _reload(loop, now)
    if loop.recorder:
        record.see(loop.recorder, loop.session, now)
        record.keep(loop.recorder, now)
    draw(loop)
    _pointer(loop, now)


def prepare(loop: Loop, until: float) -> None:
    """Make ready what the next beat, or answer, needs, until a moment of the clock."""
    canvas, session, timeline = loop.canvas, loop.session, loop.timeline
    if not canvas.visible or loop.grip or not loop.good:
        return
    transport = session.transport
    changes = (*transport.starts, *transport.stops)
    coming = ahead.moments(changes, transport.at, transport.seconds)
    theme, lang = session.theme, session.lang
    playing = replace(session, panel="", transport=replace(transport, playing=True))

    def begin() -> Iterator[None]:
        makes = tuple(
            partial(picture, timeline, replace(playing, transport=tr.seek(transport, at)))
            for at in coming
        )
        return ahead.all_of(canvas.prepare, makes, theme, lang)

    of = (coming[:1], timeline, canvas.pixels, theme, lang, session.sight)
    ahead.work(loop.ahead, of, begin, until)


def handle(loop: Loop, event: pygame.event.Event, now: float) -> None:
    """Take one event."""
    match event.type:
        case pygame.KEYDOWN:
            _key(loop, event, now)
        case pygame.KEYUP:
            loop.keyboard = keys.release(loop.keyboard, event.scancode)
        case pygame.MOUSEBUTTONDOWN | pygame.MOUSEMOTION | pygame.MOUSEBUTTONUP:
            loop.pointer_moved = now
            moves = loop.pointer is not None and event.pos != loop.pointer
            loop.pointing |= moves or event.type == pygame.MOUSEBUTTONDOWN
            loop.pointer = event.pos  # where it stood when the window came is no move
            _mouse(loop, event)
        case pygame.WINDOWFOCUSLOST:
            loop.keyboard = keys.let_go(loop.keyboard)
            _let_go(loop)
        case pygame.WINDOWEXPOSED:
            loop.drawn = None
        case pygame.QUIT | pygame.WINDOWCLOSE:
            loop.session = replace(loop.session, over=True)
        case kind if kind in _HIDDEN:
            loop.canvas.visible = False
        case kind if kind in _SHOWN:
            loop.canvas.visible = True
            loop.drawn = None
        case _:
            pass


def draw(loop: Loop) -> None:
    """Draw, if the picture would differ from the one on screen."""
    canvas, session = loop.canvas, loop.session
    canvas.title(said(loop.timeline.scene.title, session.lang))
    if not canvas.visible:
        return
    transport = session.transport
    at = ScreenSeconds(transport.at)
    shown = (
        calm(loop.timeline, at) if session.sight.calm else at,
        *(transport.running, transport.speed, transport.ended),
        *(session.theme, session.lang, session.panel, canvas.pixels),
        *(session.sight, loop.timeline, loop.pointing),
    )
    if shown == loop.drawn:
        return
    make = partial(picture, loop.timeline, session, faults=loop.faults, pointing=loop.pointing)
    loop.good = canvas.show(make, session.theme, session.lang)
    loop.drawn = shown


def picture(
    timeline: Timeline,
    session: Session,
    look: Look,
    faults: tuple[Fault, ...] = (),
    *,
    pointing: bool = False,
) -> Frame:
    """The stage at the session's moment, and over it what only a live show has."""
    at = ScreenSeconds(session.transport.at)
    look = replace(look, large=session.sight.large)
    frame = seen(timeline, at, look, session.sight).plus(overlay.marks(timeline, session, look))
    if pointing:
        frame = frame.plus(overlay.knobs_button(timeline, session, look))
    return frame.plus(faults_panel(faults, look)) if faults else frame


def _reload(loop: Loop, now: float) -> None:
    """Show what a saved file says, at the same moment; a broken one shows its faults."""
    change = loop.watch.look(now) if loop.watch else None
    if change is None:
        return
    loop.faults, loop.drawn = change.faults, None
    if change.new is not None:
        loop.timeline = hands.again(change.new, loop.timeline.take)
        starts = tuple(float(span.start) for span in change.new.beats)
        transport = same_moment(loop.session.transport, starts, float(change.new.seconds))
        transport = replace(transport, stops=hands.stops(change.new))
        loop.session = replace(loop.session, transport=transport)


def _key(loop: Loop, event: pygame.event.Event, now: float) -> None:
    press = keys.Press(
        text=event.unicode,
        key=event.key,
        place=event.scancode,
        command=bool(event.mod & _COMMAND),
        held="shift" if event.mod & pygame.KMOD_SHIFT else "",
    )
    table = hand_keys.table(_desk(loop))
    loop.keyboard, action = keys.press(loop.keyboard, press, now, table)
    _do(loop, action)


def _desk(loop: Loop) -> Desk:
    recorder = loop.recorder
    run = max(0.0, loop.session.transport.seen - recorder.begun) if recorder else 0.0
    return Desk(loop.session, loop.timeline, run)


def _put(loop: Loop, desk: Desk) -> None:
    """Carry out what was done on a desk."""
    loop.session, loop.timeline = desk.session, desk.timeline
    if loop.recorder:
        record.note(loop.recorder, desk.done)


def _hold(loop: Loop) -> None:
    """A knob follows the hand once a picture, however often the mouse tells where it is."""
    if loop.grip:
        _put(loop, moved(_desk(loop), loop.grip))


def _look(loop: Loop) -> Look:
    size = loop.canvas.place.size
    sight = loop.session.sight
    theme, lang = loop.session.theme, loop.session.lang
    return Look(*size, theme=theme, lang=lang, aside=sight.aside, large=sight.large)


def _names(loop: Loop) -> tuple[str, ...]:
    """The numbers on stage that may be asked."""
    desk, look = _desk(loop), _look(loop)
    if not loop.good:  # this picture cannot be drawn
        return ()
    frame = seen(loop.timeline, desk.at, look, loop.session.sight)
    return tuple(one.name for one in targets(frame, desk.scene, kit_of(look)))


def _do(loop: Loop, action: keys.Action | keys.TalkAction | None) -> None:
    if action is None:
        return
    names = _names(loop) if action in ("next_number", "previous_number") else ()
    desk = hand_keys.do(_desk(loop), action, names)
    if desk is not None:
        _put(loop, desk)
    else:
        loop.session = act(loop.session, action)
        loop.canvas.fullscreen(loop.session.fullscreen)


def _mouse(loop: Loop, event: pygame.event.Event) -> None:
    transport = loop.session.transport
    if event.type == pygame.MOUSEBUTTONUP:
        if event.button == pygame.BUTTON_LEFT:
            _let_go(loop)
        return
    look = _look(loop)
    x, y = loop.canvas.point(event.pos)
    down = event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT
    if loop.grip:
        loop.grip = replace(loop.grip, x=x)
        return
    over = transport.held or grabs(look, x, y)
    if down and grabs(look, x, y):
        transport = tr.grab(transport)
    elif down and loop.good:
        desk, loop.grip = pressed(_desk(loop), look, x, y, button=loop.pointing)
        _put(loop, desk)
        return
    elif not over:
        over = under(_desk(loop), look, x, y, button=loop.pointing)
    _cursor(pygame.SYSTEM_CURSOR_HAND if over else pygame.SYSTEM_CURSOR_ARROW)
    if transport.held:
        transport = tr.seek(transport, moment(loop.timeline, look, x))
        loop.session = replace(loop.session, transport=transport)


def _let_go(loop: Loop) -> None:
    _hold(loop)
    loop.grip = None
    if loop.session.transport.held:
        loop.session = replace(loop.session, transport=tr.release(loop.session.transport))


def _cursor(kind: int) -> None:
    if pygame.mouse.get_cursor().data != (kind,):
        with suppress(pygame.error):  # not every system has a hand
            pygame.mouse.set_cursor(kind)


def _pointer(loop: Loop, now: float) -> None:
    """Hide the pointer when it has not been moved for a while."""
    visible = now - loop.pointer_moved < HIDE_POINTER
    loop.pointing = loop.pointing and visible
    if pygame.mouse.get_visible() != visible:
        pygame.mouse.set_visible(visible)


def rest(loop: Loop, began: float) -> None:
    """Sleep until the next picture is due.

    SDL's own waiting for an event looks a thousand times a second on some systems; a look at
    the queue every 25 ms costs a quarter of that, and no key waits longer.
    """
    moving = loop.session.transport.running
    pace = (FRAME if moving else IDLE) if loop.canvas.visible else AWAY
    left = pace - (time.perf_counter() - began)
    if left > 0 and not loop.session.over:
        time.sleep(left)
