"""Zoom by hand in a show: keys, wheel, double click and pulling, back at the next step, in the take."""

from __future__ import annotations

import re
from functools import cache

import pytest
from test_camera import SCENE

from viz.desk import interaction as hands
from viz.desk import playhead as ph
from viz.desk.overlay import hall, seen
from viz.desk.playhead import Playhead
from viz.desk.steps import deck_of
from viz.desk.talk import Talk
from viz.live.bench_window import reel_of
from viz.picture.camera_at import camera_at
from viz.picture.playlist import Reel
from viz.scene.load_scene import scene_from_text
from viz.stage.look import Look
from viz.stage.style import kit_of
from viz.timeline.compile import compile_scene

LOOK = Look(1280, 720)
FLAT = re.sub(", look: [^}]*", "", SCENE.replace("[hall]", "[machine: {side: left}]"))
MIDDLE = (LOOK.stage[0] / 2, LOOK.stage[1] / 2)


@cache
def world() -> Reel:
    return reel_of(compile_scene(scene_from_text(SCENE)))


def at_still(step: int) -> Talk:
    return Talk(ph.still(Playhead(deck_of(world())), step))


def done(talk: Talk, *actions: str) -> Talk:
    for action in actions:
        talk, _, _ = hands.done(talk, world(), action, talk.head.seen, LOOK)  # type: ignore[arg-type]
    return talk


def scale(talk: Talk) -> float:
    timeline, at = world().behind(talk.moment) or pytest.fail("a card")
    return camera_at(timeline, at, kit_of(LOOK), hand=talk.sight.view)[0].scale


def picture(talk: Talk):
    return hall(seen(talk, world()), talk, LOOK)


def test_a_press_is_a_quarter_nearer_and_the_same_back_and_z_is_as_the_beat_has_it() -> None:
    talk = at_still(0)
    near = done(talk, "zoom_in")
    assert scale(near) == pytest.approx(1.25 * scale(talk))
    assert picture(near) != picture(talk)
    assert scale(done(near, "zoom_out")) == pytest.approx(scale(talk))
    far = done(talk, *["zoom_in"] * 12, "zoom_all")
    assert far.sight.view is None
    assert picture(far) == picture(talk)


def test_no_number_of_presses_breaks_the_picture() -> None:
    deep = done(at_still(1), *["zoom_in"] * 200)
    assert picture(deep).world
    assert picture(done(deep, *["zoom_out"] * 400)) is not None


def test_the_next_step_shows_what_its_beat_shows() -> None:
    talk = done(at_still(0), "zoom_in", "zoom_in", "next_step")
    assert talk.step == 1
    assert talk.sight.view is None


def test_the_wheel_keeps_the_point_under_the_hand_and_a_pull_moves_it_along() -> None:
    desk = hands.lent(at_still(0), world())
    assert desk is not None
    point = (700.0, 420.0)

    def world_at(one: hands.Desk, x: float, y: float) -> tuple[float, float]:
        view, _ = camera_at(one.timeline, one.at, kit_of(LOOK), hand=one.sight.view)
        return (x - view.dx) / view.scale, (y - view.dy) / view.scale

    near = hands.zoom(desk, LOOK, 4.0, point)
    assert world_at(near, *point) == pytest.approx(world_at(desk, *point))
    pulled = hands.pull(near, LOOK, (50.0, -30.0))
    assert world_at(pulled, 750.0, 390.0) == pytest.approx(world_at(near, *point))
    into = hands.zoom_into(desk, LOOK, point)
    assert into.sight.view is not None


def test_a_scene_without_a_world_stays_as_it_is() -> None:
    flat = reel_of(compile_scene(scene_from_text(FLAT)))
    assert not flat.timelines[0].scene.framed
    talk = Talk(ph.still(Playhead(deck_of(flat)), 0))
    for action in ("zoom_in", "zoom_out", "zoom_all"):
        after, show, _ = hands.done(talk, flat, action, 0.0, LOOK)  # type: ignore[arg-type]
        assert (after.sight.view, show) == (None, flat)
