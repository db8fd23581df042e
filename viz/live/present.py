"""The loop of a talk: one window for the audience, one for the speaker, both moved by one clock.

The state is written within a second of each change. Displays that come and go are looked for
twice a second; the windows follow, and the audience never gets the speaker's side unasked.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

import pygame

from viz.errors import Fault
from viz.live import displays as screens
from viz.live import keys, talk_keys
from viz.live.canvas import Canvas
from viz.live.deck import deck_of
from viz.live.displays import Seats, Wish
from viz.live.present_look import Pictures
from viz.live.state import step_of
from viz.live.talk import Talk, act, go, tick, typed
from viz.live.watch import Change, Watch
from viz.live.window import FRAME, HIDE_POINTER, IDLE
from viz.stage.reel import Reel
from viz.stage.words import said

LOOK_AGAIN: Final = 0.5  # s between two looks for displays
KEEP: Final = 0.9  # s between two saves while only time passes
SOON: Final = 0.1  # s in which a change is saved
_COMMAND: Final = pygame.KMOD_CTRL | pygame.KMOD_META


@dataclass
class Stage:
    """What a talk knows while it runs: its windows, its keyboard, what is on screen.

    `keep` writes the state; `watch` tells when a file changed, and what it then says.
    """

    reel: Reel
    talk: Talk
    wishes: tuple[Wish, Wish]
    size: tuple[int, int]
    keep: Callable[[Talk, Reel], object]
    watch: Watch[Reel] | None = None
    faults: tuple[Fault, ...] = ()
    hall: Canvas | None = None
    desk: Canvas | None = None
    seats: Seats | None = None
    looked: float = 0.0
    keyboard: keys.Keyboard = field(default_factory=keys.Keyboard)
    pictures: Pictures = field(default_factory=Pictures)
    pointer_moved: float = 0.0
    kept: tuple[object, float] = (None, 0.0)


def present(stage: Stage) -> Talk:
    """Run a talk until the speaker quits; gives back where it ended."""
    now = time.perf_counter()
    sit(stage, now)
    draw(stage, now)
    now = stage.pointer_moved = time.perf_counter()
    stage.talk = replace(stage.talk, since=now, seen=now)
    while not stage.talk.over:
        began = time.perf_counter()
        stage.talk = tick(stage.talk, began)
        for event in pygame.event.get():
            handle(stage, event, began)
        stage.keyboard, action = keys.repeated(stage.keyboard, began)
        _do(stage, action, began)
        sit(stage, began)
        _reload(stage, began)
        draw(stage, began)
        _keep(stage, began)
        _pointer(stage, began)
        left = (FRAME if stage.talk.playing else IDLE) - (time.perf_counter() - began)
        if left > 0 and not stage.talk.over:
            time.sleep(left)
    stage.keep(stage.talk, stage.reel)
    return stage.talk


def sit(stage: Stage, now: float) -> None:
    """Look which displays there are, and give each window its own."""
    if stage.seats is not None and 0 <= now - stage.looked < LOOK_AGAIN:
        return
    stage.looked = now
    seats = screens.seats(screens.found(), *stage.wishes)
    before = stage.seats
    if seats == before:
        return
    stage.seats = seats
    if before is None or before.notes != seats.notes:
        _close(stage.desk)
        stage.desk = None
    if before is None or before.audience != seats.audience:
        _close(stage.hall)
        stage.hall = None
    title = said(stage.reel.title, stage.talk.lang)
    stage.hall = stage.hall or _window(stage, seats.audience, title)
    if seats.notes is not None and stage.desk is None:
        stage.desk = _window(stage, seats.notes, f"{title} (notes)")
        stage.desk.window.focus()
    stage.talk = replace(stage.talk, swapped=False)  # nobody is shown the notes by surprise
    stage.pictures = Pictures()


def handle(stage: Stage, event: pygame.event.Event, now: float) -> None:
    """Take one event of either window."""
    match event.type:
        case pygame.KEYDOWN:
            _key(stage, event, now)
        case pygame.KEYUP:
            stage.keyboard = keys.release(stage.keyboard, event.scancode)
        case pygame.MOUSEMOTION | pygame.MOUSEBUTTONDOWN:
            stage.pointer_moved = now
        case pygame.WINDOWFOCUSLOST:
            stage.keyboard = keys.let_go(stage.keyboard)
        case pygame.WINDOWEXPOSED | pygame.WINDOWRESTORED | pygame.WINDOWSHOWN:
            stage.pictures = Pictures()
        case pygame.WINDOWCLOSE if _owner(stage, event) is stage.desk:
            _close(stage.desk)
            stage.desk = None  # S still shows the speaker's side
        case pygame.QUIT | pygame.WINDOWCLOSE:
            stage.talk = replace(stage.talk, over=True)
        case _:
            pass


def draw(stage: Stage, now: float) -> None:
    """Draw what has changed in either window."""
    wall = datetime.now().astimezone().strftime("%H:%M")
    if stage.hall is None or stage.seats is None:
        return
    stage.pictures.draw(
        stage.reel, stage.talk, stage.hall, stage.desk, stage.seats, stage.faults, now, wall
    )


def _window(stage: Stage, display: screens.Display, title: str) -> Canvas:
    talk = stage.talk
    return Canvas(title, stage.size, talk.theme, full=talk.full, display=display)


def _close(canvas: Canvas | None) -> None:
    if canvas is not None:
        canvas.close()


def _owner(stage: Stage, event: pygame.event.Event) -> Canvas | None:
    window = getattr(event, "window", None)
    return next((c for c in (stage.desk, stage.hall) if c and c.window is window), None)


def _key(stage: Stage, event: pygame.event.Event, now: float) -> None:
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
                _do(stage, "enter" if word == "enter" else "erase", now)
            else:
                stage.talk = typed(stage.talk, word)
            return
    stage.keyboard, action = keys.press(stage.keyboard, press, now, talk_keys.TALK_TABLE)
    _do(stage, action, now)


def _do(stage: Stage, action: keys.Action | keys.TalkAction | None, now: float) -> None:
    if action is None:
        return
    stage.talk = act(stage.talk, action, now)
    for canvas in (stage.hall, stage.desk):
        if canvas is not None:
            canvas.fullscreen(stage.talk.full)


def _reload(stage: Stage, now: float) -> None:
    """Show what a saved file says, at the same moment; a broken one shows its faults."""
    change: Change[Reel] | None = stage.watch.look(now) if stage.watch else None
    if change is None:
        return
    stage.faults = change.faults
    if change.new is not None:
        stage.talk = moved(stage.talk, stage.reel, change.new)
        stage.reel = change.new
    stage.pictures = Pictures()


def moved(talk: Talk, before: Reel, after: Reel) -> Talk:
    """The talk in a show that was written anew: the same beat of the same scene, as far into it."""
    from viz.live.state import State

    step, deck = talk.now, deck_of(after)
    name = before.timelines[step.scene].scene.name
    names = tuple(timeline.scene.name for timeline in after.timelines)
    index = step_of(deck, State("", name, step.beat), names)
    there = deck.steps[index]
    at, playing = talk.at, talk.playing
    inside = there.seconds if talk.finished else min(at, there.seconds)
    talk = go(replace(talk, deck=deck, frozen=None), index, inside, playing=playing)
    return replace(talk, playing=playing and inside < there.seconds)


def _keep(stage: Stage, now: float) -> None:
    """Save a change at once, and every second while only time passes."""
    talk = stage.talk
    mark = (talk.step, talk.playing, talk.shade, talk.notes, talk.timer, stage.reel.timelines)
    last, when = stage.kept
    due = mark != last or ((talk.playing or talk.timer.running) and now - when >= KEEP)
    if due and not 0 <= now - when < SOON:
        stage.keep(talk, stage.reel)
        stage.kept = (mark, now)


def _pointer(stage: Stage, now: float) -> None:
    visible = now - stage.pointer_moved < HIDE_POINTER
    if pygame.mouse.get_visible() != visible:
        pygame.mouse.set_visible(visible)
