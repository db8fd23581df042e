"""The playhead, driven by a clock made of numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viz.desk import playhead as ph
from viz.desk.playhead import Playhead
from viz.desk.steps import BEFORE, Deck, Step

# Three beats: 2 s, 4 s, 4 s; the second asks, and answers after 3 s.
DECK = Deck(
    (
        Step(0, 0, 0.0, 0.0, (2.0,)),
        Step(0, 1, 2.0, 0.0, (3.0, 4.0)),
        Step(0, 2, 6.0, 0.0, (4.0,)),
    )
)
LONG = 10.0


def playing(at: float = 0.0, now: float = 100.0, **more: object) -> Playhead:
    """One that waits nowhere, if nothing is said."""
    head = Playhead(DECK, playing=True, **{"waits": "nowhere", **more})  # type: ignore[arg-type]
    return ph.begun(ph.seek(head, at), now)


def paused(at: float = 0.0) -> Playhead:
    return replace(playing(at), playing=False)


def test_ten_ticks_or_one_lead_to_the_same_moment() -> None:
    often = playing()
    for i in range(1, 11):
        often = ph.tick(often, 100.0 + i / 10)
    assert ph.tick(playing(), 101.0).whole == pytest.approx(1.0, abs=1e-12)
    assert often.whole == pytest.approx(1.0, abs=1e-12)


def test_a_slow_frame_loses_pictures_and_no_time() -> None:
    assert ph.tick(playing(), 101.9).whole == pytest.approx(1.9)


def test_a_computer_that_slept_an_hour_goes_on_a_quarter_of_a_second_later() -> None:
    woken = ph.tick(ph.tick(playing(), 101.0), 101.0 + 3600)
    assert woken.whole == pytest.approx(1.25)
    assert ph.tick(woken, 101.0 + 3600.5).whole == pytest.approx(1.75)


def test_a_clock_that_goes_back_moves_nothing_and_then_goes_on() -> None:
    back = ph.tick(ph.tick(playing(), 101.0), 50.0)
    assert back.whole == pytest.approx(1.0)
    assert ph.tick(back, 50.5).whole == pytest.approx(1.5)


def test_a_clock_that_stands_still_moves_nothing() -> None:
    assert ph.tick(ph.tick(playing(), 101.0), 101.0).whole == pytest.approx(1.0)


def test_a_pause_costs_no_show_time() -> None:
    halted = ph.toggle(ph.tick(playing(), 101.0))
    later = ph.toggle(ph.tick(halted, 161.0))
    assert halted.whole == later.whole == pytest.approx(1.0)
    assert ph.tick(later, 161.5).whole == pytest.approx(1.5)


@pytest.mark.parametrize(
    ("at", "there"), [(0.0, 2.0), (1.9, 2.0), (2.0, 6.0), (5.0, 6.0), (6.0, 10.0), (9.0, 10.0)]
)
def test_right_goes_to_the_start_of_the_next_beat_and_from_the_last_to_the_end(
    at: float, there: float
) -> None:
    assert ph.forward(playing(at)).whole == there


@pytest.mark.parametrize(
    ("at", "there"), [(0.0, 0.0), (1.5, 0.0), (2.0, 0.0), (2.5, 2.0), (6.0, 2.0), (10.0, 6.0)]
)
def test_left_goes_to_the_start_of_this_beat_or_at_its_start_to_the_one_before(
    at: float, there: float
) -> None:
    assert ph.back(paused(at)).whole == there


def test_left_twice_while_playing_goes_back_two_beats() -> None:
    once = ph.back(playing(8.0))
    half_a_second_later = ph.tick(once, 100.5)
    assert once.whole == 6.0
    assert ph.back(half_a_second_later).whole == 2.0


@pytest.mark.parametrize("seeks", [ph.forward, ph.back])
def test_stepping_a_beat_keeps_playing_playing_and_a_pause_a_pause(seeks: object) -> None:
    assert seeks(playing(5.0)).playing  # type: ignore[operator]
    assert not seeks(paused(5.0)).playing  # type: ignore[operator]


def test_one_frame_on_is_the_next_frame_of_a_film_at_sixty_and_pauses() -> None:
    on = ph.by_frames(playing(1.005), 1)
    assert on.whole == pytest.approx(61 / 60)
    assert not on.running
    assert ph.by_frames(on, 1).whole == pytest.approx(62 / 60)
    assert ph.by_frames(on, -1).whole == pytest.approx(60 / 60)


def test_one_frame_back_between_two_frames_lands_on_the_one_before() -> None:
    assert ph.by_frames(playing(1.005), -1).whole == pytest.approx(60 / 60)


def test_a_hundred_frames_on_and_back_is_the_same_frame() -> None:
    there = playing(1.0)
    for _ in range(100):
        there = ph.by_frames(there, 1)
    assert there.whole == pytest.approx(160 / 60)
    for _ in range(100):
        there = ph.by_frames(there, -1)
    assert there.whole == pytest.approx(1.0)


def test_frames_end_at_the_ends_of_the_show() -> None:
    assert ph.by_frames(playing(LONG), 1).whole == LONG
    assert ph.by_frames(playing(0.0), -1).whole == 0.0


def test_twice_the_playback_speed_shows_two_seconds_in_one_from_now_on() -> None:
    fast = ph.faster(ph.tick(playing(), 101.0))
    assert fast.whole == pytest.approx(1.0)
    assert fast.speed == 2.0
    assert ph.tick(fast, 102.0).whole == pytest.approx(3.0)


def test_playback_speed_doubles_and_halves_within_a_sixteenth_and_eight() -> None:
    there = playing()
    up = []
    for _ in range(5):
        there = ph.faster(there)
        up.append(there.speed)
    assert up == [2.0, 4.0, 8.0, 8.0, 8.0]
    for _ in range(9):
        there = ph.slower(there)
    assert there.speed == 1 / 16


def test_the_show_holds_its_last_picture_and_space_plays_it_again() -> None:
    over = ph.tick(playing(9.5), 101.0)
    assert over.whole == LONG
    assert over.ended
    assert not over.running
    again = ph.toggle(ph.tick(over, 130.0))
    assert again.whole == 0.0
    assert ph.tick(again, 131.0).whole == pytest.approx(1.0)


def test_stepping_back_from_the_end_of_a_playing_show_plays_on() -> None:
    back = ph.back(ph.tick(ph.tick(playing(9.5), 101.0), 150.0))
    assert back.whole == 6.0
    assert ph.tick(back, 150.5).whole == pytest.approx(6.5)


def test_a_kiosk_loops_without_losing_time() -> None:
    looped = ph.tick(playing(9.5, loops=True), 101.0)
    assert looped.whole == pytest.approx(0.5)
    assert ph.tick(looped, 101.5).whole == pytest.approx(1.0)


def test_the_show_waits_at_a_stop_until_it_is_told_to_go_on() -> None:
    waits = ph.tick(playing(4.5, waits="questions"), 101.0)
    assert (waits.whole, waits.running, waits.asking) == (5.0, False, True)
    assert waits.moment == 5.0 - BEFORE
    assert ph.tick(waits, 110.0).whole == 5.0
    for on in (ph.toggle, ph.forward):
        assert ph.tick(on(ph.tick(waits, 110.0)), 110.5).whole == pytest.approx(5.5)


def test_what_waits_at_each_step_waits_there_and_at_questions() -> None:
    for start, end in ((0.5, 2.0), (3.5, 5.0), (5.5, 6.0), (9.5, 10.0)):
        waits = ph.tick(playing(start, waits="steps"), 101.9)
        assert (waits.whole, waits.running) == (end, False)


def test_one_tick_goes_through_all_the_steps_that_passed_meanwhile() -> None:
    fast = replace(playing(1.0), speed=8.0)
    assert ph.tick(fast, 101.0).whole == pytest.approx(9.0)


def test_a_hand_on_the_line_holds_the_show_and_letting_go_plays_on_from_there() -> None:
    held = ph.seek(ph.grab(ph.tick(playing(), 101.0)), 4.0)
    assert ph.tick(held, 105.0).whole == 4.0
    assert ph.tick(ph.release(ph.tick(held, 105.0)), 106.0).whole == pytest.approx(5.0)


def test_a_seek_beyond_the_ends_goes_to_the_ends() -> None:
    assert ph.seek(playing(), -5.0).whole == 0.0
    assert ph.seek(playing(), 50.0).whole == LONG


MOVES = [
    ph.toggle,
    ph.forward,
    ph.back,
    ph.skip,
    ph.faster,
    ph.slower,
    ph.grab,
    ph.release,
    lambda t: ph.seek(t, 3.3),
    lambda t: ph.by_frames(t, 1),
    lambda t: ph.by_frames(t, -1),
]


@given(
    st.lists(st.tuples(st.sampled_from(MOVES), st.floats(-10.0, 7200.0)), min_size=1, max_size=60),
    st.sampled_from(["steps", "questions", "nowhere"]),
    st.booleans(),
)
def test_no_order_of_keys_and_clocks_leaves_the_show(steps: list, waits: str, loops: bool) -> None:
    there, now = playing(waits=waits, loops=loops), 100.0
    for move, gap in steps:
        now += gap
        there = move(ph.tick(there, now))
        assert 0.0 <= there.whole <= LONG
        assert 0 <= there.step < len(DECK.steps)


@given(st.floats(0.0, 1.9), st.floats(0.0, 1.9), st.sampled_from(ph.SPEEDS))
def test_playing_never_goes_back(first: float, second: float, speed: float) -> None:
    there = replace(playing(), speed=speed)
    one = ph.tick(there, 100.0 + first)
    two = ph.tick(one, 100.0 + first + second)
    assert two.whole >= one.whole >= 0.0
