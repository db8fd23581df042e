"""The loop of a talk: one window for the audience, one for the speaker, both moved by one clock.

The state is written within a second of each change. Displays that come and go are looked for
twice a second; the windows follow, and the audience never gets the speaker's side unasked.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Final

import pygame

from viz.desk import keymap as keys
from viz.desk.steps import deck_of
from viz.desk.talk import Talk, go, tick
from viz.desk.talk_interaction import carried
from viz.live import displays as screens
from viz.live import prefetch as ahead
from viz.live import present_hands, rehearsal, talk_record
from viz.live.canvas import Canvas
from viz.live.speaker_pictures import Pictures
from viz.live.state import State, step_of
from viz.live.talk_windows import Stage
from viz.live.watch import Change
from viz.live.window import FRAME, HIDE_POINTER, IDLE
from viz.picture.playlist import Reel
from viz.stage.i18n import said
from viz.stage.look import Look
from viz.stage.marks import Frame
from viz.timeline.take import Sight

LOOK_AGAIN: Final = 0.5  # s between two looks for displays
KEEP: Final = 0.9  # s between two saves while only time passes
SOON: Final = 0.1  # s in which a change is saved


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
        present_hands.do(stage, action, began)
        present_hands.hold(stage)
        sit(stage, began)
        _reload(stage, began)
        draw(stage, began)
        _keep(stage, began)
        if stage.recording:
            talk_record.see(stage.recording, stage.talk, stage.seen.reel, began)
        if stage.rehearsal:
            rehearsal.see(stage.rehearsal, stage.talk, stage.reel, began)
        _pointer(stage, began)
        prepare(stage, began + FRAME - ahead.RESERVE)
        left = (FRAME if stage.talk.playing else IDLE) - (time.perf_counter() - began)
        if left > 0 and not stage.talk.over:
            time.sleep(left)
    stage.keep(stage.talk, stage.reel)
    if stage.recording:
        talk_record.end(stage.recording, time.perf_counter())
    if stage.rehearsal:
        rehearsal.keep(stage.rehearsal, stage.talk, stage.reel, time.perf_counter())
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
    stage.grip = None
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
            present_hands.key(stage, event, now)
        case pygame.KEYUP:
            stage.keyboard = keys.release(stage.keyboard, event.scancode)
        case pygame.MOUSEMOTION | pygame.MOUSEBUTTONDOWN | pygame.MOUSEBUTTONUP:
            stage.pointer_moved = now
            present_hands.mouse(stage, event, _owner(stage, event) or stage.hall)
        case pygame.WINDOWFOCUSLOST:
            stage.keyboard = keys.let_go(stage.keyboard)
            present_hands.let_go(stage)
        case pygame.WINDOWEXPOSED | pygame.WINDOWRESTORED | pygame.WINDOWSHOWN:
            stage.pictures = Pictures()
        case pygame.WINDOWCLOSE if _owner(stage, event) is stage.desk:
            _close(stage.desk)
            present_hands.let_go(stage)
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
    seen, talk, faults = stage.seen, stage.talk, stage.faults
    stage.pictures.draw(
        stage.reel, seen, talk, stage.hall, stage.desk, stage.seats, faults, now, wall
    )


def prepare(stage: Stage, until: float) -> None:
    """Make ready what the audience sees next, until a moment of the clock."""
    hall, talk, seen = stage.hall, stage.talk, stage.seen
    if hall is None or not hall.visible or stage.grip or not stage.pictures.good or talk.swapped:
        return
    coming = ahead.moments(talk.deck.changes, talk.moment, seen.reel.seconds)
    then = replace(talk.sight, asked="", focus="")

    def begin() -> Iterator[None]:
        makes = tuple(partial(_coming, seen.reel, then, at) for at in coming)
        return ahead.all_of(hall.prepare, makes, talk.theme, talk.lang)

    of = (coming[:1], seen.reel, hall.pixels, talk.theme, talk.lang, then)
    ahead.work(stage.ahead, of, begin, until)


def _coming(reel: Reel, sight: Sight, at: float, look: Look) -> Frame:
    return replace(reel, look=replace(look, large=sight.large)).frame(at, sight)


def _window(stage: Stage, display: screens.Display, title: str) -> Canvas:
    talk = stage.talk
    return Canvas(title, stage.size, talk.theme, full=talk.full, display=display)


def _close(canvas: Canvas | None) -> None:
    if canvas is not None:
        canvas.close()


def _owner(stage: Stage, event: pygame.event.Event) -> Canvas | None:
    window = getattr(event, "window", None)
    return next((canvas for canvas in stage.both if canvas.window is window), None)


def _reload(stage: Stage, now: float) -> None:
    """Show what a saved file says, at the same moment; a broken one shows its faults."""
    change: Change[Reel] | None = stage.watch.look(now) if stage.watch else None
    if change is None:
        return
    stage.faults = change.faults
    if change.new is not None:
        new = carried(stage.reel, change.new)
        stage.talk = moved(stage.talk, stage.reel, new)
        stage.reel = new
    stage.pictures = Pictures()


def moved(talk: Talk, before: Reel, after: Reel) -> Talk:
    """The talk in a show that was written anew: the same beat of the same scene, as far into it."""
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
    shown = (talk.shade, talk.notes, talk.sight.knobs)
    mark = (talk.step, talk.playing, talk.timer, shown, stage.reel.timelines)
    last, when = stage.kept
    due = mark != last or ((talk.playing or talk.timer.running) and now - when >= KEEP)
    if due and not 0 <= now - when < SOON:
        stage.keep(talk, stage.reel)
        stage.kept = (mark, now)


def _pointer(stage: Stage, now: float) -> None:
    visible = now - stage.pointer_moved < HIDE_POINTER
    if pygame.mouse.get_visible() != visible:
        pygame.mouse.set_visible(visible)
