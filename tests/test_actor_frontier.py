"""The frontier and the desks: users, speed for each, speed for all, and what limits them."""

from dataclasses import replace
from itertools import pairwise

import pytest
from actorcraft import beat_at, scene_of, texts
from rigs import gpus, llama, wafers
from stagecraft import FRAME, SIZES, show, text_of

from viz.actors.desks import desk_grid
from viz.actors.frontier.frontier_curve import curve_of
from viz.errors import VizError
from viz.physics.decode import decode_step
from viz.physics.types import Load
from viz.picture.with_open_panels import picture
from viz.scene.load_scene import load_scene
from viz.stage.look import Look
from viz.stage.marks import Box, Disc, Dots, Label, Line, Shape
from viz.stage.text_metrics import width
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import compile_scene
from viz.timeline.take import Sight, Take, Turn


def scene(batch=64.0):
    base = show("batch").scene
    model = llama()
    return replace(base, model=model, left=gpus(8), right=wafers(12), batch=batch)


def stepped(rig, users, steps):
    """Tokens of all users after so many steps, counted one by one: each step writes one a user."""
    seconds, words = 0.0, [0] * users
    for _ in range(steps):
        seconds += decode_step(rig, llama(), Load(batch=users, context=1024)).seconds
        words = [count + 1 for count in words]
    return seconds, words


@pytest.mark.parametrize("users", [1, 8, 64, 330, 1024])
def test_users_share_a_step_as_a_count_step_by_step_has_it(users):
    seconds, words = stepped(gpus(8), users, 50)
    curve = curve_of(scene(float(users)), "left", 1024.0, False)
    assert curve.now.each == pytest.approx(words[0] / seconds, rel=1e-9)
    assert curve.now.every == pytest.approx(sum(words) / seconds, rel=1e-9)


def test_all_is_users_times_each_on_every_point():
    for side in ("left", "right"):
        curve = curve_of(scene(), side, 1024.0, False)
        assert all(p.every == pytest.approx(p.users * p.each) for p in curve.points)
        assert curve.points[0].users == 1
        assert curve.points[-1].users == pytest.approx(1024)


def test_nobody_gets_faster_by_company_and_the_total_never_falls():
    for side in ("left", "right"):
        points = curve_of(scene(), side, 1024.0, False).points
        for a, b in pairwise(points):
            assert b.each <= a.each * (1 + 1e-9)
            assert b.every >= a.every * (1 - 1e-9)


def test_wafers_are_as_fast_for_each_until_the_knee_and_give_no_more_beyond_it():
    """80 layers of 17 us and their reading, 11 hops of 2 us: about 81 passes fit."""
    curve = curve_of(scene(), "right", 1024.0, False)
    (knee,) = curve.knees
    assert knee.users == 81
    before = [p for p in curve.points if p.users <= 81]
    after = [p for p in curve.points if p.users > 82]
    assert {round(p.each, 6) for p in before} == {round(before[0].each, 6)}
    assert {round(p.every, 3) for p in after} == {round(after[0].every, 3)}
    assert {p.limit for p in before} == {"overhead"}
    assert {p.limit for p in after} == {"queue"}


def test_a_gpu_s_knee_is_where_arithmetic_outgrows_reading():
    """Without cache and launches: 139 GB at 26.8 TB/s are 5.19 ms; 2 x 69.5e9 b at 7.9e15 FLOP/s
    are as long at b = 295."""
    bare = replace(scene(), basis="limit", context=1e-6)
    curve = curve_of(bare, "left", 1024.0, False)
    (knee,) = curve.knees
    assert knee.users == pytest.approx(295, abs=1)
    assert [limit for limit, _ in curve.stretches()] == ["reading", "computing"]


def test_for_each_kilowatt_the_total_is_divided_by_what_the_chips_take():
    """8 H100 of 700 W take 5.6 kW, 12 wafers of 23 kW take 276 kW."""
    for side, kilowatts in (("left", 5.6), ("right", 276.0)):
        whole = curve_of(scene(), side, 1024.0, False)
        each = curve_of(scene(), side, 1024.0, True)
        assert each.per == pytest.approx(kilowatts)
        assert each.now.every == pytest.approx(whole.now.every / kilowatts)


@pytest.mark.parametrize("size", SIZES)
def test_the_point_of_now_lies_on_its_line_and_on_that_of_as_many_users(size):
    opened = show("batch", *size)
    frame = opened.frame(beat_at(opened, 4))
    points = [m for m in frame.marks if isinstance(m, Disc) and m.of == "frontier.now"]
    lines = [m for m in frame.marks if isinstance(m, Line) and m.of == "frontier.users"]
    assert len(points) == 2
    (ax, ay), (bx, by) = max(lines, key=lambda line: line.width).points
    for point in points:
        on_line = ay + (by - ay) * (point.x - ax) / (bx - ax)
        assert point.y == pytest.approx(on_line, abs=0.5)


