"""Many users in a pipeline of wafers: what the picture shows, against hand arithmetic."""

import re

import pytest
from actorcraft import beat_at, scene_of, texts
from stagecraft import SIZES, THEMES, all_marks, sentences, show, text_of

from viz.actors.pipeline import pipe_meters
from viz.actors.pipeline.pipe_layout import places
from viz.errors import VizError
from viz.physics.pipeline import Pipeline
from viz.stage import user_shapes as users
from viz.stage.look import Look
from viz.stage.marks import Disc, Dots, Shape, Trail
from viz.stage.style import kit_of
from viz.stage.theme import palette
from viz.timeline.clocks import HwSeconds

PIPE = """
model: llama-3.1-70b
right: 80 x wse-3
batch: %s
show:
  - pipeline: {side: right}
"""


def heads(frame):
    """The tokens in flight."""
    return [m for m in frame.marks if isinstance(m, Shape | Disc) and m.of == "streams"]


def by_hand():
    """80 layers of 17 us on 80 wafers, 79 hops of 2 us: 1,518 us for one word."""
    return Pipeline(token=1518e-6, layer=17e-6, hop=2e-6, layers=80, wafers=80)


def test_one_user_has_one_token_in_flight_and_thirty_have_thirty(tmp_path):
    for count in (1, 30):
        opened = scene_of(tmp_path, PIPE % count, pace="0.1 ms")
        for t in (0.0, 3.3, 9.9):
            frame = opened.frame(t)
            assert len(heads(frame)) == count
            assert len([m for m in frame.marks if isinstance(m, Trail)]) == count


def test_beyond_the_knee_the_others_wait_and_are_counted(tmp_path):
    opened = scene_of(tmp_path, PIPE % 200, pace="0.1 ms")
    streams = opened.timeline.streams("right")
    for t in (0.5, 5.0, 9.5):
        crowd = streams.at(HwSeconds(t * 1e-4))
        frame = opened.frame(t)
        assert len(heads(frame)) == len(crowd.flying) in (89, 90)
        assert text_of(frame, "pipeline.queue")[0] == f"queue: {200 - len(crowd.flying)}"


def test_the_meters_tell_what_can_be_worked_out_by_hand():
    """30 of 80 wafers' time: 30 x 17 / 1518 = 33.6 %; 1 / 1518 us = 659 tok/s for each."""
    kit = kit_of(Look())
    area = (96.0, 668.0, 1728.0, 104.0)
    told = pipe_meters.draw(area, kit, "right", by_hand(), 30, 30)
    words = [text for _, _, marks in told for text in sentences(marks)]
    assert {"34 %", "659", "same as alone", "19,763", "full: 58,824"} <= set(words)
    told = pipe_meters.draw(area, kit, "right", by_hand(), 200, 90)
    words = [text for _, _, marks in told for text in sentences(marks)]
    assert {"100 %", "294", "alone: 659", "58,824", "full: 58,824"} <= set(words)
    told = pipe_meters.draw(area, kit, "right", by_hand(), 1, 1)
    words = [text for _, _, marks in told for text in sentences(marks)]
    assert "1.1 %" in words, "one user keeps 17 of 1,518 us of each wafer busy"


def test_a_token_enters_leaves_and_turns_where_its_wafers_are():
    place = places(by_hand(), (124.0, 340.0, 1672.0, 300.0), 44.0, 3)
    assert len(place.wafers) == 80
    assert place.rows % 2 == 0, "the last row ends at the left, where the queue is"
    for i in (0, 1, 19, 40, 79):
        x, y, w, h = place.wafers[i]
        inside = i * 19e-6 + 8.5e-6  # half way through its layer
        px, py, _ = place.where(inside)
        assert place.wafer(inside) == i
        assert x - 1 <= px <= x + w + 1
        assert y - 1 <= py <= y + h + 1


