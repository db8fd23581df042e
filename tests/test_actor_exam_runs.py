"""A benchmark as fields of questions on one clock: 4,707 min against 671 min is 7.01 times."""

from __future__ import annotations

import pytest
from actorcraft import beat_at, end_of, scene_of
from stagecraft import show

from viz.actors.exam_runs.question_field import DONE, NOW, OPEN
from viz.errors import VizError
from viz.stage.marks import Box, Field, Hatch, Label, Line

LOOKS = ((1920, 1080, "en"), (1440, 1080, "zh"), (1080, 1080, "en"), (1080, 1920, "zh"))


def keyed(frame, kind, start=""):
    return {m.key: m for m in frame.all if isinstance(m, kind) and m.key.startswith(start)}


def words(frame):
    return {m.text for m in frame.all if isinstance(m, Label)}


def answered(frame):
    """Circles that are full, in the field of either run."""
    fields = keyed(frame, Field)
    counts = (fields[f"{side}/questions"].cells for side in ("slow", "fast"))
    return tuple(cells.count(DONE) + cells.count(NOW) for cells in counts)


@pytest.mark.parametrize(("width", "height", "lang"), LOOKS)
def test_two_seconds_into_the_run_ten_hours_have_passed(width, height, lang):
    """600 min / 4,707 min x 2,500 = 318.7; 600 / 671 x 2,500 = 2,235.5."""
    opened = show("hle", width, height, lang=lang)
    go = opened.timeline.beats[3].start + 0.7
    frame = opened.frame(go + 2.0)
    assert answered(frame) == (318, 2235)
    assert {"10 h" if lang == "en" else "10小时"} <= words(frame)
    assert {len(f.cells) - f.cells.count(OPEN) for f in keyed(frame, Field).values()} == {318, 2235}


def test_who_is_done_waits_as_long_as_the_clock_runs_on():
    """At 35 h 671 min are worked and 1,429 min waited: lengths on one scale with 4,707 min."""
    opened = show("hle")
    frame = opened.frame(opened.timeline.beats[3].start + 0.7 + 7.0)
    track, bar = (keyed(frame, Box, f"fast/{name}")[f"fast/{name}"].w for name in ("track", "bar"))
    waits = keyed(frame, Hatch, "fast/wait")["fast/wait"].w + 2  # less the gap
    assert bar / track == pytest.approx(671 / 4707, abs=1e-3)
    assert waits / track == pytest.approx((35 * 60 - 671) / 4707, abs=1e-3)
    assert "done, waits" in words(frame)


def test_both_fields_are_full_when_both_clocks_have_stopped():
    opened = show("hle")
    frame = opened.frame(end_of(opened, 4))
    assert answered(frame) == (2500, 2500)
    assert {"78 h 27 min", "11 h 11 min"} <= words(frame)


def test_hour_hands_stand_as_on_a_clock():
    """10 h after twelve the hour hand is at ten: five sixths of a turn, up and to the left."""
    opened = show("hle")
    frame = opened.frame(opened.timeline.beats[3].start + 0.7 + 2.0)
    hand = keyed(frame, Line, "slow/dial/hour")["slow/dial/hour"]
    (ax, ay), (bx, by) = hand.points
    assert (bx - ax) / (by - ay) == pytest.approx(3**0.5, rel=1e-6)
    assert bx < ax
    assert by < ay


def test_the_minute_hand_is_drawn_only_where_it_can_be_seen():
    opened = show("hle")
    runs = opened.frame(opened.timeline.beats[3].start + 5.0)
    assert keyed(runs, Line, "slow/dial/minute") == {}
    assert "fast/dial/minute" in keyed(runs, Line)  # it has stopped


def test_times_and_ratio_are_not_told_before_the_question():
    opened = show("hle")
    for beat in (1, 2, 3):
        said = {
            m.text
            for m in opened.frame(beat_at(opened, beat)).all
            if isinstance(m, Label) and m.key.startswith(("slow", "fast"))
        }
        assert not any(text.endswith(("min", "h", "×")) for text in said)


