"""Scenes without their questions, or in less time."""

import pytest

from viz.scene.load_scene import scene_from_text
from viz.scene.shorten import hurried, without_questions

SCENE = """
title: t
values: {a: 1 s}
knobs: {a: {turns: values.a, from: 0 s, to: 9 s}}
beats:
  - {say: one, for: 4 s, pace: 1 ms per second}
  - {ask: {question: q, choices: [x, y], answer: x}, for: 6 s, set: {a: 2 s}}
  - {say: two, for: 8 s, set: {a: 3 s}}
"""


def test_what_a_left_out_question_sets_is_set_by_the_next_beat():
    short = without_questions(scene_from_text(SCENE))
    assert [beat.say["en"] for beat in short.beats] == ["one", "two"]
    assert short.beats[1].set == (("a", 2.0), ("a", 3.0))


def test_a_scene_of_questions_alone_stays():
    text = "title: t\nbeats: [{ask: {question: q, choices: [x, y], answer: x}, for: 6 s}]\n"
    assert len(without_questions(scene_from_text(text)).beats) == 1


def test_a_hurried_scene_keeps_its_paces_and_shares_the_time_in_proportion():
    short = hurried(scene_from_text(SCENE), 6.0)
    assert [beat.seconds for beat in short.beats] == [pytest.approx(2), pytest.approx(4)]
    assert short.beats[0].pace == 1e-3


def test_a_scene_that_is_short_enough_is_not_stretched():
    assert sum(beat.seconds for beat in hurried(scene_from_text(SCENE), 60.0).beats) == 12.0
