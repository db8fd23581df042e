"""The loop of a show: read the clock, take what was pressed, draw what has changed. For a window, a
talk with two of them, a kiosk, and a run that was recorded.

The show's position comes from the clock alone, so a slow machine draws fewer pictures and tells
the same story in the same time. The state is written within a second of each change. Displays that
come and go are looked for twice a second; the windows follow, and the audience never gets the
speaker's side unasked. A window that shows nothing new sleeps.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Final

import pygame

from viz.desk import keymap as keys
from viz.desk import playhead as ph
from viz.desk import telling
from viz.desk.desk_words import talk_word
from viz.desk.interaction import carried
from viz.desk.steps import deck_of
from viz.desk.talk import Talk, act, tick
from viz.live import displays as screens
from viz.live import hands_csv, rehearsal, talk_record, window_hands
from viz.live import prefetch as ahead
from viz.live.canvas import Canvas
from viz.live.speaker_pictures import Pictures
from viz.live.state import State, step_of
from viz.live.watch import Change
from viz.live.windows import Stage
from viz.picture.playlist import Playable, Reel
from viz.stage.i18n import said
from viz.stage.look import Look
from viz.stage.marks import Frame
from viz.timeline.take import Sight

FRAME: Final = 1 / 60  # s between two pictures
IDLE: Final = 1 / 40  # s between two looks at the keyboard when nothing moves
AWAY: Final = 1 / 10  # s, while nobody sees the window
PINCH: Final = 20.0  # notches of the wheel for two fingers drawn apart over the whole window
HIDE_POINTER: Final = 2.0  # s
LOOK_AGAIN: Final = 0.5  # s between two looks for displays
KEEP: Final = 0.9  # s between two saves while only time passes
SOON: Final = 0.1  # s in which a change is saved
_HIDDEN: Final = frozenset({pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN})
_SHOWN: Final = frozenset({pygame.WINDOWRESTORED, pygame.WINDOWSHOWN, pygame.WINDOWMAXIMIZED})


def run(stage: Stage) -> Talk:
    """Show it until whoever holds it quits; gives back where it ended. However it ends, what was
    done is kept."""
    now = time.perf_counter()
    sit(stage, now)
    draw(stage, now)  # the first picture takes longest; the show begins when it is seen
    now = stage.pointer_moved = time.perf_counter()
    stage.talk = replace(stage.talk, head=ph.begun(stage.talk.head, now))
    try:
        while not stage.talk.over:
            began = time.perf_counter()
            step(stage, began, pygame.event.get())
            prepare(stage, began + FRAME - ahead.RESERVE)
            rest(stage, began)
    finally:
        _end(stage)
    return stage.talk


def step(stage: Stage, now: float, events: Iterable[pygame.event.Event]) -> None:
    """One picture: the clock reads `now`, these are the events since the last one."""
    stage.talk = tick(stage.talk, now)
    for event in events:
        handle(stage, event, now)
    stage.keyboard, action = keys.repeated(stage.keyboard, now)
    window_hands.do(stage, action, now)
    window_hands.hold(stage)
    sit(stage, now)
    _reload(stage, now)
    draw(stage, now)
    _keep(stage, now)
    if stage.recording and stage.reel:
        talk_record.see(stage.recording, stage.talk, stage.seen, now)
    if stage.rehearsal and stage.reel:
        rehearsal.see(stage.rehearsal, stage.talk, stage.reel, now)
    if stage.telling and stage.reel:
        telling.see(stage.telling, stage.talk, stage.reel)
    _pointer(stage, now)


def _end(stage: Stage) -> None:
    now = time.perf_counter()
    stage.keep(stage.talk, stage.show)
    _table(stage)
    if stage.recording:
        talk_record.end(stage.recording, now)
    if stage.rehearsal and stage.reel:
        rehearsal.keep(stage.rehearsal, stage.talk, stage.reel, now)


def sit(stage: Stage, now: float) -> None:
    """Look which displays there are, and give each window its own. A plain window stays where it is."""
    if stage.wishes is None:
        if stage.hall is None:
            talk = stage.talk
            stage.hall = Canvas(title_of(stage), stage.size, talk.theme, full=talk.full)
        return
    if stage.seats is not None and 0 <= now - stage.looked < LOOK_AGAIN:
        return
    stage.looked = now
    seats = screens.seats(screens.found(), *stage.wishes)
    before = stage.seats
    if seats == before:
        return
    stage.seats = seats
    stage.grip = None
    if before is None or before.notes != seats.notes:
        _close(stage.desk)
        stage.desk = None
    if before is None or before.audience != seats.audience:
        _close(stage.hall)
        stage.hall = None
    title = title_of(stage)
    stage.hall = stage.hall or _window(stage, seats.audience, title)
    if seats.notes is not None and stage.desk is None:
        stage.desk = _window(stage, seats.notes, f"{title} (notes)")
        stage.desk.window.focus()
    stage.talk = replace(stage.talk, swapped=False)  # nobody is shown the notes by surprise
    stage.pictures = Pictures()


def title_of(stage: Stage) -> str:
    """What the window's bar says: the scene's title."""
    there = stage.show.behind(stage.talk.shown)
    if stage.reel and (stage.wishes is not None or there is None):
        return said(stage.reel.title, stage.talk.lang)
    return said(there[0].scene.title, stage.talk.lang) if there else stage.show.name


def handle(stage: Stage, event: pygame.event.Event, now: float) -> None:
    """Take one event of either window."""
    owner = _owner(stage, event)
    canvas = owner or stage.hall
    match event.type:
        case pygame.KEYDOWN:
            window_hands.key(stage, event, now)
        case pygame.KEYUP:
            stage.keyboard = keys.release(stage.keyboard, event.scancode)
            window_hands.key_up(stage, now)
        case pygame.MOUSEMOTION | pygame.MOUSEBUTTONDOWN | pygame.MOUSEBUTTONUP if stage.hands:
            stage.pointer_moved = now
            moves = stage.pointer is not None and event.pos != stage.pointer
            stage.pointing |= moves or event.type == pygame.MOUSEBUTTONDOWN
            stage.pointer = event.pos  # where it stood when the window came is no move
            window_hands.mouse(stage, event, canvas)
        case pygame.MOUSEWHEEL if stage.hands:
            window_hands.wheel(stage, event.y, canvas)
        case pygame.MULTIGESTURE if stage.hands:
            window_hands.wheel(stage, PINCH * event.pinched, canvas)
        case pygame.WINDOWFOCUSLOST:
            stage.keyboard = keys.let_go(stage.keyboard)
            window_hands.key_up(stage, now)
            window_hands.let_go(stage)
        case pygame.WINDOWEXPOSED:
            stage.pictures = Pictures()
        case kind if kind in _HIDDEN:
            if owner is not None:  # the last word of a window that was closed hides no other
                owner.visible = False
        case kind if kind in _SHOWN:
            if owner is not None:
                owner.visible = True
                stage.pictures = Pictures()
        case pygame.WINDOWCLOSE if stage.desk is not None and canvas is stage.desk:
            _close(stage.desk)
            window_hands.let_go(stage)
            stage.desk = None  # S still shows the speaker's side
        case pygame.WINDOWCLOSE if owner is None:  # of a window that is gone already
            pass
        case pygame.QUIT | pygame.WINDOWCLOSE:  # a talk is not ended by one wrong click
            stage.talk = act(stage.talk, "quit", now)
        case _:
            pass


def draw(stage: Stage, now: float) -> None:
    """Draw what has changed in either window."""
    if stage.hall is None:
        return
    if stage.wishes is None:
        stage.hall.title(title_of(stage))
    wall = datetime.now().astimezone().strftime("%H:%M")
    stage.pictures.draw(stage, now, wall)


def prepare(stage: Stage, until: float) -> None:
    """Make ready what the audience sees next, until a moment of the clock."""
    hall, talk, seen = stage.hall, stage.talk, stage.seen
    if hall is None or not hall.visible or stage.grip or not stage.pictures.good or talk.swapped:
        return
    coming = ahead.moments(talk.deck.changes, talk.moment, seen.show.seconds)
    then = replace(talk.sight, asked="", focus="", pointing="", spot=(0.5, 0.5), view=None)

    def begin() -> Iterator[None]:
        makes = tuple(partial(_coming, seen.show, then, at) for at in coming)
        return ahead.all_of(hall.prepare, makes, talk.theme, talk.lang)

    of = (coming[:1], seen.show, hall.pixels, talk.theme, talk.lang, then)
    ahead.work(stage.ahead, of, begin, until)


def rest(stage: Stage, began: float) -> None:
    """Sleep until the next picture is due.

    SDL's own waiting for an event looks a thousand times a second on some systems; a look at
    the queue every 25 ms costs a quarter of that, and no key waits longer.
    """
    visible = any(canvas.visible for canvas in stage.both)
    pace = (FRAME if stage.talk.head.running else IDLE) if visible else AWAY
    left = pace - (time.perf_counter() - began)
    if left > 0 and not stage.talk.over:
        time.sleep(left)


def _coming(show: Playable, sight: Sight, at: float, look: Look) -> Frame:
    return show.seen_in(replace(look, large=sight.large)).frame(at, sight)


def _window(stage: Stage, display: screens.Display, title: str) -> Canvas:
    talk = stage.talk
    return Canvas(title, stage.size, talk.theme, full=talk.full, display=display)


def _close(canvas: Canvas | None) -> None:
    if canvas is not None:
        canvas.close()


def _owner(stage: Stage, event: pygame.event.Event) -> Canvas | None:
    """Whose event it is: none's, if it comes from a window that was closed before it was read."""
    if not hasattr(event, "window"):
        return stage.hall
    window = event.window
    return next((canvas for canvas in stage.both if canvas.window is window), None)


