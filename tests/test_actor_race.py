"""Lanes that write one answer: 1,000 tokens take 20 s at 50 a second and 1.33 s at 750."""

import pytest
from actorcraft import beat_at, end_of, scene_of, texts
from stagecraft import show, text_of

from viz.actors.race.race_lanes import Lane
from viz.errors import VizError
from viz.stage.marks import Dots, Hatch


def circles(frame):
    """How many circles are filled, lane by lane; a lane's rows stand close together."""
    lanes, last = [], -1e9
    for mark in frame.marks:
        if isinstance(mark, Dots) and mark.of == "race.tokens":
            if mark.y - last > 100:
                lanes.append(0)
            lanes[-1] += mark.columns * mark.rows
            last = mark.y
    return lanes


@pytest.mark.parametrize(
    ("speed", "wait", "seconds"), [(750, 0, 4 / 3), (50, 0, 20), (750, 2, 10 / 3), (50, 2, 22)]
)
def test_a_lane_is_done_when_it_has_waited_and_written_all_tokens(speed, wait, seconds):
    assert Lane("", speed, "vendor", 1000, wait).seconds == pytest.approx(seconds)


def test_at_three_seconds_of_real_time_lanes_have_written_rate_times_time():
    """150, 160, 210 of 1,000; the last is done. 53.57 x 3 = 160.7."""
    opened = show("race")
    go = opened.timeline.beats[2].start
    assert circles(opened.frame(go + 3.0)) == [150, 160, 210, 1000]


def test_the_ratios_are_15_14_and_10_7_when_all_are_done():
    opened = show("race")
    for beat, ratio in ((5, "15×"), (6, "14×"), (7, "10.7×")):
        assert text_of(opened.frame(end_of(opened, beat)), "race.ratio")[0] == ratio
    shown = text_of(opened.frame(end_of(opened, 5)), "race.time")
    assert shown == ["20 s · 15×", "18.7 s · 14×", "14.3 s · 10.7×", "1.33 s"]


def test_two_seconds_of_waiting_make_the_ratio_6_6():
    """(2 + 20) / (2 + 1.333) = 6.6."""
    opened = show("race")
    frame = opened.frame(end_of(opened, 8))
    assert text_of(frame, "race.ratio")[0] == "6.6×"
    assert sum(isinstance(mark, Hatch) and mark.of == "race.time" for mark in frame.marks) == 4


def test_nothing_is_told_before_the_race_is_run():
    opened = show("race")
    for beat in (1, 2):
        frame = opened.frame(beat_at(opened, beat))
        assert text_of(frame, "race.ratio") == text_of(frame, "race.time") == []


def test_a_turned_knob_starts_the_race_anew():
    """Turned 4 s into the run; half a second later 25 tokens are written at 50 a second."""
    start = show("race").timeline.beats[2].start
    opened = show("race").turn(start + 4.0, tokens="100 tok")
    assert circles(opened.frame(start + 3.9))[0] == 195
    assert circles(opened.frame(start + 4.5))[0] == 25


def test_ten_thousand_tokens_are_told_as_several_to_a_circle():
    opened = show("race").turn(0.0, tokens="10000 tok")
    assert "each circle: 10 tok" in texts(opened.frame(1.0))


def test_a_race_without_speeds_is_refused_with_the_right_form(tmp_path):
    with pytest.raises(VizError, match="race needs 'speeds'"):
        scene_of(tmp_path, "show:\n  - race: {title: A, names: [A]}")
    with pytest.raises(VizError, match="race has no parameter 'speed'; did you mean 'speeds'"):
        scene_of(tmp_path, "show:\n  - race: {title: A, names: [A], speeds: [50 tok/s], speed: 5}")
