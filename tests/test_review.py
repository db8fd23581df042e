"""What `viz check` says of a sound scene: each report is provoked, and a good scene has none."""

from dataclasses import replace

import numpy as np
import pytest

from viz.cli import main
from viz.film import flash
from viz.lint import review
from viz.scene.load_scene import scene_from_text
from viz.stage.look import Look
from viz.stage.marks import Box, Clip, Frame, Label
from viz.timeline.compile import compile_scene

GOOD = """
title: {en: A wait, zh: 等待}
model: llama-3.1-70b
left: 8 x h100
values: {wait: 12 s}
show:
  - machine: {side: left}
beats:
  - say: {en: "Eight of them read.", zh: 八块一起读}
    for: 4 s
    pace: 5 ms per second
"""


def findings(text):
    return [one.what for one in review.review(compile_scene(scene_from_text(text)))]


def test_a_good_scene_has_no_findings():
    assert findings(GOOD) == []


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (", zh: 八块一起读", "", "it is missing in: zh"),
        ("Eight of them read.", "Eight of them read, and read, and read again.", "two lines"),
        ("八块一起读", "八块一起读八块一起读八块一起读八块", "the caption in zh needs two lines"),
        ("for: 4 s", "for: 0.9 s", "the caption in en takes 0.9 s to read, and has 0.9 s"),
        ("for: 4 s", "for: 21 s", "it moves for 21 s without a stop"),
        ("Eight of them read.", "They take 37 s.", "the en text says 37, and nothing"),
        ("八块一起读", "要等3700万秒", "the zh text says 3.7e+07, and nothing"),
    ],
)
def test_what_could_be_better_is_found(before, after, told):
    found = findings(GOOD.replace(before, after))
    assert [what for what in found if told in what], found


def test_reading_takes_as_long_as_published_guides_allow():
    """Timed text: 20 letters or 9 Chinese characters a second, and 5/6 s at least."""
    assert review.reading_seconds("x" * 42, "en") == pytest.approx(2.1)
    assert review.reading_seconds("字" * 16, "zh") == pytest.approx(16 / 9)
    assert review.reading_seconds("go", "en") == pytest.approx(5 / 6)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Up to 750 tokens a second.", (750.0,)),
        ("15x, 14x or 10.7x?", (15.0, 14.0, 10.7)),
        ("2,500 questions: 11 h", (2500.0, 11.0)),
        ("Two H100 of 2026, and 3 more", ()),
        ("4000亿快过700亿", (4000e8, 700e8)),
        ("0.5 of it", (0.5,)),
    ],
)
def test_numbers_that_want_a_source_are_seen_in_a_text(text, numbers):
    assert tuple(number for number, _ in review.numbers_in(text)) == pytest.approx(numbers)


def test_a_number_may_be_said_rounded_and_with_another_prefix():
    """140 GB is 140e9 bytes, 88 % is 0.885; 56 is 56.8 to a reader."""
    assert review._same(140, 140e9, 1.0)
    assert review._same(88, 0.885, 1.0)
    assert review._same(56, 56.8, 1.0)
    assert review._same(46.2, 0.046225, 0.3)
    assert not review._same(54, 56.8, 1.0)
    assert not review._same(750, 70, 4.5)


def test_small_and_weak_text_is_found_with_its_look():
    look = Look()
    frame = Frame(
        1920,
        1080,
        "#000000",
        still=(Box(0, 0, 500, 500, "#FFFFFF"),),
        marks=(
            Label("tiny", 900, 900, 12.0, "#FFFFFF"),
            Label("weak", 100, 100, 24.0, "#AAAAAA"),
            Label("large", 100, 200, 40.0, "#888888"),
            Label("fine", 900, 100, 24.0, "#AAAAAA"),
        ),
    )
    told = [one.what for one in review._marks(frame, look, ("beats", 0))]
    assert told == [
        "'tiny' is 12 high at 1080p, below 22 (en)",
        "'weak' has a contrast of 2.32:1 in the dark theme",
    ]


def test_a_label_behind_a_clip_is_read_only_where_its_opening_shows_it():
    """A round lens of 200 around 500, 500: what stands in its box's corner is not seen, and what
    it holds is a ground only inside."""
    words = tuple(
        Label(f"weak at {x}", x, y, 24.0, "#AAAAAA", anchor="middle")
        for x, y in ((500, 500), (405, 405), (900, 500))
    )
    lens = Clip(400, 400, 200, 200, (Box(0, 0, 1920, 1080, "#FFFFFF"), *words), 100)
    outside = Label("fine", 700, 500, 24.0, "#AAAAAA")
    frame = Frame(1920, 1080, "#000000", still=(), world=(lens,), marks=(outside,))
    told = [one.what for one in review._marks(frame, Look(), ("beats", 0))]
    assert told == ["'weak at 500' has a contrast of 2.32:1 in the dark theme"]
    faint = replace(frame, world=(replace(lens, alpha=0.5),))
    assert not list(review._marks(faint, Look(), ("beats", 0)))


def blinking(times_a_second, share=1.0, dark=0.0, bright=1.0):
    for i in range(17):
        frame = np.full((54, 96), dark)
        on = int(i / 16 * times_a_second * 2) % 2
        frame[:, : round(96 * share)] = bright if on else dark
        yield frame


@pytest.mark.parametrize(
    ("rate", "share", "dark", "bright", "flashes"),
    [
        (5, 1.0, 0.0, 1.0, True),
        (4, 1.0, 0.2, 0.31, True),
        (3, 1.0, 0.0, 1.0, False),
        (1, 1.0, 0.0, 1.0, False),
        (5, 1.0, 0.85, 1.0, False),  # the darker side is bright
        (5, 1.0, 0.20, 0.28, False),  # less than a tenth
        (5, 0.05, 0.0, 1.0, False),  # a strip of 5 of the 32 columns of a third
    ],
)
def test_more_than_three_flashes_a_second_of_enough_area_are_seen(
    rate, share, dark, bright, flashes
):
    assert flash.too_often(blinking(rate, share, dark, bright)) is flashes


def test_a_white_box_that_blinks_is_seen_and_one_that_stays_is_not():
    def frame(t, rate):
        on = int(t * rate * 2) % 2 == 0
        marks = (Box(0, 0, 1920, 1080, "#FFFFFF"),) if on else ()
        return Frame(1920, 1080, "#000000", still=(), marks=marks)

    assert flash.flashing(lambda t: frame(t, 5), 0.0)
    assert not flash.flashing(lambda t: frame(t, 0.1), 0.0)


def test_warnings_have_places_and_leave_the_exit_code_at_0(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.yaml").write_text(GOOD.replace("for: 4 s", "for: 21 s"), encoding="utf-8")
    assert main(["check", "a.yaml"]) == 0
    out, err = capsys.readouterr()
    assert out == "a.yaml: good, 1 warning\n"
    assert err.startswith("a.yaml:10:10: beat 1, for: it moves for 21 s without a stop; write ")
    assert main(["check", "a.yaml", "--quick"]) == 0
    assert capsys.readouterr().err == ""


def test_an_actor_s_faults_are_told_with_their_places(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    text = GOOD.replace("{side: left}", "{side: middle, syde: left}")
    (tmp_path / "a.yaml").write_text(text, encoding="utf-8")
    for command in (["check", "a.yaml"], ["still", "a.yaml", "--at", "1"]):
        assert main(command) == 2
        err = capsys.readouterr().err
        assert "a.yaml:7:21: side: 'middle' is no choice; write one of left, right" in err
        assert "a.yaml:7:35: machine has no parameter 'syde'; did you mean 'side'?" in err
