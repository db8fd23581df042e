"""Turning a knob gives another scene: other inputs, marked as assumed; the first is unchanged."""

import pytest

from viz.errors import VizError
from viz.physics.decode import decode_step
from viz.physics.types import Load
from viz.scene.knob_targets import turnables
from viz.scene.load_scene import load_scene, scene_from_text
from viz.scene.turn import turned

SCENE = """\
title: t
model: llama-3.1-70b
left: 8 x h100
right: 4 x wse-3
knobs:
  bandwidth: {turns: h100.memory.bandwidth, from: 1 TB/s, to: 40 TB/s}
  flops: {turns: h100.flops, from: 100 TFLOP/s, to: 9 PFLOP/s}
  wafers: {turns: right.count, from: 4, to: 100}
  hop: {turns: right.hop, from: 0 s, to: 5 us}
  tau: {turns: left.kernel, from: 0 s, to: 200 us}
  software: {turns: left.stack, choices: [tensorrt-llm-2024, vllm-2024]}
  bits: {turns: bits, choices: [16 bit, 8 bit]}
  users: {turns: batch, from: 1, to: 1000, log: true}
  length: {turns: context, from: 1, to: 100000}
beats: [{for: 1 s, pace: 1 ms per second}]
"""


@pytest.fixture(scope="module")
def scene():
    return scene_from_text(SCENE)


def test_a_turned_number_is_assumed_and_keeps_the_published_one(scene):
    after = turned(scene, {"bandwidth": "20 TB/s"})
    number = after.left.chip.bandwidth
    assert number.value == 20e12
    assert number.says == "assumed"
    assert number.others[0].value == 3.35e12
    assert number.others[0].says == scene.left.chip.bandwidth.says
    assert scene.left.chip.bandwidth.value == 3.35e12


def test_a_float_is_in_si_units(scene):
    assert turned(scene, {"bandwidth": 20e12}).left == turned(scene, {"bandwidth": "20 TB/s"}).left


def test_turning_back_gives_the_published_number_again(scene):
    after = turned(turned(scene, {"bandwidth": 20e12}), {"bandwidth": "3.35 TB/s"})
    assert after.left.chip.bandwidth == scene.left.chip.bandwidth


def test_turns_add_up(scene):
    after = turned(turned(scene, {"bandwidth": 20e12}), {"wafers": 80})
    assert (after.left.chip.bandwidth.value, after.right.count) == (20e12, 80)


@pytest.mark.parametrize(
    ("knob", "value", "read", "expected"),
    [
        ("wafers", "80", lambda s: s.right.count, 80),
        ("wafers", 79.6, lambda s: s.right.count, 80),
        ("hop", "4 us", lambda s: s.right.stack.hop.value, 4e-6),
        ("hop", 0.0, lambda s: s.right.stack.hop.value, 0.0),
        ("tau", "100 us", lambda s: s.left.stack.kernel.value, 100e-6),
        ("software", "vllm-2024", lambda s: s.left.stack.name, "vllm-2024"),
        ("bits", "8 bit", lambda s: s.bits, 8.0),
        ("bits", "8", lambda s: s.bits, 8.0),
        ("bits", 8.0, lambda s: s.bits, 8.0),
        ("users", "64", lambda s: s.batch, 64.0),
        ("length", "4096 tok", lambda s: s.context, 4096.0),
        ("length", "4096", lambda s: s.context, 4096.0),
    ],
)
def test_every_kind_of_knob_turns(scene, knob, value, read, expected):
    assert read(turned(scene, {knob: value})) == expected


def test_double_arithmetic_doubles_it_at_every_width(scene):
    before = dict(scene.left.chip.flops)
    after = dict(turned(scene, {"flops": 2 * before[16].value}).left.chip.flops)
    for bits, number in before.items():
        assert after[bits].value == pytest.approx(2 * number.value, rel=1e-12)


def test_a_constant_is_turned_in_the_stack_that_is_chosen(scene):
    after = turned(scene, {"tau": "100 us", "software": "vllm-2024"})
    assert (after.left.stack.name, after.left.stack.kernel.value) == ("vllm-2024", 100e-6)


