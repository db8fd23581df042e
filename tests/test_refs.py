"""Quantities that a scene names and refers to: values, provenance, and what is told when wrong.

The numbers are those of the two articles and of data sheets, reckoned by hand.
"""

import pytest

from viz.errors import VizError
from viz.scene.arithmetic import parse
from viz.scene.load_scene import scene_from_text
from viz.scene.quantities import resolved
from viz.scene.turn import turned
from viz.units import UnitError

SCENE = """
title: t
model: llama-3.1-70b
left: 8 x h100
right: 4 x wse-3
values:
  tool: 10 s
  written: 30 tok
  base: claim:standard-gpu-speed
  ratio: = claim:sol-ultrafast-speed / value:base
  thirty: "= value:written / claim:sol-ultrafast-speed"
  reported: {value: 2 s, says: measured, source: a stopwatch}
  order: {word: speed, of: [speed, size, date]}
knobs:
  tool: {turns: values.tool, from: 0 s, to: 60 s}
  base:
    turns: values.base
    choices: [claim:standard-gpu-speed, claim:simple-baseline, 60 tok/s]
  order: {turns: values.order, choices: [speed, size]}
beats: [{say: a, for: 2 s}]
"""


@pytest.fixture(scope="module")
def scene():
    return scene_from_text(SCENE)


@pytest.mark.parametrize(
    ("ref", "value", "dimension", "says"),
    [
        ("claim:sol-ultrafast-speed", 750, "tokens/second", "vendor"),
        ("value:tool", 10, "seconds", "assumed"),
        ("value:base", 70, "tokens/second", "press"),
        ("value:ratio", 750 / 70, "number", "derived"),
        ("value:thirty", 0.04, "seconds", "assumed"),  # 30 tokens are assumed
        ("value:reported", 2, "seconds", "measured"),
        ("= 1 tok / claim:sol-ultrafast-speed", 1 / 750, "seconds", "derived"),
        ("= 2 * 3 + 4", 10, "number", "assumed"),
        ("= 2 * (3 + 4) - -1", 15, "number", "assumed"),
        ("= 30 s / 8 s", 3.75, "number", "assumed"),
        ("chip:h100.memory.bandwidth", 3.35e12, "bytes/second", "vendor"),
        ("left.bandwidth", 8 * 3.35e12, "bytes/second", "derived"),
        ("left.count", 8, "number", "assumed"),
        ("= ceil(4 trillion * 1 B / 44 GB)", 91, "number", "assumed"),
        ("= generation_share(5.6, 14)", (1 - 1 / 5.6) / (1 - 1 / 14), "number", "assumed"),
        ("= max(2 s, 300 ms)", 2, "seconds", "assumed"),
        ("model:llama-3.1-70b.layers", 80, "number", None),
    ],
)
def test_a_reference_comes_to(scene, ref, value, dimension, says):
    found = resolved(scene, ref)
    assert found.value == pytest.approx(value, rel=1e-12)
    assert found.dimension == dimension
    if says:
        assert found.says == says


def test_the_speed_of_a_machine_is_the_inverse_of_its_time_for_a_token(scene):
    product = resolved(scene, "= left.speed * left.token")
    assert (product.value, product.dimension) == (pytest.approx(1), "tokens")


def test_what_is_computed_names_the_sources_of_its_inputs(scene):
    source = resolved(scene, "value:ratio").source
    assert "both articles" in source
    assert "article 000" in source


def test_a_kind_that_has_no_name_keeps_its_base_units(scene):
    """$140 for a million tokens, at 750 tokens a second for an hour: $378, as the storyboard has."""
    price = "$140 / 1 million tok"
    assert resolved(scene, f"= {price}").dimension == "$ / tok"
    hour = resolved(scene, f"= {price} * claim:sol-ultrafast-speed * 3600 s")
    assert (hour.value, hour.dimension) == (pytest.approx(378), "dollars")


def test_a_turned_value_is_assumed_and_all_that_rests_on_it_follows(scene):
    after = turned(scene, {"tool": "20 s", "base": "claim:simple-baseline", "order": "size"})
    assert resolved(after, "value:tool").value == 20
    assert resolved(after, "value:tool").source == "a knob of the scene"
    assert resolved(after, "value:order").text == "size"
    base = resolved(after, "value:base")
    assert (base.value, base.says) == (50, "press")
    assert resolved(after, "value:ratio").value == 15


def test_a_choice_that_is_a_reference_is_shown_as_what_it_comes_to(scene):
    knob = next(knob for knob in scene.knobs if knob.name == "base")
    assert knob.choices == ("70 tok/s", "50 tok/s", "60 tok/s")
    assert knob.published == "70 tok/s"
    assert resolved(turned(scene, {"base": "60 tok/s"}), "value:base").says == "assumed"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("clam:x", "did you mean 'claim:'"),
        ("claim:sol-ultrafast-sped", "did you mean 'claim:sol-ultrafast-speed'"),
        ("chip:h10.area", "did you mean 'chip:h100'"),
        ("chip:h100.aera", "did you mean 'chip:h100.area'"),
        ("value:tol", "did you mean 'value:tool'"),
        ("values.tool", "write 'value:tool'"),
        ("left.sped", "did you mean 'left.speed'"),
        ("claim:a / claim:b", "write '= claim:a / claim:b'"),
        ("= 3 s + 4 tok", "not of one kind"),
        ("= 1 / 0", "divides by zero"),
        ("= ceill(3)", "did you mean 'ceil'"),
        ("= max(3)", "write max of 2"),
        ("= (3", "ends too early"),
        ("= 3 4", "write + - * or /"),
        ("=", "ends too early"),
        ("", "nothing is written"),
        ("= value:order * 2", "a word cannot be reckoned with"),
        ("__import__('os')", "'__import__'"),
        ("= 9e300 * 9e300", "no finite number"),
        ("=" + "(" * 60 + "1" + ")" * 60, "too many brackets"),
        ("= " + "1 + " * 200 + "1", "too long"),
    ],
)
def test_what_is_no_reference_is_told_with_the_right_word(scene, text, told):
    with pytest.raises(UnitError) as error:
        resolved(scene, text)
    assert told in str(error.value)


def test_a_text_is_read_once():
    assert parse("= claim:a / claim:b") is parse("= claim:a / claim:b")


def test_values_that_rest_on_each_other_are_told_with_their_places():
    with pytest.raises(VizError) as error:
        scene_from_text(
            "title: t\nvalues:\n  a: = value:b * 2\n  b: value:a\nbeats: [{for: 1 s}]\n"
        )
    told = [(fault.place.line, fault.what) for fault in error.value.faults]
    assert [line for line, _ in told] == [3, 4]
    assert all("rests on itself" in what for _, what in told)


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("{says: vendor}", "it has no 'value'"),
        ("{value: 3 s, says: vendor}", "write source:"),
        ("{value: 3 s, word: x}", "it is a value and a word"),
        ("{word: x, of: [y, z]}", "'x' is not among 'of'"),
        ("{value: 3 s, sais: vendor}", "did you mean 'says'"),
        ("30 sx", "there is no unit 'sx'"),
    ],
)
def test_what_is_wrong_with_a_named_value_is_told(value, told):
    with pytest.raises(VizError) as error:
        scene_from_text(f"title: t\nvalues:\n  a: {value}\nbeats: [{{for: 1 s}}]\n")
    assert told in str(error.value)
    assert error.value.faults[0].place.line == 3
