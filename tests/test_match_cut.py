"""The match cut of a program: one scene's last picture becomes the next one's first."""

from __future__ import annotations

import argparse
from dataclasses import replace
from itertools import pairwise

import pytest

from viz.cli.opened_show import open_reel, program_of
from viz.desk.playhead import Playhead, forward, tick
from viz.desk.steps import deck_of
from viz.errors import VizError
from viz.film.script import told_by_reel
from viz.film.source import source_of_reel
from viz.picture.match_cut import SECONDS
from viz.scene.program import program_names
from viz.stage.marks import Field, Label
from viz.timeline.take import Sight

SCENE = """
title: {title}
model: llama-3.1-8b
left: 1 x h100
bits: 16 bit
square: 100 MB
show: [hall]
beats:
  - {{say: {title} begins, for: 2 s, pace: 1 ms per second, look: {look}}}
  - {{say: {title} ends, for: 2 s, pace: 1 ms per second, look: {look}}}
"""
PROGRAM = """
title: Two
cards: 2 s
scenes:
  - {scene: far, chapter: Far, then: THEN}
  - {scene: near, chapter: Near}
  - {scene: far, chapter: Far again}
"""


@pytest.fixture
def reel_of(tmp_path):
    def made(then="match"):
        for name, look in (("far", "all"), ("near", "left.gpu:1.stack:1")):
            text = SCENE.format(title=name, look=look)
            (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
        file = tmp_path / "program.yaml"
        file.write_text(PROGRAM.replace("THEN", then), encoding="utf-8")
        args = argparse.Namespace(
            size=(640, 360), theme="dark", lang="en", set=[], no_questions=False
        )
        return open_reel(program_of(str(file)), args)

    return made


def words(frame):
    return {mark.text for mark in frame.marks if isinstance(mark, Label) and mark.alpha > 0}


def middles(frame):
    """Where each field of squares has its middle, and how wide it is."""
    return {
        mark.key: (
            mark.x + mark.columns * mark.pitch_x / 2,
            mark.y + mark.rows * mark.pitch_y / 2,
            mark.pitch_x,
        )
        for mark in frame.world
        if isinstance(mark, Field) and mark.alpha > 0.02
    }


def test_a_match_cut_stands_where_a_card_would_and_takes_its_own_time(reel_of):
    """2 + 4, then 0.7 + 4 instead of a card's 2 + 4, then 2 + 4 again."""
    reel = reel_of()
    assert reel.starts == pytest.approx((0.0, 6.0, 10.7))
    assert reel.seconds == pytest.approx(16.7)
    assert "Far again" in words(reel.frame(11.0))
    assert "Near" not in words(reel.frame(6.35))
    assert "near begins" in words(reel.frame(8.0))


def test_it_leaves_the_last_picture_and_comes_to_the_first_without_a_jump(reel_of):
    reel = reel_of("{part: left.gpu:1.stack:1, becomes: left.gpu:1.stack:1}")
    last, first = reel.frame(6.0 - 2e-3), reel.frame(6.0 + SECONDS + 1e-9)
    begins, ends = reel.frame(6.0), reel.frame(6.0 + SECONDS - 1e-6)
    assert words(begins) >= {"far ends"}
    assert words(ends) >= {"near begins"}
    for one, other in ((last, begins), (ends, first)):
        here, there = middles(one), middles(other)
        assert here
        for key in here.keys() & there.keys():
            assert here[key] == pytest.approx(there[key], abs=1.0)


def test_a_thing_that_both_pictures_name_grows_in_equal_ratios_on_its_way(reel_of):
    """The stack's squares: halfway, the root of their sizes at both ends."""
    reel = reel_of("{part: left.gpu:1.stack:1, becomes: left.gpu:1.stack:1}")
    start, middle, end = (middles(reel.frame(6.0 + SECONDS * s)) for s in (0.0, 0.5, 1.0 - 1e-9))
    key = next(key for key in start if "stack:1" in key and key in middle and key in end)
    assert end[key][2] > 3 * start[key][2]
    assert middle[key][2] == pytest.approx((start[key][2] * end[key][2]) ** 0.5, rel=0.02)


def test_the_clock_stands_and_the_picture_depends_on_the_moment_alone(reel_of):
    reel = reel_of()
    again = reel_of()
    late = reel.frame(6.6)
    assert reel.frame(6.3) == again.frame(6.3)
    assert reel.frame(6.6) == late
    assert reel.behind(6.3) is None
    assert reel.place(6.7) == (1, pytest.approx(0.0))


def test_reduced_motion_cuts_at_once(reel_of):
    frame = reel_of().frame(6.1, Sight(calm=True))
    assert "near begins" in words(frame)
    assert "far ends" not in words(frame)


def test_a_talk_goes_through_it_with_one_key_and_waits_at_the_step_after_it(reel_of):
    deck = deck_of(reel_of())
    head = tick(Playhead(deck, step=1, inside=2.0), 0.0)
    assert head.finished
    head = forward(head)
    assert (head.step, head.playing, head.now.lead) == (2, True, SECONDS)
    now = 0.0
    while now < 2.6:
        now += 0.1
        head = tick(head, now)
    assert head.playing
    head = tick(head, 2.8)
    assert head.finished
    assert head.at == pytest.approx(2.7)


def test_a_film_of_it_has_the_same_pictures_and_the_chapter_begins_where_the_cut_has_come(reel_of):
    reel = reel_of()
    source = source_of_reel(reel)
    assert source.frames(640, 360)(6.4) == reel.frame(6.4)
    told = told_by_reel(reel)
    (chapter,) = (one for one in told if one.opens == {"en": "Near"})
    assert float(chapter.start) == pytest.approx(6.7)
    assert chapter.beat.say == {"en": "near begins"}


@pytest.mark.parametrize(
    ("then", "told"),
    [
        ("{part: left.gpu:9, becomes: all}", "the last picture of far has no part 'left.gpu:9'"),
        ("{becomes: left.gpu:1.stack:8}", "the first picture of near has no part"),
        ("mach", "did you mean 'match'"),
        ("{parts: all}", "did you mean 'part'"),
    ],
)
def test_a_part_that_is_not_there_is_told_with_its_line(reel_of, then, told):
    with pytest.raises(VizError) as error:
        reel_of(then)
    assert told in str(error.value)
    assert error.value.faults[0].place.line == 5


def test_a_part_that_is_gone_while_the_show_plays_is_all_of_the_picture(reel_of):
    reel = reel_of()
    gone = replace(reel, matches=(("left.gpu:7", "all"), None))
    assert gone.frame(6.3).world


@pytest.mark.parametrize("name", program_names())
def test_every_arrow_of_a_program_names_parts_that_are_there_and_is_drawn_in_every_form(name):
    """Opening a program looks for the parts; halfway, what both pictures have is on stage once."""
    for size, lang in (((640, 360), "en"), ((360, 640), "zh"), ((480, 480), "en")):
        args = argparse.Namespace(
            size=size, theme="dark", lang=lang, set=[], no_questions=False, first=None, last=None
        )
        reel = open_reel(program_of(name), args)
        for index, match in enumerate(reel.matches, 1):
            if match is None:
                continue
            frame = reel.frame(reel.starts[index] + 0.5 * SECONDS)
            keys = [mark.key for mark in frame.world if mark.key and mark.alpha > 0.6]
            assert len(keys) == len(set(keys))


# The arrows of the story: the last picture of a scene becomes the first of the next.
ARROWS = (
    ("one_word", "memory_wall"),
    ("memory_wall", "next_door"),
    ("next_door", "weights_stay"),
    ("too_big", "fill_the_pipe"),
    ("race", "thirty_tokens"),
    ("agent_loop", "not_14x"),
    ("not_14x", "hle"),
    ("evidence", "finale"),
)


@pytest.mark.parametrize("name", ["lesson", "talk", "first_lesson"])
def test_two_scenes_of_an_arrow_that_follow_each_other_are_joined_by_it(name):
    program = program_of(name)
    assert program is not None
    for one, other in pairwise(program.entries):
        assert (one.then is not None) == ((one.scene, other.scene) in ARROWS), one.scene
