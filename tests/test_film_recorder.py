"""A film is whole, exact, in BT.709, and the same bytes however it is made."""

import io
import json
import subprocess
from fractions import Fraction

import av
import numpy as np
import pytest
import tools
from filming import GREEN, Pixels, job, moving

from viz.errors import EXIT_OUTPUT, EXIT_USAGE, VizError
from viz.film.formats import format_for, formats, is_pages
from viz.film.formats.mp4 import encode
from viz.film.h264 import DELAY
from viz.film.job import Painted, even, part
from viz.film.pixels import YUV420, YUVA420, YUVA444_10, Planes
from viz.film.recorder import record


def decoded(path):
    with av.open(str(path)) as film:
        return [frame.to_ndarray(format="rgb24") for frame in film.decode(video=0)]


@pytest.mark.parametrize("fps", [Fraction(24), Fraction(60), Fraction(30000, 1001)])
@pytest.mark.parametrize("frames", [1, 2, 61])
def test_a_film_has_exactly_the_frames_asked_for_at_a_constant_rate(tmp_path, fps, frames):
    path = record(job(tmp_path / "a.mp4", frames, fps), moving())
    with av.open(str(path)) as film:
        stream = film.streams.video[0]
        assert stream.frames == frames
        assert stream.average_rate == fps
        assert stream.duration * stream.time_base == frames / fps
        times = [frame.pts * stream.time_base for frame in film.decode(video=0)]
    assert times == [n / fps for n in range(frames)]


def test_frames_are_asked_for_at_exact_fractions_from_the_start(tmp_path):
    asked = []

    def picture(t):
        asked.append(t)
        return Painted(Pixels(64, 48))

    record(job(tmp_path / "a.mp4", 3, Fraction(30000, 1001), start=Fraction(1, 3)), picture)
    third = Fraction(1, 3)
    assert asked == [third, third + Fraction(1001, 30000), third + Fraction(2002, 30000)]


def test_a_painted_green_is_within_two_of_itself_when_decoded_by_its_tags(tmp_path):
    path = record(job(tmp_path / "a.mp4", 2), lambda _: Painted(Pixels(64, 48)))
    for picture in decoded(path):
        difference = np.abs(picture.astype(int) - GREEN)
        assert difference.max() <= 2


def test_all_four_colour_tags_are_bt709_and_range_is_tv(tmp_path):
    path = record(job(tmp_path / "a.mp4", 2), moving())
    with av.open(str(path)) as film:
        context = film.streams.video[0].codec_context
        tags = (context.colorspace, context.color_primaries, context.color_trc)
        assert tags == (1, 1, 1)
        assert context.color_range == 1
        assert context.profile == "High"
    assert b"colrnclx\x00\x01\x00\x01\x00\x01\x00" in path.read_bytes()


def test_the_index_comes_before_the_pictures_and_there_is_no_edit_list(tmp_path):
    data = record(job(tmp_path / "a.mp4", 5), moving()).read_bytes()
    assert data.index(b"moov") < data.index(b"mdat")
    assert b"elst" not in data[: data.index(b"mdat")]


def test_groups_of_pictures_are_closed_and_half_a_second_long(tmp_path):
    path = record(job(tmp_path / "a.mp4", 61, 30), moving())
    with av.open(str(path)) as film:
        packets = [packet for packet in film.demux(video=0) if packet.size]
    assert [p.pts * p.time_base for p in packets if p.is_keyframe] == [
        Fraction(n, 2) for n in range(5)
    ]


def test_ffprobe_counts_the_same_frames_and_sees_the_same_tags(tmp_path):
    path = record(job(tmp_path / "a.mp4", 301), moving())
    fields = "nb_read_frames,r_frame_rate,avg_frame_rate,color_space,color_transfer"
    fields += ",color_primaries,color_range,duration,start_time,profile,pix_fmt"
    command = [tools.need("ffprobe", "ffmpeg"), "-v", "error", "-count_frames", "-of", "json"]
    command += ["-show_entries", f"stream={fields}", str(path)]
    answer = subprocess.run(command, capture_output=True, check=True, text=True)
    assert json.loads(answer.stdout)["streams"][0] == {
        "profile": "High",
        "pix_fmt": "yuv420p",
        "color_range": "tv",
        "color_space": "bt709",
        "color_transfer": "bt709",
        "color_primaries": "bt709",
        "r_frame_rate": "60/1",
        "avg_frame_rate": "60/1",
        "start_time": "0.000000",
        "duration": "5.016667",
        "nb_read_frames": "301",
    }


