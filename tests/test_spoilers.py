"""No answer is told before its time: by number and unit, or by words, in any language."""

import pytest
from stagecraft import SCENES, show

from viz.cli import main
from viz.lint.review import review
from viz.lint.spoilers import spoilers
from viz.lint.tells import choice_of, numbers, stem, words
from viz.scene.load_scene import scene_from_text
from viz.timeline.compile import compile_scene

SCENE = """\
title: {en: A wait, zh: 等待}
model: llama-3.1-70b
left: 8 x h100
values: {wait: 14.3 s, other: 60 s}
knobs:
  wait: {title: {en: the wait, zh: 等多久}, turns: values.wait, from: 1 s, to: 90 s}
show:
  - machine: {side: left}
  - bars:
      title: {en: One job, zh: 一件事}
      names: [{en: here, zh: 这里}]
      parts: [{en: all of it, zh: 全部}]
      times: [value:other]
beats:
  - {say: {en: It reads., zh: 在读取}, for: 4 s, pace: 5 ms per second}
  - ask:
      question: {en: How long does it take?, zh: 要多久？}
      choices: [{en: 14.3 s, zh: 14.3秒}, {en: 33 s, zh: 33秒}]
      answer: {en: 14.3 s, zh: 14.3秒}
    for: 8 s
  - {say: {en: "14.3 s.", zh: 14.3秒}, for: 4 s}
"""
CHIP = "chips: {mine: {like: h100, title: a 14300 ms GPU}}\n"


def found_in(text):
    return spoilers(compile_scene(scene_from_text(text, "x.yaml")))


@pytest.mark.parametrize(
    ("before", "after", "text", "lang", "path"),
    [
        ("It reads.", "Wait for 14.3 s.", "Wait for 14.3 s.", "en", ("beats", 0, "say")),
        ("在读取", "读取要14300毫秒", "读取要14300毫秒", "zh", ("beats", 0, "say")),
        ("for: 4 s, pace", "tell: {zh: 大约14.3秒。}, for: 4 s, pace", "大约14.3秒。", "zh", ("beats", 0, "tell")),
        ("en: here", "en: 14.3 s here", "14.3 s here", "en", ("show", 1)),
        ("other: 60 s", "other: 14.31 s", "14.3 s", "en", ("show", 1)),
        ("title: {en: A wait", "title: {en: A wait of 14.3 seconds", "A wait of 14.3 seconds", "en", ("title",)),
        ("en: the wait", "en: wait for 14.3 s", "wait for 14.3 s", "en", ("knobs", "wait", "title")),
    ],
)  # fmt: skip
def test_what_tells_a_number_too_early_is_found_where_it_stands(before, after, text, lang, path):
    assert before in SCENE
    found = found_in(SCENE.replace(before, after, 1))
    assert (text, lang, path) in [(one.text, one.lang, one.path) for one in found]
    assert {one.beat for one in found} == {1}


def test_a_chip_s_name_tag_may_tell_it():
    found = found_in(CHIP + SCENE.replace("8 x h100", "8 x mine"))
    assert found
    assert all("14300 ms GPU" in one.text and one.path == ("show", 0) for one in found)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", ""),
        ("It reads.", "Wait for 14.6 s."),  # another number
        ("It reads.", "Wait for 14.3 min."),  # another unit
        ("It reads.", "14.3 s or 33 s?"),  # all choices alike
        ("en: here", "en: 14.3× here"),
        ("A wait", "A wait for H14.3"),
    ],
)
def test_what_tells_nothing_is_left_in_peace(before, after):
    assert found_in(SCENE.replace(before, after, 1)) == ()


WORDS = SCENE.replace("{en: 14.3 s, zh: 14.3秒}", "{en: the memory is read, zh: 读取显存}").replace(
    "{en: 33 s, zh: 33秒}", "{en: it computes, zh: 计算}"
)


