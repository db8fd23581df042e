"""Knobs, hands counted and numbers asked in a talk, without a window."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from viz.desk import talk_interaction as talk_hands
from viz.desk.keymap import Action, Keyboard, Press, TalkAction, press
from viz.desk.steps import deck_of
from viz.desk.talk import Talk, act, go, still, tick
from viz.desk.talk_keymap import TALK_TABLE, help_rows, table
from viz.live import talk_record
from viz.live.record import Recorder, load
from viz.live.speaker_view import areas
from viz.live.talk_record import Recording
from viz.live.thumbnails import share
from viz.picture.playlist import Reel
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
    timelines = tuple(compile_scene(load_scene(name)) for name in ("memory_wall", "weights_stay"))
    titles = tuple(timeline.scene.title for timeline in timelines)
    return Reel("talk", {"en": "Talk"}, timelines, titles, LOOK, cards=3.0)


def at_still(scene: int, beat: int) -> Talk:
    talk = Talk(deck_of(reel()))
    return still(talk, talk.deck.find(scene, beat))


def question_of(scene: int) -> int:
    beats = reel().timelines[scene].scene.beats
    return next(i for i, beat in enumerate(beats) if beat.ask)


def done(talk: Talk, show: Reel, *actions: Action | TalkAction) -> tuple[Talk, Reel]:
    """The talk after actions, each carried out by the hands or by the talk."""
    for action in actions:
        desk = talk_hands.lent(talk, show)
        after = talk_hands.do(talk, desk, action, LOOK) if desk else None
        if after is None:
            talk = act(talk, action, talk.seen)
        else:
            talk, show = talk_hands.given(talk, show, after)
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
    talk = go(Talk(deck_of(reel())), at_still(1, 0).step, 1.0)
    assert talk_hands.lent(talk, reel()) is None
    assert table(None) == TALK_TABLE


def test_arrows_turn_a_knob_only_while_it_is_in_focus_and_are_the_clickers_again_after_a_step() -> (
    None
):
    def means(talk: Talk, place: int) -> str | None:
        return press(Keyboard(), Press("", 0, place), 0.0, table(talk_hands.lent(talk, reel())))[1]

    talk = at_still(1, 1)
    assert means(talk, RIGHT) == "next_step"
    talk, _ = done(talk, reel(), "knobs")
    assert means(talk, RIGHT) == "more"
    assert means(talk, HOME) == "back"
    assert press(Keyboard(), Press("", 0, 78), 0.0, table(talk_hands.lent(talk, reel())))[1] == (
        "next_step"  # Page Down of a clicker
    )
    talk, _ = done(talk, reel(), "next_step")
    assert talk.sight.knobs
    assert means(talk, RIGHT) == "next_step"


def test_digits_count_hands_at_a_question_and_backspace_takes_them_back_first() -> None:
    beat = question_of(1)
    talk = at_still(1, beat)
    pause = talk.deck.steps[talk.step].holds[0]
    talk = go(talk, talk.step, pause)
    desk = talk_hands.lent(talk, reel())
    assert press(Keyboard(), Press("2", 50, 31), 0.0, table(desk))[1] == "digit_2"
    assert press(Keyboard(), Press("", 8, BACKSPACE), 0.0, table(desk))[1] == "previous_step"
    talk, show = done(talk, reel(), "digit_2", "digit_2", "digit_1")
    assert show.timelines[1].take.vote(beat).counts[:2] == (1, 2)
    desk = talk_hands.lent(talk, show)
    assert press(Keyboard(), Press("", 8, BACKSPACE), 0.0, table(desk))[1] == "erase"
    assert talk.at == pause  # the stage waits
    _, show = done(talk, show, "erase")
    assert show.timelines[1].take.vote(beat).counts[:2] == (0, 2)


def test_the_step_that_is_typed_is_no_count_of_hands() -> None:
    talk = act(at_still(1, question_of(1)), "go_to", 0.0)
    assert talk.digits == ""
    assert talk_hands.do(talk, talk_hands.lent(talk, reel()), "close", LOOK) is None


def test_tab_and_enter_ask_a_number_and_the_next_step_closes_the_answer() -> None:
    talk, show = done(at_still(1, 1), reel(), "next_number")
    assert talk.sight.focus
    desk = talk_hands.lent(talk, show)
    assert press(Keyboard(), Press("", 13, ENTER), 0.0, table(desk))[1] == "ask"
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
    talk = Talk(deck_of(reel()), sight=Sight(calm=True))
    stills = []
    for second in range(1, 4):
        talk = act(talk, "next_step", float(second))
        stills.append((talk.step, talk.playing, talk.inside in talk.now.holds))
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
    told = {row.action for row in help_rows()}
    assert {"knobs", "more", "digit_1", "ask", "sources", "next_step"} <= told
    assert len(help_rows()) == len({(row.action, row.shown) for row in help_rows()})


def recording(folder: Path) -> Recording:
    def make(timeline: Timeline, part: int) -> Recorder:
        name = timeline.scene.name
        return Recorder(name, folder / f"{part}_{name}.yaml", turns=list(timeline.take.turns))

    return Recording(make)


def test_each_stay_in_a_scene_is_a_take_of_what_was_seen(tmp_path: Path) -> None:
    kept, show = recording(tmp_path), reel()
    talk = go(Talk(deck_of(show)), at_still(1, 1).step, 0.0, playing=True)
    start = talk.moment - show.starts[1] - 3.0
    for tenth in range(1, 41):  # 4 s of motion
        talk = tick(talk, tenth / 10)
        talk_record.see(kept, talk, show, tenth / 10)
    desk = talk_hands.lent(talk, show, talk_record.run_of(kept, 4.0))
    desk = talk_hands.do(talk, desk, "knobs", LOOK)
    talk, show = talk_hands.given(talk, show, desk)
    desk = talk_hands.do(
        talk, talk_hands.lent(talk, show, talk_record.run_of(kept, 4.0)), "more", LOOK
    )
    talk_record.note(kept, talk, desk.done)
    talk, show = talk_hands.given(talk, show, desk)
    talk_record.see(kept, talk, show, 4.0)
    talk = go(talk, 0, 0.5)  # a card: the stay is over
    talk_record.see(kept, talk, show, 5.0)
    (file,) = tmp_path.iterdir()
    assert file.name == "0_weights_stay.yaml"
    name, take = load(file)
    assert name == "weights_stay"
    (turn,) = take.turns
    assert turn.run == pytest.approx(3.9)
    assert moment(take, 1.9).at == pytest.approx(start + 2.0)
    assert moment(take, 3.9).sight.knobs


def test_a_glance_at_a_scene_leaves_no_file(tmp_path: Path) -> None:
    kept = recording(tmp_path)
    for tenth in range(20):
        talk_record.see(kept, at_still(0, 0), reel(), tenth / 10)
    talk_record.end(kept, 2.0)
    assert list(tmp_path.iterdir()) == []


def test_a_frozen_picture_is_recorded_as_a_show_that_stands() -> None:
    talk = replace(at_still(1, 1), frozen=reel().starts[1] + 3.0 + 2.0)
    session = talk_hands.session_of(talk, reel())
    assert session is not None
    assert session.transport.at == pytest.approx(2.0)
    assert not session.transport.running


def test_a_file_saved_meanwhile_keeps_what_was_turned() -> None:
    talk, show = done(at_still(1, 1), reel(), "knobs", "more")
    fresh = Reel("talk", show.title, reel().timelines, show.chapters, LOOK, 3.0)
    after = talk_hands.carried(show, fresh)
    assert after.timelines[1].take.turns == show.timelines[1].take.turns
    assert after.frame(talk.moment) == show.frame(talk.moment)


def test_a_moment_of_the_whole_is_found_in_its_scene() -> None:
    first = reel().timelines[0].seconds
    assert reel().place(0.0) == (0, -3.0)
    assert reel().place(3.0 + first / 2) == (0, pytest.approx(first / 2))
    assert reel().place(first + 3.0 + 1.0) == (1, -2.0)
    assert ScreenSeconds(reel().place(1e9)[1]) > 0
