"""A take: what was done in a run, its file, and what was on screen at each second of it."""

from dataclasses import replace
from pathlib import Path

import pytest

from viz.cli import main
from viz.desk import playhead as ph
from viz.desk.playhead import Playhead
from viz.desk.steps import deck_of
from viz.errors import VizError
from viz.live.bench_window import reel_of
from viz.live.record import Recorder, free, keep, note, see
from viz.picture.replay import Replay
from viz.scene.load_scene import load_scene
from viz.stage.look import Look
from viz.stage.marks import Label
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import compile_scene
from viz.timeline.take import Sight, Step, Take, Turn, Vote, moment, run_at, turned_on
from viz.timeline.take_age import changed_since
from viz.timeline.take_file import applied, from_text, to_text


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


def test_a_film_of_a_take_has_as_many_frames_as_the_run_and_tells_what_is_left_out(
    tmp_path, capsys
):
    file = tmp_path / "lesson.yaml"
    take = Take(
        turns=(Turn(at(5.5), "bandwidth", 8e12, run=0.5), Turn(at(5.5), "warp", 1.0, run=0.6)),
        steps=(Step(0.0, at(5.0), 1.0), Step(0.5, at(5.5), 0.0)),
        seconds=1.0,
    )
    file.write_text(to_text("weights_stay", take), encoding="utf-8")
    film = tmp_path / "lesson.mp4"
    words = ["film", "--take", str(file), "--size", "320x180", "--fps", "10", "-o", str(film)]
    assert main(words) == 0
    told = capsys.readouterr()
    assert "10 frames" in told.out
    assert "'warp' is left out" in told.err


def test_a_replay_shows_the_knob_as_it_stood_at_each_second_of_the_run():
    scene = load_scene("weights_stay")
    take = Take(
        turns=(Turn(at(6.0), "bandwidth", 8e12, run=2.0),),
        steps=(Step(0.0, at(6.0), 0.0),),
        sights=(Sight(1.0, knobs=True),),
        seconds=4.0,
    )
    replay = Replay(scene, take, Look(960, 540))

    def texts(run):
        return {mark.text for mark in replay.frame(run).marks if hasattr(mark, "text")}

    assert "Knobs" not in texts(0.5)
    assert {"Knobs", "3.35 TB/s"} <= texts(1.5)
    assert "8 TB/s" not in texts(1.5)
    assert {"Knobs", "8 TB/s"} <= texts(2.5)


def test_a_run_is_recorded_as_it_was_done(tmp_path):
    file = tmp_path / "run.yaml"
    show = compile_scene(load_scene("weights_stay"))
    head = Playhead(deck_of(reel_of(show)), playing=True, waits="nowhere")
    recorder = Recorder("weights_stay", file, begun=100.0)
    for i in range(301):  # it plays for 3 s, stands for 1 s, and goes on from 10 s
        now = 100.0 + i / 60
        head = ph.tick(head, now) if i else ph.begun(head, now)
        head = ph.toggle(head) if i == 180 else head
        head = ph.toggle(ph.seek(head, 10.0)) if i == 240 else head
        see(recorder, head.whole, head.speed if head.running else 0.0, Sight(), now)
    note(recorder, (Turn(at(10.5), "wafers", 8.0, run=4.5), Vote(0, (1, 2), run=4.6)))
    keep(recorder, 105.0, last=True)
    name, take = from_text(file.read_text(encoding="utf-8"), "run.yaml")
    assert name == "weights_stay"
    assert [(round(s.run, 3), round(s.at, 3), s.speed) for s in take.steps] == [
        (0.0, 0.0, 1.0),
        (3.0, 3.0, 0.0),
        (4.0, 10.0, 1.0),
    ]
    assert moment(take, 4.5).at == pytest.approx(10.5, abs=1e-3)
    assert (take.turns[0].value, take.votes[0].counts) == (8.0, (1, 2))


def test_a_good_take_is_never_overwritten_and_a_bad_one_is_kept(tmp_path):
    file = tmp_path / "x.yaml"
    assert free(file) == ""
    file.write_text(to_text("weights_stay", TAKE), encoding="utf-8")
    with pytest.raises(VizError, match="not overwritten"):
        free(file)
    (tmp_path / "x.yaml.bad").write_text("an older one", encoding="utf-8")
    file.write_text("take: 1\nsteps: [", encoding="utf-8")
    assert "x.yaml.2.bad" in free(file)
    assert not file.exists()
    assert (tmp_path / "x.yaml.2.bad").is_file()
    assert (tmp_path / "x.yaml.bad").read_text(encoding="utf-8") == "an older one"


