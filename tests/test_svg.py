"""SVG: well-formed, the same words and marks as the frame, text that stays text."""

import io
import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import av
import browser
import numpy as np
import pytest
from canvas import KINDS, ZOO, frame_of, painted, zoo
from hypothesis import given, settings
from hypothesis import strategies as st
from stagecraft import SCENES, SIZES, all_marks, labels, show

from viz.paint.svg import to_svg
from viz.stage.marks import Box, Dots, Label, Trail
from viz.stage.text_metrics import width

SVG = "{http://www.w3.org/2000/svg}"


def parsed(frame):
    return ET.fromstring(to_svg(frame))  # noqa: S314 - it was written here


def texts(root):
    return [node.text or "" for node in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize(("size", "lang"), [(SIZES[0], "en"), (SIZES[3], "zh")])
def test_a_slide_is_well_formed_and_has_the_words_of_its_frame(name, size, lang):
    opened = show(name, *size, lang=lang)
    for span in opened.timeline.beats:
        frame = opened.frame((span.start + span.end) / 2)
        root = parsed(frame)
        assert root.tag == f"{SVG}svg"
        assert texts(root) == [label.text for label in labels(frame) if label.alpha > 0]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_of_mark_is_drawn(kind):
    root = parsed(frame_of(ZOO[kind]))
    drawn = [node for node in root if node.tag not in (f"{SVG}defs", f"{SVG}rect")]
    boxes = [node for node in root if node.tag == f"{SVG}rect"][1:]  # the first is the ground
    assert len(drawn) + len(boxes) == 1


def test_marks_come_in_their_order_after_the_ground():
    root = parsed(zoo())
    assert len([node for node in root if node.tag != f"{SVG}defs"]) == 1 + len(ZOO)
    assert root[1].attrib["fill"] == "#0D1117"


def test_what_is_invisible_is_left_out():
    root = parsed(frame_of(Box(0, 0, 9, 9, "#FFFFFF", alpha=0.0), Label("gone", 0, 9, 9, "#FFFFFF",
                                                                        alpha=0.0)))  # fmt: skip
    assert len(root) == 2
    assert "gone" not in ET.tostring(root, encoding="unicode")


def test_the_size_is_that_of_the_stage():
    root = parsed(frame_of(width=1440.0, height=1080.0))
    assert root.attrib["viewBox"] == "0 0 1440 1080"
    assert (root.attrib["width"], root.attrib["height"]) == ("1440", "1080")


def test_signs_of_xml_in_a_text_are_only_text():
    evil = "</text><script>alert('1 < 2 & 3')</script>"
    root = parsed(frame_of(Label(evil, 0, 50, 40, "#FFFFFF")))
    assert texts(root) == [evil]
    assert root.find(f".//{SVG}script") is None


def test_a_text_keeps_its_width_in_any_font():
    (node,) = parsed(frame_of(Label("Weights 权重", 5, 50, 40, "#FFFFFF", 700))).iter(f"{SVG}text")
    assert float(node.attrib["textLength"]) == pytest.approx(
        width("Weights 权重", 40, 700), abs=0.01
    )
    assert node.attrib["font-weight"] == "700"


def test_squares_are_all_there_and_clipped():
    root = parsed(frame_of(Dots(5, 5, 4, 3, 20, 20, 10, "#FFFFFF", clip=(0, 0, 50, 50))))
    (path,) = root.iter(f"{SVG}path")
    assert path.attrib["d"].count("M") == 12
    key = re.fullmatch(r"url\(#(.+)\)", path.attrib["clip-path"])[1]
    clips = {node.attrib["id"]: node for node in root.iter(f"{SVG}clipPath")}
    assert clips[key][0].attrib == {"x": "0", "y": "0", "width": "50", "height": "50"}


def test_references_all_lead_somewhere_and_names_are_given_once():
    for frame in (zoo(), show().frame(9.0)):
        text = to_svg(frame)
        names = re.findall(r'\bid="([^"]+)"', text)
        assert len(names) == len(set(names))
        assert set(re.findall(r"url\(#([^)]+)\)", text)) == set(names)


def test_a_slide_asks_nothing_of_the_network():
    text = to_svg(show().frame(9.0)).replace("http://www.w3.org/2000/svg", "")
    assert "http" not in text
    assert "href" not in text


def test_an_empty_tail_draws_nothing():
    root = parsed(frame_of(Trail(((5, 5), (5, 5)), 9, "#FFFFFF")))
    assert len(list(root.iter(f"{SVG}path"))) == 0


def test_the_same_frame_gives_the_same_file():
    assert to_svg(show().frame(9.0)) == to_svg(show().frame(9.0))


def test_no_number_is_longer_than_two_decimals():
    assert (
        re.findall(r' (?:x|y|r|width|height|points|d)="[^"]*\.\d{3}', to_svg(show().frame(9.0)))
        == []
    )


def test_every_visible_mark_of_a_frame_is_a_part_of_the_slide():
    frame = show().frame(9.0)
    visible = [mark for mark in all_marks(frame) if mark.alpha > 0]
    parts = [node for node in parsed(frame) if node.tag != f"{SVG}defs"]
    assert len(parts) == 1 + len(visible)


@settings(max_examples=50, deadline=None)
@given(text=st.text(max_size=30))
def test_any_text_that_a_scene_can_hold_makes_a_well_formed_slide(text):
    """Control characters are refused by the reader; whatever else there is must come through."""
    fit = "".join(c for c in text if c.isprintable() and not 0xD800 <= ord(c) < 0xE000)
    label = replace(ZOO[Label], text=fit)
    assert (texts(parsed(frame_of(label)))[0] or "") == fit


def test_in_a_browser_every_kind_of_mark_looks_as_we_paint_it(tmp_path):
    file = tmp_path / "mark.svg"
    ground = painted(frame_of(width=1440.0), 1440, 1080)
    file.write_text(to_svg(frame_of(width=1440.0)), encoding="utf-8")
    with browser.opened(file, tmp_path) as page:
        size = {"width": 1440, "height": 1080, "deviceScaleFactor": 1, "mobile": False}
        page.ask("Emulation.setDeviceMetricsOverride", **size)
        for kind, mark in ZOO.items():
            if kind is Label:
                continue  # its letters are the system's
            file.write_text(to_svg(frame_of(mark, width=1440.0)), encoding="utf-8")
            page.ask("Page.navigate", url=f"{file.as_uri()}?{kind.__name__}")
            page.wait(
                f"document.readyState === 'complete' && location.search === '?{kind.__name__}'"
            )
            with av.open(io.BytesIO(page.screenshot())) as picture:
                seen = next(picture.decode(video=0)).to_ndarray(format="rgb24").astype(int)
            ours = painted(frame_of(mark, width=1440.0), 1440, 1080)
            where = (ours != ground).any(axis=2)
            off = np.abs(seen - ours.astype(int)).max(axis=2)
            assert off[where].mean() < 8, kind
            assert (off > 60).sum() < 0.06 * where.sum(), kind
        assert page.faults() == []
