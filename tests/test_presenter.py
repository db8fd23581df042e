"""The speaker's window: what it says, and that all of it can be read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from viz.desk import playhead as ph
from viz.desk.playhead import Playhead
from viz.desk.steps import deck_of
from viz.desk.talk import Talk
from viz.desk.timer import Timer
from viz.errors import Fault, Place
from viz.live.faults_panel import faults_panel
from viz.live.speaker_facts import Desk, Hall, desk
from viz.live.speaker_view import NOTES_PIXELS, areas, caps, frame, pressed
from viz.picture.playlist import Reel
from viz.scene.load_scene import scene_from_text
from viz.stage.look import Look
from viz.stage.marks import Label
from viz.stage.text_metrics import width
from viz.timeline.compile import compile_scene

TEXT = """\
title: {en: The scene, zh: 一幕}
asks: Why?
beats:
  - {say: One., for: 2 s, notes: {en: Look at the squares., zh: 看方块。}}
  - {say: Two., for: 4 s}
  - {say: Three., for: 4 s}
"""
HALL = Hall(2, 3840, 2160)
SIZES = ((1920, 1080), (1280, 720), (1024, 768), (3840, 2160), (800, 1280), (640, 480))


def show(count: int = 1) -> Reel:
    scenes = [scene_from_text(TEXT) for _ in range(count)]
    titles = tuple(one.title for one in scenes)
    return Reel("t", {"en": "A talk"}, tuple(map(compile_scene, scenes)), titles, Look())


def told(step: int = 0, passed: float = 246.0, **changes: object) -> Desk:
    reel = show(3)
    head = ph.still(Playhead(deck_of(reel)), step)
    talk = Talk(head, timer=Timer(300.0, kept=passed))
    return desk(reel, replace(talk, **changes), 0.0, "14:31", HALL)


def texts(one: Desk, look: Look) -> list[str]:
    return [mark.text for mark in frame(one, look).marks if isinstance(mark, Label)]


def test_the_window_of_the_accepted_picture_says_all_that_it_says() -> None:
    said = " | ".join(texts(told(3), Look()))
    for words in (
        "The scene | A talk, scene 2 of 3",
        *("14:31", "4:06", "82 %", "0:54"),
        *("step 1 of 3", "5 steps left, 11 s each"),
        *("Holds here until a key.", "Audience: picture on display 2, 3840 × 2160"),
        "next | Two.",
        "Look at the squares.",
    ):
        assert words in said


def test_the_last_step_has_no_next_one() -> None:
    said = texts(told(8), Look())
    assert "the last step" in said
    assert "The end." in said
    assert "nothing; this is the last step" in said


def test_a_beat_without_notes_says_so() -> None:
    assert "no notes for this step" in texts(told(1), Look())


def test_what_the_audience_does_not_see_is_told() -> None:
    assert "Audience: black on display 2, 3840 × 2160" in texts(told(shade="black"), Look())
    assert told(shade="black").warn
    assert told(frozen=1.0).warn
    assert not told().warn


def test_a_number_that_is_asked_for_is_told() -> None:
    assert told(digits="12").status == "go to step 12, up to 3.3; Enter"
    assert told(asked=("quit", 0.0)).status == "Q again quits"


def test_without_a_timer_nothing_remains_and_nothing_warns() -> None:
    one = told(timer=Timer(0.0, kept=1e5))
    assert (one.remaining, one.urgency, one.left) == ("", "", "8 steps left")


def test_the_time_warns_by_its_form_too() -> None:
    """At 80 % an edge, at 100 % a filled box: not by colour alone."""
    look = Look()
    box = {
        passed: next(m for m in frame(told(0, passed), look).marks if getattr(m, "r", 0) == 14)
        for passed in (100.0, 246.0, 310.0)
    }
    assert box[100.0].edge != box[246.0].edge
    assert box[246.0].fill != box[310.0].fill
    assert told(0, 310.0).remaining == "−0:10"


@pytest.mark.parametrize("size", SIZES)
def test_notes_are_never_smaller_than_24_pixels_and_stay_in_their_box(
    size: tuple[int, int],
) -> None:
    look = Look(*size)
    long = replace(told(), notes=("Words that go on and on. " * 60,))
    x, y, w, h = areas(look).notes
    inside = [
        mark
        for mark in frame(long, look).marks
        if isinstance(mark, Label) and mark.x >= x and y <= mark.y <= y + h + 1
    ]
    notes = [mark for mark in inside if mark.anchor == "start"]
    assert notes
    for mark in notes:
        assert mark.size * look.scale >= NOTES_PIXELS - 1e-9
        assert mark.x + width(mark.text, mark.size, mark.weight) <= x + w
    assert any("more lines" in mark.text for mark in inside)


def test_long_notes_are_scrolled_to_their_end() -> None:
    long = replace(told(), notes=tuple(f"Paragraph {i}" for i in range(40)))
    assert "Paragraph 39" not in texts(long, Look())
    assert "Paragraph 39" in texts(replace(long, scrolled=99), Look())


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("size", SIZES)
def test_every_word_is_in_the_window(size: tuple[int, int], lang: str) -> None:
    look = Look(*size, lang=lang)
    wide, high = look.stage
    for mark in frame(told(3, lang=lang), look).marks:
        if isinstance(mark, Label):
            long = width(mark.text, mark.size, mark.weight)
            left = mark.x - {"start": 0.0, "middle": long / 2, "end": long}[mark.anchor]
            assert left >= 0
            assert left + long <= wide
            assert mark.y <= high


def test_a_fault_is_told_with_its_file_and_line_and_three_stand_for_many() -> None:
    faults = tuple(
        Fault(f"fault {i}", Place("folder/scene.yaml", 7 + i, 3), write="so") for i in range(5)
    )
    said = [mark.text for mark in faults_panel(faults, Look()) if isinstance(mark, Label)]
    assert said[1:3] == ["scene.yaml:7:3", "fault 0; write so"]
    assert said[-1] == "and 2 more"
    assert faults_panel((), Look()) == ()


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("size", SIZES)
def test_every_key_that_is_drawn_can_be_pressed_and_no_two_meet(
    lang: str, size: tuple[int, int]
) -> None:
    look = Look(*size, lang=lang)
    drawn = caps(lang, look)
    assert [action for action, *_ in drawn][:3] == ["next_step", "previous_step", "black"]
    for action, (x, y, w, h), *_ in drawn:
        assert pressed(lang, look, x + w / 2, y + h / 2) == action
    assert pressed(lang, look, *(0.5 * side for side in look.stage)) is None
