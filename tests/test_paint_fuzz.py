"""Any marks in any order, painted after any others, look as if they were painted alone."""

import numpy as np
import pytest
from canvas import array, frame_of, painted
from hypothesis import given, settings
from hypothesis import strategies as st

from viz.paint.surface import Painter
from viz.paint.surface import painter as module
from viz.stage.marks import Arc, Box, Disc, Dots, Glow, Hatch, Label, Line, Shape, Trail

SIDE = 120
place = st.floats(-30, 150, width=32)
extent = st.floats(0.5, 90, width=32)
colour = st.sampled_from(["#FFFFFF", "#E69F00", "#56B4E9", "#009E73", "#000000"])
alpha = st.sampled_from([1.0, 1.0, 0.5, 0.13, 0.0])
thin = st.floats(0.5, 12, width=32)
points = st.lists(st.tuples(place, place), min_size=2, max_size=5).map(tuple)
turns = st.tuples(st.floats(0, 1), st.floats(0, 1)).map(sorted)
boxes = st.builds(Box, place, place, extent, extent, st.one_of(st.just(""), colour),
                  st.floats(0, 30), colour, thin, alpha)  # fmt: skip
dots = st.builds(Dots, place, place, st.integers(1, 5), st.integers(1, 4), st.floats(6, 30),
                 st.floats(6, 30), st.floats(1, 6), colour, st.floats(0, 3),
                 st.one_of(st.none(), st.tuples(place, place, extent, extent)), alpha)  # fmt: skip
marks = st.one_of(
    boxes,
    dots,
    st.builds(Hatch, place, place, extent, extent, colour, colour, st.floats(0, 9),
              st.floats(4, 30), alpha),
    st.builds(Disc, place, place, extent, colour, st.one_of(st.just(""), colour), thin, alpha),
    st.builds(lambda x, y, r, w, t, c, a: Arc(x, y, r, w, *t, c, a), place, place, extent, thin,
              turns, colour, alpha),
    st.builds(Glow, place, place, extent, colour, alpha),
    st.builds(Trail, points, thin, colour, alpha, st.just(""), place, place),
    st.builds(Line, points, thin, colour, st.one_of(st.just(()), st.tuples(thin, thin)), alpha),
    st.builds(Shape, points.filter(lambda p: len(p) > 2), colour, colour, thin, alpha, st.just(""),
              place, place),
    st.builds(Label, st.text("abcWg权重×., ", min_size=1, max_size=8), place, place,
              st.floats(6, 50), colour, st.sampled_from([400, 600, 700]),
              st.sampled_from(["start", "middle", "end"]), alpha),
)  # fmt: skip
frames = st.lists(st.lists(marks, max_size=7), min_size=2, max_size=5)


def square(some, still=()):
    return frame_of(*some, width=SIDE, height=SIDE, still=still)


@settings(max_examples=40, deadline=None)
@given(frames, st.data())
def test_what_is_painted_does_not_depend_on_what_was_painted_before(sequence, data):
    """Frames that share some of their marks, as neighbouring frames do."""
    painter, before = Painter(SIDE, SIDE), []
    for some in sequence:
        kept = [mark for mark in before if data.draw(st.booleans())]
        now = [*kept[:3], *some, *kept[3:]]
        assert (array(painter.paint(square(now))) == painted(square(now), SIDE, SIDE)).all()
        before = now


@settings(max_examples=40, deadline=None)
@given(st.lists(marks, max_size=6), st.lists(marks, max_size=3))
def test_no_mark_touches_a_pixel_outside_the_part_that_is_told_to_have_changed(now, still):
    painter = Painter(SIDE, SIDE)
    before = array(painter.paint(square([], still)))
    after = array(painter.paint(square(now, still)))
    inside = np.zeros((SIDE, SIDE), dtype=bool)
    for rect in painter.changed:
        inside[rect.top : rect.bottom, rect.left : rect.right] = True
    assert (before == after)[~inside].all()


def test_a_cache_that_is_too_small_for_one_picture_changes_nothing(monkeypatch):
    """A painter forgets sprites when they take too much room, and draws them anew."""
    some = [Box(i * 3.3, i * 2.1, 30, 20, "#E69F00", i, alpha=0.5) for i in range(20)]
    wanted = painted(square(some), SIDE, SIDE)
    monkeypatch.setattr(module, "CACHE_BYTES", 5000)
    painter = Painter(SIDE, SIDE)
    for _ in range(3):
        painter.paint(square([]))
        assert (array(painter.paint(square(some))) == wanted).all()
        assert painter._held <= 5000 + 40 * 40 * 4


@pytest.mark.parametrize("scale", [1, 2, 3])
def test_any_scale_keeps_places_and_sizes(scale):
    """A box from a third to two thirds of the stage covers a ninth of the picture."""
    ink = painted(square([Box(40, 40, 40, 40, "#FFFFFF")]), SIDE * scale, SIDE * scale)
    assert (ink[..., 0] / 255).sum() == (40 * scale) ** 2
