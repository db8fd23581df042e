"""Bigger model: words in true parts on one scale, boxes that take turns, leads that are counted."""

import pytest
from stagecraft import labels, show

from viz.actors.hall.gpu_world import in_turn
from viz.actors.word_strips.word_parts import parts_of
from viz.stage.amounts import HERE, NEVER
from viz.stage.marks import Box, Disc, Field, Line
from viz.stage.word_reading import Reading

# Hand arithmetic, tensorrt-llm-2024.yaml and wafer.yaml: kernels of 5.9 us, 14.6 us of the host,
# meetings of 13.3 us in a box and 122 us more between boxes, 88 % of 3.35 TB/s, 17 us a layer.
STARTS_405B = 1260 * 5.9e-6 + 14.6e-6
READING_405B = 808e9 / (16 * 3.35e12 * 0.88)
WAFER_405B = 126 * 17e-6 + 255e-6 + 18 * 2.2e-6


def in_beat(opened, number, share=0.7):
    span = opened.timeline.beats[number - 1]
    return opened.frame(span.start + share * (span.end - span.start))


def setting(opened, number):
    return opened.timeline.setting(opened.timeline.beats[number - 1].end - 0.05).scene


def keyed(frame, kind):
    return {mark.key: mark for mark in frame.all if isinstance(mark, kind) and mark.key}


def test_parts_of_405b_on_sixteen_cards_are_those_of_the_physics_by_hand():
    opened = show("bigger_model")
    turns, slow, fast = (parts_of(setting(opened, number)) for number in (5, 6, 7))
    assert (turns.turns, slow.turns) == (2, 1)
    assert slow.reading == pytest.approx(READING_405B, rel=0.01)
    assert turns.reading == pytest.approx(2 * READING_405B, rel=0.01)
    for parts in (turns, slow, fast):
        assert parts.starts == pytest.approx(STARTS_405B, rel=0.01)
        assert parts.other == pytest.approx(WAFER_405B, rel=0.02)
    assert slow.meetings == pytest.approx(252 * 14e-6, rel=0.1)
    assert slow.far == pytest.approx(252 * 122e-6, rel=0.03)
    assert fast.far < 0.02 * slow.far
    assert turns.far == 0.0


def test_the_parts_of_a_setting_add_up_to_the_step_that_both_machines_take():
    opened = show("bigger_model")
    for number in (3, 4, 5, 6, 7):
        scene = setting(opened, number)
        assert parts_of(scene).one == pytest.approx(scene.step("left").seconds)
        assert parts_of(scene).other == pytest.approx(scene.step("right").seconds)


def test_as_many_circles_stand_under_a_word_as_the_wafers_write_meanwhile():
    opened = show("bigger_model")
    for beat, told in ((3, 0), (4, 1), (5, 2), (6, 3), (7, 4)):
        lead = parts_of(setting(opened, beat)).lead
        discs = keyed(in_beat(opened, beat, 0.95), Disc)
        shown = [key for key in discs if key.startswith(f"strip:{told}/many/circle")]
        assert len(shown) == int(lead)
        texts = {label.text for label in labels(in_beat(opened, beat, 0.95))}
        assert f"{lead:.2g}×" in texts


@pytest.mark.parametrize("size", [(1920, 1080), (1080, 1920)])
def test_all_strips_stand_on_one_scale(size):
    opened = show("bigger_model", *size)
    boxes = keyed(in_beat(opened, 6, 0.95), Box)
    each = {}
    for number in (2, 3):
        parts = parts_of(setting(opened, 3 + number))
        each[number] = boxes[f"strip:{number}/one/starts"].w / parts.starts
        reading = boxes[f"strip:{number}/one/reading:0"].w + 3.0
        assert reading / (parts.reading / parts.turns) == pytest.approx(each[number], rel=0.04)
    assert each[2] == pytest.approx(each[3], rel=0.02)


def test_while_one_box_reads_the_other_is_done_or_waits():
    now = Reading(0.25, 10.0, 4.0, reads=True, steady=False)
    first, second = in_turn(now, 2, 0), in_turn(now, 2, 1)
    assert (first.share, first.waits, first.rate) == (0.5, False, 8.0)
    assert (second.share, second.waits, second.rate) == (0.0, True, 0.0)
    later = Reading(0.75, 30.0, 4.0, reads=True, steady=False)
    assert (in_turn(later, 2, 0).share, in_turn(later, 2, 0).waits) == (1.0, True)
    assert in_turn(later, 2, 1).share == 0.5
    assert in_turn(now, 1, 0) is now


def test_sixteen_cards_stand_in_two_boxes_of_eight_and_eight_in_none():
    opened = show("bigger_model")
    boxes = keyed(in_beat(opened, 5), Box)
    outer = [boxes["left/box:0"], boxes["left/box:1"]]
    assert "left/box:2" not in boxes
    for index in range(16):
        die = boxes[f"left/gpu:{index + 1}/die"]
        box = outer[index // 8]
        assert box.x < die.x
        assert die.x + die.w < box.x + box.w
        assert box.y < die.y
        assert die.y + die.h < box.y + box.h
    assert "left/box:0" not in keyed(in_beat(opened, 4), Box)


def test_cards_that_meet_light_their_link_and_read_nothing():
    opened = show("bigger_model")
    meeting = keyed(in_beat(opened, 6, 0.3), Line)["left/trunk:0"]
    reading = keyed(in_beat(opened, 6, 0.46), Line)["left/trunk:0"]
    assert not meeting.dash
    assert reading.dash


def test_published_leads_are_so_many_circles_and_experts_that_are_not_read_stay_dark():
    """1,837 over 288 are 6.4, 969 over 72 are 13.5; of Maverick's 400 squares 17 are read."""
    opened = show("bigger_model")
    frame = in_beat(opened, 9)
    discs = keyed(frame, Disc)
    counts = [sum(key.startswith(f"lead:{n}/word") for key in discs) for n in range(1, 6)]
    assert counts == [6, 6, 3, 2, 13]
    cells = keyed(frame, Field)["lead:4/squares"].cells
    assert (cells.count(HERE), cells.count(NEVER)) == (17, 383)
    texts = {label.text for label in labels(frame)}
    assert {"6.4×", "6.3×", "3.5×", "2.4×", "13.5×"} <= texts


def test_leads_come_after_the_machines_and_mixtures_after_the_dense():
    opened = show("bigger_model")
    assert not any("/word:" in key for key in keyed(in_beat(opened, 1), Disc))
    dense = keyed(in_beat(opened, 8), Disc)
    assert "lead:5/word:0" in dense
    assert "lead:4/word:0" not in dense


def test_our_three_cases_of_405b_stand_as_marks_at_its_column():
    opened = show("bigger_model")
    lines = keyed(in_beat(opened, 10), Line)
    discs = keyed(in_beat(opened, 10), Disc)
    word = discs["lead:5/word:0"].y - discs["lead:5/word:1"].y
    for told, beat in ((2, 5), (3, 6), (4, 7)):
        lead = parts_of(setting(opened, beat)).lead
        high = discs["lead:5/word:0"].y - lines[f"lead/ours:{told}"].points[0][1]
        assert high / word == pytest.approx(lead - 0.5, abs=0.01)


def test_the_place_of_the_next_word_is_not_drawn_where_it_would_lie_on_a_number():
    opened = show("bigger_model")
    one = keyed(in_beat(opened, 3), Line)
    assert "left/next/slot" in one
    assert "right/next/slot" not in one  # a single wafer is narrower than both
    assert "right/next/slot" in keyed(in_beat(opened, 4), Line)
