"""A sweep as a picture: made of marks, all of it on the stage, saved whole or not at all."""

import math

import pytest

from viz.cli import main
from viz.cli.sweep_plot import Series, sweep_frame
from viz.stage.look import Look
from viz.stage.marks import Disc, Label, Shape
from viz.stage.text_metrics import width

SERIES = Series(
    title="8 x a chip, a model: batch from 1 to 4",
    note="as published",
    name="batch",
    values=[1, 2, 4],
    speed=[100, 90, 70],
    total=[100, 180, 280],
    parts=[("reading", [6e-3] * 3), ("computing", [0.0] * 3), ("overhead", [4e-3, 5e-3, 8e-3])],
    flop_per_byte=[1, 2, 4],
    flop_per_second=[1e13, 2e13, 3e13],
    roof=(27e12, 8e15),
)
LOOKS = [Look(1920, 1080), Look(1080, 1920), Look(1080, 1080, "light")]


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.width}x{look.height}")
def test_all_words_of_the_picture_lie_on_the_stage(look):
    frame = sweep_frame(SERIES, look)
    for label in (mark for mark in frame.marks if isinstance(mark, Label)):
        wide = width(label.text, label.size, label.weight)
        left = {"start": label.x, "middle": label.x - wide / 2, "end": label.x - wide}[label.anchor]
        assert 0 <= left <= left + wide <= frame.width
        assert 0 <= label.y <= frame.height


def test_parts_that_take_no_time_are_not_drawn():
    shapes = [mark for mark in sweep_frame(SERIES, LOOKS[0]).marks if isinstance(mark, Shape)]
    assert len(shapes) == 2
    words = [mark.text for mark in sweep_frame(SERIES, LOOKS[0]).marks if isinstance(mark, Label)]
    assert "reading" in words
    assert "computing" not in words


def test_twice_the_time_is_twice_as_high():
    shape = next(m for m in sweep_frame(SERIES, LOOKS[0]).marks if isinstance(m, Shape))
    overhead = [m for m in sweep_frame(SERIES, LOOKS[0]).marks if isinstance(m, Shape)][1]
    tops, floors = overhead.points[:3], tuple(reversed(overhead.points[3:]))
    heights = [low[1] - high[1] for high, low in zip(tops, floors, strict=True)]
    assert heights[2] / heights[0] == pytest.approx(2.0)
    assert shape.points[0][1] == pytest.approx(floors[0][1])


def test_each_point_of_a_short_sweep_is_marked():
    discs = [mark for mark in sweep_frame(SERIES, LOOKS[0]).marks if isinstance(mark, Disc)]
    assert len(discs) == 2 * 3  # in the first panel and in the roofline
    assert all(math.isfinite(disc.x) and math.isfinite(disc.y) for disc in discs)


@pytest.mark.parametrize(
    ("machine", "sweep", "file"),
    [
        ("8 x h100", "batch=1..1024", "a.svg"),
        ("4 x wse-3", "streams=1..256", "b.png"),
        ("4 x wse-3", "wafers=4..40", "c.svg"),
        ("4 x wse-3", "bits=4..16", "d.svg"),
        ("8 x h100", "context=128..100000", "e.svg"),
    ],
)
def test_a_sweep_is_drawn_to_a_file(machine, sweep, file, tmp_path, capsys):
    path = tmp_path / file
    words = ["estimate", machine, "llama-3.1-70b", "--sweep", sweep, "--plot", str(path)]
    assert main(words) == 0
    assert str(path) in capsys.readouterr().out
    start = path.read_bytes()[:8]
    assert start.startswith(b"<svg" if file.endswith("svg") else b"\x89PNG")
    assert main(words) == 5


def test_another_ending_is_refused(tmp_path, capsys):
    words = ["estimate", "8 x h100", "llama-3.1-70b", "--sweep", "batch=1..8"]
    assert main([*words, "--plot", str(tmp_path / "x.gif")]) == 2
    assert "write FILE.png, " in capsys.readouterr().err
