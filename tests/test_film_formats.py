"""Every format, read back by PyAV: frames, times, tags, colours, alpha; and the same bytes twice."""

import io
import json
import subprocess
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise

import av
import numpy as np
import pytest
import tools
from filming import GREEN, Pixels, job, moving

from viz.errors import EXIT_OUTPUT, EXIT_USAGE, VizError
from viz.film.formats import format_for, formats, is_pages, missing, usual_ending
from viz.film.formats.webp import delays
from viz.film.job import Painted
from viz.film.pixels import bled
from viz.film.recorder import record
from viz.film.request import Wanted, job_for
from viz.film.tracks import Chapter, Cue, Track

VIDEOS = {
    "mp4": ".mp4",
    "hevc": ".mp4",
    "webm": ".webm",
    "webm_alpha": ".webm",
    "av1": ".mkv",
    "prores": ".mov",
    "qtrle": ".mov",
}
EXACT = ("mp4", "hevc", "prores", "qtrle")  # their clocks hold every rate; WebM counts milliseconds
HALF_RED = (255, 0, 0, 128)


def filmed(tmp_path, name, picture, frames=6, fps=60, **more):
    path = tmp_path / f"film{usual_ending(formats()[name])}"
    return record(job(path, frames, fps, format=name, **more), picture)


