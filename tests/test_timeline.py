"""From a scene and the turns of a performance to what happens when."""

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rigs import gpus, scene, timeline, wafers

from viz.errors import VizError
from viz.scene.types import Beat, Knob
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Take, Turn, compile_scene
from viz.timeline.machine import GpuGroup, WaferPipeline

BEATS = ((4.0, 0.0), (8.0, 5e-3), (6.0, 1e-3))
BANDWIDTH = Knob("bandwidth", "h100.memory.bandwidth", {"en": "bandwidth"}, "bytes/second",
                 1e12, 40e12, published=3.35e12)  # fmt: skip
WAFERS = Knob("wafers", "right.count", {"en": "wafers"}, "number", 4, 100, 4, whole=True)
KNOBS = (BANDWIDTH, WAFERS)
# A step takes 12.898796549 ms at 3.35 TB/s and 7.0498796549 ms at 33.5 TB/s: see test_machine.py.
STEP, FAST = 12.898796549253732e-3, 7.0498796549253732e-3


def turn(at, knob, value):
    return Turn(ScreenSeconds(at), knob, value)


def gpu_tokens(line, t):
    return line.left.at(line.lens.hw(ScreenSeconds(t))).progress


def wafer_tokens(line, t):
    return line.right.at(line.lens.hw(ScreenSeconds(t))).progress


def test_beats_follow_each_other_without_a_gap():
    spans = timeline(*BEATS).beats
    assert [(span.start, span.end) for span in spans] == [(0, 4), (4, 12), (12, 18)]
    assert [span.index for span in spans] == [0, 1, 2]


def test_a_beat_begins_at_its_start_and_the_first_and_last_hold_outside_the_show():
    line = timeline(*BEATS)
    moments = [-5, 0, 3.999, 4, 11.999, 12, 18, 99]
    assert [line.span(ScreenSeconds(t)).index for t in moments] == [0, 0, 0, 1, 1, 2, 2, 2]


def test_the_machines_are_of_the_kind_that_their_chips_say():
    line = timeline(*BEATS)
    assert isinstance(line.left, GpuGroup)
    assert isinstance(line.right, WaferPipeline)
    assert (line.machine("left"), line.machine("right")) == (line.left, line.right)


def test_one_lens_serves_both_machines():
    """At 10 s of screen time 6 s x 5 ms have passed: 30 ms for the one and for the other."""
    line = timeline(*BEATS)
    assert gpu_tokens(line, 10.0) == pytest.approx(30e-3 / STEP)
    assert wafer_tokens(line, 10.0) == pytest.approx(30e-3 / 1.499026916206e-3)


def test_nothing_goes_on_in_a_pause():
    line = timeline((2.0, 5e-3), (5.0, 0.0), (2.0, 5e-3))
    assert gpu_tokens(line, 2.0) == gpu_tokens(line, 6.9) == pytest.approx(10e-3 / STEP)


def test_without_turns_there_is_one_setting():
    line = timeline(*BEATS, knobs=KNOBS)
    assert [(s.since, s.values) for s in line.settings] == [(0, ())]


def test_a_turn_changes_what_comes_after_it_and_nothing_before():
    """Turned at 8 s, when 20 ms have passed: from then on a step takes 7.05 ms."""
    before = timeline(*BEATS, knobs=KNOBS)
    after = timeline(*BEATS, knobs=KNOBS, turns=[turn(8.0, "bandwidth", 33.5e12)])
    for t in (0.0, 4.0, 6.3, 7.999, 8.0):
        assert gpu_tokens(after, t) == gpu_tokens(before, t)
    assert gpu_tokens(after, 12.0) == pytest.approx(20e-3 / STEP + 20e-3 / FAST)
    for t in (2.0, 9.0, 17.0):
        assert wafer_tokens(after, t) == pytest.approx(wafer_tokens(before, t))


