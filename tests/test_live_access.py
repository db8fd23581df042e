"""A show for everybody: by keyboard, without motion, with high contrast, with larger type."""

from __future__ import annotations

import pytest
from stagecraft import MACHINES, SCENES, labels

from viz.lint.readable import seen_words
from viz.live.reduced_motion import reduced_motion
from viz.picture.with_open_panels import calm, picture
from viz.scene.load_scene import load_scene
from viz.stage.layout import layout
from viz.stage.look import Look
from viz.stage.marks import Label
from viz.stage.theme import contrast, palette
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Timeline, compile_scene
from viz.timeline.take import Sight

CALM = Sight(calm=True)


def timeline(scene: str) -> Timeline:
    return compile_scene(load_scene(scene))


def test_without_motion_the_picture_changes_only_from_step_to_step() -> None:
    show = timeline("race")
    for span in show.beats:
        inside = [span.start + (span.end - span.start) * i / 20 for i in range(20)]
        pictures = {calm(show, ScreenSeconds(t)) for t in inside}
        assert len(pictures) == (2 if span.beat.ask else 1)


def test_without_motion_the_texts_are_those_of_the_step_s_still() -> None:
    show = timeline("weights_stay")
    for span in (span for span in show.beats if span.beat.ask is None):
        still = picture(show, ScreenSeconds(span.end - 1e-4), Look(), Sight())
        seen = picture(show, span.start, Look(), CALM)
        assert [label.text for label in labels(seen)] == [label.text for label in labels(still)]


def test_without_motion_a_question_still_waits_before_its_answer() -> None:
    show = timeline("race")
    span = next(span for span in show.beats if span.beat.ask)
    answers = {
        any(
            mark.text == "the answer"
            for mark in labels(picture(show, ScreenSeconds(t), Look(), CALM))
        )
        for t in (span.start, span.start + 1.0)
    }
    assert answers == {False}
    after = picture(show, ScreenSeconds(span.end - 0.1), Look(), CALM)
    assert any(mark.text == "the answer" for mark in labels(after))


def test_high_contrast_has_text_of_10_to_1_and_edges_of_7_to_1() -> None:
    high = palette("contrast")
    for name in ("ink", "muted", "small", "weight_text", "token_text", "computing_text"):
        assert contrast(getattr(high, name), high.panel) >= 10, name
    for name in ("link_text", "clock_text", "edge", "waiting", "warn"):
        assert contrast(getattr(high, name), high.panel) >= 7, name


@pytest.mark.parametrize("size", [(1920, 1080), (1440, 1080), (1080, 1080)])
@pytest.mark.parametrize("scene", SCENES)
def test_larger_type_is_larger_and_meets_no_other(scene: str, size: tuple[int, int]) -> None:
    show = timeline(scene)
    usual, larger = (layout(Look(*size, large=large)).sizes for large in (False, True))
    assert larger.small > usual.small
    assert larger.label > usual.label
    for span in show.beats[::2]:
        middle = ScreenSeconds((span.start + span.end) / 2)
        words = seen_words(picture(show, middle, Look(*size), Sight(large=True)))
        for i, one in enumerate(words):
            for other in words[i + 1 :]:
                assert not one.meets(other, by=4), (one.label.text, other.label.text)


def test_the_wish_for_less_motion_is_read_from_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for wish, means in (("1", True), ("yes", True), ("0", False), ("off", False)):
        monkeypatch.setenv("VIZ_REDUCED_MOTION", wish)
        assert reduced_motion() is means


def test_what_the_keyboard_is_on_has_an_outline_that_is_seen() -> None:
    show = timeline(MACHINES)
    at = ScreenSeconds(9.0)
    for theme in ("dark", "light", "contrast"):
        look = Look(theme=theme)  # type: ignore[arg-type]
        plain = picture(show, at, look, Sight())
        ringed = picture(show, at, look, Sight(focus="left.speed"))
        rings = [mark for mark in ringed.marks if mark not in plain.marks]
        assert len(rings) == 1
        assert not isinstance(rings[0], Label)
        assert contrast(rings[0].edge, palette(theme).panel) >= 3  # type: ignore[union-attr]
