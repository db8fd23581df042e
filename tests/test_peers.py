"""The comparison with Manim Community: its own arithmetic, without Manim."""

import ast
import json
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from viz.film.pixels import array_of
from viz.paint.surface import Painter

PEERS = Path(__file__).parent / "peers"


@pytest.fixture(autouse=True)
def _beside(monkeypatch):
    monkeypatch.syspath_prepend(str(PEERS))


def one_round(**seconds):
    """A round in which each run takes so many seconds and 100 MB, and prints those seconds."""
    return {name.replace("_", " "): (s, 100.0, str(s)) for name, s in seconds.items()}


def test_the_picture_has_80_wafers_in_a_row_that_turns_and_600_tokens_that_move():
    import pipe

    places = pipe.wafers()
    assert len(set(places)) == 80
    for (ax, ay), (bx, by) in pairwise(places):
        assert {abs(ax - bx), abs(ay - by)} in ({0.0, 180.0}, {0.0, 125.0})
    assert all(48 <= x <= 1872 and 48 <= y <= 1032 for x, y in places)
    tokens = [pipe.token(number, 0.0) for number in range(pipe.TOKENS)]
    assert len(set(tokens)) == 600
    assert tokens[0] == places[0]
    # 1.5 wafers a second: after two seconds it is at the fourth.
    assert pipe.token(0, 2.0) == places[3]
    assert all(pipe.token(number, 1 / 60) != tokens[number] for number in range(600))


def test_our_frame_holds_exactly_what_the_picture_says_and_is_painted_as_alone():
    import in_viz
    import pipe

    frames = [in_viz.frame_at(Fraction(number, 60)) for number in range(4)]
    assert [(len(frame.still), len(frame.marks)) for frame in frames] == [(80, 600)] * 4
    assert (frames[0].marks[7].x, frames[0].marks[7].y) == pipe.token(7, 0.0)
    painter = Painter(480, 270)
    for frame in frames:
        swarm = array_of(painter.paint(frame)).copy()
        alone = array_of(Painter(480, 270).paint(frame)).copy()
        assert np.array_equal(swarm[:, :, :3], alone[:, :, :3])


def test_manims_scene_takes_places_sizes_and_colours_from_the_same_file():
    tree = ast.parse((PEERS / "in_manim.py").read_text(encoding="utf-8"))
    used = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "pipe"
    }
    assert {"wafers", "token", "TOKENS", "SECONDS", "GROUND", "BODY", "RIM", "TOKEN"} <= used
    assert {"WAFER", "RADIUS", "EDGE", "SIZE"} <= used


def test_the_ratios_are_of_the_best_rounds_and_of_the_most_memory():
    import compare

    slow = one_round(manim_film=30, film=8, draft=5, manim_pictures=20, pictures=1)
    quick = one_round(manim_film=20, film=4, draft=2.5, manim_pictures=15, pictures=0.5)
    quick["film"] = (4, 300.0, "")
    quick["manim film"] = (20, 600.0, "")
    found = compare.ratios([slow, quick])
    assert found == {"film": 5.0, "draft": 8.0, "pictures": 30.0, "memory": 0.5}
    assert all(compare.kept(name, value) for name, value in found.items())
    assert not compare.kept("memory", 0.61)
    assert not compare.kept("draft", 7.99)
    lines = compare.told(found, [slow, quick])
    assert [line.split()[0] for line in lines] == ["film", "draft", "pictures", "memory"]
    assert "300 MB, 600 MB" in lines[3]


def test_without_manim_one_line_says_what_to_install(capsys, monkeypatch):
    import compare

    monkeypatch.setattr(compare, "PROBE", "import manim_that_is_not_there")
    assert compare.main([]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "pip install manim" in told
    assert "--manim PYTHON" in told
    assert compare.main(["--manim", "/nonexistent/python"]) == 2
    assert capsys.readouterr().err.startswith("/nonexistent/python cannot be run")


def test_a_process_is_measured_from_start_to_end_with_its_own_peak():
    # From a small process, as the script is: a child's peak is at least that of its parent.
    code = (
        "import sys, json; sys.path.insert(0, sys.argv[1]); import compare;"
        "words = [sys.executable, '-c', 'x = bytearray(200_000_000); print(1, 7)'];"
        "print(json.dumps(compare.measured(words)))"
    )
    words = [sys.executable, "-c", code, str(PEERS)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    seconds, peak, last = json.loads(done.stdout)
    assert last == "7"
    assert 200 < peak < 300
    assert 0 < seconds < 60
