"""A scene as a teacher writes it becomes plain data, and nothing of it is lost or bent."""

import pytest

from viz.errors import VizError
from viz.scene.entrances import names_on, on_stage
from viz.scene.find import scene_names
from viz.scene.load_scene import load_scene, scene_from_text
from viz.scene.shorten import of_beats
from viz.scene.vocabulary import LOOKS, actors, width_of

SMALL = """\
title: {en: "Weights stay, tokens flow", zh: 权重不动，词元流动}
asks: {en: Where does the time go?, zh: 时间花在哪？}
model: llama-3.1-70b
left:  8 x h100
right: 4 x wse-3
beats:
  - say: {en: Two machines. The same 140 GB of weights., zh: 两种机器，同样140GB权重}
    for: 2 s
  - say: {en: "For every token, the GPU fetches every weight again.", zh: 每出一个词，权重重读一遍}
    for: 4 s
    pace: 1 ms per second
"""
IMAGINED = """\
title: What if HBM were ten times faster?
model: llama-3.1-70b
left:  8 x h100
right: 8 x dream-gpu
chips:
  dream-gpu: {like: h100, memory: {bandwidth: 33.5 TB/s}}
knobs:
  bandwidth: {turns: dream-gpu.memory.bandwidth, from: 3.35 TB/s, to: 33.5 TB/s}
beats:
  - ask:
      question: Ten times the bandwidth. Tokens per second?
      choices: [the same, about five times, ten times]
      answer: about five times
    for: 6 s
  - say: Drag the bandwidth. Watch the waiting shrink.
    for: 20 s
    pace: 1 ms per second
"""


def with_beat(text: str) -> str:
    """A scene whose one beat has these lines."""
    lines = "".join(f"    {line}\n" for line in text.splitlines())
    return f"title: t\nmodel: llama-3.1-70b\nleft: 8 x h100\nright: 4 x wse-3\nbeats:\n  -\n{lines}"


def test_the_first_example_of_the_house_is_read():
    scene = scene_from_text(SMALL, "small.yaml")
    assert scene.name == "small"
    assert scene.title["zh"] == "权重不动，词元流动"
    assert (scene.left.count, scene.left.chip.name) == (8, "h100")
    assert (scene.right.count, scene.right.chip.name) == (4, "wse-3")
    assert scene.model.name == "llama-3.1-70b"
    assert [beat.seconds for beat in scene.beats] == [2.0, 4.0]
    assert [beat.pace for beat in scene.beats] == [0.0, 0.001]
    assert scene.languages == ("en", "zh")
    assert (scene.batch, scene.context, scene.bits, scene.basis) == (1, 1024, 16.0, "published")


def test_the_second_example_of_the_house_is_read():
    scene = scene_from_text(IMAGINED)
    dream = scene.right.chip
    assert dream.bandwidth.value == 33.5e12
    assert dream.bandwidth.says == "assumed"
    assert dream.like == "h100"
    assert dream.capacity == scene.left.chip.capacity
    (knob,) = scene.knobs
    assert (knob.low, knob.high, knob.published) == (3.35e12, 33.5e12, 33.5e12)
    assert knob.title == {"en": "bandwidth"}
    question = scene.beats[0].ask
    assert question.answer == 1
    assert question.choices[1] == {"en": "about five times"}


@pytest.mark.parametrize("machine", ["8 x h100", "8 × h100", "8x h100", "8 X h100"])
def test_a_machine_is_written_as_people_write_it(machine):
    scene = scene_from_text(SMALL.replace("8 x h100", machine))
    assert (scene.left.count, scene.left.chip.name) == (8, "h100")


def test_a_machine_can_name_its_stack():
    scene = scene_from_text(SMALL.replace("8 x h100", "{machine: 8 x h100, stack: vllm-2024}"))
    assert scene.left.stack.name == "vllm-2024"


