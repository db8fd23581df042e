"""The camera: how the world appears, how a glide goes, and what a hand may do with it."""

from itertools import pairwise
from math import hypot, log, sqrt

import pytest

import viz
from viz.errors import VizError
from viz.picture.camera_at import DEEPEST, camera_at, dragged, entered, hand_view, zoomed
from viz.stage.area import Area
from viz.stage.camera import RHO, View, cropped, framing, glide, through
from viz.stage.look import Look
from viz.stage.marks import Box, Field, Label, Line, Ribbon, Shade
from viz.stage.style import kit_of
from viz.timeline.clocks import ScreenSeconds

STAGE = Area(0, 0, 1920, 1080)
WINDOW = Area(96, 104, 1728, 792)
SCENE = """\
title: World
model: llama-3.1-70b
left: 8 x h100
right: 4 x wse-3
square: 100 MB
show: [hall]
beats:
  - {say: One., for: 2 s}
  - {say: Two., for: 4 s, pace: 2 ms per second, look: left.gpu:3}
  - {say: Three., for: 4 s, until: right.link:2, look: right}
  - {say: Four., for: 3 s, until: right.layer:41, look: right.link:2}
"""


@pytest.fixture
def world(tmp_path):
    file = tmp_path / "world.yaml"
    file.write_text(SCENE, encoding="utf-8")
    return viz.open(str(file))


def test_an_area_that_is_framed_fills_the_window_and_stands_in_its_middle():
    view = framing(Area(100, 50, 200, 50), Area(0, 0, 1000, 500))
    assert view.scale == 5.0  # 1000 / 200; 500 / 50 would be 10
    assert view.area((100, 50, 200, 50)) == Area(0, 125, 1000, 250)


def test_what_is_behind_an_area_of_the_stage_appears_in_it():
    view = View(3.0, 10.0, -4.0)
    assert view.area(view.behind(WINDOW)) == pytest.approx(WINDOW)


def test_a_glide_begins_and_ends_where_it_should():
    start, end = View(), View(6.3, -3000.0, -500.0)
    way = glide(start, end, WINDOW)
    for share, view in ((0.0, start), (1.0, end)):
        seen = way.at(share)
        assert (seen.scale, seen.dx, seen.dy) == pytest.approx((view.scale, view.dx, view.dy))


def test_a_glide_is_as_long_as_the_paper_says():
    """Van Wijk and Nuij 2003, equation 9, reckoned by hand: from a width of 400 at 0 to a width of
    100 at 1000, rho 1.4."""
    w0, w1, u = 400.0, 100.0, 1000.0
    b0 = (w1**2 - w0**2 + RHO**4 * u**2) / (2 * w0 * RHO**2 * u)
    b1 = (w1**2 - w0**2 - RHO**4 * u**2) / (2 * w1 * RHO**2 * u)
    expected = (log(-b1 + sqrt(b1**2 + 1)) - log(-b0 + sqrt(b0**2 + 1))) / RHO
    room = Area(0, 0, 400, 400)
    way = glide(
        framing(Area(-200, -200, 400, 400), room), framing(Area(950, -50, 100, 100), room), room
    )
    assert way.length == pytest.approx(expected)


def test_a_glide_that_only_zooms_goes_in_equal_ratios():
    room = Area(0, 0, 400, 400)
    way = glide(framing(Area(0, 0, 400, 400), room), framing(Area(150, 150, 100, 100), room), room)
    scales = [way.at(i / 4).scale for i in range(5)]
    assert [b / a for a, b in pairwise(scales)] == pytest.approx([2**0.5] * 4)


def test_a_glide_between_two_far_places_draws_back_to_pass_over():
    room = Area(0, 0, 400, 400)
    way = glide(framing(Area(0, 0, 40, 40), room), framing(Area(2000, 0, 40, 40), room), room)
    assert way.at(0.5).scale < way.at(0.0).scale / 10


def test_labels_keep_their_size_and_lines_their_width():
    marks = (Label("a", 10, 10, 24, "#FFFFFF"), Line(((0, 0), (10, 10)), 2.0, "#FFFFFF"))
    label, line = through(marks, View(4.0, 5.0, 0.0), STAGE)
    assert (label.size, label.x, label.y) == (24, 45, 40)
    assert (line.width, line.points) == (2.0, ((5, 0), (45, 40)))


def test_what_lies_outside_is_left_out_and_the_rest_stays_as_it_is():
    field = Field(-4000, 0, 100, 1, 100, 100, 80, bytes(range(100)), (Shade("#FFFFFF"),))
    kept = cropped(field, STAGE)
    assert (kept.x, kept.cells[0]) == (0, 40)
    assert kept.columns == 20  # cells 40 to 59 begin within 1920
    far = Box(5000, 0, 10, 10, "#FFFFFF")
    assert through((far,), View(1.0, 1.0, 0.0), STAGE) == ()


def test_a_band_that_is_cut_keeps_its_width_and_light_where_it_is_seen():
    ribbon = Ribbon(((-1000, 500), (3000, 500)), (40, 0), "#FFFFFF", (1.0, 0.0))
    cut = cropped(ribbon, Area(0, 0, 1000, 1000))
    assert cut.points == ((0, 500), (1000, 500))
    assert cut.widths == pytest.approx((30, 20))  # a quarter and a half of the way
    assert cut.lights == pytest.approx((0.75, 0.5))