def test_segments_encoded_in_any_order_are_the_bytes_of_the_film(tmp_path):
    made = job(tmp_path / "a.mp4", 245)
    record(made, moving())
    convert, picture = Planes(64, 48).convert, moving()
    second, first = (
        encode(made, [convert(picture(made.at(n))) for n in segment])
        for segment in reversed(made.segments())
    )
    with av.open(str(made.path)) as film:
        found = [bytes(packet) for packet in film.demux(video=0) if packet.size]
    sizes = [len(coded.data) for coded in first + second]
    assert len(sizes) == 245
    # The file holds each picture with lengths where the encoder's stream has start codes.
    assert found[240:] == [_with_lengths(coded.data) for coded in second]
    again = record(job(tmp_path / "b.mp4", 245), moving())
    assert again.read_bytes() == made.path.read_bytes()


def _with_lengths(data):
    """Annex B start codes to four-byte lengths; parameter sets stay in the first picture."""
    units = data.replace(b"\0\0\0\1", b"\0\0\1").split(b"\0\0\1")[1:]
    return b"".join(len(unit).to_bytes(4, "big") + unit for unit in units)


def test_decoding_never_comes_after_showing_even_in_the_shortest_segment(tmp_path):
    made = job(tmp_path / "a.mp4", 7)
    convert, picture = Planes(64, 48).convert, moving()
    for length in range(1, 8):
        coded = encode(made, [convert(picture(made.at(n))) for n in range(length)])
        assert sorted(one.pts for one in coded) == list(range(length))
        assert [one.dts for one in coded] == [n - DELAY for n in range(length)]
        assert all(one.dts <= one.pts for one in coded)


def test_a_picture_that_did_not_change_is_given_again(tmp_path):
    green, red = Pixels(64, 48), Pixels(64, 48, (170, 0, 0))
    path = record(
        job(tmp_path / "a.mp4", 6), lambda t: Painted(green) if t == 0 else Painted(red, ())
    )
    pictures = decoded(path)
    assert len(pictures) == 6
    assert np.abs(pictures[5].astype(int) - GREEN).max() <= 2