@pytest.mark.parametrize("count", [1, 2, 5, 8, 9, 30, 70, 80, 99, 100])
def test_wafers_of_any_number_stand_apart_inside_their_box(count):
    pipe = Pipeline(80 * 17e-6 + (count - 1) * 2e-6, 17e-6, 2e-6, 80, count)
    box = (124.0, 340.0, 1672.0, 300.0)
    place = places(pipe, box, 44.0, 3)
    for i, (x, y, w, h) in enumerate(place.wafers):
        assert box[0] <= x
        assert x + w <= box[0] + box[2] + 1
        assert box[1] - 1 <= y
        assert y + h <= box[1] + box[3] + 1
        for ax, ay, aw, ah in place.wafers[:i]:
            assert not (x < ax + aw and ax < x + w and y < ay + ah and ay < y + h)
    assert place.times == tuple(sorted(place.times))


def test_a_tail_lies_behind_its_token_and_never_round_a_corner():
    place = places(by_hand(), (124.0, 340.0, 1672.0, 300.0), 44.0, 3)
    for i in range(400):
        since = 1518e-6 * (i + 0.5) / 400
        x, y, reach = place.where(since)
        before_x, before_y, _ = place.where(max(0.0, since - 0.3e-6))
        (_, _), (dx, dy) = reach
        assert dx == 0 or dy == 0
        assert dx * (before_x - x) >= 0
        assert dy * (before_y - y) >= 0


def test_weights_never_move_whatever_the_tokens_do():
    opened = show("fill_the_pipe")

    def grids(t):
        return [
            (m.x, m.y, m.columns, m.rows, m.size)
            for m in all_marks(opened.frame(t))
            if isinstance(m, Dots) and m.columns in (5, 7) and m.rows in (5, 7)
        ]

    first = grids(1.0)
    assert len(first) == 80
    for beat in (3, 4, 5, 6):
        assert grids(beat_at(opened, beat)) == first


def test_users_near_each_other_differ_by_more_than_hue():
    kinds = [users.KINDS[user % len(users.KINDS)] for user in range(8)]
    assert len(set(kinds)) == 8
    for theme in THEMES:
        colours = palette(theme)
        assert len({(user % 8, users.tint(user, colours)) for user in range(24)}) == 24


@pytest.mark.parametrize("size", SIZES)
def test_two_hundred_users_over_a_hundred_wafers_are_on_stage_in_every_form(size):
    opened = show("fill_the_pipe", *size).turn(0.0, wafers="100", users="200")
    frame = opened.frame(3.0)
    assert len(heads(frame)) > 80
    queue = next(text for text in text_of(frame, "pipeline.queue") if text.startswith("queue"))
    assert int(re.sub(r"\D", "", queue)) > 90


def test_too_fast_for_the_eye_it_is_a_steady_stream(tmp_path):
    opened = scene_of(tmp_path, PIPE % 30, pace="1 s")
    frame = opened.frame(5.0)
    assert heads(frame) == []
    assert any(m.of == "streams" for m in frame.marks), "a line through all wafers"


def test_a_pipeline_of_gpus_is_refused_with_the_right_form(tmp_path):
    with pytest.raises(VizError, match="there are none at left") as caught:
        scene_of(
            tmp_path, "model: llama-3.1-70b\nleft: 8 x h100\nshow:\n  - pipeline: {side: left}\n"
        ).frame(0.0)
    assert caught.value.faults[0].write == "left: 80 x wse-3"


def test_a_parameter_that_it_does_not_have_is_refused_with_the_nearest(tmp_path):
    with pytest.raises(VizError, match="no parameter 'meter'; did you mean 'meters'"):
        scene_of(tmp_path, PIPE.replace("{side: right}", "{meter: false}") % 1).frame(0.0)


def test_without_meters_the_picture_has_the_whole_area(tmp_path):
    opened = scene_of(tmp_path, PIPE.replace("{side: right}", "{meters: false}") % 3)
    assert "all users" not in texts(opened.frame(1.0))