def test_the_camera_stands_still_but_while_it_glides_and_the_clock_stands_meanwhile(world):
    timeline, kit = world.timeline, kit_of(Look())
    assert not camera_at(timeline, ScreenSeconds(1.0), kit)[1]
    view, glides = camera_at(timeline, ScreenSeconds(2.3), kit)
    later, still = camera_at(timeline, ScreenSeconds(3.5), kit)
    assert glides
    assert not still
    assert view.scale < later.scale
    assert timeline.lens.hw(ScreenSeconds(2.69)) == 0.0
    assert timeline.lens.hw(ScreenSeconds(3.7)) == pytest.approx(2e-3)


def test_the_part_that_a_beat_looks_at_fills_the_stage(world):
    timeline, kit = world.timeline, kit_of(Look())
    view, _ = camera_at(timeline, ScreenSeconds(5.0), kit)
    found = {mark.key: mark for mark in world.frame(5.0).world}
    left, right = found["left/gpu:3/stack:1"], found["left/gpu:3/stack:4"]
    assert right.x + right.w - left.x == pytest.approx(WINDOW.w / 1.08)  # 4 % on each side
    assert view.scale > 3


def test_a_beat_ends_with_the_event_that_it_names(world):
    """Link 2: the token has passed 40 of 80 layers and one hop; then 2 us to wafer 3."""
    timeline = world.timeline
    run = timeline.settings[0].right
    left, arrives = (timeline.lens.hw(ScreenSeconds(t)) for t in (10.0, 13.0))
    inside = (left % run.step.seconds) / run.step.seconds
    by_hand = (40 * run.layer_seconds + run.hop_seconds) / run.step.seconds
    assert inside == pytest.approx(by_hand)
    assert arrives - left == pytest.approx(run.hop_seconds)


def test_a_zoom_by_hand_keeps_the_point_under_the_finger(world):
    timeline, kit, t = world.timeline, kit_of(Look()), ScreenSeconds(1.0)
    at = (700.0, 400.0)
    before, _ = camera_at(timeline, t, kit)
    point = before.behind((*at, 0, 0))[:2]
    hand = zoomed(timeline, t, kit, None, 2.5, at)
    after = hand_view(timeline, t, kit, hand)
    assert after.scale == pytest.approx(2.5 * before.scale)
    assert after.point(*point) == pytest.approx(at)


def test_a_zoom_of_a_thousand_millions_stops_at_the_depth_of_the_picture(world):
    timeline, kit, t = world.timeline, kit_of(Look()), ScreenSeconds(1.0)
    hand = zoomed(timeline, t, kit, None, 1e9, (400.0, 400.0))
    assert hand_view(timeline, t, kit, hand).scale == pytest.approx(DEEPEST)
    assert len(viz_frame(world, t, hand).world) < 400


def viz_frame(show, t, hand):
    from viz.picture.frame import frame_at

    return frame_at(show.timeline, t, show.look, hand)


def test_a_view_by_hand_shows_the_same_part_in_every_form_of_the_stage(world):
    t, kit = ScreenSeconds(1.0), kit_of(Look())
    hand = entered(world.timeline, t, kit, None, (200.0, 300.0))
    for size in ((1920, 1080), (1080, 1920), (1080, 1080)):
        look = Look(*size)
        view = hand_view(world.timeline, t, kit_of(look), hand)
        assert view is not None
        assert hypot(view.dx, view.dy) < 1e6
    assert hand.part.startswith("left")


def test_pulling_moves_the_world_by_as_much(world):
    timeline, kit, t = world.timeline, kit_of(Look()), ScreenSeconds(5.0)
    before, _ = camera_at(timeline, t, kit)
    after = hand_view(timeline, t, kit, dragged(timeline, t, kit, None, (30.0, -20.0)))
    assert (after.dx - before.dx, after.dy - before.dy) == pytest.approx((30, -20))
    assert after.scale == pytest.approx(before.scale)


def test_a_part_that_is_not_there_is_told_with_those_that_are(tmp_path):
    file = tmp_path / "world.yaml"
    file.write_text(SCENE.replace("left.gpu:3", "left.gpu:9"), encoding="utf-8")
    with pytest.raises(VizError) as error:
        viz.open(str(file))
    (fault,) = error.value.faults
    assert fault.place.line == 9
    assert "left.gpu:9" in fault.what
    assert "left.gpu:8" in fault.meant or "left.gpu:3" in fault.meant


def test_a_part_of_a_world_in_a_scene_without_one_is_a_fault(tmp_path):
    file = tmp_path / "flat.yaml"
    file.write_text(SCENE.replace("show: [hall]\n", ""), encoding="utf-8")
    with pytest.raises(VizError, match="part of a world"):
        viz.open(str(file))


def test_a_take_keeps_the_view_and_reads_it_again():
    from viz.timeline.take import HandView, Sight, Take
    from viz.timeline.take_file import from_text, to_text

    view = HandView("left.gpu:3", 0.25, 0.75, 1.5)
    take = Take(sights=(Sight(0.0), Sight(2.0, view=view)), seconds=4.0)
    _, read = from_text(to_text("world", take), "x.take")
    assert [sight.view for sight in read.sights] == [None, view]
