"""Each preset gives what its site or program takes, read back by ffprobe."""

import json
import subprocess
import wave

import numpy as np
import pytest
import tools

from viz.cli import main
from viz.errors import EXIT_USAGE

H264 = {
    "codec_name": "h264", "profile": "High", "pix_fmt": "yuv420p", "color_space": "bt709",
    "color_transfer": "bt709", "color_primaries": "bt709", "color_range": "tv",
    "field_order": "progressive",
}  # fmt: skip
PRORES = {"codec_name": "prores", "codec_tag_string": "ap4h", "color_space": "bt709"}
VP9 = {"codec_name": "vp9", "pix_fmt": "yuv420p", "color_space": "bt709"}
AAC = {"codec_name": "aac", "profile": "LC", "sample_rate": "48000", "channels": 2}
PCM = {"codec_name": "pcm_s24le", "sample_rate": "48000", "channels": 2}
OPUS = {"codec_name": "opus", "sample_rate": "48000", "channels": 2}
# The file's ending, sides, rate, and what its streams are.
WANTED = {
    "youtube": (".mp4", 1920, 1080, "60/1", H264, AAC),
    "shorts": (".mp4", 1080, 1920, "60/1", H264, AAC),
    "bilibili": (".mp4", 1920, 1080, "60/1", H264, AAC),
    "douyin": (".mp4", 1080, 1920, "30/1", H264, AAC),
    "xiaohongshu": (".mp4", 1080, 1440, "30/1", H264, AAC),
    "premiere": (".mov", 1920, 1080, "60/1", PRORES, PCM),
    "resolve": (".mov", 1920, 1080, "60/1", PRORES, PCM),
    "keynote": (".mp4", 1920, 1080, "30/1", H264, AAC),
    "web": (".webm", 1280, 720, "30/1", VP9, OPUS),
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", WANTED)
def test_a_film_for_a_place_is_what_that_place_takes(folder, name):
    ending, width, height, rate, video, audio = WANTED[name]
    with wave.open("v.wav", "wb") as file:
        file.setparams((1, 2, 48000, 0, "NONE", ""))
        file.writeframes((np.sin(np.arange(9600) / 9) * 9000).astype("<i2").tobytes())
    assert main(["film", "weights_stay", "--for", name, "--to", "0.1", "--voice", "v.wav"]) == 0
    told = subprocess.run(
        [tools.need("ffprobe", "ffmpeg"), "-v", "error", "-show_streams", "-of", "json",
         f"weights_stay{ending}"], capture_output=True, text=True, check=True,
    )  # fmt: skip
    streams = {one["codec_type"]: one for one in json.loads(told.stdout)["streams"]}
    seen = streams["video"]
    assert (seen["width"], seen["height"], seen["r_frame_rate"]) == (width, height, rate)
    assert {key: seen.get(key) for key in video} == video
    assert {key: streams["audio"].get(key) for key in audio} == audio


def test_what_is_said_otherwise_overrides_a_preset(folder):
    words = ["film", "weights_stay", "--for", "youtube", "--size", "64x36", "--fps", "10"]
    assert main([*words, "--to", "0.2", "-o", "a.mp4"]) == 0
    told = json.loads((folder / "a.mp4.json").read_text(encoding="utf-8"))
    assert (told["width"], told["height"], told["fps"]) == (64, 36, "10")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--for", "youtub"], "did you mean 'youtube'"),
        (["--for", "resolve", "-o", "a.mp4"], "write -o a.mov"),
    ],
)
def test_a_preset_that_cannot_be_is_one_line_and_no_file(folder, capsys, words, told):
    assert main(["film", "weights_stay", *words]) == EXIT_USAGE
    line = capsys.readouterr().err
    assert told in line
    assert line.count("\n") == 1
    assert list(folder.iterdir()) == []


def test_presets_are_listed(capsys):
    assert main(["list", "presets", "--json"]) == 0
    assert [one["name"] for one in json.loads(capsys.readouterr().out)] == list(WANTED)
