"""Two clocks and the lens between them: piecewise linear, never decreasing, any order."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viz.timeline.clocks import Ramp, ScreenSeconds, lens_of

# A pause of 4 s, then 8 s at 5 ms a second, a pause of 2 s, then 5 s at 1 ms a second.
STRETCHES = ((4.0, 0.0), (8.0, 5e-3), (2.0, 0.0), (5.0, 1e-3))
BY_HAND = [
    (0.0, 0.0),
    (4.0, 0.0),
    (5.0, 5e-3),
    (8.0, 20e-3),
    (11.9, 39.5e-3),
    (12.0, 40e-3),
    (13.0, 40e-3),
    (14.0, 40e-3),
    (16.5, 42.5e-3),
    (19.0, 45e-3),
]
stretches = st.lists(
    st.tuples(st.floats(0.05, 60), st.one_of(st.just(0.0), st.floats(1e-9, 10.0))),
    min_size=1,
    max_size=12,
).map(tuple)


@pytest.mark.parametrize(("screen", "hw"), BY_HAND)
def test_the_lens_is_the_sum_of_seconds_times_pace(screen, hw):
    assert lens_of(STRETCHES).hw(ScreenSeconds(screen)) == pytest.approx(hw, abs=1e-15)


def test_a_beat_without_a_pace_is_a_pause():
    lens = lens_of(STRETCHES)
    assert lens.hw(ScreenSeconds(12.0)) == lens.hw(ScreenSeconds(13.999))
    assert lens.pace(ScreenSeconds(13.0)) == 0


@pytest.mark.parametrize(
    ("screen", "pace"),
    [(0.0, 0.0), (3.99, 0.0), (4.0, 5e-3), (11.99, 5e-3), (12.0, 0.0), (14.0, 1e-3), (18.9, 1e-3)],
)
def test_the_pace_is_that_of_the_stretch_under_way(screen, pace):
    assert lens_of(STRETCHES).pace(ScreenSeconds(screen)) == pytest.approx(pace, rel=1e-9)


def test_the_clock_stands_before_the_show_and_after_it():
    lens = lens_of(STRETCHES)
    assert lens.hw(ScreenSeconds(-3.0)) == 0
    assert lens.hw(ScreenSeconds(1e6)) == pytest.approx(45e-3)
    assert lens.pace(ScreenSeconds(-3.0)) == 0
    assert lens.pace(ScreenSeconds(19.0)) == 0


def test_the_show_is_as_long_as_its_stretches():
    assert lens_of(STRETCHES).screen_seconds == 19.0


@given(stretches, st.lists(st.floats(-5, 800), min_size=2, max_size=20))
def test_hardware_time_never_goes_back(parts, moments):
    lens = lens_of(parts)
    times = [lens.hw(ScreenSeconds(t)) for t in sorted(moments)]
    assert times == sorted(times)


@given(stretches)
def test_hardware_time_is_continuous_where_the_pace_changes(parts):
    lens, at = lens_of(parts), 0.0
    for seconds, _ in parts[:-1]:
        at += seconds
        before, after = lens.hw(ScreenSeconds(at - 1e-9)), lens.hw(ScreenSeconds(at + 1e-9))
        assert 0 <= after - before <= 1e-7


@given(stretches, st.integers(0, 2**32))
def test_any_order_gives_the_same_times(parts, seed):
    lens = lens_of(parts)
    moments = [lens.screen_seconds * i / 23 for i in range(24)]
    in_order = {t: lens.hw(ScreenSeconds(t)) for t in moments}
    random.Random(seed).shuffle(moments)
    fresh = lens_of(parts)
    assert {t: fresh.hw(ScreenSeconds(t)) for t in moments} == in_order


def test_between_its_knots_a_ramp_is_straight():
    ramp = Ramp((0.0, 2.0, 3.0), (1.0, 5.0, 5.0))
    assert [ramp.at(x) for x in (-1, 0, 0.5, 1, 2, 2.5, 3, 9)] == [1, 1, 2, 3, 5, 5, 5, 5]
    assert [ramp.slope(x) for x in (-1, 0, 1.9, 2, 3)] == [0, 2, 2, 0, 0]
