"""Decks: a page a step, text that can be found, notes; and what is said without the extra."""

import io
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import av
import numpy as np
import pytest
import tools
from canvas import KINDS, ZOO, frame_of, painted
from PIL import Image

from viz.cli import main
from viz.errors import EXIT_USAGE, VizError
from viz.film.formats import pdf, pptx
from viz.film.pages import Page, pages_of
from viz.film.pixels import array_of
from viz.film.script import told_by
from viz.paint.surface import Painter
from viz.show import open_show
from viz.stage.marks import Label
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.take import Step, Take
from viz.timeline.take_file import to_text


def pages(lang="en", name="weights_stay"):
    show = open_show(name, lang=lang)
    return pages_of(told_by(show.timeline), show.frame, lang)


@pytest.fixture(scope="module")
def deck(tmp_path_factory):
    path = tmp_path_factory.mktemp("decks") / "a.pdf"
    pdf.write_pages(path, pages(), "Weights stay")
    return path


def test_a_deck_has_a_page_for_each_step_and_two_for_a_question(deck):
    from pypdf import PdfReader

    reader = PdfReader(deck)
    scene = open_show("weights_stay").scene
    asked = sum(beat.ask is not None for beat in scene.beats)
    assert asked
    assert len(reader.pages) == len(scene.beats) + asked
    assert reader.metadata.title == "Weights stay"
    assert (reader.pages[0].mediabox.width, reader.pages[0].mediabox.height) == (960, 540)
    assert [entry.title for entry in reader.outline] == [page.title for page in pages()]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_text_of_a_pdf_can_be_selected_and_its_font_is_within(tmp_path, lang):
    path = tmp_path / "a.pdf"
    made = pages(lang)
    pdf.write_pages(path, made, "T")
    told = subprocess.run(
        [tools.need("pdftotext", "poppler-utils"), str(path), "-"], capture_output=True, check=True
    )
    text = re.sub(r"\W", "", told.stdout.decode())
    for page in made:
        # An answer is on its page as its choice; its number is the place in the list.
        title = re.sub(r"^(Answer: \d, |答案：\d，)", "", page.title)
        assert title
        assert re.sub(r"\W", "", title) in text
    fonts = subprocess.run(["pdffonts", str(path)], capture_output=True, check=True)
    rows = fonts.stdout.decode().splitlines()[2:]
    assert rows
    assert all("yes yes yes" in row for row in rows)  # embedded, a subset, mapped to Unicode
    assert path.stat().st_size < 200_000 * len(made)


def test_a_page_of_a_pdf_looks_as_the_still_does(deck, tmp_path):
    subprocess.run(
        [tools.need("pdftoppm", "poppler-utils"), "-r", "48", "-f", "3", "-l", "3", "-png", str(deck),
         str(tmp_path / "p")],
        check=True,
    )  # fmt: skip
    (file,) = tmp_path.iterdir()
    drawn = np.asarray(Image.open(file).convert("RGB")).astype(int)
    assert drawn.shape == (360, 640, 3)
    painted = array_of(Painter(640, 360).paint(pages()[2].frame))[:, :, 2::-1].astype(int)
    off = np.abs(drawn - painted).max(axis=2)
    assert off.mean() < 4
    assert (off > 60).mean() < 0.02


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_of_mark_looks_on_a_page_as_we_paint_it(kind, tmp_path):
    if kind is Label:
        return  # its letters are compared above, in a page of many
    frame = frame_of(ZOO[kind], width=1440.0)
    pdf.write_pages(tmp_path / "a.pdf", [Page(frame, "", "")], "T")
    subprocess.run(
        [tools.need("pdftoppm", "poppler-utils"), "-r", "72", "-png", str(tmp_path / "a.pdf"),
         str(tmp_path / "p")],
        check=True,
    )  # fmt: skip
    (file,) = tmp_path.glob("*.png")
    drawn = np.asarray(Image.open(file).convert("RGB")).astype(int)
    ours = painted(frame, 720, 540).astype(int)
    where = (ours != 0).any(axis=2)
    off = np.abs(drawn - ours).max(axis=2)
    assert off[where].mean() < 12
    assert (off > 60).sum() < 0.08 * where.sum()


def test_a_pdf_has_the_same_bytes_each_time(deck, tmp_path):
    again = tmp_path / "b.pdf"
    pdf.write_pages(again, pages(), "Weights stay")
    assert again.read_bytes() == deck.read_bytes()


def test_slides_have_the_picture_a_title_and_the_notes(tmp_path):
    from pptx import Presentation

    path = tmp_path / "a.pptx"
    made = pages("zh")
    pptx.write_pages(path, made, "标题")
    deck = Presentation(str(path))
    assert (deck.slide_width, deck.slide_height) == (12192000, 6858000)  # 16:9, 13.33 inches wide
    assert [slide.shapes.title.text for slide in deck.slides] == [page.title for page in made]
    for slide, page in zip(deck.slides, made, strict=True):
        assert slide.notes_slide.notes_text_frame.text == page.notes
        (picture,) = [shape for shape in slide.shapes if shape.shape_type == 13]
        assert (picture.width, picture.height) == (deck.slide_width, deck.slide_height)


