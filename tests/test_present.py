"""A talk without a window: its steps, what each key does, the timer, the displays."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import get_args

import pytest

from viz.cli.present_command import duration
from viz.desk import keymap as keys
from viz.desk import playhead as ph
from viz.desk.keymap import Action, Keyboard, Press, entered
from viz.desk.playhead import Playhead
from viz.desk.steps import BEFORE, Deck, Step, deck_of
from viz.desk.talk import Talk, act, tick, typed
from viz.desk.timer import Timer, begun, clock, reset, resumed
from viz.errors import VizError
from viz.live.displays import Display, Seats, demand, seats, wish
from viz.live.speaker_facts import typing
from viz.picture.playlist import Reel
from viz.scene.load_scene import scene_from_text
from viz.stage.look import Look
from viz.timeline.compile import compile_scene

# Two scenes: beats of 2 and 4 s; then a card of 3 s before one of 5 s that asks, answer after 2 s.
DECK = Deck(
    (
        Step(0, 0, 0.0, 0.0, (2.0,)),
        Step(0, 1, 2.0, 0.0, (4.0,)),
        Step(1, 0, 6.0, 3.0, (5.0, 8.0)),
    )
)
TALK = Talk(Playhead(DECK))
TALK_TABLE = keys.table("waits")


def after(*pressed: Action, talk: Talk = TALK) -> Talk:
    """The talk after keys, half a second apart, without any time to move in between."""
    for action in pressed:
        talk = act(talk, action, talk.head.seen)
    return talk


def later(talk: Talk, seconds: float) -> Talk:
    """The talk after a time, looked at ten times a second."""
    for _ in range(round(seconds * 10)):
        talk = tick(talk, talk.head.seen + 0.1)
    return talk


def scene(title: str, *beats: str):
    return scene_from_text(f"title: {title}\nbeats:\n" + "".join(f"  - {beat}\n" for beat in beats))


def reel(*scenes, cards: float = 0.0) -> Reel:
    timelines = tuple(map(compile_scene, scenes))
    titles = tuple(one.title for one in scenes)
    return Reel("talk", {"en": "Talk"}, timelines, titles, Look(), cards)


def test_each_beat_is_a_step_and_a_card_leads_into_the_first_of_its_scene() -> None:
    deck = deck_of(
        reel(
            scene("One", "{say: a, for: 2 s}", "{say: b, for: 4 s}"),
            scene("Two", "{say: c, for: 5 s}"),
            cards=3.0,
        )
    )
    assert [(s.scene, s.beat, s.start, s.lead, s.holds) for s in deck.steps] == [
        (0, 0, 0.0, 3.0, (5.0,)),
        (0, 1, 5.0, 0.0, (4.0,)),
        (1, 0, 9.0, 3.0, (8.0,)),
    ]


def test_a_question_waits_before_its_answer_too() -> None:
    asks = "{ask: {question: q, choices: [x, y], answer: x}, for: 5 s}"
    assert deck_of(reel(scene("One", asks))).steps[0].holds == (3.0, 5.0)  # 0.6 of the beat


def test_a_still_is_the_last_picture_of_its_own_beat() -> None:
    show = reel(scene("One", "{say: first, for: 2 s}", "{say: second, for: 4 s}"))
    assert deck_of(show).steps[0].still == 2.0 - BEFORE
    words = [m.text for m in show.frame(deck_of(show).steps[0].still).marks if hasattr(m, "text")]
    assert "first" in words
    assert "second" not in words


def test_a_talk_waits_at_its_first_picture_until_a_key() -> None:
    assert later(TALK, 60).moment == 0.0
    assert not later(TALK, 60).timer.running
    assert after("next_step").playing
    assert after("next_step").timer.running


def test_a_step_plays_once_and_waits_in_its_still() -> None:
    talk = later(after("next_step"), 30)
    assert (talk.step, talk.playing, talk.finished) == (0, False, True)
    assert talk.moment == 2.0 - BEFORE


def test_next_in_the_middle_of_a_step_shows_its_still_and_skips_none() -> None:
    talk = after("next_step", talk=later(after("next_step"), 0.5))
    assert (talk.step, talk.finished) == (0, True)
    assert after("next_step", talk=talk).step == 1


def test_back_shows_exactly_the_still_of_the_step_before() -> None:
    for talk in (after("next_step", "next_step", "next_step"), later(after("go_to"), 0)):
        there = replace(talk, head=ph.go(talk.head, 1, 1.0), digits=None)
        back = after("previous_step", talk=there)
        assert (back.step, back.moment, back.playing) == (0, DECK.steps[0].still, False)


def test_back_from_the_first_step_is_the_first_picture() -> None:
    assert after("next_step", "next_step", "previous_step").moment == 0.0


def test_next_on_a_card_goes_to_its_scene_and_not_to_the_end_of_the_beat() -> None:
    talk = replace(TALK, head=ph.go(TALK.head, 2, playing=True))
    assert (after("next_step", talk=talk).at, after("next_step", talk=talk).playing) == (3.0, True)


def test_a_question_waits_for_the_speaker_and_then_for_the_next_step() -> None:
    talk = later(replace(TALK, head=ph.go(TALK.head, 2, playing=True)), 60)
    assert (talk.at, talk.playing) == (5.0, False)
    talk = later(after("next_step", talk=talk), 60)
    assert (talk.at, talk.finished) == (8.0, True)


def test_next_at_the_last_still_stays_there() -> None:
    end = after("last_step")
    assert after("next_step", talk=end).moment == end.moment == DECK.steps[2].still


def test_black_and_white_toggle_and_the_next_key_only_lifts_them() -> None:
    assert after("black").shade == "black"
    assert after("black", "black").shade == ""
    assert after("black", "white").shade == "white"
    there = after("last_step", "black")
    for key in ("next_step", "previous_step", "start", "close", "first_step"):
        back = after(key, talk=there)
        assert (back.shade, back.moment) == ("", there.moment)


def test_a_frozen_picture_stays_while_the_talk_goes_on() -> None:
    talk = later(after("next_step", "freeze", "next_step", "next_step"), 9)
    assert (talk.step, talk.shown) == (1, 0.0)
    assert after("freeze", talk=talk).shown == DECK.steps[1].still


def asked_for(number: str, talk: Talk = TALK) -> Talk:
    talk = after("go_to", talk=talk)
    for sign in number:
        talk = typed(talk, sign)
    return talk


def test_a_step_is_gone_to_by_its_scene_and_number() -> None:
    talk = asked_for("1.2")
    assert talk.digits == "1.2"
    assert after("enter", talk=talk).moment == DECK.steps[1].still
    assert after("erase", talk=talk).digits == "1."
    assert after("close", talk=talk).step == 0
    assert after("enter", talk=asked_for("2")).step == 2  # a scene alone is its first step
    assert after("enter", talk=asked_for("2.")).step == 2
    assert after("enter", talk=after("go_to")).step == 0


@pytest.mark.parametrize("number", ["99", "3", "0", "1.0", "1.3", "2.2", "2.99"])
def test_a_step_that_is_not_there_moves_nothing_and_is_told(number: str) -> None:
    far = after("enter", talk=asked_for(number))
    assert (far.step, far.moment, far.digits) == (0, 0.0, "")
    assert far.told == ("no_step", number)
    told = typing(far)
    assert number in told
    assert "2.1" in told  # the last there is


def test_every_step_is_called_by_one_number_and_found_by_it() -> None:
    names = [DECK.numbered(step) for step in range(3)]
    assert names == ["1.1", "1.2", "2.1"]
    assert [DECK.called(name) for name in names] == [0, 1, 2]
    alone = Deck(DECK.steps[:2])
    assert [alone.numbered(step) for step in range(2)] == ["1", "2"]
    assert [alone.called(name) for name in ("1", "2", "1.2", "3")] == [0, 1, 1, None]


def test_going_to_a_question_gives_no_answer_away() -> None:
    asked = after("enter", talk=asked_for("2.1"))
    assert (asked.step, asked.at) == (2, 5.0)  # the card's 3 s, and 2 s to think
    assert after("skip_forward", "skip_forward").at == 5.0
    assert after("skip_forward", "skip_forward", "skip_forward").at == 8.0
    assert after("last_step").at == 8.0


def test_back_from_an_answer_is_its_question_and_then_the_step_before() -> None:
    answer = after("last_step")
    question = after("previous_step", talk=answer)
    assert (question.step, question.at) == (2, 5.0)
    assert after("previous_step", talk=question).moment == DECK.steps[1].still
    # Also in the midst of the answer's motion.
    moving = replace(TALK, head=ph.go(TALK.head, 2, 6.0, playing=True))
    assert after("previous_step", talk=moving).at == 5.0


def test_a_theme_that_a_talk_began_with_is_reached_again() -> None:
    for theme in ("dark", "light", "contrast"):
        talk = replace(TALK, theme=theme)
        assert after("theme", "theme", "theme", talk=talk).theme == theme
        assert len({after(*["theme"] * n, talk=talk).theme for n in range(3)}) == 3


def test_the_timer_is_reset_by_a_second_press_alone() -> None:
    talk = replace(after("next_step"), timer=Timer(60.0, kept=30.0))
    once = after("reset_timer", talk=talk)
    assert once.timer.elapsed(0.0) == 30.0
    assert "R" in typing(once)
    assert after("reset_timer", talk=once).timer.elapsed(0.0) == 0.0
    assert after("help", "reset_timer", talk=once).timer.elapsed(0.0) == 30.0
    assert act(once, "reset_timer", 2.5).timer.elapsed(2.5) == 30.0


def test_question_time_halts_the_timer_and_is_counted_apart() -> None:
    talk = replace(TALK, timer=begun(Timer(60.0), 0.0))
    talk = act(tick(talk, 10.0), "question_time", 10.0)
    assert (talk.timer.elapsed(40.0), talk.timer.questions(40.0)) == (10.0, 30.0)
    talk = act(tick(talk, 40.0), "next_step", 40.0)  # the talk goes on
    assert (talk.timer.elapsed(45.0), talk.timer.questions(45.0)) == (15.0, 30.0)


def test_a_frozen_picture_is_lifted_by_what_a_clicker_has_too() -> None:
    for key in ("freeze", "start", "close"):
        talk = after("next_step", "freeze", "next_step")
        assert talk.frozen is not None
        assert after(key, talk=talk).frozen is None


def test_a_clicker_goes_on_while_a_number_is_asked_for() -> None:
    talk = after("next_step", talk=typed(after("go_to"), "7"))
    assert (talk.digits, talk.playing, talk.step) == (None, True, 0)


def test_esc_never_quits_and_q_needs_to_be_pressed_twice_within_two_seconds() -> None:
    assert not after(*["close"] * 20).over
    assert not after("quit").over
    assert after("quit", "quit").over
    assert not act(after("quit"), "quit", 2.5).over
    assert not after("quit", "help", "quit").over


def test_the_start_button_of_a_clicker_starts_and_changes_nothing_later() -> None:
    assert after("start").playing
    there = later(after("start"), 30)
    assert after("close", "start", "close", talk=there).moment == there.moment


def test_a_motion_can_be_halted_and_goes_on() -> None:
    talk = after("play_pause", talk=later(after("next_step"), 1.0))
    assert later(talk, 30).at == pytest.approx(1.0)
    assert later(after("play_pause", talk=talk), 0.5).at == pytest.approx(1.5)


def test_a_computer_that_slept_is_where_it_was() -> None:
    talk = tick(after("next_step", "next_step", "next_step"), 3600.0)
    assert (talk.step, talk.at) == (1, 0.25)


def test_any_keys_at_any_time_leave_a_talk_that_is_somewhere() -> None:
    chance = random.Random(5)
    actions = [a for a in get_args(Action) if a != "quit"]
    talk, now = TALK, 0.0
    for _ in range(10_000):
        now += chance.choice((0.0, 0.01, 0.3, 5.0, -1.0))
        talk = act(typed(talk, chance.choice("0123456789")), chance.choice(actions), now)
        assert 0 <= talk.step < 3
        assert 0 <= talk.at <= talk.now.seconds
        assert 0 <= talk.shown <= 14.0
    assert not talk.over


# --- keys: each that the clickers on the market send, by character, key and scancode


@pytest.mark.parametrize(
    ("press", "action"),
    [
        (Press("", 1073741902, 78), "next_step"),  # PgDn, Logitech
        (Press("", 1073741899, 75), "previous_step"),  # PgUp
        (Press("", 1073741903, 79), "next_step"),
        (Press("", 1073741904, 80), "previous_step"),
        (Press("", 1073741905, 81), "next_step"),
        (Press("", 1073741906, 82), "previous_step"),
        (Press(" ", 32, 44), "next_step"),
        (Press("\r", 13, 40), "next_step"),
        (Press("\b", 8, 42), "previous_step"),
        (Press("n", 110, 17), "next_step"),
        (Press("p", 112, 19), "previous_step"),
        (Press(".", 46, 55), "black"),  # Logitech R400
        (Press("b", 98, 5), "black"),  # Kensington
        (Press("B", 98, 5, held="shift"), "black"),
        (Press("w", 119, 26), "white"),
        (Press("", 1073741886, 62), "start"),  # F5
        (Press("\x1b", 27, 41), "close"),
        (Press("", 1073741903, 79, held="alt"), "skip_forward"),
        (Press("", 1073741904, 80, held="alt"), "skip_back"),
        (Press("", 1073741904, 80, held="shift"), "first_step"),
        (Press("", 1073741903, 79, held="shift"), "last_step"),
        (Press("?", 47, 56, held="shift"), "help"),
        (Press("g", 103, 10), "go_to"),
        (Press("f", 102, 9), "fullscreen"),
        (Press("s", 115, 22), "swap"),
        (Press("r", 114, 21), "reset_timer"),
    ],
)
def test_each_key_of_a_clicker_does_its_work(press: Press, action: str) -> None:
    assert keys.press(Keyboard(), press, 1.0, TALK_TABLE)[1] == action


def test_alt_with_a_letter_belongs_to_the_system() -> None:
    assert keys.press(Keyboard(), Press("b", 98, 5, held="alt"), 1.0, TALK_TABLE)[1] is None


def test_a_double_click_is_one_step_and_a_stuck_key_too() -> None:
    click = Press("", 1073741902, 78)
    board, first = keys.press(Keyboard(), click, 1.0, TALK_TABLE)
    assert keys.press(board, click, 9.0, TALK_TABLE)[1] is None  # it never went up
    _, second = keys.press(keys.release(board, 78), click, 1.2, TALK_TABLE)
    assert (first, second) == ("next_step", None)


def test_a_quick_double_q_is_two() -> None:
    q = Press("q", 113, 20)
    board, first = keys.press(Keyboard(), q, 1.0, TALK_TABLE)
    _, second = keys.press(keys.release(board, 20), q, 1.0, TALK_TABLE)
    assert (first, second) == ("quit", "quit")


def test_digits_enter_and_backspace_are_read_while_a_number_is_asked_for() -> None:
    presses = [
        Press("7", 55, 36),
        Press(".", 46, 55),
        Press("\r", 13, 40),
        Press("\b", 8, 42),
        Press("n", 110, 17),
    ]
    assert [entered(press) for press in presses] == ["7", ".", "enter", "erase", ""]


# --- the timer


def test_the_timer_warns_at_80_and_at_100_per_cent() -> None:
    timer = begun(Timer(300.0), 1000.0)
    assert [timer.urgency(1000.0 + t) for t in (0, 239, 240, 299, 300, 400)] == [
        *("", ""),
        *("late", "late"),
        *("over", "over"),
    ]
    assert (timer.elapsed(1246.0), timer.remaining(1246.0)) == (246.0, 54.0)


def test_a_timer_without_a_length_never_warns() -> None:
    assert begun(Timer(), 0.0).urgency(1e6) == ""


def test_a_reset_timer_runs_on_if_it_ran() -> None:
    assert reset(begun(Timer(60.0), 0.0), 50.0).elapsed(51.0) == 1.0
    assert reset(Timer(60.0, kept=9.0), 50.0).elapsed(99.0) == 0.0


def test_the_time_that_a_dead_program_was_away_counts_unless_the_talk_must_be_over() -> None:
    assert resumed(300, 100.0, 3.0, 50.0, running=True).elapsed(51.0) == 104.0
    assert resumed(300, 100.0, 86400.0, 50.0, running=True).elapsed(51.0) == 101.0
    assert resumed(300, 100.0, -9.0, 50.0, running=True).elapsed(51.0) == 101.0
    assert resumed(300, 100.0, 3.0, 50.0, running=False).elapsed(99.0) == 100.0


def test_time_is_written_as_speakers_read_it() -> None:
    told = [clock(t) for t in (0, 54.9, 246, 3723, -0.5, -12, -3723)]
    assert told == ["0:00", "0:54", "4:06", "1:02:03", "0:00", "−0:12", "−1:02:03"]


# --- the displays

LAPTOP, BEAMER, THIRD = Display(1, 1920, 1200), Display(2, 1024, 768), Display(3, 3840, 2160)


@pytest.mark.parametrize(
    ("there", "audience", "notes", "expected"),
    [
        ((LAPTOP,), None, None, Seats(LAPTOP, None)),
        ((LAPTOP, BEAMER), None, None, Seats(BEAMER, LAPTOP)),
        ((LAPTOP, BEAMER), 1, None, Seats(LAPTOP, BEAMER)),
        ((LAPTOP, BEAMER), None, 2, Seats(LAPTOP, BEAMER)),
        ((LAPTOP, BEAMER), 1, 1, Seats(LAPTOP, None)),
        ((LAPTOP, BEAMER, THIRD), 3, None, Seats(THIRD, LAPTOP)),
        ((LAPTOP, BEAMER, THIRD), 3, 2, Seats(THIRD, BEAMER)),
        ((LAPTOP,), 2, 1, Seats(LAPTOP, None)),  # the projector was unplugged
    ],
)
def test_the_audience_has_the_projector_and_the_speaker_the_other(
    there: tuple[Display, ...], audience: int | None, notes: int | None, expected: Seats
) -> None:
    found = seats(there, audience, notes)
    assert (found.audience, found.notes) == (expected.audience, expected.notes)


def test_a_display_is_a_number_or_a_rectangle_of_the_desktop() -> None:
    assert wish("2") == 2
    assert wish("1920x1080+1920+0") == Display(0, 1920, 1080, (1920, 0))
    for wrong in ("0", "-1", "two", "1920x1080", "9x9+0+0", ""):
        with pytest.raises(VizError, match="is no display"):
            wish(wrong)


def test_a_display_that_does_not_exist_lists_those_that_do() -> None:
    with pytest.raises(VizError) as told:
        demand((LAPTOP, BEAMER), 3, "--display")
    assert str(told.value) == (
        "there is no display 3; write --display with one of those that exist: "
        "1 (1920 x 1200), 2 (1024 x 768)"
    )


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        *(("20m", 1200.0), ("20 min", 1200.0), ("90 s", 90.0), ("90s", 90.0)),
        *(("1.5h", 5400.0), ("1:30:00", 5400.0), ("12:30", 750.0)),
    ],
)
def test_the_time_of_a_talk_is_read_as_people_write_it(text: str, seconds: float) -> None:
    assert duration(text) == seconds


@pytest.mark.parametrize("text", ["", "m", "0m", "-5m", "20", "soon", "25h", "nan", "20 mm"])
def test_a_time_that_is_none_is_refused_with_the_right_form(text: str) -> None:
    with pytest.raises(VizError, match="write 20m, '90 s' or 1:30:00"):
        duration(text)


@pytest.mark.parametrize("corner", [(5000, 0), (0, 3000)])
def test_a_rectangle_beyond_the_desktop_is_refused_with_the_displays(
    corner: tuple[int, int],
) -> None:
    with pytest.raises(VizError, match="no part of the desktop") as caught:
        demand((LAPTOP, BEAMER), Display(0, 1280, 720, corner), "--notes-display")
    assert "1920 x 1200, 1024 x 768" in str(caught.value)
    demand((LAPTOP, BEAMER), Display(0, 1280, 720, (1920, 0)), "--display")
