"""Programs: scenes in an order, told with places where they are wrong, shown as one."""

from __future__ import annotations

import argparse
from dataclasses import replace

import pytest

from viz.cli.opened_show import open_reel, program_of
from viz.desk.playhead import Playhead, back, forward, go
from viz.desk.steps import deck_of
from viz.errors import VizError
from viz.scene.load_scene import load_scene
from viz.scene.program import find_program, program_names, scenes_of
from viz.stage.marks import Label

PROGRAM = """
title: {en: Two, zh: 两个}
cards: 2 s
scenes:
  - {scene: one, chapter: {en: First, zh: 第一}}
  - {scene: two, chapter: Second, for: 3 s}
  - one
"""
ONE = """
title: One
values: {a: 1 s}
knobs: {a: {turns: values.a, from: 0 s, to: 9 s}}
beats: [{say: here is one, for: 4 s}]
"""
TWO = """
title: Two
beats:
  - {say: here is two, for: 4 s}
  - {ask: {question: q, choices: [x, y], answer: x}, for: 6 s}
  - {say: two ends, for: 2 s}
"""


@pytest.fixture
def folder(tmp_path):
    for name, text in (("program", PROGRAM), ("one", ONE), ("two", TWO)):
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def reel_of(path, turns=(), size=(640, 360)):
    args = argparse.Namespace(
        size=size, theme="dark", lang="en", set=list(turns), no_questions=False
    )
    return open_reel(program_of(str(path)), args)


def words(frame):
    return {mark.text for mark in frame.marks if isinstance(mark, Label)}


@pytest.mark.parametrize("name", program_names())
def test_every_program_of_the_project_has_scenes_that_are_sound(name):
    program = find_program(name)
    assert set(program.title) == {"en", "zh"}
    assert all(set(entry.chapter) == {"en", "zh"} for entry in program.entries)
    assert len(scenes_of(program)) == len(program.entries)


def test_the_short_is_a_minute_upright_asks_nothing_and_hurries_no_beat():
    program = find_program("short")
    scenes = scenes_of(program)
    assert program.size == "vertical"
    assert 57 <= reel_of("short", size=(360, 640)).seconds <= 62
    assert not [beat for scene in scenes for beat in scene.beats if beat.ask]
    for scene in scenes:
        whole = {str(beat.say): beat.seconds for beat in load_scene(scene.name).beats}
        assert [beat.seconds for beat in scene.beats] == [whole[str(b.say)] for b in scene.beats]


def test_a_card_stands_before_each_scene_and_the_whole_is_their_sum(folder):
    """2 + 4, 2 + 3 (cut, and without its question), 2 + 4 seconds."""
    reel = reel_of(folder / "program.yaml")
    assert reel.starts == (0.0, 6.0, 11.0)
    assert reel.seconds == 17.0
    assert {"First", "Second", "One"} <= words(reel.frame(0.5))
    assert "here is one" in words(reel.frame(3.0))
    assert "here is two" in words(reel.frame(8.5))
    assert "two ends" in words(reel.frame(10.9))
    assert "here is one" in words(reel.frame(99.0))


def test_a_knob_is_turned_in_the_scenes_that_have_it_and_unknown_ones_are_told(folder):
    reel = reel_of(folder / "program.yaml", [("a", "3 s")])
    assert dict(reel.timelines[0].settings[-1].values) == {"a": 3.0}
    with pytest.raises(VizError, match="there is no knob 'b'"):
        reel_of(folder / "program.yaml", [("b", "3 s")])


@pytest.mark.parametrize(
    ("change", "told", "line"),
    [
        (("scene: one,", "scene: onne,"), "did you mean 'one'", 5),
        (("chapter: Second", "chaptr: Second"), "did you mean 'chapter'", 6),
        (("cards: 2 s", "card: 2 s"), "did you mean 'cards'", 3),
        (("cards: 2 s", "cards: 2"), "has no unit", 3),
        (("cards: 2 s", "size: '../x'"), "is no size", 3),
        (("for: 3 s", "beats: [1, 9]"), "two has no beat 9; write beats from 1 to 3", 6),
        (("scene: two", "scene: ../two"), "there is no scene '../two'", 6),
    ],
)
def test_what_is_wrong_with_a_program_has_its_place(folder, change, told, line):
    file = folder / "program.yaml"
    file.write_text(PROGRAM.replace(*change), encoding="utf-8")
    with pytest.raises(VizError) as error:
        scenes_of(program_of(str(file)))
    assert told in str(error.value)
    assert error.value.faults[0].place.line == line
    assert error.value.code == 2


def test_the_faults_of_all_scenes_are_told_at_once(folder):
    for name in ("one", "two"):
        (folder / f"{name}.yaml").write_text("title: x\nbeets: []\n", encoding="utf-8")
    with pytest.raises(VizError) as error:
        scenes_of(program_of(str(folder / "program.yaml")))
    files = {fault.place.file.rpartition("/")[2] for fault in error.value.faults}
    assert files == {"one.yaml", "two.yaml"}


def test_a_name_that_is_neither_is_told_with_the_nearest_of_both():
    with pytest.raises(VizError, match="did you mean 'talk'"):
        program_of("tlak")
    with pytest.raises(VizError, match="did you mean 'weights_stay'"):
        program_of("weight_stay")
    assert program_of("weights_stay") is None


def test_a_program_in_a_window_goes_on_from_scene_to_scene_and_back_with_its_cards(folder):
    """A card of 1 s before each scene; "next" leaves a card for its scene, and the last beat of a
    scene for the next one's card; back goes to the start of this beat, and then to the one before."""
    reel = reel_of(folder / "program.yaml")
    deck = deck_of(reel)
    head = Playhead(deck, playing=True, waits="questions")
    names = [timeline.scene.name for timeline in reel.timelines]

    def where(head):
        index, at = reel.place(head.moment)
        return names[index], index, at < 0

    ways = []
    for _ in range(2 * len(deck.steps)):
        ways.append(where(head))
        head = replace(forward(head), since=0.0, seen=0.0)
        if head.ended:
            break
    assert [name for name, *_ in dict.fromkeys((n, i) for n, i, _ in ways)] == names
    if reel.cards:
        assert [card for *_, card in ways[:2]] == [True, False]
    first = len(deck.steps) - deck.count(len(names) - 1)
    start = go(head, first, deck.steps[first].lead)
    before = back(start)
    assert where(before)[1] == len(names) - 2
    assert before.step == first - 1
