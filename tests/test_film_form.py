"""viz film with formats, captions, chapters, languages and pages, from the command line."""

import io
import json
from fractions import Fraction

import av
import numpy as np
import pytest

from viz.cli import main
from viz.errors import EXIT_USAGE

SMALL = ["--size", "160x90", "--fps", "10"]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(folder):
    """What was written, without the sidecars."""
    return sorted(path.name for path in folder.iterdir() if path.suffix != ".json")


def film(*words):
    return main(["film", "weights_stay", *SMALL, *words])


def test_the_format_that_is_named_overrides_the_ending(folder):
    assert film("--to", "0.5", "-o", "a.mov", "--format", "qtrle") == 0
    with av.open("a.mov") as made:
        assert made.streams.video[0].codec_context.name == "qtrle"


def test_a_transparent_webm_without_a_name_is_one_with_alpha(folder):
    assert film("--to", "0.3", "--transparent", "--corner", "bottom-right") == 0
    assert names(folder) == ["weights_stay.webm"]
    with av.open("weights_stay.webm") as made:
        decoder = av.CodecContext.create("libvpx-vp9", "r")
        packet = next(made.demux(video=0))
        (frame,) = decoder.decode(packet) or decoder.decode(None)
        alpha = frame.to_ndarray(format="rgba")[:, :, 3]
    assert (alpha[:, 124:] <= 2).all()  # the quarter for a face, but for what a codec smears
    assert alpha[:, :118].max() == 255


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["-o", "a.mp4", "--transparent"], "webm_alpha"),
        (["--format", "mp5"], "did you mean 'mp4'"),
        (["--captions", "str"], "did you mean 'srt'"),
        (["--chapters", "txt"], "did you mean 'text'"),
        (["--caption-lang", "en,de"], "en or zh"),
        (["--lang", "en,fr"], "en or zh"),
        (["--corner", "middle"], "bottom-right"),
        (["-o", "a.pdf", "--to", "3"], "pages and no frames"),
    ],
)
def test_what_cannot_be_is_told_in_a_line_and_nothing_is_written(folder, capsys, words, told):
    assert film(*words) == EXIT_USAGE
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
    assert list(folder.iterdir()) == []


def test_captions_chapters_and_transcript_lie_beside_the_film_in_each_language(folder):
    words = ["--captions", "srt,vtt,track", "--caption-lang", "en,zh", "--transcript"]
    assert film("-o", "a.mp4", "--size", "32x18", *words, "--chapters", "file,text,ffmetadata") == 0
    assert names(folder) == [
        "a.chapters.txt", "a.en.srt", "a.en.txt", "a.en.vtt", "a.ffmetadata", "a.mp4",
        "a.zh.srt", "a.zh.txt", "a.zh.vtt",
    ]  # fmt: skip
    with av.open("a.mp4") as made:
        assert [stream.language for stream in made.streams.subtitles] == ["eng", "zho"]
        # Of ten seconds at least: 5+7, 8+5, 8+9, 6+6, 9+6, 6+5+7.
        assert len(made.chapters()) == 6
    text = (folder / "a.chapters.txt").read_text(encoding="utf-8")
    assert text.splitlines()[0] == "0:00 Two machines. The same weights"
    # An independent reader of both caption formats: FFmpeg's.
    for ending, form in (("srt", "srt"), ("vtt", "webvtt")):
        data = (folder / f"a.en.{ending}").read_bytes()
        with av.open(io.BytesIO(data), format=form) as captions:
            packets = [packet for packet in captions.demux() if packet.size]
        assert len(packets) == 14  # eleven lines, a question in two, and its answer
        last = packets[-1]
        assert (last.pts + last.duration) * last.time_base <= Fraction(87)


def test_captions_that_are_not_burned_are_not_in_the_picture(folder):
    words = ["--from", "6", "--to", "6.1", "--format", "png"]
    assert film("-o", "with", *words) == 0
    assert film("-o", "without", *words, "--captions", "none") == 0
    pictures = []
    for name in ("with", "without"):
        with av.open(str(folder / name / f"{name}_000000.png")) as file:
            pictures.append(next(file.decode(video=0)).to_ndarray(format="gray")[75:80])
    assert pictures[0].max() > 150  # white letters on the strip
    assert pictures[1].max() < 140  # the stage has taken the place, and its words are grey


def test_two_languages_give_two_films_of_equal_length(folder):
    assert film("--lang", "en,zh", "--to", "0.5", "-o", "a.mp4") == 0
    assert names(folder) == ["a.en.mp4", "a.zh.mp4"]
    lengths = set()
    for name in names(folder):
        with av.open(name) as made:
            lengths.add((made.streams.video[0].frames, made.streams.video[0].duration))
    assert len(lengths) == 1


