"""The transport, driven by a clock made of numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viz.desk import transport as tr
from viz.desk.transport import Transport

BEATS = (0.0, 2.0, 6.0)  # three beats: 2 s, 4 s, 4 s
LONG = 10.0


def playing(at: float = 0.0, now: float = 100.0, **more: object) -> Transport:
    return tr.start(BEATS, LONG, at, now, **more)  # type: ignore[arg-type]


def test_ten_ticks_or_one_lead_to_the_same_moment() -> None:
    often = playing()
    for i in range(1, 11):
        often = tr.tick(often, 100.0 + i / 10)
    assert tr.tick(playing(), 101.0).at == pytest.approx(1.0, abs=1e-12)
    assert often.at == pytest.approx(1.0, abs=1e-12)


def test_a_slow_frame_loses_pictures_and_no_time() -> None:
    assert tr.tick(playing(), 101.9).at == pytest.approx(1.9)


def test_a_computer_that_slept_an_hour_goes_on_a_quarter_of_a_second_later() -> None:
    woken = tr.tick(tr.tick(playing(), 101.0), 101.0 + 3600)
    assert woken.at == pytest.approx(1.25)
    assert tr.tick(woken, 101.0 + 3600.5).at == pytest.approx(1.75)


def test_a_clock_that_goes_back_moves_nothing_and_then_goes_on() -> None:
    back = tr.tick(tr.tick(playing(), 101.0), 50.0)
    assert back.at == pytest.approx(1.0)
    assert tr.tick(back, 50.5).at == pytest.approx(1.5)


def test_a_clock_that_stands_still_moves_nothing() -> None:
    assert tr.tick(tr.tick(playing(), 101.0), 101.0).at == pytest.approx(1.0)


def test_a_pause_costs_no_show_time() -> None:
    paused = tr.toggle(tr.tick(playing(), 101.0))
    later = tr.toggle(tr.tick(paused, 161.0))
    assert paused.at == later.at == pytest.approx(1.0)
    assert tr.tick(later, 161.5).at == pytest.approx(1.5)


@pytest.mark.parametrize(
    ("at", "there"), [(0.0, 2.0), (1.9, 2.0), (2.0, 6.0), (5.0, 6.0), (6.0, 10.0), (9.0, 10.0)]
)
def test_right_goes_to_the_start_of_the_next_beat_and_from_the_last_to_the_end(
    at: float, there: float
) -> None:
    assert tr.next_beat(playing(at)).at == there


@pytest.mark.parametrize(
    ("at", "there"), [(0.0, 0.0), (1.5, 0.0), (2.0, 0.0), (2.5, 2.0), (6.0, 2.0), (10.0, 6.0)]
)
def test_left_goes_to_the_start_of_this_beat_or_at_its_start_to_the_one_before(
    at: float, there: float
) -> None:
    assert tr.previous_beat(tr.pause(playing(at))).at == there


def test_left_twice_while_playing_goes_back_two_beats() -> None:
    once = tr.previous_beat(playing(8.0))
    half_a_second_later = tr.tick(once, 100.5)
    assert once.at == 6.0
    assert tr.previous_beat(half_a_second_later).at == 2.0


@pytest.mark.parametrize("seeks", [tr.next_beat, tr.previous_beat])
def test_stepping_a_beat_keeps_playing_playing_and_a_pause_a_pause(seeks: object) -> None:
    assert seeks(playing(5.0)).playing  # type: ignore[operator]
    assert not seeks(tr.pause(playing(5.0))).playing  # type: ignore[operator]


def test_one_frame_on_is_the_next_frame_of_a_film_at_sixty_and_pauses() -> None:
    on = tr.step_frames(playing(1.005), 1)
    assert on.at == pytest.approx(61 / 60)
    assert not on.running
    assert tr.step_frames(on, 1).at == pytest.approx(62 / 60)
    assert tr.step_frames(on, -1).at == pytest.approx(60 / 60)


def test_one_frame_back_between_two_frames_lands_on_the_one_before() -> None:
    assert tr.step_frames(playing(1.005), -1).at == pytest.approx(60 / 60)


def test_a_hundred_frames_on_and_back_is_the_same_frame() -> None:
    there = playing(1.0)
    for _ in range(100):
        there = tr.step_frames(there, 1)
    assert there.at == pytest.approx(160 / 60)
    for _ in range(100):
        there = tr.step_frames(there, -1)
    assert there.at == pytest.approx(1.0)


def test_frames_end_at_the_ends_of_the_show() -> None:
    assert tr.step_frames(playing(LONG), 1).at == LONG
    assert tr.step_frames(playing(0.0), -1).at == 0.0


def test_twice_the_playback_speed_shows_two_seconds_in_one_from_now_on() -> None:
    fast = tr.faster(tr.tick(playing(), 101.0))
    assert fast.at == pytest.approx(1.0)
    assert fast.speed == 2.0
    assert tr.tick(fast, 102.0).at == pytest.approx(3.0)


def test_playback_speed_doubles_and_halves_within_a_sixteenth_and_eight() -> None:
    there = playing()
    up = []
    for _ in range(5):
        there = tr.faster(there)
        up.append(there.speed)
    assert up == [2.0, 4.0, 8.0, 8.0, 8.0]
    for _ in range(9):
        there = tr.slower(there)
    assert there.speed == 1 / 16


def test_the_show_holds_its_last_picture_and_space_plays_it_again() -> None:
    over = tr.tick(playing(9.5), 101.0)
    assert over.at == LONG
    assert over.ended
    assert not over.running
    again = tr.toggle(tr.tick(over, 130.0))
    assert again.at == 0.0
    assert tr.tick(again, 131.0).at == pytest.approx(1.0)


def test_stepping_back_from_the_end_of_a_playing_show_plays_on() -> None:
    back = tr.previous_beat(tr.tick(tr.tick(playing(9.5), 101.0), 150.0))
    assert back.at == 6.0
    assert tr.tick(back, 150.5).at == pytest.approx(6.5)


def test_a_kiosk_loops_without_losing_time() -> None:
    looped = tr.tick(playing(9.5, end="loop"), 101.0)
    assert looped.at == pytest.approx(0.5)
    assert tr.tick(looped, 101.5).at == pytest.approx(1.0)


def test_the_show_waits_at_a_stop_until_it_is_told_to_go_on() -> None:
    waits = tr.tick(playing(1.5, stops=(2.0,)), 101.0)
    assert (waits.at, waits.running) == (2.0, False)
    assert tr.tick(waits, 110.0).at == 2.0
    assert tr.tick(tr.toggle(tr.tick(waits, 110.0)), 110.5).at == pytest.approx(2.5)


def test_a_hand_on_the_line_holds_the_show_and_letting_go_plays_on_from_there() -> None:
    held = tr.seek(tr.grab(tr.tick(playing(), 101.0)), 4.0)
    assert tr.tick(held, 105.0).at == 4.0
    assert tr.tick(tr.release(tr.tick(held, 105.0)), 106.0).at == pytest.approx(5.0)


def test_a_seek_beyond_the_ends_goes_to_the_ends() -> None:
    assert tr.seek(playing(), -5.0).at == 0.0
    assert tr.seek(playing(), 50.0).at == LONG


MOVES = [
    tr.toggle,
    tr.pause,
    tr.play,
    tr.next_beat,
    tr.previous_beat,
    tr.faster,
    tr.slower,
    tr.grab,
    tr.release,
    lambda t: tr.seek(t, 3.3),
    lambda t: tr.step_frames(t, 1),
    lambda t: tr.step_frames(t, -1),
]


@given(
    st.lists(st.tuples(st.sampled_from(MOVES), st.floats(-10.0, 7200.0)), min_size=1, max_size=60),
    st.sampled_from(["hold", "loop"]),
)
def test_no_order_of_keys_and_clocks_leaves_the_show(steps: list, end: str) -> None:
    there, now = playing(end=end), 100.0
    for move, gap in steps:
        now += gap
        there = move(tr.tick(there, now))
        assert 0.0 <= there.at <= LONG
        assert 0 <= there.beat < len(BEATS)


@given(st.floats(0.0, 1.9), st.floats(0.0, 1.9), st.sampled_from(tr.SPEEDS))
def test_playing_never_goes_back(first: float, second: float, speed: float) -> None:
    there = replace(playing(), speed=speed)
    one = tr.tick(there, 100.0 + first)
    two = tr.tick(one, 100.0 + first + second)
    assert two.at >= one.at >= 0.0
