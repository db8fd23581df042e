"""A take: what was done in a run, its file, and what was on screen at each second of it."""

from dataclasses import replace

import pytest

from viz.errors import VizError
from viz.scene.load import load_scene
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import compile_scene
from viz.timeline.performance import Sight, Step, Take, Turn, Vote, moment, run_at, turned_on
from viz.timeline.take import applied, from_text, to_text


def at(seconds):
    return ScreenSeconds(seconds)


# The show plays for 5 s, stands for 7 s, is taken back to 2 s, and plays on at double speed.
TAKE = Take(
    turns=(
        Turn(at(5.0), "bandwidth", 8e12, run=6.0),
        Turn(at(3.0), "bandwidth", 2e12, run=12.5),
    ),
    votes=(Vote(1, (4, 19, 7), run=8.0),),
    steps=(Step(0.0, at(0.0), 1.0), Step(5.0, at(5.0), 0.0), Step(12.0, at(2.0), 2.0)),
    sights=(Sight(5.5, knobs=True), Sight(9.0, asked="left.speed", theme="light", lang="zh")),
    seconds=15.0,
)


def test_a_take_is_read_back_from_its_file_as_it_was():
    assert from_text(to_text("weights_stay", TAKE), "x.yaml") == ("weights_stay", TAKE)


def test_a_long_take_is_read_back_too_and_its_faults_keep_their_lines():
    many = tuple(Turn(at(i / 30), "bandwidth", 2e12 + i, run=i / 30) for i in range(1000))
    long = replace(TAKE, turns=many, seconds=100.0)
    name, read = from_text(to_text("weights_stay", long), "x.yaml")
    assert (name, len(read.turns)) == ("weights_stay", 1000)
    assert read.turns[999].value == 2e12 + 999
    lines = to_text("weights_stay", long).splitlines()
    lines[899] = "  - {run: 83.1, at: 83.1}"
    with pytest.raises(VizError) as error:
        from_text("\n".join(lines), "x.yaml")
    assert {fault.place.line for fault in error.value.faults} == {900}


@pytest.mark.parametrize(
    ("run", "shown"),
    [(0.0, 0.0), (4.0, 4.0), (5.0, 5.0), (11.9, 5.0), (12.0, 2.0), (13.0, 4.0), (15.0, 8.0)],
)
def test_a_run_shows_the_moments_that_its_steps_say(run, shown):
    assert moment(TAKE, run).at == pytest.approx(shown)


def test_before_a_turn_was_made_the_show_knows_nothing_of_it():
    assert moment(TAKE, 5.9).take.turns == ()
    assert [turn.value for turn in moment(TAKE, 6.0).take.turns] == [8e12]


def test_a_turn_made_after_going_back_counts_from_its_moment_of_the_show_on():
    assert [(t.at, t.value) for t in moment(TAKE, 13.0).take.turns] == [(3.0, 2e12)]


def test_what_was_turned_before_a_turn_stays():
    first, later = Turn(at(1.0), "a", 1.0), Turn(at(4.0), "b", 2.0)
    after = turned_on((first, later), Turn(at(2.0), "a", 3.0))
    assert [(turn.at, turn.knob, turn.value) for turn in after] == [
        (1.0, "a", 1.0),
        (2.0, "a", 3.0),
        (4.0, "b", 2.0),
    ]


def test_hands_and_open_columns_are_those_of_the_second():
    assert moment(TAKE, 7.9).take.vote(1) is None
    assert moment(TAKE, 8.0).take.vote(1).total == 30
    assert not moment(TAKE, 5.4).sight.aside
    assert moment(TAKE, 5.6).sight.knobs
    assert moment(TAKE, 9.1).sight.asked == "left.speed"


def test_the_first_second_at_which_a_moment_was_shown_is_found():
    assert run_at(TAKE, 3.0) == 3.0
    assert run_at(TAKE, 7.0) == pytest.approx(14.5)
    assert run_at(TAKE, 60.0) == 15.0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty"),
        ("take: 7\nscene: x\nseconds: 1\n", "no take"),
        ("[1, 2]", "no take"),
        ("take: 1\nscene: x\nseconds: 1\ntunes: []\n", "did you mean 'turns'"),
        ("take: 1\nscene: x\nseconds: -3\n", "seconds"),
        ("take: 1\nscene: x\nseconds: 1\nturns: [{run: 1, at: 1}]\n", "names its knob"),
        ("take: 1\nscene: x\nseconds: 1\nvotes: [{run: 1, beat: 0, counts: [1]}]\n", "beat"),
        ("take: 1\nscene: x\nseconds: 1\nvotes: [{run: 1, beat: 1, counts: [-1]}]\n", "hands"),
        ("take: 1\nscene: x\nseconds: 1\nsteps: [{run: 1, at: 1, speed: 1e9}]\n", "speed"),
        ("take: 1\nscene: x\nseconds: 1\nsteps: 3\n", "list"),
    ],
)
def test_what_is_no_take_is_told(text, says):
    with pytest.raises(VizError, match=says):
        from_text(text, "x.yaml")


def test_turns_and_hands_that_no_longer_apply_are_named_and_the_rest_is_kept():
    scene = load_scene("weights_stay")
    seconds = float(compile_scene(scene).seconds)
    old = replace(
        TAKE,
        turns=(*TAKE.turns, Turn(at(6.0), "frequency", 1.0, run=14.0)),
        votes=(Vote(0, (1, 2), run=8.0),),
        steps=(*TAKE.steps, Step(14.0, at(seconds + 50), 1.0)),
    )
    kept, told = applied(scene, old, seconds)
    assert kept.turns == TAKE.turns
    assert kept.votes == ()
    assert kept.steps[-1].at == seconds
    assert len(told) == 3
    assert "frequency" in told[0]
