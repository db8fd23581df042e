"""Latency as people feel it: 30 tokens are 600 ms or 40 ms, and part of a longer wait."""

import pytest
from actorcraft import beat_at, scene_of, texts
from stagecraft import show, text_of

from viz.errors import VizError
from viz.stage.marks import Box, Hatch, Label


def test_thirty_tokens_take_600_ms_at_50_and_40_ms_at_750():
    opened = show("thirty_tokens")
    frame = opened.frame(beat_at(opened, 2))
    assert text_of(frame, "bars.total") == ["600 ms", "40 ms"]
    assert text_of(frame, "bars.ratio") == ["15× faster"]


def test_with_800_ms_around_them_1_4_s_become_840_ms():
    """(800 + 600) / (800 + 40) = 1.667."""
    opened = show("thirty_tokens")
    frame = opened.frame(beat_at(opened, 5))
    assert text_of(frame, "bars.total") == ["1.4 s", "840 ms"]
    assert text_of(frame, "bars.ratio") == ["1.67× faster"]


def test_bars_share_one_scale_and_parts_have_their_share_of_it():
    """Before the writing 600 ms pass, after it 200; the writing takes 600 ms or 40."""
    opened = show("thirty_tokens")
    parts = [
        mark
        for mark in opened.frame(beat_at(opened, 5)).marks
        if isinstance(mark, Box | Hatch) and mark.of == "parts"
    ]
    waiting = [part for part in parts if isinstance(part, Hatch)]
    slow, fast = (part for part in parts if isinstance(part, Box))
    assert (slow.w + 3) / (fast.w + 3) == pytest.approx(15, rel=0.01)
    lengths = [one.w + 3 for one in waiting]
    assert lengths == pytest.approx([slow.w + 3, (slow.w + 3) / 3] * 2, rel=0.01)


def test_the_pause_between_speakers_stands_at_200_ms_with_who_measured_it():
    opened = show("thirty_tokens")
    frame = opened.frame(beat_at(opened, 3))
    assert "pause between speakers 200 ms" in texts(frame)
    assert "measured" in texts(frame)


def test_a_text_is_written_nine_times_as_fast_as_it_is_read():
    """238 words a minute at three quarters of a word a token: 5.29 tokens a second; 50 / 5.29."""
    opened = show("thirty_tokens")
    shown = text_of(opened.frame(4.0), "reader.rate")
    assert shown == ["50 tok/s", "5.3 tok/s", "9.5×"]


def test_what_is_read_is_never_ahead_of_what_is_written():
    opened = show("thirty_tokens")
    for t in (0.1, 0.5, 1.0, 4.0, 7.9):
        frame = opened.frame(t)
        words = [m for m in frame.marks if isinstance(m, Label) and m.of == "reader.text"]
        done = sum(len(word.text.split()) for word in words)
        assert done <= 50 * t + 1


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


def test_words_with_a_value_in_braces_follow_the_knob(tmp_path):
    turned = show("thirty_tokens").turn(0.0, tokens="60 tok", fast="500 tok/s")
    seen = texts(turned.frame(11.0))
    assert "A spoken reply of 60 tokens" in seen
    assert "500 tok/s" in seen
    body = "show:\n  - bars: {title: 'a {value:nothing} b', names: [A], parts: [B], times: [1 s]}"
    assert "a {value:nothing} b" in texts(scene_of(tmp_path, body).frame(1.0))
