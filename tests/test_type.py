"""Widths of text: a table without a font, held to the font that paint uses."""

import json
import re

import numpy as np
import pytest
from canvas import WHITE, frame_of, painted
from hypothesis import given
from hypothesis import strategies as st

from viz.assets_path import data_folder
from viz.paint.surface.font import advances, missing
from viz.stage.marks import Label
from viz.stage.text_metrics import fitted, label_box, text_extent, width, wrapped

LINES = (
    "Where does the time go when a chatbot writes one word?",
    "13.8 ms = 6.4 ms + 7.4 ms, 196 GB",
    "8 × NVIDIA H100 · 4 × Cerebras WSE-3",
    "每出一个词，权重重读一遍",
    "两种机器，同样140GB权重，1 ms = 1000 µs",
    "“Every weight stays” ± 18 % ≈ ×1.6",
)


def test_the_table_of_widths_is_that_of_the_font():
    file = data_folder("assets") / "fonts" / "advances.json"
    table = json.loads(file.read_text(encoding="utf-8"))
    assert {char: tuple(pair) for char, pair in table.items()} == advances()


def ink(text, size, weight, x=100.0):
    """Where the ink of a label starts and ends, in stage units of a tenth of a pixel's error."""
    room = int(width(text, size, weight)) + 200
    picture = painted(frame_of(Label(text, x, 100, size, WHITE, weight), width=room, height=160),
                      room, 160)  # fmt: skip
    columns = np.nonzero(picture[..., 0].max(axis=0) > 40)[0]
    return columns.min(), columns.max() + 1


@pytest.mark.parametrize("text", LINES)
@pytest.mark.parametrize("weight", [400, 600, 700])
@pytest.mark.parametrize("size", [22, 40])
def test_a_line_is_painted_as_wide_as_the_table_says(text, weight, size):
    """A line set twice is longer by its advance: the free room at its ends cancels out."""
    once, twice = ink(text, size, weight), ink(text + text, size, weight)
    painted_width = (twice[1] - twice[0]) - (once[1] - once[0])
    assert painted_width == pytest.approx(width(text, size, weight), rel=0.02)


@pytest.mark.parametrize("text", LINES)
@pytest.mark.parametrize("weight", [400, 700])
def test_the_ink_of_a_line_lies_in_its_extent(text, weight):
    size = 40
    start, end = text_extent(Label(text, 100, 100, size, WHITE, weight))
    left, right = ink(text, size, weight)
    assert left >= start - 0.06 * size
    assert right <= end + 0.06 * size


@pytest.mark.parametrize("text", LINES)
def test_the_ink_of_a_line_lies_between_its_top_and_its_bottom(text):
    """It passes the box of a label by at most a tenth of an em."""
    size = 40
    picture = painted(
        frame_of(Label(text, 20, 100, size, WHITE), width=1400, height=160), 1400, 160
    )
    rows = np.nonzero(picture[..., 0].max(axis=1) > 80)[0]
    _, top, _, high = label_box(Label(text, 20, 100, size, WHITE))
    assert rows.min() >= top - 0.1 * size
    assert rows.max() <= top + high + 0.1 * size


def test_figures_are_all_equally_wide_so_that_numbers_do_not_dance():
    for weight in (400, 600, 700):
        assert len({width(figure, 40, weight) for figure in "0123456789"}) == 1


def test_heavier_letters_are_wider():
    assert width("weights", 40, 400) < width("weights", 40, 600) < width("weights", 40, 700)


def test_a_chinese_character_fills_a_square():
    assert width("权", 40) == 40
    assert width("权重不动", 40) == 160


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
def test_an_extent_hangs_on_its_anchor(anchor):
    start, end = text_extent(Label("权重", 100, 50, 40, WHITE, anchor=anchor))
    assert (start, end) == {"start": (100, 180), "middle": (60, 140), "end": (20, 100)}[anchor]


def test_a_line_that_fits_keeps_its_size_and_a_longer_one_shrinks_to_the_least():
    assert fitted("权重", 80, 40, 400, 22) == 40
    assert fitted("权重", 60, 40, 400, 22) == pytest.approx(30)
    assert fitted("权重", 10, 40, 400, 22) == 22


def test_lines_break_at_spaces_and_between_chinese_characters():
    assert wrapped("权重不动", 80, 40) == ("权重", "不动")
    assert wrapped("weights stay", width("weights sta", 40), 40) == ("weights", "stay")
    assert wrapped("weights stay", width("weights stay", 40) + 1, 40) == ("weights stay",)


def test_no_line_starts_with_a_stop():
    assert wrapped("权重，不动", 80, 40) == ("权", "重，", "不动")


def test_a_number_is_not_torn_from_its_figures():
    for line in wrapped("每秒 1,234.5 个词元 ×1.6", 200, 40):
        assert not line.startswith((",", ".", "5"))


words = st.sampled_from(["weights", "stay,", "1.5 ms", "权重", "不动，", "流。", "é", "×1.6"])


@given(st.lists(words, max_size=14), st.sampled_from(["", " "]), st.floats(200, 800))
def test_broken_lines_say_the_same_and_fit(pieces, between, room):
    """The widest that cannot be broken, `weightsstay,1.5`, is 226 units wide at 30."""
    text = between.join(pieces)
    lines = wrapped(text, room, 30)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    for line in lines:
        assert line == line.strip() != ""
        assert width(line, 30) <= room or not re.search(r"[^\x00-\u02ff] ?.|. .", line)


def test_the_font_draws_both_languages_and_says_what_it_cannot():
    assert missing("Weights stay 权重不动 ×±≈µ“”–") == ()
    assert missing("a\U0001f600b\U0001f600") == ("\U0001f600",)
