"""A narrator's takes are the spine of a film: pauses wait for them, what moves keeps its pace."""

import csv
import io
import json

import av
import numpy as np
import pytest
import tools
from test_film_voice import heard, recording

from viz.cli import main
from viz.errors import EXIT_USAGE
from viz.film.loudness import RATE, set_to
from viz.film.script_table import counted
from viz.scene.load_scene import load_scene, scene_from_text
from viz.scene.voice_timing import waiting_for
from viz.timeline.compile import compile_scene

SCENE = """
title: {en: Takes, zh: 录音}
model: llama-3.1-70b
left: 8 x h100
beats:
  - say: {en: First, zh: 一}
    tell: {en: The first sentence., zh: 第一句话。}
    for: 2 s
    mark: hello
  - say: {en: It runs, zh: 它在走}
    for: 3 s
    pace: 1 ms per second
  - ask:
      question: {en: Which?, zh: 哪个？}
      choices: [{en: this one, zh: 这个}, {en: that one, zh: 那个}]
      answer: {en: that one, zh: 那个}
    for: 4 s
    mark: ask
    notes: {en: "Wait, and look at them.", zh: 等一等。}
  - {say: {en: End, zh: 完}, for: 2 s, mark: end}
"""
SMALL = ["--size", "64x36", "--fps", "25"]
PATTERN = "takes/{scene}/{mark}.{lang}.wav"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "spoken.yaml").write_text(SCENE, encoding="utf-8")
    return tmp_path


@pytest.fixture
def takes(folder):
    place = folder / "takes" / "spoken"
    place.mkdir(parents=True)
    for mark, seconds in (("hello", 3.7), ("beat2", 5.7), ("ask", 2.0), ("end", 1.0)):
        recording(place / f"{mark}.en.wav", seconds, (0.5,))
    return place


def test_a_pause_waits_for_its_take_and_what_moves_keeps_its_length():
    scene = scene_from_text(SCENE)
    waiting, starts = waiting_for(scene, {0: 4.0, 1: 6.0, 2: 2.3, 3: 1.3})
    assert [(beat.seconds, beat.pace) for beat in waiting.beats] == [
        (4, 0), (3, 0.001), (3, 0), (4, 0), (2, 0),
    ]  # fmt: skip
    assert starts == {0: 0.0, 1: 4.0, 2: 10.0, 3: 14.0}
    before, after = compile_scene(scene), compile_scene(waiting)
    assert before.lens.hw(before.seconds) == after.lens.hw(after.seconds)


def test_a_click_in_each_take_is_heard_within_a_frame_of_its_place(folder, takes):
    words = ["film", "spoken.yaml", *SMALL, "-o", "a.mp4", "--voice", PATTERN]
    assert main([*words, "--captions", "srt", "--stems"]) == 0
    # Each take and a breath of 0.3 s: the beats begin at 0, 4, 10 and 14 s.
    assert heard("a.mp4") == pytest.approx([0.5, 4.5, 10.5, 14.5], abs=1 / 25)
    with av.open("a.mp4") as film:
        assert film.streams.video[0].frames == 16 * 25
    told = (folder / "a.en.srt").read_text(encoding="utf-8")
    assert "The first sentence." in told  # what is said, not what stands on screen
    assert "00:00:04,000 --> " in told
    assert told.count("It runs") == 1
    with av.open("a.voice.wav") as stem:
        assert sum(frame.samples for frame in stem.decode(audio=0)) == 16 * RATE
    assert "guide" not in json.loads((folder / "a.mp4.json").read_text("utf-8"))["sound"]


def test_every_take_that_is_missing_is_told_with_its_words_and_none_that_is_there(takes, capsys):
    (takes / "ask.en.wav").unlink()
    (takes / "beat2.en.wav").unlink()
    (takes / "endd.en.wav").write_bytes((takes / "end.en.wav").read_bytes())
    words = ["film", "spoken.yaml", *SMALL, "-o", "a.mp4", "--voice", PATTERN]
    assert main(words) == EXIT_USAGE
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3
    assert "there is no take takes/spoken/beat2.en.wav (beat2: 'It runs')" in lines[0]
    assert "ask.en.wav (ask: 'Which? this one? that one?'); write record it" in lines[1]
    assert "endd.en.wav is a take of no beat of spoken; did you mean 'end'" in lines[2]
    assert not list(takes.parent.parent.glob("*.mp4"))


