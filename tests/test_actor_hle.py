"""A benchmark as fields of questions and clocks: 4,707 min against 671 min is 7.01 times."""

import pytest
from actorcraft import beat_at, end_of, scene_of, texts
from stagecraft import show, text_of

from viz.errors import VizError
from viz.stage.marks import Arc, Dots


def fields(frame):
    """Dots that are done, in the left and in the right field."""
    done = {}
    for mark in frame.marks:
        if isinstance(mark, Dots) and mark.of == "dots.done":
            side = mark.x > frame.width / 2
            done[side] = done.get(side, 0) + mark.columns * mark.rows
    return done.get(False, 0), done.get(True, 0)


def test_two_seconds_into_the_run_ten_hours_have_passed():
    """600 min / 4707 min x 2500 = 318.7; 600 / 671 x 2500 = 2235.5."""
    opened = show("hle")
    go = opened.timeline.beats[2].start
    assert fields(opened.frame(go + 2.0)) == (318, 2235)
    assert "10 h 00 min" in texts(opened.frame(go + 2.0))


def test_both_fields_are_full_when_both_clocks_have_stopped():
    opened = show("hle")
    frame = opened.frame(end_of(opened, 3))
    assert fields(frame) == (2500, 2500)
    assert {"78 h 27 min", "11 h 11 min", "3.27 days", "0.47 days"} <= set(texts(frame))


def test_the_ratio_is_a_question_mark_until_then_and_7_01_after():
    opened = show("hle")
    assert text_of(opened.frame(beat_at(opened, 2)), "clocks.ratio") == ["?"]
    assert text_of(opened.frame(beat_at(opened, 3)), "clocks.ratio") == ["?"]
    assert text_of(opened.frame(beat_at(opened, 4)), "clocks.ratio") == ["7.01×"]


def test_with_11_times_the_tokens_94_3_per_cent_was_writing():
    """(1 - 1/7.015) / (1 - 1/11) = 0.943; with 14 times 0.923."""
    opened = show("hle")
    assert text_of(opened.frame(beat_at(opened, 4)), "clocks.numbers") == ["11×", "94.3 %"]
    turned = show("hle").turn(0.0, raw="14")
    assert text_of(turned.frame(beat_at(opened, 4)), "clocks.numbers") == ["14×", "92.3 %"]


def test_a_ring_is_a_day_so_the_slow_clock_has_four_and_the_fast_one_part_of_one():
    opened = show("hle")
    arcs = [m for m in opened.frame(end_of(opened, 3)).marks if isinstance(m, Arc) and m.of == "hw"]
    spans = [round(arc.end - arc.start, 3) for arc in arcs]
    assert spans == [1, 1, 1, round(4707 / 1440 - 3, 3), round(671 / 1440, 3)]


def test_a_question_took_113_s_or_16_1_s_if_they_came_one_by_one():
    seen = texts(show("hle").frame(1.0))
    assert {"113 s for each", "16.1 s for each", "if one after the other"} <= set(seen)


def test_a_side_that_there_is_not_is_refused(tmp_path):
    with pytest.raises(VizError, match="'middle' is no choice"):
        scene_of(tmp_path, "show:\n  - dots: {title: A, side: middle}")


def test_a_job_of_no_time_is_done_at_once(tmp_path):
    opened = scene_of(tmp_path, "show:\n  - dots: {title: A, count: 100, time: 0 s}")
    assert text_of(opened.frame(0.1), "dots.done") == ["100"]


def test_the_small_print_writes_times_and_ratios_as_the_stage_does():
    opened = show("hle")
    said = texts(opened.frame(end_of(opened, 5)))
    assert any("78 h 27 min, 11 h 11 min, 11×" in text for text in said)
    assert any("2,500: " in text for text in said)
