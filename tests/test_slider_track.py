"""A knob's track: its ends and ticks, the zone of queues, sizes as people say them."""

import pytest

from viz.scene.types import Knob
from viz.stage.look import Look
from viz.stage.marks import Hatch, Label
from viz.stage.plot.slider_track import Told, draw, shown
from viz.stage.style import kit_of

AREA = (96.0, 788.0, 1728.0, 94.0)


def words(knob, value, knee=0):
    marks = draw(kit_of(Look()), AREA, Told(knob, value, "users", knee))
    return [mark.text for mark in marks if isinstance(mark, Label)]


def users_knob(**more):
    return Knob("users", "batch", {"en": "users"}, "number", 1, 200, 1.0, whole=True, **more)


def test_the_ends_the_knee_and_round_values_are_ticks():
    assert set(words(users_knob(), 30.0, 89)) >= {"30", "1", "200", "89: full", "120", "160"}


def test_the_zone_in_which_users_queue_starts_at_the_knee():
    marks = draw(kit_of(Look()), AREA, Told(users_knob(), 30.0, "users", 89))
    zone = next(mark for mark in marks if isinstance(mark, Hatch))
    start, end = AREA[0] + AREA[2] * 0.267, AREA[0] + AREA[2] - 82
    assert zone.x == pytest.approx(start + (end - start) * 88 / 199)
    assert zone.x + zone.w == pytest.approx(end)
    assert "more than 89: they queue" in words(users_knob(), 30.0, 89)


def test_a_knob_that_multiplies_has_ticks_in_equal_ratios():
    knob = Knob("users", "batch", {"en": "users"}, "number", 1, 1024, 1.0, log=True, whole=True)
    assert {"1", "4", "16", "64", "256", "1,024"} <= set(words(knob, 64.0))


def test_sizes_of_models_are_said_as_people_say_them():
    knob = Knob("size", "values.size", {"en": "size"}, "number", 8e9, 4e12, 8e9, log=True)
    assert shown(knob, 4.05e11) == "405B"
    assert shown(knob, 2e12) == "2T"
    assert {"8B", "40B", "200B", "1T", "4T"} <= set(words(knob, 4.05e11))
