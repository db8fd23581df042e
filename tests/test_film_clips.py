"""Clips for cutting: they add up to the film, and every list says where each of them stands."""

import csv
import io
import re
import shutil
import subprocess
import wave
from fractions import Fraction
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import av
import numpy as np
import pytest
import tools

from viz.cli import main
from viz.errors import EXIT_OUTPUT, EXIT_USAGE, VizError
from viz.film.timecode import picture_of, timecode

NTSC = {"29.97": Fraction(30000, 1001), "59.94": Fraction(60000, 1001)}
SCENE = """
title: {en: "Cut & <paste>", zh: 剪}
model: llama-3.1-70b
left: 8 x h100
beats:
  - {say: {en: "One: the first", zh: 一}, for: 1.05 s, notes: "Say it slowly, \\"twice\\""}
  - {say: {en: Two, zh: 二}, for: 0.7 s, pace: 5 ms per second, mark: wall}
  - ask: {question: {en: Which?, zh: 哪个？}, choices: [{en: this, zh: 这}, {en: that, zh: 那}],
          answer: {en: this, zh: 这}}
    for: 4.6 s
"""
EVERY = "otio,fcpxml,xml,edl,csv"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cut.yaml").write_text(SCENE, encoding="utf-8")
    return tmp_path


def filmed(*words, scene="cut.yaml"):
    return main(["film", scene, "--size", "64x36", *words])


@pytest.mark.parametrize(
    ("text", "fps", "picture"),
    [
        ("01:00:00:00", Fraction(24), 86400),
        ("00:00:59;29", NTSC["29.97"], 1799),
        ("00:01:00;02", NTSC["29.97"], 1800),  # 0 and 1 are left out
        ("00:10:00;00", NTSC["29.97"], 17982),
        ("01:00:00;00", NTSC["29.97"], 107892),
        ("00:01:00;04", NTSC["59.94"], 3600),
        ("01:00:00;00", NTSC["59.94"], 215784),
        ("23:59:59:24", Fraction(25), 24 * 3600 * 25 - 1),
    ],
)
def test_timecode_counts_as_smpte_has_it(text, fps, picture):
    assert picture_of(text, fps) == picture
    assert timecode(picture, fps) == text


@pytest.mark.parametrize("fps", [*NTSC.values(), Fraction(24), Fraction(50)])
def test_timecode_goes_there_and_back_and_keeps_with_the_clock(fps):
    for picture in range(0, 200_000, 997):
        assert picture_of(timecode(picture, fps), fps) == picture
    hour = picture_of("01:00:00;00" if fps in NTSC.values() else "01:00:00:00", fps)
    assert abs(hour / fps - 3600) < Fraction(1, 100)  # ST 12-1: 3.6 ms an hour are left


@pytest.mark.parametrize("text", ["1:00:00:00", "01:00:00:25", "00:01:00;00", "25:00:00:00", "x"])
def test_what_is_no_timecode_is_refused(text):
    with pytest.raises(VizError, match="01:00:00"):
        picture_of(text, NTSC["29.97"] if ";" in text else Fraction(25))


def md5(*files):
    """FFmpeg's checksum of each picture of some files, decoded one after the other."""
    found = []
    for file in files:
        run = subprocess.run(
            [tools.need("ffmpeg", "ffmpeg"), "-v", "error", "-i", str(file), "-map", "0:v:0",
             "-f", "framemd5", "-"], capture_output=True, text=True, check=True,
        )  # fmt: skip
        found += [line.split(",")[-1] for line in run.stdout.splitlines() if line[0] != "#"]
    return found


@pytest.mark.parametrize(("form", "ending"), [("mp4", ".mp4"), ("prores", ".mov")])
def test_clips_decoded_and_joined_are_the_film_picture_for_picture(folder, form, ending):
    words = ["--format", form, "--fps", "25", "--from", "0.3"]
    assert filmed("-o", f"film{ending}", *words) == 0
    assert filmed("--clips", "-o", "clips", *words) == 0
    clips = sorted((folder / "clips").glob(f"*{ending}"))
    assert [clip.name for clip in clips] == [
        f"01_one_the_first{ending}", f"02_wall{ending}", f"03_which{ending}",
    ]  # fmt: skip
    whole = md5(folder / f"film{ending}")
    assert len(whole) == round((6.35 - 0.3) * 25)
    assert md5(*clips) == whole


