"""Nothing in YAML is silently something else (FAULTS.md F10 to F14, F18)."""

import os
import time

import pytest

from viz.errors import VizError
from viz.reading.yaml12 import Mapping, Scalar, Sequence, place_at, plain, read, read_text


def value_of(text: str) -> object:
    return plain(read_text(f"key: {text}\n", "x.yaml"))["key"]


def faults_of(text: str) -> list[str]:
    with pytest.raises(VizError) as error:
        read_text(text, "x.yaml")
    assert all(fault.place for fault in error.value.faults)
    return [str(fault) for fault in error.value.faults]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("3.35 TB/s", "3.35 TB/s"),
        ("12:30:00", "12:30:00"),
        ("78:27:00", "78:27:00"),
        ("11:11", "11:11"),
        ("1:02.5", "1:02.5"),
        ("2026-08-13", "2026-08-13"),
        ("2026-13-45", "2026-13-45"),
        ("no", "no"),
        ("on", "on"),
        ("yes", "yes"),
        ("off", "off"),
        ("Y", "Y"),
        ("1_000", "1_000"),
        ("0b11", "0b11"),
        ("1e3", 1000.0),
        ("1e9", 1e9),
        ("3e12", 3e12),
        ("-2.5E-3", -0.0025),
        (".5", 0.5),
        ("010", 10),
        ("0o10", 8),
        ("0x10", 16),
        ("+3", 3),
        ("true", True),
        ("False", False),
        ("~", None),
        ("null", None),
        ("", None),
        ("'8'", "8"),
        ('"true"', "true"),
        ("'~'", "~"),
        ("=", "="),
        ("4 x wse-3", "4 x wse-3"),
        ("权重不动", "权重不动"),
    ],
)
def test_an_unquoted_word_means_what_it_looks_like(written, expected):
    found = value_of(written)
    assert expected == found
    assert type(expected) is type(found)


def test_a_number_keeps_the_digits_that_were_typed():
    node = read_text("- 3.350\n- 0099\n", "x.yaml")
    assert isinstance(node, Sequence)
    assert [item.text for item in node.items] == ["3.350", "0099"]


def test_every_word_has_its_line_and_column():
    node = read_text("title: x\nbeats:\n  - say: {en: 权重, zh: y}\n", "x.yaml")
    assert str(place_at(node, ("title",))) == "x.yaml:1:8"
    assert str(place_at(node, ("beats", 0, "say"), key=True)) == "x.yaml:3:5"
    assert str(place_at(node, ("beats", 0, "say", "en"))) == "x.yaml:3:15"
    assert str(place_at(node, ("beats", 0, "say", "zh"))) == "x.yaml:3:23"
    assert str(place_at(node, ("beats", 0, "say", "missing"))) == "x.yaml:3:10"


def test_windows_line_ends_and_a_byte_order_mark_do_not_move_places(tmp_path):
    file = tmp_path / "x.yaml"
    file.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")
    node = read(file)
    assert plain(node) == {"a": 1, "b": 2}
    assert (place_at(node, ("b",)).line, place_at(node, ("b",)).column) == (2, 4)


