"""Whatever is in a file, it is loaded or refused with a place: nothing else happens."""

import time

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from viz.errors import VizError
from viz.scene.load_scene import scene_from_text
from viz.scene.types import Scene

GOOD = """\
title: {en: "Weights stay", zh: 权重不动}
model: llama-3.1-70b
left: {machine: 8 x h100, stack: vllm-2024}
right: 4 x dream
bits: 16 bit
chips:
  dream: {like: wse-3, memory: {bandwidth: 30 PB/s}}
knobs:
  wafers: {turns: right.count, from: 4, to: 100}
  software: {turns: left.stack, choices: [vllm-2024, tensorrt-llm-2024]}
beats:
  - say: Hello.
    for: 2 s
    pace: 1 ms per second
    look: left.bar
    set: {wafers: 8}
  - ask: {question: q, choices: [a, b], answer: a}
    for: 1:02.5
"""
KEYS = [
    "title",
    "asks",
    "model",
    "left",
    "right",
    "batch",
    "context",
    "bits",
    "basis",
    "seed",
    "chips",
    "knobs",
    "beats",
    "show",
    "notes",
    "say",
    "for",
    "pace",
    "ask",
    "look",
    "set",
    "machine",
    "stack",
    "like",
    "memory",
    "bandwidth",
    "capacity",
    "flops",
    "turns",
    "from",
    "to",
    "choices",
    "question",
    "answer",
    "log",
    "dream",
    "h100",
    "en",
    "zh",
    "<<",
    "x",
]
WORDS = [
    *("8 x h100", "4 x wse-3", "llama-3.1-70b", "1 s", "-1 s", "1e308 s", "9" * 400, "0", "1e999"),
    *("nan", ".nan", ".inf", "-.inf", "1 ms per second", "16 bit", "left.bar", "right.count", ""),
    *("h100.memory.bandwidth", "3.35 TB/s", "1e30 B/s", "true", "null", "~", "2026-08-13", "12:30"),
    *("权重", "\u202e", "\x00", "x" * 501, "{what}", "%s", "#", "- ", "&a b", "*a", "!!int 3", "'"),
]
quick = settings(
    deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
leaves = st.sampled_from(WORDS) | st.text(max_size=8) | st.integers().map(str)
trees = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=4), inner, max_size=5)
    ),
    max_leaves=12,
)


def written(tree) -> str:
    """YAML in one line; leaves stand as they are, so that they can break it, too."""
    if isinstance(tree, dict):
        return "{" + ", ".join(f"{key}: {written(value)}" for key, value in tree.items()) + "}"
    if isinstance(tree, list):
        return "[" + ", ".join(map(written, tree)) + "]"
    return tree


def outcome_of(text: str) -> Scene | VizError:
    try:
        return scene_from_text(text, "x.yaml")
    except VizError as error:
        return error


def is_loaded_or_refused_with_a_place(text: str) -> bool:
    start = time.process_time()
    found = outcome_of(text)
    assert time.process_time() - start < 2.0
    if isinstance(found, Scene):
        return True
    assert found.code == 2
    assert found.faults
    for fault in found.faults:
        assert fault.what
        assert fault.place is not None
        assert fault.place.file == "x.yaml"
        assert 1 <= fault.place.line <= text.count("\n") + text.count("\r") + 2
        assert fault.place.column >= 1
    return True


@settings(quick, max_examples=250)
@given(st.text(max_size=200))
def test_any_text_is_loaded_or_refused_with_a_place(text):
    assert is_loaded_or_refused_with_a_place(text)


@settings(quick, max_examples=300)
@given(st.dictionaries(st.sampled_from(KEYS), trees, max_size=8))
def test_any_tree_of_our_own_keys_is_loaded_or_refused_with_a_place(tree):
    text = "\n".join(f"{key}: {written(value)}" for key, value in tree.items())
    assert is_loaded_or_refused_with_a_place(text)


@settings(quick, max_examples=300)
@given(
    st.integers(0, len(GOOD)),
    st.integers(0, 12),
    st.sampled_from(WORDS) | st.text(max_size=6) | st.sampled_from(KEYS),
)
def test_a_good_scene_with_one_cut_and_one_paste_is_loaded_or_refused(at, length, paste):
    assert is_loaded_or_refused_with_a_place(GOOD[:at] + paste + GOOD[at + length :])


@settings(quick, max_examples=200)
@given(st.integers(0, GOOD.count("\n") - 1), trees)
def test_a_good_scene_with_one_other_value_is_loaded_or_refused(number, tree):
    lines = GOOD.splitlines()
    key = lines[number].split(":")[0]
    lines[number] = f"{key}: {written(tree)}"
    assert is_loaded_or_refused_with_a_place("\n".join(lines))


def test_the_scene_that_is_fuzzed_is_good():
    assert scene_from_text(GOOD).right.count == 4