@pytest.mark.parametrize(
    ("caption", "told"),
    [
        ("{en: It reads memory., zh: 在工作}", [("en", "It reads memory.")]),
        ("{en: It reads on., zh: 在工作}", []),
        (
            "{en: Reading memories takes long., zh: 在工作}",
            [("en", "Reading memories takes long.")],
        ),
        ("{en: It works., zh: 显存一直在读取}", [("zh", "显存一直在读取")]),
        ("{en: It works., zh: 存储在读}", []),
    ],
)
def test_words_are_found_by_their_stems_and_characters(caption, told):
    text = WORDS.replace("the memory is read", "memories are read")
    found = found_in(text.replace("{en: It reads., zh: 在读取}", caption))
    assert [(one.lang, one.text) for one in found if one.path == ("beats", 0, "say")] == told


def test_an_exception_is_stated_with_its_reason_and_told_when_nothing_needs_it():
    spoiled = SCENE.replace("It reads.", "Wait for 14.3 s.").replace("在读取", "等14.3秒")
    answer = "      answer: {en: 14.3 s, zh: 14.3秒}\n"
    excused = answer + '      may_show: {"14.3": the question is about it}\n'
    assert len(found_in(spoiled)) == 2
    assert found_in(spoiled.replace(answer, excused)) == ()
    told = review(compile_scene(scene_from_text(SCENE.replace(answer, excused))))
    assert [(one.what, one.path[-1]) for one in told] == [
        ("nothing tells the answer by this text", "14.3")
    ]


def test_the_checker_tells_the_place_and_the_text(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    text = SCENE.replace("en: the wait", "en: wait for 14.3 s")
    (tmp_path / "a.yaml").write_text(text, encoding="utf-8")
    assert main(["check", "a.yaml"]) == 0
    err = capsys.readouterr().err
    assert err.startswith("a.yaml:6:17: knob 'wait', title: 'wait for 14.3 s' tells the answer of")
    assert (
        "beat 2 too early: '14.3 s' (en); write a later beat for it, or, under that 'ask:'" in err
    )


@pytest.mark.parametrize(
    ("text", "value", "dimension", "kind"),
    [
        ("750 tokens a second", 750.0, "tokens/second", ""),
        ("每秒：750个词元每秒", 750.0, "tokens/second", ""),
        ("14,300 ms", 14.3, "seconds", ""),
        ("20 times", 20.0, "number", "times"),
        ("快15倍", 15.0, "number", "times"),
        ("91 × WSE-3", 91.0, "number", "count"),
        ("4 wafers", 4.0, "number", stem("wafer")),
        ("12.5 %", 0.125, "number", "share"),
        ("3.35 TB/s", 3.35e12, "bytes/second", ""),
        ("4000亿", 4e11, "number", ""),
        ("$140", 140.0, "dollars", ""),
    ],
)
def test_numbers_are_read_with_their_units(text, value, dimension, kind):
    (one,) = numbers(text)
    assert one.value == pytest.approx(value)
    assert (one.dimension, one.kind) == (dimension, kind)


def test_forms_of_a_word_have_one_stem_and_empty_words_none():
    assert {stem(one) for one in ("read", "reads", "reading", "reader", "readers")} == {"read"}
    assert {stem(one) for one in ("wafer", "wafers", "wafer's")} == {stem("wafer")}
    assert {stem(one) for one in ("stop", "stopped", "stops")} == {"stop"}
    assert stem("bus") == "bus"
    assert words("It is in the memory of the GPU") == {stem("memory"), stem("gpu")}


def test_a_count_is_told_by_what_the_question_counts_or_by_the_number_alone():
    choice = choice_of("91", "How many wafers?")
    assert choice.told_by("91 wafers")
    assert choice.told_by("91 × WSE-3")
    assert choice.told_by(" 91 ")
    assert not choice.told_by("91 users")
    assert not choice.told_by("91 GB")


@pytest.mark.parametrize("name", SCENES)
def test_no_scene_tells_an_answer_too_early(name):
    assert spoilers(show(name).timeline) == ()
