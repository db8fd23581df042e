"""The command line reads times, sizes, rates and knobs in one way, and says the right form."""

from fractions import Fraction

import pytest

from viz.cli.common import clock, frame_rate, knob_turn, picture_size, screen_time, theme
from viz.errors import EXIT_USAGE, VizError


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("3", Fraction(3)),
        ("3s", Fraction(3)),
        ("3.5 s", Fraction(7, 2)),
        ("1:02.5", Fraction(125, 2)),
        ("0:00", Fraction(0)),
        ("1:00:00", Fraction(3600)),
        ("0.1", Fraction(1, 10)),
    ],
)
def test_a_screen_time_is_read_exactly(text, seconds):
    assert seconds == screen_time(text)


@pytest.mark.parametrize(
    "text", ["", "s", "3 ms", "1:2.5", "1:60", "1:75:00", "nan", "inf", "1e3", "３", "3;4", "-1"]
)
def test_what_is_no_screen_time_is_refused_with_the_right_form(text):
    with pytest.raises(VizError) as caught:
        screen_time(text)
    assert caught.value.code == EXIT_USAGE
    assert "1:02.5" in str(caught.value)


def test_a_screen_time_of_days_is_refused():
    with pytest.raises(VizError, match="24 hours"):
        screen_time("90000")


@pytest.mark.parametrize(
    ("seconds", "text"), [(3, "0:03"), (Fraction(125, 2), "1:02.5"), (3600, "60:00")]
)
def test_a_screen_time_is_written_as_it_may_be_typed(seconds, text):
    assert text == clock(seconds)
    assert seconds == screen_time(text)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("1080p", (1920, 1080)),
        ("4K", (3840, 2160)),
        ("vertical", (1080, 1920)),
        ("square", (1080, 1080)),
        ("640x361", (640, 361)),
        ("640×360", (640, 360)),
    ],
)
def test_a_size_is_a_name_or_two_numbers(text, size):
    assert size == picture_size(text)


@pytest.mark.parametrize("text", ["", "640", "0x0", "-1x5", "1e9x3", "99999x99999", "640x", "nan"])
def test_what_is_no_size_is_refused_with_the_right_form(text):
    with pytest.raises(VizError, match="1280x720"):
        picture_size(text)


def test_a_mistyped_size_is_answered_with_the_nearest_name():
    with pytest.raises(VizError, match="did you mean 'vertical'"):
        picture_size("verticle")


@pytest.mark.parametrize(
    ("text", "rate"),
    [("60", 60), ("29.97", Fraction(30000, 1001)), ("24000/1001", Fraction(24000, 1001))],
)
def test_broadcast_rates_are_exact_fractions(text, rate):
    assert Fraction(rate) == frame_rate(text)


@pytest.mark.parametrize("text", ["0", "-5", "1000", "nan", "60/0", "fast", ""])
def test_what_is_no_frame_rate_is_refused(text):
    with pytest.raises(VizError, match="frames per second"):
        frame_rate(text)


def test_a_knob_is_turned_with_name_and_value():
    assert knob_turn("bandwidth=20 TB/s") == ("bandwidth", "20 TB/s")


@pytest.mark.parametrize("text", ["bandwidth", "=3", "bandwidth="])
def test_half_a_knob_is_refused_with_the_right_form(text):
    with pytest.raises(VizError, match="KNOB=VALUE"):
        knob_turn(text)


def test_an_unknown_theme_is_refused():
    with pytest.raises(VizError, match="did you mean 'light'"):
        theme("ligth")
