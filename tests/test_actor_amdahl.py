"""Amdahl's law, forwards and backwards."""

import pytest
from actorcraft import beat_at, end_of, scene_of, texts
from stagecraft import show, text_of

from viz.errors import VizError
from viz.physics.serving import generation_share, speed_up
from viz.stage.marks import Arc


@pytest.mark.parametrize(("share", "whole"), [(0.5, 1.87), (0.8, 3.89), (0.95, 8.48), (0.99, 12.4)])
def test_the_whole_speed_up_of_a_part_that_is_14_times_faster(share, whole):
    assert speed_up(share, 14.0) == pytest.approx(whole, rel=0.003)
    opened = show("not_14x").turn(0.0, share=f"{share * 100:g} %")
    assert f"{whole:g}×" in text_of(opened.frame(2.0), "whole")


def test_a_task_5_6_times_faster_was_88_5_per_cent_generation():
    """(1 - 1/5.6) / (1 - 1/14) = 0.8846."""
    assert generation_share(5.6, 14.0) == pytest.approx(0.8846, abs=1e-4)
    opened = show("not_14x")
    assert "f = 88.5 %" in text_of(opened.frame(beat_at(opened, 4)), "amdahl.f")
    assert "inferred, not published" in texts(opened.frame(beat_at(opened, 4)))


def test_the_ceiling_is_not_told_before_the_question():
    opened = show("not_14x")
    for beat in (1, 2, 3, 4):
        frame = opened.frame(end_of(opened, beat))
        assert text_of(frame, "ceiling") == ["?"]
        assert "Limit" not in texts(frame)
    assert text_of(opened.frame(end_of(opened, 6)), "ceiling") == ["8.67×"]


def test_bars_of_the_task_are_100_s_17_9_s_and_11_5_s():
    """100 / 5.6 = 17.86; 100 (1 - 0.8846) = 11.54."""
    opened = show("not_14x")
    seen = texts(opened.frame(end_of(opened, 6)))
    assert {"100 s", "17.9 s", "11.5 s", "5.6× faster", "1 / (1 − f) = 8.67×"} <= set(seen)


def test_dials_are_filled_in_the_ratio_of_their_numbers():
    opened = show("not_14x")
    frame = opened.frame(end_of(opened, 6))
    arcs = {m.of: m.end - m.start for m in frame.marks if isinstance(m, Arc) and m.of}
    assert arcs["whole"] / arcs["raw"] == pytest.approx((5.6 - 1) / (14 - 1))


def test_both_vendor_numbers_carry_their_flag_and_the_share_is_called_inferred():
    opened = show("not_14x")
    assert texts(opened.frame(beat_at(opened, 4))).count("vendor") == 3


def test_a_word_for_how_much_is_told_that_there_is_not_is_refused(tmp_path):
    with pytest.raises(VizError, match="amdahl has no parameter 'show'; did you mean 'shows'"):
        scene_of(tmp_path, "show:\n  - amdahl: {show: all}")
