"""A ratio over the size of a model, three ways; and two views in a row."""

from itertools import pairwise

import pytest
from actorcraft import beat_at, end_of, scene_of, texts
from stagecraft import FRAME, show, text_of

from viz.actors.curves.curve_plot import said_size
from viz.actors.curves.ratio_curves import Kind, ground_of, point
from viz.catalog.load_catalog import load_catalog
from viz.errors import VizError
from viz.physics.sizes import family, model_of_size
from viz.stage.marks import Disc, Line

ALONE = Kind("limit", "fixed", "fitting")
PUBLISHED = Kind("published", "fixed", "fitting")
MORE = Kind("published", "fitting", "fitting")


def at(kind, size):
    return point(ground_of(show("bigger_model").scene, 1.0), kind, size)


def ratio(kind, size):
    return at(kind, size).ratio


def test_a_model_of_a_known_size_has_the_known_layers():
    models = load_catalog().models
    for name, layers, hidden in (("8b", 32, 4096), ("70b", 80, 8192), ("405b", 126, 16384)):
        known = models[f"llama-3.1-{name}"]
        made = model_of_size(family(models), known.parameters.value)
        assert made.layers.value == layers
        assert made.hidden.value == hidden
        assert made.layers.says == "derived"


def test_between_two_models_layers_lie_between_and_beyond_them_grow_on():
    models = family(load_catalog().models)
    layers = [model_of_size(models, size).layers.value for size in (8e9, 3e10, 2e11, 1e12, 4e12)]
    assert layers == sorted(layers)
    assert 32 < layers[1] < 80 < layers[2] < 126 < layers[3]


def test_bandwidth_alone_rises_without_end_on_eight_gpus():
    """Eight GPUs read twice as long for twice the size; wafers that grow along read as long."""
    for size in (1e11, 4e11, 2e12):
        assert ratio(ALONE, 2 * size) == pytest.approx(2 * ratio(ALONE, size), rel=0.35)


def test_time_per_layer_takes_most_of_it_away():
    for size in (7e10, 4e11, 2e12):
        assert ratio(PUBLISHED, size) < ratio(ALONE, size) / 2


def test_with_as_many_gpus_as_hold_the_model_it_falls():
    assert ratio(MORE, 1e12) < ratio(MORE, 4e11)
    assert ratio(MORE, 4e12) < ratio(MORE, 1e12)


def test_as_many_chips_as_hold_the_model():
    """2T at 16 bit are 4 TB: 91 wafers of 44 GB, 50 GPUs of 80 GB; with a cache a little more."""
    enough = at(MORE, 2e12)
    assert enough.right_chips in (91, 92)
    assert enough.left_chips in (50, 51)
    assert enough.held
    assert not at(PUBLISHED, 2e12).held, "640 GB hold 320B"
    assert at(PUBLISHED, 3e11).held


def test_curves_come_one_by_one_after_the_question():
    opened = show("bigger_model")
    names = ("bandwidth alone", "+ layers and hops", "+ more GPUs")
    for beat, count in ((2, 0), (4, 1), (5, 2), (6, 3)):
        seen = set(texts(opened.frame(end_of(opened, beat))))
        assert [name in seen for name in names] == [i < count for i in range(3)]


def test_each_point_lies_on_its_curve():
    opened = show("bigger_model")
    frame = opened.frame(beat_at(opened, 7))
    points = [m for m in frame.marks if isinstance(m, Disc) and m.of == "curves" and m.r == 11]
    lines = [m for m in frame.marks if isinstance(m, Line) and m.of == "curves" and m.width >= 5]
    assert len(points) == 3
    for dot in points:
        near = min(
            abs(ay + (by - ay) * (dot.x - ax) / (bx - ax) - dot.y)
            for line in lines
            for (ax, ay), (bx, by) in pairwise(line.points)
            if ax <= dot.x <= bx
        )
        assert near < 1.5


def test_published_pairs_are_what_their_numbers_give():
    """1837 / 288 = 6.4; 445 / 71 = 6.3; 969 / 72 = 13; 2500 / 1000 = 2.5."""
    opened = show("bigger_model")
    seen = set(text_of(opened.frame(beat_at(opened, 1)), "curves"))
    assert {"8B 6.4×", "70B 6.3×", "405B 13×", "Maverick 2.5×"} <= seen


def test_tokens_move_in_their_lanes_with_the_clock():
    opened = show("bigger_model")

    def places(t):
        return [m.x for m in opened.frame(t).marks if isinstance(m, Disc) and m.r == 9.0]

    assert places(2.0) != places(2.0 + FRAME)


def test_a_size_is_said_as_people_say_it():
    assert [said_size(v) for v in (8e9, 4.05e11, 1e12, 1.5e12)] == ["8B", "405B", "1T", "1.5T"]


def test_the_viewer_s_knob_moves_the_points():
    opened = show("bigger_model").turn(0.0, curves="3")
    small, large = (opened.turn(0.0, size=s).frame(2.0) for s in ("8 billion", "4 trillion"))
    assert text_of(small, "curves") != text_of(large, "curves")


def test_it_needs_two_machines(tmp_path):
    body = """
model: llama-3.1-8b
left: 1 x h100
show:
  - curves: {title: Ratio, size: 8 billion, names: [one]}
"""
    with pytest.raises(VizError, match="curves compares two machines"):
        scene_of(tmp_path, body).frame(0.0)


def test_views_stand_side_by_side_where_it_is_wide_and_above_each_other_where_it_is_not():
    wide = show("bigger_model").frame(1.0)
    tall = show("bigger_model", 1080, 1920).frame(1.0)

    def places(frame):
        return [(m.x, m.y) for m in frame.marks if getattr(m, "of", "") == "quote"]

    assert len({y for _, y in places(wide)}) == 1
    assert len({x for x, _ in places(tall)}) == 1
