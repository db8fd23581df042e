"""The dive through both machines: one scale, true sizes, and levels that lie within each other."""

from itertools import pairwise
from math import sqrt

import pytest

import viz
from viz.actors.dive import dive_places, wafer_side
from viz.actors.dive.dive_places import DENSITY, dive_of
from viz.actors.dive.dive_words import length_text
from viz.picture.camera_at import camera_at, window
from viz.stage.look import Look
from viz.stage.marks import Box, Clip, Field, flat
from viz.stage.style import kit_of


@pytest.fixture(scope="module")
def show():
    return viz.open("next_door", width=1920, height=1080)


def rest(show, number):
    """A moment near the end of a beat, counted from 1."""
    span = show.timeline.beats[number - 1]
    return span.end - 0.2


def dive_at(show, t):
    kit = kit_of(Look())
    index = show.timeline.span(t).index
    lens, _ = camera_at(show.timeline, t, kit)
    return dive_of(show.timeline.scene, kit, lens, window(kit, show.timeline, index))


def test_sizes_follow_from_areas_and_counts(show):
    """814 mm2 over 132 SMs are 6.167 mm2 each; 46,225 mm2 are 215 mm square, and 900,000 cores in
    it stand 0.2266 mm apart; as much silicon as an SM holds 120 of them."""
    scene = show.timeline.scene
    left = dive_places.gpu_side(scene.left)
    right = dive_places.wafer_side(scene.right, 80)
    die = left.packages[0].die
    assert die.w * die.h == pytest.approx(814.0)
    assert 2 * left.packages[0].columns * left.packages[0].rows == 132
    assert right.hall.wafers[0].cells.w == pytest.approx(215.0)
    assert right.pitch == pytest.approx(215.0 / sqrt(900_000))
    assert 814 / 132 / right.pitch**2 == pytest.approx(120, abs=0.5)


def test_a_weight_goes_about_two_centimetres_or_half_a_core(show):
    scene = show.timeline.scene
    left = dive_places.gpu_side(scene.left)
    stack = left.packages[left.chosen].stacks[2]
    way = sqrt((stack.cx - left.sm.cx) ** 2 + (stack.cy - left.sm.cy) ** 2)
    assert 18.0 < way < 22.0
    right = dive_places.wafer_side(scene.right, 80)
    assert right.pitch / 2 == pytest.approx(0.1, abs=0.015)


def test_each_level_stands_at_its_scale_and_both_sides_share_it(show):
    """At 16:9 in beats 2, 4, 5, 6, 7: 3.06, 13.24, 251, 2,295, 14,100 units a millimetre."""
    for number, density in zip((2, 4, 5, 6, 7), DENSITY[1:], strict=True):
        dive = dive_at(show, rest(show, number))
        assert dive.density == pytest.approx(density, rel=0.01)
        assert dive.left.view.scale == dive.right.view.scale == dive.density


def test_the_next_window_lies_within_the_one_before(show):
    for number in (2, 4, 5, 6):
        dive = dive_at(show, rest(show, number))
        for sight in (dive.left, dive.right):
            assert sight.following is not None
            seen = sight.view.area(sight.following)
            assert sight.window.holds(seen.cx, seen.cy)
            assert seen.w < sight.window.w


def test_a_glide_only_goes_deeper_and_never_jumps(show):
    start = show.timeline.beats[4].start
    depths = [dive_at(show, start + i / 60).depth for i in range(1, 120)]
    steps = [b - a for a, b in pairwise(depths)]
    assert all(step >= -1e-9 for step in steps)
    assert max(steps) < 0.06
    assert depths[-1] == pytest.approx(3.0, abs=0.01)


def test_places_lie_within_each_other_and_fill_the_picture_in_turn(show):
    kit = kit_of(Look())
    world = dive_places.Area(*kit.layout.hero)
    areas = list(dive_places.places(None, world, None, kit).values())
    for outer, inner in pairwise(areas):
        assert outer.x < inner.x
        assert inner.right < outer.right
        assert outer.w / inner.w > 3


@pytest.mark.parametrize("number", [4, 5])
def test_a_layer_lights_up_in_its_place_and_nothing_on_the_wafer_moves(show, number):
    """Two moments of a beat: what shows the wafer's weights stands at the same places."""
    span = show.timeline.beats[number - 1]
    found = []
    for t in (span.start + 3.0, span.end - 0.5):
        clip = next(m for m in show.frame(t).marks if m.key == "right/window")
        assert isinstance(clip, Clip)
        found.append(
            {
                m.key: (m.x, m.y)
                for m in flat(clip.marks)
                if m.of == "right.weights" and isinstance(m, Box | Field)
            }
        )
    assert found[0] == found[1]
    assert found[0]


def test_exactly_the_layer_with_the_token_is_at_work(show):
    """In the fourth beat the token passes layers 46 and 47: rows 5 and 6 of the third wafer, from
    0; all before are done, all after still to come."""
    scene = show.timeline.scene
    rows = dive_places.wafer_side(scene.right, 80).hall.wafers[2].rows
    passing = wafer_side.Passing(2, 6.4, -1.0, steady=False, runs=True)
    states = wafer_side.states(rows, 2, passing)
    assert states == [wafer_side.DONE] * 6 + [wafer_side.NOW] + [wafer_side.HERE] * 13


def test_lengths_are_written_as_people_say_them():
    assert [length_text(mm) for mm in (1000, 500, 100, 20, 5, 0.5, 0.1, 0.02)] == [
        "1 m",
        "50 cm",
        "10 cm",
        "2 cm",
        "5 mm",
        "0.5 mm",
        "100 µm",
        "20 µm",
    ]


def test_the_frame_is_the_same_whatever_was_drawn_before(show):
    t = rest(show, 5)
    before = show.frame(t)
    show.frame(3.0)
    show.frame(t - 7.0)
    assert show.frame(t) == before