def test_reading_takes_half_as_long_with_twice_the_bandwidth_at_the_limit(scene):
    """As published it takes a little longer than half: a core takes in only so much."""

    def reading(s, basis):
        step = decode_step(s.left, s.model, Load(s.batch, s.context, s.bits), basis)
        return step.parts[0].seconds

    after = turned(scene, {"bandwidth": 6.7e12})
    assert reading(after, "limit") == pytest.approx(reading(scene, "limit") / 2, rel=1e-9)
    before = reading(scene, "published")
    assert before / 2 <= reading(after, "published") < before


def test_a_chip_on_both_sides_is_turned_on_both():
    text = (
        SCENE.replace("4 x wse-3", "16 x h100")
        .replace("right.hop", "right.kernel")
        .replace("5 us", "1 ms")
    )
    both = scene_from_text(text)
    after = turned(both, {"bandwidth": "20 TB/s"})
    assert after.left.chip == after.right.chip
    assert after.right.chip.bandwidth.value == 20e12


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"bandwith": 1e12}, "there is no knob 'bandwith'; did you mean 'bandwidth'?"),
        ({"moon": 1e12}, "there is no knob 'moon'; write one of bandwidth, flops"),
        ({"bandwidth": "20"}, "bandwidth: '20' has no unit"),
        ({"bandwidth": "20 TB"}, "'20 TB' is an amount of data"),
        ({"bandwidth": float("nan")}, "bandwidth: not a number is out of range"),
        ({"bandwidth": float("inf")}, "out of range"),
        ({"bandwidth": -1e12}, "out of range"),
        ({"bandwidth": 0.0}, "out of range"),
        ({"bandwidth": 1e30}, "out of range; write a value from 1 MB/s to"),
        ({"wafers": "4.5"}, "'4.5' is not whole"),
        ({"software": "vllm"}, "'vllm' is no value of left.stack; write one of"),
        ({"software": "llama-cpp-cuda"}, "is no choice; write one of tensorrt-llm-2024"),
        ({"bits": "4 bit"}, "'4 bit' is no choice; write one of 16 bit, 8 bit"),
    ],
)
def test_a_turn_that_is_none_says_why(scene, values, words):
    with pytest.raises(VizError) as error:
        turned(scene, values)
    assert words in str(error.value)


def test_all_wrong_turns_are_told_at_once(scene):
    with pytest.raises(VizError) as error:
        turned(scene, {"moon": 1, "bandwidth": "20"})
    assert len(error.value.faults) == 2


def test_every_path_that_can_be_turned_reads_what_was_put(scene):
    for turnable in turnables(scene).values():
        now = turnable.read(scene)
        other = turnable.words[-1] if turnable.words else max(turnable.low, 1.0)
        assert turnable.read(turnable.put(scene, other)) == pytest.approx(other), turnable.path
        assert turnable.read(turnable.put(scene, now)) == pytest.approx(now), turnable.path


def test_a_model_that_is_fitted_brings_the_chips_that_hold_it_and_cards_come_by_the_box():
    """405B at 16 bit is 812 GB: 12 H100 hold it, which are two boxes of 8; 19 wafers of 44 GB."""
    scene = load_scene("bigger_model")
    fitting = turnables(scene)["fitting"]
    for name, cards, wafers in (("8b", 8, 1), ("70b", 8, 4), ("405b", 16, 19)):
        put = fitting.put(scene, f"llama-3.1-{name}")
        assert (put.left.count, put.right.count) == (cards, wafers)
        assert put.model.name == f"llama-3.1-{name}"
    back = fitting.put(fitting.put(scene, "llama-3.1-405b"), "llama-3.1-8b")
    assert back.left.count == 16  # chips that are there stay


def test_boxes_that_take_turns_read_twice_as_long_and_meet_in_a_box_alone():
    scene = turned(load_scene("bigger_model"), {"model": "llama-3.1-405b"})
    turns = turned(load_scene("bigger_model"), {"model": "llama-3.1-405b", "turns": 2.0})
    one, two = scene.step("left"), turns.step("left")
    parts = {part.name: part.seconds for part in one.parts}
    halves = {part.name: part.seconds for part in two.parts}
    assert halves["reading"] == pytest.approx(2 * parts["reading"], rel=1e-3)
    assert halves["links"] < 0.2 * parts["links"]
