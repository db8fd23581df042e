"""Tanks that a model fills, and fog over what nobody has confirmed."""

from dataclasses import replace

import pytest
from actorcraft import beat_at, end_of, scene_of, texts
from stagecraft import show, text_of

from viz.actors.tanks.tank_grid import grid_in
from viz.catalog.load_catalog import load_catalog
from viz.physics.serving import streamed_token_seconds
from viz.stage.marks import Box, Label, Line
from viz.stage.style import kit_of
from viz.stage.text_metrics import width
from viz.stage.theme import DARK, mix

POUR = """
values: {size: 100 GB}
knobs:
  size: {turns: values.size, from: 1 GB, to: 10 TB}
show:
  - tanks: {title: Tanks, content: value:size, capacity: 40 GB, rate: 10 GB/s, unit: tanks}
"""


@pytest.mark.parametrize(
    ("parameters", "size", "wafers"),
    [
        ("2 trillion", "1 B", "46"),
        ("4 trillion", "1 B", "91"),
        ("4 trillion", "2 B", "182"),
        ("70 billion", "2 B", "4"),
    ],
)
def test_wafers_that_hold_a_model(parameters, size, wafers):
    opened = show("too_big").turn(1.0, parameters=parameters, bytes=size)
    assert text_of(opened.frame(6.0), "tanks.count") == [wafers]


def poured(frame):
    return text_of(frame, "tanks.poured")[0]


def test_tanks_fill_at_the_rate_of_the_link_and_no_further(tmp_path):
    opened = scene_of(tmp_path, POUR, pace="2 s")
    assert [poured(opened.frame(t)) for t in (1.0, 2.0, 9.0)] == ["20 GB", "40 GB", "100 GB"]
    assert text_of(opened.frame(1.0), "tanks.count") == ["3"]


def test_what_is_poured_stays_when_a_knob_is_turned(tmp_path):
    opened = scene_of(tmp_path, POUR, pace="2 s")
    more, less = opened.turn(5.0, size="1 TB"), opened.turn(9.0, size="60 GB")
    assert poured(more.frame(5.0)) == poured(opened.frame(5.0)) == "100 GB"
    assert poured(more.frame(7.0)) == "140 GB"
    assert text_of(more.frame(5.0), "tanks.count") == ["25"]
    assert poured(less.frame(9.5)) == "60 GB"


def test_every_tank_has_a_place_of_its_own_inside_the_panel():
    opened = show("too_big")
    area = (100.0, 200.0, 600.0, 250.0)
    for count in (1, 4, 46, 91, 182, 500):
        grid = grid_in(area, kit_of(opened.look), count)
        corners = [grid.at(i) for i in range(count)]
        assert len(set(corners)) == count
        assert all(x >= 100 and x + grid.size <= 700.5 for x, _ in corners)
        assert all(y >= 200 and y + grid.size <= 450.5 for _, y in corners)
        assert grid.size < grid.pitch


def test_slower_links_mean_fewer_tokens_a_second():
    """91 wafers: 90 hops of 20 us are 1.8 ms on top of the layers' time."""
    opened = show("too_big")
    before, after = (text_of(opened.frame(beat_at(opened, beat)), "factor")[-1] for beat in (5, 6))
    times = [1e3 / float(text.split()[0]) for text in (before, after)]
    assert times[1] - times[0] == pytest.approx(90 * 0.018, abs=0.02)


def test_what_streaming_would_imply_is_equation_9():
    model = load_catalog().models["sol-guess"]
    seen = texts(show("too_big").frame(end_of(show("too_big"), 8)))
    for share, written in ((1.0, "7.5 tok/s"), (0.05, "150 tok/s"), (0.01, "750 tok/s")):
        active = replace(model, active=replace(model.active, value=2e12 * share))
        speed = 1 / streamed_token_seconds(active, 8, 100, 150e9)
        assert speed == pytest.approx(float(written.split()[0]))
        assert written in seen


def test_what_is_not_confirmed_says_so_in_each_frame_and_stands_in_fog():
    opened = show("too_big")
    for beat in range(1, 9):
        frame = opened.frame(end_of(opened, beat))
        assert "unconfirmed" in texts(frame) or opened.timeline.beats[beat - 1].beat.ask
    still = opened.frame(0.0).still
    assert [m for m in still if isinstance(m, Line) and m.dash and len(m.points) == 5]
    fog = mix(DARK.panel, DARK.ground, 0.4)
    assert [m for m in still if isinstance(m, Box) and m.fill == fog]


def test_bars_in_fog_shine_through_at_most_40_per_cent():
    opened = show("too_big")
    for beat in (1, 7, 8):
        frame = opened.frame(end_of(opened, beat))
        alphas = [m.alpha for m in frame.marks if isinstance(m, Box) and m.of == "fog"]
        assert alphas
        assert max(alphas) <= 0.4
        words = [m for m in frame.marks if isinstance(m, Label) and m.of == "fog"]
        assert all(m.alpha == 1.0 for m in words)


def test_the_line_of_small_print_says_what_the_numbers_rest_on():
    line = next(t for t in texts(show("too_big").frame(40.0)) if "fitted" in t)
    assert "44 GB, 150 GB/s, 750 tok/s, 21 PB/s: vendor (both articles, Cerebras)" in line
    assert "17 µs: fitted" in line
    assert "1 byte, " in line, "'2 B' would be read as billions"


def test_no_number_stands_on_the_line_of_what_is_needed():
    """At 9:16 in Chinese "150 词元/秒" is the widest beside its bar: it ends before the line."""
    opened = show("too_big", width=1080, height=1920, lang="zh")
    frame = opened.frame(end_of(opened, 8))
    marks = (*frame.still, *frame.marks)
    number = next(m for m in marks if isinstance(m, Label) and m.text == "150 词元/秒")
    lines = [m for m in marks if isinstance(m, Line) and m.dash == (8, 7)]
    assert lines
    beside = [m for m in lines if m.points[0][1] < number.y - 10 < m.points[1][1]]
    assert beside
    assert number.x + width(number.text, number.size, 700) < min(m.points[0][0] for m in beside)


def test_what_stands_beside_a_running_counter_stands_still():
    """From "9.8 GB" to "10 GB" the counter's width changes; "of 141 GB" must not jump with it."""
    opened = show("too_big")
    places = {
        round(m.x, 2)
        for t in (0.5, 0.6, 2.4, 2.5, 4.0, 6.9)
        for m in opened.frame(t).marks
        if isinstance(m, Label) and m.text == "of 141 GB"
    }
    assert len(places) == 1
