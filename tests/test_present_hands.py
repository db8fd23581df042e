"""Knobs, hands counted and numbers asked in a talk, without a window."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from stagecraft import MACHINES

from viz.desk import interaction as hands
from viz.desk import playhead as ph
from viz.desk.interaction import table
from viz.desk.keymap import Action, Keyboard, Press, help_rows, press
from viz.desk.keymap import table as rows_of
from viz.desk.overlay import hall, seen
from viz.desk.playhead import Playhead
from viz.desk.steps import deck_of
from viz.desk.talk import Talk, act, pointed, tick
from viz.live import talk_record
from viz.live.record import Recorder, load
from viz.live.speaker_view import areas
from viz.live.talk_record import Recording
from viz.live.thumbnails import share
from viz.picture.playlist import Reel
from viz.picture.replay import Replay
from viz.scene.load_scene import load_scene
from viz.stage.look import Look
from viz.stage.marks import Label
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Timeline, compile_scene
from viz.timeline.take import Sight, moment

LOOK = Look(1280, 720)
RIGHT, ENTER, BACKSPACE, HOME = 79, 40, 42, 74


@cache
def reel() -> Reel:
    """A scene with knobs and a question after another, each behind a card of 3 s."""
    timelines = tuple(compile_scene(load_scene(name)) for name in ("memory_wall", MACHINES))
    titles = tuple(timeline.scene.title for timeline in timelines)
    return Reel("talk", {"en": "Talk"}, timelines, titles, LOOK, cards=3.0)


def at_still(scene: int, beat: int) -> Talk:
    head = Playhead(deck_of(reel()))
    return Talk(ph.still(head, head.deck.find(scene, beat)))


def at(talk: Talk, step: int, inside: float, *, playing: bool = False) -> Talk:
    return replace(talk, head=ph.go(talk.head, step, inside, playing=playing))


def question_of(scene: int) -> int:
    beats = reel().timelines[scene].scene.beats
    return next(i for i, beat in enumerate(beats) if beat.ask)


def done(talk: Talk, show: Reel, *actions: Action) -> tuple[Talk, Reel]:
    """The talk after actions, each carried out by the hands or by the talk."""
    for action in actions:
        talk, show, _ = hands.done(talk, show, action, talk.head.seen, LOOK)
    return talk, show


def test_a_knob_turned_at_a_still_counts_from_that_moment_of_its_own_scene() -> None:
    talk, show = done(at_still(1, 1), reel(), "knobs", "more")
    assert show.timelines[0] is reel().timelines[0]
    (turn,) = show.timelines[1].take.turns
    span = show.timelines[1].beats[1]
    assert turn.knob == "bandwidth"
    assert turn.value > 3.35e12
    assert span.start < turn.at < span.end
    # What was shown before it is shown again, and the still is another picture.
    earlier = talk.deck.steps[talk.deck.find(1, 0)].still
    assert show.frame(earlier) == reel().frame(earlier)
    assert show.frame(talk.moment) != reel().frame(talk.moment)


def test_reset_brings_the_published_numbers_back() -> None:
    talk, show = done(at_still(1, 1), reel(), "knobs", "more", "more")
    assert words(show, talk) != words(reel(), talk)
    talk, show = done(talk, show, "back")
    assert words(show, talk) == words(reel(), talk)


def words(show: Reel, talk: Talk) -> list[str]:
    return [mark.text for mark in show.frame(talk.moment).marks if isinstance(mark, Label)]


def test_a_chapters_card_has_no_knobs() -> None:
    talk = at(at_still(1, 0), at_still(1, 0).step, 1.0)
    assert hands.lent(talk, reel()) is None
    assert table(talk, None) == rows_of("waits")


def test_arrows_turn_a_knob_only_while_it_is_in_focus_and_are_the_clickers_again_after_a_step() -> (
    None
):
    def means(talk: Talk, place: int) -> str | None:
        return press(Keyboard(), Press("", 0, place), 0.0, table(talk, hands.lent(talk, reel())))[1]

    talk = at_still(1, 1)
    assert means(talk, RIGHT) == "next_step"
    talk, _ = done(talk, reel(), "knobs")
    assert means(talk, RIGHT) == "more"
    assert means(talk, HOME) == "back"
    assert press(Keyboard(), Press("", 0, 78), 0.0, table(talk, hands.lent(talk, reel())))[1] == (
        "next_step"  # Page Down of a clicker
    )
    talk, _ = done(talk, reel(), "next_step")
    assert talk.sight.knobs
    assert means(talk, RIGHT) == "next_step"


def test_digits_count_hands_at_a_question_and_backspace_takes_them_back_first() -> None:
    beat = question_of(1)
    talk = at_still(1, beat)
    pause = talk.deck.steps[talk.step].holds[0]
    talk = at(talk, talk.step, pause)
    desk = hands.lent(talk, reel())
    assert press(Keyboard(), Press("2", 50, 31), 0.0, table(talk, desk))[1] == "digit_2"
    assert press(Keyboard(), Press("", 8, BACKSPACE), 0.0, table(talk, desk))[1] == "previous_step"
    talk, show = done(talk, reel(), "digit_2", "digit_2", "digit_1")
    assert show.timelines[1].take.vote(beat).counts[:2] == (1, 2)
    desk = hands.lent(talk, show)
    assert press(Keyboard(), Press("", 8, BACKSPACE), 0.0, table(talk, desk))[1] == "erase"
    assert talk.at == pause  # the stage waits
    _, show = done(talk, show, "erase")
    assert show.timelines[1].take.vote(beat).counts[:2] == (0, 2)


def asked(scene: int = 1) -> tuple[Talk, int]:
    """A talk that waits at a scene's question, and the question's beat."""
    beat = question_of(scene)
    talk = at_still(scene, beat)
    return at(talk, talk.step, talk.deck.steps[talk.step].holds[0]), beat


def test_a_hand_of_the_second_round_leaves_the_first_as_it_was() -> None:
    talk, beat = asked()
    talk, show = done(talk, reel(), "digit_1", "digit_1", "digit_2", "vote", "digit_2", "digit_2")
    rounds = show.timelines[1].take.rounds(beat)
    assert [(one.round, one.counts[:2]) for one in rounds] == [(1, (2, 1)), (2, (0, 2))]
    _, show = done(talk, show, "erase")  # a hand of this round alone
    rounds = show.timelines[1].take.rounds(beat)
    assert [one.counts[:2] for one in rounds] == [(2, 1), (0, 1)]


def test_asking_again_after_the_answer_begins_a_new_count() -> None:
    talk, beat = asked()
    talk, show = done(talk, reel(), "digit_1", "digit_1", "next_step")
    vote = show.timelines[1].take.vote(beat)
    assert vote is not None
    assert (vote.counts[0], vote.closed) == (2, True)
    talk, show = done(talk, show, "previous_step")
    assert talk.head.asking
    talk, show = done(talk, show, "digit_3")
    assert [one.counts for one in show.timelines[1].take.rounds(beat)] == [(2, 0, 0), (0, 0, 1)]


def test_going_to_another_scene_and_back_keeps_hands_and_knobs() -> None:
    talk, _ = asked()
    talk, show = done(talk, reel(), "digit_2", "next_step", "knobs", "more")
    talk, after = done(talk, show, "first_step", "last_step", "skip_back")
    assert after.timelines == show.timelines


@pytest.mark.parametrize("size", [(1280, 720), (960, 720), (720, 720), (405, 720)])
def test_before_the_answer_the_audience_sees_how_many_hands_and_never_for_what(
    size: tuple[int, int],
) -> None:
    talk, _ = asked()
    pictures = []
    for counts in ((20, 3), (3, 20)):
        now, show = talk, reel()
        for choice, count in zip(("digit_1", "digit_2"), counts, strict=True):
            now, show = done(now, show, *[choice] * count)  # type: ignore[list-item]
        frame = show.seen_in(Look(*size)).frame(now.moment, now.sight)
        assert any("23 hands" in m.text for m in frame.marks if isinstance(m, Label))
        speaker = show.seen_in(Look(*size)).frame(now.moment, replace(now.sight, hands=True))
        pictures.append((frame, speaker, show))
    (one, mine, show), (other, yours, _) = pictures
    assert one == other  # the same marks are the same pixels
    assert mine != yours
    still = talk.deck.steps[talk.step].still
    told = show.seen_in(Look(*size)).frame(still)  # with the answer, each choice's
    assert any(m.text.startswith("20") for m in told.marks if isinstance(m, Label))


def test_all_as_made_is_the_untouched_show_at_the_place_that_was_remembered() -> None:
    start = at_still(1, 1)
    talk, show = done(start, reel(), "remember", "knobs", "more", "more", "knobs")
    talk, show = done(talk, show, "next_step", "next_step")
    assert show.frame(talk.moment) != reel().frame(talk.moment)
    talk, show = done(talk, show, "as_made")
    assert (talk.step, talk.at) == (start.step, start.at)
    for step in talk.deck.steps:
        assert show.frame(step.still) == reel().frame(step.still)


def test_while_the_key_is_down_the_show_is_seen_as_it_was_made() -> None:
    talk, show = done(at_still(1, 1), reel(), "knobs", "more", "knobs")
    before = seen(replace(talk, published=True), show)
    assert before.show.frame(talk.moment) == reel().frame(talk.moment)
    assert seen(talk, show).show.frame(talk.moment) == show.frame(talk.moment)


def test_a_take_of_a_what_if_and_back_is_filmed_as_it_was_seen(tmp_path: Path) -> None:
    kept, show = recording(tmp_path), reel()
    talk = at_still(1, 1)
    talk_record.see(kept, talk, seen(talk, show), 0.0)
    for second, actions in ((1.0, ("knobs", "more", "knobs")), (3.0, ("as_made",))):
        talk = tick(talk, second)
        for action in actions:
            run = talk_record.run_of(kept, second)
            talk, show, did = hands.done(talk, show, action, second, LOOK, run)  # type: ignore[arg-type]
            talk_record.note(kept, talk, did)
        talk_record.see(kept, talk, seen(talk, show), second)
    talk_record.see(kept, tick(talk, 5.0), seen(talk, show), 5.0)
    talk_record.end(kept, 5.0)
    (file,) = tmp_path.iterdir()
    take = load(file)[1]
    replay = Replay(load_scene(MACHINES), take, LOOK)
    plain = reel().frame(talk.moment)
    assert replay.frame(0.5) == plain
    assert replay.frame(2.0) != plain
    assert replay.frame(4.0) == plain


def test_what_a_speaker_points_at_is_in_the_take_and_ends_with_the_step(tmp_path: Path) -> None:
    kept, show = recording(tmp_path), reel()
    talk = at_still(1, 1)
    seen_now = []
    for tenth in range(40):
        talk = tick(talk, tenth / 10)
        if tenth == 10:
            talk, _ = done(talk, show, "point", "point")
            assert talk.sight.pointing == "spotlight"
        talk = pointed(talk, tenth / 50, 0.25)
        talk_record.see(kept, talk, seen(talk, show), tenth / 10)
        seen_now.append(hall(seen(talk, show), talk, LOOK))
    talk_record.end(kept, 4.0)
    assert done(talk, show, "next_step")[0].sight.pointing == ""
    (file,) = tmp_path.iterdir()
    take = load(file)[1]
    replay = Replay(load_scene(MACHINES), take, LOOK)
    for tenth in (5, 12, 30, 38):
        assert replay.frame(tenth / 10 + 0.05) == seen_now[tenth]
    assert seen_now[12] != seen_now[30]
    assert pointed(talk, 1.5, 0.5) == talk  # outside of the stage


def test_the_step_that_is_typed_is_no_count_of_hands() -> None:
    talk = act(at_still(1, question_of(1)), "go_to", 0.0)
    assert talk.digits == ""
    assert done(talk, reel(), "close")[0].digits is None


def test_tab_and_enter_ask_a_number_and_the_next_step_closes_the_answer() -> None:
    talk, show = done(at_still(1, 1), reel(), "next_number")
    assert talk.sight.focus
    desk = hands.lent(talk, show)
    assert press(Keyboard(), Press("", 13, ENTER), 0.0, table(talk, desk))[1] == "ask"
    talk, show = done(talk, show, "ask")
    assert talk.sight.asked == talk.sight.focus
    plain = reel().frame(talk.moment)
    assert len(show.frame(talk.moment, talk.sight).marks) > len(plain.marks)
    talk, _ = done(talk, show, "next_step")
    assert (talk.sight.asked, talk.sight.focus) == ("", "")


def test_escape_closes_one_thing_at_a_time_and_never_ends_the_talk() -> None:
    talk, show = done(at_still(1, 1), reel(), "next_number", "ask", "sources")
    talk, show = done(talk, show, "close")
    assert (talk.sources, bool(talk.sight.asked)) == (False, True)
    talk, show = done(talk, show, "close")
    assert talk.sight.asked == ""
    talk, show = done(talk, show, "close", "close", "close")
    assert not talk.over


def test_the_next_key_takes_the_sources_away_and_does_no_more() -> None:
    talk = act(at_still(1, 1), "sources", 0.0)
    after = act(talk, "next_step", 1.0)
    assert (after.sources, after.step) == (False, talk.step)


def test_where_nothing_is_to_move_each_press_shows_the_next_still() -> None:
    talk = Talk(Playhead(deck_of(reel())), sight=Sight(calm=True))
    stills = []
    for second in range(1, 4):
        talk = act(talk, "next_step", float(second))
        stills.append((talk.step, talk.playing, talk.at in talk.now.holds))
    assert all(not playing and still_there for _, playing, still_there in stills)
    assert stills[0][0] == 0


def test_a_press_on_the_small_picture_is_one_on_the_large() -> None:
    area = areas(LOOK).now
    x, y, w, h = area
    assert share(area, (1920, 1080), x + w / 2, y + h / 2) == pytest.approx((0.5, 0.5))
    # A hall of 4:3 leaves an eighth free on either side of a 16:9 area.
    wide = h * 16 / 9
    left = x + (w - wide) / 2 + wide / 8
    assert share((x + (w - wide) / 2, y, wide, h), (1024, 768), left, y) == pytest.approx((0, 0))


def test_the_help_names_every_key_of_the_talk_once() -> None:
    rows = help_rows("waits")
    told = {row.action for row in rows}
    assert {"knobs", "more", "digit_1", "ask", "sources", "next_step"} <= told
    assert len(rows) == len({(row.action, row.shown) for row in rows})


def recording(folder: Path) -> Recording:
    def make(timeline: Timeline, part: int) -> Recorder:
        name = timeline.scene.name
        return Recorder(name, folder / f"{part}_{name}.yaml", turns=list(timeline.take.turns))

    return Recording(make)


def test_each_stay_in_a_scene_is_a_take_of_what_was_seen(tmp_path: Path) -> None:
    kept, show = recording(tmp_path), reel()
    talk = at(at_still(1, 1), at_still(1, 1).step, 0.0, playing=True)
    start = talk.moment - show.starts[1] - 3.0
    for tenth in range(1, 41):  # 4 s of motion
        talk = tick(talk, tenth / 10)
        talk_record.see(kept, talk, seen(talk, show), tenth / 10)
    run = talk_record.run_of(kept, 4.0)
    talk, show, _ = hands.done(talk, show, "knobs", 4.0, LOOK, run)
    talk, show, turned = hands.done(talk, show, "more", 4.0, LOOK, run)
    talk_record.note(kept, talk, turned)
    talk_record.see(kept, talk, seen(talk, show), 4.0)
    talk = at(talk, 0, 0.5)  # a card: the stay is over
    talk_record.see(kept, talk, seen(talk, show), 5.0)
    (file,) = tmp_path.iterdir()
    assert file.name == "0_two_machines.yaml"
    name, take = load(file)
    assert name == "two_machines"
    (turn,) = take.turns
    assert turn.run == pytest.approx(3.9)
    assert moment(take, 1.9).at == pytest.approx(start + 2.0)
    assert moment(take, 3.9).sight.knobs


def test_a_glance_at_a_scene_leaves_no_file(tmp_path: Path) -> None:
    kept = recording(tmp_path)
    for tenth in range(20):
        talk_record.see(kept, at_still(0, 0), seen(at_still(0, 0), reel()), tenth / 10)
    talk_record.end(kept, 2.0)
    assert list(tmp_path.iterdir()) == []


def test_a_frozen_picture_is_recorded_as_a_show_that_stands(tmp_path: Path) -> None:
    kept = recording(tmp_path)
    there = at_still(1, 1)
    talk = replace(at(there, there.step, 1.0, playing=True), frozen=reel().starts[1] + 3.0 + 2.0)
    for tenth in range(40):
        talk = tick(talk, tenth / 10)
        talk_record.see(kept, talk, seen(talk, reel()), tenth / 10)
    talk_record.end(kept, 4.0)
    (file,) = tmp_path.iterdir()
    (step,) = load(file)[1].steps
    assert (step.at, step.speed) == (pytest.approx(2.0), 0.0)


def test_a_file_saved_meanwhile_keeps_what_was_turned() -> None:
    talk, show = done(at_still(1, 1), reel(), "knobs", "more")
    fresh = Reel("talk", show.title, reel().timelines, show.chapters, LOOK, 3.0)
    after = hands.carried(show, fresh)
    assert after.timelines[1].take.turns == show.timelines[1].take.turns
    assert after.frame(talk.moment) == show.frame(talk.moment)


def test_a_moment_of_the_whole_is_found_in_its_scene() -> None:
    first = reel().timelines[0].seconds
    assert reel().place(0.0) == (0, -3.0)
    assert reel().place(3.0 + first / 2) == (0, pytest.approx(first / 2))
    assert reel().place(first + 3.0 + 1.0) == (1, -2.0)
    assert ScreenSeconds(reel().place(1e9)[1]) > 0
