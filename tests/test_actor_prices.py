"""Crates of tokens, megawatts of wafers, and a price that nobody outside knows."""

import pytest
from stagecraft import show as show_of

from viz.picture.camera_at import places_of, world_area
from viz.picture.casting import on_stage
from viz.stage.amounts import streaks
from viz.stage.look import Look
from viz.stage.marks import Disc
from viz.stage.number_text import clock
from viz.stage.style import kit_of

CRATE, HOUR, PRICES, ALL, MEGAWATT, WAFER, ASKED, UNKNOWN = range(1, 9)


def show(**look):
    return show_of("prices", **look)


def by_key(opened, t):
    return {mark.key: mark for mark in opened.frame(t).all if mark.key}


def inside(opened, beat, share):
    span = opened.timeline.beats[beat - 1]
    return span.start + (span.end - span.start) * share


def landed(marks, key):
    """Circles that lie in all crates of a speed."""
    return sum(
        m.cells.count(1) for k, m in marks.items() if k.startswith(key) and k.endswith("/circles")
    )


def test_a_crate_is_a_hundred_circles_of_ten_thousand_tokens():
    marks = by_key(show(), inside(show(), CRATE, 0.5))
    assert landed(marks, "slow/") == 100 == 1_000_000 // 10_000


def test_after_an_hour_as_many_circles_have_landed_as_tokens_were_written():
    opened = show()
    marks = by_key(opened, inside(opened, PRICES, 0.8))
    # 50 and 750 tokens a second, 3,600 seconds, 10,000 tokens a circle
    assert (landed(marks, "slow/"), landed(marks, "fast/")) == (18, 270)
    assert marks["slow/cost:0"].text == "$5.40"  # 0.18 million at $30
    assert marks["fast/cost:0"].text == "$81"


@pytest.mark.parametrize("share", [0.2, 0.5, 0.77])
def test_what_is_counted_is_what_lies_there_and_a_circle_lies_when_its_tokens_are_written(share):
    opened = show()
    t = inside(opened, HOUR, share)
    marks, hw = by_key(opened, t), opened.timeline.lens.hw(t)
    for key, speed in (("slow", 50), ("fast", 750)):
        count = int(hw * speed / 10_000)
        assert landed(marks, f"{key}/") == count
        assert marks[f"{key}/count:0"].text == f"{count} circles"


def test_circles_fall_so_that_each_can_be_told_from_the_next():
    opened = show()
    t = inside(opened, HOUR, 0.6)
    before, after = by_key(opened, t), by_key(opened, t + 1 / 30)
    falling = [
        k for k, m in before.items() if "/circle:" in k and isinstance(m, Disc) and k in after
    ]
    assert len(falling) > 5
    moved = [after[key].y - before[key].y for key in falling]
    pitch = before["fast/0/circles"].pitch_x
    assert max(moved) <= 0.5 * pitch
    assert not streaks(pitch, max(moved) * 30)


def test_as_many_wafers_are_drawn_as_a_megawatt_feeds_and_as_many_megawatts_as_are_bought():
    opened = show()
    field = by_key(opened, inside(opened, ALL, 0.8))["power/wafers"]
    # 1,000 kW / 23 kW is 43.5, and 600 MW
    assert 1000 // 23 == 43
    assert field.cells.count(1) == 600 * 43 == 25_800


def test_ten_kettles_stand_beside_a_wafer():
    opened = show()
    marks = by_key(opened, inside(opened, WAFER, 0.8))
    kettles = {key.split("/")[1] for key in marks if key.startswith("power/kettle:")}
    assert len(kettles) == 10 == int(23 / 2.3 + 1e-9)


def test_nothing_tells_a_price_while_it_is_asked():
    opened = show()
    marks = by_key(opened, inside(opened, ASKED, 0.3))
    assert not [key for key in marks if key.startswith("price/")]
    after = by_key(opened, inside(opened, UNKNOWN, 0.5))
    assert "price/tag" in after


def test_every_part_that_is_looked_at_is_there_in_every_form():
    opened = show()
    for size in ((1920, 1080), (1440, 1080), (1080, 1080), (1080, 1920)):
        kit = kit_of(Look(*size))
        for span in opened.timeline.beats:
            places = places_of(on_stage(opened.scene, span.index), opened.scene, kit)
            assert set(span.beat.look.parts) <= set(places)
        assert world_area(kit).w > 0


def test_the_clock_tells_minutes_and_hours():
    assert clock(59.9) == "59.90 s"
    assert clock(754.2) == "12 min 34 s"
    assert clock(3600) == "1 h 00 min"
    assert clock(35 * 3600 + 125) == "35 h 02 min"