@pytest.mark.parametrize(("width", "height", "lang"), LOOKS)
def test_the_short_time_fits_seven_times_into_the_long_one(width, height, lang):
    opened = show("hle", width, height, lang=lang)
    frame = opened.frame(end_of(opened, 5))
    long = keyed(frame, Box, "slow/bar")["slow/bar"]
    cuts = [line.points[0][0] - long.x for line in keyed(frame, Line, "slow/piece:").values()]
    pieces = [round(cut / long.w * 4707 / 671, 3) for cut in cuts]
    # The seventh ends so near to the end that a narrow stage leaves its mark out.
    assert pieces[:6] == [1, 2, 3, 4, 5, 6]
    assert "7.01×" in words(frame)
    part = keyed(frame, Box, "fast/bar")["fast/bar"]
    assert part.w / long.w == pytest.approx(1 / 11, rel=1e-6)  # more is not explained by speed


def test_a_turned_raw_speed_moves_what_speed_alone_would_give():
    """4,707 min / 14 = 336 min."""
    opened = show("hle").turn(0.0, raw="14")
    assert "5 h 36 min" in words(opened.frame(end_of(opened, 5)))
    assert "7 h 08 min" in words(show("hle").frame(end_of(show("hle"), 5)))


def test_open_questions_come_one_after_the_other_and_stay():
    opened = show("hle")
    asked = ["as many right?", "several at once?", "other tools?", "shorter answers?"]
    for beat, count in ((5, 0), (6, 1), (7, 2), (8, 4)):
        said = words(opened.frame(end_of(opened, beat)))
        assert [text for text in asked if text in said] == asked[:count]


def test_a_picture_that_there_is_not_is_refused(tmp_path):
    call = "show:\n  - exam_runs: {count: 10, slow: 2 h, fast: 1 h, raw: 3, picture: dots}"
    with pytest.raises(VizError, match="'dots' is no choice"):
        scene_of(tmp_path, call)


def test_a_run_of_no_time_is_done_at_once(tmp_path):
    call = "show:\n  - exam_runs: {count: 100, slow: 1 h, fast: 0 s, raw: 3}"
    frame = scene_of(tmp_path, call).frame(5.0)
    assert answered(frame)[1] == 100


def test_the_short_time_is_counted_along_the_long_one_on_the_clock():
    """12 h a second: after 2 s 24 h have passed, twice 11 h 11 min; the ratio comes at the end."""
    opened = show("hle")
    start = opened.timeline.beats[4].start + 0.7
    frame = opened.frame(start + 2.0)
    assert len(keyed(frame, Line, "slow/piece:")) == 2
    assert "7.01×" not in words(frame)
    assert "7.01×" in words(opened.frame(start + 6.6))


def test_seven_at_once_and_one_after_the_other_are_done_together():
    """Half of 113 s: three and a half of seven questions in turn, or half of each of seven."""
    opened = show("hle")
    start = opened.timeline.beats[6].start + 0.7
    frame = opened.frame(start + 113 / 2 / 18)
    turn = [box.w for key, box in keyed(frame, Box, "open:1/one:").items() if "done" in key]
    lanes = [box.w for key, box in keyed(frame, Box, "open:1/lane:").items() if "done" in key]
    assert len(turn) == 4
    assert turn[3] == pytest.approx(turn[0] / 2, rel=0.02)
    assert len(lanes) == 7
    late = opened.frame(start + 113 / 18 + 0.2)
    full = [box.w for key, box in keyed(late, Box, "open:1/lane:").items() if "done" in key]
    assert lanes[0] == pytest.approx(full[0] / 2, rel=0.01)
    assert len([key for key in keyed(late, Box, "open:1/one:") if "done" in key]) == 7
