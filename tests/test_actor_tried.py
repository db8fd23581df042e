"""What was tried with the knobs: a bar for each setting, and question marks before."""

import pytest
from actorcraft import end_of, scene_of, texts
from stagecraft import SIZES, show, text_of

from viz.errors import VizError
from viz.stage.marks import Box


def test_before_anything_is_turned_what_will_be_tried_is_a_question():
    opened = show("memory_wall")
    seen = texts(opened.frame(end_of(opened, 3)))
    assert seen.count("?") == 2
    assert {"as published", "twice the arithmetic", "twice the bandwidth"} <= set(seen)


def test_each_setting_stays_as_a_row_and_the_questions_go():
    opened = show("memory_wall")
    seen = texts(opened.frame(end_of(opened, 6)))
    assert {"as published", "arithmetic 1.98 PFLOP/s", "memory bandwidth 6.7 TB/s"} <= set(seen)
    assert "?" not in seen


def test_twice_the_arithmetic_changes_nothing_and_twice_the_bandwidth_nearly_all():
    """Reading is about three quarters of the step: 1 / (0.27 + 0.73 / 2) = 1.57, not 2."""
    opened = show("memory_wall")
    runs = {
        name: opened.turn(0.0, **{name: value})
        for name, value in (
            ("flops", "1978 TFLOP/s"),
            ("bandwidth", "6.7 TB/s"),
        )
    }
    base = opened.timeline.settings[0].left.step
    share = base.parts[0].seconds / base.seconds
    assert 0.68 < share < 0.8, "about three quarters"
    assert runs["flops"].timeline.settings[1].left.step.seconds == base.seconds
    faster = runs["bandwidth"].timeline.settings[1].left.step
    assert 1.5 < base.seconds / faster.seconds < 2.0


def test_a_knob_that_is_dragged_is_one_row():
    opened = show("memory_wall")
    for i, value in enumerate(("4 TB/s", "5 TB/s", "6 TB/s", "7 TB/s")):
        opened = opened.turn(1.0 + i * 0.1, bandwidth=value)
    seen = text_of(opened.frame(3.0), "tried")
    assert "memory bandwidth 7 TB/s" in seen
    assert not [text for text in seen if "4 TB/s" in text]


@pytest.mark.parametrize("size", SIZES)
def test_bars_share_one_scale(size):
    opened = show("memory_wall", *size)
    frame = opened.frame(end_of(opened, 6))
    reading = [m.w for m in frame.marks if isinstance(m, Box) and m.of == "tried" and m.h > 12]
    assert len(reading) == 3
    assert reading[0] == reading[1]
    assert reading[2] < reading[0] * 0.6


def test_it_needs_a_machine(tmp_path):
    with pytest.raises(VizError, match="tried needs a machine at left"):
        scene_of(tmp_path, "show:\n  - tried: {side: left}\n").frame(0.0)
