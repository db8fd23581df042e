"""Every knob of every scene of the project, at both ends: drawn, and seen to matter."""

from __future__ import annotations

import pytest
from stagecraft import SCENES, all_marks, beat_times

import viz

KNOBS = [(name, knob.name) for name in SCENES for knob in viz.open(name).scene.knobs]


def values_of(knob):
    return knob.choices or (knob.low, knob.high)


@pytest.mark.parametrize(("name", "knob"), KNOBS)
def test_a_knob_at_each_end_is_drawn_and_changes_the_stage(name, knob):
    show = viz.open(name)
    before = {t: all_marks(show.frame(t)) for t in beat_times(show)}
    found = next(one for one in show.scene.knobs if one.name == knob)
    for value in values_of(found):
        if value == found.published:
            continue
        turned = show.turn(**{knob: value})
        after = {t: all_marks(turned.frame(t)) for t in beat_times(turned)}
        assert any(after[t] != before[t] for t in before), f"{knob} = {value} changes nothing"


@pytest.mark.parametrize(("name", "knob"), KNOBS)
def test_a_knob_beyond_its_end_stands_at_the_end_and_the_stage_says_so(name, knob):
    show = viz.open(name)
    found = next(one for one in show.scene.knobs if one.name == knob)
    if found.choices:
        return  # a choice that is none is a fault
    turned = show.turn(**{knob: found.high * 2 + 1})
    setting = turned.timeline.setting(0.0)
    assert dict(setting.values)[knob] == pytest.approx(found.high)
    assert knob in setting.clamped
    texts = [getattr(mark, "text", "") for mark in turned.frame(0.1).marks]
    assert [text for text in texts if text.startswith("outside the model: ")]
