"""The site as people get it: real Chromium, from the disk, from a server, and where it is poor."""

import http.client
import io
import re
import subprocess
import sys
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import browser
import numpy as np
import pytest
from PIL import Image
from test_site import near, plain, whole

import viz
from viz.cli import main
from viz.desk.talk import THEMES
from viz.stage.look import Look
from viz.stage.theme import palette
from viz.web.session import HIDDEN

ROOT = Path(__file__).resolve().parent.parent
TWO = str(ROOT / "tests" / "data" / "two_machines.yaml")
SHOWN = "document.documentElement.dataset.shown === ''"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    out = tmp_path_factory.mktemp("site") / "site"
    assert main(["site", str(out), "--scenes", TWO]) == 0
    return out


@contextmanager
def page(file, tmp_path, **more):
    with browser.opened(file, tmp_path, **more) as shown:
        yield shown
        assert shown.faults() == []


def lives(shown):
    """Wait until Python plays; where it cannot, what it says is the fault."""
    live = "document.documentElement.dataset.live"
    shown.wait(f"typeof viz === 'object' && ({live} === 'yes' || {live} === 'no')")
    assert shown.value("viz.failed") == ""


def told(shown, code):
    """What an expression is once the worker has answered everything."""
    shown.wait("viz.idle")
    return shown.value(code)


def test_a_page_from_the_disk_shows_its_recording_plays_live_and_lets_itself_be_touched(
    site, tmp_path
):
    with page(site / "two_machines.html", tmp_path) as shown:
        shown.wait(SHOWN)
        assert not shown.value("viz.live")  # the recording is there before Python
        shown.wait("viz.at > 0.1")
        lives(shown)
        assert told(shown, "viz.at") < 30
        shown.value("viz.running && viz.play()")
        shown.wait("!viz.running && viz.idle")

        # The marks are those of the package, at any moment, and the canvas shows them.
        for moment in (3.1, 13.37, 26.0, 40.0):
            shown.value(f"viz.seek({moment})")
            shown.wait(f"Math.abs(viz.at - {moment}) < 1e-3 && viz.idle")
            native = look(shown).frame(moment)
            rows = told(shown, "viz.rows")
            expected = plain(whole((*native.still, *native.all)))
            assert len(rows) == len(expected)
            assert all(near(one, other) for one, other in zip(rows, expected, strict=True))

        # A knob by the keyboard alone: it has the focus, and its own words.
        shown.value("document.querySelector('#knob_list input').focus()")
        before = told(shown, "viz.told.knobs[0].value")
        shown.press("ArrowRight")
        shown.wait(f"viz.told.knobs[0].value !== {before}")
        assert told(shown, "document.querySelector('#what_if').hidden") is False
        assert "TB/s" in shown.value(
            "document.querySelector('#knob_list input').getAttribute('aria-valuetext')"
        )
        shared = shown.value("viz.address()")
        assert re.search(r"#t=40&lang=en&knob\.bandwidth=\d", shared)

        # Another language: the same moment, and the page's own words with it.
        shown.click("[data-lang=zh]")
        shown.wait("viz.told.titles.scene === '权重不动，词元流动'")
        assert told(shown, "viz.at") == 40
        assert shown.value("document.querySelector('#knobs h2').textContent") == "旋钮"
        assert shown.value("document.documentElement.lang") == "zh"

        # A question: the answer comes after the guess, in words too.
        shown.value("viz.seek(27)")
        shown.wait("!document.querySelector('#question').hidden && viz.idle")
        shown.value("document.querySelectorAll('#choices button')[1].click()")
        shown.wait("document.querySelector('#choices button.right') !== null")
        assert "每个词元一个向量" in shown.value(
            "document.querySelector('#choices button.right').textContent"
        )
        assert "每个词元一个向量" in told(shown, "document.querySelector('#words').textContent")

        # A theme is for page and picture.
        theme = THEMES[(THEMES.index(look(shown).look.theme) + 1) % len(THEMES)]
        shown.click("#theme")
        shown.wait(f"viz.told.look.theme === '{theme}' && viz.idle")
        assert shown.value("getComputedStyle(document.body).backgroundColor") == ground(theme)
        assert shown.value("viz.stage[2]") == palette(theme).ground