def test_all_scenes_in_both_languages_come_into_a_folder(folder, monkeypatch):
    monkeypatch.setattr("viz.scene.find.scene_names", lambda *_: ("race", "weights_stay"))
    words = [
        "film",
        "all",
        "--lang",
        "en,zh",
        *SMALL,
        "--to",
        "0.2",
        "-o",
        "course",
        "--format",
        "webm",
    ]
    assert main(words) == 0
    assert names(folder / "course") == [
        "race.en.webm", "race.zh.webm", "weights_stay.en.webm", "weights_stay.zh.webm",
    ]  # fmt: skip


def test_a_loop_s_film_ends_one_frame_before_its_first(folder):
    assert film("--from", "8", "--to", "9", "--loop", "-o", "a.mov", "--format", "qtrle") == 0
    with av.open("a.mov") as made:
        frames = [f.to_ndarray(format="rgb24").astype(int) for f in made.decode(video=0)]
    assert len(frames) == 10
    # The last of five pictures that dissolve is four fifths of the first. Of the machines only:
    # words go before others come.
    steps = [np.abs(frame - frames[0])[28:53].mean() for frame in frames]
    assert steps[9] < steps[8] < steps[7]


def test_a_gif_tells_the_rate_that_it_will_have(folder, capsys):
    assert main(["film", "weights_stay", "--size", "32x18", "--to", "0.2", "-o", "a.gif"]) == 0
    assert "a.gif will have 50 pictures per second" in capsys.readouterr().err


def test_pages_are_written_by_their_ending(folder, capsys):
    assert main(["film", "weights_stay", *SMALL[:2], "-o", "a.pdf"]) == 0
    assert main(["film", "weights_stay", *SMALL[:2], "-o", "a.pptx", "--lang", "zh"]) == 0
    assert names(folder) == ["a.pdf", "a.pptx"]
    assert "a.pdf: 13 steps" in capsys.readouterr().out


def test_the_formats_are_listed_with_a_line_for_each(capsys):
    assert main(["list", "formats"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in told] == [
        "av1", "gif", "hevc", "html", "mp4", "pdf", "png", "pptx", "prores", "qtrle", "webm",
        "webm_alpha", "webp",
    ]  # fmt: skip
    assert all(len(line.split()) > 5 for line in told)


def test_a_sequence_has_its_sidecar_and_no_other_file_beside_it(folder):
    assert film("--to", "0.2", "-o", "take.png") == 0
    assert (
        json.loads((folder / "take" / "manifest.json").read_text(encoding="utf-8"))["frames"] == 2
    )


@pytest.mark.parametrize("ending", ["gif", "webp", "png"])
def test_a_film_that_can_hold_no_caption_track_says_so(tmp_path, capsys, ending):
    words = ["film", "weights_stay", "-o", str(tmp_path / f"a.{ending}"), "--captions", "srt,track"]
    assert main(words) == EXIT_USAGE
    assert "can hold no captions as a track; write --captions srt,vtt" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_captions_of_films_in_two_languages_have_their_language_once(folder):
    words = ["--to", "0.3", "--lang", "en,zh", "--captions", "srt", "-o", "cr.mp4"]
    assert film(*words) == 0
    assert names(folder) == ["cr.en.mp4", "cr.en.srt", "cr.zh.mp4", "cr.zh.srt"]


def test_a_value_that_a_knob_does_not_take_as_it_is_is_told(folder, capsys):
    turns = ["--set", "bandwidth=200 TB/s", "--set", "wafers=3"]
    assert film("--to", "0.3", *turns, "-o", "a.mp4") == 0
    told = capsys.readouterr().err
    assert "bandwidth=200 TB/s is kept at its limit, 33.5 TB/s" in told
    assert "wafers=3 is kept at its limit, 4" in told
    assert main(["still", "weights_stay", "--at", "1", *SMALL[:2], *turns[:2], "-o", "a.png"]) == 0
    assert "its limit, 33.5 TB/s" in capsys.readouterr().err
    assert main(["describe", "weights_stay", "--set", "bandwidth=4 TB/s"]) == 0
    assert "kept at" not in capsys.readouterr().err


def test_a_rate_is_refused_for_what_has_no_frames(folder, capsys):
    assert film("-o", "a.pdf") == EXIT_USAGE
    assert "no --fps" in capsys.readouterr().err
    assert names(folder) == []
