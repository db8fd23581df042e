"""The notebook's face: a show is opened, looked at, turned, explained, filmed."""

import re
import struct
import xml.etree.ElementTree as ET

import av
import pytest
from stagecraft import MACHINES

import viz
from viz.errors import EXIT_OUTPUT, VizError
from viz.stage.marks import Frame, Label
from viz.timeline.machine import Doing


@pytest.fixture(scope="module")
def show():
    return viz.open("weights_stay", width=480, height=270)


def size_of(png):
    """Width and height as a PNG's header says them."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", png[16:24])


def test_a_scene_is_opened_by_its_name(show):
    assert show.scene.name == "weights_stay"
    assert show.seconds == pytest.approx(sum(beat.seconds for beat in show.scene.beats))


def test_a_scene_is_opened_by_its_file(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text(
        "title: Mine\nmodel: llama-3.1-70b\nleft: 8 x h100\n"
        "beats: [{say: Hello, for: 2 s, pace: 1 ms per second}]\n",
        encoding="utf-8",
    )
    assert viz.open(str(file)).seconds == 2


def test_a_picture_shows_itself_in_a_notebook(show):
    picture = show.at(8.0)
    assert size_of(picture._repr_png_()) == (480, 270)
    assert picture._repr_png_() == picture.png()


def test_a_moment_may_be_written_as_a_text(show):
    assert show.at("8 s").frame == show.at(8.0).frame == show.at("8000 ms").frame


def test_a_picture_is_a_slide_as_well(show):
    assert ET.fromstring(show.at(8.0).svg()).tag.endswith("svg")  # noqa: S314


def test_a_frame_is_plain_data(show):
    assert isinstance(show.frame(8.0), Frame)


def test_both_machines_can_be_asked_at_any_hardware_time(show):
    left, right = show.left.at("4 ms"), show.right.at(4e-3)
    assert isinstance(left, Doing)
    assert (left.tokens_done, left.part in ("reading", "overhead")) == (0, True)
    assert right.tokens_done >= 1
    assert right.bytes_moved == 0
    assert show.right.at("4 ms") == right


def test_another_look_is_another_show(show):
    wide = show.looking(theme="light", lang="zh")
    assert (wide.look.theme, wide.look.lang, wide.look.width) == ("light", "zh", 480)
    assert (show.look.theme, show.look.lang) == ("dark", "en")
    texts = [mark.text for mark in wide.frame(8.0).marks if isinstance(mark, Label)]
    assert any("权重" in text for text in texts)


def test_a_turn_gives_a_new_show_and_leaves_the_first_as_it_was(show):
    before = show.frame(20.0)
    fast = show.turn(bandwidth="20 TB/s")
    assert fast is not show
    assert show.frame(20.0) == before
    assert show.take.turns == ()
    assert fast.frame(20.0) != before
    assert fast.left.at("100 ms").progress > show.left.at("100 ms").progress
    assert fast.right.at("100 ms") == show.right.at("100 ms")


def test_a_turn_at_a_moment_changes_only_what_comes_after(show):
    later = show.turn("10 s", bandwidth="20 TB/s")
    assert later.frame(9.9) == show.frame(9.9)
    assert later.frame(11.0) != show.frame(11.0)


def test_turns_follow_one_another(show):
    both = show.turn(5, bandwidth="20 TB/s").turn(9, wafers=8)
    assert [turn.knob for turn in both.take.turns] == ["bandwidth", "wafers"]
    assert both.timeline.setting(20.0).right.rig.count == 8
    assert both.timeline.setting(6.0).right.rig.count == 4


def test_a_turned_knob_is_said_on_screen():
    texts = " ".join(
        mark.text for mark in viz.open(MACHINES).turn(bandwidth="20 TB/s").frame(20.0).marks
        if isinstance(mark, Label)
    )  # fmt: skip
    assert "20 TB/s" in texts
    assert "what if" in texts


def test_the_parts_of_an_explanation_add_up_to_the_whole(show):
    for side in ("left", "right"):
        told = dict(show.explain(side).items)
        run = show.timeline.settings[0].run(side)
        names = ["reading", "computing", "links", "overhead"]
        names += ["unexplained"] * bool(run.step.measured)
        parts = [told[f"{side}.{name}"] for name in names]
        seconds = {part.name: part.seconds for part in run.step.parts}
        assert [part.value for part in parts] == [seconds[part.name] for part in parts]
        assert sum(part.value for part in parts) == pytest.approx(told[f"{side}.token"].value)
        assert 1 / told[f"{side}.token"].value == pytest.approx(told[f"{side}.speed"].value)


def test_an_explanation_names_inputs_and_who_says_them(show):
    told = show.explain("left.reading")
    assert [name for name, _ in told.items] == ["left.reading"]
    text = str(told)
    assert "3.35 TB/s" in text
    assert re.search(r"(vendor|third-party|press|measured|fitted|derived|assumed): ", text)
    for given in told.items[0][1].inputs:
        assert given.source
        assert given.says


def test_an_explanation_is_that_of_the_moment(show):
    turned = show.turn(10, bandwidth="20 TB/s")
    before, after = turned.explain("left.reading", at=5), turned.explain("left.reading", at=15)
    assert str(before) == str(show.explain("left.reading"))
    assert after.items[0][1].value < before.items[0][1].value
    assert "assumed" in str(after)


def test_without_a_name_everything_is_explained(show):
    names = [name for name, _ in show.explain().items]
    assert len(names) == 13  # the right side is as measured, and has a part that nothing explains
    assert "right.unexplained" in names
    assert names == [
        name for name, _ in (*show.explain("left").items, *show.explain("right").items)
    ]


def test_a_still_is_a_picture_file(show, tmp_path):
    file = show.still(tmp_path / "a.png", at=8.0)
    assert file == tmp_path / "a.png"
    assert size_of(file.read_bytes()) == (480, 270)


def test_a_still_may_have_another_size(show, tmp_path):
    assert size_of(show.still(tmp_path / "a.png", at=8, size="200x300").read_bytes()) == (200, 300)


def test_a_slide_is_a_file_that_can_be_edited(show, tmp_path):
    text = show.still(str(tmp_path / "a.svg"), at=8.0).read_text(encoding="utf-8")
    assert text == show.at(8.0).svg()


def test_a_film_has_the_frames_that_were_asked_for(tmp_path):
    tiny = viz.open("weights_stay", width=160, height=90)
    seen = []
    file = tiny.film(
        tmp_path / "a.mp4", fps=10, start=5, end="6 s", progress=lambda *n: seen.append(n)
    )
    with av.open(str(file)) as film:
        (stream,) = film.streams.video
        assert (stream.width, stream.height) == (160, 90)
        assert stream.average_rate == 10
        assert sum(1 for _ in film.decode(stream)) == 10
    assert seen[-1] == (10, 10)


def test_nothing_is_written_over_unless_it_is_asked_for(show, tmp_path):
    file = tmp_path / "a.svg"
    file.write_text("mine", encoding="utf-8")
    with pytest.raises(VizError) as error:
        show.still(file, at=8.0)
    assert error.value.code == EXIT_OUTPUT
    assert file.read_text(encoding="utf-8") == "mine"
    show.still(file, at=8.0, overwrite=True)
    assert file.read_text(encoding="utf-8").startswith("<svg")


def test_an_unknown_scene_is_told_with_the_nearest_name():
    with pytest.raises(VizError, match=r"did you mean 'weights_stay'"):
        viz.open("weigths_stay")


def test_an_unknown_knob_is_told_at_once_with_the_nearest_name(show):
    with pytest.raises(VizError, match=r"did you mean 'bandwidth'"):
        show.turn(bandwith="20 TB/s")


def test_a_knob_is_refused_a_value_of_another_kind(show):
    with pytest.raises(VizError, match="bandwidth: "):
        show.turn(bandwidth="20 GB")


def test_an_unknown_number_is_told_with_the_nearest_name(show):
    with pytest.raises(VizError, match=r"did you mean 'left\.token'"):
        show.explain("left.tokn")


@pytest.mark.parametrize("moment", ["soon", "5 GB", ""])
def test_a_moment_that_is_none_is_refused(show, moment):
    with pytest.raises(VizError):
        show.at(moment)


@pytest.mark.parametrize("moment", [float("nan"), float("inf")])
def test_a_moment_is_a_finite_number(show, moment):
    for verb in (show.at, show.left.at, lambda at: show.explain("left", at)):
        with pytest.raises(VizError):
            verb(moment)


def test_the_hardware_clock_begins_at_0(show):
    with pytest.raises(VizError, match="begins at 0"):
        show.left.at("-1 ms")


@pytest.mark.parametrize("rate", [0, -5, float("nan"), "soon", 1e9])
def test_a_frame_rate_that_is_none_is_refused(show, tmp_path, rate):
    with pytest.raises(VizError, match="1 to 240"):
        show.film(tmp_path / "a.mp4", fps=rate)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("look", "told"),
    [
        ({"theme": "drak"}, "no theme 'drak'; did you mean 'dark'"),
        ({"lang": "xx"}, "no lang 'xx'; write one of en, zh"),
        ({"hight": 90}, "no 'hight'; did you mean 'height'"),
        ({"width": 0}, "width: 0 is no side"),
        ({"width": 2.5}, "width: 2.5 is no side"),
        ({"height": -90, "theme": "noir"}, "no theme 'noir'"),
    ],
)
def test_a_look_that_is_none_is_told_with_the_nearest_name(show, look, told):
    for verb in (lambda: viz.open("weights_stay", **look), lambda: show.looking(**look)):
        with pytest.raises(VizError, match=re.escape(told)):
            verb()


def test_a_turn_after_which_the_model_does_not_fit_says_how_many_would_hold_it(tmp_path):
    """141.1 GB of weights and their cache: four wafers of 44 GB hold them, three do not."""
    file = tmp_path / "few.yaml"
    file.write_text(
        "title: Few\nmodel: llama-3.1-70b\nright: 4 x wse-3\n"
        "knobs: {wafers: {turns: right.count, from: 1, to: 9}}\n"
        "beats: [{say: Hello, for: 2 s}]\n",
        encoding="utf-8",
    )
    with pytest.raises(VizError, match="write 4 x wse-3"):
        viz.open(str(file)).turn(wafers=3)


def test_a_turn_beyond_a_knob_s_range_is_clamped_and_said_on_stage(show):
    """The flagship's wafers go from 4 to 100."""
    for asked, stands in ((1000, "100"), ("2", "4")):
        after = show.turn(wafers=asked)
        assert str(after.timeline.setting(0.0).scene.right.count) == stands
        texts = [getattr(mark, "text", "") for mark in after.frame(1.0).marks]
        assert f"outside the model: wafers kept at {stands}" in texts
    back = show.turn(wafers=1000).turn(1.5, wafers=50)
    texts = [getattr(mark, "text", "") for mark in back.frame(2.0).marks]
    assert not [text for text in texts if "outside the model" in text]


def test_an_unknown_ending_is_told_with_those_there_are(show, tmp_path):
    with pytest.raises(VizError, match=r"\.png"):
        show.still(tmp_path / "a.pgn", at=1)
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_size_is_told_with_the_right_form(show, tmp_path):
    with pytest.raises(VizError, match="1280x720"):
        show.still(tmp_path / "a.png", at=1, size="huge")


def test_a_scene_without_a_machine_at_a_side_says_so(tmp_path):
    file = tmp_path / "one.yaml"
    file.write_text(
        "title: One\nmodel: llama-3.1-70b\nleft: 8 x h100\nbeats: [{say: Hello, for: 2 s}]\n",
        encoding="utf-8",
    )
    one = viz.open(str(file))
    with pytest.raises(VizError, match="no machine at right"):
        _ = one.right
    assert next(name for name, _ in one.explain().items) == "left.token"
    assert size_of(one.looking(width=160, height=90).at(1.0).png()) == (160, 90)
