"""Latency as people feel it: 30 tokens are 600 ms or 40 ms, and part of a longer wait."""

import pytest
from actorcraft import beat_at, end_of
from stagecraft import show, text_of

from viz.stage.machine_text import prose
from viz.stage.marks import Disc, Hatch, Label


def tokens(frame, who):
    """Circles of one machine: those that are there, and those that are still to come."""
    found = [
        m for m in frame.world if isinstance(m, Disc) and m.key.startswith(f"reply/{who}/token")
    ]
    return sum(m.of == "reply.tokens" for m in found), len(found)


def test_thirty_tokens_take_600_ms_at_50_and_40_ms_at_750():
    opened = show("thirty_tokens")
    assert text_of(opened.frame(end_of(opened, 2)), "reply.time") == ["40 ms", "600 ms"]


def test_when_the_gate_closes_ten_of_thirty_tokens_are_through_or_all():
    """200 ms at 50 a second are 10 tokens; 80 ms of the clock a second of the screen."""
    opened = show("thirty_tokens")
    start = opened.timeline.beats[1].start + 0.7
    frame = opened.frame(start + 0.2001 / 0.08)
    assert tokens(frame, "slow") == (10, 30)
    assert tokens(frame, "fast") == (30, 30)
    assert "10 / 30" in text_of(frame, "reply.tokens")
    gate = next(m for m in frame.world if m.key == "reply/gate")
    last = next(m for m in frame.world if m.key == "reply/slow/token:9")
    assert last.x < gate.points[0][0]


def test_with_800_ms_around_them_1_4_s_become_840_ms():
    """(800 + 600) / (800 + 40) = 1.667."""
    opened = show("thirty_tokens")
    frame = opened.frame(end_of(opened, 4))
    assert text_of(frame, "reply.time") == ["840 ms", "1.4 s"]
    assert text_of(frame, "reply.ratio") == ["1.67×"]


def test_both_lines_share_one_scale_and_waits_have_their_share_of_it():
    """120, 200, 280 and 200 ms in both; from the third wait to the fourth 600 ms or 40."""
    opened = show("thirty_tokens")
    frame = opened.frame(end_of(opened, 4))
    gaps = {}
    for who in ("slow", "fast"):
        parts = [
            m for m in frame.world if isinstance(m, Hatch) and m.key.startswith(f"reply/{who}")
        ]
        unit = (parts[0].w + 3) / 120
        assert [one.w + 3 for one in parts] == pytest.approx(
            [120 * unit, 200 * unit, 280 * unit, 200 * unit], rel=0.01
        )
        gaps[who] = (parts[3].x - parts[2].x - parts[2].w - 3) / unit
    assert gaps == pytest.approx({"slow": 600, "fast": 40}, abs=1)


def test_a_text_is_written_nine_times_as_fast_as_it_is_read():
    """50 tokens a second against 238 words a minute, 5.29: after 4 s, 178.8 tokens wait 33.8 s."""
    opened = show("thirty_tokens")
    frame = opened.frame(4.0)
    assert "34 s" in text_of(frame, "reply.read")


def test_what_is_read_is_the_word_that_its_time_has_come_to():
    """After 4 s 21.2 tokens are read, 15.9 words: the eye is at the sixteenth."""
    frame = show("thirty_tokens").frame(4.0)
    box = next(m for m in frame.marks if m.key == "reply/word")
    words = prose("honey", "en").pieces
    line = [m for m in frame.marks if isinstance(m, Label) and m.of == "reply.text"]
    there = [m for m in line if m.x <= box.x + 6 and abs(m.y - box.y - 0.98 * m.size) < 2]
    assert words[15].strip() in there[-1].text


def test_turned_tokens_are_spoken_anew():
    opened = show("thirty_tokens")
    at = beat_at(opened, 2)
    turned = opened.turn(at, tokens="60 tok")
    assert tokens(turned.frame(at + 1.0001 / 0.8), "slow") == (5, 60)
