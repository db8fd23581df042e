"""The same answer of 100 tokens by both machines, and what to ask of a speed."""

import pytest
from actorcraft import end_of
from stagecraft import show, text_of

from viz.stage.marks import Box, Disc, Line, Shape


def marks_of(frame, start):
    return [mark for mark in frame.world if mark.key.startswith(start)]


def test_an_answer_takes_its_tokens_over_the_speed_of_its_machine():
    """100 / 445 is 225 ms; the GPUs' own speed is asked of the physics."""
    opened = show("finale")
    frame = opened.frame(end_of(opened, 2))
    speed = opened.timeline.settings[0].run("left").step.speed
    assert f"100 tokens  {100 / speed:.2f} s" in text_of(frame, "left.tokens")
    assert "100 tokens  225 ms" in text_of(frame, "right.tokens")


def test_words_on_stage_are_as_many_as_tokens_are_done():
    """After 0.4 s of real time the GPUs have 0.4 s of their speed, three quarters of it in words."""
    opened = show("finale")
    start = opened.timeline.beats[1].start + 0.7
    frame = opened.frame(start + 0.4)
    speed = opened.timeline.settings[0].run("left").step.speed
    words = [
        word
        for m in frame.marks
        if getattr(m, "of", "") == "left.tokens" and m.key.startswith("answers/left/")
        and m.key.rpartition("/")[2].isdigit()
        for word in m.text.split()
    ]  # fmt: skip
    assert len(words) == int(0.75 * int(0.4 * speed)) or len(words) == int(0.75 * 0.4 * speed)


def test_one_seat_is_taken_and_seven_are_empty():
    opened = show("finale")
    frame = opened.frame(end_of(opened, 4))
    people = marks_of(frame, "answers/load/person")
    bodies = [m for m in people if m.key.endswith("body")]
    assert sum(isinstance(m, Shape) for m in bodies) == 1
    assert sum(isinstance(m, Line) and bool(m.dash) for m in bodies) == 7
    assert sum(isinstance(m, Disc) for m in people) == 8


def test_bars_are_as_long_as_the_speeds():
    opened = show("finale")
    frame = opened.frame(end_of(opened, 5))
    (one,) = (m for m in marks_of(frame, "answers/against/left") if isinstance(m, Box))
    other = [m for m in marks_of(frame, "answers/against/right") if isinstance(m, Box)]
    settings = opened.timeline.settings[0]
    ratio = settings.run("right").step.speed / settings.run("left").step.speed
    gap = other[1].x - other[0].x - other[0].w
    assert other[-1].x + other[-1].w + gap - other[0].x == pytest.approx(ratio * (one.w + gap))


def test_a_modelled_speed_has_an_empty_flag_and_a_measured_one_a_full_one():
    opened = show("finale")
    frame = opened.frame(end_of(opened, 6))
    left, right = (marks_of(frame, f"answers/who/{side}/cloth") for side in ("left", "right"))
    assert isinstance(left[0], Line)
    assert isinstance(right[0], Shape)