def test_aliases_are_the_same_value_written_once():
    assert plain(read_text("a: &x [1, 2]\nb: *x\n", "x.yaml")) == {"a": [1, 2], "b": [1, 2]}


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("a: 1\na: 2", "x.yaml:2:1", "the key 'a' is there twice (first in line 1)"),
        ('a: 1\n"a": 2', "x.yaml:2:1", "twice"),
        ("a: !!python/object/apply:os.system [ls]", "x.yaml:1:4", "the tag"),
        ("a: !!str 3", "x.yaml:1:4", "the tag"),
        ("a: ! 3", "x.yaml:1:4", "the tag '!'"),
        ("b: &b {x: 1}\nc:\n  <<: *b", "x.yaml:3:3", "the merge key '<<' is refused"),
        ("a: 1\n---\nb: 2", "x.yaml:2:1", "a second document"),
        ("%TAG ! tag:x,2000:\n---\na: 1", "x.yaml:1:1", "directives"),
        ("a: *b", "x.yaml:1:4", "nothing is called '&b'"),
        ("a: &a [*a]", "x.yaml:1:8", "'*a' contains itself"),
        ("a: &a 1\nb: &a 2", "x.yaml:2:4", "the anchor '&a' is there twice"),
        ("? [a, b]\n: 1", "x.yaml:1:3", "a key must be one word"),
        ("", "x.yaml:1:1", "the file is empty"),
        ("# only words\n", "x.yaml:1:1", "the file is empty"),
        ("a: .inf", "x.yaml:1:4", "'.inf' is not a finite number"),
        ("a: -.Inf", "x.yaml:1:4", "not a finite number"),
        ("a: .nan", "x.yaml:1:4", "not a finite number"),
        ("a: 1e400", "x.yaml:1:4", "too large"),
        ("a: " + "9" * 450, "x.yaml:1:4", "a number of 450 digits"),
        ("a: " + "9" * 5000, "x.yaml:1:4", "5,000 characters"),
        ("a: " + "x" * 501, "x.yaml:1:4", "a text of 501 characters; 500 are allowed"),
        ("a: x\u202ey", "x.yaml:1:5", "U+202E turns the direction"),
        ("# \u2066", "x.yaml:1:3", "U+2066"),
        ("a:\n  - \u061cx", "x.yaml:2:5", "U+061C"),
        ('a: "x\\u202Ey"', "x.yaml:1:4", "U+202E"),
        ('a: "x\\0y"', "x.yaml:1:4", "U+0000"),
        ('a: "x\\ty"', "x.yaml:1:4", "a tab within text"),
        ("a: x\x00y", "x.yaml:1:5", "U+0000"),
        ("a: x\x1by", "x.yaml:1:5", "U+001B"),
        ("a: x\x85y", "x.yaml:1:5", "U+0085"),
        ("a: \ud800", "x.yaml:1:4", "surrogate U+D800"),
        ('a: "\\ud800"', "x.yaml:1:", ""),
        ("say: Chip #1 wins", "x.yaml:1:6", "a '#' after a space starts a comment"),
        ("{en: The GPU reads, then waits, zh: y}", "x.yaml:1:21", "a comma ends a text"),
    ],
)
def test_what_no_scene_needs_is_refused_with_its_place(text, place, words):
    found = faults_of(text)
    assert len(found) == 1
    assert found[0].startswith(place)
    assert words in found[0]


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("a: b: c", "x.yaml:1:5", "a ':' that does not belong here"),
        ("a:\n\tb: 1", "x.yaml:2:1", "a tab in the indentation; write spaces"),
        ("a: [1, 2\nb: 1\n", "x.yaml:1:4", "a '[' that is opened here"),
        ("a: {b: 1\nc: 2\n", "x.yaml:1:4", "a '{' that is opened here"),
        ("a: 'x\nb: 2\n", "x.yaml:1:4", "a quote that is opened here"),
        ("a: 1\n b: 2", "x.yaml:2:", "does not belong here"),
        ("a: 1\nb", "x.yaml:2:1", "neither 'key: value' nor '- item'"),
        ("- a\nb: 1", "x.yaml:2:1", "not indented like"),
        ("a: @x", "x.yaml:1:4", "cannot start a text without quotes"),
        ("a: `x`", "x.yaml:1:4", "cannot start a text without quotes"),
        ("a: ]", "x.yaml:1:4", "a bracket or comma that does not belong here"),
        ('a: "\\q"', "x.yaml:1:5", "an escape"),
        ("say: “Hi” x: y", "x.yaml:1:", "curly quotes"),
        ('say: "Hi" there\nfor: 1', "x.yaml:1:11", "after its closing quote"),
        ("title：x\nb: 1", "x.yaml:1:6", "the wide colon"),
    ],
)
def test_a_slip_of_syntax_is_told_in_plain_words(text, place, words):
    found = faults_of(text)
    assert len(found) == 1
    assert found[0].startswith(place)
    assert words in found[0]


