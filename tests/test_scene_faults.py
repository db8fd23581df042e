"""Each thing that can be wrong in a scene: its place, the nearest right word, the right form."""

import pytest

from viz.errors import VizError
from viz.scene.load_scene import check_file, scene_from_text

GOOD = """\
title: t
model: llama-3.1-70b
left: 8 x h100
right: 4 x wse-3
beats:
  - say: Hello.
    for: 2 s
    pace: 1 ms per second
"""


def faults_of(text: str) -> list[str]:
    with pytest.raises(VizError) as error:
        scene_from_text(text, "x.yaml")
    assert error.value.code == 2
    assert all(fault.place for fault in error.value.faults)
    return [str(fault) for fault in error.value.faults]


def test_the_good_scene_is_good():
    assert len(scene_from_text(GOOD).beats) == 1


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("    pace:", "    pacce:", "x.yaml:8:5: beat 1 has no key 'pacce'; did you mean 'pace'?"),
        ("  - say:", "  - text:", "x.yaml:6:5: beat 1 has no key 'text'; did you mean 'say'?"),
        ("    for: 2 s\n", "", "x.yaml:6:5: beat 1 has no 'for'; write for: 4 s"),
        ("title: t\n", "", "x.yaml:1:1: a scene has no 'title'; write title: \"...\""),
        ("for: 2 s", "for: 2", "x.yaml:7:10: beat 1, for: '2' has no unit"),
        ("for: 2 s", "for: 0 s", "x.yaml:7:10: beat 1, for: 0 s is out of range"),
        ("for: 2 s", "for: -2 s", "x.yaml:7:10: beat 1, for: -2 s is out of range"),
        ("for: 2 s", "for: 1e308 s", "x.yaml:7:10: beat 1, for: "),
        ("for: 2 s", "for: nan s", "x.yaml:7:10: beat 1, for: 'nan s' is not a quantity"),
        ("for: 2 s", "for: .nan", "x.yaml:7:10: '.nan' is not a finite number"),
        ("for: 2 s", "for: 2 sx", "x.yaml:7:10: beat 1, for: '2 sx': there is no unit 'sx'"),
        ("for: 2 s", "for: [2 s]", "x.yaml:7:10: beat 1, for: a time is wanted here, not a list"),
        ("for: 2 s", "for:", "x.yaml:7:9: beat 1, for: a time is wanted here, and nothing"),
        ("1 ms per second", "1 ms", "x.yaml:8:11: beat 1, pace: '1 ms' is a time, and a pace"),
        ("1 ms per second", "0 s per second", "x.yaml:8:11: beat 1, pace: 0 s per second is out"),
        ("llama-3.1-70b", "lama-3.1-70b", "x.yaml:2:8: there is no model 'lama-3.1-70b'; did"),
        ("8 x h100", "8 x h10", "x.yaml:3:7: there is no chip 'h10'; did you mean 'h100'?"),
        ("8 x h100", "0 x h100", "x.yaml:3:7: '0 x h100': 0 is no number of chips"),
        ("4 x wse-3", "1 x wse-3", "1 x wse-3 holds 44 GB; write 4 x wse-3"),
        ("8 x h100", "{machine: 8 x h100, stak: a}", "left has no key 'stak'; did you mean"),
        ("8 x h100", "{machine: 8 x h100, stack: vllm}", "there is no stack 'vllm'; did you"),
        ("8 x h100", "{machine: 8 x h100, stack: wafer}", "is for a wafer"),
        ("model: llama-3.1-70b\n", "", "left: a machine needs a model; write model: llama-3.1-70b"),
        ("say: Hello.", "say: {en: a, de: b}", "x.yaml:6:18: beat 1, say: 'de' is no language"),
        ("say: Hello.", "say: {}", "beat 1, say: a text is wanted here, and nothing is written"),
        ("say: Hello.", 'say: " "', "x.yaml:6:10: beat 1, say: an empty text"),
        ("say: Hello.", "say: " + "word " * 20, "at most 84 letters, or 32 Chinese ones"),
        ("say: Hello.", "say: " + "字" * 33, "a text of 33 characters, too long for its place"),
        ("say: Hello.", "look: left.bars", "did you mean 'left.bar' or"),
        ("say: Hello.", "look: zzz", "write one of left, right, left.reading"),
        ("say: Hello.", "look: [left.bar, x.y]", "x.yaml:6:22: beat 1, look, entry 2: 'x.y' is no"),
        ("say: Hello.", "look: {margin: 0.1}", "beat 1, look has no 'parts'"),
        ("say: Hello.", "look: {parts: [left], margn: 1}", "look has no key 'margn'; did you"),
        ("say: Hello.", "look: {parts: [left], margin: 3}", "margin: 3 is out of range"),
        ("say: Hello.", "show: [barz]", "beat 1, show, entry 1: there is no actor 'barz'; did"),
        ("say: Hello.", "hide: [bars]", "'bars' is not on stage as the beat begins; write one of"),
        ("say: Hello.", "hide: [machin]", "did you mean 'machine'"),
        (
            "say: Hello.",
            "hide: bars",
            "x.yaml:6:11: beat 1, hide must be a list; write hide: [bars]",
        ),
        ("title: t", "title: t\nsquare: 3", "square: '3' has no unit, and an amount of data is"),
        ("title: t", "title: t\ncircle: 0 B", "circle: 0 B is out of range"),
        ("say: Hello.", "model: x", "beat 1 has no key 'model'; write 'model' outside the beats"),
        ("title: t", "title: t\nsay: hi", "x.yaml:2:1: a scene has no key 'say'; write 'say' in a"),
        ("title: t", "title: t\nbasis: best", "basis: 'best' is no basis; write one of published"),
        ("title: t", "title: t\nseed: -1", "seed: -1 is out of range; write a whole number from 0"),
        ("title: t", "title: t\nseed: 1.5", "seed: a whole number is wanted here"),
        ("title: t", "title: t\nbatch: 0", "batch: 0 is out of range"),
        ("title: t", "title: t\nbatch: yes", "batch: a whole number is wanted here"),
        ("title: t", "title: t\nbits: 0", "bits: 0 is out of range; write a value from 1 to 64"),
        ("title: t", "title: t\nbits: 16 byte", "'16 byte' is no number of bits; write 16 bit"),
        ("title: t", "title: t\nchips: [a]", "chips must be keys with values"),
        (
            "title: t",
            "title: t\nbeat: []",
            "a scene has no key 'beat'; did you mean 'beats' or 'batch'?",
        ),
    ],
)
def test_a_fault_has_its_place_and_the_way_out(old, new, fault):
    assert old in GOOD
    found = faults_of(GOOD.replace(old, new))
    assert len(found) == 1
    assert fault in found[0]