@pytest.mark.parametrize(
    ("written", "seconds"), [("4 s", 4.0), ("500 ms", 0.5), ("1:02.5", 62.5), ("2 min", 120.0)]
)
def test_a_beat_lasts_as_long_as_is_written(written, seconds):
    assert scene_from_text(with_beat(f"for: {written}")).beats[0].seconds == seconds


@pytest.mark.parametrize(("written", "bits"), [("16 bit", 16), ("8", 8), ("4 bits", 4)])
def test_bits_are_written_with_or_without_the_word(written, bits):
    assert scene_from_text(SMALL + f"bits: {written}\n").bits == bits


def test_what_looks_like_a_number_is_a_text_where_texts_belong():
    beat = "ask: {question: Wafers?, choices: [1, 20, 091], answer: 091}\nsay: no\nfor: 1 s"
    scene = scene_from_text(with_beat(beat))
    assert [choice["en"] for choice in scene.beats[0].ask.choices] == ["1", "20", "091"]
    assert scene.beats[0].ask.answer == 2
    assert scene.beats[0].say == {"en": "no"}


def test_a_scene_in_chinese_alone_is_shown_in_chinese_everywhere():
    scene = scene_from_text(SMALL.replace('en: "Weights stay, tokens flow", ', ""))
    assert scene.title == {"en": "权重不动，词元流动", "zh": "权重不动，词元流动"}


def test_an_answer_in_two_languages_finds_its_choice():
    beat = "ask: {question: q, choices: [{en: a, zh: 甲}, {en: b, zh: 乙}], answer: 乙}\nfor: 1 s"
    assert scene_from_text(with_beat(beat)).beats[0].ask.answer == 1


def test_a_beat_sets_knobs_to_si_values_and_words():
    knobs = (
        "knobs:\n"
        "  bw: {turns: h100.memory.bandwidth, from: 1 TB/s, to: 40 TB/s, log: true}\n"
        "  n: {turns: right.count, from: 4, to: 100, title: {en: wafers, zh: 晶圆数}}\n"
        "  bits: {turns: bits, choices: [16 bit, 8 bit]}\n"
        "  software: {turns: left.stack, choices: [tensorrt-llm-2024, vllm-2024]}\n"
    )
    beat = "for: 1 s\nset: {bw: 20 TB/s, n: 80, bits: 8 bit, software: vllm-2024}"
    scene = scene_from_text(with_beat(beat) + knobs)
    expected = (("bw", 20e12), ("n", 80.0), ("bits", "8 bit"), ("software", "vllm-2024"))
    assert scene.beats[0].set == expected
    assert [knob.published for knob in scene.knobs] == [
        3.35e12,
        4.0,
        "16 bit",
        "tensorrt-llm-2024",
    ]
    assert [knob.whole for knob in scene.knobs] == [False, True, False, False]
    assert scene.knobs[1].title == {"en": "wafers", "zh": "晶圆数"}


def test_an_actor_keeps_its_parameters_and_its_place():
    name = actors()[0]
    scene = scene_from_text(SMALL + f"show:\n  - {name}\n  - {name}: {{rate: 3, of: [a, b]}}\n")
    assert [call.actor for call in scene.show] == [name, name]
    assert scene.show[1].parameters == (("rate", 3), ("of", ["a", "b"]))
    assert str(scene.show[1].place) == "scene.yaml:14:5"


def test_chips_may_be_like_chips_that_come_later():
    chips = (
        "chips:\n  b: {like: a, memory: {capacity: 100 GB}}\n"
        "  a: {like: h100, memory: {bandwidth: 9 TB/s}}\n"
    )
    scene = scene_from_text(SMALL.replace("8 x h100", "8 x b") + chips)
    assert scene.left.chip.bandwidth.value == 9e12
    assert scene.left.chip.capacity.value == 100e9


def test_a_scene_without_machines_needs_no_model():
    scene = scene_from_text("title: t\nbeats: [{say: hello, for: 1 s}]\n")
    assert (scene.left, scene.right, scene.model) == (None, None, None)