def test_a_deck_is_of_its_own_form_and_names_nobody_else(tmp_path):
    from pptx import Presentation

    paths = [tmp_path / "a.pptx", tmp_path / "b.pptx"]
    made = pages("zh")[:3]
    for path in paths:
        pptx.write_pages(path, made, "标题", "zh")
    assert paths[0].read_bytes() == paths[1].read_bytes()
    deck = Presentation(str(paths[0]))
    for master in (deck.slide_master, *deck.slide_layouts):
        rights = [shape.left + shape.width for shape in master.placeholders if shape.width]
        # 4:3 had its last place end at 8,686,800 of 9,144,000: a twentieth from the edge.
        assert max(rights) == pytest.approx(deck.slide_width * 0.95, abs=2)
    told = deck.core_properties
    assert (told.title, told.author, told.language, told.comments) == ("标题", "", "zh-CN", "")
    with zipfile.ZipFile(paths[0]) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    assert not [name for name in parts if "thumbnail" in name or "printer" in name]
    for word in (b"Canny", b"2013", b"Macintosh"):
        assert not [name for name, data in parts.items() if word in data], word
    assert b'typeface="Noto Sans SC"' in parts["ppt/theme/theme1.xml"]
    for slide, page in zip(deck.slides, made, strict=True):
        (picture,) = [shape for shape in slide.shapes if shape.shape_type == 13]
        alt = picture._element.nvPicPr.cNvPr.get("descr")
        assert alt.startswith(page.title)
        assert "Llama 70B" in alt  # what is seen, not only what is said
        for shape in (slide.shapes.title, slide.notes_slide.notes_placeholder):
            runs = [run for line in shape.text_frame.paragraphs for run in line.runs]
            assert {run.font._element.get("lang") for run in runs} <= {"zh-CN"}


def test_slides_in_an_office_look_as_the_stills_do(tmp_path):
    """35 dB: what a picture may lose on its way through another program's PDF and back."""
    office = tools.need(("soffice", "libreoffice"), "libreoffice-impress")
    made = pages()[2:4]
    pptx.write_pages(tmp_path / "a.pptx", made, "T")
    whole = '"UseLosslessCompression":{"type":"boolean","value":"true"}'
    whole += ',"ReduceImageResolution":{"type":"boolean","value":"false"}'
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    subprocess.run(
        [office, profile, "--headless", "--convert-to", f"pdf:impress_pdf_Export:{{{whole}}}", "--outdir", str(tmp_path),
         str(tmp_path / "a.pptx")], check=True, capture_output=True, timeout=180,
    )  # fmt: skip
    subprocess.run(
        [tools.need("pdftoppm", "poppler-utils"), "-scale-to-x", "2880", "-scale-to-y", "1620", "-png", str(tmp_path / "a.pdf"),
         str(tmp_path / "p")], check=True,
    )  # fmt: skip
    files = sorted(tmp_path.glob("p*.png"))
    assert len(files) == len(made)
    for file, page in zip(files, made, strict=True):
        painted = array_of(Painter(2880, 1620).paint(page.frame))[:, :, 2::-1]
        # At a quarter of the size: the office puts pages off by half a pixel.
        seen, small = (
            np.asarray(one.resize((720, 405), Image.BOX)).astype(float)
            for one in (
                Image.open(file).convert("RGB"),
                Image.fromarray(np.ascontiguousarray(painted)),
            )
        )
        off = (seen - small) ** 2
        assert 10 * np.log10(255**2 / off.mean()) > 35


ASKS = """\
title: {en: Asks, zh: 问}
model: llama-3.1-70b
left: 8 x h100
beats:
  - {say: {en: It reads., zh: 在读}, for: 1 s, pace: 5 ms per second}
  - ask: {question: {en: Which?, zh: 哪}, choices: [{en: this, zh: 这}, {en: that, zh: 那}],
          answer: {en: that, zh: 那}}
    for: 2 s
"""