def test_a_take_that_was_cut_off_says_so_and_where():
    text = to_text("weights_stay", TAKE)
    cut = text[: text.index("value: ") + 3]
    last = len(cut.splitlines())
    with pytest.raises(VizError, match=f"cut off at line {last}"):
        from_text(cut, "x.yaml")


def test_a_scene_that_has_changed_is_told_with_the_step_that_differs():
    scene = load_scene("weights_stay")
    seconds = tuple(beat.seconds for beat in scene.beats)
    made = replace(TAKE, text="00ff", beats=(seconds[0], seconds[1] + 2, *seconds[2:]))
    assert from_text(to_text("weights_stay", made), "x.yaml") == ("weights_stay", made)
    assert changed_since(scene, "00ff", made) == ""
    assert changed_since(scene, "11aa", TAKE) == ""  # an older take does not know
    told = changed_since(scene, "11aa", made)
    assert f"step 2 was {seconds[1] + 2:g} s and is {seconds[1]:g} s" in told
    fewer = replace(made, beats=seconds[:-1])
    assert f"had {len(seconds) - 1} steps and has {len(seconds)}" in changed_since(
        scene, "11aa", fewer
    )


def test_a_take_is_filmed_with_its_own_scene_or_one_that_has_moved(tmp_path, capsys):
    file, film = tmp_path / "lesson.yaml", tmp_path / "a.mp4"
    steps = (Step(0.0, at(5.0), 1.0),)
    old = str(tmp_path / "gone" / "mine.yaml")
    file.write_text(to_text(old, Take(steps=steps, seconds=0.2)), encoding="utf-8")
    rest = ["--take", str(file), "--size", "64x36", "--fps", "10", "-o", str(film)]
    assert main(["film", *rest]) != 0
    told = capsys.readouterr().err
    assert "has moved" in told
    assert "SCENE before --take" in told
    assert main(["film", "race", *rest]) != 0
    assert "a take of 'mine', and no take of 'race'" in capsys.readouterr().err
    mine = tmp_path / "mine.yaml"
    mine.write_bytes(Path(load_scene("weights_stay").file).read_bytes())
    assert main(["film", str(mine), *rest]) == 0


def test_what_lay_over_the_picture_is_in_the_film_of_a_take():
    text = (
        "take: 1\nscene: weights_stay\nseconds: 6\n"
        "steps:\n  - {run: 0, at: 6, speed: 2}\n  - {run: 3, at: 12, speed: 0}\n"
        "sights:\n  - {run: 0, rate: 2.0}\n  - {run: 3, state: paused, rate: 2.0}\n"
        "  - {run: 4, state: paused, sources: true}\n  - {run: 5, shade: black}\n"
    )
    name, take = from_text(text, "take.yaml")
    assert from_text(to_text(name, take), "take.yaml") == (name, take)
    replay = Replay(load_scene(name), take, Look(960, 540))

    def said(run):
        return {mark.text for mark in replay.frame(run).marks if isinstance(mark, Label)}

    # 6.3 s for a word of 12.84 ms is 491x; twice as fast it was seen at 245x.
    assert "playback 2× · in all 245× slow motion" in said(1.0)
    assert "paused · playback 2×" in said(3.5)
    assert "Sources" in said(4.5)
    assert (replay.frame(5.5).ground, replay.frame(5.5).marks) == ("#000000", ())


@pytest.mark.parametrize(
    ("row", "write"),
    [
        ("{run: 1, shade: pink}", "one of black, white"),
        ("{run: 1, state: asleep}", "one of paused, waiting, ended, ended_next"),
        ("{run: 1, rate: 0}", "rate: 2"),
    ],
)
def test_a_sight_that_nobody_could_have_seen_is_a_fault_with_the_right_form(row, write):
    with pytest.raises(VizError) as caught:
        from_text(f"take: 1\nscene: x\nseconds: 2\nsights:\n  - {row}\n", "take.yaml")
    (fault,) = caught.value.faults
    assert (fault.place.line, fault.write) == (5, write)