@pytest.mark.parametrize("name", scene_names())
def test_every_scene_of_the_project_is_sound(name):
    scene = load_scene(name)
    assert scene.name == name
    looked = {part for beat in scene.beats for part in beat.look.parts}
    assert scene.framed or looked <= set(LOOKS)  # of a world, its own test knows the parts


@pytest.mark.parametrize("name", scene_names())
def test_every_caption_of_the_project_fits_one_line_in_each_language(name):
    scene = load_scene(name)
    for beat in scene.beats:
        for language, text in beat.say.items():
            for line in text.splitlines():
                assert width_of(line) <= 42, (language, text)


def test_the_flagship_has_a_prediction_and_notes_in_both_languages():
    scene = load_scene("weights_stay")
    questions = [beat.ask for beat in scene.beats if beat.ask]
    assert questions
    assert 2 <= len(questions[0].choices) <= 4
    assert all({"en", "zh"} <= beat.notes.keys() for beat in scene.beats)
    assert 60 <= sum(beat.seconds for beat in scene.beats) <= 90


@pytest.mark.parametrize(
    ("written", "parts", "margin"),
    [
        ("left.memory", ("left.memory",), None),
        ("[left.memory, right.token]", ("left.memory", "right.token"), None),
        ("all", ("all",), None),
        ("{parts: [left.bus], margin: 0.1}", ("left.bus",), 0.1),
        ("{parts: left.bus}", (), None),
    ],
)
def test_a_beat_looks_at_one_part_at_several_or_at_all(written, parts, margin):
    text = with_beat(f"look: {written}\nfor: 1 s")
    if not parts:
        with pytest.raises(VizError, match="beat 1, look must be a list"):
            scene_from_text(text)
        return
    look = scene_from_text(text).beats[0].look
    assert (look.parts, look.margin) == (parts, margin)


def test_a_scene_says_what_a_square_and_a_circle_stand_for():
    scene = scene_from_text(SMALL + "square: 100 MB\ncircle: 10 kB\n")
    assert (scene.square, scene.circle) == (100e6, 10e3)
    assert scene_from_text(SMALL).square is None


def test_what_is_told_aloud_is_said_in_the_languages_that_it_has():
    beat = "say: {en: Short., zh: 短}\ntell: {en: A whole sentence with the why.}\nfor: 9 s"
    found = scene_from_text(with_beat(beat)).beats[0]
    assert found.narration == {"en": "A whole sentence with the why.", "zh": "短"}


ENTERS = """\
title: t
model: llama-3.1-70b
left: 8 x h100
right: 4 x wse-3
beats:
  - {say: a, for: 2 s, show: [machine: {side: left}]}
  - {say: b, for: 2 s, show: [machine: {side: right}, layer_time]}
  - {say: c, for: 2 s, hide: [left.machine], show: [hall]}
  - {say: d, for: 2 s, hide: [machine]}
"""


def names_in(scene, index):
    return names_on(on_stage(scene, index))


def test_a_beat_says_who_enters_and_who_leaves():
    scene = scene_from_text(ENTERS)
    assert [names_in(scene, i) for i in range(-1, 4)] == [
        (),
        ("machine",),
        ("left.machine", "right.machine", "layer_time"),
        ("machine", "layer_time", "hall"),
        ("layer_time", "hall"),
    ]


def test_where_nothing_is_shown_the_machines_stand_there():
    scene = scene_from_text(SMALL)
    assert names_in(scene, 1) == ("left.machine", "right.machine")


def test_who_enters_in_a_beat_that_is_left_out_enters_with_the_next():
    scene = of_beats(scene_from_text(ENTERS), (0, 2))
    assert names_in(scene, 1) == ("machine", "layer_time", "hall")
    only = of_beats(scene_from_text(ENTERS), (3,))
    assert names_in(only, 0) == ("layer_time", "hall")
