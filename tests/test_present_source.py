"""What a talk is made of on the command line: read again, and turned as it was."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from viz.cli import present_command
from viz.cli.reload import open_source, turned, turns_of
from viz.errors import VizError
from viz.scene.find import scene_path
from viz.timeline.clocks import ScreenSeconds

TEXT = """\
title: One
beats: [{say: a, for: 2 s}]
"""


def arguments(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    present_command.configure(parser)
    return parser.parse_args(list(words))


@pytest.fixture
def program(tmp_path: Path) -> Path:
    for name in ("one", "two"):
        (tmp_path / f"{name}.yaml").write_text(TEXT.replace("One", name), encoding="utf-8")
    file = tmp_path / "talk.yaml"
    file.write_text("title: T\nscenes: [{scene: one}, {scene: two}]\n", encoding="utf-8")
    return file


def test_only_the_scene_that_was_saved_is_read_again(program: Path) -> None:
    source = open_source(arguments(str(program)))
    before = source.reel.timelines
    file = program.with_name("two.yaml")
    file.write_text(TEXT.replace("2 s", "5 s"), encoding="utf-8")
    reel, files = source.again()
    assert reel.timelines[0] is before[0]
    assert reel.timelines[1].seconds == 5.0
    assert set(files) == {program, file, program.with_name("one.yaml")}


def test_a_saved_program_has_its_new_scenes(program: Path) -> None:
    source = open_source(arguments(str(program)))
    program.write_text("title: T\nscenes: [{scene: two}]\n", encoding="utf-8")
    reel, files = source.again()
    assert [timeline.scene.name for timeline in reel.timelines] == ["two"]
    assert len(files) == 2


def test_a_scene_that_is_still_broken_stays_a_fault_when_another_is_saved(program: Path) -> None:
    source = open_source(arguments(str(program)))
    program.with_name("one.yaml").write_text("title: [", encoding="utf-8")
    with pytest.raises(VizError):
        source.again()
    program.with_name("two.yaml").write_text(TEXT.replace("2 s", "5 s"), encoding="utf-8")
    with pytest.raises(VizError):
        source.again()
    program.with_name("one.yaml").write_text(TEXT, encoding="utf-8")
    assert source.again()[0].timelines[1].seconds == 5.0


def test_knobs_that_were_set_are_turned_again_and_those_that_are_gone_left_out() -> None:
    args = arguments("weights_stay", "--set", "bandwidth=20 TB/s")
    reel = open_source(args).reel
    turns = turns_of(reel, args)
    assert turns == (("weights_stay", 0.0, "bandwidth", "20 TB/s"),)
    plain = open_source(arguments("weights_stay")).reel
    again = turned(plain, (*turns, ("weights_stay", 0.0, "gone", 1.0), ("gone", 0.0, "x", 1.0)))
    setting = again.timelines[0].setting(ScreenSeconds(1.0))
    assert setting.values == reel.timelines[0].setting(ScreenSeconds(1.0)).values
    assert dict(setting.values)["bandwidth"] == 2e13


def test_a_scene_of_the_project_is_watched_too() -> None:
    assert open_source(arguments("weights_stay")).files == (scene_path("weights_stay"),)
