"""Knobs, questions and explanations in the hand of a viewer. No window."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from stagecraft import FLAGSHIP, MACHINES

from viz.desk import interaction as hands
from viz.desk import keymap as keys
from viz.desk import playhead as ph
from viz.desk import pointer as point
from viz.desk.interaction import Desk
from viz.desk.keymap import Keyboard, Press
from viz.desk.playhead import Playhead
from viz.desk.steps import deck_of
from viz.desk.talk import Talk
from viz.lint.readable import seen_words
from viz.live.bench_window import reel_of
from viz.picture.furniture import knobs
from viz.picture.hit_test import targets
from viz.picture.with_open_panels import picture
from viz.scene.load_scene import load_scene
from viz.scene.slider import pressed, share_of, stands, value_at
from viz.scene.types import Knob
from viz.stage.layout import layout
from viz.stage.look import Look
from viz.stage.marks import Box, Disc, Dots
from viz.stage.style import kit_of
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import compile_scene
from viz.timeline.take import Sight, Take, Vote

LOOK = Look(1920, 1080, aside=True)
NAMED = 1 << 30


def desk(scene: str = MACHINES, at: float = 6.0) -> Desk:
    reel = reel_of(compile_scene(load_scene(scene)))
    head = ph.seek(Playhead(deck_of(reel), waits="questions"), at)
    there = hands.lent(Talk(head), reel, run=at)
    assert there is not None
    return there


def at(there: Desk, seconds: float) -> Desk:
    talk = replace(there.talk, head=ph.seek(there.talk.head, seconds))
    return replace(there, talk=talk, at=ScreenSeconds(seconds))


def knob(there: Desk, name: str) -> Knob:
    return next(knob for knob in there.scene.knobs if knob.name == name)


def bandwidth(there: Desk, seconds: float) -> float:
    left = there.timeline.setting(ScreenSeconds(seconds)).scene.left
    assert left is not None
    return left.chip.bandwidth.value


RANGE = Knob("x", "batch", {"en": "x"}, "number", 1.0, 100.0, 10.0)
LOG = replace(RANGE, log=True)
WORDS = replace(RANGE, unit="", choices=("a", "b", "c"), published="a")


def test_a_slider_has_its_ends_and_its_middle_where_the_range_says() -> None:
    assert (value_at(RANGE, 0.0), value_at(RANGE, 1.0)) == (1.0, 100.0)
    assert value_at(RANGE, 0.5) == 50.5
    assert value_at(LOG, 0.5) == 10.0  # the geometric mean of 1 and 100
    assert share_of(LOG, 10.0) == pytest.approx(0.5)
    assert [value_at(WORDS, share) for share in (0.0, 0.5, 1.0)] == ["a", "b", "c"]


def test_arrows_go_by_a_fortieth_and_with_shift_by_a_tenth_of_that() -> None:
    assert pressed(RANGE, 50.0, 1) == pytest.approx(50.0 + 99 / 40, abs=0.06)
    assert pressed(RANGE, 50.0, 1, fine=True) == pytest.approx(50.0 + 99 / 400, abs=0.06)
    assert pressed(WORDS, "a", 1) == "b"
    assert pressed(WORDS, "c", 1) == "c"


@pytest.mark.parametrize("one", [RANGE, LOG, replace(RANGE, whole=True), replace(LOG, whole=True)])
@pytest.mark.parametrize("fine", [False, True])
def test_no_press_is_lost_from_one_end_to_the_other(one: Knob, fine: bool) -> None:
    value, seen = 1.0, 0
    while value < 100.0:
        after = pressed(one, value, 1, fine=fine)
        assert isinstance(after, float)
        assert after > value
        value, seen = after, seen + 1
        assert seen < 2000
    assert pressed(one, 100.0, 1, fine=fine) == 100.0


def test_a_turn_counts_from_now_on_and_scrubbing_back_shows_what_was_shown() -> None:
    before = desk(at=6.0)
    shown = picture(before.timeline, ScreenSeconds(5.9), LOOK, before.sight)
    after = hands.turn(before, knob(before, "bandwidth"), 8e12)
    assert bandwidth(after, 5.99) == 3.35e12
    assert bandwidth(after, 6.0) == 8e12
    assert picture(after.timeline, ScreenSeconds(5.9), LOOK, after.sight) == shown


def test_counters_keep_what_they_have_when_a_knob_is_turned() -> None:
    before = desk(at=9.0)
    hw = before.timeline.lens.hw(ScreenSeconds(9.0))
    left = before.timeline.left
    after = hands.turn(before, knob(before, "bandwidth"), 33.5e12).timeline.left
    assert left is not None
    assert after is not None
    assert after.at(hw).bytes_moved == pytest.approx(left.at(hw).bytes_moved, rel=1e-9)


def test_home_sets_the_knob_in_focus_back_and_r_all_of_them() -> None:
    there = hands.open_knobs(desk())
    assert there.sight.focus == "knob:bandwidth"
    there = hands.turn(there, knob(there, "bandwidth"), 8e12)
    there = hands.turn(there, knob(there, "wafers"), 12.0)
    home = hands.back(there)
    assert stands(home.scene, knob(home, "bandwidth")) == 3.35e12
    assert stands(home.scene, knob(home, "wafers")) == 12.0
    reset = hands.all_back(there)
    assert [stands(reset.scene, one) for one in reset.scene.knobs] == [3.35e12, 4.0]


def test_what_was_done_is_on_the_desk_for_the_take() -> None:
    there = desk(at=6.0)
    there = hands.turn(there, knob(there, "wafers"), 8.0)
    assert [(one.knob, one.value, one.run, one.at) for one in there.done] == [
        ("wafers", 8.0, 6.0, 6.0)
    ]
    assert hands.turn(there, knob(there, "wafers"), 8.0).done == there.done


def press(there: Desk, *places: int, held: str = "", names: tuple[str, ...] = ()) -> Desk:
    board, now = Keyboard(), 0.0
    for place in places:
        now += 1.0
        key = Press("", NAMED | place, place, held=held)  # type: ignore[arg-type]
        board, action = keys.press(board, key, now, hands.table(there.talk, there))
        board = keys.release(board, place)
        if action and (after := hands.do(there, action, names)):
            there = after
    return there


def test_arrows_turn_the_knob_in_focus_and_move_the_show_without_one() -> None:
    there = hands.open_knobs(desk())
    assert stands(press(there, 79).scene, knob(there, "bandwidth")) > 3.35e12
    assert stands(press(there, 80).scene, knob(there, "bandwidth")) < 3.35e12
    rows = hands.table(desk().talk, desk())
    assert next(row.action for row in rows if 79 in row.places) == "next_step"
    clicker = [row.action for row in hands.table(there.talk, there) if 78 in row.places]
    assert clicker == ["next_step"]  # Page Down is a clicker's, whatever is in focus


def test_tab_goes_through_knobs_and_numbers_and_round() -> None:
    there, names = hands.open_knobs(desk()), ("left.speed", "right.speed")
    seen = []
    for _ in range(5):
        seen.append(there.sight.focus)
        there = hands.focus(there, hands.order(there, names), 1)
    assert seen == ["knob:bandwidth", "knob:wafers", "left.speed", "right.speed", ""]


def test_enter_explains_and_escape_closes_one_thing_at_a_time() -> None:
    there = hands.looked(hands.open_knobs(desk()), focus="left.speed")
    there = hands.enter(there)
    assert there.sight.asked == "left.speed"
    closed = hands.close(there)
    assert closed is not None
    assert (closed.sight.asked, closed.sight.knobs) == ("", True)
    again = hands.close(closed)
    assert again is not None
    assert not again.sight.knobs
    assert hands.close(again) is None


def at_question() -> Desk:
    there = desk("race")
    span = next(span for span in there.timeline.beats if span.beat.ask)
    return at(there, float(span.start) + 1.0)


def test_a_digit_is_a_hand_for_that_choice() -> None:
    there = press(at_question(), 30, 32, 32)  # the keys 1, 3, 3
    assert counts(there) == (1, 0, 2)


def counts(there: Desk) -> tuple[int, ...]:
    vote = there.timeline.take.vote(there.timeline.span(there.at).index)
    assert vote is not None
    return vote.counts


def test_backspace_takes_back_one_hand_after_the_other() -> None:
    there = press(at_question(), 30, 32, 32)
    found = []
    for _ in range(3):
        there = press(there, 42)
        found.append(there.done[-1].counts)
    assert found == [(1, 0, 1), (1, 0, 0), (0, 0, 0)]
    assert press(there, 42).done == there.done


def test_at_a_question_no_number_that_its_card_may_cover_is_in_focus() -> None:
    there = hands.looked(at_question(), focus="x")
    assert hands.unfocused(there).sight.focus == ""
    on_count = hands.looked(there, focus="vote:1")
    assert hands.unfocused(on_count).sight.focus == "vote:1"


def test_digits_count_hands_where_the_keyboard_is_on_a_choice() -> None:
    there = press(at_question(), 43, 43, 30, 38)  # Tab, Tab, then 1, 9
    assert there.sight.focus == "vote:1"
    assert counts(there) == (0, 19, 0)
    assert counts(press(there, 42)) == (0, 1, 0)


def test_a_digit_means_nothing_without_a_question() -> None:
    assert press(desk(), 30).timeline.take.votes == ()


def test_the_show_waits_at_the_question_and_next_shows_the_answer() -> None:
    there = desk("race")
    stop = hands.stops(there.timeline)[0]
    head = ph.begun(replace(ph.seek(there.talk.head, stop - 0.5), playing=True), 0.0)
    for i in range(1, 121):
        head = ph.tick(head, i / 60)
    assert (head.moment, head.asking) == (pytest.approx(stop, abs=1e-9), True)
    on = ph.forward(head)
    assert (on.playing, on.whole) == (True, pytest.approx(stop, abs=2e-6))


def test_a_press_on_the_track_takes_hold_and_the_handle_follows() -> None:
    there = hands.open_knobs(desk())
    block = knobs.blocks(kit_of(LOOK), there.scene)[0]
    assert block.track is not None
    there, grip = point.pressed(there, LOOK, block.track.end, block.track.y)
    assert grip is not None
    assert stands(there.scene, block.knob) == block.knob.high
    there = point.moved(there, replace(grip, x=block.track.start - 400))
    assert stands(there.scene, block.knob) == block.knob.low


@pytest.mark.parametrize(("scene", "number"), [(MACHINES, "right.speed"), (FLAGSHIP, "left.moved")])
def test_a_press_on_a_number_asks_it_and_a_press_beside_closes(scene: str, number: str) -> None:
    there, look = desk(scene, at=9.0), Look(1920, 1080)
    frame = picture(there.timeline, there.at, look, there.sight)
    target = next(t for t in targets(frame, there.scene, kit_of(look)) if t.name == number)
    x, y, w, h = target.area
    there, _ = point.pressed(there, look, x + w / 2, y + h / 2)
    assert there.sight.asked == number
    there, _ = point.pressed(there, LOOK, 5.0, 5.0)
    assert there.sight.asked == ""


def test_ten_thousand_random_presses_leave_a_valid_desk() -> None:
    chance = random.Random(20261130)
    there, board, now = desk("race"), Keyboard(), 0.0
    kit = kit_of(LOOK)
    names = ("value:fast", "claim:simple-baseline")
    for i in range(10_000):
        now += chance.uniform(0.0, 0.3)
        if i % 500 == 0:
            there = replace(there, timeline=compile_scene(there.timeline.scene))
        if i % 40 == 0:
            there = at(there, chance.uniform(0.0, there.talk.deck.seconds))
        rows = hands.table(there.talk, there)
        place = chance.choice([p for row in rows for p in row.places])
        key = Press("", NAMED | place, place, held=chance.choice(("", "shift")))  # type: ignore[arg-type]
        board, action = keys.press(board, key, now, rows)
        board = keys.release(board, place)
        after = hands.do(there, action, names) if action else None
        there = replace(after or there, run=now, done=())
        if i % 97 == 0:
            x, y = chance.uniform(0, 1920), chance.uniform(0, 1080)
            there, grip = point.pressed(there, LOOK, x, y)
            there = point.moved(there, replace(grip, x=x + 50)) if grip else there
        for one in there.scene.knobs:
            value = stands(there.scene, one)
            if not one.choices:
                assert one.low <= float(value) <= one.high
        assert len(knobs.blocks(kit, there.scene)) == len(there.scene.knobs)


@pytest.mark.parametrize("size", [(1920, 1080), (1440, 1080), (1080, 1080), (1080, 1920)])
@pytest.mark.parametrize("scene", ["race", "to_scale", "thirty_tokens"])
def test_the_tally_stands_beside_the_answer_and_covers_no_words(
    scene: str, size: tuple[int, int]
) -> None:
    there = desk(scene)
    span = next(span for span in there.timeline.beats if span.beat.ask)
    take = Take(votes=(Vote(span.index, (4, 19, 107)),))
    timeline = compile_scene(there.timeline.scene, take)
    for lang in ("en", "zh"):
        frame = picture(timeline, ScreenSeconds(span.end - 0.1), Look(*size, "dark", lang), Sight())
        words = seen_words(frame)
        told = {word.label.text for word in words}
        assert {"4 · 3 %", "19 · 15 %", "107 · 82 %"} <= told or {"4", "19", "107"} <= told
        assert any(
            kit_of(Look(lang=lang)).word("tally_said_short")[:3] in w.label.text for w in words
        )
        for i, one in enumerate(words):
            for other in words[i + 1 :]:
                assert not one.meets(other), (one.label.text, other.label.text)


@pytest.mark.parametrize("size", [(1920, 1080), (1440, 1080), (1080, 1080), (1080, 1920)])
@pytest.mark.parametrize(
    ("scene", "asked"),
    [
        (MACHINES, "left.reading"),
        (MACHINES, "right.token"),
        (MACHINES, "left.speed"),
        (FLAGSHIP, "left.moved"),
        ("to_scale", "= chip:wse-3.bandwidth / value:hbm"),
        ("race", "race"),
        ("fill_the_pipe", "clock"),
    ],
)
def test_knobs_and_an_explanation_cover_no_words_and_stay_on_stage(
    scene: str, asked: str, size: tuple[int, int]
) -> None:
    there = desk(scene, 30.0)
    for lang in ("en", "zh"):
        for knobs_open in (False, True):
            look = Look(*size, "light", lang)
            frame = picture(there.timeline, there.at, look, Sight(knobs=knobs_open, asked=asked))
            words = seen_words(frame)
            _, top, _, high = layout(look).safe
            for i, one in enumerate(words):
                assert one.box[1] + one.box[3] <= top + high + 1, one.label.text
                for other in words[i + 1 :]:
                    assert not one.meets(other), (one.label.text, other.label.text)


def test_an_explanation_covers_neither_its_number_nor_what_moves() -> None:
    there = desk(at=9.0)
    look = Look(1920, 1080)
    frame = picture(there.timeline, there.at, look, Sight(asked="left.speed"))
    beside = kit_of(LOOK).layout.aside
    assert beside is not None
    for mark in frame.marks:
        moves = getattr(mark, "of", "").startswith(("left.", "right."))
        if moves and isinstance(mark, Box | Disc | Dots):
            assert mark.x < beside[0]


def test_the_knob_in_focus_is_seen_even_where_an_explanation_is_open() -> None:
    there = desk("weights_stay", 9.0)
    sight = Sight(knobs=True, asked="left.reading", focus="knob:wafers")
    for size in ((1920, 1080), (1440, 1080), (1080, 1080)):
        frame = picture(there.timeline, there.at, Look(*size), sight)
        words = {word.label.text for word in seen_words(frame)}
        assert {"Knobs", "wafers"} <= words
