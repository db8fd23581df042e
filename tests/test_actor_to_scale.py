"""Chips to one scale and their ratios: true areas, and nothing that follows from what is refused."""

import pytest
from actorcraft import beat_at, end_of, scene_of, texts
from stagecraft import show, text_of

from viz.actors.dies_to_scale.die_layout import Dies
from viz.actors.ratios.ratio_rows import times
from viz.errors import VizError
from viz.stage.marks import Box, Line


def test_a_die_has_its_true_area_and_tiles_the_wafer_in_eight_columns():
    dies = Dies(46225.0, 814.0, "vendor", "third-party")
    wide, high = dies.die
    assert dies.side == 215.0
    assert dies.columns == 8
    assert wide * high == pytest.approx(814.0)
    assert wide * dies.columns == pytest.approx(215.0)
    assert dies.count == pytest.approx(56.787, abs=0.001)


def test_with_the_area_that_article_000_prints_it_is_56_dies():
    opened = show("to_scale").turn(30.0, die="826 mm2")
    assert "56" in text_of(opened.frame(40.0), "dies.laid")
    assert "56.8" in text_of(show("to_scale").frame(40.0), "dies.laid")


def test_drawn_areas_have_the_ratio_of_the_true_ones():
    frame = show("to_scale").frame(beat_at(show("to_scale"), 1))
    boxes = [m for m in frame.marks if isinstance(m, Box)]
    wafer = max((m for m in boxes if abs(m.w - m.h) < 0.01 and m.x < 960), key=lambda m: m.w)
    die = min((m for m in boxes if 20 < m.w < 100 and 40 < m.h < 120), key=lambda m: m.w)
    drawn = ((wafer.w - 12) ** 2) / ((die.w + 3) * (die.h + 3))
    assert drawn == pytest.approx(46225 / 814, rel=0.01)


def test_the_ruler_is_100_mm_at_the_scale_of_the_badge():
    opened = show("to_scale")
    frame = opened.frame(1.0)
    wafer = max(
        (m for m in frame.marks if isinstance(m, Box) and abs(m.w - m.h) < 0.01 and m.x < 960),
        key=lambda m: m.w,
    )
    scale = (wafer.w - 12) / 215
    level = [m for m in frame.marks if isinstance(m, Line) and m.points[0][1] == m.points[-1][1]]
    longs = [m.points[1][0] - m.points[0][0] for m in level if len(m.points) == 2]
    assert any(long == pytest.approx(100 * scale) for long in longs)
    assert f"1 mm = {scale:.2g} px" in texts(frame)


def test_dies_are_laid_one_by_one_with_the_clock_and_not_in_a_pause():
    opened = show("to_scale")
    start = opened.timeline.beats[2].start
    counts = [text_of(opened.frame(start + t), "dies.laid")[0] for t in (0.0, 1.0, 2.0, 6.0)]
    assert counts == ["0", "12", "24", "56.8"]
    assert text_of(opened.frame(start - 1.0), "dies.laid")[0] == "0"


def test_no_hardware_clock_is_shown_where_there_is_none():
    seen = texts(show("to_scale").frame(20.0))
    assert "hardware clock" not in seen
    assert "same for both chips" in seen


def test_ratios_in_all_are_those_of_the_storyboard_with_the_published_bandwidth():
    seen = texts(show("to_scale").frame(beat_at(show("to_scale"), 4)))
    assert {"50×", "880×", "6,269×", "15.8×", "126×", "area: 56.8×"} <= set(seen)
    assert "0.28×" not in seen


def test_with_the_rounded_bandwidth_of_the_articles_it_is_7000():
    opened = show("to_scale").turn(0.0, hbm="3 TB/s")
    assert "7,000×" in texts(opened.frame(20.0))


def test_ratios_per_area_follow_and_none_from_what_is_refused():
    opened = show("to_scale")
    thin = text_of(opened.frame(end_of(opened, 6)), "ratios.thin")
    assert [text for text in thin if text.endswith("×")] == ["0.88×", "15.5×", "110×", "0.28×"]


def test_ratios_may_be_taken_per_transistor():
    """880 / 50 = 17.6; 6,269 / 50 = 125; 15.77 / 50 = 0.32."""
    opened = show("to_scale").turn(0.0, per="transistor")
    thin = text_of(opened.frame(20.0), "ratios.thin")
    assert [text for text in thin if text.endswith("×")] == ["1×", "17.6×", "125×", "0.32×"]
    assert "transistors: 50×" in texts(opened.frame(20.0))


def test_a_refused_row_keeps_its_place_struck_out_and_dotted():
    frame = show("to_scale").frame(beat_at(show("to_scale"), 4))
    number = next(m for m in frame.marks if getattr(m, "text", "") == "126×")
    lines = [m for m in frame.marks if isinstance(m, Line)]
    struck = [
        m
        for m in lines
        if m.points[0][0] < number.x and m.points[-1][0] > number.x + 40 and not m.dash
        if number.y - number.size < m.points[0][1] == m.points[-1][1] < number.y
    ]
    assert len(struck) == 1
    assert [m for m in lines if m.dash and len(m.points) == 5]
    assert "sparse vs dense: refused" in texts(frame)


@pytest.mark.parametrize(
    ("value", "written"),
    [(0.2775, "0.28×"), (1.0, "1×"), (15.77, "15.8×"), (6268.7, "6,269×"), (999.4, "999×")],
)
def test_ratios_are_written_with_few_digits(value, written):
    assert times(value) == written


def test_a_claim_that_there_is_not_is_told_with_the_nearest_one(tmp_path):
    body = "show:\n  - ratios: {title: R, names: [a], large: [claim:wse3-pek], small: [claim:h100-peak]}"
    with pytest.raises(VizError, match=r"there is no claim 'wse3-pek'.*claim:wse3-peak"):
        scene_of(tmp_path, body)
