"""Every claim of the articles by who says so: over the stage, in a page, on the command line."""

from __future__ import annotations

import json

import browser
import pytest
from test_web import data_of

from viz.cli import main
from viz.desk.claims_view import (
    LONGEST,
    ORDER,
    Looking,
    draw,
    erased,
    found,
    ordered,
    scrolled,
    typed,
)
from viz.desk.keymap import Keyboard, Press, press, table
from viz.desk.overlay import Seen, audience
from viz.desk.playhead import Playhead, still
from viz.desk.steps import deck_of
from viz.desk.talk import Talk, act
from viz.lint.readable import readable
from viz.picture.playlist import Reel
from viz.scene.load_scene import load_scene
from viz.show import open_show
from viz.show_pages import Told, write_pages
from viz.stage.area import Area
from viz.stage.i18n import word_of
from viz.stage.look import Look
from viz.stage.marks import Frame, Label
from viz.stage.text_metrics import label_box
from viz.timeline.compile import compile_scene

LOOKS = (Look(), Look(lang="zh"), Look(1080, 1920), Look(1080, 1080), Look(1440, 1080))


def texts(marks):
    return [mark.text for mark in marks if isinstance(mark, Label)]


def talk_of(name="evidence"):
    timeline = compile_scene(load_scene(name))
    title = timeline.scene.title
    reel = Reel(name, title, (timeline,), (title,), Look())
    return Talk(Playhead(deck_of(reel))), reel


def test_all_claims_stand_in_it_once_by_who_says_them():
    """74 claims: two of third parties first, then vendors, the press, and what is guessed."""
    claims = ordered()
    assert len({claim.name for claim in claims}) == len(claims) == 74
    assert [claim.says for claim in claims] == sorted(
        (claim.says for claim in claims), key=ORDER.index
    )
    assert [claim.says for claim in claims][:3] == ["third-party", "third-party", "vendor"]


@pytest.mark.parametrize("look", LOOKS)
def test_scrolled_to_its_end_every_claim_was_to_be_read_in_every_form(look):
    looking, read = Looking(), set()
    abouts = {claim.name for claim in ordered()}
    for _ in range(len(ordered())):
        marks = draw(looking, look)
        read |= {mark.ref.removeprefix("claim:") for mark in marks if isinstance(mark, Label)}
        looking = scrolled(looking, 1)
    assert abouts <= read
    assert scrolled(looking, 99).top == len(ordered()) - 1


@pytest.mark.parametrize("look", LOOKS)
def test_no_line_lies_on_another_or_leaves_the_stage(look):
    for top in (0, 30, 60):
        boxes = [Area(*label_box(m)) for m in draw(Looking("", top), look) if isinstance(m, Label)]
        for i, one in enumerate(boxes):
            assert one.x >= 0
            assert one.right <= look.stage[0]
            assert one.bottom <= look.stage[1]
            assert not any(one.inset(2, 5).meets(other.inset(2, 5)) for other in boxes[:i])


def test_every_claim_is_written_in_both_languages():
    for claim in ordered():
        assert set(claim.about) == {"en", "zh"}
        assert set(claim.note) in ({"en", "zh"}, set())
        for lang in ("en", "zh"):
            assert word_of(lang, "claims", claim.verdict)
            assert word_of(lang, "claims", claim.says)


def test_what_is_looked_for_is_found_in_either_language_and_by_verdict():
    assert [claim.name for claim in found("fable 5")] == ["vs-fable", "hle-fable-time"]
    assert found("HBM") == found("hbm")
    assert {claim.verdict for claim in found("contradicted")} == {"contradicted"}
    assert len(found("无法核实")) == sum(c.verdict == "unverifiable" for c in ordered())
    assert found("no such words") == ()
    assert word_of("en", "claims", "none") in texts(draw(Looking("no such words"), Look()))
    looking = Looking(top=9)
    for sign in "hbm":
        looking = typed(looking, sign)
    assert looking == Looking("hbm", 0)
    assert erased(looking) == Looking("hb")
    assert typed(Looking("x" * LONGEST), "y") == Looking("x" * LONGEST)


def test_a_key_opens_it_over_the_stage_and_closes_it_and_nothing_else_moves():
    talk, reel = talk_of()
    shift_i = Press("I", ord("i"), 12, held="shift")
    _, action = press(Keyboard(), shift_i, 0.0, table("waits"))
    assert action == "claims"
    opened = act(talk, "claims", 0.0)
    frame = audience(Seen(reel, opened.sight), opened, Look())
    assert word_of("en", "claims", "title") in texts(frame.marks)
    for action in ("close", "next_step", "claims"):
        closed = act(opened, action, 0.0)
        assert (closed.claims, closed.step, closed.at) == (None, talk.step, talk.at)


def test_the_last_step_of_evidence_tells_which_key_opens_it_once_it_stands():
    talk, reel = talk_of()
    last = Talk(still(talk.head, len(talk.deck.steps) - 1))
    hint = word_of("en", "claims", "open")
    assert hint in texts(audience(Seen(reel, last.sight), last, Look()).marks)
    assert hint not in texts(audience(Seen(reel, talk.sight), talk, Look()).marks)


def test_it_can_be_read_in_every_theme():
    for theme in ("dark", "light", "contrast"):
        look = Look(theme=theme)
        marks = draw(Looking(), look)
        frame = Frame(*look.stage, "#000000", marks[:1], marks[1:])
        assert not [fault for fault in readable(frame, look) if "contrast" in str(fault)]


def page_of(name, file):
    show = open_show(name)
    from viz.film.script import told_by

    said = told_by(show.timeline)
    ends = (said[-1],)  # a page of its last step alone, for speed
    told = Told(
        name, dict(show.scene.title), ends, 0.2, "en", lambda _: lambda __: show.frame(64.0)
    )
    write_pages(told, file, overwrite=True)
    return file.read_text(encoding="utf-8")


def test_a_page_that_cites_the_articles_has_all_claims_and_others_have_none(tmp_path):
    board = data_of(page_of("evidence", tmp_path / "a.html"))["board"]
    assert len(board["rows"]) == 74
    under, says, word, more = board["rows"][0]
    assert under["en"] == "a third party measured"
    assert "2,500" in says["en"]
    assert (word["zh"], more["en"][:15]) == ("站得住", "preview article")


def test_in_a_browser_the_list_opens_and_is_searched(tmp_path):
    file = tmp_path / "page.html"
    page_of("evidence", file)
    with browser.opened(file, tmp_path) as page:
        page.wait("document.documentElement.dataset.ready === ''")
        page.press("i")
        page.wait("document.getElementById('board').open")
        assert page.value("document.querySelectorAll('#board p').length") == 74
        page.value(
            "(() => { const f = document.querySelector('#board input'); f.value = 'Fable 5';"
            " f.dispatchEvent(new Event('input')); })()"
        )
        assert page.value("document.querySelectorAll('#board p').length") == 2
        page.value("viz.speak('zh')")
        assert page.value("document.querySelector('#board h2').textContent") == word_of(
            "zh", "claims", "title"
        )
        assert not page.faults()


def test_the_command_line_tells_the_reasons_in_the_language_that_is_asked_for(capsys):
    assert main(["claims", "h100-area", "--lang", "zh"]) == 0
    assert "826是A100" in capsys.readouterr().out
    assert main(["claims", "h100-area", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["note"] == "the H100 has 814; 826 is the A100"
