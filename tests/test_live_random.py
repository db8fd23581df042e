"""Ten thousand random keys, clicks, drags and window events: nothing of it stops a show.

The windows are real and stand on an X server that nobody sees; the events go through the queue and
the functions that the loops of `viz play` and `viz present` call.
"""

from __future__ import annotations

import random
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest
from screen import need_screen, player, screen, wait_for

from viz.desk.overlay import hall
from viz.desk.playhead import Playhead
from viz.desk.steps import deck_of
from viz.desk.talk import Talk
from viz.live import bench_window as trial
from viz.live import run_loop as loop
from viz.live.displays import Display
from viz.live.run_loop import FRAME
from viz.live.soak import SIZES
from viz.live.speaker_facts import typing
from viz.live.windows import Stage
from viz.paint.surface import Painter
from viz.picture.playlist import Reel
from viz.scene.load_scene import load_scene
from viz.stage.look import Look
from viz.timeline.compile import compile_scene

EVENTS = 10_000
BATCH = 24  # events between two pictures, at most
CHARS = " .,+-=_[]<>tlikrhfvxyjoaTLIK?/123456789 0wbeg\t\r\x1b\x08é中ß"  # q alone ends a show
NAMED = 1 << 30
PLACES = [place for place in range(4, 232) if place != 20]  # all scancodes but that of q
CALLS = (
    pygame.WINDOWEXPOSED,
    pygame.WINDOWFOCUSLOST,
    pygame.WINDOWFOCUSGAINED,
    pygame.WINDOWMINIMIZED,
    pygame.WINDOWRESTORED,
    pygame.WINDOWHIDDEN,
    pygame.WINDOWSHOWN,
    pygame.WINDOWENTER,
    pygame.WINDOWLEAVE,
)


def event(dice, canvas):
    """One thing that hands, or a system, may do."""
    what = dice.random()
    if what < 0.7:
        kind = pygame.KEYDOWN if dice.random() < 0.6 else pygame.KEYUP
        mod = dice.choice([0] * 8 + [pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL, pygame.KMOD_LALT])
        if dice.random() < 0.5:
            char = dice.choice(CHARS)
            told = {"key": ord(char), "scancode": dice.choice(PLACES), "unicode": char}
        else:
            place = dice.choice(PLACES)
            told = {"key": NAMED | place, "scancode": place, "unicode": ""}
        return pygame.event.Event(kind, told | {"mod": mod})
    if what < 0.97:
        kind = dice.choice(
            [pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION, pygame.MOUSEMOTION]
        )
        w, h = canvas.window.size
        pos = (dice.randrange(-40, w + 40), dice.randrange(-40, h + 40))
        told = {"pos": pos, "rel": (1, 1), "buttons": (0, 0, 0), "button": dice.randrange(1, 6)}
        return pygame.event.Event(kind, told | {"window": canvas.window})
    return pygame.event.Event(dice.choice(CALLS), {"window": canvas.window})


@pytest.fixture
def display():
    need_screen()
    with trial.screen((800, 600)) as name:
        assert name == "Xvfb"
        yield


def posted(dice, canvas):
    """Some events, read back from the queue in which they were put."""
    for _ in range(dice.randrange(1, BATCH + 1)):
        pygame.event.post(event(dice, canvas))
    return pygame.event.get()


def shown(canvas):
    return pygame.surfarray.array3d(canvas.window.get_surface()).swapaxes(0, 1)


def test_a_show_survives_ten_thousand_random_events(display, capfd):
    timeline = compile_scene(load_scene("weights_stay"))
    stage = trial.opened(timeline, SIZES[0])
    dice, count, now = random.Random(5), 0, 0.0
    turned = False
    while count < EVENTS:
        if dice.random() < 0.01:
            stage.hall.window.size = dice.choice(SIZES)
        events = posted(dice, stage.hall)
        now += dice.choice((FRAME, FRAME, 0.2, 1.5))
        loop.step(stage, now, events)
        count += len(events)
        assert not stage.talk.over
        assert stage.pictures.good
        assert 0.0 <= stage.talk.moment <= timeline.seconds
        turned = turned or bool(stage.show.timelines[0].take.turns)
    assert capfd.readouterr().err == ""  # no picture failed
    assert turned  # knobs were turned among all that
    same_picture(stage, now)
    stage.hall.close()


