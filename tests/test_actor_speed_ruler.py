"""Public speeds on a linear ruler: distance is time, squares are weights, and layers are cut alike."""

from collections import Counter

import pytest
from stagecraft import labels, show

from viz.actors.speed_ruler.speed_streams import WAY
from viz.stage.amounts import DONE, HERE, NEVER, NOW
from viz.stage.marks import Box, Clip, Disc, Field, Gradient

SPEEDS = {1: 50, 2: 70, 3: 750, 4: 1200, 5: 1000, 6: 1600, 7: 2500}


def in_beat(opened, number, share=0.7):
    span = opened.timeline.beats[number - 1]
    return opened.frame(span.start + share * (span.end - span.start))


def keyed(frame, kind):
    return {mark.key: mark for mark in frame.all if isinstance(mark, kind) and mark.key}


@pytest.mark.parametrize("size", [(1920, 1080), (1080, 1920)])
def test_points_stand_where_a_linear_ruler_has_them(size):
    points = keyed(in_beat(show("public_speeds", *size), 5), Disc)
    at = {n: points[f"speed:{n}/point"] for n in SPEEDS}
    along = "x" if size[0] > size[1] else "y"
    each = (getattr(at[7], along) - getattr(at[1], along)) / 2450
    for number, speed in SPEEDS.items():
        place = getattr(at[1], along) + each * (speed - 50)
        assert getattr(at[number], along) == pytest.approx(place, abs=0.01)


def test_only_what_third_parties_measured_is_filled():
    opened = show("public_speeds")
    frame = in_beat(opened, 5)
    points = keyed(frame, Disc)
    hollow = {n for n in SPEEDS if points[f"speed:{n}/point"].fill == frame.ground}
    assert hollow == {1, 2, 3, 4, 6}


def test_names_come_two_at_a_time_and_the_pair_only_after_the_question():
    opened = show("public_speeds")
    points = [sum("/point" in key for key in keyed(in_beat(opened, n), Disc)) for n in range(1, 6)]
    assert points == [2, 4, 5, 5, 7]


def test_the_gap_between_two_tokens_is_the_time_of_one():
    """30 units are a millisecond: at 2,500 a second 12 lie between two tokens, at 750 there are 40."""
    frame = in_beat(show("public_speeds"), 5)
    for number, gap in ((7, 12.0), (3, 40.0), (6, 18.75)):
        lane = next(m for m in frame.world if m.key == f"speed:{number}/tokens/clip")
        assert isinstance(lane, Clip)
        assert lane.marks[0].pitch_y == pytest.approx(gap)


def test_tokens_move_less_than_half_their_gap_from_picture_to_picture_of_a_film():
    opened = show("public_speeds")
    for span in opened.timeline.beats[1:5]:
        pace = opened.timeline.lens.pace(span.end - 0.1)
        drawn = keyed(opened.frame(span.end - 0.1), Gradient)
        for number, speed in SPEEDS.items():
            beam = f"speed:{number}/beam" in drawn
            assert beam or WAY * pace / 30 <= WAY / speed / 2
        assert not any("/beam" in key for key in drawn)
    quick = keyed(opened.frame(opened.timeline.beats[0].end - 0.1), Gradient)
    assert "speed:1/beam" not in quick  # 50 a second, 600 units apart


def test_a_token_reads_all_of_70_squares_and_17_of_400():
    frame = in_beat(show("public_speeds"), 6, 0.9)
    small = Counter(keyed(frame, Field)["speed:6/squares"].cells)
    large = Counter(keyed(frame, Field)["speed:7/squares"].cells)
    assert small[NOW] + small[DONE] + small[HERE] == 70
    assert large[NOW] + large[DONE] + large[HERE] == 17
    assert large[NEVER] == 383
    texts = {label.text for label in labels(frame)}
    assert {"17", " of 400 billion", "70", " of 70 billion"} <= texts


def test_both_tokens_start_their_layers_as_the_last_step_begins():
    """180.0 ms are 288 tokens of 1,600 a second, and 450 of 2,500."""
    opened = show("public_speeds")
    span = opened.timeline.beats[6]
    assert opened.timeline.lens.hw(span.start) == pytest.approx(0.180)


@pytest.mark.parametrize("size", [(1920, 1080), (1080, 1920), (1080, 1080)])
def test_layers_stand_on_one_scale_of_time(size):
    """80 layers in 625 us are 7.81 us each, 48 in 400 us are 8.33: 1.067 times as long."""
    opened = show("public_speeds", *size)
    boxes = keyed(in_beat(opened, 7), Box)
    along = "h" if size[1] > size[0] else "w"
    one = [getattr(boxes[f"speed:6/layer:{i}"], along) for i in range(80)]
    other = [getattr(boxes[f"speed:7/layer:{i}"], along) for i in range(48)]
    assert other[0] / one[0] == pytest.approx(8.3333 / 7.8125, abs=1e-3)
    assert "speed:7/layer:48" not in boxes
    assert "speed:6/layer:80" not in boxes


def test_a_knob_leaves_only_what_third_parties_say():
    opened = show("public_speeds").turn(0.0, who="third-party")
    points = keyed(in_beat(opened, 5), Disc)
    assert {key for key in points if "/point" in key} == {"speed:5/point", "speed:7/point"}
