"""A scene in words: everything that it says, asks and shows, in both languages."""

import json

import pytest

from viz.cli import main
from viz.picture.scene_in_words import story_of
from viz.scene.load_scene import scene_from_text
from viz.timeline.compile import compile_scene

SCENE = """
title: {en: Wait, zh: 等}
asks: {en: How long?, zh: 多久？}
model: llama-3.1-70b
left: 8 x h100
values: {wait: 10 s, speed: claim:sol-ultrafast-speed}
knobs: {wait: {turns: values.wait, from: 0 s, to: 60 s, title: {en: the wait, zh: 等待}}}
beats:
  - say: {en: "It reads.", zh: 在读取}
    for: 4 s
    pace: 5 ms per second
    notes: {en: Point at the bus., zh: 指着总线。}
  - ask:
      question: {en: Seconds for two waits?, zh: 两次等待几秒？}
      choices: [20 s, {en: 40 s, zh: 40秒}]
      answer: = 2 * value:wait
    for: 4 s
    set: {wait: 20 s}
"""


@pytest.fixture(scope="module")
def timeline():
    return compile_scene(scene_from_text(SCENE))


def test_each_step_tells_its_caption_its_clock_and_what_was_done(timeline):
    """4 s at 5 ms a second are 20 ms: one token of about 13.6 ms, and 1.5 times 139 GB or so."""
    step = story_of(timeline, "en").steps[0]
    assert step.title == "Step 1 (0:00–0:04)"
    assert step.lines[0] == "It reads."
    assert "1 s here is 5.0 ms of the scene's clock, which shows 19.9 ms." in step.lines
    assert any(line.startswith("8 × NVIDIA H100: 1 token written, 2") for line in step.lines)


def test_a_beat_that_ends_at_an_event_tells_the_pace_that_comes_of_it():
    """Two words in 4 s: one word's time is 1 s here times two."""
    body = SCENE.replace("pace: 5 ms per second", "until: left.words:2")
    made = compile_scene(scene_from_text(body))
    step = made.settings[0].left.step.seconds
    told = story_of(made, "en").steps[0].lines
    assert any(line.startswith(f"1 s here is {step * 2 / 4 * 1e3:.1f} ms") for line in told)
    assert any("2 tokens written" in line or "1 token written" in line for line in told)


def test_a_question_is_told_with_the_answer_as_the_knobs_then_stand(timeline):
    lines = story_of(timeline, "en").steps[1].lines
    assert "Question: Seconds for two waits?" in lines
    assert "(1) 20 s; (2) 40 s" in lines
    assert "Answer: 40 s. The model says 40 s (assumed)." in lines
    assert "Turned: the wait 20 s." in lines


def test_numbers_have_who_says_them(timeline):
    numbers = {number.name: number for number in story_of(timeline, "en").numbers}
    assert (numbers["value:speed"].text, numbers["value:speed"].says) == ("750 tok/s", "vendor")
    assert (numbers["value:wait"].text, numbers["value:wait"].source) == (
        "20 s",
        "a knob of the scene",
    )
    assert numbers["NVIDIA H100, memory bandwidth"].text == "3.35 TB/s"
    assert all(number.says and number.source for number in numbers.values())


def test_notes_are_told_only_where_they_are_asked_for(timeline):
    told = [line for step in story_of(timeline, "zh", notes=True).steps for line in step.lines]
    assert "讲者备注：指着总线。" in told
    quiet = [line for step in story_of(timeline, "zh").steps for line in step.lines]
    assert not [line for line in quiet if "指着总线" in line]


def test_what_the_stage_shows_is_told_once(timeline):
    story = story_of(timeline, "zh")
    assert "8 × NVIDIA H100" in story.shown
    assert len(story.shown) == len(set(story.shown))
    assert all("8 × NVIDIA H100" not in step.shown for step in story.steps)


def test_the_command_prints_text_and_json(capsys):
    assert main(["describe", "weights_stay"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("Weights stay, tokens flow\n")
    assert "Numbers, and who says them" in text
    assert main(["describe", "weights_stay", "--lang", "zh", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["title"] == "权重不动，词元流动"
    assert len(told["steps"]) >= 6


def test_a_name_that_is_none_is_told(capsys):
    assert main(["describe", "weight_stay"]) == 2
    assert "did you mean 'weights_stay'" in capsys.readouterr().err


def test_a_number_is_read_with_its_name_and_its_unit() -> None:
    from viz.picture.scene_in_words import story_of
    from viz.scene.load_scene import load_scene
    from viz.timeline.compile import compile_scene

    shown = story_of(compile_scene(load_scene("memory_wall")), "en").shown
    assert "132 cores" in shown
    assert "3.35 TB/s" in shown
    assert "tok/s" not in shown  # a unit never stands alone