def look(shown):
    """The show as the page has it."""
    wide, high = shown.value(
        "[document.querySelector('#stage').width, document.querySelector('#stage').height]"
    )
    theme = shown.value("document.documentElement.dataset.theme")
    return replace(viz.open(TWO), look=Look(wide, high, theme, hidden=HIDDEN))


def ground(theme):
    value = palette(theme).ground
    return "rgb({}, {}, {})".format(*(int(value[i : i + 2], 16) for i in (1, 3, 5)))


def test_a_link_opens_its_moment_and_one_file_holds_all_of_a_show(tmp_path):
    one = tmp_path / "two_machines.html"
    assert main(["site", "--scenes", TWO, "--single", str(one)]) == 0
    with browser.opened(one, tmp_path) as shown:
        shown.wait(SHOWN)
        shown.value("location.hash = ''")
        shown.value(
            "(location.replace('#t=13.5&lang=zh&knob.wafers=9&knob.wings=3&t2=' + 'x'.repeat(9999)),"
            " location.reload(), 1)"
        )
        lives(shown)
        shown.wait("viz.idle && viz.told.knobs && viz.told.knobs[1].shown === '9'")
        assert shown.value("viz.at") == 13.5
        assert not shown.value("viz.running")
        assert shown.value("document.documentElement.lang") == "zh"
        assert "wings" in shown.value("document.querySelector('#said').textContent")
        assert shown.faults() == []


def test_where_webassembly_is_missing_each_step_is_a_picture_with_its_words(site, tmp_path):
    with page(site / "two_machines.html", tmp_path, first="delete self.WebAssembly") as shown:
        shown.wait("document.documentElement.dataset.live === 'no' && viz.failed !== ''")
        assert "each step as a picture" in shown.value(
            "document.querySelector('#said').textContent"
        )
        shown.wait("viz.rows.length > 50")
        shown.press("ArrowRight")
        shown.wait("document.querySelector('#words').textContent.includes('every weight travels')")


def test_a_server_of_ones_own_gives_the_site_to_this_machine_alone(tmp_path):
    words = [sys.executable, "-m", "viz", "site", "--serve", "--no-browser", "--scenes", TWO]
    with subprocess.Popen(
        words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        try:
            line = server.stdout.readline()
            base = re.match(r"(http://127\.0\.0\.1:\d+/) ", line)[1]
            with browser.opened(base, tmp_path) as shown:
                shown.wait("document.querySelector('.tile') !== null && document.title !== ''")
                shown.wait("[...document.images].some((one) => one.naturalWidth > 0)")
                shown.value("document.querySelector('.tiles .tile').click()")
                shown.wait(f"typeof viz === 'object' && {SHOWN}")
                assert shown.faults() == []
                picture = np.asarray(Image.open(io.BytesIO(shown.screenshot())).convert("RGB"))
                assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 100

                # The second visit finds compiled what the first one had to compile.
                lives(shown)
                shown.value("viz.running && viz.play()")
                shown.wait("document.documentElement.dataset.kept === ''")
                shown.ask("Page.reload")
                shown.wait("document.documentElement.dataset.kept === undefined")
                lives(shown)
                assert shown.value("document.documentElement.dataset.warm") == "yes"
                assert shown.faults() == []
            assert foreign(base) == 404
        finally:
            server.send_signal(2)
            server.communicate(timeout=20)
        assert server.returncode == 130


def foreign(base):
    """What another site gets whose name leads to this machine."""
    host = base.removeprefix("http://").rstrip("/")
    with closing(http.client.HTTPConnection(host)) as line:
        line.request("GET", "/index.html", headers={"Host": "evil.example"})
        return line.getresponse().status