def half_red(width=64, height=48):
    """Left half nothing at all, right half a red of which 128 in 255 are seen."""
    pixels = Pixels(width, height)
    pixels.array[:] = 0
    pixels.array[:, width // 2 :] = (HALF_RED[2], HALF_RED[1], HALF_RED[0], HALF_RED[3])
    return lambda _: Painted(pixels)


@pytest.mark.parametrize("name", VIDEOS)
@pytest.mark.parametrize("fps", [Fraction(25), Fraction(30000, 1001)])
def test_a_film_of_each_format_has_exactly_its_frames_at_its_rate(tmp_path, name, fps):
    path = filmed(tmp_path, name, moving(), 7, fps)
    with av.open(str(path)) as film:
        stream = film.streams.video[0]
        assert abs(stream.average_rate - fps) < Fraction(1, 1000)
        times = [frame.pts * stream.time_base for frame in film.decode(video=0)]
    assert len(times) == 7
    wrong = max(abs(found - n / fps) for n, found in enumerate(times))
    assert wrong == 0 if name in EXACT else wrong <= Fraction(1, 1000)


@pytest.mark.parametrize("name", VIDEOS)
def test_a_film_of_each_format_has_the_same_bytes_each_time(tmp_path, name):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    first, second = (filmed(tmp_path / one, name, moving()) for one in "ab")
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize("name", [*VIDEOS, "gif", "webp"])
def test_a_painted_green_is_within_two_of_itself(tmp_path, name):
    path = filmed(tmp_path, name, lambda _: Painted(Pixels(64, 48)), 3, 50)
    if name == "webp":  # FFmpeg reads single WebP pictures only
        from PIL import Image

        picture = np.asarray(Image.open(path).convert("RGB"))
    else:
        with av.open(str(path)) as film:
            picture = next(film.decode(video=0)).to_ndarray(format="rgb24")
    assert np.abs(picture.astype(int) - GREEN).max() <= 2


@pytest.mark.parametrize("name", ["mp4", "hevc", "webm", "webm_alpha", "av1", "prores"])
def test_films_in_yuv_bear_all_four_tags_of_bt709(tmp_path, name):
    path = filmed(tmp_path, name, moving())
    with av.open(str(path)) as film:
        context = film.streams.video[0].codec_context
        tags = (context.colorspace, context.color_primaries, context.color_trc)
        assert (*tags, context.color_range) == (1, 1, 1, 1)


@pytest.mark.parametrize("name", ["webm_alpha", "prores", "qtrle"])
def test_alpha_is_straight_and_comes_back(tmp_path, name):
    path = filmed(tmp_path, name, half_red(), 3, alpha=True)
    with av.open(str(path)) as film:
        if name == "webm_alpha":
            # FFmpeg's own decoder of VP9 does not look at alpha; libvpx does.
            context = av.CodecContext.create("libvpx-vp9", "r")
            packet = next(film.demux(video=0))
            (frame,) = context.decode(packet) or context.decode(None)
        else:
            frame = next(film.decode(video=0))
        picture = frame.to_ndarray(format="rgba")
    assert np.abs(picture[10, 8, 3].astype(int)) <= 2
    assert np.abs(picture[10, 56].astype(int) - HALF_RED).max() <= 3


def test_clear_pixels_take_the_colour_beside_them_and_stay_clear():
    array = np.zeros((8, 8, 4), np.uint8)
    array[:, 4:] = (10, 20, 30, 255)
    out = bled(array)
    assert (out[:, :4, 3] == 0).all()
    assert (out[:, :4, :3] == (10, 20, 30)).all()
    assert (out[:, 4:] == (10, 20, 30, 255)).all()


def test_hevc_is_tagged_as_apple_s_players_want_it_and_prores_as_4444(tmp_path):
    tags = {}
    for name in ("hevc", "prores"):
        with av.open(str(filmed(tmp_path, name, moving()))) as film:
            tags[name] = film.streams.video[0].codec_context.codec_tag
    assert tags == {"hevc": "hvc1", "prores": "ap4h"}


@pytest.mark.parametrize(("asked", "given"), [(60, 50), (50, 50), (30, Fraction(100, 3)), (24, 25)])
def test_a_gif_plays_at_the_nearest_rate_that_whole_hundredths_allow(tmp_path, asked, given):
    made = job_for(tmp_path / "a.gif", (64, 48), 1.0, Fraction(asked), (None, None), Wanted())
    assert made.fps == given
    assert made.frames == round(given)


def test_a_gif_shows_each_picture_as_long_as_it_should_and_loops(tmp_path):
    path = filmed(tmp_path, "gif", moving(), 10, 50)
    with av.open(str(path)) as film:
        stream = film.streams.video[0]
        times = [frame.pts * stream.time_base for frame in film.decode(video=0)]
    assert times == [Fraction(n, 50) for n in range(10)]
    data = path.read_bytes()
    assert b"NETSCAPE2.0\x03\x01\x00\x00" in data  # over and over
    assert data.count(b"\x21\xf9\x04") == 10
    delays_found = {data[i + 4] for i in range(len(data) - 8) if data[i : i + 3] == b"\x21\xf9\x04"}
    assert delays_found == {2}  # hundredths of a second, the last one too


def test_a_webp_lasts_as_long_as_its_frames_whether_they_move_or_not(tmp_path):
    (tmp_path / "still").mkdir()
    moves = filmed(tmp_path, "webp", moving(), 10, 25)
    still = filmed(tmp_path / "still", "webp", lambda _: Painted(Pixels(64, 48)), 10, 25)
    assert sum(delays(moves)) == 400  # milliseconds
    assert len(delays(moves)) == 10
    assert sum(delays(still)) == 400
    from PIL import Image

    with Image.open(still) as picture:
        assert picture.convert("RGB").getpixel((9, 9)) == (0, 171, 0)


def test_a_png_sequence_has_no_gap_and_a_manifest_that_tells_each_file(tmp_path):
    made = job_for(
        tmp_path / "take.png", (64, 48), 1.0, Fraction(5), (None, None), Wanted(alpha=True)
    )
    folder = record(made, half_red())
    assert folder == tmp_path / "take"
    told = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    names = [f"take_{n:06d}.png" for n in range(5)]
    assert [file["name"] for file in told["files"]] == names
    assert {file.name for file in folder.iterdir()} == {*names, "manifest.json"}
    for file in told["files"]:
        assert sha256((folder / file["name"]).read_bytes()).hexdigest() == file["sha256"]
    assert told["alpha"] == "straight"
    with av.open(str(folder / names[0])) as picture:
        pixels = next(picture.decode(video=0)).to_ndarray(format="rgba")
    assert (pixels[0, 0, 3], tuple(pixels[0, 60])) == (0, HALF_RED)


@pytest.mark.parametrize("name", ["mp4", "hevc", "webm", "av1", "prores"])
def test_chapters_title_and_captions_are_read_back_from_the_file(tmp_path, name):
    half = Fraction(1, 2)
    cues = (Cue(Fraction(0), half / 2, ("one",)), Cue(half, half * 3 / 2, ("two", "lines")))
    more = {
        "title": "权重不动",
        "chapters": (Chapter(Fraction(0), half, "A"), Chapter(half, Fraction(1), "B = 1; #2")),
        "tracks": (Track("en", cues), Track("zh", cues[:1])),
    }
    path = filmed(tmp_path, name, moving(), 20, 20, **more)
    with av.open(str(path)) as film:
        assert film.metadata["title"] == "权重不动"
        found = [(c["start"] * c["time_base"], c["metadata"]["title"]) for c in film.chapters()]
        assert found == [(0, "A"), (half, "B = 1; #2")]
        streams = film.streams.subtitles
        assert [stream.language for stream in streams] == [
            "eng",
            "zho" if name in ("mp4", "hevc") else "chi",
        ]
        packets = [p for p in film.demux(streams[0]) if p.size > 2]
        told = [(p.pts * p.time_base, bytes(p)) for p in packets]
    assert [at for at, _ in told] == [0, half]
    assert [text.endswith(b"one") for _, text in told] == [True, False]
    assert told[1][1].endswith(b"two\nlines")


def test_the_ending_chooses_the_format_and_a_name_overrides_it(tmp_path):
    def name(form):
        return form.__name__.rpartition(".")[2]

    chosen = {
        e: name(format_for(tmp_path / f"a{e}")) for form in formats().values() for e in form.ENDINGS
    }
    assert chosen[".webm"] == "webm"
    assert chosen[".mov"] == "prores"
    assert name(format_for(tmp_path / "a.webm", alpha=True)) == "webm_alpha"
    assert name(format_for(tmp_path / "a.mp4", "hevc")) == "hevc"


@pytest.mark.parametrize("arguments", [("a.mp4", ""), ("a.gif", ""), ("a.webm", "av1")])
def test_a_format_without_alpha_is_refused_for_transparent_films(tmp_path, arguments):
    with pytest.raises(VizError, match=r"transparent.*webm_alpha") as caught:
        format_for(tmp_path / arguments[0], arguments[1], alpha=True)
    assert caught.value.code == EXIT_USAGE


def test_an_unknown_format_name_is_answered_with_the_nearest(tmp_path):
    with pytest.raises(VizError, match="did you mean 'prores'"):
        format_for(tmp_path / "a.mov", "prorez")


def test_a_missing_encoder_tells_which_formats_remain(tmp_path, monkeypatch):
    monkeypatch.setattr("viz.film.formats.webm.ENCODER", "libnone")
    with pytest.raises(VizError, match=r"no encoder libnone.*mp4") as caught:
        filmed(tmp_path, "webm", moving())
    assert caught.value.code == EXIT_OUTPUT
    assert list(tmp_path.iterdir()) == []
    assert "webm," not in missing("libnone").write


@pytest.mark.parametrize("name", VIDEOS)
def test_ffprobe_counts_the_same_frames_and_sees_a_constant_rate(tmp_path, name):
    path = filmed(tmp_path, name, moving(), 12, 30)
    told = subprocess.run(
        [tools.need("ffprobe", "ffmpeg"), "-v", "error", "-count_frames", "-select_streams", "v", "-of", "json",
         "-show_entries", "stream=nb_read_frames,r_frame_rate,avg_frame_rate", str(path)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    (stream,) = json.loads(told.stdout)["streams"]
    assert stream == {"r_frame_rate": "30/1", "avg_frame_rate": "30/1", "nb_read_frames": "12"}
    assert told.stderr == ""


def test_segments_join_without_a_gap(tmp_path, monkeypatch):
    monkeypatch.setattr("viz.film.job.SEGMENT_FRAMES", 4)
    for name in ("webm", "hevc", "prores"):
        path = filmed(tmp_path, name, moving(), 10, 25)
        with av.open(str(path)) as film:
            stream = film.streams.video[0]
            times = [round(f.pts * stream.time_base * 25) for f in film.decode(video=0)]
        assert times == list(range(10)), name
        path.unlink()


def test_every_format_of_pages_and_of_frames_says_what_it_is():
    for name, form in formats().items():
        assert form.ABOUT, name
        assert form.rate(Fraction(25)) == 25, name
        assert is_pages(form) != hasattr(form, "encode"), name


def test_films_longer_than_one_caption_do_not_wait_for_it(tmp_path):
    """Captions lie between the pictures they are shown with, so that a film plays while it loads."""
    cues = tuple(Cue(Fraction(n), Fraction(n) + Fraction(1, 2), ("x",)) for n in range(4))
    made = replace(job(tmp_path / "a.webm", 16, 4), tracks=(Track("en", cues),))
    path = record(made, moving())
    with av.open(io.BytesIO(path.read_bytes())) as film:
        times = [float(p.pts * p.time_base) for p in film.demux() if p.size]
    assert max(a - b for a, b in pairwise(times)) <= 4.0
