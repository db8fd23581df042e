"""What a viewer's actions do to a session. No window."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import get_args

import pytest

from viz.desk import keymap as keys
from viz.desk import transport as tr
from viz.desk.keymap import Action, Keyboard, Press
from viz.desk.session import Session, act

FRESH = Session(tr.start((0.0, 2.0, 6.0), 10.0))


def after(*actions: Action) -> Session:
    session = FRESH
    for action in actions:
        session = act(session, action)
    return session


def test_theme_goes_to_light_and_back() -> None:
    assert after("theme").theme == "light"
    assert after("theme", "theme").theme == "dark"


def test_language_goes_round() -> None:
    assert after("language").lang == "zh"
    assert after("language", "language").lang == "en"


def test_help_and_sources_take_each_others_place() -> None:
    assert after("help").panel == "help"
    assert after("help", "sources").panel == "sources"
    assert after("sources", "sources").panel == ""


def test_escape_closes_a_panel_first_and_then_leaves_full_screen_and_never_quits() -> None:
    once = after("fullscreen", "help", "close")
    assert (once.panel, once.fullscreen) == ("", True)
    twice = act(once, "close")
    assert (twice.fullscreen, twice.over) == (False, False)
    assert not act(act(twice, "close"), "close").over


def test_q_quits() -> None:
    assert after("quit").over


def test_home_and_end_go_to_the_first_and_the_last_picture() -> None:
    assert after("last").transport.at == 10.0
    assert after("last", "first").transport.at == 0.0


def test_restart_plays_from_the_start_even_when_paused() -> None:
    again = after("next_beat", "play_pause", "restart").transport
    assert (again.at, again.running) == (0.0, True)


@pytest.mark.parametrize("action", [a for a in get_args(Action) if a != "quit"])
def test_only_q_ends_a_session(action: Action) -> None:
    assert not after(action).over


def test_ten_thousand_random_presses_leave_a_valid_session() -> None:
    chance = random.Random(20260801)
    session, board, now = FRESH, Keyboard(), 0.0
    places = [p for row in keys.TABLE if row.action != "quit" for p in row.places]
    for _ in range(10_000):
        now += chance.uniform(0.0, 0.4)
        session = replace(session, transport=tr.tick(session.transport, now))
        place = chance.choice(places)
        board, action = keys.press(board, Press("", 1 << 30 | place, place), now)
        if chance.random() < 0.9:
            board = keys.release(board, place)
        if action:
            session = act(session, action)
        assert 0.0 <= session.transport.at <= 10.0
        assert session.panel in ("", "help", "sources")
        assert session.transport.speed in tr.SPEEDS
    assert not session.over
