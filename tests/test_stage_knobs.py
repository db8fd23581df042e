"""The column of knobs stays in its place, and what was turned is told in the room there is."""

from __future__ import annotations

from itertools import combinations

import pytest
from stagecraft import FLAGSHIP, MACHINES

from viz.picture.furniture import knobs
from viz.picture.with_open_panels import picture
from viz.scene.find import scene_names
from viz.scene.load_scene import load_scene
from viz.scene.slider import value_at
from viz.stage.i18n import on_stage
from viz.stage.look import Look
from viz.stage.marks import Box, Label
from viz.stage.plot.slider_track import shown
from viz.stage.style import kit_of
from viz.stage.text_metrics import width
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import compile_scene
from viz.timeline.take import Sight, Take, Turn

FORMS = ((1920, 1080), (1440, 1080), (1080, 1080), (1080, 1920))
NAMES = tuple(name for name in scene_names() if load_scene(name).knobs)


def ends(label: Label) -> tuple[float, float]:
    wide = width(label.text, label.size, label.weight)
    left = label.x - {"start": 0.0, "middle": wide / 2, "end": wide}[label.anchor]
    return left, left + wide


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("large", [False, True])
def test_the_knobs_stay_above_the_caption_and_inside_their_column(
    name: str, form: tuple[int, int], large: bool
) -> None:
    scene = load_scene(name)
    for lang in ("en", "zh"):
        kit = kit_of(Look(*form, lang=lang, aside=True, large=large))
        assert kit.layout.aside is not None
        x, _, w, _ = kit.layout.aside
        _, top, _, high = kit.layout.body
        for mark in knobs.draw(kit, scene):
            if isinstance(mark, Box):
                assert x <= mark.x
                assert mark.x + mark.w <= x + w + 0.5
                assert top - 0.5 <= mark.y
                assert mark.y + mark.h <= top + high + 0.5
            if isinstance(mark, Label):
                left, right = ends(mark)
                assert x <= left, mark.text
                assert right <= x + w, mark.text
                assert top < mark.y < top + high
        labels = [mark for mark in knobs.draw(kit, scene) if isinstance(mark, Label)]
        for one, other in combinations(labels, 2):  # of one line
            (left, right), (left2, right2) = ends(one), ends(other)
            apart = right + 6 <= left2 or right2 + 6 <= left
            assert apart or abs(one.y - other.y) > 0.6 * min(one.size, other.size), (one, other)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("form", FORMS)
def test_no_two_knobs_share_a_place_and_each_choice_is_hit_where_it_is_drawn(
    name: str, form: tuple[int, int]
) -> None:
    scene = load_scene(name)
    kit = kit_of(Look(*form, aside=True))
    found = knobs.blocks(kit, scene)
    assert [one.knob for one in found] == list(scene.knobs)
    for one, other in combinations(found, 2):
        (x, y, w, h), (x2, y2, w2, h2) = one.area, other.area
        assert x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y
    for one in found:
        for (x, y, w, h), choice in zip(one.rows, one.knob.choices, strict=False):
            assert knobs.hit(kit, scene, x + w / 2, y + h / 2) == (one.knob, choice)
        if one.track:
            hit = knobs.hit(kit, scene, one.track.end, one.track.y)
            assert hit == (one.knob, one.knob.high)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("aside", [False, True])
def test_with_all_knobs_turned_nothing_is_told_beyond_its_room(
    name: str, form: tuple[int, int], aside: bool
) -> None:
    scene = load_scene(name)
    turns = tuple(
        Turn(ScreenSeconds(0.1 * i), knob.name, value_at(knob, 0.83))
        for i, knob in enumerate(scene.knobs, 1)
    )
    timeline = compile_scene(scene, Take(turns=turns))
    frame = picture(timeline, ScreenSeconds(2.0), Look(*form), Sight(knobs=aside))
    labels = [mark for mark in frame.marks if isinstance(mark, Label)]
    told = [mark for mark in labels if mark.text.startswith("what if") or " turned" in mark.text]
    panels = [mark for mark in frame.marks if isinstance(mark, Box) and mark.fill]
    for mark in told:
        left, right = ends(mark)
        around = [
            box
            for box in panels
            if box.x <= left <= box.x + box.w and box.y < mark.y < box.y + box.h
        ]
        assert all(right <= box.x + box.w for box in around if box.h > 100), mark.text


@pytest.mark.parametrize(
    ("scene", "one", "other"),
    [(MACHINES, "left.speed", "right.speed"), (FLAGSHIP, "left.moved", "left.count")],
)
def test_what_is_asked_has_the_only_ring(scene: str, one: str, other: str) -> None:
    timeline = compile_scene(load_scene(scene))
    t, look = ScreenSeconds(9.0), Look()
    for asked, focus, ringed in (
        (one, other, one),
        ("", other, other),
        (one, "", one),
        ("", "", ""),
    ):
        frame = picture(timeline, t, look, Sight(asked=asked, focus=focus))
        rings = [
            mark
            for mark in frame.marks
            if isinstance(mark, Box) and not mark.fill and mark.edge_w == 4
        ]
        assert len(rings) == bool(ringed)
        for ring in rings:  # around that number, where the camera shows it
            assert any(
                ring.x <= label.x <= ring.x + ring.w and ring.y <= label.y <= ring.y + ring.h
                for label in frame.all
                if isinstance(label, Label) and label.ref == ringed
            )


def test_a_quantity_is_written_as_the_stage_writes_it() -> None:
    assert on_stage("41.2 us", "en") == "41.2 µs"
    assert on_stage("5 users", "en") == "5 users"
    assert on_stage("1500 tok", "en") == "1,500 tok"
    assert on_stage("750 tok/s", "zh") == "750 词元/秒"
    assert on_stage("1500 tok", "zh") == "1,500 词元"
    assert on_stage("1024 tokens of context", "zh") == "1024 tokens of context"
    share = next(one for one in load_scene("not_14x").knobs if one.name == "share")
    assert [shown(share, value) for value in (0.02, 0.5, 0.99)] == ["2 %", "50 %", "99 %"]
