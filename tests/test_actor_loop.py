"""The ring: one turn is one lap, arcs are time, the token goes round at a constant angle."""

from itertools import pairwise
from math import atan2, pi

import pytest
from actorcraft import beat_at, end_of, scene_of, texts
from stagecraft import show, text_of

from viz.actors.loop.agent_lap import Lap
from viz.actors.loop.lap_ring import Ring
from viz.errors import VizError
from viz.stage.marks import Arc, Disc, Trail

ONE = """
values: {tool: 10 s}
knobs:
  tool: {turns: values.tool, from: 0 s, to: 60 s}
show:
  - loop: {title: GPU, speed: 50 tok/s, tokens: 1500 tok, tool: value:tool, laps: 10}
"""


def lap(**more):
    known = {"speed": 50.0, "tokens": 1500.0, "tool": 10.0, "laps": 10, "first": 0.0}
    says = {"speed_says": "assumed", "tokens_says": "assumed", "tool_says": "assumed"}
    return Lap(title="GPU", **{**known, **says, **more})


def tokens_of(frame):
    """Angles of the tokens, in turns clockwise from the top, with their quantity."""
    rings = {m.of: m for m in frame.marks if isinstance(m, Arc) and m.of.endswith(".lap")}
    found = {}
    for mark in frame.marks:
        if isinstance(mark, Disc) and mark.of in rings:
            ring = rings[mark.of]
            found[mark.of] = atan2(mark.x - ring.x, ring.y - mark.y) / (2 * pi) % 1.0
    return found


def test_a_lap_of_30_s_writing_and_10_s_tool_takes_40_s_and_a_quarter_of_it_is_the_tool():
    assert lap().seconds == 40.0
    assert lap().fixed == 0.25


def test_at_750_tokens_a_second_the_tool_is_five_sixths_of_a_lap_of_12_s():
    assert lap(speed=750.0).seconds == 12.0
    assert lap(speed=750.0).fixed == pytest.approx(10 / 12)


def test_arcs_are_time_and_the_tool_stands_at_the_bottom():
    stations = lap().stations()
    assert [name for name, _, _ in stations] == ["read", "think", "act", "tool"]
    _, start, end = stations[-1]
    assert end - start == pytest.approx(10 / 40)
    assert (start + end) / 2 % 1.0 == pytest.approx(0.5)
    assert stations[0][1] == pytest.approx(end - 1.0)


def test_waiting_for_the_first_token_is_an_arc_of_its_own():
    name, start, end = lap(first=10.0).stations()[0]
    assert (name, round(end - start, 9)) == ("wait", 10 / 50)


def test_without_a_tool_the_whole_turn_is_writing():
    stations = lap(tool=0.0).stations()
    assert [name for name, _, _ in stations] == ["read", "think", "act"]
    assert stations[-1][2] - stations[0][1] == pytest.approx(1.0)


def test_places_on_a_ring_go_clockwise_from_the_top():
    ring = Ring(100.0, 100.0, 50.0, 20.0)
    assert ring.at(0.0) == pytest.approx((100.0, 50.0))
    assert ring.at(0.25) == pytest.approx((150.0, 100.0))
    assert (ring.inner, ring.outer) == (40.0, 60.0)


def test_the_token_turns_by_the_same_angle_each_second(tmp_path):
    opened = scene_of(tmp_path, ONE, pace="4 s")
    turns = [tokens_of(opened.frame(t))["left.lap"] for t in (1.0, 2.0, 3.0, 4.0)]
    steps = [(b - a) % 1.0 for a, b in pairwise(turns)]
    assert steps == pytest.approx([4 / 40] * 3)


def test_two_agents_share_one_clock():
    """Ten laps of 12 s while three of 40 s are done: the fourth beat starts the task at 0."""
    opened = show("agent_loop")
    start = opened.timeline.beats[3].start
    frame = opened.frame(start + 10.0)  # 80 s of the task's clock
    assert text_of(frame, "left.lap")[:1] == ["3 of 10"]
    assert text_of(frame, "right.lap")[:1] == ["7 of 10"]


def test_a_task_that_is_done_stays_done_and_says_how_long_it_took():
    frame = show("agent_loop").frame(end_of(show("agent_loop"), 6))
    assert {"10 of 10", "done in 120 s"} <= set(text_of(frame, "right.lap"))


def test_the_numbers_stand_beside_the_rings_with_their_flags():
    opened = show("agent_loop")
    seen = texts(opened.frame(beat_at(opened, 5)))
    wanted = {"50 tok/s", "750 tok/s", "40 s", "12 s", "25 %", "83 %", "press", "vendor"}
    assert wanted <= set(seen)


def test_a_turned_knob_starts_the_task_anew(tmp_path):
    opened = scene_of(tmp_path, ONE, pace="8 s")
    assert text_of(opened.frame(5.0), "hw")[0] == "40.0 s"
    turned = opened.turn(5.0, tool="20 s")
    assert text_of(turned.frame(5.0), "hw")[0] == "0.0 s"
    assert text_of(turned.frame(6.0), "hw")[0] == "8.0 s"
    assert text_of(opened.frame(6.0), "hw")[0] == "48.0 s"


def test_a_lap_too_quick_to_draw_is_a_steady_ring_and_a_number(tmp_path):
    body = "show:\n  - loop: {title: Wafer, speed: 750 tok/s, tokens: 75 tok, tool: 0 s, laps: 20}"
    opened = scene_of(tmp_path, body, pace="1 s")
    frame = opened.frame(0.5)
    assert not [m for m in frame.marks if isinstance(m, Trail)]
    assert "10 laps/s" in text_of(frame, "left.lap")


def test_a_parameter_that_there_is_not_is_told_with_the_nearest_one(tmp_path):
    with pytest.raises(VizError) as caught:
        scene_of(tmp_path, "show:\n  - loop: {title: GPU, toool: 3 s}")
    assert "loop has no parameter 'toool'; did you mean 'tool'?" in str(caught.value)
    assert "made.yaml:3:" in str(caught.value)
