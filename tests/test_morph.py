"""The morph: what is in both frames moves, what is in one comes or goes, and nothing is lost."""

from dataclasses import replace

import pytest

import viz
from viz.stage.marks import Box, Clip, Field, Frame, Label, Shade
from viz.stage.morph import ease, joined, morph, named

GROUND = "#000000"


def frame(*marks):
    return Frame(1920, 1080, GROUND, (), marks)


def test_a_mark_with_one_key_in_both_frames_is_half_way_in_the_middle():
    before = frame(Box(0, 0, 100, 10, "#000000", key="a"))
    after = frame(Box(200, 40, 300, 30, "#FFFFFF", key="a"))
    (box,) = morph(before, after, 0.5).marks
    assert (box.x, box.y, box.w, box.h) == (100, 20, 200, 20)
    assert box.fill == "#808080"


def test_what_is_only_in_one_comes_and_goes():
    before = frame(Box(0, 0, 1, 1, "#FFFFFF", key="old"))
    after = frame(Box(0, 0, 1, 1, "#FFFFFF", key="new"))
    marks = {mark.key: mark.alpha for mark in morph(before, after, 0.25).marks}
    assert marks == {"old": 0.75, "new": 0.25}


def test_words_that_differ_dissolve_and_those_that_stay_move():
    before = frame(
        Label("one", 0, 0, 20, "#FFFFFF", key="a"), Label("x", 0, 0, 20, "#FFFFFF", key="b")
    )
    after = frame(
        Label("two", 0, 0, 20, "#FFFFFF", key="a"), Label("x", 10, 0, 40, "#FFFFFF", key="b")
    )
    one, two, stays = morph(before, after, 0.5).marks
    assert (one.text, one.alpha, two.text, two.alpha) == ("one", 0.0, "two", 0.0)
    assert (stays.x, stays.size, stays.alpha) == (5, 30, 1.0)
    early, none, _ = morph(before, after, 0.25).marks  # nobody reads two words in one place
    assert (early.alpha, none.alpha) == (0.5, 0.0)


def test_a_quantity_counts_on_and_is_not_dissolved():
    before = frame(Label("1 GB", 0, 0, 20, "#FFFFFF", of="read", key="a"))
    after = frame(Label("2 GB", 10, 0, 20, "#FFFFFF", of="read", key="a"))
    (label,) = morph(before, after, 0.5).marks
    assert (label.text, label.x, label.alpha) == ("2 GB", 5, 1.0)


def test_a_field_keeps_its_cells_while_it_moves():
    field = Field(0, 0, 2, 1, 10, 10, 8, b"\x00\x01", (Shade(), Shade("#FFFFFF")), key="f")
    (moved,) = morph(frame(field), frame(replace(field, x=20)), 0.5).marks
    assert (moved.x, moved.cells) == (10, b"\x00\x01")


def test_the_ends_are_the_frames_themselves():
    before, after = frame(Box(0, 0, 1, 1, key="a")), frame(Box(9, 9, 9, 9, key="a"))
    assert morph(before, after, 1.0) is after
    assert morph(before, after, 0.0).marks == before.marks


def test_frames_of_two_sizes_have_no_way_between_them():
    with pytest.raises(ValueError, match="two sizes"):
        morph(frame(), Frame(1080, 1920, GROUND, (), ()), 0.5)


def test_marks_without_a_key_are_told_apart_by_who_drew_them_and_which_they_are():
    marks = named((("a", (Box(0, 0, 1, 1), Box(1, 1, 1, 1))), ("b", (Box(2, 2, 1, 1, key="own"),))))
    assert [mark.key for mark in marks] == ["a/Box:0", "a/Box:1", "own"]


def test_the_way_is_eased_in_and_out_alike():
    assert [ease(share) for share in (0.0, 0.25, 0.5, 0.75, 1.0)] == [0, 0.0625, 0.5, 0.9375, 1]


def test_a_title_becomes_the_small_line_of_the_next_beat(tmp_path):
    """54 bold becomes the slug: half way through 0.6 s it is between both."""
    file = tmp_path / "world.yaml"
    file.write_text(
        "title: World\nmodel: llama-3.1-8b\nleft: 1 x h100\nshow: [hall]\nbeats:\n"
        "  - {say: One., for: 2 s}\n  - {say: Two., for: 4 s, pace: 1 ms per second}\n",
        encoding="utf-8",
    )
    show = viz.open(str(file))
    sizes = []
    for t in (1.9, 2.3, 3.0):
        titles = [m for m in show.frame(t).marks if m.key == "title" and m.alpha > 0.9]
        sizes += [max((m.size for m in titles), default=0)]
    assert sizes[0] == 54
    assert sizes[2] < 30
    assert show.timeline.lens.hw(2.69) == 0  # the clock stands meanwhile


def test_what_is_seen_through_an_opening_moves_by_its_own_key():
    """An opening that grows from 100 to 200 wide, and a box in it that goes from 10 to 30."""
    before = Clip(0, 0, 100, 100, (Box(10, 0, 5, 5, "#FF0000", key="thing"),), key="window")
    after = Clip(0, 0, 200, 100, (Box(30, 0, 5, 5, "#FF0000", key="thing"),), key="window")
    (half,) = joined((before,), (after,), 0.5)
    assert half.w == 150
    assert [mark.x for mark in half.marks] == [20]
