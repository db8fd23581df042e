"""An agent's laps: a ring's outline is time, the tool's part never shrinks, laps add up as bars."""

from __future__ import annotations

from itertools import pairwise
from math import pi

import pytest
from actorcraft import end_of, scene_of, texts
from stagecraft import show

from viz.errors import VizError
from viz.stage.marks import Arc, Box, Disc, Hatch, Label
from viz.stage.morph import between

LOOKS = ((1920, 1080, "en"), (1440, 1080, "zh"), (1080, 1080, "en"), (1080, 1920, "zh"))


def keyed(frame, kind, start=""):
    return {m.key: m for m in frame.all if isinstance(m, kind) and m.key.startswith(start)}


def long(arc):
    """The length of an arc along the middle of its band."""
    return (arc.end - arc.start) * 2 * pi * arc.r


def moment(opened, beat, seconds):
    return opened.timeline.beats[beat - 1].start + seconds


def words(frame):
    return {mark.text for mark in frame.all if isinstance(mark, Label)}


@pytest.mark.parametrize(("width", "height", "lang"), LOOKS)
def test_the_ring_shrinks_and_the_tools_arc_keeps_its_length_on_the_way_too(width, height, lang):
    """Laps of 40, 30, 20 and 12 s: 10 s of each are the tool's."""
    opened = show("agent_loop", width, height, lang=lang)
    tool = long(keyed(opened.frame(moment(opened, 3, 3.0)), Arc)["fast/tool"])
    for beat, lap in ((4, 30), (5, 20), (6, 12)):
        for after in (0.15, 0.3, 0.45, 1.0):
            arcs = keyed(opened.frame(moment(opened, beat, after)), Arc, "fast/")
            assert long(arcs["fast/tool"]) == pytest.approx(tool)
        ring = long(arcs["fast/write"]) + long(arcs["fast/tool"])
        assert ring == pytest.approx(2 * pi * arcs["fast/tool"].r)
        assert ring / long(arcs["fast/tool"]) == pytest.approx(lap / 10)


def test_an_arc_on_its_way_to_a_smaller_circle_keeps_a_length_that_both_ends_have():
    """A quarter of a circle of 100 is a half of one of 50."""
    was = Arc(0, 0, 100, 8, 0.375, 0.625, "#000000", key="a")
    now = Arc(0, 50, 50, 8, 0.25, 0.75, "#000000", key="a")
    (half,) = between(was, now, 0.5)
    assert (half.r, half.y) == (75, 25)
    assert long(half) == pytest.approx(long(was))


def test_both_tokens_run_at_one_speed_along_rings_of_two_sizes():
    """4 s a second of the screen, 10 s of clock without a turn of 12 s being over."""
    opened = show("agent_loop")

    def way(key, t0, t1):
        frames = [opened.frame(moment(opened, 7, t)) for t in (t0, t1)]
        spots = [keyed(frame, Disc, f"{key}/token/disc")[f"{key}/token/disc"] for frame in frames]
        ring = keyed(frames[0], Arc, f"{key}/")[f"{key}/write"]
        (ax, ay), (bx, by) = ((d.x - ring.x, d.y - ring.y) for d in spots)
        turn = (ax * by - ay * bx) / ring.r**2  # the sine of the angle that it went
        return turn * ring.r

    slow, fast = way("slow", 1.2, 1.25), way("fast", 1.2, 1.25)
    assert slow == pytest.approx(fast, rel=0.01)
    assert slow > 5


def test_the_tool_runs_while_the_token_is_in_its_arc_and_its_bar_fills():
    opened = show("agent_loop")
    bars = [keyed(opened.frame(t), Box, "slow/box/bar") for t in (5.0, 8.0, 8.5, 9.5)]
    assert bars[0] == {}  # at 20 s of 30 it writes
    widths = [bar["slow/box/bar"].w for bar in bars[1:]]  # 2, 4 and 8 s of 10 s
    assert widths[1] == pytest.approx(2 * widths[0], rel=0.02)
    assert widths[2] == pytest.approx(4 * widths[0], rel=0.02)


