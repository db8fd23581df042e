"""What the stage shows at a question, and where a viewer has turned a knob: over all scenes."""

from dataclasses import replace

import pytest

from viz.desk import interaction as hands
from viz.picture.frame import frame_at
from viz.picture.furniture.question import answer_at
from viz.picture.with_open_panels import calm, picture
from viz.scene.find import scene_names
from viz.scene.load_scene import load_scene
from viz.scene.slider import pressed, stands
from viz.stage.i18n import said
from viz.stage.look import Look
from viz.stage.marks import Label
from viz.stage.style import kit_of
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import compile_scene
from viz.timeline.take import Sight, Take, Turn, Vote

SCENES = scene_names()
SHAPES = [(1920, 1080), (1440, 1080), (1080, 1080), (1080, 1920)]


def labels(frame):
    return [mark.text for mark in frame.marks if isinstance(mark, Label)]


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_where_the_show_waits_for_an_answer_nothing_of_it_is_on_stage(name, lang):
    """However the moment is reckoned, and however many hands were counted."""
    scene = load_scene(name)
    for span in compile_scene(scene).beats:
        if span.beat.ask is None:
            continue
        votes = (Vote(span.index, (20, 3, 1)[: len(span.beat.ask.choices)]),)
        timeline = compile_scene(scene, Take(votes=votes))
        others = [
            compile_scene(
                replace(
                    scene,
                    beats=tuple(
                        replace(beat, ask=replace(beat.ask, answer=i, value=""))
                        if beat is span.beat
                        else beat
                        for beat in scene.beats
                    ),
                ),
                Take(votes=votes),
            )
            for i in range(len(span.beat.ask.choices))
        ]
        (stop,) = (s for s in hands.stops(timeline) if span.start < s < span.end)
        for shape in SHAPES:
            look = Look(*shape, "dark", lang)
            start = kit_of(look).word("tally_said_short").split("{")[0]
            for at in (stop, answer_at(span), answer_at(span) + 1e-13):
                told = labels(frame_at(timeline, ScreenSeconds(at), look))
                assert not [text for text in told if start in text]
            waits = [frame_at(one, ScreenSeconds(stop), look).marks for one in others]
            assert all(_without_room(one) == _without_room(waits[0]) for one in waits)
            shown = frame_at(timeline, ScreenSeconds(span.end - 0.1), look)
            assert [text for text in labels(shown) if start in text]


def _without_room(marks):
    return [mark for mark in marks if getattr(mark, "of", "") != "hw"]


@pytest.mark.parametrize("name", [n for n in SCENES if load_scene(n).knobs])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_turned_knob_is_marked_on_stage_and_the_small_print_claims_nothing_published(name, lang):
    scene = load_scene(name)
    knob = next(knob for knob in scene.knobs)
    value = pressed(knob, stands(scene, knob), 5)
    value = value if value != knob.published else pressed(knob, stands(scene, knob), -5)
    timeline = compile_scene(scene, Take((Turn(ScreenSeconds(0.0), knob.name, value),)))
    plain = compile_scene(scene)
    seen = 0
    for shape in SHAPES:
        look = Look(*shape, "dark", lang)
        kit = kit_of(look)
        what_if = kit.word("what_if", change="").strip()
        for span in timeline.beats:
            at = ScreenSeconds((span.start + span.end) / 2)
            before, after = (labels(frame_at(one, at, look)) for one in (plain, timeline))
            assert what_if not in before
            own = dict(plain.setting(at).values).get(knob.name, knob.published)
            if dict(timeline.setting(at).values)[knob.name] == own:  # by the scene itself
                assert not [text for text in after if text not in before and what_if in text]
                continue
            seen += 1
            mark = next(text for text in after if text.startswith(what_if))
            turned = kit.word("turned_one").format()
            assert said(knob.title, lang) in mark or turned in mark
            published = kit.word("as_published").strip()
            assert not [text for text in after if text.startswith(published)]
    assert seen


@pytest.mark.parametrize("name", [n for n in SCENES if load_scene(n).knobs])
def test_without_motion_a_turned_knob_is_seen_at_once_at_every_step(name):
    scene = load_scene(name)
    plain = compile_scene(scene)
    knob = scene.knobs[0]
    value = pressed(knob, stands(scene, knob), 5)
    value = value if value != knob.published else pressed(knob, stands(scene, knob), -5)
    for span in plain.beats:
        for at in (calm(plain, span.start), calm(plain, ScreenSeconds(span.end - 1e-6))):
            stood = dict(plain.setting(at).values).get(knob.name, knob.published)
            if knob.name in plain.locked(at) or stood == value:
                continue
            turned = compile_scene(scene, Take((Turn(at, knob.name, value),)))
            shown = picture(turned, at, Look(), Sight(calm=True))
            assert shown.marks != picture(plain, at, Look(), Sight(calm=True)).marks
