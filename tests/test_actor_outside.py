"""A rumour in fog: it says so, and what would follow from it is equation 9."""

from dataclasses import replace

import pytest
from actorcraft import end_of, texts
from stagecraft import show

from viz.catalog.load_catalog import load_catalog
from viz.physics.serving import streamed_token_seconds
from viz.stage.marks import Arc, Field, Line

ALL, PART = 8, 9


def keyed(frame, key):
    return next(mark for mark in frame.all if mark.key == key)


def test_how_long_a_word_would_wait_is_equation_9():
    """2 trillion weights of a byte over 100 links of 150 GB/s: 133 ms; a twentieth, 6.7 ms."""
    model = load_catalog().models["sol-guess"]
    opened = show("too_big")
    for beat, share, written in ((ALL, 1.0, "133 ms"), (PART, 0.05, "6.7 ms")):
        active = replace(model, active=replace(model.active, value=2e12 * share))
        wait = streamed_token_seconds(active, 8, 100, 150e9)
        assert wait * 1e3 == pytest.approx(float(written.split()[0]), rel=0.01)
        assert any(text.startswith(written) for text in texts(opened.frame(end_of(opened, beat))))


def test_the_bar_the_ring_and_the_squares_that_left_tell_one_share():
    opened = show("too_big")
    span = opened.timeline.beats[ALL - 1]
    done = keyed(opened.frame(end_of(opened, ALL)), "outside/bar:0").w
    for after in (2.5, 4.0, 6.0):
        frame = opened.frame(span.start + after)
        bar = keyed(frame, "outside/bar:0").w / done
        ring = next(m for m in frame.all if isinstance(m, Arc) and m.of == "outside")
        store = next(m for m in frame.all if isinstance(m, Field) and m.key == "fog/squares")
        left, here = store.cells.count(5), store.cells.count(2)
        assert bar == pytest.approx(ring.end, abs=0.01)
        assert left == int(45.45 * bar + 1e-6)
        assert left + here == 46, "20 GB in squares of 0.44 GB are 45.5"


def test_the_announced_speed_is_a_line_on_the_same_scale():
    """1.33 ms of 133: a hundredth of the bar."""
    opened = show("too_big")
    frame = opened.frame(end_of(opened, ALL))
    bar, line = keyed(frame, "outside/bar:0"), keyed(frame, "outside/needed")
    assert (line.points[0][0] - bar.x) / bar.w == pytest.approx(0.01, abs=0.001)


def test_what_is_not_confirmed_says_so_in_each_frame_and_has_an_edge_of_dots():
    opened = show("too_big")
    for beat in (ALL, PART):
        for t in (opened.timeline.beats[beat - 1].start + 1.0, end_of(opened, beat)):
            frame = opened.frame(t)
            assert "unconfirmed" in texts(frame)
            edge = next(m for m in frame.all if isinstance(m, Line) and m.key == "fog/edge")
            assert edge.dash[0] <= 3


def test_of_five_per_cent_one_square_in_twenty_is_asked_for():
    frame = show("too_big").frame(show("too_big").timeline.beats[PART - 1].start + 1.0)
    store = next(m for m in frame.all if isinstance(m, Field) and m.key == "fog/squares")
    assert store.cells.count(4) == 43, "3 of 46 squares hold the 2.3 that come"
