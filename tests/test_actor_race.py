"""Two machines write one answer: 1,000 tokens take 20 s at 50 a second and 1.33 s at 750."""

import pytest
from actorcraft import beat_at, end_of, scene_of
from stagecraft import LANGS, SIZES, show, text_of

from viz.actors.race.heat import Lane
from viz.errors import VizError
from viz.stage.machine_text import prose, texts
from viz.stage.marks import Hatch


@pytest.mark.parametrize(
    ("speed", "wait", "seconds"), [(750, 0, 4 / 3), (50, 0, 20), (750, 2, 10 / 3), (50, 2, 22)]
)
def test_an_answer_is_there_when_it_was_waited_for_and_all_tokens_are_written(speed, wait, seconds):
    assert Lane("", speed, "vendor", 1000, wait).seconds == pytest.approx(seconds)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("name", "tokens"), [("honey", 1000), ("sky", 100)])
def test_texts_of_a_machine_have_the_tokens_that_are_said(name, tokens, lang):
    """750 and 75 words at three quarters a token; 1,500 and 150 characters at one and a half."""
    text = prose(name, lang)
    assert text.tokens == pytest.approx(tokens)
    whole = "".join(text.pieces).strip()
    count = len(whole.split()) / 0.75 if lang == "en" else len(whole) / 1.5
    assert count == pytest.approx(tokens)
    assert text.until(tokens) == len(text.pieces)
    assert name in texts()


def test_after_three_seconds_of_real_time_the_slow_one_has_150_tokens_and_the_fast_one_all():
    opened = show("race")
    go = opened.timeline.beats[2].start + 0.7  # the clock stands while the card goes
    shown = text_of(opened.frame(go + 3.001), "race.tokens")
    assert shown[0].split()[0] == "150"
    assert shown[1].split() == ["1,000", "tokens", "1.33", "s"]


def test_words_on_stage_are_as_many_as_the_counter_says():
    """150 tokens at three quarters of a word are 112 words and a half; the first lines left."""
    opened = show("race")
    go = opened.timeline.beats[2].start + 0.7
    frame = opened.frame(go + 1.0)  # 50 tokens: 37 words, none has left
    x = min(m.x for m in frame.all if getattr(m, "of", "") == "race.page")
    words = [m for m in frame.all if getattr(m, "of", "") == "race.text" and x <= m.x < 960]
    assert sum(len(m.text.split()) for m in words) == 37


def test_pages_are_15_14_and_10_7_for_one():
    opened = show("race")
    for beat, ratio, time in ((5, "15×", "20 s"), (6, "14×", "18.7 s"), (7, "10.7×", "14.3 s")):
        frame = opened.frame(end_of(opened, beat))
        assert text_of(frame, "race.ratio")[0] == ratio
        assert time in text_of(frame, "race.tokens")
        papers = [m for m in frame.world if m.key.startswith("race/page") and "paper" in m.key]
        assert len(papers) == int(-(-float(ratio[:-1]) // 1))


def test_two_seconds_of_waiting_make_the_ratio_6_6():
    """(2 + 20) / (2 + 1.333) = 6.6: six pages, and before each and after the last a wait."""
    opened = show("race")
    frame = opened.frame(end_of(opened, 9))
    assert text_of(frame, "race.ratio")[0] == "6.6×"
    waits = [m for m in frame.world if isinstance(m, Hatch) and m.key.startswith("race/fast")]
    assert len(waits) == 7


def test_nothing_is_told_before_the_race_is_run():
    opened = show("race")
    for beat in (1, 2, 3):
        frame = opened.frame(beat_at(opened, beat))
        assert text_of(frame, "race.ratio") == text_of(frame, "race.time") == []


@pytest.mark.parametrize("size", SIZES)
def test_a_turned_knob_starts_the_race_anew(size):
    """Turned 4 s into the far view; half a second later 25 of 100 tokens are written."""
    start = show("race").timeline.beats[3].start
    opened = show("race", *size).turn(start + 4.0, tokens="100 tok")
    assert text_of(opened.frame(start + 4.5), "race.tokens")[0].split()[0] == "25"


def test_a_race_without_speeds_is_refused_with_the_right_form(tmp_path):
    with pytest.raises(VizError, match="race needs 'speeds'"):
        scene_of(tmp_path, "show:\n  - race: {names: [A], fast: 5 tok/s}")
    with pytest.raises(VizError, match="race has no parameter 'speed'; did you mean 'speeds'"):
        scene_of(tmp_path, "show:\n  - race: {names: [A], speeds: [50 tok/s], speed: 5}")