def test_progress_tells_every_frame_and_the_whole(tmp_path):
    told = []
    record(job(tmp_path / "a.mp4", 4), moving(), lambda done, total: told.append((done, total)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_an_unknown_ending_lists_the_formats(tmp_path):
    with pytest.raises(VizError, match=r"no film format '.mpg'.*\.mp4") as caught:
        format_for(tmp_path / "a.mpg")
    assert caught.value.code == EXIT_USAGE


def test_every_format_offers_what_the_recorder_needs():
    for name, form in formats().items():
        assert form.ABOUT, name
        assert all(ending.startswith(".") for ending in form.ENDINGS), name
        width, height = form.fitting((101, 57))
        assert width >= 101, name
        assert height >= 57, name
        assert is_pages(form) or callable(form.open_film), name


def test_odd_sides_are_rounded_up_to_even_ones():
    assert even((1919, 1079)) == (1920, 1080)
    assert even((640, 360)) == (640, 360)


def test_a_part_of_a_scene_has_round_of_seconds_times_rate_frames():
    fps = Fraction(60)
    assert part(12.0, None, None, fps) == (0, 720)
    assert part(12.0, Fraction(1), Fraction(2), fps) == (1, 60)
    assert part(12.0, Fraction(1), Fraction("1.001"), fps) == (1, 1)
    assert part(12.0, None, Fraction("5.016"), fps) == (0, 301)


@pytest.mark.parametrize(("start", "end"), [(3, 3), (5, 2), (0, 13), (12, None), (20, None)])
def test_a_part_outside_of_the_scene_is_refused_with_the_valid_range(start, end):
    end = None if end is None else Fraction(end)
    with pytest.raises(VizError, match="from 0 to 12 s"):
        part(12.0, Fraction(start), end, Fraction(60))


def test_names_that_ffmpeg_would_take_for_something_else_are_just_names(tmp_path):
    for name in ("concat:x.mp4", "-y.mp4", "a;b %d.mp4", "权重不动.mp4", "pipe:1.mp4"):
        path = record(job(tmp_path / name, 2), moving())
        assert path.stat().st_size > 500
        assert [p.name for p in tmp_path.iterdir()] == [name]
        path.unlink()


def test_a_fault_while_painting_leaves_nothing_behind(tmp_path):
    def picture(t):
        if t > 0.1:
            raise RuntimeError("paint ran out")
        return Painted(Pixels(64, 48))

    with pytest.raises(RuntimeError, match="paint ran out"):
        record(job(tmp_path / "a.mp4", 30), picture)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_encoder_is_told_with_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr("viz.film.h264.ENCODER", "libx999")
    with pytest.raises(VizError, match=r"no H\.264 encoder.*viz doctor") as caught:
        record(job(tmp_path / "a.mp4", 300), moving())
    assert caught.value.code == EXIT_OUTPUT
    assert list(tmp_path.iterdir()) == []


def test_a_film_is_read_back_before_it_gets_its_name(tmp_path, monkeypatch):
    monkeypatch.setattr("viz.film.formats.mp4.frames_in", lambda *_: 9)
    with pytest.raises(VizError, match="9 of 10 frames") as caught:
        record(job(tmp_path / "a.mp4", 10), moving())
    assert caught.value.code == EXIT_OUTPUT
    assert list(tmp_path.iterdir()) == []


def test_png_gives_back_the_painted_pixels():
    from viz.film.still import png

    data = png(Pixels(17, 9, (12, 34, 56)))
    assert data.startswith(b"\x89PNG")
    with av.open(io.BytesIO(data)) as file:
        array = next(file.decode(video=0)).to_ndarray(format="rgb24")
    assert array.shape == (9, 17, 3)
    assert (array == (12, 34, 56)).all()


@pytest.mark.parametrize(
    ("planar", "alpha"),
    [(YUV420, False), (YUVA420, True), (YUVA444_10, True), (YUVA444_10, False)],
    ids=lambda value: getattr(value, "name", value),
)
def test_converting_what_changed_gives_the_planes_of_converting_everything(planar, alpha):
    """Random rectangles of noise, half of them clear, odd places and sizes, at the edges too."""

    def planes(frame):
        number = np.uint8 if planar.bits == 8 else np.uint16
        rows = (np.frombuffer(part, number).reshape(part.height, -1) for part in frame.planes)
        return [row[:, : part.width] for row, part in zip(rows, frame.planes, strict=True)]

    random = np.random.default_rng(7)
    width, height = 398, 322
    pixels = Pixels(width, height)
    few = Planes(width, height, planar, alpha=alpha)
    few.convert(Painted(pixels))
    for _ in range(60):
        changed = []
        for _ in range(random.integers(0, 9)):
            x, y = int(random.integers(0, width - 1)), int(random.integers(0, height - 1))
            w, h = int(random.integers(1, min(width - x, 40) + 1)), int(random.integers(1, 20))
            h = min(h, height - y)
            pixels.array[y : y + h, x : x + w] = random.integers(0, 256, (h, w, 4))
            pixels.array[y : y + h, x : x + w, 3] *= int(random.integers(0, 2))
            changed.append((x, y, w, h))
        found = few.convert(Painted(pixels, tuple(changed)))
        wanted = Planes(width, height, planar, alpha=alpha).convert(Painted(pixels))
        for one, other in zip(planes(found), planes(wanted), strict=True):
            assert (one == other).all()
    if planar == YUVA444_10 and not alpha:
        assert (planes(found)[3] == 1023).all()