def test_a_guide_speaks_what_is_missing_and_the_sidecar_says_which(folder, takes):
    tools.need("espeak-ng", "espeak-ng")
    (takes / "ask.en.wav").unlink()
    words = ["film", "spoken.yaml", *SMALL, "-o", "a.mp4", "--voice", PATTERN]
    assert main([*words, "--guide", "espeak"]) == 0
    told = json.loads((folder / "a.mp4.json").read_text(encoding="utf-8"))
    assert told["sound"]["guide"] == ["ask"]
    words = ["film", "spoken.yaml", *SMALL, "-o", "b.mp4", "--guide", "espeak", "--lang", "zh"]
    assert main(words) == 0
    told = json.loads((folder / "b.mp4.json").read_text(encoding="utf-8"))
    assert told["sound"]["guide"] == ["hello", "beat2", "ask", "end"]


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda path: recording(path, 0, ()), "holds no sound"),
        (lambda path: path.write_text("no sound"), "cannot be read as sound"),
    ],
)
def test_a_take_that_holds_nothing_is_one_line(takes, capsys, make, told):
    make(takes / "ask.en.wav")
    assert main(["film", "spoken.yaml", *SMALL, "-o", "a.mp4", "--voice", PATTERN]) == EXIT_USAGE
    line = capsys.readouterr().err
    assert f"ask.en.wav {told}" in line
    assert line.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--voice", PATTERN, "--times", "t.yaml"], "takes have their own times"),
        (["--voice", "takes/spoken/end.en.wav", "--guide", "espeak"], "one recording of all"),
        (["--stems"], "--voice FILE as well"),
    ],
)
def test_what_does_not_go_together_is_one_line(takes, capsys, words, told):
    assert main(["film", "spoken.yaml", *SMALL, "-o", "a.mp4", *words]) == EXIT_USAGE
    line = capsys.readouterr().err
    assert told in line
    assert line.count("\n") == 1


@pytest.mark.parametrize("target", [-14, -16, -23])
def test_loudness_and_peak_are_what_another_meter_measures(target):
    """BS.1770 by pyloudnorm; true peak between the samples, at four times the rate."""
    meter = tools.library("pyloudnorm", "dev").Meter(RATE)
    random = np.random.default_rng(3)
    t = np.arange(RATE * 12) / RATE
    speech = np.sin(2 * np.pi * 180 * t) * (0.5 + 0.5 * np.sin(2 * np.pi * 3 * t)) ** 4
    speech = (speech * 0.2 + random.normal(0, 0.01, len(t))).astype(np.float32)
    speech[::RATE] = 0.9  # clicks
    done, _ = set_to(np.stack([speech, speech]), target)
    assert meter.integrated_loudness(done.T.astype(float)) == pytest.approx(target, abs=0.3)
    spectrum = np.fft.rfft(done[0].astype(float))
    between = np.fft.irfft(np.pad(spectrum, (0, 3 * (len(spectrum) - 1))), 4 * len(t)) * 4
    assert 20 * np.log10(np.abs(between).max()) <= -1


def test_words_are_counted_and_timed_in_both_languages():
    assert counted("The memory wall, at 3.35 TB/s.", "en") == (6, pytest.approx(6 * 60 / 150))
    assert counted("带宽决定速度，GPU 在等", "zh") == (9, pytest.approx(9 * 60 / 240))


@pytest.mark.parametrize("form", ["md", "csv", "docx"])
def test_a_script_has_all_that_a_narrator_needs(folder, form):
    assert main(["script", "spoken.yaml", "-o", f"out.{form}"]) == 0
    if form == "docx":
        paper = tools.library("docx", "decks").Document("out.docx")
        text = "\n".join(line.text for line in paper.paragraphs)
    else:
        text = (folder / f"out.{form}").read_text(encoding="utf-8-sig")
    for word in ("hello", "beat2", "The first sentence.", "Which?", "that one", "Wait, and look"):
        assert word in text, word
    if form == "csv":
        rows = {row["mark"]: row for row in csv.DictReader(io.StringIO(text))}
        assert rows["ask"]["choices"] == "1  this one / 2  that one"
        assert (rows["hello"]["start"], rows["hello"]["length"]) == ("0:00", "2.00")
        assert (rows["hello"]["words"], rows["hello"]["speaking_seconds"]) == ("3", "1.2")
        assert rows["ask"]["answer"].endswith("that one")


def test_a_script_of_a_film_has_the_narrator_s_words_choices_and_notes(capsys):
    assert main(["film", "spoken.yaml", "--script", "--lang", "zh"]) == 0
    told = capsys.readouterr().out
    for word in ("第一句话。", "这个", "等一等。"):
        assert word in told


def test_a_script_of_every_scene_is_written_in_both_languages(folder, capsys):
    assert main(["script", "talk", "--lang", "en,zh", "--format", "md,csv"]) == 0
    assert sorted(path.name for path in folder.glob("talk.*")) == [
        "talk.en.csv", "talk.en.md", "talk.zh.csv", "talk.zh.md",
    ]  # fmt: skip
    assert load_scene("weights_stay").title["zh"] in (folder / "talk.zh.md").read_text("utf-8")
    capsys.readouterr()
    assert main(["script", "talk", "--format", "cvs"]) == EXIT_USAGE
    assert "did you mean 'csv'" in capsys.readouterr().err
