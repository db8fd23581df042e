"""Public speeds on one log axis: equal ratios are equal lengths, and kinds are told apart."""

from math import log

import pytest
from actorcraft import beat_at, end_of, scene_of, texts
from stagecraft import show, text_of

from viz.errors import VizError
from viz.stage.marks import Disc, Dots
from viz.stage.theme import palette

SPEEDS = [50, 70, 750, 1000, 1200, 1600, 2500]


def points(frame):
    return [m for m in frame.marks if isinstance(m, Disc) and m.of == "points.value"]


def streams(frame):
    return [m for m in frame.marks if isinstance(m, Dots) and m.of == "points.stream"]


def test_points_stand_on_a_log_axis():
    opened = show("public_speeds")
    at = [point.x for point in points(opened.frame(end_of(opened, 2)))]
    each = (at[-1] - at[0]) / log(2500 / 50)
    for x, speed in zip(at, SPEEDS, strict=True):
        assert x - at[0] == pytest.approx(each * log(speed / 50), abs=0.01)


def test_what_third_parties_measured_is_filled_and_the_rest_hollow():
    opened = show("public_speeds")
    ground = palette("dark").panel
    hollow = [point.fill == ground for point in points(opened.frame(end_of(opened, 2)))]
    assert hollow == [True, True, True, False, True, True, False]


def test_streams_are_as_dense_as_they_are_fast_and_flow_at_one_speed():
    """A circle is 200 tokens: at 2,500 a second 12.5 come in a second, at 750 there are 3.75."""
    opened = show("public_speeds")
    t = end_of(opened, 2) - 0.1
    one, other = streams(opened.frame(t)), streams(opened.frame(t + 1 / 60))
    assert [240 / s.pitch_x for s in one] == pytest.approx([speed / 200 for speed in SPEEDS])
    for before, after in zip(one, other, strict=True):
        moved = (after.x - before.x) % before.pitch_x
        assert moved == pytest.approx(4.0, abs=1e-6)
        assert moved < before.pitch_x / 2


def test_points_come_one_by_one():
    """0.9 a second: three after 3.4 s of the clock."""
    opened = show("public_speeds")
    start = opened.timeline.beats[1].start
    assert len(points(opened.frame(start))) == 0
    assert len(points(opened.frame(start + 3.4))) == 3


def test_the_pair_is_2_5_times_and_shown_only_where_it_is_looked_at():
    opened = show("public_speeds")
    assert text_of(opened.frame(beat_at(opened, 4)), "points.pair") == ["2.5×"]
    assert text_of(opened.frame(beat_at(opened, 5)), "points.pair") == []


def test_a_knob_sorts_by_size_with_the_unknown_last_and_another_hides_vendors():
    sized = show("public_speeds").turn(0.0, order="size")
    shown = text_of(sized.frame(34.0), "points.value")
    assert shown[0] == "1,600"
    assert sorted(shown[1:3]) == ["1,000", "2,500"]
    measured = show("public_speeds").turn(0.0, shown="third-party")
    assert text_of(measured.frame(34.0), "points.value") == ["1,000", "2,500"]
    assert "Perplexity Sonar" not in texts(measured.frame(34.0))


def test_a_stream_too_fast_to_draw_is_steady(tmp_path):
    body = "show:\n  - points: {title: A, names: [A], values: [2500 tok/s], stream: 100}"
    opened = scene_of(tmp_path, body, "60 s")
    now, then = (
        [m for m in opened.frame(t).marks if getattr(m, "of", "") == "points.stream"]
        for t in (1.0, 1.0 + 1 / 60)
    )
    assert now == then
    assert not streams(opened.frame(1.0))


def test_a_claim_that_there_is_not_is_refused_with_the_nearest(tmp_path):
    body = "show:\n  - points: {title: A, names: [A], values: [claim:sonar-sped]}"
    with pytest.raises(VizError, match="claim:sonar-speed"):
        scene_of(tmp_path, body)