def test_slides_with_motion_have_the_step_s_film_and_never_the_answer_early(tmp_path, monkeypatch):
    from pptx import Presentation

    monkeypatch.chdir(tmp_path)
    (tmp_path / "asks.yaml").write_text(ASKS, encoding="utf-8")
    words = ["film", "asks.yaml", "--size", "320x180", "-o", "a.pptx", "--motion"]
    assert main(words) == 0
    show = open_show("asks.yaml", width=320, height=180)
    made = pages_of(told_by(show.timeline), show.frame, "en")
    slides = list(Presentation("a.pptx").slides)
    assert len(slides) == len(made) == 3
    for slide, page in zip(slides, made, strict=True):
        (film,) = [shape for shape in slide.shapes if shape.shape_type == 16]
        assert (film.width, film.height) == (12192000, 6858000)
        assert film._element.xpath("./*/p:cNvPr")[0].get("descr") == page.words
        poster = np.asarray(Image.open(io.BytesIO(film.poster_frame.blob)).convert("RGB"))
        wide, high = poster.shape[1], poster.shape[0]
        painted = array_of(Painter(wide, high).paint(page.frame))[:, :, 2::-1]
        assert (poster == painted).all()
        parts = slide.part.rels.values()
        (data,) = {rel.target_part.blob for rel in parts if rel.reltype.endswith("/video")}
        with av.open(io.BytesIO(data)) as clip:
            pictures = [frame.to_ndarray(format="rgb24") for frame in clip.decode(video=0)]
        assert len(pictures) == -(-(page.end - page.start) * 30 // 1)
        # The film ends as the page's picture has it: before the answer, where one is to come.
        off = [
            np.abs(
                pictures[-1] - array_of(Painter(320, 180).paint(one.frame))[:, :, 2::-1].astype(int)
            ).mean()
            for one in made
        ]
        assert off[made.index(page)] == min(off)
        assert sorted(off)[1] > 1.3 * min(off)
    assert Path("a.pptx").stat().st_size < 100_000_000
    assert main([*words[:-2], "b.pdf", "--motion"]) == 2


def test_a_pdf_says_its_language_and_what_each_page_shows(deck):
    from pypdf import PdfReader

    root = PdfReader(deck).trailer["/Root"]
    assert root["/Lang"] == "en-GB"
    assert root["/MarkInfo"]["/Marked"]
    figures = [one.get_object() for one in root["/StructTreeRoot"]["/K"][0]["/K"]]
    assert [figure["/Alt"] for figure in figures] == [page.words for page in pages()]
    assert "4 × WSE-3" in figures[2]["/Alt"]  # the step that looks at the wafers


def test_a_question_has_a_page_without_its_answer_and_one_with_it():
    show = open_show("weights_stay")
    told = told_by(show.timeline)
    number = next(i for i, one in enumerate(told) if one.beat.ask)
    asked, answered = pages()[number : number + 2]
    ask = told[number].beat.ask
    right = ask.choices[ask.answer]["en"]
    assert ask.question["en"] in asked.title
    assert f"{ask.answer + 1}  {right}" in asked.notes
    assert f"Answer: {ask.answer + 1}, {right}" == answered.title
    assert answered.title in asked.notes  # the speaker knows it; the page does not show it
    assert answered.frame == show.frame(float(told[number].end) - 1e-6)
    assert asked.frame == show.frame(float(told[number].answer.at) - 1e-6)


@pytest.mark.parametrize(("form", "module"), [(pdf, "fpdf"), (pptx, "pptx")])
def test_without_the_extra_it_is_said_which_to_install(tmp_path, monkeypatch, form, module):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(VizError, match="pip install fpdf2 python-docx python-pptx") as caught:
        form.write_pages(tmp_path / "a", pages(), "T")
    assert caught.value.code == EXIT_USAGE


SHORT = """\
title: {en: Short, zh: 短}
model: llama-3.1-70b
left: 8 x h100
right: 4 x wse-3
beats:
  - {say: {en: Both read., zh: 都在读}, for: 1 s, pace: 5 ms per second}
  - {say: {en: One waits., zh: 一个在等}, for: 1 s, pace: 5 ms per second}
"""


@pytest.mark.parametrize("ending", ["html", "pdf", "pptx"])
def test_a_notebook_writes_the_pages_that_the_command_writes(tmp_path, ending, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "short.yaml").write_text(SHORT, encoding="utf-8")
    told = []
    mine = open_show("short.yaml").film(
        f"mine.{ending}", size="640x360", progress=lambda done, total: told.append((done, total))
    )
    words = ["film", "short.yaml", "-o", f"theirs.{ending}", "--size", "640x360"]
    assert main(words) == 0
    assert mine.read_bytes() == (tmp_path / f"theirs.{ending}").read_bytes()
    assert mine.stat().st_size > 10_000
    assert bool(told) == (ending == "html")
    with pytest.raises(VizError, match="exists"):
        open_show("short.yaml").film(mine)


def test_what_only_films_can_follow_is_refused_for_pages(tmp_path, capsys):
    words = ["film", "weights_stay", "-o", str(tmp_path / "a.pdf"), "--loop", "--from", "3"]
    assert main([*words, "--jobs", "2"]) == 2
    told = capsys.readouterr().err
    assert "no --from, no --loop, no --jobs" in told
    with pytest.raises(VizError, match="has pages and no frames"):
        open_show("weights_stay").film(tmp_path / "a.html", start=3.0)
    assert list(tmp_path.iterdir()) == []


def test_a_recorded_run_has_a_page_for_each_step_that_was_seen(tmp_path):
    file = tmp_path / "lesson.yaml"
    steps = (Step(0.0, ScreenSeconds(0.0), 1.0), Step(6.0, ScreenSeconds(20.0), 0.0))
    file.write_text(to_text("weights_stay", Take(steps=steps, seconds=9.0)), encoding="utf-8")
    deck = tmp_path / "lesson.pptx"
    assert main(["film", "--take", str(file), "-o", str(deck)]) == 0
    from pptx import Presentation

    beats = open_show("weights_stay").timeline.beats
    assert [slide.shapes.title.text for slide in Presentation(str(deck)).slides] == [
        beats[number].beat.say["en"] for number in (0, 1, 3)
    ]
