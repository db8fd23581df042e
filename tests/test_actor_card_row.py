"""Eight cards that share a layer: what each reads, what meets, and what more cards make shorter."""

import pytest
from stagecraft import show as show_of

from viz.actors.card_row import card_bars
from viz.physics.predict import predict
from viz.scene.turn import turned
from viz.stage.amounts import DONE, HERE, NEVER, NOW
from viz.stage.marks import Disc
from viz.timeline.compile import load_of

CUT, READS, MEETS, ALL, TWO, FOUR, ASK, SIXTEEN = range(1, 9)


def show(**look):
    return show_of("eight_hands", **look)


def inside(opened, beat, share):
    span = opened.timeline.beats[beat - 1]
    return span.start + (span.end - span.start) * share


def by_key(frame):
    return {mark.key: mark for mark in frame.all if mark.key}


def test_a_layer_is_160_squares_and_all_eight_read_alike():
    opened = show()
    for share in (0.1, 0.6, 0.9):
        marks = by_key(opened.frame(inside(opened, READS, share)))
        cells = [marks[f"card:{i}/weights"].cells for i in range(8)]
        assert sum(len(one) for one in cells) == 160
        assert len(set(cells)) == 1
        assert cells[0].count(DONE) + cells[0].count(NOW) + cells[0].count(HERE) == 20


def test_each_sends_its_part_to_all_others_and_no_weight_moves_meanwhile():
    opened = show()
    marks = by_key(opened.frame(inside(opened, MEETS, 0.2)))
    assert sum(isinstance(m, Disc) and k.startswith("link:") for k, m in marks.items()) == 8 * 7
    assert not any(key.endswith(("/squares", "/stream")) for key in marks)


def test_ticks_are_two_meetings_in_each_of_80_layers():
    opened = show()
    before = by_key(opened.frame(inside(opened, MEETS, 0.2)))["cards/tally"].cells
    assert len(before) == 160
    assert (before.count(NOW), before.count(HERE)) == (1, 0)
    later = by_key(opened.frame(inside(opened, ALL, 0.5)))["cards/tally"].cells
    assert later.count(HERE) + later.count(NOW) + later.count(NEVER) == 160
    assert later.count(HERE) > 60


def test_bars_are_the_words_of_the_physics_and_only_reading_halves():
    scene = show().scene
    found = {}
    for cards in (2, 4, 8, 16):
        now = turned(scene, {"cards": cards})
        starts, meetings, reading = card_bars.parts_of(now)
        speed = predict(now.left, now.model, load_of(now), now.basis).decode
        assert starts + meetings + reading == pytest.approx(1 / speed)
        found[cards] = (starts, meetings, reading)
    for fewer, more in ((2, 4), (4, 8), (8, 16)):
        assert found[more][2] == pytest.approx(found[fewer][2] / 2, rel=0.02)
        assert found[more][0] == pytest.approx(found[fewer][0])
    assert found[8][1] == pytest.approx(found[2][1], rel=0.1)
    assert found[16][1] > 2 * found[8][1], "two boxes meet over a slower link"


def test_a_bar_grows_with_its_word_and_the_slower_is_longer():
    opened = show()
    half = by_key(opened.frame(inside(opened, TWO, 0.4)))
    done = by_key(opened.frame(inside(opened, TWO, 0.98)))
    assert half["bars/2/reading"].w < done["bars/2/reading"].w
    assert done["bars/2/reading"].w > done["bars/8/reading"].w
    last = by_key(opened.frame(inside(opened, SIXTEEN, 0.98)))
    assert {f"bars/{cards}/reading" for cards in (2, 4, 8, 16)} <= set(last)


def test_a_picture_is_the_same_whatever_was_drawn_before():
    opened = show()
    t = inside(opened, MEETS, 0.3)
    first = opened.frame(t)
    opened.frame(inside(opened, SIXTEEN, 0.5))
    assert opened.frame(t) == first
