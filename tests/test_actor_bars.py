"""Bars of time on one scale."""

import pytest
from actorcraft import scene_of, texts

from viz.errors import VizError


def test_a_sweep_that_is_too_quick_to_follow_leaves_the_hardware_clock(tmp_path):
    body = """
show:
  - bars:
      title: A
      names: [A]
      parts: [a]
      times: [600 ms]
"""
    slow, quick = scene_of(tmp_path, body, "100 ms"), scene_of(tmp_path, body, "1 s")
    assert "reply clock" in texts(slow.frame(1.0))
    assert "reply clock" not in texts(quick.frame(1.0))
    assert any(getattr(m, "of", "") == "hw" for m in slow.frame(1.0).marks)


def test_a_meaning_that_there_is_not_is_refused(tmp_path):
    body = "show:\n  - bars: {title: A, names: [A], parts: [a], times: [1 s], looks: [red]}"
    with pytest.raises(VizError, match="'red' is no choice"):
        scene_of(tmp_path, body)


def test_a_value_in_braces_that_there_is_not_stays_as_it_is_written(tmp_path):
    body = "show:\n  - bars: {title: 'a {value:nothing} b', names: [A], parts: [B], times: [1 s]}"
    assert "a {value:nothing} b" in texts(scene_of(tmp_path, body).frame(1.0))