@pytest.mark.parametrize(
    ("chip", "fault"),
    [
        ("{memory: {bandwidth: 9 TB/s}}", "x.yaml:10:3: chip 'a': it is like no other chip; write"),
        ("{like: h10}", "x.yaml:10:13: there is no chip 'h10'; did you mean 'h100'?"),
        ("{like: a}", "there is no chip 'a'"),
        (
            "{like: h100, memory: {bandwith: 9 TB/s}}",
            "no key 'bandwith'; did you mean 'bandwidth'?",
        ),
        ("{like: h100, memory: {bandwidth: 9}}", "x.yaml:10:39: bandwidth: '9' has no unit"),
        ("{like: h100, memory: {bandwidth: 9 GB}}", "'9 GB' is an amount of data"),
        ("{like: h100, memory: {bandwidth: 1e30 B/s}}", "out of range"),
        ("{like: h100, memory: {bandwidth: 0 B/s}}", "out of range"),
        ("{like: h100, memory: {bandwidth: -1 TB/s}}", "out of range"),
    ],
)
def test_an_imagined_chip_is_checked_like_a_real_one(chip, fault):
    found = faults_of(GOOD + f"chips:\n  a: {chip}\n")
    assert len(found) == 1
    assert fault in found[0]


def test_an_imagined_chip_cannot_take_the_name_of_a_real_one():
    found = faults_of(GOOD + "chips:\n  h100: {like: h100}\n")
    assert found == [
        "x.yaml:10:3: chip 'h100': the catalog has a chip of this name; write another name"
    ]


@pytest.mark.parametrize(
    ("knob", "fault"),
    [
        (
            "{turns: h100.memory.bandwith, from: 1 TB/s, to: 9 TB/s}",
            "did you mean 'h100.memory.ban",
        ),
        ("{turns: moon, from: 1, to: 2}", "nothing can be turned at 'moon'; write one of batch,"),
        ("{turns: right.count, from: 4}", "x.yaml:10:3: knob 'k': it has no 'to'; write to: 4"),
        ("{turns: right.count, from: 4, to: x}", "knob 'k', to: 'x' does not start with a number"),
        ("{turns: right.count, from: 4, to: 9.5}", "'9.5' is not whole"),
        ("{turns: right.count, from: 9, to: 4}", "knob 'k', to: it must be above 'from'"),
        ("{turns: right.count, from: 5, to: 9}", "the value without the knob, 4, is not in its"),
        ("{turns: right.count, from: 0, to: 9}", "knob 'k', from: 0 is out of range; write a val"),
        ("{turns: right.hop, from: 0 s, to: 5 us, log: true}", "a range from 0 cannot multiply"),
        ("{turns: left.stack, from: a, to: b}", "left.stack has words, not a range; write choices"),
        ("{turns: left.stack, choices: [vllm-2024, wafer]}", "'wafer' is no value of left.stack"),
        ("{turns: bits, choices: [8 bit, 4 bit]}", "the value without the knob, 16 bit, is none"),
        ("{turns: bits, choices: [16 bit, 16]}", "knob 'k', choices, entry 2: it is there twice"),
        ("{turns: bits, choices: [16 bit]}", "knob 'k', choices has 1; at least 2 is wanted"),
        ("{turns: bits, choices: [16 bit, 8 bit], from: 1}", "it has choices and a range"),
        ("{from: 1, to: 2}", "knob 'k' has no 'turns'; write turns: right.count"),
        ("{turns: batch, min: 1, to: 2}", "knob 'k' has no key 'min'; did you mean 'from'?"),
        ("3", "knob 'k' must be keys with values; write keys like turns, from, to, choices"),
    ],
)
def test_a_knob_that_cannot_turn_says_why(knob, fault):
    found = faults_of(GOOD + f"knobs:\n  k: {knob}\n")
    assert len(found) == 1
    assert fault in found[0]


