"""The page that replays a show: its recording in Python, its drawing in a real browser."""

import base64
import gzip
import io
import json
import re
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import av
import browser
import numpy as np
import pytest
from canvas import ZOO, frame_of, zoo

from viz.film.pixels import array_of
from viz.film.script import told_by
from viz.paint.surface import Painter
from viz.show import open_show
from viz.show_pages import lines_of
from viz.stage.marks import Box, Clip, Disc, Field, Frame, Label, Shade
from viz.stage.walk import changed
from viz.web.page import RATE, Step, WebShow, page
from viz.web.recording import (
    CHANGED,
    CLOSE,
    FIELDS,
    KINDS,
    Rows,
    difference,
    recorded,
    replayed,
    row_of,
)

LANGS = ("en", "zh")
TWO = str(Path(__file__).parent / "data" / "two_machines.yaml")  # 54 s, soon recorded


def web_show(seconds=None, name=TWO):
    shows = {lang: open_show(name, lang=lang) for lang in LANGS}
    show = shows["en"]
    steps = tuple(
        Step(float(one.start), {lang: one.words(lang) for lang in LANGS})
        for one in told_by(show.timeline)
    )
    length = seconds or show.seconds
    return WebShow(
        dict(show.scene.title), LANGS, length, steps, lambda t, lang: shows[lang].frame(t)
    )


def data_of(text):
    packed = re.search(r'id="data">([^<]+)<', text)[1]
    return json.loads(gzip.decompress(base64.b64decode(packed)))


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ([], [1, 2, 3]),
        ([1, 2, 3], [1, 2, 3]),
        ([1, 2, 3], [1, 9, 3]),
        ([1, 2, 3, 4], [1, 4]),
        ([1, 4], [1, 2, 3, 4]),
        ([1, 1, 1], [1, 1]),
        ([1, 2], []),
    ],
)
def test_a_difference_makes_of_one_frame_the_next(before, now):
    first = difference([], before)
    assert replayed([first, difference(before, now)])[1] == now


def test_an_unchanged_frame_costs_nothing():
    assert difference([1, 2, 3], [1, 2, 3]) == []


def test_marks_are_written_once_and_round_to_hundredths():
    box = Box(1.004, 2, 3, 4, fill="#FFFFFF")
    marks = Rows()
    frame = Frame(100, 100, "#000000", (), (box, replace(box, x=1.0), replace(box, x=1.01)))
    assert recorded([frame], marks) == [[1, 0, 0, 0, 0, 1]]
    assert [row[1] for row in marks.rows] == [1, 1.01]


FIELD = Field(100, 60, 20, 10, 40, 40, 30, bytes(200), (Shade("#E69F00", alpha=0.3),
              Shade("#E69F00"), Shade("", "#56B4E9", 4)), 6)  # fmt: skip


def filled(count):
    """The field with as many of its cells filled, and the one after them open."""
    return replace(FIELD, cells=bytes([1] * count + [2] + [0] * (199 - count)))


def test_of_a_field_that_changes_only_the_cells_that_differ_are_written():
    rows = Rows()
    frames = [frame_of(filled(n)) for n in (0, 1, 3, 1)]
    assert recorded(frames, rows) == [[1, 0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 0, 1]]
    assert rows.rows[0] == row_of(filled(0))
    assert rows.rows[1:] == [[CHANGED, 0, 0, "12"], [CHANGED, 1, 1, "112"]]
    other = replace(FIELD, cells=bytes(i * 7 % 3 for i in range(200)))
    assert rows.rows[rows.number(other)] == row_of(other), "whole, where that is shorter"


def test_marks_behind_a_clip_are_told_one_by_one_between_its_rows():
    boxes = tuple(Box(10 * i, 0, 9, 9, "#FFFFFF") for i in range(3))
    clip = Clip(0, 0, 50, 50, boxes[:2], 25)
    moved = replace(clip, marks=(boxes[0], boxes[2]))
    rows = Rows()
    assert recorded([frame_of(clip), frame_of(moved)], rows) == [[1, 0, 0, 0, 1, 2, 3], [0, 2, 4]]
    assert [row[0] for row in rows.rows] == [KINDS.index(Clip), 0, 0, CLOSE, 0]


def test_in_a_browser_a_field_that_changes_behind_clips_is_our_own_at_any_moment(tmp_path):
    def frame(t, _lang):
        disc = Disc(500, 300, 150, "#009E73", alpha=0.8)
        inner = Clip(150 + 100 * t, 80, 300, 300, (filled(round(40 * t)), disc), 150, 0.6)
        outer = Clip(60, 100, 700, 330, (FIELD, inner), 40)
        return frame_of(world=(outer,), ground="#0D1117")

    show = WebShow({"en": "Field"}, ("en",), 4.0, (Step(0.0, {}),), frame)
    with driven(tmp_path, show) as shown:
        for at in (3.5, 0, 1.5, 4):
            shown.value(f"viz.seek({at})")
            seen = shown.value(NOW)
            assert (far(seen["url"], frame(at, "en"), SIZE) > 40).mean() < 0.004
            demand_our_own(seen, show)


