"""Clean plates and layers: what is hidden is gone and gives its place; layers laid over each other
are the picture."""

import json
from dataclasses import replace
from fractions import Fraction

import av
import numpy as np
import pytest

from viz.cli import main
from viz.errors import EXIT_USAGE
from viz.film.pixels import array_of
from viz.film.source import source_of
from viz.film.transparent import ClearPainter
from viz.paint.surface import Painter
from viz.scene.find import scene_names
from viz.show import open_show
from viz.stage.layout import layout
from viz.stage.look import HIDEABLE, LAYERS, Look
from viz.stage.marks import Label

SIZE = (480, 270)


PLAIN = """
title: {en: A plain scene, zh: 一}
model: llama-3.1-70b
left: 8 x h100
right: 4 x wse-3
beats:
  - {say: {en: Both read., zh: 都在读}, for: 5 s, pace: 5 ms per second}
  - {say: {en: One waits., zh: 一个在等}, for: 5 s, pace: 5 ms per second}
"""


def texts(show, t=3.0):
    frame = show.frame(t)
    return " | ".join(
        mark.text for mark in (*frame.still, *frame.all) if isinstance(mark, Label) and mark.alpha
    )


@pytest.mark.parametrize(
    ("word", "gone"),
    [
        ("title", "A plain scene"),
        ("clock", "hardware clock"),
        ("captions", "Both read."),
        ("sources", "step 1 / 2"),
    ],
)
def test_what_is_hidden_is_not_drawn_and_the_rest_is(word, gone, tmp_path):
    file = tmp_path / "plain.yaml"
    file.write_text(PLAIN, encoding="utf-8")
    show = open_show(str(file))
    assert gone.casefold() in texts(show).casefold()
    hidden = texts(replace(show, look=replace(show.look, hidden=(word,))))
    assert gone.casefold() not in hidden.casefold()
    assert "8 × NVIDIA H100" in hidden


@pytest.mark.parametrize("size", [(1920, 1080), (1440, 1080), (1080, 1080), (1080, 1920)])
def test_hidden_captions_give_their_place_to_the_stage(size):
    """The band is gone, and the body reaches down to what still stands below it."""
    usual = layout(Look(*size))
    plain = layout(Look(*size, hidden=("captions",)))
    clean = layout(Look(*size, hidden=HIDEABLE))
    bottoms = [made.body[1] + made.body[3] for made in (usual, plain, clean)]
    assert bottoms == sorted(bottoms)
    assert bottoms[1] - bottoms[0] > 40
    assert bottoms[1] <= plain.progress[1] - 20
    assert bottoms[2] <= usual.height
    frame = open_show("weights_stay", width=size[0], height=size[1])
    frame = replace(frame, look=replace(frame.look, hidden=("captions",))).frame(3.0)
    assert not any(getattr(mark, "w", 0) == frame.width for mark in frame.still)


@pytest.mark.parametrize("name", scene_names())
def test_layers_laid_over_each_other_are_the_film_within_two(name):
    show = open_show(name, width=SIZE[0], height=SIZE[1])
    whole = Painter(*SIZE)
    clear = ClearPainter((Painter(*SIZE), Painter(*SIZE)), *SIZE)
    for share in (0.3, 0.6, 0.95):
        t = show.seconds * share
        frame = show.frame(t)
        wanted = array_of(whole.paint(frame))[:, :, :3].astype(float)
        laid = np.zeros_like(wanted) + [int(frame.ground[i : i + 2], 16) for i in (5, 3, 1)]
        drawn = []
        for layer in LAYERS:
            source = source_of(show.scene, show.take, replace(show.look, layer=layer))
            one = clear.paint(source.frames(*SIZE)(Fraction(t))).array.astype(float)
            drawn.append(one[:, :, 3].any())
            alpha = one[:, :, 3:] / 255
            laid = one[:, :, :3] * alpha + laid * (1 - alpha)
        off = np.abs(np.rint(laid) - wanted).max(axis=2)  # as whole numbers, as editors keep them
        # Where edges of many marks cross, each of them is rounded by itself: a few pixels.
        assert (off > 2).mean() < 5e-4
        assert off.max() <= 5
        assert sum(drawn) >= 3  # a beat may say nothing


def test_a_film_in_layers_is_a_transparent_film_for_each(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ["film", "weights_stay", "--size", "64x36", "--fps", "10", "--to", "0.5"]
    assert main([*words, "--layers", "captions,machines", "-o", "a.mov"]) == 0
    for layer in ("machines", "captions"):
        with av.open(f"a.{layer}.mov") as film:
            assert film.streams.video[0].frames == 5
            picture = next(film.decode(video=0)).to_ndarray(format="rgba")
        assert picture[:, :, 3].min() == 0
        assert picture[:, :, 3].max() > 100
        told = json.loads((tmp_path / f"a.{layer}.mov.json").read_text(encoding="utf-8"))
        assert told["layer"] == layer


def test_hidden_sources_lie_beside_the_film_and_the_sidecar_says_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ["film", "weights_stay", "--size", "64x36", "--fps", "10", "--to", "0.2"]
    assert main([*words, "-o", "a.mp4", "--hide", "sources,captions"]) == 0
    told = json.loads((tmp_path / "a.mp4.json").read_text(encoding="utf-8"))
    assert told["hidden"] == ["sources", "captions"]
    lines = (tmp_path / "a.sources.txt").read_text(encoding="utf-8").splitlines()
    assert [line.strip() for line in lines[1:]] == told["scenes"][0]["sources"]
    assert len(lines) > 3


def test_layers_in_clips_are_tracks_of_the_timeline(tmp_path, monkeypatch):
    otio = pytest.importorskip("opentimelineio")
    monkeypatch.chdir(tmp_path)
    words = ["film", "weights_stay", "--size", "64x36", "--fps", "10", "--to", "6"]
    words += ["--clips", "--timeline", "otio,fcpxml", "--layers", "machines,furniture"]
    assert main([*words, "-o", "cut"]) == 0
    line = otio.adapters.read_from_file("cut/weights_stay.otio")
    tracks = [[clip.media_reference.target_url for clip in track] for track in line.video_tracks()]
    assert [len(track) for track in tracks] == [2, 2]
    assert all(url.endswith(".machines.mov") for url in tracks[0])
    assert all(url.endswith(".furniture.mov") for url in tracks[1])
    assert all((tmp_path / "cut" / url).is_file() for track in tracks for url in track)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--hide", "titel"], "did you mean 'title'"),
        (["--layers", "lables"], "did you mean 'labels'"),
        (["--layers", "labels", "--loop"], "--corner or --loop"),
        (["--layers", "labels", "-o", "a.mp4"], "cannot be transparent"),
    ],
)
def test_what_cannot_be_hidden_or_parted_is_one_line(tmp_path, monkeypatch, capsys, words, told):
    monkeypatch.chdir(tmp_path)
    assert main(["film", "weights_stay", *words]) == EXIT_USAGE
    line = capsys.readouterr().err
    assert told in line
    assert line.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