def test_what_a_lap_writes_grows_line_by_line_and_stands_while_the_tool_runs():
    opened = show("agent_loop")
    amounts = [
        sum(box.w for key, box in keyed(opened.frame(t), Box, "slow/page").items() if "line" in key)
        for t in (1.0, 3.0, 5.0, 7.0, 8.0, 9.0)
    ]
    assert all(b > a for a, b in pairwise(amounts[:4]))
    assert amounts[4] == amounts[5]


@pytest.mark.parametrize(("width", "height", "lang"), LOOKS)
def test_ten_laps_lie_as_bars_on_one_scale(width, height, lang):
    """400, 120 and 100 s; the rows of the tool are equally long in all three."""
    opened = show("agent_loop", width, height, lang=lang)
    frame = opened.frame(end_of(opened, 9))
    rows = {key: mark.w for key, mark in keyed(frame, Hatch).items() if "/row:" in key}
    assert len(rows) == 30
    assert max(rows.values()) == pytest.approx(min(rows.values()))
    write = keyed(frame, Box, "slow/row:0/write")["slow/row:0/write"]
    assert write.w / next(iter(rows.values())) == pytest.approx(3, rel=0.02)
    assert {"400 s", "120 s", "100 s", "3.3×", "4×"} <= words(frame)


def test_counters_agree_with_the_rows_that_lie():
    """5 s at 40 times: 200 s are five laps of 40 s, and ten of 12 s are over."""
    opened = show("agent_loop")
    frame = opened.frame(moment(opened, 8, 0.7 + 4.4))  # 176 s
    assert len(keyed(frame, Hatch, "slow/row:")) == 4
    assert {"176 s", "120 s", "lap 5 of 10"} <= words(frame)


def test_no_number_tells_what_is_still_to_be_asked():
    opened = show("agent_loop")
    for t in (2.0, 9.9, moment(opened, 2, 1.0)):
        assert not any(
            "×" in mark.text for mark in opened.frame(t).world if isinstance(mark, Label)
        )
        assert "3.3×" not in {
            mark.text
            for mark in opened.frame(t).marks
            if isinstance(mark, Label) and mark.key.startswith(("result", "fast", "slow", "times"))
        }


def test_a_turned_tool_lets_the_laps_begin_anew():
    opened = show("agent_loop").turn(moment(show("agent_loop"), 8, 5.7), tool="2 s")
    before, after = (opened.frame(moment(opened, 8, t)) for t in (5.6, 5.75))
    assert keyed(before, Hatch, "slow/row:")
    assert not keyed(after, Hatch, "slow/row:")
    late = opened.frame(end_of(opened, 9))
    assert {"20 s", "40 s"} & words(late)


def test_a_parameter_that_there_is_not_is_told_with_the_nearest_one(tmp_path):
    call = (
        "show:\n  - agent_laps: {slow: 50 tok/s, fast: 75 tok/s, tokens: 1500 tok, tool: 1 s,"
        " laps: 3, pictur: ring}"
    )
    with pytest.raises(VizError, match="no parameter 'pictur'; did you mean 'picture'"):
        scene_of(tmp_path, call)


def test_a_tool_of_no_time_leaves_a_ring_that_is_all_writing(tmp_path):
    call = (
        "show:\n  - agent_laps: {slow: 50 tok/s, fast: 75 tok/s, tokens: 1500 tok, tool: 0 s,"
        " laps: 3, picture: ring}"
    )
    frame = scene_of(tmp_path, call).frame(2.0)
    assert keyed(frame, Arc, "slow/tool") == {}
    arc = keyed(frame, Arc, "slow/write")["slow/write"]
    assert arc.end - arc.start == pytest.approx(1.0)
    assert "30 s" in texts(frame)


def test_without_a_tool_there_is_no_limit_and_nothing_divides_by_it():
    opened = show("agent_loop").turn(0.0, tool="0 s")
    said = words(opened.frame(end_of(opened, 9)))
    assert {"300 s", "20 s", "no limit"} <= said
