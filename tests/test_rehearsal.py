"""A rehearsal: how long each step of a talk took, in a table."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest
from test_present import later, reel, scene

from viz.desk.playhead import Playhead, go
from viz.desk.steps import deck_of
from viz.desk.talk import Talk, act
from viz.desk.timer import Timer
from viz.errors import VizError
from viz.live.rehearsal import Rehearsal, against, begun, keep, plan_of, rows, see
from viz.live.speaker_facts import Hall, desk

SHOW = reel(
    scene("One", "{say: first, for: 2 s}", "{say: second, for: 4 s}"),
    scene("Two", "{say: third, for: 3 s}"),
)
NAMED = replace(
    SHOW,
    timelines=tuple(
        replace(timeline, scene=replace(timeline.scene, name=name))
        for timeline, name in zip(SHOW.timelines, ("one", "two"), strict=True)
    ),
)


def rehearsed(file: Path) -> tuple[Rehearsal, Talk]:
    """7 s before the first key, 10 s at the first step, 4 at the second, 6 more at the first."""
    kept, talk = Rehearsal(file), Talk(Playhead(deck_of(NAMED)))
    see(kept, talk, NAMED, 0.0)
    see(kept, talk, NAMED, 7.0)
    for action, seconds in (("next_step", 10), ("next_step", 4), ("previous_step", 6)):
        talk = act(later(talk, 0.1), action, talk.head.seen + 0.1)
        start = kept.seen or 0.0
        for second in range(1, seconds + 1):
            see(kept, talk, NAMED, start + second)
        talk = later(talk, seconds)
    return kept, talk


def test_the_time_at_a_step_is_summed_from_the_first_key_on(tmp_path: Path) -> None:
    table = rows(*rehearsed(tmp_path / "talk.csv"), NAMED)
    assert [(row.step, row.scene, row.beat, row.says) for row in table] == [
        (1, "one", 1, "first"),
        (2, "one", 2, "second"),
        (3, "two", 1, "third"),
    ]
    assert [row.spent for row in table] == pytest.approx([16.0, 4.0, 0.0])
    assert [row.total for row in table] == pytest.approx([16.0, 20.0, 20.0])
    assert [row.moves for row in table] == [2.0, 4.0, 3.0]


def test_the_file_is_there_before_the_end_and_can_be_read_by_others(tmp_path: Path) -> None:
    file = tmp_path / "talk.csv"
    kept, talk = rehearsed(file)
    assert file.exists()  # every few seconds
    keep(kept, talk, NAMED, 30.0)
    with file.open(encoding="utf-8", newline="") as text:
        table = list(csv.DictReader(text))
    assert [row["spent_s"] for row in table] == ["16.0", "4.0", "0.0"]
    assert [path.name for path in tmp_path.iterdir()] == ["talk.csv"]


def test_a_disk_that_takes_nothing_is_told_once_and_ends_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept, talk = Rehearsal(tmp_path / "none" / "talk.csv"), Talk(Playhead(deck_of(NAMED)))
    keep(kept, talk, NAMED, 1.0)
    keep(kept, talk, NAMED, 2.0)
    assert capsys.readouterr().err.count("is not kept") == 1


def test_a_rehearsal_is_gone_on_with_and_never_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "talk.csv"
    kept, talk = rehearsed(file)
    keep(kept, talk, NAMED, 30.0)
    with pytest.raises(VizError, match="exists; write another name, or --resume"):
        begun(file, resume=False)
    again = begun(file, resume=True)
    assert [row.spent for row in rows(again, talk, NAMED)] == pytest.approx([16.0, 4.0, 0.0])
    file.write_text("something else\n1,2\n", encoding="utf-8")
    with pytest.raises(VizError, match="no table of a rehearsal"):
        begun(file, resume=True)
    with pytest.raises(VizError, match="no folder"):
        begun(tmp_path / "none" / "talk.csv", resume=False)


def test_a_rehearsal_becomes_the_plan_and_the_talk_is_behind_or_ahead_of_it(tmp_path: Path) -> None:
    """10 s for the first step, 20 for the second, 30 for the third."""
    file = tmp_path / "plan.csv"
    kept = Rehearsal(file, {("one", 0): 10.0, ("one", 1): 20.0, ("two", 0): 30.0})
    talk = Talk(Playhead(deck_of(NAMED)), timer=Timer(60.0))
    keep(kept, talk, NAMED, 0.0)
    plan = plan_of(file)
    hall = Hall(2, 1920, 1080)

    def told(step: int, elapsed: float) -> tuple[float, str]:
        now = replace(talk, head=go(talk.head, step), timer=Timer(60.0, kept=elapsed))
        behind = against(plan, now, NAMED, 0.0)
        return behind, desk(NAMED, now, 0.0, "14:31", hall, behind).left.split(" · ")[-1]

    assert told(0, 9.0) == (0.0, "as planned")
    assert told(0, 90.0) == (80.0, "1:20 behind")
    assert told(1, 30.0) == (0.0, "as planned")
    assert told(1, 31.0) == (1.0, "0:01 behind")
    assert told(1, 4.0) == (-6.0, "0:06 ahead")
    assert told(2, 100.0) == (40.0, "0:40 behind")


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", "step,scene,beat,spent_s\n1,one,1,1e9\n"])
def test_a_plan_that_is_none_is_refused_in_words(tmp_path: Path, text: str) -> None:
    file = tmp_path / "plan.csv"
    with pytest.raises(VizError, match="there is no rehearsal"):
        plan_of(file)
    file.write_text(text, encoding="utf-8")
    if text:
        with pytest.raises(VizError):
            plan_of(file)