@pytest.mark.parametrize(
    ("ask", "fault"),
    [
        ("{question: q, choices: [a, b], answer: c}", "ask, answer: 'c' is none of the choices"),
        ("{question: q, choices: [a], answer: a}", "ask, choices has 1; at least 2 is wanted"),
        ("{question: q, choices: [a, b, c, d, e], answer: a}", "has 5; at most 4 is wanted"),
        ("{question: q, choices: [a, a], answer: a}", "two choices read the same"),
        ("{question: q, choices: [a, b]}", "ask has no 'answer'"),
        ("{question: q, options: [a, b], answer: a}", "no key 'options'; did you mean 'choices'?"),
        ("what?", "ask must be keys with values; write keys like question, choices, answer"),
    ],
)
def test_a_question_that_cannot_be_asked_says_why(ask, fault):
    found = faults_of(GOOD + f"    ask: {ask}\n")
    assert len(found) == 1
    assert fault in found[0]


@pytest.mark.parametrize(
    ("turn", "fault"),
    [
        (
            "{wafer: 8}",
            "x.yaml:9:11: beat 1, set, wafer: there is no knob 'wafer'; did you mean 'waf",
        ),
        (
            "{wafers: 101}",
            "x.yaml:9:19: beat 1, set, wafers: 101 is out of the knob's range; write",
        ),
        ("{wafers: many}", "'many' does not start with a number"),
    ],
)
def test_a_beat_that_turns_a_knob_wrongly_says_why(turn, fault):
    text = GOOD + f"    set: {turn}\nknobs:\n  wafers: {{turns: right.count, from: 4, to: 100}}\n"
    found = faults_of(text)
    assert len(found) == 1
    assert fault in found[0]


def test_an_unknown_actor_lists_those_that_exist():
    (found,) = faults_of(GOOD + "show: [nobody-at-all]\n")
    assert found.startswith("x.yaml:9:8: entry 1 of show: there is no actor 'nobody-at-all'")
    assert "one of " in found


@pytest.mark.parametrize("text", ["- a", "a", "3", "[]", "true", "~"])
def test_a_file_that_is_no_scene_says_what_a_scene_is(text):
    (found,) = faults_of(text)
    assert "a scene must be keys with values; write keys like title, asks" in found


def test_all_faults_of_a_file_are_told_at_once_in_its_order():
    text = """\
titel: x
model: llama-3.1-70
left: 8 x h10
right: 1 x wse-3
chips:
  dream: {like: h100, memory: {bandwith: 33.5 TB/s}}
knobs:
  a: {turns: batch, from: 1, upto: 3}
beats:
  - say: {en: one, two, zh: x}
    for: 2 s
"""
    (comma,) = faults_of(text)  # what is read wrongly is not checked further
    assert comma.startswith("x.yaml:10:20: 'two' has no value; within { } a comma ends a text")
    text = text.replace("one, two", '"one, two"')
    text += (
        "  - ask: {question: q, choices: [a, b], answer: c}\n    for: 2\n    look: left.reeding\n"
        "    set: {nothing: 3}\n  - only words\nshow: [nobody]\n"
    )
    found = [fault.split(": ")[0] for fault in faults_of(text)]
    assert found == [
        f"x.yaml:{place}"
        for place in (
            "1:1",
            "2:8",
            "3:7",
            "6:32",
            "8:30",
            "12:49",
            "13:10",
            "14:11",
            "16:5",
            "17:8",
        )
    ]


def test_a_broken_chip_is_not_told_a_second_time_where_it_is_used():
    text = GOOD.replace("8 x h100", "8 x dream") + "chips:\n  dream: {like: h100, memry: {}}\n"
    found = faults_of(text)
    assert len(found) == 1
    assert "did you mean 'memory'?" in found[0]


def test_braces_and_percent_signs_in_a_fault_stand_as_written():
    (found,) = faults_of(GOOD.replace("8 x h100", '"8 x {what} %s"'))
    assert "{what} %s" in found


def test_checking_a_file_never_raises(tmp_path):
    file = tmp_path / "x.yaml"
    file.write_bytes(bytes(range(256)))
    assert len(check_file(file)) == 1
    file.write_text(GOOD, encoding="utf-8")
    assert check_file(file) == []
    assert len(check_file(tmp_path / "none.yaml")) == 1