def test_a_label_carries_its_width_and_no_row_carries_what_is_not_shown():
    label = Label("abc", 1, 2, 20, "#FFFFFF", of="secret")
    row = row_of(label)
    assert len(row) == 1 + len(FIELDS["Label"])
    assert row[0] == KINDS.index(Label)
    assert "secret" not in row
    assert 20 < row[-1] < 60


def test_the_page_holds_every_frame_of_every_language_and_asks_for_nothing_else():
    show = web_show(2.0)
    text = page(show)
    data = data_of(text)
    assert {lang: len(found) for lang, found in data["frames"].items()} == {"en": 61, "zh": 61}
    assert RATE == 30
    marks = Rows()
    for lang in LANGS:
        frames = [show.frame(n / 30, lang) for n in range(61)]
        expected = replayed(recorded(frames, marks))
        found = replayed(data["frames"][lang])
        assert [[data["marks"][i] for i in frame] for frame in found] == [
            [json.loads(json.dumps(marks.rows[i])) for i in frame] for frame in expected
        ]
    assert not re.search(r"https?://", text)
    assert "default-src 'none'" in text
    assert "{{" not in text
    assert page(show) == text


def test_what_is_said_cannot_break_out_of_the_page():
    frame = Frame(100, 100, "#000000", (), (Label("</script><b>", 1, 2, 20, "#FFFFFF"),))
    show = WebShow({"en": "</title><b>"}, ("en",), 0.1, (), lambda _t, _lang: frame)
    text = page(show)
    assert "</script><b>" not in text
    assert "</title><b>" not in text


SIZE = (640, 360)
READY = "'ready' in document.documentElement.dataset"
NOW = """({at: viz.at, lang: viz.lang, says: document.getElementById("caption").textContent,
  url: document.getElementById("stage").toDataURL()})"""


@contextmanager
def driven(folder, show):
    """A page without its words, in a browser without a network, its canvas 640 by 360."""
    file = folder / "show.html"
    file.write_text(page(show), encoding="utf-8")
    with browser.opened(file, folder) as found:
        found.wait(READY)
        label = KINDS.index(Label)
        found.value(f"for (const row of viz.show.marks) if (row[0] === {label}) row[1] = ''")
        found.value(f"viz.speak('en'); viz.size({SIZE[0]}, {SIZE[1]})")
        yield found
        assert found.faults() == []


def wordless(frame):
    return changed(frame, lambda mark: None if isinstance(mark, Label) else mark)


def far(url, frame, size):
    """How far each pixel of a canvas is from our own picture, 0 to 255."""
    with av.open(io.BytesIO(base64.b64decode(url.split(",")[1]))) as file:
        drawn = next(file.decode(video=0)).to_ndarray(format="bgr24").astype(int)
    painted = array_of(Painter(*size).paint(wordless(frame))).copy()
    return np.abs(drawn - painted[:, :, :3]).max(axis=2)


def demand_our_own(seen, show):
    """The canvas is what we paint. Without words: their letters are the system's; what they are
    set in is tested by widths."""
    frame = show.frame(int(seen["at"] * RATE + 1e-6) / RATE, seen["lang"])
    off = far(seen["url"], frame, SIZE)
    assert off.mean() < 2.0, seen["at"]
    assert (off > 40).mean() < 0.01, seen["at"]


def test_in_a_browser_the_canvas_is_our_own_still_at_any_moment_that_is_sought(tmp_path):
    show = web_show()
    with driven(tmp_path, show) as shown:
        for at in (3, 9.5, 27, 50):
            shown.value(f"viz.seek({at})")
            seen = shown.value(NOW)
            assert (seen["at"], seen["lang"]) == (at, "en")
            demand_our_own(seen, show)