def test_a_total_for_what_there_is_not_is_refused(tmp_path):
    body = "model: llama-3.1-8b\nleft: 1 x h100\nshow:\n  - frontier: {per: rack}\n"
    with pytest.raises(VizError, match="per 'rack' is neither machine nor kilowatt"):
        scene_of(tmp_path, body).frame(0.0)


def desks_of(frame):
    return [m for m in frame.marks if isinstance(m, Box) and m.of == "desks.users" and m.edge]


def test_there_is_a_desk_for_each_user_while_there_is_room():
    opened = show("batch")
    for users, desks in ((1, 1), (8, 8), (64, 64), (256, 256), (257, 129), (1024, 256)):
        frame = opened.turn(0.0, users=str(users)).frame(2.0)
        assert len(desks_of(frame)) == desks
        shapes = [m for m in frame.marks if isinstance(m, Shape | Disc) and m.of == "desks.users"]
        assert len(shapes) == desks
        assert desk_grid.users_a_desk(users) == -(-users // desks)


def test_weights_per_word_are_the_weights_over_the_users():
    """70.55e9 parameters without the input embedding of 128256 x 8192, 2 bytes each: 139 GB."""
    opened = show("batch")
    alone = opened.frame(2.0)
    assert text_of(alone, "desks.trip")[0] == "139 GB"
    shared = opened.turn(0.0, users="64").frame(2.0)
    assert "2.17 GB" in text_of(shared, "desks.per_word"), "139 / 64 = 2.17"


def test_the_weights_travel_while_the_clock_runs_and_stand_when_it_stands():
    opened = show("batch")

    def places(t):
        return [
            m.x for m in opened.frame(t).marks if isinstance(m, Dots) and m.of == "left.bytes_moved"
        ]

    assert places(2.0) != places(2.0 + FRAME)
    asked = next(span for span in opened.timeline.beats if span.beat.ask)
    assert places(asked.start + 1) == places(asked.start + 2)


def test_desks_of_wafers_are_refused(tmp_path):
    body = "model: llama-3.1-8b\nright: 1 x wse-3\nshow:\n  - desks: {side: right}\n"
    with pytest.raises(VizError, match="desks shows GPUs"):
        scene_of(tmp_path, body).frame(0.0)


def test_the_speed_for_all_is_the_product_on_stage():
    opened = show("batch").turn(0.0, users="64")
    run = opened.timeline.setting(1.0).left
    seen = texts(opened.frame(1.0))
    assert f"64 users × {run.step.speed:.0f} =" in seen
    assert f"{64 * run.step.speed:,.0f} tok/s" in seen


@pytest.mark.parametrize("users", [1, 12, 81, 330, 1024])
@pytest.mark.parametrize("bits", ["16 bit", "8 bit"])
@pytest.mark.parametrize("form", [(1920, 1080), (1440, 1080)])
@pytest.mark.parametrize("aside", [False, True])
def test_no_thin_line_strikes_through_the_name_of_a_machine(
    users: int, bits: str, form: tuple[int, int], aside: bool
) -> None:
    names = [knob.name for knob in load_scene("batch").knobs]
    turns = (
        Turn(ScreenSeconds(0.1), names[0], float(users)),
        Turn(ScreenSeconds(0.1), names[1], bits),
    )
    timeline = compile_scene(load_scene("batch"), Take(turns=turns))
    marks = picture(timeline, ScreenSeconds(2.0), Look(*form), Sight(knobs=aside)).marks
    ways = [
        mark
        for mark in marks
        if isinstance(mark, Line) and mark.of == "frontier.users" and len(mark.points) == 2
    ]
    assert ways
    for label in marks:
        if not (isinstance(label, Label) and label.of.startswith("frontier.") and label.text):
            continue
        wide = width(label.text, label.size, label.weight)
        left = label.x - {"start": 0.0, "middle": wide / 2, "end": wide}[label.anchor]
        plated = any(
            isinstance(box, Box) and abs(box.x - left + 4) < 1e-6 and abs(box.w - wide - 8) < 1e-6
            for box in marks
        )
        for way in ways:
            (ax, ay), (bx, by) = way.points
            for i in range(201):
                x, y = ax + (bx - ax) * i / 200, ay + (by - ay) * i / 200
                inside = left < x < left + wide and label.y - 0.7 * label.size < y < label.y
                assert plated or not inside, label.text
