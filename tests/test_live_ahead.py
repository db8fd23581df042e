"""The next pictures are made ready in the time left over, and are the same with it and without."""

import time

import pytest
from canvas import array
from stagecraft import show

from viz.live import prefetch as ahead
from viz.live.prefetch import Ahead
from viz.paint.surface import Painter, painter

SOON = 5.0  # s


def until():
    return time.perf_counter() + SOON


def test_the_pictures_after_the_next_change_are_prepared_up_to_half_a_second_into_it():
    found = ahead.moments((0.0, 2.0, 9.0, 4.0), 2.0, 20.0)
    assert len(found) == 31
    assert (found[0], found[-1]) == (4.0, 4.5)
    assert found[3] == pytest.approx(4.05)


def test_nothing_is_prepared_after_the_last_change_or_beyond_the_end():
    assert ahead.moments((0.0, 2.0), 2.0, 20.0) == ()
    assert ahead.moments((0.0, 2.0), 1.0, 2.01) == (2.0,)


def test_work_goes_on_where_it_stopped_and_begins_anew_for_something_else():
    done = []

    def begin(name):
        for i in range(3):
            done.append((name, i))
            yield

    one = Ahead()
    ahead.work(one, "a", lambda: begin("a"), 0.0)  # no time is left
    assert done == []
    next(one.work)
    ahead.work(one, "a", lambda: begin("x"), until())
    assert done == [("a", 0), ("a", 1), ("a", 2)]
    ahead.work(one, "a", lambda: begin("x"), until())  # all is done: nothing again
    assert len(done) == 3
    ahead.work(one, "b", lambda: begin("b"), until())
    assert done[3:] == [("b", 0), ("b", 1), ("b", 2)]


def test_no_piece_begins_with_less_time_left_than_one_takes_until_that_is_forgotten():
    def begin():
        for _ in range(3):
            done.append(1)
            yield

    done: list[int] = []
    one = Ahead(takes=1.0)
    ahead.work(one, "a", begin, time.perf_counter() + 0.1)
    assert done == []
    for _ in range(30):  # 0.9 to the 22nd is a tenth
        ahead.work(one, "a", begin, time.perf_counter() + 0.1)
    assert len(done) == 3


def test_a_picture_that_cannot_be_made_ready_stops_nothing():
    def begin():
        yield
        raise RuntimeError

    one = Ahead()
    ahead.work(one, 1, begin, until())
    ahead.work(one, 1, begin, until())
    assert list(one.work) == []


def test_what_was_made_ready_is_found_and_the_picture_is_the_same(monkeypatch):
    opened = show("weights_stay", 480, 270)
    start = float(opened.timeline.beats[2].start)
    plain, prepared = Painter(480, 270), Painter(480, 270)
    for one in (plain, prepared):
        one.paint(opened.frame(start - 0.5))
    before = bytes(prepared.surface.get_buffer().raw)
    for _ in prepared.ready(opened.frame(start)):
        pass
    assert bytes(prepared.surface.get_buffer().raw) == before  # nothing is shown of it
    drawn = []

    def label_sprite(mark, s):
        drawn.append(mark.text)
        return whole(mark, s)

    whole = painter.label_sprite
    monkeypatch.setattr(painter, "label_sprite", label_sprite)
    shown = array(prepared.paint(opened.frame(start))).copy()
    assert drawn == []
    assert (array(plain.paint(opened.frame(start))) == shown).all()
    assert drawn != []
