"""What `viz check` says of a sound scene: each report is provoked, and a good scene has none."""

from dataclasses import replace

import numpy as np
import pytest

from viz.cli import main
from viz.film import flash
from viz.lint import review
from viz.lint.flashes import too_often
from viz.lint.readable import readable
from viz.scene.load_scene import scene_from_text
from viz.stage.look import Look
from viz.stage.marks import Box, Clip, Field, Frame, Gradient, Label, Shade
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
    pace: 2 ms per second
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
        (
            "for: 4 s",
            "tell: {en: Eleven words are more than can be said in four seconds.}\n    for: 4 s",
            "takes 4.4 s to say, and the beat has 4.0 s",
        ),
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


def frame_with(*labels):
    """A white card at the left of a black stage, and words."""
    card = Box(0, 0, 500, 500, "#FFFFFF")
    return Frame(1920, 1080, "#000000", still=(card,), marks=labels)


@pytest.mark.parametrize(
    ("label", "told"),
    [
        (Label("tiny", 900, 900, 12.0, "#FFFFFF"), "'tiny' is 12 high, below 22"),
        (Label("weak", 100, 100, 24.0, "#AAAAAA"), "'weak' has a contrast of 2.32:1"),
        (Label("large", 100, 200, 40.0, "#888888"), "'large' has a contrast of 3.54:1"),
        (
            Label("away", 1874, 500, 40.0, "#FFFFFF", anchor="end"),
            "'away' leaves the safe area by 50",
        ),
        (Label("over", 910, 170, 40.0, "#FFFFFF"), "'over' lies on 'fine'"),
    ],
)
def test_what_cannot_be_read_on_a_frame_is_found(label, told):
    fine = Label("fine", 900, 160, 24.0, "#AAAAAA")
    found = readable(frame_with(label, fine), Look())
    assert [one.what for one in found] == [told]


def test_words_under_a_card_and_words_seen_through_a_clip_are_told_apart():
    words = Label("weak", 100, 100, 24.0, "#AAAAAA")
    assert readable(frame_with(words, Box(50, 50, 300, 300, "#FFFFFF")), Look()) == ()
    through = Clip(60, 60, 300, 300, (words,))
    assert [one.kind for one in readable(frame_with(through), Look())] == ["faint"]


@pytest.mark.parametrize(
    ("mark", "kinds"),
    [
        (Gradient(0, 0, 1920, 1080, ((0, "#FFFFFF", 0.0), (1, "#FFFFFF", 0.0))), []),
        (Gradient(0, 0, 1920, 1080, ((0, "#000000", 1.0), (1, "#FFFFFF", 1.0))), ["faint"]),
        (Gradient(0, 0, 1920, 1080, ((0, "#000000", 1.0), (1, "#FFFFFF", 1.0)), down=True), []),
        (Field(1600, 80, 9, 3, 40, 40, 38, bytes([0] * 27), (Shade("#FFFFFF"),)), ["faint"]),
        (Field(1600, 80, 9, 3, 40, 40, 38, bytes([0] * 27), (Shade("#FFFFFF", alpha=0),)), []),
    ],
)
def test_words_are_held_against_gradients_and_fields_that_lie_under_them(mark, kinds):
    """White words at the upper right of the stage."""
    frame = Frame(1920, 1080, "#000000", (), (mark, Label("white", 1700, 130, 30, "#FFFFFF")))
    assert [one.kind for one in readable(frame, Look())] == kinds


def test_words_out_of_the_picture_are_not_looked_at():
    """The labels of a world that is seen closer lie all around."""
    far = Label("far", -400, 500, 30, "#FFFFFF")
    assert readable(Frame(1920, 1080, "#000000", (), (far,)), Look()) == ()


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("Every weight crosses the bus, once for each token.", 9 / 2.5),
        ("权重一遍又一遍地读。", 9 * 60 / 250),
        ("8 x H100 读完140GB", 4 / 2.5 + 2 * 60 / 250),
    ],
)
def test_a_narrator_says_150_words_or_250_chinese_characters_a_minute(text, seconds):
    assert review.telling_seconds(text) == pytest.approx(seconds)


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
    told = [one.what for one in readable(frame, Look())]
    assert told == ["'weak at 500' has a contrast of 2.32:1"]
    faint = replace(frame, world=(replace(lens, alpha=0.5),))
    assert readable(faint, Look()) == ()


def blinking(times_a_second, share=1.0, dark=0.0, bright=1.0):
    for i in range(17):
        frame = np.full((54, 96), dark)
        on = int(i / 16 * times_a_second * 2) % 2
        frame[:, : round(96 * share)] = bright if on else dark
        yield frame.tolist()


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
    assert too_often(blinking(rate, share, dark, bright)) is flashes


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