def _reload(stage: Stage, now: float) -> None:
    """Show what a saved file says, at the same moment; a broken one shows its faults."""
    change: Change[Reel] | None = stage.watch.look(now) if stage.watch else None
    if change is None or stage.reel is None:
        return
    stage.faults = change.faults
    if change.new is not None:
        new = carried(stage.reel, change.new)
        stage.talk = moved(stage.talk, stage.reel, new)
        stage.show = new
    stage.pictures = Pictures()


def moved(talk: Talk, before: Reel, after: Reel) -> Talk:
    """The talk in a show that was written anew: the same beat of the same scene, as far into it."""
    step, deck = talk.now, deck_of(after)
    name = before.timelines[step.scene].scene.name
    names = tuple(timeline.scene.name for timeline in after.timelines)
    index = step_of(deck, State("", name, step.beat), names)
    return replace(talk, head=ph.moved_to(talk.head, deck, index), frozen=None, place=None)


def _keep(stage: Stage, now: float) -> None:
    """Save a change at once, and every second while only time passes."""
    talk = stage.talk
    shown = (talk.shade, talk.notes, talk.sight.knobs, talk.theme, talk.lang, talk.frozen)
    mark = (talk.step, talk.playing, talk.timer, shown, stage.show)
    last, when = stage.kept
    due = mark != last or ((talk.playing or talk.timer.running) and now - when >= KEEP)
    if due and not 0 <= now - when < SOON:
        kept = stage.keep(talk, stage.show)
        stage.kept = (mark, now)
        tabled = _table(stage)
        recorder = stage.recording.now if stage.recording else None
        if not tabled or kept is False or (recorder is not None and recorder.failed):
            word = "not_kept" if kept is False else "take_not_kept" if tabled else "hands_not_kept"
            stage.talk = replace(talk, trouble=talk_word(talk.lang, word))


def _table(stage: Stage) -> bool:
    """Write the hands that were counted, where there are new ones; False: that failed."""
    if stage.results is None or stage.reel is None or stage.counted == stage.tabled:
        return True
    stage.tabled = stage.counted
    return hands_csv.save(stage.results, stage.reel, stage.talk.lang)


def _pointer(stage: Stage, now: float) -> None:
    """Hide the pointer when it has not been moved for a while."""
    visible = stage.hands and now - stage.pointer_moved < HIDE_POINTER
    stage.pointing = stage.pointing and visible
    if pygame.mouse.get_visible() != visible:
        pygame.mouse.set_visible(visible)
