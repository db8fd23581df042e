"""A lesson in parts, and the hands that were counted in it as a table."""

from __future__ import annotations

import argparse
import csv
import io
from pathlib import Path

import pytest

from viz.cli.opened_show import part_of
from viz.cli.reload import open_source
from viz.cli.staged import free_table
from viz.desk.playhead import Playhead, go
from viz.desk.steps import deck_of
from viz.desk.talk import Talk, act, tick
from viz.errors import VizError
from viz.live.autosave import Keeper, others
from viz.live.hands_csv import save, to_csv
from viz.live.speaker_facts import Hall, desk
from viz.live.state import load
from viz.picture.playlist import Reel
from viz.scene.load_scene import scene_from_text
from viz.scene.program import find_program
from viz.stage.look import Look
from viz.timeline.compile import compile_scene
from viz.timeline.take import Take, Vote


def asked_for(scene: str, **more: str) -> argparse.Namespace:
    usual = {"size": (640, 360), "usual_size": (640, 360), "theme": "dark", "lang": "en"}
    rest = {"set": [], "no_questions": False, "first": None, "last": None}
    return argparse.Namespace(**{"scene": scene, **usual, **rest, **more})


def test_a_part_of_a_program_has_its_scenes_and_says_what_comes_another_day() -> None:
    reel = open_source(asked_for("lesson", first="race", last="agent_loop")).reel
    assert [t.scene.name for t in reel.timelines] == ["race", "thirty_tokens", "agent_loop"]
    assert reel.follows["en"] == "5.6×, not 14×"
    deck = deck_of(reel)
    end = Talk(go(Playhead(deck), len(deck.steps) - 1, 1e9))
    told = desk(reel, end, 0.0, "14:31", Hall(2, 1920, 1080))
    assert told.status == "The end of this part; next time: 5.6×, not 14×"
    program = find_program("lesson")
    assert program is not None
    whole = open_source(asked_for("lesson", first=program.entries[-1].scene)).reel
    assert (len(whole.timelines), whole.follows) == (1, {})


@pytest.mark.parametrize(
    ("scene", "more", "says"),
    [
        ("lesson", {"first": "rase"}, "--from rase: lesson has no such scene.*race"),
        ("lesson", {"first": "race", "last": "batch"}, "--from race comes after --to batch"),
        ("race", {"first": "race"}, "'race' is one scene"),
    ],
)
def test_a_part_that_is_none_is_refused_with_the_right_words(
    scene: str, more: dict[str, str], says: str
) -> None:
    with pytest.raises(VizError, match=says):
        open_source(asked_for(scene, **more))


def test_what_was_counted_on_one_day_is_there_on_the_next(tmp_path: Path) -> None:
    program = find_program("lesson")
    assert program is not None
    days = [
        open_source(asked_for("lesson", first="memory_wall", last="memory_wall")).reel,
        open_source(asked_for("lesson", first="race", last="race")).reel,
    ]
    assert [len(day.timelines) for day in days] == [1, 1]
    assert part_of(program, asked_for("lesson"))[0] == program
    file, states = tmp_path / "talk.json", []
    for day, counts in zip(days, ((2, 9, 1), (4, 4, 4)), strict=True):
        (timeline,) = day.timelines
        beat = next(i for i, beat in enumerate(timeline.scene.beats) if beat.ask)
        counted = compile_scene(timeline.scene, Take(votes=(Vote(beat, counts),)))
        state, _ = load(file)
        rest = others(state, day) if state else None
        keeper = Keeper(file, touched=True, others=rest)
        assert keeper.keep(Talk(Playhead(deck_of(day))), day.with_timeline(0, counted))
        states.append(load(file)[0])
    assert states[1] is not None
    assert {(scene, counts) for scene, _, counts, _, _ in states[1].votes} == {
        ("memory_wall", (2, 9, 1)),
        ("race", (4, 4, 4)),
    }


def test_a_clicker_alone_leads_through_the_whole_lesson_and_every_question_waits() -> None:
    deck = deck_of(open_source(asked_for("lesson")).reel)
    holds = [(i, hold) for i, step in enumerate(deck.steps) for hold in step.holds]
    asks = [(i, step.holds[0]) for i, step in enumerate(deck.steps) if len(step.holds) > 1]
    assert len(asks) >= 14
    for waits, expected in (("steps", holds), ("questions", [*asks, holds[-1]])):
        talk, now, stood = Talk(Playhead(deck, waits=waits)), 0.0, []  # type: ignore[arg-type]
        for _ in range(len(holds) + 1):
            action = "next_step" if waits == "steps" or talk.head.asking else "play_pause"
            if talk.head.ended:
                break
            talk = act(talk, action, now)  # type: ignore[arg-type]
            while talk.head.running:
                now += 1.5
                talk = tick(talk, now)
            stood.append((talk.step, talk.at))
        assert stood == expected


ASKS = """\
title: {en: "=1+1", zh: 一幕}
beats:
  - ask:
      question: "@Who, says so?"
      choices: ["-1", "+2"]
      answer: "+2"
    for: 5 s
"""


def test_the_table_of_hands_opens_in_a_spreadsheet_and_reckons_nothing(tmp_path: Path) -> None:
    votes = (Vote(0, (20, 3)), Vote(0, (1, 3), round=2), Vote(0, (2, 6), round=2, closed=True))
    timeline = compile_scene(scene_from_text(ASKS), Take(votes=votes))
    reel = Reel("t", timeline.scene.title, (timeline,), (timeline.scene.title,), Look())
    text = to_csv(reel, "en")
    assert text.encode("utf-8").startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))
    assert rows[0][:4] == ["step", "scene", "question", "round"]
    assert [row[3:] for row in rows[1:]] == [
        ["1", "1", "'-1", "no", "20", "87.0"],
        ["1", "2", "'+2", "yes", "3", "13.0"],
        ["2", "1", "'-1", "no", "2", "25.0"],
        ["2", "2", "'+2", "yes", "6", "75.0"],
    ]
    assert not [cell for row in rows for cell in row if cell[:1] in set("=+-@")]
    assert save(tmp_path / "hands.csv", reel, "zh")
    assert [file.name for file in tmp_path.iterdir()] == ["hands.csv"]
    assert not save(tmp_path / "hands.csv" / "none.csv", reel, "zh")


def test_a_table_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "hands.csv"
    file.write_text("mine", encoding="utf-8")
    with pytest.raises(VizError, match=r"hands\.csv exists"):  # something else stays what it is
        free_table(argparse.Namespace(hands=file))
    file.write_text("\ufeffstep,scene,question,round,choice\r\n", encoding="utf-8")
    args = argparse.Namespace(hands=file)
    assert "hands_again2.csv" in free_table(args)
    assert args.hands == tmp_path / "hands_again2.csv"
    with pytest.raises(VizError, match="there is no folder"):
        free_table(argparse.Namespace(hands=tmp_path / "none" / "hands.csv"))