def test_in_a_browser_keys_and_clicks_step_scrub_play_and_change_the_language(tmp_path):
    show = web_show()
    starts = [step.start for step in show.steps]
    with driven(tmp_path, show) as shown:
        for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
            shown.press(key)
            seen = shown.value(NOW)
            assert seen["at"] == starts[step]
            assert seen["says"] == show.steps[step].says["en"]
            demand_our_own(seen, show)
        shown.press("l")
        seen = shown.value(NOW)
        assert (seen["lang"], seen["says"]) == ("zh", show.steps[1].says["zh"])
        demand_our_own(seen, show)
        shown.click("#next")
        assert shown.value("viz.at") == starts[2]
        shown.click("#lang")
        assert shown.value("viz.lang") == "en"
        shown.click("#time", 0.4)
        seen = shown.value(NOW)
        assert abs(seen["at"] - 0.4 * show.seconds) < 0.02 * show.seconds
        demand_our_own(seen, show)
        before = shown.value("viz.at")
        shown.press(" ")
        shown.value("new Promise((go) => setTimeout(go, 400))")
        shown.press(" ")
        stopped = shown.value("viz.at")
        assert before < stopped < before + 60
        assert shown.value("new Promise((go) => setTimeout(() => go(viz.at), 200))") == stopped
        assert not shown.value("document.getElementById('caption').offsetHeight")
        shown.press("c")
        assert shown.value("document.getElementById('caption').offsetHeight")


def test_in_a_browser_a_page_may_be_opened_at_a_moment_in_a_language_and_fills_the_window(tmp_path):
    file = tmp_path / "show.html"
    file.write_text(page(web_show(2.0)), encoding="utf-8")
    with browser.opened(file, tmp_path, size=(800, 700)) as shown:
        shown.wait(READY)
        shown.ask("Page.navigate", url="about:blank")
        shown.ask("Page.navigate", url=file.as_uri() + "#t=1.5&lang=zh")
        shown.wait(READY)
        assert shown.value("[viz.at, viz.lang, document.documentElement.lang]") == [1.5, "zh", "zh"]
        wide, high = shown.value("(({width, height}) => [width, height])(stage)")
        room = shown.value("[innerWidth, innerHeight]")
        assert wide == room[0]
        assert abs(high - wide * 1080 / 1920) <= 1
        assert shown.value("document.title") == web_show(2.0).title["zh"]
        assert shown.faults() == []
        drawn = av.open(io.BytesIO(shown.screenshot()))
        with drawn:
            seen = next(drawn.decode(video=0)).to_ndarray(format="rgb24")
        assert seen.shape[1::-1] == tuple(room)
        assert len(np.unique(seen.reshape(-1, 3), axis=0)) > 100


def test_in_a_browser_a_narrow_page_wraps_its_controls_and_loses_none(tmp_path):
    show = web_show(2.0)
    show = replace(show, steps=show.steps[:1])
    seen = """[...document.querySelectorAll("#bar button:not([hidden]), #bar input")]
      .map((one) => { const b = one.getBoundingClientRect(); return [b.left, b.right, b.width]; })"""
    with driven(tmp_path, show) as shown:
        for wide in (320, 400, 640, 900):
            shown.ask(
                "Emulation.setDeviceMetricsOverride",
                width=wide, height=800, deviceScaleFactor=1, mobile=False,
            )  # fmt: skip
            shown.wait(f"innerWidth === {wide}")
            # The canvas follows in the next picture.
            shown.wait("document.getElementById('stage').offsetWidth <= innerWidth")
            places = shown.value(seen)
            assert len(places) == 7
            assert all(left >= 0 and right <= wide and w >= 30 for left, right, w in places), wide
            assert shown.value("document.getElementById('time').offsetWidth") > 120
            assert shown.value("document.documentElement.scrollWidth") <= wide


def test_what_is_read_below_a_question_has_its_choices_and_then_the_answer():
    told = told_by(open_show(TWO).timeline)
    number = next(i for i, one in enumerate(told) if one.beat.ask)
    asked, answered = lines_of(told[number : number + 1], LANGS)
    assert "③\u00a0nothing" in asked.says["en"]
    assert answered.says == {
        "en": "Answer: 2, one vector per token",
        "zh": "答案：2，每个词元一个向量",
    }
    assert asked.start < answered.start == float(told[number].answer.at)


def test_in_a_browser_every_kind_of_mark_is_drawn_as_we_paint_it(tmp_path):
    frame = replace(zoo(), width=1920.0)
    show = WebShow({"en": "Zoo"}, LANGS, 60.0, (Step(0.0, {}),), lambda _t, _lang: frame)
    with driven(tmp_path, show) as shown:
        url = shown.value(NOW)["url"]
    for kind, mark in ZOO.items():
        alone = replace(frame, marks=(mark,))
        ground = replace(frame, marks=())
        where = array_of(Painter(*SIZE).paint(wordless(alone))).copy()
        where = (where != array_of(Painter(*SIZE).paint(ground))).any(axis=2)
        off = far(url, frame, SIZE)
        if where.any():
            assert off[where].mean() < 12, kind
            assert (off[where] > 90).mean() < 0.05, kind