def test_a_turn_may_be_written_as_a_text():
    as_text = timeline(*BEATS, knobs=KNOBS, turns=[turn(8.0, "bandwidth", "33.5 TB/s")])
    as_number = timeline(*BEATS, knobs=KNOBS, turns=[turn(8.0, "bandwidth", 33.5e12)])
    assert gpu_tokens(as_text, 15.0) == gpu_tokens(as_number, 15.0)


def test_turns_add_up_and_come_in_the_order_of_their_times():
    late, early = turn(10.0, "wafers", 8), turn(6.0, "bandwidth", 33.5e12)
    line = timeline(*BEATS, knobs=KNOBS, turns=[late, early])
    assert [s.since for s in line.settings] == [0, 6, 10]
    assert dict(line.settings[2].values) == {"bandwidth": 33.5e12, "wafers": 8}
    assert line.settings[2].right.rig.count == 8
    assert line.settings[2].left.rig.chip.bandwidth.value == 33.5e12
    assert line.settings[1].right.rig.count == 4


def test_a_knob_turned_back_gives_the_old_rate_again():
    """10 ms at the old rate, 10 ms at the new, 20 ms at the old."""
    turns = [turn(6.0, "bandwidth", 33.5e12), turn(8.0, "bandwidth", 3.35e12)]
    line = timeline(*BEATS, knobs=KNOBS, turns=turns)
    assert gpu_tokens(line, 12.0) == pytest.approx(30e-3 / STEP + 10e-3 / FAST)


def test_a_beat_turns_its_own_knobs_when_it_begins():
    beats = (Beat(2.0, 5e-3), Beat(2.0, 5e-3, set=(("bandwidth", 33.5e12),)))
    line = timeline(*beats, knobs=KNOBS)
    assert gpu_tokens(line, 4.0) == pytest.approx(10e-3 / STEP + 10e-3 / FAST)


def test_what_the_viewer_turns_in_a_beat_comes_after_what_the_beat_turns():
    beats = (Beat(2.0, 5e-3), Beat(2.0, 5e-3, set=(("bandwidth", 33.5e12),)))
    line = timeline(*beats, knobs=KNOBS, turns=[turn(2.0, "bandwidth", 3.35e12)])
    assert gpu_tokens(line, 4.0) == pytest.approx(20e-3 / STEP)


def test_an_unknown_knob_is_told_with_the_nearest_name():
    with pytest.raises(VizError, match=r"no knob 'bandwith'; did you mean 'bandwidth'\?"):
        timeline(*BEATS, knobs=KNOBS, turns=[turn(1.0, "bandwith", 1e12)])


def test_a_value_of_another_dimension_is_told_with_the_right_form():
    with pytest.raises(VizError, match="bandwidth: "):
        timeline(*BEATS, knobs=KNOBS, turns=[turn(1.0, "bandwidth", "20 GB")])


def test_a_scene_is_the_same_after_it_was_turned():
    asked = scene(*BEATS, knobs=KNOBS)
    compile_scene(asked, Take((turn(1.0, "wafers", 9),)))
    assert asked.right.count == 4
    assert compile_scene(asked).settings[0].right.rig.count == 4


def test_a_scene_with_one_machine_has_one():
    asked = scene(*BEATS, left=gpus(), right=wafers())
    line = compile_scene(replace(asked, right=None))
    assert line.right is None
    assert line.settings[0].run("right") is None
    assert isinstance(line.left, GpuGroup)


@given(st.lists(st.tuples(st.floats(0, 18), st.sampled_from([1e12, 3.35e12, 33.5e12])), max_size=5))
def test_no_turn_ever_takes_a_token_or_a_byte_back(turned):
    line = timeline(*BEATS, knobs=KNOBS, turns=[turn(t, "bandwidth", v) for t, v in turned])
    moments = sorted([*(18 * i / 40 for i in range(41)), *(t for t, _ in turned)])
    doings = [line.left.at(line.lens.hw(ScreenSeconds(t))) for t in moments]
    for before, after in itertools.pairwise(doings):
        assert before.progress <= after.progress
        assert before.bytes_moved <= after.bytes_moved