def same_picture(stage, now):
    """The window shows what frame_at gives for the state that is told."""
    stage.hall.fullscreen(full=False)
    head = replace(stage.talk.head, playing=False)
    stage.talk = replace(stage.talk, full=False, head=head, help=False)
    for kind in (pygame.WINDOWFOCUSLOST, pygame.WINDOWSHOWN):
        loop.handle(stage, pygame.event.Event(kind, {}), now)
    time.sleep(0.2)  # the server follows a change of size
    for event in pygame.event.get():
        loop.handle(stage, event, now)
    stage.pictures.hall, stage.pointing = None, False
    loop.draw(stage, now)
    place, talk = stage.hall.place, replace(stage.talk, digits=None)
    look = Look(*place.size, theme=talk.theme, lang=talk.lang)
    painted = Painter(*place.size).paint(hall(stage.seen, talk, look, typed=typing(stage.talk)))
    expected = pygame.surfarray.array3d(painted).swapaxes(0, 1)
    x, y = place.x, place.y
    actual = shown(stage.hall)[y : y + place.size[1], x : x + place.size[0]]
    assert np.array_equal(expected, actual)


def test_the_last_word_of_a_window_that_was_closed_neither_hides_another_nor_ends_the_show(display):
    stage = trial.opened(compile_scene(load_scene("memory_wall")), SIZES[0])
    gone = {"window": None}  # what pygame says once the window is no more
    for kind in (pygame.WINDOWHIDDEN, pygame.WINDOWMINIMIZED, pygame.WINDOWCLOSE):
        loop.handle(stage, pygame.event.Event(kind, gone), 0.0)
    assert stage.hall.visible
    assert not stage.talk.over
    loop.handle(stage, pygame.event.Event(pygame.WINDOWHIDDEN, {"window": stage.hall.window}), 0.0)
    assert not stage.hall.visible
    stage.hall.close()


def test_a_talk_survives_ten_thousand_random_events(display, capfd):
    timelines = tuple(compile_scene(load_scene(name)) for name in ("race", "weights_stay"))
    titles = tuple(timeline.scene.title for timeline in timelines)
    reel = Reel("two", titles[0], timelines, titles, Look())
    seats = (Display(0, 320, 180, (0, 0)), Display(0, 480, 270, (400, 0)))
    stage = Stage(reel, Talk(Playhead(deck_of(reel))), (320, 180), seats)
    dice, count, now = random.Random(6), 0, 0.0
    loop.sit(stage, now)
    loop.draw(stage, now)
    while count < EVENTS:
        now += dice.choice((FRAME, FRAME, 0.2, 1.5))
        events = posted(dice, dice.choice(stage.both))
        loop.step(stage, now, events)
        count += len(events)
        assert not stage.talk.over
        assert 0 <= stage.talk.step < len(stage.talk.deck.steps)
    assert capfd.readouterr().err == ""
    for canvas in stage.both:
        canvas.close()


def test_closing_the_audiences_window_asks_first_and_closing_the_notes_keeps_the_talk(display):
    timeline = compile_scene(load_scene("race"))
    reel = trial.reel_of(timeline)
    seats = (Display(0, 320, 180, (0, 0)), Display(0, 480, 270, (400, 0)))
    stage = Stage(reel, Talk(Playhead(deck_of(reel))), (320, 180), seats)
    loop.sit(stage, 0.0)
    loop.draw(stage, 0.0)

    def close(canvas, now):
        told = {"window": canvas.window}
        loop.step(stage, now, [pygame.event.Event(pygame.WINDOWCLOSE, told)])

    close(stage.desk, 1.0)
    assert (stage.desk, stage.talk.over) == (None, False)
    close(stage.hall, 2.0)
    assert not stage.talk.over
    assert "Q" in typing(stage.talk)  # the speaker is told
    close(stage.hall, 9.0)  # much later: asked anew
    assert not stage.talk.over
    close(stage.hall, 9.5)
    assert stage.talk.over
    stage.hall.close()
    alone = trial.opened(timeline, (320, 180))  # a lesson that is watched ends at once
    loop.handle(alone, pygame.event.Event(pygame.WINDOWCLOSE, {"window": alone.hall.window}), 1.0)
    assert alone.talk.over
    alone.hall.close()


def test_random_hands_on_a_real_keyboard_and_mouse_leave_the_player_running(tmp_path: Path) -> None:
    dice = random.Random(7)
    names = ["space", "Right", "Left", "Prior", "Next", "Home", "End", "Tab", "shift+Tab", "Return"]
    names += [*"tlikrhwbe123", "period", "comma", "plus", "minus", "question", "Escape", "Up"]
    with screen(tmp_path) as there, player(there, tmp_path, "race", "--size", "480x270") as play:
        x, y, w, h = play.place
        for _ in range(8):
            there.do("key", "--delay", 3, *dice.choices(names, k=60))
            words: list[str | int] = []
            for _ in range(12):
                spot = (x + dice.randrange(w), y + dice.randrange(h))
                words += ["mousemove", *spot, dice.choice(["mousedown", "mouseup"]), 1]
            there.do(*words, "mouseup", 1)
            assert not play.ended()
        assert play.said() == ""
        there.key("q")
        wait_for("the end", play.ended, 5.0)
        assert play.process.returncode == 0
