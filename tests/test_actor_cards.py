"""What it costs and who says so: $378 an hour, and each number in one of five bins."""

import pytest
from actorcraft import beat_at, end_of, scene_of, texts
from stagecraft import show, text_of

from viz.actors.dates import day_of_year
from viz.errors import VizError
from viz.stage.marks import Box

BINS = {"measured": 2, "vendor": 27, "press": 14, "estimate": 6, "our inference": 6}


def test_an_hour_of_writing_costs_378_dollars_at_750_a_second_and_25_20_at_50():
    """750 x 3600 = 2.7 million tokens at $140 a million; 50 x 3600 = 0.18 million."""
    frame = show("cost_and_evidence").frame(8.0)
    assert "$378" in text_of(frame, "dials")
    assert "50/s: $25.2" in texts(frame)


def test_the_price_that_public_pages_have_makes_it_81_dollars():
    """$30 a million: 2.7 x 30."""
    turned = show("cost_and_evidence").turn(0.0, price="$30")
    assert {"$30", "$81"} <= set(text_of(turned.frame(8.0), "dials"))
    half = show("cost_and_evidence").turn(0.0, used="0.5", users="4")
    assert "$756" in text_of(half.frame(8.0), "dials")


def test_every_card_falls_into_the_bin_that_the_scene_says():
    opened = show("cost_and_evidence")
    seen = texts(opened.frame(end_of(opened, 5)))
    for name, count in BINS.items():
        assert seen[seen.index(name, seen.index("Every number")) + 1] == str(count)
    assert f"{sum(BINS.values())} of {sum(BINS.values())}" in seen


def test_no_card_has_fallen_before_the_clock_runs_and_four_a_second_do_then():
    opened = show("cost_and_evidence")
    assert "0 of 55" in texts(opened.frame(beat_at(opened, 2)))
    start = opened.timeline.beats[4].start
    assert "10 of 55" in texts(opened.frame(start + 3.1))  # (3.1 - 0.5) x 4 = 10.4


def test_a_card_falls_straight_and_at_one_speed():
    opened = show("cost_and_evidence")
    start = opened.timeline.beats[4].start
    places = []
    for t in (0.30, 0.40, 0.48):  # the first card has left after 0.25 s and lands at 0.75 s
        frame = opened.frame(start + t)
        flying = [m for m in frame.marks if isinstance(m, Box) and m.of == "cards"]
        places.append((flying[0].x, flying[0].y))
    (x0, y0), (x1, y1), (x2, y2) = places
    assert (x1 - x0) / 0.10 == pytest.approx((x2 - x1) / 0.08, rel=1e-6)
    assert (y1 - y0) / 0.10 == pytest.approx((y2 - y1) / 0.08, rel=1e-6)
    assert y2 > y1 > y0


def test_one_bin_can_be_read_in_full():
    opened = show("cost_and_evidence").turn(0.0, bin="measured")
    seen = texts(opened.frame(2.0))
    assert "Every number · measured 2" in seen
    assert "Maverick on Blackwell: about 1,000 tok/s" in seen


def test_our_own_numbers_are_worked_out():
    """750 / 14, Amdahl for 5.6 of 14 and 7.01 of 11, 4707 / 671."""
    seen = texts(show("cost_and_evidence").frame(40.0))
    assert {"53.6 tok/s Sol", "88.5 % writing", "94.3 % HLE", "7.01× HLE"} <= set(seen)


def test_a_claim_that_there_is_not_is_refused_with_its_place_and_the_nearest(tmp_path):
    body = "show:\n  - cards:\n      title: A\n      claims: [wse3-arrea]"
    with pytest.raises(
        VizError, match=r"made.yaml:5:15: there is no claim 'wse3-arrea'; did you mean"
    ):
        scene_of(tmp_path, body)


def test_days_stand_to_scale():
    """1 July is half a year after 1 January where months are taken as equal."""
    assert day_of_year("2026-07-01") - day_of_year("2026-01-01") == pytest.approx(0.5)
    assert day_of_year("2026-08-13") > day_of_year("2026-07-31")
