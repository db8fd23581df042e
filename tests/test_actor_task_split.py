"""A task of unknown parts: Amdahl's law read backwards, as bars and as the way of a point."""

from __future__ import annotations

import pytest
from actorcraft import beat_at, end_of, scene_of
from stagecraft import show

from viz.errors import VizError
from viz.physics.serving import generation_share, speed_up
from viz.stage.marks import Box, Clip, Disc, Gradient, Hatch, Label, Line

LOOKS = ((1920, 1080, "en"), (1440, 1080, "zh"), (1080, 1080, "en"), (1080, 1920, "zh"))


def keyed(frame, kind, start=""):
    return {m.key: m for m in frame.all if isinstance(m, kind) and m.key.startswith(start)}


def words(frame):
    return {m.text for m in frame.all if isinstance(m, Label)}


def lengths(frame):
    """Writing and rest before, writing and rest after; cuts between them are 2 units wide."""
    found = {**keyed(frame, Box), **keyed(frame, Hatch), **keyed(frame, Gradient)}
    names = ("before/write", "before/rest", "after/write", "after/rest")
    return [found[f"task/{name}"].w + 2 for name in names]


@pytest.mark.parametrize(("share", "whole"), [(0.5, 1.87), (0.8, 3.89), (0.95, 8.48), (0.99, 12.4)])
def test_the_whole_speed_up_of_a_part_that_is_14_times_faster(share, whole):
    assert speed_up(share, 14.0) == pytest.approx(whole, rel=0.003)


@pytest.mark.parametrize(("width", "height", "lang"), LOOKS)
def test_the_cut_is_where_writing_ends_and_the_rest_stays_below_itself(width, height, lang):
    """Half of it: 50 and 50; after, 50 / 14 and 50. 80 %: 80 and 20; 80 / 14 and 20."""
    opened = show("not_14x", width, height, lang=lang)
    for beat, share in ((3, 0.5), (4, 0.8), (5, 0.93)):
        before, rest, after, same = lengths(opened.frame(end_of(opened, beat)))
        whole = before + rest
        assert before / whole == pytest.approx(share, abs=0.01)
        assert after / whole == pytest.approx(share / 14, abs=0.01)
        assert rest == same


def test_with_88_5_per_cent_the_bar_reaches_what_was_measured():
    """(1 - 1/5.6) / (1 - 1/14) = 0.8846; a whole of 1 / 5.6."""
    assert generation_share(5.6, 14.0) == pytest.approx(0.8846, abs=1e-4)
    opened = show("not_14x")
    frame = opened.frame(end_of(opened, 6))
    before, rest, after, same = lengths(frame)
    assert (before + rest) / (after + same) == pytest.approx(5.6, rel=0.02)
    target = keyed(frame, Line, "task/target")["task/target"]
    write = keyed(frame, Box, "task/after/write")["task/after/write"]
    assert target.points[0][0] == pytest.approx(write.x, abs=2)
    assert not target.dash
    assert {"88 %", "inferred, not published"} <= words(frame)


def test_the_curve_is_drawn_only_as_far_as_the_point_has_been():
    opened = show("not_14x")
    ends = []
    for beat in (3, 4, 5, 6):
        frame = opened.frame(end_of(opened, beat))
        (line,) = keyed(frame, Line, "task/curve").values()
        (point,) = keyed(frame, Disc, "task/point").values()
        ends.append((line.points[-1][0], point.x))
    assert all(end == pytest.approx(x) for end, x in ends)
    assert ends[0] < ends[1] < ends[3] < ends[2]  # too far, and back


def test_the_bars_run_on_one_clock_and_who_is_done_fits_into_what_has_passed():
    """16 s a second: at 2.24 s 35.8 of 100 s have passed, and 17.9 s fit into them twice."""
    opened = show("not_14x")
    frame = opened.frame(2.25)
    fills = keyed(frame, Clip, "task/row")
    full = keyed(frame, Box, "task/row:0/place")["task/row:0/place"].w
    assert fills["task/row:0/fill"].w / full == pytest.approx(0.36, abs=0.001)
    assert fills["task/row:1/fill"].w / full == pytest.approx(1 / 5.6, abs=0.001)
    assert len(keyed(frame, Line, "task/piece")) == 2
    late = words(opened.frame(end_of(opened, 1)))
    assert {"1", "2", "3", "4", "5", "0.6", "5.6×", "14×"} <= late


def test_share_and_ceiling_are_not_told_before_they_are_asked_for():
    opened = show("not_14x")
    for beat in (1, 2, 3, 4, 5, 6, 7):
        said = {
            m.text
            for m in opened.frame(beat_at(opened, beat)).all
            if isinstance(m, Label) and m.key.startswith("task/")
        }
        assert "8.67×" not in said
        assert ("88 %" in said) == (beat >= 6)
    assert "8.67×" in words(opened.frame(end_of(opened, 9)))


def test_a_raw_speed_up_of_750_over_70_gives_a_ceiling_of_10_6():
    """(1 - 1/5.6) / (1 - 70/750) = 0.90599; 1 / (1 - 0.90599) = 10.637."""
    opened = show("not_14x").turn(0.0, raw="10.7143")
    assert "10.6×" in words(opened.frame(end_of(opened, 9)))


def test_a_parameter_that_there_is_not_is_told_with_the_nearest_one(tmp_path):
    with pytest.raises(VizError, match="no parameter 'pictures'; did you mean 'picture'"):
        scene_of(tmp_path, "show:\n  - task_split: {pictures: slide}")


def test_a_share_of_all_or_of_nothing_is_drawn(tmp_path):
    for share in ("0 %", "100 %"):
        frame = scene_of(tmp_path, f"show:\n  - task_split: {{share: {share}}}").frame(1.0)
        assert "task/point" in keyed(frame, Disc)


def test_both_run_on_one_clock_and_the_one_after_is_done_when_its_bar_says():
    """Half of it writing, 14 times as fast: 100 s and 53.6 s. At 32 s both run, at 64 s one does."""
    opened = show("not_14x")
    start = opened.timeline.beats[2].start + 0.7
    both, one = (keyed(opened.frame(start + t), Line) for t in (2.0, 4.0))
    assert {"task/before/head", "task/after/head"} <= set(both)
    assert "task/before/head" in one
    assert "task/after/head" not in one


def test_no_clock_stands_on_stage_while_nothing_runs():
    opened = show("not_14x")
    shown = {
        beat: any(m.key == "clock/time" for m in opened.frame(end_of(opened, beat)).all)
        for beat in (1, 6, 8, 9)
    }
    assert shown == {1: True, 6: True, 8: False, 9: True}
