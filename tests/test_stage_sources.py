"""The panel of sources: every number has a name, and a source as people say it."""

from __future__ import annotations

import re

import pytest

from viz.picture.furniture.all_sources import source_sheet
from viz.picture.furniture.playback import sources
from viz.scene.find import scene_names
from viz.scene.load_scene import load_scene
from viz.scene.slider import value_at
from viz.stage.i18n import source_said, symbol
from viz.stage.layout import layout
from viz.stage.look import Look
from viz.stage.marks import Label
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import compile_scene
from viz.timeline.take import Take, Turn

FORMS = ((1920, 1080), (1440, 1080), (1080, 1080), (1080, 1920))


@pytest.mark.parametrize("name", scene_names())
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_each_number_of_the_panel_has_a_name_and_each_head_has_numbers(
    name: str, lang: str
) -> None:
    scene = load_scene(name)
    turns = tuple(Turn(ScreenSeconds(0.1), knob.name, value_at(knob, 0.7)) for knob in scene.knobs)
    for take in (Take(), Take(turns=turns)):
        timeline = compile_scene(scene, take)
        rows = source_sheet(timeline, timeline.seconds, lang).rows
        assert rows
        for row, after in zip(rows, (*rows[1:], None), strict=True):
            assert all(row.cells[: 1 if row.head else 2]), row
            assert not row.head or (after is not None and not after.head), row
            text = " ".join(row.cells)
            assert "{" not in text
            assert "00_" not in text, text
            assert "01_" not in text, text
            assert not re.search(r"[0-9] us\b", text), text
            if lang == "zh":
                assert "both articles" not in text
                assert not row.cells[-1].startswith("a knob of the scene"), text


@pytest.mark.parametrize("name", scene_names())
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("large", [False, True])
def test_no_type_of_the_panel_is_below_the_least(
    name: str, form: tuple[int, int], large: bool
) -> None:
    look = Look(*form, large=large)
    marks = sources(compile_scene(load_scene(name)), ScreenSeconds(1.0), look)
    labels = [mark for mark in marks if isinstance(mark, Label)]
    least = layout(look).sizes.least
    assert min(label.size for label in labels) >= least * 0.9 - 1e-6  # a line under a row is less
    assert max(label.y for label in labels) < look.stage[1] - 40


def test_what_does_not_fit_is_counted() -> None:
    timeline = compile_scene(load_scene("bigger_model"))
    sheet = source_sheet(timeline, ScreenSeconds(1.0), "en")
    marks = sources(timeline, ScreenSeconds(1.0), Look())
    texts = [mark.text for mark in marks if isinstance(mark, Label)]
    names = [row.cells[0] for row in sheet.rows if not row.head]
    said = [name for name in names if name in texts or any(name[:20] in one for one in texts)]
    assert f"and {len(names) - len(said)} more" in texts
    assert "memory bandwidth B" in said  # what the scene only chose is left out before
    assert "context c" not in said


def test_a_source_is_said_in_the_words_of_a_language() -> None:
    assert source_said("article 001_ef640629c11fbcd8, 2026-06", "en") == "preview article, 2026-06"
    assert source_said("both articles, 2026-08", "zh") == "发布与预览文章, 2026-08"
    assert source_said("a knob of the scene", "zh") == "你的旋钮"
    assert source_said("the scene", "en") == "chosen for this scene"
    assert source_said("artificialanalysis.ai", "en") == "artificialanalysis.ai"


def test_a_symbol_that_is_a_word_stands_in_brackets() -> None:
    assert symbol("en", "link") == "link between chips (link)"
    assert symbol("en", "B") == "memory bandwidth B"
    assert symbol("en", "B_io") == "link between chips B io"