def test_all_faults_of_a_file_come_at_once():
    text = "a: 1\na: 2\nb: !!str x\nc: .nan\nd: &d {x: 1}\ne: {<<: *d}\n"
    places = [fault.split(": ")[0] for fault in faults_of(text)]
    assert places == ["x.yaml:2:1", "x.yaml:3:4", "x.yaml:4:4", "x.yaml:6:5"]


def alias_bomb() -> str:
    lines = ["a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 10)]
    return "\n".join(lines)


def merge_bomb() -> str:
    lines = ["a0: &a0 {x: 1}"]
    lines += [f"a{i}: &a{i} {{<<: [{', '.join([f'*a{i - 1}'] * 9)}]}}" for i in range(1, 10)]
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("alias bomb", alias_bomb(), "once aliases are written out"),
        ("merge bomb", merge_bomb(), "the merge key '<<' is refused"),
        ("many aliases", "a: &a 1\nb: [" + "*a, " * 101 + "*a]", "more than 100 aliases"),
        ("brackets", "[" * 50_000, "nested deeper than 32"),
        ("braces", "{a: " * 9_000, "nested deeper than 32"),
        ("dashes", "- " * 30_000, "nested deeper than 32"),
        ("question marks", "? " * 30_000, "nested deeper than 32"),
        ("steps", "".join(" " * i + "a:\n" for i in range(300)), "nested deeper than 32"),
        ("closed brackets", "[" * 33 + "]" * 33, "nested deeper than 32"),
        ("deep alias", "a: &a " + "[" * 20 + "]" * 20 + "\nb: " + "[" * 20 + "*a" + "]" * 20, "32"),
        ("wide", "[" + "1," * 20_001 + "]", "more than 20,000 entries"),
        ("large", "a: 1\n" + "# words\n" * 9_000, "64 KiB are allowed"),
    ],
)
def test_a_bomb_is_refused_at_once(name, text, words):
    start = time.process_time()
    found = faults_of(text)
    assert any(words in fault for fault in found), found
    assert time.process_time() - start < 1.0, name


def test_thirty_two_levels_are_read():
    node = read_text("[" * 32 + "]" * 32, "x.yaml")
    depth = 0
    while isinstance(node, Sequence) and node.items:
        node = node.items[0]
        depth += 1
    assert depth == 31


def test_a_file_that_is_not_utf8_names_the_line(tmp_path):
    file = tmp_path / "x.yaml"
    file.write_bytes("a: 1\nb: 权重\n".encode("gb18030"))
    with pytest.raises(VizError, match=r"x\.yaml:2:1: the file is not UTF-8; write .*UTF-8"):
        read(file)


def test_utf16_is_refused(tmp_path):
    file = tmp_path / "x.yaml"
    file.write_bytes("a: 1\n".encode("utf-16"))
    with pytest.raises(VizError, match="not UTF-8"):
        read(file)


def test_devices_pipes_and_folders_are_not_opened(tmp_path):
    pipe = tmp_path / "pipe.yaml"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path, "/dev/zero"):
        with pytest.raises(VizError, match="is not a file"):
            read(path)


def test_a_missing_file_and_a_nul_in_a_name_are_faults():
    with pytest.raises(VizError, match="there is no file nope"):
        read("nope.yaml")
    with pytest.raises(VizError, match="cannot be read"):
        read("a\0b.yaml")


def test_a_key_that_looks_like_a_word_of_yaml_1_1_keeps_its_name():
    node = read_text("no: 1\n010: 2\n", "x.yaml")
    assert isinstance(node, Mapping)
    assert node.get("no") == Scalar(1, "1", place_at(node, ("no",)))
    assert [key.text for key, _ in node.entries] == ["no", "010"]
