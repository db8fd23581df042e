"""Questions whose answer is a value of the model, and how long the choices stand."""

import pytest

from viz.errors import VizError
from viz.picture.frame import frame_at
from viz.picture.furniture.question import pause_of
from viz.scene.answers import answer_in, number_in
from viz.scene.load_scene import scene_from_text
from viz.scene.turn import turned
from viz.stage.look import Look
from viz.stage.marks import Label
from viz.timeline.compile import Take, Turn, compile_scene

SCENE = """
title: t
values: {{wait: 2 s, rate: 750 tok/s, base: 50 tok/s, length: 1000 tok}}
knobs: {{wait: {{turns: values.wait, from: 0 s, to: 60 s}}}}
beats:
  - {{say: hello, for: 2 s}}
  - ask:
      question: How much sooner is it done?
      choices: [{choices}]
      answer: {answer}
{pause}
    for: 10 s
"""
RATIO = '"= (value:wait + value:length / value:base) / (value:wait + value:length / value:rate)"'


def scene_with(choices="3x, 7x, 15x", answer=RATIO, pause=""):
    return scene_from_text(SCENE.format(choices=choices, answer=answer, pause=pause))


def texts(timeline, t):
    return [m.text for m in frame_at(timeline, t, Look()).marks if isinstance(m, Label)]


def test_the_choice_nearest_to_the_value_is_right_and_the_value_is_known():
    """22 s / 3.33 s = 6.6, as the storyboard has it."""
    scene = scene_with()
    found = answer_in(scene, scene.beats[1].ask)
    assert (found.index, found.value.text) == (1, "6.6")
    assert found.value.says == "assumed"


def test_the_answer_follows_the_knobs_of_the_scene_that_is_asked():
    """Without a wait the ratio is 750 / 50 = 15; with 20 s it is 40 / 21.33 = 1.9."""
    asked = scene_with().beats[1].ask
    after = answer_in(turned(scene_with(), {"wait": 0.0}), asked)
    assert (after.index, after.value.value) == (2, pytest.approx(15))
    assert answer_in(turned(scene_with(), {"wait": 20.0}), asked).index == 0


def test_a_knob_behind_an_answer_stands_as_published_while_it_is_asked_and_comes_back_after():
    scene = scene_from_text(
        SCENE.format(choices="3x, 7x, 15x", answer=RATIO, pause="") + "  - {say: after, for: 2 s}"
    )
    for take in (
        Take((Turn(0.0, "wait", 0.0),)),
        Take((Turn(1.0, "wait", 20.0), Turn(5.0, "wait", 0.0))),
    ):
        timeline = compile_scene(scene, take)
        assert timeline.setting(1.5).scene.values != scene.values
        for moment in (2.0, 5.0, 11.9):
            assert timeline.setting(moment).scene.values == scene.values
            assert timeline.locked(moment) == ("wait",)
        assert dict(timeline.setting(12.5).values)["wait"] == 0.0
        assert timeline.locked(12.5) == ()


def test_the_value_stands_on_stage_after_the_pause_and_not_before():
    timeline = compile_scene(scene_with(pause="      pause: 3 s"))
    assert "6.6" not in texts(timeline, 2.0 + 2.9)
    assert "6.6" in texts(timeline, 2.0 + 3.5)
    assert {"3x", "7x", "15x"} <= set(texts(timeline, 2.0 + 2.9))


def test_without_a_pause_the_answer_comes_after_six_tenths_of_the_beat():
    assert pause_of(scene_with().beats[1]) == pytest.approx(6.0)


def test_a_fixed_answer_needs_no_number():
    scene = scene_with("cheaper, dearer, unknown", "unknown")
    found = answer_in(scene, scene.beats[1].ask)
    assert (found.index, found.value) == (2, None)


@pytest.mark.parametrize(
    ("text", "dimension", "number"),
    [
        ("about 20 seconds", "seconds", 20.0),
        ("1,600 tok/s", "tokens/second", 1600.0),
        ("x2", "number", 2.0),
        ("1/32 of it", "number", 1 / 32),
        ("1.7× as fast", "number", 1.7),
        ("5 %", "number", 0.05),
        ("91 wafers", "number", 91.0),
        ("40 ms", "seconds", 0.04),
        ("40 ms", "bytes", None),
        ("unknown", "number", None),
    ],
)
def test_a_choice_may_say_its_number_as_people_do(text, dimension, number):
    assert number_in(text, dimension) == (None if number is None else pytest.approx(number))


@pytest.mark.parametrize(
    ("choices", "answer", "pause", "told"),
    [
        ("3x, 7x", "left.speed", "", "the scene has no machine at left"),
        ("3x, 7x", "claim:sol-ultrafast-sped", "", "did you mean 'claim:sol-ultrafast-speed'"),
        ("fast, slow", RATIO, "", "fewer than two choices say such a number"),
        ("3x, 7x", "8x", "", "'8x' is none of the choices"),
        ("3x, 7x", "7x", "      pause: 10 s", "leaves no time for the answer"),
    ],
)
def test_what_is_wrong_with_a_question_has_its_place(choices, answer, pause, told):
    with pytest.raises(VizError) as error:
        scene_with(choices, answer, pause)
    assert told in str(error.value)
    assert all(fault.place is not None and fault.place.line >= 7 for fault in error.value.faults)
