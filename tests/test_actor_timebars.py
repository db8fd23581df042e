"""Bars on one time axis: totals, factors, the limit, and the clock that runs along them."""

import pytest
from actorcraft import scene_of, texts

from viz.errors import VizError
from viz.stage.marks import Line
from viz.stage.plot.time_rows import rows_of
from viz.stage.theme import DARK

TWO = """
values: {tool: 10 s}
knobs:
  tool: {turns: values.tool, from: 0 s, to: 60 s}
show:
  - timebars:
      title: Ten laps
      names: [GPU, Wafer]
      working: [= 1500 tok / 50 tok/s, = 1500 tok / 750 tok/s]
      waiting: [value:tool, value:tool]
      repeats: 10
"""


@pytest.mark.parametrize(
    ("tool", "before", "after", "factor"),
    [(0.0, 300.0, 20.0, 15.0), (2.0, 320.0, 40.0, 8.0), (10.0, 400.0, 120.0, 10 / 3)],
)
def test_ten_laps_with_a_tool_of_so_long(tool, before, after, factor):
    rows = rows_of([("GPU", 30.0, tool), ("Wafer", 2.0, tool)], 10)
    assert [row.total for row in rows] == [before, after]
    assert rows[1].factor == pytest.approx(factor)
    assert rows[1].raw == 15.0


def test_the_limit_is_what_stays_when_the_first_part_takes_no_time():
    *_, limit = rows_of([("GPU", 30.0, 10.0), ("Wafer", 2.0, 10.0)], 10, "Limit")
    assert (limit.total, limit.factor, limit.limit) == (100.0, 4.0, True)


def test_totals_factors_and_the_limit_are_written_at_the_bars_ends(tmp_path):
    seen = texts(scene_of(tmp_path, TWO).frame(5.0))
    wanted = ["400 s", "120 s", "3.33× faster", "100 s", "1 / (1 − f) = 4×"]
    assert [text for text in wanted if text not in seen] == []
    assert "not 15×: 100 s of it is tool time" in seen


def test_without_a_tool_there_is_no_limit(tmp_path):
    turned = scene_of(tmp_path, TWO).turn(0.0, tool="0 s")
    seen = texts(turned.frame(5.0))
    assert "15× faster" in seen
    assert "no limit" in seen


def clock_lines(frame):
    return sorted(
        (mark.points[0][1], mark.points[0][0])
        for mark in frame.marks
        if isinstance(mark, Line) and mark.fill == DARK.clock_text
    )


def test_the_clock_runs_straight_along_all_bars_and_leaves_those_that_are_done(tmp_path):
    opened = scene_of(tmp_path, TWO, pace="22 s")
    early, middle, late = (clock_lines(opened.frame(t)) for t in (2.0, 4.0, 8.0))
    assert [len(lines) for lines in (early, middle, late)] == [4, 4, 2]  # bars and the axis
    (_, x1), (_, x2), (_, x3) = early[0], middle[0], late[0]
    assert (x3 - x1) == pytest.approx(3 * (x2 - x1), abs=0.6)


def test_one_token_may_be_written_as_a_speed(tmp_path):
    body = """
show:
  - timebars: {title: Token, names: [a], working: [1.25 ms], waiting: [0.75 ms], tail: speed, limit: false}
"""
    seen = texts(scene_of(tmp_path, body).frame(1.0))
    assert "2 ms" in seen
    assert "500 tok/s" in seen


def test_a_look_that_there_is_not_is_told_with_those_that_there_are(tmp_path):
    body = (
        "show:\n  - timebars: {title: T, names: [a], working: [1 s], waiting: [1 s], looks: [tokn]}"
    )
    with pytest.raises(VizError, match="'tokn' is no choice"):
        scene_of(tmp_path, body)
