"""`viz play` while somebody writes the scene, and as a kiosk, on a real X server."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from canvas import array
from screen import Pixels, Screen, player, screen, wait_for

from viz.desk import playhead as ph
from viz.desk.overlay import hall, seen
from viz.live.bench_window import reel_of, talk_of
from viz.paint.surface import Painter
from viz.scene.load_scene import load_scene
from viz.stage.look import Look
from viz.timeline.compile import compile_scene

SIZE = (640, 360)
SMALL = ("--size", "640x360")
TEXT = """\
title: A scene
beats:
  - {say: Here is one., for: 2 s}
  - {say: Here is two., for: 3 s}
"""


@pytest.fixture(scope="module")
def display(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    with screen(tmp_path_factory.mktemp("screen"), "640x360") as there:
        there.do("mousemove", 639, 359)
        yield there


def painted(file: Path, at: float) -> Pixels:
    reel = reel_of(compile_scene(load_scene(str(file))))
    talk = talk_of(reel)
    head = replace(ph.seek(talk.head, at), playing=False, waits="questions")
    talk = replace(talk, head=head)
    return array(Painter(*SIZE).paint(hall(seen(talk, reel), talk, Look(*SIZE))))


def test_a_saved_scene_is_shown_at_the_same_moment_and_a_broken_one_with_its_fault(
    display: Screen, tmp_path: Path
) -> None:
    file = tmp_path / "scene.yaml"
    file.write_text(TEXT, encoding="utf-8")
    with player(display, tmp_path, str(file), *SMALL) as there:
        there.screen.key("space", "Home", "End")
        good = painted(file, 5.0)
        wait_for("the last picture", lambda: bool((there.look() == good).all()))
        file.write_text(TEXT.replace("Here is two", "Now it is better"), encoding="utf-8")
        saved = time.monotonic()
        better = painted(file, 5.0)
        assert not (better == good).all()
        wait_for("the new words", lambda: bool((there.look() == better).all()))
        assert time.monotonic() - saved < 3  # 0.5 s where nothing else uses the processor
        file.write_text(TEXT.replace("for: 3 s", "fro: 3 s"), encoding="utf-8")
        wait_for("the fault", lambda: not (there.look() == better).all())
        low = SIZE[1] * 2 // 3
        assert (there.still()[low:] == better[low:]).all()  # the last good picture stays
        file.write_text(TEXT, encoding="utf-8")
        wait_for("the repaired scene", lambda: bool((there.look() == good).all()))
        assert there.said() == ""


def test_a_kiosk_begins_again_and_takes_no_key_but_its_own(display: Screen, tmp_path: Path) -> None:
    file = tmp_path / "short.yaml"
    file.write_text("title: Short\nbeats: [{say: Look., for: 1.5 s}]\n", encoding="utf-8")
    with player(display, tmp_path, str(file), "--kiosk") as there:
        assert there.place == (0, 0, *SIZE)
        there.screen.key("q", "Escape", "question", "End", "space")
        moved = [there.look() for _ in range(2) if not time.sleep(0.4)]
        assert not (moved[0] == moved[1]).all()
        time.sleep(2.0)  # past its end
        again = [there.look() for _ in range(2) if not time.sleep(0.4)]
        assert not (again[0] == again[1]).all()
        assert not there.ended()
        there.screen.key("ctrl+q")
        wait_for("the end", there.ended)
        assert there.process.returncode == 0
        assert there.said() == ""
