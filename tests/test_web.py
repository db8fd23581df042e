"""The page that replays a show: its recording in Python, its drawing in a real browser."""

import base64
import gzip
import io
import json
import re
import shutil
import subprocess
from dataclasses import replace

import av
import numpy as np
import pytest
from canvas import ZOO, zoo

from viz.film.pixels import array_of
from viz.film.told import told_by
from viz.paint.surface import Painter
from viz.show import open_show
from viz.stage.marks import Box, Frame, Label
from viz.web.page import RATE, Step, WebShow, page
from viz.web.recording import FIELDS, KINDS, Marks, difference, recorded, replayed, row_of

BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
LANGS = ("en", "zh")


def web_show(seconds=None, name="weights_stay"):
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
    marks = Marks()
    frame = Frame(100, 100, "#000000", (), (box, replace(box, x=1.0), replace(box, x=1.01)))
    assert recorded([frame], marks) == [[1, 0, 0, 0, 0, 1]]
    assert [row[1] for row in marks.rows] == [1, 1.01]


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
    marks = Marks()
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


PROBE = """<script>
(async () => {
  while (!("ready" in document.documentElement.dataset)) await new Promise((go) => setTimeout(go, 20));
  const told = [], canvas = document.getElementById("stage");
  const snap = (what) => told.push([what, viz.at, viz.lang, document.getElementById("caption").textContent, canvas.toDataURL()]);
  for (const row of viz.show.marks) if (row[0] === 9) row[1] = "";
  viz.size(640, 360);
  viz.speak("en");
  for (const t of [3, 9.5, 27, 50]) { viz.seek(t); snap("seek"); }
  viz.seek(0); viz.step(1); snap("step"); viz.step(1); snap("step"); viz.step(-1); snap("step");
  viz.speak("zh"); snap("speak");
  const bar = document.getElementById("time");
  bar.value = 20; bar.dispatchEvent(new Event("input")); snap("scrub");
  const errors = window.errors || [];
  document.body.innerHTML = "<pre id=told>" + btoa(unescape(encodeURIComponent(JSON.stringify([told, errors])))) + "</pre>";
})();
</script>"""
WATCH = "<script>window.errors = []; window.onerror = (what) => errors.push(String(what));</script>"


def driven(folder, show):
    """What the probe saw of a page in a browser without a network."""
    if BROWSER is None:
        pytest.skip("there is no Chromium")
    file = folder / "show.html"
    text = page(show).replace("</head>", WATCH + "</head>").replace("</body>", PROBE + "</body>")
    file.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}",
         "--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=60000", "--dump-dom",
         file.as_uri()],
        capture_output=True, text=True, timeout=150, check=True,
    )  # fmt: skip
    found = re.search(r'id="told">([^<]+)<', done.stdout)
    assert found, done.stdout[-2000:]
    snaps, errors = json.loads(base64.b64decode(found[1]))
    assert errors == []
    return snaps


def wordless(frame):
    still, marks = (
        tuple(mark for mark in group if not isinstance(mark, Label))
        for group in (frame.still, frame.marks)
    )
    return replace(frame, still=still, marks=marks)


def far(url, frame, size):
    """How far each pixel of a canvas is from our own picture, 0 to 255."""
    with av.open(io.BytesIO(base64.b64decode(url.split(",")[1]))) as file:
        drawn = next(file.decode(video=0)).to_ndarray(format="bgr24").astype(int)
    painted = array_of(Painter(*size).paint(wordless(frame))).copy()
    return np.abs(drawn - painted[:, :, :3]).max(axis=2)


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    return driven(tmp_path_factory.mktemp("web"), web_show())


def test_in_a_browser_steps_scrubbing_and_languages_do_what_they_say(told):
    show = web_show()
    starts = [step.start for step in show.steps]
    assert [(what, at) for what, at, *_ in told] == [
        ("seek", 3), ("seek", 9.5), ("seek", 27), ("seek", 50),
        ("step", starts[1]), ("step", starts[2]), ("step", starts[1]),
        ("speak", starts[1]), ("scrub", 20),
    ]  # fmt: skip
    assert [lang for _, _, lang, *_ in told] == ["en"] * 7 + ["zh"] * 2
    assert told[4][3] == show.steps[1].says["en"]
    assert told[7][3] == show.steps[1].says["zh"]


def test_in_a_browser_the_canvas_is_our_own_still(told):
    """Without words: their letters are the system's; what they are set in is tested by widths."""
    show = web_show()
    for _, at, lang, _, url in told:
        off = far(url, show.frame(int(at * RATE + 1e-6) / RATE, lang), (640, 360))
        assert off.mean() < 2.0, at
        assert (off > 40).mean() < 0.01, at


def test_in_a_browser_every_kind_of_mark_is_drawn_as_we_paint_it(tmp_path):
    frame = replace(zoo(), width=1920.0)
    show = WebShow({"en": "Zoo"}, LANGS, 60.0, (Step(0.0, {}),), lambda _t, _lang: frame)
    (_, _, _, _, url), *_ = driven(tmp_path, show)
    for kind, mark in ZOO.items():
        alone = replace(frame, marks=(mark,))
        ground = replace(frame, marks=())
        where = array_of(Painter(640, 360).paint(wordless(alone))).copy()
        where = (where != array_of(Painter(640, 360).paint(ground))).any(axis=2)
        off = far(url, frame, (640, 360))
        if where.any():
            assert off[where].mean() < 12, kind
            assert (off[where] > 90).mean() < 0.05, kind
