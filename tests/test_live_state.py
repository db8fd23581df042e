"""The state of a talk in its file, and files that are written while a show runs."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viz.desk.playhead import Playhead, go
from viz.desk.steps import Deck, Step
from viz.desk.talk import Talk
from viz.desk.timer import Timer
from viz.errors import Fault, VizError
from viz.live.state import (
    BadStateError,
    State,
    file_of,
    folder,
    from_text,
    load,
    placed,
    save,
    state_of,
    to_text,
)
from viz.live.watch import EVERY, Change, Watch
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.take import Take, Turn, Vote

DECK = Deck(
    (Step(0, 0, 0.0, 0.0, (2.0,)), Step(0, 1, 2.0, 0.0, (4.0,)), Step(1, 0, 6.0, 0.0, (5.0,)))
)
STATE = State(
    show="talk",
    scene="race",
    beat=0,
    inside=1.5,
    elapsed=246.0,
    running=True,
    total=300.0,
    saved=1.7e9,
    notes=34.0,
    shade="black",
    turns=(("race", 0.0, "bandwidth", 2e13), ("race", 1.5, "kind", "dream")),
    votes=(("race", 0, (4, 19), 1, True), ("race", 0, (1, 2), 2, False)),
    knobs=True,
    theme="contrast",
    lang="zh",
    frozen=7.5,
    apart=61.0,
)


def test_a_state_is_the_same_after_its_file(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "talk.json"
    assert save(file, STATE)
    assert load(file) == (STATE, "")
    assert [path.name for path in file.parent.iterdir()] == ["talk.json"]


def test_a_talk_is_found_again_by_scene_and_beat() -> None:
    talk = Talk(go(Playhead(DECK), 2, 1.5), timer=Timer(300.0, kept=9.0))
    turn, vote = Turn(ScreenSeconds(1.5), "bandwidth", 2e13), Vote(3, (4, 19))
    takes = (("first", Take()), ("race", Take(turns=(turn,), votes=(vote,))))
    state = state_of(talk, "talk", takes, 1.7e9)
    assert state.turns == (("race", 1.5, "bandwidth", 2e13),)
    assert state.votes == (("race", 3, (4, 19), 1, False),)
    assert (state.scene, state.beat, state.inside, state.elapsed) == ("race", 0, 1.5, 9.0)
    there = placed(Talk(Playhead(DECK)), state, ("first", "race"))
    assert (there.step, there.at, there.playing) == (2, 1.5, False)
    assert placed(Talk(Playhead(DECK)), replace(state, knobs=True), ("first", "race")).sight.knobs


def test_a_program_that_has_changed_is_gone_on_with_as_near_as_there_is() -> None:
    shorter = Deck(DECK.steps[:1] + DECK.steps[2:])
    lost = replace(STATE, scene="first", beat=1)
    assert placed(Talk(Playhead(shorter)), lost, ("first", "race")).step == 1
    assert placed(Talk(Playhead(DECK)), replace(STATE, beat=99), ("first", "race")).step == 2
    assert placed(Talk(Playhead(DECK)), replace(STATE, scene="gone"), ("first", "race")).step == 0
    assert placed(Talk(Playhead(DECK)), replace(STATE, inside=1e6), ("first", "race")).at == 5.0


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"format": 2}',
        to_text(STATE).replace("246.0", "NaN"),
        to_text(STATE).replace("246.0", "-1"),
        to_text(STATE).replace("246.0", '"x"'),
        to_text(STATE).replace('"black"', '"pink"'),
        to_text(STATE).replace('"race"', "7"),
        to_text(STATE).replace("19", "-1"),
        to_text(STATE)[:-40],
    ],
)
def test_a_corrupt_state_is_kept_aside_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    file = folder() / "talk.json"
    file.parent.mkdir()
    file.write_text(text, encoding="utf-8")
    state, told = load(file)
    assert state is None
    assert "was corrupt" in told
    assert (file.parent / "talk.json.bad").read_text(encoding="utf-8") == text
    assert not file.exists()


def test_no_state_is_no_corrupt_state(tmp_path: Path) -> None:
    state, told = load(tmp_path / "none.json")
    assert (state, "corrupt" in told, list(tmp_path.iterdir())) == (None, False, [])


def test_a_disk_that_takes_nothing_does_not_end_the_talk(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert save(tmp_path / "file" / "talk.json", STATE) is False


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(), st.lists, max_leaves=5))
def test_any_value_in_any_place_is_a_state_or_refused(value: object) -> None:
    for name in json.loads(to_text(STATE)):
        text = json.dumps(json.loads(to_text(STATE)) | {name: value})
        try:
            state = from_text(text)
        except BadStateError:
            continue
        assert from_text(to_text(state)) == state


def test_the_file_is_where_this_system_keeps_states(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert file_of("talk") == tmp_path / "viz" / "talk_talk.json"
    mine, other = (file_of("talk", tmp_path / name / "talk.yaml") for name in ("a", "b"))
    assert len({mine, other, file_of("talk")}) == 3


# --- files that are being written


class Source:
    """What a file says: its text, or faults where it says so."""

    def __init__(self, file: Path) -> None:
        self.file, self.reads = file, 0

    def load(self) -> tuple[str, tuple[Path, ...]]:
        self.reads += 1
        text = self.file.read_text(encoding="utf-8")
        if text == "bad":
            raise VizError(Fault("it is bad"))
        if text == "bug":
            raise ZeroDivisionError("our fault")
        return text, (self.file,)


def looked(watch: Watch[str], now: float, seconds: float = 0.5) -> list[Change[str]]:
    """All changes that are seen in half a second of sixty looks a second."""
    moments = (now + i / 60 for i in range(round(seconds * 60)))
    return [change for at in moments if (change := watch.look(at)) is not None]


def test_a_saved_file_is_read_once_within_half_a_second(tmp_path: Path) -> None:
    file = tmp_path / "scene.yaml"
    file.write_text("one", encoding="utf-8")
    source = Source(file)
    watch = Watch(source.load, (file,))
    assert looked(watch, 0.0) == []
    file.write_text("two", encoding="utf-8")
    assert looked(watch, 1.0) == [Change("two")]
    assert looked(watch, 2.0, 5.0) == []
    assert source.reads == 1


def test_a_file_that_is_replaced_or_comes_back_is_read(tmp_path: Path) -> None:
    file, other = tmp_path / "scene.yaml", tmp_path / "new"
    file.write_text("one", encoding="utf-8")
    watch = Watch(Source(file).load, (file,))
    other.write_text("two", encoding="utf-8")
    other.replace(file)
    assert looked(watch, 0.0) == [Change("two")]
    file.unlink()
    assert [bool(change.faults) for change in looked(watch, 1.0)] == [True]
    file.write_text("three", encoding="utf-8")
    assert looked(watch, 2.0) == [Change("three")]


def test_a_file_that_is_still_written_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "scene.yaml"
    file.write_text("", encoding="utf-8")
    source = Source(file)
    watch = Watch(source.load, (file,))
    for i in range(20):  # longer at each look
        file.write_text("x" * (i + 1), encoding="utf-8")
        assert watch.look(i * EVERY * 1.01) is None
    assert source.reads == 0


def test_a_broken_file_gives_its_faults_and_a_repaired_one_the_show(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "scene.yaml"
    file.write_text("one", encoding="utf-8")
    watch = Watch(Source(file).load, (file,))
    file.write_text("bad", encoding="utf-8")
    assert looked(watch, 0.0) == [Change(None, (Fault("it is bad"),))]
    file.write_text("bug", encoding="utf-8")
    os.utime(file, ns=(1, 1))
    assert looked(watch, 1.0) == [Change(None, (Fault("ZeroDivisionError: our fault"),))]
    assert "our fault" in capsys.readouterr().err
    file.write_text("three", encoding="utf-8")
    assert looked(watch, 2.0) == [Change("three")]