def read_edl(text, fps):
    """File, first picture of the film and of the file, and length; of each event."""
    rows = re.findall(
        r"^\d{3}  AX       (\S+) +C        (\S+) (\S+) (\S+) (\S+)\n\* FROM CLIP NAME: (\S+)$",
        text, re.MULTILINE,
    )  # fmt: skip
    for track, *times, file in rows:
        a, b, c, d = (picture_of(time, fps) for time in times)
        assert b - a == d - c
        yield track, file, c, a, d - c


@pytest.mark.parametrize("rate", ["24", "25", "29.97", "59.94"])
def test_every_list_read_back_is_equal_to_the_picture(folder, rate):
    fps = NTSC.get(rate, Fraction(rate))
    words = ["--fps", rate, "--format", "mp4", "--voice", "v.wav"]
    with wave.open("v.wav", "wb") as file:
        file.setparams((1, 2, 48000, 0, "NONE", ""))
        file.writeframes((np.sin(np.arange(48000 * 2) / 9) * 9000).astype("<i2").tobytes())
    assert filmed("--clips", "--timeline", EVERY, "-o", "made", *words) == 0
    shutil.move(folder / "made", folder / "moved")
    made = folder / "moved"
    starts = [0, *(-(-Fraction(second) * fps // 1) for second in ("1.05", "1.75"))]
    ends = [*starts[1:], round(Fraction("6.35") * fps)]
    hour = picture_of("01:00:00:00", fps)
    files = sorted(file.name for file in made.glob("*.mp4"))
    wanted = [
        (file, hour + start, hour + start, end - start)
        for file, start, end in zip(files, starts, ends, strict=True)
    ]
    length = int(ends[-1])

    events = list(read_edl((made / "cut.edl").read_text("utf-8"), fps))
    assert [event[1:] for event in events if event[0] == "V"] == wanted
    assert ("A", "voice.wav", hour, 0, length) in events

    rows = list(csv.DictReader(io.StringIO((made / "cut.csv").read_text("utf-8-sig"))))
    assert [
        (row["file"], picture_of(row["timecode_in"], fps), hour + int(row["first_frame"]),
         int(row["frames"])) for row in rows
    ] == wanted  # fmt: skip
    assert [row["kind"] for row in rows] == ["step", "step", "question"]
    assert rows[0]["notes"] == 'Say it slowly, "twice"'

    tree = ET.parse(made / "cut.fcpxml")  # noqa: S314  our own
    places = {
        asset.get("id"): unquote(asset.find("media-rep").get("src")) for asset in tree.iter("asset")
    }

    def pictures(text):
        return Fraction(text.removesuffix("s")) * fps

    sequence = tree.find(".//sequence")
    assert (pictures(sequence.get("tcStart")), pictures(sequence.get("duration"))) == (hour, length)
    clips = tree.findall(".//spine/asset-clip")
    assert [
        (places[clip.get("ref")].removeprefix("./"),
         *(pictures(clip.get(key)) for key in ("offset", "start", "duration"))) for clip in clips
    ] == wanted  # fmt: skip
    voice = clips[0].find("asset-clip[@lane='-1']")
    assert (places[voice.get("ref")], pictures(voice.get("duration"))) == ("./voice.wav", length)

    tree = ET.parse(made / "cut.xml")  # noqa: S314  our own
    items = tree.findall(".//video/track/clipitem")
    assert [
        (unquote(item.findtext("file/pathurl")), hour + int(item.findtext("start")),
         int(item.findtext("file/timecode/frame")), int(item.findtext("end")) - int(item.findtext("start")))
        for item in items
    ] == wanted  # fmt: skip
    assert [int(mark.findtext("in")) for mark in tree.findall(".//marker")] == starts

    otio = tools.library("opentimelineio", "cutting")
    line = otio.adapters.read_from_file(str(made / "cut.otio"))
    (video,) = line.video_tracks()
    assert [
        (unquote(clip.media_reference.target_url),
         round((line.global_start_time + clip.range_in_parent().start_time).value),
         round(clip.source_range.start_time.value), round(clip.source_range.duration.value))
        for clip in video
    ] == wanted  # fmt: skip
    assert {clip.source_range.duration.rate for clip in video} == {float(fps)}
    assert [clip.markers[0].metadata["viz"]["kind"] for clip in video][2] == "question"
    (sound,) = line.audio_tracks()
    assert round(sound.duration().value) == length
    with av.open(str(made / "voice.wav")) as file:
        stream = file.streams.audio[0]
        assert (stream.codec_context.name, stream.rate) == ("pcm_s24le", 48000)
        samples = sum(frame.samples for frame in file.decode(stream))
        assert samples == round(length / fps * 48000)

    for file, _, source, frames in wanted:  # and the files say of themselves what the lists do
        told = subprocess.run(
            [tools.need("ffprobe", "ffmpeg"), "-v", "error", "-select_streams", "v", "-show_entries",
             "stream=nb_frames:stream_tags=timecode", "-of", "csv=p=0", str(made / file)],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert told.stdout.strip() == f"{frames},{timecode(source, fps)}"


def test_a_film_of_its_own_has_the_timecode_that_it_is_given(folder, capsys):
    words = ["--fps", "25", "--to", "0.2", "--timecode", "10:00:00:12"]
    for name in ("a.mov", "a.mp4"):
        assert filmed("-o", name, *words) == 0
        assert b"tmcd" in (folder / name).read_bytes()
    capsys.readouterr()
    assert filmed("-o", "a.webm", *words) == EXIT_USAGE
    assert "holds no timecode" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told", "code"),
    [
        (["--clips", "--timeline", "edll"], "did you mean 'edl'", EXIT_USAGE),
        (["--timeline", "edl"], "--clips as well", EXIT_USAGE),
        (["--clips", "--loop"], "--clips or --loop", EXIT_USAGE),
        (["--clips", "--format", "gif"], "no format for clips", EXIT_USAGE),
        (["--clips", "--timecode", "soon"], "no timecode", EXIT_USAGE),
        (["--clips", "--timeline", "edl", "--fps", "33/2"], "no cutting program", EXIT_USAGE),
        (["--clips", "-o", "cut.yaml"], "is a file", EXIT_OUTPUT),
        (["--clips", "-o", "mine"], "has files in it", EXIT_OUTPUT),
    ],
)
def test_clips_that_cannot_be_are_one_line_and_nothing_is_written(
    folder, capsys, words, told, code
):
    (folder / "mine").mkdir()
    (folder / "mine" / "notes.txt").write_text("mine")
    before = sorted(folder.rglob("*"))
    assert filmed(*words) == code
    line = capsys.readouterr().err
    assert told in line
    assert line.count("\n") == 1
    assert sorted(folder.rglob("*")) == before


def test_a_disk_that_is_full_in_a_timeline_leaves_nothing_half_written(folder, capsys, monkeypatch):
    def full(data, path, *, overwrite):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("viz.film.still.save_bytes", full)
    words = ["--clips", "--timeline", "edl", "--fps", "5", "--to", "0.4"]
    assert filmed(*words, "-o", "cut") == EXIT_OUTPUT
    assert "cannot be written: No space left" in capsys.readouterr().err
    assert [file.name for file in folder.iterdir()] == ["cut.yaml"]


def test_clips_are_put_beside_what_an_editor_has_in_the_folder_when_that_is_asked_for(folder):
    words = ["--clips", "--fps", "5", "--to", "0.4", "--format", "mp4", "-o", "cut"]
    Path("cut").mkdir()
    Path("cut/project.kdenlive").write_text("mine")
    assert filmed(*words, "--overwrite") == 0
    assert sorted(file.name for file in Path("cut").iterdir()) == [
        "01_one_the_first.mp4", "01_one_the_first.mp4.json", "project.kdenlive",
    ]  # fmt: skip
