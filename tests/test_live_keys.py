"""The key table and what a press means on several keyboards. Scancodes: USB HID usage tables."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viz.desk import keymap as keys
from viz.desk.desk_words import does
from viz.desk.keymap import (
    AT_QUESTION,
    COUNTED,
    KNOBS_OPEN,
    ON_KNOB,
    ON_NUMBER,
    Action,
    Keyboard,
    Press,
    help_rows,
)

NAMED = 1 << 30  # SDL's mark of a key that types nothing

ALL = (*keys.TABLE, *ON_KNOB, *KNOBS_OPEN, *AT_QUESTION, *COUNTED, *ON_NUMBER)
FLOWS = keys.table("flows")


def typed(char: str, place: int) -> Press:
    return Press(char, ord(char), place)


def named(place: int) -> Press:
    return Press("", NAMED | place, place)


def meaning(press: Press) -> str | None:
    return keys.press(Keyboard(), press, 0.0, FLOWS)[1]


@pytest.mark.parametrize(
    ("press", "action"),
    [
        (typed(" ", 44), "play_pause"),
        (named(79), "next_step"),
        (named(80), "previous_step"),
        (named(78), "next_step"),
        (named(75), "previous_step"),
        (typed("[", 47), "frame_back"),
        (typed("]", 48), "frame_forward"),
        (typed(">", 55), "faster"),
        (typed("<", 54), "slower"),
        (Press(".", 46, 55, held="shift"), "faster"),  # as a system without text input tells it
        (Press(",", 44, 54, held="shift"), "slower"),
        (typed(".", 55), "black"),  # Logitech R400
        (typed("b", 5), "black"),  # Kensington
        (named(62), "start"),  # F5 of a clicker
        (typed("t", 23), "theme"),
        (typed("T", 23), "theme"),
        (typed("l", 15), "language"),
        (typed("i", 12), "sources"),
        (typed("f", 9), "fullscreen"),
        (named(68), "fullscreen"),
        (typed("?", 56), "help"),
        (typed("h", 11), "help"),
        (named(58), "help"),
        (typed("q", 20), "quit"),
        (named(41), "close"),
        (named(74), "first_step"),
        (named(77), "last_step"),
    ],
)
def test_each_key_of_the_issue_does_its_work(press: Press, action: str) -> None:
    assert meaning(press) == action


def test_a_cyrillic_keyboard_acts_by_the_place_of_the_key() -> None:
    assert meaning(Press("й", ord("й"), 20)) == "quit"
    assert meaning(Press("е", ord("е"), 23)) == "theme"


def test_an_input_method_that_sends_no_character_acts_by_the_place() -> None:
    assert meaning(Press("", 0, 44)) == "play_pause"
    assert meaning(Press("", 0, 79)) == "next_step"


def test_a_french_a_where_an_english_q_lies_does_not_quit() -> None:
    assert meaning(typed("a", 20)) is None
    assert meaning(typed("q", 4)) == "quit"


def test_a_german_keyboard_has_its_question_mark_and_its_smaller_and_larger() -> None:
    assert meaning(typed("ß", 45)) == "help"
    assert meaning(typed("<", 100)) == "slower"
    assert meaning(typed(">", 100)) == "faster"
    assert meaning(typed("ü", 47)) is None


@pytest.mark.parametrize(
    ("press", "action"),
    [
        (typed("z", 29), "zoom_all"),
        (typed("+", 48), "zoom_in"),  # as a German keyboard has it
        (typed("=", 46), "zoom_in"),
        (named(87), "zoom_in"),
        (typed("-", 45), "zoom_out"),
        (named(86), "zoom_out"),
    ],
)
def test_z_plus_and_minus_are_the_cameras_in_a_window_and_in_a_talk(
    press: Press, action: str
) -> None:
    for manner in ("flows", "waits"):
        rows = keys.table(manner)  # type: ignore[arg-type]
        assert keys.press(Keyboard(), press, 0.0, rows)[1] == action


def test_escape_never_quits() -> None:
    assert [row.action for row in keys.TABLE if 41 in row.places] == ["close"]


@pytest.mark.parametrize("press", [typed("q", 20), typed("c", 6), named(79)])
def test_a_key_with_ctrl_or_alt_belongs_to_the_system(press: Press) -> None:
    assert meaning(Press(press.text, press.key, press.place, command=True)) is None


def test_a_stuck_key_steps_once() -> None:
    board, acted = Keyboard(), []
    for i in range(1000):
        board, action = keys.press(board, named(79), i * 0.03, FLOWS)
        acted.append(action)
    assert [a for a in acted if a] == ["next_step"]


def test_a_bouncing_button_steps_at_most_four_times_a_second() -> None:
    board, steps = Keyboard(), 0
    for i in range(1000):  # ten seconds of down and up every 10 ms
        board, action = keys.press(board, named(78), i * 0.01, FLOWS)
        board = keys.release(board, 78)
        steps += action is not None
    assert steps == 40


def test_a_double_click_of_a_clicker_is_one_step_even_by_two_keys() -> None:
    board, one = keys.press(Keyboard(), named(78), 5.0, FLOWS)
    _, two = keys.press(board, named(79), 5.2, FLOWS)
    assert (one, two) == ("next_step", None)


def test_a_second_press_after_a_quarter_of_a_second_counts() -> None:
    board, _ = keys.press(Keyboard(), named(78), 5.0, FLOWS)
    _, two = keys.press(keys.release(board, 78), named(78), 5.25, FLOWS)
    assert two == "next_step"


def test_different_actions_do_not_wait_for_each_other() -> None:
    board, _ = keys.press(Keyboard(), named(79), 5.0, FLOWS)
    assert keys.press(board, named(80), 5.01, FLOWS)[1] == "previous_step"


def test_a_held_frame_key_repeats() -> None:
    board, action = keys.press(Keyboard(), typed("]", 48), 10.0, FLOWS)
    assert action == "frame_forward"
    steps = []
    for i in range(1, 61):  # one second at 60 frames a second
        board, action = keys.repeated(board, 10.0 + i / 60)
        steps += [i / 60] if action else []
    assert steps[0] == pytest.approx(0.4)
    assert len(steps) == pytest.approx(0.6 * 30, abs=1)
    board = keys.release(board, 48)
    assert keys.repeated(board, 20.0)[1] is None


def test_a_program_that_was_late_does_not_take_a_short_press_for_a_long_one() -> None:
    board, _ = keys.press(Keyboard(), typed("]", 48), 10.0, FLOWS)
    board = keys.release(board, 48)
    assert keys.repeated(board, 11.0)[1] is None


@pytest.mark.parametrize("press", [named(79), typed("t", 23), typed("q", 20)])
def test_no_other_held_key_repeats(press: Press) -> None:
    board, _ = keys.press(Keyboard(), press, 10.0, FLOWS)
    assert keys.repeated(board, 15.0)[1] is None


def test_another_key_pressed_meanwhile_ends_the_repeating() -> None:
    board, _ = keys.press(Keyboard(), typed("]", 48), 10.0, FLOWS)
    board, _ = keys.press(board, typed("t", 23), 10.1, FLOWS)
    assert keys.repeated(board, 15.0)[1] is None


def test_a_key_that_went_up_while_another_window_had_the_keyboard_works_again() -> None:
    board, _ = keys.press(Keyboard(), typed("t", 23), 1.0, FLOWS)
    assert keys.press(board, typed("t", 23), 9.0, FLOWS)[1] is None
    assert keys.press(keys.let_go(board), typed("t", 23), 9.0, FLOWS)[1] == "theme"


def test_every_action_has_a_row_and_words_in_both_languages() -> None:
    assert {row.action for row in ALL} | {"enter"} == set(get_args(Action))
    for manner in ("waits", "flows"):
        for row in help_rows(manner):  # type: ignore[arg-type]
            assert row.shown
            assert len(row.shown) <= keys.CAPS
            assert does("en", row.action) != does("zh", row.action)


@pytest.mark.parametrize("manner", ["waits", "flows"])
def test_no_key_means_two_things(manner: keys.Manner) -> None:
    rows = keys.table(manner)
    chars = [char for row in rows for char in row.chars]
    places = [(row.held, place) for row in rows for place in row.places]
    assert len(chars) == len(set(chars))
    assert len(places) == len(set(places))


def test_the_help_tells_every_key_of_the_table_once() -> None:
    for manner in ("waits", "flows"):
        rows = help_rows(manner)  # type: ignore[arg-type]
        told = [(row.action, cap) for row in rows for cap in row.shown]
        assert len(told) == len({*told, ("reset_timer", ""), ("quit", "")}) - 2 + sum(
            len(row.shown) - len(set(row.shown)) for row in rows
        )
        for row in keys.table(manner):  # type: ignore[arg-type]
            if row.held == "":
                assert {(row.action, cap) for cap in row.shown} <= set(told)


@pytest.mark.parametrize("place", [75, 78, 79, 80, 81, 82, 40, 41, 42, 62, 55, 5])
def test_every_key_of_a_clicker_does_the_same_in_a_window_and_in_a_talk(place: int) -> None:
    """PgUp, PgDn, arrows, Enter, Esc, Backspace, F5, ".", "b"; Space alone halts a lesson."""
    both = [
        keys.press(Keyboard(), Press("", NAMED | place, place), 0.0, keys.table(manner))[1]
        for manner in ("waits", "flows")
    ]
    assert both[0] is not None
    assert both[0] == both[1]


@given(
    st.lists(
        st.tuples(
            st.text(max_size=2), st.integers(0, 1 << 31), st.integers(0, 512), st.floats(0, 1e6)
        ),
        max_size=50,
    )
)
def test_no_key_of_any_keyboard_breaks_the_table(presses: list) -> None:
    board = Keyboard()
    for text, key, place, now in presses:
        board, action = keys.press(board, Press(text, key, place), now, FLOWS)
        assert action is None or action in get_args(Action)
        board = keys.release(board, place)
    assert board.down == frozenset()


def looked_at(board: Keyboard, *moments: float) -> Keyboard:
    """The window has read all that was pressed, at these moments."""
    for moment in moments:
        board, _ = keys.repeated(board, moment)
    return board


def test_a_double_click_that_waits_while_the_program_hangs_is_one_step():
    right = named(79)
    board, action = keys.press(looked_at(Keyboard(), 9.98), right, 10.0, FLOWS)
    assert action == "next_step"
    board = looked_at(board, 10.0)  # the picture after it takes a second; the key is up and down
    board, action = keys.press(keys.release(board, 79), right, 11.0, FLOWS)
    assert action is None
    board, action = keys.press(
        keys.release(board, 79), right, 11.0, FLOWS
    )  # and another, in the queue
    assert action is None
    board = looked_at(board, 11.0, 11.5)
    assert keys.press(keys.release(board, 79), right, 11.51, FLOWS)[1] == "next_step"


def test_another_key_pressed_while_the_program_hung_still_counts():
    board, _ = keys.press(looked_at(Keyboard(), 9.98), named(79), 10.0, FLOWS)
    board = looked_at(board, 10.0)
    assert keys.press(board, named(80), 11.0, FLOWS)[1] == "previous_step"


def test_a_press_counts_again_when_its_time_is_over_wherever_the_looks_fall():
    board, _ = keys.press(looked_at(Keyboard(), 9.99), named(79), 10.0, FLOWS)
    board = looked_at(keys.release(board, 79), 10.0, 10.24)
    assert keys.press(board, named(79), 10.26, FLOWS)[1] is None
    board = looked_at(board, 10.26)
    assert keys.press(board, named(79), 10.28, FLOWS)[1] == "next_step"
