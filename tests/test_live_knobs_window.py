"""Knobs, takes and questions in a real window on an X server nobody sees."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from screen import Pixels, Player, Screen, player, screen, wait_for

from viz.picture.replay import Replay
from viz.scene.load_scene import load_scene
from viz.stage.look import Look
from viz.timeline.take import Take, moment
from viz.timeline.take_file import from_text

SIZE = (960, 540)
SMALL = ("--size", f"{SIZE[0]}x{SIZE[1]}")


@pytest.fixture(scope="module")
def display(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    with screen(tmp_path_factory.mktemp("screen")) as there:
        there.do("mousemove", 1919, 1079)
        yield there


def filmed(scene: str, file: Path, run: float) -> Pixels:
    """The picture of a take as a film of that size has it."""
    import pygame

    from viz.paint.surface import Painter

    _, take = from_text(file.read_text(encoding="utf-8"), str(file))
    replay = Replay(load_scene(scene), take, Look(*SIZE))
    surface = Painter(*SIZE).paint(replay.frame(run))
    return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))


def soon_shows(there: Player, expected: Pixels, top: int = 0) -> None:
    """The window shows a picture, but for some rows at its top."""

    def same() -> bool:
        now = there.look()
        return now.shape == expected.shape and bool((now[top:] == expected[top:]).all())

    wait_for("the picture of the take", same, 8.0)


def kept(file: Path, has: Callable[[Take], object]) -> Take:
    """The take, once it has something."""

    def there() -> object:
        return file.exists() and has(from_text(file.read_text(encoding="utf-8"), str(file))[1])

    wait_for("the take", there, 8.0)
    return from_text(file.read_text(encoding="utf-8"), str(file))[1]


def test_a_knob_turned_by_keys_is_on_stage_and_its_film_shows_what_was_seen(
    display: Screen, tmp_path: Path
) -> None:
    file = tmp_path / "lesson.yaml"
    with player(display, tmp_path, "weights_stay", *SMALL, "--take", str(file)) as there:
        time.sleep(1.0)
        display.key("space", "k")
        take = kept(file, lambda take: take.sights[-1].knobs)
        soon_shows(there, filmed("weights_stay", file, take.seconds))
        display.key("Tab", "Right")  # from the first knob, GPUs, on to the wafers
        take = kept(file, lambda take: take.turns)
        assert [turn.knob for turn in take.turns] == ["wafers"]
        assert take.turns[0].value > 4
        soon_shows(there, filmed("weights_stay", file, take.seconds))
        assert moment(take, take.turns[0].run - 0.01).take.turns == ()
        display.key("q")
        wait_for("the end", there.ended, 5.0)


def test_a_slider_follows_the_mouse(display: Screen, tmp_path: Path) -> None:
    from viz.picture.furniture.knobs import blocks
    from viz.stage.style import kit_of

    scene = load_scene("weights_stay")
    block = blocks(kit_of(Look(*SIZE, aside=True)), scene)[0]
    file = tmp_path / "drag.yaml"
    with player(display, tmp_path, "weights_stay", *SMALL, "--take", str(file)) as there:
        display.key("space", "k")
        there.still()
        left, top, *_ = there.place
        line = block.track
        assert line is not None
        y = top + round(line.y / 2)
        ends = (left + round(line.start / 2) + 6, left + round(line.end / 2) + 20)
        display.do("mousemove", ends[0], y, "mousedown", 1)
        display.do("mousemove", ends[0] + 40, y)
        time.sleep(0.2)
        display.do("mousemove", ends[1], y)
        time.sleep(0.2)
        display.do("mouseup", 1, "mousemove", 1919, 1079)
        time.sleep(0.2)
        display.key("q")
        wait_for("the end", there.ended, 5.0)
    _, take = from_text(file.read_text(encoding="utf-8"), str(file))
    values = [turn.value for turn in take.turns]
    assert len(values) >= 2
    assert values[-1] == block.knob.high


def test_the_show_waits_at_a_question_counts_hands_and_goes_on(
    display: Screen, tmp_path: Path
) -> None:
    file = tmp_path / "hands.yaml"
    words = ("race", *SMALL, "--take", str(file), "--at", "8")
    with player(display, tmp_path, *words) as there:
        there.still()  # it stands, for nobody has pressed a key
        display.key("1", "3", "3")
        there.still()
        display.key("Next")
        time.sleep(1.0)
        display.key("q")
        wait_for("the end", there.ended, 5.0)
    _, take = from_text(file.read_text(encoding="utf-8"), str(file))
    assert take.votes[-1].counts == (1, 0, 2)
    assert [step.speed for step in take.steps][:3] == [1.0, 0.0, 1.0]


def test_a_take_that_cannot_be_read_is_kept_and_the_show_begins(
    display: Screen, tmp_path: Path
) -> None:
    file = tmp_path / "old.yaml"
    file.write_text("take: 1\nscene: [", encoding="utf-8")
    with player(display, tmp_path, *SMALL, "--take", str(file)) as there:
        display.key("q")
        wait_for("the end", there.ended, 5.0)
        assert "kept as old.yaml.bad" in there.said()
    assert (tmp_path / "old.yaml.bad").read_text(encoding="utf-8").startswith("take: 1")


def test_a_take_is_replayed_with_what_was_turned(display: Screen, tmp_path: Path) -> None:
    file = tmp_path / "again.yaml"
    file.write_text(
        "take: 1\nscene: weights_stay\nseconds: 3\n"
        "steps:\n  - {run: 0, at: 6, speed: 0}\n"
        "turns:\n  - {run: 0.5, at: 6, knob: bandwidth, value: 8 TB/s}\n"
        "  - {run: 0.6, at: 6, knob: warp, value: 9}\n"
        "sights:\n  - {run: 0.2, knobs: true}\n",
        encoding="utf-8",
    )
    with player(display, tmp_path, *SMALL, "--take", str(file)) as there:
        display.key("End")
        sound = file.with_name("sound.yaml")
        text = file.read_text(encoding="utf-8")
        sound.write_text("".join(line for line in text.splitlines(True) if "warp" not in line))
        soon_shows(there, filmed("weights_stay", sound, 3.0), top=30)  # where it says: the end
        assert "'warp'" in there.said()
